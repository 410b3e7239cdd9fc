//! Tables of small games whole, and of what interrupts them.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use plyglot_games::catalogue::builtin;
use plyglot_games::chess::{Chess, Player};
use plyglot_open::{Ask, Config, Limits, Open, Stop};
use plyglot_search::endings::Place;
use plyglot_search::{Bounds, Describe, Knowledge, Score, Window};
use plyglot_tables::Tables;
use tempfile::tempdir;

use super::*;

mod passes;

fn making<'a>(
    game: &'a dyn Open,
    what: What,
    folder: &Path,
    memory: Memory,
    stop: &'a Stop,
) -> Making<'a> {
    Making { game, what, folder: folder.into(), memory, stop }
}

fn whole(game: &dyn Open, folder: &Path, most: u64) -> Result<Ended, MakeError> {
    let what = What::From(game.start().expect("a start"), most);
    making(game, what, folder, Memory::free(), &Stop::default()).run(&mut |_| Ok(()))
}

/// The files of a folder with what they hold; there must be nothing else.
fn files(folder: &Path) -> HashMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.map(|entry| (entry.file_name(), fs::read(entry.path()).expect("a file"))).collect()
}

fn classes(game: &dyn Open, names: &[&str]) -> What {
    let place = |name: &&str| game.classes().iter().position(|class| class.name == **name);
    What::Classes(names.iter().map(|name| place(name).expect("a class")).collect())
}

/// Of each small game the table of all that the start leads to says what solves of its first positions say.
#[test]
fn small_games_are_solved_whole_as_searches_solve_them() {
    for name in [
        "tictactoe",
        "kalah:3,2",
        "kalah:2,3",
        "domineering:4x4",
        "hex:3,swap",
        "dots-and-boxes:2x2",
    ] {
        let game = builtin().open(name).expect("a game");
        let folder = tempdir().expect("a folder");
        assert_eq!(whole(&*game, folder.path(), 1 << 20).expect("made"), Ended::Complete);
        let text = folder.path().display().to_string();
        let with = game.with(&[("tables", &text)]).expect("tables");
        let mut plain = game.engine(&Config::single(1 << 20), None).expect("an engine");
        let mut quick = with.engine(&Config::single(1 << 20), None).expect("an engine");
        let start = game.start().expect("a start");
        for mv in start.moves().expect("moves") {
            let at = start.after(mv).expect("legal");
            let solved = plain.run(&Ask::new(&at, &Limits::solve())).expect("solved").verdict;
            let known = with.parse(&at.text().expect("text")).expect("a position");
            let report = quick.run(&Ask::new(&known, &Limits::depth(1))).expect("a search");
            assert_eq!(report.verdict, solved, "{name}: {at:?}");
            assert!(report.tbhits > 0 && report.nodes < 99, "{name}: {report:?}");
        }
    }
}

