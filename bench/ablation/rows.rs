//! What follows from the searches and games of each variant: a row of ratios, an Elo, a verdict.
//!
//! Every figure is the variant against the base. A ratio above 1, a depth below 0 and an Elo below 0 say that what was
//! switched off is worth something.

use std::borrow::Cow;

use plyglot_play::matches::stats::{Pairs, Rating};
use plyglot_play::matches::{GameResult, Standing};
use plyglot_stats::{Estimate, FEWEST_FOR_VERDICT, geometric_mean_interval, mean_interval};
use serde::{Deserialize, Serialize};

use crate::ablation::sample::{Sample, Task};
use crate::ablation::study::Study;
use crate::ablation::variant::{Variant, Way};

/// What a heuristic is found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The game is better with it.
    Pays,
    /// The game is better without it.
    DoesNotPay,
    /// One figure says the one, another the other.
    Mixed,
    /// The intervals hold both.
    Open,
    /// It makes no difference.
    NotUsed,
    /// Everything off: something to compare with.
    Baseline,
}

impl Verdict {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Pays => "pays",
            Verdict::DoesNotPay => "does not pay",
            Verdict::Mixed => "mixed",
            Verdict::Open => "open",
            Verdict::NotUsed => "not used",
            Verdict::Baseline => "baseline",
        }
    }
}

/// How often two searches agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// How often they do.
    pub same: usize,
    /// Of how many.
    pub of: usize,
}

/// Ratios of the searches of one task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// How many positions were searched.
    pub searched: usize,
    /// Nodes, a geometric mean. A search whose nodes ran out counts as if it had ended there.
    pub nodes: Option<Estimate>,
    /// Processor time, likewise.
    pub time: Option<Estimate>,
    /// How many searches of the variant ran out of nodes: the ratios are then at least what they say.
    pub cut: usize,
}

/// The match of a variant against the base.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// How many.
    pub games: u64,
    /// The variant's wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// The variant's losses.
    pub losses: u64,
    /// Pairs in which the variant made 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: Pairs,
    /// Elo of the variant over the base; `None` where it is infinite.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval; `None` where it is infinite.
    pub low: Option<f64>,
    /// Upper end, likewise.
    pub high: Option<f64>,
    /// Games that a player lost by a fault, such as a panic in the game's code.
    pub faults: u64,
}

/// What follows for a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The variant.
    #[serde(flatten)]
    pub variant: Variant,
    /// What the figures say of what was switched.
    pub verdict: Verdict,
    /// The figures that say so: `elo`, `depth time`, `proof time`.
    pub by: Vec<Cow<'static, str>>,
    /// Searches to the same depth.
    pub depth: Ratios,
    /// Plies more at equal nodes, the mean over positions that neither has proven.
    pub plies: Option<Estimate>,
    /// How often the best move at equal nodes is the same.
    pub moves: Share,
    /// Proofs of endings.
    pub proof: Ratios,
    /// The match; `None` without one.
    #[serde(rename = "match")]
    pub games: Option<Games>,
}

impl Row {
    /// True if what is on does not pay, or what is off would.
    pub fn calls_for_a_change(&self) -> bool {
        match self.variant.way {
            Way::Off => self.verdict == Verdict::DoesNotPay,
            Way::On => self.verdict == Verdict::Pays,
            Way::Bare => false,
        }
    }
}

/// The rows of a study, those with the greatest effect first: what is weakest without (or strongest with) what it
/// is about. What makes no difference comes last.
pub fn rows(study: &Study) -> Vec<Row> {
    let mut rows: Vec<Row> = study.variants.iter().map(|variant| row(study, variant)).collect();
    rows.sort_by(|one, other| {
        order(one).partial_cmp(&order(other)).unwrap_or(std::cmp::Ordering::Equal)
    });
    rows
}

/// The place of a row: what is used first, then by the score of its match, then by the nodes that it costs.
fn order(row: &Row) -> (u8, f64, f64) {
    let place = match row.verdict {
        Verdict::Baseline => 0,
        Verdict::NotUsed => 2,
        _ => 1,
    };
    let score = row.games.and_then(|games| games.pairs.score()).unwrap_or(0.5);
    let nodes = row.depth.nodes.map_or(1.0, |nodes| nodes.value);
    (place, score, -nodes)
}

