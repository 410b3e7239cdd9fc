//! Whether other work runs on the machine, which takes from the threads that are measured.
//!
//! Two signs: how many threads of other programs run or wait before the measuring begins (Linux' `/proc/loadavg`, as it is
//! at the moment and not as its averages, which remember a compiler that has just ended), and the share of a processor
//! that the threads of the ceiling had, each of which is busy all the time.

use std::fs;
use std::thread;
use std::time::Duration;

use super::study::Study;

/// How often, and how far apart, is looked.
const LOOKS: u32 = 20;
const APART: Duration = Duration::from_millis(10);

/// Fewer threads of others than this, on average, are what every system has.
const QUIET: f64 = 0.5;

/// A thread that is busy all the time has more of a processor than this, unless it must share it.
const WHOLE: f64 = 0.9;

/// How many threads of other programs run or wait now, on average over a fifth of a second; `None` where the system does
/// not tell. To be asked while no other thread of this program runs.
pub fn others() -> Option<f64> {
    let mut sum = 0;
    for _ in 0..LOOKS {
        sum += running(&fs::read_to_string("/proc/loadavg").ok()?)?;
        thread::sleep(APART);
    }
    Some(f64::from(sum) / f64::from(LOOKS))
}

/// How many threads ran or waited but the one that read this.
fn running(text: &str) -> Option<u32> {
    let (running, _) = text.split_whitespace().nth(3)?.split_once('/')?;
    Some(running.parse::<u32>().ok()?.saturating_sub(1))
}

impl Study {
    /// What shows that other work ran on the machine, in words; `None` where nothing does, and in virtual time, which
    /// it does not touch.
    pub fn disturbance(&self) -> Option<String> {
        if self.design.clock.is_virtual() {
            return None;
        }
        let machine = &self.origin.machine;
        let most = self.design.ways().map(|(_, threads)| threads).max().unwrap_or(1);
        let most = most.min(machine.usable);
        let is_crowded = |load: f64| load + most as f64 > machine.processors as f64;
        if let Some(load) = self.load.filter(|&load| load >= QUIET && is_crowded(load)) {
            return Some(format!(
                "{load:.1} threads of other programs ran when it began, beside {most} of {} processors",
                machine.processors
            ));
        }
        let own = self.ceiling.iter().filter(|point| point.threads <= machine.usable);
        let least = own.filter_map(|point| Some((point.processor?, point.threads)));
        let (share, threads) = least.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let at_once =
            if threads == 1 { "one busy thread".into() } else { format!("{threads} busy threads") };
        (share < WHOLE)
            .then(|| format!("{at_once} had {:.0} % of their processors' time", share * 100.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_file_is_read() {
        assert_eq!(running("20.10 17.52 9.70 3/512 4321\n"), Some(2));
        assert_eq!(running("0.00 0.00 0.00 0/80 1"), Some(0));
        assert_eq!(running("0.00"), None);
        assert_eq!(running("a b c d e"), None);
    }
}
