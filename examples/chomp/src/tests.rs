//! The laws hold, and known openings win.

use plyglot::check::laws::{Check, Effort, check_text};
use plyglot::search::{Config, Describe, Engine, Game, Limits, Score};

use crate::chomp::{Chomp, Eater};

/// The bar that the winning first bite leaves.
fn opening(rows: usize, columns: usize) -> String {
    let mut bar = Chomp::new(rows, columns);
    let mut engine = Engine::new(&Config::single(1 << 20), Eater).expect("a megabyte of memory");
    let report = engine.search(&bar, &Limits::solve()).expect("the rules are right");
    assert!(report.verdict.proven && report.verdict.score > Score::DRAW, "the first player wins");
    bar.play(report.best_move().expect("a win has a first move"));
    bar.text()
}

#[test]
fn the_laws_hold() -> Result<(), Box<dyn std::error::Error>> {
    let start = Chomp::new(4, 5);
    let summary = Check::new(&start, &Eater).run()?;
    assert!(summary.transpositions > 100 && summary.symmetric > 30 && summary.solved > 30);
    assert!(summary.doubts.is_empty(), "{:?}", summary.doubts);
    check_text(&start, &Effort::default())?;
    Ok(())
}

#[test]
fn a_square_bar_opens_to_an_l() {
    for side in 2..=6 {
        let l = format!("{side}{} 2", ",1".repeat(side - 1));
        assert_eq!(opening(side, side), l);
    }
}

#[test]
fn three_by_four_and_four_by_five_open_as_known() {
    assert_eq!(opening(3, 4), "4,2,2 2");
    assert_eq!(opening(4, 5), "5,5,2,2 2");
}

#[test]
fn texts_that_are_not_bars_are_refused() {
    let start = Chomp::new(3, 4);
    for text in ["", "1,2", "9", "0", "4,4 3", "4,x", "1,1,1,1,1,1,1,1,1"] {
        assert!(start.parse(text).is_err(), "{text:?}");
    }
}
