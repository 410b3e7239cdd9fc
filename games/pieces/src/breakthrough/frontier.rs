//! A frontier node (one ply above the horizon) searched in one piece.
//!
//! How a step changes the estimate follows from the row where it ends and from whether it captures, so
//! the steps that reach beta are found by whole rows. A proof overrides an estimate: one of the steps
//! that reach beta must not lose, and none of the others must win. A step wins only if its side is ahead
//! in the race, so mostly captures alone have to be tested.
//!
//! The trained estimate follows from no row, but a step changes the numbers of the patterns by two squares, or
//! three: they are read once, and not for each step.

use plyglot_games_common::grid::squares;
use plyglot_search::{FrontierValue, Game, Score};

use super::evaluation::WORTH;
use super::position::{Breakthrough, STRIDES, Step};
use super::race;
use super::trained::Trained;

/// What is proven of a position, for the side that made the last step.
#[derive(PartialEq, Eq)]
enum Proof {
    Lost,
    Open,
    Won,
}

#[inline]
fn proof(game: &Breakthrough, step: Step) -> Proof {
    let mut child = *game;
    child.play(step);
    let bounds = race::bounds(&child);
    if bounds.upper < Score::heuristic(i32::MIN) {
        Proof::Won
    } else if bounds.lower > Score::heuristic(i32::MAX) {
        Proof::Lost
    } else {
        Proof::Open
    }
}

/// What the pawns are worth after a step, if they are worth `now` before it.
#[inline]
fn after(game: &Breakthrough, now: i32, step: Step) -> i32 {
    let row = usize::from(step.to / 8);
    let left = game.rows() - 1 - row;
    let captured = if game.other >> step.to & 1 == 1 { WORTH[row] } else { 0 };
    now + WORTH[left] - WORTH[left + 1] + captured
}

/// Where steps reach beta, and what the best of the others is worth.
struct Sorted {
    reaching: u64,
    best: Option<i32>,
}

/// Sorts the squares of `targets` by what a step there leads to; the position is worth `now`.
#[inline]
fn sort(game: &Breakthrough, now: i32, targets: u64, beta: i32) -> Sorted {
    let mut sorted = Sorted { reaching: 0, best: None };
    let mut rest = targets;
    while rest != 0 {
        let row = rest.trailing_zeros() as usize / 8;
        let squares = rest & 0xff << (8 * row);
        rest ^= squares;
        let left = game.rows() - 1 - row;
        let quiet = now + WORTH[left] - WORTH[left + 1];
        let captures = (squares & game.other, quiet + WORTH[row]);
        for (squares, points) in [(squares & !game.other, quiet), captures] {
            if points >= beta {
                sorted.reaching |= squares;
            } else if squares != 0 {
                sorted.best = sorted.best.max(Some(points));
            }
        }
    }
    sorted
}

/// Asks for each step to those of `targets` that are in `within` until there is an answer. Two loops, since the steps
/// of all three ways as one iterator are not compiled into them.
#[inline]
fn first<R>(
    targets: [u64; 3],
    within: u64,
    mut answer: impl FnMut(Step) -> Option<R>,
) -> Option<R> {
    for (targets, stride) in targets.into_iter().zip(STRIDES) {
        for to in squares(targets & within) {
            let answer = answer(Step { from: to - stride, to });
            if answer.is_some() {
                return answer;
            }
        }
    }
    None
}

/// Searches the steps to `targets`, of a position without outcome that is worth `now` points to the
/// side to move. `None` if a step wins, or all lose that reach beta and there are no others. Whether
/// one of the others loses need not be known: its estimate bounds it from above.
#[inline]
pub(super) fn search(
    game: &Breakthrough,
    now: i32,
    targets: [u64; 3],
    beta: i32,
) -> Option<FrontierValue> {
    let any = targets[0] | targets[1] | targets[2];
    let Sorted { reaching, best } = sort(game, now, any, beta);
    let mut children = 0;
    let found = first(targets, reaching, |step| {
        children += 1;
        match proof(game, step) {
            Proof::Won => Some(None),
            Proof::Lost => None,
            Proof::Open => Some(Some(FrontierValue { points: after(game, now, step), children })),
        }
    });
    if let Some(found) = found {
        return found;
    }
    let foremost = (63 - game.own.leading_zeros()) / 8;
    let (mine, theirs) = (game.rows() as u32 - 1 - foremost, game.other.trailing_zeros() / 8);
    let may_win = if theirs >= mine { !reaching } else { !reaching & game.other };
    let wins = |step| (proof(game, step) == Proof::Won).then_some(());
    if first(targets, may_win, wins).is_some() {
        return None;
    }
    let others = targets.map(|targets| (targets & !reaching).count_ones());
    Some(FrontierValue { points: best?, children: children + others.into_iter().sum::<u32>() })
}

/// The same by the trained estimate: steps to `targets` of a position without outcome. `None` if a step wins, or
/// all lose.
#[inline]
pub(super) fn search_trained(
    game: &Breakthrough,
    trained: &Trained,
    targets: [u64; 3],
    beta: i32,
) -> Option<FrontierValue> {
    let before = trained.read(game);
    let (mut children, mut best) = (0, None);
    // Captures first: they raise the estimate the most.
    for within in [game.other, !game.other] {
        let found = first(targets, within, |step| {
            children += 1;
            match proof(game, step) {
                Proof::Won => return Some(None),
                Proof::Lost => return None,
                Proof::Open => {}
            }
            let most = Score::MAX_HEURISTIC;
            let points = trained.after(game, &before, step).clamp(-most, most);
            best = best.max(Some(points));
            (points >= beta).then_some(Some(FrontierValue { points, children }))
        });
        if let Some(found) = found {
            return found;
        }
    }
    Some(FrontierValue { points: best?, children })
}
