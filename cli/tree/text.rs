//! What `tree` says to people.

use plyglot_open::Position;
use plyglot_play::tree::Tree;
use plyglot_play::tree::grow::{Aim, Ended, Hands, Orders, Until};
use plyglot_wire::object::{self, Certificate, Known, TreeGrown, TreeImported, TreePosition};

use crate::errors::Failure;
use crate::format;
use crate::output::columns;

/// How many of the best line's moves are shown.
const LINE: usize = 12;
/// How many thin places are.
const THIN: usize = 5;

/// What a position takes of memory and of the file, by runs of `tree grow` on Connect Four, Othello, chess and Kalah up to
/// 200,000 positions (2026-11-27): 0.4 to 0.6 kB with all that is held of it, 0.2 to 0.45 kB since a file grows in steps.
const TAKES: [u64; 2] = [600, 450];
/// Of how many positions it is told where no limit says how many there will be.
const SOME: u64 = 100_000;
const MIB: u64 = 1 << 20;

/// What is going to be done, in a sentence.
pub(super) fn announced(tree: &Tree, orders: &Orders<'_>) -> String {
    let what = match orders.aim {
        Aim::Book { effort, exact, plies, .. } => {
            let plies = plies.map(|plies| match plies {
                1 => " of 1 ply".into(),
                plies => format!(" of {plies} plies"),
            });
            let how = if exact { " to solve" } else { "" };
            let effort = format::grouped(effort);
            format!("a book{}, {effort} nodes{how} a position", plies.unwrap_or_default())
        }
        Aim::Proof { .. } => "a proof".into(),
    };
    let who = match &orders.hands {
        Hands::Here { config, workers } => format!(
            "{} at a time, {} each",
            format::count(*workers, "position"),
            format::count(config.threads, "thread")
        ),
        Hands::Far(_) => "by workers elsewhere".into(),
    };
    let there = format::count(tree.len(), "position");
    let game = &tree.header().game;
    let takes = takes(tree.len() as u64, orders);
    format!("{game}: {what}, {who}; {there} so far; {takes}")
}

/// What it is going to take at most, as far as the limits say so.
fn takes(there: u64, orders: &Orders<'_>) -> String {
    let Until { time, nodes, positions } = orders.until;
    let by_nodes = match orders.aim {
        // Each new position is searched with as much.
        Aim::Book { effort, .. } => nodes.map(|nodes| nodes.div_ceil(effort)),
        Aim::Proof { .. } => None,
    };
    let new = [positions, by_nodes].into_iter().flatten().min();
    let [memory, disk] = TAKES.map(|bytes| {
        let bytes = new.map_or(SOME, |new| there.saturating_add(new)).saturating_mul(bytes);
        // The least that is worth telling, and that a file has.
        let whole = bytes.div_ceil(MIB).saturating_mul(MIB);
        format::bytes(usize::try_from(whole).unwrap_or(usize::MAX))
    });
    let much = format!("about {memory} of memory beside the table, and {disk} in the file");
    let time = time.map_or(String::new(), |time| format!("at most {}, ", format::time(time)));
    match new {
        Some(new) => format!("{time}{} more take {much}", format::grouped(new)),
        None => format!("{time}each {} positions take {much}", format::grouped(SOME)),
    }
}

/// The live figures.
pub(super) fn figures(told: &TreeGrown) -> String {
    let value = match (&told.proven_between.text, &told.score) {
        (Some(proven), _) => format!(", {proven} proven"),
        (None, Some(score)) => format!(", {}", score.text),
        (None, None) => String::new(),
    };
    let goal = told.goal.as_ref().map(|goal| format!(", at least {goal}?"));
    format!(
        "{} positions{value}{}, {} nodes, {}",
        format::grouped(told.positions as u64),
        goal.unwrap_or_default(),
        format::short(told.nodes),
        format::clock(std::time::Duration::from_secs_f64(told.seconds)),
    )
}

/// How a run ended.
pub(super) fn ended(told: &TreeGrown, ended: Ended, proof: bool) -> Vec<String> {
    let proven = told.proven_between.text.as_deref();
    let first = match (ended, proven) {
        (Ended::Proven, Some(value)) => format!("proven: {value}"),
        (Ended::Refuted, Some(value)) => format!("refuted: {value}"),
        (_, Some(value)) if proof => format!("not proven, but {value} is"),
        (_, _) if proof => "not proven".into(),
        (_, value) => match (&told.score, value) {
            (Some(score), _) => format!("value {}", score.text),
            (None, value) => format!("value {}", value.unwrap_or("unknown")),
        },
    };
    let positions = format::grouped(told.positions as u64);
    let new = format::grouped(told.new_positions);
    let nodes = format::grouped(told.nodes);
    let time = format::time(std::time::Duration::from_secs_f64(told.seconds));
    let mut lines = vec![first];
    if !proof && matches!(ended, Ended::Exhausted) {
        lines.push("nothing is left to search".into());
    }
    lines.push(format!("{positions} positions, {new} of them new; {nodes} nodes in {time}"));
    lines
}

