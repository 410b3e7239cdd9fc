//! Positions, moves and games are read and written as chess players do.

use plyglot_chess::Chess;
use plyglot_search::shape::Content;
use plyglot_search::{Describe, Game, MoveList, Score, line_notation, protocol_line};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(text: &str) -> Chess {
    Chess::start().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &Chess) -> Vec<<Chess as Game>::Move> {
    let mut list = MoveList::new();
    game.moves(&mut list);
    list.iter().collect()
}

fn played(text: &str, line: &str) -> String {
    position(text).play_line(line).unwrap_or_else(|error| panic!("{line}: {error}")).text()
}

#[test]
fn a_position_is_written_as_it_is_read_with_what_may_be_left_out() {
    assert_eq!(Chess::start().text(), START);
    for (text, written) in [
        ("8/8/8/4k3/8/8/8/KRR5 w", "8/8/8/4k3/8/8/8/KRR5 w - - 0 1"),
        ("  4k3/8/8/8/8/8/8/R3K3   b Q - 7 30 ", "4k3/8/8/8/8/8/8/R3K3 b Q - 7 30"),
        // A capture in passing that is not legal is nothing that matters.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1"),
        // The outermost rook is meant.
        ("4k3/8/8/8/8/8/8/1RR1KR1R w KQ - 0 1", "4k3/8/8/8/8/8/8/1RR1KR1R w HB - 0 1"),
    ] {
        assert_eq!(position(text).text(), written);
        assert_eq!(position(written), position(text));
    }
    assert_eq!(Chess::start_960(518).text(), START.replace("KQkq", "HAha"));
    let board = Describe::board(&Chess::start());
    assert!(board.starts_with("8 r n b q k b n r\n7 p p p"), "{board}");
    assert!(board.ends_with("1 R N B Q K B N R\n  a b c d e f g h"), "{board}");
}

#[test]
fn a_net_sees_what_is_shown() {
    for text in [START, KIWIPETE, "8/2P5/8/8/8/k7/1p6/2K5 w - - 0 1"] {
        let game = position(text);
        let (inputs, contents) = (game.inputs(), game.contents());
        let mut planes = vec![0; inputs.size()];
        game.see(&mut planes);
        for (plane, seen) in inputs.planes().iter().zip(planes) {
            let is_there = |&cell: &usize| match contents[cell] {
                Content::Piece(letter) => plane.name == letter.to_string(),
                _ => false,
            };
            let shown = (0..64).filter(is_there).fold(0, |set, cell| set | 1 << cell);
            assert_eq!(seen, shown, "{} of {text}", plane.name);
        }
    }
}

#[test]
fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
    for (text, why) in [
        ("", "write the board, w or b"),
        ("8/8", "write the board, w or b"),
        ("8/8/8 w", "the number of rows is 3 instead of 8"),
        ("8/8/8/4k3/8/8/8/KRR4 w", "the length of row 1 (\"KRR4\") is 7 instead of 8"),
        ("8/8/8/4k3/8/8/8/KRR55 w", "is 13 instead of 8"),
        ("8/8/8/4k3/8/8/8/KXR5 w", "'X' in row \"KXR5\" is not a piece"),
        ("8/8/8/4k3/8/8/8/K9 w", "'9' in row"),
        ("8/8/8/4k3/8/8/8/KRR5 x", "\"x\" is not a side to move: write w or b"),
        ("8/8/8/8/8/8/8/KRR5 w", "Black has 0 kings instead of one"),
        ("8/8/8/4k3/8/8/8/KKR5 w", "White has 2 kings"),
        ("8/8/8/8/8/5k2/4K3/7R w", "the kings on e2 and f3 touch"),
        ("8/8/8/4k3/PPPPPPPP/P7/8/K7 w", "White has 9 pawns, more than 8"),
        ("8/8/8/4k3/8/8/8/K6p w", "a pawn stands on h1"),
        ("8/8/8/4k3/8/8/8/K3R3 w", "White is to move, but Black is in check"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "'Q' is not a right to castle here"),
        ("4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "'x' is not a right to castle here"),
        ("4k3/8/8/8/8/8/8/4K2R w K e3 0 1", "\"e3\" is not a square behind a pawn of Black"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 101 1", "\"101\" is not the number of plies"),
        ("4k3/8/8/8/8/8/8/4K2R w K - -1 1", "write a number from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 0", "\"0\" is not the number of a move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 1", "\"1\" is one field too many"),
    ] {
        let error = Chess::start().parse(text).expect_err(text);
        assert!(error.message.contains(why), "{text}: {error}");
    }
}

