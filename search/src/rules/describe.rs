//! Trait [`Describe`]: what people see of a game. Names, notation, positions as text, the board.
//!
//! Stands beside [`Game`]: the search never needs it, every face of the program does.

use std::sync::Arc;

use crate::rules::endings::Endings;
use crate::rules::game::{Game, MoveList, Side};
use crate::rules::inputs::{Inputs, see_shown};
use crate::rules::reading::{KnownAnswer, ParseError, ReadGame};
use crate::rules::recorded;
use crate::rules::score::{Meaning, Score};
use crate::rules::shape::{Content, Count, Shape, count_pieces};

/// A letter that stands for a piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter.
    pub letter: char,
    /// A sign for it, one column wide.
    pub sign: char,
    /// Whose it is.
    pub side: Side,
}

impl Piece {
    /// A piece of the side that moves first in the start position.
    pub const fn first(letter: char, sign: char) -> Self {
        Piece { letter, sign, side: Side::First }
    }

    /// A piece of the other side.
    pub const fn second(letter: char, sign: char) -> Self {
        Piece { letter, sign, side: Side::Second }
    }
}

/// A position worth a look, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name by which it is asked for, in place of a position.
    pub name: &'static str,
    /// The position, as [`Describe::parse`] reads it.
    pub position: &'static str,
    /// What it is and where it comes from, in one line.
    pub about: &'static str,
}

/// What the sides of a game are called that gives them no names.
pub(crate) const UNNAMED: [&str; 2] = ["the first player", "the second player"];

/// Gives the bytes of another file of the folder, by its name, if it is there ([`Describe::unpack_file`]).
pub type Beside<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// What people see of a game, beside its rules. The guide (crate `plyglot-check`, module `guide::describe`) writes it for one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown to people: it does not implement the trait `Describe`",
    label = "its notation is missing",
    note = "write `impl Describe for {Self}` beside `impl Game for {Self}`: how positions and moves \
            are written and read; the page `plyglot_check::guide::describe` shows one"
)]
pub trait Describe: Game {
    /// The unit in which exact values are given, in the plural: "discs", "seeds"; empty where a
    /// game is only won, drawn or lost.
    const UNIT: &'static str = "";

    /// How many points of [`crate::Knowledge::evaluate`] make one unit of value.
    const POINTS: i32 = 1;

    /// At how many points of [`crate::Knowledge::evaluate`] the side ahead is expected to make
    /// 1 / (1 + 1/e) = 0.73 of a win: the scale of the logistic by which a review tells what a move has
    /// cost. Fitted to self-play for the built-in games (`cargo bench -p plyglot-bench --bench
    /// result_scale`).
    const RESULT_SCALE: i32 = 4 * Self::POINTS;

    /// True if the sizes of the game are nothing but other start positions: weights and tables that were made for
    /// one are then those of all.
    const OTHER_STARTS: bool = false;

    /// What people call the two players, the one who moves first in the start position first: "X"
    /// and "O", "Black" and "White".
    const SIDES: [&'static str; 2] = UNNAMED;

    /// One line on what positions and moves look like as text, for help and errors.
    const NOTATION: &'static str;

    /// The rules in about three lines, for a person who is about to play; empty if there is nothing to say.
    const RULES: &'static str = "";

    /// The letters by which [`Describe::board`] shows pieces, with a sign that a terminal may show in their place
    /// and whose they are; empty where the board has no pieces, or the letters would do.
    const PIECES: &'static [Piece] = &[];

    /// [`Describe::UNIT`], for a type that stands for several games and knows only at run time, as
    /// the next six do for their constants.
    fn unit(&self) -> &str {
        Self::UNIT
    }

    /// [`Describe::POINTS`].
    fn points(&self) -> i32 {
        Self::POINTS
    }

    /// [`Describe::RESULT_SCALE`], likewise.
    fn result_scale(&self) -> i32 {
        Self::RESULT_SCALE
    }

    /// [`Describe::SIDES`].
    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    /// [`Describe::NOTATION`].
    fn about_notation(&self) -> &str {
        Self::NOTATION
    }

    /// [`Describe::RULES`].
    fn about_rules(&self) -> &str {
        Self::RULES
    }

    /// [`Describe::PIECES`].
    fn pieces(&self) -> &[Piece] {
        Self::PIECES
    }

    /// Positions worth a look, which may be asked for by name.
    fn examples(&self) -> &'static [Example] {
        &[]
    }

