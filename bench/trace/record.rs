//! A search, written down visit by visit.

use plyglot_search::{Bound, Left, Observer, Visit, Why};

/// One visit to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<M> {
    /// The visit within which this one was made; `None` for a search from the root.
    pub parent: Option<usize>,
    /// What was asked.
    pub visit: Visit<M>,
    /// Its result; `None` if the search ended before the visit did.
    pub left: Option<Left<M>>,
    /// How many visits were made within it, at any depth, those that were left out too.
    pub within: u64,
    /// How many of those were stored.
    pub stored_within: usize,
    /// How often a best move was found, in this visit and within it, and how often it was the one
    /// that was tried first.
    pub ordering: FirstMoves,
}

/// How often a best move was found, and how often that was the first. What fails low knows no best
/// move: the one that was least bad has only the loosest of the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstMoves {
    /// Visits that tried moves and found a best one: whose answer was above alpha.
    pub settled: u64,
    /// Those of them whose best move was tried first.
    pub first_best: u64,
}

impl FirstMoves {
    /// The share of visits whose first move was the best; `None` where there was no such visit.
    pub fn share(self) -> Option<f64> {
        (self.settled > 0).then(|| self.first_best as f64 / self.settled as f64)
    }

    /// Counts a visit that has ended.
    pub(super) fn count<M>(&mut self, left: &Left<M>) {
        if let (Why::FailHigh | Why::AllMoves, Some((_, place))) = (left.why, &left.best)
            && left.bound != Bound::Upper
        {
            self.settled += 1;
            self.first_best += u64::from(*place == 0);
        }
    }
}

/// A search, written down visit by visit in the order in which they began: what was visited within
/// a visit follows it directly. Beyond a number of visits only their number is stored; the result of a
/// visit that is stored is always stored.
#[derive(Clone, Debug)]
pub struct Recording<M> {
    nodes: Vec<Node<M>>,
    most: usize,
    /// Visits at this many plies from the root, or more, are left out.
    plies: u32,
    left_out: u64,
    /// The visits that have not ended: their places, `None` of those that are left out.
    open: Vec<Option<usize>>,
}

impl<M> Recording<M> {
    /// A recording of at most `most` visits.
    pub fn new(most: usize) -> Self {
        Recording { nodes: Vec::new(), most, plies: u32::MAX, left_out: 0, open: Vec::new() }
    }

    /// The same, of visits less than `plies` plies from the root.
    pub fn within_plies(self, plies: u32) -> Self {
        Recording { plies, ..self }
    }

    /// The visits that were stored, in the order in which they began.
    pub fn nodes(&self) -> &[Node<M>] {
        &self.nodes
    }

    /// How many visits were made beyond those that were stored.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The visits made directly within one, or from the root, in order: their places.
    pub fn children(&self, of: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let (first, end) = match of {
            Some(parent) => (parent + 1, parent + 1 + self.nodes[parent].stored_within),
            None => (0, self.nodes.len()),
        };
        let inside = move |place: usize| (place < end).then_some(place);
        std::iter::successors(inside(first), move |&place| {
            inside(place + 1 + self.nodes[place].stored_within)
        })
    }
}

impl<M: Copy> Observer<M> for Recording<M> {
    fn enter(&mut self, visit: Visit<M>) {
        let stored = self.nodes.len() < self.most && visit.ply < self.plies;
        for &place in self.open.iter().flatten() {
            self.nodes[place].within += 1;
            self.nodes[place].stored_within += usize::from(stored);
        }
        if !stored {
            self.left_out += 1;
            self.open.push(None);
            return;
        }
        let parent = self.open.last().copied().flatten();
        self.open.push(Some(self.nodes.len()));
        let ordering = FirstMoves::default();
        self.nodes.push(Node { parent, visit, left: None, within: 0, stored_within: 0, ordering });
    }

    fn leave(&mut self, left: Left<M>) {
        for &place in self.open.iter().flatten() {
            self.nodes[place].ordering.count(&left);
        }
        if let Some(Some(place)) = self.open.pop() {
            self.nodes[place].left = Some(left);
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_family::{Method, Question, search_watched};
    use plyglot_games::synthetic::{Spec, Sums, Synthetic};

    use super::*;

    fn record(method: &str, most: usize) -> Recording<u16> {
        let tree = Synthetic::new(Spec::new(3, 4)).expect("a tree");
        let mut recording = Recording::new(most);
        let method: Method = method.parse().expect("a method");
        search_watched(&method, &tree, &mut Sums, &Question::depth(4), &mut recording)
            .expect("an answer");
        recording
    }

    #[test]
    fn the_whole_tree_is_written_down() {
        let whole = record("negamax", usize::MAX);
        assert_eq!(whole.nodes().len(), 1 + 3 + 9 + 27 + 81);
        assert_eq!((whole.nodes()[0].within, whole.left_out()), (120, 0));
        assert_eq!(whole.children(None).collect::<Vec<_>>(), [0]);
        assert_eq!(whole.children(Some(0)).collect::<Vec<_>>(), [1, 41, 81]);
        let leaf = whole.nodes().len() - 1;
        assert_eq!(whole.children(Some(leaf)).count(), 0);
        for (place, node) in whole.nodes().iter().enumerate() {
            let children: Vec<_> = whole.children(Some(place)).collect();
            assert_eq!(children.len(), node.left.expect("every visit ended").tried);
            assert!(children.iter().all(|&child| whole.nodes()[child].parent == Some(place)));
        }
    }

    #[test]
    fn best_moves_are_counted_as_the_search_itself_counts_them() {
        let tree = Synthetic::new(Spec::parse("4,6,best=60").expect("a spec")).expect("a tree");
        for name in ["minimax", "alpha-beta", "alpha-beta-hard", "negascout", "mtd-f+table"] {
            let method: Method = name.parse().expect("a method");
            let mut recording = Recording::new(usize::MAX);
            let counts =
                search_watched(&method, &tree, &mut Sums, &Question::depth(5), &mut recording)
                    .expect("an answer")
                    .counts;
            let passes = recording.children(None).map(|pass| recording.nodes()[pass].ordering);
            let [settled, first_best] = passes.fold([0, 0], |[settled, first], one| {
                [settled + one.settled, first + one.first_best]
            });
            assert_eq!([settled, first_best], [counts.settled, counts.first_best], "{name}");
        }
    }

    #[test]
    fn visits_beyond_the_limit_are_counted() {
        let (whole, part) = (record("mtd-f", usize::MAX), record("mtd-f", 10));
        assert!(whole.children(None).count() > 1, "MTD(f) makes several passes");
        assert_eq!(part.nodes().len(), 10);
        assert_eq!(part.left_out() as usize, whole.nodes().len() - 10);
        for (stored, node) in part.nodes().iter().zip(whole.nodes()) {
            assert_eq!(
                (stored.visit, stored.left, stored.within),
                (node.visit, node.left, node.within)
            );
        }
    }
}
