//! What a player knows: which boxes can be taken, when taking them is best, and which side will have to
//! open the first chain.

use plyglot_search::{
    Bounds, Candidate, Knowledge, MoveList, Node, NodeKey, OrderingWeights, Score, SolveCost,
    SolvePlan, Window, late_move_reduction,
};

use super::position::{DotsAndBoxes, Edge, Edges, relative_key};
use super::symmetry;

/// Counts boxes, those at hand and the moves that give none away; leaves out moves that are not better
/// than taking a box.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chains;

/// Points for one box; see [`plyglot_search::Describe::POINTS`].
pub(super) const POINTS: i32 = 16;

/// Boxes by how many of their edges are drawn.
#[derive(Clone, Copy)]
pub(super) struct Boxes {
    pub(super) one: u64,
    pub(super) two: u64,
    pub(super) three: u64,
}

impl Boxes {
    #[inline]
    pub(super) fn of(game: &DotsAndBoxes) -> Boxes {
        let [below, above, left, right] = game.drawn.around();
        let all = Edges::all(game.columns, game.rows).closed();
        let (one_flat, both_flat) = (below ^ above, below & above);
        let (one_upright, both_upright) = (left ^ right, left & right);
        let three = one_flat & both_upright | both_flat & one_upright;
        let none = |one: u64, both: u64| !(one | both);
        let one =
            one_flat & none(one_upright, both_upright) | one_upright & none(one_flat, both_flat);
        let two = one_flat & one_upright
            | both_flat & none(one_upright, both_upright)
            | both_upright & none(one_flat, both_flat);
        Boxes { one: one & all, two: two & all, three: three & all }
    }

    /// The edges around some boxes.
    #[inline]
    pub(super) fn edges(boxes: u64) -> Edges {
        Edges { flat: boxes | boxes << 8, upright: boxes | boxes << 1 }
    }
}

/// How boxes with two edges are joined: to chains, and to loops.
#[derive(Clone, Copy)]
pub(super) struct Chained {
    /// The open edges between two of them.
    pub(super) joins: Edges,
    /// The boxes of loops, and those of chains of three or more.
    pub(super) long: u64,
    /// Those that are joined to none.
    single: u64,
    /// Those of chains of two.
    pairs: u64,
    /// Those at the ends of chains of two or more.
    ends: u64,
}

impl Chained {
    /// By the open edges of a board and the boxes with two drawn ones.
    #[inline]
    pub(super) fn of(open: Edges, two: u64) -> Chained {
        let Edges { flat, upright } = open;
        let joins = Edges { flat: flat & two & two << 8, upright: upright & two & two << 1 };
        let [below, above, left, right] = joins.around();
        let (one_flat, one_upright) = (below ^ above, left ^ right);
        let inner = below & above | left & right | one_flat & one_upright;
        let ends = (one_flat | one_upright) & !inner;
        let beside_ends =
            [below & ends << 8, above & ends >> 8, left & ends << 1, right & ends >> 1];
        let pairs = ends & beside_ends.into_iter().fold(0, |all, boxes| all | boxes);
        Chained { joins, long: (inner | ends) & !pairs, single: two & !(inner | ends), pairs, ends }
    }

    /// How many chains have three boxes or more, without loops.
    #[inline]
    pub(super) fn long_chains(&self) -> u32 {
        (self.ends & !self.pairs).count_ones() / 2
    }

    /// How many have one or two.
    #[inline]
    pub(super) fn short_chains(&self) -> u32 {
        self.single.count_ones() + self.pairs.count_ones() / 2
    }
}

#[inline]
pub(super) fn both(one: Edges, other: Edges) -> Edges {
    Edges { flat: one.flat & other.flat, upright: one.upright & other.upright }
}

