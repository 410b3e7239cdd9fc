//! A position of an opened game, with the game that led to it.
//!
//! Side to move, key and outcome are asked for once, when the position comes about; what needs the
//! game's code later is a [`Result`], since that code may panic.
//!
//! Taking back goes by the positions before, which are shared between copies: a copy of a position with a long game
//! behind it costs nothing until one of the two is played on.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_search::{
    Beside, Bounds, Describe, Game, GameFile, Knowledge, KnownAnswer, MoveList, Outcome,
    ParseError, Repetition, Score, Side, SolveCost, Verdict, Window, estimate, line_moves,
    line_notation, protocol_line,
    shape::{Content, Count, Shape},
};

use crate::erased::{DynGame, DynKnowledge, typed};
use crate::error::{DoorError, guarded};
use crate::facts::{Facts, Mv};

/// The concrete position inside one that is to be of this game, in this size.
pub(crate) fn own<'a, G: Describe>(at: &'a Position, game: &str) -> Result<&'a G, DoorError> {
    let own = Some(at).filter(|at| at.facts().name == game);
    own.and_then(|at| typed(at.game())).ok_or(DoorError::Foreign)
}

/// A position of an opened game, with the game that led to it.
#[derive(Clone)]
pub struct Position {
    now: Moment,
    past: Arc<Vec<(Moment, Mv)>>,
    /// For what only the knowledge can tell; shared by all positions of an opened game.
    player: Arc<Mutex<DynKnowledge>>,
}

/// One position of the game, and what everyone asks of it.
#[derive(Clone)]
struct Moment {
    game: Arc<DynGame>,
    key: u64,
    to_move: Side,
    outcome: Option<Outcome>,
    /// How the game ends here if the position has come back, where the game says it.
    repeated: Option<Outcome>,
}

impl Moment {
    /// Asks the game; so this may panic.
    fn of(game: DynGame) -> Moment {
        let (key, to_move, outcome) = (game.key(), game.to_move(), game.outcome());
        let may_end = game.facts().repetition == Repetition::Ends && outcome.is_none();
        let repeated = may_end.then(|| game.repeated());
        Moment { game: Arc::new(game), key, to_move, outcome, repeated }
    }

    fn moves(&self) -> Vec<Mv> {
        let mut moves = MoveList::new();
        if self.outcome.is_none() {
            self.game.moves(&mut moves);
        }
        moves.iter().collect()
    }

    fn after(&self, mv: Mv) -> Result<Moment, DoorError> {
        if self.outcome.is_some() || self.game.unpack(mv).is_none() {
            return Err(DoorError::Illegal(mv));
        }
        let mut game = DynGame::clone(&self.game);
        game.play(mv);
        Ok(Moment::of(game))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, plies) = (&self.facts().name, self.past.len());
        write!(out, "Position({game}, {:#x}, after {plies} plies)", self.now.key)
    }
}

impl Position {
    /// A position without a past.
    pub(crate) fn new(
        game: DynGame,
        player: Arc<Mutex<DynKnowledge>>,
    ) -> Result<Position, DoorError> {
        Ok(Position { now: guarded(|| Moment::of(game))?, past: Arc::default(), player })
    }

    /// What is known of the game.
    pub fn facts(&self) -> &Facts {
        self.now.game.facts()
    }

    /// The position as the engine's traits see it; see [`DynGame`].
    pub fn game(&self) -> &DynGame {
        &self.now.game
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.now.to_move
    }

    /// What people call the side to move.
    pub fn mover(&self) -> &str {
        self.facts().side(self.to_move())
    }

    /// How the game ended, for the side to move, or `None` while it goes on by its rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    /// [`Game::key`] of the position.
    pub fn key(&self) -> u64 {
        self.now.key
    }

    /// How the game has ended here, for the side to move, since the position has come back as often as the game's rule
    /// allows: in most games as a draw, the third time. The rules alone would let it go on.
    pub fn repeated(&self) -> Option<Outcome> {
        let rule = self.facts().repetition;
        let is_over = self.outcome().is_none() && self.repetitions() + 1 >= rule.occurrences();
        match rule {
            Repetition::Draw => is_over.then_some(Outcome::Draw),
            Repetition::Ends => self.now.repeated.filter(|_| is_over),
            // No move brings one back.
            Repetition::Forbidden => None,
        }
    }

    /// True if a move is forbidden since it would bring a position of the game back.
    fn is_forbidden(&self, mv: Mv) -> bool {
        let facts = self.facts();
        if !facts.can_repeat || facts.repetition != Repetition::Forbidden {
            return false;
        }
        let Ok(next) = self.now.after(mv) else { return false };
        next.key == self.now.key || self.past.iter().any(|(moment, _)| moment.key == next.key)
    }

