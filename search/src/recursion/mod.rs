//! NegaScout, fail soft: one recursion for every node of every game at any number of threads.
//!
//! The first move of a node on the principal variation is searched with the whole window, the
//! others with a null window that only asks whether they are better; a move that is gets searched
//! again (A. Reinefeld, "An improvement to the Scout tree-search algorithm", 1983; with null
//! windows everywhere but on the principal variation, the same as PVS: T. Marsland and
//! M. Campbell, "Parallel search of strongly ordered game trees", 1982).
//!
//! The answer `v` of a node relative to its window is an inequality: `v <= alpha` says that the
//! value is at most `v`, `v >= beta` that it is at least `v`, anything between is the value.
//!
//! An answer carries what each of its sides rests on ([`Value`]). What rests on nothing but the rules
//! holds to the end of the game: such an entry answers for any depth, and such a root is proven.
//!
//! Cost: nothing is allocated, locked or printed here. The kind of a node is a compile-time
//! parameter, hooks that a game leaves alone are constants.

mod account;
mod child;
mod children;
mod context;
mod correction;
mod endless;
mod entries;
mod interior;
mod leaf;
mod line;
mod look;
mod node;
mod ordering;
mod proof_numbers;
mod quiescence;
mod repetition;
mod root;
mod selectivity;
mod singular;
mod split;
mod watch;

use context::Context;
use correction::Corrections;
pub(crate) use endless::may_be_endless;
pub(crate) use line::LineTable;
use look::Pacing;
use proof_numbers::Proofs;
pub(crate) use proof_numbers::{ProofAim, Tried};
use repetition::Memory;
use root::RootMoves;
pub(crate) use root::{Aim, Finding};
use singular::HashMoves;

use std::sync::Arc;

pub(crate) use crate::recursion::ordering::Learnt;
use crate::recursion::ordering::{Before, OrderingTables};
use crate::rules::game::{Game, MoveList, Ranked, Side};
use crate::rules::knowledge::{Heuristics, Knowledge, NodeKey};
use crate::rules::limits::MAX_PLY;
use crate::rules::node::Expected;
use crate::rules::observer::{Observer, Unwatched};
use crate::rules::report::Counters;
use crate::rules::score::Score;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::shared::account::{ClaimId, Log};
use crate::shared::control::Control;
use crate::shared::groups::Placement;
use crate::shared::mode::{Mode, PathStep};
use crate::shared::past::{self, Past};
use crate::shared::schedule::Turns;
use crate::shared::split::{Helpers, SplitPoint};
use crate::shared::team::Team;
use crate::sync;
use crate::table::Table;
use watch::Watch;

/// The kind of a node, known at compile time.
pub(crate) trait NodeKind {
    /// The root of a task: its moves are given.
    const ROOT: bool;
    /// On the principal variation: the window is open and the line is stored.
    const PV: bool;
}

/// The root of a task.
pub(crate) struct Root;
/// A node on the principal variation.
pub(crate) struct Pv;
/// A node with a null window.
pub(crate) struct Null;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl NodeKind for Null {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// A node on the way to the current position that other workers may answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenNode {
    pub(crate) key: u64,
    pub(crate) window: Window,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) side: Side,
    pub(crate) kind: Expected,
}

/// What another worker has answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled {
    /// Its place among the open nodes.
    place: usize,
    key: u64,
    value: Value,
}

/// What a worker shares with the others.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) table: Arc<Table>,
    pub(crate) control: Arc<Control>,
    /// What else the workers share; `None` where there is only one.
    pub(crate) team: Option<Arc<Team>>,
    /// Hands out the turns of virtual threads.
    pub(crate) turns: Option<sync::Arc<Turns>>,
    /// What the workers of each node learn in common of the order of moves; empty where the scheme has it that each learns alone.
    pub(crate) learnt: Arc<[Arc<Learnt>]>,
    /// Who is where.
    pub(crate) placement: Arc<Placement>,
    /// Which worker this is, from 0.
    pub(crate) worker: usize,
}

impl Parts {
    /// What this worker learns in common with others.
    fn in_common(&self) -> Option<Arc<Learnt>> {
        self.learnt.get(self.placement.node(self.worker)).cloned()
    }

