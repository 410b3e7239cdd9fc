//! The file of a net (`container`): its numbers are the bias, the rows, the weights of the output and its bias. Those
//! of 16 bits stand there with their low bytes first, then their high bytes, which compresses best.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use crate::container::{self, NET, wrong};
use crate::file::{About, WeightError};
use crate::net::views::Views;
use crate::net::weights::{NetWeights, Selectivity};

/// More rows than any net has.
const MOST_ROWS: usize = 1 << 20;

/// A file of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct NetFile {
    /// What it says of it.
    pub about: About,
    /// [`Views::hash_over`].
    pub inputs: u64,
    /// The weights.
    pub weights: NetWeights,
    /// What a search by them leaves out.
    pub selectivity: Selectivity,
}

impl NetFile {
    /// True if these are the bytes of a whole file of a net, not of patterns.
    pub fn is_net(bytes: &[u8]) -> bool {
        container::opened(bytes).is_ok_and(|(version, ..)| version == NET)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = &self.weights;
        let rows = weights.rows.len() / weights.width.max(1);
        let bounds: Vec<String> = weights.bounds.iter().map(u32::to_string).collect();
        let header = format!(
            "game {}\ninputs {:016x}\nrows {rows}\nwidth {}\nparts {}\nscale {}\nadds {}\n{}{}",
            container::line(&self.about.game),
            self.inputs,
            weights.width,
            if bounds.is_empty() { "-".into() } else { bounds.join(" ") },
            weights.scale,
            u8::from(weights.adds),
            lines_of(self.selectivity),
            container::made(&self.about),
        );
        let mut numbers = Vec::new();
        let words = || weights.bias.iter().chain(&weights.rows).map(|&weight| folded(weight));
        numbers.extend(words().map(|word| word as u8));
        numbers.extend(words().map(|word| (word >> 8) as u8));
        numbers.extend(weights.output.iter().map(|&weight| weight as u8));
        numbers.extend(weights.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        container::written(NET, &header, &numbers)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If it is not a whole, undamaged file of a net in this version of the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetFile, WeightError> {
        let (version, header, packed) = container::opened(bytes)?;
        if version != NET {
            return Err(WeightError::Kind("weights of patterns, where a net is needed"));
        }
        let (rows, width) = (header.integer("rows")? as usize, header.integer("width")? as usize);
        let bounds = match header.value("parts")? {
            "-" => Vec::new(),
            bounds => {
                bounds.split(' ').map(|at| at.parse().map_err(wrong)).collect::<Result<_, _>>()?
            }
        };
        let scale = header.value("scale")?.parse().map_err(wrong)?;
        let parts = bounds.len() + 1;
        let bounded = NetWeights::WIDTHS.contains(&width) && parts <= NetWeights::MOST_PARTS;
        if rows > MOST_ROWS || !bounded {
            return Err(WeightError::Damaged("its header counts too many weights"));
        }
        let (words, outputs) = ((rows + 1) * width, 2 * width * parts);
        let size = 2 * words + outputs + 4 * parts;
        // What the system refuses later would end the process.
        if Vec::<u8>::new().try_reserve_exact(4 * size).is_err() {
            return Err(WeightError::Memory { bytes: 4 * size });
        }
        let numbers = decompress_to_vec_zlib_with_limit(packed, size)
            .map_err(|_| WeightError::Damaged("its weights cannot be unpacked"))?;
        if numbers.len() != size {
            return Err(WeightError::Damaged("it has fewer weights than it says"));
        }
        let (low, rest) = numbers.split_at(words);
        let (high, rest) = rest.split_at(words);
        let (output, biases) = rest.split_at(outputs);
        let mut bias: Vec<i16> =
            low.iter().zip(high).map(|(&low, &high)| unfolded(low, high)).collect();
        let rows = bias.split_off(width);
        let (biases, _) = biases.as_chunks();
        let weights = NetWeights {
            width,
            bounds,
            scale,
            adds: header.integer("adds")? != 0,
            bias,
            rows,
            output: output.iter().map(|&weight| weight as i8).collect(),
            output_bias: biases.iter().map(|&bias| i32::from_le_bytes(bias)).collect(),
        };
        let selectivity = Selectivity {
            margin: header.integer_or("margin", 0)?.min(Selectivity::MOST_MARGIN as u64) as i32,
            reductions: header.integer_or("reductions", 0)? != 0,
        };
        Ok(NetFile { about: header.about()?, inputs: header.hash("inputs")?, weights, selectivity })
    }

    /// Checks that this is a net for `game`, which has these views, and weights of its own with the fingerprint `base`.
    ///
    /// # Errors
    /// [`WeightError::Game`] or [`WeightError::Features`].
    pub fn check(&self, game: &str, views: &Views, base: u64) -> Result<(), WeightError> {
        if self.about.game != game {
            let found = self.about.game.clone();
            return Err(WeightError::Game { found, wanted: game.into() });
        }
        let wanted = views.hash_over(if self.weights.adds { base } else { 0 });
        if self.inputs != wanted || !self.weights.fits(views.rows()) {
            return Err(WeightError::Features { game: game.into(), found: self.inputs, wanted });
        }
        Ok(())
    }
}

/// The lines of what is left out: none where nothing is.
fn lines_of(selectivity: Selectivity) -> String {
    let Selectivity { margin, reductions } = selectivity;
    let margin = if margin > 0 { format!("margin {margin}\n") } else { String::new() };
    margin + if reductions { "reductions 1\n" } else { "" }
}

/// Small numbers of either sign with a high byte of 0.
fn folded(weight: i16) -> u16 {
    ((weight << 1) ^ (weight >> 15)) as u16
}

fn unfolded(low: u8, high: u8) -> i16 {
    let folded = u16::from_le_bytes([low, high]);
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}
