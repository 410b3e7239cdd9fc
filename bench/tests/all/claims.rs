//! The claims, tested on a few trees.

use std::sync::LazyLock;

use plyglot_bench::family::claims::{
    Agrees, Checked, ClaimError, ClaimOptions, ClaimResult, Evidence, check, claims, write_claims,
};
use plyglot_games::catalogue::{Catalogue, builtin};
use plyglot_search::Stop;

/// The games, opened once for all tests.
fn games() -> &'static Catalogue {
    static GAMES: LazyLock<Catalogue> = LazyLock::new(builtin);
    &GAMES
}

fn options(stop: &Stop, trees: usize, budget: u64) -> ClaimOptions<'_> {
    ClaimOptions { games: games(), trees, jobs: 2, budget, seed: 1, stop }
}

fn checked(names: &[&str], trees: usize, budget: u64) -> Vec<Checked> {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    check(&names, options(&Stop::default(), trees, budget), |_| ()).expect("claims can be tested")
}

#[test]
fn every_claim_can_be_tested_and_no_search_of_it_fails() {
    let all = checked(&[], 1, 20_000);
    let names: Vec<&str> = claims().map(|claim| claim.name).collect();
    assert_eq!(all.iter().map(|one| one.claim.name).collect::<Vec<_>>(), names);
    for one in &all {
        assert!(one.failures.is_empty(), "{}: {:?}", one.claim.name, one.failures);
        assert!(!one.evidence.is_empty(), "{}", one.claim.name);
    }
    let mut csv = Vec::new();
    write_claims(&all, &mut csv).expect("memory takes what is written");
    let lines = String::from_utf8(csv).expect("text").lines().count();
    assert_eq!(lines, 1 + all.iter().map(|one| one.evidence.len()).sum::<usize>());
}

#[test]
fn what_must_be_so_is_found_so() {
    let all = checked(&["even", "null-window", "last-plies"], 8, 2_000_000);
    let never_wrong = |part: &&Evidence| part.expected.is_some_and(|range| range.high == 0.0);
    let parts: Vec<_> = all.iter().flat_map(|one| &one.evidence).filter(never_wrong).collect();
    assert!(parts.len() > 8);
    for part in parts {
        assert_eq!(part.agrees, Some(Agrees::Yes), "{part:#?}");
    }
}

#[test]
fn what_cannot_be_so_is_found_out() {
    let guide = &checked(&["guide"], 4, 2_000_000)[0];
    assert!(matches!(guide.verdict, ClaimResult::Fails | ClaimResult::InPart), "{guide:#?}");
    assert!(guide.example.as_ref().is_some_and(|example| example.contains("mistake-guide")));
}

#[test]
fn an_unknown_claim_is_named() {
    let error = check(&["guides".into()], options(&Stop::default(), 1, 1000), |_| ()).unwrap_err();
    assert!(matches!(&error, ClaimError::Name { name, .. } if name == "guides"));
    let text = error.to_string();
    assert!(text.starts_with("unknown claim \"guides\"; expected one of table, "), "{text}");
}

#[test]
fn a_stop_leaves_the_claims_that_were_tested() {
    let stop = Stop::default();
    let mut seen = Vec::new();
    let all = check(&[], options(&stop, 1, 2000), |progress| {
        seen.push(progress.claim);
        if progress.claim == "depth" {
            stop.raise();
        }
    });
    assert_eq!(all.expect("a stop is no error").len(), 1);
    assert!(seen.contains(&"depth") && !seen.contains(&"half"));
}

#[test]
fn the_page_holds_every_claim_and_draws_what_lies_along_a_curve() {
    let all = checked(&["table", "ordering", "aspiration"], 2, 100_000);
    let dir = tempfile::tempdir().expect("a folder");
    plyglot_report::claims::write(dir.path(), &all, "Two trees each.").expect("a report");
    let page = std::fs::read_to_string(dir.path().join("index.html")).expect("a page");
    roxmltree::Document::parse_with_options(
        page.trim_start_matches("<!DOCTYPE html>"),
        roxmltree::ParsingOptions::default(),
    )
    .expect("the page is well formed");
    for one in &all {
        assert!(page.contains(&one.claim.source.replace('"', "&quot;")), "{}", one.claim.name);
    }
    // How much of each claim is so, one curve over the quality of ordering, one over the width of the window.
    assert_eq!(page.matches("<figure>").count(), 3);
    for one in &all {
        let (link, target) =
            (format!("href=\"#{}\"", one.claim.name), format!("id=\"{}\"", one.claim.name));
        assert_eq!(page.matches(&link).count(), 2, "the contents and the verdict lead to {link}");
        assert_eq!(page.matches(&target).count(), 1);
    }
    for file in ["claims.json", "claims.csv"] {
        assert!(dir.path().join(file).exists(), "{file}");
    }
}
