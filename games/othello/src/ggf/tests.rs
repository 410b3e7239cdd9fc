//! Records as programs write them, and wrong ones.

use std::fmt::Write;
use std::time::Duration;

use plyglot_search::{Describe, Game, MoveList, Side};
use proptest::prelude::*;

use super::*;

/// The game of the specification's example session.
const EXAMPLE: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
    TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
    B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

const BOARD: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

fn read(text: &str) -> GameRecord {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The error of a record, held against a word of the message and what the place points at.
#[track_caller]
fn refused(text: &str, word: &str, there: &str) {
    let error = parse(text).expect_err(text);
    assert!(error.message.contains(word), "{text}: {error}");
    let rest: String = text.chars().skip(error.at - 1).collect();
    assert!(rest.starts_with(there), "{text}: {error} points at {rest:?}");
    assert!(error.to_string().starts_with(&format!("character {}: ", error.at)));
}

#[test]
fn the_example_of_the_specification_is_read() {
    let record = read(EXAMPLE);
    let start = format!("{0}---OX------XO---{0} X", "-".repeat(24));
    assert_eq!(record.board, start);
    assert_eq!(record.plies.len(), 8);
    let Ply { at, black, spot, time, .. } = record.plies[3];
    assert_eq!((black, spot, time), (false, Spot::Square(2, 4), Duration::ZERO));
    assert_eq!(&EXAMPLE[at - 1..at + 4], "W[C5]");
    assert_eq!(record.timers[0], record.timers[1]);
    assert_eq!(record.timers[0].map(|timer| timer.left), Some(Duration::from_secs(900)));
    let tags: Vec<_> = record.tags.iter().map(|(name, text)| (&**name, &**text)).collect();
    let date = "2014-02-21 20:52:27 GMT";
    let said = [("PC", "NBoard"), ("DT", date), ("PB", "./mEdax"), ("PW", "chris"), ("RE", "?")];
    assert_eq!(tags, said);
}

#[test]
fn moves_carry_values_and_times_in_any_number() {
    let moves = "B[F5/1.2/3.4]W[f6//2.5]B[E6/-0.5]W[F4/+12/]B[PA//.5]W[--]B[pass]W[p//-0.1]";
    let plies = read(&format!("(;{BOARD}{moves};)")).plies;
    let ms: Vec<_> = plies.iter().map(|ply| ply.time.as_millis()).collect();
    assert_eq!(ms, [3400, 2500, 0, 0, 500, 0, 0, 0]);
    let spots: Vec<_> = plies.iter().map(|ply| ply.spot.to_string()).collect();
    assert_eq!(spots, ["f5", "f6", "e6", "f4", "pass", "pass", "pass", "pass"]);
}

#[test]
fn escaped_brackets_end_no_value_and_unknown_properties_are_kept() {
    let text = format!("1 (; PB[a\\]B[A1\\] \\\\] XX[y][z]\tCO[(;)] {BOARD} ;B[F5] )");
    let GameRecord { plies, tags, .. } = read(&text);
    assert_eq!(plies.len(), 1);
    assert_eq!(plies[0].spot, Spot::Square(5, 4));
    assert_eq!(tags[0], ("PB".into(), "a]B[A1] \\".into()));
    let names: Vec<_> = tags.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["PB", "XX", "XX", "CO"]);
}

#[test]
fn each_side_may_have_a_clock_of_its_own() {
    let timers = read(&format!("(;TB[5:00]TW[10:00/0:05]{BOARD};)")).timers;
    let left = timers.map(|timer| timer.expect("it has one").left.as_secs());
    assert_eq!(left, [300, 600]);
    assert_eq!(read(&format!("(;TB[5:00]{BOARD};)")).timers[1], None);
}

