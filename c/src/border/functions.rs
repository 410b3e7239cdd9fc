//! The functions that C calls. Their comments are those of the header.

use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::time::Duration;

use plyglot_open::Side;
use plyglot_wire::Over;

use crate::border::arguments::{
    Measured, give, give_text, needed, needed_text, sized, text, write_sized,
};
use crate::border::table::Table;
use crate::border::told::Listener;
use crate::border::types::{
    Info, Limits, ListenerFunction, PLYGLOT_TEXT_BOARD, PLYGLOT_TEXT_MOVES, PLYGLOT_TEXT_PLAYED,
    PLYGLOT_TEXT_POSITION, PLYGLOT_TEXT_SIDE, RulesTable, Standing,
};
pub use crate::engine::Engine;
pub use crate::failure::Status;
use crate::failure::{self, Failure, border};
pub use crate::game::{Game, Position};
use crate::game::{Game as OpenedGame, listed};
pub use crate::search::Search;

// SAFETY: the size comes first, and the rest are numbers, pointers and functions that may be null.
unsafe impl Measured for RulesTable {
    const NAME: &'static str = "plyglot_rules";
    const FIRST: usize = size_of::<RulesTable>();
}
// SAFETY: the size comes first, and the rest are numbers.
unsafe impl Measured for Limits {
    const NAME: &'static str = "plyglot_limits";
    const FIRST: usize = size_of::<Limits>();
}
// SAFETY: likewise.
unsafe impl Measured for Standing {
    const NAME: &'static str = "plyglot_standing";
    const FIRST: usize = size_of::<Standing>();
}

/// Gives the version of the library, as "0.2.0". Any thread; the text is there for ever.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Gives the status of the last call of this thread that has failed, `PLYGLOT_OK` if none has, and its text, one line for
/// people. A call that succeeds leaves both. `text` may be null; the text belongs to the thread and is there until its
/// next call that fails.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_last_error(text: Option<&mut MaybeUninit<*const c_char>>) -> Status {
    let (status, said) = failure::last();
    if let Some(text) = text {
        text.write(said);
    }
    status
}

/// Gives the games there are, as the object `games` of docs/json.md. Any thread; the text is the caller's
/// (`plyglot_text_free`). Fails with `PLYGLOT_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_games(out: Option<&mut MaybeUninit<*mut c_char>>) -> Status {
    border(|| give_text(out, || Ok(listed())))
}

/// Opens a game of the library: a name, with a size behind a colon ("connect4:6x5"), and `option_count` options, each
/// "NAME=VALUE"; `options` may be null where there are none. Any thread; the game is the caller's (`plyglot_game_free`).
/// Fails with `PLYGLOT_NULL`, `PLYGLOT_NOT_UTF8`, `PLYGLOT_UNKNOWN_GAME` and `PLYGLOT_OPTION`.
///
/// # Safety
/// Texts end with NUL; `options` points to `option_count` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_game_open(
    name: *const c_char,
    options: *const *const c_char,
    option_count: usize,
    out: Option<&mut MaybeUninit<*mut Game>>,
) -> Status {
    let opened = || {
        // SAFETY: as the caller promises.
        let name = unsafe { needed_text(name, "name") }?;
        if options.is_null() && option_count > 0 {
            return Err(Failure::null("options"));
        }
        let mut set = Vec::new();
        for number in 0..option_count {
            // SAFETY: likewise: there are that many.
            let option = unsafe { needed_text(options.add(number).read(), "options") }?;
            let pair = option.split_once('=').ok_or_else(|| {
                let said = format_args!(
                    "the option {:?} is not NAME=VALUE",
                    plyglot_search::quoted(option)
                );
                Failure::new(Status::PLYGLOT_OPTION, said)
            })?;
            set.push(pair);
        }
        OpenedGame::named(name, &set)
    };
    border(|| give(out, opened))
}

/// Opens a game written in C, by the table of its functions, which is copied. The functions are called by this call, too.
/// Any thread; the game is the caller's (`plyglot_game_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_NOT_UTF8`,
/// `PLYGLOT_SIZE`, `PLYGLOT_LIMIT` (a number in the table), `PLYGLOT_GAME` (the start position is wrong).
///
/// # Safety
/// The contract of `plyglot_rules`, from now until its `release` is called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_game_define(
    rules: *const RulesTable,
    out: Option<&mut MaybeUninit<*mut Game>>,
) -> Status {
    let opened = || {
        // SAFETY: as the caller promises.
        let table = Arc::new(unsafe { Table::new(rules) }?);
        let game = OpenedGame::of_rules(Arc::clone(&table), table.is_one_at_a_time())?;
        table.take();
        Ok(game)
    };
    border(|| give(out, opened))
}

