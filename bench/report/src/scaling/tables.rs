//! The tables.

use super::figures::PUBLISHED;
use super::view::{View, estimate_over};
use crate::chart::short;
use crate::page::{Table, TableCell, Tone};
use plyglot_bench::scaling::{Cell, Comparison, PerMillion, Resolution, SchemeName};

const NONE: &str = "\u{2013}";

fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// The verdict of a comparison; where it is withheld, how many positions it needs and how many there are.
fn verdict(found: &Comparison) -> TableCell {
    match found.resolution {
        Resolution::Faster => TableCell::Toned(Tone::Good, "faster".into()),
        Resolution::Slower => TableCell::Toned(Tone::Bad, "slower".into()),
        Resolution::Unresolved if found.too_few() => {
            let text = format!("needs {} positions, has {}", Comparison::FEWEST, found.positions);
            TableCell::Toned(Tone::Open, text)
        }
        Resolution::Unresolved => TableCell::Toned(Tone::Open, "no difference shown".into()),
        Resolution::Disturbed => TableCell::Toned(Tone::Open, "none: other work ran".into()),
    }
}

impl View<'_> {
    /// The gain of each number of threads under the best scheme there.
    pub(super) fn summary(&self) -> Table {
        let ceiling = self.many().iter().any(|&threads| self.ceiling(threads).is_some());
        let published = !self.by_rate();
        let mut head = heads(&["threads", self.main_name(), "per thread", "best scheme"]);
        head.extend(ceiling.then(|| heads(&["ceiling", "of it"])).into_iter().flatten());
        head.extend(published.then(|| heads(&["DTS", "ABDADA"])).into_iter().flatten());
        head.push("verdict".into());
        let row = |&threads: &usize| {
            let cell = self.best(threads)?;
            let estimate = self.main(cell)?;
            let scheme = cell.scheme?;
            let mut row = vec![
                TableCell::figure(threads.to_string()),
                TableCell::figure(estimate_over(cell.positions, Some(estimate))),
                TableCell::figure(format!("{:.0}\u{a0}%", estimate.value / threads as f64 * 100.0)),
                TableCell::words(scheme.to_string()),
            ];
            if ceiling {
                let of = self.ceiling(threads);
                let share = |of: f64| format!("{:.0}\u{a0}%", estimate.value / of * 100.0);
                row.push(TableCell::figure(of.map_or(NONE.into(), |of| format!("{of:.2}"))));
                row.push(TableCell::figure(of.map_or(NONE.into(), share)));
            }
            for (_, points) in PUBLISHED.iter().filter(|_| published) {
                let point = points.iter().find(|point| point.0 == threads);
                row.push(TableCell::figure(point.map_or(NONE.into(), |point| point.1.to_string())));
            }
            let comparison = self.comparison(scheme, threads, None);
            row.push(comparison.map_or(TableCell::words(NONE), verdict));
            Some(row)
        };
        Table { head, rows: self.many().iter().filter_map(row).collect(), ..Table::default() }
    }

    /// Every scheme with every number of threads, and how it compares to the first scheme.
    pub(super) fn schemes_compared(&self) -> Table {
        let schemes = self.schemes();
        let first = schemes.first().copied();
        let against = first.map_or(NONE.into(), |first| format!("times {first}"));
        let head = heads(&["threads", "scheme", self.main_name(), &against, "difference"]);
        let row = |threads: usize, scheme: SchemeName| {
            let cell = self.cells(scheme).into_iter().find(|cell| cell.threads == threads)?;
            let best = self.best(threads).and_then(|cell| cell.scheme) == Some(scheme);
            let (name, value) =
                (scheme.to_string(), estimate_over(cell.positions, self.main(cell)));
            let mut row = vec![TableCell::figure(threads.to_string())];
            row.extend(if best {
                [TableCell::Best(format!("{name} \u{2605}\u{a0}best")), TableCell::Best(value)]
            } else {
                [TableCell::Words(name), TableCell::Figure(value)]
            });
            let found = self.comparison(scheme, threads, first);
            row.extend(match found {
                Some(found) => [
                    TableCell::figure(estimate_over(found.positions, Some(found.ratio))),
                    verdict(found),
                ],
                None if Some(scheme) == first => {
                    [TableCell::figure("1"), TableCell::words("the first")]
                }
                None => [TableCell::figure(NONE), TableCell::words(NONE)],
            });
            Some(row)
        };
        let many = self.many();
        let all = many.iter().flat_map(|&threads| {
            schemes.iter().map(move |&scheme| (threads, scheme)).collect::<Vec<_>>()
        });
        let rows = all.filter_map(|(threads, scheme)| row(threads, scheme)).collect();
        Table { head, rows, ..Table::default() }
    }

    /// Every figure of every cell.
    pub(super) fn cells_table(&self) -> Table {
        let mut head = heads(&["scheme", "threads", "positions"]);
        head.extend(heads(if self.by_rate() {
            &["nodes per second", "depth gain"]
        } else {
            &["speed-up", "nodes per second", "nodes"]
        }));
        head.extend(heads(&["first result", "searched twice", "table hits"]));
        head.extend(PerMillion::headings().map(|heading| format!("{heading} /M")));
        head.extend(heads(&["answers agree", "missing"]));
        let rows = self.analysis.cells.iter().map(|cell| self.cell_row(cell)).collect();
        let caption = "Speed-up, nodes per second, nodes and first result: times those of 1 \
                       thread, geometric mean over the positions, 95 % interval. /M: in a million \
                       nodes.";
        Table { caption: caption.into(), head, rows, ..Table::default() }
    }

    fn cell_row(&self, cell: &Cell) -> Vec<TableCell> {
        let scheme = cell.scheme.map_or("1 thread".into(), |scheme| scheme.to_string());
        let mut row = vec![
            TableCell::Words(scheme),
            TableCell::figure(cell.threads.to_string()),
            TableCell::figure(cell.positions.to_string()),
        ];
        let estimates = if self.by_rate() {
            vec![cell.rate, cell.depth_gain, cell.first_result]
        } else {
            vec![cell.speedup, cell.rate, cell.overhead, cell.first_result]
        };
        row.extend(
            estimates
                .into_iter()
                .map(|estimate| TableCell::Figure(estimate_over(cell.positions, estimate))),
        );
        let share = |share: f64| figure(share * 100.0, |share| format!("{share:.1}\u{a0}%"));
        row.extend([share(cell.repeated.unwrap_or(f64::NAN)), share(cell.hit_rate)]);
        let rates = cell.per_million.rates();
        row.extend(rates.map(|(.., rate)| figure(rate, |rate| format!("{rate:.1}"))));
        let agreement = &cell.agreement;
        row.push(TableCell::Figure(format!("{} of {}", agreement.agree, agreement.of)));
        row.push(TableCell::Figure(cell.missing.to_string()));
        row
    }

    /// What the models say.
    pub(super) fn models(&self) -> Table {
        let mut rows = Vec::new();
        for fit in &self.analysis.fits {
            let mut push = |law: &str, says: String, quality: &plyglot_stats::Residuals| {
                rows.push(vec![
                    TableCell::Words(fit.scheme.to_string()),
                    TableCell::words(law),
                    TableCell::Words(says),
                    figure(quality.rms, |rms| format!("{rms:.3}")),
                    figure(quality.r_squared, |share| format!("{share:.4}")),
                ]);
            };
            if let Some(law) = &fit.amdahl {
                let says = format!("serial share {:.2}\u{a0}%", law.serial * 100.0);
                push("Amdahl", says, &law.quality);
            }
            if let Some(law) = &fit.scalability {
                let kappa = match law.kappa {
                    0.0 => "0".into(),
                    // A true minus, behind which no line is broken.
                    kappa => format!("{kappa:.1e}").replace('-', "\u{2212}"),
                };
                let mut says = format!("sigma {:.4}, kappa {kappa}", law.sigma);
                if let Some(peak) = law.peak().filter(|peak| *peak < 1e6) {
                    says += &format!("; peak at {peak:.0} threads");
                }
                push("universal scalability", says, &law.quality);
            }
        }
        let head = heads(&["scheme", "model", "parameters", "rms", "R\u{b2}"]);
        Table { head, rows, ..Table::default() }
    }

    /// What independent searches reach.
    pub(super) fn ceiling_table(&self) -> Table {
        let row = |point: &plyglot_bench::scaling::CeilingPoint| {
            let interval = format!("{:.2} to {:.2}", point.low, point.high);
            vec![
                TableCell::figure(point.threads.to_string()),
                figure(point.throughput, |value| format!("{value:.2}")),
                TableCell::Figure(interval),
            ]
        };
        Table {
            caption: "The machine's own ceiling, in real time: independent one-thread searches at \
                      once, each with its own table; nodes per second of all, times that of one."
                .into(),
            head: heads(&["searches", "throughput", "95 % interval"]),
            rows: self.study.ceiling.iter().map(row).collect(),
            ..Table::default()
        }
    }

    /// Random look-ups of the machine.
    pub(super) fn probes_table(&self) -> Table {
        let row = |point: &plyglot_bench::scaling::ProbePoint| {
            vec![
                TableCell::figure(point.threads.to_string()),
                TableCell::figure(format!("{} MiB", point.bytes >> 20)),
                TableCell::words(if point.huge_pages { "huge" } else { "small" }),
                TableCell::words(if point.prefetch { "yes" } else { "no" }),
                figure(point.per_second, short),
            ]
        };
        let head = heads(&["threads", "table", "pages", "prefetch", "look-ups per second"]);
        Table { head, rows: self.study.probes.iter().map(row).collect(), ..Table::default() }
    }

    /// Positions far from the others.
    pub(super) fn outliers(&self) -> Table {
        let mut rows = Vec::new();
        for cell in &self.analysis.cells {
            for &position in &cell.outliers {
                let own = cell.per_position.iter().find(|own| own.position == position);
                let value =
                    own.and_then(|own| if self.by_rate() { Some(own.rate) } else { own.speedup });
                rows.push(vec![
                    TableCell::Words(cell.scheme.map_or(NONE.into(), |scheme| scheme.to_string())),
                    TableCell::figure(cell.threads.to_string()),
                    TableCell::Words(self.position(position)),
                    value.map_or(TableCell::figure(NONE), |value| {
                        figure(value, |value| format!("{value:.2}"))
                    }),
                    TableCell::Figure(estimate_over(cell.positions, self.main(cell))),
                ]);
            }
        }
        let head = heads(&["scheme", "threads", "position", self.main_name(), "all positions"]);
        Table { head, rows, ..Table::default() }
    }

    /// Searches that failed or did not reach the goal; those that ended alike share a row.
    pub(super) fn unreached(&self) -> Table {
        let mut alike: Vec<(Option<SchemeName>, usize, String, Vec<usize>)> = Vec::new();
        for sample in self.study.samples.iter().filter(|sample| !sample.reached) {
            let what = match &sample.error {
                Some(error) => format!("failed: {error}"),
                None => format!("ended at depth {} before the goal", sample.depth),
            };
            let case = &sample.case;
            let row = alike.iter_mut().find(|(scheme, threads, other, _)| {
                (*scheme, *threads) == (case.scheme, case.threads) && *other == what
            });
            match row {
                Some((.., positions)) => positions.push(case.position),
                None => alike.push((case.scheme, case.threads, what, vec![case.position])),
            }
        }
        let rows = alike.into_iter().map(|(scheme, threads, what, positions)| {
            vec![
                TableCell::Words(scheme.map_or("1 thread".into(), |scheme| scheme.to_string())),
                TableCell::figure(threads.to_string()),
                TableCell::figure(positions.len().to_string()),
                TableCell::Words(self.positions_named(positions)),
                TableCell::Words(what),
            ]
        });
        let head = heads(&["scheme", "threads", "searches", "positions", "what happened"]);
        Table { head, rows: rows.collect(), ..Table::default() }
    }
}

/// A figure, or a dash if it is not known.
fn figure(value: f64, write: impl FnOnce(f64) -> String) -> TableCell {
    TableCell::Figure(if value.is_finite() { write(value) } else { NONE.into() })
}
