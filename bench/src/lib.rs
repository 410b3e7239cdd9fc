//! Measuring plyglot.
