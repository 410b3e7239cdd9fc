//! What a player knows: how much room is left, and whose it is.

use plyglot_games_common::grid::{left_right, transposed, up_down};
use plyglot_search::{Bounds, Knowledge, MoveList, NodeKey, OrderingWeights, Side, Window};

use super::position::{Domineering, Domino, key_of};
use super::room::{self, Room};

/// Counts the dominoes that still fit and those that nobody can prevent; takes room from the other
/// side first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rooms;

/// Points for one domino; see [`plyglot_search::Describe::POINTS`].
pub(super) const POINTS: i32 = 16;

/// A symmetry, as bits: the board is turned over its diagonal first, then mirrored.
const TURNED_OVER: u8 = 4;
const LEFT_RIGHT: u8 = 1;
const UP_DOWN: u8 = 2;

/// Takes the square of a domino, which is `wide` and `high`, through the mirrors of a symmetry. The
/// domino's first square is its last one seen from the other end.
#[inline]
fn mirrored(square: u32, [columns, rows]: [u32; 2], [wide, high]: [u32; 2], symmetry: u8) -> u32 {
    let (mut across, mut up) = (square & 7, square >> 3);
    if symmetry & LEFT_RIGHT != 0 {
        across = (columns - wide).wrapping_sub(across) & 7;
    }
    if symmetry & UP_DOWN != 0 {
        up = (rows - high).wrapping_sub(up) & 7;
    }
    up << 3 | across
}

fn turned_over(square: u32) -> u32 {
    (square & 7) << 3 | square >> 3
}

/// The board and the domino of the side to move, as wide and high as they are in a symmetry.
fn sizes(game: &Domineering, symmetry: u8) -> [[u32; 2]; 2] {
    let board = [u32::from(game.columns), u32::from(game.rows)];
    let upright = game.side == Side::First || symmetry & TURNED_OVER != 0;
    [board, if upright { [1, 2] } else { [2, 1] }]
}

impl Knowledge<Domineering> for Rooms {
    const ANTISYMMETRIC: bool = true;

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 4, countermove: 2, history: 12 }
    }

    /// Dominoes that fit, in part, and those that are safe, in full. Half a domino is what the turn
    /// is worth.
    #[inline]
    fn evaluate(&mut self, game: &Domineering) -> i32 {
        let worth = |side| {
            let Room { most, safe, .. } = Room::of(game, side);
            let places = Domineering::places(game.free, side).count_ones() as i32;
            7 * most + 8 * safe + places
        };
        worth(game.side) - worth(game.side.other()) + POINTS / 2
    }

    #[inline]
    fn expand(&mut self, game: &Domineering, depth: i32, out: &mut MoveList<Domino>) {
        let mut places = Domineering::places(game.free, game.side);
        while places != 0 {
            let domino = Domino(places.trailing_zeros() as u8);
            places &= places - 1;
            out.push_ranked(domino, self.rank(game, domino, depth));
        }
    }

    /// Places taken from the other side, less those taken from oneself, which weigh less.
    #[inline]
    fn rank(&mut self, game: &Domineering, domino: Domino, _depth: i32) -> i32 {
        let squares = Domineering::squares_of(domino, game.side);
        let lost = |side| {
            let blocked = squares | squares >> Domineering::stride(side);
            (Domineering::places(game.free, side) & blocked).count_ones() as i32
        };
        3 * lost(game.side.other()) - 2 * lost(game.side)
    }

    #[inline]
    fn bounds(&mut self, game: &Domineering, _window: Window) -> Bounds {
        room::bounds(game)
    }

    /// Mirror images share an entry. On a square board those with the players exchanged do as well:
    /// a position is looked at as if whoever is to move laid upright.
    #[inline]
    fn key(&self, game: &Domineering) -> NodeKey {
        let mut free = game.free;
        let (mut symmetry, mut side) = (0, game.side);
        if side == Side::Second && game.columns == game.rows {
            (free, symmetry, side) = (transposed(free), TURNED_OVER, Side::First);
        }
        let sideways = left_right(free, game.columns);
        let down = |set| up_down(set, game.rows);
        let images = [free, sideways, down(free), down(sideways)];
        let mut best = (free, 0);
        for (mirrors, image) in (0..).zip(images) {
            if image < best.0 {
                best = (image, mirrors);
            }
        }
        NodeKey { hash: key_of(best.0, side), symmetry: symmetry | best.1 }
    }

    #[inline]
    fn to_canonical(&self, game: &Domineering, domino: Domino, symmetry: u8) -> Domino {
        let square = u32::from(domino.0);
        let square = if symmetry & TURNED_OVER != 0 { turned_over(square) } else { square };
        let [board, size] = sizes(game, symmetry);
        Domino(mirrored(square, board, size, symmetry) as u8)
    }

    #[inline]
    fn bits_from_canonical(&self, game: &Domineering, bits: u32, symmetry: u8) -> u32 {
        if bits >= 64 {
            return bits;
        }
        let [board, size] = sizes(game, symmetry);
        let square = mirrored(bits, board, size, symmetry);
        if symmetry & TURNED_OVER != 0 { turned_over(square) } else { square }
    }

    fn plies_left(&self, game: &Domineering) -> Option<i32> {
        let [first, second] = [Side::First, Side::Second].map(|side| Room::of(game, side).most);
        Some(2 * first.min(second) + 1)
    }
}
