//! Every error in the input ends in one line on standard error, and a non-zero exit code.

use crate::support::{command, fed, plyglot};

#[test]
fn a_game_that_does_not_exist_is_named_with_those_that_do() {
    plyglot("analyze shogi --depth 2").fails(2, &["shogi", "othello", "connect4"]);
    plyglot("solve").fails(2, &["GAME"]);
    plyglot("analyze othello:7 --depth 2").fails(2, &["othello", "7"]);
}

#[test]
fn a_name_that_was_mistyped_is_asked_for() {
    let othello = "did you mean \"othello\"?";
    plyglot("analyze othelo").fails(2, &["unknown game \"othelo\"; expected one of", othello]);
    let scheme = ["unknown scheme \"lasy\"", "did you mean \"lazy\"?"];
    plyglot("analyze othello --scheme lasy").fails(2, &scheme);
    let algorithm = ["\"negascot\"", "did you mean \"negascout\"?"];
    plyglot("trace othello -d 2 --algorithm negascot").fails(2, &algorithm);
    let option = ["unknown option \"aspiraton\"", "did you mean \"aspiration\"?"];
    plyglot("analyze othello --set aspiraton=3").fails(2, &option);
    let shogi = plyglot("analyze shogi").fails(2, &["shogi"]);
    assert!(!shogi.err.contains("did you mean"), "{shogi:?}");
    let ffo = ["\"ffo4\"", "ffo40, ffo42", "did you mean \"ffo40\"?"];
    plyglot("analyze othello --position ffo4").fails(2, &ffo);
    let set = ["othello-midgam", "neither a file", "did you mean \"othello-midgame\"?"];
    plyglot("bench scaling --game othello --positions othello-midgam").fails(2, &set);
}

#[test]
fn a_number_below_zero_is_a_number() {
    for option in ["--depth", "--nodes", "--threads", "--lines", "--virtual-threads"] {
        let ran = plyglot(&format!("analyze othello {option} -1"));
        ran.fails(2, &[option, "'-1'", "a whole number"]);
    }
    let ran = plyglot("analyze othello -1").fails(2, &["'-1'"]);
    assert!(!ran.err.contains("tip"), "{ran:?}");
}

#[test]
fn no_message_is_that_of_a_parser_or_a_number_of_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("it can be written");
    let file = file.display();
    let family = "bench family --branching 2 --depths 1 --trees-per-cell 1 --algorithms scout";
    for (command, word) in [
        ("bench family --seed x".into(), "a whole number from 0"),
        ("bench scaling --game othello --seed 1.5".into(), "a whole number from 0"),
        ("analyze othello --depth 99999999999".into(), "too large"),
        (format!("{family} --report {file}"), "could not be made"),
        (format!("review othello --moves f5 --depth 1 --html {file}/x"), "could not be written"),
    ] {
        let ran = plyglot(&command).fails(2, &[word]);
        assert!(!ran.err.contains("os error") && !ran.err.contains("digit"), "{ran:?}");
    }
}

#[test]
fn a_place_that_cannot_be_used_is_an_argument_whichever_option_names_it() {
    for command in [
        "analyze othello --depth 1 --file no/such",
        "analyze othello --depth 1 --load no/such",
        "analyze othello --depth 1 --save no/such",
        "review othello --moves f5 --depth 1 --html no/such",
        "review othello --file no/such",
        "trace tictactoe --depth 1 --output no/such",
        "bench scaling --game tictactoe --to-depth 2 --most 1 --threads 1 --journal no/such",
        "bench speed --tasks tictactoe --baseline no/such",
    ] {
        plyglot(command).fails(2, &["no/such"]);
    }
}

