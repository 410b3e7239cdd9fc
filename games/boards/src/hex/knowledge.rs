//! What a player knows: which side is nearer to joining its edges, and on which cells that depends.

use plyglot_search::{
    Bounds, Candidate, Game, Knowledge, MoveList, Node, NodeKey, OrderingWeights, Score, SolveCost,
    SolvePlan, Window,
};

use super::bits::Cells;
use super::board::cells;
use super::paths::Paths;
use super::position::{HexOf, SWAP, key_of};

/// Points for one stone that is lacking; see [`plyglot_search::Describe::POINTS`].
pub(super) const POINTS: i32 = 24;

/// What the turn is worth: half a stone.
const TURN: i32 = POINTS / 2;

/// Compares the shortest connections, bridges counted as joined, and tries the cells on them first;
/// proves how soon either side can win at all; parries threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connections;

fn count<C: Cells>(set: C) -> i32 {
    set.count() as i32
}

impl<C: Cells> Knowledge<HexOf<C>> for Connections {
    const ANTISYMMETRIC: bool = true;

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 24, countermove: 12, history: 48, ..OrderingWeights::GAME_ONLY }
    }

    fn evaluate(&mut self, game: &HexOf<C>) -> i32 {
        compared(game, &game.both_paths())
    }

    fn evaluate_and_see(&mut self, game: &HexOf<C>, planes: &mut [u64]) -> Option<i32> {
        let paths = game.both_paths();
        game.fill(planes, &paths);
        Some(compared(game, &paths))
    }

    /// Where the opponent threatens to join its edges, only a parry is worth a try: anything else
    /// loses in two plies, and no move loses sooner. A win in one would have been seen
    /// by `bounds`.
    fn expand(&mut self, game: &HexOf<C>, _node: &Node, out: &mut MoveList<u8>) {
        let threats = game.completing(1 - game.index());
        let swaps = game.may_swap();
        if threats != C::EMPTY && game.completing(game.index()) == C::EMPTY && !swaps {
            cells(threats).for_each(|cell| out.push(cell));
            return;
        }
        let sides = game.both_paths();
        game.moves(out);
        for ranked in out.as_mut_slice() {
            if ranked.mv == SWAP {
                // Few openings are worse than the best reply to them.
                ranked.rank = 1_000;
                continue;
            }
            let on = |set: C| i32::from(set.has(ranked.mv));
            ranked.rank =
                sides.iter().map(|paths| 16 * on(paths.cells) + 6 * on(paths.detours)).sum();
        }
    }

    /// A side that lacks n stones takes n moves to place them, so the mover cannot win in fewer than 2n - 1
    /// plies nor lose in fewer than 2n.
    fn bounds(&mut self, game: &HexOf<C>, _window: Window) -> Bounds {
        let (own, other) = (game.index(), 1 - game.index());
        if game.completing(own) != C::EMPTY {
            return Bounds::exactly(Score::win_in(1));
        }
        if count(game.completing(other)) > 1 && !game.may_swap() {
            return Bounds::exactly(Score::loss_in(2));
        }
        let last = plies_left(game) as u32;
        let win = game.stones_missing(own).map(|stones| 2 * stones - 1);
        let loss = game.stones_missing(other).map(|stones| 2 * stones);
        Bounds {
            lower: loss.map_or(Score::win_in(last), Score::loss_in),
            upper: win.map_or(Score::loss_in(last), Score::win_in),
        }
    }

    /// A position and the one turned by half a turn are the same.
    fn key(&self, game: &HexOf<C>) -> NodeKey {
        let turned = game.stones.map(|set| game.shape.turned(set));
        let symmetry = u8::from(turned < game.stones);
        let hash = key_of(if symmetry == 0 { game.stones } else { turned });
        NodeKey { hash: hash ^ turn(game), symmetry }
    }

    fn to_canonical(&self, game: &HexOf<C>, cell: u8, symmetry: u8) -> u8 {
        if symmetry == 0 || cell == SWAP { cell } else { last(game) as u8 - cell }
    }

    fn bits_from_canonical(&self, game: &HexOf<C>, bits: u32, symmetry: u8) -> u32 {
        let stays = symmetry == 0 || bits == u32::from(SWAP);
        if stays { bits } else { last(game).wrapping_sub(bits) }
    }

    fn plies_left(&self, game: &HexOf<C>) -> Option<i32> {
        Some(plies_left(game))
    }

    /// From the start, boards of 4x4, 5x5 and 6x6 take 8.6 thousand, 758 thousand and 71 M nodes.
    fn solve_plan(&self, game: &HexOf<C>) -> SolvePlan {
        let cost = SolveCost::growing(20_000, 152, count(game.open()));
        SolvePlan { cost: Some(cost), ..SolvePlan::DEFAULT }
    }

    #[inline]
    fn futility(&self, _game: &HexOf<C>, node: &Node) -> Option<i32> {
        (node.depth <= 4).then(|| POINTS / 5 * node.depth)
    }

    /// Cells on no short connection come last, and most of the others are no better: near the horizon the first nine are
    /// enough.
    #[inline]
    fn prune(&self, _game: &HexOf<C>, node: &Node, candidate: &Candidate<u8>) -> bool {
        !node.pv && node.depth <= 5 && candidate.index > 8
    }

    #[inline]
    fn reduction(&self, _game: &HexOf<C>, node: &Node, candidate: &Candidate<u8>) -> i32 {
        plyglot_search::late_move_reduction(node.depth, candidate.index)
    }
}

/// What the connections of both sides say, from the side to move.
fn compared<C: Cells>(game: &HexOf<C>, paths: &[Paths<C>; 2]) -> i32 {
    let (own, other) = (&paths[game.index()], &paths[1 - game.index()]);
    // The more cells serve, the harder it is to take them all.
    let choice = (count(own.cells) - count(other.cells)).clamp(-POINTS / 3, POINTS / 3);
    POINTS * (other.stones - own.stones) + TURN + choice
}

/// The most plies to the end: all open cells, and a swap that may still come.
fn plies_left<C: Cells>(game: &HexOf<C>) -> i32 {
    let begins = game.swaps && count(game.stones[0]) < 2 && game.stones[1] == C::EMPTY;
    count(game.open()) + i32::from(begins)
}

/// The number of the last cell.
fn last<C: Cells>(game: &HexOf<C>) -> u32 {
    (game.size() * game.size() - 1) as u32
}

fn turn<C: Cells>(game: &HexOf<C>) -> u64 {
    [0, 0x7c15_9e37_4a7f_79b9][game.index()]
}
