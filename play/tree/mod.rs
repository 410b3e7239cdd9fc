//! One best-first tree on disk, for opening books and for proofs, of any game.
//!
//! A search forgets; a tree does not. It is a file of positions, each once under symmetry and each with what was found
//! of it: an estimate with the effort behind it, what is proven, and the positions that its moves lead to. Any number of
//! runs make it larger, always where that matters most, and it can be killed at any moment.
//!
//! | | |
//! | --- | --- |
//! | [`Tree`] | the tree: opened, made, walked |
//! | [`grow`] | positions are searched by all cores side by side, those that could matter most first |
//! | [`grow::Aim`] | what for: a book (drop-out expansion) or a proof (proof numbers) |
//! | [`Tree::shown`], [`Tree::each`] | what it knows and where it is thin, as objects of [`plyglot_wire`] |
//! | [`book`] | a player's book |
//! | [`certificate`] | a proof as a file, and its check by the rules alone |
//! | [`Tree::import`] | games of others, whose positions are to be searched |
//!
//! Values in a tree are those of the *first player*, whoever is to move: with movers that need not alternate nothing is
//! negated on the way up. A position is known by the symmetry-reduced key of its game, who is to move and, where
//! positions can come back, how many plies it lies below the start. So the graph has no cycles, and no value rests on itself.
//!
//! The positions in memory are those of the file (some 200 bytes each), since every choice of what to search next looks at
//! the whole. What is stored is what was found of each position by itself; what follows for those above is worked out when
//! a tree is opened, a microsecond a position.
//!
//! A module of this crate and not one of its own: the database (redb, pure Rust) is built beside the games, long
//! before this crate's turn comes.

pub mod book;
pub mod certificate;
mod engines;
mod error;
mod frontier;
mod graph;
pub mod grow;
mod import;
mod record;
pub mod show;
mod store;
mod table;
mod target;
#[cfg(test)]
mod tests;
mod thin;
mod value;
mod variations;
mod view;

use std::path::{Path, PathBuf};

use plyglot_open::{DoorError, Open, Position};
use plyglot_search::Side;

pub use self::error::TreeError;
pub use self::record::Own;
pub use self::store::Header;
pub use self::target::Target;
pub use self::value::{Proven, Scale, WIN};

use self::graph::Graph;
use self::record::Record;
use self::store::Store;
use self::view::View;

/// A tree, with its file. No other process can open it meanwhile.
#[derive(Debug)]
pub struct Tree {
    path: PathBuf,
    store: Store,
    header: Header,
    start: Position,
    scale: Scale,
    graph: Graph,
}

impl Tree {
    /// Makes a file with a tree of one position, `start`.
    ///
    /// # Errors
    /// If there is a file already, or none can be made.
    pub fn create(path: &Path, game: &dyn Open, start: &Position) -> Result<Tree, TreeError> {
        let start = start.without_past();
        if start.outcome().is_some() {
            return Err(TreeError::GameOver);
        }
        let root = key(&start, 0)?;
        let header = Header::new(&game.facts().name, start.text()?, root);
        let scale = Scale::of(game.facts());
        let store = Store::create(path, &header)?;
        let mut graph = Graph::default();
        graph.insert(root, Record::new(&start, Own::default())?);
        let tree = Tree { path: path.into(), store, header, start, scale, graph };
        tree.save(&[tree.graph.root()])?;
        Ok(tree)
    }

    /// Opens the tree of a file; `open` gives the game of a name.
    ///
    /// # Errors
    /// If it is not a tree, of a later version, damaged, in use, or of a game that is not known or has other rules now.
    pub fn open(
        path: &Path,
        open: impl FnOnce(&str) -> Result<Box<dyn Open>, DoorError>,
    ) -> Result<(Tree, Box<dyn Open>), TreeError> {
        let (store, header) = Store::open(path)?;
        let game = open(&header.game)?;
        let unlike = |message: String| TreeError::Unlike { path: path.into(), message };
        let start = game.parse(&header.start);
        let start = start.map_err(|error| unlike(format!("its start cannot be read: {error}")))?;
        let root = key(&start, 0)?;
        if root != header.root {
            return Err(unlike("its positions have other keys here".into()));
        }
        let graph = Graph::read(root, store.load()?).map_err(|key| store.damaged(key))?;
        let scale = Scale::of(game.facts());
        Ok((Tree { path: path.into(), store, header, start, scale, graph }, game))
    }

    /// Which tree it is.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where its file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The position at its root.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// How values of its game are counted.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// False: there always is a root.
    pub fn is_empty(&self) -> bool {
        self.graph.len() == 0
    }

    /// What is proven of the position at the root, for the first player.
    pub fn proven(&self) -> Proven {
        self.graph.node(self.graph.root()).proven
    }

    /// What it knows.
    fn view(&self) -> View<'_> {
        let Tree { header, start, scale, graph, .. } = self;
        View { header, start, scale: *scale, graph }
    }

    /// The node of a position, this many plies below the root.
    fn find(&self, at: &Position, ply: usize) -> Result<Option<u32>, TreeError> {
        Ok(self.graph.find(key(at, ply)?))
    }

    /// How many plies a node lies below the root, where that is part of its key; else 0.
    fn ply(&self, node: u32) -> usize {
        if !self.start.facts().can_repeat {
            return 0;
        }
        // Every way to it is equally long.
        self.graph.node(node).ply as usize
    }

    /// Brings these nodes to the disk; when it returns they are there.
    fn save(&self, nodes: &[u32]) -> Result<(), TreeError> {
        let records =
            nodes.iter().map(|&node| (self.graph.node(node).key, self.graph.record(node)));
        self.store.write(records)
    }
}

/// By what a position is known, this many plies below the root.
fn key(at: &Position, ply: usize) -> Result<u64, DoorError> {
    // Positions with colours exchanged may share a canonical key, but not a value for the first player.
    let second = u64::from(at.to_move() == Side::Second);
    let layer = if at.facts().can_repeat { ply as u64 + 1 } else { 0 };
    Ok(at.canonical()? ^ plyglot_search::random::mix(2 * layer + second))
}
