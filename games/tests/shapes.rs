//! The board that a page draws, of every game of the catalogue: what a person clicks on says which move is meant.

use std::collections::HashSet;

use plyglot_games::catalogue::builtin;
use plyglot_open::Position;
use plyglot_search::Side;
use plyglot_search::random::SplitMix;
use plyglot_search::shape::{Content, Count, Shape};

/// The games, some in more than one size.
const GAMES: [&str; 22] = [
    "othello",
    "othello:6x6",
    "connect4",
    "connect4:9x6",
    "chess",
    "tictactoe",
    "tictactoe:5,4,3",
    "kalah",
    "kalah:10,2",
    "breakthrough",
    "breakthrough:4x5",
    "domineering",
    "domineering:5x7",
    "dots-and-boxes",
    "dots-and-boxes:4x2",
    "draughts",
    "hex",
    "hex:11",
    "hex:4,swap",
    "hex:14,swap",
    "synthetic",
    "synthetic:5,6",
];

/// Calls `look` on the positions of some random games.
fn positions(game: &str, mut look: impl FnMut(&Position)) {
    let start = builtin().open(game).and_then(|game| game.start());
    let start = start.unwrap_or_else(|error| panic!("{game}: {error}"));
    let mut dice = SplitMix(7);
    for _ in 0..12 {
        let mut at = start.clone();
        for _ in 0..150 {
            look(&at);
            let moves = at.moves().expect("moves");
            let Some(mv) = dice.pick(&moves) else { break };
            at.play(mv).expect("it is legal");
        }
    }
}

fn shape(at: &Position) -> Shape {
    at.shape().expect("no panic").expect("the game has a shape")
}

#[test]
fn the_shape_is_the_same_all_game_long_and_fits_the_contents() {
    for game in GAMES {
        let mut first = None;
        positions(game, |at| {
            let shape = shape(at);
            assert_eq!(shape.cells.len(), at.contents().expect("contents").len(), "{game}");
            assert_eq!(first.get_or_insert_with(|| shape.clone()), &shape, "{game}");
        });
    }
}

/// But for the pieces that a pawn may become, among which the page asks.
#[test]
fn no_two_moves_touch_the_same_cells_in_the_same_order_and_only_a_pass_and_a_swap_touch_none() {
    for game in GAMES {
        positions(game, |at| {
            let mut seen = HashSet::new();
            for mv in at.moves().expect("moves") {
                let cells = at.touches(mv).expect("it is legal");
                let name = at.move_text(mv).expect("it is legal");
                let without = ["pass", "swap"].contains(&&*name);
                assert_eq!(cells.is_empty(), without, "{game}: {name} in {at:?}");
                let becomes = game == "chess" && name.contains('=');
                let new = seen.insert(cells.clone());
                assert!(new || becomes, "{game}: {name} touches {cells:?} as another");
            }
        });
    }
}

/// The name of what a move touches is its notation, where that is made of names of cells.
#[test]
fn the_cells_that_a_move_touches_have_its_names() {
    for (game, between) in [("othello", ""), ("tictactoe", ""), ("hex", ""), ("domineering", "")] {
        positions(game, |at| {
            let shape = shape(at);
            for mv in at.moves().expect("moves") {
                let name = at.move_text(mv).expect("it is legal");
                let cells = at.touches(mv).expect("it is legal");
                let names = cells.iter().map(|&cell| shape.cells[usize::from(cell)].name.as_str());
                let names = names.collect::<Vec<_>>().join(between);
                assert!(name == "pass" || name == names, "{game}: {name} touches {names}");
            }
        });
    }
    for game in ["draughts", "breakthrough"] {
        positions(game, |at| {
            let shape = shape(at);
            for mv in at.moves().expect("moves") {
                let name = at.move_text(mv).expect("it is legal");
                let cells = at.touches(mv).expect("it is legal");
                let name_of = |cell: Option<&u16>| {
                    shape.cells[usize::from(*cell.expect("a cell"))].name.clone()
                };
                let (from, to) = (name_of(cells.first()), name_of(cells.last()));
                assert!(
                    name.starts_with(&from) && name.ends_with(&to),
                    "{game}: {name} {from} {to}"
                );
            }
        });
    }
}

