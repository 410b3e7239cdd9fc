//! An analysis without a depth limit deepens as far as one with it, until a solve is in reach.

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Mv, Open, Position};
use plyglot_search::{Config, Limits, Report, Schedule};

const TURN: u64 = 200;

fn search(game: &dyn Open, at: &Position, threads: usize, limits: &Limits<Mv>) -> Report<Mv> {
    let schedule = Schedule::Virtual { turn: TURN };
    let config = Config { threads, hash_bytes: 4 << 20, schedule, ..Config::default() };
    let mut engine = game.engine(&config, None).expect("an engine");
    engine.run(&Ask::new(at, limits)).expect("a search of a right game")
}

/// Searches with a node limit, without a depth limit and with one that leaves out the end, and returns
/// the depths that they reached; a proven value counts as deepest.
fn depths(game: &dyn Open, at: &Position, threads: usize, nodes: u64) -> [u32; 2] {
    let end = at
        .plies_left()
        .expect("the rules of the game are right")
        .map(|plies| plies.clamp(2, 250) - 1);
    let free = Limits { nodes: Some(nodes), ..Limits::default() };
    let short = Limits { depth: end, ..free.clone() };
    [free, short].map(|limits| {
        let report = search(game, at, threads, &limits);
        if report.verdict.proven { u32::MAX } else { report.lines[0].depth }
    })
}

/// Positions of Othello: level and lopsided, with more and with fewer empty squares.
const OTHELLO: [&str; 5] = [
    "---------------------------OX------XO--------------------------- X",
    "----O------XO------OOOX---OOOO---XXOOOO--OOX-X------X----------- X",
    "XXXXXX--XXXXX---XXXXX---XXXXX---XXXO------------------------O--- O",
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    "O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O",
];

#[test]
fn no_game_is_searched_less_deeply_without_a_depth_limit() {
    let games = builtin();
    for listing in games.listings() {
        let game = games.open(listing.name).expect("it is in the list");
        let start = game.start().expect("a start");
        for (threads, nodes) in [(1, 20_000), (1, 150_000), (3, 60_000)] {
            let [free, short] = depths(&*game, &start, threads, nodes);
            let name = listing.name;
            assert!(free >= short, "{name}, {threads}: {free} after {nodes}, {short} with a limit");
        }
    }
}

#[test]
fn othello_deepens_whatever_is_on_the_board() {
    let game = builtin().open("othello").expect("it is in the list");
    for text in OTHELLO {
        let at = game.parse(text).expect("a position");
        for (threads, nodes) in [(1, 60_000), (1, 300_000), (2, 200_000), (4, 300_000)] {
            let [free, short] = depths(&*game, &at, threads, nodes);
            assert!(free >= short, "{text}, {threads}: {free} after {nodes}, {short} with a limit");
        }
    }
}

#[test]
fn an_endgame_in_reach_is_solved() {
    let game = builtin().open("othello").expect("it is in the list");
    // FFO 21 and 23.
    for text in [
        "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O",
        "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
    ] {
        let at = game.parse(text).expect("a position");
        for limits in [Limits::nodes(30_000_000), Limits::default()] {
            let report = search(&*game, &at, 2, &limits);
            assert!(report.verdict.proven, "{text}: {report:?}");
            let straight = search(&*game, &at, 2, &Limits::solve());
            assert_eq!(report.verdict, straight.verdict);
            assert!(report.nodes < 4 * straight.nodes, "{} {}", report.nodes, straight.nodes);
        }
    }
}
