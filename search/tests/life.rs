//! How searches are stopped, by whom, and how workers come and go: through the engine's public face.

mod endless;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use plyglot_search::{
    Config, Ended, Engine, Knowledge, Limits, Request, Scheme, SearchError, SolvePlan, SolveWindows,
};

use endless::Endless;

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

#[derive(Clone, Debug, Default)]
struct Nothing;

impl Knowledge<Endless> for Nothing {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        (game.key() % 100) as i32
    }
}

impl Knowledge<Hexapawn> for Nothing {
    fn evaluate(&mut self, _game: &Hexapawn) -> i32 {
        0
    }

    fn plies_left(&self, game: &Hexapawn) -> Option<i32> {
        (game.outcome().is_none()).then_some(40)
    }

    fn solve_plan(&self, _game: &Hexapawn) -> SolvePlan {
        // Null windows keep no lines.
        SolvePlan { windows: SolveWindows::Bisect, ..SolvePlan::DEFAULT }
    }
}

fn engine<G: Game, K: Knowledge<G>>(threads: usize, knowledge: K) -> Engine<G, K> {
    let config = Config { threads, hash_bytes: 1 << 20, ..Config::default() };
    Engine::new(&config, knowledge).expect("an engine")
}

#[test]
fn a_stop_between_the_proof_and_the_line_that_is_played_out_is_heard() {
    let limits = Limits { solve: true, whole_lines: true, ..Limits::default() };
    let game = Hexapawn::new(4, 4);
    // A table of one cluster knows too little of the line: it has to be searched out.
    let config = Config { threads: 1, hash_bytes: 64, ..Config::default() };
    let engine = || Engine::new(&config, Nothing).expect("an engine");
    let whole = engine().search(&game, &limits).expect("a value");
    let mut engine = engine();
    let handle = engine.handle();
    let progress: plyglot_search::Listener<_> = Arc::new(move |news| {
        if news.line.verdict.is_exact() {
            handle.stop();
        }
    });
    let request = Request { game: &game, history: &[], limits: &limits, progress: Some(progress) };
    let stopped = engine.run(&request).expect("a value");
    assert_eq!(stopped.verdict, whole.verdict);
    assert!(whole.lines[0].pv.len() > stopped.lines[0].pv.len(), "{:?}", stopped.lines);
    // It was this search's stop, and is used up.
    let again = engine.search(&game, &limits).expect("a value");
    assert_eq!(again.lines[0].pv.len(), whole.lines[0].pv.len());
}

#[test]
fn a_line_that_is_told_goes_on_as_far_as_the_table_knows_it() {
    let mut engine = engine(1, Nothing);
    let (game, limits) = (Endless::new(), Limits::depth(6));
    // The second search finds its positions in the table, and cuts its lines short there.
    engine.search(&game, &limits).expect("a value");
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let progress: plyglot_search::Listener<_> =
        Arc::new(move |news| listener.lock().unwrap().push(news.line.pv));
    let request = Request { game: &game, history: &[], limits: &limits, progress: Some(progress) };
    let report = engine.run(&request).expect("a value");
    assert_eq!(told.lock().unwrap().last(), Some(&report.lines[0].pv));
}

#[test]
fn a_stop_for_one_search_that_comes_too_late_leaves_the_next_alone() {
    let mut engine = engine(2, Nothing);
    let game = Endless::new();
    let late = engine.handle().for_one_search();
    engine.search(&game, &Limits::depth(3)).expect("a value");
    late.stop();
    let report = engine.search(&game, &Limits::depth(3)).expect("a value");
    assert_ne!(report.ended, Ended::Stopped);
    // One for the next search is heard though it comes before it, and by that one only.
    engine.handle().for_one_search().stop();
    let report = engine.search(&game, &Limits::default()).expect("a value");
    assert_eq!(report.ended, Ended::Stopped);
    let report = engine.search(&game, &Limits::depth(3)).expect("a value");
    assert_ne!(report.ended, Ended::Stopped);
}

/// Notes on which threads positions are judged.
#[derive(Clone, Debug, Default)]
struct Witness {
    seen: Arc<Mutex<HashSet<thread::ThreadId>>>,
    judged: Arc<AtomicU64>,
}

impl Knowledge<Endless> for Witness {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        self.seen.lock().unwrap().insert(thread::current().id());
        self.judged.fetch_add(1, Ordering::Relaxed);
        (game.key() % 100) as i32
    }
}

impl Witness {
    /// On how many threads positions are judged from now on, while some thousands of them are.
    fn at_work(&self) -> usize {
        self.seen.lock().unwrap().clear();
        let until = self.judged.load(Ordering::Relaxed) + 20_000;
        while self.judged.load(Ordering::Relaxed) < until {
            thread::yield_now();
        }
        self.seen.lock().unwrap().len()
    }

    /// Waits until positions are judged on that number of threads.
    fn wait_for(&self, workers: usize) {
        while self.at_work() != workers {}
    }
}

#[test]
fn workers_leave_a_running_search_and_come_back_to_it() {
    let witness = Witness::default();
    let mut engine = engine(4, witness.clone());
    let handle = engine.handle();
    thread::scope(|scope| {
        let search =
            scope.spawn(|| engine.search(&Endless::new(), &Limits::default()).expect("one"));
        witness.wait_for(4);
        for workers in [1, 3, 2, 4, 1, 4] {
            assert_eq!(handle.set_workers(workers), Ok(workers));
            witness.wait_for(workers);
        }
        assert_eq!(handle.set_workers(0), Ok(1));
        witness.wait_for(1);
        assert_eq!(handle.set_workers(99), Ok(4));
        handle.stop();
        assert_eq!(search.join().unwrap().ended, Ended::Stopped);
    });
    // Who is lent between searches is not there in the next.
    assert_eq!(handle.set_workers(2), Ok(2));
    thread::scope(|scope| {
        scope.spawn(|| engine.search(&Endless::new(), &Limits::default()).expect("one"));
        witness.wait_for(2);
        handle.stop();
    });
}

