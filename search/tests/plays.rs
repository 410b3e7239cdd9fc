//! A move costs several threads what it costs one: it is played as often, although its key is asked for before others
//! are found to be at it or not.
#![cfg(not(loom))]

use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_search::{Config, Engine, Game, Knowledge, Limits, MoveList, Outcome, Side};

/// How often a move was played.
static PLAYED: AtomicU64 = AtomicU64::new(0);

/// A game without an end: a digit of two is appended for ever.
#[derive(Clone, Debug)]
struct Digits {
    path: u64,
    plies: u32,
}

fn scramble(path: u64) -> u64 {
    let mixed = path.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

impl Game for Digits {
    type Move = u8;
    type Undo = u64;
    fn to_move(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        scramble(self.path ^ u64::from(self.plies) << 48)
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn moves(&self, out: &mut MoveList<u8>) {
        (0..2).for_each(|digit| out.push(digit));
    }
    fn play(&mut self, digit: u8) -> u64 {
        PLAYED.fetch_add(1, Ordering::Relaxed);
        self.plies += 1;
        let path = scramble(self.path.wrapping_mul(7).wrapping_add(u64::from(digit)));
        std::mem::replace(&mut self.path, path)
    }
    fn undo(&mut self, _digit: u8, before: u64) {
        self.path = before;
        self.plies -= 1;
    }
    fn pack(digit: u8) -> u32 {
        u32::from(digit)
    }
    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&digit| digit < 2)
    }
}

/// An estimate as irregular as any.
#[derive(Clone, Debug)]
struct Hunch;

impl Knowledge<Digits> for Hunch {
    fn evaluate(&mut self, game: &Digits) -> i32 {
        (scramble(game.path) % 201) as i32 - 100
    }
}

#[test]
fn several_threads_play_as_many_moves_for_a_node_as_one() {
    let for_a_node = |threads| {
        let config = Config { threads, hash_bytes: 4 << 20, ..Config::default() };
        let mut engine = Engine::new(&config, Hunch).expect("an engine");
        PLAYED.store(0, Ordering::Relaxed);
        let start = Digits { path: 1, plies: 0 };
        let report = engine.search(&start, &Limits::depth(16)).expect("a report");
        PLAYED.load(Ordering::Relaxed) as f64 / report.nodes as f64
    };
    let one = for_a_node(1);
    for threads in [2, 8] {
        let several = for_a_node(threads);
        // 1.6 times as many before; what others are found at is played in vain.
        assert!(several < 1.3 * one, "{several:.2} with {threads} threads, {one:.2} with one");
    }
}
