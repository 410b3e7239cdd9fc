//! Where NegaScout's second search is not needed: with at most two plies left, if the mover changes.
//! Sources differ on whether the rule begins at maximum depth - 2 or - 1; both are right, and three
//! plies are too many.

use crate::family_support::tree;
use plyglot_family::{Method, Question, search_watched};
use plyglot_games::synthetic::Sums;
use plyglot_search::{Kind, Left, Observer, Score, Visit};

/// Watches which second searches answered what the null window before them had.
#[derive(Default)]
struct Again {
    open: Vec<(Kind, usize)>,
    /// By the ply of the child: the answer of the null window that ended last there.
    null: Vec<Option<Score>>,
    /// By the plies that the child had left: second searches that changed nothing, and others.
    same: [u64; 3],
    changed: [u64; 3],
}

impl<M> Observer<M> for Again {
    fn enter(&mut self, visit: Visit<M>) {
        self.null.resize(self.null.len().max(visit.ply as usize + 1), None);
        self.open.push((visit.kind, visit.depth as usize));
    }

    fn leave(&mut self, left: Left<M>) {
        let (kind, depth) = self.open.pop().expect("a visit that began");
        let before = self.null[self.open.len()].replace(left.value);
        if kind == Kind::Research && depth < 3 {
            let same = before == Some(left.value);
            *(if same { &mut self.same[depth] } else { &mut self.changed[depth] }) += 1;
        }
    }
}

fn again(method: &str, text: &str) -> Again {
    let mut again = Again::default();
    let method: Method = method.parse().expect("a method");
    for seed in 0..60 {
        let tree = tree(&format!("{text},seed={seed}"));
        search_watched(&method, &tree, &mut Sums, &Question::depth(6), &mut again).expect("one");
    }
    again
}

#[test]
fn a_second_search_changes_nothing_on_the_last_two_plies_where_movers_alternate() {
    let Again { same, changed, .. } = again("negascout", "3,6,random=100");
    // A child with 0 plies left is below a node with one, and so on.
    assert!(same[0] > 0 && same[1] > 0, "second searches on the last plies: {same:?}");
    assert_eq!([changed[0], changed[1]], [0, 0]);
    assert!(changed[2] > 0, "with three plies left the first answer is only a bound");
}

#[test]
fn a_second_search_is_needed_with_two_plies_left_where_the_mover_moves_on() {
    let Again { same, changed, .. } = again("negascout", "3,6,random=100,again=100");
    assert!(same[0] > 0);
    assert_eq!(changed[0], 0);
    assert!(changed[1] > 0);
}

#[test]
fn a_table_of_equal_depths_and_fail_soft_answers_does_not_break_the_rule_for_the_last_plies() {
    let Again { same, changed, .. } = again("negascout+table", "4,6,random=100,joined");
    assert!(same[0] > 0 && same[1] > 0, "second searches on the last plies: {same:?}");
    assert_eq!([changed[0], changed[1]], [0, 0]);
}

#[test]
fn the_rule_for_the_last_plies_leaves_out_second_searches_where_it_holds() {
    let left = |method: &str, text: &str| {
        let Again { same, changed, .. } = again(method, text);
        [0, 1, 2].map(|depth| same[depth] + changed[depth] > 0)
    };
    let text = "3,6,random=100";
    assert_eq!(left("negascout", text), [true; 3]);
    assert_eq!(left("negascout-last=1", text), [false, true, true]);
    assert_eq!(left("negascout-last=2", text), [false, false, true]);
    assert_eq!(left("negascout-last=3", text), [false; 3]);
    assert_eq!(left("negascout-last=2", &format!("{text},again=100")), [false, true, true]);
    assert_eq!(left("negascout-last=2+table", text), [false, false, true]);
}
