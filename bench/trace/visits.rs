//! A recording in the words of its game: every move in its notation, every score as people write
//! it. All renderings begin here and know neither the game nor its moves.

use std::collections::{BTreeMap, BTreeSet};

use plyglot_open::{DoorError, DynGame, DynKnowledge, Mv, Position};
use plyglot_search::{Bound, Describe, Kind, Score, Side, Visit, Why, Window};

use super::record::{FirstMoves, Node, Recording};
use super::scores::short;
use super::tally::Tally;
use super::walk::{Entered, Walk};

/// What was searched, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game with its size, as it is asked for.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The board as people like to see it.
    pub board: String,
    /// What the two sides are called.
    pub sides: [String; 2],
    /// Who moves at the root.
    pub mover: Side,
    /// The unit of scores; empty if the game has none.
    pub unit: String,
    /// The algorithm with its aids.
    pub algorithm: String,
    /// Plies.
    pub depth: u32,
    /// The window at the root, where the algorithm has one.
    pub window: Option<Window>,
}

/// A search as it ran.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What was searched.
    pub subject: Subject,
    /// The visits that were stored, in the order in which they began.
    pub visits: Vec<VisitRecord>,
    /// How many visits were made beyond those.
    pub left_out: u64,
    /// What was done at each ply, by the visits that were left out as well.
    pub plies: Vec<Tally>,
    /// The result of the search; `None` if it was stopped.
    pub answer: Option<SearchResult>,
    scores: BTreeMap<Score, String>,
    replay: Replay,
}

/// What the visits were made with, to make their moves again.
#[derive(Clone, Debug)]
struct Replay {
    root: DynGame,
    knowledge: DynKnowledge,
    /// The move of each visit.
    moves: Vec<Option<Mv>>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The value, from the side to move at the root.
    pub value: Score,
    /// How it relates to the value.
    pub bound: Bound,
    /// The line that it rests on.
    pub line: Vec<String>,
}

/// A visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitRecord {
    /// The visit within which it was made.
    pub parent: Option<usize>,
    /// The move that led here; `None` at the root and where no move did.
    pub mv: Option<String>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies that were to be searched; `None` to the end of the game.
    pub depth: Option<i32>,
    /// What was asked, from the side to move here.
    pub window: Window,
    /// How it was asked.
    pub kind: Kind,
    /// Who moves here.
    pub mover: Side,
    /// Its result; `None` if the search ended before.
    pub left: Option<VisitResult>,
    /// How many visits were made within it, at any depth.
    pub within: u64,
    /// How many of those were stored: they follow it directly.
    pub stored_within: usize,
    /// How often the first move was the best, here and within.
    pub ordering: FirstMoves,
}

/// The result of a visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitResult {
    /// The answer, from the side to move here; means nothing where the visit was given up.
    pub value: Score,
    /// How the answer relates to the value.
    pub bound: Bound,
    /// Why the visit ended.
    pub why: Why,
    /// The best move that was tried, and its place, from 0.
    pub best: Option<(String, usize)>,
    /// How many moves were tried.
    pub tried: usize,
}

impl Trace {
    /// A recording in words. `position` is that at its root.
    pub(super) fn of(
        subject: Subject,
        position: &Position,
        knowledge: DynKnowledge,
        recording: &Recording<Mv>,
        plies: &[Tally],
        answer: Option<SearchResult>,
    ) -> Result<Trace, DoorError> {
        let mut walk = Walk::new(position.game(), knowledge.clone());
        let nodes = recording.nodes().iter().enumerate();
        let visits = nodes.map(|(index, node)| record(&mut walk, index, node)).collect();
        let moves = recording.nodes().iter().map(|node| node.visit.mv).collect();
        let mut trace = Trace {
            subject,
            visits,
            left_out: recording.left_out(),
            plies: plies.to_vec(),
            answer,
            scores: BTreeMap::new(),
            replay: Replay { root: position.game().clone(), knowledge, moves },
        };
        for score in trace.all_scores() {
            trace.scores.insert(score, short(position, score)?);
        }
        Ok(trace)
    }

    /// All scores that occur, and those that the other side sees.
    fn all_scores(&self) -> BTreeSet<Score> {
        let visits = self.visits.iter().flat_map(|visit| {
            let value = visit.left.as_ref().map(|left| left.value);
            [Some(visit.window.alpha), Some(visit.window.beta), value].into_iter().flatten()
        });
        let window = self.subject.window.into_iter().flat_map(|window| [window.alpha, window.beta]);
        let answer = self.answer.iter().map(|answer| answer.value);
        visits.chain(window).chain(answer).flat_map(|score| [score, -score]).collect()
    }

