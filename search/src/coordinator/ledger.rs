//! The root's ledger: plain data that says who searches what, what was found, and what is next.
//! No lock, no clock, no search in it; [`super::Coordinator`] puts it behind its lock.

use super::plan::Plan;
use super::solve::SolveDriver;
use super::stagger::stagger;
use super::vote::{Ballot, vote};
use crate::aspiration::Aspiration;
use crate::knowledge::Bounds;
use crate::report::{Bound, Ended, Line, Verdict};
use crate::score::Score;
use crate::window::Window;

/// One search of the root, to be done by one worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task<M> {
    pub(crate) depth: i32,
    pub(crate) to_end: bool,
    pub(crate) window: Window,
    /// Which of several lines it is for, from 0.
    pub(crate) line: usize,
    /// The first moves of the better lines, which this one leaves out.
    pub(crate) banned: Vec<M>,
    /// The best move that is known of before the task begins.
    pub(crate) known: Option<M>,
}

/// What a worker found in a task.
#[derive(Clone, Debug)]
pub(crate) struct Finding<M> {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Holds to the end of the game.
    pub(crate) complete: bool,
    /// The best line; empty where no move was better than alpha.
    pub(crate) pv: Vec<M>,
    /// Given up before the end: the line is the best of the moves that were tried.
    pub(crate) aborted: bool,
    /// The task's known move was searched, so that the line is no worse than it.
    pub(crate) compared: bool,
}

/// What has to be done after a report.
#[derive(Debug)]
pub(crate) struct Effects<M> {
    /// Workers whose task has become pointless.
    pub(crate) cut: Vec<usize>,
    /// A line worth telling about.
    pub(crate) news: Option<Line<M>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Assignment {
    depth: i32,
    line: usize,
    window: Window,
    solving: bool,
}

#[derive(Debug)]
enum Phase {
    /// Iterative deepening.
    Deepen,
    /// The exact value, by null windows or one full window.
    Solve(SolveDriver),
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Ledger<M> {
    plan: Plan,
    phase: Phase,
    /// The shallowest depth that is not finished.
    frontier: i32,
    /// The line that is being searched, from 0.
    line: usize,
    /// By depth and, where each worker keeps its own, by worker.
    aspirations: Vec<((i32, usize), Aspiration)>,
    assigned: Vec<Option<Assignment>>,
    /// Each worker's last finished iteration, with its line; for the vote.
    finished: Vec<Option<(Ballot<M>, Vec<M>)>>,
    /// The best lines of the last depth that was finished.
    lines: Vec<Line<M>>,
    /// The lines of the depth at hand that are finished.
    pending: Vec<Line<M>>,
    /// The best of a depth that was not finished.
    partial: Option<Line<M>>,
    pub(crate) ended: Option<Ended>,
}

impl<M: Copy + PartialEq> Ledger<M> {
    pub(crate) fn new(plan: Plan) -> Self {
        let mut ledger = Ledger {
            phase: Phase::Deepen,
            frontier: 1,
            line: 0,
            aspirations: Vec::new(),
            assigned: vec![None; plan.workers],
            finished: Vec::new(),
            lines: Vec::new(),
            pending: Vec::new(),
            partial: None,
            ended: None,
            plan,
        };
        if ledger.plan.solve_after == Some(0) {
            ledger.begin_solve(Score::DRAW);
        }
        ledger
    }

    /// Sets out for the exact value of the line at hand, beginning around `guess`. No later line is
    /// worth more than the one before it.
    fn begin_solve(&mut self, guess: Score) {
        let mut bounds = self.plan.bounds;
        if let Some(better) = self.pending.last() {
            bounds = Bounds { lower: Bounds::UNKNOWN.lower, upper: better.verdict.score };
        }
        let (windows, step) = (self.plan.solve.windows, self.plan.margin_step);
        self.phase = Phase::Solve(SolveDriver::new(bounds, windows, step, guess));
    }

    /// Hands a task to a worker; `None` when the search is over.
    pub(crate) fn next(&mut self, worker: usize) -> Option<Task<M>> {
        if self.ended.is_some() {
            return None;
        }
        let (depth, window, to_end) = match &self.phase {
            Phase::Solve(driver) => {
                let window = driver.window().expect("a finished solve moves on at once");
                (self.plan.end.expect("only games with an end are solved"), window, true)
            }
            Phase::Deepen => {
                let depth = self.next_depth();
                let to_end = self.plan.end.is_some_and(|end| depth >= end);
                (depth, self.window_at(depth, worker), to_end)
            }
        };
        let solving = matches!(self.phase, Phase::Solve(_));
        self.assigned[worker] = Some(Assignment { depth, line: self.line, window, solving });
        let banned = self.pending.iter().filter_map(|line| line.pv.first().copied()).collect();
        let known = self.lines.get(self.line).and_then(|line| line.pv.first().copied());
        Some(Task { depth, to_end, window, line: self.line, banned, known })
    }

