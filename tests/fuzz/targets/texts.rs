//! Positions, games and lines of files as text, in every game: an error with words, or something that is
//! written the same way again. Never a panic of the game's code.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use plyglot_games::catalogue::builtin;
use plyglot_open::{DoorError, Position};
use plyglot_wire::annotated::{self, Comment};
use plyglot_wire::read::Link;

const GAMES: [&str; 14] = [
    "othello",
    "othello:6",
    "connect4",
    "connect4:6x5",
    "tictactoe",
    "tictactoe:5,5,4",
    "kalah",
    "kalah:4,2,empty",
    "breakthrough:5x5",
    "domineering:5x6",
    "dots-and-boxes:3x3",
    "hex:5",
    "draughts",
    "hex:5,swap",
];

fn starts() -> &'static [Position] {
    static STARTS: OnceLock<Vec<Position>> = OnceLock::new();
    STARTS.get_or_init(|| {
        let games = builtin();
        let start = |name: &&str| games.open(name).and_then(|game| game.start());
        GAMES.iter().map(start).collect::<Result<_, _>>().expect("games of the catalogue")
    })
}

/// An error has to be about the text.
fn read<T>(result: Result<T, DoorError>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(DoorError::Text(error)) => {
            assert!(!error.to_string().is_empty());
            None
        }
        Err(other) => panic!("{other}"),
    }
}

fn same_again(at: &Position) {
    let text = at.text().expect("a text");
    let again = at.parse(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!((again.key(), again.text().expect("a text")), (at.key(), text));
    at.board().expect("a board");
    for mv in at.moves().expect("moves") {
        let text = at.move_text(mv).expect("a notation");
        assert_eq!(at.parse_move(&text).expect("its own notation"), mv, "{text:?}");
    }
}

fuzz_target!(|data: &[u8]| {
    let [game, kind, text @ ..] = data else { return };
    if text.len() > 4096 {
        return;
    }
    let starts = starts();
    let start = &starts[usize::from(*game) % starts.len()];
    if kind % 5 == 4 {
        // A binary file: each of its games is a text that is refused with words, or read.
        let games = read(start.unpack_file(text, &|_| Some(text.to_vec()))).flatten();
        for game in games.into_iter().flatten() {
            read(start.read_game(&game));
        }
        return;
    }
    let Ok(text) = std::str::from_utf8(text) else { return };
    if let Some(Err(error)) = Link::read(text) {
        let error = error.to_string();
        assert!(!error.is_empty() && error.len() < 300 && !error.contains('\n'), "{error}");
    }
    match kind % 5 {
        0 => {
            if let Some(at) = read(start.parse(text)) {
                same_again(&at);
            }
        }
        1 => {
            let mut at = start.clone();
            if read(at.play_text(text)).is_some() {
                let moves = start.notation(&at.played()).expect("the moves that were played");
                let mut again = start.clone();
                again.play_text(&moves.join(" ")).unwrap_or_else(|error| panic!("{moves:?}: {error}"));
                assert_eq!(again.key(), at.key());
                same_again(&at);
            }
        }
        2 => {
            let Ok(record) = plyglot_wire::read::game(start, text) else { return };
            if record.slots.after.is_empty() {
                return;
            }
            let comments = vec![Comment { sign: "?", text: "]} \\".into() }; record.at.plies()];
            let annotated = annotated::in_text(text, &record.slots, &comments);
            let again = plyglot_wire::read::game(start, &annotated);
            let again = again.unwrap_or_else(|error| panic!("{annotated:?}: {error}"));
            assert_eq!(again.at.played(), record.at.played(), "{annotated:?}");
        }
        _ => {
            if let Some((at, known)) = read(start.parse_record(text)) {
                same_again(&at);
                let legal = at.moves().expect("moves");
                let best = known.into_iter().flat_map(|known| known.best);
                best.for_each(|mv| assert!(legal.contains(&mv), "an answer that is not legal"));
            }
        }
    }
});