    /// Ends the game if it goes on by its rules and every move is forbidden: who is to move has lost.
    fn settle(&mut self) {
        if self.facts().repetition == Repetition::Forbidden && self.now.outcome.is_none() {
            let moves = self.now.moves();
            if !moves.is_empty() && moves.iter().all(|&mv| self.is_forbidden(mv)) {
                self.now.outcome = Some(Outcome::Loss);
            }
        }
    }

    /// Keys of the positions that led here, oldest first, without this one.
    pub fn keys_before(&self) -> Vec<u64> {
        self.past.iter().map(|(moment, _)| moment.key).collect()
    }

    /// How often this position has stood before in the game that led here.
    pub fn repetitions(&self) -> usize {
        if !self.facts().can_repeat {
            return 0;
        }
        self.past.iter().filter(|(moment, _)| moment.key == self.now.key).count()
    }

    /// The moves that led here, oldest first.
    pub fn played(&self) -> Vec<Mv> {
        self.past.iter().map(|&(_, mv)| mv).collect()
    }

    /// How many moves led here.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// About how many bytes it takes with the game that led to it, but for what is on the heap of single positions.
    pub fn bytes(&self) -> usize {
        (self.plies() + 1) * (size_of::<(Moment, Mv)>() + self.now.game.bytes())
    }

    /// The same position without the game that led to it.
    pub fn without_past(&self) -> Position {
        let mut alone = Position { past: Arc::default(), ..self.clone() };
        if self.facts().repetition == Repetition::Forbidden {
            // It may have ended for what was there before.
            let outcome = guarded(|| alone.now.game.outcome());
            alone.now.outcome = outcome.unwrap_or(alone.now.outcome);
        }
        alone
    }

    /// Another position of the same game and size, from its text, without a past.
    ///
    /// # Errors
    /// [`DoorError::Text`] says what was wrong with the text.
    pub fn parse(&self, text: &str) -> Result<Position, DoorError> {
        let game = guarded(|| self.now.game.parse(text))??;
        Position::new(game, Arc::clone(&self.player))
    }

    /// A position and its known answer from one line of a file, likewise.
    ///
    /// # Errors
    /// [`DoorError::Text`] says what was wrong with the line.
    pub fn parse_record(
        &self,
        line: &str,
    ) -> Result<(Position, Option<KnownAnswer<Mv>>), DoorError> {
        let (game, known) = guarded(|| self.now.game.parse_record(line))??;
        Ok((Position::new(game, Arc::clone(&self.player))?, known))
    }

    /// A played game from a text in a format of the game's own, of the same size; `None` if it is in none of them
    /// ([`Describe::read_game`]).
    ///
    /// # Errors
    /// [`DoorError::Text`] says what was wrong with a text that is.
    pub fn read_game(&self, text: &str) -> Result<Option<GameFile<Position, Mv>>, DoorError> {
        let Some(read) = guarded(|| self.now.game.read_game(text))? else { return Ok(None) };
        let GameFile { format, start, moves, tags, slots } = read?;
        let start = Position::new(start, Arc::clone(&self.player))?;
        Ok(Some(GameFile { format, start, moves, tags, slots }))
    }

    /// True if a line of a file goes on with the game of the lines `before` ([`Describe::continues`]).
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn continues(&self, before: &str, line: &str) -> Result<bool, DoorError> {
        guarded(|| self.now.game.continues(before, line))
    }

    /// The games of a file that is not text, each as a text that [`Position::read_game`] reads ([`Describe::unpack_file`]).
    ///
    /// # Errors
    /// [`DoorError::Text`] says what was wrong with a file in a format of the game's.
    pub fn unpack_file(
        &self,
        bytes: &[u8],
        beside: Beside<'_>,
    ) -> Result<Option<Vec<String>>, DoorError> {
        Ok(guarded(|| self.now.game.unpack_file(bytes, beside))?.transpose()?)
    }

    /// Every legal move, in the game's own order; none where the game is over.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn moves(&self) -> Result<Vec<Mv>, DoorError> {
        guarded(|| {
            let mut moves = self.now.moves();
            moves.retain(|&mv| !self.is_forbidden(mv));
            moves
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`DoorError::Illegal`] if it is not legal here; then nothing has changed.
    pub fn play(&mut self, mv: Mv) -> Result<(), DoorError> {
        let next = guarded(|| {
            let next = self.now.after(mv)?;
            if self.is_forbidden(mv) { Err(DoorError::Illegal(mv)) } else { Ok(next) }
        })??;
        let before = std::mem::replace(&mut self.now, next);
        Arc::make_mut(&mut self.past).push((before, mv));
        let settled = guarded(|| self.settle());
        if settled.is_err() {
            self.undo();
        }
        settled
    }

    /// Takes back the last move and gives it; `None` where there is none.
    pub fn undo(&mut self) -> Option<Mv> {
        let (before, mv) = Arc::make_mut(&mut self.past).pop()?;
        self.now = before;
        Some(mv)
    }

    /// The position after a move.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn after(&self, mv: Mv) -> Result<Position, DoorError> {
        let mut next = self.clone();
        next.play(mv)?;
        Ok(next)
    }