#[test]
fn moves_are_read_in_all_usual_ways_and_written_in_two() {
    let game = position(KIWIPETE);
    for (short, long, others) in [
        ("O-O", "e1g1", &["0-0", "o-o", "e1h1", "Ke1g1", "O-O+"][..]),
        ("O-O-O", "e1c1", &["0-0-0", "e1a1"]),
        ("dxe6", "d5e6", &["d5xe6", "de6", "d5e6", "dxe6!?", "Pd5xe6"]),
        ("Nxd7", "e5d7", &["Nd7", "Ne5xd7", "e5-d7", "e5:d7", "N5xd7"]),
        ("Nb5", "c3b5", &["Nc3-b5", "Ncb5"]),
        ("Qxf6", "f3f6", &["Qf3f6", "Qxf6??"]),
    ] {
        let mv = game.parse_move(short).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (game.notation(mv).as_str(), game.protocol_notation(mv).as_str()),
            (short, long)
        );
        for text in others.iter().chain([&long]) {
            assert_eq!(game.parse_move(text), Ok(mv), "{text}");
        }
    }
    let game = position("1n5k/P1P5/8/8/8/8/8/7K w - - 0 1");
    for text in ["a8=Q+", "a8Q", "a8(Q)", "a7a8q", "a7-a8=Q"] {
        let mv = game.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (game.notation(mv).as_str(), game.protocol_notation(mv).as_str()),
            ("a8=Q", "a7a8q")
        );
    }
    assert_eq!(game.protocol_notation(game.parse_move("axb8=N").expect("legal")), "a7b8n");
    for text in ["", "a8", "a9", "e4e5e6", "Z4", "Na4", "K", "O", "O-O", "a7a8k", "ähm", "a7a8qq"]
    {
        assert!(game.parse_move(text).is_err(), "{text}");
    }
    let two = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let error = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_move("Rd1").expect_err("two");
    assert_eq!(error.message, "\"Rd1\" is ambiguous: write Rad1 or Rhd1");
    assert!(two.parse_move("e1e3").expect_err("too far").message.contains("the legal moves are"));
}

#[test]
fn castling_in_chess960_is_the_king_taking_its_rook() {
    let game = Chess::start_960(518);
    let game = game.parse("4k3/8/8/8/8/8/8/5KR1 w G - 0 1").expect("a position");
    let castling = game.parse_move("O-O").expect("legal");
    assert_eq!(game.protocol_notation(castling), "f1g1");
    assert_eq!(game.parse_move("f1g1"), Ok(castling));
    assert_eq!(game.play_line("O-O").expect("legal").text(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    // Where the king may go to the same square alone, that is meant by it.
    let game = game.parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1").expect("a position");
    assert_eq!(game.notation(game.parse_move("f1g1").expect("legal")), "Kg1");
    assert_eq!(game.notation(game.parse_move("f1h1").expect("legal")), "O-O");
}

#[test]
fn the_rules_end_a_game_as_they_should() {
    use plyglot_search::Outcome::{Draw, Loss};
    for (text, outcome) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some(Loss)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Draw)),
        ("7k/8/6K1/8/8/8/8/5Q2 b - - 100 90", Some(Draw)),
        // Mate comes before the fifty moves.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", Some(Loss)),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", Some(Draw)),
        ("7k/8/6K1/8/8/8/8/5N2 w - - 0 1", Some(Draw)),
        ("b6k/8/6K1/8/8/8/8/7B w - - 0 1", Some(Draw)),
        ("1b5k/8/6K1/8/8/8/8/7B w - - 0 1", None),
        ("7k/8/6K1/8/8/8/8/4NN2 w - - 0 1", None),
        ("7k/8/6K1/8/8/8/p7/8 w - - 0 1", None),
    ] {
        let game = position(text);
        assert_eq!(game.outcome(), outcome, "{text}");
        assert_eq!(moves(&game).is_empty(), outcome.is_some(), "{text}");
    }
    assert_eq!(
        played("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O Kf7"),
        "8/5k2/8/8/8/8/8/2KR3R w - - 2 2"
    );
    assert_eq!(
        played("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6"),
        "4k3/8/2P5/8/8/8/8/4K3 b - - 0 1"
    );
}

