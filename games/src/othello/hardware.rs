//! The instructions that the processor has, found out at run time.
//!
//! What is hot (the endgame solver, the evaluation, the ranking of moves) is written once as a
//! [`Task`], generic over [`Isa`], and compiled twice: for any processor, and for x86-64 with AVX2
//! and the bit-counting instructions. Both visit the same tree. An [`Isa`] is a token whose
//! existence proves that its instructions may be used, which is all that the `unsafe` in this file
//! rests on.

use super::board;

/// A set of instructions, as a token of no size.
pub(super) trait Isa: Copy + Send + 'static {
    /// [`board::line_ends`].
    fn line_ends(self, own: u64, opp: u64) -> u64;

    /// [`board::flips`].
    fn flips(self, square: u32, own: u64, opp: u64) -> u64;

    /// Runs a task, compiled for these instructions.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// A piece of work that is compiled for each set of instructions. `run` should be `inline(always)`,
/// or it is compiled for any processor only.
pub(super) trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn line_ends(self, own: u64, opp: u64) -> u64 {
        board::line_ends(own, opp)
    }
    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        board::flips(square, own, opp)
    }
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// The best instructions that the processor has, or none but the portable ones.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hardware {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Hardware {
    /// What this processor has.
    pub(super) fn detect() -> Hardware {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = Avx2::detect() {
            return Hardware::Avx2(token);
        }
        Hardware::Portable
    }

    /// Runs a task with these instructions.
    #[inline]
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Hardware::Portable => Portable.run(task),
            #[cfg(target_arch = "x86_64")]
            Hardware::Avx2(isa) => isa.run(task),
        }
    }
}

#[cfg(target_arch = "x86_64")]
use x86::Avx2;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Isa, Task};
    use crate::othello::board::{HIGHER, LOWER};

    /// AVX2, BMI1, BMI2, LZCNT and POPCNT. Exists only where they do.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::othello) struct Avx2(());

    impl Avx2 {
        /// The token, if the processor has the instructions.
        pub(super) fn detect() -> Option<Avx2> {
            (is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt"))
            .then_some(Avx2(()))
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn line_ends(own: u64, opp: u64) -> u64 {
        const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
        let steps = _mm256_setr_epi64x(1, 8, 7, 9);
        let twice = _mm256_add_epi64(steps, steps);
        let own = _mm256_set1_epi64x(own as i64);
        let inner = _mm256_setr_epi64x(INNER, -1, INNER, INNER);
        let opp = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), inner);
        let mut up = _mm256_and_si256(opp, _mm256_sllv_epi64(own, steps));
        let mut down = _mm256_and_si256(opp, _mm256_srlv_epi64(own, steps));
        up = _mm256_or_si256(up, _mm256_and_si256(opp, _mm256_sllv_epi64(up, steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(opp, _mm256_srlv_epi64(down, steps)));
        let pairs_up = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, steps));
        let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
        for _ in 0..2 {
            up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
            down =
                _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
        }
        join(_mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps)))
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn flips(square: u32, own: u64, opp: u64) -> u64 {
        let load = |ray: &[u64; 4]| {
            _mm256_setr_epi64x(ray[0] as i64, ray[1] as i64, ray[2] as i64, ray[3] as i64)
        };
        let steps = _mm256_setr_epi64x(1, 8, 7, 9);
        let own = _mm256_set1_epi64x(own as i64);
        let opp = _mm256_set1_epi64x(opp as i64);
        let zero = _mm256_setzero_si256();
        let ones = _mm256_set1_epi64x(-1);
        // Towards higher bits: a carry runs over the opponent's discs to the first other square.
        let line = load(&HIGHER[square as usize & 63]);
        let through = _mm256_or_si256(opp, _mm256_xor_si256(line, ones));
        let end = _mm256_sub_epi64(through, ones);
        let end = _mm256_and_si256(_mm256_and_si256(end, line), own);
        let below = _mm256_add_epi64(end, ones);
        let higher =
            _mm256_and_si256(_mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below), line);
        // Towards lower bits: what is not the opponent's casts a shadow away from the square; what
        // the shadow leaves turns, if the shadow begins at an own disc.
        let line = load(&LOWER[square as usize & 63]);
        let twice = _mm256_add_epi64(steps, steps);
        let mut shadow = _mm256_andnot_si256(opp, line);
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, steps));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, twice));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, _mm256_add_epi64(twice, twice)));
        let first = _mm256_andnot_si256(_mm256_srlv_epi64(shadow, steps), shadow);
        let end = _mm256_and_si256(_mm256_and_si256(first, line), own);
        let open = _mm256_andnot_si256(shadow, line);
        let lower = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), open);
        join(_mm256_or_si256(higher, lower))
    }

    /// All four lanes in one.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn join(lanes: __m256i) -> u64 {
        let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run<T: Task>(isa: Avx2, task: T) -> T::Output {
        task.run(isa)
    }

    impl Isa for Avx2 {
        #[inline(always)]
        fn line_ends(self, own: u64, opp: u64) -> u64 {
            // SAFETY: the token `self` exists, so the processor has the instructions.
            unsafe { line_ends(own, opp) }
        }
        #[inline(always)]
        fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
            // SAFETY: as above.
            unsafe { flips(square, own, opp) }
        }
        #[inline(always)]
        fn run<T: Task>(self, task: T) -> T::Output {
            // SAFETY: as above.
            unsafe { run(self, task) }
        }
    }
}
