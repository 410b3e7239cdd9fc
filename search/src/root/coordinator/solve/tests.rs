use super::exact::WIN_BASE;
use super::*;

/// Answers a window truthfully for a value, fail hard.
fn answer(value: Score, window: Window) -> (Score, Bound) {
    let score = value.clamp(window.alpha, window.beta);
    (score, Bound::of(score, window))
}

fn passes(mut driver: SolveDriver, value: Score) -> usize {
    let mut passes = 0;
    while let Some(window) = driver.window() {
        let (found, bound) = answer(value, window);
        // Fail hard answers of a null window may fall into a gap; what they mean is the side.
        let found = match bound {
            Bound::Lower => value.min(found.max(window.beta)).max(window.beta),
            Bound::Upper => found,
            Bound::Exact => value,
        };
        driver.learn(found, bound);
        passes += 1;
        assert!(passes < 40_000, "no end for {value:?} {driver:?}");
    }
    assert_eq!(driver.value(), Some(value));
    passes
}

#[test]
fn ordinals_and_scores_are_each_others_inverse() {
    for place in -LAST..=LAST {
        assert_eq!(at_most(score(place)), place);
        assert_eq!(at_least(score(place)), place);
    }
}

#[test]
fn where_the_ranges_of_scores_meet_none_is_counted_twice_or_left_out() {
    let [margin, far, near] =
        [Score::margin(Score::MAX_MARGIN), Score::win_in(Score::MAX_DISTANCE), Score::win_in(0)];
    for (below, above) in [(margin, far), (near, Score::INFINITY)] {
        assert_eq!(at_most(above), at_most(below) + 1);
        assert_eq!(at_least(-above), at_least(-below) - 1);
        for exact in [below, above, -below, -above] {
            assert_eq!(score(at_most(exact)), exact);
        }
    }
}

#[test]
fn a_score_in_a_gap_counts_for_the_nearest_exact_one_on_the_side_it_bounds() {
    let last = Score::margin(Score::MAX_MARGIN);
    let gap = Score::from_raw(last.raw() + 700);
    assert_eq!((score(at_most(gap)), at_least(gap)), (last, WIN_BASE));
    assert_eq!((at_most(-gap), score(at_least(-gap))), (-WIN_BASE, -last));
    // Between the draw and the smallest margin lie the estimates.
    let gap = Score::heuristic(9);
    assert_eq!((at_most(gap), at_least(gap), at_most(-gap), at_least(-gap)), (0, 1, -1, 0));
}

const NEAR: SolveWindows = SolveWindows::InwardsTo { least: -3, most: 9 };

#[test]
fn every_plan_finds_every_value_and_a_move_for_it() {
    let bounds = Bounds { lower: Score::margin(-21), upper: Score::margin(21) };
    use SolveWindows::{AroundGuess, Bisect, Full, Inwards};
    for windows in [AroundGuess, Bisect, Inwards, NEAR, Full] {
        for value in -21..=21 {
            let guess = Score::margin(3);
            let driver = SolveDriver::new(bounds, windows, 1, guess);
            passes(driver, Score::margin(value));
        }
    }
}

#[test]
fn an_answer_in_a_gap_between_exact_scores_still_settles_its_question() {
    for value in [-30, -1, 0, 1, 30].map(Score::margin).into_iter().chain([Score::win_in(9)]) {
        use SolveWindows::{AroundGuess, Bisect, Inwards};
        for windows in [Bisect, Inwards, NEAR, AroundGuess] {
            let mut driver = SolveDriver::new(Bounds::UNKNOWN, windows, 1, Score::DRAW);
            let mut passes = 0;
            while let Some(window) = driver.window() {
                let (found, bound) = answer(value, window);
                driver.learn(found, bound);
                passes += 1;
                assert!(passes < 40_000, "no end for {value:?} {driver:?}");
            }
            assert_eq!(driver.value(), Some(value));
        }
    }
}

