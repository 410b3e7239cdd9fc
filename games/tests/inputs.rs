//! What nets see of the games of the catalogue: its symmetries are those of the games, and its exchange that of the
//! sides.

use plyglot_games::catalogue::builtin;
use plyglot_open::{Open, Position};
use plyglot_search::random::SplitMix;

/// The inputs that are on, as plane and cell.
fn seen(game: &dyn Open, at: &Position) -> Vec<(usize, usize)> {
    let inputs = game.inputs().expect("no panic");
    let (words, mut planes) = (inputs.words(), vec![0; inputs.size()]);
    game.see(at, &mut planes).expect("no panic");
    let cells = |plane: usize| {
        let words = planes[plane * words..][..words].to_vec();
        let is_on = move |cell: &usize| words[cell / 64] >> (cell % 64) & 1 == 1;
        (0..64 * inputs.words()).filter(is_on).map(move |cell| (plane, cell))
    };
    (0..inputs.planes().len()).flat_map(cells).collect()
}

fn mapped(seen: &[(usize, usize)], map: &[u16]) -> Vec<(usize, usize)> {
    let mut mapped: Vec<_> = seen.iter().map(|&(plane, cell)| (plane, map[cell].into())).collect();
    mapped.sort_unstable();
    mapped
}

/// The cells of the inputs that a move is known by: mostly those that it touches. Domineering has places in their stead,
/// and the edges of Dots and Boxes have numbers with gaps.
fn cells_of(name: &str, touched: &[u16]) -> Vec<u16> {
    let (game, size) = name.split_once(':').unwrap_or((name, ""));
    let (columns, rows) = size.split_once('x').unwrap_or(match game {
        "domineering" => ("8", "8"),
        _ => ("4", "4"),
    });
    let number = |text: &str| text.parse::<u16>().expect("a size");
    let columns = number(columns);
    let place = |cell: u16, columns: u16| cell / columns * 8 + cell % columns;
    match (game, touched) {
        ("domineering", &[first, second]) => {
            vec![place(first, columns) + if second == first + 1 { 64 } else { 0 }]
        }
        ("dots-and-boxes", &[edge]) => {
            let flat = columns * (number(rows) + 1);
            vec![match edge.checked_sub(flat) {
                None => place(edge, columns),
                Some(upright) => 64 + place(upright, columns + 1),
            }]
        }
        _ => touched.to_vec(),
    }
}

/// Games of moves that a symmetry turns into each other lead to positions that it turns into each other, where the start
/// looks the same from everywhere.
#[test]
fn symmetries_lead_from_games_to_games() {
    let names = [
        "connect4",
        "connect4:9x6",
        "tictactoe",
        "tictactoe:5,4,3",
        "domineering",
        "domineering:5x7",
        "dots-and-boxes",
        "dots-and-boxes:4x2",
        "hex:5",
        "hex:11",
        "hex:13",
        "breakthrough",
        "othello",
        "othello:6",
    ];
    for name in names {
        let game = builtin().open(name).expect("a game");
        let (inputs, start) = (game.inputs().expect("no panic"), game.start().expect("a start"));
        let at_start = seen(&*game, &start);
        let mut held = 0;
        for map in inputs.symmetries().iter().filter(|map| mapped(&at_start, map) == at_start) {
            let mut dice = SplitMix(held);
            for _ in 0..4 {
                let (mut one, mut other) = (start.clone(), start.clone());
                while one.outcome().is_none() {
                    let mv = dice.pick(&one.moves().expect("moves")).expect("a move");
                    let touched = cells_of(name, &one.touches(mv).expect("it is legal"));
                    let touched: Vec<u16> =
                        touched.into_iter().map(|cell| map[usize::from(cell)]).collect();
                    let moves = other.moves().expect("moves");
                    let same = |&mv: &u32| {
                        let cells = other.touches(mv).expect("it is legal");
                        cells_of(name, &cells) == touched
                    };
                    let image = moves.into_iter().find(same);
                    let image =
                        image.unwrap_or_else(|| panic!("{name}: no image of a move in {other:?}"));
                    one.play(mv).expect("it is legal");
                    other.play(image).expect("it is legal");
                    if one.outcome().is_none() {
                        assert_eq!(
                            mapped(&seen(&*game, &one), map),
                            seen(&*game, &other),
                            "{name}: {one:?}"
                        );
                    }
                }
                assert_eq!(one.outcome(), other.outcome(), "{name}");
            }
            held += 1;
        }
        assert!(held > 0, "{name}: no symmetry of the start");
    }
}

/// The start looks the same to both sides, where it does.
#[test]
fn the_sides_see_the_same_of_the_start() {
    for name in [
        "draughts",
        "breakthrough",
        "breakthrough:4x5",
        "chess",
        "kalah",
        "kalah:4,3",
        "connect4",
        "hex:11",
        "domineering",
    ] {
        let game = builtin().open(name).expect("a game");
        let inputs = game.inputs().expect("no panic");
        let first = seen(&*game, &game.start().expect("a start"));
        let to = inputs.exchange().expect("the sides have equal rights");
        let exchanged =
            |&(plane, cell): &(usize, usize)| (inputs.planes()[plane].exchanged, to[cell].into());
        let mut second: Vec<(usize, usize)> = first.iter().map(exchanged).collect();
        second.sort_unstable();
        assert_eq!(first, second, "{name}");
        // Twice is back again.
        assert!(
            (0..inputs.cells()).all(|cell| usize::from(to[usize::from(to[cell])]) == cell),
            "{name}"
        );
        let mirrored =
            inputs.planes().iter().map(|plane| inputs.planes()[plane.exchanged].exchanged);
        assert!(mirrored.eq(0..inputs.planes().len()), "{name}");
    }
}

/// Planes of a game's own hold what it shows of its board, piece by piece; Hex has more behind them.
#[test]
fn what_is_seen_is_what_is_shown() {
    for (name, cell_of) in [
        ("breakthrough", (|cell| cell) as fn(usize) -> usize),
        ("breakthrough:4x5", |cell| cell / 4 * 8 + cell % 4),
        ("hex:7", |cell| cell),
        // Dark squares alone, with a bit left out after every second row.
        ("draughts", |cell| cell / 2 + cell / 2 / 8),
    ] {
        let game = builtin().open(name).expect("a game");
        let mut dice = SplitMix(11);
        for _ in 0..30 {
            let mut at = game.start().expect("a start");
            for _ in 0..120 {
                if at.outcome().is_some() {
                    break;
                }
                let pieces = at.facts().pieces.clone();
                // Draughts has the kings of both sides behind their men, and its pieces side by side.
                let plane = |letter: char| {
                    let place =
                        pieces.iter().position(|piece| piece.letter == letter).expect("a piece");
                    if pieces.len() == 4 { [0, 2, 1, 3][place] } else { place }
                };
                let shown = at.contents().expect("contents").into_iter().enumerate();
                let shown = shown.filter_map(|(cell, content)| match content {
                    plyglot_search::shape::Content::Piece(letter) => {
                        Some((plane(letter), cell_of(cell)))
                    }
                    _ => None,
                });
                let mut shown: Vec<(usize, usize)> = shown.collect();
                shown.sort_unstable();
                let mut seen = seen(&*game, &at);
                seen.retain(|&(plane, _)| plane < pieces.len());
                assert_eq!(seen, shown, "{name}: {at:?}");
                at.play(dice.pick(&at.moves().expect("moves")).expect("a move")).expect("legal");
            }
        }
    }
}
