//! Searches in a table that grows under them: the same values, and the same search each time.

use plyglot_games::catalogue::builtin;
use plyglot_open::Ask;
use plyglot_search::{Config, HashGrowth, Limits, Schedule, Scheme, Verdict};

const GAMES: [&str; 6] =
    ["connect4:5x4", "othello:4", "kalah:3,3", "breakthrough:3x5", "domineering:5x5", "tictactoe"];
const FIRST: usize = 2 << 10;
/// Below a mebibyte the system is not asked for its memory.
const MOST: usize = 1 << 19;

/// What can be observed of a solve of a game's start, and of one that follows it.
#[derive(Debug, PartialEq)]
struct Observed {
    verdict: Verdict,
    reports: [String; 2],
    digest: u64,
    bytes: usize,
}

fn solved(game: &str, config: &Config) -> Observed {
    let game = builtin().open(game).expect("a game of the catalogue");
    let start = game.start().expect("a start");
    let mut engine = game.engine(config, None).expect("an engine");
    let [first, second] =
        [(); 2].map(|()| engine.run(&Ask::new(&start, &Limits::solve())).expect("a right game"));
    assert_eq!(second.hash_bytes, engine.table().bytes());
    assert_eq!(second.verdict, first.verdict);
    let table = engine.table();
    let (digest, bytes) = (table.digest(), table.bytes());
    let reports = [first, second].map(|report| format!("{report:?}"));
    let verdict = engine.run(&Ask::new(&start, &Limits::solve())).expect("a right game").verdict;
    Observed { verdict, reports, digest, bytes }
}

#[test]
fn a_table_that_grows_gives_the_same_values_and_a_virtual_search_in_it_repeats_itself() {
    let mut grown = 0;
    for game in GAMES {
        let right = solved(game, &Config::single(8 << 20)).verdict;
        assert!(right.is_exact(), "{game}: {right:?}");
        for threads in [1, 2, 8] {
            for scheme in ["abdada", "lazy"].map(|name| name.parse::<Scheme>().expect("a scheme")) {
                let config = Config {
                    threads,
                    scheme,
                    hash_growth: HashGrowth::UpTo(MOST),
                    schedule: Schedule::VIRTUAL,
                    ..Config::single(FIRST)
                };
                let observed = solved(game, &config);
                assert_eq!(observed.verdict, right, "{game} with {threads} threads, {scheme}");
                assert_eq!(observed, solved(game, &config), "{game}, {threads}, {scheme}");
                assert!((FIRST..=MOST).contains(&observed.bytes));
                grown += u32::from(observed.bytes > FIRST);
                let fixed = Config { hash_growth: HashGrowth::Fixed, ..config };
                assert_eq!(solved(game, &fixed).bytes, FIRST, "a fixed size stays");
            }
        }
    }
    assert!(grown >= 24, "{grown} of 36");
}

#[test]
fn real_threads_prove_the_same_in_a_table_that_grows() {
    for game in GAMES {
        let right = solved(game, &Config::single(8 << 20)).verdict;
        for threads in [1, 4] {
            let hash_growth = HashGrowth::UpTo(MOST);
            let config = Config { threads, hash_growth, ..Config::single(FIRST) };
            assert_eq!(solved(game, &config).verdict, right, "{game} with {threads} threads");
        }
    }
}

#[test]
fn an_engine_can_be_given_a_table_that_grows_and_another_that_does_not() {
    /// Eight slots, so that the smallest search fills it.
    const FIRST: usize = 128;
    let game = builtin().open("connect4:5x4").expect("a game");
    let start = game.start().expect("a start");
    let growing = Config { hash_growth: HashGrowth::UpTo(MOST), ..Config::single(FIRST) };
    let mut engine = game.engine(&Config::single(FIRST), None).expect("an engine");
    let mut bytes = |config: &Config| {
        engine.reconfigure(config).expect("memory");
        engine.run(&Ask::new(&start, &Limits::solve())).expect("a right game").hash_bytes
    };
    assert!(bytes(&growing) > FIRST);
    assert_eq!(bytes(&Config::single(FIRST)), FIRST);
    assert_eq!(bytes(&growing.with_part_of_table(2)) % FIRST, 0);
}
