//! The laws of [`Game`] and [`Knowledge`] as a check that a game author runs on their own game.
//!
//! A search is only as right as the rules it is given, and a mistake in them (an `undo` that forgets
//! a field, a key without the side to move) shows as a wrong value a million nodes later. This check
//! plays random games and looks at every position it meets, so that the mistake is found where it
//! is: a failed law is a [`Violation`] that says which law, what was found, which mistake is likely,
//! which position, and the moves that led there. [`crate::guide::mistakes`] is a table of the
//! likeliest.
//!
//! ```
//! use plyglot_check::laws::{self, Effort};
//! # use plyglot_search::{Game, MoveList, Outcome, RulesOnly, Side};
//! # #[derive(Clone, Debug, PartialEq)]
//! # struct Heap { left: u32, side: Side }
//! # impl Game for Heap {
//! #     type Move = u32;
//! #     type Undo = ();
//! #     fn to_move(&self) -> Side { self.side }
//! #     fn key(&self) -> u64 {
//! #         let side = u64::from(self.side == Side::First);
//! #         let mixed = (u64::from(self.left) * 2 + side + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
//! #         (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
//! #     }
//! #     fn outcome(&self) -> Option<Outcome> { (self.left == 0).then_some(Outcome::Loss) }
//! #     fn moves(&self, out: &mut MoveList<u32>) { (1..=self.left.min(3)).for_each(|n| out.push(n)) }
//! #     fn play(&mut self, n: u32) { self.left -= n; self.side = self.side.other() }
//! #     fn undo(&mut self, n: u32, (): ()) { self.left += n; self.side = self.side.other() }
//! #     fn pack(n: u32) -> u32 { n }
//! #     fn unpack(&self, bits: u32) -> Option<u32> { (1..=self.left.min(3)).contains(&bits).then_some(bits) }
//! # }
//! # let heap = Heap { left: 40, side: Side::First };
//! let summary = laws::check(&heap, &RulesOnly::default(), &Effort::default())?;
//! assert!(summary.positions > 30 && summary.solved > 10);
//! # Ok::<(), laws::Violation>(())
//! ```
//!
//! The cost is that of some thousand positions at the default [`Effort`]. In each, every move is played and
//! taken back several times, and moves of other positions are tried; so it grows with the moves in a position and
//! the plies of a game, with what `play`, `Debug` and `evaluate` cost, and is far more without
//! optimisation (`[profile.dev] opt-level`). Under a second for most games, 4.4 s for Ataxx with its hundred moves;
//! [`Check::progress`] tells how far it is, and a smaller [`Effort`] takes less. What chance did not meet was not
//! checked; [`Summary`] says how often each kind of law had something to say, so that a zero is seen. Where
//! random games from the start are hardly ever decided, as in chess, [`Check::also_from`] takes
//! positions near the end. Rules that are consistently another game's cannot be found at all: known
//! values are tests of their own.

mod advice;
mod check;
mod differ;
mod doubts;
mod endings;
mod frontier;
mod ledger;
mod likely;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;
mod truth;

use std::fmt::{self, Debug};

use thiserror::Error;

use plyglot_search::{Game, Knowledge};

pub use check::Check;
pub use endings::check_endings;
pub use text::check_text;

/// How hard to look. The defaults suit a game of some dozens of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Random games to play.
    pub games: usize,
    /// The longest a random game may get, in plies.
    pub plies: usize,
    /// Positions next to the start that are all looked at, breadth first: where symmetric positions
    /// and different ways to one position are frequent.
    pub openings: usize,
    /// How many positions may be visited to learn the true value of one: from the end of each game
    /// backwards, positions are solved until this no longer suffices.
    pub solve_nodes: u64,
    /// Where the random games start from.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { games: 40, plies: 300, openings: 200, solve_nodes: 5_000, seed: 1 }
    }
}

