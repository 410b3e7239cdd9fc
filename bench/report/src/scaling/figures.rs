//! The pictures.

use super::view::{View, finite, interval};
use crate::chart::{
    Axis, Chart, DotRow, Dots, Line, Look, Multiples, Panel, Point, Spread, hundredths, percent,
    short,
};
use plyglot_bench::scaling::{Cell, Comparison, SchemeFit, SchemeName};
use plyglot_stats::Estimate;

/// Published time-to-depth speed-ups, with the threads that they were measured on.
pub(super) const PUBLISHED: [(&str, &[(usize, f64)]); 2] = [
    ("DTS, published", &[(2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)]),
    ("simplified ABDADA, published", &[(2, 1.92), (4, 3.59), (8, 6.44), (16, 10.88), (32, 16.75)]),
];

/// True if a cell has positions enough for its intervals to mean something.
fn decides(cell: &Cell) -> bool {
    cell.positions >= Comparison::FEWEST
}

impl View<'_> {
    fn x(&self) -> Axis {
        let ticks = self.threads().into_iter().map(|threads| threads as f64).collect();
        Axis { ticks: Some(ticks), ..Axis::doubling("threads") }
    }

    /// A line for each scheme, with what `of` gives for its cells. One thread alone makes no line.
    fn lines(&self, of: impl Fn(&Cell) -> Option<Estimate>) -> Vec<Line> {
        let line = |(index, scheme): (usize, SchemeName)| {
            let point = |cell: &Cell| {
                let estimate = finite(of(cell))?;
                let (x, y) = (cell.threads as f64, estimate.value);
                let interval = interval(&estimate).filter(|_| decides(cell));
                Some(Point { x, y, interval })
            };
            let points: Vec<Point> = self.cells(scheme).into_iter().filter_map(point).collect();
            let name = scheme.to_string();
            let shared = points.iter().any(|point| point.x > 1.0);
            let line = Line { name, look: Look::Series(index), points, spread: Spread::Bars };
            shared.then_some(line)
        };
        self.schemes().into_iter().enumerate().filter_map(line).collect()
    }

    fn ideal(&self) -> Line {
        let ends = self.threads().into_iter().map(|threads| (threads as f64, threads as f64));
        Line::plain("ideal", Look::Ideal, ends)
    }

    fn one(&self, name: &str) -> Line {
        let ends = self.threads().into_iter().map(|threads| (threads as f64, 1.0));
        Line::plain(name, Look::Ideal, ends)
    }

    /// The machine's ceiling, where it limits what was measured.
    fn limit(&self) -> Option<Line> {
        let most = self.threads().last().copied().unwrap_or(1);
        let real = !self.study.design.clock.is_virtual();
        let points = self.study.ceiling.iter().filter(|point| real && point.threads <= most);
        let points: Vec<_> = points.map(|point| (point.threads as f64, point.throughput)).collect();
        (!points.is_empty()).then(|| Line::plain("ceiling of this machine", Look::Limit, points))
    }

    /// Speed-up against threads, or nodes per second where the goal is a time.
    pub(super) fn speedup(&self) -> Chart {
        let mut lines = vec![self.ideal()];
        lines.extend(self.limit());
        lines.extend(self.lines(|cell| self.main(cell)));
        let most = self.threads().last().copied().unwrap_or(1);
        let published = PUBLISHED.into_iter().enumerate().filter(|_| !self.by_rate());
        for (index, (name, points)) in published {
            let within = points.iter().filter(|point| point.0 <= most);
            let points: Vec<_> = within.map(|&(x, y)| (x as f64, y)).collect();
            if !points.is_empty() {
                lines.push(Line::plain(name, Look::Reference(index), points));
            }
        }
        let unit = if self.by_rate() { "nodes per second" } else { "speed-up" };
        Chart {
            name: format!("{unit} against threads, in {}", self.time()),
            heading: None,
            x: self.x(),
            y: Axis {
                reach: vec![1.0],
                ..Axis::doubling(format!("{unit}, times that of 1 thread"))
            },
            lines,
        }
    }

    /// Nodes per second against threads.
    pub(super) fn rate(&self) -> Chart {
        let mut lines = vec![self.ideal()];
        lines.extend(self.limit());
        lines.extend(self.lines(|cell| cell.rate));
        Chart {
            name: format!("nodes per second against threads, in {}", self.time()),
            heading: None,
            x: self.x(),
            y: Axis { reach: vec![1.0], ..Axis::doubling("nodes per second, times 1 thread") },
            lines,
        }
    }

    /// Nodes against threads.
    pub(super) fn overhead(&self) -> Chart {
        let mut lines = vec![self.one("as many as 1 thread")];
        lines.extend(self.lines(|cell| cell.overhead));
        Chart {
            name: "nodes to the goal against threads".into(),
            heading: None,
            x: self.x(),
            y: Axis { reach: vec![0.0, 1.0], ..Axis::linear("nodes to the goal, times 1 thread") },
            lines,
        }
    }

    /// Work done twice against threads.
    pub(super) fn repeated(&self) -> Chart {
        Chart {
            name: "work done twice against threads".into(),
            heading: None,
            x: self.x(),
            y: Axis {
                reach: vec![0.0, 0.05],
                write: percent,
                ..Axis::linear("nodes searched twice, % of all nodes")
            },
            lines: self.lines(|cell| cell.repeated.map(Estimate::exactly)),
        }
    }

    /// Time to the first result against threads.
    pub(super) fn first_result(&self) -> Chart {
        let mut lines = vec![self.one("as soon as 1 thread")];
        lines.extend(self.lines(|cell| cell.first_result));
        Chart {
            name: "time to the first result against threads".into(),
            heading: None,
            x: self.x(),
            y: Axis {
                reach: vec![0.0, 1.0],
                ..Axis::linear("speed to the first result, times 1 thread")
            },
            lines,
        }
    }

    /// Depth gained against threads, for a goal in time.
    pub(super) fn depth_gain(&self) -> Chart {
        Chart {
            name: "depth gained against threads".into(),
            heading: None,
            x: self.x(),
            y: Axis { reach: vec![0.0], ..Axis::linear("depth beyond that of 1 thread, plies") },
            lines: self.lines(|cell| cell.depth_gain),
        }
    }

    /// Each position's own curve.
    pub(super) fn positions(&self) -> Multiples {
        let schemes = self.schemes();
        let panel = |position: usize| {
            let mut lines = vec![self.ideal()];
            for (index, &scheme) in schemes.iter().enumerate() {
                let point = |cell: &Cell| {
                    let mine = cell.per_position.iter().find(|own| own.position == position)?;
                    let value = if self.by_rate() { Some(mine.rate) } else { mine.speedup };
                    Some((cell.threads as f64, value?))
                };
                let points: Vec<_> = self.cells(scheme).into_iter().filter_map(point).collect();
                if points.iter().any(|point| point.0 > 1.0) {
                    lines.push(Line::plain(scheme.to_string(), Look::Series(index), points));
                }
            }
            Panel { title: self.position(position), lines }
        };
        Multiples {
            name: format!("{} against threads, in {}", self.main_name(), self.time()),
            x: self.x(),
            y: Axis { reach: vec![1.0], ..Axis::doubling("") },
            panels: (0..self.study.design.positions.len()).map(panel).collect(),
        }
    }

    /// The schemes side by side with one number of threads.
    pub(super) fn ablation(&self, threads: usize) -> Dots {
        let ahead = self.best(threads).and_then(|cell| cell.scheme);
        let row = |(index, scheme): (usize, SchemeName)| {
            let cell = self.cells(scheme).into_iter().find(|cell| cell.threads == threads);
            let estimate = cell.and_then(|cell| self.main(cell));
            DotRow {
                label: scheme.to_string(),
                value: estimate.map(|estimate| estimate.value),
                interval: estimate
                    .as_ref()
                    .and_then(interval)
                    .filter(|_| cell.is_some_and(decides)),
                look: Look::Series(index),
                best: ahead == Some(scheme),
            }
        };
        let rows: Vec<DotRow> = self.schemes().into_iter().enumerate().map(row).collect();
        Dots {
            name: format!("{} of the schemes with {threads} threads", self.main_name()),
            x: Axis::linear(format!("{}, times that of 1 thread", self.main_name())),
            guide: rows.first().and_then(|row| row.value),
            write: hundredths,
            rows,
        }
    }

    /// Measured speed-ups of a scheme with the models that fit them, and what these leave over.
    pub(super) fn fit(&self, fit: &SchemeFit) -> (Chart, Chart) {
        let index = self.schemes().iter().position(|&scheme| scheme == fit.scheme).unwrap_or(0);
        let measured = self.cells(fit.scheme);
        let known = |cell: &&Cell| {
            let estimate = self.main(cell)?;
            let shown = if decides(cell) { estimate } else { Estimate::exactly(estimate.value) };
            Some((cell.threads as f64, shown))
        };
        let measured: Vec<(f64, Estimate)> = measured.iter().filter_map(known).collect();
        let point = |&(x, estimate): &(f64, Estimate)| {
            let interval = interval(&estimate);
            Point { x, y: estimate.value, interval }
        };
        let most = measured.last().map_or(1.0, |last| last.0);
        let mut steps: Vec<usize> =
            (0..=48).map(|step| most.powf(f64::from(step) / 48.0).round() as usize).collect();
        steps.dedup();
        let mut curves = Vec::new();
        let mut residuals = Vec::new();
        let mut add = |name: &str, looks: [Look; 2], model: &dyn Fn(usize) -> f64| {
            curves.push(Line::plain(
                name,
                looks[0],
                steps.iter().map(|&at| (at as f64, model(at))),
            ));
            let left = |&(x, estimate): &(f64, Estimate)| (x, estimate.value - model(x as usize));
            let left = measured.iter().map(left);
            residuals.push(Line::plain(name, looks[1], left));
        };
        if let Some(amdahl) = &fit.amdahl {
            let looks = [Look::Model(0), Look::Residual(0)];
            add("Amdahl (model)", looks, &|threads| amdahl.at(threads));
        }
        if let Some(law) = &fit.scalability {
            let looks = [Look::Model(1), Look::Residual(1)];
            add("universal scalability law (model)", looks, &|threads| law.at(threads));
        }
        curves.push(Line {
            name: format!("{}, measured", fit.scheme),
            look: Look::Points(index),
            points: measured.iter().map(point).collect(),
            spread: Spread::Bars,
        });
        residuals.insert(0, Line::plain("", Look::Ideal, measured.iter().map(|at| (at.0, 0.0))));
        let title = format!("{}, times that of 1 thread", self.main_name());
        let name = format!("models of {} under {}", self.main_name(), fit.scheme);
        let curves =
            Chart { name, heading: None, x: self.x(), y: Axis::doubling(title), lines: curves };
        let name = format!("residuals of the models of {}", fit.scheme);
        let title = "measured less model, speed-up";
        let residuals =
            Chart { name, heading: None, x: self.x(), y: Axis::linear(title), lines: residuals };
        (curves, residuals)
    }

    /// Random look-ups of the machine against threads.
    pub(super) fn probes(&self) -> Chart {
        let probes = &self.study.probes;
        let mut kinds = Vec::new();
        for point in probes {
            let kind = (point.bytes, point.huge_pages, point.prefetch);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let sizes = kinds.iter().any(|kind| kind.0 != kinds[0].0);
        let line = |(index, &(bytes, huge, ahead)): (usize, &(usize, bool, bool))| {
            let mine = probes.iter().filter(|point| {
                (point.bytes, point.huge_pages, point.prefetch) == (bytes, huge, ahead)
            });
            let pages = if huge { "huge pages" } else { "small pages" };
            let fetch = if ahead { "prefetch" } else { "no prefetch" };
            let size = if sizes { format!("{} MiB, ", bytes >> 20) } else { String::new() };
            let points = mine.map(|point| (point.threads as f64, point.per_second));
            Line::plain(format!("{size}{pages}, {fetch}"), Look::Series(index), points)
        };
        let mut ticks: Vec<usize> = probes.iter().map(|point| point.threads).collect();
        ticks.sort_unstable();
        ticks.dedup();
        let ticks = ticks.into_iter().map(|threads| threads as f64).collect();
        Chart {
            name: "random look-ups per second against threads, in real time".into(),
            heading: None,
            x: Axis { ticks: Some(ticks), ..Axis::doubling("threads") },
            y: Axis {
                reach: vec![0.0],
                write: short,
                ..Axis::linear("look-ups per second, all threads together")
            },
            lines: kinds.iter().enumerate().map(line).collect(),
        }
    }
}
