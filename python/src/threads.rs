//! Threads of this package, and what of them the interpreter knows.

use plyglot_open::DoorError;
use pyo3::prelude::*;

/// Runs searches of games in Python on a thread that the interpreter knows from beginning to end, and not for each
/// call anew, which would cost as much as some calls themselves. Nothing is done where the interpreter has ended.
pub(crate) fn known_to_python<T: Send>(search: impl FnOnce() -> T + Send) -> Option<T> {
    Python::try_attach(|py| py.detach(search))
}

/// What a search says for which the interpreter has ended.
pub(crate) fn ended<T>() -> Result<T, DoorError> {
    Err(DoorError::Panicked("the interpreter ends".into()))
}

/// Starts a thread that nothing waits for.
pub(crate) fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(format!("plyglot {name}")).spawn(life).map(drop)
}
