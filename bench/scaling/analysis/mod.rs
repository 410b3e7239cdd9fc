//! What follows from a study.
//!
//! Everything is paired by position: a ratio compares a position with itself. Repeats of a search
//! are reduced to their median first; then ratios are taken, then their geometric mean over the
//! positions. Intervals are over positions, since it is other positions that a reader wants to know about:
//! bootstrapped, or of few positions by Student's t on the logarithms ([`plyglot_stats::FEWEST_FOR_BOOTSTRAP`]).

mod account;
mod cell;
mod compare;
mod reduce;

use serde::{Deserialize, Serialize};

pub use self::account::{CellAccount, DepthRow, PARTS, Shares};
pub use self::compare::{Comparison, Measure, Resolution};
use self::reduce::Reduced;
use super::counters::PerMillion;
use super::play::{PlayRow, play_rows};
use super::sample::SchemeName;
use super::study::Study;
use plyglot_stats::{Amdahl, Estimate, Point, Scalability};

/// What follows from a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// One for each scheme and thread count: one thread first (it belongs to every scheme), then
    /// scheme by scheme in the design's order, by rising thread count.
    pub cells: Vec<Cell>,
    /// Is a scheme faster than one thread, and than the first scheme?
    pub comparisons: Vec<Comparison>,
    /// The models that fit each scheme's speed-ups.
    pub fits: Vec<SchemeFit>,
    /// What threads are worth in play; empty where nothing was played.
    #[serde(default)]
    pub play: Vec<PlayRow>,
}

impl Analysis {
    /// What follows from a study, whole or stopped half-way.
    pub fn of(study: &Study) -> Self {
        let alone = Reduced::all(study, None, 1);
        let reduced: Vec<_> = study
            .design
            .ways()
            .map(|(scheme, threads)| (scheme, threads, Reduced::all(study, scheme, threads)))
            .collect();
        let cell = |(scheme, threads, these): &(_, _, Vec<_>)| {
            Cell::new(study, (*scheme, *threads), &alone, these)
        };
        let cells: Vec<Cell> = reduced.iter().map(cell).collect();
        let comparisons = compare::all(study, &alone, &reduced);
        let mut analysis =
            Analysis { cells, comparisons, fits: Vec::new(), play: play_rows(study) };
        analysis.fits = study.design.schemes.iter().map(|scheme| analysis.fit(*scheme)).collect();
        analysis
    }

    /// A scheme's cells: one thread, then by rising thread count.
    pub fn curve(&self, scheme: SchemeName) -> impl Iterator<Item = &Cell> {
        let belongs = move |cell: &&Cell| cell.scheme.is_none_or(|other| other == scheme);
        self.cells.iter().filter(belongs)
    }

    fn fit(&self, scheme: SchemeName) -> SchemeFit {
        let point =
            |cell: &Cell| Some(Point { threads: cell.threads, speedup: cell.speedup?.value });
        let points: Vec<Point> = self.curve(scheme).filter_map(point).collect();
        SchemeFit { scheme, amdahl: Amdahl::fit(&points), scalability: Scalability::fit(&points) }
    }
}

/// What one scheme does with one number of threads. Ratios are against one thread; an estimate is
/// `None` where no position has what it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The scheme; `None` of one thread.
    pub scheme: Option<SchemeName>,
    /// How many threads.
    pub threads: usize,
    /// How many positions reached the goal both here and with one thread.
    pub positions: usize,
    /// Time to the goal of one thread over that of these: above 1 is faster. `None` for a goal in
    /// time ([`super::Goal::Budget`]).
    pub speedup: Option<Estimate>,
    /// Nodes per second of these over those of one thread.
    pub rate: Option<Estimate>,
    /// Nodes of these over those of one thread: above 1 is work that one thread does not do.
    /// `None` for a goal in time.
    pub overhead: Option<Estimate>,
    /// Time to the first result of one thread over that of these: above 1 is sooner.
    pub first_result: Option<Estimate>,
    /// Depth reached beyond that of one thread, in plies, as an arithmetic mean. Only for a goal in
    /// time.
    pub depth_gain: Option<Estimate>,
    /// Counters per million nodes; in files each is a field of the cell.
    #[serde(flatten)]
    pub per_million: PerMillion,
    /// Share of table look-ups that found an entry, 0 to 1.
    pub hit_rate: f64,
    /// Share of nodes that another thread searched too, or that were searched before, 0 to 1; `None` if they were not
    /// counted.
    pub repeated: Option<f64>,
    /// Where the time of the threads went; `None` if that was not asked for.
    #[serde(default)]
    pub account: Option<CellAccount>,
    /// Whether the answers are those of one thread.
    pub agreement: Agreement,
    /// Each position's own ratios.
    pub per_position: Vec<PositionRatios>,
    /// Positions whose speed-up (rate, for a goal in time) lies outside Tukey's fences on a
    /// logarithmic scale. They are shown, not left out.
    pub outliers: Vec<usize>,
    /// How many of the planned searches have no sample that reached the goal.
    pub missing: usize,
}

/// Whether answers are those of one thread. To a fixed depth they may differ without a fault: what
/// another thread has left in the table may be deeper than what was asked for. A solve must agree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// In how many positions every repeat has the score of one thread.
    pub agree: usize,
    /// Of how many.
    pub of: usize,
    /// The positions in which a repeat has another.
    pub differ: Vec<usize>,
}

/// One position's ratios against one thread, as in [`Cell`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionRatios {
    /// Which position, from 0.
    pub position: usize,
    /// Time of one thread over time of these; `None` for a goal in time.
    pub speedup: Option<f64>,
    /// Nodes of these over nodes of one thread; `None` for a goal in time.
    pub overhead: Option<f64>,
    /// Nodes per second of these over those of one thread.
    pub rate: f64,
}

/// The models that fit a scheme's speed-ups. A model describes; it explains nothing by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SchemeFit {
    /// The scheme.
    pub scheme: SchemeName,
    /// Amdahl's law; `None` with fewer than three thread counts.
    pub amdahl: Option<Amdahl>,
    /// The universal scalability law; `None` with fewer than three thread counts.
    pub scalability: Option<Scalability>,
}
