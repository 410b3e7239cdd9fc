//! Strips the program of its symbols, 2.4 MB that no user needs. Cargo is told to by `strip` of the release
//! profile, and does it for a package without an override of that profile only; this package has one, since it
//! holds no searcher and is built small and in parts.
//!
//! And tells the program the commit that it is built from, by `PLYGLOT_COMMIT`, where that is not set already and this
//! is a clone of the repository.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=cli/build.rs");
    println!("cargo::rerun-if-env-changed=PLYGLOT_COMMIT");
    if env::var_os("PLYGLOT_COMMIT").is_none()
        && let Some(commit) = commit()
    {
        println!("cargo::rustc-env=PLYGLOT_COMMIT={commit}");
    }
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // The profiles that inherit from release and keep line tables are for profilers, which need the names.
    if is("PROFILE", "release") && is("DEBUG", "false") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
}

/// The commit, with a mark if files differed from it when it was asked for; `None` without git, and in a copy of this
/// package within a repository of something else.
fn commit() -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    let top = Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if here != top {
        return None;
    }
    // Written by each commit, checkout and merge; a clone without it is asked once.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"])
}

/// What git says, if it says anything.
fn git(arguments: &[&str]) -> Option<String> {
    let ran = Command::new("git").args(arguments).output().ok()?;
    let said = String::from_utf8(ran.stdout).ok()?.trim().to_string();
    (ran.status.success() && !said.is_empty()).then_some(said)
}
