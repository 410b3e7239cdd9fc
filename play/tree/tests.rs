//! Trees of small games: what they prove is held against the engine's own solve, their certificates against changes.

use std::path::{Path, PathBuf};

use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Config, Limits, Open, Position, Stop};
use plyglot_search::{Side, Window};
use plyglot_wire::object::TreePosition;

use super::book::{Book, Taste};
use super::certificate::{Certificate, Check, Checked, Part, Wanted, Written};
use super::grow::{Aim, Ended, Hands, Orders, Progress, Until};
use super::store::{FORMAT, Store};
use super::*;

mod parts;
mod thin;
mod variations;

const TABLE: usize = 1 << 20;

/// A folder with a tree of a game in it.
struct Lab {
    folder: tempfile::TempDir,
    game: Box<dyn Open>,
}

impl Lab {
    fn new(game: &str) -> Lab {
        let folder = tempfile::tempdir().expect("a folder for the test");
        Lab { folder, game: builtin().open(game).expect("a game") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self) -> Position {
        self.game.start().expect("a start")
    }

    fn create(&self, name: &str) -> Tree {
        Tree::create(&self.path(name), &*self.game, &self.start()).expect("a new tree")
    }

    fn open(&self, name: &str) -> Result<Tree, TreeError> {
        open(&self.path(name))
    }

    fn grow(&self, tree: &mut Tree, workers: usize, aim: Aim, until: Until) -> (Ended, Progress) {
        let config = Config::single(TABLE);
        let hands = Hands::Here { config, workers };
        let orders = Orders { game: &*self.game, hands, aim, until };
        tree.grow(&orders, &Stop::default(), &mut |_| Ok(())).expect("it grows")
    }

    /// The value for the first player as the engine solves it.
    fn solved(&self) -> i16 {
        let at = self.start();
        let mut engine = self.game.engine(&Config::single(TABLE), None).expect("an engine");
        let report = engine.run(&Ask::new(&at, &Limits::solve())).expect("a solve");
        let proven = Proven::of(&report.verdict, at.to_move(), Scale::of(self.game.facts()));
        assert!(proven.is_exact());
        proven.lower
    }

    fn certificate(&self, tree: &Tree, target: Target, leaf: u64) -> (Vec<u8>, Written) {
        let config = Config::single(TABLE);
        let wanted = Wanted { game: &*self.game, target, leaf, config, workers: 2 };
        let written = tree.certificate(&wanted, Vec::new(), &Stop::default(), &|_| {});
        written.expect("it is proven").expect("nothing stops it")
    }

    fn check(&self, bytes: &[u8], sample: Option<(usize, u64)>) -> Result<Checked, TreeError> {
        let path = self.path("certificate");
        std::fs::write(&path, bytes).expect("the test can write");
        let check = Check { game: &*self.game, threads: 2, sample, done: &[] };
        let take = &mut |_| Ok(());
        let checked = Certificate::read(&path)?.check(&check, &Stop::default(), take)?;
        Ok(checked.expect("nothing stops it"))
    }
}

fn open(path: &Path) -> Result<Tree, TreeError> {
    Ok(Tree::open(path, |name| builtin().open(name))?.0)
}

fn position(tree: &Tree, at: &Position) -> TreePosition {
    tree.shown(at).expect("it is there").at.expect("it is there")
}

fn proof(budget: u64) -> Aim {
    Aim::Proof { target: Target::Value, budget }
}

const BOOK: Aim = Aim::Book { effort: 200, exact: false, width: None, plies: None };

fn positions(count: u64) -> Until {
    Until { positions: Some(count), ..Until::default() }
}

const PROVEN: [&str; 7] = [
    "tictactoe",
    "connect4:4x4",
    "kalah:3,2",
    "dots-and-boxes:2x2",
    "breakthrough:3x5",
    "othello:4",
    "tictactoe:4,3,3",
];

#[test]
fn what_a_tree_proves_is_what_the_engine_solves_and_its_certificate_holds() {
    for name in PROVEN {
        let lab = Lab::new(name);
        let mut tree = lab.create("tree");
        // So little that the tree has to be one.
        let (ended, _) = lab.grow(&mut tree, 2, proof(20), Until::default());
        let value = lab.solved();
        assert_eq!((ended, tree.proven()), (Ended::Proven, Proven::exactly(value)), "{name}");
        assert!(tree.len() > 1, "{name}");
        let (bytes, written) = lab.certificate(&tree, Target::Value, 30);
        let checked = lab.check(&bytes, None).expect("it holds");
        assert_eq!(checked.records, written.footer.records, "{name}");
        assert_eq!(checked.nodes, written.footer.nodes, "{name}");
        drop(tree);
        assert_eq!(lab.open("tree").expect("the file").proven(), Proven::exactly(value), "{name}");
    }
}

#[test]
fn a_solve_within_a_window_says_on_which_side_the_value_lies() {
    for name in PROVEN {
        let lab = Lab::new(name);
        let (at, value, scale) = (lab.start(), lab.solved(), Scale::of(lab.game.facts()));
        for goal in [scale.below(value), value, scale.above(value)] {
            let window = Some(Window::new(value::score(goal).prev(), value::score(goal)));
            for threads in [1, 2] {
                let config = Config { threads, ..Config::single(TABLE) };
                let mut engine = lab.game.engine(&config, None).expect("an engine");
                let limits = Limits { window, ..Limits::solve() };
                let report = engine.run(&Ask::new(&at, &limits)).expect("an answer");
                let proven = Proven::of(&report.verdict, at.to_move(), scale);
                assert!(proven.lower <= value && value <= proven.upper, "{name} {goal}");
                let answered =
                    if value >= goal { proven.lower >= goal } else { proven.upper < goal };
                assert!(answered, "{name}: at least {goal} of {value}? {:?}", report.verdict);
            }
        }
    }
}

#[test]
fn one_worker_grows_the_same_tree_each_time() {
    for (name, aim, until) in
        [("connect4:5x4", proof(50), Until::default()), ("othello:6", BOOK, positions(60))]
    {
        let lab = Lab::new(name);
        let grown = |file: &str| {
            let mut tree = lab.create(file);
            lab.grow(&mut tree, 1, aim, until);
            let records = (0..tree.len() as u32).map(|node| tree.graph.record(node));
            records.collect::<Vec<_>>()
        };
        assert_eq!(grown("one"), grown("other"), "{name}");
    }
}

#[test]
fn a_tree_that_is_opened_again_is_what_it_was_and_goes_on() {
    let lab = Lab::new("chess");
    let mut tree = lab.create("tree");
    let (ended, progress) = lab.grow(&mut tree, 2, BOOK, positions(50));
    assert_eq!((ended, progress.total), (Ended::Limit, tree.len()));
    let shown = tree.shown(tree.start()).expect("no panic");
    drop(tree);
    let mut tree = lab.open("tree").expect("the file");
    assert_eq!(tree.shown(tree.start()).expect("no panic"), shown);
    let moves = shown.at.map(|at| at.moves.len());
    assert_eq!((moves, shown.positions), (Some(20), tree.len()));
    let before = tree.len();
    lab.grow(&mut tree, 2, BOOK, positions(30));
    assert!(tree.len() >= before + 30);
}

#[test]
fn a_target_is_proven_or_refuted() {
    let lab = Lab::new("breakthrough:3x5");
    let facts = lab.game.facts();
    let value = lab.solved();
    let target = |text: &str| Target::parse(text, Side::First, facts);
    let words = ["loss", "draw", "win"];
    for word in words {
        let mut tree = lab.create(word);
        let target = target(word).expect("a target");
        let aim = Aim::Proof { target, budget: 20 };
        let (ended, _) = lab.grow(&mut tree, 1, aim, Until::default());
        let holds = Target::parse(word, Side::First, facts).expect("a target");
        let holds = holds == Target::Between(Proven::exactly(value));
        assert_eq!(ended, if holds { Ended::Proven } else { Ended::Refuted }, "{word}");
    }
    assert!(matches!(target("+3"), Err(TreeError::Target { .. })), "it has no margins");
    let chess = builtin().open("chess").expect("a game");
    let refused = Target::parse("win", Side::First, chess.facts());
    assert!(matches!(refused, Err(TreeError::Repeats { .. })));
    let kalah = builtin().open("kalah").expect("a game");
    let bound = Target::parse("<=-4", Side::Second, kalah.facts()).expect("a target");
    assert_eq!(bound, Target::Between(Proven { lower: 4, upper: WIN }));
}

#[test]
fn a_certificate_that_was_changed_is_refused_with_the_place() {
    let lab = Lab::new("connect4:4x4");
    let mut tree = lab.create("tree");
    lab.grow(&mut tree, 1, proof(20), Until::default());
    let (bytes, written) = lab.certificate(&tree, Target::Value, 500);
    let lines = unpacked(&bytes);
    assert!(lines.len() as u64 == written.footer.records + 2 && lines.len() > 20);
    let refused = |lines: &[String]| match lab.check(&packed(lines), None) {
        Err(TreeError::Certificate { message, .. }) => message,
        other => panic!("it holds: {other:?}"),
    };
    for (number, line) in lines.iter().enumerate().skip(1).take(written.footer.records as usize) {
        let record: Vec<serde_json::Value> = serde_json::from_str(line).expect("a record");
        let with = |value: i64| {
            let mut changed = record.clone();
            changed[2] = value.into();
            let mut others = lines.clone();
            others[number] = serde_json::to_string(&changed).expect("JSON");
            refused(&others)
        };
        let (value, sign) =
            (record[2].as_i64().expect("a value"), if record[1] == ">=" { 1 } else { -1 });
        // What cannot be is refused there, what says less by those that lean on it.
        let message = with(sign * 10_000);
        assert!(message.starts_with(&format!("line {}", number + 1)), "{message}");
        let message = with(value - sign);
        assert!(message.contains("no record says"), "{message}");
        // Without it something is missing elsewhere.
        let mut others = lines.clone();
        others.remove(number);
        let footer = others.last_mut().expect("the footer");
        let (there, left) = (written.footer.records, written.footer.records - 1);
        *footer = footer.replace(&format!("\"records\":{there}"), &format!("\"records\":{left}"));
        let message = refused(&others);
        assert!(message.contains("no record says"), "{message}");
    }
    let mut others = lines.clone();
    others.pop();
    assert!(refused(&others).contains("its end is missing"));
    for cut in [0, 5, bytes.len() / 2, bytes.len() - 1] {
        assert!(lab.check(&bytes[..cut], None).is_err(), "cut at {cut}");
    }
    let mut newer = lines.clone();
    newer[0] = newer[0].replace("\"plyglot_certificate\":1", "\"plyglot_certificate\":2");
    assert!(refused(&newer).contains("format 2"));
}

#[test]
fn a_sample_says_how_much_could_be_wrong() {
    let lab = Lab::new("connect4:4x4");
    let mut tree = lab.create("tree");
    lab.grow(&mut tree, 1, proof(20), Until::default());
    let (bytes, _) = lab.certificate(&tree, Target::Value, 50);
    let checked = lab.check(&bytes, Some((20, 3))).expect("it holds");
    let wrong = checked.wrong_at_most.expect("not all were checked");
    assert!(checked.records == 20 && (0.20..0.21).contains(&wrong), "{checked:?}");
    assert_eq!(lab.check(&bytes, Some((20, 3))).expect("it holds"), checked);
}

#[test]
fn a_check_that_was_stopped_goes_on_and_counts_the_same() {
    let lab = Lab::new("connect4:4x4");
    let mut tree = lab.create("tree");
    lab.grow(&mut tree, 1, proof(20), Until::default());
    let (bytes, _) = lab.certificate(&tree, Target::Value, 4);
    let whole = lab.check(&bytes, None).expect("it holds");
    assert!(whole.records > 200, "{whole:?}");
    let certificate = Certificate::read(&lab.path("certificate")).expect("it is one");
    let mut done = Vec::new();
    for parts in 1.. {
        let stop = Stop::default();
        let check = Check { game: &*lab.game, threads: 1, sample: None, done: &done };
        let records: usize = done.iter().map(|part: &Part| part.records).sum();
        assert_eq!(certificate.counted(&check), records);
        let mut now = Vec::new();
        let checked = certificate.check(&check, &stop, &mut |part| {
            now.push(part);
            stop.raise();
            Ok(())
        });
        done.extend(now);
        if let Some(checked) = checked.expect("it holds") {
            assert_eq!((checked, parts > 3), (whole, true));
            break;
        }
    }
    // What is no whole part of these records is checked again.
    let foreign = |part: &Part| Part { first: part.first + 1, nodes: 1 << 40, ..*part };
    let foreign: Vec<_> = done.iter().map(foreign).collect();
    let check = Check { game: &*lab.game, threads: 2, sample: None, done: &foreign };
    let checked = certificate.check(&check, &Stop::default(), &mut |_| Ok(())).expect("it holds");
    assert_eq!((certificate.counted(&check), checked), (0, Some(whole)));
}

fn unpacked(bytes: &[u8]) -> Vec<String> {
    let (mut rest, mut text) = (bytes, String::new());
    while let Some((block, after)) = certificate::block_of(rest) {
        (rest, text) = (after, text + &block);
    }
    text.lines().map(String::from).collect()
}

fn packed(lines: &[String]) -> Vec<u8> {
    certificate::blocks_of(lines)
}

#[test]
fn games_bring_their_positions_and_every_deviation() {
    let lab = Lab::new("connect4");
    let mut tree = lab.create("tree");
    let game = |moves: &str| {
        let mut at = lab.start();
        at.play_text(moves).expect("a game");
        at
    };
    let told = tree.import(&[game("4 4 3"), game("4 4 5"), game("1 2")], 20).expect("no panic");
    // Seven moves of each position that was played in, those that mirror each other once.
    assert_eq!((told.games, told.others), (3, 0));
    let at = game("4 4");
    assert_eq!(position(&tree, &at).moves.len(), 7);
    let (before, waiting) = (tree.len(), told.waiting);
    assert!(waiting > 10 && before == told.new_positions + 1, "{told:?}");
    assert_eq!(tree.import(&[game("4 4 3")], 20).expect("no panic").new_positions, 0);
    lab.grow(&mut tree, 1, BOOK, Until { nodes: Some(200 * waiting as u64), ..Until::default() });
    let searched = position(&tree, &game("1"));
    assert!(searched.known.score.is_some());
    let outside = tree.shown(&game("4 4 4 4 4"));
    assert!(matches!(outside, Err(TreeError::Outside { plies: 3 })), "{outside:?}");
}

#[test]
fn a_book_moves_where_it_knows_enough_and_the_engine_elsewhere() {
    let lab = Lab::new("connect4:6x5");
    let mut tree = lab.create("tree");
    lab.grow(&mut tree, 1, BOOK, positions(100));
    let best = position(&tree, tree.start()).pv[0].clone();
    drop(tree);
    let open = |taste| Book::open(&lab.path("tree"), &*lab.game, taste).expect("a book");
    let (book, at) = (open(Taste::default()), lab.start());
    let advice = book.advice(&at, 0).expect("no panic").expect("the root is known");
    assert_eq!(at.move_text(advice.mv).expect("legal"), best);
    let engine = lab.game.engine(&Config::single(TABLE), None).expect("an engine");
    let mut engine = book.before(engine);
    let mut nodes =
        |at: &Position, limits| engine.run(&Ask::new(at, &limits)).expect("a move").nodes;
    assert_eq!(nodes(&at, Limits::depth(3)), 0);
    assert!(nodes(&at, Limits { lines: 2, ..Limits::depth(3) }) > 0, "who asks for lines analyses");
    let mut far = at.clone();
    far.play_text("1 1 1 1 1 6 6").expect("a game");
    assert!(nodes(&far, Limits::depth(3)) > 0);
    // A stop that comes when the book has answered is not one of the next search.
    let one = engine.handle().for_one_search();
    assert_eq!(engine.run(&Ask::new(&at, &Limits::depth(3))).expect("a move").nodes, 0);
    one.stop();
    let next = engine.run(&Ask::new(&far, &Limits::depth(5))).expect("a move");
    assert_eq!((next.ended, next.lines[0].depth), (plyglot_search::Ended::Depth, 5));
    let demanding = open(Taste { effort: 1 << 40, ..Taste::default() });
    assert_eq!(demanding.advice(&at, 0).expect("no panic"), None);
    let varied = open(Taste { margin: 16_000, ..Taste::default() });
    let moves = (0..40).map(|game| varied.advice(&at, game).expect("no panic").expect("a move").mv);
    assert!(moves.collect::<std::collections::HashSet<_>>().len() > 2);
    let othello = builtin().open("othello").expect("a game");
    let other = Book::open(&lab.path("tree"), &*othello, Taste::default());
    assert!(matches!(other, Err(TreeError::Another { .. })));
}

#[test]
fn files_that_are_no_trees_are_refused_and_left_as_they_are() {
    let lab = Lab::new("tictactoe");
    let path = lab.path("file");
    assert!(matches!(open(&path), Err(TreeError::Missing { .. })));
    for bytes in [&b""[..], b"text", &[b'r'; 5000], b"redb\x1a\x0a\xa9\x0d\x0a"] {
        std::fs::write(&path, bytes).expect("the test can write");
        let refused = open(&path);
        let is_named =
            matches!(refused, Err(TreeError::Foreign { .. } | TreeError::Damaged { .. }));
        assert!(is_named, "{refused:?}");
        assert_eq!(std::fs::read(&path).expect("the file"), bytes);
        assert!(matches!(
            Tree::create(&path, &*lab.game, &lab.start()),
            Err(TreeError::Exists { .. })
        ));
    }
    let tree = lab.create("tree");
    assert!(matches!(lab.open("tree"), Err(TreeError::InUse { .. })));
    let header = tree.header().clone();
    let newer = Header { format: FORMAT + 1, ..header.clone() };
    drop(Store::create(&lab.path("newer"), &newer).expect("a file"));
    assert!(matches!(lab.open("newer"), Err(TreeError::Newer { format: 2, .. })));
    let unlike = Header { root: 1, ..header.clone() };
    drop(Store::create(&lab.path("unlike"), &unlike).expect("a file"));
    assert!(matches!(lab.open("unlike"), Err(TreeError::Unlike { .. })));
    drop(Store::create(&lab.path("empty"), &header).expect("a file"));
    assert!(matches!(lab.open("empty"), Err(TreeError::Damaged { .. })));
}

#[test]
fn a_damaged_tree_is_refused_or_whole_and_never_wrong() {
    let lab = Lab::new("tictactoe");
    let mut tree = lab.create("tree");
    lab.grow(&mut tree, 1, proof(5), Until::default());
    let records = |tree: &Tree| {
        let mut all: Vec<_> =
            tree.graph.nodes().iter().map(|node| (node.key, node.own, node.text.clone())).collect();
        all.sort_by_key(|(key, ..)| *key);
        all
    };
    let whole = records(&tree);
    drop(tree);
    let bytes = std::fs::read(lab.path("tree")).expect("the file");
    let mut refused = 0;
    for place in (0..bytes.len()).step_by(bytes.len() / 197) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x5a;
        std::fs::write(lab.path("damaged"), &damaged).expect("the test can write");
        match lab.open("damaged") {
            Ok(tree) => assert_eq!(records(&tree), whole, "byte {place}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0);
    for cut in [100, bytes.len() / 3, bytes.len() - 4096] {
        std::fs::write(lab.path("cut"), &bytes[..cut]).expect("the test can write");
        assert!(lab.open("cut").is_err(), "cut at {cut}");
    }
}
