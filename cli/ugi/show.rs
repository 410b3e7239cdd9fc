//! `d` and `eval`: what people who try the protocol by hand want to see.

use plyglot_open::{DoorError, Position};
use plyglot_search::Score;

/// The board, the position as text, and how the game stands, a line each.
pub(super) fn position(at: &Position) -> Result<Vec<String>, DoorError> {
    let board = at.board()?;
    let mut lines: Vec<_> = board.trim_end().lines().map(String::from).collect();
    lines.push(format!("fen {}", at.text()?));
    lines.push(format!("key {:016x}", at.key()));
    lines.push(match at.outcome() {
        Some(_) => "the game is over".into(),
        None => format!("{} to move, {} legal moves", at.mover(), at.moves()?.len()),
    });
    Ok(lines)
}

/// What is known of the position without a search.
pub(super) fn estimate(at: &Position) -> Result<Vec<String>, DoorError> {
    let Some(points) = at.estimate()? else {
        return Ok(vec!["eval: none, the game is over".into()]);
    };
    let (score, unit) = (at.score_text(Score::heuristic(points), false)?, at.facts().unit_name());
    let mut text = format!("eval: {score} {unit} for {}, without a search", at.mover());
    let bounds = at.bounds()?;
    if bounds.lower == bounds.upper {
        return Ok(vec![text + "; proven: " + &at.score_text(bounds.lower, true)?]);
    }
    if bounds.lower > Score::MINUS_INFINITY {
        text += &format!("; proven at least {}", at.score_text(bounds.lower, true)?);
    }
    if bounds.upper < Score::INFINITY {
        text += &format!("; proven at most {}", at.score_text(bounds.upper, true)?);
    }
    Ok(vec![text])
}
