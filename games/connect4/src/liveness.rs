//! The key of a position, shared by positions that provably have the same value.
//!
//! A line of four cells is *live* while it could still be completed: its stones are all of one
//! colour. A stone on no live line is dead: its colour can never matter again. The value of a
//! position follows from the heights of its columns and from its live lines, so the key is made of
//! the heights and of the colours of live stones, and dead stones of either colour look alike. (C.
//! Steininger's solver c4, 2021, folds dead stones into the mover's colour, which allows for fewer
//! of them, since a colour that is made up may bring a line to life.) Of the position and its
//! mirror image, the smaller key is taken.
//!
//! A cell has four states then, so the key does not fit 64 bits and is a hash of two words: two
//! positions of different value share it with probability 2^-64.

use plyglot_search::NodeKey;

use super::board::Geometry;
use super::lines;
use super::position::{ConnectFour, spread};

impl<S: Geometry> ConnectFour<S> {
    /// Cells that lie on a line that either side could still complete.
    #[inline(always)]
    pub(super) fn live_cells(&self) -> u64 {
        let empties = self.empties();
        let stride = self.geometry.stride();
        lines::cells_of_fours(self.mine | empties, stride)
            | lines::cells_of_fours(self.theirs() | empties, stride)
    }

    /// The key under which the table stores the position.
    #[inline(always)]
    pub(super) fn live_key(&self) -> NodeKey {
        let board = self.geometry;
        let live = self.live_cells();
        let mine = self.mine & live | self.all.wrapping_add(board.floor());
        let theirs = self.theirs() & live;
        let plain = hash(mine, theirs);
        let mirrored = hash(board.mirror(mine), board.mirror(theirs));
        if mirrored < plain {
            NodeKey { hash: mirrored, symmetry: 1 }
        } else {
            NodeKey { hash: plain, symmetry: 0 }
        }
    }
}

#[inline(always)]
fn hash(mine: u64, theirs: u64) -> u64 {
    spread(spread(theirs).wrapping_add(mine))
}
