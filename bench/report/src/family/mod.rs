//! The page about a comparison of algorithms.

mod figures;
mod series;
mod tables;
mod verdicts;

use std::convert::Infallible;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::series::{Along, View};
use super::chart::ChartError;
use super::page::Page;
use super::{ReportError, write_all};
use plyglot_bench::family::{
    Analysis, Make, RowRecord, SampleRecord, Study, write_rows, write_samples,
};
use plyglot_bench::scaling::Origin;

/// The data, as the page links them.
const DATA: [&str; 3] = ["data.json", "data.csv", "rows.csv"];

/// A study with what follows from it, as `data.json` holds it.
#[derive(Serialize)]
struct Data<'a> {
    origin: &'a Origin,
    methods: Vec<String>,
    budget: u64,
    seed: u64,
    cells: &'a [Make],
    rows: Vec<RowRecord>,
    samples: Vec<SampleRecord>,
}

/// What a page is made from again.
#[derive(Deserialize)]
struct Kept {
    origin: Origin,
    methods: Vec<String>,
    budget: u64,
    seed: u64,
    cells: Vec<Make>,
    samples: Vec<SampleRecord>,
}

/// Writes the page about a study into a folder, which is made where it is missing: `index.html`,
/// and the data as `data.json`, `data.csv` (a line for each search) and `rows.csv` (a line for each
/// cell and method). `seed` is that of the analysis.
///
/// # Errors
/// If the folder or a file cannot be written; a file that was there before is whole, the old or the new one.
pub fn write(
    dir: &Path,
    study: &Study,
    analysis: &Analysis,
    seed: u64,
    origin: &Origin,
) -> Result<(), ReportError> {
    let [json, samples, rows] = DATA;
    let data = Data {
        origin,
        methods: study.methods.iter().map(ToString::to_string).collect(),
        budget: study.budget,
        seed,
        cells: &study.cells,
        rows: analysis.rows.iter().map(|row| RowRecord::new(study, row)).collect(),
        samples: study.samples.iter().map(|sample| SampleRecord::new(study, sample)).collect(),
    };
    let data = serde_json::to_vec(&data)
        .map_err(|source| ReportError::Json { path: dir.join(json), source })?;
    let failed = |name| move |source| ReportError::Csv { path: dir.join(name), source };
    let (mut sample_lines, mut row_lines) = (Vec::new(), Vec::new());
    write_samples(study, &mut sample_lines).map_err(failed(samples))?;
    write_rows(study, analysis, &mut row_lines).map_err(failed(rows))?;
    let page = page(&View::new(study, analysis), origin)?.into_bytes();
    let all = [("index.html", page), (json, data), (samples, sample_lines), (rows, row_lines)];
    write_all(dir, &all)
}

/// The page of the study in `data.json`, with what follows from it by today's rules.
pub(super) fn again(data: Value) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let kept: Kept = serde_json::from_value(data).map_err(|error| error.to_string())?;
    let Kept { origin, methods, budget, seed, cells, samples } = kept;
    let methods =
        methods.iter().map(|method| method.parse().map_err(|_| format!("method {method:?}")));
    let empty = Study::new(methods.collect::<Result<_, _>>()?, cells, budget, Vec::new());
    let samples = samples.iter().map(|sample| sample.read(&empty)).collect::<Result<_, _>>()?;
    let study = Study::new(empty.methods, empty.cells, budget, samples);
    let page = page(&View::new(&study, &Analysis::of(&study, seed)), &origin);
    Ok(vec![("index.html", page.map_err(|error| error.to_string())?.into_bytes())])
}

/// The page's text.
fn page(view: &View<'_>, origin: &Origin) -> Result<String, ChartError> {
    let mut page = Page::new("What each algorithm saves", &view.lead());
    page.headlines(&view.headlines());
    if let Some((overview, caption)) = view.overview() {
        page.figure("Leaves of each method, times alpha-beta's", &overview.art()?, &caption);
    }
    let verdicts = view.verdicts();
    page.verdicts(verdicts.iter().map(|(tone, text)| (*tone, text.as_str())));
    page.note(
        "A leaf is a position at the end of a line, where the search asks for a value. All \
         algorithms find the same value at the root, unless one is marked as a mistake; the fewer \
         leaves one needs for that, the better. Ratios are medians over the trees of a kind, each \
         tree against alpha-beta with the same aids (table, deepening, ordering) on that same tree: \
         0.9 is 10 % fewer leaves on the typical tree. Bars are 95 % bootstrap intervals over the \
         trees; a difference is called sure if its interval does not contain 1 and there are at least six \
         trees.",
    );
    for along in Along::ALL {
        view.plots(along, &mut page)?;
    }
    page.section("All figures");
    page.table(&view.summary());
    for cell in 0..view.study.cells.len() {
        let Ok(()) = page.folded(&view.study.cells[cell].words(), |page| {
            page.table(&view.cell(cell));
            Ok::<_, Infallible>(())
        });
    }
    disagreements(view, &mut page);
    measured(view, origin, &mut page);
    let footer = format!("Written by plyglot {}. The data:", origin.version);
    Ok(page.render(&footer, &DATA))
}

fn disagreements(view: &View<'_>, page: &mut Page) {
    let table = view.disagreements();
    if !table.rows.is_empty() {
        page.section("Different values");
        page.paragraph("These searches found another value than most others on the same tree.");
        page.table(&table);
    }
}

fn measured(view: &View<'_>, origin: &Origin, page: &mut Page) {
    page.section("How it was measured");
    page.code(&origin.command);
    let machine = &origin.machine;
    page.facts([
        ("Date", origin.date.clone()),
        ("Commit", origin.commit.clone().unwrap_or_else(|| "not known".into())),
        ("Version", origin.version.clone()),
        ("Machine", format!("{}, {} processors usable", machine.processor, machine.usable)),
        ("Searches", view.study.samples.len().to_string()),
        ("Visits allowed to a search", view.study.budget.to_string()),
    ]);
    page.note(
        "Counts are exact and the same on every machine. Times are those of code that is written to \
         be read, several trees at once; they show what an algorithm does beside counting leaves, \
         and hold for this machine and its load then.",
    );
    if view.study.cells.iter().any(|cell| cell.first_best.is_some()) {
        page.note(
            "These trees are synthetic, of known value: a node's value is drawn before those below \
             it, one move keeps it, the others are worse for the mover by a random amount. \"First \
             best 60 %\" says that the best move is the first at 60 nodes in a hundred; elsewhere it \
             stands anywhere behind.",
        );
    }
}
