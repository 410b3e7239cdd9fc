//! The processor time of this thread. Other programs on the machine do not count in it, which a clock on the wall
//! would.

use std::time::Duration;

/// A moment on the clock of this thread's processor time.
pub(crate) struct Moment(Duration);

impl Moment {
    pub(crate) fn now() -> Moment {
        Moment(read())
    }

    /// Seconds since then, on the same thread.
    pub(crate) fn seconds(&self) -> f64 {
        read().saturating_sub(self.0).as_secs_f64()
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn read() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or_else(|_| wall(), Duration::from)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn read() -> Duration {
    wall()
}

/// Where the system has no such clock.
fn wall() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
