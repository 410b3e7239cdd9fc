//! Which game is played next.

use std::collections::HashSet;

use plyglot_open::DoorError;

use crate::matches::game::Planned;
use crate::matches::openings::{Opening, Openings};
use crate::matches::record::Seat;

/// Hands out the games of a match in their order: two from each opening, A on the first side and then B.
pub(crate) struct Deck {
    openings: Openings,
    /// The openings so far, if they may come again; `None` if the same games would be played again.
    kept: Option<Vec<Opening>>,
    /// Which of them comes next, once all have been there.
    again: Option<usize>,
    /// The most games.
    limit: Option<usize>,
    /// Games that are played already.
    done: HashSet<usize>,
    /// How many games were handed out or passed over.
    dealt: usize,
    second: Option<Planned>,
    /// True if there was no opening for a game within the limit.
    exhausted: bool,
}

impl Deck {
    pub(crate) fn new(
        openings: Openings,
        again: bool,
        limit: Option<usize>,
        done: HashSet<usize>,
    ) -> Deck {
        let kept = again.then(Vec::new);
        Deck { openings, kept, again: None, limit, done, dealt: 0, second: None, exhausted: false }
    }

    /// The next game that is not played yet; `None` if there is none.
    pub(crate) fn deal(&mut self) -> Result<Option<Planned>, DoorError> {
        while let Some(planned) = self.next()? {
            if !self.done.contains(&planned.number) {
                return Ok(Some(planned));
            }
        }
        Ok(None)
    }

    /// True if there was no opening left for a further game.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    fn next(&mut self) -> Result<Option<Planned>, DoorError> {
        if let Some(second) = self.second.take() {
            return Ok(Some(second));
        }
        if self.limit.is_some_and(|limit| self.dealt >= limit) {
            return Ok(None);
        }
        let Some(opening) = self.opening()? else {
            self.exhausted = true;
            return Ok(None);
        };
        let number = self.dealt + 1;
        self.dealt += 2;
        let first = Planned { number, opening, first: Seat::A };
        self.second = Some(Planned { number: number + 1, first: Seat::B, ..first.clone() });
        Ok(Some(first))
    }

    fn opening(&mut self) -> Result<Option<Opening>, DoorError> {
        if self.again.is_none() {
            if let Some(opening) = self.openings.deal()? {
                if let Some(kept) = &mut self.kept {
                    kept.push(opening.clone());
                }
                return Ok(Some(opening));
            }
            self.again = Some(0);
        }
        let kept = self.kept.as_deref().unwrap_or_default();
        let (Some(place), false) = (self.again, kept.is_empty()) else { return Ok(None) };
        self.again = Some((place + 1) % kept.len());
        Ok(Some(kept[place].clone()))
    }
}
