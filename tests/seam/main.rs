//! Promises of the engine, on the static seam: every search against plain minimax, games with known
//! results, faults, threads real and virtual. One program, since each would compile the searchers of
//! the games that it asks for.

mod catalogue;
mod common;
mod engine;
mod engine_more;
mod engine_sequences;
mod family;
mod family_known;
mod family_last_plies;
mod family_support;
mod family_variants;
mod oracle;
mod oracle_support;
mod schemes;
mod selectivity;
mod virtual_threads;
mod watched;
