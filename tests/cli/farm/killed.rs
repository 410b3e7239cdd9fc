//! A farm that is killed leaves no server, no worker and no task behind.

use super::*;

/// A stand-in for `hq`: a server and workers that run until they are ended, and a job that does not end.
const HQ: &str = "#!/bin/sh
case \"$*\" in
  *'server stop'*) echo stopped > \"$0.stopped\" ;;
  *'server start'* | *'worker start'*) tail -f \"$0\" & wait ;;
  *'server info'*) echo '{}' ;;
  *'job submit-file'*) echo '{\"id\":1}' ;;
  *) echo '[{\"id\":1,\"task_stats\":{\"running\":1,\"waiting\":0}}]' ;;
esac
";

#[track_caller]
fn leaves_nothing(mut child: Child, with: &str, least: usize) {
    until(&mut child, "all run", || processes(with).len() >= least);
    assert!(is_killed(&child.id().to_string()));
    child.wait().expect("it ends");
    let begin = Instant::now();
    while !processes(with).is_empty() {
        assert!(begin.elapsed() < PATIENCE, "{:?} run on", processes(with));
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn its_server_and_workers_are_told_to_stop_and_end() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let hq = folder.path().join("hq");
    write_program(&hq, HQ);
    let mut command = farm(&file, &workdir, &format!("--local --hq {}", hq.display()));
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    // Of the server and each of four workers what it has started.
    leaves_nothing(child, &format!("tail -f {}", hq.display()), 5);
    // Before it began, for one that had been left behind, the server had been told so, too.
    assert!(folder.path().join("hq.stopped").is_file());
}

#[test]
fn its_tasks_end() {
    let Some(_) = hyperqueue("a farm that is killed") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, workdir) = (positions(folder.path()), folder.path().join("work"));
    let program = slow(folder.path(), "");
    let mut command = farm(&file, &workdir, &format!("--local --program {}", program.display()));
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    leaves_nothing(child, &format!("slow.sh solve connect4 --file {}", file.display()), 2);
    let begin = Instant::now();
    while !processes(&folder.path().display().to_string()).is_empty() {
        let left = processes(&folder.path().display().to_string());
        assert!(begin.elapsed() < PATIENCE, "{left:?} run on");
        thread::sleep(Duration::from_millis(20));
    }
    // They had ended by themselves if the job had gone on.
    let begun = fs::read_dir(workdir.join("results")).map_or(0, Iterator::count);
    assert!(begun < 16, "all of the job's tasks were begun");
}
