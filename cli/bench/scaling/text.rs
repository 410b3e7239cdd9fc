//! The table of a study for people: a row for each scheme and thread count.

use plyglot_bench::scaling::{
    Analysis, Cell, CellAccount, Contest, EloShare, Goal, PARTS, PlayCompletion, PlayRow, Strength,
    Study,
};
use plyglot_stats::Estimate;

use crate::format;
use crate::output::columns::{self, Sheet};

/// The table, no wider than the terminal; where one thread alone was measured, a sentence.
pub(super) fn of(study: &Study, analysis: &Analysis, width: Option<usize>) -> String {
    if analysis.cells.iter().all(|cell| cell.threads <= 1) {
        let searches = analysis.cells.iter().map(|cell| cell.positions).max().unwrap_or(0);
        return format!(
            "Only one thread was measured, over {searches} positions: there is nothing to compare. Other numbers of \
             threads are named by --threads 2,4.\n"
        );
    }
    let budget = matches!(study.design.goal, Goal::Budget(_));
    let shown =
        Columns { budget, ceiling: !study.ceiling.is_empty(), repeated: study.design.account };
    let mut sheet = Sheet::new(shown.head(), 1);
    let compared = analysis.cells.iter().filter(|cell| cell.threads > 1);
    sheet.rows = compared.map(|cell| shown.row(study, cell)).collect();
    let (head, rows, left_out) = sheet.narrowed(width, &LEAST);
    let note = columns::without(&left_out, width);
    head.into_iter().chain(rows).chain(note).map(|line| line + "\n").collect()
}

/// Where the time of the threads went; nothing where that was not asked for.
pub(super) fn account(analysis: &Analysis, width: Option<usize>) -> Option<String> {
    let cells = analysis.cells.iter().filter_map(|cell| Some((cell, cell.account.as_ref()?)));
    let cells: Vec<_> = cells.collect();
    if cells.is_empty() {
        return None;
    }
    // A column for each part that any cell has.
    let parts = PARTS.into_iter().filter(|(name, _)| {
        *name == "one_thread" || cells.iter().any(|(_, account)| account.share(name) >= 0.0005)
    });
    let parts: Vec<(&str, &str)> = parts.collect();
    let heads = parts.iter().map(|(_, head)| head.replace(' ', "\n"));
    let head = ["scheme".into(), "threads".into()].into_iter().chain(heads);
    let mut sheet = Sheet::new(head.chain(["work\n/span".into()]), 1);
    sheet.rows = cells.iter().map(|(cell, account)| account_row(cell, account, &parts)).collect();
    let (head, rows, left_out) = sheet.narrowed(width, &["work\n/span"]);
    let lines = head.into_iter().chain(rows).chain(columns::without(&left_out, width));
    let table: String = lines.map(|line| line + "\n").collect();
    let incomplete: usize = cells.iter().map(|(_, account)| account.incomplete).sum();
    let note = match incomplete {
        0 => String::new(),
        many => format!(
            "Searches too long to be told apart in all, in which more was double: {many}.\n"
        ),
    };
    Some(format!("Where the time of the threads went, in percent:\n\n{table}{note}"))
}

fn account_row(cell: &Cell, account: &CellAccount, parts: &[(&str, &str)]) -> Vec<String> {
    let scheme = cell.scheme.map_or_else(nothing, |scheme| scheme.to_string());
    let mut row = vec![scheme, cell.threads.to_string()];
    row.extend(parts.iter().map(|(name, _)| format!("{:.1}", account.share(name) * 100.0)));
    row.push(account.parallelism.map_or_else(nothing, |parallelism| format!("{parallelism:.0}")));
    row
}

/// What threads are worth in play; nothing where nothing was played.
pub(super) fn play(study: &Study, analysis: &Analysis, width: Option<usize>) -> Option<String> {
    let pairs = study.design.play.as_ref()?.pairs;
    if analysis.play.is_empty() {
        return None;
    }
    let head =
        ["scheme", "threads", "nodes\nfor each", BY_THREADS, BY_NODES, "of it [95 %]", "games"];
    let mut sheet = Sheet::new(head, 1);
    sheet.rows = analysis.play.iter().map(play_row).collect();
    let (head, rows, left_out) = sheet.narrowed(width, &["games"]);
    let lines = head.into_iter().chain(rows).chain(columns::without(&left_out, width));
    let table: String = lines.map(|line| line + "\n").collect();
    Some(format!(
        "In play, Elo over one thread at equal virtual time, {} of games a match:\n\n{table}",
        format::count(pairs, "pair")
    ))
}

/// The head of the column of the gain by threads.
const BY_THREADS: &str = "Elo by\nthreads [95 %]";
/// The head of the column of the gain by as many more nodes.
const BY_NODES: &str = "Elo by as many\nmore nodes [95 %]";

