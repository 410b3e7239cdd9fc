//! What is found where two searches part, and what each side did there.

use plyglot_open::{Mv, Position};
use plyglot_search::{Bound, Kind, Left, Score, Visit, Why, Window};

use super::super::record::Recording;
use super::{Comparison, Failure, Walk, Who, WrongVisit, plies};

/// Two searches that disagree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What the two sides are called.
    pub names: [String; 2],
    /// The smallest depth, in plies, at which the first side is wrong about the position that was
    /// given.
    pub depth: u32,
    /// The moves from that position to the first node at which it is.
    pub line: Vec<Mv>,
    /// The smallest search in which it shows.
    pub case: Case,
}

/// A search that goes wrong.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position to be searched.
    pub start: Position,
    /// The moves that led there from the position that was given; what follows does not need them.
    pub played: Vec<Mv>,
    /// How many plies deep.
    pub depth: u32,
    /// Within this window, where the first side has one.
    pub window: Window,
    /// The moves from there to the node.
    pub line: Vec<Mv>,
    /// What goes wrong.
    pub fault: Fault,
}

/// A node about which the first side is wrong, by the second one's word. Scores and windows are from
/// the side to move at the node that they belong to, and count distances from the start of the
/// search.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The position.
    pub position: Position,
    /// Plies from the start.
    pub ply: u32,
    /// Plies that were to be searched.
    pub depth: u32,
    /// What was asked.
    pub window: Window,
    /// How it was asked; `None` if no visit is wrong but what the search makes of them.
    pub kind: Option<Kind>,
    /// Why the visit ended.
    pub why: Option<Why>,
    /// What the first side answered.
    pub claim: Score,
    /// How that was said to relate to the value.
    pub bound: Bound,
    /// The value that the second side found.
    pub truth: Score,
    /// What the first side visited within the visit, or its passes if no visit is wrong.
    pub first: Vec<Reply>,
    /// What the second side visited below the position, asked for its value.
    pub second: Vec<Reply>,
}

/// A visit right below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// How it began.
    pub visit: Visit<Mv>,
    /// How it ended; `None` if the search ended before.
    pub left: Option<Left<Mv>>,
    /// The value by the second side's word, where it was asked.
    pub truth: Option<Score>,
}

impl Comparison<'_> {
    /// What is found about a visit that was contradicted; the walk is at its position.
    pub(super) fn found(&mut self, walk: Walk<'_>, place: usize) -> Result<WrongVisit, Failure> {
        let Walk { recording, position, line } = walk;
        let nodes = recording.nodes();
        let parents = std::iter::successors(Some(place), |&place| nodes[place].parent);
        let mut way: Vec<_> = parents.map(|place| nodes[place].visit).collect();
        way.reverse();
        let (visit, left) = (nodes[place].visit, nodes[place].left);
        let truth = self.truth(&position, plies(&visit), visit.ply)?;
        let children = recording.children(Some(place)).collect();
        let first = self.replies(&position, recording, children)?;
        let mut fault = Fault {
            position,
            ply: visit.ply,
            depth: plies(&visit),
            window: visit.window,
            kind: Some(visit.kind),
            why: left.map(|left| left.why),
            claim: left.map_or(truth, |left| left.value),
            bound: left.map_or(Bound::Exact, |left| left.bound),
            truth,
            first,
            second: Vec::new(),
        };
        fault.second = self.second_view(&fault);
        Ok(WrongVisit { fault, line, way })
    }

    /// Visits of the first side at or right below a position, with what the second one says of them.
    pub(super) fn replies(
        &mut self,
        position: &Position,
        recording: &Recording<Mv>,
        places: Vec<usize>,
    ) -> Result<Vec<Reply>, Failure> {
        let reply = |place: usize| {
            let node = &recording.nodes()[place];
            let mut below = position.clone();
            if let Some(mv) = node.visit.mv {
                below.play(mv)?;
            }
            let truth = self.truth(&below, plies(&node.visit), node.visit.ply)?;
            Ok(Reply { visit: node.visit, left: node.left, truth: Some(truth) })
        };
        places.into_iter().map(reply).collect()
    }

    /// What the second side visits right below the node when it is asked for its value: nothing, if
    /// there are too few visits left to ask again.
    pub(super) fn second_view(&mut self, fault: &Fault) -> Vec<Reply> {
        let (asked, stored) = ((&fault.position, fault.depth), self.reach.stored);
        let Ok((recording, _)) = self.record(Who::Second, asked, Window::FULL, stored) else {
            return Vec::new();
        };
        let Some(last) = recording.children(None).last() else { return Vec::new() };
        let above = fault.ply;
        let reply = |place: usize| {
            let node = &recording.nodes()[place];
            let Window { alpha, beta } = node.visit.window;
            let window = Window { alpha: alpha.from_node(above), beta: beta.from_node(above) };
            let left = node.left.map(|left| Left { value: left.value.from_node(above), ..left });
            let visit = Visit { window, ply: node.visit.ply + above, ..node.visit };
            Reply { visit, left, truth: None }
        };
        recording.children(Some(last)).map(reply).collect()
    }
}