/// The moves that are worth a try where boxes can be closed.
///
/// One side will close the box. If it is not the mover, the other side can do so first and is then where
/// the mover would be, with the boxes in its own count: so any move that closes nothing is not better
/// than closing a box and then making that move, unless closing has turned it into a capture itself.
/// That happens where the edge that closes leads into a box with two edges left, and
/// only to the last edge of that box: giving both away with it keeps the turn for later ("double
/// dealing", E. Berlekamp, *The Dots and Boxes Game*, 2000).
///
/// - A closing edge that does not lead into such a box is drawn at once.
/// - Otherwise there are the closing edges, and the double deal if all of them share it: one that is
///   not shared is not better than the closing edge that does not share it.
fn worthwhile(open: Edges, boxes: Boxes) -> Edges {
    let closing = both(open, Boxes::edges(boxes.three));
    let into_two = both(closing, Boxes::edges(boxes.two));
    if let Some(edge) = closing.without(into_two).each().next() {
        return Edges { flat: 0, upright: 0 }.with(edge);
    }
    let mut shared = open;
    for edge in closing.each() {
        let around = Boxes::edges(boxes_at(edge) & boxes.two);
        shared = both(shared, around.without(Edges { flat: 0, upright: 0 }.with(edge)));
    }
    Edges { flat: closing.flat | shared.flat, upright: closing.upright | shared.upright }
}

/// The boxes on both sides of an edge.
#[inline]
fn boxes_at(edge: Edge) -> u64 {
    let bit = 1u64 << (edge.0 & 63);
    if edge.0 < 64 { bit | bit >> 8 } else { bit | bit >> 1 }
}

impl Knowledge<DotsAndBoxes> for Chains {
    const ANTISYMMETRIC: bool = true;
    const ETC_DEPTH: i32 = 3;
    const LEARNS: bool = false;

