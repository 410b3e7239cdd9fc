//! Positions of any game.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use plyglot_search::{
    Beside, Describe, Game, KnownAnswer, MoveList, Outcome, ParseError, Piece, Ranked, ReadGame,
    Repetition, Score, Side,
    shape::{Content, Count, Shape},
};

use crate::facts::{Facts, Mv};

/// [`Game`] and [`Describe`] as a table of functions, but for what [`Facts`] tells.
trait Erased: Any + Send + Sync {
    fn copied(&self) -> Box<dyn Erased>;

    fn ends_only_without_moves(&self) -> bool;
    fn to_move(&self) -> Side;
    fn key(&self) -> u64;
    fn outcome(&self) -> Option<Outcome>;
    fn moves(&self, out: &mut MoveList<Mv>);
    fn play(&mut self, mv: Mv) -> Undo;
    fn undo(&mut self, undo: Undo);
    fn is_legal(&self, mv: Mv) -> bool;
    fn reversible_plies(&self) -> usize;
    fn repeated(&self) -> Outcome;

    fn parse(&self, text: &str) -> Result<Box<dyn Erased>, ParseError>;
    fn text(&self) -> String;
    fn parse_move(&self, text: &str) -> Result<Mv, ParseError>;
    fn notation(&self, mv: Mv) -> String;
    fn protocol_notation(&self, mv: Mv) -> String;
    fn board(&self) -> String;
    fn shape(&self) -> Option<Shape>;
    fn contents(&self) -> Vec<Content>;
    fn counts(&self) -> Vec<Count>;
    fn touches(&self, mv: Mv) -> Vec<u16>;
    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError>;
    fn implied(&self, next: &str) -> Option<Mv>;
    fn parse_record(&self, line: &str) -> Result<ErasedRecord, ParseError>;
    fn read_game(&self, text: &str) -> ReadGame<Box<dyn Erased>, Mv>;
    fn continues(&self, before: &str, line: &str) -> bool;
    fn unpack_file(
        &self,
        bytes: &[u8],
        beside: Beside<'_>,
    ) -> Option<Result<Vec<String>, ParseError>>;
    fn value(&self, score: Score) -> Option<i32>;
    fn score_text(&self, score: Score, proven: bool) -> String;
}

/// What a line of a file says.
type ErasedRecord = (Box<dyn Erased>, Option<KnownAnswer<Mv>>);

/// What takes a move, or a null move, of any game back.
pub struct Undo(Box<dyn Any>);

/// What it is for the game itself.
pub(super) struct Taken<T: Game> {
    /// `None` of a null move.
    pub(super) mv: Option<T::Move>,
    pub(super) undo: T::Undo,
}

const ANOTHER_GAME: &str = "a position is asked with what belongs to its own game";

impl Undo {
    pub(super) fn new<T: Game>(mv: Option<T::Move>, undo: T::Undo) -> Undo {
        Undo(Box::new(Taken::<T> { mv, undo }))
    }

    pub(super) fn taken<T: Game>(&self) -> &Taken<T> {
        self.0.downcast_ref().expect(ANOTHER_GAME)
    }

    pub(super) fn into_taken<T: Game>(self) -> Taken<T> {
        *self.0.downcast().expect(ANOTHER_GAME)
    }
}

/// A legal move of the position.
pub(super) fn legal<T: Game>(game: &T, mv: Mv) -> T::Move {
    game.unpack(mv).expect("the move was found to be legal here")
}

/// Appends the moves, packed, with their ranks.
pub(super) fn append<T: Game>(moves: &MoveList<T::Move>, out: &mut MoveList<Mv>) {
    for &Ranked { mv, rank } in moves.as_slice() {
        out.push_ranked(T::pack(mv), rank);
    }
}

