//! Every error in the input ends in one line on standard error, and a non-zero exit code.

use crate::support::plyglot;

#[test]
fn a_game_that_does_not_exist_is_named_with_those_that_do() {
    plyglot("analyze shogi --depth 2").fails(2, &["shogi", "othello", "connect4"]);
    plyglot("solve").fails(2, &["GAME"]);
    plyglot("analyze othello:7 --depth 2").fails(2, &["othello", "7"]);
}

#[test]
fn a_command_or_option_that_does_not_exist_is_named() {
    plyglot("analyse othello").fails(2, &["analyse", "analyze"]);
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
    plyglot("perft othello").fails(2, &["--depth"]);
}

#[test]
fn a_table_larger_than_the_memory_is_refused() {
    plyglot("analyze othello --depth 2 --hash 4000T").fails(3, &["4000 TiB", "memory"]);
    plyglot("analyze othello --depth 2 --hash 1B").fails(2, &["64 bytes"]);
    plyglot("play othello --hash 4000T").fails(3, &["4000 TiB", "memory"]);
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
    plyglot("analyze connect4 --moves 4 --position 4").fails(2, &["--position", "--moves"]);
    plyglot("solve connect4 --moves 4 --file x").fails(2, &["--file", "--moves"]);
    plyglot("solve connect4 --root-moves 4 --file x").fails(2, &["--file", "--root-moves"]);
    plyglot("solve connect4 --spread threads").fails(2, &["--file"]);
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    plyglot("solve connect4 --file no/such/file").fails(2, &["no/such/file", "no such file"]);
    plyglot("solve connect4 --file /").fails(2, &["/"]);
    plyglot("solve connect4 --file -").fails(2, &["no positions"]);
}

#[test]
fn an_endless_analysis_of_a_file_is_refused() {
    plyglot("analyze connect4 --file -").fails(2, &["limit", "solve"]);
}