/// What was looked at, for a check that found nothing wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Different positions.
    pub positions: usize,
    /// Random games that came to their end.
    pub finished: usize,
    /// Times that a position was met again by different moves: equal keys were demanded.
    pub transpositions: usize,
    /// Pairs of different positions under one key of the knowledge, which must be worth the same.
    pub symmetric: usize,
    /// Positions whose colours were exchanged; see [`Check::exchange`].
    pub exchanged: usize,
    /// Positions that were read back from their text and evaluated again; see [`Check::texts`].
    pub read_back: usize,
    /// Positions whose true value was found, to hold bounds, `expand` and the leaf solver against.
    pub solved: usize,
    /// Those of them that are won or lost: with few of these, bounds and solvers were hardly tried.
    pub decided: usize,
    /// Bounds that said anything of a position whose true value was found.
    pub bounds: usize,
    /// Answers of the leaf solver for a position whose true value was found.
    pub leaves: usize,
    /// Frontier nodes searched by the game's own code.
    pub last_plies: usize,
    /// Positions with noisy moves.
    pub noisy: usize,
    /// Null moves played.
    pub null_moves: usize,
    /// What is against no law, and still looks like a mistake: an outcome of the player who moved,
    /// an evaluation with the wrong sign. Empty for most games.
    pub doubts: Vec<String>,
}

/// A law of [`Game`] or [`Knowledge`]. Its text says it in one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Law {
    /// Undo restores everything.
    #[error("play, then undo, restores the position in every respect")]
    UndoRestores,
    /// Equal positions, equal keys.
    #[error("equal positions have equal keys, however they were reached")]
    EqualKeys,
    /// Different positions, different keys.
    #[error("different positions have different keys (the side to move is part of a position)")]
    DifferentKeys,
    /// Keys are mixed.
    #[error("the low and the high bits of keys are well mixed")]
    MixedKeys,
    /// Each move once.
    #[error("each legal move is given once")]
    DistinctMoves,
    /// No outcome, some move.
    #[error("a position without an outcome has a move (a pass is a move)")]
    MovesOrOutcome,
    /// Without moves only, if the game says so.
    #[error("a game that ends only without moves has no outcome where there is a move")]
    EndsOnlyWithoutMoves,
    /// Margins in range and in step.
    #[error("margins are within Score::MAX_MARGIN and differ by multiples of MARGIN_STEP")]
    Margins,
    /// Repetitions are declared.
    #[error("positions come back only where CAN_REPEAT says so, within reversible_plies")]
    Repetitions,
    /// Both sides play.
    #[error("both sides get to move")]
    BothSidesMove,
    /// Packing loses nothing.
    #[error("unpack(pack(move)) is the move, and different moves are packed differently")]
    PackRoundTrip,
    /// One packed value is reserved.
    #[error("a packed move is not u32::MAX")]
    PackReserved,
    /// Bits that are no legal move.
    #[error("unpack gives None for bits that are not a legal move here")]
    UnpackRefuses,
    /// Nothing depends on the colour.
    #[error("a position with colours and turn exchanged looks the same to its side to move")]
    ColoursExchange,
    /// Moves to the canonical position and back.
    #[error("bits_from_canonical takes back what to_canonical did to a legal move")]
    SymmetryRoundTrip,
    /// Positions under one key are worth the same.
    #[error("positions with the same key of the knowledge have the same moves and value")]
    SymmetricValues,
    /// Evaluate twice.
    #[error("a position's evaluation is always the same")]
    EvaluationRepeats,
    /// Evaluate what was reached in another way.
    #[error("equal positions have equal evaluations, however they were reached")]
    EvaluationEqual,
    /// Not clamped.
    #[error("an evaluation is within Score::MAX_HEURISTIC either way")]
    EvaluationRange,
    /// Antisymmetric, if it says so.
    #[error(
        "an antisymmetric evaluation does not change for the side to move when colours and turn are exchanged"
    )]
    EvaluationAntisymmetric,
    /// State beside the rules.
    #[error("what the knowledge keeps along the line gives the estimate of the position")]
    EvaluationFollows,
    /// Both at once.
    #[error("evaluate_and_see says what evaluate and see say, or nothing")]
    SeenWithEvaluation,
    /// Keys of positions to come.
    #[error("key_after is the key of the position after the move")]
    KeyAfter,
    /// Proven bounds.
    #[error("bounds contain the true value")]
    BoundsHold,
    /// Expand gives legal moves.
    #[error("expand gives at least one move, and each is legal and given once")]
    ExpandLegal,
    /// Expand keeps a best move.
    #[error("expand leaves out only moves that are no better than one that remains")]
    ExpandKeepsValue,
    /// Leaf solver.
    #[error("the leaf solver's answer holds of the true value, fail soft")]
    LeafSolverRight,
    /// Frontier nodes searched by the game's own code.
    #[error(
        "a frontier node searched by the game's own code is worth what its children are, fail soft"
    )]
    FrontierRight,
    /// Noisy moves.
    #[error("noisy moves are legal and given once")]
    NoisyLegal,
    /// Forced positions.
    #[error("where the side to move is forced, every legal move is noisy")]
    ForcedNoisy,
    /// The null move passes.
    #[error("the null move gives the turn to the other side")]
    NullMovePasses,
    /// The null move is undone.
    #[error("undo_null restores the position in every respect")]
    NullMoveUndone,
    /// Position text.
    #[error("a position's text reads back as the position")]
    TextReadsBack,
    /// Move notation.
    #[error("a move's notation reads back as the move, alone and in a line")]
    NotationReadsBack,
    /// The board that a page draws.
    #[error(
        "a position has a content for each cell of its shape, and moves touch cells that exist"
    )]
    ShapeFits,
    /// What a page shows of the two sides.
    #[error("on the board that a page draws, the two sides differ and stand out from the ground")]
    SidesShow,
    /// Numbers of endings.
    #[error("a position made from a number has that number, and each number that is given has one")]
    EndingNumbers,
    /// Classes of endings.
    #[error(
        "classes of endings have names and sizes, and numbers are below the size of their class"
    )]
    EndingClasses,
    /// Positions of one number.
    #[error("positions that share a number of an ending are worth the same")]
    EndingValues,
    /// Moves between classes of endings.
    #[error(
        "a move leads from a class of endings to the same one, to an earlier one, or to the end"
    )]
    EndingMoves,
    /// Clocks of endings.
    #[error("a clock is at its beginning in a position made from a number")]
    EndingClock,
}

