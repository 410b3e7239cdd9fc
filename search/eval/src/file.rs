//! The file of weights of patterns: what they are, how they were made, and the weights, compressed (`container`).
//!
//! The weights are differences to the same weight of the phase before, their low bytes first and then their high
//! bytes, which compresses best.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use thiserror::Error;

use crate::container::{self, Header, NET, PATTERNS};
use crate::layout::Layout;
use crate::weights::Weights;

/// More weights than any file has.
const MOST_WEIGHTS: usize = 1 << 28;
/// No file of weights is longer.
const MOST_BYTES: u64 = 1 << 28;

/// Why a file of weights is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// It is something else.
    #[error("not a file of weights of plyglot")]
    Foreign,
    /// It was written in another form.
    #[error("weights in version {0} of the format; this is version {NET}")]
    Version(u32),
    /// It is one of the other kind.
    #[error("{0}")]
    Kind(&'static str),
    /// It ends too early.
    #[error("weights that are cut off after {0} bytes")]
    Cut(usize),
    /// Its contents are not those that were written.
    #[error("weights that are damaged: {0}")]
    Damaged(&'static str),
    /// There is no memory to unpack them.
    #[error("the system refused memory for weights of {}K", bytes.div_ceil(1 << 10))]
    Memory {
        /// How much unpacking them takes, in bytes.
        bytes: usize,
    },
    /// They are for another game, or for another size of it.
    #[error("weights for {found}, not for {wanted}")]
    Game {
        /// The game of the file.
        found: String,
        /// The game that they were to be used for.
        wanted: String,
    },
    /// They are for the same game with other features.
    #[error(
        "weights for other features of {game} (hash {found:016x}; this version has \
         {wanted:016x}): train them again"
    )]
    Features {
        /// The game.
        game: String,
        /// The hash of the features in the file.
        found: u64,
        /// The hash of the features here.
        wanted: u64,
    },
}

/// What a file says of its weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The game with its size: `othello`, `kalah:6,4`.
    pub game: String,
    /// What the training was drawn by.
    pub seed: u64,
    /// The command that makes the file again.
    pub command: String,
    /// How many games were played for it.
    pub games: u64,
    /// How many positions the last fit was made from.
    pub positions: u64,
    /// The mean absolute error on games that were not trained on, for each phase, in points; NaN
    /// where no position was left for it.
    pub errors: Vec<f64>,
}

/// A file of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightFile {
    /// What it says of them.
    pub about: About,
    /// [`Layout::hash`].
    pub features: u64,
    /// The weights.
    pub weights: Weights,
}

impl WeightFile {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        container::written(PATTERNS, &self.header(), &planes(&self.weights))
    }

    /// Reads the file at `path`, which must be a regular file.
    ///
    /// # Errors
    /// As [`WeightFile::from_bytes`], and if it cannot be read.
    pub fn read(path: &Path) -> Result<WeightFile, WeightError> {
        WeightFile::from_bytes(&WeightFile::bytes_at(path)?)
    }

    /// The bytes of the file at `path`, which must be a regular file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn bytes_at(path: &Path) -> Result<Vec<u8>, WeightError> {
        let unreadable = |error: std::io::Error| WeightError::Unreadable(error.to_string());
        // Opening a pipe waits for its other end.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(WeightError::Unreadable("not a regular file".into()));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        Ok(bytes)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If it is not a whole, undamaged file of weights in this version of the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightFile, WeightError> {
        let (version, header, packed) = container::opened(bytes)?;
        if version != PATTERNS {
            return Err(WeightError::Kind("a net, where weights of patterns are needed"));
        }
        let (about, features, shape) = read_header(header)?;
        let weights = unpacked(packed, shape)?;
        Ok(WeightFile { about, features, weights })
    }

    /// The check at the end of the bytes of a whole file: another number for other weights, with no need to
    /// unpack them.
    pub(crate) fn check_of(bytes: &[u8]) -> u64 {
        container::check_of(bytes)
    }

    /// Checks that these are weights for `game` with the features of `layout`.
    ///
    /// # Errors
    /// [`WeightError::Game`] or [`WeightError::Features`].
    pub fn check(&self, game: &str, layout: &Layout) -> Result<(), WeightError> {
        if self.about.game != game {
            let found = self.about.game.clone();
            return Err(WeightError::Game { found, wanted: game.into() });
        }
        let fits =
            self.weights.size() == layout.size() && self.weights.phases() == layout.phases().len();
        let wanted = layout.hash();
        if self.features != wanted || !fits {
            return Err(WeightError::Features { game: game.into(), found: self.features, wanted });
        }
        Ok(())
    }

    fn header(&self) -> String {
        format!(
            "game {}\nfeatures {:016x}\nphases {}\nweights {}\nunits {}\n{}",
            container::line(&self.about.game),
            self.features,
            self.weights.phases(),
            self.weights.size(),
            self.weights.units(),
            container::made(&self.about),
        )
    }
}

