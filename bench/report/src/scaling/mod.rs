//! The page about a study of scaling.

mod account;
mod figures;
mod origin;
mod play;
mod tables;
mod verdicts;
mod view;

use std::convert::Infallible;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::view::{View, count, list};
use super::chart::{Chart, ChartError, Frame};
use super::page::{Page, Table};
use super::{ReportError, write_all};
use plyglot_bench::scaling::{
    Analysis, Clock, Comparison, SchemeFit, Study, write_cells, write_play, write_samples,
};
use plyglot_stats::FEWEST_FOR_BOOTSTRAP;

/// The files of a report, as the page links them; the last one is there where games were played.
const DATA: [&str; 5] = ["data.json", "data.csv", "cells.csv", "speedup.svg", "play.csv"];

/// A study with what follows from it, as `data.json` holds it.
#[derive(Serialize)]
struct Data<'a> {
    study: &'a Study,
    analysis: &'a Analysis,
}

/// What a page is made from again.
#[derive(Deserialize)]
struct Kept {
    study: Study,
}

/// Writes the page about a study into a folder, which is made where it is missing: `index.html`;
/// the data as `data.json` (the study and its analysis), `data.csv` (a line for each search) and
/// `cells.csv` (a line for each scheme and thread count); and `speedup.svg`, the first chart as a
/// picture that can stand anywhere.
///
/// # Errors
/// If the folder or a file cannot be written; a file that was there before is whole, the old or the new one.
pub fn write(dir: &Path, study: &Study, analysis: &Analysis) -> Result<(), ReportError> {
    let [json, samples, cells, _, play] = DATA;
    let data = serde_json::to_vec(&Data { study, analysis })
        .map_err(|source| ReportError::Json { path: dir.join(json), source })?;
    let (mut sample_rows, mut cell_rows) = (Vec::new(), Vec::new());
    let failed = |name| move |source| ReportError::Csv { path: dir.join(name), source };
    write_samples(study, &mut sample_rows).map_err(failed(samples))?;
    write_cells(analysis, &mut cell_rows).map_err(failed(cells))?;
    let mut all = shown(&View { study, analysis })?;
    all.extend([(json, data), (samples, sample_rows), (cells, cell_rows)]);
    if !analysis.play.is_empty() {
        let mut rows = Vec::new();
        write_play(analysis, &mut rows).map_err(failed(play))?;
        all.push((play, rows));
    }
    write_all(dir, &all)
}

/// The page and the picture of the study in `data.json`, with what follows from it by today's rules.
pub(super) fn again(data: Value) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let Kept { study } = serde_json::from_value(data).map_err(|error| error.to_string())?;
    let analysis = Analysis::of(&study);
    shown(&View { study: &study, analysis: &analysis }).map_err(|error| error.to_string())
}

/// The files that people look at.
fn shown(view: &View<'_>) -> Result<Vec<(&'static str, Vec<u8>)>, ChartError> {
    let chart = Chart { heading: Some(view.heading()), ..view.speedup() };
    let picture = chart.picture(&Frame::DESK)?.alone().into();
    Ok(vec![("index.html", page(view)?.into_bytes()), (DATA[3], picture)])
}

/// The results of a study, in sentences: the ones that its page begins with.
pub fn verdicts(study: &Study, analysis: &Analysis) -> Vec<String> {
    View { study, analysis }.verdicts().into_iter().map(|(_, text)| text).collect()
}

/// The page's text.
fn page(view: &View<'_>) -> Result<String, ChartError> {
    let design = &view.study.design;
    let schemes: Vec<String> = design.schemes.iter().map(ToString::to_string).collect();
    let lead = format!(
        "{} of {}, each searched {} with {} threads, in {}. Schemes: {}.",
        count(design.positions.len(), "position"),
        design.subject(),
        design.goal,
        counts(&view.threads()),
        view.time(),
        list(&schemes),
    );
    let title =
        format!("{}: {} by threads, in {}", design.subject(), view.main_name(), view.time());
    let mut page = Page::new(&title, &lead);
    page.headlines(&view.headlines());
    if !view.many().is_empty() {
        speedup(view, &mut page)?;
    }
    let verdicts = view.verdicts();
    page.verdicts(verdicts.iter().map(|(tone, text)| (*tone, text.as_str())));
    page.note(clock_note(design.clock));
    if !view.many().is_empty() {
        page.section("Gain by number of threads");
        page.table(&view.summary());
        causes(view, &mut page)?;
        view.account(&mut page)?;
        view.play(&mut page)?;
        if view.schemes().len() > 1 {
            ablation(view, &mut page)?;
        }
        page.section("Position by position");
        page.multiples(
            &view.positions(),
            "All panels have the same axes: threads across, the gain of that one position upwards, \
             both doubling. Positions outside Tukey's fences are listed below and not left out.",
        )?;
        models(view, &mut page)?;
    }
    machine(view, &mut page)?;
    exceptions(view, &mut page);
    page.section("All figures");
    page.table(&view.cells_table());
    view.origin(&mut page)?;
    let footer = format!("Written by plyglot {}. The data:", view.study.origin.version);
    Ok(page.render(&footer, &DATA[..DATA.len() - usize::from(view.analysis.play.is_empty())]))
}

