//! How long the rest of a study takes, from what its searches have taken so far.

use std::collections::BTreeMap;

use super::sample::{PlannedSearch, Sample};

/// Real time by thread count, of what is done and for what is left.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeLeft {
    counts: BTreeMap<usize, Count>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    done: usize,
    seconds: f64,
    left: usize,
}

impl TimeLeft {
    pub(super) fn new(done: &[Sample], todo: &[PlannedSearch]) -> Self {
        let mut left = TimeLeft::default();
        for case in todo {
            left.counts.entry(case.threads).or_default().left += 1;
        }
        for sample in done {
            left.add(sample);
        }
        left
    }

    fn add(&mut self, sample: &Sample) {
        let count = self.counts.entry(sample.case.threads).or_default();
        count.done += 1;
        count.seconds += sample.wall_seconds;
    }

    /// Notes that a search of those that were left is done.
    pub(super) fn done(&mut self, sample: &Sample) {
        self.add(sample);
        if let Some(count) = self.counts.get_mut(&sample.case.threads) {
            count.left = count.left.saturating_sub(1);
        }
    }

    /// Seconds of real time until everything is done, `jobs` at a time: the searches that are left
    /// times the mean of those with as many threads, or of all if none of those is done yet.
    /// `None` before anything is done.
    pub(super) fn seconds(&self, jobs: usize) -> Option<f64> {
        let sum = |figure: &dyn Fn(&Count) -> f64| self.counts.values().map(figure).sum::<f64>();
        let done = sum(&|count| count.done as f64);
        let mean = (done > 0.0).then(|| sum(&|count| count.seconds) / done)?;
        let rest = sum(&|count| {
            let own = if count.done > 0 { count.seconds / count.done as f64 } else { mean };
            own * count.left as f64
        });
        Some(rest / jobs.max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(threads: usize) -> PlannedSearch {
        PlannedSearch { position: 0, scheme: None, threads, repeat: 0 }
    }

    fn took(threads: usize, wall_seconds: f64) -> Sample {
        Sample { wall_seconds, ..Sample::failed(case(threads), "") }
    }

    #[test]
    fn the_rest_takes_what_such_searches_took() {
        let todo = [case(1), case(1), case(4), case(8)];
        let mut left = TimeLeft::new(&[], &todo);
        assert_eq!(left.seconds(1), None);
        left.done(&took(1, 10.0));
        // One more of ten seconds; four and eight threads are taken for the mean of all.
        assert_eq!(left.seconds(1), Some(30.0));
        left.done(&took(4, 2.0));
        // One of ten, and one of the mean, which is six.
        assert_eq!(left.seconds(1), Some(16.0));
        assert_eq!(left.seconds(2), Some(8.0));
        left.done(&took(1, 20.0));
        left.done(&took(8, 1.0));
        assert_eq!(left.seconds(1), Some(0.0));
    }

    #[test]
    fn what_was_done_before_counts() {
        let left = TimeLeft::new(&[took(2, 3.0), took(2, 5.0)], &[case(2), case(2)]);
        assert_eq!(left.seconds(1), Some(8.0));
    }
}
