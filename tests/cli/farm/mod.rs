//! `farm`: positions searched by workers of HyperQueue. Each is answered once, whatever ends on the way.
//!
//! HyperQueue is `hq` in PATH, or its package of the Python that comes first in PATH (`pip install hyperqueue`); where
//! neither is there, what needs it is not tested, and that is said.

#[cfg(target_os = "linux")]
mod killed;
mod refused;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Ran, command, plyglot, write_program};

/// After this time a farm hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// Connect Four near the end: 120 positions with their answers.
fn positions(folder: &Path) -> PathBuf {
    let all = fs::read_to_string("games/data/connect4/Test_L3_R1").expect("the repository has it");
    let some: String = all.lines().take(120).map(|line| format!("{line}\n")).collect();
    let path = folder.join("positions");
    fs::write(&path, some).expect("the test can write");
    path
}

/// What there is of HyperQueue: the name, or nothing.
pub(crate) fn hyperqueue(test: &str) -> Option<&'static str> {
    let runs = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if runs("hq", &["--version"]) {
        return Some("hq");
    }
    if runs("python3", &["-c", "import hyperqueue"]) {
        return Some("python");
    }
    eprintln!("!! NO HYPERQUEUE (pip install hyperqueue): {test} is NOT TESTED");
    None
}

/// A program that takes its time before it is plyglot: there is time to end it.
fn slow(folder: &Path, more: &str) -> PathBuf {
    let path = folder.join("slow.sh");
    let program = env!("CARGO_BIN_EXE_plyglot");
    write_program(&path, &format!("#!/bin/sh\nsleep 0.4\nexec {program} \"$@\" {more}\n"));
    path
}

fn farm(file: &Path, workdir: &Path, more: &str) -> Command {
    command(&format!(
        "farm connect4 --file {} --workdir {} --workers 4 --tasks 16 --hash 1M --json {more}",
        file.display(),
        workdir.display()
    ))
}

fn run(mut command: Command) -> Ran {
    command.output().expect("the program runs").into()
}

/// Each position with its value, in the order of the file.
fn values(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str::<Value>(line).expect("an object");
    let of = |object: Value| {
        ["type", "source_line", "position", "score"]
            .iter()
            .map(|name| object[name].clone())
            .collect()
    };
    text.lines().map(parse).map(of).collect()
}

#[track_caller]
fn check_answers(file: &Path, workdir: &Path) {
    let one = plyglot(&format!("solve connect4 --file {} --json", file.display())).fine();
    let farmed = fs::read_to_string(workdir.join("results.jsonl")).expect("it was gathered");
    assert_eq!(values(&farmed), values(&one.out));
}

/// Waits until a file of the folder satisfies this, and gives its text.
fn until(child: &mut Child, what: &str, mut there: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !there() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        assert!(
            child.try_wait().expect("it can be waited for").is_none(),
            "it ended before {what}"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

fn ended(child: Child) -> Ran {
    child.wait_with_output().expect("it ends").into()
}

#[cfg(unix)]
fn signal(process: &str, name: &str) {
    let status = Command::new("kill").args([name, process]).status();
    assert!(status.expect("the system has kill").success(), "{process}");
}

/// Ends a process by `kill -9`; false if it is not there any more.
#[cfg(target_os = "linux")]
pub(crate) fn is_killed(process: &str) -> bool {
    let mut command = Command::new("kill");
    command.args(["-9", process]).stderr(Stdio::null());
    command.status().expect("the system has kill").success()
}

/// The processes whose command line has this in it, by /proc.
#[cfg(target_os = "linux")]
pub(crate) fn processes(with: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("Linux has it").flatten();
    let is_one = |path: &Path| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").contains(with)
    };
    let ours = all.map(|entry| entry.path()).filter(|path| is_one(path));
    let names = ours.filter_map(|path| path.file_name()?.to_str().map(String::from));
    names.filter(|name| name.parse::<u32>().is_ok()).collect()
}

#[test]
fn without_hyperqueue_the_job_is_written_and_its_tasks_run_by_hand() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let without = |more: &str| {
        let mut command = farm(&file, &workdir, more);
        run({
            command.env("PATH", folder.path());
            command
        })
    };
    let ran = without("");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("hq job submit-file") && ran.err.contains("job-1.toml"), "{ran:?}");
    assert!(without("--local").err.contains("pip install hyperqueue"));
    assert_eq!(without("--local").code, 2);
    // Its tasks, as HyperQueue would run them.
    let job = fs::read_to_string(workdir.join("job-1.toml")).expect("it was written");
    let mut tasks = 0;
    for task in job.split("[[task]]\n").skip(1) {
        let field = |name: &str| {
            let line = task.lines().find_map(|line| line.strip_prefix(name)).expect("a field");
            serde_json::from_str::<Value>(line).expect("a text, or a list of them")
        };
        let words = field("command = ");
        let words: Vec<&str> =
            words.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let output = Command::new(words[0]).args(&words[1..]).output().expect("it runs");
        let path = field("stdout = ").as_str().expect("a path").replace("%{INSTANCE_ID}", "0");
        fs::write(path, output.stdout).expect("the test can write");
        tasks += 1;
    }
    assert_eq!(tasks, 16);
    let ran = without("").fine();
    let summary = &ran.json()[0];
    assert_eq!((&summary["type"], &summary["answered"]), (&"farm".into(), &120.into()));
    check_answers(&file, &workdir);
}

