//! Trait [`Knowledge`]: what a player of a game knows.
//!
//! Only [`Knowledge::evaluate`] is required. Every other hook has a default that costs nothing:
//! it is a constant or an empty function, which static dispatch removes from the search. What is declared here is
//! listed in `hooks.rs`, from which all that forwards hooks is written.
//!
//! A value of this type belongs to one worker, so it may keep caches without any locking.

use std::marker::PhantomData;

use crate::rules::game::{Game, MoveList, Outcome};
use crate::rules::node::{Candidate, Node, NullMove, ProbCut, Singular};
use crate::rules::option::{OptionError, OptionSpec};
use crate::rules::score::Score;
use crate::rules::solve::SolvePlan;
use crate::rules::window::Window;

pub use crate::rules::meter::Meter;
pub use crate::rules::settings::{Constants, Heuristics, OrderingWeights};

/// What is proven of a position's value without searching it, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { lower: Score::MINUS_INFINITY, upper: Score::INFINITY };

    /// The value itself is known.
    #[inline]
    pub fn exactly(score: Score) -> Bounds {
        Bounds { lower: score, upper: score }
    }
}

/// A position's key, and the symmetry that was applied to get it.
///
/// Games without a symmetry-reduced key use symmetry 0 for all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeKey {
    /// The hash of the canonical position among the symmetric ones.
    pub hash: u64,
    /// Which symmetry leads from the position to the canonical one; 0 is the identity.
    pub symmetry: u8,
}

/// What makes a position like others: [`Knowledge::aspects`].
pub type Aspects = [u64; 4];

/// What [`Knowledge::search_frontier`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontierValue {
    /// The best of the children that were looked at, in points of [`Knowledge::evaluate`]. At least
    /// beta, it is a lower bound; otherwise all were looked at, or those left out are no better.
    pub points: i32,
    /// How many children were looked at. They count as nodes.
    pub children: u32,
}

