//! Results and distances of positions.
//!
//! Tables are made without captures in mind: where a capture is best, a table may say anything that is no better. So
//! captures are played first. Of distances a table has one side to move, and none where a capture or a move of a pawn
//! wins at once; the rest is found one ply deeper.
//!
//! A result is that of a position after a capture or a move of a pawn, when the count of the fifty moves begins anew.
//! Rights to castle are in no table.

use cozy_chess::{Board, Color, Move, Piece};
use plyglot_search::Game;

use super::Material;
use super::layout::Sets;
use super::set::TableSet;
use super::table::{Kind, Stored};
use crate::position::Chess;

/// The result of a position for the side to move: 2 a win, 1 one that the fifty moves draw, 0 a draw, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) result: i32,
    /// Reached by a capture, or by the only move that there is.
    at_once: bool,
}

/// Plies to the next capture or move of a pawn, or the end, with the best play for that: positive for who wins. Beyond 100
/// where the fifty moves draw the game first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Distance {
    pub(super) plies: i32,
    /// Whether it may be one more.
    pub(super) is_rounded: bool,
}

/// Added to distances of wins and losses that the fifty moves draw.
const DRAWN: i32 = 100;

impl Distance {
    const NONE: Distance = Distance { plies: 0, is_rounded: false };

    /// By the very next move, with this result.
    fn at_once(result: i32) -> Distance {
        Distance::of(result, Stored { plies: 0, is_rounded: false })
    }

    fn of(result: i32, stored: Stored) -> Distance {
        let drawn = if result.abs() == 1 { DRAWN } else { 0 };
        let plies = result.signum() * (1 + drawn + i32::from(stored.plies));
        Distance { plies, is_rounded: stored.is_rounded }
    }

    /// A ply earlier, for the other side.
    fn before(self) -> Distance {
        Distance { plies: -self.plies - self.plies.signum(), is_rounded: self.is_rounded }
    }
}

pub(super) fn sets_of(board: &Board) -> Sets {
    [Color::White, Color::Black]
        .map(|side| Piece::ALL.map(|piece| board.colored_pieces(side, piece).0))
}

pub(super) fn may_castle(board: &Board) -> bool {
    let rights = |side| *board.castle_rights(side);
    let may = |side| rights(side).short.is_some() || rights(side).long.is_some();
    may(Color::White) || may(Color::Black)
}

impl TableSet {
    /// The result of a position; `None` if a table that it takes is missing.
    pub(super) fn result(&self, game: &Chess) -> Option<Found> {
        let board = game.board();
        if may_castle(board) {
            return None;
        }
        let found = self.without_passing(board)?;
        let Some(passing) = self.best_in_passing(game)? else { return Some(found) };
        let mut others = false;
        game.each_move(|mv| others |= !game.takes_in_passing(mv));
        // Tables know nothing of captures in passing, and take who has no other move for one without moves.
        let best = passing >= found.result || !others;
        Some(if best { Found { result: passing, at_once: true } } else { found })
    }

    /// The best that captures in passing reach, if there are any.
    fn best_in_passing(&self, game: &Chess) -> Option<Option<i32>> {
        if game.passing().is_none() {
            return Some(None);
        }
        let (mut best, mut is_known) = (None, true);
        game.each_move(|mv| {
            if game.takes_in_passing(mv) {
                match self.without_passing(&after(game.board(), mv)) {
                    Some(found) => best = best.max(Some(-found.result)),
                    None => is_known = false,
                }
            }
        });
        is_known.then_some(best)
    }

    /// The result as if no pawn could be captured in passing.
    fn without_passing(&self, board: &Board) -> Option<Found> {
        let enemies = board.colors(!board.side_to_move());
        let (mut best, mut is_known) = (None, true);
        board.generate_moves(|mut moves| {
            moves.to &= enemies;
            for mv in moves {
                match self.without_passing(&after(board, mv)) {
                    Some(found) => best = best.max(Some(-found.result)),
                    None => is_known = false,
                }
                if best == Some(2) || !is_known {
                    return true;
                }
            }
            false
        });
        if best == Some(2) {
            return Some(Found { result: 2, at_once: true });
        }
        if !is_known {
            return None;
        }
        let held = self.held(board)?;
        let at_once = best.is_some_and(|best| best > 0 && best >= held);
        Some(Found { result: best.map_or(held, |best| best.max(held)), at_once })
    }

