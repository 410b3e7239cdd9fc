//! A game by its table of functions: [`Rules`] that call them.
//!
//! Cost: a call by a pointer for each question, and an allocation for each state.

use std::ffi::{c_char, c_int, c_void};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_open::rules::{About, Found, Identity, MOST_MOVES, Rules};
use plyglot_open::{Mv, ParseError, Side};
use plyglot_search::hash::Fnv;
use plyglot_search::{Outcome, Ranked, Repetition, Score};

use crate::border::arguments::{needed_text, sized, text};
use crate::border::types::{
    PLYGLOT_CAN_REPEAT, PLYGLOT_DRAW, PLYGLOT_GOES_ON, PLYGLOT_LOSS, PLYGLOT_MARGIN,
    PLYGLOT_ONE_AT_A_TIME, PLYGLOT_WIN, RulesTable,
};
use crate::failure::{Failure, Status};
use crate::game::locked;
use crate::inside::Inside;

/// The largest state, in bytes.
const LARGEST: usize = 1 << 16;
/// The longest text that a function gives, in bytes.
const LONGEST: usize = 1 << 20;
/// How much room a text gets first, and how many moves.
const FIRST_ROOM: usize = 256;

/// A state: whole pieces of 16 bytes, aligned so.
pub(super) struct State(Box<[Piece]>);

#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Piece([u64; 2]);

impl State {
    fn ptr(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }
}

/// The functions that every game has.
struct Functions {
    start: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int,
    side: unsafe extern "C" fn(*mut c_void, *const c_void) -> c_int,
    outcome: unsafe extern "C" fn(*mut c_void, *const c_void, *mut i32) -> c_int,
    moves: unsafe extern "C" fn(*mut c_void, *const c_void, *mut u32, usize) -> usize,
    play: unsafe extern "C" fn(*mut c_void, *const c_void, u32, *mut c_void) -> c_int,
    text: unsafe extern "C" fn(*mut c_void, *const c_void, *mut c_char, usize) -> c_int,
}

/// A game in C.
pub(super) struct Table {
    about: About,
    table: RulesTable,
    functions: Functions,
    /// Held around each call, of a game whose functions run one at a time.
    lock: Option<Mutex<()>>,
    /// A game was made of it, so that its user is to be released.
    is_taken: AtomicBool,
}

// SAFETY: the pointer to the user is only handed back to the functions, and by the contract of `plyglot_rules` these may be
// called by any thread, by many at once unless they are called under the lock.
unsafe impl Send for Table {}
// SAFETY: likewise; nothing in it changes.
unsafe impl Sync for Table {}

/// The least number that a field stands for where it is 0.
fn or_one(number: i32, name: &str) -> Result<i32, Failure> {
    match number {
        0 => Ok(1),
        1.. => Ok(number),
        _ => Err(Failure::new(Status::PLYGLOT_LIMIT, format_args!("{name} is {number}, below 0"))),
    }
}

impl Table {
    /// A game by the table that C gives.
    ///
    /// # Safety
    /// The contract of `plyglot_rules`.
    pub(super) unsafe fn new(rules: *const RulesTable) -> Result<Table, Failure> {
        // SAFETY: as the caller promises.
        let table = unsafe { sized(rules, "rules") }?;
        // SAFETY: likewise: its texts are null, or end with NUL and do not change meanwhile.
        let about = unsafe { about(&table) }?;
        let no = Failure::null;
        let functions = Functions {
            start: table.start.ok_or_else(|| no("rules.start"))?,
            side: table.side.ok_or_else(|| no("rules.side"))?,
            outcome: table.outcome.ok_or_else(|| no("rules.outcome"))?,
            moves: table.moves.ok_or_else(|| no("rules.moves"))?,
            play: table.play.ok_or_else(|| no("rules.play"))?,
            text: table.text.ok_or_else(|| no("rules.text"))?,
        };
        if !(1..=LARGEST).contains(&table.state_size) {
            let said = format_args!("rules.state_size is {}, not 1 to {LARGEST}", table.state_size);
            return Err(Failure::new(Status::PLYGLOT_LIMIT, said));
        }
        if table.flags & !(PLYGLOT_ONE_AT_A_TIME | PLYGLOT_CAN_REPEAT) != 0 {
            let said = format_args!("rules.flags has bits without a meaning: {:#x}", table.flags);
            return Err(Failure::new(Status::PLYGLOT_LIMIT, said));
        }
        let lock = (table.flags & PLYGLOT_ONE_AT_A_TIME != 0).then(Mutex::default);
        Ok(Table { about, table, functions, lock, is_taken: AtomicBool::new(false) })
    }

