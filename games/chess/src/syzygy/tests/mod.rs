//! The tables held against their own laws, against values that another program reads in the same files, and damaged.

mod damaged;
mod proven;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use plyglot_search::endings::Place;
use plyglot_search::random::mix;
use plyglot_search::{Bounds, Describe, Game, Knowledge, Meaning, Score, Window};

use super::bytes::Room;
use super::probe::{Distance, played, sets_of};
use super::set::TableSet;
use super::squares::THREE;
use super::table::{Kind, Stored, Table};
use super::{Fault, Material};
use crate::Player;
use crate::position::Chess;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/syzygy")
}

fn set() -> TableSet {
    TableSet::open(&folder().to_string_lossy()).expect("tables")
}

fn read(text: &str) -> Chess {
    Chess::start().parse(text).expect("a position")
}

/// A folder of this test's own, that goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("plyglot-syzygy-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("a folder");
    }
}

/// Positions with the results and distances that another program finds.
fn known() -> Vec<(Chess, i32, Option<i32>)> {
    let text = std::fs::read_to_string(folder().join("known.txt")).expect("a file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let parts = lines.map(|line| line.split(';').collect::<Vec<_>>());
    let of = |parts: Vec<&str>| {
        (read(parts[0]), parts[1].parse().expect("a result"), parts[2].parse().ok())
    };
    parts.map(of).collect()
}

#[test]
fn results_and_distances_are_those_that_another_program_reads() {
    let (set, known) = (set(), known());
    for (game, result, distance) in &known {
        let found = set.result(game).expect("a table").result;
        assert_eq!(found, *result, "{game:?}");
        let plies = set.distance(game).map(|found| found.plies);
        if distance.is_some() {
            assert_eq!(plies, *distance, "{game:?}");
        }
    }
    let passing = known.iter().filter(|(game, ..)| game.passing().is_some()).count();
    assert!(known.len() == 250 && passing > 20, "{} {passing}", known.len());
}

/// Every position of a class, or of several in a row the first.
fn each(class: &str, step: usize, mut see: impl FnMut(Chess)) {
    let endings = Chess::start().endings().expect("classes");
    let number = endings.classes().iter().position(|known| known.name == class);
    let number = number.expect("a class");
    for index in (0..endings.classes()[number].size).step_by(step) {
        if let Some(game) = endings.position(Place { class: number, index }) {
            see(game);
        }
    }
}

/// The result by the results of all moves; `None` where a table of one is not there.
fn by_moves(set: &TableSet, game: &Chess) -> Option<i32> {
    let (mut best, mut is_known) = (None, true);
    game.each_move(|mv| match set.result(&played(game, mv)) {
        Some(found) => best = best.max(Some(-found.result)),
        None => is_known = false,
    });
    is_known.then(|| best.unwrap_or(if game.in_check() { -2 } else { 0 }))
}

#[test]
fn a_result_is_the_best_of_those_of_the_moves() {
    let set = set();
    let mut seen = 0;
    for (class, step) in [
        ("KQK", 1),
        ("KRK", 1),
        ("KPK", 1),
        ("KPPK", 97),
        ("KRKR", 53),
        ("KQKR", 211),
        ("KNNK", 53),
        ("KPKP", 61),
    ] {
        each(class, step, |game| {
            if let Some(best) = by_moves(&set, &game) {
                seen += 1;
                assert_eq!(set.result(&game).map(|found| found.result), Some(best), "{game:?}");
            }
        });
    }
    assert!(seen > 200_000, "{seen}");
}

/// The distance by those of all moves: the least of who wins, the greatest of who loses.
fn distance_by_moves(set: &TableSet, game: &Chess) -> Option<i32> {
    let (mut best, mut is_known) = (None, true);
    game.each_move(|mv| {
        let next = played(game, mv);
        let (result, distance) = (set.result(&next), set.distance(&next));
        let (Some(result), Some(Distance { plies, .. })) = (result, distance) else {
            is_known = false;
            return;
        };
        let is_over = next.outcome().is_some();
        let plies = match -result.result {
            0 => return,
            result if next.board().halfmove_clock() == 0 || is_over => result.signum(),
            result => -plies + result.signum(),
        };
        let is_better = best.is_none_or(|best: i32| match (plies > 0, best > 0) {
            (true, false) => true,
            (false, true) => false,
            _ => plies < best,
        });
        best = if is_better { Some(plies) } else { best };
    });
    best.filter(|_| is_known)
}

#[test]
fn distances_go_down_ply_by_ply_but_for_what_is_rounded() {
    let set = set();
    let mut seen = 0;
    for (class, step) in [("KQK", 7), ("KRK", 7), ("KPK", 7), ("KRKR", 997)] {
        each(class, step, |game| {
            let distance = set.distance(&game).map_or(0, |distance| distance.plies);
            if distance == 0 || game.outcome().is_some() {
                return;
            }
            let Some(best) = distance_by_moves(&set, &game) else { return };
            let same_side = distance.signum() == best.signum();
            assert!(same_side && distance.abs_diff(best) <= 1, "{game:?}: {distance}, {best}");
            seen += 1;
        });
    }
    assert!(seen > 20_000, "{seen}");
}

#[test]
fn names_of_tables_are_read_as_they_are_written() {
    for name in ["KQvK", "KRvKR", "KBNvK", "KPPvKPP", "KQRBNPvK"] {
        assert_eq!(Material::of_name(name).map(Material::name).as_deref(), Some(name));
    }
    for name in ["", "K", "KvK", "KQK", "QvK", "KQvKx", "KPQvK", "KQQQQQQvK", "KQvKvK"] {
        assert_eq!(Material::of_name(name), None, "{name}");
    }
    assert!(Fault::Cut.to_string().starts_with("it is cut off"));
}
