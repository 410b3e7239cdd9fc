//! Mixing of 64 bits: every bit of the input changes about half of the output's. The finisher of
//! SplitMix64 (G. Steele, D. Lea, C. Flood 2014, *Fast splittable pseudorandom number generators*),
//! a bijection, so that different inputs stay different.

/// Mixes.
#[inline]
pub const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
