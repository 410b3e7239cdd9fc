//! What follows from a study: medians over the trees of a cell, ratios to the base tree by tree,
//! and whether all methods agree on the values.

use plyglot_family::Counts;
use plyglot_search::Score;

use super::result::MethodResult;
use super::study::{Pair, Study};
use plyglot_stats::{Estimate, median, median_interval};

/// What follows from a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// A row for each cell and method, cell by cell, in the study's order.
    pub rows: Vec<Row>,
    /// Every search whose value differs from that of most exact methods on the same tree.
    pub disagreements: Vec<Disagreement>,
}

/// What a method did on the trees of a cell: medians over the trees that it completed, each
/// with its 95 % bootstrap interval where it is an estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The cell, by its place in the study.
    pub cell: usize,
    /// The method, by its place in the study.
    pub method: usize,
    /// How many trees it completed.
    pub trees: usize,
    /// How many it did not complete, since its visits were used up or the search failed.
    pub missing: usize,
    /// Leaves that were valued.
    pub leaves: Option<Estimate>,
    /// Nodes whose moves were generated.
    pub interior: Option<Estimate>,
    /// Visits that repeat a null window with an open one.
    pub researches: Option<Estimate>,
    /// Searches from the root, in each iteration.
    pub passes: Option<Estimate>,
    /// Nodes that the table answered.
    pub table_cutoffs: Option<Estimate>,
    /// Seconds.
    pub seconds: Option<Estimate>,
    /// The share of nodes with a best move at which it was tried first.
    pub first_best: Option<f64>,
    /// Leaves over those of the critical tree.
    pub critical: Option<Estimate>,
    /// Against the base; `None` of the base itself, and without a tree that both completed.
    pub ratios: Option<Ratios>,
}

/// A method against its base on the same trees: medians of the ratios tree by tree, below 1 where
/// the method does less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratios {
    /// Trees that both completed.
    pub trees: usize,
    /// Of leaves.
    pub leaves: Estimate,
    /// Of interior nodes.
    pub interior: Option<Estimate>,
    /// Of all visits.
    pub visits: Option<Estimate>,
    /// Of times.
    pub seconds: Option<Estimate>,
}

/// A search whose value differs from that of most exact methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The cell, by its place in the study.
    pub cell: usize,
    /// The tree, by its place in the cell.
    pub tree: usize,
    /// The method, by its place in the study.
    pub method: usize,
    /// What it found.
    pub found: Score,
    /// What most exact methods found.
    pub others: Score,
    /// False if the method is a mistake on purpose.
    pub exact: bool,
}

impl Analysis {
    /// What follows from a study. Equal seeds of the bootstrap give equal intervals.
    pub fn of(study: &Study, seed: u64) -> Self {
        let cells = 0..study.cells.len();
        let cases = cells.flat_map(|cell| (0..study.methods.len()).map(move |m| (cell, m)));
        Analysis {
            rows: cases.map(|(cell, method)| row(study, cell, method, seed)).collect(),
            disagreements: disagreements(study),
        }
    }

    /// The row of a cell and a method.
    pub fn row(&self, cell: usize, method: usize) -> Option<&Row> {
        self.rows.iter().find(|row| (row.cell, row.method) == (cell, method))
    }

    /// Whether every method that is not a deliberate mistake found the same values.
    pub fn agree(&self) -> bool {
        self.disagreements.iter().all(|disagreement| !disagreement.exact)
    }
}

