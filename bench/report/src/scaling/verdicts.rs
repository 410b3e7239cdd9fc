//! What a study comes to, in sentences.

use super::view::{View, count, list, told};
use crate::page::Tone;
use plyglot_scaling::{Agreement, Goal, Resolution, SchemeName};

type Verdict = (Tone, String);

impl View<'_> {
    /// What many threads buy, where the rest goes, which scheme is ahead, and whether the answers
    /// agree.
    pub(super) fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
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

    fn bought(&self, threads: usize) -> Option<Verdict> {
        let cell = self.best(threads)?;
        let estimate = self.main(cell)?;
        let scheme = cell.scheme?;
        let does = if self.by_rate() {
            format!("visit {} times as many nodes a second as 1 does", told(Some(estimate)))
        } else {
            format!("are {} times as fast as 1", told(Some(estimate)))
        };
        let comparison = self.comparison(scheme, threads, None);
        let (tone, so) = match comparison.map(|comparison| comparison.resolution) {
            Some(Resolution::Faster) => (Tone::Good, "The gain is resolved."),
            Some(Resolution::Slower) => (Tone::Bad, "The loss is resolved."),
            Some(Resolution::Unresolved) => (Tone::Open, "The difference is not resolved."),
            None => (Tone::Plain, ""),
        };
        let over = count(cell.positions, "position");
        let text = format!("{threads} threads {does}, under {scheme}, over {over}. {so}");
        Some((tone, text.trim_end().into()))
    }

    /// How near the best scheme comes to what the machine gives, with as many threads as it has
    /// processors for.
    fn of_the_ceiling(&self) -> Option<Verdict> {
        let usable = self.study.origin.machine.usable;
        let at_once = self.many().into_iter().filter(|&threads| threads <= usable);
        let shares = at_once.filter_map(|threads| {
            let ceiling = self.ceiling(threads)?;
            let reached = self.main(self.best(threads)?)?.value;
            let share = reached / ceiling * 100.0;
            Some(format!("{share:.0}\u{a0}% with {threads} threads (ceiling {ceiling:.2})"))
        });
        let shares = list(&shares.collect::<Vec<_>>());
        let text = format!("Of what this machine gives to independent searches: {shares}.");
        (!shares.is_empty()).then_some((Tone::Plain, text))
    }

    /// Speed-up is nodes per second over nodes: what becomes of the threads.
    fn spent(&self, threads: usize) -> Option<Verdict> {
        let cell = self.best(threads)?;
        let (rate, overhead) = (cell.rate?.value, cell.overhead?.value);
        let twice = cell.repeated.map_or(String::new(), |share| {
            format!("; {:.1}\u{a0}% of their nodes were searched twice", share * 100.0)
        });
        let text = format!(
            "Where the rest goes: they visit {rate:.2} times as many nodes a second, and need \
             {overhead:.2} times as many nodes{twice}."
        );
        Some((Tone::Plain, text))
    }

    /// Where more threads no longer help.
    fn peak(&self) -> Option<Verdict> {
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

    fn against_first(&self, threads: usize) -> Option<Verdict> {
        let schemes = self.schemes();
        let (first, others) = schemes.split_first()?;
        let (mut faster, mut slower, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for &scheme in others {
            let Some(found) = self.comparison(scheme, threads, Some(*first)) else { continue };
            match found.resolution {
                Resolution::Faster => faster.push(scheme.to_string()),
                Resolution::Slower => slower.push(scheme.to_string()),
                Resolution::Unresolved => open.push(scheme.to_string()),
            }
        }
        let parts = [("faster", &faster), ("slower", &slower), ("not resolved", &open)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what}: {}", list(names)))
            .collect::<Vec<_>>();
        let text = format!("Against {first} with {threads} threads, {}.", parts.join("; "));
        (!parts.is_empty()).then_some((Tone::Plain, text))
    }

    /// Where many threads lose to one.
    fn slower(&self) -> Option<Verdict> {
        let lost = self.analysis.comparisons.iter().filter(|comparison| {
            comparison.against.is_none() && comparison.resolution == Resolution::Slower
        });
        let lost: Vec<String> = lost
            .map(|comparison| format!("{} with {}", comparison.scheme, comparison.threads))
            .collect();
        let text = format!("Slower than 1 thread: {}.", list(&lost));
        (!lost.is_empty()).then_some((Tone::Bad, text))
    }

    /// Schemes of which nothing is known.
    fn unmeasured(&self) -> Option<Verdict> {
        let known = |scheme: &SchemeName| {
            let cells = self.cells(*scheme);
            cells.iter().any(|cell| cell.threads > 1 && self.main(cell).is_some())
        };
        let unknown = self.schemes().into_iter().filter(|scheme| !known(scheme));
        let unknown: Vec<String> = unknown.map(|scheme| scheme.to_string()).collect();
        let text = format!("No search came to its goal under {}.", list(&unknown));
        (!unknown.is_empty()).then_some((Tone::Bad, text))
    }

    fn answers(&self) -> Option<Verdict> {
        let many = self.analysis.cells.iter().filter(|cell| cell.threads > 1);
        let mut all = Agreement::default();
        for cell in many {
            all.agree += cell.agreement.agree;
            all.of += cell.agreement.of;
            all.differ.extend(&cell.agreement.differ);
        }
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
                    "{differ} That is no fault: what another thread left in the table may be \
                     deeper than what was asked for."
                ),
            ),
        })
    }

    fn missing(&self) -> Option<Verdict> {
        let missing: usize = self.analysis.cells.iter().map(|cell| cell.missing).sum();
        let text =
            format!("Planned searches that did not reach the goal or were not made: {missing}.");
        (missing > 0).then_some((Tone::Open, text))
    }
}
