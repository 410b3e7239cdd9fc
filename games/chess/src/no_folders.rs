//! In place of `syzygy` where there are no folders: in a page, which would load a reader that it has no use for.

use cozy_chess::Board;
use plyglot_search::Bounds;

use crate::position::Chess;

/// Tables in use: never any.
#[derive(Clone, Debug)]
pub(crate) enum InUse {}

impl InUse {
    pub(crate) fn open(_folders: &str) -> Result<InUse, String> {
        Err("there are no folders here".into())
    }

    pub(crate) fn about(&self) -> String {
        match *self {}
    }

    pub(crate) fn folders(&self) -> &str {
        match *self {}
    }

    pub(crate) fn hits(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn check(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn may_hold(&self, _board: &Board) -> bool {
        match *self {}
    }

    pub(crate) fn begin(&mut self, _game: &Chess) {
        match *self {}
    }

    pub(crate) fn known(&mut self, _game: &Chess) -> Option<Bounds> {
        match *self {}
    }
}
