//! `tree`: a file of positions that grows, is proven, shown and certified; killed, damaged and foreign ones.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Ran, command, fed, plyglot};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `tree` with the names of files in braces.
    fn tree(&self, arguments: &str) -> Ran {
        plyglot(&self.filled(arguments))
    }

    fn filled(&self, arguments: &str) -> String {
        let folder = self.0.path().display().to_string();
        format!("tree {}", arguments.replace('{', &format!("{folder}/")).replace('}', ""))
    }
}

fn last(ran: &Ran) -> Value {
    ran.json().pop().expect("an object")
}

/// What a tree knows, without what differs from run to run.
fn shown(folder: &Folder, file: &str) -> Value {
    last(&folder.tree(&format!("show {{{file}}} --json")).fine())
}

#[test]
fn a_value_is_proven_certified_and_checked() {
    let folder = Folder::new();
    let proven = folder.tree("prove {tree} --game connect4:5x4 --budget 300 -j 2 --hash 1M").fine();
    assert!(proven.out.starts_with("proven: draw\n"), "{proven:?}");
    folder.tree("prove {tree} --target win -j 1 --hash 1M").says("refuted: draw");
    assert_eq!(folder.tree("prove {tree} --target win -j 1 --hash 1M").code, 1);
    let show = folder.tree("show {tree}").fine();
    assert!(show.out.contains("X to move: draw, proven"), "{show:?}");
    let written = folder.tree("certificate {tree} {cert} --leaf 2000 --json -j 2 --hash 1M").fine();
    let written = last(&written);
    assert_eq!(
        (&written["type"], &written["proven_between"]["text"]),
        (&"certificate".into(), &"draw".into())
    );
    let checked = last(&folder.tree("check {cert} --json").fine());
    assert_eq!((&checked["type"], &checked["checked"]), (&"checked".into(), &written["records"]));
    assert_eq!((&checked["nodes"], &checked["wrong_at_most"]), (&written["nodes"], &Value::Null));
    folder.tree("check {cert} --sample 10").fine().says("with 99 % confidence at most");
    by_python(&folder);
}

#[test]
fn a_check_is_continued_by_its_journal() {
    let folder = Folder::new();
    folder.tree("prove {tree} --game connect4:4x4 --budget 20 -j 1 --hash 1M").fine();
    folder.tree("certificate {tree} {cert} --leaf 4 -j 1 --hash 1M").fine();
    let check = "check {cert} --json --journal {journal}";
    let whole = last(&folder.tree(check).fine());
    let journal = folder.path("journal");
    let text = fs::read_to_string(&journal).expect("it was written");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 4, "{text}");
    // As a run leaves it that is killed while it writes.
    fs::write(&journal, format!("{}\n{}\n{{\"first\":", lines[0], lines[1])).expect("it can");
    let ran = folder.tree(check).fine();
    assert!(ran.err.contains("64 records taken from "), "{ran:?}");
    let again = last(&ran);
    for name in ["checked", "nodes", "wrong_at_most"] {
        assert_eq!(again[name], whole[name], "{name}");
    }
    let whole = fs::read(&journal).expect("it is there");
    let ran = folder.tree("check {cert} --sample 9 --journal {journal}");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("is the journal of another run: its sample is "), "{ran:?}");
    assert_eq!(fs::read(&journal).expect("it is there"), whole);
}

/// The second checker, in another language, where that is installed.
fn by_python(folder: &Folder) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/certificate/connect4.py");
    let python = |file: &Path| Command::new("python3").arg(script).arg(file).output();
    let Ok(ran) = python(&folder.path("cert")) else {
        return eprintln!("NOT TESTED: python3 is missing");
    };
    Ran::from(ran).fine().says("it holds");
    let bytes = fs::read(folder.path("cert")).expect("the certificate");
    let cut = folder.path("cut");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("the test can write");
    Ran::from(python(&cut).expect("it runs")).fails(1, &["cut"]);
    // A changed bound, packed again.
    let change = "import gzip,json,sys\n\
        lines = [json.loads(line) for line in gzip.open(sys.argv[1], 'rt')]\n\
        lines[5][2] += 1 if lines[5][1] == '>=' else -1\n\
        lines[5][2] *= 1000\n\
        gzip.open(sys.argv[2], 'wt').write('\\n'.join(map(json.dumps, lines)))";
    let changed = folder.path("changed");
    let mut ran = Command::new("python3");
    ran.args(["-c", change]).arg(folder.path("cert")).arg(&changed);
    Ran::from(ran.output().expect("it runs")).fine();
    Ran::from(python(&changed).expect("it runs")).fails(1, &["line 6"]);
    // Other programs' gzip has no blocks.
    folder.tree("check {changed}").fails(2, &["not a certificate"]);
}

