//! Numbers that tell whether two searches mean the same.

use plyglot_search::hash::Fnv;

/// A hash over several texts and numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fingerprint(Fnv);

impl Fingerprint {
    /// Of nothing but the version of this crate.
    pub(crate) fn new() -> Self {
        Fingerprint(Fnv::default()).text(env!("CARGO_PKG_VERSION"))
    }

    /// With a text, which is told apart from the next one.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.part(text.as_bytes());
        self
    }

    /// With a number.
    pub(crate) fn number(mut self, number: u64) -> Self {
        self.0.number(number);
        self
    }

    /// The resulting number.
    pub(crate) fn value(self) -> u64 {
        self.0.0
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
