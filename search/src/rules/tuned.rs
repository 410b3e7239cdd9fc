//! The engine's own numbers as options of any game, and a switch for each heuristic: tuning and
//! measuring need no compiling.
//!
//! A game says what suits it ([`Knowledge::ordering`], [`Knowledge::aspiration`]). [`Tuned`] stands
//! before its knowledge, overrides single numbers of that, and offers them by name beside the game's
//! own options. The door wraps every game so; in a program of types it is there to be used.
//!
//! Cost: the numbers are asked for once a search. A hook that can be switched off costs a test of a
//! bit where a game has it; where it has not, both ways come to the same, and nothing is left of it.

use crate::rules::game::{Game, MoveList};
use crate::rules::knowledge::{
    Bounds, Constants, FrontierValue, Heuristics, Knowledge, Meter, NodeKey, OrderingWeights,
};
use crate::rules::layer::{Layer, Layered};
use crate::rules::node::{Candidate, Node, NullMove, ProbCut, Singular};
use crate::rules::numbers::{Numbers, has_no, numbers};
use crate::rules::option::{OptionError, OptionKind, OptionSpec};
use crate::rules::score::Score;
use crate::rules::solve::SolvePlan;
use crate::rules::window::Window;

/// A heuristic or hook that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The word for it in the option `off`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// True if it may change what a depth means.
    pub selective: bool,
}

/// Writes the bits of [`Off`] and the list of them.
macro_rules! switches {
    ($($what:ident: $name:literal, $kind:ident, $about:literal;)+) => {
        /// The places of [`Off::SWITCHES`].
        #[derive(Clone, Copy)]
        enum What {
            $($what),+
        }

        impl Off {
            /// What can be switched off: two heuristics of the engine, then the hooks of [`Knowledge`]; a hook that
            /// a game leaves alone makes no difference.
            pub const SWITCHES: &'static [Switch] = &[
                $(Switch { name: $name, about: $about, selective: switches!($kind) }),+
            ];
        }
    };
    (exact) => { false };
    (selective) => { true };
}

switches! {
    HashMove: "hash-move", exact, "the move that the table has is tried first";
    ChildCutoffs: "child-cutoffs", exact, "the table is asked for each child before one is searched";
    Rank: "rank", exact, "the game's order of moves";
    Bounds: "bounds", exact, "what the game proves of a value without a search";
    LeafSolver: "leaf-solver", exact, "the game's own solver for the last plies";
    Frontier: "frontier", exact, "the game's own search of nodes one ply above the horizon";
    Symmetry: "symmetry", exact, "symmetric positions share an entry of the table";
    Noisy: "noisy", selective, "quiescence: noisy moves are searched below the horizon";
    NullMove: "null-move", selective, "null move";
    Reduction: "reduction", selective, "reductions of late moves";
    Extension: "extension", selective, "extensions";
    InternalReduction: "internal-reduction", selective, "reductions of nodes without a hash move";
    Prune: "prune", selective, "moves that are left out";
    Futility: "futility", selective, "futility";
    ProbCut: "probcut", selective, "ProbCut";
    Singular: "singular", selective, "singular extensions";
    ProofNumbers: "proof-numbers", exact, "wins are looked for by proof-number search";
}

/// Heuristics and hooks that are switched off, a bit for each of [`Off::SWITCHES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Off(u32);

impl Off {
    /// Those of the words of `text`, joined by `+`, or of `none`; `None` if a word is not among the names.
    pub fn parse(text: &str) -> Option<Off> {
        if text == "none" {
            return Some(Off::default());
        }
        text.split('+').try_fold(Off::default(), |off, word| {
            let place = Self::SWITCHES.iter().position(|switch| switch.name == word)?;
            Some(Off(off.0 | 1 << place))
        })
    }

    #[inline(always)]
    const fn has(self, what: What) -> bool {
        self.0 & 1 << what as u32 != 0
    }
}

