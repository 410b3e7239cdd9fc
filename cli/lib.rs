//! The program `plyglot`.
