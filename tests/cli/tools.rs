//! The smaller commands: help, games, perft, the signature, completions.

use std::fs;
use std::process::Command;

use crate::support::{Ran, command, plyglot};

#[test]
fn the_program_without_a_command_lists_what_it_can_do() {
    let ran = plyglot("").fine().says("plyglot analyze").says("plyglot help").says("othello");
    assert!(ran.out.lines().count() < 20, "{ran:?}");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["", "analyze", "solve", "play", "perft", "completions"] {
        plyglot(&format!("{command} --help")).fine().says("Usage: plyglot").says("Example");
    }
    plyglot("bench signature --help").fine().says("Usage: plyglot bench signature");
    plyglot("games -h").fine().says("Usage: plyglot games");
}

#[test]
fn the_version_is_the_crates() {
    plyglot("--version").fine().says(env!("CARGO_PKG_VERSION"));
}

#[test]
fn output_without_a_terminal_has_no_colour_codes() {
    for arguments in ["--help", "games", "analyze othello --depth 3", "analyze nothing"] {
        let ran = plyglot(arguments);
        assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "{ran:?}");
    }
}

#[test]
fn colours_are_shown_where_they_are_asked_for() {
    let shown = |arguments: &str, no_color: &str| {
        let mut command = command(arguments);
        let ran: Ran = command.env("NO_COLOR", no_color).output().expect("it runs").into();
        ran.fine().out.contains('\x1b')
    };
    let analysis = "analyze othello --moves f5 --depth 2 --color";
    assert!(shown(&format!("{analysis} always"), ""));
    assert!(!shown(&format!("{analysis} always --json"), ""));
    assert!(!shown(&format!("{analysis} never"), ""));
    assert!(!shown(&format!("{analysis} auto"), ""), "not into a pipe");
    assert!(!shown(&format!("{analysis} auto"), "1"));
    plyglot("--color sometimes games").fails(2, &["--color", "always, never"]);
}

#[test]
fn games_are_listed_in_short() {
    let ran = plyglot("games").fine().says("othello").says("connect4").says("tictactoe");
    let ran = ran.says("kalah").says("synthetic").says("notation").says("sizes");
    assert!(ran.out.lines().count() < 46, "{ran:?}");
}

#[test]
fn a_game_is_shown_in_detail_in_its_size() {
    let ran = plyglot("games othello").fine().says("rules").says("X (black)").says("ffo40: FFO");
    ran.says("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXX").says("plyglot solve othello --position ffo40");
    plyglot("games c4:5x4").fine().says("connect4:5x4").says("1 2 3 4 5").says("Four in a row");
    plyglot("games othelo").fails(2, &["othelo", "did you mean"]);
    for game in ["othello", "connect4", "tictactoe", "kalah", "breakthrough", "domineering"] {
        plyglot(&format!("games {game}")).fine().says("rules  ").says("notation  ");
    }
}

#[test]
fn a_game_in_place_of_a_command_is_told_the_commands() {
    for game in ["othello", "c4:5x4", "Kalah"] {
        let ran = plyglot(game).fails(2, &["is a game", "plyglot board "]);
        assert!(ran.err.contains(&format!("plyglot play {game}")), "{ran:?}");
    }
    plyglot("othelo").fails(2, &["unknown command \"othelo\"", "did you mean \"othello\"?"]);
    plyglot("analyse-it").fails(2, &["unknown command", "did you mean \"analyze\"?"]);
    plyglot("bench speeds").fails(2, &["speeds"]);
}

#[test]
fn times_and_sizes_need_their_unit() {
    plyglot("analyze othello -t 5")
        .fails(2, &["--time", "a unit is needed, such as 5s (5 seconds)"]);
    plyglot("analyze othello --hash 64")
        .fails(2, &["--hash", "a unit is needed, such as 64M (64 MiB)"]);
    plyglot("match tictactoe --a time=5,depth=1 --b depth=1").fails(2, &["time", "such as 5s"]);
    plyglot("match tictactoe --a clock=60,depth=1 --b depth=1").fails(2, &["clock", "such as 60s"]);
    plyglot("match tictactoe --a hash=16,depth=1 --b depth=1").fails(2, &["hash", "such as 16M"]);
}

#[test]
fn help_is_a_command_too() {
    assert_eq!(plyglot("help").fine().out, plyglot("--help").fine().out);
    assert_eq!(plyglot("help solve").fine().out, plyglot("solve --help").fine().out);
    plyglot("help nosuch").fails(2, &["nosuch"]);
}

