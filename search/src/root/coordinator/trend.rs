//! How settled the choice of a move is, from iteration to iteration: what a time manager is told.

use crate::rules::pace::Iteration;
use crate::rules::report::Line;

/// What the iterations so far have found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trend {
    best: Option<u32>,
    steady: u32,
    /// Of the scores so far, each counting twice as much as the one before it.
    average: Option<f32>,
}

impl Trend {
    /// Notes the first line of an iteration that is finished, with the part of the nodes that its first move took.
    pub(super) fn note(&mut self, line: &Line<u32>, share: Option<f32>, unit: i32) -> Iteration {
        let best = line.pv.first().copied();
        self.steady = if best.is_some() && best == self.best { self.steady + 1 } else { 0 };
        self.best = best;
        let score = line.verdict.score;
        let points = (!score.is_decided()).then_some(score.raw() as f32);
        let drop = match (self.average, points) {
            (Some(average), Some(points)) => (average - points) / unit.max(1) as f32,
            _ => 0.0,
        };
        self.average = points.map(|points| self.average.map_or(points, |old| (old + points) / 2.0));
        Iteration { depth: line.depth, steady: self.steady, drop, share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::report::{Bound, Verdict};
    use crate::rules::score::Score;

    fn line(depth: u32, mv: u32, score: Score) -> Line<u32> {
        let verdict = Verdict { score, bound: Bound::Exact, proven: false };
        Line { rank: 1, depth, verdict, pv: vec![mv] }
    }

    #[test]
    fn moves_that_stay_and_scores_that_fall_are_told() {
        let mut trend = Trend::default();
        let mut note = |depth, mv, points| {
            let told = trend.note(&line(depth, mv, Score::heuristic(points)), None, 20);
            (told.steady, told.drop)
        };
        assert_eq!(note(1, 7, 40), (0, 0.0));
        assert_eq!(note(2, 7, 40), (1, 0.0));
        assert_eq!(note(3, 7, 0), (2, 2.0));
        assert_eq!(note(4, 8, 40), (0, -1.0));
        assert_eq!(note(5, 7, 30), (0, 0.0));
    }

    #[test]
    fn a_decided_score_is_no_fall() {
        let mut trend = Trend::default();
        trend.note(&line(1, 7, Score::heuristic(40)), None, 20);
        let lost = trend.note(&line(2, 7, Score::loss_in(4)), Some(0.5), 20);
        assert_eq!((lost.drop, lost.share), (0.0, Some(0.5)));
        assert_eq!(trend.note(&line(3, 7, Score::heuristic(0)), None, 20).drop, 0.0);
    }
}