/// Retrograde analysis by the rules alone and the files that others made tell the same of every position of three men.
#[test]
fn syzygy_tables_agree_with_those_of_chess_itself() {
    let game = builtin().open("chess").expect("a game");
    let folder = tempdir().expect("a folder");
    let what = classes(&*game, &["KQK", "KRK", "KPK"]);
    let stop = Stop::default();
    let making = making(&*game, what, folder.path(), Memory::free(), &stop);
    assert_eq!(making.run(&mut |_| Ok(())).expect("made"), Ended::Complete);
    let mut player = Player::default();
    let syzygy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/chess/data/syzygy");
    player.set_option("syzygy", &syzygy.display().to_string()).expect("tables");
    let endings = Chess::start().endings().expect("classes");
    let tables = Tables::open(folder.path(), "chess", 1 << 20).expect("tables");
    let mut seen = 0;
    for table in tables.all() {
        let named = endings.classes().iter().position(|known| known.name == table.about().class);
        let class = named.expect("a class");
        for index in 0..endings.classes()[class].size {
            let Some(at) = endings.position(Place { class, index }) else { continue };
            let own = table.value(index).expect("a value").cmp(&Score::DRAW);
            let Bounds { lower, upper } = player.bounds(&at, Window::FULL);
            let theirs = match (lower, upper) {
                (Score::DRAW, Score::DRAW) => Ordering::Equal,
                _ if lower > Score::DRAW => Ordering::Greater,
                _ => Ordering::Less,
            };
            assert!(own == theirs && (own != Ordering::Less || upper < Score::DRAW), "{at:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, 261_828);
}

/// Chess960 begins elsewhere; its endings are those of chess.
#[test]
fn tables_of_another_start_position_are_those_of_the_game() {
    let folder = tempdir().expect("a folder");
    let game = builtin().open("chess").expect("a game");
    let what = classes(&*game, &["KQK"]);
    let stop = Stop::default();
    let making = making(&*game, what, folder.path(), Memory::free(), &stop);
    making.run(&mut |_| Ok(())).expect("made");
    let text = folder.path().display().to_string();
    let other = builtin().open("chess:960,3").expect("a game");
    let other = other.with(&[("tables", &text)]).expect("tables");
    let at = other.parse("8/8/8/4k3/8/8/8/KQ6 w - - 0 1").expect("a position");
    let mut engine = other.engine(&Config::single(1 << 20), None).expect("an engine");
    assert!(engine.run(&Ask::new(&at, &Limits::depth(2))).expect("a search").tbhits > 0);
}

#[test]
fn what_was_interrupted_goes_on_where_it_was_and_gives_the_same_files() {
    let game = builtin().open("draughts").expect("a game");
    let (once, twice) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let what = classes(&*game, &["2K-1K", "2m-1m"]);
    let make = |folder: &Path, stop: &Stop, tell: &mut Tell<'_>| {
        making(&*game, what.clone(), folder, Memory::free(), stop).run(tell).expect("made")
    };
    assert_eq!(make(once.path(), &Stop::default(), &mut |_| Ok(())), Ended::Complete);
    // Stopped after each table, again and again: each run makes one more.
    let mut runs = 0;
    loop {
        let stop = Stop::default();
        let raised = stop.clone();
        let ended = make(twice.path(), &stop, &mut |event| {
            if matches!(event, Event::Made(_)) {
                raised.raise();
            }
            Ok(())
        });
        runs += 1;
        if ended == Ended::Complete {
            break;
        }
    }
    let [once, twice] = [once, twice].map(|folder| files(folder.path()));
    assert_eq!(once, twice);
    assert!(runs >= once.len(), "{runs} runs for {} files", once.len());
}

#[test]
fn a_value_that_is_wrong_is_found_with_its_position() {
    let game = builtin().open("draughts").expect("a game");
    let folder = tempdir().expect("a folder");
    let stop = Stop::default();
    let what = classes(&*game, &["1K-1K"]);
    making(&*game, what, folder.path(), Memory::free(), &stop).run(&mut |_| Ok(())).expect("made");
    let check = |folder: &Path| {
        let mut found = Vec::new();
        Checking { game: &*game, folder: folder.into(), memory: Memory::of(1), stop: &stop }
            .run(&mut |event| {
                if let CheckEvent::Checked(checked) = event {
                    found.push(checked.wrong.clone());
                }
                Ok(())
            })
            .expect("checked");
        found
    };
    assert_eq!(check(folder.path()), [None]);
    // The same table with a draw taken for a loss, in a whole file.
    let tables = Tables::open(folder.path(), "draughts", 1 << 20).expect("tables");
    let table = &tables.all()[0];
    let about = table.about().clone();
    let mut values: Vec<_> = (0..about.entries).map(|index| table.value(index)).collect();
    let numbered = game.class(0).expect("the first class");
    let is_drawn = |index: usize| {
        let text = numbered.text(index as u64).expect("a text");
        text.is_some() && values[index] == Some(Score::DRAW)
    };
    let drawn = (0..values.len()).find(|&index| is_drawn(index)).expect("a draw");
    values[drawn] = Some(Score::loss_in(2));
    let path = folder.path().join(about.file_name());
    let out = fs::File::create(&path).expect("a file");
    let mut writer = plyglot_tables::Writer::new(out, &about).expect("written");
    let codes = plyglot_tables::Codes::new(about.values.clone());
    writer.block(&codes.packed(values.into_iter(), &[]), 0).expect("written");
    writer.finish().expect("written");
    let [Some(position)] = &check(folder.path())[..] else { panic!("nothing was found") };
    assert!(position.contains('K'), "{position}");
}

#[test]
fn a_start_with_more_positions_than_are_allowed_is_given_up_and_leaves_nothing() {
    let folder = tempdir().expect("a folder");
    let kalah = builtin().open("kalah:3,3").expect("a game");
    assert_eq!(whole(&*kalah, folder.path(), 100).expect("tried"), Ended::TooMany);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
