//! The way back in: any game, and what any player knows, as one type of the engine's traits.
//!
//! What is generic over [`Game`] and [`Knowledge`] and need not be fast, such as the textbook family
//! and plain minimax, is compiled once for these and runs on every game. A game that is made at run
//! time gets an engine of its own by the same types.
//!
//! Cost: each move that is played copies the position into a box, and each question is a dynamic call.
//! Measurements of time stay with concrete types.

use std::fmt;
use std::sync::Arc;

use plyglot_search::{
    Bounds, Describe, Game, Knowledge, KnownAnswer, MoveList, Node, NullMove, OrderingWeights,
    Outcome, ParseError, Piece, Ranked, ReadGame, Score, Side, SolvePlan, Window,
    shape::{Content, Shape},
};

use crate::facts::{Facts, Mv};
use crate::rules::{Player, Rules};

/// A position of any game, as a [`Game`] that [`Describe`]s itself. A move is its packed form.
pub struct DynGame {
    pub(crate) rules: Box<dyn Rules>,
    facts: Arc<Facts>,
}

impl DynGame {
    /// A position with the facts of its game.
    pub fn new(rules: Box<dyn Rules>, facts: Arc<Facts>) -> Self {
        DynGame { rules, facts }
    }

    /// What is known of the game.
    pub fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// Another position of the same game.
    pub(crate) fn with(&self, rules: Box<dyn Rules>) -> DynGame {
        DynGame { rules, facts: Arc::clone(&self.facts) }
    }
}

impl Clone for DynGame {
    fn clone(&self) -> Self {
        self.with(self.rules.boxed())
    }
}

impl fmt::Debug for DynGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", self.facts.name, self.rules.text())
    }
}

/// Positions are equal whose texts are: what the laws of a game compare.
impl PartialEq for DynGame {
    fn eq(&self, other: &DynGame) -> bool {
        self.facts.name == other.facts.name && self.rules.text() == other.rules.text()
    }
}

/// A position as it was before a move.
pub struct Before(Box<dyn Rules>);

impl fmt::Debug for Before {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "before {:?}", self.0.text())
    }
}

impl Game for DynGame {
    type Move = Mv;
    type Undo = Before;

    /// Whether it does is known at run time: [`Game::can_repeat`]. Where it does not, no earlier
    /// position is looked at.
    const CAN_REPEAT: bool = true;

    fn can_repeat(&self) -> bool {
        self.facts.can_repeat
    }

    fn margin_step(&self) -> i32 {
        self.facts.margin_step
    }

    fn to_move(&self) -> Side {
        self.rules.to_move()
    }

    fn key(&self) -> u64 {
        self.rules.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome()
    }

    fn moves(&self, out: &mut MoveList<Mv>) {
        let mut moves = Vec::new();
        self.rules.moves(&mut moves);
        moves.into_iter().for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: Mv) -> Before {
        let mut after = self.rules.boxed();
        after.play(mv);
        Before(std::mem::replace(&mut self.rules, after))
    }

    fn undo(&mut self, _mv: Mv, before: Before) {
        self.rules = before.0;
    }

    fn pack(mv: Mv) -> u32 {
        mv
    }

    fn unpack(&self, bits: u32) -> Option<Mv> {
        self.rules.is_legal(bits).then_some(bits)
    }

    fn reversible_plies(&self) -> usize {
        if self.facts.can_repeat { self.rules.reversible_plies() } else { 0 }
    }
}

impl Describe for DynGame {
    const NOTATION: &'static str = "that of the game";

    fn unit(&self) -> &str {
        &self.facts.unit
    }

    fn points(&self) -> i32 {
        self.facts.points
    }

    fn result_scale(&self) -> i32 {
        self.facts.result_scale
    }

    fn sides(&self) -> [&str; 2] {
        [&self.facts.sides[0], &self.facts.sides[1]]
    }

    fn about_notation(&self) -> &str {
        &self.facts.notation
    }

