//! Strips the program of its symbols, 2.4 MB that no user needs. Cargo is told to by `strip` of the release
//! profile, and does it for a package without an override of that profile only; this package has one, since it
//! holds no searcher and is built small and in parts.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=cli/build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // The profiles that inherit from release and keep line tables are for profilers, which need the names.
    if is("PROFILE", "release") && is("DEBUG", "false") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
}
