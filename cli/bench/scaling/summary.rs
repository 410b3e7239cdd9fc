//! A study in sentences: what was measured, and the conclusions.

use plyglot_bench::scaling::{Analysis, Cell, Clock, Comparison, Goal, SchemeFit, Study};
use plyglot_stats::FEWEST_FOR_BOOTSTRAP;

use crate::format;
use crate::output::words;

/// What was measured, and how the columns are to be read.
pub(super) fn head(study: &Study) -> String {
    let design = &study.design;
    let clock = match design.clock {
        Clock::Real => "real time".into(),
        Clock::Virtual { turn } => {
            let turn = usize::try_from(turn).unwrap_or(usize::MAX);
            format!("virtual time in turns of {}", format::count(turn, "node"))
        }
    };
    let compared = match design.goal {
        Goal::Budget(_) => "Nodes a second, plies and",
        Goal::Depth(_) | Goal::Solve => "Speed-up, nodes a second, nodes and",
    };
    let positions = design.positions.len();
    let student = match (Comparison::FEWEST..FEWEST_FOR_BOOTSTRAP).contains(&positions) {
        true => " Intervals: Student's t on logarithms, since there are few positions.",
        false => "",
    };
    format!(
        "{}: {} {}, {clock}, table of {}\n{compared} first result are against one thread, paired by \
         position.{student}\n",
        design.subject(),
        format::count(positions, "position"),
        design.goal,
        format::bytes(design.hash_bytes),
    )
}

/// The conclusions, a line each.
pub(super) fn conclusions(study: &Study, analysis: &Analysis) -> Vec<String> {
    if study.samples.is_empty() {
        return vec!["Nothing was measured.".into()];
    }
    let mut lines = plyglot_report::scaling::verdicts(study, analysis);
    lines.extend(analysis.cells.iter().filter_map(|cell| outliers(study, cell)));
    lines.extend(analysis.fits.iter().filter_map(model));
    lines.extend(look_ups(study));
    lines
}

/// Positions far from the others, which are part of every figure.
fn outliers(study: &Study, cell: &Cell) -> Option<String> {
    let budget = matches!(study.design.goal, Goal::Budget(_));
    let shown = cell.outliers.iter().map(|&position| {
        let name = study.design.positions.get(position).map_or("?", |known| known.name.as_str());
        let own = cell.per_position.iter().find(|own| own.position == position);
        let ratio = own.and_then(|own| if budget { Some(own.rate) } else { own.speedup });
        ratio.map_or_else(|| name.into(), |ratio| format!("{name} {ratio:.2}"))
    });
    let shown: Vec<String> = shown.collect();
    let threads = words::threads(cell.threads, None);
    let scheme = cell.scheme?;
    (!shown.is_empty())
        .then(|| format!("Outliers of {scheme} with {threads}: {}.", shown.join(", ")))
}

/// The models that fit a scheme.
fn model(fit: &SchemeFit) -> Option<String> {
    let mut models = Vec::new();
    if let Some(law) = &fit.amdahl {
        let (serial, rms) = (law.serial * 100.0, law.quality.rms);
        models.push(format!("Amdahl, serial share {serial:.2} % (residual {rms:.2})"));
    }
    if let Some(law) = &fit.scalability {
        let (sigma, kappa, rms) = (law.sigma, law.kappa, law.quality.rms);
        models.push(format!(
            "universal scalability law, sigma {sigma:.4}, kappa {kappa:.6} (residual {rms:.2})"
        ));
    }
    let models = models.join("; ");
    (!models.is_empty()).then(|| format!("Fitted models of {} (not causes): {models}.", fit.scheme))
}

/// The fastest and the slowest look-ups with one thread and with most.
fn look_ups(study: &Study) -> Option<String> {
    let most = study.probes.iter().map(|point| point.threads).max()?;
    let largest = study.probes.iter().map(|point| point.bytes).max()?;
    let here = study.probes.iter().filter(|point| (point.threads, point.bytes) == (most, largest));
    let rates = here.map(|point| {
        let pages = if point.huge_pages { "huge pages" } else { "ordinary pages" };
        let ahead = if point.prefetch { ", prefetched" } else { "" };
        format!("{pages}{ahead} {}", format::short(point.per_second as u64))
    });
    let (threads, table) = (words::threads(most, None), format::bytes(largest));
    let rates: Vec<String> = rates.collect();
    Some(format!("Random look-ups a second by {threads} in {table}: {}.", rates.join("; ")))
}
