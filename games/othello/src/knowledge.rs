//! What a player of Othello knows, as the engine's hooks need it.

use std::iter;
use std::sync::OnceLock;

use plyglot_eval::Choice;
use plyglot_search::{
    Bounds, Candidate, FrontierValue, Knowledge, Meaning, Meter, MoveList, Node, NodeKey,
    OptionError, OptionKind, OptionSpec, ProbCut, Score, SolveCost, SolvePlan, SolveWindows,
    Window,
};

use super::endgame::{self, STABLE_FROM, Solve, Table};
use super::evaluation::{Evaluate, Judge, POINTS};
use super::frontier::FrontierSearch;
use super::hardware::Hardware;
use super::ordering::Expand;
use super::position::{Othello, OthelloMove, discs_key};
use super::probcut::Confidence;
use super::size::{LOPSIDED, Size};
use super::stability::{Edges, count_stable};
use super::symmetry;
use super::trained::{self, AnyTrained};

/// The option that says how sure one has to be of what is left out.
const CONFIDENCE: &str = "confidence";

/// What a player of Othello knows. 4x4 has the hand-made evaluation only.
#[derive(Debug)]
pub struct OthelloKnowledge<const N: usize> {
    /// Made when it is first asked: a copy that solves nothing needs none.
    table: OnceLock<Table>,
    edges: &'static Edges,
    /// The trained evaluation, unless the hand-made one is asked for.
    weights: Choice<AnyTrained>,
    leaf: u32,
    /// Of moves left out by ProbCut, with the trained evaluation only: it is what was measured.
    confidence: Confidence,
    hardware: Hardware,
    /// Where a frontier node last failed high: the square that it tries first.
    first: u32,
}

impl<const N: usize> Default for OthelloKnowledge<N> {
    fn default() -> Self {
        OthelloKnowledge {
            table: OnceLock::new(),
            edges: Edges::shared(),
            weights: trained::weights(N),
            leaf: Self::SIZE.leaf,
            confidence: Confidence::USUAL,
            first: 0,
            hardware: Hardware::best(N),
        }
    }
}

impl<const N: usize> Clone for OthelloKnowledge<N> {
    /// The same knowledge, with an empty table of its own.
    fn clone(&self) -> Self {
        self.with_table(OnceLock::new())
    }
}

impl<const N: usize> OthelloKnowledge<N> {
    const SIZE: Size = Size::of(N);

    /// Up to how many discs positions that are mirror images of one another share an entry. More
    /// than 8 gain next to nothing, and a key for all of them costs 8 % of the time.
    const IMAGES: u32 = 10;

    /// The same knowledge on each set of instructions that this processor has for this board, the
    /// portable one first and the best, which is the default, last. All visit the same tree. 4x4
    /// has the portable one only.
    pub fn on_all_hardware() -> Vec<Self> {
        let on = |hardware| OthelloKnowledge { hardware, ..Self::default() };
        Hardware::all(N).into_iter().map(on).collect()
    }

    fn with_table(&self, table: OnceLock<Table>) -> Self {
        let OthelloKnowledge { edges, leaf, confidence, hardware, first, .. } = *self;
        let weights = self.weights.clone();
        OthelloKnowledge { table, edges, weights, leaf, confidence, hardware, first }
    }

    fn judge(&self) -> Judge<'_> {
        Judge { edges: self.edges, trained: self.weights.get() }
    }

    /// Solves a position to its end; out of line, since most nodes have too many empty squares for it.
    #[inline(never)]
    fn solve(&self, game: &Othello<N>, window: Window, meter: &mut Meter<'_>) -> Score {
        let (alpha, beta) = in_discs(window, Othello::<N>::SQUARES);
        let node = endgame::Node::new::<N>(game.own, game.opp);
        let (table, judge) = (self.table.get_or_init(Table::default), self.judge());
        let solve = Solve::<N> { node, alpha, beta, table, judge, meter };
        Score::margin(self.hardware.run::<N, _>(solve))
    }

    /// True if ProbCut is used: with the trained evaluation, and unless everything is to be searched.
    #[inline(always)]
    fn leaves_out(&self) -> bool {
        Self::SIZE.is_trained && self.confidence != Confidence::WHOLE && self.weights.is_some()
    }

    /// Leaves the last `empties` squares (at most 30) to the endgame solver, instead of the usual
    /// number.
    pub fn with_leaf(mut self, empties: u32) -> Self {
        self.leaf = empties.min(endgame::MOST);
        self
    }
}

/// The largest margin whose score is at most `alpha`, or just below all margins. Margins are even.
fn margin_at_most(alpha: Score, squares: i32) -> i32 {
    match alpha.meaning() {
        Meaning::Margin(margin) => (margin & !1).clamp(-squares - 2, squares),
        Meaning::Heuristic(points) if points < 0 => -2,
        Meaning::Lost(_) => -2,
        Meaning::Heuristic(_) | Meaning::Won(_) => 0,
        _ if alpha > Score::DRAW => squares,
        _ => -squares - 2,
    }
}

