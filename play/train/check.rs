//! The error of the finished weights against values that are better than the labels: exact ones where a
//! solve can be paid for, and those of deep searches elsewhere.

use plyglot_open::{Ask, Config, DoorError, Limits, Open, Position, Stop};
use plyglot_search::Bound;
use plyglot_search::random::SplitMix;
use rayon::prelude::*;
use serde::Serialize;

use crate::train::play::{GameRecord, points};
use crate::train::rows::{is_held_out, replayed};
use crate::train::training::Phase;

/// The nodes that an exact value may be expected to cost, and those after which a solve is given up.
const SOLVE: u64 = 1_600_000;
const GIVEN_UP: u64 = 10_000_000;
/// The nodes of a deep search.
const DEEP: u64 = 100_000;
/// The table of a search, in bytes.
const TABLE: usize = 8 << 20;

/// The error of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// How many positions were searched.
    pub positions: usize,
    /// How many of them have an exact value.
    pub exact: usize,
    /// The mean absolute difference between the estimate and the value, in points.
    pub error: f64,
}

/// Searches up to `each` positions of every phase, of games that were not trained on.
pub(crate) fn check(
    game: &dyn Open,
    (phases, phase): (usize, Phase<'_>),
    records: &[&GameRecord],
    (each, seed): (usize, u64),
    stop: &Stop,
) -> Result<Vec<Option<Checked>>, DoorError> {
    let start = game.start()?;
    let mut samples: Vec<Vec<Position>> = vec![Vec::new(); phases];
    let held_out = records.iter().filter(|record| is_held_out(record));
    for record in SplitMix(seed).shuffled(held_out) {
        let mut taken = vec![false; phases];
        replayed(&start, record, |at, _| {
            // One position of a phase in a game: neighbours have nearly the same value.
            if let Some(phase) = phase(at)?
                && samples[phase].len() < each
                && !std::mem::replace(&mut taken[phase], true)
            {
                samples[phase].push(at.clone());
            }
            Ok(())
        })?;
        if samples.iter().all(|sample| sample.len() >= each) {
            break;
        }
    }
    let off = |at: &Position| -> Result<Option<(f64, bool)>, DoorError> {
        let mut engine = game.engine(&Config::single(TABLE), None)?;
        let solve = at.solve_cost()?.is_some_and(|cost| cost.nodes <= SOLVE);
        let solving = Limits { nodes: Some(GIVEN_UP), ..Limits::solve() };
        let limits = if solve { solving } else { Limits::nodes(DEEP) }.without_whole_lines();
        // Stopped at once where it begins after the stop.
        let _watch = stop.watch(engine.handle());
        let verdict = engine.run(&Ask::new(at, &limits))?.verdict;
        // A search that was given up in a window says only on which side of it the value is.
        let whole = verdict.bound == Bound::Exact;
        let value = points(at, verdict.score).filter(|_| whole).zip(at.estimate()?);
        Ok(value.map(|(value, said)| (f64::from((value - said).abs()), verdict.proven)))
    };
    let checked = |sample: &Vec<Position>| -> Result<Option<Checked>, DoorError> {
        let offs: Vec<_> = sample.par_iter().map(off).collect::<Result<_, _>>()?;
        let offs: Vec<(f64, bool)> = offs.into_iter().flatten().collect();
        let sum: f64 = offs.iter().map(|(off, _)| off).sum();
        let exact = offs.iter().filter(|(_, exact)| *exact).count();
        let positions = offs.len();
        let error = sum / positions as f64;
        Ok((positions > 0).then_some(Checked { positions, exact, error }))
    };
    samples.iter().map(checked).collect()
}