impl std::fmt::Display for Off {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let switches = Self::SWITCHES.iter().enumerate();
        let off = switches.filter(|(place, _)| self.0 & 1 << place != 0);
        let names: Vec<_> = off.map(|(_, switch)| switch.name).collect();
        out.write_str(if names.is_empty() { "none".into() } else { names.join("+") }.as_str())
    }
}

/// Any knowledge with the engine's numbers as options: `aspiration`, `killer`, `countermove`, `history` and
/// `continuation` where the engine's ordering is used, `correction` where estimates are corrected; and `off`, which
/// switches off what is named ([`Off::SWITCHES`]). An option of the game itself that has one of these names hides the
/// engine's.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));
/// # fn main() -> Result<(), plyglot_search::OptionError> {
/// use plyglot_search::{Knowledge, RulesOnly, Tuned, Tuning};
///
/// let mut knowledge = Tuned::new(RulesOnly::<Hexapawn>::default());
/// knowledge.set_option("killer", "40")?;
/// assert_eq!(knowledge.ordering().killer, 40);
/// let refused = knowledge.set_option("aspiration", "wide").unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "option aspiration: a whole number from 0 to 16000 is needed, not \"wide\""
/// );
/// assert_eq!(knowledge.tuning(), Tuning { killer: Some(40), ..Tuning::default() });
/// # Ok(())
/// # }
/// ```
pub type Tuned<K> = Layered<Tuning, K>;

impl<K> Layered<Tuning, K> {
    /// As the game itself would have it.
    pub fn new(inner: K) -> Self {
        Tuned::with(inner, Tuning::default())
    }

    /// With numbers other than the game's; the engine takes those out of range for the nearest within.
    pub fn with(inner: K, tuning: Tuning) -> Self {
        Layered { layer: tuning, inner }
    }

    /// What is otherwise than the game has it.
    pub fn tuning(&self) -> Tuning {
        self.layer
    }
}

impl Tuning {
    #[inline(always)]
    fn uses(&self, what: What) -> bool {
        !self.off.has(what)
    }

    /// Makes of what the game has expanded what it would be without what is switched off.
    #[cold]
    fn switch_off_in_expansion<G: Game>(&self, game: &G, out: &mut MoveList<G::Move>) {
        // What is decided by bounds may be left without a move.
        if !self.uses(What::Bounds) && out.is_empty() {
            game.moves(out);
        }
        if !self.uses(What::Rank) {
            out.as_mut_slice().iter_mut().for_each(|ranked| ranked.rank = 0);
        }
    }
}

impl<G: Game, K: Knowledge<G>> Layer<G, K> for Tuning {
    fn heuristics(&self, inner: &K) -> Heuristics {
        let Heuristics { hash_move, child_cutoffs } = inner.heuristics();
        Heuristics {
            hash_move: hash_move && self.uses(What::HashMove),
            child_cutoffs: child_cutoffs && self.uses(What::ChildCutoffs),
        }
    }

    #[inline(always)]
    fn expand(&mut self, inner: &mut K, game: &G, node: &Node, out: &mut MoveList<G::Move>) {
        inner.expand(game, node, out);
        if !self.uses(What::Bounds) || !self.uses(What::Rank) {
            self.switch_off_in_expansion(game, out);
        }
    }

    #[inline(always)]
    fn bounds(&mut self, inner: &mut K, game: &G, window: Window) -> Bounds {
        if self.uses(What::Bounds) { inner.bounds(game, window) } else { Bounds::UNKNOWN }
    }

    #[inline(always)]
    fn solve_leaf(
        &mut self,
        inner: &mut K,
        game: &G,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        if !self.uses(What::LeafSolver) {
            return None;
        }
        inner.solve_leaf(game, window, depth, meter)
    }

    #[inline(always)]
    fn search_frontier(
        &mut self,
        inner: &mut K,
        game: &G,
        window: Window,
    ) -> Option<FrontierValue> {
        if self.uses(What::Frontier) { inner.search_frontier(game, window) } else { None }
    }