#[test]
fn the_next_question_halves_what_is_left_or_goes_inwards_from_the_nearer_extreme() {
    use SolveWindows::{AroundGuess, Bisect, Inwards};
    for (windows, lower, upper, asked) in [
        (Bisect, 0, 10, 6),
        (Bisect, -20, 10, -4),
        // Most of what is left lies on the losing side, then on the winning one.
        (Inwards, -20, 10, -9),
        (Inwards, -10, 20, 11),
        // Half of the extreme is no longer within, or no nearer to zero than the middle.
        (Inwards, -20, -4, -11),
        (Inwards, 4, 20, 13),
        (Inwards, -20, 0, -9),
        (Inwards, 0, 20, 11),
        // Inwards too from far away; then whether it is a draw, and from there outwards.
        (NEAR, -20, 10, -9),
        (NEAR, -9, 9, -3),
        (NEAR, -9, -4, -6),
        (NEAR, -3, 9, 0),
        (NEAR, -3, -1, -1),
        (NEAR, 0, 9, 1),
        (NEAR, 3, 9, 4),
        (AroundGuess, -20, 20, 7),
        (AroundGuess, 10, 20, 11),
        (AroundGuess, -20, 5, 5),
    ] {
        let bounds = Bounds { lower: Score::margin(lower), upper: Score::margin(upper) };
        let driver = SolveDriver::new(bounds, windows, 1, Score::margin(7));
        let window = driver.window().expect("nothing is known yet");
        assert_eq!(window, Window::null(Score::margin(asked).prev()), "{windows:?} {lower}");
    }
}

#[test]
fn around_a_guess_the_next_question_is_a_step_above_what_is_reached_or_at_the_new_bound() {
    let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
    let guess = Score::margin(4);
    let driver = SolveDriver::new(bounds, SolveWindows::AroundGuess, 2, guess);
    let asked = |driver: &SolveDriver| driver.window().expect("more to ask").beta;
    let mut higher = driver.clone();
    assert!(higher.learn(Score::margin(6), Bound::Lower));
    assert_eq!(asked(&higher), Score::margin(8));
    let mut lower = driver.clone();
    assert!(lower.learn(Score::margin(-2), Bound::Upper));
    assert_eq!(asked(&lower), Score::margin(-2));
    // The same again says nothing new.
    assert!(!lower.learn(Score::margin(-2), Bound::Upper));
    assert_eq!(lower.proven(), Bounds { upper: Score::margin(-2), ..bounds });
}

#[test]
fn words_that_contradict_each_other_end_in_the_later_one() {
    let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
    let new = || SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
    for bound in [Bound::Lower, Bound::Exact] {
        let mut driver = new();
        driver.learn(Score::margin(3), Bound::Upper);
        driver.learn(Score::margin(5), bound);
        assert_eq!((driver.value(), driver.window()), (Some(Score::margin(5)), None));
    }
    let mut driver = new();
    driver.learn(Score::margin(5), Bound::Lower);
    driver.learn(Score::margin(3), Bound::Upper);
    assert_eq!((driver.value(), driver.window()), (Some(Score::margin(3)), None));
    assert!(driver.is_reached_by(Score::margin(3)) && !driver.is_reached_by(Score::margin(2)));
}

#[test]
fn the_most_that_is_proven_is_a_bound_that_a_move_reaches_or_one_from_above() {
    let bounds = Bounds { lower: Score::margin(-20), upper: Score::INFINITY };
    let mut driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
    // What was known beforehand is nothing that a search has found.
    assert_eq!(driver.so_far(), None);
    driver.learn(Score::margin(9), Bound::Upper);
    assert_eq!(driver.so_far(), Some((Score::margin(9), Bound::Upper)));
    driver.learn(Score::margin(2), Bound::Lower);
    assert_eq!(driver.so_far(), Some((Score::margin(2), Bound::Lower)));
    let mut driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
    driver.learn(Score::INFINITY, Bound::Upper);
    assert_eq!(driver.so_far(), None, "no bound at all");
    // What was known beforehand, and a move that does not reach it.
    let bounds = Bounds { lower: Score::margin(4), ..bounds };
    let mut driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
    driver.learn(Score::margin(2), Bound::Lower);
    assert_eq!(driver.so_far(), None);
    driver.learn(Score::margin(9), Bound::Upper);
    assert_eq!(driver.so_far(), Some((Score::margin(9), Bound::Upper)));
}

