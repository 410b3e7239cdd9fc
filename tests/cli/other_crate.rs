//! A game of another crate gets everything that the built-in ones have, and its errors end as one line.
//!
//! That crate's program is this test binary itself: called with `OTHER_CRATE` in the environment, its one
//! entry runs `plyglot::run_with` on a catalogue of its own.

use std::process::{Command, Stdio};

use crate::support::Ran;
use plyglot::catalogue::{
    Catalogue, CatalogueError, Entry, Listing, Program, Setup, Single, Visitor, builtin,
};
use plyglot::open::DoorError;
use plyglot::search::{
    CommentSlots, Describe, Game, GameFile, KnownAnswer, MoveList, Outcome, ParseError, ReadGame,
    RulesOnly, Score, Side,
};

/// Take one, two or three from a pile; taking the last one wins. Some sizes are faulty.
#[derive(Clone, Debug, PartialEq)]
struct Countdown {
    left: u32,
    mover: Side,
    fault: Option<u32>,
}

impl Game for Countdown {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        let seed = u64::from(self.left) * 2 + u64::from(self.mover == Side::Second) + 1;
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }
    fn moves(&self, out: &mut MoveList<u32>) {
        if self.fault == Some(self.left) {
            panic!("the pile fell over");
        }
        (1..=self.left.min(3)).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u32) {
        self.left -= taken;
        self.mover = self.mover.other();
    }
    fn undo(&mut self, taken: u32, _: ()) {
        self.left += taken;
        self.mover = self.mover.other();
    }
    fn pack(taken: u32) -> u32 {
        taken
    }
    fn unpack(&self, bits: u32) -> Option<u32> {
        (1..=self.left.min(3)).contains(&bits).then_some(bits)
    }
}

impl Describe for Countdown {
    const SIDES: [&'static str; 2] = ["Ann", "Bob"];
    const NOTATION: &'static str = "positions: what is left; moves: 1, 2 or 3";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let left = text.parse().map_err(|_| ParseError::new(format!("{text:?} is not a pile")))?;
        Ok(Countdown { left, ..self.clone() })
    }
    fn text(&self) -> String {
        self.left.to_string()
    }
    fn notation(&self, taken: u32) -> String {
        taken.to_string()
    }
    fn board(&self) -> String {
        "|".repeat(self.left as usize)
    }
    fn parse_record(&self, line: &str) -> Result<(Self, Option<KnownAnswer<u32>>), ParseError> {
        let Some((pile, answer)) = line.split_once(' ') else {
            return Ok((self.parse(line)?, None));
        };
        let pile = self.parse(pile)?;
        let number = |text: &str| -> Result<i32, ParseError> {
            text.parse().map_err(|_| ParseError::new(format!("{text:?} is not a value")))
        };
        let mut known = KnownAnswer::nothing();
        match answer.split_once('=') {
            Some(("best", mv)) => known.best.push(pile.parse_move(mv)?),
            Some(("avoid", mv)) => known.avoid.push(pile.parse_move(mv)?),
            Some(("ends", plies)) => {
                let (plies, wins) = (number(plies)?, number(plies)? > 0);
                let plies = plies.unsigned_abs();
                known.ends = Some(if wins { Score::win_in(plies) } else { Score::loss_in(plies) });
            }
            _ => known.value = Some(number(answer)?),
        }
        Ok((pile, Some(known)))
    }
    fn formats(&self) -> &'static [&'static str] {
        &["tally"]
    }
    fn read_game(&self, text: &str) -> ReadGame<Self, u32> {
        Some(self.read_tally(text.strip_prefix("tally ")?))
    }
}

impl Countdown {
    /// A game as `tally Ann/Bob 7: 3+2+2`.
    fn read_tally(&self, text: &str) -> Result<GameFile<Self, u32>, ParseError> {
        let wrong = || ParseError::new("write tally ANN/BOB PILE: 1+2+3");
        let (head, taken) = text.split_once(": ").ok_or_else(wrong)?;
        let (players, pile) = head.split_once(' ').ok_or_else(wrong)?;
        let start = self.parse(pile)?;
        let (mut at, mut moves) = (start.clone(), Vec::new());
        for (number, taken) in (1..).zip(taken.split('+')) {
            let mv = at.parse_move(taken).map_err(|error| ParseError::of_move(number, error))?;
            at.play(mv);
            moves.push(mv);
        }
        let tags = vec![("players".into(), players.into())];
        Ok(GameFile { format: "tally".into(), start, moves, tags, slots: CommentSlots::default() })
    }
}

struct Piles;

