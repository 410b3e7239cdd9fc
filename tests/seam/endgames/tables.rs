//! Tables of endgames are held against the retrograde analysis that shares nothing with them but the rules, and searches
//! that use them against both.

use std::path::Path;

use plyglot_games::catalogue::builtin;
use plyglot_games::draughts::Draughts;
use plyglot_open::{Ask, Open};
use plyglot_play::tables::{Ended, Making, Memory, What};
use plyglot_search::{Bound, Config, Describe, Game, Limits, Stop, Verdict};
use plyglot_tables::Tables;
use tempfile::tempdir;

use super::{ENDINGS, WithHistory, value_of};
use crate::oracle_support::positions::Positions as Random;

/// The classes whose positions the analysis knows.
fn known(game: &dyn Open) -> Vec<usize> {
    let is_known = |class: &plyglot_search::endings::Class| {
        class.pieces <= 3 || ["2K-2K", "3K-1K"].contains(&&*class.name)
    };
    (0..game.classes().len()).filter(|&class| is_known(&game.classes()[class])).collect()
}

fn make(folder: &Path) {
    let game = builtin().open("draughts").expect("a game");
    let what = What::Classes(known(&*game));
    let stop = Stop::default();
    let memory = Memory::free();
    let making = Making { game: &*game, what, folder: folder.into(), memory, stop: &stop };
    assert_eq!(making.run(&mut |_| Ok(())).expect("made"), Ended::Complete);
}

#[test]
fn tables_say_of_every_ending_what_the_other_analysis_says_and_searches_use_it() {
    let folder = tempdir().expect("a folder");
    make(folder.path());
    every_value(folder.path());
    searches(folder.path());
}

fn every_value(folder: &Path) {
    let tables = Tables::open(folder, "draughts", 1 << 30).expect("tables");
    let endings = Draughts::start().endings().expect("classes");
    for index in 0..ENDINGS.len() {
        let at = ENDINGS.position(index);
        for at in [at, at.exchanged()] {
            let place = endings.place(&at).expect("a class");
            let name = &endings.classes()[place.class].name;
            let table = tables.all().iter().find(|table| table.about().class == *name);
            let value = table.expect("a table").value(place.index);
            assert_eq!(value, Some(ENDINGS.value(&at)), "{}", at.text());
        }
    }
}

/// A won or lost ending is solved at once, with a move for it and the whole line; a drawn one is known to be drawn.
fn searches(folder: &Path) {
    let game = builtin().open("draughts").expect("a game");
    let game = game.with(&[("tables", &folder.display().to_string())]).expect("tables");
    let mut engine = game.engine(&Config::single(1 << 20), None).expect("an engine");
    let mut random = Random::new(11);
    for turn in 0..200 {
        let at = if turn % 4 == 0 {
            WithHistory::any(&mut random).at
        } else {
            WithHistory::decided(&mut random, 40)
        };
        if at.text().contains('-') {
            continue;
        }
        let value = ENDINGS.value(&at);
        let position = game.parse(&at.text()).expect("a position");
        let limits = Limits::depth(1);
        let report = engine.run(&Ask::new(&position, &limits)).expect("a search");
        let exact = Verdict { score: value, bound: Bound::Exact, proven: true };
        assert_eq!(report.verdict, exact, "{}", at.text());
        // What ends the game at once is seen by the rules.
        let is_over_next = ENDINGS.plies(&at).is_some_and(|plies| plies < 2);
        assert!(report.tbhits > 0 || is_over_next, "{}", at.text());
        let line = &report.lines[0].pv;
        let first = at.unpack(line[0]).expect("legal");
        assert_eq!(value_of(&at, first), value, "{}", at.text());
        if let Some(plies) = ENDINGS.plies(&at) {
            let end = line.iter().try_fold(position, |at, &mv| at.after(mv)).expect("legal moves");
            assert_eq!(
                (line.len() as u32, end.outcome().is_some()),
                (plies, true),
                "{}",
                at.text()
            );
        }
    }
}
