//! `tune`: numbers that play better, and how well shallow searches predict deep ones.

use std::fs;

use serde_json::Value;

use crate::support::plyglot;

const SHORT: &str = "tune breakthrough:6x6 --player nodes=200 --pairs 32";

#[test]
fn people_get_a_table_of_numbers_and_what_to_set() {
    let line = format!("{SHORT} --confirm 4 --number history=0..1000 --number aspiration");
    let ran = plyglot(&line).fine();
    assert!(ran.err.starts_with("breakthrough:6x6: history, aspiration by 32 pairs "), "{ran:?}");
    let ran = ran.says("number ").says("was  found").says("history ").says("aspiration ");
    let set =
        ran.out.lines().find(|line| line.starts_with("To try it: ")).expect("something found");
    let options = set.trim_start_matches("To try it: ");
    plyglot(&format!("analyze breakthrough:6x6 --depth 2 {options}")).fine();
    assert!(ran.out.contains("4 games against the game as it was: "), "{ran:?}");
}

#[test]
fn programs_get_an_object_for_each_step_and_one_for_the_tuning() {
    let folder = tempfile::tempdir().expect("a folder");
    let (page, journal) = (folder.path().join("p.html"), folder.path().join("j"));
    let files = format!("--html {} --journal {}", page.display(), journal.display());
    let line =
        format!("{SHORT} --confirm 4 --number history=10..90 --number killer --json {files}");
    let ran = plyglot(&line).fine();
    let lines = ran.json();
    let types: Vec<_> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(types, ["tuning_step", "tuning_step", "tuning"]);
    assert_eq!(lines[1]["pairs"], 32);
    let tuning = &lines[2];
    let number = &tuning["numbers"][0];
    assert_eq!((&number["name"], &number["least"]), (&"history".into(), &10.into()));
    assert_eq!(number["way"].as_array().map(Vec::len), Some(3));
    let found = number["found"].as_i64().expect("a number");
    assert!((10..=90).contains(&found), "{found}");
    let written = fs::read_to_string(&page).expect("the page");
    assert!(written.contains("The way of each number") && written.contains("<svg"));
    // Nothing is played again, and the same is found.
    let again = plyglot(&line).fine();
    assert!(again.err.contains("32 pairs of this tuning"), "{again:?}");
    assert_eq!(again.json().last(), lines.last());
    let other = line.replace("killer", "countermove");
    plyglot(&other).fails(2, &["the journal of another run"]);
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let found = |jobs: u32| {
        let ran = plyglot(&format!("{SHORT} --confirm 0 --json --jobs {jobs}")).fine();
        ran.json().last().expect("an object").clone()
    };
    assert_eq!(found(1), found(3));
}

#[test]
fn shallow_searches_are_compared_with_deep_ones() {
    let line = "tune othello:6 --probcut --positions 30 --depth 5";
    plyglot(line)
        .fine()
        .says("5 by 3")
        .says("73 %")
        .says("deviation = ")
        .says("x plies left")
        .says("x lead");
    let ran = plyglot(&format!("{line} --json")).fine();
    let found: Value = ran.json().pop().expect("an object");
    assert_eq!((&found["type"], &found["stage"]), (&"prediction".into(), &"plies left".into()));
    let fits = found["fits"].as_array().expect("fits");
    let depths: Vec<_> =
        fits.iter().map(|fit| (fit["deep"].as_u64(), fit["shallow"].as_u64())).collect();
    assert_eq!(depths, [(3, 1), (4, 2), (5, 3)].map(|(deep, shallow)| (Some(deep), Some(shallow))));
    for fit in fits {
        let shares = fit["within"].as_array().expect("levels").iter();
        let shares: Vec<f64> = shares.filter_map(|level| level["share"].as_f64()).collect();
        assert!(shares.is_sorted() && shares.len() == 5, "{shares:?}");
        assert!(shares[4] > 0.8, "99 % hold nearly all: {shares:?}");
    }
}

#[test]
fn what_cannot_be_tuned_is_named() {
    plyglot("tune hex --number speed").fails(2, &["unknown number \"speed\"", "history"]);
    plyglot("tune hex --number history=9..3").fails(2, &["history: 9..3", "within 0..65536"]);
    plyglot("tune hex --number history=9").fails(2, &["NAME=LEAST..GREATEST"]);
    plyglot("tune hex --number history --number history").fails(2, &["given twice"]);
    plyglot("tune hex --pairs 3").fails(2, &["from 16"]);
    plyglot("tune hex --confirm 3").fails(2, &["even number"]);
    plyglot("tune hex --player cmd=cat,protocol=ugi,time=1s").fails(2, &["another program"]);
    plyglot("tune hex --probcut --pairs 100").fails(2, &["--probcut"]);
    plyglot("tune hex --depth 5").fails(2, &["--probcut"]);
    plyglot("tune hex --html no/such/folder/p.html").fails(2, &["no/such/folder/p.html"]);
}