    /// A position from its text, of the same size as `self` (a start position).
    ///
    /// # Errors
    /// What was wrong with the text, and where.
    fn parse(&self, text: &str) -> Result<Self, ParseError>;

    /// The position as text that [`Describe::parse`] reads back.
    fn text(&self) -> String;

    /// A legal move from its notation. By default the legal move whose [`Describe::notation`] it is,
    /// or is but for capital letters: enough for a game whose moves have one name each.
    ///
    /// # Errors
    /// If the text is not a move, or not a legal one here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError> {
        by_notation(self, text)
    }

    /// The notation of a legal move. No two legal moves of a position have the same.
    fn notation(&self, mv: Self::Move) -> String;

    /// A legal move as programs write it to each other over UGI and UCI, where that is another way than people's: both
    /// squares of a move in chess. [`Describe::parse_move`] reads it, too.
    fn protocol_notation(&self, mv: Self::Move) -> String {
        self.notation(mv)
    }

    /// The board as people like to see it, several lines, no colour codes.
    fn board(&self) -> String;

    /// What the board looks like, for a page that draws it: the same for all positions of a size. By default
    /// nothing: the page shows [`Describe::board`] and a list of moves.
    fn shape(&self) -> Option<Shape> {
        None
    }

    /// What is on each cell of [`Describe::shape`], in their order.
    fn contents(&self) -> Vec<Content> {
        Vec::new()
    }

    /// The cells that a legal move is made of, in the order in which a person clicks on them: the one where a stone
    /// is put; from, over and to. Empty of one that has no place, such as a pass, which a page offers as a button.
    fn touches(&self, _mv: Self::Move) -> Vec<u16> {
        Vec::new()
    }

    /// What people count on the board, in the order in which it is read out: by default, from
    /// [`Describe::contents`], the pieces of each side (called [`Describe::UNIT`]) and the empty cells; nothing of a
    /// game without pieces.
    fn counts(&self) -> Vec<Count> {
        let unit = self.unit();
        count_pieces(&self.contents(), self.pieces(), if unit.is_empty() { "pieces" } else { unit })
    }

    /// What a net sees of the game, the same for all positions of a size: by default what it shows of its board
    /// ([`Inputs::shown`]). A game whose sides see the same, or whose board has symmetries, says so here, and trains
    /// the faster:
    ///
    /// ```ignore
    /// Inputs::shown(self).exchanged_by(Turn::Same).alike_by(&Turn::ALL)
    /// ```
    fn inputs(&self) -> Inputs {
        Inputs::shown(self)
    }

    /// Sets the bits of the planes of [`Describe::inputs`] in `planes`, which is all 0 before: that of a cell is bit
    /// `cell % 64` of word `cell / 64` of its plane, and the planes follow each other. The planes are those of the
    /// first side and of the second, whoever is to move.
    ///
    /// Asked at each node that a net judges. The default asks [`Describe::contents`], which allocates; a game of
    /// bitboards has its planes at hand, and a search with a net is quicker if it gives them: by 1.4 times in draughts.
    fn see(&self, planes: &mut [u64]) {
        see_shown(self, planes);
    }

    /// The net that comes with the game, for the size of `self`: the bytes of a file that the command `train` has
    /// written. It is then what the option `weights` is by default. Empty, as it is here, there is none.
    fn net(&self) -> &'static [u8] {
        &[]
    }

    /// How endings of the game are numbered, for the size of `self`, so that tables can hold the value of each
    /// ([`Endings`]). By default they are not.
    fn endings(&self) -> Option<Arc<dyn Endings<Self>>> {
        None
    }

    /// Cuts a word into the moves that are written in it without gaps (`f5d6c3`). By default it is one move; games
    /// whose moves can be told apart cut it. Only asked of a line that is a single word ([`line_moves`]).
    ///
    /// # Errors
    /// If the word cannot be cut into moves.
    fn split_moves<'a>(&self, word: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(vec![word])
    }

    /// The move that people leave out when they write `next` as the move played here: a forced pass.
    fn implied(&self, _next: &str) -> Option<Self::Move> {
        None
    }

    /// Plays a line of moves from this position, with what its notation leaves out
    /// ([`Describe::implied`]).
    ///
    /// # Errors
    /// The first move that is not legal, with its number.
    fn play_line(&self, text: &str) -> Result<Self, ParseError> {
        let mut game = self.clone();
        for (index, part) in line_moves(self, text)?.into_iter().enumerate() {
            let number = index + 1;
            if game.outcome().is_some() {
                return Err(ParseError::after_end(number, part));
            }
            if let Some(implied) = game.implied(part) {
                game.play(implied);
            }
            let mv = game.parse_move(part).map_err(|error| ParseError::of_move(number, error))?;
            game.play(mv);
        }
        Ok(game)
    }

    /// A position and its known answer from one line of a file. By default the whole line is the
    /// position.
    ///
    /// # Errors
    /// What was wrong with the line.
    #[allow(clippy::type_complexity)] // a pair with an optional half needs no name of its own
    fn parse_record(
        &self,
        line: &str,
    ) -> Result<(Self, Option<KnownAnswer<Self::Move>>), ParseError> {
        Ok((self.parse(line)?, None))
    }

    /// What people call the formats of whole games that [`Describe::read_game`] reads, such as "GGF".
    fn formats(&self) -> &'static [&'static str] {
        &[recorded::NUMBERED]
    }

    /// A played game from a text in a format of games, for the size of `self`. By default this is what [`recorded`]
    /// reads, numbered moves with comments and tags, under the first name of [`Describe::formats`]; beside it the moves in
    /// a row are read everywhere ([`Describe::split_moves`]).
    ///
    /// A file has a game on each line, unless [`Describe::continues`] says otherwise.
    fn read_game(&self, text: &str) -> ReadGame<Self, Self::Move> {
        let format = self.formats().first().copied().unwrap_or(recorded::NUMBERED);
        recorded::game(self, format, text)
    }

    /// The games of a file that is not text, each as a text on one line that [`Describe::read_game`] reads, in their order;
    /// `None`, as it is by default, of bytes in no format of the game's. `beside` gives the bytes of another file of the
    /// same folder, by its name but for capital letters: of names that are kept apart, for instance.
    ///
    /// Asked once of each file of positions or games that has a zero byte near its beginning.
    fn unpack_file(
        &self,
        _bytes: &[u8],
        _beside: Beside<'_>,
    ) -> Option<Result<Vec<String>, ParseError>> {
        None
    }

    /// True if a line of a file goes on with the game whose lines so far are `before`, joined by line breaks: of a
    /// format whose games take several lines. Blank lines and those that begin with `#` are left out before.
    /// By default those that begin with a tag, `[White "Ann"]`.
    fn continues(&self, before: &str, line: &str) -> bool {
        recorded::begins_with_tag(before) && recorded::continues(before, line)
    }

    /// A proven score in the game's own unit: the margin, or +1, 0, -1 where a game is only won,
    /// drawn or lost. Estimates give `None`, but for 0, which may be a draw.
    fn value(&self, score: Score) -> Option<i32> {
        match score.meaning() {
            Meaning::Margin(margin) => Some(margin),
            Meaning::WinIn(_) | Meaning::Won(_) => Some(1),
            Meaning::LossIn(_) | Meaning::Lost(_) => Some(-1),
            Meaning::Heuristic(0) => Some(0),
            Meaning::Heuristic(_) | Meaning::Unbounded => None,
        }
    }

    /// A score in a few characters: `+3.4`, `+38`, `win in 7`, `draw`. Whether it is `proven` to the
    /// end of the game tells a draw from an even game.
    fn score_text(&self, score: Score, proven: bool) -> String {
        match score.meaning() {
            Meaning::WinIn(plies) => format!("win in {plies}"),
            Meaning::LossIn(plies) => format!("loss in {plies}"),
            Meaning::Won(_) => "win".into(),
            Meaning::Lost(_) => "loss".into(),
            Meaning::Heuristic(_) if proven && self.value(score) == Some(0) => "draw".into(),
            Meaning::Heuristic(points) if !proven && self.points() != 1 => {
                let text = format!("{:+.1}", f64::from(points) / f64::from(self.points()));
                // What rounds to nothing has the same sign for both sides.
                if text == "-0.0" { "+0.0".into() } else { text }
            }
            Meaning::Heuristic(points) => format!("{points:+}"),
            Meaning::Margin(margin) => format!("{:+}", self.value(score).unwrap_or(margin)),
            Meaning::Unbounded => "unknown".into(),
        }
    }
}