#[test]
fn lines_with_numbers_are_moves_all_the_same() {
    let line = "1.e4 e5 2.Nf3 Nc6 3.Bb5, 3...a6";
    let game = Chess::start().play_line(line).expect("legal moves");
    assert_eq!(game.text(), "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4");
}

#[test]
fn lines_of_files_say_what_is_known_of_their_position() {
    let read = |line: &str| {
        Chess::start().parse_record(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    let best = |line: &str| {
        let (game, known) = read(line);
        let known = known.expect("something is known");
        let names = |moves: Vec<_>| -> Vec<String> {
            moves.into_iter().map(|mv| game.notation(mv)).collect()
        };
        (names(known.best), names(known.avoid), known.ends)
    };
    let one = |text: &str| vec![text.to_string()];
    assert_eq!(
        best("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";"),
        (one("Rxb2"), vec![], None)
    );
    assert_eq!(
        best("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01").0,
        one("Qd1+")
    );
    assert_eq!(
        best("2k5/2N5/1PKP4/2P5/8/8/8/8 w - - bm #3;"),
        (vec![], vec![], Some(Score::win_in(5)))
    );
    assert_eq!(best("2k5/2N5/1PKP4/2P5/8/8/8/8 w - - 0 1 dm 3; am Nb5 Ne6;").1.len(), 2);
    assert_eq!(
        best("8/5p1b/5Pp1/6P1/6PR/3P4/2PKP1pp/4Q1nk b - - bm #-3;").2,
        Some(Score::loss_in(6))
    );
    // What stands in quotation marks is no operation.
    assert_eq!(read("8/8/8/4k3/8/8/8/KRR5 w - - id \"x; bm Rb2\"; c0 \"bm\";").1, None);
    assert_eq!(read(START).1, None);
    for (line, why) in [
        ("8/8/8/4k3/8/8/8/KRR5 w - - bm Ra9;", "\"Ra9\" is not a move"),
        ("8/8/8/4k3/8/8/8/KRR5 w - - bm Qa2;", "\"Qa2\" is not a legal move"),
        ("8/8/8/4k3/8/8/8/KRR5 w - - dm many;", "\"many\" is not a number of moves to mate"),
        ("8/8/8/4k3/8/8/8/KRR5 w - - dm 0;", "\"0\" is not a number of moves"),
        ("8/8/8/8/8/8/KRR5 w - - bm Rb2;", "the number of rows is 7"),
    ] {
        let error = Chess::start().parse_record(line).expect_err(line);
        assert!(error.message.contains(why), "{line}: {error}");
    }
}

const GAME: &str = "[Event \"A \\\"quoted\\\" name\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
    1. e4 {best by test} e5 2. Bc4 (2. Nf3 Nc6 (2... d6 {Philidor (1749)}) 3. Bb5) 2... Nc6 $1\n\
    3. Qh5 ; a crude threat\n3... Nf6?? 4. Qxf7# 1-0";

#[test]
fn games_are_read_with_comments_and_without_variations() {
    let game = Chess::start().read_game(GAME).expect("it is PGN").expect("it is right");
    assert_eq!(game.format, "PGN");
    let moves = line_notation(game.start.clone(), &game.moves).expect("legal moves");
    assert_eq!(moves.join(" "), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    let squares = protocol_line(game.start, &game.moves).expect("legal moves");
    assert_eq!(squares.join(" "), "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
    let tag = |name: &str| {
        game.tags.iter().filter(|tag| tag.0 == name).map(|tag| tag.1.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(tag("Event"), ["A \"quoted\" name"]);
    assert_eq!(tag("Comment"), ["best by test", "a crude threat"]);
    assert_eq!(tag("Variations"), ["1 skipped"]);
    let set_up = "[FEN \"8/8/8/4k3/8/8/8/KRR5 w - - 0 1\"] [SetUp \"1\"] 1. Rb4 Kd5 *";
    let game = Chess::start().read_game(set_up).expect("it is PGN").expect("it is right");
    assert_eq!(
        (game.start.text().as_str(), game.moves.len()),
        ("8/8/8/4k3/8/8/8/KRR5 w - - 0 1", 2)
    );
    let other = "[Variant \"Chess960\"] [FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"] 1. O-O *";
    assert!(
        Chess::start().read_game(other).expect("it is PGN").expect("it is right").start.is_960()
    );
    for text in [START, "e2e4 e7e5", "e4 e5", "", "1", "[", "[x]"] {
        assert!(Chess::start().read_game(text).is_none(), "{text}");
    }
}

#[test]
fn a_game_that_cannot_be_read_is_refused_with_the_place() {
    for (text, why) in [
        ("1. e4 e5 2. Ke3", "character 13: move 3: \"Ke3\" is not a legal move"),
        ("1. e4 {never closed", "character 7: a comment is not closed"),
        ("1. e4 (1. d4 (1. c4) e5", "character 7: a variation is not closed"),
        ("1. e4 ) e5", "character 7: ')' closes nothing"),
        ("1. e4 1-0 e5", "character 11: 'e' comes after the end of the game"),
        ("1. e4 * [Event \"two\"]", "comes after the end of the game"),
        ("[Event \"open\n1. e4", "character 1: [Event is not closed"),
        ("[Event \"x\" 1. e4", "character 1: [Event is not closed"),
        ("[FEN \"8/8 w\"] 1. e4", "[FEN \"8/8 w\"]: \"8/8\": the number of rows is 2"),
        ("[Variant \"Atomic\"] 1. e4", "only chess and Chess960"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "comes after the end of the game"),
    ] {
        let error = Chess::start().read_game(text).expect("it is PGN").expect_err(text);
        assert!(error.message.contains(why), "{text}: {error}");
    }
    let deep = format!("1. e4 {}", "(".repeat(100_000));
    assert!(Chess::start().read_game(&deep).expect("it is PGN").is_err());
}

#[test]
fn the_lines_of_a_file_belong_to_the_game_up_to_the_next_ones_tags() {
    let start = Chess::start();
    let lines: Vec<&str> = GAME.lines().filter(|line| !line.is_empty()).collect();
    let file = [lines.clone(), lines].concat();
    let mut games: Vec<String> = Vec::new();
    for line in file {
        match games.last_mut() {
            Some(game) if start.continues(game, line) => *game = format!("{game}\n{line}"),
            _ => games.push(line.into()),
        }
    }
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| start.read_game(game).is_some_and(|game| game.is_ok())));
    assert!(!start.continues(START, START));
    assert!(!start.continues("e4 e5", "d4 d5"));
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        text in "(\\[FEN \"|1\\. |)([a-hKQRBNOx1-8=+#.*{}()\\[\\]\";$ \n/wb-]|e4|O-O|ä){0,60}",
    ) {
        let start = Chess::start();
        let _ = start.read_game(&text);
        let _ = start.parse_record(&text);
        let _ = start.parse(&text);
        let _ = start.parse_move(&text);
        let _ = start.play_line(&text);
        let _ = start.continues(&text, &text);
    }

    #[test]
    fn a_game_that_is_written_is_read_back(choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let (mut game, mut text, mut line) = (Chess::start(), String::from("[Event \"x\"]\n"), Vec::new());
        for (ply, choice) in choices.into_iter().enumerate() {
            let moves = moves(&game);
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!("{} ", game.notation(mv));
            game.play(mv);
            line.push(mv);
        }
        let read = Chess::start().read_game(&text).expect("it is PGN").expect("it is right");
        prop_assert_eq!(read.moves, line);
    }
}