impl Entry for Piles {
    fn listing(&self) -> Listing {
        Listing {
            name: "countdown",
            aliases: &["cd"],
            title: "Take one, two or three",
            sizes: "countdown:faulty falls over at 5",
            notation: Countdown::NOTATION,
        }
    }
    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let fault = match size {
            None => None,
            Some("faulty") => Some(5),
            Some(size) => return Err(ParseError::new(format!("no size {size:?}"))),
        };
        let start = Countdown { left: 21, mover: Side::First, fault };
        Ok(visitor.visit(Setup {
            name: "countdown".into(),
            start,
            knowledge: RulesOnly::default(),
        }))
    }
}

/// How the other crate's program is called.
const NAME: &str = "piler";

/// Not a test of its own: the entry of the other crate's program.
#[test]
fn program() {
    let Ok(arguments) = std::env::var("OTHER_CRATE") else { return };
    // Wherever it lies, and whatever its file is called.
    let arguments = format!("target/anything {arguments}");
    let small = Countdown { left: 6, mover: Side::First, fault: None };
    let catalogue =
        Catalogue::empty().and(Piles).and(Single::new("six", small).title("A pile of six"));
    let about = "Solve and play piles on all cores.";
    let catalogue =
        catalogue.of_program(Program { name: NAME, version: "1.2.3", about, authors: "Ann:Bob" });
    assert_eq!(catalogue.listings().len(), 2);
    let code = plyglot::run_with(&catalogue, arguments.split_whitespace().map(Into::into));
    std::process::exit(code.into());
}

pub(crate) fn command(arguments: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a test has a path"));
    command.args(["--exact", "other_crate::program", "--nocapture", "--quiet"]);
    command.env("OTHER_CRATE", arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &str) -> Ran {
    command(arguments).output().expect("the program runs").into()
}

#[test]
fn it_is_solved() {
    let ran = run("solve countdown --position 7").fine();
    ran.says("|||||||").says("Ann wins").says("exact").says("best move  3");
}

#[test]
fn sides_are_called_by_their_names() {
    run("analyze cd --moves 1 --depth 3").fine().says("point of view of Bob");
}

#[test]
fn a_panic_in_a_game_is_one_line_that_names_it() {
    let ran = run("solve countdown:faulty --position 9");
    ran.fails(3, &["panicked", "the pile fell over"]);
}

#[test]
fn it_is_traced_and_a_panic_in_it_is_one_line() {
    let ran = run("trace countdown --position 3 --depth 3 --algorithm alpha-beta").fine();
    ran.says("Ann to move").says("end of the game").says("win1");
    let ran = run("trace countdown:faulty --position 9 --depth 8");
    ran.fails(3, &["the pile fell over"]);
}

#[test]
fn a_panic_on_one_line_of_a_file_leaves_the_others_alone() {
    let ran = crate::support::fed(command("solve countdown:faulty --file - --json"), "4\n9\n2\n");
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<_> = ran.out.lines().filter(|line| line.starts_with('{')).collect();
    assert!(lines[0].contains("\"result\"") && lines[0].contains("\"source_line\":1"), "{ran:?}");
    assert!(lines[1].contains("\"error\"") && lines[1].contains("\"source_line\":2"), "{ran:?}");
    assert!(lines[2].contains("\"result\"") && lines[2].contains("\"source_line\":3"), "{ran:?}");
}

#[test]
fn it_speaks_under_its_own_name() {
    run("--version").fine().says("piler 1.2.3 (plyglot ").says(env!("CARGO_PKG_VERSION"));
    run("").fine().says("piler: Solve and play piles on all cores.\n").says("piler play countdown");
    run("analyze").fails(2, &["piler analyze <GAME>"]);
    run("games countdown").fine().says("  piler play countdown");
    run("countdown").fails(2, &["piler play countdown", "piler board countdown"]);
    let ran = crate::support::fed(command("ugi six"), "ugi\nquit\n").fine();
    ran.says("id name piler 1.2.3 (six)").says("id author Ann, Bob");
    let ran = crate::support::fed(command("play six --side both"), "3\n3\n").fine();
    ran.says("piler review six --moves \"3 3\"");
    run("completions bash").fine().says("_piler()").says("complete -F _piler");
    let folder = tempfile::tempdir().expect("a folder for the test");
    run(&format!("completions --install {}", folder.path().display())).fine();
    let page = folder.path().join("share/man/man1/piler-analyze.1");
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(
        page.contains("piler analyze countdown") && !page.contains("plyglot analyze"),
        "{page}"
    );
    let ran = run("trace six --depth 3 --algorithm mistake-guide --against minimax");
    assert!(!ran.out.contains("plyglot"), "{ran:?}");
    // plyglot is named only as what the program is made with.
    let help = run("--help").fine().out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    // Their descriptions go on below.
    let commands = commands.filter(|line| !line.starts_with("   "));
    let commands: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 12, "{help}");
    for command in [""].iter().chain(commands.iter().filter(|&&name| name != "help")) {
        let help = run(&format!("{command} --help")).fine().out;
        let of = |line: &&str| line.contains("plyglot") && !line.contains("plyglot's own search");
        assert_eq!(help.lines().find(of), None, "{command}");
        assert!(help.contains("Usage: piler"), "{help}");
    }
}

