//! A browser without a window, for the tests of pages. They pass where there is no Chromium, and say
//! so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where Chromium is; reports on standard error that pages are not looked at if it is missing.
pub(crate) fn find() -> Option<PathBuf> {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH")?;
    let places = std::env::split_paths(&path).flat_map(|place| names.map(|name| place.join(name)));
    let found = places.into_iter().find(|place| place.is_file());
    if found.is_none() {
        eprintln!("there is no Chromium here, so the page is not looked at");
    }
    found
}

/// Opens a file of the folder and gives what its page has become after ten seconds of its own time.
pub(crate) fn dump(browser: &Path, folder: &Path, file: &str) -> String {
    let out = folder.join("dump.html");
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000"])
        .args(["--window-size=1400,900", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", folder.join(file).display()))
        .stdout(fs::File::create(&out).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(120);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > patience {
            child.kill().unwrap();
            panic!("the browser did not end in time");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::read_to_string(out).unwrap()
}
