//! Merging: shards of one run become what one process would have written, and all else is named.

use std::fs;
use std::path::PathBuf;

use plyglot_serve::farm::merge::{self, Entry, Merged};
use plyglot_serve::farm::shard::{By, Header};
use plyglot_wire::read::Source;
use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

const RECORDS: usize = 10;

fn header(shard: usize, lines: &[usize]) -> Header {
    Header {
        game: "tictactoe".into(),
        command: "solve".into(),
        shard,
        shards: 2,
        by: By::Line,
        records: RECORDS,
        lines: at(lines),
        run: json!({"knowledge": "00", "limits": {"depth": null}, "program": {"version": "0.2.0"}}),
    }
}

/// Lines of one game each.
fn at(lines: &[usize]) -> Vec<Source> {
    lines.iter().copied().map(Source::line).collect()
}

fn begin(header: &Header) -> String {
    let mut value = json!(header);
    value["type"] = "shard".into();
    value["schema"] = 2.into();
    value.to_string()
}

fn result(line: usize, value: i32, nodes: u64) -> String {
    json!({
        "type": "result", "schema": 2, "source_line": line, "position": format!("p{line}"),
        "score": {"kind": "exact", "proven": true, "value": value, "text": format!("{value:+}")},
        "nodes": nodes, "time_ms": 0.5,
    })
    .to_string()
}

fn error(line: usize) -> String {
    json!({"type": "error", "schema": 2, "source_line": line, "message": "bad"}).to_string()
}

const ODD: [usize; 5] = [1, 3, 5, 7, 9];
const EVEN: [usize; 5] = [2, 4, 6, 8, 10];

fn shard(number: usize) -> Vec<String> {
    let lines = if number == 1 { ODD } else { EVEN };
    let results = lines.map(|line| result(line, line as i32, 7));
    [begin(&header(number, &lines))].into_iter().chain(results).collect()
}

fn written(files: &[Vec<String>]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(index, lines): (usize, &Vec<String>)| {
        let path = folder.path().join(format!("{index}.jsonl"));
        fs::write(&path, lines.join("\n") + "\n").expect("written");
        path
    };
    let paths = files.iter().enumerate().map(write).collect();
    (folder, paths)
}

fn merged(files: &[Vec<String>]) -> Merged {
    merge::read(&written(files).1).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(files: &[Vec<String>]) -> String {
    let (_folder, paths) = written(files);
    merge::read(&paths).expect_err("it is wrong").to_string()
}

fn texts(merged: &Merged) -> Vec<String> {
    let text = |entry: Entry<'_>| match entry {
        Entry::Answer(texts) => texts.join("\n"),
        Entry::Different(line, words) => format!("{line}: {words}"),
    };
    merged.entries().map(text).collect()
}

#[test]
fn shards_become_one_in_the_order_of_the_file() {
    let all: Vec<_> = (1..=RECORDS).map(|line| result(line, line as i32, 7)).collect();
    for files in
        [vec![shard(1), shard(2)], vec![shard(2), shard(1)], vec![[shard(2), shard(1)].concat()]]
    {
        let merged = merged(&files);
        assert_eq!(texts(&merged), all);
        assert!(merged.missing().is_empty() && merged.twice.is_empty());
        assert_eq!((merged.answered(), merged.shards()), (RECORDS, 2));
        assert_eq!((merged.counts().exact, merged.counts().nodes), (RECORDS, 70));
    }
}

#[test]
fn what_is_missing_is_named() {
    let merged = merged(&[shard(1)]);
    let missing = merged.missing();
    assert_eq!((missing.len(), missing[0].shard, &missing[0].place), (1, 2, &None));
    assert_eq!(merged.missing_lines_of_absent_shards(), 5);
    let mut second = shard(2);
    second.remove(3);
    second.pop();
    let merged = self::merged(&[shard(1), second]);
    assert_eq!((merged.missing()[0].shard, &merged.missing()[0].lines), (2, &at(&[6, 10])));
    assert_eq!(merged.answered(), 8);
}

#[test]
fn a_torn_last_line_is_missing_and_a_whole_one_without_its_end_is_not() {
    let (folder, paths) = written(&[shard(1), shard(2)]);
    let text = fs::read_to_string(&paths[1]).expect("written");
    fs::write(&paths[1], &text[..text.len() - 9]).expect("written");
    assert_eq!(merge::read(&paths).expect("two shards").missing()[0].lines, at(&[10]));
    fs::write(&paths[1], text.trim_end()).expect("written");
    assert!(merge::read(&paths).expect("two shards").missing().is_empty());
    drop(folder);
}

#[test]
fn games_of_one_line_are_answers_of_their_own() {
    let game = |game| Source { line: 3, game: Some(game) };
    let header = |shard, game| Header { records: 2, lines: vec![game], ..header(shard, &[]) };
    let answer = |at: usize| {
        let mut answer: serde_json::Value =
            serde_json::from_str(&result(3, at as i32, 7)).expect("an object");
        answer["source_game"] = at.into();
        answer.to_string()
    };
    let second = vec![begin(&header(2, game(2))), answer(2)];
    let first = vec![begin(&header(1, game(1))), answer(1)];
    let merged = self::merged(&[second.clone(), first]);
    assert_eq!((merged.answered(), merged.missing().len(), merged.twice.len()), (2, 0, 0));
    let values: Vec<_> = texts(&merged);
    assert!(values[0].contains("+1") && values[1].contains("+2"), "{values:?}");
    let first = vec![begin(&header(1, game(1)))];
    assert_eq!(self::merged(&[second, first]).missing()[0].lines, [game(1)]);
}

