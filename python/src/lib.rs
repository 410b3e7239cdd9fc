//! plyglot as a Python package: the native half of it, `plyglot._native`.
//!
//! It speaks to the engine by the door alone (crate `plyglot-open`) and what stands on it: reviews, trainings,
//! the service, the laws. The one searcher that is compiled here is that of games written in Python (`rules`).
//! What can be plain Python is: values, exceptions, the asyncio twin (`package/plyglot`).
//!
//! Cost: a call releases and takes the interpreter once, below a microsecond; a search has a thread of its
//! own, some 50 microseconds.
//!
//! Each file uses only those before it:
//!
//! | file | what is in it |
//! | --- | --- |
//! | `exceptions` | exceptions of the package, by name |
//! | `home`, `inside`, `waiting`, `fork`, `threads` | in which process something was made; who is inside a method of a game in Python; waiting with the interpreter released and Ctrl-C noticed, the laws of locking; processes that are forked; threads |
//! | `rules` | games whose rules are written in Python |
//! | `errors`, `games` | errors of the door as exceptions; opening games of the catalogue and of Python |
//! | `convert` | scores, lines, results as Python values |
//! | `svg`, `position`, `file` | positions, and files of them |
//! | `book` | books of `tree grow` |
//! | `tables`, `owner`, `search`, `engine` | the table as a file; where an engine is; a running search; engines and reviews |
//! | `many` | many positions at once |
//! | `laws` | the laws of a game as a check |
//! | `trained`, `train` | what a training says; trainings of the weights of a game |
//! | `command` | the program, as the command `plyglot` |

mod book;
mod command;
mod convert;
mod engine;
mod errors;
mod exceptions;
mod file;
mod fork;
mod games;
mod home;
mod inside;
mod laws;
mod many;
mod owner;
mod position;
mod rules;
mod search;
mod svg;
mod tables;
mod threads;
mod train;
mod trained;
mod values;
mod waiting;

/// The native half of the package.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::book::Book;
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::file::records;
    #[pymodule_export]
    use crate::games::{OpenedGame, facts, listings};
    #[pymodule_export]
    use crate::laws::check;
    #[pymodule_export]
    use crate::many::analyse_many;
    #[pymodule_export]
    use crate::position::{Position, restored};
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::train::train;
    #[pymodule_export]
    use crate::waiting::stop_all;
    /// What is done once a process that imports it.
    #[pymodule_init]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::fork::at_home();
        Ok(())
    }

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
