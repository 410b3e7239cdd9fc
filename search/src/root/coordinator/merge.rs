//! Merging: what comes back from the workers becomes lines, depths that are finished, windows that are
//! wider, questions of a solve that are answered; and at the end of the search, its answer.
//!
//! Plain data, as all of the ledger. What it cannot do itself, cutting the tasks of others short and
//! telling of a line, it gives back as [`Effects`].

use super::ledger::{Assignment, Finding, Ledger, Phase, Task};
use super::reach::Question;
use super::vote::{Ballot, vote};
use crate::rules::report::{Bound, Ended, Line, Verdict};
use crate::rules::score::Score;
use crate::shared::allowance::{Allowance, Spent};

/// What has to be done after a report.
#[derive(Debug)]
pub(crate) struct Effects<M> {
    /// Workers whose task has become pointless.
    pub(crate) cut: Vec<usize>,
    /// There is a line worth telling about.
    pub(crate) has_news: bool,
    /// That line, if lines are told.
    pub(crate) news: Option<Line<M>>,
}

/// What a finding says. Of a forced win of which only the one half is proven, that half: it says who
/// wins, while the other, that nothing is shorter, rests on an estimate. Only where `halves` count.
fn what_it_says<M>(finding: &Finding<M>, halves: bool) -> Verdict {
    let score = finding.value.score;
    let verdict = Verdict { score, bound: finding.bound, proven: finding.is_proven() };
    if verdict.proven || verdict.bound != Bound::Exact || !score.has_distance() || !halves {
        verdict
    } else if score > Score::DRAW && finding.value.lower().is_proven() {
        Verdict { bound: Bound::Lower, proven: true, ..verdict }
    } else if score < Score::DRAW && finding.value.upper().is_proven() {
        Verdict { bound: Bound::Upper, proven: true, ..verdict }
    } else {
        verdict
    }
}

/// Orders lines: a bound comes on its own side of an exact line with the same score.
fn rank(verdict: &Verdict) -> (Score, i32) {
    let side = match verdict.bound {
        Bound::Upper => -1,
        Bound::Exact => 0,
        Bound::Lower => 1,
    };
    (verdict.score, side)
}

impl<M: Copy + PartialEq> Ledger<M> {
    /// Takes back what a worker found, when so much is spent. `predict` turns an estimate into the
    /// exact score that it predicts, for the guess of a solve that follows.
    pub(crate) fn report(
        &mut self,
        worker: usize,
        task: &Task<M>,
        finding: Finding<M>,
        spent: Spent,
        predict: impl FnOnce(Score) -> Score,
    ) -> Effects<M> {
        let mut effects = Effects { cut: Vec::new(), has_news: false, news: None };
        let solving = self.assigned[worker].take().is_some_and(|mine| mine.solving);
        if self.ended.is_some() || task.line != self.line {
            return effects;
        }
        let is_solve = matches!(self.phase, Phase::Solve(_));
        if finding.aborted && solving && is_solve && self.allowance.is_used_up(spent) {
            self.resume_deepening(spent, &mut effects);
        } else if finding.aborted {
            // What is left of a solve from which deepening has resumed is none of its depths.
            if is_solve || !solving {
                self.keep_partial(task, finding);
            }
        } else if solving {
            self.learn_solve(task, finding, spent, &mut effects);
        } else if !is_solve && task.depth >= self.next_depth {
            self.learn_depth(worker, task, finding, spent, predict, &mut effects);
        }
        effects
    }

    /// If a task that was given up had searched the old best move, a move that it found better is
    /// worth keeping until something as deep is finished. What is proven stays instead: the line of a
    /// win whose distance is still to be proven, for one.
    fn keep_partial(&mut self, task: &Task<M>, finding: Finding<M>) {
        let is_less = |old: &Line<M>| !old.verdict.proven && (old.depth as i32) < task.depth;
        let deeper = self.partial.as_ref().is_none_or(is_less);
        let deeper = deeper && task.depth >= self.next_depth;
        if self.line == 0 && finding.compared && !finding.pv.is_empty() && deeper {
            let verdict =
                Verdict { score: finding.value.score, bound: Bound::Lower, proven: false };
            self.partial = Some(self.describe(task, verdict, finding.pv));
        }
    }

    fn describe(&self, task: &Task<M>, verdict: Verdict, pv: Vec<M>) -> Line<M> {
        Line { rank: task.line + 1, depth: task.depth.max(0) as u32, verdict, pv }
    }

    fn tell(&self, line: &Line<M>, effects: &mut Effects<M>) {
        effects.has_news = true;
        effects.news = self.tells.then(|| line.clone());
    }

