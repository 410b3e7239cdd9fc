//! Patterns share what they should share; files of weights are read back, and everything else is
//! refused by name.

use plyglot_eval::{About, Active, Group, Layout, Pattern, WeightError, WeightFile, Weights};
use proptest::collection::vec;
use proptest::prelude::*;

/// The symmetries of a board of 3 x 3.
fn symmetries() -> Vec<Vec<u8>> {
    let image = |symmetry: u8, cell: u8| {
        let (column, row) = (cell % 3, cell / 3);
        let (column, row) = if symmetry & 4 != 0 { (row, column) } else { (column, row) };
        let column = if symmetry & 1 != 0 { 2 - column } else { column };
        let row = if symmetry & 2 != 0 { 2 - row } else { row };
        3 * row + column
    };
    (0..8).map(|symmetry| (0..9).map(|cell| image(symmetry, cell)).collect()).collect()
}

const EXCHANGED: [u8; 3] = [0, 2, 1];

fn number(cells: &[u8], board: &[u8; 9]) -> usize {
    cells.iter().rev().fold(0, |number, &cell| number * 3 + usize::from(board[usize::from(cell)]))
}

/// What a pattern with these weights says of a board.
fn sum(pattern: &Pattern, weights: &[i32], board: &[u8; 9]) -> i32 {
    let places = pattern.places().iter();
    places
        .map(|cells| {
            let tie = pattern.ties()[number(cells, board)];
            weights[tie.weight as usize] * i32::from(tie.sign)
        })
        .sum()
}

fn layout() -> Layout {
    let group = |name: &str, size| Group { name: name.into(), about: "cells 0 1".into(), size };
    Layout::new(vec![group("row", 5), group("count", 2)], vec!["early".into(), "late".into()])
}

fn file(values: &[f32]) -> WeightFile {
    let layout = layout();
    let phases: Vec<Vec<f32>> = values.chunks(layout.size()).map(<[f32]>::to_vec).collect();
    let about = About {
        game: "othello:6".into(),
        seed: 7,
        command: "plyglot train othello:6 --seed 7".into(),
        games: 12,
        positions: 345,
        errors: vec![1.5, 2.25],
    };
    WeightFile { about, features: layout.hash(), weights: Weights::rounded(&layout, 4, &phases) }
}

#[test]
fn a_pattern_stands_at_each_image_of_its_cells_once() {
    let pattern = |cells: &[u8]| Pattern::new("x", cells, 3, &symmetries(), Some(&EXCHANGED));
    assert_eq!(pattern(&[0, 1, 2]).places().len(), 4, "an edge");
    assert_eq!(pattern(&[0, 4, 8]).places().len(), 2, "a diagonal");
    assert_eq!(pattern(&[4]).places().len(), 1, "the middle");
    assert_eq!(pattern(&[0, 1]).places().len(), 8, "a corner and the cell beside it");
    // Empty weighs nothing, and one side's cell the opposite of the other's.
    assert_eq!(pattern(&[4]).weights(), 1);
    assert_eq!(pattern(&[4]).ties().iter().map(|tie| tie.sign).collect::<Vec<_>>(), [0, 1, -1]);
    // Of 27 numbers of an edge 18 are not their own mirror image, and 9 are.
    let plain = Pattern::new("x", &[0, 1, 2], 3, &symmetries(), None);
    assert_eq!(plain.weights(), 18);
    assert_eq!(plain.group().about, "cells 0 1 2");
}

#[test]
fn other_features_have_another_hash() {
    let hash = |groups: Vec<Group>, phases: &[&str]| {
        Layout::new(groups, phases.iter().map(|&name| name.into()).collect()).hash()
    };
    let group =
        |name: &str, about: &str, size| Group { name: name.into(), about: about.into(), size };
    let hashes = [
        hash(vec![group("a", "b", 1)], &["p"]),
        hash(vec![group("ab", "", 1)], &["p"]),
        hash(vec![group("a", "b", 2)], &["p"]),
        hash(vec![group("a", "b", 1)], &["p", "q"]),
        hash(vec![group("a", "b", 1)], &["pq"]),
    ];
    for (place, one) in hashes.iter().enumerate() {
        assert!(!hashes[..place].contains(one), "{hashes:x?}");
    }
}

