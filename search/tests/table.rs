//! Promises of the shared table, through its public face.
//!
//! Miri runs all but the random and the large ones, and looks for undefined behaviour and races:
//! `MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test -p plyglot-search --test table
//! --target-dir target/miri`. So does
//! ThreadSanitizer, on real threads: `RUSTFLAGS=-Zsanitizer=thread cargo +nightly test
//! -p plyglot-search --test table -Zbuild-std --target x86_64-unknown-linux-gnu --target-dir
//! target/tsan`.
#![cfg(not(loom))]

#[cfg(not(miri))]
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_search::Score;
#[cfg(not(miri))]
use plyglot_search::table::NO_MOVE;
#[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
use plyglot_search::table::system_memory;
use plyglot_search::table::{
    Basis, Entry, HashGrowth, Table, TableError, TableFileError, TableLabel,
};
#[cfg(not(miri))]
use plyglot_search::table::{PagePolicy, Pages};
#[cfg(not(miri))]
use proptest::prelude::*;

/// Miri takes a thousand times as long, so it gets fewer rounds.
const ROUNDS: u64 = if cfg!(miri) { 200 } else { 100_000 };

fn entry(mv: u32, depth: u8) -> Entry {
    let (lower, upper) = (Basis::Estimate, Basis::Unknown);
    Entry { mv, score: Score::margin(2), depth, lower, upper }
}

const BASES: [Basis; 4] = [Basis::Unknown, Basis::Estimate, Basis::Repetition, Basis::Proven];

/// What the sides of an entry rest on, by a number from 1 to 15.
fn sides(number: usize) -> (Basis, Basis) {
    (BASES[number / 4], BASES[number % 4])
}

/// An entry all of which follows from its key.
fn entry_of(key: u64) -> Entry {
    let mixed = key.wrapping_mul(0xD134_2543_DE82_EF95) ^ key.rotate_left(17);
    let (lower, upper) = sides(1 + ((mixed >> 16) % 15) as usize);
    Entry {
        mv: (mixed >> 32) as u32 & 0x7fff_ffff,
        score: Score::from_raw((mixed % 64_001) as i32 - 32_000),
        depth: (mixed >> 24) as u8,
        lower,
        upper,
    }
}

#[test]
fn an_empty_table_knows_nothing_not_even_key_zero() {
    let table = Table::new(1 << 16).unwrap();
    assert_eq!(table.probe(0), None);
    assert_eq!(table.fill_permill(), 0);
    table.store(0, entry(1, 1));
    assert_eq!(table.probe(0), Some(entry(1, 1)));
    table.clear();
    assert_eq!(table.probe(0), None);
}

#[test]
fn a_table_is_rounded_down_to_whole_clusters() {
    for (bytes, clusters) in [(64, 1), (127, 1), (128, 2), (64 * 1001 + 5, 1001)] {
        let table = Table::new(bytes).unwrap();
        assert_eq!((table.clusters(), table.bytes()), (clusters, clusters * 64));
    }
}

#[test]
fn less_than_a_cluster_is_an_error() {
    for bytes in [0, 1, 63] {
        let error = Table::new(bytes).unwrap_err();
        assert_eq!(error, TableError::TooSmall { asked: bytes, least: 64 });
    }
    let shown = format!("{:?}", Table::new(130).unwrap());
    assert!(shown.starts_with("Table { clusters: 2, pages: "), "{shown}");
    let message = Table::new(63).unwrap_err().to_string();
    assert_eq!(message, "a table of 63 bytes is too small: the smallest is 64 bytes");
}

#[test]
#[cfg(not(miri))] // a table of many pages would take it minutes
fn a_table_lies_on_the_pages_that_were_asked_for() {
    let mut ordinary = Table::with_pages(8 << 20, PagePolicy::Ordinary).unwrap();
    for bytes in [8 << 20, 16 << 20] {
        ordinary.resize(bytes).unwrap();
        assert_eq!(ordinary.pages(), Pages::Ordinary);
        // Not told, or none: memory that may have huge pages is never counted with it.
        assert_eq!(ordinary.huge_bytes().unwrap_or(0), 0);
        ordinary.store(7, entry(1, 1));
        assert_eq!(ordinary.probe(7), Some(entry(1, 1)));
    }
    let huge = Table::with_pages(8 << 20, PagePolicy::Huge).unwrap();
    let given = huge.huge_bytes().unwrap_or(0);
    assert!(given <= 8 << 20 && given.is_multiple_of(2 << 20), "{given}");
    assert!(given == 0 || huge.pages() == Pages::Huge);
    // The system may have no huge pages left, but not two tables that differ in this alone.
    assert_eq!(huge.pages(), Table::new(8 << 20).unwrap().pages());
}

