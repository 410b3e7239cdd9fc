//! The root of a task: what is asked of it, which moves it looks at, and in which order.

use super::{Root, Searcher};
use crate::rules::game::{Game, Ranked};
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;
use crate::rules::report::Bound;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::shared::mode::Mode;

/// The rank of a move that was better than all before it, above all ranks of a game.
const STAMP: i32 = 1 << 28;

/// What is asked of one search of the root.
pub(crate) struct Aim<'a> {
    pub(crate) mode: Mode,
    pub(crate) window: Window,
    pub(crate) depth: i32,
    /// Packed moves that are left out: the better lines of a search for several.
    pub(crate) banned: &'a [u32],
    /// The only move that is looked at, packed.
    pub(crate) only: Option<u32>,
    /// The best move that is known of, packed.
    pub(crate) known: Option<u32>,
}

/// What one search of the root has found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) value: Value,
    /// How the score relates to the root's value.
    pub(crate) bound: Bound,
    /// The best line, packed; empty where no move was better than alpha.
    pub(crate) pv: Vec<u32>,
    /// Given up before the end: the line is the best of the moves that were tried.
    pub(crate) aborted: bool,
    /// The known move was searched, so that the line is no worse than it.
    pub(crate) compared: bool,
    /// Which part of the nodes went into the best move; `None` where there is none.
    pub(crate) share: Option<f32>,
}

impl Finding {
    /// True if all that was found holds to the end of the game.
    pub(crate) fn is_proven(&self) -> bool {
        let (lower, upper) = (self.value.lower(), self.value.upper());
        match self.bound {
            Bound::Exact => lower.min(upper).is_proven(),
            Bound::Lower => lower.is_proven(),
            Bound::Upper => upper.is_proven(),
        }
    }
}

/// The root's moves, over all tasks of a search.
pub(super) struct RootMoves<M> {
    /// Ranked by what earlier iterations found.
    moves: Vec<Ranked<M>>,
    stamp: i32,
    /// Packed.
    banned: Vec<u32>,
    only: Option<u32>,
    /// The best move that was known before the task, packed, and whether it was searched by now.
    pub(super) known: Option<u32>,
    pub(super) known_tried: bool,
    /// The count of nodes when the search of the move at hand began.
    move_began: u64,
    /// How many the best move took.
    best_took: u64,
}

impl<M: Copy> RootMoves<M> {
    pub(super) fn new() -> Self {
        RootMoves {
            moves: Vec::new(),
            stamp: STAMP,
            banned: Vec::new(),
            only: None,
            known: None,
            known_tried: false,
            move_began: 0,
            best_took: 0,
        }
    }

    pub(super) fn begin(&mut self, moves: &[Ranked<M>]) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.stamp = STAMP;
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Searches the position of [`Searcher::begin`] as the aim says.
    pub(crate) fn search_root(&mut self, aim: &Aim<'_>) -> Finding {
        self.begin_task(aim.mode, aim.depth);
        self.knowledge.begin(&self.game);
        self.root.banned.clear();
        self.root.banned.extend_from_slice(aim.banned);
        self.root.only = aim.only;
        (self.root.known, self.root.known_tried) = (aim.known, false);
        let key = self.key();
        let before = self.counters.nodes;
        let value = self.node::<Root>(key, aim.window, aim.depth);
        // So that a listener is told a node count that includes it.
        self.publish();
        let compared = aim.known.is_none() || self.root.known_tried;
        let line = self.line.get(0);
        let mut pv = Vec::with_capacity(line.len());
        for &mv in line {
            pv.push(G::pack(mv));
        }
        let bound = Bound::of(value.score, aim.window);
        let took = (self.counters.nodes - before).max(1);
        let share = (self.root.best_took as f32 / took as f32).min(1.0);
        let share = (!pv.is_empty()).then_some(share);
        Finding { value, bound, pv, aborted: self.aborted, compared, share }
    }

    /// Puts the root's moves into the open frame, ranked by what was found of them so far.
    pub(super) fn expand_root(&mut self) {
        for ranked in &self.root.moves {
            let bits = G::pack(ranked.mv);
            let chosen = self.root.only.is_none_or(|only| only == bits);
            if chosen && !self.root.banned.contains(&bits) {
                self.list.push_ranked(ranked.mv, ranked.rank);
            }
        }
    }

    /// The search of a move of the root begins, `tried` having been searched: for those who watch, and to tell what it
    /// takes.
    #[cold]
    pub(super) fn show_root_move(&mut self, mv: G::Move, tried: usize) {
        self.root.move_began = self.counters.nodes;
        if self.parts.worker == 0 {
            let moves = match self.root.only {
                Some(_) => 1,
                None => self.root.moves.len() - self.root.banned.len(),
            };
            self.parts.control.current.at_move(G::pack(mv), tried + 1, moves);
        }
    }

    /// A root move was better than all before it: the next iteration tries it first.
    #[cold]
    pub(super) fn prefer_root_move(&mut self, mv: G::Move) {
        self.root.best_took = self.counters.nodes - self.root.move_began;
        self.root.stamp += 1;
        if let Some(ranked) = self.root.moves.iter_mut().find(|ranked| ranked.mv == mv) {
            ranked.rank = self.root.stamp;
        }
    }
}
