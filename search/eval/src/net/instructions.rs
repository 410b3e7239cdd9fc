//! The estimate, compiled for what the processor has. One piece of plain code for all: the compiler makes vector
//! instructions of it, so that all sets of instructions say the same.

use super::judge::{Accumulators, Net};

/// Which instructions are used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instructions {
    /// Those of every processor of its kind: SSE2, NEON.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
}

impl Instructions {
    /// The best that the processor has.
    pub(super) fn detected() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = x86::Avx2::detect() {
            return Instructions::Avx2(avx2);
        }
        Instructions::Portable
    }

    pub(super) fn portable() -> Instructions {
        Instructions::Portable
    }

    /// [`Net::judged`].
    #[inline]
    pub(super) fn judge<const N: usize, const C: usize>(
        self,
        net: &Net,
        accumulators: &mut Accumulators,
        side: usize,
    ) -> i32 {
        match self {
            Instructions::Portable => net.judged::<N, C>(accumulators, side),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.judge::<N, C>(net, accumulators, side),
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Accumulators, Net};

    /// A token: that it exists proves that the processor has AVX2, BMI1 and POPCNT.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Avx2(());

    impl Avx2 {
        /// The token, if the processor has the instructions.
        pub(super) fn detect() -> Option<Avx2> {
            let has = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("popcnt");
            has.then_some(Avx2(()))
        }

        #[inline]
        pub(super) fn judge<const N: usize, const C: usize>(
            self,
            net: &Net,
            accumulators: &mut Accumulators,
            side: usize,
        ) -> i32 {
            #[target_feature(enable = "avx2,bmi1,popcnt")]
            fn compiled<const N: usize, const C: usize>(
                net: &Net,
                own: &mut Accumulators,
                side: usize,
            ) -> i32 {
                net.judged::<N, C>(own, side)
            }
            // SAFETY: `self` was made by `detect`, so the processor has the instructions.
            unsafe { compiled::<N, C>(net, accumulators, side) }
        }
    }
}