// With 32 bits the system may well have more memory than can be addressed.
#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
fn more_than_the_system_grants_is_an_error_that_says_how_much_it_grants() {
    for bytes in [1 << 46, usize::MAX] {
        match Table::new(bytes).unwrap_err() {
            TableError::TooLarge { asked, granted } => {
                assert!(asked == bytes && granted > 1 << 20 && granted < 1 << 46);
                let all = system_memory().expect("Linux says how much there is");
                assert!(granted <= all, "{granted} of {all}");
            }
            other => panic!("{other}"),
        }
    }
}

// With 32 bits the system may well grant that much, and map it.
#[test]
fn more_than_half_of_all_addresses_is_too_large_on_every_system() {
    for bytes in [isize::MAX as usize + 1, isize::MAX as usize + (1 << 30), usize::MAX] {
        match Table::new(bytes).map(|table| table.bytes()) {
            Err(TableError::TooLarge { asked, granted }) => {
                assert!(asked == bytes && granted <= isize::MAX as u64, "{granted}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_refused_resize_keeps_the_old_table() {
    let mut table = Table::new(1 << 12).unwrap();
    table.store(5, entry(3, 4));
    assert!(table.resize(10).is_err());
    assert!(table.resize(usize::MAX).is_err());
    assert_eq!(table.probe(5), Some(entry(3, 4)));
    assert_eq!(table.bytes(), 1 << 12);
    table.resize(1 << 13).unwrap();
    assert_eq!(table.probe(5), None);
    assert_eq!(table.bytes(), 1 << 13);
}

#[test]
#[cfg(not(miri))] // sixteen megabytes would take it minutes
fn a_table_large_enough_for_many_threads_starts_and_is_cleared_empty() {
    let table = Table::new((16 << 20) + 64).unwrap();
    let keys = || (1..=200_000u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    assert_eq!(table.fill_permill(), 0);
    for key in keys() {
        table.store(key, entry_of(key));
    }
    assert!(table.fill_permill() > 50);
    assert_eq!(table.fill_permill_after(1 << 40), table.fill_permill());
    assert_eq!(table.fill_permill_after(0), 0);
    table.clear();
    assert_eq!(table.fill_permill(), 0);
    assert!(keys().all(|key| table.probe(key).is_none()));
}

#[test]
fn the_digest_is_that_of_the_contents_and_every_store_changes_it() {
    let tables = [Table::new(64 * 5).unwrap(), Table::new(64 * 5).unwrap()];
    let empty = tables[0].digest();
    let mut seen = vec![empty];
    for key in 1..=10 {
        for table in &tables {
            table.store(key, entry_of(key));
        }
        let digest = tables[0].digest();
        assert_eq!(digest, tables[1].digest());
        assert!(!seen.contains(&digest), "the store of key {key} does not show");
        seen.push(digest);
    }
    tables[0].clear();
    assert_eq!(tables[0].digest(), empty);
    assert_ne!(Table::new(64 * 6).unwrap().digest(), empty);
}

#[test]
fn a_single_bit_shows_in_the_digest_whatever_the_rest_is() {
    for key in 1..=40 {
        let digests = [0, 1].map(|mv| {
            let table = Table::new(64).unwrap();
            table.store(key, entry(mv, 5));
            table.digest()
        });
        assert_ne!(digests[0], digests[1], "key {key}");
    }
}

#[test]
fn the_digest_knows_where_entries_lie() {
    // One cluster: the same entries, in another order.
    let tables = [[1, 2], [2, 1]].map(|keys| {
        let table = Table::new(64).unwrap();
        keys.into_iter().for_each(|key| table.store(key, entry(0, 5)));
        table
    });
    assert_ne!(tables[0].digest(), tables[1].digest());
}

#[test]
#[cfg(not(miri))] // thousands of stores would take it minutes
fn the_fill_gauge_counts_the_current_search_alone() {
    let table = Table::new(64 * 100).unwrap();
    for key in 0..4_000u64 {
        table.store(key.wrapping_mul(0xA076_1D64_78BD_642F), entry(1, 1));
    }
    assert_eq!(table.fill_permill(), 1000);
    table.new_search();
    assert_eq!(table.fill_permill(), 0);
}

#[test]
#[cfg(not(miri))] // thousands of stores would take it minutes
fn the_fill_gauge_is_looked_at_once_a_search_can_have_filled_a_thousandth() {
    // 4000 slots.
    let table = Table::new(64 * 1000).unwrap();
    for key in 0..40_000u64 {
        table.store(key.wrapping_mul(0xA076_1D64_78BD_642F), entry(1, 1));
    }
    assert_eq!([3, 4, 5].map(|positions| table.fill_permill_after(positions)), [0, 1000, 1000]);
}

#[test]
#[cfg(not(miri))] // thousands of stores would take it minutes
fn keys_that_are_mere_small_numbers_spread_over_the_table() {
    let table = Table::new(64 * 1024).unwrap();
    for key in 0..2048 {
        table.store(key, entry_of(key));
    }
    let kept = (0..2048).filter(|key| table.probe(*key).is_some()).count();
    assert!(kept > 1900, "only {kept} of 2048 fit into 4096 slots");
}

#[test]
fn the_shallowest_of_a_full_cluster_gives_way_and_old_searches_before_new() {
    let table = Table::new(64).unwrap();
    for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
        table.store(key, entry(0, depth));
    }
    table.store(5, entry(0, 1));
    assert_eq!(table.probe(2), None);
    table.store(6, entry(0, 4));
    assert_eq!(table.probe(5), None);
    // 9, 8, 7 and 4 plies of the last search are worth 1, 0, -1 and -4 in this one.
    table.new_search();
    for (key, depth) in [(7, 0), (8, 1), (9, 1), (10, 2)] {
        table.store(key, entry(0, depth));
    }
    // 7 took the place of 6; 8 that of 4; 9 that of 3 or 7, and 10 that of the other.
    let held: Vec<u64> = (1..=10).filter(|key| table.probe(*key).is_some()).collect();
    assert_eq!(held, [1, 8, 9, 10]);
}

#[test]
fn of_one_depth_the_entry_that_says_least_gives_way() {
    // The one that says no more than "at least" lies in each slot in turn.
    for least in 1..=4 {
        let table = Table::new(64).unwrap();
        for key in 1..=4 {
            let upper = if key == least { Basis::Unknown } else { Basis::Estimate };
            table.store(key, Entry { lower: Basis::Estimate, upper, ..entry(0, 5) });
        }
        table.store(5, entry(0, 9));
        let held: Vec<u64> = (1..=5).filter(|key| table.probe(*key).is_some()).collect();
        assert!(!held.contains(&least) && held.len() == 4, "{least}: {held:?}");
    }
}

/// What may be done to a table.
#[cfg(not(miri))]
#[derive(Clone, Debug)]
enum Act {
    Store(u64, Entry),
    Probe(u64),
    NewSearch,
    Clear,
}

#[cfg(not(miri))]
fn acts() -> impl Strategy<Value = Vec<Act>> {
    // Few keys, so that they meet; zero and its neighbours among them.
    let key = || prop_oneof![0..40u64, (u64::MAX - 3)..=u64::MAX];
    let mv = prop_oneof![1 => Just(NO_MOVE), 4 => any::<u32>()];
    let most = Score::INFINITY.raw();
    let entry = (mv, -most..=most, 0..40u8, 1..16usize).prop_map(|(mv, raw, depth, number)| {
        let (lower, upper) = sides(number);
        Entry { mv, score: Score::from_raw(raw), depth, lower, upper }
    });
    let act = prop_oneof![
        40 => (key(), entry).prop_map(|(key, entry)| Act::Store(key, entry)),
        40 => key().prop_map(Act::Probe),
        2 => Just(Act::NewSearch),
        1 => Just(Act::Clear),
    ];
    prop::collection::vec(act, 0..400)
}

#[cfg(not(miri))]
proptest! {
    // The model keeps everything that was ever stored for a key; the table may forget, and may
    // take a missing move from another entry of the key, but may never make anything up.
    #[test]
    fn a_probe_gives_only_what_was_stored_for_its_key(
        bytes in prop_oneof![Just(64usize), 64..4096usize], acts in acts(),
    ) {
        let table = Table::new(bytes).unwrap();
        let mut model: HashMap<u64, Vec<Entry>> = HashMap::new();
        for act in acts {
            match act {
                Act::Store(key, entry) => {
                    table.store(key, entry);
                    model.entry(key).or_default().push(entry);
                    // It is there, or something of the same key that it could not replace.
                    prop_assert!(table.probe(key).is_some());
                }
                Act::Probe(key) => {
                    let Some(found) = table.probe(key) else { continue };
                    let stored = model.get(&key).map_or(&[][..], Vec::as_slice);
                    prop_assert!(stored.iter().any(|entry| entry.mv == found.mv));
                    let same = |entry: &Entry| {
                        Entry { mv: found.mv, ..*entry } == found
                            && (entry.mv == found.mv || entry.mv == NO_MOVE)
                    };
                    prop_assert!(stored.iter().any(same), "{:?} was never stored", found);
                }
                Act::NewSearch => table.new_search(),
                Act::Clear => {
                    table.clear();
                    model.clear();
                }
            }
        }
    }

    #[test]
    fn a_table_with_room_forgets_nothing(keys in prop::collection::hash_set(any::<u64>(), 0..50)) {
        let table = Table::new(1 << 18).unwrap();
        for key in &keys {
            table.store(*key, entry_of(*key));
            table.prefetch(*key);
        }
        for key in &keys {
            prop_assert_eq!(table.probe(*key), Some(entry_of(*key)));
        }
    }
}

#[test]
fn threads_that_write_over_one_another_never_read_a_mixture() {
    for clusters in [1, 3, 64] {
        let table = Table::new(64 * clusters).unwrap();
        let done = AtomicBool::new(false);
        let hits: u64 = std::thread::scope(|scope| {
            let cleaner = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    table.new_search();
                    table.clear();
                    std::thread::yield_now();
                }
            });
            let table = &table;
            let workers: Vec<_> = (0..4)
                .map(|seed| scope.spawn(move || hammer(table, seed, 12 * clusters as u64)))
                .collect();
            let hits = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
            done.store(true, Ordering::Relaxed);
            cleaner.join().unwrap();
            hits
        });
        assert!(hits > 0);
    }
}

#[test]
fn a_fixed_size_stays_and_a_table_that_grows_can_be_made_fixed_and_back() {
    const ROUND: u64 = if cfg!(miri) { 200 } else { 20_000 };
    let fill = |table: &Table| (0..ROUND).for_each(|key| table.store(key, entry_of(key)));
    let mut table = Table::new(1 << 10).unwrap();
    fill(&table);
    assert_eq!((table.bytes(), table.most_bytes()), (1 << 10, 1 << 10));
    table.resize_with_growth(1 << 10, HashGrowth::UpTo(1 << 12)).unwrap();
    assert_eq!((table.bytes(), table.most_bytes()), (1 << 10, 1 << 12));
    fill(&table);
    assert_eq!(table.bytes(), 1 << 12);
    table.resize(1 << 11).unwrap();
    fill(&table);
    assert_eq!((table.bytes(), table.most_bytes()), (1 << 11, 1 << 11));
}

#[test]
fn threads_that_write_over_one_another_in_a_table_that_grows_never_read_a_mixture() {
    for keys in [12, 100, 10_000] {
        let table = Table::with_growth(64, HashGrowth::UpTo(1 << 19)).unwrap();
        std::thread::scope(|scope| {
            let table = &table;
            (0..4).for_each(|seed| drop(scope.spawn(move || hammer(table, seed, keys))));
        });
        assert!(table.bytes() > 64, "{keys}");
    }
}

/// Stores and probes at random; every hit must follow from its key. Returns the hits.
fn hammer(table: &Table, seed: u64, keys: u64) -> u64 {
    let mut state = seed + 1;
    let mut hits = 0;
    for _ in 0..ROUNDS {
        // G. Marsaglia's xorshift, 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let key = state % keys;
        if let Some(found) = table.probe(key) {
            assert_eq!(found, entry_of(key), "a mixture under key {key}");
            hits += 1;
        }
        let key = (state >> 32) % keys;
        table.store(key, entry_of(key));
    }
    hits
}

const LABEL: TableLabel<'static> = TableLabel { game: "othello:6", fingerprint: 0x1234_5678_9abc };

fn saved(table: &Table) -> Vec<u8> {
    let mut file = Vec::new();
    table.save(&LABEL, &mut file).expect("a vector takes everything");
    file
}

#[test]
fn a_saved_table_comes_back_in_any_size() {
    let table = Table::new(1 << 14).unwrap();
    let keys: Vec<u64> = (1..=if cfg!(miri) { 40 } else { 900 }).map(|n: u64| n * n * 77).collect();
    for &key in &keys {
        table.store(key, entry_of(key));
    }
    let known: Vec<u64> = keys.into_iter().filter(|&key| table.probe(key).is_some()).collect();
    let file = saved(&table);
    // A megabyte would take Miri minutes.
    for bytes in [1 << 14, 1 << 16, if cfg!(miri) { 1 << 15 } else { 1 << 20 }] {
        let other = Table::new(bytes).unwrap();
        other.store(5, entry(3, 3));
        let read = other.load(&LABEL, &mut file.as_slice()).expect("a table of its own");
        assert_eq!(read, known.len() as u64);
        for &key in &known {
            assert_eq!(other.probe(key), Some(entry_of(key)), "{key}");
        }
        assert!(bytes < 1 << 16 || other.probe(5).is_some(), "what was there stays");
        assert!(other.fill_permill() > 0 || bytes > 1 << 16, "entries of the current search");
    }
    let small = Table::new(1 << 10).unwrap();
    assert_eq!(small.load(&LABEL, &mut file.as_slice()).expect("what fits"), known.len() as u64);
    let held = known.iter().filter(|&&key| small.probe(key).is_some()).count();
    assert!(
        held > 0 && known.iter().all(|&key| small.probe(key).is_none_or(|e| e == entry_of(key)))
    );
}

/// A file as version 1 of the format has it; files that were written once are read by later programs.
const WRITTEN: &str = "706c79676c6f74207461626c650d0a0001000000090000006f7468656c6c6f3a36bc9a7856341200\
    00c031083f6690ed5303000000000000000000008000000000458b0a00bd5c9e798547f38f010000\
    00224e540051526749cb9caf966935af6c12d1d50eb9418b9de3884e970000000003000000000000\
    0042aacf7d256ad4d5";

#[test]
fn the_form_of_a_file_is_the_one_that_was_written_before() {
    let table = Table::new(1 << 12).unwrap();
    let entries = [(9, entry(1, 5)), (77, entry_of(77)), (1 << 63, entry_of(1 << 63))];
    entries.iter().for_each(|&(key, entry)| table.store(key, entry));
    let shown: String = saved(&table).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(shown, WRITTEN);
    let byte = |place| u8::from_str_radix(&WRITTEN[place..place + 2], 16).expect("two digits");
    let file: Vec<u8> = (0..WRITTEN.len()).step_by(2).map(byte).collect();
    let other = Table::new(1 << 14).unwrap();
    assert_eq!(other.load(&LABEL, &mut file.as_slice()).expect("a table of its own"), 3);
    assert!(entries.iter().all(|&(key, entry)| other.probe(key) == Some(entry)));
}

#[test]
fn a_file_that_is_not_of_this_table_is_refused_by_name() {
    let table = Table::new(1 << 12).unwrap();
    table.store(9, entry_of(9));
    let file = saved(&table);
    let refused = |label: TableLabel<'_>, mut bytes: &[u8]| {
        let other = Table::new(1 << 12).unwrap();
        let error = other.load(&label, &mut bytes).expect_err("not its file");
        assert_eq!(other.probe(9), None);
        error.to_string()
    };
    assert_eq!(
        refused(TableLabel { game: "othello", ..LABEL }, &file),
        "a table of othello:6, not of othello"
    );
    let weights = refused(TableLabel { fingerprint: 1, ..LABEL }, &file);
    assert_eq!(
        weights,
        "a table of othello:6 with other options, other weights or by another version of plyglot"
    );
    for foreign in [&b""[..], b"precious", b"plyglot tables are round, and not in this file"] {
        assert_eq!(refused(LABEL, foreign), "not a table of plyglot");
    }
    let mut later = file.clone();
    later[16] = 2;
    assert_eq!(refused(LABEL, &later), "written in version 2 of the format; this is version 1");
}

