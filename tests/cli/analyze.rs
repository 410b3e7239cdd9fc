//! `analyze` and `solve` of one position, as a user sees them.

use crate::support::plyglot;

#[test]
fn an_analysis_shows_the_board_then_lines_then_the_result() {
    let ran = plyglot("analyze connect4 --moves 4453 --depth 6").fine();
    let at = |word: &str| ran.out.find(word).unwrap_or_else(|| panic!("no {word:?} in {ran:?}"));
    assert!(at("1 2 3 4 5 6 7") < at("depth  "));
    assert!(at("nodes/s") < at("best move"));
    assert!(ran.err.is_empty(), "{ran:?}");
}

#[test]
fn the_point_of_view_and_the_unit_of_scores_are_stated() {
    let ran = plyglot("analyze connect4 --moves 4 --depth 2").fine();
    ran.says("Scores are in stones, from the point of view of O, the side to move");
    let ran = plyglot("analyze othello --depth 2").fine();
    ran.says("Scores are in discs, from the point of view of X (black), the side to move");
}

#[test]
fn an_analysis_ends_at_its_limits_and_names_them() {
    plyglot("analyze othello --depth 3").fine().says("ended      depth");
    plyglot("analyze othello --nodes 5000").fine().says("ended      nodes");
    plyglot("analyze othello --time 50ms").fine().says("ended      time");
}

#[test]
fn an_analysis_that_finds_a_proof_ends() {
    plyglot("analyze tictactoe").fine().says("a draw, exact").says("proven");
    // Also where positions can repeat: what is proven is that it takes no longer.
    plyglot("analyze draughts --position W:WK10,K15,K19:BK22,K28 --threads 1")
        .fine()
        .says("White wins in 13 plies, or sooner, proven")
        .says("ended      proven");
}

#[test]
fn several_lines_come_with_their_ranks() {
    let ran = plyglot("analyze othello --depth 4 --lines 3").fine();
    ran.says("rank").says(" 1. ").says(" 2. ").says(" 3. ");
}

#[test]
fn only_the_chosen_moves_are_searched() {
    let ran = plyglot("analyze connect4 --depth 4 --root-moves 1,7").fine();
    let ran = ran.says("Only these moves are searched: 1, 7.");
    assert!(ran.out.contains("best move  1") || ran.out.contains("best move  7"), "{ran:?}");
}

#[test]
fn a_finished_game_is_not_an_error() {
    let ran = plyglot("analyze tictactoe --position xxx/oo./...").fine();
    ran.says("O has lost").says("ended      game over");
}

#[test]
fn a_solved_position_is_called_exact() {
    plyglot("solve tictactoe").fine().says("a draw, exact");
    plyglot("solve tictactoe --position xx./oo./...").fine().says("X wins in 1 ply, exact");
    plyglot("solve connect4 --moves 7422341735647741166133573473242566")
        .fine()
        .says("+1 stones for");
    plyglot("solve draughts --position W:WK1,K5:BK32 --threads 1")
        .fine()
        .says("White wins in 31 plies, exact");
    plyglot("solve draughts --position B:WK1,K5:BK32 --threads 2")
        .fine()
        .says("Black loses in 32 plies, exact");
    plyglot("solve kalah:3,3").fine().says("+2 seeds for South, exact");
    plyglot("solve othello:4").fine().says("exact");
}

#[test]
fn a_solve_without_a_proof_says_so_and_shows_its_best_result() {
    let ran = plyglot("solve othello --nodes 2000");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("7e18 nodes") && ran.err.lines().count() == 1, "{ran:?}");
    ran.says("not solved, ended: nodes").says("best move").says("proven     ");
}

#[test]
fn a_result_names_the_level_of_confidence_that_it_was_searched_with() {
    let of = |set: &str| format!("analyze othello --depth 9 --threads 1 {set}");
    plyglot(&of("")).fine().says("estimated at depth 9 with 73% confidence");
    plyglot(&of("--set confidence=95")).fine().says("estimated at depth 9 with 95% confidence");
    let ran = plyglot(&of("--set confidence=95 --json")).fine();
    assert!(ran.json().iter().all(|object| object["score"]["confidence"] == 95), "{ran:?}");
    // Nothing is left out, so there is no level: at 100 %, without weights, with the hook switched off.
    for set in ["confidence=100", "weights=none", "off=probcut"] {
        let ran = plyglot(&of(&format!("--set {set}"))).fine();
        ran.says("estimated at depth 9\n");
    }
    // A proof rests on no level.
    let solved = plyglot("solve othello:4 --json").fine().json().pop().expect("a result");
    let ffo =
        plyglot("solve othello --position ffo40 --json").fine().json().pop().expect("a result");
    for result in [solved, ffo] {
        assert_eq!(result["score"]["proven"], true, "{result}");
        assert!(result["score"].get("confidence").is_none(), "{result}");
    }
}

#[test]
fn a_solve_without_a_proof_has_an_estimate_a_line_and_what_is_proven() {
    for game in ["kalah", "breakthrough", "dots-and-boxes", "hex:7", "domineering"] {
        let ran = plyglot(&format!("solve {game} --nodes 2000 --threads 1"));
        assert_eq!(ran.code, 1, "{ran:?}");
        let ran = ran.says("estimated at depth ").says("proven     ");
        assert!(!ran.out.contains("without a search"), "{ran:?}");
    }
    let ran = plyglot("solve kalah --nodes 2000 --threads 1 --json");
    let result = ran.json().pop().expect("a result");
    let between = &result["proven_between"];
    assert_eq!((&between["lower"], &between["upper"]), (&(-48).into(), &48.into()), "{result}");
    assert_eq!(result["score"]["proven"], false, "{result}");
    let solved = plyglot("solve tictactoe --json").fine().json().pop().expect("a result");
    assert!(solved.get("proven_between").is_none(), "{solved}");
}