    /// True if its functions run one at a time.
    pub(super) fn is_one_at_a_time(&self) -> bool {
        self.lock.is_some()
    }

    /// A game was made of it.
    pub(super) fn take(&self) {
        self.is_taken.store(true, Ordering::Relaxed);
    }

    /// Calls a function of the game.
    fn call<T>(&self, call: impl FnOnce(*mut c_void) -> T) -> T {
        let _one = self.lock.as_ref().map(locked);
        let _inside = Inside::enter();
        call(self.table.user)
    }

    /// Ends the search. Not by `panic!`, which would be shown on standard error.
    fn fail(&self, said: &str) -> ! {
        resume_unwind(Box::new(format!("{} (in C): {said}", self.about.name)))
    }

    /// A new state that `write` has written, and what everyone asks of it.
    fn found(&self, state: State) -> Found<State> {
        let at = state.ptr();
        let Functions { side, outcome, .. } = self.functions;
        // SAFETY: a function of the game, called as `plyglot_rules` says, with a state that it has written.
        let to_move = match self.call(|user| unsafe { side(user, at) }) {
            0 => Side::First,
            1 => Side::Second,
            other => self.fail(&format!("`side` gives {other}, not 0 or 1")),
        };
        let mut margin = 0;
        // SAFETY: likewise; the margin is a place of its own.
        let outcome = match self.call(|user| unsafe { outcome(user, at, &raw mut margin) }) {
            PLYGLOT_GOES_ON => None,
            PLYGLOT_WIN => Some(Outcome::Win),
            PLYGLOT_DRAW => Some(Outcome::Draw),
            PLYGLOT_LOSS => Some(Outcome::Loss),
            PLYGLOT_MARGIN if margin.unsigned_abs() <= Score::MAX_MARGIN.unsigned_abs() => {
                Some(Outcome::Margin(margin))
            }
            PLYGLOT_MARGIN => self.fail(&format!(
                "`outcome` gives a margin of {margin}, beyond {}",
                Score::MAX_MARGIN
            )),
            other => self.fail(&format!("`outcome` gives {other}, not 0 to {PLYGLOT_MARGIN}")),
        };
        let number = match self.table.key {
            // SAFETY: likewise.
            Some(key) => self.call(|user| unsafe { key(user, at) }),
            None => {
                let mut hash = Fnv::default();
                state.0.iter().flat_map(|piece| piece.0).for_each(|word| hash.number(word));
                hash.0
            }
        };
        Found { value: state, to_move, outcome, identity: Identity::Number(number) }
    }

    /// A state that is written by a function, which gives 0 if it has done so.
    fn written(
        &self,
        write: impl FnOnce(*mut c_void, *mut c_void) -> c_int,
    ) -> Result<State, c_int> {
        let mut pieces = vec![Piece([0; 2]); self.table.state_size.div_ceil(size_of::<Piece>())];
        let place = pieces.as_mut_ptr().cast();
        match self.call(|user| write(user, place)) {
            0 => Ok(State(pieces.into())),
            other => Err(other),
        }
    }

    /// A text that is written by a function as by `snprintf`.
    fn told(&self, name: &str, write: impl Fn(*mut c_void, *mut c_char, usize) -> c_int) -> String {
        let mut buffer = vec![0u8; FIRST_ROOM];
        for _ in 0..2 {
            let room = buffer.len();
            let length = self.call(|user| write(user, buffer.as_mut_ptr().cast(), room));
            let length = usize::try_from(length).ok().filter(|&length| length < LONGEST);
            let Some(length) = length else {
                self.fail(&format!(
                    "`{name}` gives no length of its text, or one of {LONGEST} and more"
                ))
            };
            if length < room {
                buffer.truncate(length);
                return String::from_utf8(buffer).unwrap_or_else(|error| {
                    self.fail(&format!("`{name}` gives no UTF-8: {error}"))
                });
            }
            buffer.resize(length + 1, 0);
        }
        self.fail(&format!("`{name}` gives a longer text the second time"))
    }
}

/// # Safety
/// The texts of the table are null, or end with NUL and do not change meanwhile.
unsafe fn about(table: &RulesTable) -> Result<About, Failure> {
    let or = |of: *const c_char, name: &str, usual: &str| {
        // SAFETY: as the caller promises.
        let text = unsafe { text(of, name) }?;
        Ok::<_, Failure>(text.unwrap_or(usual).to_owned())
    };
    // SAFETY: likewise.
    let name = unsafe { needed_text(table.name, "rules.name") }?;
    let sides = [
        or(table.first_side, "rules.first_side", "the first player")?,
        or(table.second_side, "rules.second_side", "the second player")?,
    ];
    Ok(About {
        name: name.into(),
        unit: or(table.unit, "rules.unit", "")?,
        sides,
        notation: or(table.notation, "rules.notation", "that of the game")?,
        rules: or(table.about, "rules.about", "")?,
        points: or_one(table.points, "rules.points")?,
        margin_step: or_one(table.margin_step, "rules.margin_step")?,
        can_repeat: table.flags & PLYGLOT_CAN_REPEAT != 0,
        repetition: Repetition::Draw,
    })
}