#[test]
fn bisecting_takes_the_logarithm_of_the_range() {
    let bounds = Bounds { lower: Score::margin(-64), upper: Score::margin(64) };
    for value in -64..=64 {
        let driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
        assert!(passes(driver, Score::margin(value)) <= 9);
    }
}

#[test]
fn wins_and_losses_in_n_are_found_without_any_bounds() {
    for value in [Score::win_in(5), Score::loss_in(900), Score::DRAW] {
        for windows in [SolveWindows::Bisect, SolveWindows::Inwards, SolveWindows::Full] {
            passes(SolveDriver::new(Bounds::UNKNOWN, windows, 1, Score::DRAW), value);
        }
    }
}

#[test]
fn a_distance_is_proven_from_the_shortest_upwards() {
    for (found, value) in [(9, 9), (9, 5), (1, 1), (40, 3)] {
        for (found, value) in [
            (Score::win_in(found), Score::win_in(value)),
            (Score::loss_in(found), Score::loss_in(value)),
        ] {
            let mut driver = SolveDriver::by_distance(found);
            let mut deepest = 0;
            while let Some(window) = driver.window() {
                let within = driver.within().expect("a distance is asked for");
                assert!(within >= deepest, "{driver:?}");
                deepest = within;
                let (answer, bound) = answer(value, window);
                driver.learn(answer, bound);
            }
            assert_eq!(driver.value(), Some(value));
        }
    }
}

#[test]
fn a_distance_is_answered_a_ply_beyond_it() {
    // Of a win the shortest is asked for first, of a loss that it takes longer than the shortest.
    assert_eq!(SolveDriver::by_distance(Score::win_in(9)).within(), Some(2));
    assert_eq!(SolveDriver::by_distance(Score::loss_in(8)).within(), Some(3));
}

#[test]
fn a_loss_whose_distance_is_known_still_asks_for_its_move() {
    let mut driver = SolveDriver::by_distance(Score::loss_in(2));
    driver.learn(Score::loss_in(1), Bound::Upper);
    assert_eq!(driver.value(), Some(Score::loss_in(1)));
    let window = driver.window().expect("no move is known that lasts as long");
    driver.learn(window.beta, Bound::Lower);
    assert_eq!(driver.window(), None);
}

#[test]
fn a_value_known_beforehand_still_asks_for_its_move() {
    let known = Bounds::exactly(Score::margin(-4));
    let mut driver = SolveDriver::new(known, SolveWindows::Full, 2, Score::DRAW);
    let window = driver.window().expect("no move is known yet");
    assert!(window.cuts_off(Score::margin(-4)));
    driver.learn(Score::margin(-4), Bound::Lower);
    assert_eq!(driver.window(), None);
}

#[test]
fn a_win_of_unknown_distance_is_said_to_be_one_until_the_distance_is_found() {
    let mut driver = SolveDriver::by_distance(Score::won(9));
    let won = Score::won(Score::MAX_DISTANCE);
    assert_eq!(driver.so_far(), Some((won, Bound::Lower)));
    assert_eq!(driver.proven(), Bounds { lower: won, upper: Score::win_in(1) });
    driver.learn(Score::win_in(7), Bound::Lower);
    assert_eq!(driver.so_far(), Some((Score::win_in(7), Bound::Lower)));
    let driver = SolveDriver::by_distance(Score::lost(4));
    assert_eq!(driver.so_far(), Some((Score::lost(Score::MAX_DISTANCE), Bound::Upper)));
}
