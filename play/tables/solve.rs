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
//! Cost: each position is looked at twice, to count the moves that lead to each and to note from where; then each of those
//! moves is gone back once. Values are atomic and read without order: within a level what one thread decides another
//! need not see, since it counts at the next level only.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicUsize, Ordering::Relaxed};

use plyglot_open::{DoorError, Numbered, Seen, Step, Stop, To};
use plyglot_search::endings::Place;
use plyglot_search::{Meaning, Score};
use rayon::prelude::*;

use super::error::MakeError;

/// Not a score: undecided, and no position. Scores are nearer to 0.
const UNDECIDED: u16 = 0x8000;
const NOTHING: u16 = 0x8001;
/// How many numbers a thread takes at once.
pub(super) const CHUNK: u64 = 1 << 14;
/// How many of these are done between two looks at the stop.
pub(super) const CHUNKS: u64 = 32;

/// What is done with a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Its moves are counted.
    Counts,
    /// It is noted from where moves lead to each position.
    Links,
    /// Values are given, level by level.
    Solves,
    /// Each position is held against its moves.
    Checks,
    /// The table is written.
    Writes,
}

/// What is solved.
pub(super) struct Work<'a> {
    pub(super) numbered: &'a dyn Numbered,
    pub(super) class: usize,
    pub(super) outside: &'a (dyn Fn(Place) -> Option<Score> + Sync),
    pub(super) stop: &'a Stop,
}

/// What is told on the way: how much of a phase is done.
pub(super) type Goes<'a> = dyn FnMut(Phase, u64, u64) -> io::Result<()> + 'a;

/// The value of each number.
pub(super) struct Values(Vec<AtomicU16>);

/// How solving ended.
pub(super) enum Solved {
    Values(Values),
    Needs(usize),
    Stopped,
}

impl Values {
    /// The value with a number; `None` where there is no position.
    pub(super) fn value(&self, index: u64) -> Option<Score> {
        match self.0[index as usize].load(Relaxed) {
            NOTHING => None,
            bits => Some(Score::unpack(bits)),
        }
    }