impl Rules for Table {
    type Value = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self) -> Found<State> {
        let start = self.functions.start;
        // SAFETY: a function of the game, called as `plyglot_rules` says, with room for a state.
        let state = self.written(|user, place| unsafe { start(user, place) });
        let state =
            state.unwrap_or_else(|other| self.fail(&format!("`start` gives {other}, not 0")));
        self.found(state)
    }

    fn play(&self, at: &State, mv: Mv) -> Found<State> {
        let play = self.functions.play;
        // SAFETY: likewise, from a state that the game has written, to another place.
        let state = self.written(|user, place| unsafe { play(user, at.ptr(), mv, place) });
        let state = state
            .unwrap_or_else(|other| self.fail(&format!("`play` gives {other}, not 0, for {mv}")));
        self.found(state)
    }

    fn moves(&self, at: &State, out: &mut Vec<Mv>) {
        let moves = self.functions.moves;
        let mut ask = |room: usize| {
            out.resize(room, 0);
            // SAFETY: likewise, with room for that number of moves.
            self.call(|user| unsafe { moves(user, at.ptr(), out.as_mut_ptr(), room) })
        };
        let mut count = ask(FIRST_ROOM);
        if count > FIRST_ROOM && count <= MOST_MOVES {
            let again = ask(count);
            if again != count {
                self.fail("`moves` gives another number of moves the second time");
            }
            count = again;
        }
        if count > MOST_MOVES {
            self.fail(&format!("`moves` gives {count} moves, above {MOST_MOVES}"));
        }
        out.truncate(count);
        if out.contains(&Mv::MAX) {
            self.fail(&format!("`moves` gives the move {}", Mv::MAX));
        }
    }

    fn parse(&self, text: &str) -> Result<Found<State>, ParseError> {
        let Some(parse) = self.table.parse else {
            return Err(ParseError::new("the game reads no positions: `parse` is null"));
        };
        let read = std::ffi::CString::new(text)
            .map_err(|_| ParseError::new("a position has no NUL within"))?;
        // SAFETY: likewise, with a text that ends with NUL.
        let state = self.written(|user, place| unsafe { parse(user, read.as_ptr(), place) });
        let refused = |_| {
            let quoted = plyglot_search::quoted(text);
            ParseError::new(format!("{quoted:?} is not a position: {}", self.about.notation))
        };
        Ok(self.found(state.map_err(refused)?))
    }

    fn text(&self, at: &State) -> String {
        let text = self.functions.text;
        // SAFETY: likewise, with room for that many bytes.
        self.told("text", |user, place, room| unsafe { text(user, at.ptr(), place, room) })
    }

    fn board(&self, at: &State) -> String {
        let Some(board) = self.table.board else { return self.text(at) };
        // SAFETY: likewise.
        self.told("board", |user, place, room| unsafe { board(user, at.ptr(), place, room) })
    }

    fn notation(&self, at: &State, mv: Mv) -> String {
        let Some(move_text) = self.table.move_text else { return mv.to_string() };
        // SAFETY: likewise.
        let write = |user, place, room| unsafe { move_text(user, at.ptr(), mv, place, room) };
        self.told("move_text", write)
    }

    fn evaluate(&self, at: &State) -> i32 {
        let Some(evaluate) = self.table.evaluate else { return 0 };
        // SAFETY: likewise.
        self.call(|user| unsafe { evaluate(user, at.ptr()) })
    }

    fn rank(&self, at: &State, moves: &mut [Ranked<Mv>]) {
        let Some(rank) = self.table.rank else { return };
        for ranked in moves {
            // SAFETY: likewise.
            ranked.rank = self.call(|user| unsafe { rank(user, at.ptr(), ranked.mv) });
        }
    }

    fn plies_left(&self, at: &State) -> Option<i32> {
        let plies_left = self.table.plies_left?;
        // SAFETY: likewise.
        Some(self.call(|user| unsafe { plies_left(user, at.ptr()) })).filter(|&plies| plies >= 0)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if let Some(release) = self.table.release.filter(|_| *self.is_taken.get_mut()) {
            // SAFETY: nothing else of the table is called any more, since this was its owner.
            self.call(|user| unsafe { release(user) });
        }
    }
}
