//! What people see: in a terminal of any width no line is wider than it, and no word or number is broken.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::other_crate;
use crate::support::random::GAMES;
use crate::support::terminal::{Screen, on_terminal};
use crate::support::{Ran, command, plyglot};

const WIDTHS: [u16; 4] = [60, 80, 120, 200];

/// What stands only in a terminal: that it has no room for a column.
const LEFT_OUT: &str = "Left out at this width (--json has all): re-searches";

/// The program's arguments, what is typed while it runs, and whether a pipe gets the same words.
struct Case<'a> {
    arguments: &'a str,
    typed: &'a str,
    as_piped: bool,
}

fn run(arguments: &str) -> Case<'_> {
    Case { arguments, typed: "", as_piped: true }
}

fn typing<'a>(arguments: &'a str, typed: &'a str) -> Case<'a> {
    Case { arguments, typed, as_piped: false }
}

/// What it says depends on times.
fn timed(arguments: &str) -> Case<'_> {
    Case { arguments, typed: "", as_piped: false }
}

/// The words of a text, with a sign for each number. Short ones are units, sides and moves.
fn words(text: &str) -> BTreeSet<String> {
    let word = |word: &str| {
        let mut masked = String::new();
        for c in word.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }) {
            if c != '#' || !masked.ends_with('#') {
                masked.push(c);
            }
        }
        masked.trim_matches(|c: char| !c.is_alphanumeric() && c != '#').to_owned()
    };
    let long = |word: &String| word.chars().filter(|c| c.is_alphabetic()).count() > 2;
    text.split_whitespace().map(word).filter(long).collect()
}

/// True if the rim of the terminal is within a word. Below a progress bar there is no line's end: blanks lead to it.
fn is_broken(line: &str, width: usize) -> bool {
    let line: Vec<char> = line.trim_end().chars().collect();
    let rims = (width..line.len()).step_by(width);
    let is_whole = line.iter().all(|c| !c.is_whitespace());
    !is_whole
        && rims.into_iter().any(|rim| !line[rim - 1].is_whitespace() && !line[rim].is_whitespace())
}

/// Runs it at every width, and holds what is seen against what a pipe gets.
#[track_caller]
fn fits(new: fn(&str) -> Command, case: &Case<'_>) {
    let &Case { arguments, typed, as_piped } = case;
    let mut piped = new(arguments);
    let ran: Ran = piped.output().expect("the program runs").into();
    let known = &words(&ran.out) | &words(LEFT_OUT);
    for width in WIDTHS {
        let Screen { code, out, err } = on_terminal(new(arguments), width, typed);
        assert_eq!(code, ran.code, "{arguments:?} at {width}: {out:#?} {err:#?}");
        for line in &out {
            // A position or an address is one word, however long.
            let fits =
                line.trim_end().chars().count() <= width.into() || !line.trim().contains(' ');
            assert!(fits, "{arguments:?} at {width}:\n{line}");
        }
        for line in &err {
            assert!(!is_broken(line, width.into()), "{arguments:?} at {width}:\n{line}");
        }
        let seen = words(&out.join("\n"));
        let broken: Vec<_> = seen.difference(&known).filter(|_| as_piped).collect();
        assert!(broken.is_empty(), "{arguments:?} at {width}: {broken:?} in {out:#?}");
    }
}

/// A file for the tests, by its content.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the test can write");
    path.display().to_string()
}

const COMMANDS: [&str; 37] = [
    "analyze",
    "solve",
    "tables",
    "review",
    "merge",
    "farm",
    "play",
    "board",
    "match",
    "train",
    "tree",
    "tree grow",
    "tree prove",
    "tree work",
    "tree show",
    "tree export",
    "tree import",
    "tree certificate",
    "tree check",
    "tune",
    "ugi",
    "uci",
    "nboard",
    "serve",
    "perft",
    "trace",
    "games",
    "completions",
    "config",
    "bench",
    "bench signature",
    "bench speed",
    "bench scaling",
    "bench family",
    "bench ablation",
    "bench peers",
    "bench report",
];

#[test]
fn help_fits_the_terminal() {
    fits(command, &run(""));
    fits(command, &run("--help"));
    fits(command, &run("--version"));
    for name in COMMANDS {
        fits(command, &run(&format!("{name} --help")));
    }
}

#[test]
fn the_commands_of_the_help_are_all_tried() {
    let help = plyglot("--help").fine().out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let listed: Vec<_> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(listed.len() > 15, "{help}");
    for name in listed.iter().filter(|&&name| name != "help") {
        assert!(COMMANDS.contains(name), "{name}");
    }
}

#[test]
fn games_and_their_details_fit_the_terminal() {
    fits(command, &run("games"));
    let games = plyglot("games").fine().out;
    assert!(games.lines().count() < 46, "{games}");
    for name in GAMES {
        fits(command, &run(&format!("games {name}")));
    }
}

