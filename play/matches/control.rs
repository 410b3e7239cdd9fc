//! What a player may use for a move, and the clock that it plays by.

use std::time::Duration;

use plyglot_clock::Clock;
use plyglot_open::{Limits, Mv};
use serde::{Deserialize, Serialize};

/// What a player may use for each of its moves. The first limit that is reached ends its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Time for each move.
    pub time: Option<Duration>,
    /// A clock for the game.
    pub clock: Option<Time>,
}

/// A clock for a game: what is on it at first, and what comes back after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Time {
    /// What is on it when the game begins.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl Control {
    /// True if nothing ends a search but a proof.
    pub fn is_unlimited(&self) -> bool {
        *self == Control::default()
    }

    /// True if moves depend on how fast the machine is.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The limits that need no clock.
    pub(crate) fn limits(&self) -> Limits<Mv> {
        // A player wants a move, and has the time for no more.
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() }.without_whole_lines()
    }
}

/// A player's clock in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    time: Option<Duration>,
    clock: Option<Time>,
    left: Duration,
    margin: Duration,
}

/// A player has used more time than it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Late {
    pub(crate) had: Duration,
}

impl Timer {
    /// The clock at the beginning of a game. A move may be late by `margin`.
    pub(crate) fn new(control: &Control, margin: Duration) -> Timer {
        let Control { time, clock, .. } = *control;
        let left = clock.map_or(Duration::ZERO, |clock| clock.base);
        Timer { time, clock, left, margin }
    }

    /// What the clock says; `None` without one.
    pub(crate) fn reading(&self) -> Option<Clock> {
        let clock = self.clock?;
        Some(Clock { left: self.left, increment: clock.increment, ..Clock::default() })
    }

    /// How long the move may take at most; `None` if it may take any time.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        let by_clock = self.clock.map(|_| self.left);
        self.time.into_iter().chain(by_clock).min()
    }

    /// Counts a move that took so long.
    pub(crate) fn moved(&mut self, taken: Duration) -> Result<(), Late> {
        if let Some(had) = self.allowance().filter(|&had| taken > had.saturating_add(self.margin)) {
            return Err(Late { had });
        }
        if let Some(clock) = self.clock {
            self.left = self.left.saturating_sub(taken).saturating_add(clock.increment);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let clock = Some(Time { base: ms(1000), increment: ms(10) });
        let mut timer = Timer::new(&Control { clock, ..Control::default() }, ms(5));
        assert_eq!(timer.moved(ms(700)), Ok(()));
        assert_eq!(timer.reading().map(|clock| clock.left), Some(ms(310)));
        assert_eq!(timer.moved(ms(315)), Ok(()));
        assert_eq!(timer.reading().map(|clock| clock.left), Some(ms(10)));
        assert_eq!(timer.moved(ms(16)), Err(Late { had: ms(10) }));
    }

    #[test]
    fn a_time_for_each_move_does_not_add_up() {
        let mut timer = Timer::new(&Control { time: Some(ms(50)), ..Control::default() }, ms(5));
        assert_eq!((timer.moved(ms(55)), timer.moved(ms(55))), (Ok(()), Ok(())));
        assert_eq!((timer.moved(ms(56)), timer.reading()), (Err(Late { had: ms(50) }), None));
        let mut timer = Timer::new(&Control::default(), Duration::ZERO);
        assert_eq!(timer.moved(Duration::MAX), Ok(()));
    }
}
