//! What the tables prove of a score, for a search: [`InUse`].
//!
//! A result holds right after a capture or a move of a pawn. There a win is won, within the fifty moves, in how many plies
//! is not known; a win or loss that the fifty moves draw is drawn. Elsewhere nothing is asked in a search, but of the
//! position where it begins and of those that its moves lead to: with their distances it is known whether the fifty
//! moves are enough, and the way with the least distance is the better win ([`Score::won`]). So a side that wins comes
//! nearer to its next capture or move of a pawn with each move.
//!
//! Cost: of a position with few men after a capture or a move of a pawn a look-up, of one where a search begins two for
//! each move, once.

use std::sync::Arc;

use cozy_chess::Board;
use plyglot_search::{Bounds, Game, Score};

use super::probe::{Distance, may_castle, played};
use super::set::TableSet;
use crate::position::{Chess, MOST_CALM};

/// Tables that are used, with what one worker keeps of them.
#[derive(Debug)]
pub(crate) struct InUse {
    set: Arc<TableSet>,
    /// What the option was set to.
    folders: String,
    hits: u64,
    /// Where the search began, and what is known a move later, once that is asked for.
    root: Option<Chess>,
    near: Option<Vec<(u64, Bounds)>>,
}

impl Clone for InUse {
    fn clone(&self) -> Self {
        let (set, folders) = (Arc::clone(&self.set), self.folders.clone());
        InUse { set, folders, hits: 0, root: None, near: None }
    }
}

impl InUse {
    /// The tables of these folders.
    ///
    /// # Errors
    /// What cannot be used, in one line.
    pub(crate) fn open(folders: &str) -> Result<InUse, String> {
        let set = Arc::new(TableSet::open(folders)?);
        Ok(InUse { set, folders: folders.into(), hits: 0, root: None, near: None })
    }

    /// How many there are, in a few words.
    pub(crate) fn about(&self) -> String {
        let [results, distances] = self.set.counts();
        let men = self.set.most_men();
        format!("{results} of results, {distances} of distances, up to {men} men")
    }

    pub(crate) fn folders(&self) -> &str {
        &self.folders
    }

    pub(crate) fn hits(&self) -> u64 {
        self.hits
    }

    /// A number that is another for other files.
    pub(crate) fn check(&self) -> u64 {
        self.set.check()
    }

    /// True if the tables may hold a position.
    #[inline]
    pub(crate) fn may_hold(&self, board: &Board) -> bool {
        board.occupied().len() as usize <= self.set.most_men() && !may_castle(board)
    }

    /// A search begins here.
    pub(crate) fn begin(&mut self, game: &Chess) {
        if self.root.as_ref() != Some(game) {
            self.root = self.may_hold(game.board()).then(|| game.clone());
            self.near = None;
        }
    }

    /// What is known of a position that is not right after a capture or a move of a pawn: where a search begins, or a move
    /// later.
    fn near(&mut self, game: &Chess) -> Option<Bounds> {
        let root = self.root.as_ref()?;
        let sought = key(game);
        if sought == key(root) {
            return self.near_to(game);
        }
        if self.near.is_none() {
            let mut near = Vec::new();
            root.each_move(|mv| {
                let next = played(root, mv);
                near.extend(self.near_to(&next).map(|bounds| (key(&next), bounds)));
            });
            self.near = Some(near);
        }
        let mut near = self.near.iter().flatten();
        near.find(|(key, _)| *key == sought).map(|(_, bounds)| *bounds)
    }

    /// The same of one that is near enough.
    fn near_to(&self, game: &Chess) -> Option<Bounds> {
        let clock = i32::from(game.board().halfmove_clock());
        if clock == 0 || game.outcome().is_some() {
            return None;
        }
        let Distance { plies, is_rounded } = self.set.distance(game)?;
        let until = plies.abs() + clock + i32::from(is_rounded);
        let is_sure = until <= i32::from(MOST_CALM);
        // Of this size only distances of what the fifty moves draw in any case.
        let is_drawn = plies == 0 || plies.abs() > i32::from(MOST_CALM);
        let result = plies.signum() * if is_drawn { 0 } else { 2 };
        Some(bounds(game, result, is_sure, plies.unsigned_abs()))
    }

    /// What is proven of a position in a search.
    pub(crate) fn known(&mut self, game: &Chess) -> Option<Bounds> {
        if !self.may_hold(game.board()) {
            return None;
        }
        let found = if game.board().halfmove_clock() == 0 {
            self.set.result(game).map(|found| bounds(game, found.result, true, 0))
        } else {
            self.near(game)
        };
        self.hits += u64::from(found.is_some());
        found
    }
}

/// Positions of different clocks are told apart.
fn key(game: &Chess) -> u64 {
    game.key() ^ plyglot_search::random::mix(u64::from(game.board().halfmove_clock()) << 32)
}

/// What a result proves, `is_sure` within the fifty moves, where the next capture or move of a pawn is this far.
fn bounds(game: &Chess, result: i32, is_sure: bool, plies: u32) -> Bounds {
    let soonest_loss = if game.in_check() { Score::loss_in(0) } else { Score::loss_in(2) };
    match (result, is_sure) {
        (2, true) => Bounds { lower: Score::won(plies), upper: Score::win_in(1) },
        (2, false) => Bounds { lower: Score::DRAW, upper: Score::win_in(1) },
        (-2, true) => Bounds { lower: soonest_loss, upper: Score::lost(plies) },
        (-2, false) => Bounds { lower: soonest_loss, upper: Score::DRAW },
        _ => Bounds::exactly(Score::DRAW),
    }
}
