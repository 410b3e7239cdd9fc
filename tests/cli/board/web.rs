//! The page with the engine within it: how it is written, and what it alone has: a life without its server, threads or one
//! thread, and calls for other pages. That it is played, analysed and reviewed on as over HTTP stands with those tests
//! ([`over_both`](super::place::over_both)).

use std::fs;

use serde_json::{Value, json};

use super::browser::Browser;
use super::dropped::worth;
use super::place::{ANOTHER, Files, exported};
use crate::support::plyglot;

/// The browser and a server without a header that the page could need; none where there is no browser or no page.
fn started() -> Option<(Browser, Files)> {
    let files = exported(false)?;
    Some((Browser::start()?, files))
}

#[test]
fn a_page_is_written_around_a_module_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let [module, text, page] = ["module.wasm", "text", "page"].map(|name| folder.path().join(name));
    fs::write(&module, b"\0asm\x01\0\0\0").expect("the test can write");
    fs::write(&text, "text").expect("the test can write");
    let (module, text, page) = (module.display(), text.display(), page.display());
    let ran = plyglot(&format!("board --export {page} --module {module}")).fine();
    ran.says("files").says("web server");
    let index = fs::read_to_string(format!("{page}/index.html")).expect("a page");
    assert!(index.contains("wasm-unsafe-eval"));
    let package = fs::read_to_string(format!("{page}/package.json")).expect("a package");
    let package: Value = serde_json::from_str(&package).expect("JSON");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    plyglot(&format!("board --export {page}")).fails(2, &["--module"]);
    plyglot(&format!("board --module {module}")).fails(2, &["--export"]);
    plyglot(&format!("board othello --export {page} --module {module}")).fails(2, &["--export"]);
    plyglot(&format!("board --export {page} --module {text}"))
        .fails(2, &["no module of WebAssembly", "text"]);
    plyglot(&format!("board --export {page} --module {page}/none")).fails(2, &["none"]);
    plyglot(&format!("board --export {text} --module {module}")).fails(2, &["text"]);
}

/// What it finds is what the program finds, and the page is not held up meanwhile.
#[test]
fn values_are_those_of_the_program_and_the_page_is_never_held_up() {
    const POSITIONS: usize = 500;
    const SOLVED: usize = 10;
    let Some((mut browser, files)) = started() else { return };
    let sample = fs::read_to_string("games/data/connect4/Test_L3_R1").expect("it is there");
    let value = |text: &str| Value::from(text.parse::<i64>().expect("a value"));
    let cells = sample.lines().take(POSITIONS).filter_map(|line| line.split_once(' '));
    let cells = cells.map(|(moves, best)| {
        let moves: Vec<_> = moves.split("").filter(|one| !one.is_empty()).collect();
        (json!({ "game": "connect4", "moves": moves }), value(best))
    });
    // Where vector instructions of WebAssembly move and turn discs.
    let sample = fs::read_to_string("games/data/othello/fforum-20-39.obf").expect("it is there");
    let discs = sample.lines().take(SOLVED).filter_map(|line| {
        let (start, moves) = line.split_once(';')?;
        let (_, best) = moves.split(';').next()?.split_once(':')?;
        Some((json!({ "game": "othello", "start": start }), value(best)))
    });
    let (asked, values): (Vec<_>, Vec<_>) = cells.chain(discs).unzip();
    assert_eq!(asked.len(), POSITIONS + SOLVED);
    let asked = Value::from(asked);
    // A game that is over is not analysed: these searches have the engine for themselves.
    let over = format!("{}#game=tictactoe&moves=a1+a2+b1+b2+c1", files.address);
    let page = browser.open(&over, (1200, 900), false);
    let script = format!(
        "(async () => {{
            let longest = 0;
            const seen = new PerformanceObserver((list) => {{
                for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
            }});
            seen.observe({{ type: 'longtask' }});
            const {{ search }} = await import('./plyglot.js');
            const values = [];
            for (const which of {asked}) {{
                let last = null;
                for await (const found of search(which)) last = found;
                values.push(last.score.proven ? last.score.value : null);
            }}
            return [values, longest];
        }})()"
    );
    let answer = browser.look(&page, &script);
    assert_eq!(answer[0], Value::from(values));
    eprintln!("the longest task of the page: {} ms", answer[1]);
}

