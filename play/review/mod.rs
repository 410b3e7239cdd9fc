//! The review of a played game: what each move lost against the best one, which moves were mistakes, and how
//! the game stood after each.
//!
//! Every position of the game is searched once, from the first to the last, by one engine. The best move and the one that
//! was played have a line each in the same search ([`plyglot_open::Limits::also`]), so that neither is looked at a ply
//! deeper than the other; moves that a symmetry of the game leads into one another are the same move. What the later
//! searches prove is what the earlier moves are judged by.
//!
//! What is a mistake is said by the **expected result**, from 0 (lost) through 0.5 (drawn) to 1 (won): a logistic
//! of the estimate whose scale is the game's ([`plyglot_search::Describe::RESULT_SCALE`]), and exactly 0, 0.5 or 1
//! where the result is proven. See [`plyglot_stats::Expected`] and [`Mark`].
//!
//! Everything here is above the door, for any game, and returns values.
//!
//! ```
//! use plyglot_open::{Limits, Stop};
//! use plyglot_play::review::{Mark, review};
//! use plyglot_games::catalogue::builtin;
//! use plyglot_search::Config;
//!
//! let game = builtin().open("tictactoe")?;
//! let mut at = game.start()?;
//! at.play_text("b2 b1 a1 c3 a2")?;
//! let config = Config { threads: 1, hash_bytes: 1 << 20, ..Config::default() };
//! let mut engine = game.engine(&config, None)?;
//! let review = review(&mut *engine, &at, &Limits::depth(9), &Stop::default(), |_| {})?;
//! // The edge against the centre loses; until then the game was a draw.
//! assert_eq!(review.moves[1].mark, Mark::Blunder);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compared;
mod mark;
pub mod object;
mod run;
mod value;

#[cfg(test)]
mod tests;

pub use mark::Mark;
pub use run::{Completion, Judged, Review, SideReview, review, review_with};
pub use value::loss;
