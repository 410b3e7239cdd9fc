//! Random numbers that are the same on every machine and in every version: what is drawn with them
//! (positions, samples, the order of runs) can be drawn again from its seed.

/// SplitMix64 (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators, 2014),
/// from its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `limit`; `None` if there is none. It is biased by `limit` in 2^64, which no
    /// measurement will ever show.
    #[inline]
    pub fn below(&mut self, limit: usize) -> Option<usize> {
        (limit > 0).then(|| (self.bits() % limit as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_the_same_everywhere() {
        let mut random = SplitMix(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.below(0), None);
        assert!((0..1000).all(|_| random.below(7).is_some_and(|number| number < 7)));
    }
}
