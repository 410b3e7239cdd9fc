//! What a tuning has found, for people and for other programs.

use plyglot_open::Facts;
use plyglot_play::matches::stats::Rating;
use plyglot_play::matches::{GameResult, Standing};
use plyglot_play::tune::{Finished, Found, LEVELS, Number, Tuning};
use serde_json::{Value, json};

use crate::format;
use crate::output::columns;
use plyglot_wire::object;

/// What is going to be done, in a sentence.
pub(super) fn announced(tuning: &Tuning<'_>) -> String {
    let names: Vec<&str> = tuning.numbers.iter().map(|number| number.name.as_str()).collect();
    let pairs = format::count(tuning.pairs, "pair");
    format!(
        "{}: {} by {pairs} of games at {} (simultaneous perturbation)",
        tuning.game.facts().name,
        names.join(", "),
        tuning.player.text
    )
}

/// The numbers with values.
pub(super) fn values(numbers: &[Number], values: &[i64]) -> String {
    let pair = |(number, value): (&Number, &i64)| format!("{}={value}", number.name);
    numbers.iter().zip(values).map(pair).collect::<Vec<_>>().join(" ")
}

/// The end, as lines.
pub(super) fn finished_text(finished: &Finished) -> Vec<String> {
    let mut table = columns::plain(&["number", "from", "to", "was", "found"]);
    for tuned in &finished.numbers {
        let number = &tuned.number;
        table.add_row([
            number.name.clone(),
            number.least.to_string(),
            number.greatest.to_string(),
            number.start.to_string(),
            tuned.found.to_string(),
        ]);
    }
    columns::align(&mut table, 2);
    let mut lines: Vec<String> = columns::lines(&table).collect();
    lines.push(String::new());
    if !finished.is_changed() {
        lines.push("No better values were found, as far as these games can tell.".into());
        return lines;
    }
    let found = finished.numbers.iter().filter(|tuned| tuned.found != tuned.number.start);
    let set: Vec<String> =
        found.map(|tuned| format!("--set {}={}", tuned.number.name, tuned.found)).collect();
    match &finished.confirmed {
        Some(standing) => lines.push(confirmed_text(standing)),
        None => lines.push("No match has confirmed it: it may be chance.".into()),
    }
    lines.push(format!("To try it: {}", set.join(" ")));
    lines
}

/// What the match at the end says.
fn confirmed_text(standing: &Standing) -> String {
    let games = format::count(standing.games() as usize, "game");
    let Some([value, low, high]) = standing.pairs.elo().as_ref().map(Rating::numbers) else {
        return format!("{games} against the game as it was: no interval");
    };
    let says = match () {
        () if low > 0.0 => "better",
        () if high < 0.0 => "worse: keep the values as they were",
        () => "not shown to be better",
    };
    format!(
        "{games} against the game as it was: {value:+.0} Elo, {low:+.0} to {high:+.0} with 95 % \
         confidence: {says}"
    )
}

/// The object of a step.
pub(super) fn step_json(tuning: &Tuning<'_>, played: usize, now: &[i64]) -> String {
    let fields = tuning.numbers.iter().zip(now);
    let numbers: Vec<Value> =
        fields.map(|(number, now)| json!({ "name": number.name, "value": now })).collect();
    let game = &tuning.game.facts().name;
    object("tuning_step", &json!({ "game": game, "pairs": played, "numbers": numbers }))
}