fn row(study: &Study, cell: usize, method: usize, seed: u64) -> Row {
    let make = &study.cells[cell];
    let trees = 0..make.roots.len();
    let found: Vec<&MethodResult> =
        trees.filter_map(|tree| study.found(cell, tree, method)).collect();
    let estimate = |of: &dyn Fn(&MethodResult) -> f64| {
        let values: Vec<f64> = found.iter().map(|found| of(found)).collect();
        median_interval(&values, seed)
    };
    let count = |of: fn(&Counts) -> u64| estimate(&|found| of(&found.counts) as f64);
    let leaves = count(|counts| counts.leaves);
    let shares = found.iter().filter_map(|found| found.counts.first_best_share());
    let made = study.samples.iter().filter(|s| (s.cell, s.method) == (cell, method)).count();
    let base = study.base(method).filter(|&base| base != method);
    Row {
        cell,
        method,
        trees: found.len(),
        missing: made - found.len(),
        leaves,
        interior: count(|counts| counts.interior),
        researches: count(|counts| counts.researches),
        passes: estimate(&|found| found.counts.passes as f64 / found.iterations.max(1) as f64),
        table_cutoffs: count(|counts| counts.table_cutoffs),
        seconds: estimate(&|found| found.seconds),
        first_best: median(&shares.collect::<Vec<_>>()),
        critical: leaves.zip(make.critical).map(|(leaves, least)| over(leaves, least as f64)),
        ratios: base.and_then(|base| ratios(&study.pairs(cell, base, method), seed)),
    }
}

fn over(Estimate { value, low, high }: Estimate, by: f64) -> Estimate {
    Estimate { value: value / by, low: low / by, high: high / by }
}

