//! What each heuristic of the engine and each hook of a game is worth: each is switched off alone (those that a game
//! offers and leaves off: on alone), and the engine is compared with itself.
//!
//! For each [`Variant`] of a game ([`variants`]) the same positions are searched by the variant and by the base, the game
//! as it is set, on one thread: to the same depth, with the same nodes, and endings to their proof ([`Places`]). If any
//! search differs, the two play a match at fixed nodes ([`plyglot_play::matches`]). [`rows()`] says what follows, with intervals.
//!
//! Everything is above the door, for any game. All but the times is the same each time.
//!
//! ```
//! use plyglot_bench::ablation::{Design, Places, Run, Study, Verdict, rows, run_study, variants};
//! use plyglot_games::catalogue::builtin;
//! use plyglot_open::Stop;
//!
//! let game = builtin().open("kalah:4x3")?;
//! let design = Design {
//!     positions: 6,
//!     nodes: 500,
//!     depth: None,
//!     seed: 1,
//!     hash_bytes: 1 << 20,
//!     match_nodes: 50,
//!     games: 2,
//! };
//! let stop = Stop::default();
//! let places = Places::find(&*game, &design, &stop, |_, _| {})?;
//! let only = variants(&*game).into_iter().filter(|variant| variant.name == "null-move");
//! let study = Study::new(design, only.collect(), places);
//! let study = run_study(&*game, study, Run { journal: None, jobs: 1, stop }, |_| {})?;
//! // Kalah has no null move.
//! assert_eq!(rows(&study)[0].verdict, Verdict::NotUsed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod design;
mod lab;
mod places;
mod rows;
mod run;
mod sample;
mod study;
mod tables;
#[cfg(test)]
mod tests;
mod variant;

pub use design::{AblationError, Design};
pub use places::{Ending, Place, Places};
pub use rows::{Games, Ratios, Row, Share, Verdict, rows};
pub use run::{Completion, Run, run_study};
pub use sample::{Figures, Sample, Task};
pub use study::{Continued, Study};
pub use tables::{write_rows, write_samples};
pub use variant::{BARE, Variant, Way, variants};