#[test]
fn a_position_may_have_moves_behind_it() {
    let one = "solve tictactoe --threads 1 --json -p xx./oo./... -m c3";
    let result = plyglot(one).fine().json().pop().expect("a result");
    assert_eq!(result["position"], "xxx/oo./...", "{result}");
    plyglot("analyze othello -p ffo40 -m a2,zz -d 1").fails(2, &["--moves", "move 2", "zz"]);
}

#[test]
fn short_options_are_the_long_ones() {
    let long = "analyze othello --moves f5d6 --depth 5 --threads 1 --nodes 100000 --json";
    let short = "analyse othello -m f5,d6 -d 5 -j 1 -n 100000 --json";
    let nodes = |command| plyglot(command).fine().json().pop().expect("a result")["nodes"].clone();
    assert_eq!(nodes(long), nodes(short));
    plyglot("analyze othello -t soon").fails(2, &["--time", "soon"]);
    plyglot("solve connect4 -f no/such").fails(2, &["no/such"]);
    plyglot("trace tictactoe -d 1 -o x.svg").fails(2, &["--output", "svg"]);
}

#[test]
fn any_number_of_threads_gives_the_same_value() {
    for threads in [1, 2, 4, 64] {
        let line = "6763525635134453444361412671365712";
        let ran = plyglot(&format!("solve connect4 --moves {line} --threads {threads} --hash 1M"));
        ran.fine().says("-1 stones for").says("exact");
    }
}

#[test]
fn a_game_answers_to_its_aliases_and_sizes() {
    plyglot("analyze REVERSI --depth 2").fine().says("othello");
    plyglot("analyze c4:5x4 --depth 2").fine().says("connect4:5x4");
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    let position = "---------------------------OX------XO---------------------------";
    plyglot(&format!("analyze othello --depth 2 --position {position}")).fine().says("best move");
}

#[test]
fn the_scheme_is_chosen_and_shown() {
    let ran = plyglot("analyze othello --depth 8 --threads 2 --scheme lazy").fine();
    ran.says("2 threads, scheme lazy");
    let ran = plyglot("analyze othello --depth 3 --threads 2").fine();
    assert!(!ran.out.contains("scheme"), "{ran:?}");
    // Staggered depths search other nodes than deferred moves, the same ones every time.
    let nodes = |scheme: &str| {
        let command = format!("analyze kalah --depth 9 --virtual-threads 4 --json {scheme}");
        plyglot(&command).fine().json().last().expect("a result")["nodes"].clone()
    };
    assert_eq!(nodes("--scheme lazy"), nodes("--scheme lazy"));
    assert_ne!(nodes("--scheme lazy"), nodes(""));
    assert_eq!(nodes("--scheme abdada"), nodes(""));
}

#[test]
fn a_scheme_that_does_not_exist_is_refused_with_those_that_do() {
    for command in ["analyze", "solve", "play", "ugi"] {
        let ran = plyglot(&format!("{command} othello --scheme eager"));
        ran.fails(2, &["--scheme", "eager", "lazy", "abdada"]);
    }
    plyglot("analyze othello --scheme lazy+speed").fails(2, &["speed", "stagger"]);
    plyglot("nboard --scheme eager").fails(2, &["eager", "lazy"]);
}

#[test]
fn options_of_a_game_are_set_by_name() {
    let nodes = |set: &str| {
        let ran =
            plyglot(&format!("solve othello --position ffo40 --threads 1 --json {set}")).fine();
        ran.json().last().expect("a result")["nodes"].clone()
    };
    assert_eq!(nodes("--set leaf=14"), nodes(""), "the usual value");
    assert_ne!(nodes("--set leaf=9"), nodes(""));
    plyglot("analyze othello --set root=1").fails(2, &["\"root\"", "leaf"]);
    plyglot("analyze othello --set leaf=many").fails(2, &["leaf", "0 to 30", "many"]);
    plyglot("analyze othello --set leaf").fails(2, &["--set", "leaf"]);
    plyglot("analyze kalah --set leaf=1").fails(2, &["\"leaf\"", "aspiration"]);
    plyglot("games othello").fine().says("leaf");
}

#[test]
fn the_engines_numbers_are_options_of_every_game() {
    let nodes = |game: &str, set: &str| {
        let ran = plyglot(&format!("analyze {game} --threads 1 --json {set}")).fine();
        ran.json().last().expect("a result")["nodes"].clone()
    };
    // Breakthrough learns on the way, Kalah only ranks.
    let (pawns, seeds) = ("breakthrough:6x6 --depth 6", "kalah:6,4 --depth 8");
    let usual = "--set killer=24 --set countermove=8 --set history=48 --set aspiration=0";
    assert_eq!(nodes(pawns, usual), nodes(pawns, ""), "the usual values");
    for set in ["killer=0", "countermove=900", "history=65536", "aspiration=1"] {
        assert_ne!(nodes(pawns, &format!("--set {set}")), nodes(pawns, ""), "{set}");
    }
    assert_ne!(nodes(seeds, "--set aspiration=1"), nodes(seeds, ""));
    let refused = |set: &str, words: &[&str]| {
        plyglot(&format!("analyze {pawns} --set {set}")).fails(2, words);
    };
    refused("killer=-1", &["killer", "0 to 16777216", "-1"]);
    refused("history=70000", &["history", "0 to 65536", "70000"]);
    refused("aspiration=wide", &["aspiration", "0 to 16000", "wide"]);
    plyglot("analyze kalah --set killer=1").fails(2, &["\"killer\"", "aspiration"]);
    plyglot("games breakthrough").fine().says("killer: ");
}