    /// The position as it stood after the first `plies` of the moves that led here; this one if there are no
    /// more.
    pub fn after_plies(&self, plies: usize) -> Position {
        let Some((moment, _)) = self.past.get(plies) else { return self.clone() };
        let past = Arc::new(self.past[..plies].to_vec());
        Position { now: moment.clone(), past, player: Arc::clone(&self.player) }
    }

    /// A legal move from its notation.
    ///
    /// # Errors
    /// [`DoorError::Text`] if the text is not a legal move here.
    pub fn parse_move(&self, text: &str) -> Result<Mv, DoorError> {
        let mv = guarded(|| self.now.game.parse_move(text))??;
        if guarded(|| self.is_forbidden(mv))? {
            let why = format!("{text:?} is forbidden: it brings back a position of the game");
            return Err(ParseError::new(why).into());
        }
        Ok(mv)
    }

    /// The move that people leave out when they write `next` as the move played here: a forced pass.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn implied(&self, next: &str) -> Result<Option<Mv>, DoorError> {
        if self.outcome().is_some() {
            return Ok(None);
        }
        guarded(|| self.now.game.implied(next))
    }

    /// Plays a move from its notation, with the pass before it that people leave out.
    ///
    /// # Errors
    /// [`DoorError::Text`] if it is not a legal move; then nothing has changed.
    pub fn play_move(&mut self, text: &str) -> Result<(), DoorError> {
        if self.outcome().is_some() {
            return Err(ParseError::new("the game is over").into());
        }
        let implied = self.implied(text)?;
        if let Some(implied) = implied {
            self.play(implied)?;
        }
        let played = self.parse_move(text).and_then(|mv| self.play(mv));
        if played.is_err() && implied.is_some() {
            self.undo();
        }
        played
    }

    /// Plays a line of moves ([`line_moves`]), with what its notation leaves out; gives how many moves were
    /// played, those included.
    ///
    /// # Errors
    /// [`DoorError::Text`] with the first move that is not legal and its number; then nothing has
    /// changed.
    pub fn play_text(&mut self, line: &str) -> Result<usize, DoorError> {
        self.play_moves(self.split_moves(line)?)
    }

    /// Cuts a line of moves into single ones ([`line_moves`]).
    ///
    /// # Errors
    /// [`DoorError::Text`] if it cannot be cut.
    pub fn split_moves<'a>(&self, line: &'a str) -> Result<Vec<&'a str>, DoorError> {
        Ok(guarded(|| line_moves(&*self.now.game, line))??)
    }

    /// The same with the moves one by one.
    ///
    /// # Errors
    /// See [`Position::play_text`].
    pub fn play_moves<'a>(
        &mut self,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<usize, DoorError> {
        let mut next = self.clone();
        for (number, text) in (1..).zip(moves) {
            if next.outcome().is_some() {
                return Err(ParseError::after_end(number, text).into());
            }
            next.play_move(text).map_err(|error| match error {
                DoorError::Text(error) => ParseError::of_move(number, error).into(),
                other => other,
            })?;
        }
        let played = next.plies() - self.plies();
        *self = next;
        Ok(played)
    }

    /// The notation of a move that is legal here.
    ///
    /// # Errors
    /// [`DoorError::Illegal`] if it is not.
    pub fn move_text(&self, mv: Mv) -> Result<String, DoorError> {
        guarded(|| self.move_text_of(mv))?
    }

    fn move_text_of(&self, mv: Mv) -> Result<String, DoorError> {
        let is_legal = self.now.outcome.is_none() && self.now.game.unpack(mv).is_some();
        is_legal.then(|| self.now.game.notation(mv)).ok_or(DoorError::Illegal(mv))
    }

    /// A line of moves in the game's notation, each written where it is played.
    ///
    /// # Errors
    /// [`DoorError::Illegal`] for the first move that is not legal where it comes.
    pub fn notation(&self, line: &[Mv]) -> Result<Vec<String>, DoorError> {
        guarded(|| line_notation(DynGame::clone(&self.now.game), line))?.map_err(DoorError::Illegal)
    }

    /// The same as programs write it to each other ([`Describe::protocol_notation`]).
    ///
    /// # Errors
    /// See [`Position::notation`].
    pub fn protocol_notation(&self, line: &[Mv]) -> Result<Vec<String>, DoorError> {
        guarded(|| protocol_line(DynGame::clone(&self.now.game), line))?.map_err(DoorError::Illegal)
    }

    /// The position as text that [`Position::parse`] reads back.
    ///
    /// # Errors
    /// If the game's code panics, as the next four.
    pub fn text(&self) -> Result<String, DoorError> {
        guarded(|| self.now.game.text())
    }

    /// The board as people like to see it, several lines, no colour codes.
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn board(&self) -> Result<String, DoorError> {
        guarded(|| self.now.game.board())
    }

    /// What the board looks like, if the game says it ([`Describe::shape`]).
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn shape(&self) -> Result<Option<Shape>, DoorError> {
        guarded(|| self.now.game.shape())
    }

    /// What is on each cell of the board, in the order of its shape.
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn contents(&self) -> Result<Vec<Content>, DoorError> {
        guarded(|| self.now.game.contents())
    }

    /// What people count on the board ([`Describe::counts`]).
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn counts(&self) -> Result<Vec<Count>, DoorError> {
        guarded(|| self.now.game.counts())
    }

    /// The cells that a move is made of, in order; none of a move without a place, such as a pass.
    ///
    /// # Errors
    /// [`DoorError::Illegal`] if it is not legal here.
    pub fn touches(&self, mv: Mv) -> Result<Vec<u16>, DoorError> {
        guarded(|| {
            let is_legal = self.now.outcome.is_none() && self.now.game.unpack(mv).is_some();
            is_legal.then(|| self.now.game.touches(mv)).ok_or(DoorError::Illegal(mv))
        })?
    }

    /// A score in a few characters: `+3.4`, `+38`, `win in 7`, `draw`.
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn score_text(&self, score: Score, proven: bool) -> Result<String, DoorError> {
        guarded(|| self.now.game.score_text(score, proven))
    }

    /// A score with its bound: `>= +3.4`.
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn verdict_text(&self, verdict: &Verdict) -> Result<String, DoorError> {
        guarded(|| verdict.text(&*self.now.game))
    }

    /// A proven score in the game's own unit; `None` of an estimate, but for 0, which may be a draw.
    ///
    /// # Errors
    /// See [`Position::text`].
    pub fn value(&self, score: Score) -> Result<Option<i32>, DoorError> {
        guarded(|| self.now.game.value(score))
    }

    /// What the game's knowledge estimates without a search, from the side to move, in points;
    /// `None` where the game is over.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn estimate(&self) -> Result<Option<i32>, DoorError> {
        if self.outcome().is_some() {
            return Ok(None);
        }
        self.ask(estimate).map(Some)
    }

    /// True if an estimate says little here, since much is about to change: the moves are forced, or `mv`, the best one,
    /// is not quiet ([`plyglot_search::Knowledge::is_quiet`]). False of a move that is not legal.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn is_unsettled(&self, mv: Mv) -> Result<bool, DoorError> {
        let Some(own) = self.now.game.unpack(mv) else { return Ok(false) };
        self.ask(|player, game| player.forced(game) || !player.is_quiet(game, own))
    }

    /// What the game's knowledge proves without a search that the value lies between, from the side to
    /// move; nothing where the game is over.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn bounds(&self) -> Result<Bounds, DoorError> {
        if self.outcome().is_some() {
            return Ok(Bounds::UNKNOWN);
        }
        self.ask(|player, game| player.bounds(game, Window::FULL))
    }

    /// About how many plies remain to the end, if the game's knowledge can tell.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn plies_left(&self) -> Result<Option<u32>, DoorError> {
        let plies = self.ask(|player, game| player.plies_left(game))?;
        Ok(plies.map(|plies| u32::try_from(plies).unwrap_or(0)))
    }

    /// What an exact solve is likely to cost, if the game's knowledge can tell.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn solve_cost(&self) -> Result<Option<SolveCost>, DoorError> {
        if self.outcome().is_some() {
            return Ok(None);
        }
        self.ask(|player, game| player.solve_plan(game).cost)
    }

    /// A key that is the same for all positions which a symmetry of the game leads to. It may take
    /// its time.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn canonical(&self) -> Result<u64, DoorError> {
        self.ask(|player, game| player.canonical(game))
    }

    /// The key under which searches of this game keep the position in their table
    /// ([`plyglot_search::table`]). Of a game whose positions can come back it says nothing of their past.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn table_key(&self) -> Result<u64, DoorError> {
        self.ask(|player, game| player.key(game).hash)
    }

    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(&mut DynKnowledge, &DynGame) -> T,
    ) -> Result<T, DoorError> {
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        guarded(|| question(&mut player, &self.now.game))
    }
}
