//! The instructions that the processor has, detected at run time.
//!
//! What is hot (the endgame solver, the evaluation, the ranking of moves, the flips of a move that is
//! played) is written once as a [`Kernel`], generic over [`Isa`], and compiled for any processor, for
//! x86-64 with AVX2 and the bit-counting instructions, with parts of AVX-512 on top, and with its
//! count of bits in each lane, which not all processors with AVX-512 have. All visit the same tree. An
//! [`Isa`] is a token whose existence proves that its instructions may be used, which is all that the
//! `unsafe` of `x86` rests on.
//!
//! 4x4 uses the portable code only. On 6x6 a search without the variants takes 1.4 to 1.7 times as
//! long. A variant more on both boards adds a second or two to a cold build.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::LazyLock;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::board as portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as portable;

/// A set of instructions, as a zero-sized token.
pub(super) trait Isa: Copy + Send + 'static {
    /// As `board::line_ends`.
    fn line_ends(self, own: u64, opp: u64) -> u64;

    /// As `board::flips`.
    fn flips(self, square: u32, own: u64, opp: u64) -> u64;

    /// Runs a kernel, compiled for these instructions.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;
}

/// A piece of work that is compiled for each set of instructions. `run` should be `inline(always)`,
/// or it is compiled for any processor only.
pub(super) trait Kernel {
    /// The result.
    type Output;

    /// Runs it.
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// Any processor for which this was compiled.
#[derive(Clone, Copy, Debug)]
struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn line_ends(self, own: u64, opp: u64) -> u64 {
        portable::line_ends(own, opp)
    }
    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        portable::flips(square, own, opp)
    }
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// The side of the smallest board that vector code is compiled for.
const WITH_VECTORS: usize = 6;

/// The best instructions that the processor has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hardware {
    /// Any processor.
    Portable,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    /// x86-64 with AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
    /// x86-64 with AVX-512 and its count of bits in each lane.
    #[cfg(target_arch = "x86_64")]
    Avx512Counting(x86::Avx512Counting),
}

/// The best that this processor has, for the rules: [`Hardware::flips`].
static BEST: LazyLock<Hardware> = LazyLock::new(|| Hardware::best(8));

/// [`Isa::flips`] as a piece of work of its own.
struct Flips {
    square: u32,
    own: u64,
    opp: u64,
}

impl Kernel for Flips {
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u64 {
        isa.flips(self.square, self.own, self.opp)
    }
}

impl Hardware {
    /// The discs that turn when `own` moves to `square`, by the best instructions that this processor has.
    #[inline]
    pub(super) fn flips<const N: usize>(square: u32, own: u64, opp: u64) -> u64 {
        if const { N < WITH_VECTORS } {
            return portable::flips(square, own, opp);
        }
        BEST.run::<N, _>(Flips { square, own, opp })
    }

    /// The best that this processor has for a board of `side` x `side`.
    pub(super) fn best(side: usize) -> Hardware {
        Self::all(side).pop().unwrap_or(Hardware::Portable)
    }

    /// What this processor has for a board of `side` x `side`, the best last.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut, unused_variables))]
    pub(super) fn all(side: usize) -> Vec<Hardware> {
        let mut all = vec![Hardware::Portable];
        #[cfg(target_arch = "x86_64")]
        if side >= WITH_VECTORS {
            all.extend(x86::Avx2::detect().map(Hardware::Avx2));
            all.extend(x86::Avx512::detect().map(Hardware::Avx512));
            all.extend(x86::Avx512Counting::detect().map(Hardware::Avx512Counting));
        }
        all
    }

    /// Runs a kernel on a board of `N` x `N` with these instructions.
    #[inline]
    pub(super) fn run<const N: usize, K: Kernel>(self, kernel: K) -> K::Output {
        // Known to the compiler, which then generates nothing of the other arms.
        if const { N < WITH_VECTORS } {
            return Portable.run(kernel);
        }
        match self {
            Hardware::Portable => Portable.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Hardware::Avx2(isa) => isa.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Hardware::Avx512(isa) => isa.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Hardware::Avx512Counting(isa) => isa.run(kernel),
        }
    }
}