/// The object of the end.
pub(super) fn finished_json(tuning: &Tuning<'_>, finished: &Finished) -> String {
    let numbers = finished.numbers.iter().map(|tuned| {
        json!({
            "name": tuned.number.name,
            "least": tuned.number.least,
            "greatest": tuned.number.greatest,
            "start": tuned.number.start,
            "found": tuned.found,
            "way": tuned.way,
        })
    });
    let confirmed = finished.confirmed.as_ref().map(|standing| {
        let elo = standing.pairs.elo();
        json!({
            "games": standing.games(),
            "wins": standing.count(GameResult::Win),
            "draws": standing.count(GameResult::Draw),
            "losses": standing.count(GameResult::Loss),
            "elo": elo.and_then(|elo| elo.value),
            "low": elo.and_then(|elo| elo.low),
            "high": elo.and_then(|elo| elo.high),
        })
    });
    object(
        "tuning",
        &json!({
            "game": tuning.game.facts().name,
            "player": tuning.player.text,
            "seed": tuning.seed,
            "pairs": finished.pairs,
            "numbers": numbers.collect::<Vec<Value>>(),
            "confirmed": confirmed,
            "interrupted": finished.stopped,
        }),
    )
}

fn unit(facts: &Facts) -> f64 {
    f64::from(facts.points.max(1))
}

fn stage(found: &Found) -> &'static str {
    if found.plies_left { "plies left" } else { "plies played" }
}

/// How well shallow searches predict deep ones, as lines.
pub(super) fn found_text(facts: &Facts, found: &Found) -> Vec<String> {
    let unit = unit(facts);
    let levels: Vec<String> = LEVELS.iter().map(|(percent, _)| format!("{percent} %")).collect();
    let mut head = vec!["plies", "count", "slope", "offset", "deviation"];
    head.extend(levels.iter().map(String::as_str));
    let mut table = columns::plain(&head);
    for fit in &found.fits {
        let mut row = vec![
            format!("{} by {}", fit.deep, fit.shallow),
            fit.positions.to_string(),
            format!("{:.2}", fit.slope),
            format!("{:+.2}", fit.offset / unit),
            format!("{:.2}", fit.deviation / unit),
        ];
        row.extend(fit.within.iter().map(|within| format!("{:.0}", 100.0 * within)));
        table.add_row(row);
    }
    // Ten columns in sixty characters.
    columns::align(&mut table, 1);
    let formula = &found.formula;
    let part = |value: f64, of: &str| {
        let sign = if value < 0.0 { '-' } else { '+' };
        format!(" {sign} {:.3} x {of}", (value / unit).abs())
    };
    let mut lines: Vec<String> = columns::lines(&table).collect();
    lines.push(String::new());
    lines.push(format!(
        "deviation = {:.3}{}{}{}{} {}",
        formula.constant / unit,
        part(formula.stage, stage(found)),
        part(formula.deep, "deep"),
        part(formula.shallow, "shallow"),
        part(formula.lead * unit, "lead"),
        facts.unit_name()
    ));
    lines.push(String::new());
    lines.push(format!(
        "Deep scores by shallow ones, in {}; the lead is how far the shallow score is from 0. The last columns: the \
         share of positions, in percent, where the two are as near as the formula says for a level of confidence.",
        facts.unit_name()
    ));
    lines
}

/// The same as an object.
pub(super) fn found_json(facts: &Facts, found: &Found) -> String {
    let fits = found.fits.iter().map(|fit| {
        let within = LEVELS.iter().zip(fit.within);
        let within: Vec<Value> = within
            .map(|((percent, deviations), share)| {
                json!({ "percent": percent, "deviations": deviations, "share": share })
            })
            .collect();
        json!({
            "deep": fit.deep,
            "shallow": fit.shallow,
            "positions": fit.positions,
            "slope": fit.slope,
            "offset": fit.offset,
            "deviation": fit.deviation,
            "within": within,
        })
    });
    let formula = &found.formula;
    object(
        "prediction",
        &json!({
            "game": facts.name,
            "positions": found.positions,
            "stage": stage(found),
            "fits": fits.collect::<Vec<Value>>(),
            "formula": {
                "constant": formula.constant,
                "stage": formula.stage,
                "deep": formula.deep,
                "shallow": formula.shallow,
                "lead": formula.lead,
            },
            "interrupted": found.stopped,
        }),
    )
}
