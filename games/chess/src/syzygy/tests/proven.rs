//! What a search is told.

use super::*;

fn player(folder: &Path) -> Player {
    let mut player = Player::default();
    player.set_option("syzygy", &folder.to_string_lossy()).expect("tables");
    player
}

#[test]
fn a_win_is_proven_after_a_capture_and_near_the_root_as_long_as_the_fifty_moves_last() {
    let mut player = player(&folder());
    let mut of = |text: &str, begins: bool| {
        let game = read(text);
        if begins {
            player.begin(&game);
        }
        player.bounds(&game, Window::FULL)
    };
    let (lower, upper) = (Score::won(0), Score::win_in(1));
    assert_eq!(of("8/8/8/8/4k3/8/3R4/K7 w - - 0 1", false), Bounds { lower, upper });
    let unknown = of("8/8/8/8/4k3/8/3R4/K7 w - - 4 1", false);
    assert_eq!(unknown.upper, Score::win_in(1));
    assert!(unknown.lower < Score::DRAW, "not asked for in a search");
    let won = of("8/8/8/8/4k3/8/3R4/K7 w - - 4 1", true).lower;
    let Meaning::Won(plies) = won.meaning() else { panic!("{won:?}") };
    let at = |clock: u32| format!("8/8/8/8/4k3/8/3R4/K7 w - - {clock} 100");
    // A distance in moves may be one ply more.
    assert_eq!(of(&at(99 - plies), true).lower, won);
    assert_eq!(of(&at(100 - plies), true), Bounds { lower: Score::DRAW, upper });
    let lost = of("8/8/8/8/4k3/8/3R4/K7 b - - 0 1", false);
    assert_eq!((lost.lower, lost.upper), (Score::loss_in(2), Score::lost(0)));
    assert_eq!(of("8/8/8/8/4k3/8/4R3/K7 b - - 0 1", false).lower, Score::loss_in(0), "in check");
    let drawn = Bounds::exactly(Score::DRAW);
    assert_eq!(of("8/8/8/4k3/8/8/3NN3/K7 w - - 0 1", false), drawn);
    assert_eq!(player.tbhits(), 7);
}

#[test]
fn a_move_that_goes_on_is_better_than_one_that_goes_round() {
    let mut player = player(&folder());
    for text in ["8/8/8/3k4/8/4R3/8/K7 w - - 3 1", "8/8/8/8/8/3K4/4P3/7k w - - 5 9"] {
        let game = read(text);
        player.begin(&game);
        let Meaning::Won(plies) = player.bounds(&game, Window::FULL).lower.meaning() else {
            panic!("{text} is won")
        };
        let mut best = Score::MINUS_INFINITY;
        game.each_move(|mv| {
            let next = player.bounds(&played(&game, mv), Window::FULL);
            best = best.max((-next.upper).from_node(1));
        });
        let Meaning::Won(by_move) = best.meaning() else { panic!("{best:?}") };
        assert!(by_move.abs_diff(plies) <= 1, "{text}: {plies}, {by_move}");
    }
}

#[test]
fn positions_of_other_clocks_have_other_keys_where_tables_hold_them() {
    let (with, without) = (player(&folder()), Player::default());
    let of = |clock: u32| read(&format!("8/8/8/8/4k3/8/3R4/K7 w - - {clock} 30"));
    assert_ne!(with.key(&of(3)), with.key(&of(4)));
    assert_eq!(without.key(&of(3)), without.key(&of(4)));
    assert_ne!(Knowledge::<Chess>::fingerprint(&with), Knowledge::<Chess>::fingerprint(&without));
}