#[test]
fn its_own_games_are_listed() {
    run("games").fine().says("countdown").says("cd").says("Take one, two or three");
    run("analyze chess").fails(2, &["chess", "countdown"]);
    run("analyze countdown:9").fails(2, &["countdown", "size"]);
    run("completions bash").fine().says("countdown");
}

#[test]
fn nboard_without_othello_is_refused() {
    run("nboard").fails(2, &["nboard", "Othello", "countdown, six"]);
}

#[test]
fn the_signature_counts_it() {
    run("bench signature --verbose").fine().says("countdown");
}

#[test]
fn a_game_is_played_to_its_end() {
    let ran =
        crate::support::fed(command("play countdown --position 6 --depth 4"), "2\n7\n1\n3\n2\n");
    ran.fine().says("Ann to move>").says("The game is over");
}

#[test]
fn a_game_of_one_size_needs_no_entry_of_its_own() {
    run("solve six").fine().says("six, Ann to move").says("Ann wins");
    run("analyze six:7").fails(2, &["six", "7"]);
    run("games").fine().says("A pile of six");
}

#[test]
fn an_illegal_move_is_refused_with_the_legal_ones() {
    run("analyze six --moves 4").fails(2, &["\"4\"", "1, 2, 3"]);
}

#[test]
fn a_game_that_panics_still_gets_its_moves_answered_by_ugi() {
    let commands =
        "ugi\nposition fen 9\ngo depth 8\nposition fen 5\ngo depth 2\nposition fen 3\ngo\n";
    let ran = crate::support::fed(command("ugi countdown:faulty --threads 2"), commands).fine();
    let lines: Vec<_> = ran.out.lines().filter(|line| line.starts_with("bestmove ")).collect();
    // With 5 left the game panics when its moves are asked for; elsewhere any legal move is an answer.
    assert_eq!((lines.len(), lines[1]), (3, "bestmove 0000"), "{ran:?}");
    for line in [lines[0], lines[2]] {
        assert!(["bestmove 1", "bestmove 2", "bestmove 3"].contains(&line), "{ran:?}");
    }
    ran.says("info string ").says("the pile fell over");
}

#[test]
fn a_game_is_added_to_the_built_in_ones_or_replaces_one_of_the_same_name() {
    let pile = Countdown { left: 3, mover: Side::First, fault: None };
    let catalogue = builtin().and(Single::new("Othello", pile.clone()).aliases(&["threes"]));
    let names: Vec<_> = catalogue.listings().iter().map(|listing| listing.name).collect();
    assert_eq!(names.iter().filter(|name| name.eq_ignore_ascii_case("othello")).count(), 1);
    assert!(names.contains(&"kalah"), "{names:?}");
    let board = |name| catalogue.open(name)?.start()?.board();
    assert_eq!(board("othello").expect("the other crate's"), pile.board());
    assert_eq!(board("threes").expect("the other crate's"), pile.board());
    assert!(board("kalah").is_ok());
    let unknown = board("go");
    let named = matches!(unknown, Err(DoorError::Catalogue(CatalogueError::UnknownGame { .. })));
    assert!(named, "{unknown:?}");
}

#[test]
fn it_is_measured_on_random_openings() {
    let ran = run("bench scaling --game cd --virtual --threads 1,2 --to-depth 3 --most 2");
    ran.fine().says("countdown");
    run("bench scaling --game cd").fails(2, &["random openings", "--to-depth"]);
    let ran = run("bench family --game six --depths 2 --trees-per-cell 1");
    ran.fine().says("six");
}

#[test]
fn a_line_may_name_a_move_a_mistake_or_how_soon_the_game_ends() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("answers");
    // Of seven, three are to be taken, and the win takes two more plies.
    let lines = "7 best=3\n7 best=1\n7 avoid=1\n7 avoid=3\n7 ends=3\n7 ends=5\n7 ends=-3\n";
    std::fs::write(&file, lines).unwrap();
    let arguments = format!("solve countdown --file {}", file.display());
    let ran = run(&format!("{arguments} --json"));
    assert_eq!(ran.code, 1, "{}", ran.err);
    // The test's own lines stand around the program's.
    let objects = ran.out.lines().filter_map(|line| serde_json::from_str(line).ok());
    let answers: Vec<serde_json::Value> = objects
        .filter(|object: &serde_json::Value| object["type"] == "result")
        .map(|object| object["answer"].clone())
        .collect();
    let right: Vec<_> = answers.iter().map(|answer| answer["right"].as_bool()).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(right, [yes, None, yes, no, yes, no, no]);
    assert_eq!(answers[3]["avoid_moves"], serde_json::json!(["3"]));
    assert_eq!((&answers[5]["ends_in"], &answers[5]["value"]), (&5.into(), &().into()));
    let table = run(&arguments);
    for known in ["win in 3", "not 3", "loss in 3", " WRONG "] {
        assert!(table.out.contains(known), "{known}: {}", table.out);
    }
}