    fn next_depth(&self) -> i32 {
        if self.plan.lines > 1 {
            // The next depth's lines depend on which moves this one's better lines begin with.
            return self.frontier.min(self.plan.deepest);
        }
        let deepest = self.plan.solve_after.unwrap_or(self.plan.deepest).max(self.frontier);
        let deepest = deepest.min(self.plan.deepest);
        if !self.plan.scheme.stagger {
            return self.frontier.min(deepest);
        }
        let crowd = self.plan.scheme.crowd();
        stagger(self.frontier, deepest, self.plan.workers, crowd, |depth| {
            self.assigned.iter().flatten().filter(|other| other.depth == depth).count()
        })
    }

    /// The window of a depth: the aspiration's, as far as it asks what is wanted to know.
    fn window_at(&mut self, depth: i32, worker: usize) -> Window {
        let (wanted, asked) = (self.plan.window, self.aspiration(depth, worker).window());
        let (alpha, beta) = (wanted.alpha.max(asked.alpha), wanted.beta.min(asked.beta));
        if alpha < beta { Window { alpha, beta } } else { wanted }
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

    fn aspiration(&mut self, depth: i32, worker: usize) -> &mut Aspiration {
        let owner = (depth, if self.plan.scheme.aspiration { 0 } else { worker });
        if let Some(place) = self.aspirations.iter().position(|(other, _)| *other == owner) {
            return &mut self.aspirations[place].1;
        }
        let fresh = match self.lines.get(self.line) {
            Some(last) if last.depth >= 2 => {
                Aspiration::around(last.verdict.score, self.plan.aspiration)
            }
            _ => Aspiration::open(),
        };
        self.aspirations.push((owner, fresh));
        &mut self.aspirations.last_mut().expect("just pushed").1
    }

    /// Takes back what a worker found. `predict` turns an estimate into the exact score that it
    /// predicts, for the guess of a solve that follows.
    pub(crate) fn report(
        &mut self,
        worker: usize,
        task: &Task<M>,
        finding: Finding<M>,
        predict: impl FnOnce(Score) -> Score,
    ) -> Effects<M> {
        let mut effects = Effects { cut: Vec::new(), news: None };
        let solving = self.assigned[worker].take().is_some_and(|mine| mine.solving);
        if self.ended.is_some() || task.line != self.line {
            return effects;
        }
        if finding.aborted {
            self.keep_partial(task, finding);
        } else if solving {
            self.learn_solve(task, finding, &mut effects);
        } else if matches!(self.phase, Phase::Deepen) && task.depth >= self.frontier {
            self.learn_depth(worker, task, finding, predict, &mut effects);
        }
        effects
    }

    /// If a task that was given up had searched the old best move, a move that it found better is
    /// worth keeping until something as deep is finished.
    fn keep_partial(&mut self, task: &Task<M>, finding: Finding<M>) {
        let deeper = self.partial.as_ref().is_none_or(|old| (old.depth as i32) < task.depth);
        let deeper = deeper && task.depth >= self.frontier;
        if self.line == 0 && finding.compared && !finding.pv.is_empty() && deeper {
            let verdict = Verdict { score: finding.score, bound: Bound::Lower, proven: false };
            self.partial = Some(self.describe(task, verdict, finding.pv));
        }
    }

    fn describe(&self, task: &Task<M>, verdict: Verdict, pv: Vec<M>) -> Line<M> {
        Line { rank: task.line + 1, depth: task.depth.max(0) as u32, verdict, pv }
    }

    fn cut_where(&self, effects: &mut Effects<M>, pointless: impl Fn(&Assignment) -> bool) {
        if !self.plan.scheme.cut {
            return;
        }
        for (worker, assigned) in self.assigned.iter().enumerate() {
            if assigned.as_ref().is_some_and(&pointless) {
                effects.cut.push(worker);
            }
        }
    }

    fn learn_depth(
        &mut self,
        worker: usize,
        task: &Task<M>,
        finding: Finding<M>,
        predict: impl FnOnce(Score) -> Score,
        effects: &mut Effects<M>,
    ) {
        let Finding { score, bound, complete, pv, .. } = finding;
        let verdict = Verdict { score, bound, proven: complete };
        let line = self.describe(task, verdict, pv);
        effects.news = Some(line.clone());
        if self.is_answer(score, bound) {
            self.finish_line(worker, task, line, predict);
            let (frontier, current) = (self.frontier, self.line);
            let solving = matches!(self.phase, Phase::Solve(_));
            self.cut_where(effects, |other| {
                other.depth < frontier || other.line != current || solving
            });
            return;
        }
        if bound == Bound::Lower && task.line == 0 {
            self.partial = Some(line);
        }
        if self.aspiration(task.depth, worker).learn(score, bound) && self.plan.scheme.aspiration {
            let window = self.window_at(task.depth, worker);
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
        predict: impl FnOnce(Score) -> Score,
    ) {
        if self.plan.lines == 1 {
            self.finished.resize(self.plan.workers, None);
            if let Some(&mv) = line.pv.first() {
                let Verdict { score, proven, .. } = line.verdict;
                let ballot = Ballot { mv, depth: task.depth, score, proven };
                self.finished[worker] = Some((ballot, line.pv.clone()));
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
        self.pending.sort_by_key(|line| std::cmp::Reverse(line.verdict.score));
        self.lines = std::mem::take(&mut self.pending);
        for (place, line) in self.lines.iter_mut().enumerate() {
            line.rank = place + 1;
        }
        self.frontier = task.depth + self.plan.stride;
        if self.lines.iter().all(|line| line.verdict.proven) {
            self.ended = Some(Ended::Proven);
        } else if self.plan.solve_after.is_some_and(|after| self.frontier > after) {
            self.begin_solve(predict(self.lines[0].verdict.score));
        } else if task.depth >= self.plan.deepest {
            self.ended = Some(Ended::Depth);
        } else {
            self.frontier = self.frontier.min(self.plan.deepest);
        }
    }

    fn learn_solve(&mut self, task: &Task<M>, finding: Finding<M>, effects: &mut Effects<M>) {
        let Phase::Solve(driver) = &mut self.phase else { return };
        if !finding.complete {
            return self.give_up_solving(effects);
        }
        let changed = driver.learn(finding.score, finding.bound);
        let done = driver.window().is_none();
        let value = driver.value();
        let so_far = driver.so_far();
        // A late answer to an earlier question may come with a move that is worse than a known one.
        let reaches = finding.bound != Bound::Upper && driver.is_reached_by(finding.score);
        let pv = if reaches { finding.pv } else { self.partial_pv() };
        let verdict = match (done, value, so_far) {
            (true, Some(score), _) => Verdict { score, bound: Bound::Exact, proven: true },
            (_, _, Some((score, bound))) => Verdict { score, bound, proven: true },
            _ => return,
        };
        let line = self.describe(task, verdict, pv);
        effects.news = Some(line.clone());
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
    /// came back, so its windows prove nothing. The end is then a depth like any other.
    fn give_up_solving(&mut self, effects: &mut Effects<M>) {
        self.phase = Phase::Deepen;
        self.partial = None;
        self.plan.solve_after = None;
        self.frontier = self.plan.deepest;
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
        for line in earlier {
            if best.iter().all(|known| known.pv.first() != line.pv.first()) {
                best.push(line);
            }
        }
        best.truncate(self.plan.lines);
        for (place, line) in best.iter_mut().enumerate() {
            line.rank = place + 1;
        }
        best
    }

    fn vote_first_line(&self, lines: &mut [Line<M>]) {
        let Some(first) = lines.first_mut().filter(|_| self.plan.scheme.vote) else { return };
        let ballots: Vec<_> = self.finished.iter().flatten().map(|(ballot, _)| *ballot).collect();
        let Some(place) = vote(&ballots) else { return };
        let (ballot, pv) = self.finished.iter().flatten().nth(place).expect("the vote's winner");
        let verdict = Verdict { score: ballot.score, bound: Bound::Exact, proven: ballot.proven };
        *first = Line { rank: 1, depth: ballot.depth as u32, verdict, pv: pv.clone() };
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
        let is_settled =
            old.is_some_and(|old| old.verdict.proven && old.verdict.bound == Bound::Exact);
        let is_news = old.is_none_or(|old| partial.pv.first() != old.pv.first());
        if !is_settled && (partial.verdict.proven || is_news) {
            best.push(partial);
        }
    }
}

#[cfg(test)]
mod tests;
