//! Moves that are played, and moves that are looked at.

use plyglot_open::{DoorError, Mv, ParseError, Position};

use super::foreign;

/// Moves as they are given: a text in which they stand in a row, or a text for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Texts {
    /// One text.
    One(String),
    /// A text for each.
    Several(Vec<String>),
}

/// Plays moves, with the passes that people leave out; gives how many were played, those included.
///
/// # Errors
/// [`DoorError::Text`] with the first move that is not legal and its number; then nothing has changed.
pub fn moves(at: &mut Position, texts: &Texts) -> Result<usize, DoorError> {
    let played = match texts {
        Texts::One(line) => match recorded(at, plain(line)) {
            Some(moves) => moves.and_then(|moves| play(at, moves)),
            None => at.play_text(plain(line)),
        },
        Texts::Several(texts) => at.play_moves(texts.iter().map(String::as_str)),
    };
    played.map_err(|error| texts.named(at, error))
}

/// A text without what editors leave around it: blanks, and a byte order mark.
pub(super) fn plain(text: &str) -> &str {
    text.trim().trim_start_matches('\u{feff}').trim_start()
}

/// The moves of a text in a format of games, numbered ones among them; it must begin where they are played.
fn recorded(at: &Position, line: &str) -> Option<Result<Vec<Mv>, DoorError>> {
    let file = match at.read_game(line).transpose()? {
        Ok(file) => file,
        Err(error) => return Some(Err(error)),
    };
    let begins_here = || Ok(file.start.text()? == at.text()?);
    let other = || ParseError::new("the game begins from another position than this one");
    Some(begins_here().and_then(|here: bool| here.then_some(file.moves).ok_or(other().into())))
}

/// Plays legal moves, and says how many.
fn play(at: &mut Position, moves: Vec<Mv>) -> Result<usize, DoorError> {
    let mut next = at.clone();
    moves.iter().try_for_each(|&mv| next.play(mv))?;
    *at = next;
    Ok(moves.len())
}

impl Texts {
    /// The error of these; of a text in a format of others, which that is.
    fn named(&self, at: &Position, error: DoorError) -> DoorError {
        match self {
            Texts::One(line) => foreign::named(at, line, error),
            Texts::Several(texts) => foreign::named(at, &texts.join(" "), error),
        }
    }
}

/// The move of a text.
///
/// # Errors
/// [`DoorError::Text`] if it is none that is legal.
pub fn one_move(at: &Position, text: &str) -> Result<Mv, DoorError> {
    at.parse_move(text).map_err(|error| foreign::named(at, text, error))
}

/// How many moves a request may play: more than any game lasts. Each is kept with its position.
const MOST_MOVES: usize = 4_000;

/// The same of a request that anyone may send: within bounds, and only until it is `stopped`.
///
/// # Errors
/// As [`moves`], of more moves than any game lasts, and if it is stopped.
pub fn moves_of_request(
    at: &mut Position,
    texts: &Texts,
    stopped: impl Fn() -> bool,
) -> Result<usize, DoorError> {
    let too_many = || ParseError::new(format!("at most {MOST_MOVES} moves are taken"));
    if let Texts::One(line) = texts
        && let Some(moves) = recorded(at, plain(line))
    {
        let moves = moves.map_err(|error| texts.named(at, error))?;
        return if moves.len() > MOST_MOVES { Err(too_many().into()) } else { play(at, moves) };
    }
    let parts: Vec<&str> = match texts {
        Texts::One(line) => at.split_moves(plain(line)).map_err(|error| texts.named(at, error))?,
        Texts::Several(texts) => texts.iter().map(String::as_str).collect(),
    };
    if parts.len() > MOST_MOVES {
        return Err(too_many().into());
    }
    let mut next = at.clone();
    let given = parts.len();
    let mut taken = 0;
    let parts = parts.into_iter().take_while(|_| !stopped()).inspect(|_| taken += 1);
    let played = next.play_moves(parts).map_err(|error| texts.named(at, error))?;
    if taken < given {
        return Err(ParseError::new("stopped before all were played").into());
    }
    if played > MOST_MOVES {
        return Err(too_many().into());
    }
    *at = next;
    Ok(played)
}

/// The legal moves that are named, each once; in one text they are separated by commas or blanks.
///
/// # Errors
/// [`DoorError::Text`] with the first that is not legal, or that none is named.
pub fn root_moves(at: &Position, texts: &Texts) -> Result<Vec<Mv>, DoorError> {
    let failed = |message: &str| Err(ParseError::new(message).into());
    if at.outcome().is_some() {
        return failed("the game is over: there is no legal move");
    }
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let words: Vec<&str> = match texts {
        Texts::One(list) => list.split(is_gap).filter(|part| !part.is_empty()).collect(),
        Texts::Several(texts) => texts.iter().map(String::as_str).collect(),
    };
    if words.len() > MOST_MOVES {
        return failed(&format!("at most {MOST_MOVES} moves are taken"));
    }
    let mut moves = Vec::new();
    for word in words {
        let mv = at.parse_move(word).map_err(|error| texts.named(at, error))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() {
        return failed("a move is needed, or several separated by commas or blanks");
    }
    Ok(moves)
}
