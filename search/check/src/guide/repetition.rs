//! A game in which positions come back: repetition, counters, and an end that may never come.
//!
//! Pawns only go forward, so Hexapawn ends by itself. Many games do not: a king can walk to and fro. This page
//! writes one of them, Hare and Hounds (also French Military Hunt; E. Berlekamp, J. Conway and R. Guy, "Winning
//! Ways for your Mathematical Plays", 1982, chapter 21), and says what such a game has to tell the engine.
//!
//! ```
#![doc = include_str!("hounds/rules.rs")]
//! # fn main() {}
//! ```
//!
//! # Repetition
//!
//! Where a position can come back, [`CAN_REPEAT`](plyglot_search::Game::CAN_REPEAT) has to say so, or a search
//! follows a circle as far as it is deep and takes what it finds there for the value. With it, the first time that a
//! position comes back on the line is a draw: if going round once is best for both, so is twice. Of the game before
//! the root ([`Request`](plyglot_search::Request)) counts what would be there for the third time, so an engine that is
//! ahead does not walk into a draw. What rests on a return to the line holds for one line and not for the next, so it is
//! kept out of the proven results of the table.
//!
//! Where a return is something else than a draw, [`repetition`](plyglot_search::Game::repetition) says so:
//!
//! - [`Ends`](plyglot_search::Repetition::Ends): the game ends as [`repeated`](plyglot_search::Game::repeated) says of the
//!   position. `Outcome::Win` there is a loss for the side that brought it back; `Outcome::Margin` of what each side
//!   holds is the rule of Awari, where a draw would take from the one what it is ahead.
//! - [`Forbidden`](plyglot_search::Repetition::Forbidden): the move that would bring it back is illegal, as by superko
//!   in Go. The engine and every face leave such moves out; `moves` need not know of them.
//!
//! What is then proven, and what is not, stands with [`Repetition`](plyglot_search::Repetition). The laws doubt a game of
//! margins whose positions come back and are drawn by it.
//!
//! [`reversible_plies`](plyglot_search::Game::reversible_plies) says how far back it is worth to look: up to the last
//! move that cannot be taken back by others. In chess that is the counter of the fifty-move rule, here the delay. Too many
//! costs time, too few is a mistake, which the laws find.
//!
//! # Counters
//!
//! A rule may end a game that does not get on: here the hare wins if the hounds step up and down ten times in a row. A
//! counter that can end the game is a part of the position, and so of
//! [`key`](plyglot_search::Game::key): the same board with another delay may have another value. That has two
//! sides.
//!
//! - No position comes back, since each step adds to the counter or sets it back for good. The game always ends,
//!   and every value can be proven. [`can_repeat`](plyglot_search::Game::can_repeat) says so of this variant, since the
//!   constant is one for both.
//! - What differs by the counter alone is searched again for each of its values: 19,735 positions instead of
//!   2,303. Where a counter hardly ever decides, as in chess, leave it out of the key, say `CAN_REPEAT`, and
//!   let `outcome` ask for it: near the limit the table may then be wrong by a move or two, as in most chess programs.
//!
//! What is in a position and not in its key, such as the delay of the game without that rule, has to be told
//! to the laws by [`identity`](crate::laws::Check::identity), for they hold that different positions have different keys:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hounds/rules.rs"));
#![doc = include_str!("hounds/text.rs")]
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot_check::laws::{Check, Effort, Law, check_text};
//! use plyglot_search::RulesOnly;
//!
//! let (counted, open) = (Hounds::new(Some(10)), Hounds::new(None));
//! let summary = Check::new(&counted, &RulesOnly::default()).run()?;
//! assert!(summary.positions > 500 && summary.decided > 20);
//!
//! let without_delay = |game: &Hounds| format!("{:?} {} {:?}", game.hounds, game.hare, game.side);
//! let summary = Check::new(&open, &RulesOnly::default()).identity(without_delay).run()?;
//! assert!(summary.positions > 300 && summary.transpositions > 100);
//! let broken = Check::new(&open, &RulesOnly::default()).run().unwrap_err();
//! assert_eq!(broken.law, Law::DifferentKeys);
//!
//! for start in [counted, open] {
//!     check_text(&start, &Effort::default())?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # An open end
//!
//! [`plies_left`](plyglot_search::Knowledge::plies_left) is for games whose end is near enough to search to. Here that is not
//! known, so it stays `None`: a solve then deepens ply by ply until what it finds is proven. The hounds win from the usual
//! start, as has long been known, and it takes 23 plies with the rule of ten and without it. A hare with less
//! patience wins:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hounds/rules.rs"));
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot_search::{Config, Engine, Limits, RulesOnly, Score};
//!
//! for (patience, value) in [
//!     (None, Score::win_in(23)),
//!     (Some(10), Score::win_in(23)),
//!     (Some(5), Score::win_in(23)),
//!     (Some(3), Score::loss_in(34)),
//! ] {
//!     let mut engine = Engine::new(&Config::single(1 << 22), RulesOnly::default())?;
//!     let report = engine.search(&Hounds::new(patience), &Limits::solve())?;
//!     assert!(report.verdict.proven);
//!     assert_eq!(report.verdict.score, value, "{patience:?}");
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A win or a loss is proven like any other. That neither side can win because the other goes round for ever no
//! depth can prove; a solve looks between its depths for a set of positions that a side need never leave, which proves
//! the draw where there are some hundred thousand of them at most. Without a proof it deepens to
//! [`MAX_PLY`](plyglot_search::MAX_PLY): give it a limit.
//!
//! # Another way to the values
//!
//! So small a game can be solved backwards from its ends, with no search at all (retrograde analysis; K. Thompson,
//! "Retrograde analysis of certain endgames", 1986). Where that is possible it is the best test of rules and engine:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hounds/rules.rs"));
#![doc = include_str!("hounds/retrograde.rs")]
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot_search::{Config, Engine, Limits, RulesOnly};
//!
//! for (patience, positions) in [(None, 2_303), (Some(10), 19_735)] {
//!     let all = backwards(Hounds::new(patience));
//!     assert_eq!(all.len(), positions);
//!     let decided = all.iter().filter(|(at, value)| at.outcome().is_none() && *value != Score::DRAW);
//!     // Without the rule of delay some positions go on for ever.
//!     let endless = all.iter().find(|(at, value)| at.outcome().is_none() && *value == Score::DRAW);
//!     assert_eq!(endless.is_some(), patience.is_none());
//!     if let Some((position, _)) = endless {
//!         let mut engine = Engine::new(&Config::single(1 << 22), RulesOnly::default())?;
//!         let limits = Limits { nodes: Some(200_000), ..Limits::solve() };
//!         let verdict = engine.search(position, &limits)?.verdict;
//!         assert!(verdict.proven && verdict.score == Score::DRAW);
//!     }
//!     for (position, value) in decided.step_by(positions / 20) {
//!         let mut engine = Engine::new(&Config::single(1 << 22), RulesOnly::default())?;
//!         let report = engine.search(position, &Limits::solve())?;
//!         assert_eq!(report.verdict.score, *value, "{position:?}");
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! To play it well takes an evaluation, too: how far the hounds have come, how few steps the hare has. It must not look at a
//! delay that is not in the key, or equal positions get different estimates, which is against a law as well.