/// What a tree knows.
pub(super) fn shown(
    tree: &object::Tree,
    at: &Position,
    moved: bool,
) -> Result<Vec<String>, Failure> {
    let count = |number: usize| format::grouped(number as u64);
    let mut lines = vec![
        format!("{}  {}", tree.game, tree.start),
        format!(
            "{} positions: {} searched, {} expanded, {} proven; {} nodes",
            count(tree.positions),
            count(tree.searched),
            count(tree.expanded),
            count(tree.proven),
            format::grouped(tree.nodes)
        ),
        String::new(),
    ];
    let Some(here) = &tree.at else { return Ok(lines) };
    if moved {
        lines.push(format!("after {}", here.played.join(" ")));
    }
    lines.extend(at.board()?.lines().map(String::from));
    lines.push(String::new());
    lines.push(format!("{} to move: {}", at.mover(), value(&here.known)));
    let cut = if here.pv.len() > LINE { " ..." } else { "" };
    if !here.pv.is_empty() {
        lines.push(format!("best line: {}{cut}", here.pv[..here.pv.len().min(LINE)].join(" ")));
    }
    if !here.moves.is_empty() {
        lines.push(String::new());
        lines.extend(moves(here));
    }
    lines.push(String::new());
    lines.extend(thin(tree));
    Ok(lines)
}

/// The moves of a position, the best first, with what lies behind each.
fn moves(here: &TreePosition) -> Vec<String> {
    let heads = ["move", "value", "proven", "depth", "nodes", "positions", "effort", "thin"];
    let mut table = columns::plain(&heads);
    for mv in &here.moves {
        let known = &mv.known;
        let score = known.score.as_ref().map(|score| score.text.clone());
        let behind = mv.behind.unwrap_or_default();
        let thin =
            if behind.thin > 0 { format::grouped(behind.thin as u64) } else { String::new() };
        table.add_row(vec![
            mv.mv.clone(),
            score.unwrap_or_default(),
            known.proven_between.text.clone().unwrap_or_default(),
            if known.depth > 0 { known.depth.to_string() } else { String::new() },
            format::grouped(known.nodes),
            format::grouped(behind.positions as u64),
            format::grouped(behind.effort),
            thin,
        ]);
    }
    columns::align(&mut table, 2);
    columns::lines(&table).collect()
}

/// Where the book is thin, those places first that are worth most to it.
fn thin(tree: &object::Tree) -> Vec<String> {
    if tree.thin == 0 {
        return vec!["no thin places: it is grown evenly".into()];
    }
    let rest = if tree.thin > THIN { format!(", {THIN} of them") } else { String::new() };
    let count = format::count(tree.thin, "thin place");
    let mut lines = vec![format!("{count}, where the next `tree grow` goes first{rest}:")];
    for place in tree.thin_places.iter().take(THIN) {
        let value = place.score.as_ref().map_or("not searched", |score| &*score.text);
        let nodes = format::grouped(place.nodes);
        lines.push(format!("  {}  {value}, {nodes} nodes", place.played.join(" ")));
    }
    lines
}

/// What is known of a value.
fn value(known: &Known) -> String {
    match (&known.proven_between.text, &known.score) {
        (Some(proven), Some(score)) if !score.proven => format!("{}, proven {proven}", score.text),
        (Some(proven), _) => format!("{proven}, proven"),
        (None, Some(score)) => score.text.clone(),
        (None, None) => "not searched".into(),
    }
}

/// A position in a line: text, value, depth and nodes of its search, best move.
pub(super) fn exported(position: &TreePosition) -> String {
    let TreePosition { position, known, pv, .. } = position;
    let best = pv.first().map_or("-", String::as_str);
    format!("{position}; {}; depth {}; {} nodes; {best}", value(known), known.depth, known.nodes)
}

/// What an import has added.
pub(super) fn imported(told: &TreeImported) -> String {
    let others = match told.others {
        0 => String::new(),
        others => format!(" ({} never came to the root)", format::count(others, "other")),
    };
    format!(
        "{}{others}: {}, {} to search",
        format::count(told.games, "game"),
        format::count(told.new_positions, "new position"),
        format::grouped(told.waiting as u64)
    )
}

/// What a certificate says, or what its check has found.
pub(super) fn certificate(told: &Certificate) -> Vec<String> {
    let value = told.proven_between.text.as_deref().unwrap_or("nothing");
    let time = format::time(std::time::Duration::from_secs_f64(told.seconds));
    let records = format::grouped(told.records);
    let nodes = format::grouped(told.nodes);
    let about = format!(
        "{records} records, {} of them leaves of at most {} nodes; {}",
        format::grouped(told.leaves),
        format::grouped(told.leaf),
        format::bytes(usize::try_from(told.bytes).unwrap_or(usize::MAX)),
    );
    let first = format!("{}  {}: {value}", told.game, told.start);
    let last = match (told.checked, told.wrong_at_most) {
        (None, _) => format!("written in {time}; to check it takes {nodes} nodes"),
        (Some(_), None) => format!("it holds: all of it checked by {nodes} nodes in {time}"),
        (Some(checked), Some(wrong)) => format!(
            "{} records checked by {nodes} nodes in {time}, none is wrong: with 99 % confidence at most {:.3} % \
             of all are",
            format::grouped(checked),
            100.0 * wrong
        ),
    };
    vec![first, about, last]
}