#[test]
fn it_brings_a_file_format_of_its_own() {
    run("games countdown").fine().says("files      tally");
    let files = "\u{feff}# two games\r\ntally Ann/Bob 7: 3+2+2\r\ntally Ann/Bob 7: 3+4\n3 2 1\n";
    let ran = crate::support::fed(command("review countdown --file - --depth 9"), files);
    assert_eq!(ran.code, 1, "{ran:?}");
    let wrong = "-:3: move 2: \"4\" is not a legal move: the legal moves are 1, 2, 3";
    for said in ["-: 3 games, 1 in tally", wrong] {
        assert!(ran.err.contains(said), "no {said:?} in {ran:?}");
    }
    let ran = crate::support::fed(command("solve countdown --file - --json"), files);
    assert!(ran.err.contains("(1 at the end of games, 1 at the end of games in tally)"), "{ran:?}");
    let openings = "tally Ann/Bob 21: 3+2\ntally Ann/Bob 7: 3\n";
    let arguments = "match countdown --a depth=1 --b depth=1 --games 4 --json --openings -";
    let ran = crate::support::fed(command(arguments), openings).fine();
    let lines = ran.out.lines().filter_map(|line| serde_json::from_str(line).ok());
    let lines: Vec<serde_json::Value> = lines.collect();
    let openings: Vec<_> = lines.iter().filter_map(|line| line["opening"].as_str()).collect();
    assert_eq!(openings, ["3 2", "3 2", "4", "4"]);
}

/// Every command of the program, each as it is asked for its help.
fn commands() -> Vec<String> {
    let listed = |help: &str| -> Vec<String> {
        let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let lines = lines.take_while(|line| !line.is_empty());
        let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.filter_map(|line| line.split_whitespace().next().map(String::from)).collect()
    };
    let mut all = vec![String::new()];
    all.extend(listed(&run("--help").fine().out));
    all.extend(listed(&run("bench --help").fine().out).iter().map(|name| format!("bench {name}")));
    all.retain(|name| !name.ends_with("help"));
    all
}

#[test]
fn the_help_of_every_command_names_its_own_games_and_no_other() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    let hidden = |name: &str| !commands.iter().any(|command| command.ends_with(name));
    assert!(hidden("nboard") && hidden("peers"), "{commands:?}");
    let mut named = 0;
    for command in &commands {
        let help = run(&format!("{command} --help")).fine().out;
        // Synthetic trees are also what some commands are about.
        for listing in builtin().listings().iter().filter(|listing| listing.name != "synthetic") {
            // A name alone, and not the beginning of another word.
            let mut words = help.split(|at: char| !at.is_alphanumeric());
            let is_there = words.any(|word| word.eq_ignore_ascii_case(listing.name));
            assert!(!is_there, "{command} --help names {}: {help}", listing.name);
        }
        let has_game = help.contains("<GAME>") || help.contains("[GAME]");
        assert!(
            !has_game || help.contains("countdown") && help.contains("six"),
            "{command}: {help}"
        );
        named += usize::from(has_game);
        let example = |line: &&str| line.starts_with("  piler ");
        assert!(help.lines().any(|line| example(&line)) || !help.contains("Examples:"), "{help}");
    }
    assert!(named > 8, "{named}");
}

#[test]
fn the_examples_of_its_help_are_understood() {
    for command in ["perft", "solve", "analyze"] {
        let help = run(&format!("{command} --help")).fine().out;
        let examples: Vec<_> = help.lines().filter(|line| line.starts_with("  piler ")).collect();
        assert!(examples.len() >= 2, "{help}");
        let plain = |line: &&&str| !line.contains("--file") && !line.contains("--save");
        for line in examples.iter().filter(plain) {
            let line = line.trim().trim_start_matches("piler ");
            let line = line.split("  ").next().unwrap_or(line);
            // A depth ends what would go on until Ctrl-C.
            let depth = if line.contains("depth") || line.contains("-d ") || command == "solve" {
                ""
            } else {
                " --depth 3"
            };
            run(&format!("{line}{depth}")).fine();
        }
    }
}

#[test]
fn the_help_of_a_program_with_the_built_in_games_is_as_it_is_written() {
    let help = crate::support::plyglot("analyze --help").fine();
    help.says("plyglot analyze connect4 --moves 4453 --time 10s --json")
        .says("where it has several: othello, connect4:6x5");
}
