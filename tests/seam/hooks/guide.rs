//! A knowledge that has every hook, and holds what it is told against what it knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_search::{
    Aspects, Bound, Candidate, Config, Engine, Expected, Game, Knowledge, Limits, MoveList, Node,
    NullMove, OrderingWeights, ProbCut, Report, Singular,
};

use plyglot_search::random::mix;

use crate::common::{Endless, Hunch};

/// Which hooks a [`Guide`] has, and what it does in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Has {
    pub(super) null_move: bool,
    /// The null move is verified.
    pub(super) verified: bool,
    pub(super) probcut: bool,
    pub(super) futility: bool,
    /// Moves from this place on are left out.
    pub(super) prunes_from: Option<usize>,
    pub(super) reduction: i32,
    pub(super) internal_reduction: i32,
    pub(super) noisy: bool,
    pub(super) all_are_noisy: bool,
    pub(super) without_tables: bool,
    /// It is looked whether hash moves are singular, by this margin.
    pub(super) singular: Option<i32>,
    /// What follows on moves is learnt, too.
    pub(super) follows: bool,
    /// By how many points, at most, an aspect corrects an estimate.
    pub(super) correction: i32,
}

/// How often something was met.
#[derive(Debug, Default)]
pub(super) struct Met {
    pub(super) expected: [AtomicU64; 3],
    pub(super) improving: [AtomicU64; 2],
    pub(super) in_table: [AtomicU64; 2],
    pub(super) corrected: [AtomicU64; 2],
    pub(super) below_horizon: AtomicU64,
    pub(super) longest: AtomicU64,
    pub(super) verified: AtomicU64,
    /// Nodes that were asked about their hash move.
    pub(super) asked: AtomicU64,
}

pub(super) fn note(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

pub(super) fn get(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}

/// Follows the line by itself, and holds everything that it is told against what it knows. A panic in it
/// ends a search with an error, which fails the test.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    pub(super) has: Has,
    pub(super) met: Arc<Met>,
    /// Where it believes to be, and the places before.
    pub(super) here: u64,
    pub(super) before: Vec<u64>,
}

impl Guide {
    pub(super) fn new(has: Has) -> Self {
        Guide { has, met: Arc::default(), here: 0, before: Vec::new() }
    }

    fn is_at(&self, game: &Endless) {
        assert_eq!(self.here, game.path, "it was led elsewhere");
    }

    /// Each of the aspects corrects an estimate by so much at most.
    fn check_estimate(&self, game: &Endless, node: &Node) {
        let off = node.estimate.expect("it is told") - Hunch.evaluate(game);
        assert!(off.abs() <= 4 * self.has.correction, "{off}");
        note(&self.met.corrected[usize::from(off != 0)]);
    }

    /// Holds what is told of a node above the horizon against the position.
    fn check(&self, game: &Endless, node: &Node) {
        self.is_at(game);
        let met = &self.met;
        assert_eq!(node.ply, game.plies);
        assert!(node.depth > 0);
        self.check_estimate(game, node);
        let expected = node.expected.expect("it is told");
        assert_eq!(node.pv, expected == Expected::Pv);
        assert!(node.pv || node.window().is_null());
        note(&met.expected[expected as usize]);
        note(&met.improving[usize::from(node.improving)]);
        note(&met.in_table[usize::from(node.table.is_some())]);
        met.longest.fetch_max(u64::from(node.ply), Ordering::Relaxed);
    }
}

impl Knowledge<Endless> for Guide {
    const CONTEXT: bool = true;
    const SINGULAR: bool = true;
    const CORRECTED: bool = true;
    const QUIESCENCE: bool = true;

    fn evaluate(&mut self, game: &Endless) -> i32 {
        self.is_at(game);
        Hunch.evaluate(game)
    }

    fn begin(&mut self, game: &Endless) {
        (self.here, self.before) = (game.path, Vec::new());
    }

    fn played(&mut self, game: &Endless, _digit: u8, undo: &u64) {
        assert_eq!(self.here, *undo);
        self.before.push(self.here);
        self.here = game.path;
    }

    fn undone(&mut self, game: &Endless, _digit: u8) {
        self.here = self.before.pop().expect("a move was played");
        self.is_at(game);
    }

    fn ordering(&self) -> OrderingWeights {
        if self.has.without_tables {
            OrderingWeights::GAME_ONLY
        } else {
            let continuation = if self.has.follows { 1 << 14 } else { 0 };
            OrderingWeights { continuation, ..OrderingWeights::ENGINE_ONLY }
        }
    }

    fn correction(&self) -> i32 {
        self.has.correction
    }

