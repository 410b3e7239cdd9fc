//! A study as its page shows it: cells that differ in one thing only, side by side.

use plyglot_bench::family::{Analysis, Make, Row, Study};
use plyglot_stats::{Estimate, FEWEST_FOR_VERDICT, median};

/// A study with what follows from it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) study: &'a Study,
    pub(super) analysis: &'a Analysis,
}

/// What cells differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    Branching,
    Depth,
    Ordering,
}

/// Cells that differ in one thing only, by its rising value.
pub(super) struct Series {
    /// What they have in common.
    pub(super) title: String,
    /// Value and cell.
    pub(super) cells: Vec<(f64, usize)>,
}

impl Along {
    pub(super) const ALL: [Along; 3] = [Along::Branching, Along::Depth, Along::Ordering];

    /// A cell's value.
    fn of(self, make: &Make) -> Option<f64> {
        match self {
            Along::Branching => make.branching.map(f64::from),
            Along::Depth => Some(f64::from(make.depth)),
            Along::Ordering => make.first_best,
        }
    }

    /// What a cell has beside that value, in words.
    fn others(self, make: &Make) -> String {
        let moves = make.moves_in_words().filter(|_| self != Along::Branching);
        let depth = make.depth_in_words().filter(|_| self != Along::Depth);
        let model =
            if self == Along::Ordering { make.beside_order() } else { make.model_in_words() };
        [moves, depth, model].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl<'a> View<'a> {
    pub(super) fn new(study: &'a Study, analysis: &'a Analysis) -> Self {
        View { study, analysis }
    }

    /// All series of at least two cells.
    pub(super) fn series(&self, along: Along) -> Vec<Series> {
        let mut all: Vec<Series> = Vec::new();
        for (cell, make) in self.study.cells.iter().enumerate() {
            let Some(value) = along.of(make) else { continue };
            let title = along.others(make);
            match all.iter_mut().find(|series| series.title == title) {
                Some(series) => series.cells.push((value, cell)),
                None => all.push(Series { title, cells: vec![(value, cell)] }),
            }
        }
        for series in &mut all {
            series.cells.sort_by(|a, b| a.0.total_cmp(&b.0));
            series.cells.dedup_by_key(|cell| cell.0);
        }
        all.retain(|series| series.cells.len() > 1);
        all
    }

    /// The methods that are compared to another.
    pub(super) fn compared(&self) -> Vec<usize> {
        let methods = 0..self.study.methods.len();
        methods.filter(|&method| self.study.base(method) != Some(method)).collect()
    }

    /// Leaves, times those of the base.
    pub(super) fn leaves(&self, cell: usize, method: usize) -> Option<Estimate> {
        self.row(cell, method)?.ratios.map(|ratios| ratios.leaves)
    }

    /// On how many trees of a cell a method and its base are compared.
    pub(super) fn trees(&self, cell: usize, method: usize) -> usize {
        self.row(cell, method).and_then(|row| row.ratios).map_or(0, |ratios| ratios.trees)
    }

    /// Leaves, times those of the base: the middle of all cells, and either the 95 % interval of the only
    /// cell or the least and the most of several.
    pub(super) fn typical(&self, method: usize) -> Option<(f64, Option<(f64, f64)>)> {
        let cells = 0..self.study.cells.len();
        let all: Vec<Estimate> = cells.filter_map(|cell| self.leaves(cell, method)).collect();
        if let [only] = all.as_slice() {
            let decides = self.trees(0, method) >= FEWEST_FOR_VERDICT && only.low < only.high;
            return Some((only.value, decides.then_some((only.low, only.high))));
        }
        let values: Vec<f64> = all.iter().map(|estimate| estimate.value).collect();
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let most = values.iter().copied().max_by(f64::total_cmp)?;
        Some((median(&values)?, (least < most).then_some((least, most))))
    }

    pub(super) fn row(&self, cell: usize, method: usize) -> Option<&'a Row> {
        self.analysis.row(cell, method)
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::synthetic::Spec;

    use super::*;
    use plyglot_bench::family::{Analysis, synthetic};

    fn study(specs: &[&str]) -> Study {
        let make = |spec: &&str| synthetic(Spec::parse(spec).expect("a tree"), 1).expect("trees");
        let makes = specs.iter().map(|spec| make(spec).make).collect();
        Study::new(vec!["alpha-beta".parse().expect("a method")], makes, 1, Vec::new())
    }

    fn series(study: &Study, along: Along) -> Vec<(String, Vec<(f64, usize)>)> {
        let analysis = Analysis::of(study, 1);
        let series = View::new(study, &analysis).series(along);
        series.into_iter().map(|series| (series.title, series.cells)).collect()
    }

    #[test]
    fn cells_that_differ_in_one_thing_stand_side_by_side() {
        let specs =
            ["5,4,best=80", "2,4,best=80", "5,3,best=80", "5,4,best=random", "5,4,best=80/5"];
        let study = study(&specs);
        let branching = vec![(2.0, 1), (5.0, 0)];
        assert_eq!(
            series(&study, Along::Branching),
            [("depth 4, first best 80 %".into(), branching)]
        );
        let depth = vec![(3.0, 2), (4.0, 0)];
        assert_eq!(series(&study, Along::Depth), [("5 moves, first best 80 %".into(), depth)]);
        let ordering = vec![(20.0, 3), (80.0, 0)];
        assert_eq!(series(&study, Along::Ordering), [("5 moves, depth 4".into(), ordering)]);
    }

    #[test]
    fn one_cell_is_no_series() {
        let study = study(&["5,4,steps=10", "3,2,random=9"]);
        assert!(Along::ALL.into_iter().all(|along| series(&study, along).is_empty()));
    }
}
