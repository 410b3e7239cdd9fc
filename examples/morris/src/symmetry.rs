//! The sixteen symmetries of the board: four turns, mirrored or not, and the rings from inside out.

use crate::rules::points;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    turn: u8,
    mirrored: bool,
    inside_out: bool,
}

/// All, the one that leaves everything where it is first.
pub fn all() -> impl Iterator<Item = Symmetry> {
    (0..16).map(|number| Symmetry {
        turn: 2 * (number % 4),
        mirrored: number & 4 != 0,
        inside_out: number & 8 != 0,
    })
}

impl Symmetry {
    /// Where a point comes to stand.
    pub fn of_point(self, point: u8) -> u8 {
        let (ring, at) = (point / 8, point % 8);
        let ring = if self.inside_out { 2 - ring } else { ring };
        let at = if self.mirrored { (10 - at) % 8 } else { at };
        8 * ring + (at + self.turn) % 8
    }

    /// Where a set of points does.
    pub fn of(self, set: u32) -> u32 {
        points(set).fold(0, |image, point| image | 1 << self.of_point(point))
    }
}