/// A window of scores as margins: alpha and beta in discs.
fn in_discs(window: Window, squares: i32) -> (i32, i32) {
    let alpha = margin_at_most(window.alpha, squares);
    (alpha, (-margin_at_most(-window.beta, squares)).max(alpha + 2))
}

impl<const N: usize> Knowledge<Othello<N>> for OthelloKnowledge<N> {
    const ENGINE_ORDERING: bool = false;
    const ETC_DEPTH: i32 = 6;
    const TABLE_DEPTH: i32 = 2;
    const SELECTIVE_SOLVES: bool = Self::SIZE.is_trained;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.weights.make_ready();
        let table = OnceLock::from(Table::for_workers(workers));
        (0..workers).map(|_| self.with_table(table.clone())).collect()
    }

    fn evaluate(&mut self, game: &Othello<N>) -> i32 {
        let worth = Evaluate::<N> { own: game.own, opp: game.opp, judge: self.judge() };
        self.hardware.run::<N, _>(worth)
    }

    #[inline]
    fn expand(&mut self, game: &Othello<N>, node: &Node, out: &mut MoveList<OthelloMove>) {
        self.hardware.run::<N, _>(Expand { game, asked: node, judge: self.judge(), out });
    }

    #[inline]
    fn bounds(&mut self, game: &Othello<N>, window: Window) -> Bounds {
        let squares = Othello::<N>::SQUARES;
        let (alpha, beta) = in_discs(window, squares);
        let from = STABLE_FROM[game.empties() as usize];
        let mut bounds = Bounds { lower: Score::margin(-squares), upper: Score::margin(squares) };
        if alpha >= from && alpha < squares {
            let stable = count_stable::<N>(self.edges, game.opp, game.own);
            bounds.upper = Score::margin(squares - 2 * stable);
        }
        if beta <= -from && beta > -squares {
            let stable = count_stable::<N>(self.edges, game.own, game.opp);
            bounds.lower = Score::margin(2 * stable - squares);
        }
        bounds
    }

    #[inline(always)]
    fn solve_leaf(
        &mut self,
        game: &Othello<N>,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        let empties = game.empties();
        let takes = empties <= self.leaf && depth >= empties as i32;
        takes.then(|| self.solve(game, window, meter))
    }

    #[inline]
    fn search_frontier(&mut self, game: &Othello<N>, window: Window) -> Option<FrontierValue> {
        let (own, opp, beta) = (game.own, game.opp, window.beta.raw());
        let judge = Judge { edges: self.edges, trained: self.weights.get() };
        let first = &mut self.first;
        self.hardware.run::<N, _>(FrontierSearch::<N> { own, opp, beta, judge, first })
    }

    /// The discs alone, as the side to move sees them: their colours change nothing. Where they are
    /// few, mirror images share an entry.
    #[inline]
    fn key(&self, game: &Othello<N>) -> NodeKey {
        if game.discs() > Self::IMAGES {
            return NodeKey { hash: game.discs_key(), symmetry: 0 };
        }
        let (own, opp, symmetry) = symmetry::canonical(game.own, game.opp);
        NodeKey { hash: discs_key(own, opp), symmetry }
    }

    #[inline]
    fn to_canonical(&self, _game: &Othello<N>, mv: OthelloMove, symmetry: u8) -> OthelloMove {
        if mv == OthelloMove::PASS {
            mv
        } else {
            OthelloMove(symmetry::to_canonical(mv.0, symmetry))
        }
    }

    #[inline]
    fn bits_from_canonical(&self, _game: &Othello<N>, bits: u32, symmetry: u8) -> u32 {
        if bits < 64 { u32::from(symmetry::from_canonical(bits as u8, symmetry)) } else { bits }
    }

    /// The key of the canonical one of the eight images, for any number of discs.
    fn canonical(&self, game: &Othello<N>) -> u64 {
        let (own, opp, _) = symmetry::canonical(game.own, game.opp);
        discs_key(own, opp)
    }

    fn options(&self) -> Vec<OptionSpec> {
        let leaf = OptionSpec {
            name: "leaf".into(),
            about: "number of empty squares from which the endgame solver takes over".into(),
            kind: OptionKind::Number { min: 0, max: i64::from(endgame::MOST) },
            default: Self::SIZE.leaf.to_string(),
            value: self.leaf.to_string(),
        };
        let confidence = OptionSpec {
            name: CONFIDENCE.into(),
            about: "how sure a shallow search must be, in percent, that the deep one that it stands for \
                    would agree (ProbCut); 100 searches everything. What is proven never rests on it"
                .into(),
            kind: OptionKind::Choice(Confidence::names()),
            default: Confidence::USUAL.percent().to_string(),
            value: self.confidence.percent().to_string(),
        };
        let weights = self.weights.options();
        let confidence = (!weights.is_empty()).then_some(confidence);
        iter::once(leaf).chain(weights).chain(confidence).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let OptionSpec { name, kind, .. } =
            OptionSpec::check(&self.options(), name, value)?.clone();
        let wrong = || OptionError::Value { name: name.clone(), kind, value: value.into() };
        match name.as_str() {
            Choice::<AnyTrained>::OPTION => self.weights.set_option(&name, value)?,
            CONFIDENCE => self.confidence = Confidence::named(value).ok_or_else(wrong)?,
            _ => self.leaf = value.parse().map_err(|_| wrong())?,
        }
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        self.weights.fingerprint()
    }

    fn plies_left(&self, game: &Othello<N>) -> Option<i32> {
        Some(game.empties() as i32)
    }

    /// The even margin nearest to the estimate.
    fn predict(&self, _game: &Othello<N>, estimate: Score) -> Score {
        match estimate.meaning() {
            Meaning::Heuristic(points) => {
                let most = Othello::<N>::SQUARES;
                let pairs = (points + POINTS * points.signum()) / (2 * POINTS);
                Score::margin((2 * pairs).clamp(-most, most))
            }
            Meaning::Margin(_) => estimate,
            _ => Score::DRAW,
        }
    }

    /// Between the margins of the two answers.
    #[inline]
    fn threshold(&self, _game: &Othello<N>, asked: Window) -> Option<i32> {
        let (alpha, beta) = in_discs(asked, Othello::<N>::SQUARES);
        Some((alpha + beta) / 2 * POINTS)
    }

    fn confidence(&self) -> Option<u8> {
        self.leaves_out().then(|| self.confidence.percent())
    }

    fn solve_plan(&self, game: &Othello<N>) -> SolvePlan {
        let worth = Evaluate::<N> { own: game.own, opp: game.opp, judge: self.judge() };
        let lopsided = self.hardware.run::<N, _>(worth).abs() > LOPSIDED;
        let most = if lopsided { 6 } else { Self::SIZE.passes.rehearsed };
        SolvePlan {
            rehearse: (game.empties() as i32 - 10).clamp(0, most),
            windows: SolveWindows::AroundGuess,
            selective_passes: if self.leaves_out() {
                Self::SIZE.passes.selective(game.empties())
            } else {
                0
            },
            cost: Some(solve_cost(&Self::SIZE, game.empties(), lopsided)),
        }
    }

    /// Two discs and a half for each ply; as sure as the reductions are.
    #[inline]
    fn futility(&self, _game: &Othello<N>, node: &Node) -> Option<i32> {
        let close = node.depth <= 4 && self.confidence != Confidence::WHOLE;
        close.then(|| 5 * POINTS / 2 * node.depth)
    }

    #[inline]
    fn probcut(&self, game: &Othello<N>, node: &Node) -> Option<ProbCut> {
        if !self.leaves_out() {
            return None;
        }
        let confidence = Confidence::in_pass(node.passes_left).unwrap_or(self.confidence);
        let beta = node.window().beta.raw();
        let (depth, margin) = confidence.shallow(&Self::SIZE, game.empties(), node.depth, beta)?;
        let worth = Evaluate::<N> { own: game.own, opp: game.opp, judge: self.judge() };
        // One side is tried: the one on which the estimate stands.
        let above = self.hardware.run::<N, _>(worth) >= beta;
        Some(ProbCut { depth, above: above.then_some(margin), below: (!above).then_some(margin) })
    }

    #[inline]
    fn reduction(
        &self,
        _game: &Othello<N>,
        node: &Node,
        candidate: &Candidate<OthelloMove>,
    ) -> i32 {
        if self.confidence == Confidence::WHOLE {
            return 0;
        }
        plyglot_search::late_move_reduction(node.depth, candidate.index)
    }
}

/// What an exact solve costs. The endgame's own search visits about six nodes in the time in which deepening visits one.
///
/// Where one side is about to lose all its discs, few nodes prove it, with any number of empty squares (5 M
/// with 38, 13 M with 26, each as slow as one of deepening). Most lopsided positions are not like that, so
/// only a small part of a usual search is spent to find out.
fn solve_cost(size: &Size, empties: u32, lopsided: bool) -> SolveCost {
    let (thousandths, percent) = size.cost;
    let SolveCost { nodes, .. } = SolveCost::growing(thousandths, percent, empties as i32);
    if lopsided && nodes > 6 * WIPEOUT {
        SolveCost { nodes: WIPEOUT, ease: 1 }
    } else {
        SolveCost { nodes, ease: 6 }
    }
}

/// Nodes that a proof that one side loses all its discs may cost.
const WIPEOUT: u64 = 3_000_000;