#[test]
fn a_book_of_the_first_plies_ends_by_itself_and_is_written_as_a_game() {
    let folder = Folder::new();
    let grow = "grow connect4:5x4 {tree} --plies 3 --exact --effort 100000 -j 1 --hash 1M";
    let grown = folder.tree(grow).fine();
    assert!(
        grown.err.contains("a book of 3 plies, 100,000 nodes to solve a position"),
        "{grown:?}"
    );
    grown.says("nothing is left to search");
    let again = last(&folder.tree(&format!("{grow} --json")).fine());
    assert_eq!((&again["ended"], &again["searches"]), (&"exhausted".into(), &0.into()));
    assert_eq!(shown(&folder, "tree")["proven"], again["positions"]);
    let told = folder.tree("export {tree} --variations").fine().out;
    assert!(told.starts_with("1. ") && told.ends_with(" *\n"), "{told}");
    folder.tree("export {tree} --variations -o {game}").fine();
    let game = folder.path("game");
    assert_eq!(fs::read_to_string(&game).expect("it was written"), told);
    let review = format!("review connect4:5x4 --file {} --nodes 100", game.display());
    plyglot(&review).fine();
    folder.tree("export {tree} --variations --json").fails(2, &["--variations", "--json"]);
    folder.tree("grow connect4:5x4 {tree} --plies 0").fails(2, &["--plies"]);
}

#[test]
fn a_book_grows_and_is_walked_exported_and_played_from() {
    let folder = Folder::new();
    let grow = "grow connect4:6x5 {tree} --effort 300 -j 1 --hash 1M";
    let grown = last(&folder.tree(&format!("{grow} --positions 60 --json")).fine());
    assert_eq!((&grown["type"], &grown["ended"]), (&"tree_grown".into(), &"limit".into()));
    let positions = grown["positions"].as_u64().expect("a number");
    assert!(positions > 60, "{grown}");
    let games = folder.path("games");
    fs::write(&games, "3 3 3\nzz\n").expect("the test can write");
    let imported = folder.tree("import {tree} {games}");
    assert_eq!(imported.code, 1, "{imported:?}");
    assert!(imported.err.contains("games:2:") && imported.out.contains("1 game: "), "{imported:?}");
    folder.tree(&format!("{grow} --nodes 5000")).fine();
    let told = shown(&folder, "tree");
    let place = &told["thin_places"][0]["played"];
    let count = told["thin"].as_u64().expect("a number");
    let thin = folder.tree("show {tree}").fine().out;
    let told = match count {
        0 => "no thin places".into(),
        _ => place
            .as_array()
            .expect("moves")
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" "),
    };
    assert!(thin.contains(&told) && thin.contains("effort"), "{told}: {thin}");
    let walk = folder.tree("show {tree} --moves 33").fine();
    assert!(walk.out.contains("after 3 3") && walk.out.contains("best line"), "{walk:?}");
    folder.tree("show {tree} --moves 6666").fails(2, &["not in the tree"]);
    let lines = folder.tree("export {tree} --json").fine().json();
    let count = shown(&folder, "tree")["positions"].as_u64().expect("a number");
    assert_eq!(lines.len() as u64, count);
    assert!(lines.iter().all(|line| line["type"] == "tree_position"));
    folder.tree("export {tree} --output {out}").fine();
    let out = fs::read_to_string(folder.path("out")).expect("it was written");
    assert_eq!(out.lines().count() as u64, count);
    let best = shown(&folder, "tree")["at"]["pv"][0].as_str().expect("a move").to_string();
    let tree = folder.path("tree").display().to_string();
    let ugi = command(&format!("ugi connect4:6x5 --book {tree} --hash 1M"));
    let said = fed(ugi, "ugi\ngo depth 2\nisready\nquit\n").fine();
    assert!(said.out.contains(&format!("bestmove {best}")), "{said:?}");
    let play = command(&format!("play connect4:6x5 --side second --book {tree} --hash 1M"));
    let played = fed(play, "quit\n").fine();
    assert!(played.out.contains(&format!("X plays {best} ")), "{played:?}");
    let players = format!("--a depth=1,book={tree} --b depth=1 --games 2 --json");
    plyglot(&format!("match connect4:6x5 {players}")).fine();
    let foreign = format!("match kalah --a depth=1,book={tree} --b depth=1 --games 2");
    plyglot(&foreign).fails(2, &["connect4:6x5", "kalah"]);
}

#[test]
fn an_engine_of_othello_plays_from_a_book() {
    let folder = Folder::new();
    folder.tree("grow othello {tree} --positions 30 --effort 200 -j 1 --hash 1M").fine();
    let tree = folder.path("tree").display().to_string();
    let best = shown(&folder, "tree")["at"]["pv"][0].as_str().expect("a move").to_uppercase();
    let speaks = command(&format!("nboard --book {tree} -j 1 --hash 1M"));
    let said = fed(speaks, "nboard 2\nset depth 3\ngo\nping 1\nquit\n").fine();
    assert!(said.out.to_uppercase().contains(&format!("=== {best}")), "{best}: {said:?}");
    assert!(said.out.contains("nodestats 0 "), "{said:?}");
}

