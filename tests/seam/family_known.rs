//! What is known of the algorithms of the family: how many leaves they visit where that is
//! known, which of them are the same search in another form, and that mistakes show. And how searches
//! end that are not possible.

use crate::common::{Heap, Mistake};
use crate::family_support::{algorithms, tree};
use plyglot_check::minimax::minimax;
use plyglot_family::{
    Algorithm, Answer, Counts, FamilyError, Method, Question, search, search_watched,
};
use plyglot_games::synthetic::{Sums, Synthetic};
use plyglot_search::{Knowledge, Left, Observer, RulesOnly, Score, Stop, Visit, Why, Window};

fn run(method: &str, tree: &Synthetic, question: &Question<'_>) -> Answer<u16> {
    let method: Method = method.parse().expect("a method");
    search(&method, tree, &mut Sums, question).expect("an answer")
}

fn to_end(method: &str, text: &str) -> Counts {
    run(method, &tree(text), &Question::TO_END).counts
}

/// What all trees of a kind take together, by seed.
fn summed(method: &str, text: &str) -> Counts {
    let seeds = (0..30).map(|seed| to_end(method, &format!("{text},seed={seed}")));
    seeds.reduce(|one, two| one + two).expect("some trees")
}

#[test]
fn on_perfectly_ordered_trees_only_the_critical_tree_is_visited() {
    for (b, d) in [(2u64, 7u32), (3, 6), (5, 4), (6, 5), (40, 2), (7, 1)] {
        let text = format!("{b},{d},best=100");
        let critical = b.pow(d.div_ceil(2)) + b.pow(d / 2) - 1;
        for all in ["minimax", "negamax"] {
            assert_eq!(to_end(all, &text).leaves, b.pow(d), "{all} on {text}");
        }
        let pruning = ["alpha-beta", "alpha-beta-hard", "alpha-beta-sides", "scout", "pvs"];
        let scouting = ["negascout", "negascout-sides", "negascout-last=2", "negascout-shallow=3"];
        for method in pruning.into_iter().chain(scouting) {
            let counts = to_end(method, &text);
            assert_eq!(counts.leaves, critical, "{method} on {text}");
            assert_eq!((counts.researches, counts.passes), (0, 1), "{method} on {text}");
            assert_eq!(counts.first_best, counts.settled, "{method} on {text}");
        }
    }
}

#[test]
fn with_the_right_guess_mtd_f_proves_it_from_both_sides() {
    let tree = tree("4,6,steps=9,seed=3");
    let value = run("alpha-beta", &tree, &Question::TO_END).value;
    let question = Question { guess: Some(value), ..Question::TO_END };
    let answer = run("mtd-f", &tree, &question);
    assert_eq!((answer.value, answer.counts.passes), (value, 2));
}

#[test]
fn bisection_takes_no_more_passes_than_the_range_has_bits() {
    for seed in 0..20 {
        let counts = to_end("mtd-bisect+table", &format!("4,5,random=8000,seed={seed}"));
        assert!((2..=17).contains(&counts.passes), "{} passes", counts.passes);
    }
}

#[test]
fn an_open_window_is_searched_once_after_one_that_failed() {
    for seed in 0..20 {
        let tree = tree(&format!("4,6,steps=9,seed={seed}"));
        for (method, most) in [("aspiration=5", 2), ("aspiration-aside=5", 2)] {
            let method = format!("{method}+deepening");
            let answer = run(&method, &tree, &Question::depth(6));
            assert!(answer.iterations.iter().all(|one| one.counts.passes <= most), "{method}");
        }
    }
    let text = "4,6,steps=9";
    assert!(summed("aspiration=1", text).passes <= summed("aspiration-gradual=1", text).passes);
    assert_eq!(summed("aspiration=30000", text).passes, 30);
}

#[test]
fn the_centre_aside_is_the_score_of_two_depths_ago() {
    let tree = tree("4,6,steps=9,seed=2");
    let mut roots = Roots(Vec::new());
    let method: Method = "aspiration-aside=5+deepening".parse().expect("a method");
    let question = Question { guess: Some(Score::heuristic(3)), ..Question::depth(6) };
    let answer = search_watched(&method, &tree, &mut Sums, &question, &mut roots).expect("one");
    let mut passes = 0;
    let values: Vec<Score> = answer.iterations.iter().map(|one| one.value).collect();
    for (place, one) in answer.iterations.iter().enumerate() {
        let centre = if place < 2 { Score::heuristic(3) } else { values[place - 2] };
        assert_eq!(roots.0[passes].alpha.raw(), centre.raw() - 5, "depth {:?}", one.depth);
        passes += one.counts.passes as usize;
    }
}

