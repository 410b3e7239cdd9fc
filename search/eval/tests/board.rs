//! Boards of patterns: what is looked up is what was fitted, from either side, before and after moves.

use plyglot_eval::{
    About, Active, Board, Choice, Layout, Pattern, Reader, Source, Symmetry, Tables, WeightFile,
    Weights,
};
use plyglot_search::OptionError;
use proptest::prelude::*;

const LANES: usize = 16;
const COUNTS: [&str; 2] = ["to move", "pieces"];

/// A board of 3 x 3 whose sides go up and down: mirrored, and turned with the sides exchanged.
fn symmetries() -> Vec<Symmetry> {
    let image = |mirrored: bool, turned: bool| Symmetry {
        cells: (0..9)
            .map(|cell: u8| {
                let (column, row) = (cell % 3, cell / 3);
                let column = if mirrored { 2 - column } else { column };
                3 * if turned { 2 - row } else { row } + column
            })
            .collect(),
        exchanges: turned,
    };
    vec![image(false, false), image(true, false), image(false, true), image(true, true)]
}

fn board() -> Board<LANES> {
    let pattern =
        |name, cells: &[u8]| Pattern::with_symmetries(name, cells, &[0, 2, 1], &symmetries());
    let patterns = vec![
        pattern("row", &[0, 1, 2]),
        pattern("middle row", &[3, 4, 5]),
        pattern("block", &[0, 1, 3, 4]),
    ];
    Board::new(patterns, &COUNTS, vec!["early".into(), "late".into()])
}

fn file(layout: &Layout, seed: u64) -> WeightFile {
    let value = |place: usize| (place as u64 * 7919 + seed * 104_729) % 997;
    let phase = |phase: usize| -> Vec<f32> {
        (0..layout.size()).map(|place| value(place + 31 * phase) as f32 - 498.0).collect()
    };
    let weights = Weights::rounded(layout, 4, &[phase(0), phase(1)]);
    let about = About { game: "rows".into(), command: "plyglot train".into(), ..About::default() };
    WeightFile { about, features: layout.hash(), weights }
}

/// A board of 3 x 3 as two sets, and as the other side sees it.
fn sets(cells: &[u8; 9]) -> (u64, u64) {
    let set =
        |of: u8| (0..9).filter(|&cell| cells[cell] == of).fold(0, |set, cell| set | 1 << cell);
    (set(1), set(2))
}

fn turned(set: u64) -> u64 {
    (set & 7) << 6 | set & 0o70 | set >> 6
}

fn estimate(tables: &Tables<LANES>, board: &Board<LANES>, own: u64, other: u64) -> i32 {
    tables.sum(1, &board.reader().read(own, other))
}

#[test]
fn a_place_that_an_exchange_leads_to_counts_with_the_other_sign() {
    let row = Pattern::with_symmetries("row", &[0, 1, 2], &[0, 2, 1], &symmetries());
    assert_eq!(row.places(), [[0, 1, 2], [6, 7, 8]]);
    assert_eq!(row.exchanged(), [false, true]);
    // A row of three: mirror images share weights, so 27 numbers have 18.
    assert_eq!(row.weights(), 18);
    let middle = Pattern::with_symmetries("middle", &[3, 4, 5], &[0, 2, 1], &symmetries());
    assert_eq!((middle.places().len(), middle.ties()[0].sign), (1, 0));
    assert_eq!(middle.ties()[1].sign, -middle.ties()[2].sign);
}