    /// Calls the other workers to the search that runs.
    #[cold]
    pub(crate) fn call_others(&self) {
        let Some(team) = &self.team else { return };
        team.gather();
        if let Some(accounts) = &team.accounts {
            accounts.note_called(self.control.elapsed());
        }
        match &self.turns {
            Some(turns) => turns.call_all(),
            None => self.control.call_workers(),
        }
    }
}

/// Everything that is private to one worker while it searches.
pub(crate) struct Searcher<G: Game, K, O = Unwatched> {
    game: G,
    knowledge: K,
    /// What it shares with the others.
    parts: Parts,
    mode: Mode,
    heuristics: Heuristics,
    /// [`Knowledge::correction`].
    correction: i32,
    grain: Grain,
    ply: usize,
    /// Where a line ends whose moves are still extended.
    extended_until: usize,
    /// How many searches that verify a null move are under way: there is no other in them.
    verifying: u32,
    counters: Counters,
    /// The ply of the deepest position that was visited.
    deepest: usize,
    /// How many positions found in tables of endgames are published.
    tbhits: u64,
    /// Set when the task has to be given up; every node then returns at once, with any value.
    aborted: bool,
    /// The packed moves to a position where the game gave neither an outcome nor a move.
    moveless_line: Option<Vec<u32>>,
    pacing: Pacing,
    cooperation: Cooperation<G::Move>,
    list: MoveList<G::Move>,
    line: LineTable<G::Move>,
    tables: OrderingTables,
    path: Box<[PathStep]>,
    /// What is done with the hash moves on the line.
    alone: HashMoves,
    context: Context,
    /// The positions that would be a repetition.
    memory: Memory,
    /// What is tried to prove beside the search.
    proofs: Proofs<G::Move>,
    root: RootMoves<G::Move>,
    /// Sees what is done here.
    watch: Watch<G::Move, O>,
}

/// From which depths on nodes are kept and shared in the search at hand.
#[derive(Clone, Copy)]
struct Grain {
    /// Nodes of this depth and more have a place in the table.
    table_depth: i32,
    /// At those of this depth and more it is looked what other workers are at; [`i32::MAX`] where there are none.
    shared_depth: i32,
}

/// How a worker stands to the others while it searches.
struct Cooperation<M> {
    /// The nodes on the way here that another worker may answer in the meantime.
    open: Vec<OpenNode>,
    /// A node on the way here that another worker has answered; it is left for that answer.
    settled: Option<Settled>,
    /// What is written down of the claims, where that is asked for.
    log: Option<Box<Log>>,
    /// From this count of nodes on it is looked again whether another worker has.
    next_look_up: u64,
    /// The claim that begins is of what others are at, since nothing else is left.
    last_resort: bool,
    /// The innermost claim on the way here of a large node: who comes to it is noted there.
    large_claim: Option<u64>,
    /// Lent: those with whom moves are shared, under a scheme that splits nodes.
    helpers: Option<Arc<dyn Helpers<M>>>,
    /// Lent: the innermost split point that this worker is at.
    point: Option<Arc<SplitPoint<M>>>,
}

/// A worker looks whether others have answered a node on its way after one part in this number of the nodes so far.
const LOOK_UP_EACH: u64 = 512;
/// The most nodes between two such looks.
const LOOK_UP_AT_MOST: u64 = 1024;

