//! What `.ci/release` makes of a program that is built: files that are complete, fit together, and are the same bytes
//! each time. That two builds are the same bytes, too, takes two builds: `.ci/long release`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Ran;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The folder of a program to pack: of the release build where there is one, which is packed in a tenth of the time, else
/// `scratch`, with what is tested. Its names, where they can be taken away, are more than half of what packing takes.
fn built(scratch: &Path) -> PathBuf {
    let tested = Path::new(env!("CARGO_BIN_EXE_plyglot"));
    let release = tested.parent().expect("a folder").with_file_name("release");
    if release.join("plyglot").is_file() {
        return release;
    }
    let folder = scratch.join("built");
    fs::create_dir(&folder).expect("the test can write");
    let program = folder.join("plyglot");
    fs::copy(tested, &program).expect("the test can write");
    sh(&folder, "strip plyglot");
    folder
}

fn sh(folder: &Path, line: &str) -> Ran {
    Command::new("bash").args(["-c", line]).current_dir(folder).output().expect("bash runs").into()
}

/// With the tools that are there: the one that lists the parts takes minutes to compile, `.ci/long release` has it.
/// `set` is done by the shell before.
fn release_after(set: &str, arguments: &str) -> Ran {
    let line = format!("{set} export PLYGLOT_INSTALLS=no; .ci/release {arguments}");
    sh(Path::new(env!("CARGO_MANIFEST_DIR")), &line)
}

fn release(arguments: &str) -> Ran {
    release_after("", arguments)
}

fn has(tool: &str) -> bool {
    sh(Path::new("."), &format!("command -v {tool}")).code == 0
}

/// Packs what is built, but for what cannot be made here, which must be said.
fn packed(built: &Path, folder: &Path) -> Vec<String> {
    let ran = release(&format!("--from {} {}", built.display(), folder.display()));
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/bin/cargo-cyclonedx");
    let expected =
        [("DPKG-DEB", has("dpkg-deb")), ("SBOM", tools.exists() || has("cargo-cyclonedx"))];
    let missing: Vec<_> = expected.iter().filter(|(_, there)| !there).collect();
    assert_eq!(ran.code, if missing.is_empty() { 0 } else { 3 }, "{ran:?}");
    for (part, there) in &expected {
        assert_eq!(
            ran.err.lines().any(|line| line.starts_with("!! NO ") && line.contains(part)),
            !there,
            "{ran:?}"
        );
    }
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<_> =
        files.map(|entry| entry.file_name().into_string().expect("a name")).collect();
    names.sort();
    assert_eq!(names.len(), 4 - missing.len(), "{names:?}");
    names
}

#[test]
fn packages_are_complete_and_the_same_bytes_each_time() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let (once, again) = (scratch.path().join("once"), scratch.path().join("again"));
    let built = built(scratch.path());
    let names = packed(&built, &once);
    // Another mask of the files' modes, another zone of time.
    let arguments = format!("--from {} {}", built.display(), again.display());
    release_after("umask 077; export TZ=Asia/Tokyo;", &arguments);
    for name in &names {
        assert!(
            fs::read(once.join(name)).expect("a file")
                == fs::read(again.join(name)).expect("a file"),
            "{name} differs"
        );
    }
    let sums = fs::read_to_string(once.join("SHA256SUMS")).expect("the sums");
    assert_eq!(sums.lines().count(), names.len() - 1, "{sums}");
    sh(&once, "sha256sum --check --strict SHA256SUMS").fine();

    let archive = names.iter().find(|name| name.ends_with(".tar.gz")).expect("an archive");
    let top = archive.trim_end_matches(".tar.gz");
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .expect("a manifest");
    let target = top.strip_prefix(&format!("plyglot-{VERSION}-")).expect("the target is named");
    // By these names cargo-binstall finds the archive, and the program in it.
    for (key, value) in [
        ("pkg-url", "{ name }-{ version }-{ target }.tar.gz\""),
        ("bin-dir", "\"{ name }-{ version }-{ target }/bin/{ bin }{ binary-ext }\""),
    ] {
        let line =
            manifest.lines().find(|line| line.starts_with(key)).expect("binstall's metadata");
        assert!(line.ends_with(value), "{line}");
    }
    sh(&once, &format!("tar -xzf {archive}")).fine();
    let tree = once.join(top);
    sh(&tree, "bin/plyglot --version").fine().says(VERSION);
    let listed = sh(&once, &format!("tar -tvzf {archive}")).fine().out;
    assert!(
        listed.lines().all(|line| line.contains(" 0/0 ") && line.contains(&date())),
        "{listed}"
    );
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "third-party.md"] {
        assert!(tree.join("share/doc/plyglot").join(file).is_file(), "{file}");
    }
    is_usable(&tree.join("share"), "zsh/site-functions", "");

    if let Some(deb) = names.iter().find(|name| name.ends_with(".deb")) {
        is_a_package(&once, deb, target);
    }
    if let Some(parts) = names.iter().find(|name| name.ends_with(".cdx.json")) {
        lists_the_parts(&once.join(parts));
    }
}

