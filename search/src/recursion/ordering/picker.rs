//! Picks the moves of a node one by one, best first, and sorts no more than is asked for.

use std::ops::Range;

use crate::rules::game::{MoveList, Ranked};

/// Where a node stands in its moves. The moves themselves lie in the worker's [`MoveList`], in the
/// frame that the node has opened; this is only the bookkeeping, so it costs five words a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picker {
    /// Moves before this one were picked and left out unsearched.
    left_out: usize,
    next: usize,
    /// Moves from here on were deferred.
    open: usize,
    end: usize,
}

impl Picker {
    /// A picker over no moves.
    pub(crate) const EMPTY: Picker = Picker { left_out: 0, next: 0, open: 0, end: 0 };

    /// A picker over the moves in the open frame. With `first`, that move is taken to be tried
    /// already and is skipped.
    pub(crate) fn over<M: Copy + PartialEq>(list: &mut MoveList<M>, first: Option<M>) -> Picker {
        let moves = list.as_mut_slice();
        let mut next = 0;
        if let Some(first) = first
            && let Some(place) = moves.iter().position(|ranked| ranked.mv == first)
        {
            moves.swap(0, place);
            next = 1;
        }
        Picker { left_out: 0, next, open: moves.len(), end: moves.len() }
    }

    /// The best of the moves that are left and were not deferred.
    #[inline(always)]
    pub(crate) fn pick<M: Copy>(&mut self, list: &mut MoveList<M>) -> Option<M> {
        if self.next >= self.open {
            return None;
        }
        let moves = &mut list.as_mut_slice()[self.next..self.open];
        let (mut best, mut highest) = (0, moves[0].rank);
        for (place, ranked) in (1..).zip(&moves[1..]) {
            if ranked.rank > highest {
                (best, highest) = (place, ranked.rank);
            }
        }
        moves.swap(0, best);
        self.next += 1;
        Some(moves[0].mv)
    }

    /// Defers the move that was just picked until the others are done, or the one before it if another was picked
    /// `ahead`. `place` is its place in the order of moves.
    #[inline]
    pub(crate) fn defer<M: Copy>(&mut self, list: &mut MoveList<M>, place: usize, ahead: bool) {
        debug_assert!(!self.is_among_deferred());
        let moves = list.as_mut_slice();
        if ahead {
            moves.swap(self.next - 2, self.next - 1);
        }
        self.next -= 1;
        self.open -= 1;
        moves[self.next].rank = i32::try_from(place).unwrap_or(i32::MAX);
        moves.swap(self.next, self.open);
    }

    /// Where the moves lie that were deferred and not picked since, once all others were picked; the rank of each is its
    /// place in the order of moves.
    #[inline]
    pub(crate) fn waiting(&self) -> Range<usize> {
        self.next..self.end
    }

    /// Picks the move that lies there of those that are [`Self::waiting`].
    #[inline]
    pub(crate) fn take<M: Copy>(&mut self, list: &mut MoveList<M>, at: usize) -> Ranked<M> {
        let moves = list.as_mut_slice();
        moves.swap(self.next, at);
        self.next += 1;
        moves[self.next - 1]
    }

    /// How many moves were deferred, before the first of them is picked.
    #[inline]
    pub(crate) fn deferred(&self) -> usize {
        self.end - self.open
    }

    /// The move that was just picked is not searched: it is kept apart from those that are.
    #[inline]
    pub(crate) fn leave_out<M: Copy>(&mut self, list: &mut MoveList<M>) {
        list.as_mut_slice().swap(self.left_out, self.next - 1);
        self.left_out += 1;
    }

    /// True if the move that was just picked had been deferred.
    #[inline]
    pub(crate) fn is_among_deferred(&self) -> bool {
        self.next > self.open
    }

