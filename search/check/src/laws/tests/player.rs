//! What a player of the small game knows, and the same with one mistake each.

use plyglot_search::{
    Bounds, Describe, FrontierValue, Game, Knowledge, Meter, MoveList, Node, NodeKey, NullMove,
    RulesOnly, Score, Side, Window, random::mix,
};

use super::strip::*;

/// What a player of the strip knows.
#[derive(Clone, Default)]
pub(super) struct Player<const F: u8> {
    mood: i32,
    /// Cells claimed by the first player less those of the second, kept along the line.
    kept: i32,
}

impl<const F: u8> Player<F> {
    fn value(game: &Right) -> Score {
        crate::minimax::minimax(&mut game.clone(), &mut RulesOnly::default(), None)
    }
}

impl<const F: u8> Knowledge<Right> for Player<F> {
    const ANTISYMMETRIC: bool = true;
    const QUIESCENCE: bool = F == FORCED_NOT_ALL;

    fn evaluate(&mut self, game: &Right) -> i32 {
        self.mood += 1;
        match F {
            EVALUATES_FOR_FIRST => game.ahead(Side::First),
            EVALUATES_BEYOND => game.ahead(game.side) * 9000,
            EVALUATES_BY_MOOD => self.mood,
            KEPT_WRONG | KEPT_TOO_LONG => {
                if game.side == Side::First {
                    self.kept
                } else {
                    -self.kept
                }
            }
            _ => game.ahead(game.side),
        }
    }

    fn evaluate_and_see(&mut self, game: &Right, planes: &mut [u64]) -> Option<i32> {
        game.see(planes);
        if F == SEEN_OTHERWISE {
            planes[0] ^= 1;
        }
        Some(self.evaluate(game))
    }

    fn begin(&mut self, game: &Right) {
        let of = |side| game.cells.iter().filter(|&&cell| cell == Some(side)).count() as i32;
        self.kept = of(Side::First) - of(Side::Second);
    }

    fn played(&mut self, game: &Right, cell: u8, _undo: &<Right as Game>::Undo) {
        self.kept += match game.cells.get(usize::from(cell)) {
            Some(Some(Side::First)) => 1,
            // A mistake: what one's second cell in a row counts.
            Some(Some(Side::Second)) if F == KEPT_WRONG && game.side == Side::Second => 0,
            Some(Some(Side::Second)) => -1,
            _ => 0,
        };
    }

    fn undone(&mut self, game: &Right, cell: u8) {
        if F != KEPT_TOO_LONG && usize::from(cell) < CELLS {
            self.kept -= if game.side == Side::First { 1 } else { -1 };
        }
    }

    fn key_after(&self, game: &Right, cell: u8) -> Option<NodeKey> {
        let mut after = game.clone();
        let side = game.side;
        after.play(cell);
        if F == KEY_AFTER_WITHOUT_SIDE {
            after.side = side;
        }
        Some(self.key(&after))
    }

    fn expand(&mut self, game: &Right, _node: &Node, out: &mut MoveList<u8>) {
        if F == EXPAND_DROPS_BEST && game.cells[3].is_none() && game.claimed < CELLS - 1 {
            let rest = |&cell: &u8| cell != 3 && game.cells[cell as usize].is_none();
            (0..CELLS as u8).filter(rest).for_each(|cell| out.push(cell));
        } else if F != EXPAND_NOTHING {
            game.moves(out);
        }
        if F == EXPAND_ILLEGAL && game.claimed > 2 {
            (0..CELLS as u8)
                .filter(|&c| game.cells[c as usize].is_some())
                .for_each(|c| out.push(c));
        }
    }

    fn bounds(&mut self, game: &Right, _window: Window) -> Bounds {
        let open = game.open() - if F == BOUNDS_TOO_TIGHT { 1 } else { 0 };
        let ahead = game.ahead(game.side);
        Bounds { lower: Score::margin(ahead - open), upper: Score::margin(ahead + open) }
    }

    fn solve_leaf(
        &mut self,
        game: &Right,
        _window: Window,
        _depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        meter.count(1);
        if game.claimed + 3 < CELLS {
            return None;
        }
        let value = Self::value(game);
        Some(if F == LEAF_OFF { Score::from_raw(value.raw() + 2) } else { value })
    }

    fn search_frontier(&mut self, game: &Right, _window: Window) -> Option<FrontierValue> {
        let free = || (0..CELLS).filter(|&cell| game.cells[cell].is_none());
        let (most, ahead) = (free().map(|cell| WORTH[cell]).max()?, game.ahead(game.side));
        let answers = F == NONE || F == FRONTIER_OFF;
        // Who is so far ahead has won, which is no estimate.
        if !answers || ahead.abs() + 2 * most > game.open() {
            return None;
        }
        let points = ahead + most - if F == FRONTIER_OFF { 1 } else { 0 };
        Some(FrontierValue { points, children: free().count() as u32 })
    }

    fn key(&self, game: &Right) -> NodeKey {
        let (own, other) = (game.digits(true), game.mirrored().digits(true));
        match F {
            SYMMETRY_TOO_COARSE => NodeKey { hash: mix(game.digits(false)), symmetry: 0 },
            _ if own <= other => NodeKey { hash: mix(own), symmetry: 0 },
            _ => NodeKey { hash: mix(other), symmetry: 1 },
        }
    }

    fn to_canonical(&self, _game: &Right, cell: u8, symmetry: u8) -> u8 {
        if symmetry == 0 { cell } else { CELLS as u8 - 1 - cell }
    }

    fn bits_from_canonical(&self, _game: &Right, bits: u32, symmetry: u8) -> u32 {
        if symmetry == 0 || F == SYMMETRY_ONE_WAY {
            bits
        } else {
            (CELLS as u32 - 1).wrapping_sub(bits)
        }
    }

    fn noisy(&mut self, game: &Right, _node: &Node, out: &mut MoveList<u8>) {
        if game.cells[3].is_none() || F == NOISY_ILLEGAL {
            out.push(3);
        }
    }

    fn forced(&mut self, game: &Right) -> bool {
        game.cells[3].is_none()
    }

    fn null_move(&mut self, game: &mut Right, _node: &Node) -> Option<NullMove<(Side, u64, bool)>> {
        let undo = (game.side, game.way, game.passed);
        if F != NULL_KEEPS_TURN {
            game.side = game.side.other();
        }
        Some(NullMove::new(undo, 2))
    }

    fn undo_null(&mut self, game: &mut Right, (side, ..): (Side, u64, bool)) {
        if F != NULL_NOT_UNDONE {
            game.side = side;
        }
    }
}