#[test]
fn a_command_or_option_that_does_not_exist_is_named() {
    plyglot("analize othello").fails(2, &["analize", "analyze"]);
    plyglot("solve othello --depht 3").fails(2, &["--depht", "--depth"]);
    plyglot("bench").fails(2, &["subcommand", "signature, speed"]);
    plyglot("completions tcsh").fails(2, &["tcsh", "bash"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    plyglot("analyze othello --threads 0").fails(2, &["--threads"]);
    plyglot("analyze othello --threads 100000").fails(2, &["--threads"]);
    plyglot("analyze othello --threads two").fails(2, &["--threads"]);
    plyglot("analyze othello --depth 0").fails(2, &["--depth", "at least 1"]);
    plyglot("analyze othello --nodes -5").fails(2, &[]);
    plyglot("analyze othello --lines 0").fails(2, &["--lines"]);
    plyglot("analyze othello --time 0s").fails(2, &["--time"]);
    plyglot("analyze othello --time soon").fails(2, &["--time", "soon"]);
    plyglot("analyze othello --hash 64").fails(2, &["--hash", "64M"]);
    plyglot("analyze othello --hash lots").fails(2, &["--hash", "lots"]);
    plyglot("perft othello --divide").fails(2, &["--depth"]);
}

#[test]
fn a_table_larger_than_the_memory_is_refused() {
    plyglot("analyze othello --depth 2 --hash 4000T").fails(3, &["4000 TiB", "memory"]);
    plyglot("analyze othello --depth 2 --hash 1B").fails(2, &["64 bytes"]);
    plyglot("play othello --hash 4000T").fails(3, &["4000 TiB", "memory"]);
}

#[test]
fn what_is_missing_is_named_and_how_it_is_typed() {
    for (arguments, message) in [
        ("analyze", "missing <GAME>: plyglot analyze <GAME>"),
        ("trace hex", "missing --depth <D>: plyglot trace --depth <D> <GAME>"),
        ("trace", "missing --depth <D>, <GAME>: plyglot trace --depth <D> <GAME>"),
        ("merge", "missing <FILE>...: plyglot merge <FILE>..."),
    ] {
        let whole = format!("error: {message} (--help tells more)\n");
        assert_eq!(plyglot(arguments).err, whole);
        plyglot(arguments).fails(2, &[message]);
    }
}

#[test]
fn a_bad_position_or_move_is_pointed_at() {
    plyglot("analyze connect4 --moves 48").fails(2, &["--moves", "move 2", "8"]);
    plyglot("analyze connect4 --moves 4444444").fails(2, &["--moves", "move 7", "full"]);
    plyglot("analyze connect4 --position 4x").fails(2, &["--position", "character 1"]);
    plyglot("analyze connect4 --moves 12121211").fails(2, &["--moves", "move 8"]);
    plyglot("analyze othello --moves f5a1").fails(2, &["--moves", "move 2", "a1"]);
    plyglot("analyze othello --root-moves a1").fails(2, &["--root-moves", "a1"]);
    plyglot("analyze connect4 --root-moves ,").fails(2, &["--root-moves"]);
    let mut blanks = command("analyze connect4 --depth 2 --root-moves");
    blanks.arg("2 6, x");
    fed(blanks, "").fails(2, &["--root-moves", "\"x\""]);
    plyglot("perft othello --depth 2 --moves zz").fails(2, &["--moves", "zz"]);
    plyglot("play othello --position X").fails(2, &["--position"]);
    let misspelt = ["--position", "fhourstoned", "not an example", "fhourstones"];
    plyglot("analyze connect4 --position fhourstoned").fails(2, &misspelt);
}

#[test]
fn moves_of_a_finished_game_cannot_be_chosen() {
    plyglot("analyze connect4 --moves 1212121 --root-moves 3").fails(2, &["--root-moves", "over"]);
}

#[test]
fn inputs_that_exclude_each_other_are_refused() {
    plyglot("solve connect4 --moves 4 --file x").fails(2, &["--file", "--moves"]);
    plyglot("solve connect4 --root-moves 4 --file x").fails(2, &["--file", "--root-moves"]);
    plyglot("solve connect4 --spread threads").fails(2, &["--file"]);
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    plyglot("solve connect4 --file no/such/file").fails(2, &["no/such/file", "no such file"]);
    plyglot("solve connect4 --file /").fails(2, &["/"]);
    plyglot("solve connect4 --file -").fails(2, &["no positions"]);
    let mut unnamed = command("solve connect4");
    unnamed.args(["--file", ""]);
    fed(unnamed, "").fails(2, &["--file", "the name of a file is needed"]);
}

#[test]
fn an_endless_analysis_of_a_file_is_refused() {
    plyglot("analyze connect4 --file -").fails(2, &["limit", "solve"]);
}
