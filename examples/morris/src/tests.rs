//! The laws hold, the numbers of positions are those of combinatorics, and endings are what a search says.

use plyglot::check::laws::{Check, Effort, check_text};
use plyglot::check::perft::perft;
use plyglot::search::endings::{Endings, Place};
use plyglot::search::random::SplitMix;
use plyglot::search::{Describe, Game, MoveList, Outcome};

use crate::endings::FewMen;
use crate::knowledge::Player;
use crate::rules::{BOARD, MILLS, Morris, beside, in_mills, points};
use crate::symmetry;

/// The same position with the sides exchanged.
fn exchanged(game: &Morris) -> Morris {
    let ([x, o], [hand, other]) = (game.men, game.hands);
    Morris { men: [o, x], hands: [other, hand], side: game.side.other(), ..*game }
}

fn at(text: &str) -> Morris {
    Morris::start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Morris) -> Vec<String> {
    let mut moves = MoveList::new();
    game.moves(&mut moves);
    moves.iter().map(|mv| game.notation(mv)).collect()
}

#[test]
fn the_laws_hold() -> Result<(), Box<dyn std::error::Error>> {
    let start = Morris::start();
    let summary = Check::new(&start, &Player).identity(Morris::text).exchange(exchanged).run()?;
    assert!(summary.transpositions > 10, "{summary:?}");
    let ending = at("x.o/.x./..o/.x..../.../x.o/... 0,0 x");
    Check::new(&ending, &Player).identity(Morris::text).exchange(exchanged).run()?;
    check_text(&start, &Effort::default())?;
    Ok(())
}

#[test]
fn the_board_is_that_of_the_game() {
    // Corners have two neighbours, middles three, those of the ring between four: 32 lines in all.
    let ends: u32 = points(BOARD).map(|point| beside(1 << point).count_ones()).sum();
    assert_eq!(ends, 2 * 32);
    assert!(
        points(BOARD)
            .all(|point| MILLS.iter().filter(|&&mill| mill >> point & 1 == 1).count() == 2)
    );
    let images = symmetry::all()
        .map(|symmetry| symmetry.of(0b1011))
        .collect::<std::collections::BTreeSet<_>>();
    assert_eq!(images.len(), 16);
    for symmetry in symmetry::all() {
        assert!(MILLS.iter().all(|&mill| MILLS.contains(&symmetry.of(mill))), "{symmetry:?}");
        assert!(
            points(BOARD)
                .all(|point| symmetry.of(beside(1 << point)) == beside(symmetry.of(1 << point)))
        );
    }
}

#[test]
fn men_are_put_in_turn_and_mills_take() {
    // No mill can be closed before the fifth ply.
    for (depth, lines) in (1..).zip([24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21]) {
        assert_eq!(perft(&Morris::start(), depth), lines, "{depth} plies");
    }
    // The third man of a mill takes one of two: of 24 x 23 x 22 x 21 x 20 lines those in which the three men of the first
    // side make one of 16 mills, in any order, with two others anywhere, count twice.
    let with_mill = 16 * 6 * 21 * 20;
    assert_eq!(perft(&Morris::start(), 5), 24 * 23 * 22 * 21 * 20 + with_mill);
}

#[test]
fn men_in_mills_are_spared_while_there_are_others_and_three_may_fly() {
    // a7 d7 g7 is a mill of o, b6 is not in one.
    let game = at("ooo/ox./.x./....../.../x.x/... 0,0 x");
    assert_eq!(in_mills(game.men[1]), 0b111);
    let taking: Vec<_> = moves(&game).into_iter().filter(|mv| mv.contains('x')).collect();
    assert!(taking.iter().all(|mv| mv.ends_with("xb6")), "{taking:?}");
    let all_in_mills = at("ooo/.x./.x./....../.../x.x/... 0,0 x");
    let taking: Vec<_> = moves(&all_in_mills).into_iter().filter(|mv| mv.contains('x')).collect();
    assert!(
        taking.iter().all(|mv| ["xa7", "xd7", "xg7"].iter().any(|end| mv.ends_with(end))),
        "{taking:?}"
    );
    // Three men go to each of the empty points, four along the lines.
    assert_eq!(moves(&at("x.o/.x./..o/....../.../x.o/... 0,0 x")).len(), 3 * 18);
    assert_eq!(moves(&at("x.x/.../..o/....../.../o.o/x.x 0,0 x")).len(), 8);
}

