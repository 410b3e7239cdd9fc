//! A table that grows keeps what it knows, whoever uses it meanwhile.

use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::rules::score::Score;
use crate::table::entry::Basis;
use crate::table::growth::Granted;
use crate::table::growth::HashGrowth;

/// Miri takes a thousand times as long.
const FIRST: usize = if cfg!(miri) { 8 } else { 256 };

fn growing(first: usize, most: usize, granted: Granted) -> Table {
    let growth = HashGrowth::UpTo(most * CLUSTER_BYTES);
    let bytes = first * CLUSTER_BYTES;
    Table::made(&Wanted { bytes, growth, granted, ..Wanted::FIXED }, 0).expect("a small table")
}

fn entry(key: u64) -> Entry {
    let score = Score::margin((key % 1000) as i32);
    Entry { mv: key as u32, score, depth: 5, lower: Basis::Proven, upper: Basis::Unknown }
}

/// Keys that look like a game's, and are never used twice.
fn keys(from: u64, count: usize) -> impl Iterator<Item = u64> {
    (from..from + count as u64).map(|key| key.wrapping_mul(0xA076_1D64_78BD_642F).rotate_left(23))
}

#[test]
fn every_entry_survives_each_step_of_growing() {
    for first in [1, 5, FIRST] {
        let table = growing(first, 16 * first, || None);
        let growth = table.growth.as_ref().expect("it grows");
        keys(1, first).for_each(|key| table.store(key, entry(key)));
        let held: Vec<u64> = keys(1, first).filter(|&key| table.probe(key).is_some()).collect();
        while table.clusters() < growth.most() {
            if !table.layout.is_doubling() {
                table.layout.double();
            }
            table.split(growth.piece());
            for &key in &held {
                assert_eq!(table.probe(key), Some(entry(key)), "at {}", table.clusters());
            }
            assert_eq!(table.entries().count(), held.len(), "and none is there twice");
        }
    }
}

#[test]
fn a_table_doubles_when_it_is_filled_by_the_search_that_runs_and_no_further_than_it_may() {
    let table = growing(FIRST, 4 * FIRST, || None);
    let slots = FIRST * SLOTS;
    let mut stored = 0;
    let mut store = |count: usize| {
        keys(stored as u64 + 1, count).for_each(|key| table.store(key, entry(key)));
        stored += count;
    };
    // What earlier searches have left gives way, and is no reason to grow.
    for _ in 0..5 {
        store(slots / 4);
        table.new_search();
    }
    assert_eq!(table.clusters(), FIRST);
    store(slots / 2);
    assert!((FIRST + 1..=2 * FIRST).contains(&table.clusters()), "{}", table.clusters());
    store(16 * slots);
    assert_eq!((table.clusters(), table.most_bytes()), (4 * FIRST, 4 * FIRST * CLUSTER_BYTES));
    assert!(table.fill_permill() > 900);
    table.clear();
    assert_eq!((table.clusters(), table.fill_permill()), (4 * FIRST, 0));
}

#[test]
fn as_large_as_it_grows_it_holds_what_a_table_holds_that_was_made_so_large() {
    let count = 2 * FIRST * SLOTS;
    let kept = |table: &Table| {
        keys(1, count).for_each(|key| table.store(key, entry(key)));
        keys(1, count).filter(|&key| table.probe(key) == Some(entry(key))).count()
    };
    let grown = kept(&growing(FIRST, 16 * FIRST, || None));
    let fixed = kept(&Table::new(4 * FIRST * CLUSTER_BYTES).expect("a table"));
    assert!(grown * 100 >= fixed * 95, "{grown} of {count} and not {fixed}");
}

#[test]
fn equal_stores_make_equal_tables_and_another_limit_in_between_is_kept_to() {
    // 3 and a half times: the last doubling stays unfinished.
    let make = || {
        let table = growing(FIRST, FIRST * 7 / 2, || None);
        keys(1, 40 * FIRST).for_each(|key| table.store(key, entry(key)));
        table
    };
    let tables = [make(), make()];
    assert_eq!(tables[0].clusters(), FIRST * 7 / 2);
    assert_eq!(tables[0].digest(), tables[1].digest());
}