/// The windows of the searches from the root.
struct Roots(Vec<Window>);

impl<M> Observer<M> for Roots {
    fn enter(&mut self, visit: Visit<M>) {
        if visit.ply == 0 {
            self.0.push(visit.window);
        }
    }

    fn leave(&mut self, _left: Left<M>) {}
}

/// The leaves of a search, each by the moves that lead to it.
#[derive(Default)]
struct LeavesSeen(Vec<u16>, std::collections::BTreeSet<Vec<u16>>);

impl Observer<u16> for LeavesSeen {
    fn enter(&mut self, visit: Visit<u16>) {
        self.0.extend(visit.mv);
    }

    fn leave(&mut self, left: Left<u16>) {
        if matches!(left.why, Why::Outcome | Why::Horizon) {
            self.1.insert(self.0.clone());
        }
        self.0.pop();
    }
}

#[test]
fn with_moves_in_a_fixed_order_and_no_table_negascout_sees_no_leaf_that_alpha_beta_does_not() {
    for text in ["3,6,random=9", "4,5,random=1000", "3,6,steps=9,again=30", "5,4,decided=10"] {
        for seed in 0..40 {
            let tree = tree(&format!("{text},seed={seed}"));
            let [all, fewer] = ["alpha-beta", "negascout"].map(|method| {
                let (method, mut seen) =
                    (Method::plain(method.parse().expect("a name")), LeavesSeen::default());
                search_watched(&method, &tree, &mut Sums, &Question::TO_END, &mut seen)
                    .expect("one");
                seen.1
            });
            assert!(fewer.is_subset(&all), "{text},seed={seed}");
        }
    }
}

#[test]
fn some_are_the_same_search_in_another_form() {
    let same = [
        ("minimax", "negamax"),
        ("alpha-beta-sides", "alpha-beta"),
        ("negascout-sides", "negascout"),
        ("pvs", "negascout"),
        ("negascout-shallow=100", "alpha-beta"),
    ];
    for text in ["3,6,random=4", "4,5,steps=9,again=30", "3,7,decided=10,joined"] {
        for (one, other) in same {
            for aids in ["", "+killers+history", "+table+hash"] {
                // To a depth, since to the end nothing is shallow.
                let depth = Question::depth(7);
                let [one, other] =
                    [one, other].map(|name| run(&format!("{name}{aids}"), &tree(text), &depth));
                assert_eq!((one.value, one.line), (other.value, other.line), "{text}{aids}");
                assert_eq!(one.counts, other.counts, "{text}{aids}");
            }
        }
    }
}

#[test]
fn the_second_search_that_follows_the_first_finds_its_way_sooner() {
    let text = "5,6,random=1000";
    let (plain, guided) = (summed("negascout", text), summed("negascout-refutation", text));
    assert!(guided.leaves < plain.leaves, "{} of {}", guided.leaves, plain.leaves);
    assert!(guided.researches > 0);
}

/// The value that a method claims for a tree, and the true value.
fn claimed(method: &str, text: &str) -> (Score, Score) {
    let tree = tree(text);
    let value = minimax(&mut tree.clone(), &mut Sums, None);
    (run(method, &tree, &Question::depth(u32::from(tree.spec().depth))).value, value)
}

#[test]
fn the_program_as_printed_takes_an_upper_bound_for_the_value() {
    let text = "2,2,random=9,seed=16";
    assert_eq!(claimed("mistake-printed", text), (Score::margin(-4), Score::margin(-7)));
    assert_eq!(claimed("negascout-sides", text).0, Score::margin(-7));
}

#[test]
fn the_guide_s_second_search_breaks_off_too_early() {
    let text = "2,3,random=9,seed=0";
    assert_eq!(claimed("mistake-guide", text), (Score::margin(1), Score::margin(7)));
}

#[test]
fn three_plies_before_the_end_a_null_window_gives_only_a_bound() {
    let text = "2,3,random=9,seed=0";
    assert_eq!(claimed("negascout-last=3", text), (Score::margin(1), Score::margin(7)));
    assert_eq!(claimed("negascout-last=2", text).0, Score::margin(7));
}

