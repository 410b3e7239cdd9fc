//! Connect Four against its rules, plain minimax and published figures.

use std::collections::HashSet;

use plyglot_check::laws::{self, Effort};
use plyglot_check::minimax::minimax_with;
use plyglot_check::perft::perft;
use plyglot_connect4::{
    AnySize, Cell, ConnectFour, ConnectFourEntry, ConnectFourKnowledge, Geometry, Standard,
};
use plyglot_open::catalogue::{Setup, Visitor};
use plyglot_search::{
    Bound, Bounds, Config, Describe, Engine, Game, Knowledge, Limits, Meter, MoveList, Node, Score,
    Window,
};
use proptest::prelude::*;

plyglot_open::visit_entries! {
    /// The concrete types by name.
    fn visit: ConnectFourEntry;
}

/// A file of `games/data`.
fn data(name: &str) -> String {
    let path = format!("{}/../data/connect4/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn empty() -> ConnectFour {
    ConnectFour::new(Standard)
}

fn sized(width: u32, height: u32) -> ConnectFour<AnySize> {
    ConnectFour::new(AnySize::new(width, height).unwrap())
}

fn legal<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = MoveList::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    moves.iter().collect()
}

/// A position reached by random moves, with at most `empties` cells left where the game lasts.
fn late<S: Geometry>(start: ConnectFour<S>, choices: &[u8], empties: u32) -> ConnectFour<S> {
    let area = start.geometry().area();
    let mut game = start;
    for choice in choices.iter().cycle().take((area - empties) as usize) {
        // A move that ends the game is avoided where possible, to get as far as requested.
        let lasting: Vec<_> = legal(&game)
            .into_iter()
            .filter(|mv| {
                let mut next = game;
                next.play(*mv);
                next.outcome().is_none()
            })
            .collect();
        let Some(mv) = lasting.get(usize::from(*choice) % lasting.len().max(1)) else { break };
        game.play(*mv);
    }
    game
}

fn value<S: Geometry>(game: &ConnectFour<S>) -> Score {
    minimax_with(&mut game.clone(), &mut |_| unreachable!(), None)
}

fn margin(score: Score) -> i32 {
    empty().value(score).unwrap()
}

fn expanded<S: Geometry>(game: &ConnectFour<S>) -> Vec<Cell> {
    let mut moves = MoveList::new();
    ConnectFourKnowledge::default().expand(game, &Node::at_depth(9), &mut moves);
    moves.iter().collect()
}

#[test]
fn perft_counts_are_the_published_ones() {
    let counts = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    for (index, count) in counts.into_iter().enumerate() {
        assert_eq!(perft(&empty(), index as u32 + 1), count);
    }
}

#[test]
fn there_are_as_many_positions_by_ply_as_published() {
    let mut level = vec![empty()];
    for count in [1, 7, 49, 238, 1120, 4263, 16_422, 54_859] {
        assert_eq!(level.len(), count);
        let mut keys = HashSet::new();
        level = level
            .iter()
            .flat_map(|game| {
                legal(game).into_iter().map(|mv| {
                    let mut next = *game;
                    next.play(mv);
                    next
                })
            })
            .filter(|game| keys.insert(game.key()))
            .collect();
    }
}

/// Null windows where values of few empty cells lie, one between margins, open ones.
fn windows() -> Vec<Window> {
    let margin = Score::margin;
    let null = (-4..=4).map(|alpha| Window::null(margin(alpha)));
    let below = (-4..=4).map(|beta| Window::null(margin(beta).prev()));
    let open =
        [Window::FULL, Window::new(margin(-2), margin(3)), Window::new(margin(0), margin(9))];
    null.chain(below).chain(open).collect()
}

fn check_leaf<S: Geometry>(
    game: &ConnectFour<S>,
    truth: Score,
    knowledge: &mut ConnectFourKnowledge,
) -> Result<(), TestCaseError> {
    for window in windows() {
        let mut meter = Meter::new();
        let answer = knowledge.solve_leaf(game, window, i32::MAX, &mut meter).unwrap();
        let holds = match Bound::of(answer, window) {
            Bound::Upper => truth <= answer,
            Bound::Lower => truth >= answer,
            Bound::Exact => truth == answer,
        };
        prop_assert!(holds, "{window:?} {answer:?} {truth:?} {}", game.text());
    }
    Ok(())
}

