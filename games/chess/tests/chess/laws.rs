//! Chess keeps the laws.

use plyglot_check::laws::{Check, Effort, check_text};
use plyglot_chess::{Chess, Player};
use plyglot_search::Describe;

fn position(text: &str) -> Chess {
    Chess::start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Colours and turn exchanged.
fn exchanged(game: &Chess) -> Chess {
    let text = game.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let swapped = |text: &str| -> String {
        let swap = |c: char| match c {
            'a'..='z' => c.to_ascii_uppercase(),
            'A'..='Z' => c.to_ascii_lowercase(),
            c => c,
        };
        text.chars().map(swap).collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(swapped).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passing = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let castling = swapped(fields[2]);
    let text =
        format!("{} {side} {castling} {passing} {} {}", rows.join("/"), fields[4], fields[5]);
    let start = if game.is_960() { Chess::start_960(518) } else { Chess::start() };
    start.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What makes a position what it is: everything but the number of the move, and the clock of the fifty moves only where
/// it is at its end.
fn identity(game: &Chess) -> String {
    let text = game.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let over = if fields[4] == "100" { " over" } else { "" };
    fields[..4].join(" ") + over
}

#[test]
fn the_laws_hold_from_the_start_and_near_the_end() {
    let near_the_end = [
        "8/8/8/4k3/8/8/8/KRR5 w - - 0 1",
        "8/2P5/8/8/8/k7/1p6/2K5 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "k7/2Q5/8/1K6/8/8/8/8 w - - 90 80",
        "r3k2r/pP1b4/8/2pP4/7p/8/6p1/R3K2R w KQkq c6 0 1",
    ];
    let start = Chess::start();
    let player = Player::default();
    let effort = Effort { games: 24, plies: 200, solve_nodes: 2_000, ..Effort::default() };
    let check = Check::new(&start, &player).effort(&effort).identity(identity);
    let near: Vec<Chess> = near_the_end.into_iter().map(position).collect();
    let check = check.exchange(exchanged).also_from(near.clone());
    let summary = check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
    assert!(summary.noisy > 0 && summary.transpositions > 0, "{summary:?}");
    assert!(summary.solved > 0 && summary.exchanged > 0, "{summary:?}");
    for game in near.iter().chain([&start]) {
        let effort = Effort { games: 6, plies: 120, ..Effort::default() };
        check_text(game, &effort).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn the_laws_hold_in_chess960() {
    let start = Chess::start_960(333);
    let effort =
        Effort { games: 10, plies: 150, solve_nodes: 500, openings: 60, ..Effort::default() };
    let player = Player::default();
    let check = Check::new(&start, &player).effort(&effort).identity(identity);
    let check = check.exchange(exchanged);
    check.texts().run().unwrap_or_else(|violation| panic!("{violation}"));
    check_text(&start, &effort).unwrap_or_else(|violation| panic!("{violation}"));
}