/// A law that does not hold, and where. Its `Debug` is the same text, since that is what a test shows that
/// unwraps.
#[derive(Clone, PartialEq, Eq, Error)]
#[error(
    "broken law: {law}\n  found: {found}\n  likely: {likely}\n  in position: {position}\n  \
     reached by: {}", line_text(.line)
)]
pub struct Violation {
    /// Which law.
    pub law: Law,
    /// What was found instead.
    pub found: String,
    /// The mistake that most likely lies behind it, and where to look for it.
    pub likely: &'static str,
    /// The position, as its `Debug` prints it.
    pub position: String,
    /// The moves from the start to the position, as their `Debug` prints them.
    pub line: Vec<String>,
}

impl Debug for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

fn line_text(line: &[String]) -> String {
    if line.is_empty() { "no move, it is the start".into() } else { line.join(", ") }
}

impl Violation {
    /// The same with a better guess at the mistake.
    fn because(self, likely: &'static str) -> Self {
        Violation { likely, ..self }
    }
}

/// Checks all laws from a start position on. See [`Check`] for what more can be told of a game.
///
/// # Errors
/// The first law that does not hold.
pub fn check<G, K>(start: &G, knowledge: &K, effort: &Effort) -> Result<Summary, Violation>
where
    G: Game + PartialEq + Debug,
    K: Knowledge<G>,
{
    Check::new(start, knowledge).effort(effort).run()
}

/// A position under examination, and the moves that led there.
struct Place<'a, G: Game> {
    game: &'a G,
    line: &'a [G::Move],
}

impl<G: Game + Debug> Place<'_, G> {
    fn broken(&self, law: Law, found: impl Into<String>) -> Violation {
        Violation {
            law,
            found: found.into(),
            likely: law.likely(),
            position: format!("{:?}", self.game),
            line: self.line.iter().map(|mv| format!("{mv:?}")).collect(),
        }
    }
}
