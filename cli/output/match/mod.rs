//! What a match shows: games as they end, and what follows from them.

mod json;
mod text;
mod view;

pub(crate) use json::{finished as finished_json, game as game_json};
pub(crate) use text::{finished as finished_text, live};
pub(crate) use view::MatchView;
