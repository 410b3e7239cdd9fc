//! Where two searches differ: the smallest depth and the first node at which one answers what the other
//! contradicts.
//!
//! The first side is written down depth by depth, and of every visit, in the order in which they
//! ended, it is asked whether what it claims can be true: its answer is a value or a bound, and the
//! value is what the second side, asked for that very position with a full window, says. Visits end
//! after all that were made within them. So at the first one that is contradicted, all beneath are
//! right, and the mistake is made there. Should no visit be wrong, the answer itself may be.
//!
//! What is found is then shrunk: most mistakes show as well without the moves that led
//! to them.
//!
//! It proves nothing about the second side; to check that one, exchange the two.
//!
//! Cost: the second side searches every position that the first one visited, once for each depth
//! that was left there.

mod fault;
mod shrink;
mod sides;
mod text;

pub use fault::{Case, Disagreement, Fault, Reply};
pub use sides::{Asked, ByEngine, ByMethod, Side, SideError};
pub use text::text;

use std::collections::HashMap;

use plyglot_open::{DoorError, Mv, Position};
use plyglot_search::{Bound, Kind, Score, Stop, Visit, Why, Window};
use thiserror::Error;

use super::record::Recording;

/// How far two sides are compared.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The largest depth, in plies; depths begin at 1.
    pub depth: u32,
    /// The most visits that both sides may make, all in all.
    pub visits: u64,
    /// The most visits of one search that are stored: some hundred bytes each.
    pub stored: usize,
    /// The comparison ends as soon as this is raised.
    pub stop: Option<&'a Stop>,
}

/// A comparison that did not end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no disagreement up to depth {agreed}, then: {why}")]
pub struct Unfinished {
    /// The largest depth at which they were found to agree; 0 if they agree at none.
    pub agreed: u32,
    /// Why it ended.
    pub why: Failure,
}

/// Why a comparison ended before its time.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Failure {
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// Both sides have made all the visits that they may make.
    #[error("{0} visits are not enough to compare all that was visited")]
    TooManyVisits(u64),
    /// The search of a depth has more visits than are stored.
    #[error("the search is too large: {made} visits, and at most {stored} can be stored")]
    TooLarge {
        /// Visits that were made.
        made: u64,
        /// Visits that can be stored.
        stored: usize,
    },
    /// Positions of the game can come back, so that a value depends on more than the position.
    #[error("positions of this game can come back: a value then depends on the way to it")]
    Repetitions,
    /// A side could not search.
    #[error("{0}")]
    Failed(String),
}

impl From<DoorError> for Failure {
    fn from(error: DoorError) -> Self {
        Failure::Failed(error.to_string())
    }
}

/// Compares what `first` says of a position, and of all that it visits on the way, with what
/// `second` says, at depth 1, 2 and so on. `None` if they agree at all depths.
///
/// # Errors
/// If it cannot be decided within the reach.
pub fn against(
    first: &mut dyn Side,
    second: &mut dyn Side,
    position: &Position,
    reach: &Reach<'_>,
) -> Result<Option<Disagreement>, Unfinished> {
    let position = position.without_past();
    let mut comparison =
        Comparison { first, second, reach: *reach, made: 0, known: HashMap::new() };
    for depth in 1..=reach.depth {
        let unfinished = |why| Unfinished { agreed: depth - 1, why };
        if position.facts().can_repeat {
            return Err(unfinished(Failure::Repetitions));
        }
        let found = comparison.find(&position, depth, Window::FULL).map_err(unfinished)?;
        if let Some(found) = found {
            return Ok(Some(comparison.shrink(&position, depth, found)));
        }
    }
    Ok(None)
}

/// The two sides, and what was found out so far.
struct Comparison<'a> {
    first: &'a mut dyn Side,
    second: &'a mut dyn Side,
    reach: Reach<'a>,
    made: u64,
    /// What the second side said of positions, by key and depth, each counted from itself.
    known: HashMap<(u64, u32), Score>,
}

/// One of the two sides.
#[derive(Clone, Copy, Debug)]
enum Who {
    First,
    Second,
}

/// A first visit that is wrong.
struct WrongVisit {
    fault: Fault,
    /// The moves from the root of that search.
    line: Vec<Mv>,
    /// The visits from the root to the one that is wrong, the latter included.
    way: Vec<Visit<Mv>>,
}

/// A walk through a recording, back at the position of each visit when it ended.
struct Walk<'a> {
    recording: &'a Recording<Mv>,
    position: Position,
    line: Vec<Mv>,
}

/// The plies that were to be searched at a visit.
fn plies<M>(visit: &Visit<M>) -> u32 {
    visit.depth.max(0) as u32
}

