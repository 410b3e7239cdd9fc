//! What several commands show with: lines of output ([`writer`]), what a terminal shows between them
//! ([`progress`]), colours ([`paint`]), columns ([`columns`]), boards ([`board`]), values and threads in words
//! ([`words`]), objects for other programs ([`json`]), studies ([`study`]), and the thread that searches while this
//! one shows ([`live`]). What a command alone shows stands in its folder.

pub(crate) mod board;
pub(crate) mod columns;
mod figures;
pub(crate) mod json;
pub(crate) mod live;
pub(crate) mod paint;
pub(crate) mod progress;
pub(crate) mod study;
pub(crate) mod words;
mod writer;

pub(crate) use crate::output::figures::figures;
pub(crate) use crate::output::writer::{Output, width};
