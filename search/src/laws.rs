//! The laws of [`crate::Game`] and [`crate::Knowledge`] as a check that a game author runs.
