//! Random numbers that are the same on every machine and in every version: what is drawn with them
//! (positions, samples, the order of runs) can be drawn again from its seed. And the mixing of bits
//! that they are made by, for keys.
//!
//! Both are SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
//! generators", 2014): a counter that goes up by [`SplitMix::STEP`], and a finisher that mixes it.

/// Mixes: every bit of the value changes about half of the result's. A bijection, so that different
/// values stay different. It is the number that [`SplitMix`] draws first from this seed.
#[inline]
pub const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(SplitMix::STEP);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// SplitMix64, from its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// By how much the counter goes up: 2^64 over the golden ratio, made odd.
    pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(Self::STEP);
        bits
    }

    /// A number below `limit`; `None` if there is none. It is biased by `limit` in 2^64, which no
    /// measurement will ever show.
    #[inline]
    pub fn below(&mut self, limit: usize) -> Option<usize> {
        (limit > 0).then(|| (self.bits() % limit as u64) as usize)
    }

    /// One of the items; `None` if there is none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.below(items.len()).map(|place| items[place])
    }

    /// The items in random order (R. Durstenfeld, "Random permutation", 1964).
    pub fn shuffled<T>(&mut self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut items: Vec<_> = items.into_iter().collect();
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1).unwrap_or(last));
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_the_same_everywhere() {
        let mut random = SplitMix(0);
        // As S. Vigna's program of 2015 gives them.
        let first = [(); 3].map(|()| random.bits());
        assert_eq!(first, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
        assert_eq!(mix(SplitMix::STEP), first[1]);
        assert_eq!(random.below(0), None);
        assert_eq!(random.pick::<u8>(&[]), None);
        assert_eq!(random, SplitMix(SplitMix::STEP.wrapping_mul(3)), "nothing was drawn");
        assert_eq!(random.pick(&[7]), Some(7));
        assert!((0..1000).all(|_| random.below(7).is_some_and(|number| number < 7)));
    }

    #[test]
    fn shuffling_loses_nothing_and_gives_each_order_about_as_often() {
        assert!(SplitMix(1).shuffled([0; 0]).is_empty());
        let mut random = SplitMix(1);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..6000 {
            *counts.entry(random.shuffled(0..3)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.into_iter().all(|(mut order, count)| {
            order.sort_unstable();
            order == [0, 1, 2] && (900..1100).contains(&count)
        }));
    }
}
