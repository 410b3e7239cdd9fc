//! What was found, in words.

use super::experiment::{Evidence, Quantity};
use super::{Agrees, Range};
use plyglot_stats::{Estimate, FEWEST_FOR_VERDICT};

/// The aids of what is searched as a real program would.
pub(super) const AIDS: &str = "+table+deepening+history+killers+hash";

impl Evidence {
    /// What was compared with what: `leaves, negascout / alpha-beta`.
    pub fn what(&self) -> String {
        let short = |method: &str| method.strip_suffix(AIDS).unwrap_or(method).to_owned();
        let method = short(&self.method);
        match &self.base {
            Some(base) if self.quantity.is_ratio() => {
                format!("{}, {method} / {}", self.quantity.text(), short(base))
            }
            _ => format!("{}, {method}", self.quantity.text()),
        }
    }

    /// True if it was searched as a real program would: with iterative deepening, a table, history,
    /// killers and the table's move.
    pub fn aided(&self) -> bool {
        self.method.ends_with(AIDS)
    }

    /// What was found: `-18.2 % (-27.3 to -12.4)`, `6.1 (3.6 to 12.1)`; a dash if nothing was. Without the
    /// interval if it is of too few trees, since it is then too narrow.
    pub fn figure(&self) -> String {
        let text =
            self.found.as_ref().map_or_else(|| "-".into(), |found| self.quantity.write(found));
        match text.split_once(" (") {
            Some((value, _)) if self.trees < FEWEST_FOR_VERDICT => value.into(),
            _ => text,
        }
    }

    /// Why the figure decides nothing, where it is of too few trees: `needs 6 trees, has 2`.
    pub fn too_few(&self) -> Option<String> {
        let open = self.agrees == Some(Agrees::Open) && self.trees < FEWEST_FOR_VERDICT;
        open.then(|| format!("needs {FEWEST_FOR_VERDICT} trees, has {}", self.trees))
    }

    /// What the claim states: `-30 % to -20 %`; `None` where it states nothing.
    pub fn expectation(&self) -> Option<String> {
        let Range { low, high } = self.expected?;
        let end = |value| self.quantity.end(value);
        Some(match (low, high) {
            (low, high) if low == high => end(low),
            (low, f64::INFINITY) => format!("above {}", end(low)),
            (0.0, high) if self.quantity.is_ratio() => format!("below {}", end(high)),
            (low, 1.0) if self.quantity == Quantity::Wrong && low > 0.0 => "some".into(),
            (low, high) => format!("{} to {}", end(low), end(high)),
        })
    }
}

impl Quantity {
    fn write(self, &Estimate { value, low, high }: &Estimate) -> String {
        match self {
            Quantity::Passes => format!("{value:.1} ({low:.1} to {high:.1})"),
            Quantity::Wrong => {
                let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
                format!("{value:.0} % of trees ({low:.0} to {high:.0})")
            }
            _ => {
                let [value, low, high] = [value, low, high].map(change);
                format!("{value:+.1} % ({low:+.1} to {high:+.1})")
            }
        }
    }

    /// An end of a range.
    fn end(self, value: f64) -> String {
        match self {
            Quantity::Passes => format!("{value:.0}"),
            Quantity::Wrong if value == 0.0 => "none".into(),
            Quantity::Wrong => format!("{:.0} %", 100.0 * value),
            _ => {
                let change = change(value).round();
                if change == 0.0 { "0 %".into() } else { format!("{change:+.0} %") }
            }
        }
    }
}

/// A ratio as a change in percent. Never the odd "-0".
fn change(ratio: f64) -> f64 {
    100.0 * (ratio - 1.0) + 0.0
}

impl Agrees {
    /// A sign for it.
    pub fn sign(self) -> &'static str {
        match self {
            Agrees::Yes => "\u{2713}",
            Agrees::Open => "?",
            Agrees::No => "\u{2717}",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(quantity: Quantity, found: (f64, f64, f64), expected: (f64, f64)) -> Evidence {
        let (value, low, high) = found;
        Evidence {
            on: "a tree".into(),
            first_best: None,
            method: format!("negascout{AIDS}"),
            base: Some(format!("alpha-beta{AIDS}")),
            quantity,
            trees: 6,
            found: Some(Estimate { value, low, high }),
            expected: Some(Range { low: expected.0, high: expected.1 }),
            agrees: None,
        }
    }

    #[test]
    fn figures_are_written_as_people_say_them() {
        let leaves = evidence(Quantity::Leaves, (0.75, 0.5, 1.0), (0.7, 0.8));
        assert_eq!(leaves.what(), "leaves, negascout / alpha-beta");
        assert_eq!(leaves.figure(), "-25.0 % (-50.0 to +0.0)");
        assert_eq!(leaves.expectation().as_deref(), Some("-30 % to -20 %"));
        assert!(leaves.aided());
        let few = Evidence { trees: 3, agrees: Some(Agrees::Open), ..leaves };
        assert_eq!(few.figure(), "-25.0 %");
        assert_eq!(few.too_few().as_deref(), Some("needs 6 trees, has 3"));
        let wrong = evidence(Quantity::Wrong, (0.5, 0.25, 0.75), (0.0, 0.0));
        assert_eq!(wrong.figure(), "50 % of trees (25 to 75)");
        assert_eq!(wrong.expectation().as_deref(), Some("none"));
        assert_eq!(wrong.what(), "wrong values, negascout");
        let some = evidence(Quantity::Wrong, (0.5, 0.25, 0.75), (0.001, 1.0));
        assert_eq!(some.expectation().as_deref(), Some("some"));
        let passes = evidence(Quantity::Passes, (6.07, 3.5, 12.0), (3.0, 6.0));
        assert_eq!(passes.figure(), "6.1 (3.5 to 12.0)");
        assert_eq!(passes.expectation().as_deref(), Some("3 to 6"));
        let more = evidence(Quantity::Visits, (1.1, 1.0, 1.2), (1.001, f64::INFINITY));
        assert_eq!(more.expectation().as_deref(), Some("above 0 %"));
        let less = evidence(Quantity::Seconds, (1.1, 1.0, 1.2), (0.0, 0.999));
        assert_eq!(less.expectation().as_deref(), Some("below 0 %"));
        assert_eq!(Evidence { found: None, ..less }.figure(), "-");
    }
}
