//! The results of a study, in sentences.

use super::view::{View, count, estimate_over, interval, list, too_few};
use crate::page::{Headline, Tone};
use plyglot_bench::scaling::{Agreement, Comparison, Goal, Resolution, SchemeName};

const FEWEST: usize = Comparison::FEWEST;

/// A result with how it is marked.
type Sentence = (Tone, String);

impl View<'_> {
    /// The gain of many threads, what it is made of, which scheme is ahead, and whether the answers
    /// agree.
    pub(super) fn verdicts(&self) -> Vec<Sentence> {
        let mut verdicts = Vec::new();
        verdicts.extend(self.disturbed());
        if let Some(&most) = self.many().last() {
            verdicts.extend(self.bought(most));
            verdicts.extend(self.of_the_ceiling());
            verdicts.extend(self.spent(most));
            verdicts.extend(self.peak());
            verdicts.extend(self.against_first(most));
        }
        verdicts.extend(self.slower());
        verdicts.extend(self.unmeasured());
        verdicts.extend(self.answers());
        verdicts.extend(self.missing());
        verdicts
    }

    /// What shows that the figures are those of a machine that did other work as well.
    fn disturbed(&self) -> Option<Sentence> {
        let why = self.study.disturbance()?;
        let text = format!(
            "Other work ran on the machine: {why}. The figures are lower for it, and no verdict is given: measure \
             again while it is idle."
        );
        Some((Tone::Bad, text))
    }

    /// The figures of the largest number of threads, for the top of the page.
    pub(super) fn headlines(&self) -> Vec<Headline> {
        let mut all = Vec::new();
        all.extend(self.many().last().and_then(|&most| self.gain(most)));
        let usable = self.study.origin.machine.usable;
        let mut at_once = self.many().into_iter().rev().filter(|&threads| threads <= usable);
        all.extend(at_once.find_map(|threads| {
            let figure = format!("{:.0}\u{a0}%", self.share_of_ceiling(threads)? * 100.0);
            let words = format!("of what this machine gives to {threads} independent searches");
            Some(Headline { tone: Tone::Plain, figure, words })
        }));
        let agreement = self.agreement();
        if agreement.of > 0 {
            let words = "answers are those of 1 thread".into();
            let figure = format!("{} of {}", agreement.agree, agreement.of);
            all.push(Headline { tone: self.tone_of(&agreement), figure, words });
        }
        all
    }

    fn gain(&self, threads: usize) -> Option<Headline> {
        let cell = self.best(threads)?;
        let (estimate, scheme) = (self.main(cell)?, cell.scheme?);
        let than = match self.by_rate() {
            true => "as many nodes a second as 1 thread",
            false => "as fast as 1 thread",
        };
        let mut words = format!("{than}, with {threads} threads under {scheme}");
        if let Some((low, high)) = interval(&estimate).filter(|_| cell.positions >= FEWEST) {
            words += &format!("; 95\u{a0}% interval {low:.2} to {high:.2}");
        } else if cell.positions < FEWEST {
            words += &format!(". {}", too_few(cell.positions));
        }
        let (tone, _) = self.judged(scheme, threads);
        Some(Headline { tone, figure: format!("{:.2} times", estimate.value), words })
    }

    /// How a scheme does against one thread, and the verdict in words.
    fn judged(&self, scheme: SchemeName, threads: usize) -> (Tone, String) {
        let Some(comparison) = self.comparison(scheme, threads, None) else {
            return (Tone::Plain, String::new());
        };
        match comparison.resolution {
            Resolution::Faster => (Tone::Good, "The 95 % interval lies above 1: faster.".into()),
            Resolution::Slower => (Tone::Bad, "The 95 % interval lies below 1: slower.".into()),
            Resolution::Unresolved if comparison.too_few() => {
                (Tone::Open, too_few(comparison.positions))
            }
            Resolution::Unresolved => {
                (Tone::Open, "The 95 % interval contains 1: no difference shown.".into())
            }
            Resolution::Disturbed => (Tone::Open, "No verdict.".into()),
        }
    }

    fn bought(&self, threads: usize) -> Option<Sentence> {
        let cell = self.best(threads)?;
        let estimate = estimate_over(cell.positions, Some(self.main(cell)?));
        let scheme = cell.scheme?;
        let does = if self.by_rate() {
            format!("visit {estimate} times as many nodes a second as 1 does")
        } else {
            format!("are {estimate} times as fast as 1")
        };
        let (tone, verdict) = self.judged(scheme, threads);
        let over = count(cell.positions, "position");
        let text = format!("{threads} threads {does}, under {scheme}, over {over}. {verdict}");
        Some((tone, text.trim_end().into()))
    }

    /// What the best scheme reaches of what the machine gives to as many independent searches, 0 to 1.
    fn share_of_ceiling(&self, threads: usize) -> Option<f64> {
        Some(self.main(self.best(threads)?)?.value / self.ceiling(threads)?)
    }

    /// How near the best scheme comes to what the machine gives, with as many threads as it has
    /// processors for.
    fn of_the_ceiling(&self) -> Option<Sentence> {
        let usable = self.study.origin.machine.usable;
        let at_once = self.many().into_iter().filter(|&threads| threads <= usable);
        let shares = at_once.filter_map(|threads| {
            let ceiling = self.ceiling(threads)?;
            let share = self.share_of_ceiling(threads)? * 100.0;
            Some(format!("{share:.0}\u{a0}% with {threads} threads (ceiling {ceiling:.2})"))
        });
        let shares = list(&shares.collect::<Vec<_>>());
        let text = format!("Of what this machine gives to independent searches: {shares}.");
        (!shares.is_empty()).then_some((Tone::Plain, text))
    }

    /// Speed-up is nodes per second over nodes.
    fn spent(&self, threads: usize) -> Option<Sentence> {
        let cell = self.best(threads)?;
        let (rate, overhead) = (cell.rate?.value, cell.overhead?.value);
        let twice = cell.repeated.map_or(String::new(), |share| {
            format!("; {:.1}\u{a0}% of their nodes were searched twice", share * 100.0)
        });
        let text = format!(
            "Together they visit {rate:.2} times as many nodes a second as 1 thread, and need {overhead:.2} \
             times as many nodes{twice}."
        );
        Some((Tone::Plain, text))
    }

    /// Where more threads no longer help.
    fn peak(&self) -> Option<Sentence> {
        let many = self.many();
        let at = |threads: &usize| Some((*threads, self.main(self.best(*threads)?)?.value));
        let best = many.iter().filter_map(at).max_by(|a, b| a.1.total_cmp(&b.1))?;
        let most = *many.last()?;
        let text = format!(
            "The best of all was {:.2} with {} threads; more did not help.",
            best.1, best.0
        );
        (best.0 < most).then_some((Tone::Open, text))
    }

    fn against_first(&self, threads: usize) -> Option<Sentence> {
        let schemes = self.schemes();
        let (first, others) = schemes.split_first()?;
        let (mut faster, mut slower, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let mut withheld = None;
        for &scheme in others {
            let Some(found) = self.comparison(scheme, threads, Some(*first)) else { continue };
            match found.resolution {
                Resolution::Faster => faster.push(scheme.to_string()),
                Resolution::Slower => slower.push(scheme.to_string()),
                Resolution::Unresolved if found.too_few() => withheld = Some(found.positions),
                Resolution::Unresolved => open.push(scheme.to_string()),
                Resolution::Disturbed => {}
            }
        }
        if let Some(positions) = withheld {
            let text = format!("Against {first} with {threads} threads: {}", too_few(positions));
            return Some((Tone::Open, text));
        }
        let parts = [("faster", &faster), ("slower", &slower), ("no difference shown", &open)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what}: {}", list(names)))
            .collect::<Vec<_>>();
        let text = format!("Against {first} with {threads} threads, {}.", parts.join("; "));
        (!parts.is_empty()).then_some((Tone::Plain, text))
    }

    /// Where many threads lose to one.
    fn slower(&self) -> Option<Sentence> {
        let lost = self.analysis.comparisons.iter().filter(|comparison| {
            comparison.against.is_none() && comparison.resolution == Resolution::Slower
        });
        let lost: Vec<String> = lost
            .map(|comparison| format!("{} with {}", comparison.scheme, comparison.threads))
            .collect();
        let text = format!("Slower than 1 thread: {}.", list(&lost));
        (!lost.is_empty()).then_some((Tone::Bad, text))
    }

    /// Schemes without a figure.
    fn unmeasured(&self) -> Option<Sentence> {
        let known = |scheme: &SchemeName| {
            let cells = self.cells(*scheme);
            cells.iter().any(|cell| cell.threads > 1 && self.main(cell).is_some())
        };
        let unknown = self.schemes().into_iter().filter(|scheme| !known(scheme));
        let unknown: Vec<String> = unknown.map(|scheme| scheme.to_string()).collect();
        let text = format!("No search reached its goal under {}.", list(&unknown));
        (!unknown.is_empty()).then_some((Tone::Bad, text))
    }

    /// Whether the answers of all searches with several threads are those of one.
    fn agreement(&self) -> Agreement {
        let many = self.analysis.cells.iter().filter(|cell| cell.threads > 1);
        let mut all = Agreement::default();
        for cell in many {
            all.agree += cell.agreement.agree;
            all.of += cell.agreement.of;
            all.differ.extend(&cell.agreement.differ);
        }
        all
    }

    fn tone_of(&self, agreement: &Agreement) -> Tone {
        match self.study.design.goal {
            _ if agreement.agree == agreement.of => Tone::Good,
            Goal::Solve => Tone::Bad,
            Goal::Depth(_) | Goal::Budget(_) => Tone::Plain,
        }
    }

    fn answers(&self) -> Option<Sentence> {
        let all = self.agreement();
        if all.of == 0 {
            return None;
        }
        if all.agree == all.of {
            return Some((Tone::Good, format!("All {} answers are those of 1 thread.", all.of)));
        }
        let differ = format!(
            "{} of {} answers are not those of 1 thread, in {}.",
            all.of - all.agree,
            all.of,
            self.positions_named(all.differ)
        );
        Some(match self.study.design.goal {
            Goal::Solve => (Tone::Bad, format!("{differ} A solve must agree: this is a fault.")),
            Goal::Depth(_) | Goal::Budget(_) => (
                Tone::Plain,
                format!(
                    "{differ} That is not a fault: what another thread left in the table may be \
                     deeper than what was asked for."
                ),
            ),
        })
    }

    fn missing(&self) -> Option<Sentence> {
        let missing: usize = self.analysis.cells.iter().map(|cell| cell.missing).sum();
        let text =
            format!("Planned searches that did not reach the goal or were not made: {missing}.");
        (missing > 0).then_some((Tone::Open, text))
    }
}