#[test]
fn searches_fit_the_terminal() {
    let positions = file("screen-positions", "f5\nf5d6\nf5d6c3d3c4f4\nnonsense\n");
    for arguments in [
        "analyze othello --depth 8 -j 1",
        "analyze othello --depth 7 --lines 3 -j 1",
        "analyze draughts --depth 7 --lines 3 -j 1",
        "analyze hex:5 --depth 4 --lines 4 --virtual-threads 2",
        "analyze othello --depth 3 --root-moves f5,d3 -j 1",
        "solve tictactoe -j 1",
        "solve kalah:3,3 -j 1 --lines 2",
        "solve othello --nodes 2000 -j 1",
        &format!("analyze othello --depth 5 -j 1 --file {positions}"),
        &format!("analyze othello --depth 4 -j 1 --lines 2 --file {positions}"),
        &format!("solve othello --nodes 300 --virtual-threads 2 --file {positions}"),
        "perft othello -d 5",
        "perft draughts -d 3 --divide",
        "trace tictactoe --depth 2",
        "trace draughts --depth 3 --algorithm engine",
        "trace othello --depth 4 --algorithm alpha-beta+table --plies 3 --window=-0.5,+0.5",
        "trace othello --depth 5 --algorithm mistake-guide --against minimax",
    ] {
        fits(command, &run(arguments));
    }
}

#[test]
fn what_is_played_and_reviewed_fits_the_terminal() {
    let games = file("screen-games", "f5d6c3d3c4f4\nf5f6e6f4\n");
    for arguments in [
        "review othello --moves f5d6c3d3c4f4f6f3e6e7d7g6f8f7 --depth 4 -j 1",
        "review draughts --moves 11-15,23-19,8-11,22-17 --depth 5 -j 1",
        "review connect4 --moves 44444322155 --depth 8 -j 1",
        &format!("review othello --depth 3 -j 1 --file {games}"),
        "match kalah:4,3 --a depth=4,threads=1,hash=1M --b depth=1,aspiration=7 --games 6 --jobs 1",
        "play tictactoe --side none --depth 9 -j 1",
    ] {
        fits(command, &run(arguments));
    }
    let typed = "help\nrules\nmoves\nf5\nhint\nf6\nboard\nside red\nlevel 77\nsave\nundo\nmoves\nnonsense\nquit\n";
    for game in ["othello", "draughts", "hex"] {
        fits(command, &typing(&format!("play {game} --side both --depth 2 -j 1"), typed));
    }
}

#[test]
fn what_is_measured_fits_the_terminal() {
    for arguments in [
        "bench scaling --game othello --virtual --threads 2 --to-depth 4 --most 2 --play --nodes 100 --pairs 4",
        "bench family --branching 3,5 --depths 3 --trees-per-cell 4",
        "bench family --claims list",
        "bench family --claims even --trees-per-cell 4",
    ] {
        fits(command, &run(arguments));
    }
    for arguments in [
        "bench scaling --game tictactoe --threads 1,2 --to-depth 5 --most 2 --account --repeat 1 --no-ceiling",
        "bench ablation tictactoe --only history --positions 2 --nodes 500 --games 4 --match-nodes 50",
    ] {
        fits(command, &timed(arguments));
    }
}

#[test]
fn protocols_say_what_they_are_and_how_to_leave() {
    for (arguments, word) in [
        ("ugi kalah", "plyglot play kalah"),
        ("uci", "UCI"),
        ("nboard", "NBoard"),
        ("serve", "JSON"),
    ] {
        let Screen { code, err, .. } = on_terminal(command(arguments), 80, "\u{4}");
        let said = err.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            code == 0 && said.contains(word) && said.contains("Ctrl-D"),
            "{arguments}: {err:?}"
        );
        fits(command, &typing(arguments, "\u{4}"));
    }
}

#[test]
fn refusals_fit_the_terminal() {
    for arguments in [
        "othello",
        "nonsense",
        "analyze nonsense",
        "analyze othello --depth 0 --nonsense",
        "analyze othello --position nonsense",
        "analyze othello --moves f5f5",
        "play othello --side red",
        "play othello --time 5",
        "analyze othello --hash 64",
        "bench nonsense",
        "match othello --a depth=2 --b nonsense=3,depth=1",
    ] {
        fits(command, &run(arguments));
    }
}

#[test]
fn a_strangers_game_fits_the_terminal() {
    for arguments in [
        "",
        "--help",
        "analyze --help",
        "games",
        "games countdown",
        "analyze countdown --depth 6 --lines 3 -j 1",
        "solve six -j 1",
        "trace countdown --depth 3",
        "review countdown --moves 1,2,3,1 --depth 5 -j 1",
        "match six --a depth=2 --b depth=1 --games 2",
    ] {
        fits(other_crate::command, &run(arguments));
    }
}

#[test]
fn the_board_is_seen_again_where_rows_have_pushed_it_off() {
    let rows = |lines: u32, depth: u32| {
        let command = command(&format!("analyze othello --depth {depth} --lines {lines} -j 1"));
        let out = on_terminal(command, 80, "").out;
        out.iter().filter(|line| line.contains("a b c d e f g h")).count()
    };
    let once = rows(1, 3);
    assert_eq!(rows(4, 8), 2 * once);
}
