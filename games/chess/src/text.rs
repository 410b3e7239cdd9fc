//! What people see of a position: its text (FEN), its board, its moves.

use std::sync::Arc;

use cozy_chess::util::display_san_move;
use cozy_chess::{Color, File, Move, Rank, Square};
use plyglot_games_common::grid;
use plyglot_search::endings::Endings;
use plyglot_search::shape::{Colour, Content, FirstRow, Ground, Shape};
use plyglot_search::{Describe, Example, Inputs, ParseError, Piece, ReadGame, Turn, recorded};

use crate::endings::FewMen;
use crate::position::Chess;
use crate::{epd, fen, pgn, san};

/// Points for a pawn; see [`plyglot_search::Describe::POINTS`].
pub(crate) const POINTS: i32 = 100;

const EXAMPLES: [Example; 5] = [
    Example {
        name: "kiwipete",
        position: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        about: "every kind of move at once: the customary test of generators (P. McKenzie)",
    },
    Example {
        name: "fine-70",
        position: "8/k7/3p4/p2P1p2/P2P1p2/8/8/K7 w - - 0 1",
        about: "Kb1 wins by corresponding squares (R. Fine, Basic Chess Endings 1941, number 70)",
    },
    Example {
        name: "lucena",
        position: "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        about: "the Lucena position: White wins by building a bridge",
    },
    Example {
        name: "two-rooks",
        position: "8/8/8/4k3/8/8/8/KRR5 w - - 0 1",
        about: "two rooks mate",
    },
    Example {
        name: "smothered",
        position: "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
        about: "mate in two by a queen that is given away (Lucena 1497)",
    },
];

impl Describe for Chess {
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 160;
    const OTHER_STARTS: bool = true;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const NOTATION: &'static str = "position: FEN, the last two numbers or all behind the side to move may \
                                    be left out, or EPD; move: as in books (SAN), like e4, Nbd7, exd5, \
                                    O-O, e8=Q, or both squares as in UCI, like e2e4, e7e8q, e1g1 or, \
                                    the king taking its rook, e1h1";

    const RULES: &'static str = "Check the king so that it cannot escape: that is mate, and wins.\n\
         A side without a legal move that is not in check draws; so do fifty moves of each side without a capture or \
         a pawn's move, a position on the board for the third time, and pieces that cannot mate.\n\
         Click on the king and where it goes to castle; a pawn on the last row becomes what you choose.";

    const PIECES: &'static [Piece] = &[
        Piece::first('K', '♚'),
        Piece::first('Q', '♛'),
        Piece::first('R', '♜'),
        Piece::first('B', '♝'),
        Piece::first('N', '♞'),
        Piece::first('P', '♟'),
        Piece::second('k', '♚'),
        Piece::second('q', '♛'),
        Piece::second('r', '♜'),
        Piece::second('b', '♝'),
        Piece::second('n', '♞'),
        Piece::second('p', '♟'),
    ];

    fn examples(&self) -> &'static [Example] {
        if self.is_960() { &[] } else { &EXAMPLES }
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        fen::read(&fields, self.is_960())
    }

    fn text(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        san::read(self, text)
    }

    fn notation(&self, mv: Move) -> String {
        display_san_move(self.board(), mv).to_string()
    }

    /// Both squares, as in UCI; castling by the king's, but in Chess960 by the king's and the rook's.
    fn protocol_notation(&self, mv: Move) -> String {
        let to = if self.is_960() { mv.to } else { self.king_goes(mv) };
        Move { to, ..mv }.to_string()
    }

    fn board(&self) -> String {
        grid::board(8, 8, |column, row| self.letter(square(column, row)))
    }

    fn shape(&self) -> Option<Shape> {
        let grid = Shape::grid(8, 8, FirstRow::Bottom).on(Ground::Wood);
        Some(grid.coloured(Colour::White, Colour::Black))
    }

    fn endings(&self) -> Option<Arc<dyn Endings<Chess>>> {
        Some(Arc::new(FewMen::new()))
    }

    /// What may castle is not seen, so that left and right are alike.
    fn inputs(&self) -> Inputs {
        Inputs::shown(self).exchanged_by(Turn::TopBottom).alike_by(&[Turn::LeftRight])
    }

    fn see(&self, planes: &mut [u64]) {
        let board = self.board();
        let (of_white, of_black) = planes.split_at_mut(cozy_chess::Piece::NUM);
        // In the order of `PIECES`; behind them are planes for what chess does not have.
        let pieces = cozy_chess::Piece::ALL.into_iter().rev();
        for ((piece, white), black) in pieces.zip(of_white).zip(of_black) {
            let set = board.pieces(piece);
            *white = (set & board.colors(Color::White)).0;
            *black = (set & board.colors(Color::Black)).0;
        }
    }

    /// Made by the command in its header; see `data/README.md`.
    fn net(&self) -> &'static [u8] {
        include_bytes!("../data/net.weights")
    }

    fn contents(&self) -> Vec<Content> {
        let content = |square| match self.letter(square) {
            '.' => Content::Empty,
            letter => Content::Piece(letter),
        };
        Square::ALL.into_iter().map(content).collect()
    }

    /// Castling leads to where the king goes, but in Chess960 to its rook: there a king may go to the same square by
    /// an ordinary move, or not move at all.
    fn touches(&self, mv: Move) -> Vec<u16> {
        let to = if self.is_960() { mv.to } else { self.king_goes(mv) };
        vec![mv.from as u16, to as u16]
    }

    fn parse_record(&self, line: &str) -> Result<epd::Record, ParseError> {
        epd::read(line, self.is_960())
    }

    fn formats(&self) -> &'static [&'static str] {
        &[pgn::NAME]
    }

    fn read_game(&self, text: &str) -> ReadGame<Self, Move> {
        recorded::is_recorded(text).then(|| pgn::read(self, text))
    }

    fn continues(&self, before: &str, line: &str) -> bool {
        recorded::is_recorded(before) && recorded::continues(before, line)
    }
}

fn square(column: usize, row: usize) -> Square {
    Square::new(File::index(column), Rank::index(row))
}

impl Chess {
    /// The letter of what stands on a square, a capital for White; `.` where it is empty.
    fn letter(&self, square: Square) -> char {
        let letter = self.board().piece_on(square).map_or('.', char::from);
        match self.board().color_on(square) {
            Some(Color::White) => letter.to_ascii_uppercase(),
            _ => letter,
        }
    }

    /// True if a legal move castles.
    pub(crate) fn castles(&self, mv: Move) -> bool {
        self.board().colors(self.board().side_to_move()).has(mv.to)
    }

    /// Where the piece that a legal move moves comes to stand.
    pub(crate) fn king_goes(&self, mv: Move) -> Square {
        if !self.castles(mv) {
            return mv.to;
        }
        let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
        Square::new(file, mv.from.rank())
    }
}
