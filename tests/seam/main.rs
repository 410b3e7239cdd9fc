//! Promises of the engine: every search against plain minimax, games with known results, faults,
//! threads real and virtual. One program, since each would compile the searchers of the games that it
//! uses.
//!
//! Games of the catalogue are used through the type-erased API, where their searchers are compiled
//! already, and what is generic and need not be fast runs on [`plyglot_open::DynGame`]. What needs concrete types
//! goes through the one searcher for each game that `oracle_support::probe` has. Games made for the tests
//! stay on the static seam.

mod account;
mod catalogue;
mod common;
mod current;
mod deepening;
mod endgames;
mod engine;
mod engine_more;
mod engine_sequences;
mod family;
mod family_known;
mod family_last_plies;
mod family_support;
mod family_variants;
mod growing;
mod hooks;
mod oracle;
mod oracle_support;
mod proof_numbers;
mod schemes;
mod selectivity;
mod virtual_threads;
mod watched;
