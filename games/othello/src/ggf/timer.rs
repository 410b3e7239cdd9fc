//! The clock of one side in a recorded game, as the server GGS runs it.

use std::time::Duration;

use super::quoted;

/// A clock that loses the time of each move, gains an increment after it, and is extended once when it
/// runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// Time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// What is added when the time runs out; spent once.
    grace: Option<Duration>,
}

/// What is added to a clock that has run out, if the record does not say.
const GRACE: Duration = Duration::from_secs(120);

/// No time in a record is longer, in seconds: thirty years.
const LONGEST: f64 = 1e9;

impl Timer {
    /// Reads `TIME/INCREMENT/GRACE`, each as `[[HOURS:]MINUTES:]SECONDS`, the last two may be left
    /// out or empty. A time of zero means no clock.
    ///
    /// # Errors
    /// Which part cannot be read.
    pub fn parse(text: &str) -> Result<Option<Timer>, String> {
        let mut parts = text.split('/').map(str::trim);
        let mut next = |default| match parts.next() {
            None | Some("") => Ok(default),
            Some(part) => time(part).ok_or_else(|| {
                format!("{} is not a time: write 15:00, or 15:00/0:10/2:00", quoted(part))
            }),
        };
        let left = next(Duration::ZERO)?;
        let timer = Timer { left, increment: next(Duration::ZERO)?, grace: Some(next(GRACE)?) };
        match parts.next() {
            Some(more) => Err(format!("{} comes after time, increment and grace", quoted(more))),
            None => Ok((left > Duration::ZERO).then_some(timer)),
        }
    }

    /// A move took this time.
    pub fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        if over > Duration::ZERO {
            let grace = self.grace.take().unwrap_or_default();
            self.left = grace.saturating_sub(over);
        }
        self.left = self.left.saturating_add(self.increment);
    }
}

/// A time as `[[HOURS:]MINUTES:]SECONDS`.
fn time(text: &str) -> Option<Duration> {
    let parts: Vec<_> = text.split(':').collect();
    let [before @ .., last] = &parts[..] else { return None };
    if before.len() > 2 {
        return None;
    }
    let mut total = Duration::ZERO;
    for part in before {
        total = total.saturating_add(seconds(part)?).saturating_mul(60);
    }
    Some(total.saturating_add(seconds(last)?))
}

/// A time in seconds, within a limit.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = text.parse().ok().filter(|_| plain)?;
    (number <= LONGEST).then(|| Duration::from_secs_f64(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn timer(text: &str) -> Timer {
        Timer::parse(text).expect("it is a clock").expect("it has time")
    }

    #[test]
    fn clocks_are_read_as_they_are_written() {
        let plain = Timer { left: s(900), increment: s(0), grace: Some(GRACE) };
        assert_eq!(timer("15:00"), plain);
        assert_eq!(timer("1:00:05/0:10").left, s(3605));
        assert_eq!(timer("1:00:05/0:10").increment, s(10));
        assert_eq!(timer("05:00//02:30").grace, Some(s(150)));
        assert_eq!(timer("30.5").left, Duration::from_millis(30_500));
        for none in ["", "0", "0:00", "0:00/0:10"] {
            assert_eq!(Timer::parse(none), Ok(None), "{none}");
        }
    }

    #[test]
    fn a_text_that_is_not_a_clock_is_quoted() {
        let long = "9".repeat(400);
        for text in ["x", "1:x", "-5", "1e9", "inf", "1:2:3:4", ":", "1/2/3/4", "1//x", "..", &long]
        {
            let error = Timer::parse(text).expect_err(text);
            assert!(error.contains("time"), "{text}: {error}");
        }
    }

    #[test]
    fn a_clock_that_runs_out_is_extended_once() {
        let mut clock = timer("1:00/0:05/2:00");
        clock.spend(s(50));
        assert_eq!(clock.left, s(15));
        clock.spend(s(20));
        assert_eq!(clock.left, s(120));
        clock.spend(s(200));
        assert_eq!(clock.left, s(5));
        clock.spend(Duration::MAX);
        assert_eq!(clock.left, s(5));
    }
}
