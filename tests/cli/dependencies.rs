//! What the program is linked with: licences, one version of each crate, the public registry; and the notices in
//! docs/third-party.md, which `UPDATE_THIRD_PARTY=1` writes anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

const ALLOWED: [&str; 3] = ["MIT", "Apache-2.0", "Unicode-3.0"];
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The crates of others that are part of the program, on the system at hand.
fn linked() -> Vec<Value> {
    let root = env!("CARGO_MANIFEST_DIR");
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host]);
    let ran = command.current_dir(root).output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let all: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let id = |value: &Value| value.as_str().expect("an id").to_string();
    let packages: BTreeMap<String, Value> =
        list(&all["packages"]).into_iter().map(|package| (id(&package["id"]), package)).collect();
    let nodes: BTreeMap<String, Vec<Value>> = list(&all["resolve"]["nodes"])
        .into_iter()
        .map(|node| (id(&node["id"]), list(&node["deps"])))
        .collect();
    let mut left = vec![id(&all["resolve"]["root"])];
    let mut seen = BTreeSet::new();
    while let Some(package) = left.pop() {
        if seen.insert(package.clone()) {
            let is_linked = |dependency: &&Value| {
                list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null())
            };
            let next = nodes[&package].iter().filter(is_linked);
            left.extend(next.map(|dependency| id(&dependency["pkg"])));
        }
    }
    let of_others = seen.iter().map(|id| packages[id].clone());
    of_others.filter(|package| !package["source"].is_null()).collect()
}

/// True if one of the alternatives of a licence has only allowed parts.
fn is_allowed(licence: &str) -> bool {
    // "(A OR B) AND C" is the only form with brackets: each bracket is a licence by itself.
    if let Some((bracket, rest)) = licence.strip_prefix('(').and_then(|text| text.split_once(')')) {
        let rest = rest.trim_start().strip_prefix("AND ");
        return is_allowed(bracket) && rest.is_some_and(is_allowed);
    }
    let mut alternatives = licence.split(" OR ").flat_map(|part| part.split('/'));
    alternatives.any(|all| all.split(" AND ").all(|one| ALLOWED.contains(&one.trim())))
}

#[test]
fn licences_are_read_right() {
    for good in ["MIT", "MIT OR GPL-3.0", "Unlicense/MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(is_allowed(good), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "", "(GPL-3.0 OR MPL-2.0) AND MIT", "(MIT) OR x"] {
        assert!(!is_allowed(bad), "{bad}");
    }
}

#[test]
fn what_is_linked_has_a_fitting_licence_and_is_there_once() {
    let mut versions = BTreeMap::new();
    for package in linked() {
        let name = package["name"].as_str().expect("a name").to_string();
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence), "{name}: {licence}");
        assert_eq!(package["source"], REGISTRY, "{name}");
        let other = versions.insert(name.clone(), package["version"].clone());
        assert_eq!(other, None, "{name} is there in two versions");
    }
    assert!(versions.len() > 20, "{versions:?}");
}

#[test]
fn the_third_party_notices_are_complete() {
    let mut licences = BTreeMap::<String, BTreeSet<String>>::new();
    for package in linked() {
        let field = |name| package[name].as_str().unwrap_or_default().to_string();
        licences.entry(field("license")).or_default().insert(field("name"));
    }
    let list = |(licence, names): (String, BTreeSet<String>)| {
        format!("- {licence}: {}", names.into_iter().collect::<Vec<_>>().join(", "))
    };
    let rows: Vec<String> = licences.into_iter().map(list).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/third-party.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (head, list) = page.split_once("## By licence\n\n").expect("a list");
    if env::var_os("UPDATE_THIRD_PARTY").is_some() {
        fs::write(&path, format!("{head}## By licence\n\n{}\n", rows.join("\n")))
            .expect("the page");
    } else if cfg!(target_os = "linux") {
        let stated: Vec<&str> = list.lines().collect();
        assert_eq!(stated, rows, "UPDATE_THIRD_PARTY=1 writes the page anew");
    }
}