    /// How many moves are left.
    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.end - self.next
    }

    /// Where the moves lie that were searched before the one that is being tried, if that one and `ahead`
    /// more were picked last.
    #[inline]
    pub(crate) fn tried(&self, ahead: usize) -> Range<usize> {
        self.tried_before(self.next.saturating_sub(1 + ahead))
    }

    /// Where the moves lie that were searched before the one at `place`.
    #[inline]
    pub(crate) fn tried_before(&self, place: usize) -> Range<usize> {
        self.left_out..place.max(self.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(ranks: &[i32]) -> MoveList<usize> {
        let mut list = MoveList::new();
        for (mv, &rank) in ranks.iter().enumerate() {
            list.push_ranked(mv, rank);
        }
        list
    }

    #[test]
    fn moves_come_by_rank_and_ties_in_any_order_but_each_once() {
        let mut moves = list(&[3, 9, -1, 4]);
        let mut picker = Picker::over(&mut moves, None);
        let order: Vec<_> = std::iter::from_fn(|| picker.pick(&mut moves)).collect();
        assert_eq!(order, [1, 3, 0, 2]);
    }

    #[test]
    fn the_first_move_is_not_tried_twice() {
        let mut moves = list(&[3, 9, -1]);
        let mut picker = Picker::over(&mut moves, Some(2));
        let order: Vec<_> = std::iter::from_fn(|| picker.pick(&mut moves)).collect();
        assert_eq!(order, [1, 0]);
    }

    #[test]
    fn a_move_that_is_left_out_is_not_among_those_that_were_tried() {
        let mut moves = list(&[3, 9, -1, 4, 7]);
        let mut picker = Picker::over(&mut moves, Some(2));
        assert_eq!(picker.pick(&mut moves), Some(1));
        assert_eq!(picker.pick(&mut moves), Some(4));
        picker.leave_out(&mut moves);
        assert_eq!(picker.pick(&mut moves), Some(3));
        picker.leave_out(&mut moves);
        assert_eq!(picker.pick(&mut moves), Some(0));
        let mut tried: Vec<_> =
            moves.as_slice()[picker.tried(0)].iter().map(|ranked| ranked.mv).collect();
        tried.sort_unstable();
        assert_eq!(tried, [1, 2]);
    }

    /// Picks what is left, of the moves that wait the last one first; with the place of each of those.
    fn rest(picker: &mut Picker, moves: &mut MoveList<usize>) -> Vec<(usize, Option<i32>)> {
        let mut order = Vec::new();
        while let Some(mv) = picker.pick(moves) {
            order.push((mv, None));
        }
        while let Some(last) = picker.waiting().last() {
            let Ranked { mv, rank } = picker.take(moves, last);
            assert!(picker.is_among_deferred());
            order.push((mv, Some(rank)));
        }
        order
    }

    #[test]
    fn a_deferred_move_waits_until_the_others_are_picked_and_keeps_its_place() {
        let mut moves = list(&[3, 9, -1, 7]);
        let mut picker = Picker::over(&mut moves, None);
        assert_eq!(picker.pick(&mut moves), Some(1));
        picker.defer(&mut moves, 0, false);
        assert_eq!((picker.deferred(), picker.pick(&mut moves)), (1, Some(3)));
        picker.defer(&mut moves, 1, false);
        assert!(!picker.is_among_deferred());
        assert_eq!(picker.deferred(), 2);
        let order = rest(&mut picker, &mut moves);
        assert_eq!(order, [(0, None), (2, None), (1, Some(0)), (3, Some(1))]);
        assert_eq!((picker.left(), picker.pick(&mut moves)), (0, None));
    }

    #[test]
    fn a_move_is_deferred_from_before_one_that_was_picked_ahead() {
        let mut moves = list(&[3, 9, -1, 7]);
        let mut picker = Picker::over(&mut moves, None);
        assert_eq!((picker.pick(&mut moves), picker.pick(&mut moves)), (Some(1), Some(3)));
        picker.defer(&mut moves, 0, true);
        assert_eq!(moves.as_slice()[0].mv, 3, "the one ahead is now the one at hand");
        assert_eq!((picker.deferred(), picker.tried(0)), (1, 0..0));
        let order = rest(&mut picker, &mut moves);
        assert_eq!(order, [(0, None), (2, None), (1, Some(0))]);
        // Where none is left besides.
        let mut moves = list(&[3, 9]);
        let mut picker = Picker::over(&mut moves, None);
        assert_eq!((picker.pick(&mut moves), picker.pick(&mut moves)), (Some(1), Some(0)));
        picker.defer(&mut moves, 0, true);
        assert_eq!(rest(&mut picker, &mut moves), [(1, Some(0))]);
    }

    #[test]
    fn of_moves_of_the_same_rank_the_earliest_comes_first() {
        let mut moves = list(&[3, 9, 9, 9]);
        let mut picker = Picker::over(&mut moves, None);
        assert_eq!(picker.pick(&mut moves), Some(1));
    }

    #[test]
    fn how_many_are_left_and_were_tried_is_known_at_every_pick() {
        let mut moves = list(&[3, 9, -1, 4]);
        let mut picker = Picker::over(&mut moves, None);
        assert_eq!((picker.left(), picker.tried(0)), (4, 0..0));
        picker.pick(&mut moves);
        assert_eq!((picker.left(), picker.tried(0)), (3, 0..0));
        picker.pick(&mut moves);
        assert_eq!((picker.left(), picker.tried(0), picker.tried(1)), (2, 0..1, 0..0));
        picker.pick(&mut moves);
        assert_eq!((picker.left(), picker.tried(0), picker.tried(1)), (1, 0..2, 0..1));
        // The deferred move counts as one that is left.
        picker.defer(&mut moves, 2, false);
        assert_eq!(picker.left(), 2);
        // Of moves of which the first is taken to be tried, all but that are left.
        let mut moves = list(&[3, 9, -1]);
        assert_eq!(Picker::over(&mut moves, Some(2)).left(), 2);
        assert_eq!(Picker::over(&mut moves, Some(7)).left(), 3);
        assert_eq!(Picker::EMPTY.left(), 0);
    }

    #[test]
    fn of_several_that_wait_any_can_be_taken_and_each_comes_once() {
        for taken in 0..3 {
            let mut moves = list(&[5, 4, 3, 2]);
            let mut picker = Picker::over(&mut moves, None);
            assert_eq!(picker.pick(&mut moves), Some(0));
            for place in 1..4 {
                picker.pick(&mut moves);
                picker.defer(&mut moves, place, false);
            }
            assert_eq!(picker.pick(&mut moves), None);
            let at = picker.waiting().nth(taken).unwrap();
            let first = picker.take(&mut moves, at);
            assert_eq!(first.mv, first.rank as usize, "each place is the move's own");
            let mut all: Vec<_> = rest(&mut picker, &mut moves).iter().map(|(mv, _)| *mv).collect();
            all.push(first.mv);
            all.sort_unstable();
            assert_eq!(all, [1, 2, 3]);
        }
    }
}