    /// All of a range.
    pub(super) fn range(
        &self,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = Option<Score>> {
        range.map(|index| self.value(index as u64))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The value that a move has for who plays it, by that of where it leads; `None` if it takes too many plies.
pub(super) fn before(score: Score, turns: bool) -> Option<Score> {
    let score = if turns { -score } else { score };
    match score.meaning() {
        Meaning::WinIn(plies) | Meaning::LossIn(plies) if plies >= Score::MAX_DISTANCE => None,
        _ => Some(score.from_node(1)),
    }
}

/// How soon a decided value counts: the plies of a win or a loss, then margins from the greatest on.
fn level(score: Score) -> i32 {
    Score::win_in(0).raw() - score.raw().abs()
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

/// What went wrong in one of many threads.
#[derive(Default)]
struct Trouble {
    /// One more than the class that is missing.
    needs: AtomicUsize,
    too_far: AtomicBool,
    too_large: AtomicBool,
    no_moves: AtomicU32,
    has_no_moves: AtomicBool,
}

impl Work<'_> {
    fn name(&self) -> String {
        match self.numbered.keys() {
            [] => format!("class {}", self.class),
            _ => "what the position leads to".into(),
        }
    }

    /// Does something with each number, in parallel, and joins what the threads give. False if it was stopped.
    fn over<T: Send>(
        &self,
        phase: Phase,
        goes: &mut Goes<'_>,
        each: impl Fn(&mut T, u64, Seen<'_>) + Sync,
        new: impl Fn() -> T + Sync,
        mut join: impl FnMut(T),
    ) -> Result<bool, MakeError> {
        let size = self.numbered.size();
        let mut at = 0;
        while at < size {
            let end = size.min(at + CHUNK * CHUNKS);
            let chunks = (at..end).step_by(CHUNK as usize).collect::<Vec<_>>();
            let done = chunks.into_par_iter().map(|from| {
                let mut found = new();
                let tell = &mut |index, seen: Seen<'_>| each(&mut found, index, seen);
                self.numbered.each(from..end.min(from + CHUNK), tell)?;
                Ok::<T, DoorError>(found)
            });
            for part in done.collect::<Vec<_>>() {
                join(part?);
            }
            at = end;
            goes(phase, at, size).map_err(MakeError::Show)?;
            if self.stop.is_raised() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Solves the class.
pub(super) fn solved(work: &Work<'_>, goes: &mut Goes<'_>) -> Result<Solved, MakeError> {
    let size = work.numbered.size();
    if size >= 1 << 31 {
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
    let survey = |found: &mut Vec<(u32, Score)>, index, seen: Seen<'_>| {
        graph.look(work, &trouble, found, index, seen);
    };
    let join = |found: Vec<(u32, Score)>| {
        for (index, score) in found {
            pending.entry(level(score)).or_default().push((index, score.pack()));
        }
    };
    if !work.over(Phase::Counts, goes, survey, Vec::new, join)? {
        return Ok(Solved::Stopped);
    }
    if let Some(missing) = trouble.needs.load(Relaxed).checked_sub(1) {
        return Ok(Solved::Needs(missing));
    }
    trouble.check(work)?;
    graph.make_room(work)?;
    let link = |_: &mut (), index, seen: Seen<'_>| graph.link(work, index, seen);
    if !work.over(Phase::Links, goes, link, || (), drop)? {
        return Ok(Solved::Stopped);
    }
    if !graph.give_values(work, &trouble, pending, goes)? {
        return Ok(Solved::Stopped);
    }
    trouble.check(work)?;
    let open = |value: &AtomicU16| {
        if value.load(Relaxed) == UNDECIDED {
            value.store(Score::DRAW.pack(), Relaxed);
        }
    };
    graph.values.par_iter().for_each(open);
    Ok(Solved::Values(Values(graph.values)))
}

impl Trouble {
    fn check(&self, work: &Work<'_>) -> Result<(), MakeError> {
        if self.too_far.load(Relaxed) {
            return Err(MakeError::TooFar(work.name()));
        }
        if self.too_large.load(Relaxed) {
            return Err(MakeError::TooLarge(work.name()));
        }
        if self.has_no_moves.load(Relaxed) {
            let text = work.numbered.text(self.no_moves.load(Relaxed).into())?;
            let text = text.unwrap_or_default();
            let message = format!("{text} has no moves, and the game is not over");
            return Err(DoorError::Endings(message).into());
        }
        Ok(())
    }
}

/// The moves that stay in the class.
fn inside<'a>(work: &Work<'_>, steps: &'a [Step]) -> impl Iterator<Item = (usize, bool)> + use<'a> {
    let class = work.class;
    steps.iter().filter_map(move |step| match step.to {
        To::At(place) if place.class == class => Some((place.index as usize, step.turns)),
        To::At(_) | To::Over(_) => None,
    })
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
        let steps = match seen {
            Seen::Nothing => return self.values[at].store(NOTHING, Relaxed),
            Seen::Over(score) if score.is_decided() => return found.push((index as u32, score)),
            Seen::Over(score) => return self.values[at].store(score.pack(), Relaxed),
            Seen::Moves(steps) => steps,
        };
        let mut best = Score::MINUS_INFINITY;
        for step in steps {
            let score = match step.to {
                To::At(place) if place.class == work.class => continue,
                To::At(place) => match (work.outside)(place) {
                    Some(score) => score,
                    None => return trouble.needs.store(place.class + 1, Relaxed),
                },
                To::Over(score) => score,
            };
            match before(score, step.turns) {
                Some(score) => best = best.max(score),
                None => trouble.too_far.store(true, Relaxed),
            }
        }
        let mut left = 0u64;
        for (to, _) in inside(work, steps) {
            left += 1;
            if self.places[to].fetch_add(1, Relaxed) == u32::MAX {
                trouble.too_large.store(true, Relaxed);
            }
        }
        if steps.is_empty() {
            trouble.no_moves.store(index as u32, Relaxed);
            trouble.has_no_moves.store(true, Relaxed);
        }
        if left > u64::from(u16::MAX) {
            trouble.too_large.store(true, Relaxed);
        }
        self.best[at].store(best.pack(), Relaxed);
        self.left[at].store(left as u16, Relaxed);
        if best > Score::DRAW || (left == 0 && best < Score::DRAW && !steps.is_empty()) {
            found.push((index as u32, best));
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
        let Seen::Moves(steps) = seen else { return };
        for (to, turns) in inside(work, steps) {
            let place = self.places[to].fetch_sub(1, Relaxed) - 1;
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
                trouble.too_far.store(true, Relaxed);
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