    fn aspects(&self, game: &Endless) -> Aspects {
        self.is_at(game);
        assert!(self.has.correction > 0, "no estimate is corrected");
        [mix(game.path % 3), mix(game.path % 5), mix(u64::from(game.plies)), 0]
    }

    fn kind(&self, game: &Endless, digit: u8) -> u32 {
        self.is_at(game);
        assert!(self.has.follows, "nothing of kinds is learnt");
        u32::from(digit) / 2
    }

    fn is_quiet(&self, game: &Endless, _digit: u8) -> bool {
        self.is_at(game);
        !self.has.all_are_noisy
    }

    fn expand(&mut self, game: &Endless, node: &Node, out: &mut MoveList<u8>) {
        // Before the search, of the root.
        if node.depth == 0 {
            self.is_at(game);
        } else {
            self.check(game, node);
        }
        game.moves(out);
    }

    fn null_move(&mut self, game: &mut Endless, node: &Node) -> Option<NullMove<u64>> {
        self.check(game, node);
        if !self.has.null_move || node.depth < 3 || node.expected == Some(Expected::All) {
            return None;
        }
        let undo = game.play(0);
        self.before.push(self.here);
        self.here = game.path;
        let null = NullMove::new(undo, 1);
        if self.has.verified {
            note(&self.met.verified);
            return Some(null.verified_at(node.depth - 1));
        }
        Some(null)
    }

    fn undo_null(&mut self, game: &mut Endless, undo: u64) {
        game.undo(0, undo);
        self.here = self.before.pop().expect("the null move was played");
        self.is_at(game);
    }

    fn probcut(&self, game: &Endless, node: &Node) -> Option<ProbCut> {
        self.check(game, node);
        let cut = ProbCut { depth: node.depth - 2, above: Some(30), below: None };
        (self.has.probcut && node.depth > 2).then_some(cut)
    }

    fn futility(&self, game: &Endless, node: &Node) -> Option<i32> {
        self.check(game, node);
        (self.has.futility && node.depth == 1).then_some(60)
    }

    fn reduction(&self, game: &Endless, node: &Node, candidate: &Candidate<u8>) -> i32 {
        self.check(game, node);
        assert!(candidate.history.abs() <= if self.has.follows { 3 } else { 1 } * 16_384);
        self.has.reduction
    }

    fn prune(&self, game: &Endless, node: &Node, candidate: &Candidate<u8>) -> bool {
        self.check(game, node);
        assert!(candidate.index > 0 && node.ply > 0);
        self.has.prunes_from.is_some_and(|from| candidate.index >= from)
    }

    fn reduction_without_hash_move(&self, game: &Endless, node: &Node) -> i32 {
        self.check(game, node);
        assert!(node.table.is_none_or(|known| !known.has_move || known.depth >= 0));
        self.has.internal_reduction
    }

    fn singular(&self, game: &Endless, node: &Node) -> Option<Singular> {
        self.check(game, node);
        let known = node.table.expect("the table has a move");
        assert!(known.has_move && known.bound != Bound::Upper && node.ply > 0);
        note(&self.met.asked);
        let margin = self.has.singular.filter(|_| node.depth > 1)?;
        Some(Singular { depth: node.depth / 2, margin })
    }

    fn noisy(&mut self, game: &Endless, node: &Node, out: &mut MoveList<u8>) {
        self.is_at(game);
        assert!(node.depth <= 0 && node.table.is_none() && node.expected.is_none());
        self.check_estimate(game, node);
        if node.depth < 0 {
            note(&self.met.below_horizon);
        }
        if self.has.noisy && node.depth > -2 {
            out.push(1);
        }
    }
}

/// All of it at once.
pub(super) const ALL: Has = Has {
    null_move: true,
    verified: true,
    probcut: true,
    futility: true,
    prunes_from: Some(3),
    reduction: 1,
    internal_reduction: 1,
    noisy: true,
    all_are_noisy: false,
    without_tables: false,
    singular: Some(5),
    follows: true,
    correction: 20,
};

pub(super) fn search(has: Has, config: &Config, limits: &Limits<u8>) -> (Report<u8>, Arc<Met>) {
    let guide = Guide::new(has);
    let met = Arc::clone(&guide.met);
    let mut engine = Engine::new(config, guide).unwrap();
    let report = engine.search(&Endless::start(), limits).expect("nothing it was told is wrong");
    (report, met)
}

pub(super) fn alone(has: Has, depth: u32) -> (Report<u8>, Arc<Met>) {
    search(has, &Config::single(1 << 18), &Limits::depth(depth))
}