#[test]
fn a_farm_answers_every_position_and_goes_on_where_it_was() {
    let Some(_) = hyperqueue("a farm") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let ran = run(farm(&file, &workdir, "--local")).fine();
    let summary = &ran.json()[0];
    for (field, value) in [("answered", 120), ("right", 120), ("shards", 16), ("read", 16)] {
        assert_eq!(summary[field], value, "{ran:?}");
    }
    check_answers(&file, &workdir);
    // All is done: nothing is started.
    let again = run(farm(&file, &workdir, "--local")).fine();
    assert!(again.err.contains("of which 16 are done"), "{again:?}");
    // One lost result is searched again, the others are not.
    let lost = fs::read_dir(workdir.join("results")).expect("there are some").flatten().next();
    fs::remove_file(lost.expect("there is one").path()).expect("it can be removed");
    let ran = run(farm(&file, &workdir, "--local")).fine();
    assert!(ran.err.contains("of which 15 are done"), "{ran:?}");
    check_answers(&file, &workdir);
}

#[cfg(target_os = "linux")]
#[test]
fn positions_are_answered_once_when_workers_are_killed() {
    let Some(how) = hyperqueue("a farm with killed workers") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let program = slow(folder.path(), "");
    let mut command = farm(&file, &workdir, &format!("--local --program {}", program.display()));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let results = workdir.join("results");
    let begun = || fs::read_dir(&results).is_ok_and(|files| files.flatten().count() >= 5);
    until(&mut child, "five tasks have begun", begun);
    // With the package the workers are threads; then their tasks are killed. One may end meanwhile.
    let victims = match how {
        "hq" => format!("{} worker start", workdir.join("hq").display()),
        _ => format!("{} --threads", file.display()),
    };
    let mut killed = Vec::new();
    until(&mut child, "two are killed", || {
        let alive = processes(&victims).into_iter().find(|process| !killed.contains(process));
        killed.extend(alive.filter(|process| is_killed(process)));
        killed.len() >= 2
    });
    let ran = ended(child).fine();
    let summary = &ran.json()[0];
    assert_eq!((&summary["answered"], &summary["right"]), (&120.into(), &120.into()), "{ran:?}");
    assert_eq!(summary["twice"], Value::Array(Vec::new()), "{ran:?}");
    let told = ["it is started again", "failed: "];
    assert!(told.iter().any(|words| ran.err.contains(words)), "{ran:?}");
    check_answers(&file, &workdir);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_cluster_and_the_same_command_goes_on() {
    let Some(_) = hyperqueue("a farm that is interrupted") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let slow = format!("--local --program {}", slow(folder.path(), "").display());
    let mut command = farm(&file, &workdir, &slow);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let results = workdir.join("results");
    let whole = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.lines().count() > 2);
    let done = || {
        fs::read_dir(&results).is_ok_and(|files| files.flatten().any(|file| whole(&file.path())))
    };
    until(&mut child, "a task is done", done);
    // A second farm in the same folder is refused meanwhile.
    let second = run(farm(&file, &workdir, "--local"));
    assert!(second.code == 2 && second.err.contains("another farm is working"), "{second:?}");
    signal(&child.id().to_string(), "-INT");
    let ran = ended(child);
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.err.contains("the same command continues"), "{ran:?}");
    let begin = Instant::now();
    while !processes(&workdir.display().to_string()).is_empty() {
        assert!(begin.elapsed() < PATIENCE, "{:?}", processes(&workdir.display().to_string()));
        thread::sleep(Duration::from_millis(20));
    }
    let ran = run(farm(&file, &workdir, "--local")).fine();
    assert!(ran.err.contains(" are done"), "{ran:?}");
    check_answers(&file, &workdir);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_same_command_goes_on_where_there_is_room() {
    let Some(_) = hyperqueue("a farm on a full disk") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    // No file of a task can have more than a few lines: a limit stands for the full disk.
    let path = folder.path().join("full.sh");
    let program = env!("CARGO_BIN_EXE_plyglot");
    let text = format!("#!/bin/sh\ntrap '' XFSZ\nulimit -f 4\nexec {program} \"$@\"\n");
    fs::write(&path, text).expect("the test can write");
    let executable = Command::new("chmod").arg("+x").arg(&path).status();
    assert!(executable.expect("the system has chmod").success());
    let ran = run(farm(&file, &workdir, &format!("--local --program {}", path.display())));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("file too large"), "{ran:?}");
    run(farm(&file, &workdir, "--local")).fine();
    check_answers(&file, &workdir);
}

#[test]
fn what_cannot_be_farmed_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let (file, work) = (file.display(), workdir.display());
    for (arguments, words) in [
        (format!("connect4 --file {file}"), "--workdir"),
        (format!("connect4 --workdir {work}"), "--file"),
        (format!("connect4 --file - --workdir {work}"), "standard input"),
        (format!("connect4 --file /nonexistent --workdir {work}"), "/nonexistent"),
        (format!("conect4 --file {file} --workdir {work}"), "connect4"),
        (format!("connect4 --file {file} --workdir {work} --workers 0"), "--workers"),
        (format!("connect4 --file {file} --workdir {work} --tasks 0"), "--tasks"),
        (
            format!("connect4 --file {file} --workdir {work} --local --hq /nonexistent/hq"),
            "not a file",
        ),
    ] {
        let ran = plyglot(&format!("farm {arguments}"));
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(
            ran.err.lines().last().is_some_and(|line| line.contains(words)),
            "no {words} in {ran:?}"
        );
    }
    let busy = folder.path().display();
    let ran = plyglot(&format!("farm connect4 --file {file} --workdir {busy}"));
    ran.fails(2, &["not empty", "left as it is"]);
    // The folder of another farm.
    let ran = plyglot(&format!(
        "farm connect4 --file {file} --workdir {work} --depth 5 --hq /nonexistent/hq"
    ));
    ran.fails(2, &["another farm", "command", "solve"]);
}
