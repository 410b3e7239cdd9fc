//! A recording replayed: who moves at each visit, and in which position.

use plyglot_open::{DynGame, DynKnowledge, Mv};
use plyglot_search::{Game, Knowledge, Node, Side};

/// Replays a recording visit by visit, in the order in which they began.
pub(super) struct Walk<'a> {
    knowledge: DynKnowledge,
    root: &'a DynGame,
    /// The visits from the root to the last one that was entered.
    path: Vec<Step>,
}

/// A visit to be replayed.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    pub(super) index: usize,
    pub(super) parent: Option<usize>,
    pub(super) mv: Option<Mv>,
    pub(super) ply: u32,
    pub(super) depth: i32,
}

/// A visit that others may be made within.
pub(super) struct Step {
    index: usize,
    ply: u32,
    depth: i32,
    pub(super) mover: Side,
    /// Not known after a null move that cannot be made again.
    pub(super) position: Option<DynGame>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(root: &'a DynGame, knowledge: DynKnowledge) -> Self {
        Walk { knowledge, root, path: Vec::new() }
    }

    /// The visit within which the next one is made, with its position.
    pub(super) fn above(&mut self, parent: Option<usize>) -> Option<&Step> {
        while self.path.last().is_some_and(|above| Some(above.index) != parent) {
            self.path.pop();
        }
        self.path.last()
    }

    /// Goes to a visit.
    pub(super) fn enter(&mut self, visit: Entered) -> &Step {
        self.above(visit.parent);
        let (mover, position) = self.reach(visit);
        let Entered { index, ply, depth, .. } = visit;
        self.path.push(Step { index, ply, depth, mover, position });
        self.path.last().expect("it was just pushed")
    }

    /// Who moves at a visit, and its position.
    fn reach(&mut self, visit: Entered) -> (Side, Option<DynGame>) {
        let Some(above) = self.path.last() else {
            return (self.root.to_move(), Some(self.root.clone()));
        };
        let mut position = above.position.clone();
        match visit.mv {
            Some(mv) => {
                if let Some(game) = &mut position {
                    game.play(mv);
                }
            }
            // Another search of the same position.
            None if visit.ply == above.ply => return (above.mover, position),
            None => {
                let null = |game: &mut DynGame| {
                    self.knowledge.begin(game);
                    self.knowledge.null_move(game, &Node::at_depth(above.depth)).is_some()
                };
                if !position.as_mut().is_some_and(null) {
                    position = None;
                }
            }
        }
        (position.as_ref().map_or(above.mover.other(), Game::to_move), position)
    }
}
