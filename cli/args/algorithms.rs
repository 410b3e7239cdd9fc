//! The algorithms and their aids, as the help of the commands that take one lists them.

use plyglot_family::{Aids, Algorithm};

use crate::args::layout;
use crate::format;

/// Where the descriptions of the algorithms begin.
const INDENT: usize = 28;

/// The algorithms by name, `more` after them, and their aids.
pub(crate) fn algorithms(more: &[(&str, &str)]) -> String {
    let table = Algorithm::table();
    // Without the range of its number.
    let head = |pattern: &str| pattern.split(',').next().unwrap_or_default().to_owned();
    let listed = table.iter().map(|(_, pattern, about)| (head(pattern), *about));
    let more = more.iter().map(|&(name, about)| (name.to_owned(), about));
    let room = layout::width().saturating_sub(INDENT);
    let line_break = format!("\n{:INDENT$}", "");
    let line = |(name, about): (String, &str)| {
        let about = format::wrapped(about, room).join(&line_break);
        format!("  {name:width$} {about}\n", width = INDENT - 3)
    };
    let lines: String = listed.chain(more).map(line).collect();
    let aids = Aids::NAMES.join(", ");
    format!("Algorithms:\n{lines}\nAids, each added to a name with a +: {aids}.")
}
