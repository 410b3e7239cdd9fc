//! What a search is asked for: how deep, whether to the end, and how long.

use std::time::Duration;

use plyglot_clock::{Clock, TimeControl};
use plyglot_games::othello::ggf::Timer;
use plyglot_search::Limits;

use crate::protocol::session::SearchRequest;

/// Depths that can be asked for; deeper ones count as the deepest.
pub(super) const DEEPEST: u32 = 60;

/// How many plies more than the depth are solved to the end of the game, which costs about as much:
/// nothing has to be evaluated there, and the last squares are cheap.
const FURTHER: u32 = 8;

/// More plies than these are not solved: that could take hours.
const SOLVED: u32 = 30;

/// What a move loses to transmission and waiting.
const OVERHEAD: Duration = Duration::from_millis(30);

/// A clock that has run out counts as this, so that there is time for a move at all.
const LEAST_LEFT: Duration = Duration::from_secs(1);

/// What is known where a search begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// The depth of the middle game.
    pub(super) depth: u32,
    /// How many plies the game may still last, if that is known.
    pub(super) plies_left: Option<u32>,
    /// How many moves are to have a value of their own.
    pub(super) lines: usize,
    /// The clock of the side to move, if it runs.
    pub(super) timer: Option<Timer>,
}

/// The search that is asked for: to the end of the game where that is near, to the depth elsewhere, and no
/// longer than the clock allows.
pub(super) fn request(at: &Situation) -> SearchRequest {
    let clock = at.timer.map(|timer| {
        let left = timer.left.max(LEAST_LEFT);
        let (increment, plies_left) = (timer.increment, at.plies_left);
        Clock { left, increment, moves_to_go: None, plies_left }
    });
    let budget = TimeControl { clock, per_move: None, overhead: OVERHEAD }.budget();
    let solve = at.plies_left.is_some_and(|plies| plies <= (at.depth + FURTHER).min(SOLVED));
    let limits = Limits {
        depth: (!solve).then_some(at.depth),
        // By a clock the search deepens until the end is in reach of what the clock allows.
        solve: solve && budget.is_none(),
        lines: at.lines.max(1),
        ..Limits::default()
    };
    let limits = budget.map_or(limits.clone(), |budget| budget.applied_to(limits));
    SearchRequest { limits, wait_for_stop: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Situation = Situation { depth: 6, plies_left: Some(50), lines: 1, timer: None };

    fn limits(at: Situation) -> Limits<u32> {
        request(&at).limits
    }

    #[test]
    fn the_middle_game_is_searched_to_the_depth_and_the_end_is_solved() {
        assert_eq!(limits(AT), Limits::depth(6));
        assert_eq!(limits(Situation { plies_left: None, ..AT }), Limits::depth(6));
        assert_eq!(limits(Situation { plies_left: Some(6 + FURTHER), ..AT }), Limits::solve());
        let before = Situation { plies_left: Some(7 + FURTHER), ..AT };
        assert_eq!(limits(before), Limits::depth(6));
    }

    #[test]
    fn a_great_depth_does_not_begin_to_solve_too_early() {
        let deep = Situation { depth: DEEPEST, plies_left: Some(SOLVED + 1), ..AT };
        assert_eq!(limits(deep), Limits::depth(DEEPEST));
        assert_eq!(limits(Situation { plies_left: Some(SOLVED), ..deep }), Limits::solve());
    }

    #[test]
    fn by_a_clock_the_end_is_solved_when_it_is_in_reach() {
        let timer = Timer::parse("1:00").expect("it is a clock");
        let near = limits(Situation { plies_left: Some(6 + FURTHER), timer, ..AT });
        assert_eq!((near.depth, near.solve), (None, false));
        assert_eq!(limits(Situation { timer, ..AT }).depth, Some(6));
    }

    #[test]
    fn a_clock_limits_a_move_and_leaves_time_for_one_when_it_has_run_out() {
        let timer = |text: &str| Timer::parse(text).expect("it is a clock");
        let request = request(&Situation { timer: timer("1:00"), ..AT });
        assert!(request.limits.soft_time < request.limits.time, "{:?}", request.limits);
        let time = request.limits.time.expect("the clock runs");
        assert!(Duration::from_secs(1) < time && time < Duration::from_secs(30), "{time:?}");
        let mut out = timer("0:01/0/0").expect("it has a second");
        out.spend(Duration::from_secs(10));
        let time = limits(Situation { timer: Some(out), ..AT }).time.expect("the clock runs");
        assert!(time >= Duration::from_millis(10), "{time:?}");
    }
}
