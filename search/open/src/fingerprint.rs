//! Numbers that tell whether two searches mean the same.

/// A hash over several texts and numbers that is the same on every machine and in every build (FNV-1a,
/// 64 bits: G. Fowler, L. C. Noll, K.-P. Vo, 1991).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// Of nothing but the version of this crate.
    pub(crate) fn new() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325).text(env!("CARGO_PKG_VERSION"))
    }

    /// With a text, which is told apart from the next one.
    pub(crate) fn text(self, text: &str) -> Self {
        text.bytes().fold(self, Fingerprint::byte).number(text.len() as u64)
    }

    /// With a number.
    pub(crate) fn number(self, number: u64) -> Self {
        number.to_le_bytes().into_iter().fold(self, Fingerprint::byte)
    }

    /// The resulting number.
    pub(crate) fn value(self) -> u64 {
        self.0
    }

    fn byte(self, byte: u8) -> Self {
        Fingerprint((self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart_where_they_are_cut() {
        let of = |texts: [&str; 2]| Fingerprint::new().text(texts[0]).text(texts[1]).value();
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
        assert_ne!(of(["", "a"]), of(["a", ""]));
        assert_eq!(of(["a", "b"]), of(["a", "b"]));
    }
}
