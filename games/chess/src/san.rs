//! Moves as people write them: short as in books (SAN), and by both squares as UCI does.

use cozy_chess::{File, Move, Piece, Rank, Square};
use plyglot_search::{Describe, ParseError};

use crate::position::Chess;

/// How many legal moves an error lists.
const LISTED: usize = 12;

/// What a text says of a move.
#[derive(Debug, PartialEq, Eq)]
struct Words {
    piece: Option<Piece>,
    from: (Option<File>, Option<Rank>),
    to: Square,
    becomes: Option<Piece>,
}

/// The legal move that a text means.
pub(crate) fn read(game: &Chess, text: &str) -> Result<Move, ParseError> {
    let trimmed = plyglot_search::recorded::without_number(text.trim())
        .trim_end_matches(['+', '#', '!', '?']);
    let trimmed = trimmed.strip_suffix("e.p.").unwrap_or(trimmed).trim_end();
    let mut legal = Vec::new();
    if plyglot_search::Game::outcome(game).is_none() {
        game.each_move(|mv| legal.push(mv));
    }
    let castling = match trimmed.replace(['0', 'o'], "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    };
    if let Some(short) = castling {
        let castles = |mv: &&Move| game.castles(**mv) && (mv.from < mv.to) == short;
        return legal.iter().find(castles).copied().ok_or_else(|| illegal(game, text, &legal));
    }
    let Some(words) = Words::of(trimmed) else { return Err(unreadable(text)) };
    let mut found: Vec<Move> =
        legal.iter().copied().filter(|&mv| words.mean(game, mv, mv.to)).collect();
    if found.is_empty() && words.from.1.is_some() {
        let castles = |mv: &Move| game.castles(*mv) && words.mean(game, *mv, game.king_goes(*mv));
        found = legal.iter().copied().filter(castles).collect();
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(illegal(game, text, &legal)),
        _ => {
            let names: Vec<String> = found.iter().map(|&mv| game.notation(mv)).collect();
            Err(ParseError::new(format!("{text:?} is ambiguous: write {}", names.join(" or "))))
        }
    }
}

impl Words {
    /// Takes a text apart; signs for captures, steps and promotions may be there or not.
    fn of(text: &str) -> Option<Words> {
        let signs = ['x', 'X', '-', ':', '=', '(', ')', '/'];
        let mut letters: Vec<char> =
            text.chars().filter(|letter| !signs.contains(letter)).collect();
        // A long text is no move, whatever its beginning.
        if letters.len() > 6 {
            return None;
        }
        let becomes = letters.pop_if(|last| "QRBNqrbn".contains(*last)).map(of_letter);
        let first = letters.first().copied().filter(|first| "KQRBNP".contains(*first));
        let mut rest = letters.into_iter().skip(usize::from(first.is_some())).rev();
        let rank = Rank::try_from(rest.next()?).ok()?;
        let file = File::try_from(rest.next()?).ok()?;
        let mut rest = rest.peekable();
        let from_rank = rest.next_if(char::is_ascii_digit);
        let from_file = rest.next();
        if rest.next().is_some() {
            return None;
        }
        let from = (from_file.map(File::try_from), from_rank.map(Rank::try_from));
        Some(Words {
            piece: first.map(of_letter),
            from: (from.0.transpose().ok()?, from.1.transpose().ok()?),
            to: Square::new(file, rank),
            becomes,
        })
    }

    /// True if this means a legal move that leads to a square. Without a piece and a whole square to come from it is
    /// a pawn that moves.
    fn mean(&self, game: &Chess, mv: Move, to: Square) -> bool {
        let (file, rank) = self.from;
        let whole = file.is_some() && rank.is_some();
        let piece = self.piece.or((!whole).then_some(Piece::Pawn));
        self.to == to
            && self.becomes == mv.promotion
            && file.is_none_or(|file| file == mv.from.file())
            && rank.is_none_or(|rank| rank == mv.from.rank())
            && piece.is_none_or(|piece| game.board().pieces(piece).has(mv.from))
    }
}

/// The piece of a letter that stands for one.
fn of_letter(letter: char) -> Piece {
    Piece::try_from(letter.to_ascii_lowercase()).unwrap_or(Piece::Pawn)
}

fn unreadable(text: &str) -> ParseError {
    let right = "write it as in books, like e4, Nf3, exd5, O-O, e8=Q, or both squares, like e2e4";
    ParseError::new(format!("{text:?} is not a move: {right}"))
}

fn illegal(game: &Chess, text: &str, legal: &[Move]) -> ParseError {
    if legal.is_empty() {
        return ParseError::new(format!("{text:?} is not a legal move: the game is over"));
    }
    let mut names: Vec<String> = legal.iter().take(LISTED).map(|&mv| game.notation(mv)).collect();
    if legal.len() > LISTED {
        names.push("...".into());
    }
    let names = names.join(", ");
    ParseError::new(format!("{text:?} is not a legal move: the legal moves are {names}"))
}
