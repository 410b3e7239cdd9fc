//! How much of a range of addresses Linux has put on huge pages, from `/proc/self/smaps`.
//!
//! The system may refuse huge pages one by one, so what was asked for does not say what was given.
//! Reading takes about a millisecond; nothing but reports and measurements should.

use std::ops::Range;

/// Bytes of the range that lie on huge pages; `None` if the system does not tell.
///
/// The system counts by mapping, and may have joined the range's with one next to it: then the
/// count is an upper bound.
pub(super) fn huge_bytes(range: Range<usize>) -> Option<usize> {
    counted(&std::fs::read_to_string("/proc/self/smaps").ok()?, range)
}

fn counted(smaps: &str, range: Range<usize>) -> Option<usize> {
    let mut within = false;
    let mut huge = None;
    for line in smaps.lines() {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next() else { continue };
        if let Some((start, end)) = first.split_once('-') {
            let number = |text| usize::from_str_radix(text, 16).ok();
            within = number(start)? < range.end && range.start < number(end)?;
        } else if within && first == "AnonHugePages:" {
            let kib: usize = words.next()?.parse().ok()?;
            huge = Some(huge.unwrap_or(0) + (kib << 10));
        }
    }
    huge.map(|huge| huge.min(range.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMAPS: &str = "\
00400000-00800000 rw-p 00000000 00:00 0 \n\
Size:               4096 kB\nAnonHugePages:      4096 kB\nVmFlags: rd wr mr mw me ac sd hg \n\
00800000-00c00000 rw-p 00000000 00:00 0   [heap]\n\
Size:               4096 kB\nAnonHugePages:      2048 kB\nVmFlags: rd wr mr mw me ac sd hg \n";

    #[test]
    fn the_mappings_that_touch_the_range_count() {
        assert_eq!(counted(SMAPS, 0x400000..0x800000), Some(4 << 20));
        assert_eq!(counted(SMAPS, 0x800000..0xc00000), Some(2 << 20));
        assert_eq!(counted(SMAPS, 0x600000..0xc00000), Some(6 << 20));
        assert_eq!(counted(SMAPS, 0x400000..0x401000), Some(4096));
        assert_eq!(counted(SMAPS, 0xc00000..0xd00000), None);
        assert_eq!(counted("", 0..1), None);
        assert_eq!(counted(&SMAPS.replace("AnonHugePages", "Other"), 0x400000..0x800000), None);
    }
}