fn play_row(row: &PlayRow) -> Vec<String> {
    let played = |strength: &Strength| 2 * strength.pairs.count();
    vec![
        row.scheme.to_string(),
        row.threads.to_string(),
        format::grouped(row.nodes),
        elo(&row.by_threads),
        elo(&row.by_nodes),
        row.ratio.map_or_else(nothing, share_of),
        format!("{}+{}", played(&row.by_threads), played(&row.by_nodes)),
    ]
}

fn share_of(EloShare { value, low, high }: EloShare) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{value:.2} [{low:.2}, {high:.2}]"),
        _ => format!("{value:.2}"),
    }
}

fn elo(strength: &Strength) -> String {
    match (strength.elo, strength.low, strength.high) {
        _ if strength.pairs.count() == 0 => nothing(),
        (Some(elo), None, None) => format!("{elo:+.0}"),
        (Some(elo), low, high) => {
            // An end without a number lies beyond all: a lead or a deficit without bound.
            let end = |end: Option<f64>, infinite: &str| {
                end.map_or_else(|| infinite.to_owned(), |end| format!("{end:+.0}"))
            };
            format!("{elo:+.0} [{}, {}]", end(low, "-inf"), end(high, "inf"))
        }
        (None, ..) => "infinite".into(),
    }
}

/// What is played at the moment, and how it stands.
pub(super) fn live(progress: &PlayCompletion) -> String {
    let Contest { scheme, threads, nodes } = progress.contest;
    let nodes = format::grouped(nodes);
    let who = match scheme {
        Some(scheme) => format!("{scheme} with {threads} threads, {nodes} nodes each"),
        None => format!("one thread with {threads} x {nodes} nodes"),
    };
    let elo = progress.pairs.elo().and_then(|rating| Some((rating.value?, rating.error()?)));
    match elo {
        Some((elo, error)) => format!("{who}: Elo {elo:+.0} \u{b1} {error:.0}"),
        None => who,
    }
}

/// The head of the column of re-searches.
const RESEARCHES: &str = "re-\nsearches\n/M";
/// The head of the column of first results.
const FIRST_RESULT: &str = "first\nresult";

/// Which columns a narrow terminal does without, the first of them first.
const LEAST: [&str; 5] = [RESEARCHES, "hits", FIRST_RESULT, "twice", "ceiling"];

/// Which columns have values.
struct Columns {
    /// Every search takes the same time.
    budget: bool,
    ceiling: bool,
    repeated: bool,
}

impl Columns {
    fn head(&self) -> Vec<&'static str> {
        let mut head = vec!["scheme", "threads"];
        head.extend(if self.budget { None } else { Some("speed-up [95 %]") });
        head.extend(self.ceiling.then_some("ceiling"));
        head.push(if self.budget { "nodes/s [95 %]" } else { "nodes\n/s" });
        head.push(if self.budget { "plies more" } else { "nodes" });
        head.extend(self.repeated.then_some("twice"));
        head.extend(["hits", RESEARCHES, FIRST_RESULT, "agree"]);
        head
    }

    fn row(&self, study: &Study, cell: &Cell) -> Vec<String> {
        let scheme = cell.scheme.map_or_else(|| "one thread".into(), |scheme| scheme.to_string());
        let mut row = vec![scheme, cell.threads.to_string()];
        row.extend((!self.budget).then(|| interval(cell.speedup)));
        row.extend(self.ceiling.then(|| {
            let point = study.ceiling_at(cell.threads.min(study.origin.machine.usable));
            point.map_or_else(nothing, |point| times(point.throughput))
        }));
        row.push(if self.budget { interval(cell.rate) } else { value(cell.rate) });
        row.push(if self.budget { plies(cell.depth_gain) } else { value(cell.overhead) });
        row.extend(self.repeated.then(|| cell.repeated.map_or_else(nothing, share)));
        row.push(share(cell.hit_rate));
        let researches = cell.per_million.get("researches").filter(|rate| rate.is_finite());
        row.push(researches.map_or_else(nothing, |rate| format!("{rate:.0}")));
        row.push(value(cell.first_result));
        row.push(format!("{}/{}", cell.agreement.agree, cell.agreement.of));
        row
    }
}

fn nothing() -> String {
    "-".into()
}

fn times(ratio: f64) -> String {
    if ratio.is_finite() { format!("{ratio:.2}") } else { nothing() }
}

fn share(share: f64) -> String {
    if share.is_finite() { format!("{:.1}%", share * 100.0) } else { nothing() }
}

fn value(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(nothing, |estimate| times(estimate.value))
}

fn plies(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(nothing, |gain| format!("{:+.2}", gain.value))
}

fn interval(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(Estimate { value, low, high }) if value.is_finite() => {
            format!("{value:.2} [{low:.2}, {high:.2}]")
        }
        _ => nothing(),
    }
}
