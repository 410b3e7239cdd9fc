//! Faults one by one: a panic in every method of a game, twice, many stops, many engines.
//!
//! A program of its own: its game is told by the process which call is to fail. The tests take turns.

use std::env;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_search::{
    Bounds, Config, Engine, Knowledge, Limits, Report, Schedule, Scheme, SearchError, Window,
};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

/// The call of `FAILS` after this many others panics.
static LEFT: AtomicU64 = AtomicU64::new(u64::MAX);
static FAILS: AtomicU64 = AtomicU64::new(NEVER);
static FIRED: AtomicBool = AtomicBool::new(false);

const NEVER: u64 = u64::MAX;

/// What of a game and its knowledge can fail.
const METHODS: [&str; 13] = [
    "to_move",
    "key",
    "outcome",
    "moves",
    "play",
    "undo",
    "pack",
    "unpack",
    "clone",
    "evaluate",
    "rank",
    "bounds",
    "plies_left",
];

fn call(method: &str) {
    let fails = FAILS.load(Ordering::SeqCst);
    if fails == NEVER || METHODS[fails as usize] != method {
        return;
    }
    let count = |left: u64| left.checked_sub(1);
    // At 0 nothing is subtracted: this call and the later ones fail.
    if LEFT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, count).is_err() {
        FIRED.store(true, Ordering::SeqCst);
        panic!("{method} fails");
    }
}

/// Has the process to itself until dropped.
fn alone() -> MutexGuard<'static, ()> {
    static PROCESS: Mutex<()> = Mutex::new(());
    let alone = PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
    FAILS.store(NEVER, Ordering::SeqCst);
    alone
}

#[derive(Debug)]
struct Faulty(Hexapawn);

impl Clone for Faulty {
    fn clone(&self) -> Self {
        call("clone");
        Faulty(self.0.clone())
    }
}

impl Game for Faulty {
    type Move = Step;
    type Undo = [u32; 2];

    fn to_move(&self) -> Side {
        call("to_move");
        self.0.to_move()
    }

    fn key(&self) -> u64 {
        call("key");
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        call("outcome");
        self.0.outcome()
    }

    fn moves(&self, out: &mut MoveList<Step>) {
        call("moves");
        self.0.moves(out);
    }

    fn play(&mut self, mv: Step) -> [u32; 2] {
        call("play");
        self.0.play(mv)
    }

    fn undo(&mut self, mv: Step, undo: [u32; 2]) {
        call("undo");
        self.0.undo(mv, undo);
    }

    fn pack(mv: Step) -> u32 {
        call("pack");
        Hexapawn::pack(mv)
    }

    fn unpack(&self, bits: u32) -> Option<Step> {
        call("unpack");
        self.0.unpack(bits)
    }
}

#[derive(Clone, Debug)]
struct Judge;

impl Knowledge<Faulty> for Judge {
    fn evaluate(&mut self, game: &Faulty) -> i32 {
        call("evaluate");
        (game.0.key() % 100) as i32
    }

    fn rank(&mut self, _: &Faulty, mv: Step, _: i32) -> i32 {
        call("rank");
        (Hexapawn::pack(mv) % 7) as i32
    }

    fn bounds(&mut self, _: &Faulty, _: Window) -> Bounds {
        call("bounds");
        Bounds::UNKNOWN
    }

    fn plies_left(&self, game: &Faulty) -> Option<i32> {
        call("plies_left");
        game.0.outcome().is_none().then_some(40)
    }
}

fn engine(threads: usize, schedule: Schedule, scheme: Scheme) -> Engine<Faulty, Judge> {
    let config = Config { threads, hash_bytes: 1 << 18, schedule, scheme, ..Config::default() };
    Engine::new(&config, Judge).expect("an engine")
}

fn searched(
    engine: &mut Engine<Faulty, Judge>,
    limits: &Limits<Step>,
) -> Result<Report<Step>, SearchError> {
    engine.search(&Faulty(Hexapawn::new(4, 4)), limits)
}

