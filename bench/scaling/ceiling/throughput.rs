//! Throughput without sharing: how many nodes a second N one-thread searches do together, each with
//! an engine and a table of its own, against one alone.
//!
//! In each slot all of them search the same position, as the threads of one engine would, and the
//! next one if they reach its end; one search alone is measured in a slot next to it. Every slot
//! begins with empty tables. The ratios, one for each position and round, are averaged as they
//! multiply, with a bootstrap interval.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyglot_open::{Ask, Engine, Open, Position, Stop};
use plyglot_search::random::SplitMix;
use plyglot_search::{Config, Limits};

use super::together::{Slot, per_second, together};
use super::{CeilingError, CeilingPlan, Steps};
use crate::cpu::Moment;
use crate::scaling::{CeilingPoint, Goal};
use plyglot_stats::{Estimate, geometric_mean_interval_of_few};

impl CeilingPlan {
    /// Measures the throughput without sharing on these positions, one slot for each position, round
    /// and thread count; one thread, the unit, is measured in any case. Takes as many tables as the
    /// largest thread count. `progress` is called after each slot how many are done, and how many there
    /// will be.
    ///
    /// Nothing comes of it without positions, or if it is stopped before all thread counts were
    /// measured on one of them.
    ///
    /// # Errors
    /// If the engines or threads are not available, or a search fails.
    pub fn throughput(
        &self,
        game: &dyn Open,
        positions: &[Position],
        goal: Goal,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Vec<CeilingPoint>, CeilingError> {
        let counts = self.counts();
        let most = counts.last().copied().unwrap_or(1);
        let engine = |_| game.engine(&Config::single(self.hash_bytes), None).map(Mutex::new);
        let engines = (0..most).map(engine).collect::<Result<_, _>>()?;
        let copies = Copies { engines, positions, goal, slot: self.slot, stop };
        let mut random = SplitMix(self.seed);
        let total = self.rounds * positions.len() * counts.len();
        let mut steps = Steps { stop, progress: &mut progress, done: 0, total };
        let mut ratios = vec![Vec::new(); counts.len()];
        let mut times = vec![Times::default(); counts.len()];
        let order: Vec<_> =
            (0..self.rounds).flat_map(|_| random.shuffled(0..positions.len())).collect();
        for from in order {
            let Some(rates) = copies.rates(&counts, from, &mut random, &mut steps)? else { break };
            times.iter_mut().zip(&rates).for_each(|(times, (_, taken))| times.add(*taken));
            for (ratios, (rate, _)) in ratios.iter_mut().zip(&rates) {
                // Positions that are over give no rate to compare with.
                ratios.extend(
                    Some(rate / rates[0].0).filter(|ratio| ratio.is_finite() && *ratio > 0.0),
                );
            }
        }
        let point = |((&threads, ratios), times): ((_, &Vec<_>), &Times)| {
            let Estimate { value, low, high } = geometric_mean_interval_of_few(ratios, self.seed)?;
            Some(CeilingPoint { threads, throughput: value, low, high, processor: times.share() })
        };
        Ok(counts.iter().zip(&ratios).zip(&times).filter_map(point).collect())
    }
}

/// For how long threads were busy, and how much of that they had a processor; in seconds.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    busy: f64,
    processor: f64,
}

impl Times {
    fn add(&mut self, other: Times) {
        self.busy += other.busy;
        self.processor += other.processor;
    }

    fn share(&self) -> Option<f64> {
        (self.busy > 0.0).then(|| (self.processor / self.busy).min(1.0))
    }
}

/// Independent engines, and what they search.
struct Copies<'a> {
    engines: Vec<Mutex<Box<dyn Engine>>>,
    positions: &'a [Position],
    goal: Goal,
    slot: Duration,
    stop: &'a Stop,
}

impl Copies<'_> {
    /// Nodes per second of each count of them together, from this position on, in random order, with their times;
    /// `None` if it was stopped.
    fn rates(
        &self,
        counts: &[usize],
        from: usize,
        random: &mut SplitMix,
        steps: &mut Steps<'_>,
    ) -> Result<Option<Vec<(f64, Times)>>, CeilingError> {
        let mut rates = vec![(0.0, Times::default()); counts.len()];
        for place in random.shuffled(0..counts.len()) {
            rates[place] = self.rate(counts[place], from)?;
            if steps.stopped() {
                return Ok(None);
            }
            steps.next();
        }
        Ok(Some(rates))
    }

    /// Nodes per second of this number of them together in one slot, from this position on.
    fn rate(&self, count: usize, from: usize) -> Result<(f64, Times), CeilingError> {
        let slot = Slot::new(count, self.slot);
        let done = together(count, |copy| {
            let engine = &self.engines[copy];
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.clear();
            let _watch = self.stop.watch(engine.handle());
            slot.begin();
            let moment = Moment::now();
            let nodes = self.search(&mut **engine, from, &slot)?;
            let times = Times { busy: slot.elapsed().as_secs_f64(), processor: moment.seconds() };
            Ok(((nodes, slot.elapsed()), times))
        })?;
        let done = done.into_iter().collect::<Result<Vec<_>, CeilingError>>()?;
        let (done, taken): (Vec<_>, Vec<_>) = done.into_iter().unzip();
        let mut times = Times::default();
        taken.into_iter().for_each(|own| times.add(own));
        Ok((per_second(&done), times))
    }

    /// Searches position after position until the slot is over or stopped, and counts nodes.
    fn search(
        &self,
        engine: &mut dyn Engine,
        from: usize,
        slot: &Slot,
    ) -> Result<u64, CeilingError> {
        let mut nodes = 0;
        for (number, position) in self.positions.iter().cycle().skip(from).enumerate() {
            let Some(left) = slot.left().filter(|_| !self.stop.is_raised()) else { break };
            if number > 0 && number % self.positions.len() == 0 {
                // All over again: what is known already would be no search.
                engine.clear();
            }
            let limits = self.goal.limits();
            let time = limits.time.map_or(left, |time| time.min(left));
            let limits = Limits { time: Some(time), ..limits };
            nodes += engine.run(&Ask::new(position, &limits))?.nodes;
        }
        Ok(nodes)
    }
}
