//! Promises of a search that is watched visit by visit.

use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_open::{Mv, Visits};
use plyglot_search::{Acceptance, Candidate, Left, Node, NodeKey, NullMove, Visit};

use super::*;

#[derive(Default)]
struct Counts {
    entered: u64,
    open: i64,
    most: Option<u64>,
}

impl Visits for Counts {
    fn enter(&mut self, _visit: Visit<Mv>) {
        self.entered += 1;
        self.open += 1;
    }
    fn leave(&mut self, left: Left<Mv>) {
        assert!(left.best.is_none_or(|(mv, _)| (1..=3).contains(&mv)));
        self.open -= 1;
    }
    fn wants_stop(&self) -> bool {
        self.most.is_some_and(|most| self.entered >= most)
    }
}

#[test]
fn a_watched_search_visits_what_the_engine_counts() {
    let game = open("heap");
    let (position, limits) = (game.start().unwrap(), Limits::depth(6));
    let config = Config { acceptance: Acceptance::Equal, ..Config::single(1 << 16) };
    for plain in [false, true] {
        let mut counts = Counts::default();
        let ask = Ask::new(&position, &limits);
        let report = game.watch(&config, &ask, plain, &mut counts).unwrap();
        assert_eq!((counts.entered, counts.open), (report.nodes, 0));
    }
}

#[test]
fn an_observer_may_stop_the_search() {
    let game = open("heap:240");
    let (position, limits) = (game.start().unwrap(), Limits::default());
    let mut counts = Counts { most: Some(500), ..Counts::default() };
    let ask = Ask::new(&position, &limits);
    let report = game.watch(&Config::default(), &ask, true, &mut counts).unwrap();
    assert_eq!(report.ended, Ended::Stopped);
    assert!(counts.entered < 100_000, "{}", counts.entered);
}

/// Panics where it is dropped, while it is armed.
#[derive(Clone, Debug)]
struct Fragile(Arc<AtomicBool>);

impl Drop for Fragile {
    fn drop(&mut self) {
        let armed = self.0.load(Ordering::Relaxed) && !std::thread::panicking();
        assert!(!armed, "dropped");
    }
}

impl Knowledge<Heap> for Fragile {
    fn evaluate(&mut self, heap: &Heap) -> i32 {
        heap.left as i32
    }
}

/// Arms it as soon as a node is visited.
struct Arming(Arc<AtomicBool>);

impl Visits for Arming {
    fn enter(&mut self, _visit: Visit<Mv>) {
        self.0.store(true, Ordering::Relaxed);
    }
    fn leave(&mut self, _left: Left<Mv>) {}
}

#[test]
fn a_player_that_panics_where_it_is_dropped_ends_a_watched_search_with_an_error() {
    let armed = Arc::new(AtomicBool::new(false));
    let fragile = Single::new("fragile", Heap::of(15)).knowledge(Fragile(Arc::clone(&armed)));
    let game = Catalogue::empty().and(fragile).open("fragile").expect("a game");
    let (position, limits) = (game.start().unwrap(), Limits::depth(4));
    let ask = Ask::new(&position, &limits);
    for plain in [false, true] {
        let mut arming = Arming(Arc::clone(&armed));
        let watched = game.watch(&Config::single(1 << 16), &ask, plain, &mut arming);
        armed.store(false, Ordering::Relaxed);
        assert_eq!(watched.unwrap_err().to_string(), "the game panicked: dropped", "{plain}");
        let again = game.watch(&Config::single(1 << 16), &ask, plain, &mut Counts::default());
        assert!(again.is_ok());
    }
}

/// Uses the hooks that tell of moves and of null moves, and writes down what it is asked.
#[derive(Clone, Debug, Default)]
struct Diarist(Arc<Mutex<Vec<String>>>);

impl Diarist {
    fn note(&self, entry: String) {
        self.0.lock().unwrap().push(entry);
    }

    fn taken(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Knowledge<Heap> for Diarist {
    const QUIESCENCE: bool = true;
    const CONTEXT: bool = true;

    fn evaluate(&mut self, heap: &Heap) -> i32 {
        heap.left as i32 % 7 * 10
    }
    fn begin(&mut self, heap: &Heap) {
        self.note(format!("begin {heap:?}"));
    }
    fn played(&mut self, heap: &Heap, taken: u32, undo: &()) {
        self.note(format!("played {heap:?} {taken} {undo:?}"));
    }
    fn undone(&mut self, heap: &Heap, taken: u32) {
        self.note(format!("undone {heap:?} {taken}"));
    }
    fn is_quiet(&self, heap: &Heap, taken: u32) -> bool {
        self.note(format!("is_quiet {heap:?} {taken}"));
        taken != 3
    }
    fn key_after(&self, heap: &Heap, taken: u32) -> Option<NodeKey> {
        let mut after = heap.clone();
        after.play(taken);
        Some(NodeKey { hash: after.key(), symmetry: 0 })
    }
    fn noisy(&mut self, heap: &Heap, node: &Node, out: &mut MoveList<u32>) {
        self.note(format!("noisy {heap:?} {node:?}"));
        if heap.left.is_multiple_of(5) {
            out.push_ranked(1, 2);
        }
    }
    fn null_move(&mut self, heap: &mut Heap, node: &Node) -> Option<NullMove<()>> {
        self.note(format!("null_move {heap:?} {node:?}"));
        heap.mover = heap.mover.other();
        Some(NullMove::new((), 1).verified_at(1))
    }
    fn undo_null(&mut self, heap: &mut Heap, undo: ()) {
        self.note(format!("undo_null {heap:?} {undo:?}"));
        heap.mover = heap.mover.other();
    }
    fn reduction(&self, heap: &Heap, node: &Node, candidate: &Candidate<u32>) -> i32 {
        self.note(format!("reduction {heap:?} {node:?} {candidate:?}"));
        i32::from(candidate.index > 1)
    }
    fn prune(&self, heap: &Heap, node: &Node, candidate: &Candidate<u32>) -> bool {
        self.note(format!("prune {heap:?} {node:?} {candidate:?}"));
        candidate.mv == 2 && heap.left.is_multiple_of(3)
    }
}

#[test]
fn each_hook_is_told_the_same_in_a_watched_search() {
    let diarist = Diarist::default();
    let heaps = Single::new("told", Heap::of(60)).knowledge(diarist.clone());
    let game = Catalogue::empty().and(heaps).open("told").expect("a game");
    let (position, limits) = (game.start().unwrap(), Limits::depth(7));
    let (config, ask) = (Config::single(1 << 16), Ask::new(&position, &limits));
    diarist.taken();
    game.engine(&config, None).unwrap().run(&ask).unwrap();
    let alone = diarist.taken();
    game.watch(&config, &ask, false, &mut Counts::default()).unwrap();
    assert_eq!(diarist.taken(), alone);
    let hooks = [
        "begin",
        "played",
        "undone",
        "is_quiet",
        "noisy",
        "null_move",
        "undo_null",
        "reduction",
        "prune",
    ];
    for hook in hooks {
        assert!(alone.iter().any(|entry| entry.starts_with(&format!("{hook} "))), "{hook}");
    }
}
