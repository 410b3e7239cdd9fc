//! Runs the searches: first all that are timed, in turns, then what the values are held against.

use super::contest::Contest;
use super::study::{Arbiter, Contestant, Missing, Reference, Sample, Study, TestPosition};
use plyglot_search::Stop;

/// What is measured at every place.
#[derive(Clone, Debug)]
pub struct Design {
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// How often each search is made.
    pub repeats: usize,
    /// Size of the table of each contestant, in bytes.
    pub hash_bytes: usize,
    /// How many positions the peer's plain alpha-beta may visit at a place.
    pub budget: u64,
}

/// How far a study has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Searches that are done.
    pub done: usize,
    /// Of how many.
    pub total: usize,
}

/// Makes all searches, one at a time. Within a repeat the contestants take turns at each place, and
/// each repeat begins with another one, so that a ratio of times sets against each other what was
/// measured within moments. What was running when `stop` was raised is discarded.
pub fn measure(
    contests: Vec<(TestPosition, Box<dyn Contest>)>,
    design: &Design,
    stop: &Stop,
    progress: impl FnMut(Completion),
) -> Study {
    let (places, contests): (Vec<_>, Vec<_>) = contests.into_iter().unzip();
    let study = Study {
        references: vec![None; places.len()],
        explained: vec![false; places.len()],
        places,
        threads: design.threads.clone(),
        repeats: design.repeats,
        hash_bytes: design.hash_bytes,
        ..Study::default()
    };
    let timed: usize =
        design.threads.iter().map(|&threads| Contestant::with_threads(threads).count()).sum();
    let several = design.threads.iter().filter(|&&threads| threads > 1).count();
    let total = contests.len() * (timed * design.repeats + several + 1);
    let mut bench = Bench { contests, design, stop, progress, study, done: 0, total };
    (bench.progress)(Completion { done: 0, total });
    bench.study.stopped = bench.all().is_err();
    bench.study
}

/// The study was stopped.
struct Over;

struct Bench<'a, P> {
    contests: Vec<Box<dyn Contest>>,
    design: &'a Design,
    stop: &'a Stop,
    progress: P,
    study: Study,
    done: usize,
    total: usize,
}

impl<P: FnMut(Completion)> Bench<'_, P> {
    fn all(&mut self) -> Result<(), Over> {
        for repeat in 0..self.design.repeats {
            for place in 0..self.contests.len() {
                for &threads in &self.design.threads {
                    self.round(place, threads, repeat)?;
                }
            }
        }
        for place in 0..self.contests.len() {
            self.refer(place)?;
            self.step()?;
        }
        for place in 0..self.contests.len() {
            for &threads in self.design.threads.iter().filter(|&&threads| threads > 1) {
                self.count(place, threads)?;
                self.step()?;
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Over> {
        self.done += 1;
        (self.progress)(Completion { done: self.done, total: self.total });
        if self.stop.is_raised() { Err(Over) } else { Ok(()) }
    }

    /// Everybody once at a place.
    fn round(&mut self, place: usize, threads: usize, repeat: usize) -> Result<(), Over> {
        let mut all: Vec<_> = Contestant::with_threads(threads).collect();
        let first = repeat % all.len();
        all.rotate_left(first);
        for who in all {
            let hash_bytes = self.design.hash_bytes;
            let result = self.contests[place].search(who, threads, hash_bytes, self.stop);
            if result == Err(Missing::Stopped) {
                return Err(Over);
            }
            self.study.samples.push(Sample { place, threads, repeat, who, result });
            self.step()?;
        }
        Ok(())
    }

    /// Finds out what a place is worth, and whether the table explains where we differ from it.
    fn refer(&mut self, place: usize) -> Result<(), Over> {
        let (contest, hash_bytes) = (&self.contests[place], self.design.hash_bytes);
        let reference = match contest.negamax(self.design.budget, self.stop) {
            Ok((value, nodes)) => {
                Some(Reference { value, by: Arbiter::Negamax, nodes: Some(nodes) })
            }
            Err(Missing::Budget) => contest
                .equal(hash_bytes, self.stop)
                .ok()
                .map(|value| Reference { value, by: Arbiter::EqualDepths, nodes: None }),
            Err(Missing::Stopped) => return Err(Over),
            Err(Missing::Failed(_)) => None,
        };
        self.study.references[place] = reference;
        if let Some(Reference { value, by, .. }) = reference {
            let samples = self.study.samples.iter();
            let mut ours = samples
                .filter(|sample| sample.place == place && sample.who == Contestant::Plain)
                .filter_map(|sample| sample.result.as_ref().ok());
            self.study.explained[place] = ours.any(|found| found.value != value)
                && (by == Arbiter::EqualDepths
                    || contest.equal(hash_bytes, self.stop) == Ok(value));
        }
        Ok(())
    }

    fn count(&mut self, place: usize, threads: usize) -> Result<(), Over> {
        match self.contests[place].count(threads, self.design.hash_bytes, self.stop) {
            Ok(nodes) => self.study.counts.push((place, threads, nodes)),
            Err(Missing::Stopped) => return Err(Over),
            // A search that fails shows among those that are timed.
            Err(Missing::Budget | Missing::Failed(_)) => {}
        }
        Ok(())
    }
}
