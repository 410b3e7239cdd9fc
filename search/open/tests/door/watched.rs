//! Promises of a search that is watched visit by visit.

use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_open::{Mv, Visits};
use plyglot_search::{Acceptance, Left, Visit};

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
