//! A study of nothing, and a lab with a clock of its own: what it is asked for takes the time that
//! it is given.

use std::sync::Mutex;

use plyglot_bench::scaling::{
    Clock, Design, Goal, Lab, LabError, Machine, Origin, PlannedSearch, Position, Sample, Study,
};
use plyglot_search::Counters;

pub(crate) fn design(positions: usize, threads: &[usize], schemes: &[&str]) -> Design {
    let position = |number| Position { name: format!("line {number}"), text: "board".into() };
    Design {
        game: "fake".into(),
        set: Vec::new(),
        positions: (1..=positions).map(position).collect(),
        goal: Goal::Depth(9),
        clock: Clock::Real,
        threads: threads.to_vec(),
        schemes: schemes.iter().map(|name| name.parse().expect("a scheme")).collect(),
        repeats: 1,
        seed: 1,
        hash_bytes: 1 << 20,
        account: true,
        play: None,
    }
}

pub(crate) fn origin() -> Origin {
    Origin {
        version: "1.2.3".into(),
        commit: Some("abc".into()),
        command: "bench scaling".into(),
        date: "2026-01-02".into(),
        machine: Machine {
            processor: "Abacus".into(),
            processors: 2,
            usable: 2,
            memory_bytes: 1 << 30,
        },
    }
}

pub(crate) fn study(design: Design) -> Study {
    Study::new(design, origin())
}

/// A search that reached its goal in `seconds`, with a million nodes a second and thread.
pub(crate) fn sample(case: PlannedSearch, seconds: f64) -> Sample {
    let nodes = (seconds * 1e6) as u64 * case.threads as u64;
    Sample {
        seconds,
        wall_seconds: seconds,
        counters: Counters { nodes, ..Counters::default() },
        score: "+1".into(),
        depth: 9,
        reached: true,
        error: None,
        ..Sample::failed(case, "")
    }
}

/// A lab that asks a function.
pub(crate) struct FakeLab<F> {
    answer: F,
    asked: Mutex<Vec<PlannedSearch>>,
}

impl<F: Fn(usize, &PlannedSearch) -> Result<Sample, LabError> + Sync> FakeLab<F> {
    /// `answer` gets how many searches were made before, and which one is asked for.
    pub(crate) fn new(answer: F) -> Self {
        FakeLab { answer, asked: Mutex::new(Vec::new()) }
    }

    /// All searches that were asked for, in their order.
    pub(crate) fn asked(&self) -> Vec<PlannedSearch> {
        self.asked.lock().expect("no thread panics").clone()
    }
}

impl<F: Fn(usize, &PlannedSearch) -> Result<Sample, LabError> + Sync> Lab for FakeLab<F> {
    fn run(&self, case: &PlannedSearch) -> Result<Sample, LabError> {
        let before = {
            let mut asked = self.asked.lock().expect("no thread panics");
            asked.push(*case);
            asked.len() - 1
        };
        (self.answer)(before, case)
    }
}

/// Takes a second for each position up to it, divided among the threads.
pub(crate) fn usual(case: &PlannedSearch) -> Sample {
    sample(*case, (case.position + 1) as f64 / case.threads as f64)
}