fn row(study: &Study, variant: &Variant) -> Row {
    let title = variant.title();
    let of = |task| study.of(&title, task).collect::<Vec<&Sample>>();
    let seed = study.design.seed;
    let (depth, proof) = (ratios(&of(Task::Depth), seed), ratios(&of(Task::Proof), seed));
    let at_nodes = of(Task::Nodes);
    let games = study.standing(&title).map(|standing| games(&standing));
    let (verdict, by) = match study.is_used(&title) {
        Some(false) => (Verdict::NotUsed, Vec::new()),
        _ if variant.way == Way::Bare => (Verdict::Baseline, Vec::new()),
        _ => verdict(variant, &depth, &proof, games.as_ref()),
    };
    Row {
        variant: variant.clone(),
        verdict,
        by,
        depth,
        plies: plies(&at_nodes, seed),
        moves: moves(&at_nodes),
        proof,
        games,
    }
}

fn ratios(samples: &[&Sample], seed: u64) -> Ratios {
    let nodes =
        |sample: &&Sample| sample.with.nodes.max(1) as f64 / sample.base.nodes.max(1) as f64;
    let times = samples.iter().map(|sample| sample.with.seconds / sample.base.seconds);
    // A clock too coarse for a search gives no ratio.
    let times: Vec<f64> = times.filter(|ratio| ratio.is_finite() && *ratio > 0.0).collect();
    let nodes: Vec<f64> = samples.iter().map(nodes).collect();
    Ratios {
        searched: samples.len(),
        nodes: geometric_mean_interval(&nodes, seed),
        time: geometric_mean_interval(&times, seed),
        cut: samples.iter().filter(|sample| !sample.with.done).count(),
    }
}

fn plies(samples: &[&Sample], seed: u64) -> Option<Estimate> {
    let open = samples.iter().filter(|sample| !sample.with.proven && !sample.base.proven);
    let more = open.map(|sample| f64::from(sample.with.depth) - f64::from(sample.base.depth));
    mean_interval(&more.collect::<Vec<f64>>(), seed)
}

fn moves(samples: &[&Sample]) -> Share {
    let same = samples.iter().filter(|sample| sample.with.best == sample.base.best);
    Share { same: same.count(), of: samples.len() }
}

fn games(standing: &Standing) -> Games {
    let nothing = Rating { value: None, low: None, high: None };
    let Rating { value, low, high } = standing.pairs.elo().unwrap_or(nothing);
    let faults = |seat| {
        let kinds = plyglot_play::matches::FaultKind::ALL.into_iter();
        kinds.map(|kind| standing.faults(seat, kind)).sum::<u64>()
    };
    Games {
        games: standing.games(),
        wins: standing.count(GameResult::Win),
        draws: standing.count(GameResult::Draw),
        losses: standing.count(GameResult::Loss),
        pairs: standing.pairs,
        elo: value,
        low,
        high,
        faults: faults(plyglot_play::matches::Seat::A) + faults(plyglot_play::matches::Seat::B),
    }
}

/// What the figures that decide something say. Times to one depth say nothing of what is selective, since it changes
/// what a depth means; proofs are proofs.
fn verdict(
    variant: &Variant,
    depth: &Ratios,
    proof: &Ratios,
    games: Option<&Games>,
) -> (Verdict, Vec<Cow<'static, str>>) {
    let to_depth = slower(depth).filter(|_| !variant.selective);
    let figures =
        [("elo", games.and_then(weaker)), ("depth time", to_depth), ("proof time", slower(proof))];
    let decided = figures.into_iter().filter_map(|(name, weaker)| Some((name, weaker?)));
    let decided: Vec<(&'static str, bool)> = decided.collect();
    let by = decided.iter().map(|&(name, _)| name.into()).collect();
    // Weaker without it, or stronger with it.
    let is_on = variant.way == Way::On;
    let pays = |weaker: bool| weaker != is_on;
    let verdict = match decided.as_slice() {
        [] => Verdict::Open,
        all if all.iter().all(|&(_, weaker)| pays(weaker)) => Verdict::Pays,
        all if all.iter().all(|&(_, weaker)| !pays(weaker)) => Verdict::DoesNotPay,
        _ => Verdict::Mixed,
    };
    (verdict, by)
}

/// True if the variant is surely slower than the base, false if surely faster. Where searches ran out of nodes the ratio
/// is at least what it says, which can show that it is slower, but not that it is faster.
fn slower(ratios: &Ratios) -> Option<bool> {
    let time = ratios.time.filter(|time| time.excludes(1.0))?;
    let slower = time.value > 1.0;
    (ratios.searched >= FEWEST_FOR_VERDICT && (slower || ratios.cut == 0)).then_some(slower)
}

/// True if the variant is surely weaker than the base, false if surely stronger.
fn weaker(games: &Games) -> Option<bool> {
    let score = games.pairs.score()?;
    let many = games.pairs.count() >= FEWEST_FOR_VERDICT as u64;
    let [_, low, high] = games.pairs.elo()?.numbers();
    let sure = high < 0.0 || low > 0.0;
    (many && sure).then_some(score < 0.5)
}
