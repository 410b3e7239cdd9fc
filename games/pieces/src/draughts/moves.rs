//! How moves are found: steps, and chains of captures.

use plyglot_games_common::grid::squares;
use plyglot_search::Side;

use super::position::{Draughts, Move};

impl Draughts {
    /// The steps in all four directions, each with the pieces of the side to move that may go that way:
    /// men only forward. A step rotates a set left by that many bits; 60 on is 4 back, and what comes round
    /// the end is beyond the board. To go through them by `fold` or `for_each` takes fewer
    /// instructions than a loop does.
    #[inline]
    fn ways(&self) -> impl Iterator<Item = (u32, u64)> {
        let (own, kings) = (self.own(), self.own() & self.kings);
        let (down, up) = if self.side == Side::First { (own, kings) } else { (kings, own) };
        [(4, down), (5, down), (60, up), (59, up)].into_iter()
    }

    /// The pieces of the side to move that can capture, and therefore one of them must.
    #[inline]
    pub(super) fn capturers(&self) -> u64 {
        let (other, empty) = (self.other(), self.empty());
        self.ways().fold(0, |found, (step, movers)| {
            let over = empty.rotate_right(step) & other;
            found | over.rotate_right(step) & movers
        })
    }

    /// Where pieces of a set can step to without a capture, with the step.
    #[inline]
    pub(super) fn steps(&self, among: u64) -> impl Iterator<Item = (u32, u64)> {
        let empty = self.empty();
        self.ways().map(move |(step, movers)| (step, (movers & among).rotate_left(step) & empty))
    }

    /// The chains of captures that are one piece longer than this one: a piece captures no piece twice,
    /// and may land where it started.
    #[inline]
    pub(super) fn longer(&self, chain: Move) -> impl Iterator<Item = Move> {
        let (other, empty) = (self.other() & !chain.captured(), self.empty() | chain.from());
        self.ways().filter_map(move |(step, movers)| {
            let over = chain.to().rotate_left(step) & other;
            let land = over.rotate_left(step) & empty;
            let (to, captured) = (land.trailing_zeros() as u8, chain.captured | over as u32);
            (land != 0 && movers & chain.from() != 0).then_some(Move { to, captured, ..chain })
        })
    }

    /// Reports all complete chains of captures that begin with this one. A man that is crowned finds no
    /// further piece ahead.
    fn follow(&self, chain: Move, found: &mut impl FnMut(Move)) {
        let mut ends = chain.captured != 0;
        self.longer(chain).for_each(|longer| {
            ends = false;
            self.follow(longer, found);
        });
        if ends {
            found(chain);
        }
    }

    /// Reports the legal moves of the pieces of a set: their captures, if any piece has one. A ring that
    /// can be followed both ways is reported twice.
    #[inline]
    pub(super) fn each_move(&self, among: u64, found: &mut impl FnMut(Move)) {
        let capturers = self.capturers();
        for from in squares(capturers & among) {
            self.follow(Move::step(from, from), found);
        }
        if capturers == 0 {
            self.steps(among).for_each(|(step, ends)| {
                let from = |to: u8| (1u64 << to).rotate_right(step).trailing_zeros() as u8;
                squares(ends).for_each(|to| found(Move::step(from(to), to)));
            });
        }
    }
}