#[test]
fn a_panic_in_any_method_twice_is_an_error_twice_and_the_engine_goes_on() {
    let _alone = alone();
    // What is made to panic is not worth a line.
    panic::set_hook(Box::new(move |info| {
        let planned = info.payload_as_str().is_some_and(|message| message.ends_with(" fails"));
        if !planned {
            eprintln!("{info}");
        }
    }));
    let solve = Limits::solve();
    let value = searched(&mut engine(1, Schedule::Real, Scheme::default()), &solve)
        .expect("a value")
        .verdict;
    let mut fired = [0_u32; METHODS.len()];
    let kinds = [(1, Schedule::Real), (3, Schedule::Real), (3, Schedule::VIRTUAL)];
    // Without the feature there are no virtual threads.
    let kinds = if cfg!(feature = "virtual") { &kinds[..] } else { &kinds[..2] };
    for &(threads, schedule) in kinds {
        for name in Scheme::NAMES {
            let scheme: Scheme = name.parse().expect("a scheme's own name");
            for (index, method) in METHODS.iter().enumerate() {
                // A solve of so small a board estimates nothing.
                let limits = if *method == "evaluate" { Limits::depth(5) } else { Limits::solve() };
                for after in [0, 7, 300] {
                    let mut engine = engine(threads, schedule, scheme);
                    for time in 1..=2 {
                        FIRED.store(false, Ordering::SeqCst);
                        LEFT.store(after, Ordering::SeqCst);
                        FAILS.store(index as u64, Ordering::SeqCst);
                        let result = searched(&mut engine, &limits);
                        FAILS.store(NEVER, Ordering::SeqCst);
                        let what = format!(
                            "{method} after {after}, {name}, {threads}, {schedule:?}, time {time}"
                        );
                        match (FIRED.load(Ordering::SeqCst), result) {
                            (true, Err(SearchError::GamePanicked { message, .. })) => {
                                fired[index] += 1;
                                assert_eq!(message, format!("{method} fails"), "{what}");
                            }
                            (false, Ok(report)) => {
                                assert!(
                                    !report.verdict.is_exact() || report.verdict == value,
                                    "{what}"
                                );
                            }
                            (fired, result) => panic!("{what}: fired {fired}, {result:?}"),
                        }
                    }
                    let report = searched(&mut engine, &solve).expect("the engine goes on");
                    assert_eq!(report.verdict, value, "{method}, {name}, {threads} threads");
                }
            }
        }
    }
    drop(panic::take_hook());
    for (method, fired) in METHODS.iter().zip(fired) {
        assert!(fired > 0, "{method} is never called");
    }
}

#[test]
fn ten_thousand_engines_live_in_one_process() {
    let _alone = alone();
    let config = Config { threads: 1, hash_bytes: 1024, ..Config::default() };
    let limits = Limits::depth(3);
    let game = Faulty(Hexapawn::new(4, 5));
    let mut engines: Vec<_> =
        (0..10_000).map(|_| Engine::new(&config, Judge).expect("an engine")).collect();
    let expected = engines[0].search(&game, &limits).expect("a value").verdict;
    for engine in &mut engines {
        assert_eq!(engine.search(&game, &limits).expect("a value").verdict, expected);
    }
    drop(engines);
    // One after another, with threads that come and go.
    for _ in 0..200 {
        let mut engine = engine(4, Schedule::Real, Scheme::default());
        assert_eq!(searched(&mut engine, &limits).expect("a value").verdict.bound, expected.bound);
    }
}

/// 200 stops a second, for as many seconds as `PLYGLOT_STOPS_SECONDS` says.
#[test]
fn stops_at_any_moment_end_a_search_and_spoil_none() {
    let _alone = alone();
    let seconds =
        env::var("PLYGLOT_STOPS_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let end = Instant::now() + Duration::from_secs(seconds);
    for threads in [1, 4] {
        let mut engine = engine(threads, Schedule::Real, Scheme::default());
        let solve = Limits::solve();
        let value = searched(&mut engine, &solve).expect("a value").verdict;
        let handle = engine.handle();
        let done = AtomicBool::new(false);
        let half = if threads == 1 { end - Duration::from_secs(seconds) / 2 } else { end };
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    handle.stop();
                    thread::sleep(Duration::from_millis(5));
                }
            });
            let mut searches = 0_u64;
            // One at least, however late it is.
            loop {
                let report = searched(&mut engine, &solve).expect("a report");
                assert!(!report.verdict.is_exact() || report.verdict == value, "{report:?}");
                searches += 1;
                if Instant::now() >= half {
                    break;
                }
            }
            done.store(true, Ordering::Relaxed);
            assert!(searches > 0);
        });
        // The last stop may have come after the last search.
        let _ = searched(&mut engine, &solve);
        assert_eq!(
            searched(&mut engine, &solve).expect("a report").verdict,
            value,
            "{threads} threads"
        );
    }
}