proptest! {
    #[test]
    fn what_is_looked_up_is_what_was_fitted(cells: [u8; 9], seed in 0u64..1000, late: bool) {
        let (own, other) = sets(&cells.map(|cell| cell % 3));
        let board = board();
        let file = file(board.layout(), seed);
        let tables = Tables::new("rows", &board, &file).expect("the weights are of this board");
        let phase = usize::from(late);
        let mut active = Active::new();
        board.active(own, other, &[1, -3], &mut active);
        let counts = tables.counts(phase);
        let sum = tables.sum(phase, &board.reader().read(own, other)) + counts[0] - 3 * counts[1];
        prop_assert_eq!(tables.points(sum), file.weights.evaluate(phase, &active));
    }

    #[test]
    fn the_other_side_sees_the_opposite(cells: [u8; 9], seed in 0u64..1000) {
        let (own, other) = sets(&cells.map(|cell| cell % 3));
        let board = board();
        let tables = Tables::new("rows", &board, &file(board.layout(), seed)).expect("they fit");
        let (here, there) = (estimate(&tables, &board, own, other),
                             estimate(&tables, &board, turned(other), turned(own)));
        prop_assert_eq!(here, -there);
        let mirrored = |set: u64| (set & 0o111) << 2 | set & 0o222 | (set & 0o444) >> 2;
        prop_assert_eq!(here, estimate(&tables, &board, mirrored(own), mirrored(other)));
    }

    #[test]
    fn a_move_changes_the_numbers_to_those_of_the_next_position(cells: [u8; 9], at in 0u8..9) {
        let mut cells = cells.map(|cell| cell % 3);
        let board = board();
        let reader: &Reader<LANES> = board.reader();
        let mut lanes = reader.read(sets(&cells).0, sets(&cells).1);
        if cells[usize::from(at)] > 0 {
            lanes = lanes.without(reader, at, cells[usize::from(at)] == 2);
        }
        cells[usize::from(at)] = 2;
        let (own, other) = sets(&cells);
        prop_assert_eq!(lanes.with(reader, at, true), reader.read(own, other));
    }
}

static ROWS: Source<Tables<LANES>> = Source::new(b"", |file| Tables::new("rows", &board(), file));

#[test]
fn the_option_takes_a_file_or_none_and_names_what_is_wrong() {
    let folder = std::env::temp_dir().join(format!("plyglot-eval-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("rows.weights");
    let path = path.to_str().expect("a plain name");
    let mut choice = Choice::of(&ROWS);
    assert!(choice.get().is_none() && choice.fingerprint() == 0, "there are none yet");
    let option = |choice: &Choice<Tables<LANES>>| choice.options().remove(0);
    assert_eq!((&*option(&choice).default, &*option(&choice).value), ("none", "none"));
    let missing = choice.set_option("weights", "built-in").expect_err("there are none");
    assert_eq!(missing.to_string(), "option weights: built-in: no weights come with this game");
    let missing = choice.set_option("weights", "no/such/file").expect_err("there is none");
    assert!(missing.to_string().starts_with("option weights: no/such/file: "), "{missing}");
    let good = file(board().layout(), 5);
    std::fs::write(path, good.to_bytes()).expect("it can be written");
    choice.set_option("weights", path).expect("they fit");
    assert_eq!(option(&choice).value, path);
    let of_good = choice.fingerprint();
    assert_ne!(of_good, 0);
    let mut other = good;
    other.about.game = "columns".into();
    std::fs::write(path, other.to_bytes()).expect("it can be written");
    let refused = choice.set_option("weights", path).expect_err("they are for another game");
    assert!(
        matches!(&refused, OptionError::Unusable { message, .. }
        if message.ends_with("weights for columns, not for rows")),
        "{refused}"
    );
    assert_eq!(choice.fingerprint(), of_good, "the weights from before stay");
    choice.set_option("weights", "none").expect("that always works");
    assert!(choice.get().is_none());
    std::fs::remove_dir_all(&folder).expect("it was there");
}

/// Comes with weights that cannot be unpacked.
static DAMAGED: Source<()> = Source::new(b"plyglot weights, once", |_| Ok(()));

#[test]
fn what_comes_with_a_game_is_unpacked_when_it_is_looked_at_and_not_before() {
    let mut choice = Choice::of(&DAMAGED);
    assert!(choice.is_some() && choice.clone().is_some());
    assert_eq!(choice.options()[0].value, "built-in");
    assert_ne!(choice.fingerprint(), 0);
    choice.set_option("weights", "none").expect("that always works");
    assert!(!choice.is_some() && choice.get().is_none() && choice.fingerprint() == 0);
    choice.set_option("weights", "built-in").expect("nothing is looked at");
    assert!(std::panic::catch_unwind(|| choice.make_ready()).is_err());
}
