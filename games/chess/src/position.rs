//! The rules, by the crate `cozy-chess`: what a search asks of a position.

use std::fmt;

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use plyglot_search::random::mix;
use plyglot_search::{Game, MoveList, Outcome, Side};

/// Plies without a capture or a move of a pawn after which the game is drawn.
pub(crate) const MOST_CALM: u8 = 100;

/// A position of chess or Chess960. White is the first side.
#[derive(Clone)]
pub struct Chess {
    board: Board,
    /// The file on which a pawn may be captured in passing, where that is a legal move: only then it matters.
    passing: Option<File>,
    /// Castling is written as the king taking its rook.
    chess960: bool,
}

/// Equal in all that a text of the position says.
impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        // Not by `Board::same_position`, which takes any move to the square behind a double step for a capture in
        // passing.
        let said = |game: &Chess| {
            let board = &game.board;
            let rights = Color::ALL.map(|side| *board.castle_rights(side));
            let clocks = (board.halfmove_clock(), board.fullmove_number());
            let sets = (Piece::ALL.map(|piece| board.pieces(piece)), board.colors(Color::White));
            (sets, board.side_to_move(), rights, clocks, game.passing, game.chess960)
        };
        said(self) == said(other)
    }
}

impl fmt::Debug for Chess {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&plyglot_search::Describe::text(self))
    }
}

impl Default for Chess {
    fn default() -> Self {
        Chess::start()
    }
}

impl Chess {
    /// The start of the game.
    pub fn start() -> Self {
        Chess::of_board(Board::startpos(), false)
    }

    /// A start position of Chess960 by its number (R. Scharnagl), below 960; 518 is that of chess.
    pub fn start_960(number: u32) -> Self {
        Chess::of_board(Board::chess960_startpos(number), true)
    }

    pub(crate) fn of_board(board: Board, chess960: bool) -> Self {
        let passing = passing(&board);
        Chess { board, passing, chess960 }
    }

    /// The position as the library has it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// True if castling is written as the king taking its rook.
    pub fn is_960(&self) -> bool {
        self.chess960
    }

    /// The file on which a pawn may be captured in passing, where that is a legal move.
    pub(crate) fn passing(&self) -> Option<File> {
        self.passing
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// True where no moves whatever lead to mate: kings alone, with one knight or bishop, or with bishops on
    /// squares of one colour.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let board = &self.board;
        let strong = [Piece::Pawn, Piece::Rook, Piece::Queen].map(|piece| board.pieces(piece));
        if !(strong[0] | strong[1] | strong[2]).is_empty() {
            return false;
        }
        let bishops = board.pieces(Piece::Bishop);
        let one_colour =
            bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
        board.occupied().len() <= 3 || (board.pieces(Piece::Knight).is_empty() && one_colour)
    }

    /// All legal moves, whether the game is over by a rule or not.
    #[inline]
    pub(crate) fn each_move(&self, mut found: impl FnMut(Move)) {
        self.board.generate_moves(|moves| {
            moves.into_iter().for_each(&mut found);
            false
        });
    }

    /// True if a move takes a piece, in passing too.
    #[inline]
    pub(crate) fn captures(&self, mv: Move) -> bool {
        let board = &self.board;
        board.colors(!board.side_to_move()).has(mv.to) || self.takes_in_passing(mv)
    }

    /// True if a legal move captures a pawn in passing.
    #[inline]
    pub(crate) fn takes_in_passing(&self, mv: Move) -> bool {
        self.passing.is_some_and(|file| {
            mv.to == Square::new(file, Rank::Sixth.relative_to(self.board.side_to_move()))
                && self.board.pieces(Piece::Pawn).has(mv.from)
                && mv.from.file() != file
        })
    }

    /// The other side to move, with nothing else changed; `None` in check.
    pub(crate) fn passed(&self) -> Option<Chess> {
        let board = self.board.null_move()?;
        Some(Chess { board, passing: None, chess960: self.chess960 })
    }
}

/// The file on which a pawn may be captured in passing, if one of the captures is legal.
#[inline]
fn passing(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let side = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(side));
    let takers = get_pawn_attacks(to, !side) & board.colored_pieces(side, Piece::Pawn);
    let is_legal = |from| board.is_legal(Move { from, to, promotion: None });
    takers.into_iter().any(is_legal).then_some(file)
}

impl Game for Chess {
    type Move = Move;
    /// The whole position before.
    type Undo = Chess;
    const CAN_REPEAT: bool = true;
    const ENDS_ONLY_WITHOUT_MOVES: bool = true;

    #[inline]
    fn to_move(&self) -> Side {
        match self.board.side_to_move() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    /// Without the clock of the fifty moves, by which a position that comes back would be another.
    #[inline]
    fn key(&self) -> u64 {
        let passing = self.passing.map_or(0, |file| mix(file as u64 + 1));
        self.board.hash_without_ep() ^ passing
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_dead() {
            return Some(Outcome::Draw);
        }
        if !self.board.generate_moves(|_| true) {
            return Some(if self.in_check() { Outcome::Loss } else { Outcome::Draw });
        }
        (self.board.halfmove_clock() >= MOST_CALM).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, out: &mut MoveList<Move>) {
        if self.board.halfmove_clock() < MOST_CALM && !self.is_dead() {
            self.each_move(|mv| out.push(mv));
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Chess {
        let before = self.clone();
        self.board.play_unchecked(mv);
        self.passing = passing(&self.board);
        before
    }

    #[inline]
    fn undo(&mut self, _mv: Move, before: Chess) {
        *self = before;
    }

    /// From, to, and what a pawn becomes; castling goes from the king to its rook.
    #[inline]
    fn pack(mv: Move) -> u32 {
        let becomes = mv.promotion.map_or(0, |piece| piece as u32 + 1);
        becomes << 12 | (mv.from as u32) << 6 | mv.to as u32
    }

    fn unpack(&self, bits: u32) -> Option<Move> {
        let square = |bits: u32| Square::index(bits as usize & 63);
        let promotion = match (bits >> 12) as usize {
            0 => None,
            number => Some(Piece::try_index(number - 1)?),
        };
        let mv = Move { from: square(bits >> 6), to: square(bits), promotion };
        self.board.is_legal(mv).then_some(mv)
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.board.halfmove_clock())
    }
}
