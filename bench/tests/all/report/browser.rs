//! What only a browser can show: that nothing is wider than a phone, that words can be read and
//! do not overlap in the fonts of the machine, and that lines can be switched off. Passes where there is no
//! Chromium.

use std::fs;
use std::path::Path;

use plyglot_bench::family::claims::{self, ClaimOptions};
use plyglot_bench::family::{Options, measure, synthetic, with_bases};
use plyglot_bench::scaling::Analysis;
use plyglot_games::catalogue::builtin;
use plyglot_games::synthetic::Spec;
use plyglot_report::scaling::write;
use plyglot_search::Stop;
use serde::Deserialize;

use super::{odd_shapes, study};
use crate::browser_support;

/// Looks at a page from within and reports to the page around it.
const LOOK: &str = r#"<script>
for (const folded of document.querySelectorAll('details')) folded.open = true;
const wide = [], overlaps = [], outside = [];
let smallest = 1000;
for (const node of document.querySelectorAll('body *')) {
  if (node.parentElement.closest('.scroll, svg')) continue;
  if (node.getBoundingClientRect().right > innerWidth + 0.5) wide.push(node.outerHTML.slice(0, 80));
}
for (const svg of document.querySelectorAll('svg')) {
  if (!svg.getClientRects().length) continue;
  const sheet = svg.getBoundingClientRect(), scale = svg.getScreenCTM().a;
  const texts = [...svg.querySelectorAll('text')].filter(text => text.textContent.trim());
  const boxes = texts.map(text => {
    const box = text.getBoundingClientRect();
    smallest = Math.min(smallest, parseFloat(getComputedStyle(text).fontSize) * scale);
    if (box.left < sheet.left - 1 || box.right > sheet.right + 1) outside.push(text.textContent);
    return box;
  });
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
    if (a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
      overlaps.push(texts[i].textContent + ' | ' + texts[i + 1 + j].textContent);
  }));
}
// Each line switched off by its check box, and on again: its strokes are hidden, and nothing moves.
const broken = [];
let switched = 0;
for (const plot of document.querySelectorAll('.plot')) {
  for (const box of plot.querySelectorAll('.keys input')) {
    const strokes = [...plot.querySelectorAll('g.s' + box.className.slice(1))];
    const hidden = () => strokes.filter(group => getComputedStyle(group).visibility === 'hidden').length;
    const height = plot.offsetHeight, before = hidden();
    box.focus();
    box.click();
    const after = hidden();
    if (before !== 0 || after !== strokes.length || !strokes.length || plot.offsetHeight !== height
      || document.activeElement !== box) broken.push(box.parentNode.textContent);
    box.click();
    switched++;
  }
}
const width = document.documentElement.scrollWidth;
parent.postMessage(JSON.stringify({wide, overlaps, outside, smallest, width, switched, broken, room: innerWidth}), '*');
</script></body>"#;

/// Writes down what the pages within report.
const LISTEN: &str = "<script>onmessage = event => \
    document.querySelector('pre').append(event.data + '\\n')</script>";

/// Widths of the window in pixels: phones, a small window, a desk.
const WIDTHS: [f64; 4] = [360.0, 400.0, 700.0, 1200.0];

#[derive(Debug, Deserialize)]
struct Seen {
    room: f64,
    wide: Vec<String>,
    overlaps: Vec<String>,
    outside: Vec<String>,
    smallest: f64,
    width: f64,
    switched: usize,
    broken: Vec<String>,
}

#[test]
fn a_browser_shows_the_page_well_on_a_phone_and_on_a_desk() {
    let Some(browser) = browser_support::find() else { return };
    // The fullest, the one with a ceiling, a goal in time, long names, many thread counts.
    for index in [0, 1, 9, 10, 11] {
        let shape = &odd_shapes()[index];
        let folder = tempfile::tempdir().unwrap();
        let study = study(shape);
        write(folder.path(), &study, &Analysis::of(&study)).unwrap();
        let switched = check(&browser, folder.path(), &format!("{:?}", shape.threads));
        assert!(switched > 0, "lines can be switched off");
    }
}

#[test]
fn a_browser_shows_the_pages_about_algorithms_and_claims_well() {
    let Some(browser) = browser_support::find() else { return };
    let stop = Stop::default();
    let folder = tempfile::tempdir().unwrap();
    let names = ["table", "printed", "ordering", "aspiration"].map(String::from);
    let games = builtin();
    let options =
        ClaimOptions { games: &games, trees: 1, jobs: 2, budget: 20_000, seed: 1, stop: &stop };
    let checked = claims::check(&names, options, |_| ()).unwrap();
    plyglot_report::claims::write(folder.path(), &checked, "One tree each.").unwrap();
    assert!(check(&browser, folder.path(), "claims") > 0);

    let methods =
        ["negascout+table+deepening+history+killers+hash", "mtd-f+table", "negamax", "pvs"];
    let methods: Vec<_> = methods.iter().map(|name| name.parse().unwrap()).collect();
    let cells = ["5,3,best=80", "8,3,best=80", "8,4,best=80"];
    let cells = cells.map(|spec| synthetic(Spec::parse(spec).unwrap(), 7).unwrap());
    let options = Options { budget: u64::MAX, jobs: 2, stop: &stop };
    let study = measure(cells.into(), &with_bases(&methods), options, |_| ()).unwrap();
    let analysis = plyglot_bench::family::Analysis::of(&study, 1);
    let folder = tempfile::tempdir().unwrap();
    let origin = super::study(&super::real()).origin;
    plyglot_report::family::write(folder.path(), &study, &analysis, 1, &origin).unwrap();
    assert!(check(&browser, folder.path(), "family") > 0);
}

/// Looks at a page at every width; how many lines were switched off at the last one.
fn check(browser: &Path, folder: &Path, what: &str) -> usize {
    let all = look(browser, folder);
    assert_eq!(all.len(), WIDTHS.len(), "{all:?}");
    for seen in &all {
        let place = format!("{} px, {what}", seen.room);
        assert!(WIDTHS.contains(&seen.room), "{place}");
        assert!(seen.width <= seen.room, "{place}: {} px wide", seen.width);
        assert!(seen.wide.is_empty(), "{place}: {:?}", seen.wide);
        assert!(seen.overlaps.is_empty(), "{place}: {:?}", seen.overlaps);
        assert!(seen.outside.is_empty(), "{place}: {:?}", seen.outside);
        assert!(seen.smallest >= 9.0, "{place}: words of {} px", seen.smallest);
        assert!(seen.broken.is_empty(), "{place}: {:?}", seen.broken);
    }
    all.last().map_or(0, |seen| seen.switched)
}

/// Shows the page in frames, since no window of a browser is as narrow as a phone.
fn look(browser: &Path, folder: &Path) -> Vec<Seen> {
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    fs::write(folder.join("inner.html"), page.replace("</body>", LOOK)).unwrap();
    let frame = |width| {
        format!("<iframe src='inner.html' style='width:{width}px;height:800px;border:0'></iframe>")
    };
    let frames: String = WIDTHS.iter().map(frame).collect();
    let outer = format!("<body><pre></pre>{LISTEN}{frames}</body>");
    fs::write(folder.join("outer.html"), outer).unwrap();
    let dumped = browser_support::dump(browser, folder, "outer.html");
    let lines = dumped.split_once("<pre>").and_then(|(_, rest)| rest.split_once("</pre>"));
    let lines = lines.unwrap_or_else(|| panic!("the browser reported nothing: {dumped}")).0;
    let plain = lines.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    plain.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
