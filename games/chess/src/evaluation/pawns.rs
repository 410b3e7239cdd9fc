//! What hangs on pawns and kings alone: the structure, passed pawns, the shelter of the kings. It is worked out once
//! for each structure and remembered by each worker.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::layout::{BESIDE, GUARDED, NEAR, PASSED, PIECES, SHELTER, SQUARES, STORM, WEAK};

/// Takes the features of one side.
pub(super) trait Count {
    /// A feature counts so often.
    fn count(&mut self, feature: usize, times: i32);
}

/// The row of a square as a side sees it, from 0.
#[inline(always)]
pub(super) fn row(square: Square, side: Color) -> usize {
    square.rank() as usize ^ if side == Color::White { 0 } else { 7 }
}

/// How far a file is from the nearer rim, 0 to 3.
#[inline(always)]
pub(super) fn from_rim(file: File) -> usize {
    let file = file as usize;
    file.min(7 - file)
}

/// The feature of a piece on a square.
#[inline(always)]
pub(super) fn stands(piece: Piece, square: Square, side: Color) -> usize {
    SQUARES + 32 * piece as usize + 4 * row(square, side) + from_rim(square.file())
}

/// The steps of a king between two squares.
pub(super) fn distance(one: Square, other: Square) -> usize {
    let files = (one.file() as i32 - other.file() as i32).unsigned_abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).unsigned_abs();
    files.max(ranks) as usize
}

/// Every square that can be reached by going forward from a set, the set itself not, unless one is ahead of another.
#[inline]
fn ahead(set: BitBoard, side: Color) -> BitBoard {
    let mut set = set.0;
    if side == Color::White {
        set <<= 8;
        set |= set << 8;
        set |= set << 16;
        set |= set << 32;
    } else {
        set >>= 8;
        set |= set >> 8;
        set |= set >> 16;
        set |= set >> 32;
    }
    BitBoard(set)
}

/// A set and what is one file beside it.
#[inline]
fn beside(set: BitBoard) -> BitBoard {
    let (a, h) = (File::A.bitboard().0, File::H.bitboard().0);
    BitBoard((set.0 & !a) >> 1 | (set.0 & !h) << 1)
}

/// The squares that pawns attack.
#[inline]
pub(super) fn pawn_attacks(pawns: BitBoard, side: Color) -> BitBoard {
    let wide = beside(pawns).0;
    BitBoard(if side == Color::White { wide << 8 } else { wide >> 8 })
}

/// What is known of the pawns of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    /// The squares that the pawns attack.
    pub(super) attacks: [BitBoard; 2],
    /// The squares that they could ever attack.
    pub(super) reach: [BitBoard; 2],
    /// Those that no pawn of the other side can stop.
    pub(super) passed: [BitBoard; 2],
}

impl Structure {
    pub(super) fn of(board: &Board) -> Structure {
        let mut structure = Structure::default();
        for side in Color::ALL {
            let pawns = board.colored_pieces(side, Piece::Pawn);
            structure.attacks[side as usize] = pawn_attacks(pawns, side);
            structure.reach[side as usize] = beside(ahead(pawns, side));
        }
        for side in Color::ALL {
            let pawns = board.colored_pieces(side, Piece::Pawn);
            let others = board.colored_pieces(!side, Piece::Pawn);
            let stopped = structure.reach[!side as usize] | ahead(others, !side);
            // Of two on a file only the one in front.
            let doubled = ahead(pawns, !side);
            structure.passed[side as usize] = pawns & !stopped & !doubled;
        }
        structure
    }