#[test]
fn a_table_grows_to_an_eighth_of_the_free_memory_and_the_next_search_asks_again() {
    static FREE: AtomicU64 = AtomicU64::new(0);
    const LEAST: usize = (1 << 20) / CLUSTER_BYTES;
    let table = growing(LEAST / 2, 8 * LEAST, || Some(FREE.load(Ordering::Relaxed)));
    let fill = || {
        table.new_search();
        let until = 3 * table.clusters() * SLOTS;
        keys(1, until).for_each(|key| table.store(key, entry(key)));
        table.bytes() >> 19
    };
    if cfg!(miri) {
        return;
    }
    assert_eq!(fill(), 1, "no memory is free");
    FREE.store(8 * (2 << 20), Ordering::Relaxed);
    assert_eq!(fill(), 4, "two MiB are an eighth, or rather nine");
    FREE.store(8 * (4 << 20) - (2 << 20) - 8, Ordering::Relaxed);
    assert_eq!(fill(), 4);
    FREE.store(8 * (4 << 20) - (2 << 20), Ordering::Relaxed);
    assert_eq!(fill(), 8);
}

#[test]
fn entries_survive_growing_while_several_threads_store_and_none_is_ever_mixed() {
    const THREADS: u64 = 4;
    let each = FIRST * SLOTS / 2;
    let table = growing(FIRST, 64 * FIRST, || None);
    // A quarter of the first table, kept deep so that it does not give way.
    let deep: Vec<u64> = keys(1 << 40, FIRST).collect();
    let of = |key: u64| Entry { depth: 200, ..entry(key) };
    deep.iter().for_each(|&key| table.store(key, of(key)));
    let held: Vec<u64> = deep.into_iter().filter(|&key| table.probe(key).is_some()).collect();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (table, held) = (&table, &held);
            scope.spawn(move || {
                for (round, key) in keys(1 + (thread << 32), each).enumerate() {
                    table.store(key, entry(key));
                    let earlier = held[round % held.len()];
                    for (key, entry) in [(key, entry(key)), (earlier, of(earlier))] {
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, entry, "a mixture under key {key}");
                        }
                    }
                }
            });
        }
    });
    assert!(table.clusters() >= 4 * FIRST, "{}", table.clusters());
    let there = held.iter().filter(|&&key| table.probe(key) == Some(of(key))).count();
    assert!(there * 1000 >= held.len() * 995, "{there} of {}", held.len());
    let all = (0..THREADS).flat_map(|thread| keys(1 + (thread << 32), each));
    let kept = all.filter(|&key| table.probe(key) == Some(entry(key))).count();
    // Entries give way while the thread that makes the table grow is kept from going on: on a busy machine to many.
    assert!(kept * 100 >= THREADS as usize * each * 30, "{kept} of {}", THREADS as usize * each);
}

#[test]
fn a_large_table_of_a_fixed_size_takes_all_of_it_as_it_fills_also_by_many_searches() {
    if cfg!(miri) {
        return;
    }
    let bytes = (80 << 20) + CLUSTER_BYTES;
    let table = Table::new(bytes).expect("memory");
    let slots = bytes / CLUSTER_BYTES * SLOTS;
    let part = slots / 8;
    let mut permill = Vec::new();
    for search in 0..16 {
        table.new_search();
        let from = (1 + search * part) as u64;
        keys(from, part).for_each(|key| table.store(key, entry(key)));
        assert_eq!((table.bytes(), table.most_bytes()), (bytes, bytes));
        permill.push(table.fill_permill());
    }
    assert_eq!(table.used().len(), table.clusters());
    // Before and after it has taken all, the fill is that of the whole size.
    assert!(permill.iter().all(|permill| (100..135).contains(permill)), "{permill:?}");
    let held = table.entries().count();
    assert!(held * 100 > slots * 95, "{held} of {slots}");
    table.clear();
    assert_eq!((table.bytes(), table.entries().count()), (bytes, 0));
}

#[test]
fn a_table_that_begins_larger_than_it_may_grow_begins_smaller() {
    let table = growing(8, 4, || None);
    assert_eq!((table.clusters(), table.most_bytes()), (4, 4 * CLUSTER_BYTES));
    keys(1, 400).for_each(|key| table.store(key, entry(key)));
    assert_eq!(table.clusters(), 4);
}