fn ratios(pairs: &[Pair<'_>], seed: u64) -> Option<Ratios> {
    let ratio = |of: &dyn Fn(&MethodResult) -> f64| {
        let ratios = pairs.iter().map(|pair| of(pair.found) / of(pair.base));
        // Without interior nodes, or within one tick of the clock, there is no ratio.
        let ratios: Vec<f64> = ratios.filter(|ratio| ratio.is_finite()).collect();
        median_interval(&ratios, seed)
    };
    Some(Ratios {
        trees: pairs.len(),
        leaves: ratio(&|found| found.counts.leaves as f64)?,
        interior: ratio(&|found| found.counts.interior as f64),
        visits: ratio(&|found| found.counts.visits() as f64),
        seconds: ratio(&|found| found.seconds),
    })
}

fn disagreements(study: &Study) -> Vec<Disagreement> {
    let mut all = Vec::new();
    for (cell, make) in study.cells.iter().enumerate() {
        for tree in 0..make.roots.len() {
            let found = |method| Some((method, study.found(cell, tree, method)?.value));
            let values: Vec<(usize, Score)> = (0..study.methods.len()).filter_map(found).collect();
            let Some(others) = most(study, &values) else { continue };
            let odd = values.into_iter().filter(|&(_, found)| found != others);
            all.extend(odd.map(|(method, found)| {
                let exact = !study.methods[method].algorithm.is_mistake();
                Disagreement { cell, tree, method, found, others, exact }
            }));
        }
    }
    all
}

/// The value that most exact methods found; the first of several that as many found.
fn most(study: &Study, values: &[(usize, Score)]) -> Option<Score> {
    let exact = values.iter().filter(|(at, _)| !study.methods[*at].algorithm.is_mistake());
    let exact: Vec<Score> = exact.map(|&(_, value)| value).collect();
    let votes = |value: &Score| exact.iter().filter(|&other| other == value).count();
    // The last of equals is the greatest.
    exact.iter().rev().copied().max_by_key(votes)
}

#[cfg(test)]
mod tests {
    use plyglot_family::Method;

    use super::*;
    use crate::family::result::Missing;
    use crate::family::study::{Sample, with_bases};
    use crate::family::trees::{Make, Root};

    /// Values, leaves and seconds of each method on each tree of one cell.
    fn study(methods: &[&str], trees: &[&[(i32, u64, f64)]]) -> Study {
        let root = |tree| Root { name: format!("seed {tree}"), position: String::new() };
        let make = Make {
            name: "a cell".into(),
            game: "none".into(),
            model: String::new(),
            depth: 2,
            branching: Some(3),
            first_best: None,
            critical: Some(5),
            roots: (0..trees.len()).map(root).collect(),
        };
        let methods: Vec<Method> = methods.iter().map(|name| name.parse().expect(name)).collect();
        assert_eq!(methods, with_bases(&methods));
        let samples = trees.iter().enumerate().flat_map(|(tree, found)| {
            found.iter().enumerate().map(move |(method, &(value, leaves, seconds))| {
                let counts =
                    Counts { leaves, interior: leaves / 2, passes: 2, ..Counts::default() };
                let value = Score::heuristic(value);
                let found = MethodResult { value, counts, iterations: 1, seconds };
                let result = if leaves > 0 { Ok(found) } else { Err(Missing::Budget) };
                Sample { cell: 0, tree, method, result }
            })
        });
        Study::new(methods, vec![make], 1000, samples.collect())
    }

    #[test]
    fn ratios_are_taken_tree_by_tree_and_then_their_median() {
        let trees: [&[_]; 3] = [
            &[(1, 10, 1.0), (1, 5, 1.0)],
            &[(2, 100, 1.0), (2, 80, 4.0)],
            &[(3, 1000, 1.0), (3, 900, 2.0)],
        ];
        let study = study(&["alpha-beta", "negascout"], &trees);
        let analysis = Analysis::of(&study, 1);
        let [base, row] = analysis.rows.as_slice() else { panic!("two rows") };
        assert_eq!(base.ratios, None);
        let value = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.value);
        assert_eq!(value(base.leaves), Some(100.0));
        assert_eq!((value(row.leaves), value(row.critical)), (Some(80.0), Some(16.0)));
        assert_eq!((value(row.seconds), value(row.passes)), (Some(2.0), Some(2.0)));
        let ratios = row.ratios.expect("three pairs");
        assert_eq!(ratios.trees, 3);
        assert_eq!(ratios.leaves, Estimate { value: 0.8, low: 0.5, high: 0.9 });
        assert_eq!(value(ratios.seconds), Some(2.0));
        assert_eq!(value(ratios.interior), Some(0.8));
        assert!(analysis.agree() && analysis.disagreements.is_empty());
    }

    #[test]
    fn what_is_missing_is_in_no_median() {
        let trees: [&[_]; 2] = [&[(1, 10, 1.0), (0, 0, 0.0)], &[(2, 20, 1.0), (2, 10, 1.0)]];
        let study = study(&["alpha-beta", "negascout"], &trees);
        let analysis = Analysis::of(&study, 1);
        let row = analysis.row(0, 1).expect("a row");
        assert_eq!((row.trees, row.missing), (1, 1));
        assert_eq!(row.leaves, Some(Estimate::exactly(10.0)));
        assert_eq!(row.ratios.map(|ratios| ratios.leaves), Some(Estimate::exactly(0.5)));
        assert!(!study.stopped);
    }

    #[test]
    fn no_result_gives_no_figure() {
        let trees: [&[_]; 1] = [&[(1, 0, 1.0), (0, 0, 0.0)]];
        let analysis = Analysis::of(&study(&["alpha-beta", "negascout"], &trees), 1);
        let row = analysis.row(0, 1).expect("a row");
        assert_eq!((row.leaves, row.ratios, row.first_best), (None, None, None));
    }

    #[test]
    fn a_method_that_finds_another_value_is_named() {
        let trees: [&[_]; 2] =
            [&[(1, 10, 1.0), (1, 9, 1.0), (2, 9, 1.0)], &[(4, 10, 1.0), (4, 9, 1.0), (4, 9, 1.0)]];
        let study = study(&["alpha-beta", "negascout", "mtd-f"], &trees);
        let analysis = Analysis::of(&study, 1);
        let (found, others) = (Score::heuristic(2), Score::heuristic(1));
        let odd = Disagreement { cell: 0, tree: 0, method: 2, found, others, exact: true };
        assert_eq!(analysis.disagreements, [odd]);
        assert!(!analysis.agree());
    }
}