/// True if a value cannot be what is claimed of it.
fn is_contradicted(window: Window, claim: Score, bound: Bound, truth: Score) -> bool {
    // An answer within the window is the value, whatever else is said of it.
    match if window.contains(claim) { Bound::Exact } else { bound } {
        Bound::Exact => truth != claim,
        Bound::Lower => truth < claim,
        Bound::Upper => truth > claim,
    }
}

impl Comparison<'_> {
    /// The first visit of the first side's search, or else its answer, that the second one contradicts.
    fn find(
        &mut self,
        position: &Position,
        depth: u32,
        window: Window,
    ) -> Result<Option<WrongVisit>, Failure> {
        let stored = self.reach.stored;
        let (recording, answer) = self.record(Who::First, (position, depth), window, stored)?;
        if recording.left_out() > 0 {
            let made = recording.nodes().len() as u64 + recording.left_out();
            return Err(Failure::TooLarge { made, stored: self.reach.stored });
        }
        let mut walk = Walk { recording: &recording, position: position.clone(), line: Vec::new() };
        for pass in recording.children(None) {
            if let Some(place) = self.search_visit(&mut walk, pass)? {
                return self.found(walk, place).map(Some);
            }
        }
        let truth = self.truth(position, depth, 0)?;
        if !is_contradicted(window, answer, Bound::of(answer, window), truth) {
            return Ok(None);
        }
        let passes = recording.children(None).collect();
        let mut fault = Fault {
            position: position.clone(),
            ply: 0,
            depth,
            window,
            kind: None,
            why: None,
            claim: answer,
            bound: Bound::of(answer, window),
            truth,
            first: self.replies(position, &recording, passes)?,
            second: Vec::new(),
        };
        fault.second = self.second_view(&fault);
        Ok(Some(WrongVisit { fault, line: Vec::new(), way: Vec::new() }))
    }

    /// The first visit that is contradicted, at a place or within it.
    fn search_visit(
        &mut self,
        walk: &mut Walk<'_>,
        place: usize,
    ) -> Result<Option<usize>, Failure> {
        let recording = walk.recording;
        let node = &recording.nodes()[place];
        for child in recording.children(Some(place)) {
            let visit = &recording.nodes()[child].visit;
            let found = match visit.mv {
                Some(mv) => {
                    walk.position.play(mv)?;
                    walk.line.push(mv);
                    let found = self.search_visit(walk, child)?;
                    if found.is_none() {
                        walk.line.pop();
                        walk.position.undo();
                    }
                    found
                }
                None if visit.ply == node.visit.ply => self.search_visit(walk, child)?,
                // After a null move there is no position that could be searched.
                None => None,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        let Some(left) = node.left else { return Ok(None) };
        // A window turned inside out asks for nothing: the mistake is that of who asked.
        let asks = node.visit.window.alpha < node.visit.window.beta;
        if !asks || left.why == Why::GivenUp || node.visit.kind == Kind::Quiescence {
            return Ok(None);
        }
        let truth = self.truth(&walk.position, plies(&node.visit), node.visit.ply)?;
        let contradicted = is_contradicted(node.visit.window, left.value, left.bound, truth);
        Ok(contradicted.then_some(place))
    }

    /// What the second side says of a position, counted from `ply` plies above it.
    fn truth(&mut self, position: &Position, depth: u32, ply: u32) -> Result<Score, Failure> {
        let key = (position.key(), depth);
        let value = match self.known.get(&key) {
            Some(&value) => value,
            None => {
                let (_, value) = self.record(Who::Second, (position, depth), Window::FULL, 0)?;
                self.known.insert(key, value);
                value
            }
        };
        Ok(value.from_node(ply))
    }

    /// Has a side search a position, and stores up to `stored` of its visits.
    fn record(
        &mut self,
        who: Who,
        (position, depth): (&Position, u32),
        window: Window,
        stored: usize,
    ) -> Result<(Recording<Mv>, Score), Failure> {
        let Reach { visits, stop, .. } = self.reach;
        let left = visits.saturating_sub(self.made);
        if left == 0 {
            return Err(Failure::TooManyVisits(visits));
        }
        let side = match who {
            Who::First => &mut self.first,
            Who::Second => &mut self.second,
        };
        let asked = Asked { position, depth, window, visits: left, stop };
        let mut recording = Recording::new(stored);
        let answer = side.search(&asked, &mut recording);
        self.made += recording.nodes().len() as u64 + recording.left_out();
        match answer {
            Ok(answer) => Ok((recording, answer)),
            Err(SideError::Stopped) => Err(Failure::Stopped),
            Err(SideError::TooManyVisits) => Err(Failure::TooManyVisits(visits)),
            Err(SideError::Failed(message)) => Err(Failure::Failed(message)),
        }
    }
}
