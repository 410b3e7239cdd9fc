//! No memory, one request after the other: the n-th allocation fails, or the n-th and all after it; the n-th mapping
//! of memory from the system fails.
//!
//! Memory that is mapped (tables, stacks of virtual threads, a larger stack for the caller's thread) is refused with an
//! error value, and the engine goes on. A small allocation that fails ends the process at once with one line, as
//! everywhere in Rust ([`std::alloc::handle_alloc_error`]): so each of those has a process of its own, which is this
//! test binary, called with `FAILS` in its environment.
#![cfg(all(target_os = "linux", not(loom)))]

use std::alloc::{GlobalAlloc, Layout, System};
use std::env;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_search::{
    Config, Engine, EngineError, Limits, RulesOnly, Schedule, Scheme, SearchError, TableError,
    Verdict,
};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

/// Counts requests, and refuses some of them.
struct Counted {
    /// How many requests there were.
    seen: AtomicU64,
    /// The first that is refused, and the one from which on none is.
    refused: (AtomicU64, AtomicU64),
}

const NEVER: u64 = u64::MAX;

impl Counted {
    const fn new() -> Counted {
        Counted { seen: AtomicU64::new(0), refused: (AtomicU64::new(NEVER), AtomicU64::new(NEVER)) }
    }

    /// From now on requests `from` to `to`, counted from 0, are refused.
    fn refuse(&self, from: u64, to: u64) {
        self.seen.store(0, Ordering::SeqCst);
        self.refused.1.store(to, Ordering::SeqCst);
        self.refused.0.store(from, Ordering::SeqCst);
    }

    /// From now on none is. Says how many requests there were.
    fn refuse_none(&self) -> u64 {
        self.refused.0.store(NEVER, Ordering::SeqCst);
        self.seen.load(Ordering::SeqCst)
    }

    fn is_refused(&self) -> bool {
        let number = self.seen.fetch_add(1, Ordering::SeqCst);
        let (from, to) = &self.refused;
        from.load(Ordering::SeqCst) <= number && number < to.load(Ordering::SeqCst)
    }
}

static ALLOCATIONS: Counted = Counted::new();
static MAPPINGS: Counted = Counted::new();

struct Allocator;

// SAFETY: the system's allocator does the work; a null pointer is its way to refuse, too.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ALLOCATIONS.is_refused() {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Takes the place of the C library's function, for this program's own calls of it.
///
/// # Safety
/// As of the system's call.
#[unsafe(no_mangle)]
unsafe extern "C" fn mmap(
    address: *mut libc::c_void,
    length: libc::size_t,
    protection: libc::c_int,
    flags: libc::c_int,
    file: libc::c_int,
    offset: libc::off_t,
) -> *mut libc::c_void {
    if MAPPINGS.is_refused() {
        // SAFETY: the place of this thread's error number.
        unsafe { *libc::__errno_location() = libc::ENOMEM };
        return libc::MAP_FAILED;
    }
    // SAFETY: the caller's promises are handed on.
    let mapped =
        unsafe { libc::syscall(libc::SYS_mmap, address, length, protection, flags, file, offset) };
    mapped as *mut libc::c_void
}

/// Threads, schedule and scheme.
const KINDS: [(&str, usize, Schedule, Scheme); 5] = [
    ("one", 1, Schedule::Real, Scheme::ABDADA),
    ("three", 3, Schedule::Real, Scheme::ABDADA),
    ("split", 3, Schedule::Real, Scheme::YOUNG_BROTHERS),
    ("virtual", 3, Schedule::VIRTUAL, Scheme::ABDADA),
    ("virtual split", 3, Schedule::VIRTUAL, Scheme::ROOT_SPLITTING),
];

type Searcher = Engine<Hexapawn, RulesOnly<Hexapawn>>;

fn engine(kind: &str) -> Result<Searcher, EngineError> {
    let &(_, threads, schedule, scheme) =
        KINDS.iter().find(|(name, ..)| *name == kind).expect("one of them");
    let config = Config { threads, hash_bytes: 64 << 10, schedule, scheme, ..Config::default() };
    Engine::new(&config, RulesOnly::default())
}

fn solve(engine: &mut Searcher) -> Result<Verdict, SearchError> {
    let report = engine.search(&Hexapawn::new(4, 4), &Limits::solve())?;
    Ok(report.verdict)
}

/// What an engine and a search give without any refusal.
fn right(kind: &str) -> Verdict {
    solve(&mut engine(kind).expect("an engine")).expect("a value")
}