/// What people count on the board.
#[test]
fn counts_are_those_of_the_board_and_of_the_rules() {
    let counts = |game: &str, moves: &str| {
        let mut at = builtin().open(game).and_then(|game| game.start()).expect("a game");
        at.play_text(moves).expect("legal moves");
        let said = |Count { side, what, number }| {
            let side = side.map_or(".", |side| ["1", "2"][usize::from(side == Side::Second)]);
            format!("{side} {number} {what}")
        };
        at.counts().expect("no panic").into_iter().map(said).collect::<Vec<_>>().join(", ")
    };
    for (game, moves, expected) in [
        ("othello", "f5d6", "1 3 discs, 2 3 discs, . 58 empty"),
        ("connect4", "445", "1 2 stones, 2 1 stones, . 39 empty"),
        ("tictactoe", "b2", "1 1 pieces, 2 0 pieces, . 8 empty"),
        ("hex:4,swap", "b2 swap", "1 0 stones, 2 1 stones, . 15 empty"),
        ("kalah", "3 1", "1 1 seeds, 2 0 seeds, . 47 in the holes"),
        ("dots-and-boxes:2x2", "a1b1 a1a2 b1b2 a2b2", "1 0 boxes, 2 1 boxes, . 8 edges left"),
        ("domineering:4x4", "a1a2", ". 14 empty"),
        ("breakthrough", "", "1 16 pieces, 2 16 pieces"),
        ("draughts", "11-15 22-18 15x22", "1 12 men, 2 11 men"),
        ("synthetic", "", ""),
    ] {
        assert_eq!(counts(game, moves), expected, "{game}");
    }
    let kings = builtin().open("draughts").and_then(|game| game.start()).expect("a game");
    let kings = kings.parse("B:W18,K27:B5-8,12").and_then(|at| at.counts()).expect("a position");
    let kings: Vec<_> = kings.iter().map(|count| (&*count.what, count.number)).collect();
    assert_eq!(kings, [("men", 5), ("men", 1), ("kings", 1)]);
    // Where pieces stay, every cell is counted once.
    for game in ["othello:6x6", "connect4:9x6", "tictactoe:5,4,3", "hex:11"] {
        positions(game, |at| {
            let counts = at.counts().expect("no panic");
            let all: u32 = counts.iter().map(|count| count.number).sum();
            assert_eq!(all as usize, shape(at).cells.len(), "{game}: {counts:?}");
        });
    }
}

/// Something changes where a move ends: a stone is put there, a piece arrives, a hole is emptied.
#[test]
fn a_move_changes_the_cells_that_it_touches() {
    for game in GAMES.into_iter().filter(|game| !game.starts_with("synthetic")) {
        positions(game, |at| {
            let before = at.contents().expect("contents");
            for mv in at.moves().expect("moves") {
                let Some(&last) = at.touches(mv).expect("it is legal").last() else { continue };
                let after = at.after(mv).and_then(|next| next.contents()).expect("it is legal");
                let name = at.move_text(mv).expect("it is legal");
                let last = usize::from(last);
                // A ring of captures ends where it began, and thirteen seeds may end where they were.
                let comes_back =
                    game == "draughts" && name.split('x').collect::<HashSet<_>>().len() == 1;
                let sown = matches!(before[last], Content::Count(_));
                assert!(comes_back || sown || before[last] != after[last], "{game}: {name}");
            }
        });
    }
}

/// Cells that are not edges do not cover each other: a click means one of them.
#[test]
fn cells_do_not_overlap() {
    for game in GAMES {
        let start = builtin().open(game).and_then(|game| game.start()).expect("a game");
        let shape = shape(&start);
        for (index, one) in shape.cells.iter().enumerate() {
            for other in &shape.cells[..index] {
                let (dx, dy) = ((one.x - other.x).abs(), (one.y - other.y).abs());
                let apart =
                    2 * dx >= one.width + other.width || 2 * dy >= one.height + other.height;
                // Hexagons fit into each other, and edges meet at dots.
                let close = one.form != plyglot_search::shape::Form::Square && dx + dy >= 80;
                assert!(apart || close, "{game}: {} and {}", one.name, other.name);
            }
        }
    }
}
