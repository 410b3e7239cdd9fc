//! The border: all that C sees, and the one place of this crate with `unsafe`.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `functions` | the functions that C calls |
//! | `types` | the structs and constants that both sides read |
//! | `arguments` | texts, structs and results from and for C |
//! | `table` | a game by its table of functions, which are called here |
//! | `told` | what a search says, as a struct; the listener |
//!
//! Handles come and go as `Option<&T>` and `Option<Box<T>>`, which are nullable pointers to C; so nothing about them needs
//! `unsafe`. What a caller must keep to stands in the comment of each function, which is that of the header.

mod arguments;
mod functions;
mod table;
mod told;
mod types;

pub use functions::*;
pub use types::*;

pub(crate) use told::{Listener, Told};
