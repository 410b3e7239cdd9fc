//! What a tree knows, as the objects of [`plyglot_wire`]: figures of the whole, a position with its moves, the best line.
//!
//! A position on the board and the one that is stored may be each other's mirror image. So moves are found by where they
//! lead: each is played, and the key of the position after it is looked up.

use plyglot_open::{Position, Verdict};
use plyglot_search::{Bound, Score, Side};
use plyglot_wire::object::{Known, TreeMove, TreePosition};
use plyglot_wire::{ProvenBetween, Score as Scored, object};

use super::Tree;
use super::error::TreeError;
use super::graph::Node;
use super::grow::{Ended, Progress};
use super::thin::Whole;
use super::value::{Proven, WIN, score, seen_score};
use super::view::View;

impl Tree {
    /// What is in the file, and at the position after `moves` were played at its root.
    ///
    /// # Errors
    /// [`TreeError::Outside`] if that is not in the tree; or if the game's code panics.
    pub fn shown(&self, at: &Position) -> Result<object::Tree, TreeError> {
        let view = self.view();
        let whole = Whole::of(&view)?;
        match view.position(at, &whole)? {
            Some(at) => Ok(object::Tree { at: Some(at), ..whole.told }),
            None => Err(TreeError::Outside { plies: self.last_known(at)? }),
        }
    }

    /// All positions, those near the root first, each as it is stored.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn each(
        &self,
        mut tell: impl FnMut(TreePosition) -> Result<(), TreeError>,
    ) -> Result<(), TreeError> {
        let mut order = vec![self.graph.root()];
        let mut seen = vec![false; self.graph.len()];
        seen[self.graph.root() as usize] = true;
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            let there = self.graph.node(node);
            let at = self.start.parse(&there.text)?;
            let mut moves = Vec::new();
            for &(mv, child) in &there.children {
                let known = known(&at, self.graph.node(child), 1)?;
                moves.push(TreeMove { mv: at.move_text(mv)?, known, behind: None });
                if !std::mem::replace(&mut seen[child as usize], true) {
                    order.push(child);
                }
            }
            let best = self.graph.best(node).map(|(mv, _)| mv);
            let pv = best.map(|mv| at.move_text(mv)).transpose()?.into_iter().collect();
            let (played, position) = (Vec::new(), there.text.to_string());
            tell(TreePosition { played, position, known: known(&at, there, 0)?, pv, moves })?;
        }
        Ok(())
    }

    /// How many of the moves that lead to a position which is not in the tree are.
    fn last_known(&self, at: &Position) -> Result<usize, TreeError> {
        for plies in 0..at.plies() {
            if self.find(&at.after_plies(plies), plies)?.is_none() {
                return Ok(plies.saturating_sub(1));
            }
        }
        Ok(at.plies().saturating_sub(1))
    }
}

impl View<'_> {
    /// A position with its moves; `None` if it is not in the tree.
    ///
    /// # Errors
    /// If the game's code panics.
    pub(super) fn position(
        &self,
        at: &Position,
        whole: &Whole,
    ) -> Result<Option<TreePosition>, TreeError> {
        let Some((node, ply)) = self.place(at)? else { return Ok(None) };
        let children = self.moves(at, node, ply)?;
        let places: Vec<u32> = children.iter().map(|&(_, child)| child).collect();
        let mut moves = Vec::new();
        for ((mv, child), behind) in children.into_iter().zip(whole.behind(self, &places)) {
            let known = known(at, self.graph.node(child), 1)?;
            let rank = rank(self.graph.node(child), at.to_move());
            let mv = TreeMove { mv: at.move_text(mv)?, known, behind: Some(behind) };
            moves.push((rank, mv));
        }
        moves.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        Ok(Some(TreePosition {
            played: at.after_plies(0).notation(&at.played())?,
            position: at.text()?,
            known: known(at, self.graph.node(node), 0)?,
            pv: at.notation(&self.line(at, node, ply)?)?,
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        }))
    }
}

