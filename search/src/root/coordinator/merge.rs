//! Merging: what comes back from the workers becomes lines, depths that are finished, windows that are
//! wider, questions of a solve that are answered; and at the end of the search, its answer.
//!
//! Plain data, as all of the state. What it cannot do itself, cutting the tasks of others short and
//! reporting a line, it gives back as [`Effects`].

mod best_lines;
mod effects;
mod solve;
mod verdict;

pub(super) use effects::Effects;

use std::time::Duration;

use self::verdict::{rank, what_it_says};
use super::state::{Phase, RootState, Task};
use crate::recursion::Finding;
use crate::rules::limits::MAX_PLY;
use crate::rules::report::{Bound, Ended, Line, Verdict};
use crate::rules::score::Score;
use crate::shared::account::State;
use crate::shared::budget::Spent;

impl RootState {
    /// Takes back what a worker found, when so much is spent. `predict` turns an estimate into the
    /// exact score that it predicts, for the guess of a solve that follows.
    pub(crate) fn report(
        &mut self,
        worker: usize,
        task: &Task,
        finding: Finding,
        spent: Spent,
        predict: impl FnOnce(Score) -> Score,
    ) -> Effects {
        let mut effects =
            Effects { cut: Vec::new(), has_line: false, line: None, outcome: State::Ended };
        let solving = self.assigned[worker].take().is_some_and(|mine| mine.solving);
        if self.ended.is_some() || task.line != self.line {
            return effects;
        }
        let is_solve = matches!(self.phase, Phase::Solve(_));
        if finding.aborted && solving && is_solve && self.budget.is_spent(spent) {
            self.resume_deepening(spent, &mut effects);
        } else if finding.aborted {
            // What is left of a solve from which deepening has resumed is none of its depths.
            if is_solve || !solving {
                self.keep_partial(task, finding);
            }
        } else if solving {
            self.learn_solve(task, finding, spent, &mut effects);
        } else if !is_solve && task.depth >= self.next_depth {
            self.learn_depth(task, finding, spent, predict, &mut effects);
        }
        effects
    }

    /// If a task that was given up had searched the old best move, a move that it found better is
    /// worth keeping until something as deep is finished. What is proven stays instead: the line of a
    /// win whose distance is still to be proven, for one.
    fn keep_partial(&mut self, task: &Task, finding: Finding) {
        let is_less = |old: &Line<u32>| !old.verdict.proven && (old.depth as i32) < task.depth;
        let deeper = self.partial.as_ref().is_none_or(is_less);
        let deeper = deeper && task.depth >= self.next_depth;
        if self.line == 0 && finding.compared && !finding.pv.is_empty() && deeper {
            let verdict =
                Verdict { score: finding.value.score, bound: Bound::Lower, proven: false };
            self.partial = Some(self.describe(task, verdict, finding.pv));
        }
    }

