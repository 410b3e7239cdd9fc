//! Scores as a trace writes and reads them: short, and so exactly that no two look alike.

use plyglot_open::{DoorError, Facts, Position};
use plyglot_search::{Meaning, ParseError, Score, Window};

/// A score in a few characters: `+0.31`, `win3`, `+38!` for a final margin, `-inf`.
pub(super) fn short(position: &Position, score: Score) -> Result<String, DoorError> {
    let unit = position.facts().points;
    Ok(match score.meaning() {
        Meaning::WinIn(plies) => format!("win{plies}"),
        Meaning::LossIn(plies) => format!("loss{plies}"),
        Meaning::Won(plies) => format!("won{plies}"),
        Meaning::Lost(plies) => format!("lost{plies}"),
        Meaning::Unbounded if score < Score::DRAW => "-inf".into(),
        Meaning::Unbounded => "+inf".into(),
        Meaning::Heuristic(0) => "0".into(),
        Meaning::Heuristic(points) if unit > 1 => {
            let digits = f64::from(unit).log10().ceil() as usize;
            format!("{:+.digits$}", f64::from(points) / f64::from(unit))
        }
        Meaning::Heuristic(points) => format!("{points:+}"),
        Meaning::Margin(_) => format!("{}!", position.score_text(score, true)?),
    })
}

/// A window from its ends as a trace writes them, with a comma between: `-0.5,+0.5`,
/// `-inf,win3`.
///
/// # Errors
/// If an end is not a score, or nothing lies between them.
pub fn parse_window(text: &str, facts: &Facts) -> Result<Window, ParseError> {
    let wrong = || {
        let message = "a window is two scores with a comma between, the lower first: \
                       -0.5,+0.5, -inf,win3, +2!,+6! (final margins)";
        ParseError::new(message)
    };
    let (alpha, beta) = text.split_once(',').ok_or_else(wrong)?;
    let end = |text| parse(text, facts.points).ok_or_else(wrong);
    let (alpha, beta) = (end(alpha)?, end(beta)?);
    if alpha < beta { Ok(Window::new(alpha, beta)) } else { Err(wrong()) }
}

/// A window as [`parse_window`] reads it.
///
/// # Errors
/// If the game's code panics.
pub fn window_text(position: &Position, window: Window) -> Result<String, DoorError> {
    Ok(format!("{},{}", short(position, window.alpha)?, short(position, window.beta)?))
}

/// The inverse of [`short`]; `unit` is how many points make one.
fn parse(text: &str, unit: i32) -> Option<Score> {
    let text = text.trim();
    let distance = |plies: &str| plies.parse().ok().filter(|&n: &u32| n <= Score::MAX_DISTANCE);
    match text {
        "-inf" => return Some(-Score::INFINITY),
        "+inf" | "inf" => return Some(Score::INFINITY),
        _ => {}
    }
    if let Some(plies) = text.strip_prefix("win") {
        distance(plies).map(Score::win_in)
    } else if let Some(plies) = text.strip_prefix("loss") {
        distance(plies).map(Score::loss_in)
    } else if let Some(plies) = text.strip_prefix("won") {
        distance(plies).map(Score::won)
    } else if let Some(plies) = text.strip_prefix("lost") {
        distance(plies).map(Score::lost)
    } else if let Some(margin) = text.strip_suffix('!') {
        let margin = margin.parse().ok()?;
        (-Score::MAX_MARGIN..=Score::MAX_MARGIN).contains(&margin).then(|| Score::margin(margin))
    } else {
        let points = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some(Score::heuristic((points * f64::from(unit)).round() as i32))
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    #[test]
    fn scores_are_read_as_they_are_written_in_every_game() {
        for listing in builtin().listings() {
            let game = builtin().open(listing.name).expect("a game of the list");
            let start = game.start().expect("a start");
            let ends = (-40..40).map(Score::heuristic);
            let margins = (-64..64).map(Score::margin);
            let decided = [Score::win_in, Score::loss_in, Score::won, Score::lost];
            let far = (0..40).flat_map(|plies| decided.map(|score| score(plies)));
            for score in ends.chain(margins).chain(far).chain([Score::INFINITY, -Score::INFINITY]) {
                let text = short(&start, score).expect("a text");
                let read = parse(&text, game.facts().points);
                assert_eq!(read, Some(score), "{text} in {}", listing.name);
            }
        }
    }

    #[test]
    fn windows_that_hold_nothing_are_refused() {
        let othello = builtin().open("othello").expect("the game");
        let texts = ["-1,1", "-inf, +inf", "loss3,win3", "1,1", "2,1", "1", "a,b", "1,nan", ","];
        let read = texts.map(|text| parse_window(text, othello.facts()).is_ok());
        assert_eq!(read, [true, true, true, false, false, false, false, false, false]);
    }
}
