//! The reviewed games as files of games, with what was found of each move: `review --annotated FILE`.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot_open::Position;
use plyglot_search::CommentSlots;
use plyglot_wire::annotated::{self, Comment};
use plyglot_wire::beside;

use crate::errors::Failure;
use crate::review::view::{ReviewView, Row};

/// How many moves of a better line are shown.
const LINE: usize = 6;

/// The file. Each game is added as soon as it is reviewed; the file that was there before stays until then.
pub(crate) struct Annotated {
    path: PathBuf,
    games: String,
}

impl Annotated {
    /// At this path; refused if nothing can be written there, or if it is the file that is `read`.
    pub(crate) fn new(path: &Path, read: Option<&str>) -> Result<Annotated, Failure> {
        let name = path.display();
        let same = |read: &str| Some(fs::canonicalize(read).ok()? == fs::canonicalize(path).ok()?);
        if read.and_then(same) == Some(true) {
            let message = format!("--annotated: {name} is the file of the games; name another");
            return Err(Failure::Usage(message));
        }
        beside::check(path).map_err(|error| Failure::Unusable { path: name.to_string(), error })?;
        Ok(Annotated { path: path.into(), games: String::new() })
    }

    /// Adds a game, which was given as a text that takes comments there; of one without places for them its moves are
    /// numbered.
    pub(crate) fn write(
        &mut self,
        view: &ReviewView<'_>,
        end: &Position,
        (text, slots): (&str, &CommentSlots),
    ) -> Result<(), Failure> {
        let comments: Vec<Comment> = view.rows.iter().map(comment).collect();
        let game = if slots.after.is_empty() {
            annotated::numbered(end, &comments)?
        } else {
            annotated::in_text(text, slots, &comments)
        };
        if !self.games.is_empty() {
            self.games.push('\n');
        }
        self.games.push_str(&game);
        self.games.push('\n');
        let path = || self.path.display().to_string();
        beside::write_beside(&self.path, self.games.as_bytes())
            .map_err(|error| Failure::Unusable { path: path(), error })
    }
}

/// What is said of a move: its value, and what was better where something was.
fn comment(row: &Row<'_>) -> Comment {
    let Row { judged, fields, value, best_value } = row;
    let plain = |value: &str| match value.strip_suffix('*') {
        Some(value) => format!("{value} (exact)"),
        None => value.to_string(),
    };
    let mut text = plain(value);
    // Where the loss has no number, as that of a mate has none, the best move may be the one that was played.
    let is_other = fields.best.mv.as_ref().is_some_and(|best| *best != fields.mv);
    if is_other && fields.loss.is_none_or(|loss| loss > 0.0) {
        let line = fields.best.pv.iter().take(LINE).map(String::as_str).collect::<Vec<_>>();
        text += &format!("; better {}: {}", line.join(" "), plain(best_value));
    }
    Comment { sign: judged.mark.sign(), text }
}