impl<T: Describe> Erased for T {
    fn copied(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn ends_only_without_moves(&self) -> bool {
        Game::ends_only_without_moves(self)
    }

    fn to_move(&self) -> Side {
        Game::to_move(self)
    }

    fn key(&self) -> u64 {
        Game::key(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn moves(&self, out: &mut MoveList<Mv>) {
        let mut moves = MoveList::new();
        Game::moves(self, &mut moves);
        append::<T>(&moves, out);
    }

    fn play(&mut self, mv: Mv) -> Undo {
        let mv = legal(self, mv);
        Undo::new::<T>(Some(mv), Game::play(self, mv))
    }

    fn undo(&mut self, undo: Undo) {
        let Taken { mv, undo } = undo.into_taken::<T>();
        Game::undo(self, mv.expect("a null move is for the knowledge to take back"), undo);
    }

    fn is_legal(&self, mv: Mv) -> bool {
        self.unpack(mv).is_some()
    }

    fn reversible_plies(&self) -> usize {
        Game::reversible_plies(self)
    }

    fn repeated(&self) -> Outcome {
        Game::repeated(self)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Erased>, ParseError> {
        Ok(Box::new(Describe::parse(self, text)?))
    }

    fn text(&self) -> String {
        Describe::text(self)
    }

    fn parse_move(&self, text: &str) -> Result<Mv, ParseError> {
        Describe::parse_move(self, text).map(T::pack)
    }

    fn notation(&self, mv: Mv) -> String {
        Describe::notation(self, legal(self, mv))
    }

    fn protocol_notation(&self, mv: Mv) -> String {
        Describe::protocol_notation(self, legal(self, mv))
    }

    fn board(&self) -> String {
        Describe::board(self)
    }

    fn shape(&self) -> Option<Shape> {
        Describe::shape(self)
    }

    fn contents(&self) -> Vec<Content> {
        Describe::contents(self)
    }

    fn counts(&self) -> Vec<Count> {
        Describe::counts(self)
    }

    fn touches(&self, mv: Mv) -> Vec<u16> {
        Describe::touches(self, legal(self, mv))
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Describe::split_moves(self, text)
    }

    fn implied(&self, next: &str) -> Option<Mv> {
        Describe::implied(self, next).map(T::pack)
    }

    fn parse_record(&self, line: &str) -> Result<ErasedRecord, ParseError> {
        let (game, known) = Describe::parse_record(self, line)?;
        Ok((Box::new(game), known.map(|answer| answer.map_moves(T::pack))))
    }

    fn read_game(&self, text: &str) -> ReadGame<Box<dyn Erased>, Mv> {
        let boxed = |start| Box::new(start) as Box<dyn Erased>;
        Some(Describe::read_game(self, text)?.map(|file| file.map(boxed, T::pack)))
    }

    fn continues(&self, before: &str, line: &str) -> bool {
        Describe::continues(self, before, line)
    }

    fn unpack_file(
        &self,
        bytes: &[u8],
        beside: Beside<'_>,
    ) -> Option<Result<Vec<String>, ParseError>> {
        Describe::unpack_file(self, bytes, beside)
    }

    fn value(&self, score: Score) -> Option<i32> {
        Describe::value(self, score)
    }

    fn score_text(&self, score: Score, proven: bool) -> String {
        Describe::score_text(self, score, proven)
    }
}

/// A position of any game, as a [`Game`] that [`Describe`]s itself. A move is its packed form.
pub struct DynGame {
    position: Box<dyn Erased>,
    facts: Arc<Facts>,
}

/// The position inside, if it is one of `T`.
pub(crate) fn typed<T: Describe>(at: &DynGame) -> Option<&T> {
    (&*at.position as &dyn Any).downcast_ref()
}

/// The position inside, where it cannot be of another game.
pub(super) fn own<T: Describe>(at: &DynGame) -> &T {
    typed(at).expect(ANOTHER_GAME)
}

/// The same, to be changed.
pub(super) fn own_mut<T: Describe>(at: &mut DynGame) -> &mut T {
    (&mut *at.position as &mut dyn Any).downcast_mut().expect(ANOTHER_GAME)
}

impl DynGame {
    /// A position with the facts of its game.
    pub(crate) fn new(position: impl Describe, facts: Arc<Facts>) -> Self {
        DynGame { position: Box::new(position), facts }
    }

    /// What is known of the game.
    pub fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// How many bytes it takes, but for what the position has on the heap.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<DynGame>() + size_of_val(&*self.position)
    }

    /// Another position of the same game.
    fn with(&self, position: Box<dyn Erased>) -> DynGame {
        DynGame { position, facts: Arc::clone(&self.facts) }
    }
}

impl Clone for DynGame {
    fn clone(&self) -> Self {
        self.with(self.position.copied())
    }
}

impl fmt::Debug for DynGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", self.facts.name, self.position.text())
    }
}

/// Positions are equal whose texts are: what the laws of a game compare.
impl PartialEq for DynGame {
    fn eq(&self, other: &DynGame) -> bool {
        self.facts.name == other.facts.name && self.position.text() == other.position.text()
    }
}

impl Game for DynGame {
    type Move = Mv;
    type Undo = Undo;

