//! Where two texts part: what a reader wants to see of two positions that should be the same.

/// The parts in which the `Debug` texts of two positions differ, cut at the fields' borders.
pub(super) fn parts<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b);
    let shared: usize = shared.map(|(c, _)| c.len_utf8()).sum();
    let start = one[..shared].rfind(BORDERS).map_or(0, |at| at + 1);
    let shared = one[start..].chars().rev().zip(other[start..].chars().rev());
    let shared: usize = shared.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let end = |text: &str| {
        let differs = (text.len() - shared).max(start);
        text[differs..].find(BORDERS).map_or(text.len(), |at| differs + at)
    };
    (one[start..end(one)].trim(), other[start..end(other)].trim())
}

/// What stands between the fields of a `Debug` text.
const BORDERS: [char; 5] = [',', '{', '}', '[', ']'];

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn texts_part_at_the_borders_of_fields() {
        let heap = "Heap { left: 12, side: First, way: [1, 2] }";
        assert_eq!(parts(heap, &heap.replace("12", "2")), ("left: 12", "left: 2"));
        assert_eq!(parts(heap, &heap.replace("First", "Second")), ("side: First", "side: Second"));
        assert_eq!(parts(heap, &heap.replace("1, 2]", "1, 3]")), ("2", "3"));
        assert_eq!(parts("a, b", "a, b, c"), ("b", "b, c"));
        assert_eq!(parts("ä", "ö"), ("ä", "ö"));
        assert_eq!(parts("same", "same"), ("same", "same"));
    }
}
