//! The estimate, compiled for what the processor has. One piece of plain code for all: the compiler makes vector
//! instructions of it, so that all sets of instructions say the same.

use super::judge::{Accumulators, Net};

/// Which instructions are used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instructions {
    /// Those of every processor of its kind: SSE2, NEON.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

impl Instructions {
    /// All that the processor has, the best first.
    pub(super) fn usable() -> Vec<Instructions> {
        let mut usable = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            usable.extend(x86::Avx512::detect().map(Instructions::Avx512));
            usable.extend(x86::Avx2::detect().map(Instructions::Avx2));
        }
        usable.push(Instructions::Portable);
        usable
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
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.judge::<N, C>(net, accumulators, side),
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Accumulators, Net};

    /// A token of this name: that it exists proves that the processor has these instructions.
    macro_rules! token {
        ($name:ident: $features:literal = $($feature:tt),+) => {
            #[doc = concat!("A token: that it exists proves that the processor has ", $features, ".")]
            #[derive(Clone, Copy, Debug)]
            pub(in crate::net) struct $name(());

            impl $name {
                /// The token, if the processor has the instructions.
                pub(super) fn detect() -> Option<Self> {
                    let has = $(is_x86_feature_detected!($feature))&&+;
                    has.then_some($name(()))
                }

                #[inline]
                pub(super) fn judge<const N: usize, const C: usize>(
                    self,
                    net: &Net,
                    accumulators: &mut Accumulators,
                    side: usize,
                ) -> i32 {
                    #[target_feature(enable = $features)]
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
        };
    }

    token!(Avx2: "avx2,bmi1,popcnt" = "avx2", "bmi1", "popcnt");
    // With the short vectors: the registers are twice as many.
    token!(Avx512: "avx512f,avx512bw,avx512vl,bmi1,popcnt" = "avx512f", "avx512bw", "avx512vl", "bmi1", "popcnt");
}
