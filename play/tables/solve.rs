//! A class is solved by retrograde analysis (K. Thompson, "Retrograde Analysis of Certain Endgames", 1986), for any order
//! of movers and for margins as well.
//!
//! A value is final once nothing better is left, so values are given in the order of how much they decide: won or lost
//! in 0 plies, in 1, and so on, then margins from the greatest on. From each position that gets its value one goes back
//! to those whose moves lead there: one of them that wins by it is decided as well, and one that loses by it is once
//! no other move is left to it. What is never decided is drawn, since neither side can force more; that is right where
//! positions repeat, too, if what repeats is a draw.
//!
//! Moves that leave the class are looked up once, at the beginning: the best of them is kept for each position.
//!
//! A class that memory does not hold is solved by `passes`, which shares with this what a position begins with and what
//! a move is worth. Both stay: here what a level decides is a list, there it is found by a scan of each slice, which
//! takes longer and needs no lists.
//!
//! Cost: each position is looked at twice, to count the moves that lead to each and to note from where; then each of those
//! moves is gone back once. Values are atomic and read without order: within a level what one thread decides another
//! need not see, since it counts at the next level only.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use plyglot_open::Seen;
use plyglot_search::Score;
use rayon::prelude::*;

use super::error::MakeError;
use super::work::{
    Begin, CHUNK, Goes, Phase, Solved, Trouble, UNDECIDED, Values, Work, before, level, meant,
    settled,
};

/// How many numbers are too many for the solver in memory, which keeps a bit beside each.
pub(super) const MOST_IN_MEMORY: u64 = 1 << 31;

/// A solved class in memory.
pub(super) struct InMemory(Vec<AtomicU16>);

impl InMemory {
    /// The value with a number; `None` where there is no position.
    pub(super) fn value(&self, index: u64) -> Option<Score> {
        meant(self.0[index as usize].load(Relaxed))
    }
}

impl Values for InMemory {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn range(&self, range: Range<u64>) -> Result<Vec<Option<Score>>, MakeError> {
        Ok(range.map(|index| self.value(index)).collect())
    }
}

/// Numbers that may get a value, by its level.
type Pending = BTreeMap<i32, Vec<(u32, u16)>>;

struct Graph {
    values: Vec<AtomicU16>,
    /// How many moves within the class are not known to lose.
    left: Vec<AtomicU16>,
    /// The best value of a move that leaves the class.
    best: Vec<AtomicU16>,
    /// For each number where in `from` those of its moves end, and once they are noted where they begin.
    places: Vec<AtomicU32>,
    /// From where a move leads: the number, and whether the other side moved there.
    from: Vec<AtomicU32>,
}

