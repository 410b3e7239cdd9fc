//! `ugi` over pipes: conversations as a match program leads them, and wrong ones.

use std::process::{Command, Stdio};

use crate::support::talk::Talk;
use crate::support::{command, fed, plyglot};
use plyglot::catalogue::builtin;
use plyglot::open::Open;

/// Games of the catalogue for the tests, small where there are sizes.
const GAMES: [&str; 6] =
    ["othello:4", "othello", "connect4:5x4", "tictactoe", "kalah:3,3", "synthetic:3,6,steps=10"];

fn talk(game: &str) -> Talk {
    Talk::with(command(&format!("ugi {game} --threads 1 --hash 1M")))
}

/// The move of the last line, which is exactly `bestmove X`.
#[track_caller]
fn best(lines: &[String]) -> String {
    let words: Vec<_> = lines.last().map_or("", String::as_str).split(' ').collect();
    let [word, mv] = words[..] else { panic!("not two words: {lines:?}") };
    assert_eq!(word, "bestmove");
    mv.into()
}

#[track_caller]
fn ask(talk: &mut Talk, query: &str) -> String {
    talk.say(format!("query {query}"));
    let answer = talk.hear();
    answer.strip_prefix("response ").expect("it is a response").into()
}

#[test]
fn it_introduces_itself_and_offers_its_options() {
    let mut talk = talk("othello");
    talk.say("ugi");
    let lines = talk.until("ugiok");
    assert!(lines.iter().any(|line| line.starts_with("id name plyglot ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("id author ")), "{lines:?}");
    let offers = |line: &str| lines.iter().any(|offer| offer == line);
    assert!(offers("option name Threads type spin default 1 min 1 max 1024"), "{lines:?}");
    assert!(offers("option name Hash type spin default 1 min 1 max 16777216"), "{lines:?}");
    assert!(offers("option name MultiPV type spin default 1 min 1 max 500"), "{lines:?}");
    assert!(offers("option name Clear Hash type button"), "{lines:?}");
    talk.say("quit");
    assert_eq!(talk.close(), (vec![], 0));
}

/// Plays as Cute Games does: the engine is asked whose turn it is and whether the game is over.
#[test]
fn games_are_played_to_their_end_by_the_answers_alone() {
    for game in GAMES {
        let mut talk = talk(game);
        talk.say("ugi\nisready\nuginewgame");
        talk.until("readyok");
        let mut moves = String::new();
        let mut plies = 0;
        loop {
            talk.say(format!("position startpos{moves}"));
            assert!(["true", "false"].contains(&ask(&mut talk, "p1turn").as_str()));
            if ask(&mut talk, "gameover") == "true" {
                break;
            }
            assert_eq!(ask(&mut talk, "result"), "none", "{game}{moves}");
            talk.say("go nodes 50");
            let mv = best(&talk.until("bestmove"));
            moves = match moves.as_str() {
                "" => format!(" moves {mv}"),
                _ => format!("{moves} {mv}"),
            };
            plies += 1;
            assert!(plies < 500, "{game}{moves}");
        }
        let result = ask(&mut talk, "result");
        assert!(["p1win", "p2win", "draw"].contains(&result.as_str()), "{game}: {result}");
        assert_eq!(talk.close(), (vec![], 0));
    }
}

#[test]
fn p1turn_shows_a_side_that_moves_twice() {
    let mut talk = talk("kalah:3,3");
    talk.say("position startpos moves 1");
    // The third seed falls into the own store, and south moves again.
    assert_eq!(ask(&mut talk, "p1turn"), "true");
    talk.say("position startpos moves 1 2");
    assert_eq!(ask(&mut talk, "p1turn"), "false");
}

#[test]
fn results_name_the_winner() {
    let results = [("xxx/oo./...", "p1win"), ("xx./ooo/x..", "p2win"), ("xox/xox/oxo", "draw")];
    for (position, result) in results {
        let mut talk = talk("tictactoe");
        talk.say(format!("position fen {position}"));
        assert_eq!(ask(&mut talk, "gameover"), "true");
        assert_eq!(ask(&mut talk, "result"), result, "{position}");
        talk.say("go depth 3");
        assert_eq!(best(&talk.until("bestmove")), "0000");
    }
}

#[test]
fn a_search_reports_depth_score_and_line() {
    let mut talk = talk("connect4");
    talk.say("setoption name MultiPV value 2\nposition startpos moves 4 4\ngo depth 4");
    let lines = talk.until("bestmove");
    for k in ["multipv 1", "multipv 2"] {
        let line = lines.iter().rfind(|line| line.contains(k)).expect("each line is answer");
        for word in ["info depth 4 ", " score cp ", " nodes ", " nps ", " hashfull ", " time "] {
            assert!(line.contains(word), "no {word:?} in {line:?}");
        }
        let (_, pv) = line.split_once(" pv ").expect("it has a line");
        assert_eq!(pv.split(' ').count(), 4, "{line:?}");
    }
    let mut talk = self::talk("tictactoe");
    talk.say("position fen xx./oo./...\ngo depth 6");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert_eq!(best(&lines), "c3");
}

#[test]
fn an_infinite_search_answers_only_when_it_is_stopped() {
    let mut talk = talk("tictactoe");
    // Three squares are left: the value is proven at once.
    talk.say("position fen xox/xoo/...\ngo infinite\nisready");
    talk.until("readyok");
    std::thread::sleep(std::time::Duration::from_millis(50));
    talk.say("isready");
    assert!(!talk.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    talk.say("stop");
    assert_eq!(best(&talk.until("bestmove")), "a1");
    talk.say("stop\nisready");
    assert_eq!(talk.hear(), "readyok");
}

#[test]
fn commands_are_answered_during_a_search_and_changes_end_it() {
    let mut talk = talk("othello");
    talk.say("go infinite\nisready\nquery p1turn\nquery gameover\nnonsense");
    talk.until("readyok");
    talk.until("response true");
    talk.until("response false");
    talk.until("info string unknown command \"nonsense\"");
    for change in ["position startpos moves f5", "setoption name Hash value 2", "uginewgame", "go"]
    {
        talk.say(change);
        best(&talk.until("bestmove"));
        talk.say("go infinite");
        if change == "go" {
            best(&talk.until("bestmove"));
        }
    }
    let (lines, code) = talk.close();
    best(&lines);
    assert_eq!(code, 0);
}

#[test]
fn every_way_to_limit_a_search_ends_it() {
    let mut talk = talk("othello");
    let limits = [
        "depth 3",
        "nodes 1000",
        "movetime 20",
        "p1time 500 p2time 500 p1inc 0 p2inc 0",
        "p1time 10 p2time 10",
        "p1time 0 p2time -5",
        "depth banana",
        "p1time 1000 p2time 1000 movestogo 1 depth 4",
    ];
    for limit in limits {
        talk.say(format!("go {limit}"));
        best(&talk.until("bestmove"));
    }
}

#[test]
fn what_is_refused_is_named_and_changes_nothing() {
    let mut talk = talk("connect4");
    talk.say("position startpos moves 4 4 4 4 4");
    let refused = [
        ("setoption name Threads value 0", "Threads"),
        ("setoption name Ponderous value true", "Ponderous"),
        ("setoption name Hash value 16777216", "too large"),
        ("setoption Hash 3", "name"),
        ("position startpos moves 9", "move 1"),
        ("position startpos moves 1 1 1 1 1 1 1", "move 7"),
        ("position fen", "startpos"),
        ("position fen 99", "position"),
        ("query weather", "weather"),
        ("xyzzy", "xyzzy"),
        ("go depth 1 think", "think"),
    ];
    for (line, word) in refused {
        talk.say(line);
        let answer = talk.hear();
        assert!(answer.starts_with("info string ") && answer.contains(word), "{line}: {answer}");
    }
    best(&talk.until("bestmove"));
    // Five stones stand in the middle column still, and the second player is to move.
    assert_eq!(ask(&mut talk, "p1turn"), "false");
    talk.say("ugi");
    assert!(talk.until("ugiok").iter().any(|line| line.contains("Threads type spin default 1 ")));
}

#[test]
fn a_game_does_not_go_on_after_its_end() {
    let mut talk = talk("synthetic:3,6,steps=10");
    talk.say("position startpos moves 0 1 2 0 1 2 0");
    assert_eq!(talk.hear(), "info string position: move 7 (0) comes after the end of the game");
    talk.say("position startpos moves 0 1 2 0 1 2");
    assert_eq!(ask(&mut talk, "gameover"), "true");
}

#[test]
fn options_can_be_changed_in_the_middle_of_a_game() {
    let mut talk = talk("othello");
    talk.say("position startpos moves f5 d6\ngo depth 6");
    best(&talk.until("bestmove"));
    talk.say("setoption name threads value 2\nsetoption name HASH value 4\ngo depth 7");
    best(&talk.until("bestmove"));
    talk.say("setoption name Clear Hash\nsetoption name Move Overhead value 0\nugi");
    let lines = talk.until("ugiok");
    assert!(lines.iter().any(|line| line.contains("Threads type spin default 2 ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("Hash type spin default 4 ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("Overhead type spin default 0 ")), "{lines:?}");
}

#[test]
fn the_engines_numbers_can_be_changed_in_the_middle_of_a_game() {
    let mut talk = talk("hex:5");
    let nodes = |talk: &mut Talk| {
        talk.say("setoption name Clear Hash\nposition startpos moves c3\ngo depth 4");
        let lines = talk.until("bestmove");
        let last = lines.iter().rev().find_map(|line| line.split_once(" nodes ")).expect("news");
        last.1.split(' ').next().expect("a number").to_owned()
    };
    let usual = nodes(&mut talk);
    talk.say("setoption name Killer value 0\nsetoption name history value 0");
    assert_ne!(nodes(&mut talk), usual);
    talk.say("setoption name killer value 24\nsetoption name history value 48");
    assert_eq!(nodes(&mut talk), usual);
    talk.say("setoption name aspiration value 16001");
    let answer = talk.hear();
    assert!(answer.contains("option aspiration: a whole number from 0 to 16000"), "{answer}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_of_another_size_needs_no_room_beside_the_old_one() {
    let program = command("ugi othello --threads 1 --hash 150M");
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 400000; exec \"$0\" \"$@\""]);
    limited.arg(program.get_program()).args(program.get_args());
    // Address space is to be taken by the table alone, however many processors there are.
    limited.env("MALLOC_ARENA_MAX", "1").env("RAYON_NUM_THREADS", "1");
    let mut talk = Talk::with(limited);
    let offers = |talk: &mut Talk, size: &str| {
        talk.say("ugi");
        let lines = talk.until("ugiok");
        let offer = format!("option name Hash type spin default {size} ");
        assert!(lines.iter().any(|line| line.starts_with(&offer)), "{lines:?}");
    };
    talk.say("setoption name Hash value 200");
    offers(&mut talk, "200");
    talk.say("setoption name Hash value 500");
    let answer = talk.hear();
    assert!(
        answer.starts_with("info string option Hash: ") && answer.contains("500 MiB"),
        "{answer}"
    );
    assert!(answer.ends_with("; the value is unchanged"), "{answer}");
    offers(&mut talk, "200");
    talk.say("go depth 5");
    best(&talk.until("bestmove"));
    talk.say("setoption name Hash value 210\ngo depth 5");
    best(&talk.until("bestmove"));
    offers(&mut talk, "210");
}

#[test]
fn the_end_of_the_input_ends_it_and_half_a_line_counts() {
    let ran = fed(command("ugi tictactoe"), "isready\nposition startpos\nquery p1tu").fine();
    assert!(ran.out.starts_with("readyok\ninfo string unknown query"), "{ran:?}");
    let ran = fed(command("ugi tictactoe"), "isready").fine();
    assert_eq!(ran.out, "readyok\n");
    plyglot("ugi tictactoe").fine();
    let ran = fed(command("ugi othello"), "go infinite\n").fine();
    assert_eq!(ran.out.matches("bestmove ").count(), 1, "{ran:?}");
}

#[test]
fn garbage_kills_nothing() {
    let mut talk = talk("connect4");
    talk.pour(b"\xff\xfe\x00go\n\r\n   \n\x1b[31mposition\x07\nposition fen \xf0\x28\x8c\x28\n");
    talk.pour(&[&vec![b'a'; 3 << 20][..], b"\n"].concat());
    talk.say("isready");
    let lines = talk.until("readyok");
    assert_eq!(lines.len(), 5, "{lines:?}");
    for line in &lines[..4] {
        assert!(line.starts_with("info string "), "{line:?}");
        assert!(line.len() < 1_000 && !line.contains(char::is_control), "{line:?}");
    }
    assert!(lines[3].contains("too long"), "{lines:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_it_in_order() {
    let mut command = command("ugi othello --threads 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it was piped");
    std::io::Write::write_all(&mut stdin, b"isready\ngo infinite\n").expect("it listens");
    // The input stays open: the output alone is what ends it.
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}

/// True if `line` is what the documentation says, where `...` stands for anything.
fn is_like(line: &str, answer: &str) -> bool {
    let parts: Vec<_> = answer.split("...").collect();
    let [first, middle @ .., last] = &parts[..] else { return line == answer };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

#[test]
fn the_conversation_of_the_documentation_is_true() {
    let text = include_str!("../../docs/protocols.md");
    let (_, text) = text.split_once("### A conversation").expect("it has one");
    let lines =
        text.lines().filter_map(|line| line.split_once(' ').filter(|(at, _)| at.len() == 1));
    let mut talk = Talk::with(command("ugi tictactoe --threads 1"));
    let mut heard = 0;
    for (side, answer) in lines {
        match side {
            ">" => talk.say(answer),
            "<" => {
                let line = talk.hear();
                assert!(is_like(&line, answer), "{line:?} is not {answer:?}");
                heard += 1;
            }
            _ => {}
        }
    }
    assert!(heard > 15, "{heard}");
    assert_eq!(talk.close(), (vec![], 0));
}

#[test]
fn bad_arguments_are_reported_like_those_of_other_commands() {
    plyglot("ugi shogi").fails(2, &["shogi", "othello"]);
    plyglot("ugi othello --threads 0").fails(2, &["--threads"]);
    plyglot("ugi othello --hash 99999T").fails(3, &["too large"]);
    plyglot("ugi --help").fine().says("--hash").says("plyglot ugi othello");
}

/// Walks through a game, and looks at how its moves and positions are written.
fn walk(game: &dyn Open, seed: usize) {
    let name = &game.facts().name;
    let mut position = game.start().expect("a start");
    for ply in 0..200 {
        let text = position.text().expect("a text");
        assert!(!text.trim().is_empty(), "{name}: a position without a text");
        assert!(!text.contains(char::is_control), "{name}: {text:?}");
        let words: Vec<_> = text.split_whitespace().collect();
        assert!(!words.contains(&"moves"), "{name}: {text:?}");
        let back = game.parse(&words.join(" ")).expect("it reads what it wrote");
        assert_eq!(back.key(), position.key(), "{name}: {text:?}");
        if position.outcome().is_some() {
            return;
        }
        let moves = position.moves().expect("moves");
        for &mv in &moves {
            let written = position.move_text(mv).expect("it is legal");
            let bad =
                written.is_empty() || written.contains(char::is_whitespace) || written == "0000";
            assert!(!bad, "{name}: {written:?}");
        }
        position.play(moves[(seed + ply * 7) % moves.len()]).expect("it is legal");
    }
}

/// A protocol splits its words at blanks, so neither a move nor the text of a position may depend on
/// them.
#[test]
fn moves_are_one_word_and_positions_are_read_back_from_their_words() {
    let catalogue = builtin();
    for listing in catalogue.listings() {
        let game = catalogue.open(listing.name).expect("it is in the list");
        (0..20).for_each(|seed| walk(&*game, seed));
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    let mut talk = talk("connect4");
    talk.say("go depth 6 searchmoves 1 2");
    let mv = best(&talk.until("bestmove"));
    assert!(["1", "2"].contains(&mv.as_str()), "{mv}");
    talk.say("go searchmoves 7 zz depth 4");
    let lines = talk.until("bestmove");
    assert!(lines[0].starts_with("info string go searchmoves: \"zz\" is not"), "{lines:?}");
    assert_eq!(best(&lines), "7");
}

#[test]
fn an_unknown_part_of_go_is_reported_and_answered() {
    let mut talk = talk("othello");
    talk.say("go fast 3");
    let lines = talk.until("bestmove");
    assert!(lines[0].starts_with("info string go: unknown \"fast\"; expected one of"), "{lines:?}");
    best(&lines);
}

#[test]
fn lines_of_moves_are_counted_in_any_game() {
    for (game, depth, total) in [("othello", 5, 1_396), ("connect4", 4, 2_401), ("kalah", 1, 6)] {
        let mut talk = talk(game);
        talk.say(format!("perft {depth}"));
        let lines = talk.until("info string Nodes searched: ");
        assert_eq!(lines.last().expect("a line"), &format!("info string Nodes searched: {total}"));
        talk.say(format!("go perft {depth}"));
        assert_eq!(talk.until("info string Nodes searched: "), lines);
    }
    let mut talk = talk("tictactoe");
    talk.say("bench\nregister later\ndebug on");
    talk.until("info string bench: ");
    talk.say("setoption name UGI_ShowWDL value true\ngo depth 2");
    assert!(talk.until("bestmove").iter().any(|line| line.contains(" wdl ")));
}

#[test]
fn pondering_waits_for_the_move_that_was_expected() {
    let mut talk = talk("tictactoe");
    talk.say("ponderhit");
    assert_eq!(talk.hear(), "info string ponderhit: no search ponders");
    // The value is proven at once, and yet there is no answer before the hit.
    talk.say("position startpos moves b2\ngo ponder p1time 1000 p2time 1000\nisready");
    let before = talk.until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    talk.say("ponderhit");
    best(&talk.until("bestmove"));
    // A search that has not ended has the time of its clock from the hit on.
    let mut talk = self::talk("othello");
    talk.say("go ponder movetime 200\nponderhit");
    best(&talk.until("bestmove"));
    talk.say("go ponder\nstop");
    best(&talk.until("bestmove"));
    talk.say("setoption name Ponder value true\ngo depth 4");
    let last = talk.until("bestmove").pop().expect("a line");
    let words: Vec<_> = last.split(' ').collect();
    assert!(words.len() == 4 && words[2] == "ponder", "{last}");
    talk.say("setoption name Ponder value maybe");
    assert!(talk.hear().contains("option Ponder: true or false is needed"));
}

#[test]
fn a_win_in_a_number_of_moves_is_looked_for() {
    let mut talk = talk("tictactoe");
    talk.say("position fen xx./oo./...\ngo mate 1");
    let lines = talk.until("bestmove");
    assert_eq!(best(&lines), "c3");
    assert!(lines.iter().any(|line| line.contains("mate 1")), "{lines:?}");
    talk.say("position startpos\ngo mate 2");
    best(&talk.until("bestmove"));
}

#[test]
fn the_board_and_an_estimate_are_shown() {
    let mut talk = talk("othello");
    talk.say("d\neval\nisready");
    let lines = talk.until("readyok");
    assert!(lines.iter().any(|line| line == "info string    a b c d e f g h"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info string fen ------")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("4 legal moves")), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("eval: ") && line.contains("discs")),
        "{lines:?}"
    );
}

#[test]
fn a_running_search_says_every_second_what_it_works_on() {
    let mut talk = talk("othello");
    talk.say("go infinite");
    let line =
        talk.until("info depth").pop().filter(|line| line.contains(" currmove ")).unwrap_or_else(
            || loop {
                let line = talk.hear();
                if line.contains(" currmove ") {
                    break line;
                }
            },
        );
    for word in [" currmovenumber ", " nodes ", " nps ", " hashfull ", " time "] {
        assert!(line.contains(word), "no {word:?} in {line:?}");
    }
    talk.say("stop");
    best(&talk.until("bestmove"));
}
