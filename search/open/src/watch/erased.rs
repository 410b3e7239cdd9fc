//! A game and what a player knows of it as tables of functions, whole: with every hook of [`Knowledge`],
//! symmetric frames and constants included, so that a search of these visits the nodes that the game's own
//! searcher visits.
//!
//! The way back in ([`crate::DynGame`]) carries what the textbook asks, and can be implemented by strangers.
//! These stay in this crate: symmetric frames, undos and constants mean something within a search alone.
//!
//! Cost: a dynamic call for each question, the legality of each move that is handed on, and a box for each move
//! that is played.

use std::any::Any;

use plyglot_search::{
    Bound, Bounds, Candidate, Constants, FrontierValue, Game, Heuristics, Knowledge, Meter,
    MoveList, Node, NodeKey, NullMove, OptionError, OptionSpec, OrderingWeights, Outcome, ProbCut,
    Score, Side, SolvePlan, Window, forward_hooks,
};

use crate::facts::Mv;
use crate::rules::Rules;

/// A position as a table of functions: [`Rules`], and what else [`Game`] has.
pub(super) trait GameTable: Rules {
    fn copied(&self) -> Box<dyn GameTable>;
    fn as_any_mut(&mut self) -> &mut dyn Any;

    fn can_repeat(&self) -> bool;
    fn ends_only_without_moves(&self) -> bool;
    fn margin_step(&self) -> i32;
    fn append_moves(&self, out: &mut MoveList<Mv>);
    fn play_for_undo(&mut self, mv: Mv) -> Undo;
    fn undo(&mut self, undo: Undo);
}

/// What takes a move of any game back: the move and the undo of the game inside.
pub(crate) struct Undo(pub(super) Box<dyn Any>);

/// A position of any game.
pub(crate) struct AnyGame(pub(super) Box<dyn GameTable>);

impl Clone for AnyGame {
    fn clone(&self) -> Self {
        AnyGame(self.0.copied())
    }
}

impl Game for AnyGame {
    type Move = Mv;
    type Undo = Undo;

    const CAN_REPEAT: bool = true;

    fn can_repeat(&self) -> bool {
        self.0.can_repeat()
    }

    fn ends_only_without_moves(&self) -> bool {
        self.0.ends_only_without_moves()
    }

    fn margin_step(&self) -> i32 {
        self.0.margin_step()
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn moves(&self, out: &mut MoveList<Mv>) {
        self.0.append_moves(out);
    }

    fn play(&mut self, mv: Mv) -> Undo {
        self.0.play_for_undo(mv)
    }

    fn undo(&mut self, _mv: Mv, undo: Undo) {
        self.0.undo(undo);
    }

    fn pack(mv: Mv) -> u32 {
        mv
    }

    fn unpack(&self, bits: u32) -> Option<Mv> {
        self.0.is_legal(bits).then_some(bits)
    }

    fn reversible_plies(&self) -> usize {
        if self.0.can_repeat() { self.0.reversible_plies() } else { 0 }
    }
}

/// What a player knows as a table of functions: [`Knowledge`].
pub(super) trait KnowledgeTable: Send {
    fn boxed(&self) -> Box<dyn KnowledgeTable>;
    fn for_workers(&self, workers: usize) -> Vec<AnyKnowledge>;