#[test]
fn a_file_is_known_as_a_table_by_how_it_begins() {
    let file = saved(&Table::new(64).unwrap());
    let is_table = |mut bytes: &[u8]| Table::is_table(&mut bytes).expect("memory can be read");
    let mut later = file.clone();
    later[16] = 2;
    assert!(is_table(&file) && is_table(&later) && is_table(&file[..16]));
    for other in [&file[..15], &file[1..], b"", b"precious"] {
        assert!(!is_table(other), "{other:?}");
    }
}

#[test]
fn names_are_read_up_to_the_longest() {
    let table = Table::new(1 << 12).unwrap();
    table.store(9, entry_of(9));
    for (length, is_read) in [(1, true), (1024, true), (1025, false), (3000, false)] {
        let game = "x".repeat(length);
        let label = TableLabel { game: &game, ..LABEL };
        let mut file = Vec::new();
        table.save(&label, &mut file).expect("a vector takes everything");
        match Table::new(1 << 12).unwrap().load(&label, &mut file.as_slice()) {
            Ok(read) => assert!(is_read && read == 1, "{length}"),
            Err(error) => assert!(!is_read, "{length}: {error}"),
        }
    }
}

#[test]
#[cfg(not(miri))] // thousands of stores would take it minutes
fn a_file_of_several_blocks_comes_back_and_says_after_what_it_is_damaged() {
    // Blocks hold 4096 entries; a table in which that many have room to spare.
    let table = Table::new(1 << 20).unwrap();
    let keys = || (1..=5000u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    keys().for_each(|key| table.store(key, entry_of(key)));
    let kept = keys().filter(|&key| table.probe(key).is_some()).count();
    assert!(kept > 4096, "{kept}");
    let file = saved(&table);
    let other = Table::new(1 << 22).unwrap();
    let load = |bytes: &[u8]| other.load(&LABEL, &mut &bytes[..]);
    assert_eq!(load(&file).expect("a table of its own"), kept as u64);
    assert!(keys().filter(|&key| table.probe(key).is_some()).all(|key| other.probe(key).is_some()));
    // The head takes 49 bytes, the first block 4096 entries with their count and check.
    let second = 49 + 4 + 4096 * 16 + 8;
    for (place, before) in [(second - 1, 0), (second, 4096), (second + 30, 4096)] {
        assert!(load(&file).is_ok());
        let error = load(&file[..place]).expect_err("it is cut off");
        assert!(matches!(error, TableFileError::Damaged(found) if found == before), "{error}");
        assert!(keys().all(|key| other.probe(key).is_none()), "what was read is given up");
    }
}

#[test]
fn any_damage_is_found_and_leaves_the_table_empty() {
    let table = Table::new(1 << 12).unwrap();
    for key in 1..=20 {
        table.store(key, entry_of(key));
    }
    let file = saved(&table);
    let damaged = |bytes: &[u8]| {
        let other = Table::new(1 << 12).unwrap();
        let error = other.load(&LABEL, &mut &bytes[..]).expect_err("a damaged file");
        assert!((1..=20).all(|key| other.probe(key).is_none()), "{error}");
        error
    };
    let step = if cfg!(miri) { 37 } else { 1 };
    for place in (0..file.len()).step_by(step) {
        let error = damaged(&file[..place]);
        assert!(!matches!(error, TableFileError::Io(_)), "{place}: {error}");
        for bit in (0..8).step_by(if cfg!(miri) { 5 } else { 1 }) {
            let mut changed = file.clone();
            changed[place] ^= 1 << bit;
            damaged(&changed);
        }
    }
    let mut longer = file.clone();
    longer.extend(b"more");
    let other = Table::new(1 << 12).unwrap();
    assert_eq!(other.load(&LABEL, &mut longer.as_slice()).expect("the end is the end"), 20);
}
