//! A disagreement in words.

use std::fmt::Write;

use plyglot_open::{DoorError, Mv, Position};
use plyglot_search::{Bound, Score, Window};

use super::super::scores::short;
use super::super::visits::{kind_text, why_text};
use super::fault::{Case, Disagreement, Fault, Reply};

/// What is wrong, where, and what both sides did there, in some lines of text. `position` is the one
/// that was given.
///
/// # Errors
/// If the game's code panics, or the disagreement is of another position.
pub fn text(position: &Position, found: &Disagreement) -> Result<String, DoorError> {
    let Disagreement { names: [first, second], depth, line, case } = found;
    let Case { start, played, line: rest, fault, .. } = case;
    let at = &fault.position;
    let mut out = String::new();
    let mut say = |text: String| writeln!(out, "{text}").expect("a text can be written to");
    say(format!("{first} and {second} disagree at depth {depth}, {}.", after(position, line)?));
    say(format!("The smallest search that shows it: {} from", plies(case.depth)));
    say(format!("  {}", start.text()?));
    if !played.is_empty() {
        say(format!("  (the position {})", after(position, played)?));
    }
    if case.window != Window::FULL {
        say(format!("  within {}", window(start, case.window)?));
    }
    let place = if rest.is_empty() { "there".into() } else { after(start, rest)? };
    say(format!("It goes wrong {place}, with {} left:\n", plies(fault.depth)));
    say(format!("{}\n", at.board()?.trim_end()));
    say(format!("{first}: {}{}", claim(at, fault.claim, fault.bound)?, asked(fault)?));
    for reply in &fault.first {
        say(below(at, reply)?);
    }
    say(format!("{second}: {}", short(at, fault.truth)?));
    for reply in &fault.second {
        say(below(at, reply)?);
    }
    Ok(out)
}

fn asked(fault: &Fault) -> Result<String, DoorError> {
    let window = window(&fault.position, fault.window)?;
    Ok(match (fault.kind, fault.why) {
        (Some(kind), Some(why)) => {
            format!(", asked within {window} ({}; {})", kind_text(kind), why_text(why))
        }
        _ => format!(", its answer within {window}; no visit is wrong, these are its passes"),
    })
}

/// A line for a visit right below a node.
fn below(position: &Position, reply: &Reply) -> Result<String, DoorError> {
    let name = match reply.visit.mv {
        Some(mv) => position.move_text(mv)?,
        None => "(no move)".into(),
    };
    let answer = match &reply.left {
        Some(left) => claim(position, left.value, left.bound)?,
        None => "no answer".into(),
    };
    let window = window(position, reply.visit.window)?;
    let truth = match reply.truth {
        Some(truth) => format!(", really {}", short(position, truth)?),
        None => String::new(),
    };
    Ok(format!("  {name}: {answer} within {window} ({}){truth}", kind_text(reply.visit.kind)))
}

fn claim(position: &Position, value: Score, bound: Bound) -> Result<String, DoorError> {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    };
    Ok(format!("{sign}{}", short(position, value)?))
}

fn window(position: &Position, window: Window) -> Result<String, DoorError> {
    Ok(format!("{}..{}", short(position, window.alpha)?, short(position, window.beta)?))
}

fn plies(number: u32) -> String {
    if number == 1 { "1 ply".into() } else { format!("{number} plies") }
}

/// `after d3 c5`, or `at the position itself`.
fn after(position: &Position, line: &[Mv]) -> Result<String, DoorError> {
    if line.is_empty() {
        return Ok("at the position itself".into());
    }
    Ok(format!("after {}", position.notation(line)?.join(" ")))
}
