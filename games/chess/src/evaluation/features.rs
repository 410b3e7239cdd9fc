//! The features of pieces: where they stand, where they can go, what they threaten.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::layout::{DANGER, DANGERS, FREE, MOVES, OUTPOST, PAIR, PIECES, ROOK_FILE, THREAT};
use super::pawns::{Count, Structure, row, stands};

/// What a piece that attacks squares around a king adds to its danger, and each of these squares.
const ATTACKER: [u32; 4] = [2, 2, 3, 4];

/// What one side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// By knights and bishops.
    minors: BitBoard,
    rooks: BitBoard,
    /// By anything.
    all: BitBoard,
    /// By two pieces or more.
    twice: BitBoard,
    /// The other king's danger: how many attack the squares around it, and how much in all.
    attackers: u32,
    danger: u32,
    /// The pieces that there are.
    material: Material,
}

impl Attacks {
    #[inline(always)]
    fn add(&mut self, set: BitBoard) {
        self.twice |= self.all & set;
        self.all |= set;
    }
}

/// How many knights, bishops, rooks and queens a side has, a byte each: counted while they are looked at, which costs next
/// to nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Material(u32);

impl Material {
    #[inline(always)]
    fn one(number: usize) -> u32 {
        1 << (8 * number)
    }

    #[inline(always)]
    pub(super) fn counts(self) -> [i64; 4] {
        self.0.to_le_bytes().map(i64::from)
    }
}

/// Hands the features of both sides, but for those of the pawns, to `out`, White's first. Gives what pieces they have.
#[inline]
pub(super) fn features<C: Count>(
    board: &Board,
    structure: &Structure,
    out: [&mut C; 2],
) -> [Material; 2] {
    let [white, black] = out;
    let attacks = [
        pieces(board, structure, Color::White, white),
        pieces(board, structure, Color::Black, black),
    ];
    rest(board, structure, &attacks, Color::White, white);
    rest(board, structure, &attacks, Color::Black, black);
    attacks.map(|attacks| attacks.material)
}

/// The pieces of a side, and what they attack.
#[inline(always)]
fn pieces<C: Count>(board: &Board, structure: &Structure, side: Color, out: &mut C) -> Attacks {
    let own = board.colors(side);
    let own_pawns = board.colored_pieces(side, Piece::Pawn);
    let other_king = board.king(!side);
    let zone = get_king_moves(other_king) | other_king.bitboard();
    let occupied = board.occupied();
    // A square that a pawn guards is no place to go.
    let open =
        !(own_pawns | structure.attacks[!side as usize] | board.colored_pieces(side, Piece::King));
    let mut attacks = Attacks::default();
    attacks.add(structure.attacks[side as usize]);
    let king = board.king(side);
    attacks.add(get_king_moves(king));
    out.count(stands(Piece::King, king, side), 1);
    let queens = board.pieces(Piece::Queen);
    let through = [
        occupied,
        occupied & !queens,
        occupied & !(queens | board.pieces(Piece::Rook) & own),
        occupied,
    ];
    for (number, piece) in
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate()
    {
        let (blockers, one) = (through[number], Material::one(number));
        for square in board.pieces(piece) & own {
            let mut moves = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, blockers),
                Piece::Rook => get_rook_moves(square, blockers),
                _ => get_bishop_moves(square, blockers) | get_rook_moves(square, blockers),
            };
            if board.pinned().has(square) && board.side_to_move() == side {
                moves &= cozy_chess::get_line_rays(king, square);
            }
            attacks.add(moves);
            match piece {
                Piece::Knight | Piece::Bishop => attacks.minors |= moves,
                Piece::Rook => attacks.rooks |= moves,
                _ => {}
            }
            attacks.material.0 += one;
            out.count(PIECES + 1 + number, 1);
            out.count(stands(piece, square, side), 1);
            out.count(MOVES[number] + (moves & open).len() as usize, 1);
            // Most attack nothing there, and to count bits takes longer than to see that there are none.
            let near = moves & zone;
            if !near.is_empty() {
                attacks.attackers += 1;
                attacks.danger += ATTACKER[number] + near.len();
            }
            match piece {
                Piece::Knight | Piece::Bishop => {
                    let row = row(square, side);
                    let guarded = structure.attacks[side as usize].has(square);
                    let safe = !structure.reach[!side as usize].has(square);
                    if guarded && safe && (3..6).contains(&row) {
                        out.count(OUTPOST + number, 1);
                    }
                }
                Piece::Rook => {
                    let file = square.file().bitboard();
                    if (file & own_pawns).is_empty() {
                        let closed = !(file & board.pieces(Piece::Pawn)).is_empty();
                        out.count(ROOK_FILE + usize::from(closed), 1);
                    }
                }
                _ => {}
            }
        }
    }
    if attacks.material.counts()[1] >= 2 {
        out.count(PAIR, 1);
    }
    attacks
}

/// What is known once both sides' attacks are: threats, the king's danger, passed pawns that can go on.
#[inline(always)]
fn rest<C: Count>(
    board: &Board,
    structure: &Structure,
    attacks: &[Attacks; 2],
    side: Color,
    out: &mut C,
) {
    let (own, other) = (&attacks[side as usize], &attacks[!side as usize]);
    let theirs = board.colors(!side);
    let of = |piece: Piece| board.pieces(piece) & theirs;
    let mut threat = |place: usize, set: BitBoard| {
        if !set.is_empty() {
            out.count(THREAT + place, set.len() as i32);
        }
    };
    let by_pawns = structure.attacks[side as usize] & theirs;
    if !by_pawns.is_empty() {
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        pieces
            .into_iter()
            .enumerate()
            .for_each(|(place, piece)| threat(place, by_pawns & of(piece)));
    }
    threat(4, own.minors & of(Piece::Rook));
    threat(5, own.minors & of(Piece::Queen));
    threat(6, own.rooks & of(Piece::Queen));
    let loose = own.all & theirs & !other.all;
    if !loose.is_empty() {
        let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        pieces
            .into_iter()
            .enumerate()
            .for_each(|(place, piece)| threat(7 + place, loose & of(piece)));
    }
    // The danger of the own king.
    if other.attackers > 1 {
        let king = board.king(side);
        let occupied = board.occupied();
        let unsafe_squares = other.all & !own.all & !board.colors(!side);
        let weak = get_king_moves(king) & other.twice & !own.twice;
        let (bishops, rooks) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let checks = (bishops | rooks | get_knight_moves(king)) & unsafe_squares;
        let danger = other.danger + weak.len() + checks.len().min(5);
        let queens = !(board.pieces(Piece::Queen) & theirs).is_empty();
        let danger = if queens { danger } else { danger / 2 };
        out.count(DANGER + (danger as usize).min(DANGERS - 1), 1);
    }
    for pawn in structure.passed[side as usize] {
        let stop = ahead_of(pawn, side);
        if !board.occupied().has(stop) && !other.all.has(stop) {
            out.count(FREE + row(pawn, side), 1);
        }
    }
}

/// The square that a pawn steps to.
#[inline]
fn ahead_of(pawn: Square, side: Color) -> Square {
    let step: i8 = if side == Color::White { 1 } else { -1 };
    pawn.offset(0, step)
}