/// How many weights a file has.
#[derive(Clone, Copy)]
struct Shape {
    phases: usize,
    size: usize,
    units: u16,
}

fn read_header(header: Header<'_>) -> Result<(About, u64, Shape), WeightError> {
    let features = header.hash("features")?;
    let (phases, size) = (header.integer("phases")? as usize, header.integer("weights")? as usize);
    let units = u16::try_from(header.integer("units")?).unwrap_or(0);
    let fits = phases.checked_mul(size).is_some_and(|all| all <= MOST_WEIGHTS);
    if units == 0 || !fits {
        return Err(WeightError::Damaged("its header counts too many weights"));
    }
    Ok((header.about()?, features, Shape { phases, size, units }))
}

/// The weights as they are compressed.
fn planes(weights: &Weights) -> Vec<u8> {
    let (values, size) = (weights.values(), weights.size());
    let before = |place: usize| place.checked_sub(size).map_or(0, |place| values[place]);
    let changes = values.iter().enumerate().map(|(place, value)| value.wrapping_sub(before(place)));
    // Small numbers of either sign have a high byte of 0.
    let folded: Vec<u16> = changes.map(|change| ((change << 1) ^ (change >> 15)) as u16).collect();
    let low = folded.iter().map(|change| *change as u8);
    let high = folded.iter().map(|change| (change >> 8) as u8);
    low.chain(high).collect()
}

/// How many bytes there are for each weight while a file is read: what was compressed, as it grows, the weights, and the
/// tables that are made of them.
const BYTES_OF_WEIGHT: usize = 12;

fn unpacked(packed: &[u8], shape: Shape) -> Result<Weights, WeightError> {
    let count = shape.phases * shape.size;
    // What the system refuses later would end the process.
    let bytes = BYTES_OF_WEIGHT * count;
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err(WeightError::Memory { bytes });
    }
    let planes = decompress_to_vec_zlib_with_limit(packed, 2 * count)
        .map_err(|_| WeightError::Damaged("its weights cannot be unpacked"))?;
    if planes.len() != 2 * count {
        return Err(WeightError::Damaged("it has fewer weights than it says"));
    }
    let (low, high) = planes.split_at(count);
    let change = |(&low, &high): (&u8, &u8)| {
        let folded = u16::from_le_bytes([low, high]);
        (folded >> 1) as i16 ^ -((folded & 1) as i16)
    };
    let mut values: Vec<i16> = low.iter().zip(high).map(change).collect();
    // Phase by phase, so that many weights are added at once.
    for phase in 1..shape.phases {
        let (before, own) = values[(phase - 1) * shape.size..].split_at_mut(shape.size);
        own.iter_mut().zip(before).for_each(|(value, before)| *value = value.wrapping_add(*before));
    }
    Ok(Weights::from_parts(shape.size, shape.units, values))
}
