//! The numbers of all patterns of a position, as a vector.
//!
//! An empty square is the digit 0, one of the side to move 1, the other side's 2. The numbers are sums over the
//! squares, so they are added up from tables for each group of four squares, and a move changes them by a
//! few vectors more. Plain arithmetic of 16 bits, which the compiler turns into vector instructions.

use std::sync::OnceLock;

use super::patterns::{PLACES, patterns};

/// How many places patterns have.
pub(super) const LANES: usize = {
    let (mut sum, mut pattern) = (0, 0);
    while pattern < PLACES.len() {
        sum += PLACES[pattern];
        pattern += 1;
    }
    sum
};

/// The same as whole vectors.
const WIDTH: usize = LANES.next_multiple_of(16);

/// The numbers of all patterns, place by place, from one side's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(super) [u16; WIDTH]);

/// What each square adds to the numbers.
struct Parts {
    square: [Lanes; 64],
    /// For each four squares and each set of them.
    four: [[Lanes; 16]; 16],
}

fn parts() -> &'static Parts {
    static SHARED: OnceLock<Box<Parts>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let none = Lanes([0; WIDTH]);
        let mut parts = Box::new(Parts { square: [none; 64], four: [[none; 16]; 16] });
        let places = patterns().iter().flat_map(|pattern| pattern.places());
        for (lane, cells) in places.enumerate() {
            for (digit, &cell) in cells.iter().enumerate() {
                parts.square[usize::from(cell)].0[lane] = 3u16.pow(digit as u32);
            }
        }
        for four in 0..16 {
            for set in 0..16 {
                let mut sum = none;
                for square in (0..4).filter(|square| set >> square & 1 == 1) {
                    sum.add(&parts.square[4 * four + square], 1);
                }
                parts.four[four][set] = sum;
            }
        }
        parts
    })
}

impl Lanes {
    /// The numbers of a position.
    #[inline(always)]
    pub(crate) fn of(own: u64, opp: u64) -> Lanes {
        let parts = parts();
        let mut lanes = Lanes([0; WIDTH]);
        for four in 0..16 {
            let of_own = &parts.four[four][(own >> (4 * four) & 15) as usize];
            let of_opp = &parts.four[four][(opp >> (4 * four) & 15) as usize];
            for lane in 0..WIDTH {
                let sum = of_own.0[lane].wrapping_add(of_opp.0[lane] << 1);
                lanes.0[lane] = lanes.0[lane].wrapping_add(sum);
            }
        }
        lanes
    }

    /// After a move of the side from whose point of view the numbers are, and stay.
    #[inline(always)]
    pub(crate) fn after_own(&self, square: u32, flips: u64) -> Lanes {
        let parts = parts();
        let mut lanes = *self;
        lanes.add(&parts.square[square as usize & 63], 1);
        let mut rest = flips;
        while rest != 0 {
            // From 2 to 1.
            lanes.add(&parts.square[rest.trailing_zeros() as usize & 63], u16::MAX);
            rest &= rest - 1;
        }
        lanes
    }

    /// After a move of the other side.
    #[inline(always)]
    pub(crate) fn after_other(&self, square: u32, flips: u64) -> Lanes {
        let parts = parts();
        let mut lanes = *self;
        lanes.add(&parts.square[square as usize & 63], 2);
        let mut rest = flips;
        while rest != 0 {
            lanes.add(&parts.square[rest.trailing_zeros() as usize & 63], 1);
            rest &= rest - 1;
        }
        lanes
    }

    #[inline(always)]
    fn add(&mut self, other: &Lanes, times: u16) {
        for lane in 0..WIDTH {
            self.0[lane] = self.0[lane].wrapping_add(other.0[lane].wrapping_mul(times));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::flips;

    #[test]
    fn every_pattern_has_its_places() {
        let places: Vec<usize> = patterns().iter().map(|one| one.places().len()).collect();
        assert_eq!(places, PLACES);
        assert_eq!(LANES, 46);
    }

    #[test]
    fn a_move_changes_the_numbers_to_those_of_the_next_position() {
        let (own, opp) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let first = flips(19, own, opp);
        assert_ne!(first, 0, "d3 is a move");
        let (own, opp, before) = (own ^ first ^ 1 << 19, opp ^ first, Lanes::of(own, opp));
        let after = before.after_own(19, first);
        assert_eq!(after, Lanes::of(own, opp));
        let second = flips(18, opp, own);
        assert_ne!(second, 0, "c3 is a reply");
        let (own, opp) = (own ^ second, opp ^ second ^ 1 << 18);
        assert_eq!(after.after_other(18, second), Lanes::of(own, opp));
    }
}
