//! The lines of a result go on to the end of the game where that is proven, of a game as a stranger writes it: without
//! a word on how long it lasts.

use plyglot_search::{Config, Ended, Engine, Knowledge, Limits, Report, Schedule, Score};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

#[derive(Clone, Debug, Default)]
struct Nothing;

impl Knowledge<Hexapawn> for Nothing {
    fn evaluate(&mut self, _game: &Hexapawn) -> i32 {
        0
    }
}

/// The position at the end of a line.
fn end(game: &Hexapawn, report: &Report<Step>, line: usize) -> Hexapawn {
    let mut end = game.clone();
    for &mv in &report.lines[line].pv {
        end.play(mv);
    }
    end
}

/// Who searches: alone, several, and in turns where those are compiled.
fn configs() -> Vec<Config> {
    let config = |threads| Config { threads, hash_bytes: 1 << 20, ..Config::default() };
    let mut configs = vec![config(1), config(4)];
    if cfg!(feature = "virtual") {
        configs.push(Config { schedule: Schedule::VIRTUAL, ..config(4) });
    }
    configs
}

#[test]
fn proven_lines_end_with_the_game_after_as_many_plies_as_is_proven() {
    let mut decided = 0;
    for (columns, rows) in [(3, 3), (4, 4), (3, 5), (5, 4), (4, 5)] {
        let game = Hexapawn::new(columns, rows);
        for config in configs() {
            for limits in [Limits::solve(), Limits { lines: 3, ..Limits::solve() }] {
                let mut engine = Engine::new(&config, Nothing).expect("an engine");
                let report = engine.search(&game, &limits).expect("a value");
                assert_eq!(report.ended, Ended::Proven);
                for (index, line) in report.lines.iter().enumerate() {
                    let end = end(&game, &report, index);
                    let plies = line.pv.len() as u32;
                    let outcome = end.outcome().expect("the line ends with the game").score();
                    let score = outcome.from_node(plies);
                    let seen = if end.to_move() == game.to_move() { score } else { -score };
                    assert_eq!(seen, line.verdict.score, "{columns}x{rows}: {line:?}");
                    decided += u32::from(seen == Score::win_in(plies));
                }
            }
        }
    }
    assert!(decided > 5, "{decided}");
}

#[test]
fn a_line_is_not_played_out_beyond_the_limits_of_the_search() {
    // A table of one cluster knows nothing of the line.
    let config = Config { threads: 1, hash_bytes: 64, ..Config::default() };
    let game = Hexapawn::new(4, 5);
    let engine = || Engine::new(&config, Nothing).expect("an engine");
    let whole = engine().search(&game, &Limits::solve()).expect("a value");
    assert!(end(&game, &whole, 0).outcome().is_some());
    // Hardly more nodes than the proof takes.
    let most = whole.nodes + 10;
    let nodes = Limits { nodes: Some(most), ..Limits::solve() };
    let mut limited = engine();
    let handle = limited.handle();
    let short = limited.search(&game, &nodes).expect("a value");
    assert_eq!(short.verdict, whole.verdict);
    assert!(short.lines[0].pv.len() < whole.lines[0].pv.len(), "{:?}", short.lines);
    assert!(handle.nodes() <= most, "{} of {most}", handle.nodes());
    let bare = Limits { whole_lines: false, ..Limits::solve() };
    let bare = engine().search(&game, &bare).expect("a value");
    assert!(bare.lines[0].pv.len() < whole.lines[0].pv.len(), "{:?}", bare.lines);
}