#[test]
fn perft_is_the_same_on_any_threads_and_as_json() {
    for threads in ["", "--threads 1", "-j 3"] {
        let ran = plyglot(&format!("perft othello -d 6 --json {threads}")).fine();
        let last = ran.json().pop().expect("an object for each depth");
        assert_eq!((&last["type"], &last["lines"]), (&"perft".into(), &8_200.into()), "{last}");
        assert_eq!((&last["depth"], &last["ended_before"]), (&6.into(), &0.into()), "{last}");
    }
    let parts = plyglot("perft connect4 -d 2 --divide --json -m 444444").fine().json();
    assert_eq!(parts.len(), 6, "{parts:?}");
    assert_eq!((&parts[3]["move"], &parts[3]["lines"]), (&"5".into(), &6.into()));
    let error = plyglot("perft shogi -d 2 --json").json();
    assert_eq!(error[0]["type"], "error");
}

#[test]
fn perft_counts_what_is_known() {
    let ran = plyglot("perft othello --depth 7").fine();
    ran.says("1,396").says("8,200").says("55,092");
    plyglot("perft connect4 --depth 4").fine().says("2,401");
    // 255,168 games of tic-tac-toe, as published: those that ended sooner, and those of nine moves.
    let whole = plyglot("perft tictactoe --json").fine().json();
    let (nine, last) = (&whole[9], whole.last().expect("a depth"));
    assert_eq!((&nine["lines"], &last["depth"]), (&127_872.into(), &10.into()));
    assert_eq!((&last["lines"], &last["ended_before"]), (&0.into(), &255_168.into()));
    plyglot("perft connect4 --depth 0").fine().says("1");
}

#[test]
fn divide_splits_the_count_by_the_first_move() {
    let ran = plyglot("perft connect4 --depth 3 --divide --moves 444444").fine();
    assert_eq!(ran.out.lines().count(), 7, "{ran:?}");
    ran.says("total");
}

#[test]
fn the_signature_is_one_number_and_that_which_is_recorded() {
    let recorded = include_str!("../../bench/runs/signature.txt");
    assert_eq!(plyglot("bench signature --verbose").fine().out, recorded);
    let number = plyglot("bench signature").fine().out;
    assert!(number.trim().parse::<u64>().is_ok_and(|number| number > 0), "{number}");
    assert_eq!(recorded.split_whitespace().last(), Some(number.trim()));
}

#[test]
fn the_signature_of_the_threads_is_that_which_is_recorded() {
    let recorded = include_str!("../../bench/runs/threads.txt");
    assert_eq!(plyglot("bench signature --threads").fine().out, recorded);
    plyglot("bench signature --threads --verbose").fails(2, &["cannot be used with"]);
}

#[test]
fn completions_offer_the_games() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = plyglot(&format!("completions {shell}")).fine();
        assert!(ran.out.contains("analyze"), "{shell}");
    }
    plyglot("completions bash").fine().says("kalah").says("ffo40").says("negascout");
}

#[test]
fn completions_are_installed_with_a_page_of_the_manual_for_each_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let prefix = folder.path();
    let install = format!("completions --install {}", prefix.display());
    plyglot(&install).fine().says("files in");
    let share = prefix.join("share");
    let read = |path: &str| fs::read_to_string(share.join(path)).expect(path);
    assert!(read("bash-completion/completions/plyglot").contains("complete -F _plyglot"));
    assert!(read("zsh/site-functions/_plyglot").starts_with("#compdef plyglot"));
    assert!(read("fish/vendor_completions.d/plyglot.fish").contains("complete -c plyglot"));
    let page = read("man/man1/plyglot-analyze.1");
    for words in [".TH plyglot-analyze 1", ".nf\n  plyglot analyze othello", "iterative deepening"]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(read("man/man1/plyglot-bench-scaling.1").contains("bench scaling"));
    assert!(read("man/man1/plyglot.1").contains(env!("CARGO_PKG_VERSION")));
    // Where there is a reader of such pages, it complains of none.
    let mut mandoc = Command::new("groff");
    let pages = fs::read_dir(share.join("man/man1")).expect("pages");
    let pages: Vec<_> = pages.map(|page| page.expect("a page").path()).collect();
    if let Ok(read) = mandoc.args(["-man", "-z", "-ww", "-T", "utf8"]).args(&pages).output() {
        assert!(read.status.success() && read.stderr.is_empty(), "{read:?}");
    }
    plyglot(&install).fine();
    plyglot("completions").fails(2, &["SHELL"]);
    plyglot("completions bash --install x").fails(2, &["cannot be used with"]);
    fs::write(prefix.join("file"), "text").expect("the test can write");
    plyglot(&format!("completions --install {}/file", prefix.display())).fails(2, &["file"]);
}
