//! Every command that keeps state, ended with `kill -9` at random moments and with each of its writes failing: what it
//! kept is continued to the same result, or refused with one line, and never lost or wrong.
//!
//! `PLYGLOT_KILLS` says how often each command is killed (3).

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::random::Random;
use crate::support::{Ran, command, plyglot};

fn kills() -> usize {
    env::var("PLYGLOT_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// A command that keeps what it has done in a journal, and gives the same result each time.
struct Kept {
    name: &'static str,
    arguments: String,
    /// What it writes at its end.
    written: Option<PathBuf>,
}

impl Kept {
    /// What it has written, if it has; taken away.
    fn taken(&self) -> Option<Vec<u8>> {
        let path = self.written.as_ref()?;
        let bytes = fs::read(path).ok()?;
        fs::remove_file(path).expect("it was there");
        Some(bytes)
    }
}

const TRAIN: &str = "train";

struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Files {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let all =
            fs::read_to_string("games/data/connect4/Test_L1_R1").expect("the repository has it");
        let moves: Vec<&str> =
            all.lines().filter_map(|line| line.split(' ').next()).take(60).collect();
        fs::write(folder.path().join("positions"), moves.join("\n")).expect("the test can write");
        // All edges of a small board, from several on: every position is solved.
        let edges = [
            "a1b1", "b2c2", "c3d3", "a1a2", "c1c2", "b1c1", "a3b3", "d2d3", "b1b2", "c2d2", "a2a3",
            "b3c3", "c1d1", "d1d2", "a2b2", "b2b3", "c2c3",
        ];
        let game = |first: usize| {
            let order = (0..edges.len()).map(|index| edges[(first + index) % edges.len()]);
            order.collect::<Vec<_>>().join(" ")
        };
        let games = [0, 5, 9, 14].map(game).join("\n");
        fs::write(folder.path().join("games"), games).expect("the test can write");
        Files { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All commands with a journal, at this path.
    fn commands(&self, journal: &Path) -> Vec<Kept> {
        let (positions, games) = (self.path("positions"), self.path("games"));
        let weights = self.path("weights");
        let (positions, games, journal) = (positions.display(), games.display(), journal.display());
        let file = format!("--journal {journal} --json");
        [
            ("solve", format!("solve connect4 --file {positions} --nodes 20000 --virtual-threads 1 --hash 1M {file}")),
            ("analyze", format!("analyze connect4 --file {positions} --depth 9 --virtual-threads 2 --hash 1M {file}")),
            ("shard", format!("analyze connect4 --file {positions} --depth 10 --virtual-threads 1 --hash 1M --shard 1/2 {file}")),
            ("review", format!("review dots-and-boxes:3x2 --file {games} --depth 20 --threads 1 --hash 1M {file}")),
            ("match", format!("match tictactoe:4,4,3 --a depth=5 --b depth=3 --games 30 --jobs 1 {file}")),
            (
                "bench scaling",
                format!("bench scaling --game tictactoe:4,4,3 --to-depth 6 --virtual --threads 2 --hash 64K --most 12 {file}"),
            ),
            (
                "bench ablation",
                format!("bench ablation kalah:4x3 --positions 4 --nodes 400 --match-nodes 50 --hash 1M --only hash-move,bounds --games 4 {file}"),
            ),
            (
                "tune",
                format!("tune breakthrough:5x5 --player nodes=200 --pairs 16 --confirm 8 --number history=0..1000 --number aspiration --jobs 2 {file}"),
            ),
            (
                TRAIN,
                format!("train othello --rounds 1 --games 16 --check 1 --output {} {file}", weights.display()),
            ),
        ]
        .into_iter()
        .map(|(name, arguments)| {
            let written = (name == TRAIN).then(|| weights.clone());
            Kept { name, arguments, written }
        })
        .collect()
    }
}

/// The objects without what differs from run to run.
fn results(text: &str) -> Vec<Value> {
    text.lines().map(|line| without_times(serde_json::from_str(line).expect("an object"))).collect()
}

fn without_times(value: Value) -> Value {
    // And the lines of moves, of which several may be equally good; the verdicts of an ablation follow from times.
    const TIMES: [&str; 16] = [
        "time_ms",
        "time",
        "verdict",
        "by",
        "nps",
        "origin",
        "seconds",
        "wall_seconds",
        "first_result",
        "hash_permill",
        "nodes",
        "pv",
        "depth",
        "best",
        "best_move",
        "win_in",
    ];
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| !TIMES.contains(&&**name));
            Value::Object(kept.map(|(name, value)| (name, without_times(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}

/// Runs a command until this says so, and kills it. True if it was killed on the way.
fn killed(arguments: &str, mut when: impl FnMut() -> bool) -> bool {
    let mut child =
        command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    while !when() {
        if child.try_wait().expect("it can be waited for").is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it is ours");
    child.wait().expect("it ends").code().is_none()
}

/// The whole lines of a journal; none where there is none.
fn whole_lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(String::from).collect()
}

#[test]
fn a_command_that_is_killed_again_and_again_comes_to_the_same_end() {
    let files = Files::new();
    let (whole, cut) = (files.path("whole.journal"), files.path("cut.journal"));
    let mut random = Random::new(0x6b69_6c6c);
    for (once, again) in files.commands(&whole).into_iter().zip(files.commands(&cut)) {
        let reference = plyglot(&once.arguments);
        assert!([0, 1].contains(&reference.code), "{}: {reference:?}", once.name);
        let written = once.taken();
        assert_eq!(written.is_some(), once.written.is_some(), "{}: {reference:?}", once.name);
        let total = whole_lines(&whole).len();
        assert!(total > 12, "{}: {total} records are too few: {reference:?}", once.name);
        let mut before: Vec<String> = Vec::new();
        let mut on_the_way = 0;
        for left in (1..=kills()).rev() {
            // Once this many records are there, from none to all; and a moment later.
            let share = (total - before.len()) / left;
            let records = before.len() + random.below(share as u64 + 1) as usize;
            let moment = Duration::from_micros(random.below(3000));
            on_the_way += usize::from(killed(&again.arguments, || {
                let there = whole_lines(&cut).len() >= records;
                if there {
                    thread::sleep(moment);
                }
                there
            }));
            let now = whole_lines(&cut);
            assert!(now.starts_with(&before), "{}: a record is lost", again.name);
            before = now;
            // Killed at its very end, it may have written all; a part of it never.
            let there = again.taken();
            assert!(there.is_none() || there == written, "{}: half a file", again.name);
        }
        eprintln!(
            "{}: killed {on_the_way} times, {} of {total} lines by then",
            again.name,
            before.len()
        );
        let ran = plyglot(&again.arguments);
        assert_eq!(ran.code, reference.code, "{}: {ran:?}", again.name);
        assert!(!ran.err.contains("not used"), "{}: {ran:?}", again.name);
        assert_eq!(results(&ran.out), results(&reference.out), "{}", again.name);
        assert_eq!(again.taken(), written, "{}: another file than without the ends", again.name);
        for path in [&whole, &cut] {
            fs::remove_file(path).expect("it was written");
        }
    }
}

#[test]
fn a_table_whose_writing_is_killed_is_the_old_one_or_the_new_one() {
    let files = Files::new();
    let table = files.path("table");
    let save = format!(
        "analyze othello --depth 7 --threads 1 --hash 16M --json --save {}",
        table.display()
    );
    let begin = Instant::now();
    plyglot(&save).fine();
    let took = begin.elapsed();
    let mut random = Random::new(7);
    for _ in 0..kills() {
        let (begin, after) =
            (Instant::now(), took.mul_f64(0.3 + random.below(800) as f64 / 1000.0));
        killed(&save, || begin.elapsed() >= after);
        let load =
            format!("analyze othello --depth 7 --threads 1 --hash 16M --load {}", table.display());
        let ran = plyglot(&load).fine();
        assert!(ran.err.contains("entries read from"), "{ran:?}");
    }
}

/// Runs the program where no file can be longer than this number of units of 512 bytes.
#[cfg(target_os = "linux")]
fn confined(arguments: &str, units: usize) -> Ran {
    // Ignored, the signal of the limit becomes an error of the write, as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {units}; exec \"$0\" {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
    command.output().expect("the system has sh").into()
}

/// The n-th write fails, for several n: one line, and nothing of what was written is lost.
#[cfg(target_os = "linux")]
#[test]
fn a_write_that_fails_is_one_line_and_the_same_command_goes_on() {
    let files = Files::new();
    let (whole, cut) = (files.path("whole.journal"), files.path("cut.journal"));
    for (once, again) in files.commands(&whole).into_iter().zip(files.commands(&cut)) {
        let reference = plyglot(&once.arguments);
        let written = once.taken();
        let mut before: Vec<String> = Vec::new();
        let mut failed = 0;
        // A journal that is longer than its limit can be continued no further: the limits rise.
        for units in [0, 1, 2, 3, 5, 8, 18] {
            let ran = confined(&again.arguments, units);
            if ran.code == 3 {
                failed += 1;
                let errors: Vec<&str> =
                    ran.err.lines().filter(|line| line.starts_with("error: ")).collect();
                assert_eq!(errors.len(), 1, "{}, {units}: {ran:?}", again.name);
                assert!(errors[0].contains("too large"), "{}, {units}: {ran:?}", again.name);
            } else {
                assert_eq!(ran.code, reference.code, "{}, {units}: {ran:?}", again.name);
            }
            let now = whole_lines(&cut);
            assert!(now.starts_with(&before), "{}, {units}: a record is lost", again.name);
            before = now;
            let there = again.taken();
            assert!(there.is_none() || there == written, "{}, {units}: half a file", again.name);
        }
        assert!(failed > 1, "{}: the limits are too high", again.name);
        let ran = plyglot(&again.arguments);
        assert!(!ran.err.contains("not used"), "{}: {ran:?}", again.name);
        assert_eq!(results(&ran.out), results(&reference.out), "{}", again.name);
        assert_eq!(again.taken(), written, "{}: another file than without the ends", again.name);
        for path in [&whole, &cut] {
            fs::remove_file(path).expect("it was written");
        }
    }
}

/// The least that is asked for first: a smaller allocation that is refused ends the process, as Rust has it.
#[cfg(target_os = "linux")]
const LARGE: u64 = 256 << 10;

/// With less and less memory: a result, or one line. Three ends are not ours: a program that cannot even be loaded, a
/// small allocation that is refused, and a thread that gets no stack for its signals, which ends the process before it
/// has come to our code.
#[cfg(target_os = "linux")]
#[test]
fn a_search_without_memory_says_so() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("positions");
    fs::write(&path, "7422341735647741166133573473242566\n".repeat(50))
        .expect("the test can write");
    for arguments in [
        "solve tictactoe --threads 2 --hash 64M".into(),
        "analyze othello --threads 64 --depth 4 --hash 16M".into(),
        "analyze connect4 --threads 16 --depth 4 --hash 16M".into(),
        "analyze draughts --threads 4 --depth 4 --hash 16M".into(),
        format!("solve connect4 --file {} --threads 2 --hash 64M", path.display()),
    ] {
        let mut codes = Vec::new();
        for megabytes in (20..=300).step_by(10).chain([400, 600, 800, 1200, 1600, 3200, 6400]) {
            let script = format!("ulimit -v {}; exec \"$0\" {arguments}", megabytes * 1024);
            let mut command = Command::new("sh");
            command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
            let ran = Ran::from(command.output().expect("the system has sh"));
            let errors: Vec<&str> =
                ran.err.lines().filter(|line| line.starts_with("error: ")).collect();
            match ran.code {
                0 => assert!(!ran.out.is_empty() && errors.is_empty(), "{ran:?}"),
                3 => assert!(errors.len() == 1 && errors[0].contains("refused"), "{ran:?}"),
                // The rest of a file: what was found is printed, and each line that got no memory is named.
                1 if arguments.contains("--file") => {
                    let refused = errors.iter().all(|line| line.contains("refused"));
                    assert!(!errors.is_empty() && refused && !ran.out.is_empty(), "{ran:?}");
                }
                _ if ran.err.contains("memory allocation of ") => {
                    let mut words = ran.err.split("memory allocation of ").skip(1);
                    let bytes = words.next().and_then(|rest| rest.split(' ').next()?.parse().ok());
                    assert!(bytes < Some(LARGE), "{arguments}, {megabytes} MiB: {ran:?}");
                }
                _ if ran.err.contains("failed to initiate panic") => {}
                _ => assert!(ran.out.is_empty() && megabytes < 100, "{megabytes} MiB: {ran:?}"),
            }
            codes.push(ran.code);
        }
        assert!(codes.contains(&0) && codes.contains(&3), "{arguments}: {codes:?}");
    }
}

/// The stack of the process is what the shell grants; a command has one of its own.
#[cfg(target_os = "linux")]
#[test]
fn a_small_stack_of_the_process_is_enough_for_every_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("positions");
    fs::write(&path, "7422341735647741166133573473242566\n").expect("the test can write");
    let file = path.display();
    for arguments in [
        "",
        "--help",
        "games",
        "games othello",
        "analyze othello --depth 6 --threads 2",
        &format!("solve connect4 --file {file}"),
        "review connect4 --moves 4453 --depth 4",
        "play tictactoe --side none --time 10ms",
        "match tictactoe --a depth=1 --b depth=2 --games 2",
        "perft othello --depth 4",
        "trace tictactoe --depth 2",
        "ugi othello",
        "nboard",
        "serve --threads 1",
        "bench family --branching 2 --depths 2 --trees-per-cell 1",
        "completions bash",
    ] {
        let script = format!("ulimit -s 64; exec \"$0\" {arguments}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]).stdin(Stdio::null());
        let ran = Ran::from(command.output().expect("the system has sh"));
        assert_eq!(ran.code, 0, "{arguments}: {ran:?}");
    }
}

/// A reader that never reads: two signals end the program, and one that goes ends it quietly.
#[cfg(unix)]
#[test]
fn a_reader_that_never_reads_holds_no_program_up() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("positions");
    fs::write(&path, "7422341735647741166133573473242566\n".repeat(5000))
        .expect("the test can write");
    let run = || {
        let mut command =
            command(&format!("solve connect4 --file {} --json --threads 2", path.display()));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let full = |child: &std::process::Child| {
        // Blocked in a write: its processor time does not grow any more.
        let stat = || fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        // Nor does it for a while where others have the processors.
        let (mut last, mut same) = (String::new(), 0);
        for _ in 0..400 {
            thread::sleep(Duration::from_millis(50));
            let now = stat();
            same = if !now.is_empty() && now == last { same + 1 } else { 0 };
            if same == 10 {
                return;
            }
            last = now;
        }
    };
    let mut child = run();
    full(&child);
    for _ in 0..2 {
        let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(status.expect("the system has kill").success());
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut child = run();
    full(&child);
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("it was piped").read_to_string(&mut err).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{err}");
    assert!(!err.contains("error"), "{err}");
}
