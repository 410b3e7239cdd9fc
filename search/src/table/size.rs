//! Sizes as people write and read them: `64M`, `1G`, `512K`, `4096`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The units, in powers of 1024, largest last.
const UNITS: [char; 5] = ['B', 'K', 'M', 'G', 'T'];

/// The size of a table in bytes, written as a whole number with an optional unit: `K`, `M`, `G` or
/// `T`, each 1024 times the one before, in either case, and optionally followed by `B` or `iB`.
///
/// ```
/// use plyglot_search::table::HashSize;
///
/// let size: HashSize = "64M".parse()?;
/// assert_eq!(size.bytes(), 64 << 20);
/// assert_eq!("1 GiB".parse::<HashSize>()?.to_string(), "1G");
/// # Ok::<(), plyglot_search::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HashSize(usize);

impl HashSize {
    /// A size of this number of bytes.
    pub const fn of_bytes(bytes: usize) -> HashSize {
        HashSize(bytes)
    }

    /// How many bytes that is.
    pub const fn bytes(self) -> usize {
        self.0
    }
}

/// Why a text is not a size.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SizeError {
    /// There is no number to begin with.
    #[error("`{0}` is not a size: write a whole number and a unit, such as 64M or 1G")]
    NoNumber(String),
    /// The unit is not known.
    #[error("`{unit}` is not a unit of size: use K, M, G or T")]
    Unit {
        /// What stands where the unit should.
        unit: String,
    },
    /// The size is zero.
    #[error("a size of zero")]
    Zero,
    /// More bytes than this machine can address.
    #[error("`{0}` is more than this machine can address")]
    Overflow(String),
}

impl FromStr for HashSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let text = text.trim();
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        if number.is_empty() {
            return Err(SizeError::NoNumber(text.to_owned()));
        }
        let overflow = || SizeError::Overflow(text.to_owned());
        let shift = shift_of(unit.trim_start())?;
        // Only digits are left, so that the number can fail to parse in one way alone.
        let number: usize = number.parse().map_err(|_| overflow())?;
        let bytes = number.checked_mul(1usize.checked_shl(shift).ok_or_else(overflow)?);
        match bytes.ok_or_else(overflow)? {
            0 => Err(SizeError::Zero),
            bytes => Ok(HashSize(bytes)),
        }
    }
}

/// The power of two that a unit stands for.
fn shift_of(unit: &str) -> Result<u32, SizeError> {
    let unknown = || SizeError::Unit { unit: unit.to_owned() };
    let mut letters = unit.chars();
    let Some(first) = letters.next() else { return Ok(0) };
    let rest = letters.as_str();
    let power = UNITS.iter().position(|u| u.eq_ignore_ascii_case(&first)).ok_or_else(unknown)?;
    let known = if power == 0 {
        rest.is_empty()
    } else {
        rest.is_empty() || rest.eq_ignore_ascii_case("b") || rest.eq_ignore_ascii_case("ib")
    };
    if known { Ok(10 * power as u32) } else { Err(unknown()) }
}

/// The shortest form that reads back as the same size.
impl fmt::Display for HashSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = (self.0.trailing_zeros() / 10).min(UNITS.len() as u32 - 1);
        match power {
            0 => out.pad(&self.0.to_string()),
            _ if self.0 == 0 => out.pad("0"),
            _ => out.pad(&format!("{}{}", self.0 >> (10 * power), UNITS[power as usize])),
        }
    }
}

/// A size for a person to read, rounded down to one decimal: `22.3 GiB`.
pub(super) fn readable(bytes: u64) -> String {
    let power = (bytes.max(1).ilog2() / 10).min(UNITS.len() as u32 - 1);
    let unit = UNITS[power as usize];
    match power {
        0 if bytes == 1 => "1 byte".to_owned(),
        0 => format!("{bytes} bytes"),
        _ => {
            let whole = bytes >> (10 * power);
            let rest = (bytes & ((1 << (10 * power)) - 1)) >> (10 * (power - 1));
            match rest * 10 / 1024 {
                0 => format!("{whole} {unit}iB"),
                tenths => format!("{whole}.{tenths} {unit}iB"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<usize, SizeError> {
        text.parse().map(HashSize::bytes)
    }

    #[test]
    fn sizes_are_read_with_every_unit() {
        let good = [
            ("4096", 4096),
            ("1b", 1),
            ("512K", 512 << 10),
            ("64M", 64 << 20),
            ("64m", 64 << 20),
            ("64MB", 64 << 20),
            (" 64 MiB ", 64 << 20),
            ("1G", 1 << 30),
            ("3gib", 3 << 30),
        ];
        for (text, bytes) in good {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_size_is_named() {
        for text in ["", "  ", "M", "-1M", "+1M", "x", ".5G"] {
            assert_eq!(parse(text), Err(SizeError::NoNumber(text.trim().to_owned())), "{text}");
        }
        for (text, unit) in [("1X", "X"), ("1.5G", ".5G"), ("1 Mb/s", "Mb/s"), ("64M M", "M M")] {
            assert_eq!(parse(text), Err(SizeError::Unit { unit: unit.to_owned() }), "{text}");
        }
        assert_eq!(parse("1é"), Err(SizeError::Unit { unit: "é".to_owned() }));
        for text in ["0", "0M", "000"] {
            assert_eq!(parse(text), Err(SizeError::Zero), "{text}");
        }
        for text in ["99999999999T", "16777216T", "18446744073709551616", "99999999999999999999999"]
        {
            assert_eq!(parse(text), Err(SizeError::Overflow(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_size_is_written_in_the_largest_unit_that_divides_it() {
        let written = [(0, "0"), (1, "1"), (4097, "4097"), (1 << 20, "1M"), (1536 << 10, "1536K")];
        for (bytes, text) in written {
            assert_eq!(HashSize::of_bytes(bytes).to_string(), text);
        }
        // With 32 bits there are no such sizes.
        for (power, text) in [(40, "1T"), (50, "1024T"), (60, "1048576T")] {
            let Some(bytes) = 1usize.checked_shl(power) else { continue };
            assert_eq!(HashSize::of_bytes(bytes).to_string(), text);
        }
    }

    #[test]
    fn people_read_sizes_with_one_decimal() {
        let shown = [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1023, "1023 bytes"),
            (1024, "1 KiB"),
            (1536, "1.5 KiB"),
            ((22 << 30) + (400 << 20), "22.3 GiB"),
            (u64::MAX, "16777215.9 TiB"),
        ];
        for (bytes, text) in shown {
            assert_eq!(readable(bytes), text);
        }
    }

    proptest! {
        #[test]
        fn a_printed_size_reads_back_as_itself(bytes in 1usize.., shift in 0..usize::BITS * 3 / 4) {
            let bytes = (bytes >> shift << shift).max(1);
            prop_assert_eq!(parse(&HashSize::of_bytes(bytes).to_string()), Ok(bytes));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[0-9 ]{0,21}[a-zA-Z\\PC]{0,4}") {
            let _ = parse(&text);
        }
    }
}