    /// Whether it does is known at run time: [`Game::can_repeat`]. Where it does not, no earlier
    /// position is looked at.
    const CAN_REPEAT: bool = true;

    fn can_repeat(&self) -> bool {
        self.facts.can_repeat
    }

    fn repetition(&self) -> Repetition {
        self.facts.repetition
    }

    fn repeated(&self) -> Outcome {
        self.position.repeated()
    }

    fn ends_only_without_moves(&self) -> bool {
        self.position.ends_only_without_moves()
    }

    fn margin_step(&self) -> i32 {
        self.facts.margin_step
    }

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn moves(&self, out: &mut MoveList<Mv>) {
        self.position.moves(out);
    }

    fn play(&mut self, mv: Mv) -> Undo {
        self.position.play(mv)
    }

    fn undo(&mut self, _mv: Mv, undo: Undo) {
        self.position.undo(undo);
    }

    fn pack(mv: Mv) -> u32 {
        mv
    }

    fn unpack(&self, bits: u32) -> Option<Mv> {
        self.position.is_legal(bits).then_some(bits)
    }

    fn reversible_plies(&self) -> usize {
        if self.facts.can_repeat { self.position.reversible_plies() } else { 0 }
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
        Ok(self.with(self.position.parse(text)?))
    }

    fn text(&self) -> String {
        self.position.text()
    }

    fn parse_move(&self, text: &str) -> Result<Mv, ParseError> {
        self.position.parse_move(text)
    }

    fn notation(&self, mv: Mv) -> String {
        self.position.notation(mv)
    }

    fn protocol_notation(&self, mv: Mv) -> String {
        self.position.protocol_notation(mv)
    }

    fn board(&self) -> String {
        self.position.board()
    }

    fn shape(&self) -> Option<Shape> {
        self.position.shape()
    }

    fn contents(&self) -> Vec<Content> {
        self.position.contents()
    }

    fn counts(&self) -> Vec<Count> {
        self.position.counts()
    }

    fn touches(&self, mv: Mv) -> Vec<u16> {
        self.position.touches(mv)
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        self.position.split_moves(text)
    }

    fn implied(&self, next: &str) -> Option<Mv> {
        self.position.implied(next)
    }

    fn parse_record(&self, line: &str) -> Result<(Self, Option<KnownAnswer<Mv>>), ParseError> {
        let (position, known) = self.position.parse_record(line)?;
        Ok((self.with(position), known))
    }

    fn read_game(&self, text: &str) -> ReadGame<Self, Mv> {
        Some(self.position.read_game(text)?.map(|file| file.map(|start| self.with(start), |mv| mv)))
    }

    fn continues(&self, before: &str, line: &str) -> bool {
        self.position.continues(before, line)
    }

    fn unpack_file(
        &self,
        bytes: &[u8],
        beside: Beside<'_>,
    ) -> Option<Result<Vec<String>, ParseError>> {
        self.position.unpack_file(bytes, beside)
    }

    fn value(&self, score: Score) -> Option<i32> {
        self.position.value(score)
    }

    fn score_text(&self, score: Score, proven: bool) -> String {
        self.position.score_text(score, proven)
    }
}
