//! What a player knows: material first, then its placement.

use plyglot_search::{Candidate, Knowledge, MoveList, Node, late_move_reduction};

use super::board::{HOME, turned};
use super::position::{Draughts, Move};

/// Points for one man; see [`plyglot_search::Describe::POINTS`].
pub(super) const POINTS: i32 = 100;

/// A king, in points.
const KING: i32 = 130;
/// A man on the own back row, where the other side's men are crowned.
const GUARD: i32 = 6;
/// A piece on one of the eight squares in the middle.
const MIDDLE: i32 = 4;
/// A row that a man has advanced.
const ADVANCE: i32 = 2;
/// The material lead counts this many times more, divided by the number of pieces on the board: the
/// side that is ahead gains by exchanges.
const EXCHANGES: i32 = 2;

/// Counts men and kings, rows advanced, guards of the back row and the middle of the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

/// The eight squares in the middle: the inner two of four rows.
const CENTRE: u64 = 6 << first_of(2) | 6 << first_of(3) | 6 << first_of(4) | 6 << first_of(5);

/// The lowest bit of a row, counted from Black's side.
const fn first_of(row: u32) -> u32 {
    4 * row + row / 2
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

fn material(game: &Draughts, side: usize) -> i32 {
    let pieces = game.pieces[side];
    POINTS * count(pieces & !game.kings) + KING * count(pieces & game.kings)
}

/// What the placement of a side's pieces is worth.
fn placement(game: &Draughts, side: usize) -> i32 {
    let seen = |set| if side == 0 { set } else { turned(set) };
    let pieces = seen(game.pieces[side]);
    let men = pieces & !seen(game.kings);
    // A man counts once for each row that it has left behind.
    let advanced: i32 = (1..7).map(|number| count(men >> first_of(number))).sum();
    ADVANCE * advanced + GUARD * count(men & HOME[0]) + MIDDLE * count(pieces & CENTRE)
}

impl Knowledge<Draughts> for Judgement {
    const ANTISYMMETRIC: bool = true;
    const QUIESCENCE: bool = true;

    fn evaluate(&mut self, game: &Draughts) -> i32 {
        let (own, other) = (game.index(), 1 - game.index());
        let ahead = material(game, own) - material(game, other);
        let pieces = count(game.pieces[0] | game.pieces[1]).max(1);
        let placed = placement(game, own) - placement(game, other);
        ahead + EXCHANGES * ahead / pieces + placed
    }

    /// Where there is a capture, only captures are legal.
    fn noisy(&mut self, game: &Draughts, node: &Node, out: &mut MoveList<Move>) {
        if self.forced(game) {
            self.expand(game, node, out);
        }
    }

    fn forced(&mut self, game: &Draughts) -> bool {
        game.capturers() != 0
    }

    /// A quarter of a man for each ply; with a capture to make the estimate says little.
    #[inline]
    fn futility(&self, game: &Draughts, node: &Node) -> Option<i32> {
        (node.depth <= 5 && game.capturers() == 0).then(|| POINTS / 4 * node.depth)
    }

    #[inline]
    fn reduction(&self, _game: &Draughts, node: &Node, candidate: &Candidate<Move>) -> i32 {
        late_move_reduction(node.depth, candidate.index)
    }

    fn rank(&mut self, _game: &Draughts, mv: Move, _depth: i32) -> i32 {
        mv.captures() as i32
    }
}
