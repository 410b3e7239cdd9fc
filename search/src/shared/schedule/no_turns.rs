//! Turns where the feature `virtual` is off: a type without values, so that whatever is only done
//! with virtual threads is no part of the program.

use std::time::Duration;

use super::RunError;
use crate::shared::stop::Clock;

/// Whose turn it is; without the feature `virtual` there are no turns.
#[derive(Debug)]
pub enum Turns {}

impl Turns {
    /// There are none.
    pub(crate) fn available(_workers: usize, _turn: u64, _stack_bytes: usize) -> Option<Self> {
        None
    }

    pub(crate) fn begin(&self) {
        match *self {}
    }

    pub(crate) fn go_on(&self) {
        match *self {}
    }

    pub(crate) fn call_all(&self) {
        match *self {}
    }

    pub(crate) fn run(&self, _: Vec<Box<dyn FnOnce() + Send + '_>>) -> Result<(), RunError> {
        match *self {}
    }

    pub(crate) fn note(&self, _: usize, _: u64) {
        match *self {}
    }

    pub(crate) fn spend(&self, _: usize, _: u64) -> u64 {
        match *self {}
    }

    pub(crate) fn sleep(&self, _: usize, _: u64) {
        match *self {}
    }

    pub(crate) fn wake(&self, _: usize) {
        match *self {}
    }
}

impl Clock for Turns {
    fn now(&self) -> Duration {
        match *self {}
    }
}