/// Gives what is known of a game, as the object `game` of docs/json.md: sides, unit, notation, options. Any number of
/// threads at once; the text is the caller's (`plyglot_text_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_GAME`.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_game_json(
    game: Option<&Game>,
    out: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    border(|| give_text(out, || needed(game, "game")?.json()))
}

/// Frees a game; null is nothing. Its positions, engines and searches keep what they need of it.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_game_free(game: Option<Box<Game>>) {
    border(|| {
        drop(game);
        Ok(())
    });
}

/// Makes a position: that of a text, or of the name of an example of the game (null: the start position), after `moves`,
/// in the game's notation in a row or numbered (null: none). Any number of threads at once; the position is the caller's
/// (`plyglot_position_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_NOT_UTF8`, `PLYGLOT_TEXT`, `PLYGLOT_GAME`.
///
/// # Safety
/// Texts end with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_position_new(
    game: Option<&Game>,
    position: *const c_char,
    moves: *const c_char,
    out: Option<&mut MaybeUninit<*mut Position>>,
) -> Status {
    let made = || {
        let game = needed(game, "game")?;
        // SAFETY: as the caller promises.
        let (position, moves) = unsafe { (text(position, "position")?, text(moves, "moves")?) };
        Position::new(game, position, moves.unwrap_or_default())
    };
    border(|| give(out, made))
}

/// Plays moves on a position, all or none. Any number of threads, which do so one after the other; a search that has begun
/// stays with the position as it was. Fails as `plyglot_position_new`.
///
/// # Safety
/// The text ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_position_play(
    position: Option<&Position>,
    moves: *const c_char,
) -> Status {
    border(|| {
        let position = needed(position, "position")?;
        // SAFETY: as the caller promises.
        position.play(unsafe { needed_text(moves, "moves") }?)
    })
}

/// Gives a text of a position, one of `PLYGLOT_TEXT_...`. Any number of threads at once; the text is the caller's
/// (`plyglot_text_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_LIMIT` (there is no such text), `PLYGLOT_GAME`.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_position_text(
    position: Option<&Position>,
    which: c_int,
    out: Option<&mut MaybeUninit<*mut c_char>>,
) -> Status {
    let made = || {
        let at = needed(position, "position")?.now();
        Ok(match which {
            PLYGLOT_TEXT_POSITION => at.text()?,
            PLYGLOT_TEXT_BOARD => at.board()?,
            PLYGLOT_TEXT_MOVES => {
                let moves = at.moves()?.into_iter().map(|mv| at.move_text(mv));
                moves.collect::<Result<Vec<_>, _>>()?.join(" ")
            }
            PLYGLOT_TEXT_SIDE => at.mover().into(),
            PLYGLOT_TEXT_PLAYED => at.after_plies(0).notation(&at.played())?.join(" "),
            other => {
                let said = format_args!("{other} is not a text of a position");
                return Err(Failure::new(Status::PLYGLOT_LIMIT, said));
            }
        })
    };
    border(|| give_text(out, made))
}

/// Writes how a position stands to `out`, whose `size` is set. Any number of threads at once. Fails with `PLYGLOT_NULL`,
/// `PLYGLOT_SIZE`.
///
/// # Safety
/// `out` is of as many bytes as its `size` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_position_standing(
    position: Option<&Position>,
    out: *mut Standing,
) -> Status {
    border(|| {
        let at = needed(position, "position")?.now();
        let number = |side| c_int::from(side == Side::Second);
        let over = Over::of_game(&at);
        let margin = over.as_ref().and_then(|over| over.margin);
        let standing = Standing {
            size: size_of::<Standing>(),
            side: number(at.to_move()),
            is_over: over.is_some().into(),
            winner: over.and_then(|over| over.winner).map_or(-1, number),
            margin: margin.and_then(|margin| i32::try_from(margin).ok()).unwrap_or(-1),
            plies: at.plies() as u64,
        };
        // SAFETY: as the caller promises.
        unsafe { write_sized(&standing, out, "out") }
    })
}

/// Frees a position; null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_position_free(position: Option<Box<Position>>) {
    border(|| {
        drop(position);
        Ok(())
    });
}