/// Solves the class in memory.
pub(super) fn solved(work: &Work<'_>, goes: &mut Goes<'_>) -> Result<Solved<InMemory>, MakeError> {
    let size = work.numbered.size();
    if size >= MOST_IN_MEMORY {
        return Err(MakeError::TooLarge(work.name()));
    }
    let zeros = || (0..size).map(|_| AtomicU16::new(0)).collect::<Vec<_>>();
    let mut graph = Graph {
        values: (0..size).map(|_| AtomicU16::new(UNDECIDED)).collect(),
        left: zeros(),
        best: zeros(),
        places: (0..=size).map(|_| AtomicU32::new(0)).collect(),
        from: Vec::new(),
    };
    let (trouble, mut pending) = (Trouble::default(), Pending::new());
    let survey = |range| {
        let mut found = Vec::new();
        let look = &mut |index, seen: Seen<'_>| graph.look(work, &trouble, &mut found, index, seen);
        work.numbered.each(range, look)?;
        Ok(found)
    };
    let join = |found: Vec<(u32, Score)>| {
        for (index, score) in found {
            pending.entry(level(score)).or_default().push((index, score.pack()));
        }
    };
    let mut tell = |at| goes(Phase::Counts, at, size);
    if !work.over(0..size, CHUNK, &mut tell, survey, join)? {
        return Ok(Solved::Stopped);
    }
    if let Some(missing) = trouble.missing() {
        return Ok(Solved::Needs(missing));
    }
    trouble.check(work)?;
    graph.make_room(work)?;
    let link = |range| {
        Ok(work.numbered.each(range, &mut |index, seen: Seen<'_>| graph.link(work, index, seen))?)
    };
    let mut tell = |at| goes(Phase::Links, at, size);
    if !work.over(0..size, CHUNK, &mut tell, link, drop::<()>)? {
        return Ok(Solved::Stopped);
    }
    if !graph.give_values(work, &trouble, pending, goes)? {
        return Ok(Solved::Stopped);
    }
    trouble.check(work)?;
    Ok(Solved::Values(InMemory(graph.values)))
}

impl Graph {
    /// What a number begins with; notes it where it has a value already.
    fn look(
        &self,
        work: &Work<'_>,
        trouble: &Trouble,
        found: &mut Vec<(u32, Score)>,
        index: u64,
        seen: Seen<'_>,
    ) {
        let at = index as usize;
        let Begin { bits, left, best } = work.begin(trouble, index, seen);
        self.values[at].store(bits, Relaxed);
        self.best[at].store(best.pack(), Relaxed);
        self.left[at].store(left, Relaxed);
        for (to, _) in work.inside(seen) {
            if self.places[to as usize].fetch_add(1, Relaxed) == u32::MAX {
                trouble.too_large.store(true, Relaxed);
            }
        }
        if bits == UNDECIDED
            && let Some(score) = settled(left, best)
        {
            found.push((index as u32, score));
        }
    }

    /// From counts to where the moves of each number end, and room for all of them.
    fn make_room(&mut self, work: &Work<'_>) -> Result<(), MakeError> {
        let mut end = 0u32;
        for place in &mut self.places {
            let count = place.get_mut();
            let next = end.checked_add(*count);
            end = next.ok_or_else(|| MakeError::TooLarge(work.name()))?;
            *count = end;
        }
        self.from = (0..end).map(|_| AtomicU32::new(0)).collect();
        Ok(())
    }

    /// Notes from where the moves of a number lead.
    fn link(&self, work: &Work<'_>, index: u64, seen: Seen<'_>) {
        for (to, turns) in work.inside(seen) {
            let place = self.places[to as usize].fetch_sub(1, Relaxed) - 1;
            self.from[place as usize].store((index as u32) << 1 | u32::from(turns), Relaxed);
        }
    }

    /// Gives all values, level by level. False if it was stopped.
    fn give_values(
        &self,
        work: &Work<'_>,
        trouble: &Trouble,
        mut pending: Pending,
        goes: &mut Goes<'_>,
    ) -> Result<bool, MakeError> {
        let mut decided = 0;
        while let Some((now, candidates)) = pending.pop_first() {
            let parts = candidates.par_chunks(CHUNK as usize).map(|part| {
                let (mut given, mut found) = (0u64, Vec::new());
                for &(index, score) in part {
                    let value = &self.values[index as usize];
                    if value.compare_exchange(UNDECIDED, score, Relaxed, Relaxed).is_ok() {
                        given += 1;
                        self.go_back(trouble, index, Score::unpack(score), &mut found);
                    }
                }
                (given, found)
            });
            for (given, found) in parts.collect::<Vec<_>>() {
                decided += given;
                for (index, score) in found {
                    let level = level(score);
                    debug_assert!(level >= now, "what is decided later decides no more");
                    pending.entry(level).or_default().push((index, score.pack()));
                }
            }
            goes(Phase::Solves, decided, work.numbered.size()).map_err(MakeError::Show)?;
            if work.stop.is_raised() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finds what the value of a number decides.
    fn go_back(&self, trouble: &Trouble, index: u32, score: Score, found: &mut Vec<(u32, Score)>) {
        let at = index as usize;
        let [start, end] = [at, at + 1].map(|at| self.places[at].load(Relaxed) as usize);
        for from in &self.from[start..end] {
            let from = from.load(Relaxed);
            let (index, turns) = (from >> 1, from & 1 == 1);
            if self.values[index as usize].load(Relaxed) != UNDECIDED {
                continue;
            }
            let Some(score) = before(score, turns) else {
                trouble.goes_too_far();
                continue;
            };
            if score > Score::DRAW {
                found.push((index, score));
            } else if self.left[index as usize].fetch_sub(1, Relaxed) == 1 {
                let best = Score::unpack(self.best[index as usize].load(Relaxed));
                if best < Score::DRAW {
                    found.push((index, score.max(best)));
                }
            }
        }
    }
}
