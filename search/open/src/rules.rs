//! The traits behind a position and behind what a player knows: [`plyglot_search::Game`],
//! [`plyglot_search::Describe`] and [`plyglot_search::Knowledge`] as tables of functions that can be
//! put into a box.
//!
//! The games of a catalogue come here by themselves (`typed`). A game that is made at run time, in
//! another language for example, implements the two traits and is wrapped by [`crate::DynGame::new`]
//! and [`crate::DynKnowledge::new`].
//!
//! Cost: a dynamic call for each question.

use std::any::Any;

use plyglot_search::{
    Bounds, KnownAnswer, Node, NullMove, OrderingWeights, Outcome, ParseError, Ranked, ReadGame,
    Score, Side, SolvePlan, Window,
    shape::{Content, Shape},
};

use crate::facts::Mv;

/// The rules of a game, what people see of it, and one position of it.
///
/// The laws are those of [`plyglot_search::Game`].
pub trait Rules: Send + Sync {
    /// The same position in another box.
    fn boxed(&self) -> Box<dyn Rules>;

    /// The value itself, for code that knows its type.
    fn as_any(&self) -> &dyn Any;

    /// Whose turn it is.
    fn to_move(&self) -> Side;

    /// A hash of everything that matters for the rest of the game.
    fn key(&self) -> u64;

    /// How the game ended, for the side to move, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move. Only asked while the game goes on.
    fn moves(&self, out: &mut Vec<Mv>);

    /// True if the move is legal here. Only asked while the game goes on.
    fn is_legal(&self, mv: Mv) -> bool;

    /// Plays a legal move.
    fn play(&mut self, mv: Mv);

    /// How many plies back a position could be equal to this one.
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    /// A position from its text, of the same size as this one.
    ///
    /// # Errors
    /// What was wrong with the text, and where.
    fn parse(&self, text: &str) -> Result<Box<dyn Rules>, ParseError>;

    /// The position as text that [`Rules::parse`] reads back.
    fn text(&self) -> String;

    /// The board as people like to see it, several lines, no colour codes.
    fn board(&self) -> String;

    /// What the board looks like, for a page that draws it, as the next two
    /// ([`plyglot_search::Describe::shape`]).
    fn shape(&self) -> Option<Shape> {
        None
    }

    /// What is on each of its cells.
    fn contents(&self) -> Vec<Content> {
        Vec::new()
    }

    /// The cells that a legal move is made of.
    fn touches(&self, _mv: Mv) -> Vec<u16> {
        Vec::new()
    }

    /// A legal move from its notation.
    ///
    /// # Errors
    /// If the text is not a move, or not a legal one here.
    fn parse_move(&self, text: &str) -> Result<Mv, ParseError>;

    /// The notation of a legal move.
    fn notation(&self, mv: Mv) -> String;

    /// Cuts a line of moves written in a row into single moves.
    ///
    /// # Errors
    /// If the text cannot be cut into moves.
    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError>;

    /// The move that people leave out when they write `next` as the move played here: a forced pass.
    fn implied(&self, _next: &str) -> Option<Mv> {
        None
    }

    /// A position and its known answer from one line of a file.
    ///
    /// # Errors
    /// What was wrong with the line.
    #[allow(clippy::type_complexity)] // a pair with an optional half needs no name of its own
    fn parse_record(
        &self,
        line: &str,
    ) -> Result<(Box<dyn Rules>, Option<KnownAnswer<Mv>>), ParseError>;

    /// A played game from a text in a format of the game's own ([`plyglot_search::Describe::read_game`]).
    fn read_game(&self, _text: &str) -> ReadGame<Box<dyn Rules>, Mv> {
        None
    }

    /// A proven score in the game's own unit.
    fn value(&self, score: Score) -> Option<i32>;

    /// A score in a few characters.
    fn score_text(&self, score: Score, proven: bool) -> String;
}

/// What a player of a game knows. The hooks are those of [`plyglot_search::Knowledge`], which says when
/// each is called; those that shape the recursion at compile time are not among them.
pub trait Player: Send {
    /// The same knowledge in another box.
    fn boxed(&self) -> Box<dyn Player>;

    /// Estimates a position of the game that has no outcome, from the side to move, in points.
    fn evaluate(&mut self, at: &dyn Rules) -> i32;

    /// How much the engine's own ordering counts beside the ranks.
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights::ENGINE_ONLY
    }

    /// Half the width of the first aspiration window, in points.
    fn aspiration(&self) -> i32 {
        24
    }

    /// Appends the moves to search, with their ranks.
    fn expand(&mut self, at: &dyn Rules, _node: &Node, out: &mut Vec<Ranked<Mv>>) {
        let mut moves = Vec::new();
        at.moves(&mut moves);
        out.extend(moves.into_iter().map(|mv| Ranked { mv, rank: 0 }));
    }

    /// What the value is proven to lie between.
    fn bounds(&mut self, _at: &dyn Rules, _window: Window) -> Bounds {
        Bounds::UNKNOWN
    }

    /// A key that is the same for all positions which a symmetry leads to, at any cost.
    fn canonical(&self, at: &dyn Rules) -> u64 {
        at.key()
    }

    /// About how many plies remain to the end, if the game has an end that comes near enough.
    fn plies_left(&self, _at: &dyn Rules) -> Option<i32> {
        None
    }

    /// How an exact solve should go about the position.
    fn solve_plan(&self, _at: &dyn Rules) -> SolvePlan {
        SolvePlan::DEFAULT
    }

    /// The position after the side to move has given up the move, where that is allowed, in place of an
    /// undo, with how it is to be searched.
    fn null_move(&mut self, _at: &dyn Rules, _node: &Node) -> Option<NullMove<Box<dyn Rules>>> {
        None
    }

    /// The exact score that an estimate of the position predicts.
    fn predict(&self, _at: &dyn Rules, _estimate: Score) -> Score {
        Score::DRAW
    }
}