/// What a player of `G` knows. The guide (crate `plyglot-check`, module `guide::knowledge`) has a
/// figure for each hook.
///
/// Knowledge of another game does not compile here:
///
/// ```compile_fail,E0277
/// # use plyglot_search::{Game, Knowledge, RulesOnly};
/// fn plays<G: Game, K: Knowledge<G>>(_: G, _: K) {}
/// fn chess<Chess: Game, Draughts: Game>(chess: Chess) {
///     plays(chess, RulesOnly::<Draughts>::default());
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not know the game `{G}`: it does not implement `Knowledge<{G}>`",
    label = "what it knows of `{G}` is missing",
    note = "write `impl Knowledge<{G}> for {Self}`, of which only `evaluate` is required; \
            `RulesOnly::default()` stands for a player who knows only the rules of any game"
)]
pub trait Knowledge<G: Game>: Clone + Send + 'static {
    /// The knowledge of `workers` workers of one engine, each its own; asked for when the engine is
    /// made and when it is told to forget. Here what they learn can be made to be shared. Clones
    /// must not share it: engines that have nothing to do with each other are made from them.
    ///
    /// Memory that a worker writes to at each node is better made in [`Knowledge::begin`], by the worker's own
    /// thread: what one thread makes for several workers may lie side by side, and each write takes the line of memory
    /// from the others (draughts: two threads 1.36 times as fast as one, for 1.98).
    fn for_workers(&self, workers: usize) -> Vec<Self> {
        vec![self.clone(); workers]
    }

    /// Estimates a position that has no outcome, from the side to move, in the game's own points
    /// (see [`crate::Describe::POINTS`]); clamped to [`Score::MAX_HEURISTIC`].
    fn evaluate(&mut self, game: &G) -> i32;

    /// [`Knowledge::evaluate`] and [`crate::Describe::see`] at once, for a game in which both rest on the same work.
    /// Asked instead of both by a net that adds to the game's own estimate; `None`, the default, has them asked each.
    /// `planes` are all 0 before, and stay so with `None`. Hex looks for its shortest connections once and not twice
    /// by it.
    #[inline(always)]
    fn evaluate_and_see(&mut self, _game: &G, _planes: &mut [u64]) -> Option<i32> {
        None
    }

    /// True if the engine's own ordering (killers, countermoves, history) is used, weighed as
    /// [`Knowledge::ordering`] says. Without it the three tables are left out of the search's code.
    ///
    /// The tables learn from every quiet move ([`Knowledge::is_quiet`]; by default all moves, captures too)
    /// that cuts off above the horizon; history also from those that were searched before it, not from
    /// those that [`Knowledge::prune`] left out. They belong to one worker, and each search begins with
    /// empty ones: to keep a part of them for the next move of a game gained nothing (docs/ablation.md).
    const ENGINE_ORDERING: bool = true;

    /// Enhanced transposition cut-offs: at this many plies to go or more, the table entries of all
    /// children are looked up before any is searched. `i32::MAX` never does. It pays where children are
    /// often known from elsewhere; what it saves otherwise, the engine has mostly saved already by
    /// calling for each child's entry while the one before it is searched.
    const ETC_DEPTH: i32 = i32::MAX;

    /// Where the table begins: at 1 with all nodes above the horizon, at 0 with the positions at the horizon and among
    /// the noisy moves below it, too. A node with fewer plies to go is neither looked up nor stored, which
    /// spares the wait for memory, a good part of the time of a game whose nodes cost little. It
    /// searches again what it reaches a second time, and an iteration begins without the last one's
    /// moves there. A solve keeps its table down to the horizon: what its rehearsal tried last is
    /// where the proof goes on. At most 3, since workers meet at nodes of that depth;
    /// [`Knowledge::ETC_DEPTH`] of less than one ply more than this is of no use.
    const TABLE_DEPTH: i32 = 1;

    /// True if [`Knowledge::noisy`] gives moves to search at the horizon.
    const QUIESCENCE: bool = false;

    /// True if the hooks of selective search look at [`Node::estimate`], [`Node::improving`] or
    /// [`Node::expected`]. The engine then estimates every node above the horizon that is not answered
    /// otherwise, once a visit, and keeps account of what it expects of nodes; not in exact solves. Without
    /// it none of that is part of the search's code.
    const CONTEXT: bool = false;

    /// True if [`Knowledge::singular`] is asked. Without it no move is ever excluded, and nothing of this is left in the
    /// search's code.
    const SINGULAR: bool = false;

    /// True if estimates are corrected by what was found of positions that are alike ([`Knowledge::aspects`]). It takes
    /// [`Knowledge::CONTEXT`]. Without it nothing of this is left in the search's code.
    const CORRECTED: bool = false;

    /// True if exact solves may be rehearsed by selective passes ([`SolvePlan::selective_passes`]). Without it nothing
    /// of that is part of the search's code.
    const SELECTIVE_SOLVES: bool = false;

    /// True if the evaluation belongs to the side to move, not to a player: a position and the same
    /// position with colours and turn exchanged get the same estimate. The laws
    /// (crate `plyglot-check`) check it where they are told how to exchange them.
    const ANTISYMMETRIC: bool = false;

    /// True if a net may bring its own [`Knowledge::futility`] and [`Knowledge::reduction`] where the game says nothing:
    /// what its training found to pay (crate `plyglot-open`). False for games that are solved rather than played, or
    /// whose own hooks say all that pays: nothing of it is then part of the search's code.
    const LEARNS: bool = true;

    /// The constants, for a type that stands for the knowledge of several games and
    /// learns only at run time which it is: its constants allow the most that one of them needs, and this
    /// says how it is. For all others it is the constants, and nothing is left of the question.
    #[inline(always)]
    fn constants(&self) -> Constants {
        Constants::of::<G, Self>()
    }

    /// How much the engine's own ordering counts beside this game's ranks: asked of each worker's
    /// knowledge once, at the beginning of a search, and without effect where
    /// [`Knowledge::ENGINE_ORDERING`] is false. Behind the door each weight is an option of the game
    /// ([`crate::Tuned`]).
    #[inline]
    fn ordering(&self) -> OrderingWeights {
        if Self::ENGINE_ORDERING {
            OrderingWeights::ENGINE_ONLY
        } else {
            OrderingWeights::GAME_ONLY
        }
    }

    /// Which of the engine's own heuristics are used: asked of each worker's knowledge once, at the beginning
    /// of a search. Behind the door they are names in the option `off` ([`crate::Tuned`]).
    #[inline]
    fn heuristics(&self) -> Heuristics {
        Heuristics::ALL
    }

    /// Half the width of the first aspiration window, in points of [`Knowledge::evaluate`]: asked once,
    /// at the beginning of a search. At most [`Score::MAX_HEURISTIC`]; with 0 or less every window is
    /// open. Behind the door it is an option of the game ([`crate::Tuned`]).
    #[inline]
    fn aspiration(&self) -> i32 {
        24
    }

    /// By how many points, at most, each of the [`Knowledge::aspects`] of a position corrects its estimate: asked once,
    /// at the beginning of a search, with [`Knowledge::CORRECTED`]. 0 corrects nothing, and more than
    /// [`Score::MAX_HEURISTIC`] is taken for that. Behind the door it is an option of the game ([`crate::Tuned`]).
    #[inline]
    fn correction(&self) -> i32 {
        32
    }

    /// From how many points on, for one side or the other, much is spent on the proof that it wins, by proof-number search
    /// beside the search to a depth; below that some, and in a solve always much. For games in which long wins are narrow,
    /// lines of moves that leave hardly any reply (mates in chess). Asked after each task of the first worker in a solve
    /// or an analysis ([`crate::Limits::whole_lines`]); never tried under another rule than [`crate::Repetition::Draw`] where
    /// positions come back. `None` never tries.
    #[inline]
    fn proof_numbers(&self) -> Option<i32> {
        None
    }

    /// What makes a position like others whose estimates are wrong in the same direction: hashes, of which the upper bits
    /// count, of parts of it such as the pawns or the pieces of a side. Asked with each estimate and of each node whose
    /// value says something of it, with [`Knowledge::CORRECTED`].
    #[inline]
    fn aspects(&self, _game: &G) -> Aspects {
        Aspects::default()
    }

    /// The position `game` is where a search, or one worker's part of it, begins: for knowledge that keeps
    /// state of its own along the line, such as the accumulators of a network. From here on
    /// [`Knowledge::played`] and [`Knowledge::undone`] tell of each move. Whoever asks for an estimate outside
    /// of a search calls this first, with the position that is asked about.
    #[inline]
    fn begin(&mut self, _game: &G) {}

    /// The search has played `mv` and goes on from `game`, the position after it. `undo` is what
    /// [`Game::play`] gave. Called for every move that is searched, noisy ones included; not for those that
    /// are only looked up in the table, nor for null moves, which [`Knowledge::null_move`] plays itself.
    #[inline]
    fn played(&mut self, _game: &G, _mv: G::Move, _undo: &G::Undo) {}

    /// The search has taken `mv` back; `game` is the position before it, again. Called once for each
    /// [`Knowledge::played`], in the opposite order, also where a search is given up; after a panic
    /// [`Knowledge::begin`] comes instead.
    #[inline]
    fn undone(&mut self, _game: &G, _mv: G::Move) {}

    /// Appends the moves to search, with their ranks. The default takes all legal moves and asks
    /// [`Knowledge::rank`] for each.
    ///
    /// May leave out moves that are proven to be no better than one that remains, and must append
    /// at least one: what is decided without any move belongs into [`Knowledge::bounds`].
    ///
    /// Asked at every node whose moves are searched, after the hash move was tried, where there is one; of
    /// the root once a search, before it begins, with depth 0: from then on its moves are ranked by what was
    /// found of them.
    #[inline(always)]
    fn expand(&mut self, game: &G, node: &Node, out: &mut MoveList<G::Move>) {
        game.moves(out);
        for ranked in out.as_mut_slice() {
            ranked.rank = self.rank(game, ranked.mv, node.depth);
        }
    }

    /// Ranks one legal move, higher first; `depth` is how many plies are still to be searched
    /// below this position, so that a costly rank can be limited to where it pays.
    #[inline]
    fn rank(&mut self, _game: &G, _mv: G::Move, _depth: i32) -> i32 {
        0
    }

    /// True if the engine's ordering may learn from a move: killers, countermoves and history keep quiet
    /// moves only. A game whose captures are ranked by what they capture says false of them. Asked when a
    /// move cuts off, of that move and of those that were searched before it, in the position in which they
    /// are played; with [`Knowledge::CORRECTED`] also of the best move of a node.
    #[inline]
    fn is_quiet(&self, _game: &G, _mv: G::Move) -> bool {
        true
    }

    /// Of which kind a move is: what follows on moves ([`OrderingWeights::continuation`]) is learnt of all moves of a
    /// kind together, such as those of one sort of piece to one cell. By default each move is a kind of its own; of those
    /// from 512 on several are taken for one. Asked of each move that is ranked, learnt from or about to be searched, where that weight is not 0.
    #[inline]
    fn kind(&self, _game: &G, mv: G::Move) -> u32 {
        G::pack(mv)
    }

    /// What the value is proven to lie between, to the end of the game, seen from this position.
    /// Called for every node that has no outcome, before its moves are generated and at the horizon too,
    /// but not at the root, nor among the noisy moves below the horizon; `window` tells what would cut
    /// off, so that costly proofs can be tried only where they could. What it says counts as proven: a
    /// guess belongs into [`Knowledge::futility`] or [`Knowledge::evaluate`].
    ///
    /// Where only a side's own move can win it the game, as in chess, no side to move loses sooner than
    /// in 2 plies: `loss_in(2)` to `win_in(1)` says so and spares a third to nine tenths of the proof
    /// that a win is the shortest.
    #[inline]
    fn bounds(&mut self, _game: &G, _window: Window) -> Bounds {
        Bounds::UNKNOWN
    }

    /// Solves the position to the end of the game by the game's own fastest code, fail soft within
    /// `window`, or declines with `None`. `depth` is how many plies are to be searched (`i32::MAX`
    /// where the search goes to the end of the game); a solver may look further. It
    /// must take bounded time or look at the meter.
    #[inline]
    fn solve_leaf(
        &mut self,
        _game: &G,
        _window: Window,
        _depth: i32,
        _meter: &mut Meter<'_>,
    ) -> Option<Score> {
        None
    }

    /// Searches a frontier node, one ply above the horizon, by the game's own code: the best of what [`Knowledge::evaluate`] says of
    /// the children, from the side to move and fail soft within the null `window`, or leaves it to the
    /// engine with `None`. What it says must hold of what the engine would find, bounds of the children
    /// included; so it declines where a move wins or the game may end.
    ///
    /// Asked one ply above the horizon where the table has no entries ([`Knowledge::TABLE_DEPTH`]
    /// above 1), but not by a solve, nor where positions can come back or noisy moves are played out.
    /// It pays where what is worked out for one child, or to rank it, serves another, and where less
    /// than a look at each child tells the best. Observers are told of the node alone.
    #[inline]
    fn search_frontier(&mut self, _game: &G, _window: Window) -> Option<FrontierValue> {
        None
    }

    /// The key under which the table knows the position. A symmetry-reduced key is the smallest
    /// (or any canonical) key among the symmetric positions, with the symmetry that leads there.
    #[inline]
    fn key(&self, game: &G) -> NodeKey {
        NodeKey { hash: game.key(), symmetry: 0 }
    }

    /// A move of the position, as it looks in the canonical position.
    #[inline]
    fn to_canonical(&self, _game: &G, mv: G::Move, _frame: u8) -> G::Move {
        mv
    }

    /// Packed bits of a move in the canonical position, as they look in the position. The bits may
    /// come from a hash collision; legality is checked afterwards.
    #[inline]
    fn bits_from_canonical(&self, _game: &G, bits: u32, _frame: u8) -> u32 {
        bits
    }

    /// [`Knowledge::key`] of the position after a legal move, where that is cheaper than to play it. Asked
    /// before a move is searched, to call for its entry, which is then looked up under this key, and to ask
    /// whether another worker searches it. With `None` the move is played and taken back.
    #[inline]
    fn key_after(&self, _game: &G, _mv: G::Move) -> Option<NodeKey> {
        None
    }

    /// A key that is the same for all positions which a symmetry of the game leads to, at any cost:
    /// to tell positions apart that people would call the same, never during a search. By default that
    /// of [`Knowledge::key`], which is right where that reduces every position.
    fn canonical(&self, game: &G) -> u64 {
        self.key(game).hash
    }

    /// What this knowledge can be set to: numbers, switches, files of weights. Asked for when a game
    /// is opened. By default nothing.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option by its name. Called before a search, on the knowledge from which an engine is
    /// made.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown { name: name.into(), known: Vec::new() })
    }

    /// A number that is another for knowledge that estimates otherwise though its options are the
    /// same, such as weights from another file: what is stored of a search (a table, a journal) is only
    /// good for the knowledge that made it. By default 0.
    fn fingerprint(&self) -> u64 {
        0
    }

    /// How sure a result that is not proven is in spite of what was left out on the word of shallow searches, in
    /// percent, where the game has such levels: a caller shows it beside the depth. Asked when a game is opened or
    /// an option is set. By default the game names no level.
    fn confidence(&self) -> Option<u8> {
        None
    }

    /// How many positions [`Knowledge::bounds`] found in tables of endgames since this knowledge was made: shown beside
    /// the nodes of a search ([`crate::Report::tbhits`]). Asked about twice a millisecond.
    #[inline]
    fn tbhits(&self) -> u64 {
        0
    }

    /// True if [`Knowledge::bounds`] looks positions up in tables of endgames: whoever shows what tables hold then asks it
    /// for each move, after [`Knowledge::begin`]. Asked when a game is opened or an option is set.
    fn uses_tables(&self) -> bool {
        false
    }

    /// About how many plies remain to the end, if the game has an end that comes near enough to be
    /// searched to: an exact solve then searches without a horizon, with this as its depth.
    fn plies_left(&self, _game: &G) -> Option<i32> {
        None
    }

    /// How an exact solve should go about this position. Only asked where
    /// [`Knowledge::plies_left`] answers.
    fn solve_plan(&self, _game: &G) -> SolvePlan {
        SolvePlan::DEFAULT
    }

    /// The exact score that an estimate of this position predicts: the guess around which an exact
    /// solve begins.
    fn predict(&self, _game: &G, _estimate: Score) -> Score {
        Score::DRAW
    }

    /// The estimate, in points, that stands for a question about the exact value: whether it is above `asked.alpha`
    /// or not, a null window. Estimates above this say that it is, others that it is not. Asked in
    /// selective passes ([`SolvePlan::selective_passes`]); without an answer nothing is left out there.
    fn threshold(&self, _game: &G, _asked: Window) -> Option<i32> {
        None
    }

    /// How the game ended at the horizon and below it, for games that end only where there are no moves
    /// ([`Game::ENDS_ONLY_WITHOUT_MOVES`]): elsewhere [`Game::outcome`] is asked at every node. By default that
    /// too; a game for which it costs a generation of moves may answer with what it can tell cheaply, so that
    /// an end that it does not see is estimated like any other position.
    #[inline]
    fn outcome_at_horizon(&mut self, game: &G) -> Option<Outcome> {
        game.outcome()
    }

    /// Appends the moves that may change the evaluation drastically, with ranks; searched beyond
    /// the horizon where [`Knowledge::QUIESCENCE`] says so. The side to move may also stand pat,
    /// unless it is [`Knowledge::forced`].
    ///
    /// Asked of the position at the horizon and of every one that noisy moves lead to, until there are
    /// none left, a score cuts off, or the line is as long as lines may get. `node` tells the window, how far
    /// below the horizon it is ([`Node::depth`]), and the estimate with which the side to move may stand
    /// pat: moves that cannot bring it to alpha can be left out. There the table is
    /// neither asked nor written, repetitions are not noticed, and [`Knowledge::bounds`] is not asked;
    /// [`Knowledge::solve_leaf`] is, with depth 0. So the moves must lead to an end by themselves.
    #[inline]
    fn noisy(&mut self, _game: &G, _node: &Node, _out: &mut MoveList<G::Move>) {}

    /// True if the side to move may not stand pat: every legal move is noisy, and one of them has to
    /// be played before the position can be judged (compulsory captures, a king in check).
    /// [`Knowledge::noisy`] then gives them all. Only asked where [`Knowledge::QUIESCENCE`] says so.
    #[inline]
    fn forced(&mut self, _game: &G) -> bool {
        false
    }

    /// Gives up the move, where doing so is legal for the search's purposes and no zugzwang looms:
    /// plays the null move and answers with its undo, by how much to reduce, and whether to verify. It
    /// must have the other side to move. `None` leaves `game` as it is.
    ///
    /// Asked at null-window nodes whose window is one of estimates, not at the root, not right after
    /// another null move, not in a search that verifies one, and not in exact solves; after the table, [`Knowledge::solve_leaf`] and
    /// [`Knowledge::futility`], before [`Knowledge::probcut`]. A score of beta or more leaves the node
    /// with that score, as one that rests on an estimate.
    #[inline]
    fn null_move(&mut self, _game: &mut G, _node: &Node) -> Option<NullMove<G::Undo>> {
        None
    }

    /// Takes back what [`Knowledge::null_move`] did.
    #[inline]
    fn undo_null(&mut self, _game: &mut G, _undo: G::Undo) {}

    /// By how many plies to reduce the search of a move; one that fails high is repeated at full depth.
    /// Negative extends it instead, by one ply at most, as long as the line is shorter than twice the depth
    /// of the iteration.
    ///
    /// Asked before the move is played, at every kind of node, the root included: `game` is the position
    /// that it is played in, `node.depth` how many plies are to be searched from there. The first move
    /// ([`Candidate::index`] 0) can be extended, but is never reduced. Not asked in exact solves and where a
    /// search goes to the end of the game.
    #[inline]
    fn reduction(&self, _game: &G, _node: &Node, _candidate: &Candidate<G::Move>) -> i32 {
        0
    }

    /// True if a move is left out unsearched, since it is not worth it: the node's value then rests on an
    /// estimate, and is taken to be no better than alpha where no other move is.
    ///
    /// Asked before the move is played, of every move but the first, where the window is one of estimates;
    /// not at the root, not where the best move so far loses for certain, and not in exact solves.
    #[inline]
    fn prune(&self, _game: &G, _node: &Node, _candidate: &Candidate<G::Move>) -> bool {
        false
    }

    /// By how many plies to reduce a node for which the table has no move to try first (internal
    /// reductions): it is searched at least one ply deep. Asked after [`Knowledge::probcut`], at every node
    /// but the root; not in exact solves.
    #[inline]
    fn reduction_without_hash_move(&self, _game: &G, _node: &Node) -> i32 {
        0
    }

    /// If the evaluation is at least this far above beta, the node fails high unseen
    /// (reverse futility). `None` never.
    ///
    /// Asked at null-window nodes whose window is one of estimates, before [`Knowledge::null_move`]; not
    /// in exact solves. Where a side to move may be in check or have to
    /// capture, the margin has to allow for that.
    #[inline]
    fn futility(&self, _game: &G, _node: &Node) -> Option<i32> {
        None
    }

    /// The shallow search that may stand for a search of the node's depth. `None` never.
    ///
    /// Asked at null-window nodes whose window is one of estimates, after [`Knowledge::null_move`]; not
    /// in exact solves. Each side is tried by a null window: first whether the shallow score is
    /// far enough above beta, then whether it is far enough below alpha.
    #[inline]
    fn probcut(&self, _game: &G, _node: &Node) -> Option<ProbCut> {
        None
    }

    /// How to find out whether the hash move is singular: then it is extended by one ply; if the others alone pass
    /// beta, the node is left instead (multi-cut; Y. Bjornsson, T. Marsland 1998). `None` never.
    ///
    /// Asked with [`Knowledge::SINGULAR`], at nodes with a hash move whose window is one of estimates, where the table's
    /// score bounds the value from below and is one, too; not of the root, nor in exact solves.
    #[inline]
    fn singular(&self, _game: &G, _node: &Node) -> Option<Singular> {
        None
    }
}

/// What `knowledge` says of a position outside of a search: [`Knowledge::begin`], then
/// [`Knowledge::evaluate`].
pub fn estimate<G: Game, K: Knowledge<G>>(knowledge: &mut K, game: &G) -> i32 {
    knowledge.begin(game);
    knowledge.evaluate(game)
}

/// The knowledge of a player who knows only the rules: every position looks even.
#[derive(Debug)]
pub struct RulesOnly<G>(PhantomData<fn(G)>);

impl<G> Default for RulesOnly<G> {
    fn default() -> Self {
        RulesOnly(PhantomData)
    }
}

impl<G> Clone for RulesOnly<G> {
    fn clone(&self) -> Self {
        RulesOnly(PhantomData)
    }
}

impl<G: Game> Knowledge<G> for RulesOnly<G> {
    fn evaluate(&mut self, _game: &G) -> i32 {
        0
    }
}
