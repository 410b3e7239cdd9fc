//! The figures of docs/board.md and docs/web.md, measured in the browser and printed. They are no test: what they are
//! depends on the machine and on what else it does. On a build for users:
//!
//! ```text
//! .ci/web
//! PLYGLOT=target/release/plyglot PLYGLOT_WEB=$PWD/target/web \
//!     cargo test --test cli board::figures -- --ignored --nocapture --test-threads 1
//! ```
//!
//! `PLYGLOT_MINUTES` is how long the memory is looked at, 10 by default.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Board;
use super::browser::{Browser, Page};
use super::place::{Place, exported};

/// Loads of the page, and moves in each of the games.
const LOADS: usize = 20;
const MOVES: usize = 8;
/// How often a page that searches is closed.
const CLOSES: usize = 10;
/// A program that does nothing for this long has stopped searching.
const QUIET: Duration = Duration::from_millis(300);

const GAMES: [&str; 6] = ["othello", "connect4", "kalah", "draughts", "hex:7", "breakthrough"];

/// Puts into `took` how long it was from each click that makes a move to the frame after the one that shows the first
/// line of the new position. What is clicked on next is chosen by `clickable`.
const WATCH: &str = "
    window.took = [];
    window.clickable = (dice) => {
      const cells = [...document.querySelectorAll('.cell.can:not(.picked)')];
      if (!cells.length) return null;
      const box = cells[dice % cells.length].getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    addEventListener('pointerup', ({ timeStamp: clicked }) => {
      const moves = document.querySelectorAll('.move').length;
      window.latest = clicked;
      const frame = () => {
        // A click that only chooses a piece is not measured: the next one makes the move.
        if (window.latest !== clicked) return;
        const moved = document.querySelectorAll('.move').length > moves;
        if (moved && document.querySelector('.lines .chip:not(.none)')) took.push(performance.now() - clicked);
        else if (moved || performance.now() - clicked < 3000) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }, true);0";

fn start(arguments: &str) -> Board {
    let usual = env!("CARGO_BIN_EXE_plyglot").into();
    let mut command = Command::new(std::env::var_os("PLYGLOT").unwrap_or(usual));
    command.args(["board", "--no-open"]).args(arguments.split_whitespace()).stdin(Stdio::null());
    Board::of(command)
}

/// The page over both ways to its engine, each with all processors.
fn places() -> impl Iterator<Item = (&'static str, Place)> {
    let within = exported(true).map(|files| ("with its engine within", Place::Within(files)));
    std::iter::once(("over HTTP", Place::Program(start("")))).chain(within)
}

/// Prints the median, the worst and what was asked for, in milliseconds.
fn print(what: &str, mut times: Vec<f64>, asked: f64) {
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    let count = times.len();
    let above = times.iter().filter(|&&time| time > asked).count();
    println!(
        "{what}: median {median:.0} ms, worst {worst:.0} ms, {above} of {count} above the {asked} ms that are asked"
    );
}

fn number(browser: &mut Browser, page: &Page, expression: &str) -> f64 {
    browser.look(page, expression).as_f64().expect("a number")
}

#[test]
#[ignore = "prints figures"]
fn how_soon_the_page_is_ready_and_how_large_it_is() {
    for (way, place) in places() {
        let Some(mut browser) = Browser::start() else { return };
        let page = browser.open(&place.address(), (1200, 900), false);
        let mut ready = Vec::new();
        for _ in 0..LOADS {
            browser.goto(&page, &place.at("othello", "f5 d6"));
            let mark = "performance.getEntriesByName('ready')[0].startTime";
            ready.push(number(&mut browser, &page, mark));
        }
        let asked = if matches!(place, Place::Program(_)) { 300.0 } else { 1000.0 };
        print(&format!("page ready, {way}"), ready, asked);
        // What it asks the program then is not a part of it.
        let loaded = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')) \
                      .filter(({ initiatorType }) => initiatorType !== 'fetch')";
        let bytes = format!("{loaded}.reduce((sum, entry) => sum + entry.encodedBodySize, 0)");
        let bytes = number(&mut browser, &page, &bytes);
        let files = number(&mut browser, &page, &format!("{loaded}.length"));
        println!("the page but for its module: {:.0} KiB in {files} files", bytes / 1024.0);
    }
}

#[test]
#[ignore = "prints figures"]
fn how_soon_the_first_line_comes_after_a_click() {
    for (way, place) in places() {
        let Some(mut browser) = Browser::start() else { return };
        let page = browser.open(&place.address(), (1200, 900), false);
        let (mut times, mut dice) = (Vec::new(), 1_u64);
        for game in GAMES {
            browser.goto(&page, &place.at(game, ""));
            browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
            browser.look(&page, WATCH);
            for done in 1..=MOVES {
                let came = format!("took.length >= {done}");
                while browser.look(&page, &came) != true {
                    dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let at = browser.look(&page, &format!("clickable({})", dice >> 40));
                    let (Some(x), Some(y)) = (at[0].as_f64(), at[1].as_f64()) else { break };
                    browser.click_at(&page, x, y);
                    browser.within(&page, &came, Duration::from_millis(500));
                }
            }
            let took = browser.look(&page, "took");
            let took = took.as_array().expect("times").iter();
            times.extend(took.filter_map(serde_json::Value::as_f64));
        }
        let asked = if matches!(place, Place::Program(_)) { 100.0 } else { 300.0 };
        print(&format!("first line after a click, {way}"), times, asked);
    }
}

/// True if a thread of the program computes, or would if it were its turn.
fn computes(board: &Board) -> bool {
    let threads = fs::read_dir(format!("/proc/{}/task", board.id())).into_iter().flatten();
    let states = threads.flatten().map(|thread| fs::read_to_string(thread.path().join("stat")));
    let running = |stat: String| stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('R'));
    states.flatten().any(running)
}

#[test]
#[ignore = "prints figures"]
fn how_soon_a_page_that_is_closed_frees_its_threads() {
    let Some(mut browser) = Browser::start() else { return };
    let board = start("");
    let mut times = Vec::new();
    for _ in 0..CLOSES {
        let page = browser.open(&board.at("othello", "f5"), (1200, 900), false);
        browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 9");
        assert!(computes(&board), "a page that analyses has a search");
        let closed = Instant::now();
        browser.close(page);
        let mut last = closed;
        while last.elapsed() < QUIET && closed.elapsed() < Duration::from_secs(30) {
            if computes(&board) {
                last = Instant::now();
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push((last - closed).as_secs_f64() * 1e3);
    }
    print("no search after a page was closed", times, 1000.0);
}

#[test]
#[ignore = "prints figures"]
fn how_much_memory_ten_minutes_of_analysis_take() {
    let minutes =
        std::env::var("PLYGLOT_MINUTES").map_or(10, |text| text.parse().expect("minutes"));
    for (way, place) in places() {
        let Some(mut browser) = Browser::start() else { return };
        let page = browser.open(&place.at("othello", "f5"), (1200, 900), false);
        for minute in 0..=minutes {
            let heap = browser.heap(&page) / 1e6;
            let engine = match &place {
                Place::Program(board) => {
                    let status = fs::read_to_string(format!("/proc/{}/status", board.id()));
                    let status = status.expect("it runs");
                    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
                    format!("program {}", resident.unwrap_or("").trim())
                }
                Place::Within(_) => {
                    let all =
                        "performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)";
                    format!("with all its threads {:.1} MB", number(&mut browser, &page, all) / 1e6)
                }
            };
            println!("{minute} min {way}: page {heap:.2} MB, {engine}");
            if minute < minutes {
                std::thread::sleep(Duration::from_secs(60));
            }
        }
    }
}
