//! loom explores every way in which threads can meet in the table, within its bound on
//! preemptions, and every value that a relaxed load may see.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p plyglot-search --test loom_table --target-dir target/loom`
//!
//! Unless `LOOM_MAX_PREEMPTIONS` says otherwise, the bound is 3 preemptions: the short form.
#![cfg(loom)]

use loom::thread;
use plyglot_search::Score;
use plyglot_search::sync::Arc;
use plyglot_search::table::{Basis, Entry, HashGrowth, Table};

/// Explores all executions of `run`, with a bound on preemptions.
fn explore(run: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = model.preemption_bound.or(Some(3));
    model.check(run);
}

/// The `n`th entry for a key: no two entries of the tests share a field.
fn entry(key: u64, n: u32) -> Entry {
    let id = 10 * key as u32 + n;
    Entry {
        mv: id,
        score: Score::margin(id as i32),
        depth: id as u8,
        lower: if n == 0 { Basis::Estimate } else { Basis::Unknown },
        upper: if n == 0 { Basis::Unknown } else { Basis::Proven },
    }
}

/// A table of one cluster, so that all keys meet.
fn cluster() -> Arc<Table> {
    Arc::new(Table::new(64).expect("one cluster"))
}

/// What a probe finds was stored for its key, whole.
fn check(table: &Table, key: u64) {
    if let Some(found) = table.probe(key) {
        assert!(
            [entry(key, 0), entry(key, 1)].contains(&found),
            "key {key} gives {found:?}, which was never stored for it"
        );
    }
}

#[test]
fn two_writers_of_different_keys_in_one_slot_never_mix() {
    explore(|| {
        let table = cluster();
        let other = Arc::clone(&table);
        let writer = thread::spawn(move || other.store(2, entry(2, 0)));
        table.store(1, entry(1, 0));
        check(&table, 1);
        writer.join().unwrap();
        check(&table, 1);
        check(&table, 2);
    });
}

#[test]
fn two_writers_of_one_key_leave_one_of_their_entries_or_none() {
    explore(|| {
        let table = cluster();
        let other = Arc::clone(&table);
        let writer = thread::spawn(move || other.store(1, entry(1, 1)));
        table.store(1, entry(1, 0));
        writer.join().unwrap();
        check(&table, 1);
    });
}

#[test]
fn a_reader_amid_two_writers_sees_nothing_torn() {
    explore(|| {
        let table = cluster();
        let writers: Vec<_> = (0..2)
            .map(|n| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.store(1, entry(1, n)))
            })
            .collect();
        check(&table, 1);
        for writer in writers {
            writer.join().unwrap();
        }
    });
}

#[test]
fn clearing_amid_a_store_leaves_the_entry_or_nothing() {
    explore(|| {
        let table = cluster();
        table.store(1, entry(1, 0));
        let other = Arc::clone(&table);
        let cleaner = thread::spawn(move || other.clear());
        table.store(1, entry(1, 1));
        cleaner.join().unwrap();
        check(&table, 1);
        assert_eq!(table.probe(0), None);
    });
}

/// A table of one cluster that two entries fill far enough that the second store makes it grow to two.
fn growing() -> Arc<Table> {
    Arc::new(Table::with_growth(64, HashGrowth::UpTo(128)).expect("two clusters"))
}

#[test]
fn growing_amid_a_store_and_a_probe_mixes_nothing_and_loses_nothing_that_was_there() {
    explore(|| {
        let table = growing();
        table.store(1, entry(1, 0));
        let other = Arc::clone(&table);
        let reader = thread::spawn(move || {
            check(&other, 1);
            check(&other, 2);
        });
        table.store(2, entry(2, 0));
        reader.join().unwrap();
        assert_eq!(table.bytes(), 128);
        assert_eq!(table.probe(1), Some(entry(1, 0)));
        assert_eq!(table.probe(2), Some(entry(2, 0)));
    });
}

#[test]
fn two_who_make_a_table_grow_at_once_let_it_grow_once_and_mix_nothing() {
    explore(|| {
        let table = growing();
        table.store(1, entry(1, 0));
        let other = Arc::clone(&table);
        let writer = thread::spawn(move || other.store(2, entry(2, 0)));
        table.store(3, entry(3, 0));
        writer.join().unwrap();
        assert_eq!(table.bytes(), 128);
        assert_eq!(table.probe(1), Some(entry(1, 0)));
        check(&table, 2);
        check(&table, 3);
    });
}