/// The moves of a line, cut at white space and commas: a word among others is one move in every game. A word alone may
/// be several moves in a row, where the game can tell them apart ([`Describe::split_moves`]).
///
/// # Errors
/// If a word cannot be cut into moves.
pub fn line_moves<'a, G: Describe>(game: &G, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let words: Vec<_> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [word] => game.split_moves(word),
        _ => Ok(words),
    }
}

/// A line of moves in the game's notation, each written where it is played, from this position on.
///
/// # Errors
/// The first move that is not legal where it comes.
pub fn line_notation<G: Describe>(game: G, line: &[G::Move]) -> Result<Vec<String>, G::Move> {
    written(game, line, G::notation)
}

/// The same as [`Describe::protocol_notation`] writes it.
///
/// # Errors
/// Likewise.
pub fn protocol_line<G: Describe>(game: G, line: &[G::Move]) -> Result<Vec<String>, G::Move> {
    written(game, line, G::protocol_notation)
}

fn written<G: Describe>(
    mut game: G,
    line: &[G::Move],
    notation: fn(&G, G::Move) -> String,
) -> Result<Vec<String>, G::Move> {
    let write = |&mv: &G::Move| {
        if game.outcome().is_some() || game.unpack(G::pack(mv)).is_none() {
            return Err(mv);
        }
        let text = notation(&game, mv);
        game.play(mv);
        Ok(text)
    };
    line.iter().map(write).collect()
}

