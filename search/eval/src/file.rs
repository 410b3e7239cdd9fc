//! The file of weights: what they are, how they were made, and the weights, compressed.
//!
//! ```text
//! magic 16 | version u32 | length u32 | header (text, a line for each key) |
//! length u32 | weights (zlib) | check u64
//! ```
//!
//! All numbers are little-endian. The weights are differences to the same weight of the phase before, their low
//! bytes first and then their high bytes, which compresses best; the check goes over all that stands
//! before it. It tells damage and is no protection against forgery. Every length is bounded before
//! anything is allocated for it.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use thiserror::Error;

use crate::layout::{Fnv, Layout};
use crate::weights::Weights;

const MAGIC: &[u8; 16] = b"plyglot weights\n";
const VERSION: u32 = 1;
/// The longest header.
const MOST_HEADER: usize = 1 << 20;
/// More weights than any file has.
const MOST_WEIGHTS: usize = 1 << 28;
/// No file of weights is longer.
const MOST_BYTES: u64 = 1 << 28;
/// How hard the compression tries, of 10.
const EFFORT: u8 = 9;

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
    #[error("weights in version {0} of the format; this is version {VERSION}")]
    Version(u32),
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
        let header = self.header();
        let weights = compress_to_vec_zlib(&planes(&self.weights), EFFORT);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        for part in [header.as_bytes(), &weights] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
        let mut check = Fnv::new();
        check.raw(&bytes);
        bytes.extend(check.0.to_le_bytes());
        bytes
    }

    /// Reads the file at `path`, which must be a regular file.
    ///
    /// # Errors
    /// As [`WeightFile::from_bytes`], and if it cannot be read.
    pub fn read(path: &Path) -> Result<WeightFile, WeightError> {
        WeightFile::from_bytes(&WeightFile::bytes_at(path)?)
    }

    /// The bytes of the file at `path`.
    pub(crate) fn bytes_at(path: &Path) -> Result<Vec<u8>, WeightError> {
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
        let mut rest = bytes;
        let cut = || WeightError::Cut(bytes.len());
        if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
            return Err(WeightError::Foreign);
        }
        take(&mut rest, MAGIC.len()).ok_or_else(cut)?;
        let version = number(&mut rest).ok_or_else(cut)?;
        if version != VERSION {
            return Err(WeightError::Version(version));
        }
        let length = number(&mut rest).ok_or_else(cut)? as usize;
        if length > MOST_HEADER {
            return Err(WeightError::Damaged("its header is too long"));
        }
        let header = take(&mut rest, length).ok_or_else(cut)?;
        let length = number(&mut rest).ok_or_else(cut)? as usize;
        let packed = take(&mut rest, length).ok_or_else(cut)?;
        let checked = bytes.len() - rest.len();
        let check = take(&mut rest, 8).ok_or_else(cut)?;
        let mut wanted = Fnv::new();
        wanted.raw(&bytes[..checked]);
        if check != wanted.0.to_le_bytes() {
            return Err(WeightError::Damaged("its check is another"));
        }
        if !rest.is_empty() {
            return Err(WeightError::Damaged("something follows its end"));
        }
        let header = std::str::from_utf8(header);
        let header = header.map_err(|_| WeightError::Damaged("its header is not text"))?;
        let (about, features, shape) = read_header(header)?;
        let weights = unpacked(packed, shape)?;
        Ok(WeightFile { about, features, weights })
    }

    /// The check at the end of the bytes of a whole file: another number for other weights, with no need to
    /// unpack them.
    pub(crate) fn check_of(bytes: &[u8]) -> u64 {
        bytes.last_chunk().map_or(0, |&check| u64::from_le_bytes(check))
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
        let About { game, seed, command, games, positions, errors } = &self.about;
        let line = |text: &str| text.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
        let errors: Vec<String> = errors.iter().map(|error| format!("{error:.3}")).collect();
        format!(
            "game {}\nfeatures {:016x}\nphases {}\nweights {}\nunits {}\nseed {seed}\n\
             command {}\ngames {games}\npositions {positions}\nerrors {}\n",
            line(game),
            self.features,
            self.weights.phases(),
            self.weights.size(),
            self.weights.units(),
            line(command),
            errors.join(" ")
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

fn read_header(text: &str) -> Result<(About, u64, Shape), WeightError> {
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        line.ok_or(WeightError::Damaged("a line of its header is missing"))
    };
    let wrong = |_| WeightError::Damaged("a number of its header is not one");
    let integer = |key: &str| value(key)?.parse::<u64>().map_err(wrong);
    let features = u64::from_str_radix(value("features")?, 16).map_err(wrong)?;
    let (phases, size) = (integer("phases")? as usize, integer("weights")? as usize);
    let units = u16::try_from(integer("units")?).unwrap_or(0);
    let fits = phases.checked_mul(size).is_some_and(|all| all <= MOST_WEIGHTS);
    if units == 0 || !fits {
        return Err(WeightError::Damaged("its header counts too many weights"));
    }
    let errors = value("errors")?.split_whitespace().map(|error| error.parse().unwrap_or(f64::NAN));
    let about = About {
        game: value("game")?.into(),
        seed: integer("seed")?,
        command: value("command")?.into(),
        games: integer("games")?,
        positions: integer("positions")?,
        errors: errors.collect(),
    };
    Ok((about, features, Shape { phases, size, units }))
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

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (part, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(part)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let bytes = take(rest, 4)?;
    bytes.try_into().ok().map(u32::from_le_bytes)
}