    /// The features of a side.
    pub(super) fn count(&self, board: &Board, side: Color, out: &mut impl Count) {
        let pawns = board.colored_pieces(side, Piece::Pawn);
        let others = board.colored_pieces(!side, Piece::Pawn);
        let (own_king, other_king) = (board.king(side), board.king(!side));
        let attacks = self.attacks[side as usize];
        let behind_friends = ahead(pawns, side);
        let wide = beside(pawns);
        for pawn in pawns {
            let (at, row) = (pawn.bitboard(), row(pawn, side));
            out.count(PIECES, 1);
            out.count(stands(Piece::Pawn, pawn, side), 1);
            if (pawn.file().adjacent() & pawns).is_empty() {
                out.count(WEAK, 1);
            } else if !attacks.has(pawn) && !wide.has(pawn) {
                let stop = ahead(at, side) & near_rank(pawn, side);
                let helped =
                    !(ahead(pawns, side) & pawn.file().adjacent() & rank_of(pawn)).is_empty();
                if !helped && !(stop & self.attacks[!side as usize]).is_empty() {
                    out.count(WEAK + 2, 1);
                }
            }
            if behind_friends.has(pawn) {
                out.count(WEAK + 1, 1);
            }
            if attacks.has(pawn) {
                out.count(GUARDED + row, 1);
            }
            if wide.has(pawn) {
                out.count(BESIDE + row, 1);
            }
            if self.passed[side as usize].has(pawn) {
                out.count(PASSED + row, 1);
                let stop = Square::new(pawn.file(), next_rank(pawn, side));
                let weight = row as i32 - 2;
                if weight > 0 {
                    out.count(NEAR + distance(own_king, stop), weight);
                    out.count(NEAR + 8 + distance(other_king, stop), weight);
                }
            }
        }
        shelter(own_king, pawns, others, side, out);
    }
}

fn rank_of(square: Square) -> BitBoard {
    square.rank().bitboard()
}

/// The rank that a pawn steps to.
fn next_rank(pawn: Square, side: Color) -> Rank {
    let rank = pawn.rank() as usize;
    Rank::index(if side == Color::White { rank + 1 } else { rank - 1 })
}

fn near_rank(pawn: Square, side: Color) -> BitBoard {
    next_rank(pawn, side).bitboard()
}

/// The pawns of both sides on the files around a king.
fn shelter(king: Square, own: BitBoard, other: BitBoard, side: Color, out: &mut impl Count) {
    let middle = (king.file() as usize).clamp(1, 6);
    let behind = row(king, side);
    for file in middle - 1..=middle + 1 {
        let file = File::index(file);
        // The nearest pawn that is not behind the king.
        let nearest = |pawns: BitBoard| {
            let rows = (pawns & file.bitboard()).into_iter().map(|pawn| row(pawn, side));
            rows.filter(|&row| row >= behind).min().unwrap_or(0)
        };
        out.count(SHELTER + 8 * from_rim(file) + nearest(own), 1);
        out.count(STORM + nearest(other), 1);
    }
}

/// What is remembered of a structure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Remembered {
    /// White's pawns, Black's, both kings.
    of: [u64; 3],
    pub(super) structure: Structure,
    /// What the features of each side add up to.
    pub(super) counted: [i64; 2],
}

/// The structures that a worker has met last.
#[derive(Clone, Debug)]
pub(crate) struct PawnMemory {
    slots: Box<[Remembered]>,
}

/// How many structures are kept: with 96 bytes each, half of a usual cache of the second level at most.
const SLOTS: usize = 1 << 11;

impl Default for PawnMemory {
    fn default() -> Self {
        PawnMemory { slots: vec![Remembered::default(); SLOTS].into_boxed_slice() }
    }
}

impl PawnMemory {
    /// What is known of the structure of a position; `count` adds its features up where nothing is.
    #[inline]
    pub(super) fn of(
        &mut self,
        board: &Board,
        count: impl FnOnce(&Structure) -> [i64; 2],
    ) -> Remembered {
        let pawns = Color::ALL.map(|side| board.colored_pieces(side, Piece::Pawn).0);
        // Which of the kings is White's tells the order of their squares.
        let kings =
            (board.king(Color::White) as u64) << 8 | board.king(Color::Black) as u64 | 1 << 16;
        let of = [pawns[0], pawns[1], kings];
        let key = plyglot_search::random::mix(pawns[0] ^ pawns[1].rotate_left(8) ^ kings << 40);
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.of != of {
            let structure = Structure::of(board);
            *slot = Remembered { of, structure, counted: count(&structure) };
        }
        *slot
    }

    /// Forgets everything: other weights are used from now on.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(Remembered::default());
    }
}