#[test]
fn workers_that_share_nodes_cannot_be_lent() {
    for scheme in [Scheme::ROOT_SPLITTING, Scheme::YOUNG_BROTHERS] {
        let config = Config { threads: 3, hash_bytes: 1 << 20, scheme, ..Config::default() };
        let engine = Engine::<Hexapawn, _>::new(&config, Nothing).expect("an engine");
        let error = engine.handle().set_workers(1).unwrap_err();
        assert!(error.to_string().starts_with("all 3 workers of this engine"), "{error}");
        assert_eq!(engine.handle().set_workers(3), Ok(3));
    }
}

/// Panics while it judges, and once more whenever it is dropped, as long as it is armed.
#[derive(Debug)]
struct Twice {
    armed: Arc<AtomicBool>,
    dropped: Arc<AtomicUsize>,
}

impl Clone for Twice {
    fn clone(&self) -> Self {
        Twice { armed: Arc::clone(&self.armed), dropped: Arc::clone(&self.dropped) }
    }
}

impl Drop for Twice {
    fn drop(&mut self) {
        if self.armed.load(Ordering::Relaxed) && !thread::panicking() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
            panic!("dropped");
        }
    }
}

impl Knowledge<Hexapawn> for Twice {
    fn evaluate(&mut self, game: &Hexapawn) -> i32 {
        assert!(!self.armed.load(Ordering::Relaxed) || game.key() % 3001 != 7, "judged");
        0
    }
}

#[test]
fn knowledge_that_panics_and_panics_again_when_it_is_dropped_ends_the_search_with_an_error() {
    for name in Scheme::NAMES {
        let scheme: Scheme = name.parse().expect("a scheme's own name");
        for threads in [1, 4] {
            let armed = Arc::new(AtomicBool::new(true));
            let dropped = Arc::new(AtomicUsize::new(0));
            let knowledge = Twice { armed: Arc::clone(&armed), dropped: Arc::clone(&dropped) };
            let config = Config { threads, hash_bytes: 1 << 20, scheme, ..Config::default() };
            let mut engine = Engine::new(&config, knowledge).expect("an engine");
            for _ in 0..3 {
                let result = engine.search(&Hexapawn::new(5, 6), &Limits::depth(20));
                let Err(SearchError::GamePanicked { message, .. }) = result else {
                    panic!("{name}, {threads} threads: {result:?}");
                };
                // What the last search left may panic first, when a worker lets go of it.
                assert!(["judged", "dropped"].contains(&&*message), "{message}");
            }
            assert!(dropped.load(Ordering::Relaxed) > 0);
            armed.store(false, Ordering::Relaxed);
            assert!(engine.search(&Hexapawn::new(5, 6), &Limits::depth(6)).is_ok(), "{name}");
        }
    }
}

/// A line without a choice, whose undo is of `WORDS` words: large, as that of a game that copies its board may be.
#[derive(Clone, Debug)]
struct Heavy<const WORDS: usize>(u64);

impl<const WORDS: usize> Game for Heavy<WORDS> {
    type Move = ();
    type Undo = [u64; WORDS];

    fn to_move(&self) -> Side {
        if self.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        self.0
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Draw)
    }

    fn moves(&self, out: &mut MoveList<()>) {
        out.push(());
    }

    fn play(&mut self, _mv: ()) -> [u64; WORDS] {
        let undo = [self.0; WORDS];
        self.0 -= 1;
        undo
    }

    fn undo(&mut self, _mv: (), undo: [u64; WORDS]) {
        self.0 = undo[self.0 as usize % WORDS];
    }

    fn pack(_mv: ()) -> u32 {
        0
    }

    fn unpack(&self, bits: u32) -> Option<()> {
        (bits == 0).then_some(())
    }
}

#[derive(Clone, Debug)]
struct Deep;

impl<const WORDS: usize> Knowledge<Heavy<WORDS>> for Deep {
    fn evaluate(&mut self, _game: &Heavy<WORDS>) -> i32 {
        0
    }
}

fn longest_line<const WORDS: usize>(threads: usize) -> bool {
    let config = Config { threads, hash_bytes: 1 << 20, ..Config::default() };
    let mut engine = Engine::new(&config, Deep).expect("an engine");
    let report = engine.search(&Heavy::<WORDS>(249), &Limits::depth(249)).expect("a value");
    report.verdict.proven
}

#[test]
fn the_longest_line_of_a_heavy_game_fits_on_a_callers_small_stack() {
    for (bytes, threads) in [(2 << 20, 1), (128 << 10, 1), (2 << 20, 3)] {
        // The middle one needs about as much as a thread of Rust's has, without optimisation a little more.
        let searches: [fn(usize) -> bool; 3] =
            [longest_line::<1>, longest_line::<64>, longest_line::<512>];
        for search in searches {
            let thread = thread::Builder::new().stack_size(bytes).spawn(move || search(threads));
            assert!(thread.expect("a thread").join().expect("no overflow"));
        }
    }
}