#[test]
fn weights_are_rounded_and_sums_round_towards_zero() {
    let weights = file(&[0.13, 1e9, -1e9, 0.0, 0.0, 10.0, -3.3, 0.0]).weights;
    assert_eq!(weights.phase(0), [1, i16::MAX, -i16::MAX, 0, 0, 40, -13]);
    assert_eq!((weights.phases(), weights.size(), weights.units()), (2, 7, 4));
    let mut active = Active::new();
    active.push(6, 1);
    active.push(3, 0);
    assert_eq!(active.items(), [(6, 1)]);
    assert_eq!(weights.evaluate(0, &active), -3);
    active.clear();
    active.push(6, -1);
    assert_eq!(weights.evaluate(0, &active), 3);
}

#[test]
fn a_file_for_something_else_is_refused_by_name() {
    let good = file(&[1.0; 14]);
    assert_eq!(good.check("othello:6", &layout()), Ok(()));
    let error = good.check("kalah", &layout()).expect_err("another game");
    assert_eq!(error.to_string(), "weights for othello:6, not for kalah");
    let other = Layout::new(layout().groups().to_vec(), vec!["all".into(), "of it".into()]);
    let error = good.check("othello:6", &other).expect_err("other features");
    assert!(matches!(error, WeightError::Features { .. }), "{error}");
    assert!(error.to_string().ends_with("train them again"), "{error}");
}

#[test]
fn damage_is_named() {
    let bytes = file(&[1.0; 14]).to_bytes();
    let refused = |bytes: &[u8]| WeightFile::from_bytes(bytes).expect_err("damaged").to_string();
    assert_eq!(refused(b""), "not a file of weights of plyglot");
    assert_eq!(refused(b"[Event \"x\"]"), "not a file of weights of plyglot");
    assert_eq!(refused(&bytes[..20]), "weights that are cut off after 20 bytes");
    let mut version = bytes.clone();
    version[16] = 9;
    assert_eq!(refused(&version), "weights in version 9 of the format; this is version 2");
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(refused(&longer), "weights that are damaged: something follows its end");
    let mut changed = bytes;
    changed[30] ^= 1;
    assert_eq!(refused(&changed), "weights that are damaged: its check is another");
}

#[test]
fn what_is_not_a_file_is_not_read() {
    let refused = |path: &str| WeightFile::read(path.as_ref()).expect_err("no file").to_string();
    assert!(!refused("no/such/file").is_empty());
    assert_eq!(refused("."), "not a regular file");
    if std::path::Path::new("/dev/zero").exists() {
        assert_eq!(refused("/dev/zero"), "not a regular file");
    }
}

proptest! {
    #[test]
    fn equal_boards_but_for_symmetry_and_sides_weigh_the_same(
        cells in Just((0..9).collect::<Vec<u8>>()).prop_shuffle(),
        length in 1usize..6,
        board in proptest::array::uniform9(0u8..3),
        symmetry in 0usize..8,
        seed in 1i32..1000,
    ) {
        let symmetries = symmetries();
        let pattern = Pattern::new("x", &cells[..length], 3, &symmetries, Some(&EXCHANGED));
        let weights: Vec<i32> =
            (0..pattern.weights() as i32).map(|weight| (weight * 7919 + seed) % 1009).collect();
        let mut image = [0; 9];
        for cell in 0..9 {
            image[usize::from(symmetries[symmetry][cell])] = board[cell];
        }
        let worth = sum(&pattern, &weights, &board);
        prop_assert_eq!(sum(&pattern, &weights, &image), worth);
        let exchanged = board.map(|state| EXCHANGED[usize::from(state)]);
        prop_assert_eq!(sum(&pattern, &weights, &exchanged), -worth);
    }

    #[test]
    fn what_was_written_is_read(values in vec(-9000f32..9000.0, 14)) {
        let written = file(&values);
        let read = WeightFile::from_bytes(&written.to_bytes()).expect("a whole file");
        prop_assert_eq!(read, written);
    }

    #[test]
    fn any_bytes_are_weights_or_an_error(bytes in vec(any::<u8>(), 0..200), whole in any::<bool>()) {
        let mut file = if whole { b"plyglot weights\n\x01\0\0\0".to_vec() } else { Vec::new() };
        file.extend(bytes);
        prop_assert!(WeightFile::from_bytes(&file).is_err());
    }

    #[test]
    fn a_changed_or_shortened_file_is_refused(
        values in vec(-9f32..9.0, 14),
        at in any::<prop::sample::Index>(),
        change in 1u8..,
        cut in any::<bool>(),
    ) {
        let mut bytes = file(&values).to_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] ^= change }
        prop_assert!(WeightFile::from_bytes(&bytes).is_err());
    }
}
