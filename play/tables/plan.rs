//! What a class is going to cost, by a sample of its positions ([`Cost`]), and what it may ([`Memory`]).

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use plyglot_open::{DoorError, Numbered, Seen, To};
use plyglot_search::Score;
use plyglot_search::endings::Place;

use super::error::MakeError;
use super::passes::Division;
use super::solve::MOST_IN_MEMORY;

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
/// What passes take more for each move, and for each number.
const MOVE_BY_PASSES: Duration = Duration::from_nanos(150);
const NUMBER_BY_PASSES: Duration = Duration::from_nanos(600);
/// What passes keep on disk of a move and of a number, in bytes.
const MOVE_SCRATCH: u64 = 11;
const NUMBER_SCRATCH: u64 = 16;
/// What the program takes beside tables, and each of its threads, in bytes.
const PROGRAM: u64 = 20 << 20;
const THREAD: u64 = 2 << 20;
/// How much of earlier tables is in memory at most, in bytes.
const CACHE: u64 = 1 << 30;

/// How much memory may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    most: u64,
    /// Passes are made with slices of this many numbers, in tests.
    slice: Option<u64>,
}

impl Memory {
    /// As much as is free for now; where that cannot be known, as much as is asked for.
    pub fn free() -> Memory {
        Memory { most: plyglot_search::table::free_memory().unwrap_or(u64::MAX), slice: None }
    }

    /// This many bytes, of the whole program.
    pub fn of(most: u64) -> Memory {
        Memory { most, slice: None }
    }

    /// Everything goes to disk, in slices of this many numbers, and each is noted.
    #[cfg(test)]
    pub(super) fn sliced(slice: u64) -> Memory {
        Memory { most: 1 << 30, slice: Some(slice) }
    }

    /// How much of tables that are read is kept, while another one is made.
    pub(super) fn cache(self) -> usize {
        CACHE.min(self.most / 4) as usize
    }

    /// The same while nothing is made.
    pub(super) fn whole_cache(self) -> usize {
        CACHE.min(self.most.saturating_sub(program()).max(1)) as usize
    }

    /// How much is there for a class.
    pub(super) fn room(self) -> u64 {
        self.most.saturating_sub(self.cache() as u64 + program())
    }

    /// How often passes note what is finished.
    pub(super) fn every(self) -> Duration {
        if self.slice.is_some() { Duration::ZERO } else { Duration::from_secs(1) }
    }

    /// How a class is solved.
    fn way(self, size: u64, moves: u64) -> Way {
        let in_memory = NUMBER_BYTES * size + MOVE_BYTES * moves;
        let counted = size < MOST_IN_MEMORY && moves < u64::from(u32::MAX);
        if counted && in_memory <= self.room() && self.slice.is_none() {
            return Way::InMemory(in_memory);
        }
        let each = moves as f64 / size.max(1) as f64;
        let by = |room| match self.slice {
            Some(slice) => Division::of_slices(size, slice, room),
            None => Division::new(size, each, room),
        };
        if let Some(division) = by(self.room()) {
            return Way::Passes(division);
        }
        // In steps of a sixteenth, whatever that is of the whole.
        let steps = std::iter::successors(Some(1 << 20), |room: &u64| room.checked_add(room / 16));
        let by_passes = steps.into_iter().find(|&room| by(room).is_some()).unwrap_or(u64::MAX / 8);
        let least = if counted { by_passes.min(in_memory) } else { by_passes };
        // A quarter of all is for other tables.
        Way::Refused((least + program()).div_ceil(3) * 4)
    }
}

fn program() -> u64 {
    PROGRAM + THREAD * rayon::current_num_threads() as u64
}

/// How a class is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// With this many bytes.
    InMemory(u64),
    Passes(Division),
    /// It would take this many bytes of the program.
    Refused(u64),
}

/// What a class is going to cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// How many positions there are, about.
    pub positions: u64,
    /// How many moves stay in the class, about.
    pub moves: u64,
    /// Memory beside that of earlier tables, in bytes.
    pub memory: u64,
    /// What is kept on disk beside the file until it is written, in bytes; 0 of a class that memory holds.
    pub scratch: u64,
    /// The size of the file, at half a byte a position, and what keys take; in bytes.
    pub disk: u64,
    /// How long it takes on the threads at hand.
    pub time: Duration,
    pub(super) way: Way,
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
        memory: Memory,
    ) -> Result<(Cost, BTreeSet<usize>), MakeError> {
        Ok(Cost::of(numbered, class, memory, |_| None)?)
    }

    /// Looks at a sample. Gives also the classes that it has met and of which there is no table.
    pub(super) fn of(
        numbered: &dyn Numbered,
        class: usize,
        memory: Memory,
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
        let mut work = look + BACK.as_secs_f64() * moves as f64 + PACK.as_secs_f64() * size as f64;
        let way = memory.way(size, moves);
        let (memory, scratch) = match way {
            Way::InMemory(memory) | Way::Refused(memory) => (memory, 0),
            Way::Passes(division) => {
                work += MOVE_BY_PASSES.as_secs_f64() * moves as f64;
                work += NUMBER_BY_PASSES.as_secs_f64() * size as f64;
                (division.memory(moves), MOVE_SCRATCH * moves + NUMBER_SCRATCH * size)
            }
        };
        let cost = Cost {
            positions,
            moves,
            memory,
            scratch,
            disk: positions / 2 + 5 * numbered.keys().len() as u64,
            time: Duration::from_secs_f64(work / rayon::current_num_threads().max(1) as f64),
            way,
        };
        Ok((cost, needs))
    }

    /// Refuses what there is no memory for, or no room in the folder, of which `kept` is taken by what was begun.
    pub(super) fn allowed(
        &self,
        class: &str,
        memory: Memory,
        folder: &Path,
        kept: u64,
    ) -> Result<(), MakeError> {
        if let Way::Refused(needed) = self.way {
            return Err(MakeError::Memory { class: class.into(), needed, there: memory.most });
        }
        let needed = self.scratch + self.disk;
        match room_in(folder).map(|there| there.saturating_add(kept)) {
            Some(there) if there < needed => {
                let folder = folder.display().to_string();
                Err(MakeError::Disk { class: class.into(), folder, needed, there })
            }
            _ => Ok(()),
        }
    }
}

/// How many bytes files in a folder can take; `None` where that cannot be known.
#[cfg(unix)]
fn room_in(folder: &Path) -> Option<u64> {
    let there = rustix::fs::statvfs(folder).ok()?;
    Some(there.f_bavail.saturating_mul(there.f_frsize))
}

/// How many bytes files in a folder can take; `None` where that cannot be known.
#[cfg(not(unix))]
fn room_in(_: &Path) -> Option<u64> {
    None
}
