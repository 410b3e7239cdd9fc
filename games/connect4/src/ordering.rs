//! Which of the moves that do not lose at once looks best.

use super::board::Geometry;
use super::position::{Cell, ConnectFour};

/// How much history counts: a cell that always cut off is worth as much as a threat.
pub(super) const HISTORY: i32 = 64;
const THREAT: i32 = 64;
const THREAT_AT_HAND: i32 = 16;
const LINE: i32 = 6;
const NEARER: i32 = 8;
const REPLY: i32 = 6;

/// Below the rank of every move that is worth a look.
pub(super) const LAST: i32 = -1 << 16;

/// Ranks a safe move onto `cell` by what the mover has after it: its `threats`, above all those
/// that the opponent has to keep from playing below; how many lines run through the cell and how
/// near the centre it is; how few safe moves are left to the opponent. (Counting threats is P.
/// Pons', "Solving Connect 4", part 10; the weights were found by trial.)
#[inline(always)]
pub(super) fn rank<S: Geometry>(game: &ConnectFour<S>, mv: Cell, cell: u64, threats: u64) -> i32 {
    let board = game.geometry;
    let child = game.after(cell);
    let count = |cells: u64| cells.count_ones() as i32;
    let centre = mv.column().min(board.width() - 1 - mv.column()) as i32;
    THREAT * count(threats)
        + THREAT_AT_HAND * count(threats & child.playable() << 1)
        + LINE * board.lines_through(mv.place())
        + NEARER * centre
        - REPLY * count(child.safe(threats))
}