    /// What the table of results has.
    fn held(&self, board: &Board) -> Option<i32> {
        if board.occupied().len() == 2 {
            return Some(0);
        }
        let (sets, second) = (sets_of(board), board.side_to_move() == Color::Black);
        self.ask(Kind::Results, Material::of(&sets), |table| table.result(&sets, second))
    }

    /// The distance of a position; `None` if a table that it takes is missing.
    pub(super) fn distance(&self, game: &Chess) -> Option<Distance> {
        self.distance_within(game, 1)
    }

    /// The same, looked for at most `deeper` plies below.
    fn distance_within(&self, game: &Chess, deeper: u32) -> Option<Distance> {
        let Found { result, at_once } = self.result(game)?;
        if result == 0 {
            return Some(Distance::NONE);
        }
        if at_once || (result > 0 && self.pawn_reaches(game, result)?) {
            return Some(Distance::at_once(result));
        }
        let board = game.board();
        let (sets, second) = (sets_of(board), board.side_to_move() == Color::Black);
        let of = Material::of(&sets);
        let stored =
            self.ask(Kind::Distances, of, |table| table.distance(&sets, second, result))?;
        match stored {
            Some(stored) => Some(Distance::of(result, stored)),
            None if deeper == 0 => None,
            None if result > 0 => self.soonest(game, deeper - 1),
            None => self.latest(game, result, deeper - 1),
        }
    }

    /// True if a move of a pawn, other than a capture, reaches this result.
    fn pawn_reaches(&self, game: &Chess, result: i32) -> Option<bool> {
        let (mut reaches, mut is_known) = (false, true);
        game.each_move(|mv| {
            if !reaches && is_pawn(game, mv) && !game.captures(mv) {
                match self.result(&played(game, mv)) {
                    Some(found) => reaches = -found.result == result,
                    None => is_known = false,
                }
            }
        });
        (reaches || is_known).then_some(reaches)
    }

    /// The distance of who wins, by the moves that are no captures or moves of pawns.
    fn soonest(&self, game: &Chess, deeper: u32) -> Option<Distance> {
        let (mut best, mut is_known): (Option<Distance>, _) = (None, true);
        game.each_move(|mv| {
            if !is_known || is_pawn(game, mv) || game.captures(mv) {
                return;
            }
            let next = played(game, mv);
            if is_mated(&next) {
                best = Some(Distance::at_once(2));
                return;
            }
            let Some(found) = self.distance_within(&next, deeper) else {
                is_known = false;
                return;
            };
            let distance = found.before();
            if found.plies < 0 && best.is_none_or(|best| distance.plies < best.plies) {
                best = Some(distance);
            }
        });
        best.filter(|_| is_known)
    }

    /// The distance of who loses, by all moves.
    fn latest(&self, game: &Chess, result: i32, deeper: u32) -> Option<Distance> {
        let (mut best, mut is_known) = (Distance::at_once(-2), true);
        game.each_move(|mv| {
            if !is_known {
                return;
            }
            let next = played(game, mv);
            let distance = if is_pawn(game, mv) || game.captures(mv) {
                // Of a loss that the fifty moves draw: moves that lose in spite of them are not played.
                let loses = result == -1 && self.result(&next).is_none_or(|next| next.result == 2);
                (!loses).then_some(Distance::at_once(result))
            } else {
                match self.distance_within(&next, deeper) {
                    Some(found) => Some(found.before()),
                    None => {
                        is_known = false;
                        None
                    }
                }
            };
            // Of equal ones the one that may be longer.
            let order = |distance: Distance| (distance.plies, !distance.is_rounded);
            if let Some(distance) = distance.filter(|distance| order(*distance) < order(best)) {
                best = distance;
            }
        });
        is_known.then_some(best)
    }
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

pub(super) fn played(game: &Chess, mv: Move) -> Chess {
    let mut next = game.clone();
    next.play(mv);
    next
}

fn is_pawn(game: &Chess, mv: Move) -> bool {
    game.board().pieces(Piece::Pawn).has(mv.from)
}

/// True if the side to move is mated.
fn is_mated(game: &Chess) -> bool {
    game.in_check() && !game.board().generate_moves(|_| true)
}
