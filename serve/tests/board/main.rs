//! The server over HTTP: who may ask, what is refused, searches and reviews line by line, and their end.

mod guard;
mod lines;
mod local;
mod support;
mod wrong;
