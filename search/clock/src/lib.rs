//! How long to think about a move: the time manager of UGI, NBoard and matches, and the levels of play
//! ([`level`]). Plain numbers, no clock is read here.
//!
//! The clock runs on while commands and answers travel and while threads wait for a processor. What
//! that costs a move is set aside first, for this move and for all that are expected to follow; what
//! is left is shared out evenly, with most of the increment on top. A move may exceed its share
//! to finish an iteration, but never beyond half of what the clock allows, so
//! the clock runs towards zero and does not reach it.

pub mod level;
mod pace;

use std::time::Duration;

use plyglot_search::{Limits, Pace};

pub use pace::pace;

/// What the clock of the side to move says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// In how many moves of this side there will be more time, this one counted.
    pub moves_to_go: Option<u32>,
    /// How many plies of both sides the game may still last at most.
    pub plies_left: Option<u32>,
}

/// What is known of the time for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The clock of the side to move, if it runs.
    pub clock: Option<Clock>,
    /// The time for this move alone.
    pub per_move: Option<Duration>,
    /// What a move loses to transmission and waiting.
    pub overhead: Duration,
}

impl TimeControl {
    /// How long to think; `None` without a clock and a time.
    pub fn budget(&self) -> Option<Budget> {
        let by_clock = self.clock.map(|clock| by_clock(&clock, self.overhead));
        let fixed = self.per_move.map(|time| per_move(time, self.overhead));
        [by_clock, fixed].into_iter().flatten().reduce(|one, other| Budget {
            soft: one.soft.min(other.soft),
            hard: one.hard.min(other.hard),
        })
    }
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The search ends with the first iteration that is finished after this time.
    pub soft: Duration,
    /// The search is stopped after this time. This is also what an exact solve is measured by: it may
    /// be begun where it is likely to end before.
    pub hard: Duration,
}

impl Budget {
    /// The same limits with this time. Where some of it can be saved for later moves, the soft limit follows how
    /// settled the choice of the move is ([`pace`]).
    pub fn applied_to<M>(self, limits: Limits<M>) -> Limits<M> {
        let pace = (self.soft < self.hard).then_some(Pace(pace));
        Limits { time: Some(self.hard), soft_time: Some(self.soft), pace, ..limits }
    }
}

/// How many moves a clock is expected to last, unless fewer are known to follow. Longer games are decided, or
/// solved to their end, before.
const HORIZON: u32 = 25;

/// What is kept of every clock for a machine that is held up for a moment, when it is too late to learn of it; of a
/// short one a tenth, or half of it where increments will follow: they can be lived off.
const SPARE: Duration = Duration::from_millis(100);

/// The least time for a move: enough to answer any move, since a limit of zero means no limit.
pub const LEAST: Duration = Duration::from_micros(1);

/// How long to think by this clock if each move loses `overhead`.
fn by_clock(clock: &Clock, overhead: Duration) -> Budget {
    let moves = clock.moves_ahead();
    let gains = clock.increment.saturating_sub(overhead) / 4 * 3;
    let spare = (clock.left / if gains.is_zero() { 10 } else { 2 }).min(SPARE);
    let reserve = overhead.saturating_mul(moves + 1).saturating_add(spare);
    let even = clock.left.saturating_sub(reserve) / moves;
    // A clock that holds less than the reserve grows again.
    let held = clock.left.as_secs_f64() / reserve.as_secs_f64().max(f64::MIN_POSITIVE);
    let share = even.saturating_add(gains.mul_f64(held.min(1.0)));
    // More than a share is taken from the moves to come; where the clock has nothing for them, each move lives off
    // its increment.
    let beyond = share.saturating_mul(2).min(even.saturating_mul(6));
    // Before the last move of a period nothing has to be saved for the next.
    let parts = if clock.moves_to_go == Some(1) { 1 } else { 2 };
    let most = clock.left.saturating_sub(overhead) / parts;
    let hard = share.saturating_add(beyond).min(most).max(LEAST);
    Budget { soft: (share / 5 * 3).min(hard), hard }
}

/// How long to think if each move has the same time. A short time is halved rather than used up.
fn per_move(time: Duration, overhead: Duration) -> Budget {
    let hard = time.saturating_sub(overhead).max(time / 2).max(LEAST);
    Budget { soft: hard, hard }
}

/// An answer that comes later than this counts as this late: the program was held up, or its output was
/// not read. Setting that aside would cost the moves of a whole game their time.
const LATEST: Duration = Duration::from_secs(1);

/// How late recent answers have been, against what was planned: the transmission of commands, threads that
/// wait for a processor, a step of the game that takes long. On a busy machine that is more than a user
/// would set aside for it, and it has to be known before the clock has run out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lag(Duration);

impl Lag {
    /// Records an answer that was planned to take `planned` and took `taken`. The estimate rises half way at
    /// once, and falls slowly.
    pub fn note(&mut self, planned: Duration, taken: Duration) {
        let late = taken.saturating_sub(planned).min(LATEST);
        let weight = if late > self.0 { 2 } else { 8 };
        self.0 = (self.0 / weight).saturating_mul(weight - 1).saturating_add(late / weight);
    }

