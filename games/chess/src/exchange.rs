//! What a series of captures on one square gains: static exchange evaluation, by whether it reaches a threshold (after
//! the usual swap algorithm; F. Reul, "New Architectures in Computer Chess", 2009, describes it).

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// What pieces count for in exchanges, in points.
pub(crate) const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// What a legal move captures, in points, in passing too.
#[inline]
pub(crate) fn captured(board: &Board, mv: Move, in_passing: bool) -> i32 {
    if in_passing {
        return WORTH[0];
    }
    if board.colors(board.side_to_move()).has(mv.to) {
        // The king takes its own rook to castle.
        return 0;
    }
    board.piece_on(mv.to).map_or(0, |piece| WORTH[piece as usize])
}

/// Pieces of both sides that attack a square.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let of = |piece| board.pieces(piece);
    let sliders = of(Piece::Queen);
    get_knight_moves(square) & of(Piece::Knight)
        | get_king_moves(square) & of(Piece::King)
        | get_bishop_moves(square, occupied) & (of(Piece::Bishop) | sliders)
        | get_rook_moves(square, occupied) & (of(Piece::Rook) | sliders)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
}

/// True if the exchange that a legal move begins gains at least `least` points for the side that makes it. Pins are not
/// looked at.
pub(crate) fn gains(board: &Board, mv: Move, in_passing: bool, least: i32) -> bool {
    let moved = mv.promotion.or_else(|| board.piece_on(mv.from)).unwrap_or(Piece::Pawn);
    let becomes = mv.promotion.map_or(0, |piece| WORTH[piece as usize] - WORTH[0]);
    // What is over the threshold if nothing is recaptured; then if the piece is lost.
    let mut over = captured(board, mv, in_passing) + becomes - least;
    if over < 0 {
        return false;
    }
    over -= WORTH[moved as usize];
    if over >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    if in_passing {
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut left = attackers(board, mv.to, occupied) & occupied;
    let mut side = !board.side_to_move();
    let mut wins = true;
    loop {
        let own = left & board.colors(side);
        let Some(piece) =
            Piece::ALL.into_iter().find(|&piece| !(own & board.pieces(piece)).is_empty())
        else {
            return wins;
        };
        // A king does not go where it can be taken.
        if piece == Piece::King && !(left & board.colors(!side)).is_empty() {
            return wins;
        }
        wins = !wins;
        over = -over - 1 - WORTH[piece as usize];
        if over >= 0 {
            return wins;
        }
        let Some(taker) = (own & board.pieces(piece)).next_square() else { return wins };
        occupied ^= taker.bitboard();
        // What stood behind it joins in.
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            left |= get_bishop_moves(mv.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            left |= get_rook_moves(mv.to, occupied) & straight;
        }
        left &= occupied;
        side = !side;
    }
}
