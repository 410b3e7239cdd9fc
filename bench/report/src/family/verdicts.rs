//! The results of a comparison, in sentences.

use super::series::View;
use crate::page::{Headline, Tone};
use plyglot_stats::{Estimate, FEWEST_FOR_VERDICT};

impl View<'_> {
    /// What the page is about, in a sentence.
    pub(super) fn lead(&self) -> String {
        let study = self.study;
        let trees: usize = study.cells.iter().map(|cell| cell.roots.len()).sum();
        let cells = match study.cells.len() {
            1 => study.cells[0].words(),
            many => format!("{many} kinds of trees"),
        };
        format!(
            "{} methods of the alpha-beta and NegaScout family, run on the same {trees} game trees \
             ({cells}).",
            study.methods.len()
        )
    }

    /// The method that saves most over all kinds of trees, and whether the values agree.
    pub(super) fn headlines(&self) -> Vec<Headline> {
        let mut all = Vec::new();
        let typical = |method: usize| Some((method, self.typical(method)?.0));
        let least = self.compared().into_iter().filter_map(typical);
        if let Some((method, ratio)) = least.min_by(|a, b| a.1.total_cmp(&b.1)) {
            let base = self.study.base(method).map(|base| self.study.methods[base].to_string());
            let name = self.study.methods[method];
            let than = base.unwrap_or_default();
            let (figure, kind) = match change(ratio).split_once(" leaves") {
                Some((figure, _)) => (figure.to_owned(), "leaves"),
                None => (change(ratio), ""),
            };
            let over = match self.study.cells.len() {
                1 => String::new(),
                kinds => format!(", in the middle of {kinds} kinds of trees"),
            };
            let words = format!("{kind} than {than}: {name}, the fewest of all methods{over}");
            let tone = if ratio < 1.0 { Tone::Good } else { Tone::Plain };
            all.push(Headline { tone, figure, words });
        }
        let exact = self.analysis.disagreements.iter().filter(|odd| odd.exact).count();
        let searches = self.study.samples.len();
        let words = format!("of {searches} searches found another value than they should");
        let tone = if exact == 0 { Tone::Good } else { Tone::Bad };
        all.push(Headline { tone, figure: exact.to_string(), words });
        all
    }

    /// Whether the values agree, what could not be measured, and a sentence on each method.
    pub(super) fn verdicts(&self) -> Vec<(Tone, String)> {
        let mut all = vec![self.agreement()];
        all.extend(self.missing());
        all.extend(self.compared().into_iter().filter_map(|method| self.verdict(method)));
        all
    }

    fn agreement(&self) -> (Tone, String) {
        let mut wrong: Vec<usize> = Vec::new();
        for odd in self.analysis.disagreements.iter().filter(|odd| odd.exact) {
            if !wrong.contains(&odd.method) {
                wrong.push(odd.method);
            }
        }
        if wrong.is_empty() {
            let text = "All methods that should agree found the same value on every tree.";
            return (Tone::Good, text.into());
        }
        let names: Vec<String> =
            wrong.iter().map(|&method| self.study.methods[method].to_string()).collect();
        (Tone::Bad, format!("Other values than most were found by {}.", names.join(", ")))
    }

    fn missing(&self) -> Option<(Tone, String)> {
        let missing: usize = self.analysis.rows.iter().map(|row| row.missing).sum();
        let text = format!(
            "{missing} of {} searches failed or used up their visits; they are part of no figure.",
            self.study.samples.len()
        );
        let stopped = (Tone::Open, "Stopped before every search was made.".to_string());
        if self.study.stopped {
            return Some(stopped);
        }
        (missing > 0).then_some((Tone::Open, text))
    }

    /// How a method does against its base, over all cells.
    fn verdict(&self, method: usize) -> Option<(Tone, String)> {
        let cells = 0..self.study.cells.len();
        let leaves = |cell| Some((cell, self.leaves(cell, method)?));
        let found: Vec<(usize, Estimate)> = cells.filter_map(leaves).collect();
        let by_value =
            |a: &&(usize, Estimate), b: &&(usize, Estimate)| a.1.value.total_cmp(&b.1.value);
        let (least, most) = (found.iter().min_by(by_value)?, found.iter().max_by(by_value)?);
        let decided = |cell: usize| self.trees(cell, method) >= FEWEST_FOR_VERDICT;
        let decided: Vec<_> = found.iter().filter(|(cell, _)| decided(*cell)).collect();
        let fewer = decided.iter().filter(|(_, ratio)| ratio.high < 1.0).count();
        let more = decided.iter().filter(|(_, ratio)| ratio.low > 1.0).count();
        let base = self.study.methods[self.study.base(method)?];
        let name = self.study.methods[method];
        let tone = match (fewer, more) {
            (1.., 0) => Tone::Good,
            (0, 1..) => Tone::Bad,
            _ if decided.is_empty() => Tone::Open,
            _ => Tone::Plain,
        };
        let of_cell = |(cell, ratio): &(usize, Estimate)| {
            format!("{} ({})", change(ratio.value), self.study.cells[*cell].words())
        };
        let (kinds, undecided) = (found.len(), found.len() - decided.len());
        let mut text = match kinds {
            1 => format!("{} than {base}", change(least.1.value)),
            _ => format!(
                "{} than {base} at best, {} at worst; surely fewer in {fewer} of {kinds} kinds of \
                 trees, surely more in {more}",
                of_cell(least),
                of_cell(most)
            ),
        };
        if undecided > 0 {
            let trees = found.iter().map(|(cell, _)| self.trees(*cell, method)).min().unwrap_or(0);
            let kinds = if kinds == 1 { String::new() } else { format!(" on {undecided} kinds") };
            text += &format!(
                "; no verdict{kinds}: it needs {FEWEST_FOR_VERDICT} trees, and there are {trees}"
            );
        }
        Some((tone, format!("{name}: {text}.")))
    }
}

/// A ratio as more or fewer leaves.
fn change(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    match percent {
        -0.5..0.5 => "as many leaves".into(),
        ..-0.5 => format!("{:.0}\u{a0}% fewer leaves", -percent),
        ..200.0 => format!("{percent:.0}\u{a0}% more leaves"),
        _ => format!("{ratio:.0} times as many leaves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_written_as_percent_or_as_a_factor() {
        assert_eq!(change(0.9), "10\u{a0}% fewer leaves");
        assert_eq!(change(1.004), "as many leaves");
        assert_eq!(change(1.25), "25\u{a0}% more leaves");
        assert_eq!(change(123.4), "123 times as many leaves");
    }
}