/// Thread counts in a row, or their range where they are many.
fn counts(threads: &[usize]) -> String {
    match threads {
        [first, .., last] if threads.len() > 12 => format!("{first} to {last}"),
        _ => list(&threads.iter().map(ToString::to_string).collect::<Vec<_>>()),
    }
}

/// What a clock says, and what it does not.
fn clock_note(clock: Clock) -> &'static str {
    match clock {
        Clock::Real => {
            "Real time: what this machine took. It holds for this machine and its load then."
        }
        Clock::Virtual { .. } => {
            "Virtual time: threads take turns of a fixed number of nodes in a fixed order, and time \
             counts a microsecond a node, as if each thread had a processor of its own. It shows \
             how the algorithm scales, the same on any machine: work done twice, waiting, windows, \
             order of moves. It does not show what depends on hardware: the speed of memory and \
             caches, the clock of the processor, the cost of atomics and of waking threads."
        }
    }
}

/// The picture that the page is about.
fn speedup(view: &View<'_>, page: &mut Page) -> Result<(), ChartError> {
    let mut caption = format!(
        "Geometric mean over the positions; bars are 95 % intervals over positions. All \
         in {}. Both axes double, so that the ideal is a straight line.",
        view.time()
    );
    if !view.by_rate() {
        caption += " Published figures were measured with other games, programs and machines, and \
                    stand here for orientation: DTS (R. Hyatt, 1997) and simplified ABDADA (T. \
                    Kerrigan).";
    }
    let heading = if view.by_rate() { "Nodes per second" } else { "Speed-up to the goal" };
    page.figure(heading, &view.speedup().art()?, &caption);
    Ok(())
}

fn causes(view: &View<'_>, page: &mut Page) -> Result<(), ChartError> {
    page.section("What the gain is made of");
    let mut figures = Vec::new();
    if view.by_rate() {
        let caption = "In the same time; arithmetic mean, 95 % intervals.";
        figures.push(("Depth gained", view.depth_gain(), caption));
    } else {
        page.paragraph(
            "Speed-up is the gain in nodes per second divided by the growth in nodes: a scheme can \
             win one and lose the other.",
        );
        let caption = "Below the ideal, threads wait, or the machine gives no more.";
        figures.push(("Nodes per second", view.rate(), caption));
        let caption = "Above 1 is work that 1 thread does not do.";
        figures.push(("Node overhead", view.overhead(), caption));
    }
    if view.analysis.cells.iter().any(|cell| cell.repeated.is_some()) {
        let caption = "Nodes that another thread searched too, or that were searched before, to the \
                       same depth in the same window.";
        figures.push(("Work done twice", view.repeated(), caption));
    }
    let caption = "Above 1: the first iteration ended sooner than with 1 thread.";
    figures.push(("First result", view.first_result(), caption));
    let drawn = figures
        .into_iter()
        .map(|(heading, chart, caption)| Ok((heading, chart.half()?, caption)))
        .collect::<Result<Vec<_>, ChartError>>()?;
    page.pairs(drawn.iter().map(|(heading, art, caption)| (*heading, art, *caption)));
    Ok(())
}

fn ablation(view: &View<'_>, page: &mut Page) -> Result<(), ChartError> {
    page.section("The schemes compared");
    if let Some(&most) = view.many().last() {
        let heading = format!("With {most} threads");
        let caption = "Bars are 95 % intervals over positions; the broken line is the \
                       first scheme. Overlapping bars say little: the table compares each scheme \
                       with the first position by position.";
        page.figure(&heading, &view.ablation(most).art()?, caption);
    }
    page.table(&view.schemes_compared());
    page.note(&format!(
        "A scheme is called faster or slower if the 95 % interval of the ratio, paired by position, does \
         not contain 1, and there are at least {} positions; over fewer positions no interval is shown. \
         Intervals are bootstrapped, over fewer than {FEWEST_FOR_BOOTSTRAP} positions by Student's t on the logarithms. \
         The best is the one with the highest mean, whatever its interval.",
        Comparison::FEWEST
    ));
    Ok(())
}

