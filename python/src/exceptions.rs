//! Exceptions of the package, by name.
//!
//! The classes are written in Python (`package/plyglot/_errors.py`), where each also is the built-in exception that
//! a reader of Python expects (an illegal move is a `ValueError`).

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// An exception of the package, by the name of its class.
pub(crate) fn exception(py: Python<'_>, class: &str, message: impl Into<String>) -> PyErr {
    let message = message.into();
    let made = py
        .import("plyglot._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1((message.clone(),)));
    made.map_or_else(|_| PyRuntimeError::new_err(message), PyErr::from_value)
}
