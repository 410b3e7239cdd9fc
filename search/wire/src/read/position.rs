//! Positions by text or name.

use plyglot_open::{DoorError, Facts, ParseError, Position};

use super::foreign;
use super::moves::plain;

/// No example has a longer name.
const LONGEST_NAME: usize = 24;

/// From how alike two names are, of 1, one is taken for a slip of the other (Jaro-Winkler).
const ALIKE: f64 = 0.84;

/// A position from its text, or from the name of one of the game's examples. `start` is any position of the size
/// that is meant.
///
/// # Errors
/// [`DoorError::Text`] says what was wrong with the text; of what looks like a name it lists the names.
pub fn position(start: &Position, text: &str) -> Result<Position, DoorError> {
    let text = plain(text);
    let named = |error| foreign::named(start, text, unnamed(start.facts(), text, error));
    start.parse(behind(start.facts(), text)).map_err(named)
}

/// The text of the example that has this name; otherwise the text itself.
pub(super) fn behind<'a>(facts: &'a Facts, text: &'a str) -> &'a str {
    facts.example(text).map_or(text, |example| &example.position)
}

/// The error of a text that was read as a position, with the names that could have been meant.
pub(super) fn unnamed(facts: &Facts, text: &str, error: DoorError) -> DoorError {
    let DoorError::Text(error) = error else { return error };
    let of_a_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_name = (3..=LONGEST_NAME).contains(&text.len())
        && text.chars().all(of_a_name)
        && text.starts_with(char::is_alphabetic);
    if !is_name || facts.examples.is_empty() || facts.example(text).is_some() {
        return error.into();
    }
    let names: Vec<_> = facts.examples.iter().map(|example| &*example.name).collect();
    let meant = did_you_mean(text, names.iter().copied());
    let names = names.join(", ");
    let message =
        format!("{text:?} is not an example ({names}), and not a position: {error}{meant}");
    ParseError::new(message).into()
}

/// A question for the name that is most like an unknown one, if any is; to be put behind a message.
pub fn did_you_mean<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> String {
    let unknown = unknown.to_ascii_lowercase();
    let alike =
        known.map(|name| (strsim::jaro_winkler(&unknown, &name.to_ascii_lowercase()), name));
    // The first of those that are equally alike.
    let nearest = alike.reduce(|best, other| if other.0 > best.0 { other } else { best });
    match nearest.filter(|&(alike, _)| alike >= ALIKE) {
        Some((_, name)) => format!("; did you mean {name:?}?"),
        None => String::new(),
    }
}
