//! plyglot as a C library: `include/plyglot.h` says what each function does, who owns what, which threads may call it and
//! how it fails.
//!
//! It speaks to the engine by the door alone (crate `plyglot-open`), and what it says of a search are the objects of
//! `plyglot-wire`, as JSON and as structs. The one searcher that is compiled here is that of games written in C
//! ([`plyglot_open::rules`]).
//!
//! Cost: a search has two threads beside the workers of its engine, one that searches and one that calls the listener,
//! some 100 microseconds in all; a call costs below a microsecond beside its work.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `failure` | status codes, and the last error of each thread |
//! | `inside` | who is inside a function of a game in C |
//! | `game`, `engine`, `search` | games, engines, running searches |
//! | `border` | all that C sees: functions, structs, the calls of a game's functions. Only here is `unsafe` |

#[expect(unsafe_code, reason = "what C gives is read here, and what it has written is called")]
pub mod border;
mod engine;
mod failure;
mod game;
mod inside;
mod search;