fn check_knowledge<S: Geometry>(game: &ConnectFour<S>) -> Result<(), TestCaseError> {
    if game.outcome().is_some() {
        return Ok(());
    }
    let truth = value(game);
    let mut knowledge = ConnectFourKnowledge::default();
    for window in windows() {
        let Bounds { lower, upper } = knowledge.bounds(game, window);
        prop_assert!(lower <= truth && truth <= upper, "{lower:?} {truth:?} {upper:?} {game:?}");
    }
    check_leaf(game, truth, &mut knowledge)?;
    let listed = expanded(game);
    prop_assert!(!listed.is_empty());
    let best = listed
        .iter()
        .map(|mv| {
            let mut child = *game;
            child.play(*mv);
            -value(&child)
        })
        .max();
    prop_assert_eq!(best, Some(truth), "{}", game.text());
    Ok(())
}

fn check_mirror<S: Geometry>(game: &ConnectFour<S>) -> Result<(), TestCaseError> {
    let mirrored: Vec<String> =
        game.text().split('/').map(|row| row.chars().rev().collect()).collect();
    let mirrored = game.parse(&mirrored.join("/")).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let (key, mirrored_key) = (knowledge.key(game), knowledge.key(&mirrored));
    prop_assert_eq!(key.hash, mirrored_key.hash);
    for mv in legal(game) {
        let canonical = knowledge.to_canonical(game, mv, key.symmetry);
        let back =
            knowledge.bits_from_canonical(game, ConnectFour::<S>::pack(canonical), key.symmetry);
        prop_assert_eq!(game.unpack(back), Some(mv));
    }
    Ok(())
}

/// A position's entries in the leaf solver are there when the next one is solved, in every window, and its children's
/// entries answer for it.
#[test]
fn the_leaf_solver_is_right_with_what_it_remembers_of_other_positions() {
    let boards = [sized(5, 5), sized(6, 4), sized(5, 4), sized(4, 6)];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut open = 0;
    for board in boards {
        let mut knowledge = ConnectFourKnowledge::default();
        for _ in 0..60 {
            let choices: Vec<u8> = (0..25)
                .map(|_| {
                    random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                    (random >> 40) as u8
                })
                .collect();
            let game = late(board, &choices, 10 + (random >> 62) as u32);
            if game.outcome().is_none() {
                open += 1;
                check_leaf(&game, value(&game), &mut knowledge).unwrap();
            }
        }
    }
    assert!(open > 150, "{open}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn knowledge_is_true_on_the_standard_board(
        choices in proptest::collection::vec(any::<u8>(), 42), empties in 0_u32..13,
    ) {
        check_knowledge(&late(empty(), &choices, empties))?;
    }

    #[test]
    fn knowledge_is_true_on_other_boards(
        choices in proptest::collection::vec(any::<u8>(), 36), width in 4_u32..7, height in 4_u32..7,
        empties in 0_u32..14,
    ) {
        check_knowledge(&late(sized(width, height), &choices, empties))?;
    }

    #[test]
    fn equal_live_keys_mean_equal_values(
        choices in proptest::collection::vec(any::<u8>(), 36), more in proptest::collection::vec(any::<u8>(), 20),
    ) {
        // Two positions of few empty cells share their key often enough on a small board.
        let games = [late(sized(4, 4), &choices, 7), late(sized(4, 4), &more, 7)];
        let keys = games.map(|game| ConnectFourKnowledge::default().key(&game).hash);
        if games.iter().all(|game| game.outcome().is_none()) && keys[0] == keys[1] {
            prop_assert_eq!(value(&games[0]), value(&games[1]));
        }
    }

    #[test]
    fn a_mirrored_position_has_the_same_key_and_mirrored_moves(
        choices in proptest::collection::vec(any::<u8>(), 42), empties in 0_u32..42,
    ) {
        check_mirror(&late(empty(), &choices, empties))?;
        check_mirror(&late(sized(6, 5), &choices, empties.min(30)))?;
    }

    #[test]
    fn a_position_is_read_back_from_its_text(
        choices in proptest::collection::vec(any::<u8>(), 42), empties in 0_u32..42,
    ) {
        let game = late(empty(), &choices, empties);
        prop_assert_eq!(empty().parse(&game.text()).unwrap(), game);
        let wide = late(sized(12, 4), &choices, empties);
        prop_assert_eq!(sized(12, 4).parse(&wide.text()).unwrap(), wide);
    }
}

