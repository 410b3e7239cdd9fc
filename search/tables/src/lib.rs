//! Tables of endgames: the value of every position of a class, in a file.
//!
//! A table holds a [`Score`](plyglot_search::Score) for each position: won or lost in this many plies, drawn, or an exact
//! margin. Its positions are the numbers of a class ([`plyglot_search::endings`]), or all that a start leads to, found by
//! their keys. Files are packed in blocks, which are unpacked when they are first asked for and kept in a cache that
//! all tables of a folder and all threads share.
//!
//! | module | one thing |
//! | --- | --- |
//! | `file` | what a file says of itself, how it is checked and refused |
//! | `writer` | a file is written block by block |
//! | `block` | the values of some positions, packed and unpacked |
//! | `cache` | which blocks are in memory |
//! | `table` | one file that is read |
//! | `folder` | all tables of a game in a folder |
//! | `home` | the folder of those that were put nowhere else |
//!
//! Cost: a look-up in a block that is in memory takes a lock for reading and an index; one that is not takes a read of
//! the file and the unpacking of some thousand values, less than a tenth of a millisecond.

mod block;
mod cache;
mod file;
mod folder;
mod home;
mod table;
mod writer;

#[cfg(test)]
mod tests;

pub use block::{BLOCK, Codes};
pub use cache::Cache;
pub use file::{About, Content, EXTENSION, TableError, VERSION};
pub use folder::{FolderError, Tables, has_tables};
pub use home::{DEFAULT, default_folder};
pub use table::Table;
pub use writer::Writer;
