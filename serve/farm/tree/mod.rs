//! A tree with its workers elsewhere: how they come in, and how HyperQueue starts them.
//!
//! The process that owns the tree listens on a port ([`listen`]). A worker is a process that connects to it ([`hello`]),
//! however it was started: by hand, by a script, or as a task of HyperQueue ([`tend`]). What they then say to one another
//! is that of [`plyglot_play::tree::grow::far`].

pub mod folder;
pub mod hello;
pub mod listen;
pub mod tend;