    fn constants(&self) -> Constants;
    fn heuristics(&self) -> Heuristics;
    fn ordering(&self) -> OrderingWeights;
    fn aspiration(&self) -> i32;
    fn options(&self) -> Vec<OptionSpec>;
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;
    fn fingerprint(&self) -> u64;
    fn confidence(&self) -> Option<u8>;
    fn begin(&mut self, game: &AnyGame);
    fn played(&mut self, game: &AnyGame, mv: Mv, undo: &Undo);
    fn undone(&mut self, game: &AnyGame, mv: Mv);
    fn evaluate(&mut self, game: &AnyGame) -> i32;
    fn expand(&mut self, game: &AnyGame, node: &Node, out: &mut MoveList<Mv>);
    fn rank(&mut self, game: &AnyGame, mv: Mv, depth: i32) -> i32;
    fn is_quiet(&self, game: &AnyGame, mv: Mv) -> bool;
    fn bounds(&mut self, game: &AnyGame, window: Window) -> Bounds;
    fn solve_leaf(
        &mut self,
        game: &AnyGame,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score>;
    fn search_frontier(&mut self, game: &AnyGame, window: Window) -> Option<FrontierValue>;
    fn key(&self, game: &AnyGame) -> NodeKey;
    fn to_canonical(&self, game: &AnyGame, mv: Mv, symmetry: u8) -> Mv;
    fn bits_from_canonical(&self, game: &AnyGame, bits: u32, symmetry: u8) -> u32;
    fn key_after(&self, game: &AnyGame, mv: Mv) -> Option<NodeKey>;
    fn canonical(&self, game: &AnyGame) -> u64;
    fn plies_left(&self, game: &AnyGame) -> Option<i32>;
    fn solve_plan(&self, game: &AnyGame) -> SolvePlan;
    fn predict(&self, game: &AnyGame, estimate: Score) -> Score;
    fn threshold(&self, game: &AnyGame, asked: Window) -> Option<i32>;
    fn outcome_at_horizon(&mut self, game: &AnyGame) -> Option<Outcome>;
    fn noisy(&mut self, game: &AnyGame, node: &Node, out: &mut MoveList<Mv>);
    fn forced(&mut self, game: &AnyGame) -> bool;
    fn null_move(&mut self, game: &mut AnyGame, node: &Node) -> Option<NullMove<Undo>>;
    fn undo_null(&mut self, game: &mut AnyGame, undo: Undo);
    fn reduction(&self, game: &AnyGame, node: &Node, candidate: &Candidate<Mv>) -> i32;
    fn prune(&self, game: &AnyGame, node: &Node, candidate: &Candidate<Mv>) -> bool;
    fn reduction_without_hash_move(&self, game: &AnyGame, node: &Node) -> i32;
    fn futility(&self, game: &AnyGame, node: &Node) -> Option<i32>;
    fn probcut(&self, game: &AnyGame, node: &Node) -> Option<ProbCut>;
    fn learn(&mut self, game: &AnyGame, node: &Node, best: Option<Mv>, score: Score, bound: Bound);
}

/// What a player of any game knows.
pub(crate) struct AnyKnowledge(pub(super) Box<dyn KnowledgeTable>);

impl Clone for AnyKnowledge {
    fn clone(&self) -> Self {
        AnyKnowledge(self.0.boxed())
    }
}

macro_rules! inner {
    ($self:ident.$hook:ident($($argument:expr),*)) => { $self.0.$hook($($argument),*) };
}

/// The game, by the name that [`forward_hooks`] writes.
type G = AnyGame;

#[deny(clippy::missing_trait_methods)]
impl Knowledge<AnyGame> for AnyKnowledge {
    // The most that any game needs; how it is, `constants` says.
    const ENGINE_ORDERING: bool = true;
    const ETC_DEPTH: i32 = 0;
    const TABLE_DEPTH: i32 = 3;
    const QUIESCENCE: bool = true;
    const CONTEXT: bool = true;
    const SELECTIVE_SOLVES: bool = true;
    const ANTISYMMETRIC: bool = false;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.0.for_workers(workers)
    }

    forward_hooks!(
        inner: constants, heuristics, ordering, aspiration, options, set_option, fingerprint,
        confidence, begin, played, undone, evaluate, expand, rank, is_quiet, bounds, solve_leaf,
        search_frontier, key, to_canonical, bits_from_canonical, key_after, canonical, plies_left,
        solve_plan, predict, threshold, outcome_at_horizon, noisy, forced, null_move, undo_null,
        reduction, prune, reduction_without_hash_move, futility, probcut, learn
    );
}
