//! What a class is going to cost, by a sample of its positions: [`Cost`].

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use plyglot_open::{DoorError, Numbered, Seen, To};
use plyglot_search::Score;
use plyglot_search::endings::Place;

use super::error::MakeError;

/// How many positions are looked at.
const SAMPLES: u64 = 2_000;
/// What a number takes while its class is solved, and what a move takes, in bytes.
pub(super) const NUMBER_BYTES: u64 = 10;
pub(super) const MOVE_BYTES: u64 = 4;
/// How often each position is looked at: twice to solve it, once to check it.
const LOOKS: u32 = 3;
/// What a move takes that is followed backwards, and what a number takes that is packed.
const BACK: Duration = Duration::from_nanos(60);
const PACK: Duration = Duration::from_nanos(40);

/// What a class is going to cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// How many positions there are, about.
    pub positions: u64,
    /// How many moves stay in the class, about.
    pub moves: u64,
    /// Memory beside that of earlier tables, in bytes.
    pub memory: u64,
    /// The size of the file, at half a byte a position, and what keys take; in bytes.
    pub disk: u64,
    /// How long it takes on the threads at hand.
    pub time: Duration,
}

/// What a sample has.
#[derive(Default)]
struct Sample {
    positions: u64,
    moves: u64,
    needs: BTreeSet<usize>,
}

/// Looks at some positions, spread over all.
fn sampled(
    numbered: &dyn Numbered,
    class: usize,
    samples: u64,
    outside: &dyn Fn(Place) -> Option<Score>,
) -> Result<Sample, DoorError> {
    let (size, mut sample) = (numbered.size(), Sample::default());
    for nth in 0..samples {
        let index = (u128::from(size) * u128::from(nth) / u128::from(samples)) as u64;
        numbered.each(index..index + 1, &mut |_, seen| {
            sample.positions += u64::from(seen != Seen::Nothing);
            let Seen::Moves(steps) = seen else { return };
            for step in steps {
                match step.to {
                    To::At(place) if place.class == class => sample.moves += 1,
                    To::At(place) if outside(place).is_none() => {
                        sample.needs.insert(place.class);
                    }
                    To::At(_) | To::Over(_) => {}
                }
            }
        })?;
    }
    Ok(sample)
}

impl Cost {
    /// Looks at a sample, without the tables of other classes. Gives also the classes to which its moves lead.
    ///
    /// # Errors
    /// If the game's code fails.
    pub fn estimate(
        numbered: &dyn Numbered,
        class: usize,
    ) -> Result<(Cost, BTreeSet<usize>), MakeError> {
        Ok(Cost::of(numbered, class, |_| None)?)
    }

    /// Looks at a sample. Gives also the classes that it has met and of which there is no table.
    pub(super) fn of(
        numbered: &dyn Numbered,
        class: usize,
        outside: impl Fn(Place) -> Option<Score>,
    ) -> Result<(Cost, BTreeSet<usize>), DoorError> {
        let size = numbered.size();
        let samples = SAMPLES.min(size);
        // The first look reads blocks of earlier tables, which the others find in memory.
        sampled(numbered, class, samples, &outside)?;
        let begin = Instant::now();
        let Sample { positions, moves, needs } = sampled(numbered, class, samples, &outside)?;
        let looked = begin.elapsed();
        let share =
            |of: u64| (u128::from(of) * u128::from(size) / u128::from(samples.max(1))) as u64;
        let (positions, moves) = (share(positions), share(moves));
        let look = looked.as_secs_f64() * LOOKS as f64 * size as f64 / samples.max(1) as f64;
        let work = look + BACK.as_secs_f64() * moves as f64 + PACK.as_secs_f64() * size as f64;
        let keys = 5 * numbered.keys().len() as u64;
        let cost = Cost {
            positions,
            moves,
            memory: NUMBER_BYTES * size + MOVE_BYTES * moves,
            disk: positions / 2 + keys,
            time: Duration::from_secs_f64(work / rayon::current_num_threads().max(1) as f64),
        };
        Ok((cost, needs))
    }

    /// Refuses what the machine has no memory for.
    pub(super) fn allowed(&self, class: &str) -> Result<(), MakeError> {
        let Some(there) = plyglot_search::table::system_memory() else { return Ok(()) };
        if self.memory <= there {
            return Ok(());
        }
        Err(MakeError::Memory { class: class.into(), needed: self.memory, there })
    }
}