/// The day of the commit, as tar prints it in the zone of the tests.
fn date() -> String {
    let epoch = sh(Path::new(env!("CARGO_MANIFEST_DIR")), "git log -1 --format=%ct").fine();
    sh(Path::new("."), &format!("date -d @{} +%F", epoch.out.trim())).fine().out.trim().to_string()
}

/// Manual pages and completions are there.
fn is_usable(share: &Path, zsh: &str, packed: &str) {
    let pages = fs::read_dir(share.join("man/man1")).expect("pages").count();
    assert!(pages > 20, "{pages}");
    for file in [
        format!("man/man1/plyglot-analyze.1{packed}"),
        "bash-completion/completions/plyglot".into(),
        format!("{zsh}/_plyglot"),
        "fish/vendor_completions.d/plyglot.fish".into(),
    ] {
        assert!(share.join(&file).is_file(), "{file}");
    }
}

/// It says of itself what it is, and what is in it is as its sums say.
fn is_a_package(folder: &Path, deb: &str, target: &str) {
    let field = |name: &str| {
        let ran = sh(folder, &format!("dpkg-deb --field {deb} {name}")).fine();
        ran.out.trim_end().to_string()
    };
    assert_eq!((field("Package"), field("Version")), ("plyglot".into(), VERSION.into()));
    let architectures = [("x86_64", "amd64"), ("aarch64", "arm64"), ("i686", "i386")];
    let (_, architecture) =
        architectures.iter().find(|(of, _)| target.starts_with(of)).expect("known");
    assert_eq!(field("Architecture"), *architecture);
    assert!(field("Description").contains(env!("CARGO_PKG_DESCRIPTION")));
    let depends = field("Depends");
    assert!(depends.starts_with("libc6 (>= 2."), "{depends}");
    for name in ["Maintainer", "Section", "Priority", "Installed-Size"] {
        assert!(!field(name).is_empty(), "{name}");
    }
    sh(folder, &format!("dpkg-deb --raw-extract {deb} deb")).fine();
    let root = folder.join("deb");
    sh(&root, "md5sum --check --strict --quiet DEBIAN/md5sums").fine();
    sh(&root, "usr/bin/plyglot solve connect4:4x4").fine().says("exact");
    is_usable(&root.join("usr/share"), "zsh/vendor-completions", ".gz");
    let copyright =
        fs::read_to_string(root.join("usr/share/doc/plyglot/copyright")).expect("a copyright");
    assert!(copyright.contains("Permission is hereby granted"), "{copyright}");
    let owners = sh(folder, &format!("dpkg-deb --contents {deb}")).fine().out;
    assert!(owners.lines().all(|line| line.contains(" root/root ")), "{owners}");
}

/// The crates that the program is linked with are among the parts, and no path of this machine is.
fn lists_the_parts(path: &Path) {
    let text = fs::read_to_string(path).expect("a list");
    let parts: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&parts["bomFormat"], &parts["metadata"]["component"]["name"]),
        (&"CycloneDX".into(), &"plyglot".into())
    );
    let names = parts["components"].as_array().expect("components").iter();
    let names: Vec<_> = names.filter_map(|part| part["name"].as_str()).collect();
    for linked in ["plyglot-search", "clap", "libc", "rayon"] {
        assert!(names.contains(&linked), "{linked}: {names:?}");
    }
    assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{text}");
}

#[test]
fn a_release_that_cannot_be_made_says_why_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let full = folder.path().join("full");
    fs::create_dir(&full)
        .and_then(|()| fs::write(full.join("file"), ""))
        .expect("the test can write");
    for (arguments, why) in [
        (String::new(), "a folder for what is made is needed"),
        ("--form target out".into(), "unknown option \"--form\""),
        ("--from".into(), "--from needs a value"),
        ("--from /nowhere out".into(), "/nowhere: there is no such folder"),
        (format!("--from docs {}/out", folder.path().display()), "docs has no plyglot"),
        (full.display().to_string(), "is not empty"),
    ] {
        let ran = release(&arguments);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains(why), "no {why:?} in {ran:?}");
    }
}

/// A function of the script's parts, in `folder`, below the root of the repository.
fn part(folder: &Path, line: &str) -> Ran {
    let root = env!("CARGO_MANIFEST_DIR");
    sh(
        Path::new(root),
        &format!("set -eu; scratch={}; source .ci/packing; {line}", folder.display()),
    )
}

#[test]
fn a_dll_exports_the_symbol_by_which_python_loads_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let list = folder.path().join("maturin/plyglot._native.def");
    fs::create_dir(folder.path().join("maturin")).expect("a folder");
    fs::write(&list, "LIBRARY plyglot._native\nEXPORTS\n    PyInit_plyglot._native\n")
        .expect("a list");
    let line = "CARGO_TARGET_DIR=$scratch; exported \"$scratch\"; cargo --version";
    part(folder.path(), line).fine().says("cargo 1.");
    let corrected = fs::read_to_string(&list).expect("the list");
    assert_eq!(corrected, "LIBRARY plyglot._native\nEXPORTS\n    PyInit__native\n");
}