    #[inline(always)]
    fn key(&self, inner: &K, game: &G) -> NodeKey {
        if self.uses(What::Symmetry) {
            inner.key(game)
        } else {
            NodeKey { hash: game.key(), symmetry: 0 }
        }
    }

    #[inline(always)]
    fn key_after(&self, inner: &K, game: &G, mv: G::Move) -> Option<NodeKey> {
        if self.uses(What::Symmetry) { inner.key_after(game, mv) } else { None }
    }

    #[inline(always)]
    fn noisy(&mut self, inner: &mut K, game: &G, node: &Node, out: &mut MoveList<G::Move>) {
        if self.uses(What::Noisy) {
            inner.noisy(game, node, out);
        }
    }

    #[inline(always)]
    fn forced(&mut self, inner: &mut K, game: &G) -> bool {
        self.uses(What::Noisy) && inner.forced(game)
    }

    #[inline(always)]
    fn null_move(&mut self, inner: &mut K, game: &mut G, node: &Node) -> Option<NullMove<G::Undo>> {
        if self.uses(What::NullMove) { inner.null_move(game, node) } else { None }
    }

    #[inline(always)]
    fn reduction(&self, inner: &K, game: &G, node: &Node, candidate: &Candidate<G::Move>) -> i32 {
        if !self.uses(What::Reduction) && !self.uses(What::Extension) {
            return 0;
        }
        let plies = inner.reduction(game, node, candidate);
        let what = if plies > 0 { What::Reduction } else { What::Extension };
        if plies == 0 || self.uses(what) { plies } else { 0 }
    }

    #[inline(always)]
    fn prune(&self, inner: &K, game: &G, node: &Node, candidate: &Candidate<G::Move>) -> bool {
        inner.prune(game, node, candidate) && self.uses(What::Prune)
    }

    #[inline(always)]
    fn reduction_without_hash_move(&self, inner: &K, game: &G, node: &Node) -> i32 {
        let plies = inner.reduction_without_hash_move(game, node);
        if plies == 0 || self.uses(What::InternalReduction) { plies } else { 0 }
    }

    #[inline(always)]
    fn futility(&self, inner: &K, game: &G, node: &Node) -> Option<i32> {
        inner.futility(game, node).filter(|_| self.uses(What::Futility))
    }

    #[inline(always)]
    fn probcut(&self, inner: &K, game: &G, node: &Node) -> Option<ProbCut> {
        inner.probcut(game, node).filter(|_| self.uses(What::ProbCut))
    }

    #[inline(always)]
    fn singular(&self, inner: &K, game: &G, node: &Node) -> Option<Singular> {
        inner.singular(game, node).filter(|_| self.uses(What::Singular))
    }

    fn solve_plan(&self, inner: &K, game: &G) -> SolvePlan {
        let plan = inner.solve_plan(game);
        // A selective pass that leaves nothing out is an exact one that proves nothing.
        if self.uses(What::ProbCut) { plan } else { SolvePlan { selective_passes: 0, ..plan } }
    }

    fn confidence(&self, inner: &K) -> Option<u8> {
        inner.confidence().filter(|_| self.uses(What::ProbCut))
    }

    fn ordering(&self, inner: &K) -> OrderingWeights {
        self.weights(inner.ordering())
    }

    fn aspiration(&self, inner: &K) -> i32 {
        self.aspiration.unwrap_or_else(|| inner.aspiration())
    }

    fn proof_numbers(&self, inner: &K) -> Option<i32> {
        inner.proof_numbers().filter(|_| self.uses(What::ProofNumbers))
    }

    fn correction(&self, inner: &K) -> i32 {
        self.correction.unwrap_or_else(|| inner.correction())
    }

    fn options(&self, inner: &K) -> Vec<OptionSpec> {
        let default = Numbers {
            aspiration: inner.aspiration(),
            correction: inner.correction(),
            ordering: inner.ordering(),
        };
        self.beside(inner.options(), &inner.constants(), &default)
    }

