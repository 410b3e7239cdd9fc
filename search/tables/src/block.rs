//! The values of some positions that follow each other: as codes, packed by deflate.
//!
//! A table has few different values, so each is a code of one byte, of two where there are more than 256. Numbers that
//! stand for no position repeat the code before, which packs best. Keys ascend, and are kept as differences in as few
//! bytes as these take.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use plyglot_search::Score;

use crate::file::TableError;

/// How many values a block has; the last one of a table may have fewer.
pub const BLOCK: usize = 1 << 14;
/// How hard the compression tries, of 10.
const EFFORT: u8 = 8;

/// The codes of the values of a table.
#[derive(Clone, Debug)]
pub struct Codes {
    values: Vec<Score>,
    /// The code of each value, by the bits of [`Score::pack`].
    of: Vec<u16>,
}

impl Codes {
    /// For these values, in any order.
    pub fn new(values: Vec<Score>) -> Codes {
        let mut of = vec![0; 1 << 16];
        for (code, value) in (0..).zip(&values) {
            of[usize::from(value.pack())] = code;
        }
        Codes { values, of }
    }

    fn is_wide(&self) -> bool {
        self.values.len() > 256
    }

    /// A block of a file: the values (`None` where there is no position), and their keys, as many, if they have any.
    pub fn packed(&self, values: impl Iterator<Item = Option<Score>>, keys: &[u64]) -> Vec<u8> {
        let mut last = 0;
        let mut bytes = Vec::with_capacity(BLOCK);
        let mut high = Vec::new();
        for value in values {
            last = value.map_or(last, |value| self.of[usize::from(value.pack())]);
            bytes.push(last as u8);
            if self.is_wide() {
                high.push((last >> 8) as u8);
            }
        }
        bytes.append(&mut high);
        for pair in keys.windows(2) {
            number(pair[1].wrapping_sub(pair[0]), &mut bytes);
        }
        compress_to_vec(&bytes, EFFORT)
    }
}

/// Appends a number in as few groups of seven bits as it takes.
fn number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A block in memory.
#[derive(Debug)]
pub(crate) struct Block {
    codes: Box<[u8]>,
    /// Empty unless codes take two bytes.
    high: Box<[u8]>,
    /// Empty where positions have numbers.
    keys: Box<[u64]>,
}

impl Block {
    /// Unpacks a block of `count` values.
    pub(crate) fn unpacked(
        packed: &[u8],
        count: usize,
        is_wide: bool,
        first_key: Option<u64>,
    ) -> Result<Block, TableError> {
        const WRONG: TableError = TableError::Damaged("a block does not unpack");
        let most = count * (1 + usize::from(is_wide) + if first_key.is_some() { 10 } else { 0 });
        let mut bytes = decompress_to_vec_with_limit(packed, most).map_err(|_| WRONG)?;
        let of_codes = count * (1 + usize::from(is_wide));
        if bytes.len() < of_codes || (first_key.is_none() && bytes.len() > of_codes) {
            return Err(WRONG);
        }
        let keys = match first_key {
            Some(first) => keys(first, &bytes[of_codes..], count).ok_or(WRONG)?,
            None => Box::default(),
        };
        bytes.truncate(of_codes);
        let high = bytes.split_off(count);
        Ok(Block { codes: bytes.into(), high: high.into(), keys })
    }

    /// The code of the value at a place.
    #[inline]
    pub(crate) fn code(&self, place: usize) -> usize {
        let high = self.high.get(place).map_or(0, |&high| usize::from(high) << 8);
        usize::from(self.codes[place]) | high
    }

    /// The place of a key.
    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        self.keys.binary_search(&key).ok()
    }

    /// The key at a place, where there are any.
    pub(crate) fn key(&self, place: usize) -> Option<u64> {
        self.keys.get(place).copied()
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Block>() + self.codes.len() + self.high.len() + 8 * self.keys.len()
    }
}

/// Keys from their differences; `None` if these are not `count` ascending ones.
fn keys(first: u64, mut bytes: &[u8], count: usize) -> Option<Box<[u64]>> {
    let mut keys = Vec::with_capacity(count);
    let mut last = first;
    keys.push(first);
    while keys.len() < count {
        let (mut step, mut shift) = (0u64, 0);
        loop {
            let (&byte, rest) = bytes.split_first()?;
            bytes = rest;
            step |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        last = last.checked_add(step).filter(|_| step > 0)?;
        keys.push(last);
    }
    bytes.is_empty().then(|| keys.into())
}
