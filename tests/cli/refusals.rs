//! No option is silently ignored: one that does not apply is refused by name, in one line.

use crate::support::{command, fed, plyglot};

#[test]
fn several_lines_of_a_files_positions_are_rows_below_each_other() {
    let ran = fed(command("solve connect4 --file - --lines 3"), "44455554221\n").fine();
    let rows: Vec<_> = ran.out.lines().filter(|line| line.contains(" exact ")).collect();
    assert_eq!(rows.len(), 3, "{ran:?}");
    assert!(rows[1].trim_start().starts_with("2.") && rows[2].trim_start().starts_with("3."));
    let ran = fed(command("solve connect4 --file - --lines 2 --json"), "44455554221\n").fine();
    let result = ran.json().pop().expect("one object");
    assert_eq!(result["lines"].as_array().map(Vec::len), Some(2), "{result}");
}

#[test]
fn a_count_after_each_move_needs_a_depth() {
    plyglot("perft othello --depth 0 --divide").fails(2, &["--divide", "--depth"]);
    plyglot("perft othello --depth 0").fine();
}

#[test]
fn a_set_of_another_games_positions_is_refused() {
    for goal in ["", "--to-depth 2"] {
        let scaling = format!("bench scaling --game kalah --positions othello-midgame {goal}");
        plyglot(&scaling).fails(2, &["--positions", "othello-midgame", "kalah"]);
    }
    let family = "bench family --game othello:6 --positions othello-endgame";
    plyglot(family).fails(2, &["--positions", "othello-endgame", "othello:6"]);
}

#[test]
fn what_belongs_to_one_clock_is_refused_on_the_other() {
    for option in ["--no-ceiling", "--account", "--budget 1s"] {
        let name = option.split(' ').next().expect("an option has a name");
        let asked = format!("bench scaling --game othello --virtual {option}");
        plyglot(&asked).fails(2, &[name, "--virtual"]);
    }
    for option in ["--turn 5", "--jobs 2"] {
        let asked = format!("bench scaling --game othello {option}");
        plyglot(&asked).fails(2, &["--virtual"]);
    }
    let threads = ["--threads 2", "--time 1s"];
    for option in threads {
        let name = option.split(' ').next().expect("an option has a name");
        let asked = format!("analyze othello --virtual-threads 4 {option}");
        plyglot(&asked).fails(2, &[name, "--virtual-threads"]);
    }
    plyglot("analyze othello --turn 5").fails(2, &["--virtual-threads"]);
}

#[test]
fn trees_have_the_seed_of_the_study() {
    plyglot("bench family --trees 4,3,seed=7").fails(2, &["--trees", "--seed"]);
}

#[test]
fn options_of_trees_are_refused_for_positions_and_the_other_way_round() {
    for option in ["--branching 4", "--ordering 60", "--trees 4,3"] {
        let name = option.split(' ').next().expect("an option has a name");
        plyglot(&format!("bench family --game kalah {option}")).fails(2, &[name, "--game"]);
    }
    plyglot("bench family --positions x").fails(2, &["--game"]);
    plyglot("bench family --trees 4,3 --depths 2").fails(2, &["--depths", "--trees"]);
}

#[test]
fn a_list_of_claims_has_no_options() {
    plyglot("bench family --claims list").fine();
    for option in ["--json", "--csv", "--report x", "--budget 9", "--jobs 1"] {
        let name = option.split(' ').next().expect("an option has a name");
        plyglot(&format!("bench family --claims list {option}")).fails(2, &[name, "list"]);
    }
    plyglot("bench family --claims even --depths 3").fails(2, &["--claims", "--depths"]);
}

#[test]
fn a_window_is_refused_where_the_search_chooses_its_own() {
    for algorithm in ["engine", "mtd-f+table", "minimax"] {
        let asked = format!("trace tictactoe --depth 2 --algorithm {algorithm} --window -1,1");
        plyglot(&asked).fails(2, &[algorithm, "window"]);
    }
    for option in ["--window -1,1", "--format json", "--plies 2", "--output x"] {
        let name = option.split(' ').next().expect("an option has a name");
        let asked = format!("trace tictactoe --depth 2 --against minimax {option}");
        plyglot(&asked).fails(2, &[name, "--against"]);
    }
}

#[test]
fn a_size_that_does_not_exist_is_refused() {
    for game in ["othello:5", "connect4:1x1", "tictactoe:99,99,3", "kalah:0,3", "synthetic:0,0"] {
        let name = game.split(':').next().expect("a game has a name");
        plyglot(&format!("analyze {game} --depth 1")).fails(2, &[name]);
    }
}

#[test]
fn a_size_or_a_time_below_zero_is_refused_as_one_and_not_as_an_option() {
    plyglot("analyze othello --hash -1M").fails(2, &["--hash", "-1M", "64M or 1G"]);
    plyglot("analyze othello --time -1s").fails(2, &["--time", "-1s"]);
    plyglot("analyze othello -t -1s").fails(2, &["--time", "-1s"]);
    plyglot("serve --hash -1M").fails(2, &["--hash", "-1M"]);
    plyglot("board --no-open --hash -1M").fails(2, &["--hash", "-1M"]);
    plyglot("bench scaling --game othello --budget -1s").fails(2, &["--budget", "-1s"]);
}