#[test]
fn other_games_and_sizes_are_refused_by_name() {
    refused("(;GM[Chess];)", "Chess", "Chess");
    for size in ["4", "6", "10", "88", "99999999999999999999999"] {
        refused(&format!("(;BO[{size} ---- *];)"), size.get(..4).unwrap_or(size), size);
    }
    for kind in ["10", "6r14", "s10", "88"] {
        refused(&format!("(;TY[{kind}]{BOARD};)"), "size", kind);
    }
    refused(&format!("(;TY[8a]{BOARD};)"), "anti", "8a");
    for kind in ["", "8", "8r20", "s8r18", "8k", "8b"] {
        read(&format!("(;TY[{kind}]{BOARD};)"));
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    refused("", "text ends", "");
    refused("no game", "'('", "no game");
    refused("(GM[Othello])", "';'", "GM");
    refused("(;GM[Othello]", "missing", "");
    refused("(;GM[Othello];)", "BO is missing", ")");
    refused("(;GM", "no value", "");
    refused("(;GM[Othello", "does not end", "Othello");
    refused("(;GM[Othello\\]", "does not end", "Othello");
    refused("(;[8];)", "property", "[8]");
    refused(&format!("(;{BOARD}!;)"), "'!'", "!");
    refused(&format!("(;{BOARD}{BOARD};)"), "two boards", "BO");
    refused(&format!("(;{BOARD}B[F5][F6];)"), "second", "F6");
    refused(&format!("(;{BOARD}(;B[F5]));)"), "variation", "(;B");
    refused(&format!("(;{BOARD};) x"), "after the end", "x");
    refused("(;BO[];)", "size is missing", "]");
    refused("(;BO[8 -- *];)", "there are 3", "8");
    refused(&format!("(;BO[8 {} *];)", "-".repeat(63) + "?"), "h8", "8");
    refused(&format!("(;BO[8 {} -];)", "-".repeat(64)), "side to move", "8");
    for mv in ["", "Z9", "F", "F55", "F5x", "f5/x", "f5/1e5", "f5/-", "f5/1/x", "f5/1/2/3", "é5"] {
        refused(&format!("(;{BOARD}B[{mv}];)"), "B: ", mv);
    }
    refused(&format!("(;{BOARD}TI[soon];)"), "TI: ", "soon");
    refused("ééé(", "'('", "é");
}

#[test]
fn an_error_does_not_repeat_a_whole_text() {
    let long = "x".repeat(100_000);
    for text in [&long, &format!("(;{long}"), &format!("(;{BOARD}B[{long}];)")] {
        assert!(parse(text).expect_err("it is not a game").message.len() < 200);
    }
}

/// A record as a program might write it.
fn written(record: &GameRecord, spice: &[String]) -> String {
    let mut text = String::from("(;GM[Othello]");
    let mut spice = spice.iter().cycle();
    let mut more = || spice.next().map_or("", String::as_str);
    let marks = record.board.replace('X', "*");
    let _ = write!(text, "PB[{}]BO[8 {marks}]", more());
    for Ply { black, spot, time, .. } in &record.plies {
        let name = if *black { 'B' } else { 'W' };
        let spot = if *spot == Spot::Pass { "PA".into() } else { spot.to_string() };
        let _ = write!(text, " {name}[{spot}//{}]CO[{}]", time.as_millis() as f64 / 1e3, more());
    }
    text + ";)"
}

fn any_spot() -> impl Strategy<Value = Spot> {
    prop_oneof![
        8 => (0u8..8, 0u8..8).prop_map(|(column, row)| Spot::Square(column, row)),
        1 => Just(Spot::Pass),
    ]
}

fn any_record() -> impl Strategy<Value = GameRecord> {
    let ply = (any::<bool>(), any_spot(), 0u64..10_000_000).prop_map(|(black, spot, ms)| Ply {
        at: 0,
        end: 0,
        black,
        spot,
        time: Duration::from_millis(ms),
    });
    ("[XO-]{64} [XO]", proptest::collection::vec(ply, 0..70))
        .prop_map(|(board, plies)| GameRecord { board, plies, timers: [None; 2], tags: Vec::new() })
}

/// Text for people, brackets and backslashes escaped.
fn any_spice() -> impl Strategy<Value = String> {
    "[\\PC\\[\\]\\\\]{0,12}".prop_map(|text| text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// A position and the moves of a random game from it, as a record that is legal.
fn legal_record(choices: &[u8]) -> GameRecord {
    let mut game = Othello::<SIZE>::default();
    let board = game.text();
    let mut plies = Vec::new();
    for &choice in choices {
        let mut moves = MoveList::new();
        if game.outcome().is_none() {
            game.moves(&mut moves);
        }
        let place = usize::from(choice) % moves.len().max(1);
        let Some(mv) = moves.iter().nth(place) else { break };
        let spot = Spot::parse(&game.notation(mv)).expect("it is a move");
        let black = game.to_move() == Side::First;
        plies.push(Ply { at: 0, end: 0, black, spot, time: Duration::ZERO });
        game.play(mv);
    }
    GameRecord { board, plies, timers: [None; 2], tags: Vec::new() }
}

/// A change at some place of a text.
#[derive(Clone, Debug)]
enum Change {
    Insert(char),
    Delete,
    Double(usize),
}

fn changed(text: &str, changes: &[(usize, Change)]) -> String {
    let mut chars: Vec<_> = text.chars().collect();
    for (place, change) in changes {
        let place = place % (chars.len() + 1);
        match change {
            Change::Insert(char) => chars.insert(place, *char),
            Change::Delete if place < chars.len() => {
                chars.remove(place);
            }
            Change::Delete => {}
            Change::Double(length) => {
                let end = (place + length).min(chars.len());
                let part = chars[place..end].to_vec();
                chars.splice(place..place, part);
            }
        }
    }
    chars.into_iter().collect()
}

fn any_change() -> impl Strategy<Value = (usize, Change)> {
    let char = prop_oneof![
        "[\\[\\]();/*BWO80-9A-H:.,\\\\ -]".prop_map(|text| text.chars().next().unwrap_or('-')),
        any::<char>(),
    ];
    let change = prop_oneof![
        char.prop_map(Change::Insert),
        Just(Change::Delete),
        (1usize..40).prop_map(Change::Double),
    ];
    (any::<usize>(), change)
}

/// Any text is read, or refused at a place within it, and so are its moves.
fn survives(text: &str) {
    let characters = text.chars().count();
    match parse(text) {
        Ok(record) => {
            if let Err(error) = game::of::<SIZE>(record) {
                assert!((1..=characters).contains(&error.at), "{text}: {error}");
            }
        }
        Err(error) => assert!((1..=characters + 1).contains(&error.at), "{text}: {error}"),
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        record in any_record(),
        spice in proptest::collection::vec(any_spice(), 1..5),
    ) {
        let mut back = read(&written(&record, &spice));
        back.plies.iter_mut().for_each(|ply| (ply.at, ply.end) = (0, 0));
        prop_assert_eq!(back.tags.len(), 1 + record.plies.len());
        back.tags.clear();
        prop_assert_eq!(back, record);
    }

    #[test]
    fn a_legal_game_is_played(choices in proptest::collection::vec(any::<u8>(), 0..70)) {
        let record = legal_record(&choices);
        let text = written(&record, &[String::new()]);
        let game = game::of::<SIZE>(read(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        prop_assert_eq!(game.moves.len(), record.plies.len());
    }

    #[test]
    fn a_damaged_game_is_read_or_refused_with_a_place(
        choices in proptest::collection::vec(any::<u8>(), 0..70),
        changes in proptest::collection::vec(any_change(), 1..8),
    ) {
        survives(&changed(EXAMPLE, &changes));
        survives(&changed(&written(&legal_record(&choices), &[String::new()]), &changes));
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in "\\PC*", marks in "[\\[\\]();BWO8*-]{0,200}") {
        survives(&text);
        survives(&marks);
        survives(&format!("(;{marks}"));
    }
}