/// Makes an engine for a game: `threads` 0 are all processors (one, where a game's functions run one at a time), `hash_bytes`
/// 0 is a table that grows. Any number of threads at once; the engine is the caller's (`plyglot_engine_free`). Fails with
/// `PLYGLOT_NULL`, `PLYGLOT_ENGINE` (no such number of threads, too little memory).
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_engine_new(
    game: Option<&Game>,
    threads: u32,
    hash_bytes: u64,
    out: Option<&mut MaybeUninit<*mut Engine>>,
) -> Status {
    border(|| give(out, || Engine::new(needed(game, "game")?, threads, hash_bytes)))
}

/// Frees an engine, what it has learnt with it; null is nothing. One that searches is freed when the search ends.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_engine_free(engine: Option<Box<Engine>>) {
    border(|| {
        drop(engine);
        Ok(())
    });
}

/// Begins to search a position and returns at once. `limits` null are none; `listener` may be null, and is called with `user`.
/// An engine searches one position at a time, and keeps what it has learnt for the next one. Any thread; the search is the
/// caller's (`plyglot_search_free`), and may outlive engine, position and game. Fails with `PLYGLOT_NULL`, `PLYGLOT_SIZE`,
/// `PLYGLOT_LIMIT`, `PLYGLOT_FOREIGN`, `PLYGLOT_BUSY`, `PLYGLOT_ENGINE`, `PLYGLOT_GAME`.
///
/// # Safety
/// `limits` is of as many bytes as its `size` says. `user` serves until the result is there or the search is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_search_begin(
    engine: Option<&Engine>,
    position: Option<&Position>,
    limits: *const Limits,
    listener: ListenerFunction,
    user: *mut c_void,
    out: Option<&mut MaybeUninit<*mut Search>>,
) -> Status {
    let begun = || {
        let (engine, position) = (needed(engine, "engine")?, needed(position, "position")?);
        let limits = match limits.is_null() {
            true => plyglot_open::Limits::default(),
            // SAFETY: as the caller promises.
            false => limits_of(unsafe { sized(limits, "limits") }?),
        };
        Search::begin(engine, position, limits, Listener::new(listener, user))
    };
    border(|| give(out, begun))
}

fn limits_of(given: Limits) -> plyglot_open::Limits<plyglot_open::Mv> {
    plyglot_open::Limits {
        depth: (given.depth > 0).then_some(given.depth),
        nodes: (given.nodes > 0).then_some(given.nodes),
        time: (given.time_ms > 0).then(|| Duration::from_millis(given.time_ms)),
        solve: given.solve != 0,
        lines: given.lines.max(1) as usize,
        ..plyglot_open::Limits::default()
    }
}

/// Waits for the end of a search, `timeout_ms` milliseconds at most (0 looks whether it has ended, `PLYGLOT_FOREVER` waits as
/// long as it takes), and gives the result, which belongs to the search and is there until that is freed; `out` may be null.
/// Any number of threads at once, but not the search's own listener. Fails with `PLYGLOT_NULL`, `PLYGLOT_TIMEOUT` (the text
/// says whether a listener or a function of a game has not returned), `PLYGLOT_MISUSE`, or as the search has failed:
/// `PLYGLOT_GAME`, `PLYGLOT_LIMIT`, `PLYGLOT_ENGINE`, `PLYGLOT_BUG`.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_search_wait(
    search: Option<&Search>,
    timeout_ms: u64,
    out: Option<&mut MaybeUninit<*const Info>>,
) -> Status {
    border(|| {
        let info = needed(search, "search")?.wait(timeout_ms, super::Told::info)?;
        if let Some(out) = out {
            out.write(info);
        }
        Ok(())
    })
}

/// Ends a search with the best found so far, and returns at once; one that has ended stays as it is. Any thread, its listener
/// too. Fails with `PLYGLOT_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_search_stop(search: Option<&Search>) -> Status {
    border(|| {
        needed(search, "search")?.stop();
        Ok(())
    })
}

/// Stops a search, waits for its end and frees it with its result; null is nothing. No other thread may use it then. After
/// `PLYGLOT_TIMEOUT` the search is freed, too, but a listener or a function of a game is still running, five seconds after
/// the stop, and what that uses must stay. After `PLYGLOT_MISUSE` (by its own listener) nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn plyglot_search_free(search: Option<Box<Search>>) -> Status {
    let mut search = search;
    let closed = border(|| {
        let Some(known) = &search else { return Ok(()) };
        known.refuse_listener()?;
        search.take().map_or(Ok(()), |search| search.close())
    });
    // What was refused stays with the caller.
    search.map(Box::into_raw);
    closed
}

/// Frees a text that was given to the caller; null is nothing. Any thread.
///
/// # Safety
/// The text is one that a function of the library has given to the caller, unchanged, and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plyglot_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: as the caller promises: it came from `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}
