//! What a search did at each ply, counted: the visits that a recording leaves out are here too.

use plyglot_search::{Bound, Kind, Left, Observer, Visit, Why};

use super::record::FirstMoves;

/// What was done at one ply, or in all of a search, in numbers of visits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All visits.
    pub visits: u64,
    /// Visits with an open window.
    pub full: u64,
    /// Visits with a null window.
    pub null: u64,
    /// Second visits with an open window, after a null window failed high.
    pub researches: u64,
    /// Visits beyond the horizon, where only noisy moves are tried.
    pub quiescence: u64,
    /// Visits that found a lower bound: fail high.
    pub high: u64,
    /// Visits that found an upper bound: fail low.
    pub low: u64,
    /// Visits whose answer is inside the window: a value.
    pub inside: u64,
    /// Visits without moves to try: ends of the game, estimates, answers without a search.
    pub leaves: u64,
    /// Those of them that the table answered.
    pub table: u64,
    /// How often the first move was the best.
    pub ordering: FirstMoves,
}

impl Tally {
    /// Several plies together.
    pub fn sum<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Tally {
        tallies.into_iter().fold(Tally::default(), |sum, ply| Tally {
            visits: sum.visits + ply.visits,
            full: sum.full + ply.full,
            null: sum.null + ply.null,
            researches: sum.researches + ply.researches,
            quiescence: sum.quiescence + ply.quiescence,
            high: sum.high + ply.high,
            low: sum.low + ply.low,
            inside: sum.inside + ply.inside,
            leaves: sum.leaves + ply.leaves,
            table: sum.table + ply.table,
            ordering: FirstMoves {
                settled: sum.ordering.settled + ply.ordering.settled,
                first_best: sum.ordering.first_best + ply.ordering.first_best,
            },
        })
    }

    fn begin(&mut self, kind: Kind) {
        self.visits += 1;
        *match kind {
            Kind::Full => &mut self.full,
            Kind::Null => &mut self.null,
            Kind::Research => &mut self.researches,
            Kind::Quiescence => &mut self.quiescence,
        } += 1;
    }

    fn end<M>(&mut self, left: &Left<M>) {
        self.ordering.count(left);
        if left.why == Why::GivenUp {
            return;
        }
        *match left.bound {
            Bound::Lower => &mut self.high,
            Bound::Upper => &mut self.low,
            Bound::Exact => &mut self.inside,
        } += 1;
        self.leaves += u64::from(left.tried == 0);
        self.table += u64::from(left.why == Why::Table);
    }
}

/// Counts the visits at each ply.
#[derive(Clone, Debug, Default)]
pub struct Plies {
    tallies: Vec<Tally>,
    /// The plies of the visits that have not ended.
    open: Vec<usize>,
}

impl Plies {
    /// The counts, from the root on.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

impl<M> Observer<M> for Plies {
    fn enter(&mut self, visit: Visit<M>) {
        let ply = visit.ply as usize;
        if self.tallies.len() <= ply {
            self.tallies.resize(ply + 1, Tally::default());
        }
        self.tallies[ply].begin(visit.kind);
        self.open.push(ply);
    }

    fn leave(&mut self, left: Left<M>) {
        if let Some(ply) = self.open.pop() {
            self.tallies[ply].end(&left);
        }
    }
}
