//! A tree as one game with variations, which programs for a game read: numbered moves, in chess PGN.
//!
//! The best moves are the game, all others stand in parentheses behind the move that they are instead of, each with its
//! value. What lies below a position is written where it is first reached.
//!
//! Cost: each position is played to and its moves are looked up, some microseconds each.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::Write;

use plyglot_open::{Mv, Position};
use plyglot_search::Side;

use super::Tree;
use super::error::TreeError;
use super::show::{known, rank};
use super::view::View;

impl Tree {
    /// Writes it as one game with variations; `usual` is where games usually begin.
    ///
    /// # Errors
    /// If nothing can be written, or the game's code panics.
    pub fn variations(&self, usual: &Position, to: &mut dyn Write) -> Result<(), TreeError> {
        let view = self.view();
        let from = view.start;
        if from.canonical()? != usual.canonical()? {
            let text = from.text()?.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(to, "[SetUp \"1\"]\n[FEN \"{text}\"]\n").map_err(TreeError::Show)?;
        }
        // Who moves second has the second move of a pair.
        let ply = usize::from(from.to_move() == Side::Second);
        let mut written = Written { view, to, first: ply, seen: HashSet::new() };
        written.line(from, view.graph.root())?;
        writeln!(to, " *").map_err(TreeError::Show)
    }
}

/// What is written so far.
struct Written<'a> {
    view: View<'a>,
    to: &'a mut dyn Write,
    /// The number of the first ply, from 0.
    first: usize,
    /// The nodes whose moves were written.
    seen: HashSet<u32>,
}

impl Written<'_> {
    /// The best moves from a position, and the variations of each.
    fn line(&mut self, at: &Position, node: u32) -> Result<(), TreeError> {
        let (begin, mut at, mut node) = (at.plies(), at.clone(), node);
        while self.seen.insert(node) {
            let mut moves = self.view.moves(&at, node, at.plies())?;
            let graph = self.view.graph;
            moves.sort_by_key(|&(_, child)| Reverse(rank(graph.node(child), at.to_move())));
            // Moves that are the same under symmetry are one.
            let mut different = HashSet::new();
            moves.retain(|&(_, child)| different.insert(child));
            let Some((&(mv, child), others)) = moves.split_first() else { break };
            if at.plies() > begin {
                self.text(" ")?;
            }
            self.mv(&at, mv, child)?;
            for &(mv, child) in others {
                self.text(" (")?;
                self.mv(&at, mv, child)?;
                self.below(&at, mv, child)?;
                self.text(")")?;
            }
            at.play(mv)?;
            node = child;
        }
        Ok(())
    }

    /// The line from where a move of a variation leads.
    fn below(&mut self, at: &Position, mv: Mv, child: u32) -> Result<(), TreeError> {
        if self.seen.contains(&child) || self.view.graph.node(child).children.is_empty() {
            return Ok(());
        }
        self.text(" ")?;
        self.line(&at.after(mv)?, child)
    }

    /// A move with its number, which the second of a pair needs behind a comment, and its value.
    fn mv(&mut self, at: &Position, mv: Mv, child: u32) -> Result<(), TreeError> {
        let ply = self.first + at.plies();
        let (number, dots) = (ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." });
        let mv = at.notation(&[mv])?.concat();
        let known = known(at, self.view.graph.node(child), 1)?;
        let value = known.proven_between.text.or(known.score.map(|score| score.text));
        let value = value.map_or_else(String::new, |value| format!(" {{{value}}}"));
        self.text(&format!("{number}{dots} {mv}{value}"))
    }

    fn text(&mut self, text: &str) -> Result<(), TreeError> {
        self.to.write_all(text.as_bytes()).map_err(TreeError::Show)
    }
}
