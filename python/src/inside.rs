//! Which threads are inside a method of a game that is written in Python: a wait there could be for the search that has
//! called the method, and Ctrl-C must reach a method that does not return.
//!
//! Cost: a few nanoseconds a call.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::home::Home;

/// Which game: the address of its rules.
pub(crate) type GameId = usize;

/// A thread that has called a game.
struct Mark {
    home: Home,
    /// What the interpreter calls the thread.
    thread: u64,
    /// The game whose method it is inside, or 0. Relaxed: nothing else is read by it, and who reads it too late has
    /// found a method that has just returned.
    inside: AtomicUsize,
}

static MARKS: LazyLock<Mutex<Vec<Weak<Mark>>>> = LazyLock::new(Mutex::default);

fn locked() -> MutexGuard<'static, Vec<Weak<Mark>>> {
    MARKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many searches have begun in this process.
static BEGUN: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static OWN: RefCell<Option<Arc<Mark>>> = const { RefCell::new(None) };
    /// The games whose methods this thread is inside, the innermost last, with how many searches had begun before.
    static CALLS: RefCell<Vec<(GameId, u64)>> = const { RefCell::new(Vec::new()) };
}

/// The number of a search that begins.
pub(crate) fn begins() -> u64 {
    BEGUN.fetch_add(1, Ordering::Relaxed) + 1
}

/// True inside a method of the game that was called before this search began, or by it: the method may be one that the
/// search waits for.
pub(crate) fn is_inside(game: Option<GameId>, search: u64) -> bool {
    let Some(game) = game else { return false };
    CALLS.with_borrow(|calls| calls.iter().any(|&(of, begun)| of == game && search <= begun))
}

/// Inside a method of a game until this is dropped.
pub(crate) struct Inside {
    before: usize,
    mark: Arc<Mark>,
}

impl Inside {
    pub(crate) fn enter(py: Python<'_>, game: GameId) -> PyResult<Inside> {
        let known = OWN.with_borrow(Clone::clone).filter(|mark| mark.home.is_here());
        let mark = match known {
            Some(mark) => mark,
            None => new_mark(py)?,
        };
        CALLS.with_borrow_mut(|calls| calls.push((game, BEGUN.load(Ordering::Relaxed))));
        let before = mark.inside.swap(game, Ordering::Relaxed);
        Ok(Inside { before, mark })
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.mark.inside.store(self.before, Ordering::Relaxed);
        CALLS.with_borrow_mut(|calls| calls.pop());
    }
}

/// The mark of this thread, which has none.
fn new_mark(py: Python<'_>) -> PyResult<Arc<Mark>> {
    let thread = py.import("threading")?.getattr("get_ident")?.call0()?.extract()?;
    let mark = Arc::new(Mark { home: Home::here(), thread, inside: AtomicUsize::new(0) });
    OWN.with_borrow_mut(|own| *own = Some(Arc::clone(&mark)));
    let mut marks = locked();
    marks.retain(|mark| mark.strong_count() > 0);
    marks.push(Arc::downgrade(&mark));
    Ok(mark)
}

/// Raises `KeyboardInterrupt` in the methods of these games, or of all, that run now: each ends at its next step in
/// Python. What waits outside of Python, as `time.sleep` does, ends only by itself.
pub(crate) fn interrupt(py: Python<'_>, games: Option<&[GameId]>) {
    // The lock is not held while Python runs.
    let marks: Vec<Arc<Mark>> = locked().iter().filter_map(Weak::upgrade).collect();
    let threads = marks.iter().filter(|mark| {
        let inside = mark.inside.load(Ordering::Relaxed);
        let is_meant = games.is_none_or(|games| games.contains(&inside));
        inside != 0 && is_meant && mark.home.is_here()
    });
    for mark in threads {
        // Where there is no such call, the search is left to itself.
        let _ = raise_in(py, mark.thread);
    }
}

fn raise_in(py: Python<'_>, thread: u64) -> PyResult<()> {
    let ctypes = py.import("ctypes")?;
    let thread = ctypes.getattr("c_ulong")?.call1((thread,))?;
    let interrupt = py.get_type::<PyKeyboardInterrupt>();
    let interrupt = ctypes.getattr("py_object")?.call1((interrupt,))?;
    let raise = ctypes.getattr("pythonapi")?.getattr("PyThreadState_SetAsyncExc")?;
    raise.call1((thread, interrupt)).map(drop)
}
