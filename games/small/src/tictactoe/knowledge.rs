//! What a player knows: which rows can still be made, and how soon.

use plyglot_games_common::grid::squares;
use plyglot_search::{Bounds, Knowledge, MoveList, Node, NodeKey, OrderingWeights, Score, Window};

use super::position::{TicTacToe, key_of};

/// With more stones than this, positions are hardly ever symmetric to one that was searched, and the
/// cost of trying all symmetries is saved.
const SYMMETRIC_STONES: u32 = 8;

/// Counts open rows; proves from them how soon either side can win at all; parries threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows;

/// A row with n stones of one player and none of the other is worth this.
fn worth(stones: u32) -> i32 {
    if stones == 0 { 0 } else { 1 << (2 * stones.min(6) - 2) }
}

/// The fewest stones that complete a row for `own`, if any row is still open to it.
fn missing(game: &TicTacToe, own: u64, other: u64) -> Option<u32> {
    let open = game.shape.lines.iter().filter(|&line| line & other == 0);
    open.map(|line| (line & !own).count_ones()).min()
}

/// The squares on which `own` would complete a row.
fn completing(game: &TicTacToe, own: u64) -> u64 {
    let open = game.open();
    let gaps = game.shape.lines.iter().map(|line| line & !own);
    gaps.filter(|gap| gap.count_ones() == 1).fold(0, |all, gap| all | gap) & open
}

impl Rows {
    /// The key of the canonical image, and its symmetry.
    fn canonical_key(game: &TicTacToe) -> NodeKey {
        let symmetries = 0..game.shape.symmetries.len();
        let images = symmetries.map(|symmetry| (Self::image(game, symmetry), symmetry as u8));
        let (image, symmetry) = images.min().expect("a board has at least the identity");
        NodeKey { hash: key_of(image, game.side), symmetry }
    }

    fn image(game: &TicTacToe, symmetry: usize) -> [u64; 2] {
        let map = &game.shape.symmetries[symmetry];
        game.stones
            .map(|set| squares(set).fold(0, |image, square| image | 1 << map[square as usize]))
    }
}

impl Knowledge<TicTacToe> for Rows {
    const ANTISYMMETRIC: bool = true;

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 4, countermove: 2, history: 8, ..OrderingWeights::GAME_ONLY }
    }

    fn evaluate(&mut self, game: &TicTacToe) -> i32 {
        let (own, other) = game.own_and_other();
        let value = |line: &u64| match (line & own, line & other) {
            (mine, 0) => worth(mine.count_ones()),
            (0, theirs) => -worth(theirs.count_ones()),
            _ => 0,
        };
        game.shape.lines.iter().map(value).sum::<i32>().clamp(-9_999, 9_999)
    }

    /// Where the opponent threatens to complete a row, only a parry is worth a try: anything else
    /// loses in two plies, and no move loses sooner. A win in one would have been seen by `bounds`.
    fn expand(&mut self, game: &TicTacToe, node: &Node, out: &mut MoveList<u8>) {
        let (own, other) = game.own_and_other();
        let parries = completing(game, other);
        let moves = if parries != 0 && completing(game, own) == 0 { parries } else { game.open() };
        for square in squares(moves) {
            out.push_ranked(square, self.rank(game, square, node.depth));
        }
    }

    /// What the rows through the square are worth, to either side.
    fn rank(&mut self, game: &TicTacToe, square: u8, _depth: i32) -> i32 {
        let (own, other) = game.own_and_other();
        let value = |line: &u64| match (line & own, line & other) {
            (mine, 0) => 1 + 2 * worth(mine.count_ones()),
            (0, theirs) => 2 * worth(theirs.count_ones()),
            _ => 0,
        };
        game.shape.through[usize::from(square)].iter().map(value).sum()
    }

    /// A row that lacks j stones takes a side j moves, so the mover cannot win in fewer than
    /// 2j - 1 plies nor lose in fewer than 2j by rows that lack at least j; a side that has no row
    /// left, or no time for it, cannot win at all.
    fn bounds(&mut self, game: &TicTacToe, _window: Window) -> Bounds {
        let (own, other) = game.own_and_other();
        let plies = game.open().count_ones();
        let win = missing(game, own, other).map(|stones| 2 * stones - 1);
        let loss = missing(game, other, own).map(|stones| 2 * stones);
        let upper = win.filter(|&soonest| soonest <= plies).map_or(Score::DRAW, Score::win_in);
        let lower = loss.filter(|&soonest| soonest <= plies).map_or(Score::DRAW, Score::loss_in);
        if win == Some(1) { Bounds::exactly(upper) } else { Bounds { lower, upper } }
    }

    fn key(&self, game: &TicTacToe) -> NodeKey {
        let stones = game.stones[0].count_ones() + game.stones[1].count_ones();
        if stones > SYMMETRIC_STONES {
            return NodeKey { hash: key_of(game.stones, game.side), symmetry: 0 };
        }
        Self::canonical_key(game)
    }

    fn canonical(&self, game: &TicTacToe) -> u64 {
        Self::canonical_key(game).hash
    }

    fn to_canonical(&self, game: &TicTacToe, square: u8, symmetry: u8) -> u8 {
        game.shape.symmetries[usize::from(symmetry)][usize::from(square)]
    }

    fn bits_from_canonical(&self, game: &TicTacToe, bits: u32, symmetry: u8) -> u32 {
        let map = &game.shape.symmetries[usize::from(symmetry)];
        let found = map.iter().position(|&image| u32::from(image) == bits);
        found.map_or(bits, |square| square as u32)
    }

    fn plies_left(&self, game: &TicTacToe) -> Option<i32> {
        Some(game.open().count_ones() as i32)
    }
}