    fn about_rules(&self) -> &str {
        &self.facts.rules
    }

    fn pieces(&self) -> &[Piece] {
        &self.facts.pieces
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        Ok(self.with(self.rules.parse(text)?))
    }

    fn text(&self) -> String {
        self.rules.text()
    }

    fn parse_move(&self, text: &str) -> Result<Mv, ParseError> {
        self.rules.parse_move(text)
    }

    fn notation(&self, mv: Mv) -> String {
        self.rules.notation(mv)
    }

    fn board(&self) -> String {
        self.rules.board()
    }

    fn shape(&self) -> Option<Shape> {
        self.rules.shape()
    }

    fn contents(&self) -> Vec<Content> {
        self.rules.contents()
    }

    fn touches(&self, mv: Mv) -> Vec<u16> {
        self.rules.touches(mv)
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        self.rules.split_moves(text)
    }

    fn implied(&self, next: &str) -> Option<Mv> {
        self.rules.implied(next)
    }

    fn parse_record(&self, line: &str) -> Result<(Self, Option<KnownAnswer<Mv>>), ParseError> {
        let (rules, known) = self.rules.parse_record(line)?;
        Ok((self.with(rules), known))
    }

    fn read_game(&self, text: &str) -> ReadGame<Self, Mv> {
        Some(self.rules.read_game(text)?.map(|file| file.map(|start| self.with(start), |mv| mv)))
    }

    fn value(&self, score: Score) -> Option<i32> {
        self.rules.value(score)
    }

    fn score_text(&self, score: Score, proven: bool) -> String {
        self.rules.score_text(score, proven)
    }
}

/// What a player of any game knows.
pub struct DynKnowledge(Box<dyn Player>);

impl DynKnowledge {
    /// What `player` knows.
    pub fn new(player: Box<dyn Player>) -> Self {
        DynKnowledge(player)
    }
}

impl Clone for DynKnowledge {
    fn clone(&self) -> Self {
        DynKnowledge(self.0.boxed())
    }
}

impl fmt::Debug for DynKnowledge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DynKnowledge").finish_non_exhaustive()
    }
}

impl Knowledge<DynGame> for DynKnowledge {
    fn evaluate(&mut self, game: &DynGame) -> i32 {
        self.0.evaluate(&*game.rules)
    }

    fn ordering(&self) -> OrderingWeights {
        self.0.ordering()
    }

    fn aspiration(&self) -> i32 {
        self.0.aspiration()
    }

    fn expand(&mut self, game: &DynGame, node: &Node, out: &mut MoveList<Mv>) {
        let mut moves = Vec::new();
        self.0.expand(&*game.rules, node, &mut moves);
        moves.into_iter().for_each(|Ranked { mv, rank }| out.push_ranked(mv, rank));
    }

    fn bounds(&mut self, game: &DynGame, window: Window) -> Bounds {
        self.0.bounds(&*game.rules, window)
    }

    fn canonical(&self, game: &DynGame) -> u64 {
        self.0.canonical(&*game.rules)
    }

    fn plies_left(&self, game: &DynGame) -> Option<i32> {
        self.0.plies_left(&*game.rules)
    }

    fn solve_plan(&self, game: &DynGame) -> SolvePlan {
        self.0.solve_plan(&*game.rules)
    }

    fn null_move(&mut self, game: &mut DynGame, node: &Node) -> Option<NullMove<Before>> {
        let NullMove { undo: after, reduction, verify } = self.0.null_move(&*game.rules, node)?;
        let undo = Before(std::mem::replace(&mut game.rules, after));
        Some(NullMove { undo, reduction, verify })
    }

    fn undo_null(&mut self, game: &mut DynGame, before: Before) {
        game.rules = before.0;
    }

    fn predict(&self, game: &DynGame, estimate: Score) -> Score {
        self.0.predict(&*game.rules, estimate)
    }
}