    fn set_option(&mut self, inner: &mut K, name: &str, value: &str) -> Result<(), OptionError> {
        let (own, all) = (inner.options(), Layer::<G, K>::options(self, inner));
        match self.set(&own, &all, &inner.constants(), (name, value))? {
            Some(own) => inner.set_option(&own, value),
            None => Ok(()),
        }
    }
}

/// What is to be otherwise than a game's knowledge says. Nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// In place of [`Knowledge::aspiration`].
    pub aspiration: Option<i32>,
    /// In place of [`OrderingWeights::killer`].
    pub killer: Option<i32>,
    /// In place of [`OrderingWeights::countermove`].
    pub countermove: Option<i32>,
    /// In place of [`OrderingWeights::history`].
    pub history: Option<i32>,
    /// In place of [`OrderingWeights::continuation`].
    pub continuation: Option<i32>,
    /// In place of [`Knowledge::correction`].
    pub correction: Option<i32>,
    /// What is switched off.
    pub off: Off,
}

// Not generic, so that it is compiled once and not for each game.
impl Tuning {
    /// The game's weights, but for those that are otherwise.
    fn weights(&self, game: OrderingWeights) -> OrderingWeights {
        OrderingWeights {
            killer: self.killer.unwrap_or(game.killer),
            countermove: self.countermove.unwrap_or(game.countermove),
            history: self.history.unwrap_or(game.history),
            continuation: self.continuation.unwrap_or(game.continuation),
        }
    }

    /// The options of a game, `own`, and those of the engine beside them. `default` are the numbers that the game
    /// has, whose `constants` decide which of them there are.
    fn beside(
        &self,
        own: Vec<OptionSpec>,
        constants: &Constants,
        default: &Numbers,
    ) -> Vec<OptionSpec> {
        let value = Numbers {
            aspiration: self.aspiration.unwrap_or(default.aspiration),
            correction: self.correction.unwrap_or(default.correction),
            ordering: self.weights(default.ordering),
        };
        let mut options = own;
        let numbers = numbers(&options, constants);
        let switches = has_no(&options, OFF).then(|| OptionSpec {
            name: OFF.into(),
            about: "heuristics and hooks that are switched off, to measure what they are worth"
                .into(),
            kind: OptionKind::Words(
                Off::SWITCHES.iter().map(|switch| switch.name.into()).collect(),
            ),
            default: Off::default().to_string(),
            value: self.off.to_string(),
        });
        options.extend(numbers.into_iter().map(|number| OptionSpec {
            name: number.name.into(),
            about: number.about.into(),
            kind: number.kind(),
            default: number.of(default),
            value: number.of(&value),
        }));
        options.extend(switches);
        options
    }

    /// Sets one of `all` options, unless it is one of the game's `own`: gives its name then.
    fn set(
        &mut self,
        own: &[OptionSpec],
        all: &[OptionSpec],
        constants: &Constants,
        (name, value): (&str, &str),
    ) -> Result<Option<String>, OptionError> {
        if name.eq_ignore_ascii_case(OFF) && has_no(own, OFF) {
            OptionSpec::check(all, OFF, value)?;
            self.off = Off::parse(value).unwrap_or_default();
            return Ok(None);
        }
        let mut numbers = numbers(own, constants).into_iter();
        let Some(number) = numbers.find(|number| number.name.eq_ignore_ascii_case(name)) else {
            // A refusal names all options that there are.
            return Ok(Some(OptionSpec::check(all, name, value)?.name.clone()));
        };
        let refused = || OptionError::Value {
            name: number.name.into(),
            kind: number.kind(),
            value: value.into(),
        };
        let known = value.parse().ok().filter(|known| (0..=number.max).contains(known));
        *(number.place)(self) = Some(known.ok_or_else(refused)?);
        Ok(None)
    }
}

/// The option's name.
const OFF: &str = "off";
