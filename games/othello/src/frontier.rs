//! A frontier node (one ply above the horizon) searched in one piece: moves, their order, and what they lead to.
//!
//! It visits the children that the engine would, in the order by mobility. It is faster than the engine
//! because the replies to a move, by which it is ranked, are half of what its evaluation needs, and
//! nothing has to be played, listed and dispatched for each child.

use arrayvec::ArrayVec;
use plyglot_search::FrontierValue;

use super::board::{odd_quarters, playable};
use super::branch::{Branch, MOST_MOVES, REPLY, by_mobility};
use super::evaluation::{Judge, Judged};
use super::hardware::{Isa, Kernel};

/// Searches a frontier node. `None` if there is no move, or a child may be the end of the game.
pub(super) struct FrontierSearch<'a, const N: usize> {
    pub(super) own: u64,
    pub(super) opp: u64,
    /// In points.
    pub(super) beta: i32,
    pub(super) judge: Judge<'a>,
    /// The square that is tried before the others are listed: where the last position failed high.
    pub(super) first: &'a mut u32,
}

impl<const N: usize> Kernel for FrontierSearch<'_, N> {
    type Output = Option<FrontierValue>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Option<FrontierValue> {
        // Compiled once for each, so that nothing of the other is left.
        match self.judge.trained {
            Some(_) => self.search(isa),
            None => {
                let judge = Judge { trained: None, ..self.judge };
                FrontierSearch { judge, ..self }.search(isa)
            }
        }
    }
}

impl<const N: usize> FrontierSearch<'_, N> {
    #[inline(always)]
    fn search<I: Isa>(self, isa: I) -> Option<FrontierValue> {
        let (own, opp) = (self.own, self.opp);
        let empty = playable(N) & !(own | opp);
        let mut moves = isa.line_ends(own, opp) & empty;
        // By those who are to move in the children.
        let judged = self.judge.at::<N>(opp, own);
        let mut best = i32::MIN;
        let mut tried = 0;
        if moves >> *self.first & 1 == 1 {
            best = self.value(isa, &judged, Branch::of::<N, I>(isa, own, opp, *self.first))?;
            tried = 1;
            if best >= self.beta {
                return Some(FrontierValue { points: best, children: 1 });
            }
            moves &= !(1 << *self.first);
        }
        let parity = odd_quarters(empty);
        let mut children = ArrayVec::<Branch, MOST_MOVES>::new();
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let mut child = Branch::of::<N, I>(isa, own, opp, square);
            child.rank = by_mobility::<N>(child.replies, REPLY, parity, square);
            children.try_push(child).ok()?;
        }
        for next in 0..children.len() {
            let child = take_best(&mut children, next);
            best = best.max(self.value(isa, &judged, child)?);
            tried += 1;
            if best >= self.beta {
                *self.first = child.square;
                return Some(FrontierValue { points: best, children: tried });
            }
        }
        (tried > 0).then_some(FrontierValue { points: best, children: tried })
    }

    /// What a child is worth to the side that moved there; `None` if it may be the end of the game.
    #[inline(always)]
    fn value<I: Isa>(&self, isa: I, judged: &Judged<'_>, child: Branch) -> Option<i32> {
        let Branch { square, flips, replies, .. } = child;
        let (own, opp) = child.discs(self.own, self.opp);
        let moves = isa.line_ends(opp, own) & playable(N) & !(own | opp);
        let goes_on = replies | moves != 0;
        let judged = judged.after(square, flips, true);
        goes_on.then(|| -judged.points::<N>(own, opp, replies, moves))
    }
}

/// Moves the best of the children from `next` on to `next`, and returns it.
#[inline(always)]
fn take_best(children: &mut [Branch], next: usize) -> Branch {
    let mut best = next;
    for index in next + 1..children.len() {
        if children[index].rank > children[best].rank {
            best = index;
        }
    }
    children.swap(next, best);
    children[next]
}
