//! Tables that are written and read back, and files that are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use plyglot_search::Score;
use proptest::prelude::*;
use tempfile::{TempDir, tempdir};

use super::*;

fn about(values: Vec<Score>, entries: usize, content: Content) -> About {
    About {
        game: "chomp".into(),
        class: "2K-1m".into(),
        content,
        rules: 0x1234,
        entries: entries as u64,
        positions: entries as u64,
        values,
    }
}

/// The bytes of a table of these values.
fn bytes(values: &[Option<Score>], keys: &[u64]) -> Vec<u8> {
    let mut distinct: Vec<Score> = values.iter().copied().flatten().collect();
    distinct.sort();
    distinct.dedup();
    if distinct.is_empty() {
        distinct.push(Score::DRAW);
    }
    let content = match keys {
        [] => Content::Class,
        _ => Content::From { position: "a\nb".into() },
    };
    let mut writer =
        Writer::new(Vec::new(), &about(distinct.clone(), values.len(), content)).expect("written");
    let codes = Codes::new(distinct);
    for (nth, part) in values.chunks(BLOCK).enumerate() {
        let keys = keys.get(nth * BLOCK..).unwrap_or_default();
        let keys = &keys[..keys.len().min(part.len())];
        let packed = codes.packed(part.iter().copied(), keys);
        writer.block(&packed, keys.first().copied().unwrap_or(0)).expect("written");
    }
    writer.finish().expect("written").0
}

fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("2K-1m.endings");
    fs::write(&path, bytes).expect("written");
    (folder, path)
}

fn opened(path: &Path, cache: usize) -> Result<Table, TableError> {
    Table::open(path, Arc::new(Cache::new(cache)))
}

fn read(bytes: &[u8]) -> Result<Table, TableError> {
    let (_folder, path) = file(bytes);
    opened(&path, 1 << 20)
}

/// Some values of every meaning, with gaps.
fn some(count: usize) -> Vec<Option<Score>> {
    let value = |nth: usize| match nth * 7 % 11 {
        0 => None,
        1..4 => Some(Score::DRAW),
        4 => Some(Score::margin(nth as i32 % 90 + 1)),
        5..8 => Some(Score::win_in(nth as u32 % 99)),
        _ => Some(Score::loss_in(nth as u32 % 98)),
    };
    (0..count).map(value).collect()
}

#[test]
fn what_is_written_is_read_back_by_many_threads_through_a_small_cache() {
    let values = some(3 * BLOCK + 5);
    let (_folder, path) = file(&bytes(&values, &[]));
    // Without room for all, most look-ups unpack a block.
    for (cache, looks) in [(0, 100), (2 * BLOCK, 300), (1 << 20, values.len())] {
        let table = opened(&path, cache).expect("a table");
        let read = |step: usize| {
            for nth in 0..looks {
                let at = nth * step % values.len();
                if values[at].is_some() {
                    assert_eq!(table.value(at as u64), values[at], "{at}");
                }
            }
            assert_eq!(table.value(values.len() as u64), None);
        };
        thread::scope(|scope| {
            for step in [1, 5_003, 20_011] {
                scope.spawn(move || read(step));
            }
        });
    }
}

#[test]
fn a_cache_holds_no_more_than_it_may() {
    let (_folder, path) = file(&bytes(&some(8 * BLOCK), &[]));
    let cache = Arc::new(Cache::new(3 * BLOCK));
    let table = Table::open(&path, Arc::clone(&cache)).expect("a table");
    for block in 0..8 {
        assert!(table.value((block * BLOCK) as u64).is_some());
        assert!((BLOCK..=3 * BLOCK).contains(&cache.bytes()), "{}", cache.bytes());
    }
}

#[test]
fn keys_find_their_values_and_others_find_none() {
    let keys: Vec<u64> = (0..(BLOCK + 9) as u64).map(|nth| nth * nth * 977 + 3 * nth).collect();
    let values: Vec<Option<Score>> =
        keys.iter().map(|key| Some(Score::win_in((key % 900) as u32))).collect();
    let table = read(&bytes(&values, &keys)).expect("a table");
    assert_eq!(table.about().content, Content::From { position: "a b".into() });
    for (nth, (&key, &value)) in keys.iter().zip(&values).enumerate() {
        assert_eq!((table.value_of_key(key), table.key(nth as u64)), (value, Some(key)));
        assert_eq!(table.value_of_key(key + 1), None);
    }
    assert_eq!(table.value_of_key(u64::MAX), None);
}

#[test]
fn files_are_refused_by_what_is_wrong_with_them() {
    let whole = bytes(&some(1_000), &[]);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        read(&bytes).map(|table| table.about().clone()).expect_err("it is refused")
    };
    let text = |error: TableError| error.to_string();
    assert_eq!(text(refused(&|bytes| bytes.clear())), "not a table of plyglot");
    assert_eq!(text(refused(&|bytes| bytes[3] = b'x')), "not a table of plyglot");
    assert_eq!(
        text(refused(&|bytes| bytes[16] = 9)),
        "a table in version 9 of the format; this is version 1"
    );
    let half = whole.len() / 2;
    assert_eq!(
        text(refused(&|bytes| bytes.truncate(half))),
        format!("a table that is cut off after {half} bytes")
    );
    assert_eq!(
        text(refused(&|bytes| bytes[half] ^= 1)),
        "a table that is damaged: its check is another"
    );
}

#[test]
fn no_cut_and_no_changed_byte_is_read_as_a_table() {
    let whole = bytes(&some(300), &[]);
    for end in 0..whole.len() {
        assert!(read(&whole[..end]).is_err(), "{end} bytes");
        let mut changed = whole.clone();
        changed[end] ^= 1 << (end % 8);
        assert!(read(&changed).is_err(), "byte {end}");
    }
}

#[test]
fn a_folder_names_the_file_that_is_not_of_the_game() {
    let (folder, path) = file(&bytes(&some(10), &[]));
    fs::write(folder.path().join("README"), "no table").expect("written");
    assert_eq!(Tables::open(folder.path(), "chomp", 1).expect("tables").all().len(), 1);
    let error = Tables::open(folder.path(), "nim", 1).expect_err("another game").to_string();
    assert_eq!(error, format!("{}: a table for chomp, not for nim", path.display()));
    let empty = tempdir().expect("a folder");
    let error = Tables::open(empty.path(), "chomp", 1).expect_err("no tables").to_string();
    assert_eq!(error, format!("{}: there are no tables here", empty.path().display()));
}

proptest! {
    #[test]
    fn arbitrary_bytes_behind_the_magic_never_panic(rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = b"plyglot endings\n\x01\0\0\0".to_vec();
        bytes.extend(rest);
        prop_assert!(read(&bytes).is_err());
    }
}