fn keeps_the_laws<S: Geometry>(start: ConnectFour<S>) {
    let effort = Effort { openings: 500, solve_nodes: 20_000, ..Effort::default() };
    let knowledge = ConnectFourKnowledge::default();
    let summary =
        laws::check(&start, &knowledge, &effort).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(summary.bounds > 0 && summary.symmetric > 50, "{summary:?}");
    laws::check_text(&start, &effort).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn the_laws_of_a_game_hold_on_all_boards() {
    keeps_the_laws(empty());
    for (width, height) in [(4, 4), (5, 4), (4, 5), (6, 5), (8, 7), (12, 4), (4, 15)] {
        keeps_the_laws(sized(width, height));
    }
}

fn engine<S: Geometry>() -> Engine<ConnectFour<S>, ConnectFourKnowledge> {
    Engine::new(&Config::single(16 << 20), ConnectFourKnowledge::default()).unwrap()
}

fn solves_set(set: &str, share: usize) {
    let mut engine = engine();
    for line in set.lines().step_by(share) {
        let (game, answer) = empty().parse_record(line).unwrap();
        let verdict = engine.search(&game, &Limits::solve()).unwrap().verdict;
        assert!(verdict.proven, "{line}");
        assert_eq!(game.value(verdict.score), answer.and_then(|answer| answer.value), "{line}");
    }
}

#[test]
fn the_engine_solves_the_sets_of_pons() {
    solves_set(&data("Test_L3_R1"), 1);
    solves_set(&data("Test_L2_R1"), 2);
    solves_set(&data("Test_L2_R2"), 50);
    solves_set(&data("Test_L1_R1"), 10);
}

#[test]
fn the_engine_solves_small_boards() {
    let values = [
        (4, 4, 0),
        (5, 4, 0),
        (4, 5, 0),
        (5, 5, 0),
        (4, 6, 0),
        (6, 4, -1),
        (7, 4, 0),
        (8, 4, -1),
        (6, 5, 0),
        (5, 6, 0),
    ];
    for (width, height, value) in values {
        let start = sized(width, height);
        let verdict = engine().search(&start, &Limits::solve()).unwrap().verdict;
        assert_eq!(start.value(verdict.score), Some(value), "{width}x{height}");
        assert!(verdict.proven);
    }
}

#[test]
fn a_row_of_four_ends_the_game_by_pons_score() {
    let won = empty().parse("4141414").unwrap();
    assert_eq!(won.outcome().map(|outcome| margin(outcome.score())), Some(-18));
    let row = empty().parse("1122334").unwrap();
    assert_eq!(row.outcome().map(|outcome| margin(outcome.score())), Some(-18));
    assert!(empty().parse("112233").unwrap().outcome().is_none());
    let small = sized(4, 4).parse("1212121").unwrap();
    assert_eq!(small.outcome().map(|outcome| margin(outcome.score())), Some(-5));
}

#[test]
fn texts_that_are_not_positions_are_refused_with_what_is_wrong_and_where() {
    let error = |text: &str| empty().parse(text).unwrap_err().message;
    assert_eq!(error("4444444"), "move 7: \"4\" is not a legal move: the column is full");
    assert_eq!(error("48"), "move 2: \"8\" is not a legal move: columns are 1 to 7");
    assert_eq!(error("4?4"), "move 2: \"?\" is not a legal move: columns are 1 to 7");
    assert_eq!(error("41414144"), "move 8 (4) comes after the end of the game");
    assert_eq!(error("X.?"), "'?' (character 3) is not a cell: write X, O or . (empty)");
    assert_eq!(error("X../..."), "the number of cells is 6 instead of 42 (7x6)");
    let board = |rows: [&str; 6]| error(&rows.join("/"));
    let none = ".......";
    assert_eq!(
        board([none, none, none, none, "X......", none]),
        "the stone in column 1, row 2 has an empty cell below it"
    );
    assert_eq!(
        board([none, none, none, none, none, "O......"]),
        "stones: X 0, O 1; X begins and they take turns"
    );
    assert_eq!(
        board([none, none, none, "O......", "OO.....", "OXXXX.."]),
        "X is to move, but has four in a row already"
    );
}

#[test]
fn a_line_of_a_set_gives_a_position_and_its_score() {
    let (game, answer) = empty().parse_record("52677675164321472411331752454 0\n").unwrap();
    assert_eq!((game.plies(), answer.and_then(|answer| answer.value)), (29, Some(0)));
    let (game, answer) = empty().parse_record("4455").unwrap();
    assert_eq!((game.plies(), answer), (4, None));
    assert!(empty().parse_record("4455 x").is_err());
    assert!(empty().parse_record("4455 19").is_err());
}

#[test]
fn cells_with_a_result_are_read_as_the_data_set_has_them() {
    use std::cmp::Ordering;
    let start = empty();
    // The columns 1 1 2 2 4 4 7 5, each from below.
    let columns = ["x,o", "x,o", "", "x,o", "o", "", "x"];
    let cell = |column: &str| {
        let stones: Vec<&str> = column.split(',').filter(|mark| !mark.is_empty()).collect();
        (0..6).map(|row| stones.get(row).copied().unwrap_or("b")).collect::<Vec<_>>().join(",")
    };
    let cells = columns.map(cell).join(",");
    for (word, result) in
        [("win", Ordering::Greater), ("draw", Ordering::Equal), ("loss", Ordering::Less)]
    {
        let (at, known) = start.parse_record(&format!("{cells},{word}")).unwrap();
        assert_eq!(at, start.play_line("11224475").unwrap());
        assert_eq!(known.unwrap().result, Some(result));
    }
    assert_eq!(start.parse_record(&cells).unwrap().1, None);
    // With a stone more the second player moves, who has what the first one has not.
    let odd = cells.replacen("x,o,b", "x,o,x", 1);
    let (_, known) = start.parse_record(&format!("{odd},win")).unwrap();
    assert_eq!(known.unwrap().result, Some(Ordering::Less));
    for (line, message) in [
        (format!("{cells},won"), "\"won\" is not a result: write win, draw or loss"),
        (format!("{cells},win,win"), "the number of cells is 44 instead of 42 (7x6)"),
        ("x,o".into(), "the number of cells is 2 instead of 42"),
        (cells.replacen('o', "?", 1), "\"?\" (column 1, row 2) is not a cell"),
        (cells.replacen("x,o", "b,o", 1), "stones: X 3, O 4"),
    ] {
        let error = start.parse_record(&line).unwrap_err();
        assert!(error.message.contains(message), "{line}: {error}");
    }
}

#[test]
fn the_board_has_its_columns_numbered() {
    let board = sized(5, 4).parse("33").unwrap().board();
    assert_eq!(board, ". . . . .\n. . . . .\n. . O . .\n. . X . .\n1 2 3 4 5");
}

/// The game's name and its board, as a list of games would show them.
struct Shown;

impl Visitor for Shown {
    type Output = (String, String);
    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        (setup.name, setup.start.text())
    }
}

#[test]
fn the_catalogue_has_every_size_by_several_names() {
    let shown = |spec: &str| visit(spec, Shown);
    let (name, text) = shown("connect4").unwrap();
    assert_eq!((name.as_str(), text.len()), ("connect4", 6 * 8 - 1));
    assert_eq!(shown("C4:7x6").unwrap().1, text);
    let (name, text) = shown("four-in-a-row:5x4").unwrap();
    assert_eq!((name.as_str(), text.as_str()), ("connect4:5x4", "...../...../...../....."));
    let error = |spec: &str| shown(spec).unwrap_err().to_string();
    assert_eq!(
        error("connect4:8x8"),
        "connect4: 8x8 is too large: columns * (rows + 1) is at most 64"
    );
    assert_eq!(
        error("connect-four:3x9"),
        "connect4: 3x9 is too small: at least 4 columns and 4 rows"
    );
    assert_eq!(error("c4:7"), "connect4: \"7\" is not a size: write columns x rows, such as 7x6");
}
