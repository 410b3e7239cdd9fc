//! What virtual threads do to the process that they run in: they leave its signal handlers alone, and
//! a process without room for their stacks is told so. And a table whose size changes where there is no room for the
//! old one and the new one.
//!
//! A program of its own, so that no other test meets the limit that is set here; the tests take turns.
#![cfg(target_os = "linux")]

use std::fs;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use plyglot_search::table::{Table, TableError};
use plyglot_search::{Config, Engine, Limits, RulesOnly, Schedule, Scheme, SearchError};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

/// Has the process to itself until dropped.
fn alone() -> MutexGuard<'static, ()> {
    static PROCESS: Mutex<()> = Mutex::new(());
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn engine(threads: usize, scheme: Scheme) -> Engine<Hexapawn, RulesOnly<Hexapawn>> {
    let schedule = Schedule::VIRTUAL;
    let config = Config { threads, hash_bytes: 1 << 20, schedule, scheme, ..Config::default() };
    Engine::new(&config, RulesOnly::default()).expect("an engine")
}

/// The handler of a signal, and its flags.
fn handler(signal: libc::c_int) -> (libc::sighandler_t, libc::c_int) {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action this only writes the present one, which is then initialised.
    let action = unsafe {
        assert_eq!(libc::sigaction(signal, ptr::null(), action.as_mut_ptr()), 0);
        action.assume_init()
    };
    (action.sa_sigaction, action.sa_flags)
}

#[test]
fn virtual_threads_leave_the_process_s_signal_handlers_alone() {
    let _alone = alone();
    let handlers = || (1..32).map(handler).collect::<Vec<_>>();
    let before = handlers();
    let mut engine = engine(8, Scheme::default());
    let report = engine.search(&Hexapawn::new(5, 6), &Limits::depth(9)).expect("a report");
    assert!(report.nodes > 1000, "worth sharing: {} nodes", report.nodes);
    assert_eq!(handlers(), before, "by signal, from 1");
    drop(engine);
    assert_eq!(handlers(), before, "by signal, from 1");
}

/// How much address space the process has, in bytes.
fn address_space() -> u64 {
    let status = fs::read_to_string("/proc/self/statm").expect("Linux tells");
    let pages: u64 = status.split(' ').next().expect("a number").parse().expect("a number");
    // SAFETY: only asks for a number.
    pages * u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("a size")
}

/// Sets the limit of the address space, as far as it may be set back. Gives what it was.
fn limit_address_space(to: libc::rlim_t) -> libc::rlim_t {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both only read or write the structure that they are given.
    unsafe {
        assert_eq!(libc::getrlimit(libc::RLIMIT_AS, &mut limit), 0);
        let before = limit.rlim_cur;
        limit.rlim_cur = to;
        assert_eq!(libc::setrlimit(libc::RLIMIT_AS, &limit), 0);
        before
    }
}

#[test]
fn a_search_without_room_for_its_stacks_is_an_error_and_the_engine_goes_on() {
    let _alone = alone();
    let game = Hexapawn::new(5, 6);
    for scheme in [Scheme::default(), Scheme::YOUNG_BROTHERS] {
        let mut engine = engine(64, scheme);
        // Room for what the search itself wants, and for a few of the stacks.
        let before = limit_address_space(address_space() + (64 << 20));
        let refused = [(); 2].map(|()| engine.search(&game, &Limits::depth(8)));
        limit_address_space(before);
        for refused in refused {
            let error = refused.expect_err("64 stacks do not fit");
            let SearchError::NoStack { worker, error: told } = &error else { panic!("{error}") };
            assert!((1..64).contains(worker) && !told.is_empty(), "{error}");
        }
        let report = engine.search(&game, &Limits::depth(8)).expect("a report");
        let fresh = self::engine(64, scheme).search(&game, &Limits::depth(8)).expect("a report");
        assert_eq!(report.verdict, fresh.verdict, "{scheme}");
    }
}

#[test]
fn a_table_takes_another_size_where_there_is_no_room_for_both() {
    const MEGABYTE: usize = 1 << 20;
    let _alone = alone();
    let mut table = Table::new(128 * MEGABYTE).expect("a table");
    let before = limit_address_space(address_space() + (64 << 20));
    let too_large = table.resize(512 * MEGABYTE);
    let after_refusal = table.bytes();
    let larger = table.resize(160 * MEGABYTE);
    limit_address_space(before);
    assert_eq!(too_large, Err(TableError::Refused { asked: 512 * MEGABYTE }));
    assert_eq!(after_refusal, 128 * MEGABYTE);
    assert_eq!((larger, table.bytes()), (Ok(()), 160 * MEGABYTE));
}