/// How good a node is for a side: value, what is proven, effort.
pub(super) fn rank(node: &Node, side: Side) -> (Option<i32>, i32, u64) {
    let Node { value, proven, own, .. } = node;
    let proven = proven.seen_by(side);
    let value = value.map(|value| seen_score(value, side).raw());
    (value, i32::from(proven.lower) + i32::from(proven.upper), own.nodes)
}

/// How far a run on a tree that begins at `start` is, or how it ended.
///
/// # Errors
/// If the game's code panics.
pub fn grown(
    start: &Position,
    progress: &Progress,
    ended: Option<Ended>,
) -> Result<object::TreeGrown, TreeError> {
    let mover = start.to_move();
    let goal = progress.goal.filter(|_| ended.is_none());
    Ok(object::TreeGrown {
        game: start.facts().name.clone(),
        positions: progress.total,
        new_positions: progress.positions,
        searches: progress.searches,
        nodes: progress.nodes,
        seconds: progress.elapsed.as_secs_f64(),
        score: scored(start, progress.value, progress.proven)?,
        proven_between: between(start, progress.proven.seen_by(mover))?,
        goal: goal.map(|goal| text(start, goal)).transpose()?,
        ended: ended.map(|ended| match ended {
            Ended::Proven => "proven",
            Ended::Refuted => "refuted",
            Ended::Limit => "limit",
            Ended::Stopped => "stopped",
            Ended::Exhausted => "exhausted",
        }),
    })
}

/// What is known of a node, for the side to move in `at`, which lies this many plies above it.
pub(super) fn known(at: &Position, node: &Node, plies: u32) -> Result<Known, TreeError> {
    let value = node.value.map(|value| value.from_node(plies));
    Ok(Known {
        score: scored(at, value, node.proven)?,
        proven_between: between(at, node.proven.seen_by(at.to_move()))?,
        depth: node.own.depth,
        nodes: node.own.nodes,
        expanded: !node.children.is_empty(),
    })
}

/// A value of the first player, for the side to move. That a side wins within the most plies that there are says
/// nothing of when, so that only the proof is told.
pub(super) fn scored(
    at: &Position,
    value: Option<Score>,
    proven: Proven,
) -> Result<Option<Scored>, TreeError> {
    let told = value.filter(|value| value.raw().abs() != score(WIN).raw());
    let Some(value) = told else { return Ok(None) };
    let proven = proven.is_exact();
    let verdict = Verdict { score: seen_score(value, at.to_move()), bound: Bound::Exact, proven };
    Ok(Some(Scored::new(at, verdict)?))
}

/// What is proven, for the side to move.
///
/// # Errors
/// If the game's code panics.
pub fn between(at: &Position, proven: Proven) -> Result<ProvenBetween, TreeError> {
    let Proven { lower, upper } = proven;
    let number = |value: i16| if value == WIN { 1 } else { i32::from(value.max(-1)) };
    let number = |value: i16| if value.abs() == WIN { number(value) } else { i32::from(value) };
    let text = match (lower == -WIN, upper == WIN) {
        _ if lower == upper => Some(text(at, lower)?),
        (true, true) => None,
        (true, false) => Some(format!("<= {}", text(at, upper)?)),
        (false, true) => Some(format!(">= {}", text(at, lower)?)),
        (false, false) => Some(format!("{} to {}", text(at, lower)?, text(at, upper)?)),
    };
    let (is_least, is_most) = (lower == -WIN && upper != -WIN, upper == WIN && lower != WIN);
    Ok(ProvenBetween {
        lower: (!is_least).then(|| number(lower)),
        upper: (!is_most).then(|| number(upper)),
        text,
    })
}

/// A value in words.
pub(super) fn text(at: &Position, value: i16) -> Result<String, TreeError> {
    Ok(match value {
        WIN => "win".into(),
        _ if value == -WIN => "loss".into(),
        _ => at.score_text(score(value), true)?,
    })
}