    #[inline]
    fn reduction(&self, _game: &DotsAndBoxes, node: &Node, candidate: &Candidate<Edge>) -> i32 {
        late_move_reduction(node.depth, candidate.index)
    }

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 4, countermove: 2, history: 16, ..OrderingWeights::GAME_ONLY }
    }

    /// What is won, what can be won at once, and, by the parity of the moves that give nothing away,
    /// which side will have to give the rest away.
    #[inline]
    fn evaluate(&mut self, game: &DotsAndBoxes) -> i32 {
        let boxes = Boxes::of(game);
        let at_hand = boxes.three.count_ones() as i32;
        let quiet = game.open().without(Boxes::edges(boxes.two | boxes.three)).count() as i32;
        let rest = game.boxes_left() - at_hand;
        let parity = if quiet % 2 == 0 { -rest } else { rest };
        POINTS * (game.ahead() + at_hand) + parity * POINTS / 4
    }

    fn expand(&mut self, game: &DotsAndBoxes, _node: &Node, out: &mut MoveList<Edge>) {
        let (open, boxes) = (game.open(), Boxes::of(game));
        if boxes.three != 0 {
            let worthwhile = worthwhile(open, boxes);
            let closing = both(worthwhile, Boxes::edges(boxes.three));
            closing.each().for_each(|edge| out.push_ranked(edge, 100));
            worthwhile.without(closing).each().for_each(|edge| out.push_ranked(edge, 50));
            return;
        }
        let giving = both(open, Boxes::edges(boxes.two));
        open.without(giving).each().for_each(|edge| out.push_ranked(edge, 20));
        giving.each().for_each(|edge| out.push_ranked(edge, 0));
    }

    /// Taking a box, then what gives none away.
    fn rank(&mut self, game: &DotsAndBoxes, edge: Edge, _depth: i32) -> i32 {
        let (boxes, touched) = (Boxes::of(game), boxes_at(edge));
        let taken = (boxes.three & touched).count_ones() as i32;
        let given = (boxes.two & touched).count_ones() as i32;
        100 * taken - 20 * given
    }

    /// Closed boxes are never lost; those that lack one edge can be taken by the mover.
    #[inline]
    fn bounds(&mut self, game: &DotsAndBoxes, _window: Window) -> Bounds {
        let (ahead, left) = (game.ahead(), game.boxes_left());
        let at_hand = Boxes::of(game).three.count_ones() as i32;
        let lower = Score::margin(ahead + 2 * at_hand - left);
        Bounds { lower, upper: Score::margin(ahead + left) }
    }

    /// Mirror images share an entry, for either side to move, with the same number of boxes ahead.
    #[inline]
    fn key(&self, game: &DotsAndBoxes) -> NodeKey {
        let (drawn, symmetry) = symmetry::canonical(game.drawn, game.columns, game.rows);
        NodeKey { hash: relative_key(drawn, game.ahead()), symmetry }
    }

    #[inline]
    fn to_canonical(&self, game: &DotsAndBoxes, edge: Edge, symmetry: u8) -> Edge {
        symmetry::to_canonical(edge, game.columns, game.rows, symmetry)
    }

    #[inline]
    fn bits_from_canonical(&self, game: &DotsAndBoxes, bits: u32, symmetry: u8) -> u32 {
        symmetry::bits_from_canonical(bits, game.columns, game.rows, symmetry)
    }

    fn plies_left(&self, game: &DotsAndBoxes) -> Option<i32> {
        Some(game.open().count() as i32)
    }

    /// By `cargo bench -p plyglot-bench --bench solve_cost`, and from the start of boards of 3x2, 3x3 and 4x3 boxes,
    /// which take 17 thousand, 696 thousand and 66 M nodes.
    fn solve_plan(&self, game: &DotsAndBoxes) -> SolvePlan {
        let cost = Some(SolveCost::growing(50, 193, game.open().count() as i32));
        SolvePlan { cost, ..SolvePlan::DEFAULT }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games_common::grid::squares;
    use plyglot_search::Game;
    use plyglot_search::random::SplitMix;

    use super::*;

    /// The boxes that are joined to one, by looking at one after the other.
    fn component(open: Edges, two: u64, of: u8) -> u64 {
        let mut found = 1 << of;
        loop {
            let edges = both(open, Boxes::edges(found));
            let more = edges.each().fold(found, |all, edge| all | boxes_at(edge) & two);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    #[test]
    fn chains_are_counted_as_by_walking_along_them() {
        let mut random = SplitMix(5);
        let (mut long_ones, mut short_ones, mut loops) = (0, 0, 0);
        for round in 0..600 {
            let mut game = DotsAndBoxes::new(2 + round % 6, 7 - round % 5).expect("a board");
            while game.outcome().is_none() {
                let (open, Boxes { two, three, .. }) = (game.open(), Boxes::of(&game));
                let chained = Chained::of(open, two);
                let (mut long, mut short, mut long_boxes) = (0, 0, 0);
                let mut rest = two;
                while let Some(first) = squares(rest).next() {
                    let boxes = component(open, two, first);
                    rest &= !boxes;
                    let size = boxes.count_ones();
                    let inside = |edge: &Edge| boxes_at(*edge) & !boxes == 0;
                    let around = both(open, Boxes::edges(boxes));
                    let joins = around
                        .each()
                        .filter(inside)
                        .filter(|edge| boxes_at(*edge).count_ones() == 2);
                    let is_loop = joins.count() as u32 == size;
                    long_boxes |= if size > 2 { boxes } else { 0 };
                    loops += u32::from(is_loop);
                    long += u32::from(size > 2 && !is_loop);
                    short += u32::from(size <= 2);
                }
                assert_eq!(chained.long_chains(), long, "{game:?}");
                assert_eq!(chained.short_chains(), short, "{game:?}");
                assert_eq!(chained.long, long_boxes, "{game:?}");
                (long_ones, short_ones) = (long_ones + long, short_ones + short);
                // Mostly edges that give nothing away, so that chains grow.
                let quiet: Vec<Edge> = open.without(Boxes::edges(two | three)).each().collect();
                let all: Vec<Edge> = open.each().collect();
                let edge = random.pick(&quiet).or_else(|| random.pick(&all)).expect("a move");
                game.play(edge);
            }
        }
        assert!(long_ones > 0 && short_ones > 0 && loops > 0, "{long_ones} {short_ones} {loops}");
    }
}