    fn cut_where(&self, effects: &mut Effects<M>, pointless: impl Fn(&Assignment) -> bool) {
        for (worker, assigned) in self.assigned.iter().enumerate() {
            if assigned.as_ref().is_some_and(&pointless) {
                effects.cut.push(worker);
            }
        }
    }

    /// True if an answer says all that is wanted to know: the value, or that it lies beyond an end of
    /// the window.
    fn is_answer(&self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.plan.window.beta,
            Bound::Upper => score <= self.plan.window.alpha,
        }
    }

    /// True if it is proven who wins, within however many plies. No window need be searched again for
    /// more: what is left to know is the shortest distance, which has a way of its own.
    fn is_decisive(&self, verdict: &Verdict) -> bool {
        let Verdict { score, bound, proven } = *verdict;
        let wins = score > Score::DRAW && bound == Bound::Lower;
        let loses = score < Score::DRAW && bound == Bound::Upper;
        let counts = self.plan.halves && self.plan.lines == 1;
        counts && proven && score.has_distance() && (wins || loses)
    }

    /// True if nothing more is wanted to know of a line than this: it is proven, and where the shortest
    /// win is asked for, exact.
    fn is_settled(&self, verdict: &Verdict) -> bool {
        verdict.proven && (verdict.bound == Bound::Exact || !self.plan.shortest)
    }

    fn learn_depth(
        &mut self,
        worker: usize,
        task: &Task<M>,
        finding: Finding<M>,
        spent: Spent,
        predict: impl FnOnce(Score) -> Score,
        effects: &mut Effects<M>,
    ) {
        let verdict = what_it_says(&finding, self.plan.halves);
        let (score, bound) = (finding.value.score, finding.bound);
        let mut line = self.describe(task, verdict, finding.pv);
        let decides = self.is_decisive(&verdict);
        if decides && line.pv.is_empty() {
            // Every move loses; that of the depth before did so last.
            line.pv = self.lines.first().map(|last| last.pv.clone()).unwrap_or_default();
        }
        self.tell(&line, effects);
        if decides || self.is_answer(score, bound) {
            self.finish_line(worker, task, line, spent, predict);
            let (next_depth, current) = (self.next_depth, self.line);
            let solving = matches!(self.phase, Phase::Solve(_));
            self.cut_where(effects, |other| {
                other.depth < next_depth || other.line != current || solving
            });
            return;
        }
        if bound == Bound::Lower && task.line == 0 {
            self.partial = Some(line);
        }
        if self.aspiration(task.depth).learn(score, bound) {
            let window = self.window_at(task.depth);
            let depth = task.depth;
            self.cut_where(effects, |other| other.depth == depth && other.window != window);
        }
    }

    /// A line of a depth is finished: on to the next line, the next depth, the solve, or the end.
    fn finish_line(
        &mut self,
        worker: usize,
        task: &Task<M>,
        line: Line<M>,
        spent: Spent,
        predict: impl FnOnce(Score) -> Score,
    ) {
        if self.plan.lines == 1 {
            self.finished.resize(self.plan.workers, None);
            if let Some(&mv) = line.pv.first() {
                let Verdict { score, proven, .. } = line.verdict;
                let ballot = Ballot { mv, depth: task.depth, score, proven };
                self.finished[worker] = Some((ballot, line.clone()));
            }
        }
        self.pending.push(line);
        self.partial = None;
        self.aspirations.clear();
        if self.pending.len() < self.plan.lines {
            self.line += 1;
            return;
        }
        self.line = 0;
        self.pending.sort_by_key(|line| std::cmp::Reverse(rank(&line.verdict)));
        self.lines = std::mem::take(&mut self.pending);
        self.next_depth = task.depth + 1;
        self.history.finish_depth(task.depth, spent);
        if self.lines.iter().all(|line| self.is_settled(&line.verdict)) {
            self.ended = Some(Ended::Proven);
        } else if self.is_enough(spent) {
            let whole = task.depth >= self.plan.deepest;
            self.ended = Some(if whole { Ended::Depth } else { Ended::Time });
        } else if self.plan.lines == 1 && self.lines[0].verdict.proven {
            self.begin_shortening(self.lines[0].clone());
        } else if self.is_time_to_solve(task.depth, spent) {
            self.begin_solve(predict(self.lines[0].verdict.score));
            self.passes_left = self.plan.selective_passes;
        } else if task.depth >= self.plan.deepest {
            self.ended = Some(Ended::Depth);
        } else {
            self.next_depth = self.next_depth.min(self.plan.deepest);
        }
    }

    /// True if the search ends with the iteration that is finished now: its soft limit has passed.
    fn is_enough(&self, spent: Spent) -> bool {
        self.plan.soft_time.is_some_and(|soft| spent.time >= soft)
    }

    /// True if deepening gives way to the exact solve now that a depth is finished.
    fn is_time_to_solve(&mut self, depth: i32, spent: Spent) -> bool {
        let (Some(after), Some(end)) = (self.plan.solve_after, self.plan.end) else { return false };
        if depth < after {
            return false;
        }
        let allowance = if self.plan.tries && depth + 1 < end {
            let (means, cost, lines) = (self.plan.means, self.plan.solve.cost, self.plan.lines);
            self.history.in_reach(&Question { spent, means, plies: end - depth, cost, lines })
        } else {
            // There is nothing else to do.
            Some(Allowance::WHOLE)
        };
        if let Some(allowance) = allowance {
            self.allowance = allowance;
            self.history.begin_solve(spent);
        }
        allowance.is_some()
    }

    /// The solve has cost more than was predicted: on with the depth at which it was tried. What it
    /// has proven stays in the table.
    fn resume_deepening(&mut self, spent: Spent, effects: &mut Effects<M>) {
        self.history.give_up_solve(spent);
        self.phase = Phase::Deepen;
        self.passes_left = 0;
        self.partial = None;
        self.pending.clear();
        self.line = 0;
        self.cut_where(effects, |_| true);
    }

    /// Learns what a selective pass found. Nothing of it is proven: when it has its value, the next pass begins around
    /// that, with this one's best moves in the table.
    /// For a single line it is an iteration of its own.
    fn learn_pass(
        &mut self,
        task: &Task<M>,
        finding: Finding<M>,
        spent: Spent,
        effects: &mut Effects<M>,
    ) {
        let Phase::Solve(driver) = &mut self.phase else { return };
        let changed = driver.learn(finding.value.score, finding.bound);
        if let Some(score) = driver.value() {
            if !finding.pv.is_empty() {
                let verdict = Verdict { score, bound: Bound::Exact, proven: false };
                let line = self.describe(task, verdict, finding.pv);
                self.tell(&line, effects);
                self.partial = Some(line);
            }
            if self.plan.lines == 1 && self.is_enough(spent) {
                self.ended = Some(Ended::Time);
                return;
            }
            self.begin_solve(score);
            self.passes_left -= 1;
        }
        if changed {
            self.cut_where(effects, |_| true);
        }
    }

    fn learn_solve(
        &mut self,
        task: &Task<M>,
        finding: Finding<M>,
        spent: Spent,
        effects: &mut Effects<M>,
    ) {
        if task.passes_left != self.passes_left {
            // A late answer of the pass before.
            return;
        }
        if task.passes_left > 0 {
            return self.learn_pass(task, finding, spent, effects);
        }
        let Phase::Solve(driver) = &mut self.phase else { return };
        if !finding.is_proven() {
            return self.give_up_solving(task, effects);
        }
        let changed = driver.learn(finding.value.score, finding.bound);
        let done = driver.window().is_none();
        let value = driver.value();
        let so_far = driver.so_far();
        // A late answer to an earlier question may come with a move that is worse than a known one.
        let reaches = finding.bound != Bound::Upper && driver.is_reached_by(finding.value.score);
        let pv = if reaches { finding.pv } else { self.partial_pv() };
        let verdict = match (done, value, so_far) {
            (true, Some(score), _) => Verdict { score, bound: Bound::Exact, proven: true },
            (_, _, Some((score, bound))) => Verdict { score, bound, proven: true },
            _ => return,
        };
        let line = self.describe(task, verdict, pv);
        self.tell(&line, effects);
        if done {
            self.partial = None;
            self.pending.push(line);
            if self.pending.len() == self.plan.lines {
                self.lines = std::mem::take(&mut self.pending);
                self.ended = Some(Ended::Proven);
            } else {
                let guess = value.unwrap_or(Score::DRAW);
                self.line += 1;
                self.begin_solve(guess);
            }
        } else {
            self.partial = Some(line);
        }
        if changed {
            self.cut_where(effects, |_| true);
        }
    }

    /// A solve met what it cannot see through, a line longer than lines may get or a position that
    /// came back, so its windows prove nothing. The end is then a depth like any other; and a win whose
    /// distance was to be proven is left as what it is, a win in at most that number of plies.
    fn give_up_solving(&mut self, task: &Task<M>, effects: &mut Effects<M>) {
        if task.proof {
            self.ended = Some(Ended::Proven);
            return;
        }
        self.phase = Phase::Deepen;
        self.partial = None;
        self.plan.solve_after = None;
        self.next_depth = self.plan.deepest;
        self.cut_where(effects, |_| true);
    }

    fn partial_pv(&self) -> Vec<M> {
        self.partial.as_ref().map(|line| line.pv.clone()).unwrap_or_default()
    }

    /// The best lines when the search has ended: those that the last depth has, finished or not,
    /// then those of the depth before, which is voted on where there is one line.
    pub(crate) fn best_lines(&mut self) -> Vec<Line<M>> {
        let mut earlier = std::mem::take(&mut self.lines);
        if self.ended != Some(Ended::Depth) && self.ended != Some(Ended::Proven) {
            self.vote_first_line(&mut earlier);
        }
        let mut best = std::mem::take(&mut self.pending);
        if let Some(partial) = self.partial.take() {
            Self::consider_partial(&mut best, &earlier, partial);
        }
        if best.is_empty() && earlier.len() == 1 {
            // As in most searches: nothing is left out, nothing allocated.
            best = earlier;
        } else {
            for line in earlier {
                if best.iter().all(|known| known.pv.first() != line.pv.first()) {
                    best.push(line);
                }
            }
        }
        best.truncate(self.plan.lines);
        for (place, line) in best.iter_mut().enumerate() {
            line.rank = place + 1;
        }
        best
    }

    fn vote_first_line(&self, lines: &mut [Line<M>]) {
        let Some(first) = lines.first_mut() else { return };
        let ballots: Vec<_> = self.finished.iter().flatten().map(|(ballot, _)| *ballot).collect();
        let Some(place) = vote(&ballots) else { return };
        let (_, line) = self.finished.iter().flatten().nth(place).expect("the vote's winner");
        *first = line.clone();
    }

    /// An unfinished line, the next after the `best` ones, changes the answer only if it has
    /// another move than the `earlier` line in its place, or proves something that was not.
    fn consider_partial(best: &mut Vec<Line<M>>, earlier: &[Line<M>], mut partial: Line<M>) {
        let old = earlier.get(best.len());
        // While only an upper bound is known, the first line may have any move; the others may not,
        // for it must not be that of a better line.
        if partial.pv.is_empty() && best.is_empty() {
            partial.pv = old.map(|old| old.pv.clone()).unwrap_or_default();
        } else if partial.pv.is_empty() {
            return;
        }
        let is_settled = old.is_some_and(|old| old.verdict.is_exact());
        let is_news = old.is_none_or(|old| partial.pv.first() != old.pv.first());
        if !is_settled && (partial.verdict.proven || is_news) {
            best.push(partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::value::{Basis, Value};

    fn finding(score: Score, bound: Bound, lower: Basis, upper: Basis) -> Finding<char> {
        let value = Value::new(score, lower, upper);
        Finding { value, bound, pv: vec!['a'], aborted: false, compared: true }
    }

    /// What is said of an exact finding with these sides, as bound and whether it is proven.
    fn said(score: Score, lower: Basis, upper: Basis, halves: bool) -> (Bound, bool) {
        let verdict = what_it_says(&finding(score, Bound::Exact, lower, upper), halves);
        assert_eq!(verdict.score, score);
        (verdict.bound, verdict.proven)
    }

    #[test]
    fn of_a_forced_win_the_half_is_said_that_is_proven() {
        use Basis::{Estimate, Proven};
        let (win, loss) = (Score::win_in(5), Score::loss_in(4));
        for (score, lower, upper, told) in [
            (win, Proven, Proven, (Bound::Exact, true)),
            (win, Proven, Estimate, (Bound::Lower, true)),
            (win, Estimate, Proven, (Bound::Exact, false)),
            (win, Estimate, Estimate, (Bound::Exact, false)),
            (loss, Proven, Proven, (Bound::Exact, true)),
            (loss, Estimate, Proven, (Bound::Upper, true)),
            (loss, Proven, Estimate, (Bound::Exact, false)),
            (loss, Estimate, Estimate, (Bound::Exact, false)),
            // What has no distance says who wins by itself, or not at all.
            (Score::margin(4), Proven, Estimate, (Bound::Exact, false)),
            (Score::margin(-4), Estimate, Proven, (Bound::Exact, false)),
            (Score::DRAW, Proven, Estimate, (Bound::Exact, false)),
            (Score::heuristic(40), Proven, Estimate, (Bound::Exact, false)),
        ] {
            assert_eq!(said(score, lower, upper, true), told, "{score:?} {lower:?} {upper:?}");
        }
        assert_eq!(
            said(win, Proven, Estimate, false),
            (Bound::Exact, false),
            "halves do not count"
        );
        // A bound that failed is a bound, whatever its other side rests on.
        let failed = finding(win, Bound::Upper, Proven, Estimate);
        let verdict = what_it_says(&failed, true);
        assert_eq!((verdict.bound, verdict.proven), (Bound::Upper, false));
    }
}
