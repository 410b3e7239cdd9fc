//! A panic is a value of the game's choosing, whose drop may panic in turn: such a panic ends a search as
//! any other does, on real and on virtual threads, and the engine goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_search::{
    Config, Engine, Knowledge, Limits, Listener, Request, RulesOnly, Schedule, Scheme, SearchError,
};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

struct Payload;

impl Drop for Payload {
    fn drop(&mut self) {
        panic!("boom once more");
    }
}

/// Panics at a few positions, as long as it is armed.
#[derive(Clone, Debug)]
struct Vicious(Arc<AtomicBool>);

impl Knowledge<Hexapawn> for Vicious {
    fn evaluate(&mut self, game: &Hexapawn) -> i32 {
        if self.0.load(Ordering::Relaxed) && game.key() % 3001 == 7 {
            std::panic::panic_any(Payload);
        }
        0
    }
}

#[test]
fn a_panic_whose_payload_panics_when_dropped_ends_the_search_as_any_other() {
    let schedules: &[Schedule] = if cfg!(feature = "virtual") {
        &[Schedule::VIRTUAL, Schedule::Real]
    } else {
        &[Schedule::Real]
    };
    let schemes = Scheme::NAMES.map(|name| name.parse::<Scheme>().expect("a scheme's own name"));
    for &schedule in schedules {
        for (scheme, threads) in schemes.into_iter().flat_map(|scheme| [(scheme, 1), (scheme, 8)]) {
            let armed = Arc::new(AtomicBool::new(true));
            let config =
                Config { threads, hash_bytes: 1 << 20, schedule, scheme, ..Config::default() };
            let mut engine = Engine::new(&config, Vicious(Arc::clone(&armed))).expect("an engine");
            let game = Hexapawn::new(5, 6);
            let error = engine.search(&game, &Limits::depth(20)).unwrap_err();
            assert!(matches!(error, SearchError::GamePanicked { .. }), "{scheme}: {error}");
            armed.store(false, Ordering::Relaxed);
            assert!(engine.search(&game, &Limits::depth(6)).is_ok(), "{scheme}");
        }
    }
}

/// Panics once while it is asked, and once more when it is then dropped.
#[cfg(feature = "virtual")]
#[derive(Clone, Debug)]
struct Twice {
    armed: Arc<AtomicBool>,
    again: Arc<AtomicBool>,
}

#[cfg(feature = "virtual")]
impl Knowledge<Hexapawn> for Twice {
    fn evaluate(&mut self, game: &Hexapawn) -> i32 {
        if game.key() % 3001 == 7 && self.armed.swap(false, Ordering::Relaxed) {
            self.again.store(true, Ordering::Relaxed);
            panic!("boom");
        }
        0
    }
}

#[cfg(feature = "virtual")]
impl Drop for Twice {
    fn drop(&mut self) {
        assert!(!self.again.swap(false, Ordering::Relaxed), "boom once more");
    }
}

#[cfg(feature = "virtual")]
#[test]
fn a_virtual_thread_that_panics_where_nothing_catches_it_is_an_error_and_the_others_return() {
    let [armed, again] = [true, false].map(|flag| Arc::new(AtomicBool::new(flag)));
    let knowledge = Twice { armed: Arc::clone(&armed), again: Arc::clone(&again) };
    let schedule = Schedule::VIRTUAL;
    let config = Config { threads: 8, hash_bytes: 1 << 20, schedule, ..Config::default() };
    let mut engine = Engine::new(&config, knowledge).expect("an engine");
    let game = Hexapawn::new(5, 6);
    let error = engine.search(&game, &Limits::depth(20)).unwrap_err();
    let SearchError::GamePanicked { message, .. } = &error else { panic!("{error}") };
    assert_eq!(message, "boom", "the first panic is told");
    assert!(!armed.load(Ordering::Relaxed) && !again.load(Ordering::Relaxed), "both have come");
    assert!(engine.search(&game, &Limits::depth(6)).is_ok());
}

/// A game whose positions panic when they are dropped, while it is armed.
#[derive(Clone, Debug)]
struct Fragile {
    left: u32,
    side: Side,
    armed: Arc<AtomicBool>,
}

impl Drop for Fragile {
    fn drop(&mut self) {
        let armed = self.armed.load(Ordering::Relaxed) && !std::thread::panicking();
        assert!(!armed, "dropped");
    }
}

impl Game for Fragile {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        (u64::from(self.left) * 2 + u64::from(self.side == Side::First)) << 32
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, out: &mut MoveList<u32>) {
        (1..=self.left.min(3)).for_each(|take| out.push(take));
    }

    fn play(&mut self, take: u32) {
        self.left -= take;
        self.side = self.side.other();
    }

    fn undo(&mut self, take: u32, (): ()) {
        self.left += take;
        self.side = self.side.other();
    }

    fn pack(take: u32) -> u32 {
        take
    }

    fn unpack(&self, bits: u32) -> Option<u32> {
        (1..=self.left.min(3)).contains(&bits).then_some(bits)
    }
}

#[test]
fn positions_that_panic_when_they_are_dropped_end_a_search_with_a_listener_with_an_error() {
    let armed = Arc::new(AtomicBool::new(false));
    let game = Fragile { left: 21, side: Side::First, armed: Arc::clone(&armed) };
    let config = Config { threads: 1, hash_bytes: 1 << 16, ..Config::default() };
    let mut engine = Engine::new(&config, RulesOnly::default()).expect("an engine");
    let (limits, arm) = (Limits::depth(6), Arc::clone(&armed));
    let progress: Listener<u32> = Arc::new(move |_| arm.store(true, Ordering::Relaxed));
    let request = Request { game: &game, history: &[], limits: &limits, progress: Some(progress) };
    let error = engine.run(&request).unwrap_err();
    armed.store(false, Ordering::Relaxed);
    assert!(matches!(error, SearchError::GamePanicked { .. }), "{error}");
    assert!(engine.search(&game, &limits).is_ok());
}