#[test]
fn an_answer_that_is_there_twice_is_written_once() {
    let mut again = shard(2);
    again[1] = result(2, 2, 99);
    let merged = merged(&[shard(1), shard(2), again]);
    assert_eq!(merged.twice.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), at(&EVEN));
    assert_eq!(texts(&merged).len(), RECORDS);
    assert_eq!(merged.counts().nodes, 70, "the first counts");
}

#[test]
fn answers_that_differ_are_an_error_in_their_place() {
    let mut again = shard(2);
    again[1] = result(2, 5, 7);
    let merged = merged(&[shard(1), shard(2), again]);
    let (line, words) = merged.different().next().expect("one differs");
    assert_eq!(line, Source::line(2));
    assert!(words.contains("+2 (proven) in") && words.contains("+5 (proven) in"), "{words}");
    assert_eq!((merged.twice.len(), merged.different().count()), (4, 1));
    assert!(texts(&merged)[1].starts_with("2: answered differently"));
}

#[test]
fn an_error_gives_way_to_a_result() {
    let with_error = [begin(&header(2, &EVEN)), error(2)];
    let results = shard(2);
    for files in [[with_error.to_vec(), results.clone()], [results, with_error.to_vec()]] {
        let merged = merged(&[&files[..], &[shard(1)]].concat());
        assert_eq!(
            (merged.counts().errors, merged.twice.len(), merged.answered()),
            (0, 0, RECORDS)
        );
    }
    let merged = merged(&[with_error.to_vec()]);
    assert_eq!((merged.counts().errors, merged.answered()), (1, 1));
}

#[test]
fn the_moves_of_a_review_are_one_answer_and_count_only_with_their_end() {
    let of = |kind: &str, more: serde_json::Value| {
        let mut object = json!({"type": kind, "schema": 2, "source_line": 1});
        object
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("fields").clone());
        object.to_string()
    };
    let begin = begin(&Header { shards: 1, records: 1, ..header(1, &[1]) });
    let moves =
        [of("move", json!({"ply": 1, "move": "a"})), of("move", json!({"ply": 2, "move": "b"}))];
    let end = |complete: bool| of("review", json!({"complete": complete}));
    let [first, second] = moves;
    let review = |end: Option<String>| {
        [Some(begin.clone()), Some(first.clone()), Some(second.clone()), end]
            .into_iter()
            .flatten()
            .collect()
    };
    let whole = merged(&[review(None), review(Some(end(false))), review(Some(end(true)))]);
    assert_eq!((whole.answered(), whole.twice.len()), (1, 0));
    assert_eq!(texts(&whole), [[first.clone(), second.clone(), end(true)].join("\n")]);
    assert_eq!(merged(&[review(Some(end(false)))]).missing()[0].lines, at(&[1]));
}

#[test]
fn other_runs_and_damaged_files_are_refused_by_name() {
    let with = |change: &dyn Fn(&mut Header)| {
        let mut header = header(2, &EVEN);
        change(&mut header);
        vec![begin(&header)]
    };
    for (other, words) in [
        (with(&|header| header.game = "kalah".into()), ["game", "kalah"]),
        (with(&|header| header.shards = 3), ["number of shards", "3"]),
        (with(&|header| header.by = By::Cost), ["dividing", "cost"]),
        (with(&|header| header.run["knowledge"] = "01".into()), ["knowledge", "01"]),
        (
            with(&|header| header.run["program"]["version"] = "0.1.9".into()),
            ["program.version", "0.1.9"],
        ),
        (with(&|header| header.run["limits"]["depth"] = 3.into()), ["limits.depth", "3"]),
        (with(&|header| header.lines = at(&ODD)), ["line 1 is also in shard", ""]),
        (with(&|header| header.lines = at(&[4, 2])), ["damaged header", ""]),
        (with(&|header| header.shard = 9), ["damaged header", ""]),
        (with(&|header| header.lines = at(&[2])), ["have 6 lines, and not 10", ""]),
        (vec!["{}".into()], ["1.jsonl:1: not an object", ""]),
        (vec![result(2, 1, 1)], ["1.jsonl:1: no shard begins before it", ""]),
        (vec!["{\"plyglot_wire\":2}".into()], ["a journal", ""]),
        ([shard(2), vec![result(3, 1, 1)]].concat(), ["1.jsonl:7: line 3 is not one", ""]),
        (vec![begin(&header(2, &EVEN)).replace("\"schema\":2", "\"schema\":1")], ["schema 1", ""]),
    ] {
        let message = refused(&[shard(1), other]);
        assert!(words.iter().all(|word| message.contains(word)), "no {words:?} in {message}");
    }
    assert!(refused(&[vec![]]).contains("not an object"));
}

proptest! {
    /// Whatever a file holds, it is merged or refused.
    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..80), at in 0_usize..400, keep in any::<bool>()) {
        let (folder, paths) = written(&[shard(1), shard(2)]);
        let mut text = fs::read(&paths[0]).expect("written");
        let at = at.min(text.len());
        let end = if keep { at } else { (at + bytes.len()).min(text.len()) };
        text.splice(at..end, bytes);
        fs::write(&paths[0], text).expect("written");
        if let Ok(merged) = merge::read(&paths) {
            prop_assert!(merged.answered() <= RECORDS);
            let _ = (merged.missing(), texts(&merged));
        }
        drop(folder);
    }
}