    /// What to set aside for a move, where at least `allowance` is.
    pub fn or(self, allowance: Duration) -> Duration {
        self.0.max(allowance)
    }
}

impl Clock {
    /// How many moves of this side the time left is for, this one counted.
    fn moves_ahead(&self) -> u32 {
        let by_control = self.moves_to_go.filter(|&moves| moves > 0).unwrap_or(HORIZON);
        let by_game = self.plies_left.map_or(HORIZON, |plies| plies.div_ceil(2));
        by_control.min(by_game).clamp(1, HORIZON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    const LAG: Duration = ms(5);

    fn clock(left: u64, increment: u64) -> Clock {
        Clock { left: ms(left), increment: ms(increment), ..Clock::default() }
    }

    #[test]
    fn a_minute_is_divided_over_the_moves_to_come() {
        let Budget { soft, hard } = by_clock(&clock(60_000, 0), LAG);
        assert!(ms(1_200) < soft && soft < ms(1_500), "{soft:?}");
        assert!(ms(6_000) < hard && hard < ms(7_500), "{hard:?}");
    }

    #[test]
    fn an_increment_is_spent_and_a_short_game_has_more_time_a_move() {
        let plain = by_clock(&clock(10_000, 0), LAG);
        let with_increment = by_clock(&clock(10_000, 1_000), LAG);
        assert!(with_increment.soft > plain.soft + ms(400), "{with_increment:?} {plain:?}");
        let nearly_over = Clock { plies_left: Some(6), ..clock(10_000, 0) };
        assert!(by_clock(&nearly_over, LAG).soft > 5 * plain.soft);
    }

    #[test]
    fn the_last_move_of_a_period_may_use_all_but_the_overhead() {
        let last = Clock { moves_to_go: Some(1), ..clock(1_000, 0) };
        assert_eq!(by_clock(&last, LAG).hard, ms(995));
        assert!(by_clock(&last, LAG).soft > ms(500));
        let never = Clock { moves_to_go: Some(0), ..clock(1_000, 0) };
        assert_eq!(by_clock(&never, LAG), by_clock(&clock(1_000, 0), LAG));
    }

    #[test]
    fn a_clock_that_is_about_to_run_out_leaves_the_least_time() {
        for left in [0, 1, 5] {
            assert_eq!(
                by_clock(&clock(left, 0), LAG),
                Budget { soft: Duration::ZERO, hard: LEAST }
            );
        }
        assert!(by_clock(&clock(10, 0), LAG).hard <= ms(1));
        // An increment comes only after the move.
        assert!(by_clock(&clock(10, 1_000), LAG).hard <= ms(5));
    }

    #[test]
    fn a_clock_that_is_low_does_not_fall_further_with_an_increment() {
        for left in [20, 60, 100, 140] {
            assert!(by_clock(&clock(left, 10), LAG).hard + LAG <= ms(10), "{left} ms left");
        }
        // The less is left, the faster it grows.
        let [low, more] = [20, 100].map(|left| by_clock(&clock(left, 10), LAG).hard);
        assert!(low < ms(1) && low < more, "{low:?} {more:?}");
        let plenty = by_clock(&clock(60_000, 1_000), LAG);
        assert!(plenty.hard > plenty.soft * 9 / 2, "{plenty:?}");
    }

    #[test]
    fn time_for_each_move_is_used_but_for_the_overhead() {
        let time = |time, lag| per_move(time, lag).hard;
        assert_eq!(time(ms(100), LAG), ms(95));
        assert_eq!(time(ms(6), LAG), ms(3));
        assert_eq!(time(Duration::ZERO, LAG), LEAST);
        assert_eq!(time(Duration::MAX, Duration::MAX), Duration::MAX / 2);
    }

    #[test]
    fn lateness_is_set_aside_for_until_it_has_not_happened_for_long() {
        let mut lag = Lag::default();
        lag.note(ms(100), ms(60));
        assert_eq!(lag.or(LAG), LAG);
        lag.note(ms(100), ms(180));
        assert_eq!(lag.or(LAG), ms(40));
        lag.note(ms(100), ms(180));
        assert_eq!(lag.or(LAG), ms(60));
        lag.note(ms(100), ms(90));
        assert!(ms(50) < lag.or(LAG) && lag.or(LAG) < ms(60));
        (0..40).for_each(|_| lag.note(ms(100), ms(100)));
        assert_eq!(lag.or(LAG), LAG);
    }

    #[test]
    fn an_answer_that_was_held_up_for_long_does_not_cost_the_game_its_time() {
        let mut lag = Lag::default();
        lag.note(ms(100), Duration::from_secs(3_600));
        assert!(by_clock(&clock(60_000, 0), lag.or(LAG)).soft > ms(1_000));
    }

    /// Every answer comes much later than the option says: after the first few the clock is spent
    /// with care, and lasts as long as it can last with answers that late.
    #[test]
    fn a_clock_lasts_on_a_machine_that_is_always_late() {
        let (mut lag, late) = (Lag::default(), ms(20));
        let mut left = ms(1_000);
        for played in 0..30 {
            let clock = Clock { left, plies_left: Some(60 - 2 * played), ..Clock::default() };
            let planned = by_clock(&clock, lag.or(LAG)).hard;
            let taken = planned + late;
            assert!(taken < left, "move {played}: {taken:?} of {left:?}");
            lag.note(planned, taken);
            left -= taken;
        }
    }

    /// A search on a clock that only the test moves: depths that take these times, each begun as soon as
    /// the one before is finished. Returns how many are finished, and when the search ends.
    fn search(budget: Budget, depths: impl IntoIterator<Item = Duration>) -> (usize, Duration) {
        let (mut now, mut finished) = (Duration::ZERO, 0);
        for depth in depths {
            now += depth;
            if now >= budget.hard {
                return (finished, budget.hard);
            }
            finished += 1;
            if now >= budget.soft {
                break;
            }
        }
        (finished, now)
    }

    #[test]
    fn a_clock_is_overdrawn_only_to_finish_a_depth() {
        let control = TimeControl { clock: Some(clock(100_000, 0)), ..TimeControl::default() };
        let budget = control.budget().expect("a clock");
        // Each depth three times as long as the last one.
        let growing = |first| (0..).map(move |depth| ms(first * 3u64.pow(depth)));
        for first in [1, 2, 3, 5, 7, 11] {
            let (finished, end) = search(budget, growing(first));
            assert!(finished >= 5);
            assert!(budget.soft <= end && end <= budget.hard, "{end:?} {budget:?}");
        }
        assert_eq!(search(budget, [ms(1), ms(1_000_000)]), (1, budget.hard));
    }

    #[test]
    fn of_a_clock_and_a_time_for_the_move_the_shorter_counts() {
        assert_eq!(TimeControl::default().budget(), None);
        let both = TimeControl {
            clock: Some(clock(60_000, 0)),
            per_move: Some(ms(2_000)),
            overhead: Duration::ZERO,
        };
        let by_clock = TimeControl { per_move: None, ..both }.budget().expect("a clock");
        let budget = both.budget().expect("both");
        assert_eq!(budget, Budget { soft: by_clock.soft, hard: ms(2_000) });
        let alone = TimeControl { clock: None, ..both }.budget().expect("a time");
        // All of it is for thinking: a depth that is begun late may still find a better move.
        assert_eq!(search(alone, [ms(1_999), ms(50)]), (1, ms(2_000)));
    }

    fn any_duration() -> impl Strategy<Value = Duration> {
        prop_oneof![
            (0u64..2_000_000).prop_map(Duration::from_micros),
            (0u64..10_000_000).prop_map(Duration::from_millis),
            Just(Duration::MAX),
        ]
    }

    proptest! {
        #[test]
        fn a_move_never_gets_more_than_the_clock_has(
            left in any_duration(),
            increment in any_duration(),
            overhead in any_duration(),
            moves_to_go in proptest::option::of(0u32..200),
            plies_left in proptest::option::of(any::<u32>()),
        ) {
            let clock = Clock { left, increment, moves_to_go, plies_left };
            let Budget { soft, hard } = by_clock(&clock, overhead);
            prop_assert!(soft <= hard);
            prop_assert!(hard >= LEAST);
            prop_assert!(hard <= left.saturating_sub(overhead).max(LEAST));
            let limits = Budget { soft, hard }.applied_to(Limits::<u32>::default());
            prop_assert_eq!(limits.check(), Ok(()));
        }

        /// A clock that leaps makes an answer seem to have taken an hour, or no time at all.
        #[test]
        fn whatever_answers_seem_to_take_no_more_than_a_second_is_set_aside(
            answers in prop::collection::vec((any_duration(), any_duration()), 1..30),
        ) {
            let mut lag = Lag::default();
            for (planned, taken) in answers {
                lag.note(planned, taken);
                prop_assert!(lag.or(Duration::ZERO) <= LATEST);
                let clock = clock(60_000, 0);
                prop_assert!(by_clock(&clock, lag.or(LAG)).soft > ms(500));
            }
            // And it is forgotten.
            (0..100).for_each(|_| lag.note(ms(100), ms(100)));
            prop_assert_eq!(lag.or(LAG), LAG);
        }

        /// Every move of a game thinks to the hard limit, and loses up to a tenth of the overhead
        /// besides: less than what is set aside for all moves that were expected.
        #[test]
        fn a_clock_lasts_for_a_whole_game(
            left in 10u64..100_000,
            increment in 0u64..100,
            moves in 1u32..60,
            known in any::<bool>(),
            lag in 0u64..10,
        ) {
            let increment = ms(increment);
            let mut left = ms(left);
            for played in 0..moves {
                let plies_left = known.then_some(2 * (moves - played));
                let clock = Clock { left, increment, moves_to_go: None, plies_left };
                let spent = by_clock(&clock, LAG).hard + LAG * lag as u32 / 100;
                prop_assert!(spent < left, "move {played}: {spent:?} of {left:?}");
                left = left - spent + increment;
            }
        }
    }
}