    /// A score of this trace in a few characters.
    pub fn score(&self, score: Score) -> &str {
        self.scores.get(&score).map_or("?", String::as_str)
    }

    /// All scores of this trace with their texts, from the lowest to the highest.
    pub fn scores(&self) -> impl Iterator<Item = (Score, &str)> {
        self.scores.iter().map(|(&score, text)| (score, text.as_str()))
    }

    /// A window of this trace: `-3..+2`.
    pub fn window(&self, window: Window) -> String {
        format!("{}..{}", self.score(window.alpha), self.score(window.beta))
    }

    /// What a side is called.
    pub fn side(&self, side: Side) -> &str {
        &self.subject.sides[usize::from(side == Side::Second)]
    }

    /// All visits that were made.
    pub fn made(&self) -> u64 {
        self.visits.len() as u64 + self.left_out
    }

    /// The moves from the root to a visit.
    pub fn line(&self, place: usize) -> Vec<&str> {
        let above = |&place: &usize| self.visits[place].parent;
        let visits = std::iter::successors(Some(place), above);
        let mut line: Vec<_> = visits.map(|place| self.visits[place].name()).collect();
        line.pop(); // the root
        line.reverse();
        line
    }

    /// Calls `each` with the position of each visit, in their order; `None` after a null move that cannot be
    /// made again. Costs a copy of the position for each.
    pub(super) fn positions(&self, mut each: impl FnMut(&VisitRecord, Option<&DynGame>)) {
        let Replay { root, knowledge, moves } = &self.replay;
        let mut walk = Walk::new(root, knowledge.clone());
        for (index, (visit, &mv)) in self.visits.iter().zip(moves).enumerate() {
            let depth = visit.depth.unwrap_or(i32::MAX);
            let step =
                walk.enter(Entered { index, parent: visit.parent, mv, ply: visit.ply, depth });
            each(visit, step.position.as_ref());
        }
    }

    /// What is left out, in a sentence; `None` if nothing is.
    pub fn gap(&self) -> Option<String> {
        let (stored, left_out) = (self.visits.len(), self.left_out);
        (left_out > 0).then(|| {
            format!("{stored} visits are stored; {left_out} more were made and are only counted")
        })
    }
}

impl VisitRecord {
    /// The move that led here, or what stands for it.
    pub fn name(&self) -> &str {
        match (&self.mv, self.parent) {
            (Some(mv), _) => mv,
            (None, None) => "root",
            (None, Some(_)) => "(no move)",
        }
    }
}

impl VisitResult {
    /// `=`, `>=` or `<=`: how the answer relates to the value.
    pub fn sign(&self) -> &'static str {
        match self.bound {
            Bound::Exact => "=",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        }
    }
}

/// A kind of visit in a word or two.
pub fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Full => "full",
        Kind::Null => "null",
        Kind::Research => "re-search",
        Kind::Quiescence => "quiescence",
    }
}

/// Why a visit ended, in a few words.
pub fn why_text(why: Why) -> &'static str {
    match why {
        Why::Outcome => "end of the game",
        Why::Repetition => "repetition",
        Why::Horizon => "horizon",
        Why::Bounds => "proven bounds",
        Why::LeafSolver => "leaf solver",
        Why::Table => "table",
        Why::Pruned => "pruned",
        Why::FailHigh => "fail high",
        Why::AllMoves => "all moves tried",
        Why::GivenUp => "stopped",
    }
}

/// A visit in the words of the game.
fn record(walk: &mut Walk<'_>, index: usize, node: &Node<Mv>) -> VisitRecord {
    let visit = node.visit;
    let above = walk.above(node.parent).and_then(|above| above.position.as_ref());
    let mv = visit.mv.map(|mv| written(above, mv));
    let Visit { ply, depth, .. } = visit;
    let here = walk.enter(Entered { index, parent: node.parent, mv: visit.mv, ply, depth });
    let left = node.left.map(|left| VisitResult {
        value: left.value,
        bound: left.bound,
        why: left.why,
        best: left.best.map(|(mv, index)| (written(here.position.as_ref(), mv), index)),
        tried: left.tried,
    });
    VisitRecord {
        parent: node.parent,
        mv,
        ply,
        depth: (depth != i32::MAX).then_some(depth),
        window: visit.window,
        kind: visit.kind,
        mover: here.mover,
        left,
        within: node.within,
        stored_within: node.stored_within,
        ordering: node.ordering,
    }
}

/// A move in its notation, or its bits where the position is not known.
fn written(position: Option<&DynGame>, mv: Mv) -> String {
    position.map_or_else(|| format!("#{mv}"), |game| game.notation(mv))
}
