//! Texts of the game or of the other side, as they may be shown.

/// How much of a message is shown, in characters: it may quote what came in.
const LONGEST_MESSAGE: usize = 300;

/// A message as one line of limited length, whatever it quotes.
pub(crate) fn in_one_line(message: &str) -> String {
    let shown: String = message.chars().take(LONGEST_MESSAGE).collect();
    printable(&shown)
}

/// A text without control characters, so that none ends a line.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
