//! Games made for the tests: small, and with mistakes on demand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam::channel::Sender;
use plyglot_search::Clock;
use plyglot_search::{Game, Knowledge, Listener, MoveList, Outcome, Progress, Side};

/// Forwards the progress of a search.
pub(crate) fn to<M: Send + 'static>(sender: Sender<Progress<M>>) -> Option<Listener<M>> {
    Some(Arc::new(move |progress| drop(sender.send(progress))))
}

/// Take one, two or three from a heap; the player who takes the last wins. A heap of a multiple of four is
/// lost. With a mistake planted where the heap has a certain size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    pub(crate) left: u32,
    pub(crate) second_moves: bool,
    pub(crate) mistake: Mistake,
}

/// What goes wrong in a [`Heap`], and at which size of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mistake {
    None,
    PanicsAt(u32),
    NoMovesAt(u32),
}

impl Heap {
    pub(crate) fn of(left: u32) -> Heap {
        Heap { left, second_moves: false, mistake: Mistake::None }
    }

    pub(crate) fn with(mistake: Mistake, left: u32) -> Heap {
        Heap { mistake, ..Heap::of(left) }
    }
}

impl Game for Heap {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.second_moves { Side::Second } else { Side::First }
    }

    fn key(&self) -> u64 {
        let state = u64::from(self.left) * 2 + u64::from(self.second_moves) + 1;
        let mixed = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, out: &mut MoveList<u32>) {
        match self.mistake {
            Mistake::PanicsAt(left) if left == self.left => panic!("the heap of {left} collapsed"),
            Mistake::NoMovesAt(left) if left == self.left => {}
            _ => (1..=self.left.min(3)).for_each(|take| out.push(take)),
        }
    }

    fn play(&mut self, take: u32) {
        self.left -= take;
        self.second_moves = !self.second_moves;
    }

    fn undo(&mut self, take: u32, (): ()) {
        self.left += take;
        self.second_moves = !self.second_moves;
    }

    fn pack(take: u32) -> u32 {
        take
    }

    fn unpack(&self, bits: u32) -> Option<u32> {
        (1..=self.left.min(3)).contains(&bits).then_some(bits)
    }
}

/// A game without an end or a repetition: digits are appended for ever. The estimate is a hash, so
/// that the tree is as irregular as any.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Endless {
    pub(crate) path: u64,
    pub(crate) plies: u32,
}

impl Endless {
    pub(crate) fn start() -> Endless {
        Endless { path: 1, plies: 0 }
    }
}

fn scramble(path: u64) -> u64 {
    let mixed = path.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}

impl Game for Endless {
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
        (0..5).for_each(|digit| out.push(digit));
    }

    fn play(&mut self, digit: u8) -> u64 {
        let before = self.path;
        self.path = scramble(self.path.wrapping_mul(7).wrapping_add(u64::from(digit)));
        self.plies += 1;
        before
    }

    fn undo(&mut self, _digit: u8, before: u64) {
        self.path = before;
        self.plies -= 1;
    }

    fn pack(digit: u8) -> u32 {
        u32::from(digit)
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        u8::try_from(bits).ok().filter(|&digit| digit < 5)
    }
}

/// The knowledge of [`Endless`].
#[derive(Clone, Debug)]
pub(crate) struct Hunch;

impl Knowledge<Endless> for Hunch {
    fn evaluate(&mut self, game: &Endless) -> i32 {
        (scramble(game.path) % 201) as i32 - 100
    }
}

/// A clock at which every look costs a tenth of a millisecond, so that the smallest search seems
/// worth sharing with the pool.
#[derive(Debug, Default)]
pub(crate) struct Racing(AtomicU64);

impl Clock for Racing {
    fn now(&self) -> Duration {
        Duration::from_micros(100 * self.0.fetch_add(1, Ordering::Relaxed))
    }
}