#[test]
fn what_a_run_is_going_to_take_is_told_before() {
    let folder = Folder::new();
    let said = |arguments: &str| folder.tree(arguments).err;
    let told = said("grow connect4 {a} --nodes 5000 --effort 100 -j 1 --hash 1M --time 5m");
    assert!(told.contains("at most 5 min 00 s, 50 more take about 1 MiB of memory"), "{told}");
    let (told, size) = (said("grow connect4 {b} --positions 9000 --effort 1 -j 1 --hash 1M"), "b");
    assert!(told.contains("9,000 more take about 6 MiB of memory"), "{told}");
    assert!(told.contains("and 4 MiB in the file"), "{told}");
    let length = fs::metadata(folder.path(size)).expect("the file").len();
    assert!((1 << 20..5 << 20).contains(&length), "{length}");
    let told = said("prove {c} --game connect4:4x4 -j 1 --hash 1M");
    assert!(told.contains("each 100,000 positions take about 58 MiB of memory"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_tree_that_is_killed_has_all_that_it_has_told_of_and_goes_on() {
    let folder = Folder::new();
    for round in 1..=3 {
        let grow = folder.filled("grow kalah {tree} --effort 300 -j 2 --hash 1M --json");
        let mut child = command(&grow).stdout(Stdio::piped()).spawn().expect("the program runs");
        let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
        let mut told = Value::Null;
        for _ in 0..2 * round {
            let line = lines.next().expect("it goes on").expect("text");
            told = serde_json::from_str(&line).expect("an object");
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let (there, told) = (&shown(&folder, "tree")["positions"], &told["positions"]);
        assert!(there.as_u64() >= told.as_u64(), "{there} of {told}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_in_order_and_the_same_command_continues() {
    let folder = Folder::new();
    let grow = "grow kalah {tree} --effort 300 -j 2 --hash 1M --json --positions";
    let mut command = command(&folder.filled(&format!("{grow} 99999999")));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
    lines.next().expect("it goes on").expect("text");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("the system has kill").success());
    let told: Value = lines
        .map(|line| serde_json::from_str(&line.expect("text")).expect("an object"))
        .last()
        .expect("an end");
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!((ran.code, &told["ended"]), (130, &"stopped".into()), "{ran:?}");
    assert!(ran.err.contains("the same command continues"), "{ran:?}");
    assert_eq!(shown(&folder, "tree")["positions"], told["positions"]);
    folder.tree(&format!("{grow} 10")).fine();
}

#[test]
fn what_is_no_tree_or_another_is_refused_by_name() {
    let folder = Folder::new();
    folder.tree("show {none}").fails(2, &["none", "tree grow"]);
    folder.tree("prove {none}").fails(2, &["none"]);
    fs::write(folder.path("text"), "a text").expect("the test can write");
    for command in ["show {text}", "grow kalah {text}", "export {text}", "certificate {text} {out}"]
    {
        folder.tree(command).fails(2, &["text is not a tree of plyglot"]);
    }
    assert_eq!(fs::read(folder.path("text")).expect("the file"), b"a text");
    folder.tree("check {text}").fails(2, &["text", "not a certificate"]);
    folder.tree("check {none}").fails(2, &["none", "no such file"]);
    folder.tree("grow tictactoe {tree} --positions 5 --effort 50 -j 1").fine();
    folder.tree("grow kalah {tree} --positions 5").fails(2, &["tree of tictactoe", "not of kalah"]);
    folder.tree("grow tictactoe {tree} --moves b2").fails(2, &["tree of", ".x."]);
    folder.tree("prove {tree} --target +3").fails(2, &["+3", "tictactoe", "win, draw or loss"]);
    folder.tree("certificate {tree} {out} --target win").fails(2, &["tree prove"]);
    assert!(!folder.path("out").exists());
    folder.tree("prove {chess} --game chess").fails(2, &["positions can come back"]);
    folder.tree("grow tictactoe {over} --moves a1a2b1b2c1").fails(2, &["the game is over"]);
    folder.tree("grow tictactoe {no/such/folder}").fails(2, &["no such file"]);
    folder.tree("import {tree} {none}").fails(2, &["none"]);
    folder.tree("").fails(2, &["subcommand"]);
}

#[test]
fn without_a_proof_the_exit_code_says_so() {
    let folder = Folder::new();
    let prove = "prove {tree} --game othello:6 --nodes 2000 --budget 500 -j 1 --hash 1M";
    let ran = folder.tree(prove);
    assert_eq!((ran.code, ran.out.starts_with("not proven")), (1, true), "{ran:?}");
}
