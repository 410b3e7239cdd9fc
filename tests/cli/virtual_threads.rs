//! `--virtual-threads`: a parallel search that prints the same every time.

use crate::support::{Ran, command, fed, plyglot};

/// The program's output, after it was found to be the same twice.
#[track_caller]
fn repeated(run: impl Fn() -> Ran) -> Ran {
    let (first, again) = (run().fine(), run().fine());
    assert_eq!(first.out, again.out);
    first
}

#[test]
fn two_runs_print_the_same_bytes() {
    for arguments in [
        "analyze othello --depth 9 --virtual-threads 16",
        "analyze connect4 --nodes 30000 --virtual-threads 3 --turn 7",
        "analyze kalah --depth 9 --lines 3 --virtual-threads 4",
        "solve connect4:5x5 --virtual-threads 64 --turn 50",
        "solve kalah:3,3 --virtual-threads 8 --hash 64K",
        "analyze othello --depth 9 --virtual-threads 16 --json",
        "solve connect4:5x5 --virtual-threads 64 --json",
    ] {
        let ran = repeated(|| plyglot(arguments));
        assert!(ran.err.is_empty(), "{ran:?}");
    }
}

#[test]
fn threads_and_times_are_called_virtual() {
    let ran = plyglot("solve connect4:5x5 --virtual-threads 16").fine();
    let ran = ran.says("; 16 virtual threads in turns of 10 nodes, table of");
    let ran = ran.says("nodes/s  virtual table").says(" nodes in virtual ");
    assert!(!ran.out.contains("    time "), "{ran:?}");
    let ran = plyglot("analyze othello --depth 3 --virtual-threads 1 --turn 1").fine();
    ran.says("; 1 virtual thread in turns of 1 node, table of");
    let real = plyglot("analyze othello --depth 3 --threads 2").fine();
    assert!(!real.out.contains("virtual"), "{real:?}");
}

#[test]
fn json_has_the_threads_and_their_turns() {
    let ran = plyglot("solve connect4:5x5 --virtual-threads 16 --turn 30 --json").fine();
    for object in ran.json() {
        for (field, value) in [("virtual_threads", 16), ("threads", 16), ("turn", 30)] {
            assert_eq!(object[field], value, "{object}");
        }
    }
    let alone = plyglot("solve connect4:5x5 --virtual-threads 1 --json").fine().json();
    let result = alone.last().expect("a result");
    let nodes = result["nodes"].as_f64().expect("a number");
    assert_eq!(result["time_ms"].as_f64(), Some(nodes / 1e3), "a microsecond a node");
    let real = plyglot("solve connect4:5x5 --threads 2 --json").fine().json().pop();
    let real = real.expect("a result");
    assert!(real.get("virtual_threads").is_none() && real.get("turn").is_none(), "{real}");
}

#[test]
fn a_file_gives_the_same_however_it_is_spread() {
    let file = "44444\n4444\n# a comment\n123123\n4455\n1212\n3344\n".repeat(3);
    for options in ["--depth 12", "--depth 12 --json"] {
        let run = |spread: &str| {
            let arguments = format!("--virtual-threads 5 {options} --spread {spread}");
            let arguments = format!("analyze connect4 --hash 4M --file - {arguments}");
            repeated(|| fed(command(&arguments), &file))
        };
        let one_by_one = run("threads");
        assert_eq!(one_by_one.out, run("positions").out);
        assert_eq!(one_by_one.out, run("auto").out);
        assert!(one_by_one.err.contains("one at a time with 5 virtual threads"), "{one_by_one:?}");
    }
}

#[test]
fn a_position_of_a_file_gives_what_it_gives_alone() {
    let options = "--depth 12 --virtual-threads 5 --json";
    let file = fed(command(&format!("analyze connect4 --file - {options}")), "44444\n123123\n");
    for result in file.fine().json() {
        let position = result["position"].as_str().expect("a text");
        let alone = plyglot(&format!("analyze connect4 --position {position} {options}")).fine();
        let alone = alone.json().pop().expect("a result");
        for field in ["nodes", "time_ms", "score", "depth", "hash_permill"] {
            assert_eq!(alone[field], result[field], "{field}");
        }
    }
}

/// A thousand stacks of 8 MiB, and address space for a hundred and what the workers remember.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_for_the_stacks_is_one_line() {
    use std::process::{Command, Stdio};
    let searches = ["solve connect4:5x5", "analyze othello --depth 9 --scheme young-brothers"];
    for search in searches {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 1500000; exec \"$@\"", "sh"]);
        shell.arg(env!("CARGO_BIN_EXE_plyglot")).args(search.split(' '));
        shell.args(["--virtual-threads", "1000", "--hash", "1M"]).stdin(Stdio::null());
        let ran: Ran = shell.output().expect("a shell runs").into();
        ran.fails(3, &["stack", "worker", "memory"]);
    }
}

#[test]
fn options_without_meaning_for_virtual_threads_are_refused_by_name() {
    let refused = |options: &str, words: &[&str]| {
        plyglot(&format!("analyze othello {options}")).fails(2, words);
    };
    refused("--virtual-threads 4 --threads 2", &["--virtual-threads", "--threads"]);
    refused("--virtual-threads 4 --time 1s", &["--virtual-threads", "--time"]);
    refused("--turn 10", &["--virtual-threads"]);
    refused("--virtual-threads 4 --turn 0", &["--turn", "at least 1"]);
    refused("--virtual-threads 4 --turn=-1", &["--turn"]);
    refused("--virtual-threads 0", &["--virtual-threads", "1 to 1024"]);
    refused("--virtual-threads 1025", &["--virtual-threads", "1 to 1024"]);
    plyglot("play othello --virtual-threads 4").fails(2, &["--virtual-threads"]);
}