#[test]
fn a_side_with_two_men_or_without_a_move_has_lost() {
    assert_eq!(at("xx./.../..o/....../.../o.o/... 0,0 x").outcome(), Some(Outcome::Loss));
    assert_eq!(at("xx./.../..o/....../.../o.o/... 1,0 x").outcome(), None);
    // In the corners of the outer ring, shut in.
    let shut = at("xox/.../.../o....o/.../.../xox 0,0 x");
    assert_eq!((shut.outcome(), moves(&shut).len()), (Some(Outcome::Loss), 0));
}

#[test]
fn every_number_of_three_against_three_is_a_position_and_back() {
    let all = FewMen::new();
    let names: Vec<_> = all.classes().iter().map(|class| class.name.as_str()).collect();
    assert_eq!(names, ["3-3", "4-3", "4-4", "5-3"]);
    let mut count = 0;
    for index in 0..all.classes()[0].size {
        let place = Place { class: 0, index };
        let Some(position) = all.position(place) else { continue };
        assert_eq!(all.place(&position), Some(place));
        count += 1;
    }
    // As many as there are under the sixteen symmetries, by Burnside's lemma: the mean number of positions that each leaves
    // as they are.
    let ways = |symmetry: symmetry::Symmetry| {
        let mut lengths = Vec::new();
        let mut seen = 0_u32;
        for point in points(BOARD) {
            let (mut orbit, mut next) = (0_u32, point);
            while orbit >> next & 1 == 0 {
                orbit |= 1 << next;
                next = symmetry.of_point(next);
            }
            if seen & orbit == 0 {
                lengths.push(orbit.count_ones() as usize);
                seen |= orbit;
            }
        }
        // Each orbit is empty, of the one side or of the other.
        let mut ways = [[0_u64; 4]; 4];
        ways[0][0] = 1;
        for length in lengths {
            for (own, other) in
                (0..4_usize).rev().flat_map(|own| (0..4_usize).rev().map(move |other| (own, other)))
            {
                let more = [
                    own.checked_sub(length).map(|own| ways[own][other]),
                    other.checked_sub(length).map(|other| ways[own][other]),
                ];
                ways[own][other] += more.into_iter().flatten().sum::<u64>();
            }
        }
        ways[3][3]
    };
    assert_eq!(count, symmetry::all().map(ways).sum::<u64>() / 16);
}

#[test]
fn places_are_the_same_for_images_and_for_both_sides() {
    let (all, mut random) = (FewMen::new(), SplitMix(7));
    for _ in 0..500 {
        let men: Vec<u8> = points(BOARD).collect();
        let (mut own, mut other) = (0_u32, 0_u32);
        let [more, fewer] =
            random.pick(&[[3, 3], [4, 3], [3, 4], [4, 4], [5, 3], [3, 5]]).expect("a class");
        while own.count_ones() < more {
            own |= 1 << random.pick(&men).expect("a point");
        }
        while other.count_ones() < fewer {
            other |= (1 << random.pick(&men).expect("a point")) & !own;
        }
        let game = Morris {
            men: [own, other],
            hands: [0; 2],
            side: plyglot::search::Side::First,
            calm: 0,
        };
        let place = all.place(&game);
        assert!(place.is_some());
        assert_eq!(all.place(&exchanged(&game)), place);
        for symmetry in symmetry::all() {
            let image = Morris { men: game.men.map(|set| symmetry.of(set)), ..game };
            assert_eq!(all.place(&image), place);
        }
        let kept = all.position(place.expect("a place")).expect("a position");
        assert_eq!(all.place(&kept), place);
    }
    assert_eq!(all.place(&Morris::start()), None);
}

#[test]
fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
    for (text, message) in [
        ("", "is not a position"),
        ("xx./.../..o/....../.../o.o 0,0 x", "the number of rows is 6 instead of 7"),
        ("xx../.../..o/....../.../o.o/... 0,0 x", "row 1 (\"xx..\") has 4 points instead of 3"),
        ("x?./.../..o/....../.../o.o/... 0,0 x", "'?' on d7 is not a point"),
        ("xx./.../..o/....../.../o.o/... 0 x", "men in hand"),
        ("xx./.../..o/....../.../o.o/... 9,0 x", "x has 11 men"),
        ("xx./.../..o/....../.../o.o/... 0,0 z", "\"z\" is not a side to move"),
    ] {
        let error = Morris::start().parse(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