/// How many moves of the lines that are searched fit before a worker asks for more memory.
const LISTED_MOVES: usize = MAX_PLY * 32;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// How much memory one takes, in bytes and rounded up, but for what the game's own values have on the heap.
    pub(crate) const fn bytes() -> usize {
        let moves = LISTED_MOVES * size_of::<Ranked<G::Move>>();
        let lines = (MAX_PLY + 2) * (MAX_PLY + 2) / 2 * size_of::<G::Move>();
        let corrections = if K::CORRECTED { Corrections::BYTES } else { 0 };
        size_of::<Self>() + moves + lines + corrections + (128 << 10)
    }

    pub(crate) fn new(game: G, knowledge: K, parts: Parts, observer: O) -> Self {
        let log = Self::log_for(&parts);
        let tables = OrderingTables::new(parts.in_common());
        let step = PathStep { key: 0, bits: u32::MAX, kind: u32::MAX };
        Searcher {
            game,
            knowledge,
            parts,
            mode: Mode::DEEPENING,
            heuristics: Heuristics::ALL,
            correction: 0,
            grain: Grain { table_depth: K::TABLE_DEPTH, shared_depth: i32::MAX },
            ply: 0,
            extended_until: 0,
            verifying: 0,
            counters: Counters::default(),
            deepest: 0,
            tbhits: 0,
            aborted: false,
            moveless_line: None,
            pacing: Pacing::new(),
            cooperation: Cooperation {
                open: Vec::with_capacity(MAX_PLY + 1),
                settled: None,
                next_look_up: 0,
                log,
                last_resort: false,
                large_claim: None,
                helpers: None,
                point: None,
            },
            list: MoveList::with_capacity(LISTED_MOVES),
            line: LineTable::new(),
            tables,
            path: vec![step; MAX_PLY + 2].into_boxed_slice(),
            alone: HashMoves::new(K::SINGULAR),
            context: Context::new(K::CONTEXT),
            memory: Memory::new(),
            proofs: Proofs::new(),
            root: RootMoves::new(),
            watch: Watch::new(observer),
        }
    }

    /// Makes ready for a new search from `root`.
    pub(crate) fn begin(&mut self, root: &G, moves: &[Ranked<G::Move>], past: &Arc<Past>) {
        self.counters = Counters::default();
        self.cooperation.next_look_up = 0;
        self.tbhits = self.knowledge.tbhits();
        self.deepest = 0;
        self.proofs.begin();
        self.go_on_from(root, moves, past);
    }

    /// The same for another root within a search: what was visited before counts.
    pub(crate) fn go_on_from(&mut self, root: &G, moves: &[Ranked<G::Move>], past: &Arc<Past>) {
        self.game = root.clone();
        if G::CAN_REPEAT {
            self.memory.begin(past);
        }
        self.root.begin(moves);
        let first_turn = self.parts.turns.is_some();
        self.pacing.begin(first_turn);
        self.moveless_line = None;
        self.set_next_look();
        self.heuristics = self.knowledge.heuristics();
        self.grain = self.grain_of_search();
        if K::CORRECTED {
            let corrects = self.knowledge.constants().corrected;
            let most = if corrects { self.knowledge.correction() } else { 0 };
            self.correction = most.clamp(0, Score::MAX_HEURISTIC);
            if self.correction > 0 {
                self.tables.make_corrections_ready();
            }
        }
        if K::ENGINE_ORDERING {
            if self.parts.worker == 0 {
                // It begins before all others.
                self.parts.learnt.iter().for_each(|learnt| learnt.clear());
            }
            self.tables.begin(self.knowledge.ordering());
        }
    }

    fn grain_of_search(&self) -> Grain {
        let table_depth = self.knowledge.constants().table_depth;
        let team = self.parts.team.as_ref();
        let shared_depth = team.map_or(i32::MAX, |team| team.scheme.shared_depth(table_depth));
        Grain { table_depth, shared_depth }
    }

    /// Makes ready for a task of the same search; also after one that was given up or panicked.
    /// `depth` is that of its iteration.
    fn begin_task(&mut self, mode: Mode, depth: i32) {
        self.mode = mode;
        // In a full tree the same order would send all the same way.
        self.tables.choose(!mode.unpruned && !mode.to_end && !mode.proof);
        self.ply = 0;
        self.extended_until = 2 * usize::try_from(depth).unwrap_or(0);
        self.verifying = 0;
        self.aborted = false;
        self.cooperation.settled = None;
        self.cooperation.large_claim = None;
        self.cooperation.point = None;
        self.cooperation.open.clear();
        self.list.reset();
        if G::CAN_REPEAT {
            self.memory.forget_line();
        }
        self.watch.reset();
        self.alone.reset();
    }

    /// Looks whether another worker has meanwhile answered a node on the way here: all that is left
    /// of it would be searched in vain. If so, the task is given up as far as that node.
    pub(crate) fn look_up(&mut self) -> bool {
        if self.counters.nodes < self.cooperation.next_look_up {
            return false;
        }
        if !self.parts.team.as_ref().is_some_and(|team| team.scheme.settle) {
            return false;
        }
        // A look costs a miss for each node on the way whose entry another core wrote last. What is visited in vain
        // between two looks is little beside what was visited before.
        let every = (self.counters.nodes / LOOK_UP_EACH).min(LOOK_UP_AT_MOST);
        self.cooperation.next_look_up = self.counters.nodes + every;
        for place in 0..self.cooperation.open.len() {
            let OpenNode { key, window, depth, ply, .. } = self.cooperation.open[place];
            let entry = self.look_into_table(key);
            if let Some(value) = self.answer_at(entry, window, depth, ply) {
                self.cooperation.settled = Some(Settled { place, key, value });
                self.aborted = true;
                self.counters.settled += 1;
                return true;
            }
        }
        false
    }

    /// The answer for which the node that was just taken from the open ones is left, if it is: the
    /// way back ends here.
    #[inline]
    pub(crate) fn settled_value(&mut self) -> Option<Value> {
        let settled = self
            .cooperation
            .settled
            .take_if(|settled| settled.place == self.cooperation.open.len())?;
        self.aborted = false;
        self.note_settled(settled.key);
        // What this worker had found of the line may be another move's.
        self.line.clear(self.ply);
        Some(settled.value)
    }

    /// Takes part in a search from now on, with those who help where nodes are split. Who `leads` calls
    /// the others if the search turns out to be worth sharing.
    pub(crate) fn join(&mut self, helpers: Option<Arc<dyn Helpers<G::Move>>>, leads: bool) {
        self.cooperation.helpers = helpers;
        self.pacing.alone = leads;
        self.begin_account(ClaimId::default());
    }

    /// The search is over. Gives what was done in it.
    pub(crate) fn leave_search(&mut self) -> Counters {
        // One that ended before it was worth sharing must not be shared afterwards.
        self.pacing.alone = false;
        self.cooperation.helpers = None;
        self.end_account();
        self.publish();
        self.counters
    }

    /// Which worker this is, from 0.
    pub(crate) fn worker(&self) -> usize {
        self.parts.worker
    }

    /// The line to a position where the game gave neither an outcome nor a move, if one was met.
    pub(crate) fn take_moveless_line(&mut self) -> Option<Vec<u32>> {
        self.moveless_line.take()
    }

    pub(crate) fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Does something with the knowledge and the table.
    pub(crate) fn with_table<T>(&mut self, work: impl FnOnce(&mut K, &Table) -> T) -> T {
        work(&mut self.knowledge, &self.parts.table)
    }

    pub(crate) fn observer(&mut self) -> &mut O {
        &mut self.watch.observer
    }

    /// Leaves who watches in a place of his own. Only then the rest is dropped, which may panic where the
    /// game's values do.
    pub(crate) fn leave_observer(self, place: &mut Option<O>) {
        let Searcher { watch, game, knowledge, .. } = self;
        *place = Some(watch.observer);
        drop((game, knowledge));
    }

    #[inline]
    fn key(&self) -> NodeKey {
        self.place(self.knowledge.key(&self.game))
    }

    /// Where the table keeps a position with this key in the search at hand.
    #[inline(always)]
    fn place(&self, key: NodeKey) -> NodeKey {
        let key = if G::CAN_REPEAT { past::place(self.memory.signature, key) } else { key };
        self.aside(key)
    }

    /// The key of the same position for a shallow search within a selective pass: its scores are estimates, those of
    /// the pass are exact ones, and neither can answer for the other.
    #[inline(always)]
    fn aside(&self, key: NodeKey) -> NodeKey {
        /// Any number that no key is likely to differ by.
        const ASIDE: u64 = 0x3c6e_f372_fe94_f82b;
        if K::SELECTIVE_SOLVES && self.mode.passes_left > 0 && !self.mode.to_end {
            return NodeKey { hash: key.hash ^ ASIDE, ..key };
        }
        key
    }

    /// The packed move that led to the current position. Nothing of it can panic, so that nothing is left of it
    /// where a hook that would be told of it is left alone.
    #[inline]
    pub(crate) fn previous_move(&self) -> u32 {
        self.path.get(self.ply.wrapping_sub(1)).map_or(u32::MAX, |step| step.bits)
    }

    /// The kinds of the last two moves of the line.
    #[inline]
    fn kinds_before(&self) -> Before {
        [1, 2].map(|back| {
            self.path.get(self.ply.wrapping_sub(back)).map_or(u32::MAX, |step| step.kind)
        })
    }

    /// The packed moves from the root to the current position, for messages.
    pub(crate) fn line_so_far(&self) -> Vec<u32> {
        bits_of(&self.path[..self.ply])
    }
}

/// The packed moves of a line. Not generic, so that it is compiled once.
fn bits_of(path: &[PathStep]) -> Vec<u32> {
    path.iter().map(|step| step.bits).collect()
}
