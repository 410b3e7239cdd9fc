//! How the family's variants and aids differ, since all of them find the same values: which
//! windows they ask at the root, where they search again, and what an order of moves saves.

use crate::family_support::tree;
use plyglot_family::{Answer, Method, Question, search, search_watched};
use plyglot_games::synthetic::Sums;
use plyglot_search::{Bound, Kind, Left, Observer, Score, Visit, Window};

/// The searches from the root: the window, and the answer.
#[derive(Default)]
struct Passes {
    open: Vec<Window>,
    all: Vec<(Window, Score)>,
}

impl<M> Observer<M> for Passes {
    fn enter(&mut self, visit: Visit<M>) {
        self.open.push(visit.window);
    }

    fn leave(&mut self, left: Left<M>) {
        let window = self.open.pop().expect("a visit that began");
        if self.open.is_empty() {
            self.all.push((window, left.value));
        }
    }
}

fn watched<O: Observer<u16>>(method: &str, text: &str, guess: i32, seen: &mut O) -> Answer<u16> {
    let method: Method = method.parse().expect("a method");
    let question = Question { guess: Some(Score::heuristic(guess)), ..Question::depth(5) };
    search_watched(&method, &tree(text), &mut Sums, &question, seen).expect("an answer")
}

fn passes(method: &str, text: &str, guess: i32) -> (Vec<(Window, Score)>, Score) {
    let mut passes = Passes::default();
    let value = watched(method, text, guess, &mut passes).value;
    (passes.all, value)
}

#[test]
fn mtd_from_above_comes_down_and_mtd_from_below_comes_up() {
    let mut several = 0;
    for seed in 0..20 {
        let text = format!("4,6,steps=9,seed={seed}");
        let (down, value) = passes("mtd-high+table", &text, 3);
        assert_eq!(down[0].0.beta, Score::INFINITY);
        assert!(down.windows(2).all(|pair| pair[1].0.beta == pair[0].1 && pair[1].1 <= pair[0].1));
        assert!(down.iter().all(|(_, answer)| *answer >= value));
        let (up, value) = passes("mtd-low+table", &text, 3);
        assert_eq!(up[0].0.alpha, -Score::INFINITY);
        assert!(up.windows(2).all(|pair| pair[1].0.alpha == pair[0].1 && pair[1].1 >= pair[0].1));
        assert!(up.iter().all(|(_, answer)| *answer <= value));
        several += usize::from(down.len() > 2 && up.len() > 2);
    }
    assert!(several > 10, "{several} of 20 took several steps");
}

#[test]
fn a_gradual_window_opens_on_the_side_that_failed_each_time_twice_as_far() {
    let text = "4,6,steps=9,seed=1";
    for guess in [-200, 200] {
        let (all, _) = passes("aspiration-gradual=3", text, guess);
        let (first, _) = all[0];
        assert_eq!([first.alpha.raw(), first.beta.raw()], [guess - 3, guess + 3]);
        assert!(all.len() > 2, "{all:?}");
        let mut step = 3;
        for pair in all.windows(2) {
            let ((_, answer), (next, _)) = (pair[0], pair[1]);
            let (from, to) =
                if guess > 0 { (next.beta, next.alpha) } else { (next.alpha, next.beta) };
            assert_eq!(from, answer, "what failed closes the next window");
            assert_eq!((to.raw() - from.raw()).abs(), step);
            step *= 2;
        }
    }
}

/// Counts second searches by the plies that they have left: all of them, and those that were made
/// within another one.
#[derive(Default)]
struct Again {
    open: Vec<(Kind, usize)>,
    all: [u64; 6],
    /// Within one that has this many plies left.
    within: [u64; 6],
}

impl<M> Observer<M> for Again {
    fn enter(&mut self, visit: Visit<M>) {
        let plies = visit.depth as usize;
        if visit.kind == Kind::Research {
            self.all[plies] += 1;
            for &(_, above) in self.open.iter().filter(|(kind, _)| *kind == Kind::Research) {
                self.within[above] += 1;
            }
        }
        self.open.push((visit.kind, plies));
    }

    fn leave(&mut self, _left: Left<M>) {
        self.open.pop();
    }
}

#[test]
fn shallow_subtrees_are_searched_without_second_searches_always_or_when_they_are_visited_again() {
    let again = |method: &str| {
        let mut again = Again::default();
        for seed in 0..30 {
            watched(method, &format!("4,6,random=1000,seed={seed}"), 0, &mut again);
        }
        let is = |counts: [u64; 6]| counts.map(|count| count > 0);
        (is(again.all), is(again.within))
    };
    let (all, within) = again("negascout");
    assert_eq!(
        all,
        [true, true, true, true, true, false],
        "the root has no move to be searched again"
    );
    assert_eq!(within, [false, true, true, true, true, false]);
    // A child with one ply left is below a node with two, which alpha-beta has.
    let (all, _) = again("negascout-shallow=2");
    assert_eq!(all, [false, false, true, true, true, false]);
    let (all, within) = again("negascout-revisit=2");
    assert_eq!(all, [true, true, true, true, true, false]);
    assert_eq!(within, [false, false, false, true, true, false]);
}

#[test]
fn every_aid_of_ordering_saves_leaves_where_moves_are_alike() {
    let leaves = |aids: &str| {
        let method: Method = format!("alpha-beta{aids}").parse().expect("a method");
        let of = |seed| {
            // Joined: what a move gains depends on the move alone.
            let tree = tree(&format!("6,6,steps=9,joined,seed={seed}"));
            let answer = search(&method, &tree, &mut Sums, &Question::depth(5)).expect("an answer");
            assert_eq!(answer.bound, Bound::Exact);
            answer.iterations.last().expect("a depth").counts.leaves
        };
        (0..10).map(of).sum::<u64>()
    };
    let plain = leaves("");
    for aid in ["+evaluation", "+history", "+killers", "+table"] {
        assert!(leaves(aid) < plain, "{aid}: {} of {plain}", leaves(aid));
    }
    let (without, with) = (leaves("+table+deepening"), leaves("+table+deepening+hash"));
    assert!(with < without, "hash: {with} of {without}");
}
