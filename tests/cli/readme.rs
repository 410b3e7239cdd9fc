//! The README's commands and sessions are run, so that what it shows is what a reader gets.
//! (Its Rust example is a doctest of the root crate.)

use crate::support::plyglot;

const README: &str = include_str!("../../README.md");

/// The blocks of terminal sessions: each command with the output that follows it.
fn sessions() -> Vec<(String, Vec<String>)> {
    let mut sessions: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in README.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ plyglot ").filter(|_| inside) {
            sessions.push((command.into(), Vec::new()));
        } else if inside {
            let shown = &mut sessions.last_mut().expect("a session begins with its command").1;
            shown.push(line.trim_end().into());
        }
    }
    sessions
}

/// The commands in the tables, each between backticks.
fn commands() -> Vec<String> {
    let rows = README.lines().filter(|line| line.starts_with('|'));
    let cells = rows.flat_map(|line| line.split('`').skip(1).step_by(2));
    cells.filter_map(|cell| cell.strip_prefix("plyglot ")).map(String::from).collect()
}

/// The line without what differs from machine to machine: every number becomes a hash sign, units
/// of time and speed go, and so does the width of the columns.
fn without_figures(line: &str) -> String {
    let masked: String = line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    let words = masked.split_whitespace().filter(|word| {
        let figure = word.chars().all(|c| "#.,%".contains(c));
        !figure && !["ns", "µs", "ms", "s", "k", "M", "G"].contains(word)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The lines that tell the answer.
fn answers<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    lines.filter(|line| line.starts_with("best move") || line.starts_with("value")).collect()
}

#[test]
fn every_session_shows_what_the_command_prints() {
    let sessions = sessions();
    assert!(sessions.len() >= 2, "the README shows sessions");
    for (command, shown) in sessions {
        let ran = plyglot(&command).fine();
        let shown_answers = answers(shown.iter().map(String::as_str));
        assert_eq!(shown_answers, answers(ran.out.lines()), "plyglot {command}");
        // More threads search more or less of the same; one thread always the same.
        if command.contains("--threads 1") || shown_answers.is_empty() {
            let masked = |line: &str| without_figures(line);
            let shown: Vec<_> = shown.iter().map(|line| masked(line)).collect();
            let printed: Vec<_> = ran.out.lines().map(masked).collect();
            assert_eq!(shown, printed, "plyglot {command}");
        }
    }
}

#[test]
fn every_command_in_a_table_runs() {
    let commands = commands();
    assert!(commands.len() >= 5, "the README has a table of commands");
    for command in commands {
        plyglot(&command).fine();
    }
}
