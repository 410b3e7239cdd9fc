//! What a training has found, for people.

use std::path::Path;
use std::time::Duration;

use plyglot_open::Facts;
use plyglot_play::matches::stats::Rating;
use plyglot_play::train::{Finished, Gate, PhaseError, left_out, mean_error};

use crate::format;
use crate::output::columns;

/// What errors are shown in.
pub(super) struct Unit {
    name: String,
    points: f64,
}

impl Unit {
    /// The unit of a game's scores.
    pub(super) fn of(facts: &Facts) -> Unit {
        Unit { name: facts.unit_name().into(), points: f64::from(facts.points.max(1)) }
    }

    /// Its name and how many points it is.
    pub(super) fn of_page(&self) -> (&str, f64) {
        (&self.name, self.points)
    }

    fn text(&self, points: Option<f64>) -> String {
        points.map_or("-".into(), |points| format!("{:.2}", points / self.points))
    }
}

/// A round that has ended, in a line.
pub(super) fn round_text(
    round: usize,
    phases: &[PhaseError],
    gate: Option<&Gate>,
    unit: &Unit,
) -> String {
    let positions: usize = phases.iter().map(|phase| phase.positions).sum();
    let met = gate.map_or_else(String::new, |gate| {
        let (games, elo) = match_text(gate);
        let kept = if gate.kept { "" } else { ", so those stay" };
        format!("; {games} against the weights of before{elo}{kept}")
    });
    format!(
        "round {}: {} positions, error {} {}{met}",
        round + 1,
        format::short(positions as u64),
        unit.text(mean_error(phases)),
        unit.name
    )
}

/// The games of a match, and what they say.
fn match_text(gate: &Gate) -> (String, String) {
    let elo = gate.elo.as_ref().map(Rating::numbers);
    let elo = elo.map(|[value, low, high]| format!(": {value:+.0} Elo, {low:+.0} to {high:+.0}"));
    (format::count(gate.games as usize, "game"), elo.unwrap_or_default())
}

/// The end, as lines.
pub(super) fn finished_text(
    finished: &Finished,
    unit: &Unit,
    path: &Path,
    time: Duration,
) -> Vec<String> {
    let mut lines = Vec::new();
    if finished.phases.is_empty() {
        return lines;
    }
    let mut table = columns::plain(&[
        "phase",
        "positions",
        "held out",
        "error",
        "checked",
        "exact",
        "error by search",
    ]);
    for phase in &finished.phases {
        let checked = phase.checked;
        table.add_row([
            phase.name.clone(),
            format::grouped(phase.positions as u64),
            format::grouped(phase.held_out as u64),
            unit.text(phase.error),
            checked.map_or("-".into(), |checked| checked.positions.to_string()),
            checked.map_or("-".into(), |checked| checked.exact.to_string()),
            unit.text(checked.map(|checked| checked.error)),
        ]);
    }
    columns::align(&mut table, 3);
    lines.extend(columns::lines(&table));
    lines.push(String::new());
    lines.push(format!(
        "Errors are mean absolute differences in {}, on games that were not trained on: to the labels, and to \
         searches of many more nodes.",
        unit.name
    ));
    if let Some(net) = &finished.net {
        lines.push(format!(
            "A net of {} lanes: whole numbers say {} {} otherwise in the mean, {} at most; an epoch took {:.0} ns a \
             position.",
            net.width,
            unit.text(Some(net.rounding)),
            unit.name,
            unit.text(Some(net.most_rounding)),
            net.nanoseconds,
        ));
    }
    for trial in &finished.trials {
        let (games, elo) = match_text(&trial.gate);
        let kept = if trial.gate.kept { "kept" } else { "not kept" };
        lines.push(format!(
            "Left out of the search: {}; {games}{elo}; {kept}",
            left_out(trial.tried, unit.of_page())
        ));
    }
    let also = match finished.also {
        0 => String::new(),
        games => format!(", {} of other trainings", format::grouped(games)),
    };
    lines.push(format!(
        "{} and {}{also} in {}: {} in {}",
        format::count(finished.plan.rounds.len(), "round"),
        format::count(finished.games as usize, "game"),
        format::time(time),
        format::bytes(finished.bytes),
        path.display()
    ));
    lines
}

/// The command that says what the weights are worth.
pub(super) fn next(program: &str, game: &str, path: &Path) -> String {
    let file = path.display();
    format!(
        "Next: {program} match {game} --a weights={file},time=20ms --b weights=none,time=20ms --games 200"
    )
}
