//! What solving has in common, in memory and by passes: what there is to solve ([`Work`]), what a position begins with,
//! what a move is worth, in which order values are given.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use plyglot_open::{DoorError, Numbered, Seen, Step, Stop, To};
use plyglot_search::endings::Place;
use plyglot_search::{Meaning, Score};
use rayon::prelude::*;

use super::error::MakeError;

/// Not a score: undecided, and no position. Scores are nearer to 0.
pub(super) const UNDECIDED: u16 = 0x8000;
pub(super) const NOTHING: u16 = 0x8001;
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

/// The value of each number, wherever it is kept.
pub(super) trait Values: Sync {
    /// How many numbers there are.
    fn len(&self) -> u64;

    /// The values of a range; `None` where there is no position.
    fn range(&self, range: Range<u64>) -> Result<Vec<Option<Score>>, MakeError>;
}

/// How solving ended.
pub(super) enum Solved<V> {
    Values(V),
    Needs(usize),
    Stopped,
}

/// What the bits of a solved class mean.
pub(super) fn meant(bits: u16) -> Option<Score> {
    match bits {
        NOTHING => None,
        // What is never decided is drawn.
        UNDECIDED => Some(Score::DRAW),
        bits => Some(Score::unpack(bits)),
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
pub(super) fn level(score: Score) -> i32 {
    Score::win_in(0).raw() - score.raw().abs()
}

/// What a position is worth that has `left` moves within the class that are not known to lose, and `best` among what is
/// known of the others; `None` while that is open.
pub(super) fn settled(left: u16, best: Score) -> Option<Score> {
    (best > Score::DRAW || (left == 0 && best < Score::DRAW)).then_some(best)
}

/// What a number begins with: its bits, how many of its moves stay in the class, and the best of the others.
pub(super) struct Begin {
    pub(super) bits: u16,
    pub(super) left: u16,
    pub(super) best: Score,
}

/// What went wrong in one of many threads.
#[derive(Default)]
pub(super) struct Trouble {
    /// One more than the class that is missing.
    needs: AtomicUsize,
    too_far: AtomicBool,
    pub(super) too_large: AtomicBool,
    no_moves: AtomicU64,
    has_no_moves: AtomicBool,
}

impl Work<'_> {
    pub(super) fn name(&self) -> String {
        match self.numbered.keys() {
            [] => format!("class {}", self.class),
            _ => "what the position leads to".into(),
        }
    }

    /// Does something with each chunk of a range, in parallel, joins what the threads give and tells how far it is.
    /// False if it was stopped.
    pub(super) fn over<T: Send>(
        &self,
        range: Range<u64>,
        chunk: u64,
        tell: &mut dyn FnMut(u64) -> io::Result<()>,
        each: impl Fn(Range<u64>) -> Result<T, MakeError> + Sync,
        mut join: impl FnMut(T),
    ) -> Result<bool, MakeError> {
        let mut at = range.start;
        while at < range.end {
            let end = range.end.min(at + chunk * CHUNKS);
            let chunks = (at..end).step_by(chunk as usize).collect::<Vec<_>>();
            let done = chunks.into_par_iter().map(|from| each(from..end.min(from + chunk)));
            for part in done.collect::<Vec<_>>() {
                join(part?);
            }
            at = end;
            tell(at).map_err(MakeError::Show)?;
            if self.stop.is_raised() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a number begins with.
    pub(super) fn begin(&self, trouble: &Trouble, index: u64, seen: Seen<'_>) -> Begin {
        let (bits, left) = (UNDECIDED, 0);
        let steps = match seen {
            Seen::Nothing => return Begin { bits: NOTHING, left, best: Score::DRAW },
            Seen::Over(best) if best.is_decided() => return Begin { bits, left, best },
            Seen::Over(best) => return Begin { bits: best.pack(), left, best },
            Seen::Moves(steps) => steps,
        };
        let (mut best, mut left) = (Score::MINUS_INFINITY, 0);
        for step in steps {
            let score = match step.to {
                To::At(place) if place.class == self.class => {
                    left += 1;
                    continue;
                }
                To::At(place) => match (self.outside)(place) {
                    Some(score) => score,
                    None => {
                        trouble.needs.store(place.class + 1, Relaxed);
                        continue;
                    }
                },
                To::Over(score) => score,
            };
            match before(score, step.turns) {
                Some(score) => best = best.max(score),
                None => trouble.too_far.store(true, Relaxed),
            }
        }
        if steps.is_empty() {
            trouble.no_moves.store(index, Relaxed);
            trouble.has_no_moves.store(true, Relaxed);
        }
        if left > u32::from(u16::MAX) {
            trouble.too_large.store(true, Relaxed);
        }
        Begin { bits, left: left as u16, best }
    }

    /// The moves of a number that stay in the class: where they lead, and whether the other side is to move there.
    pub(super) fn inside<'a>(&self, seen: Seen<'a>) -> impl Iterator<Item = (u64, bool)> + use<'a> {
        let class = self.class;
        let steps: &[Step] = if let Seen::Moves(steps) = seen { steps } else { &[] };
        steps.iter().filter_map(move |step| match step.to {
            To::At(place) if place.class == class => Some((place.index, step.turns)),
            To::At(_) | To::Over(_) => None,
        })
    }
}

impl Trouble {
    /// A class that is needed and missing.
    pub(super) fn missing(&self) -> Option<usize> {
        self.needs.load(Relaxed).checked_sub(1)
    }

    /// That a move takes too many plies.
    pub(super) fn goes_too_far(&self) {
        self.too_far.store(true, Relaxed);
    }

    pub(super) fn check(&self, work: &Work<'_>) -> Result<(), MakeError> {
        if self.too_far.load(Relaxed) {
            return Err(MakeError::TooFar(work.name()));
        }
        if self.too_large.load(Relaxed) {
            return Err(MakeError::TooLarge(work.name()));
        }
        if self.has_no_moves.load(Relaxed) {
            let text = work.numbered.text(self.no_moves.load(Relaxed))?;
            let text = text.unwrap_or_default();
            let message = format!("{text} has no moves, and the game is not over");
            return Err(DoorError::Endings(message).into());
        }
        Ok(())
    }
}