    fn learn_depth(
        &mut self,
        task: &Task,
        finding: Finding,
        spent: Spent,
        predict: impl FnOnce(Score) -> Score,
        effects: &mut Effects,
    ) {
        let verdict = what_it_says(&finding, self.plan.halves);
        let (score, bound) = (finding.value.score, finding.bound);
        let mut line = self.describe(task, verdict, finding.pv);
        let decides = self.is_decisive(&verdict);
        if decides && line.pv.is_empty() {
            // Every move loses; that of the depth before did so last.
            line.pv = self.lines.first().map(|last| last.pv.clone()).unwrap_or_default();
        }
        self.report_line(&line, effects);
        if decides || self.is_answer(score, bound) {
            effects.outcome = State::Finished;
            if task.line == 0 {
                self.share = finding.share;
            }
            self.finish_line(task, line, spent, predict);
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
        effects.outcome = State::Failed;
        if self.aspiration(task.depth).learn(score, bound) {
            let window = self.window_at(task.depth);
            let depth = task.depth;
            self.cut_where(effects, |other| other.depth == depth && other.window != window);
        }
    }

    /// It is proven that neither side can win, which ends the search. Gives the line that says so.
    pub(crate) fn learn_draw(&mut self, task: &Task, mv: u32) -> Line<u32> {
        let verdict = Verdict { score: Score::DRAW, bound: Bound::Exact, proven: true };
        let line = self.describe(task, verdict, vec![mv]);
        self.lines = vec![line.clone()];
        (self.partial, self.ended) = (None, Some(Ended::Proven));
        self.pending.clear();
        line
    }

    /// It is proven that the position is won or lost within as many plies as the score says. Gives the line that says so,
    /// and the workers whose depth has become pointless; nothing if it is no news.
    pub(crate) fn learn_win(
        &mut self,
        task: &Task,
        mv: u32,
        score: Score,
    ) -> Option<(Line<u32>, Vec<usize>)> {
        if !matches!(self.phase, Phase::Deepen) {
            return None;
        }
        let bound = if score > Score::DRAW { Bound::Lower } else { Bound::Upper };
        let line = self.describe(task, Verdict { score, bound, proven: true }, vec![mv]);
        (self.lines, self.partial) = (vec![line.clone()], None);
        self.pending.clear();
        self.aspirations.clear();
        if self.is_settled(&line.verdict) {
            self.ended = Some(Ended::Proven);
        } else {
            self.begin_shortening(line.clone());
        }
        let assigned = self.assigned.iter().enumerate();
        let cut = assigned.filter(|(_, task)| task.is_some()).map(|(worker, _)| worker);
        Some((line, cut.collect()))
    }

    /// The last try to prove that the position is drawn has failed: the search ends for this reason.
    pub(crate) fn give_up_draw(&mut self, reason: Option<Ended>) {
        self.ended.get_or_insert(reason.unwrap_or(Ended::Depth));
    }

    /// No depth is left. Where a draw could be proven there is one thing more to do: how often that was tried depends
    /// on how many nodes the depths had, which may be few where the table knows most of them.
    fn end_at_deepest(&mut self) {
        if self.plan.proves_draws && self.plan.deepest == MAX_PLY as i32 {
            self.phase = Phase::Draw;
        } else {
            self.ended = Some(Ended::Depth);
        }
    }

    /// By what the soft limit is multiplied after the iteration that is finished now.
    fn pace(&mut self) -> f32 {
        let iteration = self.trend.note(&self.lines[0], self.share, self.plan.aspiration);
        self.plan.pace.map_or(1.0, |pace| pace.0(&iteration))
    }

    /// True if the search ends with the iteration that is finished now: its soft limit, multiplied by this, has passed.
    pub(super) fn is_enough(&self, spent: Spent, factor: f32) -> bool {
        let began = self.plan.clock_began;
        self.plan.soft_time.is_some_and(|soft| {
            let seconds = soft.saturating_sub(began).as_secs_f64() * f64::from(factor);
            let soft = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            spent.time >= began.saturating_add(soft)
        })
    }

    /// A line of a depth is finished: on to the next line, the next depth, the solve, or the end.
    fn finish_line(
        &mut self,
        task: &Task,
        line: Line<u32>,
        spent: Spent,
        predict: impl FnOnce(Score) -> Score,
    ) {
        self.pending.push(line);
        self.partial = None;
        self.aspirations.clear();
        if self.wants_another() {
            self.line += 1;
            return;
        }
        self.line = 0;
        self.pending.sort_by_key(|line| std::cmp::Reverse(rank(&line.verdict)));
        self.take_pending();
        self.next_depth = self.plan.depth_from(task.depth + 1);
        self.history.finish_depth(task.depth, spent);
        let pace = self.pace();
        if self.lines.iter().all(|line| self.is_settled(&line.verdict)) {
            self.ended = Some(Ended::Proven);
        } else if self.is_enough(spent, pace) {
            let whole = task.depth >= self.plan.deepest;
            self.ended = Some(if whole { Ended::Depth } else { Ended::Time });
        } else if self.plan.is_single() && self.lines[0].verdict.proven {
            self.begin_shortening(self.lines[0].clone());
        } else if self.is_time_to_solve(task.depth, spent) {
            self.begin_solve(predict(self.lines[0].verdict.score));
            self.passes_left = self.plan.selective_passes;
        } else if task.depth >= self.plan.deepest {
            self.end_at_deepest();
        } else {
            self.next_depth = self.next_depth.min(self.plan.deepest);
        }
    }
}