fn models(view: &View<'_>, page: &mut Page) -> Result<(), ChartError> {
    let fitted = |fit: &&SchemeFit| fit.amdahl.is_some() || fit.scalability.is_some();
    let fits: Vec<_> = view.analysis.fits.iter().filter(fitted).collect();
    if fits.is_empty() {
        return Ok(());
    }
    page.section("Models");
    page.note(
        "These curves are models fitted to the measured points, not measurements. A model describes \
         and explains nothing by itself; beyond the last point it is a guess. Amdahl: a share of \
         the work is done by one thread alone. Universal scalability law (Gunther): sigma is \
         contention, kappa what each pair of threads costs. rms: the root of the mean square of the \
         residuals, in units of speed-up.",
    );
    page.table(&view.models());
    let most = view.many().last().copied().unwrap_or(1);
    let best = view.best(most).and_then(|cell| cell.scheme);
    let show = |page: &mut Page, fit: &SchemeFit| -> Result<(), ChartError> {
        let (curves, residuals) = view.fit(fit);
        let (curves, residuals) = (curves.half()?, residuals.half()?);
        let heading = format!("{}: measured and models", fit.scheme);
        page.pairs([
            (heading.as_str(), &curves, "Points are measured, curves are models."),
            ("What the models leave over", &residuals, "Measured less model; a pattern is a flaw."),
        ]);
        Ok(())
    };
    let (first, rest): (Vec<_>, Vec<_>) =
        fits.into_iter().partition(|fit| Some(fit.scheme) == best);
    first.into_iter().try_for_each(|fit| show(page, fit))?;
    if rest.is_empty() {
        return Ok(());
    }
    page.folded("Models of the other schemes", |page| {
        rest.into_iter().try_for_each(|fit| show(page, fit))
    })
}

fn machine(view: &View<'_>, page: &mut Page) -> Result<(), ChartError> {
    let study = view.study;
    if study.ceiling.is_empty() && study.probes.is_empty() {
        return Ok(());
    }
    page.section("What the machine gives");
    if study.design.clock.is_virtual() {
        page.note("These are in real time, and have no part in the figures in virtual time above.");
    }
    if !study.ceiling.is_empty() {
        page.table(&view.ceiling_table());
    }
    if !study.probes.is_empty() {
        page.figure(
            "Random look-ups in a shared table",
            &view.probes().art()?,
            "In real time: how fast memory answers, with and without huge pages and prefetch.",
        );
        page.folded("The look-ups as figures", |page| {
            page.table(&view.probes_table());
            Ok::<_, ChartError>(())
        })?;
    }
    Ok(())
}

fn exceptions(view: &View<'_>, page: &mut Page) {
    page.section("Outliers and missing searches");
    let outliers = view.outliers();
    if outliers.rows.is_empty() {
        page.paragraph("No position lies outside Tukey's fences (on a logarithmic scale).");
    } else {
        page.paragraph(
            "These positions lie outside Tukey's fences (on a logarithmic scale). They are part of \
             every figure above.",
        );
        list_or_fold(page, "outlier", &outliers);
    }
    let missing: usize = view.analysis.cells.iter().map(|cell| cell.missing).sum();
    let unreached = view.unreached();
    if missing == 0 && unreached.rows.is_empty() {
        page.paragraph("Every planned search was made and reached its goal.");
        return;
    }
    let short = view.study.samples.iter().filter(|sample| !sample.reached).count();
    page.paragraph(&format!(
        "Planned searches without a sample that reached the goal: {missing}. They are part of no \
         ratio. Searches that were made and failed or fell short: {short}."
    ));
    if !unreached.rows.is_empty() {
        list_or_fold(page, "line", &unreached);
    }
}

/// A table, folded if it is long.
fn list_or_fold(page: &mut Page, one: &str, table: &Table) {
    if table.rows.len() <= 16 {
        return page.table(table);
    }
    let show = |page: &mut Page| -> Result<(), Infallible> {
        page.table(table);
        Ok(())
    };
    let Ok(()) = page.folded(&count(table.rows.len(), one), show);
}
