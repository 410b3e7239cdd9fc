//! Values of options as people write them: sizes (`64M`), times (`500ms`), counts.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use plyglot_search::Config;
use plyglot_search::table::HashSize;

/// A size in bytes. A bare number is refused: 64 is meant as 64M, not as 64 bytes.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    if let Some(number) = bare(text) {
        return Err(format!("a unit is needed, such as {number}M ({number} MiB) or {number}G"));
    }
    text.parse::<HashSize>().map(HashSize::bytes).map_err(|error| error.to_string())
}

/// The number above zero that the text is, if that is all.
fn bare(text: &str) -> Option<&str> {
    let text = text.trim();
    text.parse::<f64>().is_ok_and(|number| number.is_finite() && number > 0.0).then_some(text)
}

/// A whole number that is not zero.
pub(crate) fn at_least_one<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    match text.parse() {
        Ok(number) if number != T::default() => Ok(number),
        Ok(_) => Err("at least 1 is needed".into()),
        Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() => {
            Err("the number is too large".into())
        }
        Err(_) => Err("a whole number of at least 1 is needed".into()),
    }
}

/// A number of threads that an engine can have.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    within(text, 1..=Config::MAX_THREADS)
}

/// A whole number of this range.
pub(crate) fn within<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!("a whole number from {} to {} is needed", range.start(), range.end())
    })
}

/// A seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    within(text, 0..=u64::MAX)
}

/// The name of a file.
pub(crate) fn file(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("the name of a file is needed".into()) } else { Ok(text.into()) }
}

/// Consecutive whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range<T> {
    /// The first.
    pub(crate) first: T,
    /// The last, not below the first.
    pub(crate) last: T,
}

impl<T> IntoIterator for Range<T>
where
    RangeInclusive<T>: Iterator<Item = T>,
{
    type Item = T;
    type IntoIter = RangeInclusive<T>;

    fn into_iter(self) -> RangeInclusive<T> {
        self.first..=self.last
    }
}

/// A number or a range: `4` or `2..6`. Zero is refused.
pub(crate) fn range<T>(text: &str) -> Result<Range<T>, String>
where
    T: FromStr + Default + PartialOrd + Copy,
{
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (at_least_one(first)?, at_least_one(last)?);
    if first > last {
        return Err("the first number is larger than the last".into());
    }
    Ok(Range { first, last })
}

/// A time: a number and a unit, or several of them (`1h 30m`). A bare number is refused: of seconds or of
/// milliseconds?
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    if let Some(number) = bare(text) {
        return Err(format!(
            "a unit is needed, such as {number}s ({number} seconds) or {number}ms"
        ));
    }
    let text = text.trim().to_ascii_lowercase();
    let time = humantime::parse_duration(&text)
        .map_err(|_| "a number and a unit are needed, such as 500ms, 10s or 2m")?;
    if time.is_zero() { Err("more than zero is needed".into()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_binary_and_need_a_unit() {
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("1g"), Ok(1 << 30));
        assert_eq!(size("3 MiB"), Ok(3 << 20));
        assert_eq!(size("16kB"), Ok(16 << 10));
        for bad in ["", "64", "M", "-1M", "1X", "0M", "1e9M", "99999999999T", "1.2.3M"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn counts_start_at_one() {
        assert_eq!(at_least_one::<u32>("12"), Ok(12));
        for bad in ["0", "-3", "x", "", "4294967296", "1.5"] {
            assert!(at_least_one::<u32>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn threads_are_within_what_an_engine_can_have() {
        assert_eq!([threads("1"), threads("1024")], [Ok(1), Ok(1024)]);
        for bad in ["0", "1025", "-1", "x", "", "1.5"] {
            assert_eq!(
                threads(bad),
                Err("a whole number from 1 to 1024 is needed".into()),
                "{bad}"
            );
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        let numbers = |text| range::<u16>(text).map(|range| range.into_iter().collect());
        assert_eq!(numbers("2..4"), Ok(vec![2, 3, 4]));
        assert_eq!(numbers("7"), Ok(vec![7]));
        for bad in ["", "0", "4..2", "0..2", "2..", "..", "2...4", "-1", "99999", "x"] {
            assert!(numbers(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_need_a_unit() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(time(" 2.5 S "), Ok(Duration::from_millis(2500)));
        assert_eq!(time("250us"), Ok(Duration::from_micros(250)));
        assert_eq!(time("5M"), Ok(Duration::from_secs(300)));
        assert_eq!(time("1h 30min"), Ok(Duration::from_secs(5400)));
        let asked = |number: &str| time(number).expect_err("no unit");
        assert_eq!(asked("5"), "a unit is needed, such as 5s (5 seconds) or 5ms");
        assert_eq!(
            size("64").expect_err("no unit"),
            "a unit is needed, such as 64M (64 MiB) or 64G"
        );
        assert!(asked("1.5").contains("1.5s"));
        for bad in ["", "s", "-1s", "0s", "0", "-5", "1h 30", "10x", "99999999999999999999999h"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }
}
