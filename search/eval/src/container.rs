//! What every file of weights is: what it says of itself, then numbers, compressed.
//!
//! ```text
//! magic 16 | version u32 | length u32 | header (text, a line for each key) |
//! length u32 | numbers (zlib) | check u64
//! ```
//!
//! All lengths are little-endian, and bounded before anything is allocated for them. The check goes over all that
//! stands before it; it tells damage and is no protection against forgery.

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::file::{About, WeightError};
use plyglot_search::hash::Fnv;

const MAGIC: &[u8; 16] = b"plyglot weights\n";
/// The version of files of patterns.
pub(crate) const PATTERNS: u32 = 1;
/// The version of files of nets, which earlier programs refuse by it.
pub(crate) const NET: u32 = 2;
/// The longest header.
const MOST_HEADER: usize = 1 << 20;
/// How hard the compression tries, of 10.
const EFFORT: u8 = 9;

/// The bytes of a file.
pub(crate) fn written(version: u32, header: &str, numbers: &[u8]) -> Vec<u8> {
    let packed = compress_to_vec_zlib(numbers, EFFORT);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(version.to_le_bytes());
    for part in [header.as_bytes(), &packed] {
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend(part);
    }
    let mut check = Fnv::default();
    check.bytes(&bytes);
    bytes.extend(check.0.to_le_bytes());
    bytes
}

/// A whole, undamaged file: its version, its header, and its numbers, still packed.
pub(crate) fn opened(bytes: &[u8]) -> Result<(u32, Header<'_>, &[u8]), WeightError> {
    let mut rest = bytes;
    let cut = || WeightError::Cut(bytes.len());
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
        return Err(WeightError::Foreign);
    }
    take(&mut rest, MAGIC.len()).ok_or_else(cut)?;
    let version = number(&mut rest).ok_or_else(cut)?;
    if ![PATTERNS, NET].contains(&version) {
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
    let mut wanted = Fnv::default();
    wanted.bytes(&bytes[..checked]);
    if check != wanted.0.to_le_bytes() {
        return Err(WeightError::Damaged("its check is another"));
    }
    if !rest.is_empty() {
        return Err(WeightError::Damaged("something follows its end"));
    }
    let header = std::str::from_utf8(header);
    let header = header.map_err(|_| WeightError::Damaged("its header is not text"))?;
    Ok((version, Header(header), packed))
}

/// The check at the end of the bytes of a whole file: another number for other weights, with no need to
/// unpack them.
pub(crate) fn check_of(bytes: &[u8]) -> u64 {
    bytes.last_chunk().map_or(0, |&check| u64::from_le_bytes(check))
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

/// The header: a line for each key.
#[derive(Clone, Copy)]
pub(crate) struct Header<'a>(&'a str);

impl<'a> Header<'a> {
    pub(crate) fn value(self, key: &str) -> Result<&'a str, WeightError> {
        let line = self.0.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        line.ok_or(WeightError::Damaged("a line of its header is missing"))
    }

    pub(crate) fn integer(self, key: &str) -> Result<u64, WeightError> {
        self.value(key)?.parse().map_err(wrong)
    }

    /// The number of a line that need not be there.
    pub(crate) fn integer_or(self, key: &str, otherwise: u64) -> Result<u64, WeightError> {
        if self.value(key).is_ok() { self.integer(key) } else { Ok(otherwise) }
    }

    pub(crate) fn hash(self, key: &str) -> Result<u64, WeightError> {
        u64::from_str_radix(self.value(key)?, 16).map_err(wrong)
    }

    pub(crate) fn about(self) -> Result<About, WeightError> {
        let errors = self.value("errors")?.split_whitespace();
        Ok(About {
            game: self.value("game")?.into(),
            seed: self.integer("seed")?,
            command: self.value("command")?.into(),
            games: self.integer("games")?,
            positions: self.integer("positions")?,
            errors: errors.map(|error| error.parse().unwrap_or(f64::NAN)).collect(),
        })
    }
}

pub(crate) fn wrong(_: std::num::ParseIntError) -> WeightError {
    WeightError::Damaged("a number of its header is not one")
}

/// A text as it stands in a line of a header.
pub(crate) fn line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

/// The lines on how the weights were made, which end a header.
pub(crate) fn made(about: &About) -> String {
    let About { seed, command, games, positions, errors, .. } = about;
    let errors: Vec<String> = errors.iter().map(|error| format!("{error:.3}")).collect();
    let command = line(command);
    format!(
        "seed {seed}\ncommand {command}\ngames {games}\npositions {positions}\nerrors {}\n",
        errors.join(" ")
    )
}
