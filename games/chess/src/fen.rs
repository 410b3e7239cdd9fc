//! Positions as text: the notation of Forsyth and Edwards, with the castling rights of Chess960.
//!
//! `KQkq` means the outermost rook on that side of the king (X-FEN), a letter from A to H the rook on that file
//! (Shredder-FEN). What is behind the side to move may be left out.

use cozy_chess::{Board, Color, FenParseError, File, Piece, Rank, Square, get_king_moves};
use plyglot_search::ParseError;

use crate::position::Chess;

const SHAPE: &str = "write the board, w or b, castling rights, the square behind a pawn that made a double step, \
                     and two numbers";

/// Reads the fields of a FEN.
pub(crate) fn read(fields: &[&str], chess960: bool) -> Result<Chess, ParseError> {
    let &[board, side, ref rest @ ..] = fields else {
        let message = format!("{:?} is not a position: {SHAPE}", fields.join(" "));
        return Err(ParseError::new(message));
    };
    if let Some(extra) = rest.get(4) {
        return Err(ParseError::new(format!("{extra:?} is one field too many: {SHAPE}")));
    }
    let at = |place: usize, default| rest.get(place).copied().unwrap_or(default);
    let squares = Squares::read(board)?;
    squares.check()?;
    let side = match side {
        "w" | "W" => 'w',
        "b" | "B" => 'b',
        _ => return Err(ParseError::new(format!("{side:?} is not a side to move: write w or b"))),
    };
    let castling = squares.castling(at(0, "-"))?;
    let number = |text: &str, least: u16, what: &str| {
        let most = if least == 0 { 100 } else { u16::MAX };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.map(|_| ()).ok_or_else(|| {
            let message = format!("{text:?} is not {what}: write a number from {least} to {most}");
            ParseError::new(message)
        })
    };
    let (calm, full) = (at(2, "0"), at(3, "1"));
    number(calm, 0, "the number of plies without a capture or a pawn's move")?;
    number(full, 1, "the number of a move")?;
    let passing = at(1, "-");
    let text = format!("{board} {side} {castling} {passing} {calm} {full}");
    let board = Board::from_fen(&text, true).map_err(|error| wrong(error, side, passing))?;
    let chess960 = chess960 || !is_usual(&board);
    Ok(Chess::of_board(board, chess960))
}

/// What the library found wrong that was not found before.
fn wrong(error: FenParseError, side: char, passing: &str) -> ParseError {
    let (mover, other) = if side == 'w' { ("White", "Black") } else { ("Black", "White") };
    ParseError::new(match error {
        FenParseError::InvalidEnPassant => {
            format!(
                "{passing:?} is not a square behind a pawn of {other} that has just made a double step"
            )
        }
        FenParseError::InvalidBoard => format!(
            "{mover} is to move, but {other} is in check, or {mover} is in check by more than two pieces"
        ),
        other => other.to_string(),
    })
}

/// True if the rights to castle, as far as there are any, are those of chess.
fn is_usual(board: &Board) -> bool {
    Color::ALL.into_iter().all(|side| {
        let rights = board.castle_rights(side);
        let any = rights.short.is_some() || rights.long.is_some();
        (!any || board.king(side).file() == File::E)
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
    })
}

/// The text of a position. A square behind a double step is written where a capture in passing is legal.
pub(crate) fn write(game: &Chess) -> String {
    let board = game.board();
    let text = if game.is_960() { format!("{board:#}") } else { board.to_string() };
    let mut fields: Vec<&str> = text.split(' ').collect();
    if game.passing().is_none() {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// The squares of a board as they were read, from a1.
struct Squares([Option<(Color, Piece)>; 64]);

impl Squares {
    fn read(board: &str) -> Result<Squares, ParseError> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 8 {
            let message = format!("{board:?}: the number of rows is {} instead of 8", rows.len());
            return Err(ParseError::new(message));
        }
        let mut squares = [None; 64];
        for (rank, row) in Rank::ALL.into_iter().rev().zip(rows) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let wrong = || {
                    let right =
                        "write KQRBNP for White, kqrbnp for Black, 1 to 8 for empty squares";
                    ParseError::new(format!("{letter:?} in row {row:?} is not a piece: {right}"))
                };
                let piece = Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| wrong())?;
                let side = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                if let Some(file) = File::try_index(file) {
                    squares[Square::new(file, rank) as usize] = Some((side, piece));
                }
                file += 1;
            }
            if file != 8 {
                let message = format!("the length of row {rank} ({row:?}) is {file} instead of 8");
                return Err(ParseError::new(message));
            }
        }
        Ok(Squares(squares))
    }

    fn count(&self, side: Color, wanted: impl Fn(Piece) -> bool) -> usize {
        self.0.iter().flatten().filter(|(of, piece)| *of == side && wanted(*piece)).count()
    }

    /// What the rules of every position demand of the pieces.
    fn check(&self) -> Result<(), ParseError> {
        for (side, name) in [(Color::White, "White"), (Color::Black, "Black")] {
            let counts = |piece| self.count(side, |other| other == piece);
            let (kings, pawns) = (counts(Piece::King), counts(Piece::Pawn));
            let pieces = self.count(side, |_| true);
            let error = if kings != 1 {
                format!("{name} has {kings} kings instead of one")
            } else if pawns > 8 {
                format!("{name} has {pawns} pawns, more than 8")
            } else if pieces > 16 {
                format!("{name} has {pieces} pieces, more than 16")
            } else {
                continue;
            };
            return Err(ParseError::new(error));
        }
        let king = |side| {
            let is_king = |square: &Square| self.0[*square as usize] == Some((side, Piece::King));
            Square::ALL.into_iter().find(is_king)
        };
        if let (Some(white), Some(black)) = (king(Color::White), king(Color::Black))
            && get_king_moves(white).has(black)
        {
            return Err(ParseError::new(format!("the kings on {white} and {black} touch")));
        }
        let last = Square::ALL.into_iter().filter(|square| {
            matches!(square.rank(), Rank::First | Rank::Eighth)
                && matches!(self.0[*square as usize], Some((_, Piece::Pawn)))
        });
        match last.into_iter().next() {
            Some(square) => Err(ParseError::new(format!("a pawn stands on {square}"))),
            None => Ok(()),
        }
    }

    /// Rights to castle with the files of the rooks.
    fn castling(&self, text: &str) -> Result<String, ParseError> {
        if text == "-" {
            return Ok(text.into());
        }
        text.chars().map(|letter| self.castles(letter)).collect()
    }

    fn castles(&self, letter: char) -> Result<char, ParseError> {
        let right = "write K, Q, k, q or the file of a rook on the king's row, or - for none";
        let wrong =
            || ParseError::new(format!("{letter:?} is not a right to castle here: {right}"));
        let (side, row) = match letter.is_ascii_uppercase() {
            true => (Color::White, Rank::First),
            false => (Color::Black, Rank::Eighth),
        };
        let stands =
            |file: File, piece| self.0[Square::new(file, row) as usize] == Some((side, piece));
        let king =
            File::ALL.into_iter().find(|&file| stands(file, Piece::King)).ok_or_else(wrong)?;
        let rook = |file: &File| stands(*file, Piece::Rook);
        let found = match letter.to_ascii_lowercase() {
            'k' => File::ALL.into_iter().rev().find(rook).filter(|&file| file > king),
            'q' => File::ALL.into_iter().find(rook).filter(|&file| file < king),
            letter => File::try_from(letter).ok().filter(rook),
        };
        let file = char::from(found.ok_or_else(wrong)?);
        Ok(if side == Color::White { file.to_ascii_uppercase() } else { file })
    }
}