/// Nodes a second in the page by one thread and by two, in turns, for docs/web.md.
#[test]
#[ignore = "a measurement, for a quiet machine and a page that was built with all optimisation"]
fn nodes_a_second() {
    let Some((mut browser, files)) = started() else { return };
    for game in ["othello", "connect4"] {
        for round in 1..=5 {
            for threads in [1, 2] {
                let options = format!("?threads={threads}&hash=128");
                let over = "#game=tictactoe&moves=a1+a2+b1+b2+c1";
                let page =
                    browser.open(&format!("{}{options}{over}", files.address), (1200, 900), false);
                let script = format!(
                    "(async () => {{
                        const {{ search }} = await import('./plyglot.js');
                        let last = null;
                        for await (const found of search({{ game: '{game}' }}, {{ time_ms: 4000 }})) last = found;
                        return last.nodes / last.time_ms * 1000;
                    }})()"
                );
                let rate = browser.look(&page, &script).as_f64().expect("a result has both");
                eprintln!("{game}, round {round}, threads {threads}: {:.2} M", rate / 1e6);
                browser.close(page);
            }
        }
    }
}

#[test]
fn it_works_on_without_its_server_and_twice_at_once() {
    let Some((mut browser, files)) = started() else { return };
    let address = format!("{}?threads=1#game=connect4", files.address);
    let analysed = "Number(document.querySelector('.depth').textContent) >= 6";
    let first = browser.open(&address, (1200, 900), false);
    assert_eq!(browser.look(&first, "globalThis.crossOriginIsolated"), true);
    browser.wait(&first, "caches.keys().then((names) => names.length === 1)");
    drop(files);
    let second = browser.open(&address, (360, 740), true);
    browser.wait(&second, analysed);
    browser.front(&first);
    browser.goto(&first, &address);
    browser.wait(&first, analysed);
    let wide = browser.look(&second, "document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, true, "nothing stands beyond a narrow screen");
    for page in [&first, &second] {
        assert!(browser.complaints(page).is_empty());
    }
}

/// Where the browser gives the page no memory in common, and the page says so.
#[test]
fn within_a_page_that_is_not_isolated_one_thread_searches() {
    let Some((mut browser, files)) = started() else { return };
    let page = browser.open(&format!("{}{ANOTHER}", files.address), (1200, 900), false);
    assert_eq!(browser.look(&page, "globalThis.crossOriginIsolated"), false);
    let found = "frames[0].document.querySelector";
    let deep = format!("Number({found}('.depth')?.textContent) >= 8");
    browser.wait(&page, &deep);
    let remark = browser.look(&page, &format!("{found}('#remark').textContent"));
    assert!(remark.as_str().is_some_and(|text| text.starts_with("One thread")), "{remark}");
    // The board answers while it searches, and the search of another position takes its place.
    browser
        .look(&page, &format!("{found}('#typed').value = '4', {found}('#type').requestSubmit()"));
    browser.wait(&page, &format!("{found}('#moves').textContent.includes('4') && {deep}"));
    // A file is read there, too: that these weights are no net.
    let weights = fs::read("games/pieces/data/breakthrough.weights").expect("they are there");
    let weights = worth(&weights);
    browser.look(
        &page,
        &format!(
            "(({{ DataTransfer, DragEvent, File, document }}) => {{ const dataTransfer = new DataTransfer(); \
             dataTransfer.items.add(new File([{weights}], 'other.weights')); \
             document.dispatchEvent(new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }})); }})(frames[0])"
        ),
    );
    let said = "other.weights: weights of patterns, where a net is needed";
    browser.wait(&page, &format!("{found}('#trouble').textContent.includes({said:?})"));
    let script = "(async () => {
        const { games, search, review } = await import('../plyglot.js');
        const which = { game: 'connect4:4x4' };
        const all = async (found) => { let last; for await (const object of found) last = object; return last; };
        const early = all(search({ game: 'othello' })).then(() => 'a result', (error) => error.message);
        const [count, solved] = [(await games()).length, await all(search(which))];
        const judged = await all(review({ ...which, moves: ['1', '1'] }));
        return [count, solved.score.text, solved.threads, judged.type, await early];
    })()";
    let answer = browser.look(&page, script);
    assert_eq!(answer[0], 11, "{answer}");
    assert_eq!((&answer[2], &answer[3]), (&1.into(), &"review".into()), "{answer}");
    assert!(answer[1].as_str().is_some_and(|text| text.contains("draw")), "{answer}");
    assert_eq!(browser.complaints(&page), [""; 0]);
}
