//! The pictures: leaves against alpha-beta and against the critical tree, over what the cells
//! differ in.

use super::series::{Along, Series, View};
use crate::chart::{
    Axis, Chart, ChartError, DotRow, Dots, Line, Look, Multiples, Panel, Point, Spread, hundredths,
};
use crate::page::Page;
use plyglot_stats::Estimate;

impl Along {
    fn heading(self) -> &'static str {
        match self {
            Along::Branching => "Over the number of moves",
            Along::Depth => "Over depth",
            Along::Ordering => "Over the quality of move ordering",
        }
    }

    fn explained(self) -> &'static str {
        match self {
            Along::Branching => {
                "How many moves there are at each node. The more there are, the more null-window \
                 searches stand against each full one."
            }
            Along::Depth => "How many plies are searched.",
            Along::Ordering => {
                "At how many of a hundred nodes the first move is the best: 100 is perfect order. A \
                 null window bets that the first move is the best; where it is not, the bet is lost \
                 and the move is searched again."
            }
        }
    }

    fn axis(self, series: &[Series]) -> Axis {
        let values = || series.iter().flat_map(|series| &series.cells).map(|cell| cell.0);
        let mut ticks: Vec<f64> = values().collect();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        match self {
            Along::Branching => Axis { ticks: Some(ticks), ..Axis::doubling("moves at each node") },
            Along::Depth => Axis { ticks: Some(ticks), ..Axis::linear("depth, plies") },
            Along::Ordering => Axis::linear("nodes whose first move is the best, of a hundred"),
        }
    }
}

impl View<'_> {
    /// All methods side by side: the figure that the page begins with.
    pub(super) fn overview(&self) -> Option<(Dots, String)> {
        let methods = self.compared();
        let dot = |(index, &method): (usize, &usize)| {
            let (value, interval) = self.typical(method).unzip();
            DotRow {
                label: self.study.methods[method].to_string(),
                value,
                interval: interval.flatten(),
                look: Look::Series(index),
                best: false,
            }
        };
        let mut rows: Vec<DotRow> = methods.iter().enumerate().map(dot).collect();
        let values = || rows.iter().filter_map(|row| row.value);
        let least = values().min_by(f64::total_cmp)?;
        let most = values().max_by(f64::total_cmp)?;
        rows.iter_mut().for_each(|row| row.best = row.value == Some(least));
        let title = "leaves, times alpha-beta's";
        // Minimax looks at a hundred times as many leaves, beside which no two others could be distinguished.
        let x = if most > 8.0 { Axis::doubling(title) } else { Axis::linear(title) };
        let caption = match self.study.cells.as_slice() {
            [only] => format!(
                "On {}; the broken line is alpha-beta with the same aids. Bars are 95 % intervals.",
                only.words()
            ),
            cells => format!(
                "Dots are the middle of {} kinds of trees, bars run from the kind with the least to the \
                 kind with the most; the broken line is alpha-beta with the same aids.",
                cells.len()
            ),
        };
        let name = "leaves of the methods, times alpha-beta's".into();
        Some((Dots { name, x, rows, guide: Some(1.0), write: hundredths }, caption))
    }

    /// The plots over one thing that cells differ in, if any do.
    pub(super) fn plots(&self, along: Along, page: &mut Page) -> Result<(), ChartError> {
        let all = self.series(along);
        if all.is_empty() || self.compared().is_empty() {
            return Ok(());
        }
        page.section(along.heading());
        page.paragraph(along.explained());
        if let [series] = all.as_slice() {
            return self.one(along, series, page);
        }
        let panel = |series: &Series| Panel {
            title: series.title.clone(),
            lines: self.against_base(series, Spread::Band),
        };
        let multiples = Multiples {
            name: format!("leaves against alpha-beta, {}", along.heading().to_lowercase()),
            x: along.axis(&all),
            y: ratio_axis(),
            panels: all.iter().map(panel).collect(),
        };
        page.multiples(&multiples, "Leaves, times alpha-beta's. All panels have the same axes.")
    }

    /// One series, in large.
    fn one(&self, along: Along, series: &Series, page: &mut Page) -> Result<(), ChartError> {
        let x = || along.axis(std::slice::from_ref(series));
        let leaves = Chart {
            name: format!("leaves against alpha-beta, {}", along.heading().to_lowercase()),
            heading: None,
            x: x(),
            y: ratio_axis(),
            lines: self.against_base(series, Spread::Bars),
        };
        let caption = format!(
            "All trees: {}. Below 1 there are fewer leaves than alpha-beta's.",
            series.title
        );
        page.figure("Leaves, times alpha-beta's", &leaves.art()?, &caption);
        let lines = self.against_critical(series);
        if lines.is_empty() {
            return Ok(());
        }
        let critical = Chart {
            name: format!("leaves over the critical tree, {}", along.heading().to_lowercase()),
            heading: None,
            x: x(),
            y: Axis { reach: vec![1.0], ..Axis::doubling("leaves, times the critical tree's") },
            lines,
        };
        let caption = format!(
            "All trees: {}. The critical tree has the leaves that even in perfect order no search \
             can do without.",
            series.title
        );
        page.figure("Leaves, times the critical tree's", &critical.art()?, &caption);
        Ok(())
    }

    fn against_base(&self, series: &Series, spread: Spread) -> Vec<Line> {
        let mut lines = vec![self.one_line(series, "alpha-beta")];
        for (index, method) in self.compared().into_iter().enumerate() {
            let name = self.study.methods[method].to_string();
            let of = |cell| self.leaves(cell, method);
            lines.extend(line(series, name, index, spread, of));
        }
        lines
    }

    fn against_critical(&self, series: &Series) -> Vec<Line> {
        let mut lines = Vec::new();
        let compared = self.compared();
        for method in 0..self.study.methods.len() {
            let index = compared.iter().position(|&other| other == method);
            let of = |cell| Some(Estimate::exactly(self.row(cell, method)?.critical?.value));
            let name = self.study.methods[method].to_string();
            let look = index.map_or(Look::Reference(method), Look::Series);
            let line = line(series, name, 0, Spread::Band, of);
            lines.extend(line.map(|line| Line { look, ..line }));
        }
        if !lines.is_empty() {
            lines.insert(0, self.one_line(series, "critical tree"));
        }
        lines
    }

    fn one_line(&self, series: &Series, name: &str) -> Line {
        let ends = series.cells.iter().map(|&(x, _)| (x, 1.0));
        Line::plain(name, Look::Ideal, ends)
    }
}

fn ratio_axis() -> Axis {
    Axis { reach: vec![1.0], ..Axis::doubling("leaves, times alpha-beta's") }
}

fn line(
    series: &Series,
    name: String,
    index: usize,
    spread: Spread,
    of: impl Fn(usize) -> Option<Estimate>,
) -> Option<Line> {
    let point = |&(x, cell): &(f64, usize)| {
        let Estimate { value, low, high } = of(cell)?;
        Some(Point { x, y: value, interval: (low < high).then_some((low, high)) })
    };
    let points: Vec<Point> = series.cells.iter().filter_map(point).collect();
    (!points.is_empty()).then_some(Line { name, look: Look::Series(index), points, spread })
}