/// The tests take turns: what is counted belongs to the process.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn a_mapping_that_is_refused_is_an_error_value_and_the_next_search_is_right() {
    let _alone = ALONE.lock();
    // On a stack that is too small for a search, so that the engine asks for a larger one.
    let on_a_small_stack = || {
        for (kind, ..) in KINDS {
            let right = right(kind);
            let mut errors = Vec::new();
            for number in 0.. {
                MAPPINGS.refuse(number, number + 1);
                let made = engine(kind);
                let result = made.map(|mut engine| (solve(&mut engine), engine));
                let mappings = MAPPINGS.refuse_none();
                match result {
                    Err(error) => {
                        let refused = EngineError::Table(TableError::Refused { asked: 64 << 10 });
                        assert_eq!(error.to_string(), refused.to_string(), "{kind}, {number}");
                        errors.push("table");
                    }
                    Ok((solved, mut engine)) => {
                        match solved {
                            Ok(verdict) => assert_eq!(verdict, right, "{kind}, {number}"),
                            Err(SearchError::NoStack { .. }) => errors.push("stack"),
                            Err(error) => panic!("{kind}, {number}: {error}"),
                        }
                        assert_eq!(solve(&mut engine).expect("a value"), right, "{kind}, {number}");
                    }
                }
                if mappings <= number {
                    break;
                }
            }
            let expected = if kind.starts_with("virtual") { 4 } else { 2 };
            assert!(errors.len() >= expected && errors[0] == "table", "{kind}: {errors:?}");
            assert!(errors[1..].iter().all(|error| *error == "stack"), "{kind}: {errors:?}");
        }
    };
    let small = thread::Builder::new().stack_size(128 << 10);
    small.spawn(on_a_small_stack).expect("a thread").join().expect("no panic comes out");
}

/// The process in which allocations fail.
#[test]
fn child() {
    let Ok(text) = env::var("FAILS") else { return };
    let mut words = text.split(',');
    let kind = words.next().expect("which engine");
    let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
    let (from, to) = (number(), number());
    let right = right(kind);
    ALLOCATIONS.refuse(from, to);
    let made = engine(kind);
    let result = made.map(|mut engine| (solve(&mut engine), engine));
    let seen = ALLOCATIONS.refuse_none();
    let told = match result {
        Err(error) => format!("error: {error}"),
        Ok((solved, mut engine)) => {
            assert_eq!(solve(&mut engine).expect("a value"), right);
            match solved {
                Ok(verdict) if verdict == right => "right".into(),
                Ok(verdict) => format!("wrong: {verdict:?} for {right:?}"),
                Err(error) => format!("error: {error}"),
            }
        }
    };
    println!("\nENDED after {seen}: {told}");
}

/// How such a process ends.
#[derive(Debug, PartialEq)]
enum End {
    /// With all its requests granted, that many.
    Right(u64),
    /// With an error value.
    Told(String),
    /// By a small allocation.
    Aborted,
}

fn ended(kind: &str, from: u64, to: u64) -> End {
    let what = format!("{kind}, allocations {from} to {to}");
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "child", "--nocapture", "--test-threads=1"]);
    command.env("FAILS", format!("{kind},{from},{to}")).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let begin = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begin.elapsed() > Duration::from_secs(120) {
            child.kill().expect("it is ours");
            panic!("{what}: it hangs");
        }
        thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("it has ended");
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.signal() == Some(libc::SIGABRT) {
        // Where everything fails, more than one line says so.
        assert!(err.contains("memory allocation of "), "{what}: {out}{err}");
        assert!(!err.contains("panicked") && !out.contains("ENDED"), "{what}: {out}{err}");
        return End::Aborted;
    }
    assert!(output.status.success(), "{what}: {} {out}{err}", output.status);
    let told = out.lines().find_map(|line| line.strip_prefix("ENDED after "));
    let told = told.unwrap_or_else(|| panic!("{what}: {out}{err}"));
    match told.split_once(": ").expect("both parts") {
        (seen, "right") => End::Right(seen.parse().expect("a number")),
        (_, told) if told.starts_with("error: ") => End::Told(told.into()),
        _ => panic!("{what}: {told}"),
    }
}

/// `PLYGLOT_ALLOCATIONS=all` tries each; otherwise some of them, others in each of the two ways.
#[test]
fn an_allocation_that_is_refused_ends_the_process_with_one_line_or_changes_nothing() {
    let _alone = ALONE.lock();
    let every =
        if env::var("PLYGLOT_ALLOCATIONS").is_ok_and(|which| which == "all") { 1 } else { 13 };
    for (kind, ..) in KINDS {
        let End::Right(total) = ended(kind, NEVER, NEVER) else { panic!("{kind}: nothing fails") };
        let (mut aborted, mut told, mut unharmed) = (0, 0, 0);
        for number in 0..total {
            for (way, to) in [number + 1, NEVER].into_iter().enumerate() {
                if !(number + way as u64 * 3).is_multiple_of(every) {
                    continue;
                }
                match ended(kind, number, to) {
                    End::Aborted => aborted += 1,
                    End::Told(_) => told += 1,
                    End::Right(_) => unharmed += 1,
                }
            }
        }
        eprintln!(
            "{kind}: {total} allocations; {aborted} ends, {told} errors, {unharmed} unharmed"
        );
        assert!(aborted > 0, "{kind}: nothing was refused");
    }
}