#[test]
fn a_wide_null_window_read_as_yes_or_no_misses_small_gains() {
    let wrong = |method: &str| {
        let texts = (0..200).map(|seed| format!("3,3,random=9,seed={seed}"));
        texts.map(|text| claimed(method, &text)).filter(|(claimed, value)| claimed != value).count()
    };
    assert!(wrong("mistake-wide=2") > 0);
    assert!(wrong("mistake-wide=6") > wrong("mistake-wide=2"));
    assert_eq!(wrong("negascout-wide=6"), 0);
}

/// Estimates in steps of two.
#[derive(Clone)]
struct Even;

impl Knowledge<Synthetic> for Even {
    fn evaluate(&mut self, tree: &Synthetic) -> i32 {
        2 * Sums.evaluate(tree)
    }
}

#[test]
fn a_null_window_as_wide_as_the_step_of_all_values_is_one() {
    let question = Question::depth(5);
    for seed in 0..50 {
        let tree = tree(&format!("3,8,steps=9,seed={seed}"));
        let [null, wide] = ["negascout", "mistake-wide=2"].map(|method| {
            let method: Method = method.parse().expect("a method");
            search(&method, &tree, &mut Even, &question).expect("an answer")
        });
        assert_eq!((null.value, null.counts), (wide.value, wide.counts));
    }
}

#[test]
fn a_position_that_is_over_or_not_to_be_searched_is_answered_at_once() {
    for algorithm in algorithms(false) {
        let method: Method = format!("{algorithm}+table+deepening").parse().expect("a method");
        let over = Heap::of(0);
        for question in [Question::TO_END, Question::depth(0), Question::depth(9)] {
            let answer = search(&method, &over, &mut RulesOnly::default(), &question);
            let answer = answer.expect("an answer");
            assert_eq!((answer.value, answer.line.len()), (Score::loss_in(0), 0), "{method}");
        }
        let answer = search(&method, &tree("3,4"), &mut Sums, &Question::depth(0));
        let answer = answer.expect("an answer");
        assert_eq!((answer.value, answer.line.len()), (Score::DRAW, 0), "{method}");
        assert_eq!(answer.counts.interior, 0, "{method}");
    }
}

#[test]
fn a_search_that_may_not_go_on_ends_with_the_reason() {
    let raised = Stop::default();
    raised.raise();
    for algorithm in algorithms(false) {
        let method = Method::plain(algorithm);
        let ask = |heap: &Heap, question: &Question<'_>| {
            search(&method, heap, &mut RulesOnly::default(), question).expect_err("no answer")
        };
        let heap = Heap::of(12);
        let few = Question { visits: 5, ..Question::TO_END };
        assert_eq!(ask(&heap, &few), FamilyError::TooManyVisits(5), "{method}");
        let stopped = Question { stop: Some(&raised), ..Question::TO_END };
        assert_eq!(ask(&heap, &stopped), FamilyError::Stopped, "{method}");
        assert_eq!(ask(&heap, &Question::depth(251)), FamilyError::TooDeep(251), "{method}");
        let game = Heap::with(Mistake::NoMovesAt(9), 12);
        assert_eq!(ask(&game, &Question::TO_END), FamilyError::Stuck(vec![1, 1, 1]), "{method}");
    }
}

#[test]
fn a_search_that_is_not_possible_is_refused() {
    let ask = |algorithm, window: Window| {
        let question = Question { window, ..Question::depth(3) };
        search(&Method::plain(algorithm), &tree("3,4"), &mut Sums, &question).map(|one| one.value)
    };
    let at = Score::heuristic;
    for (alpha, beta) in [(at(0), at(0)), (at(3), at(-3)), (Score::INFINITY, -Score::INFINITY)] {
        let window = Window { alpha, beta };
        for algorithm in algorithms(false) {
            assert_eq!(ask(algorithm, window), Err(FamilyError::NoWindow(window)), "{algorithm}");
        }
    }
    let makes = [Algorithm::NegaScoutWide, Algorithm::Aspiration, Algorithm::AspirationGradual];
    for algorithm in makes.into_iter().flat_map(|make| [i32::MIN, 0, i32::MAX].map(make)) {
        let found = ask(algorithm, Window::FULL);
        assert!(matches!(found, Err(FamilyError::Method(_))), "{algorithm}: {found:?}");
    }
}
