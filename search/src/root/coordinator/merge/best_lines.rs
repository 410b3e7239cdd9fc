//! The answer of a search: its best lines when it has ended.

use crate::root::coordinator::state::RootState;
use crate::rules::report::Line;

impl RootState {
    /// The best lines when the search has ended: those that the last depth has, finished or not,
    /// then those of the depth before. What others found a depth less deep has no say, however good it looks: scores
    /// swing between even and odd depths.
    pub(crate) fn best_lines(&mut self) -> Vec<Line<u32>> {
        let earlier = std::mem::take(&mut self.lines);
        if self.plan.also.is_some() && !earlier.is_empty() {
            return self.compared_lines(earlier);
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

    /// The lines of a search in which a move has one of its own: those of the last depth that was finished, since
    /// values of different depths do not compare. But what is proven by then of the first does with all.
    fn compared_lines(&mut self, mut lines: Vec<Line<u32>>) -> Vec<Line<u32>> {
        if let Some(proven) = self.pending.drain(..).next().filter(|line| line.verdict.proven) {
            let also = self.plan.also;
            lines.retain(|line| {
                line.pv.first() == also.as_ref() && line.pv.first() != proven.pv.first()
            });
            lines.insert(0, proven);
        }
        for (place, line) in lines.iter_mut().enumerate() {
            line.rank = place + 1;
        }
        lines
    }

    /// An unfinished line, the next after the `best` ones, changes the answer only if it has
    /// another move than the `earlier` line in its place, or proves something that was not.
    fn consider_partial(best: &mut Vec<Line<u32>>, earlier: &[Line<u32>], mut partial: Line<u32>) {
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
