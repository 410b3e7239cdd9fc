//! The leaf solver compiled for newer processors: its code is the same, but counts bits, isolates and clears the lowest
//! one by single instructions. Worth 6 to 8 % of a solve. (Four directions in the lanes of a vector were worth 3 % more
//! on top, which another way of writing every rule did not seem.)

use super::board::Geometry;
use super::endgame::{Solver, Unsolved};
use plyglot_search::Meter;

/// What the leaf solver's recursion is compiled for.
pub(super) trait Isa: Copy {
    /// [`Solver::visit`], compiled for it.
    fn visit<S: Geometry>(
        self,
        solver: &mut Solver,
        position: &Unsolved<S>,
        window: (i32, i32),
        meter: &mut Meter<'_>,
    ) -> i32;
}

/// Every processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Isa for Portable {
    fn visit<S: Geometry>(
        self,
        solver: &mut Solver,
        position: &Unsolved<S>,
        window: (i32, i32),
        meter: &mut Meter<'_>,
    ) -> i32 {
        solver.visit(self, position, window, meter)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Geometry, Isa, Meter, Solver, Unsolved};

    /// BMI1, BMI2, LZCNT and POPCNT, with the vectors that all processors with these have.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Bits(());

    impl Bits {
        /// The token, if the processor has the instructions.
        pub(in super::super) fn detect() -> Option<Bits> {
            (is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt"))
            .then_some(Bits(()))
        }
    }

    impl Isa for Bits {
        #[inline(always)]
        fn visit<S: Geometry>(
            self,
            solver: &mut Solver,
            position: &Unsolved<S>,
            window: (i32, i32),
            meter: &mut Meter<'_>,
        ) -> i32 {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn compiled<S: Geometry>(
                isa: Bits,
                solver: &mut Solver,
                position: &Unsolved<S>,
                window: (i32, i32),
                meter: &mut Meter<'_>,
            ) -> i32 {
                solver.visit(isa, position, window, meter)
            }
            // SAFETY: `self` was made by `detect`, so the processor has the instructions.
            unsafe { compiled(self, solver, position, window, meter) }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::Bits;

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::board::AnySize;
    use super::super::position::ConnectFour;
    use super::*;

    #[test]
    fn both_compiled_solvers_visit_the_same_positions() {
        let Some(bits) = Bits::detect() else { return };
        for (width, height) in [(4, 4), (5, 4), (4, 5)] {
            let game = ConnectFour::new(AnySize::new(width, height).unwrap());
            let position = Unsolved { game, threats: game.threats(), hash: None };
            for margin in -3..=3 {
                let window = (margin - 1, margin);
                let (mut plain, mut counted) = (Solver::default(), Solver::default());
                let (mut one, mut other) = (Meter::new(), Meter::new());
                let value = Portable.visit(&mut plain, &position, window, &mut one);
                assert_eq!(bits.visit(&mut counted, &position, window, &mut other), value);
                assert_eq!(one.nodes(), other.nodes());
                assert_eq!(value >= margin, margin <= 0, "{width}x{height} is a draw");
            }
        }
    }
}