/// How many legal moves an error lists.
const LISTED: usize = 12;

/// The legal move that is written as `text`.
fn by_notation<G: Describe>(game: &G, text: &str) -> Result<G::Move, ParseError> {
    let text = text.trim();
    let mut legal = MoveList::new();
    if game.outcome().is_none() {
        game.moves(&mut legal);
    }
    let mut names = Vec::with_capacity(legal.len());
    for mv in legal.iter() {
        names.push(game.notation(mv));
    }
    Ok(legal.as_slice()[place_of(text, &names)?].mv)
}

/// The place of a name among those of the legal moves. Not generic, so that it is compiled once.
fn place_of(text: &str, named: &[String]) -> Result<usize, ParseError> {
    let exact = named.iter().position(|name| name == text);
    let found = exact.or_else(|| named.iter().position(|name| name.eq_ignore_ascii_case(text)));
    if let Some(place) = found {
        return Ok(place);
    }
    let mut names: Vec<_> = named.iter().take(LISTED).map(String::as_str).collect();
    if named.len() > LISTED {
        names.push("...");
    }
    Err(ParseError::new(match names[..] {
        [] => format!("{text:?} is not a legal move: the game is over"),
        _ => format!("{text:?} is not a legal move: the legal moves are {}", names.join(", ")),
    }))
}
