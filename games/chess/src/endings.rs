//! Endings with three and four men as numbers, for tables: [`FewMen`].
//!
//! A class is named as players do, the stronger side first: KQKR. That side is always seen as White (the board is
//! mirrored, and the colours exchanged, where it is Black), so the numbers come in two halves: White to move, and Black.
//! Equal sides need one half, with White to move. Without pawns the king of White stands in the triangle a1, d1, d4 by
//! one of eight symmetries; with pawns on the files a to d. Of a king on the diagonal the smaller of two numbers counts.
//!
//! A pawn that may be captured in passing is numbered as if it stood on its own side's first rank, where no pawn can.
//! Left out is what the pieces do not tell: rights to castle, and the clock of the fifty moves, of which
//! [`Endings::plies_to_draw`] tells.

use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};
use plyglot_search::endings::{Class, Endings, Kinds, Place};

use crate::position::{Chess, MOST_CALM};

/// From the strongest on; a name lists them so.
const ORDER: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];
/// How many of each of [`ORDER`] a side has beside its king.
type Army = [usize; 5];

const ALL: u64 = u64::MAX;
/// Where pawns stand.
const PAWNS: u64 = 0x00ff_ffff_ffff_ff00;
/// The first rank of White and of Black.
const FIRST: [u64; 2] = [0xff, 0xff << 56];
/// Where the king of White stands without pawns: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
const TRIANGLE: u64 = 0x0000_0000_080c_0e0f;
/// The files a to d.
const HALF: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// The diagonal a1 to h8.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The numbers of a class.
#[derive(Debug)]
struct Numbers {
    armies: [Army; 2],
    /// King of White, king of Black, then each kind of piece of White and of Black that there is.
    kinds: Kinds,
    /// Which those kinds are.
    pieces: Vec<(Color, Piece)>,
    has_pawns: bool,
}

/// Endings with three and four men, the kings counted.
#[derive(Debug)]
pub(crate) struct FewMen {
    classes: Vec<Class>,
    numbers: Vec<Numbers>,
}

/// The armies of this many pieces beside the king, the strongest first.
fn armies(pieces: usize) -> Vec<Army> {
    let mut found = vec![[0; 5]];
    for _ in 0..pieces {
        let longer = found.iter().flat_map(|army: &Army| {
            let last = army.iter().rposition(|&count| count > 0).unwrap_or(0);
            (last..5).map(move |kind| {
                let mut longer = *army;
                longer[kind] += 1;
                longer
            })
        });
        found = longer.collect();
    }
    found
}

fn name(army: Army) -> String {
    let letters = LETTERS.iter().zip(army).flat_map(|(&letter, count)| [letter].repeat(count));
    std::iter::once('K').chain(letters).collect()
}

/// Both sides' squares: of the kings, then of each kind.
struct Seen {
    kings: [u64; 2],
    sets: [[u64; 5]; 2],
}

impl Seen {
    /// As the side `white` sees it.
    fn of(at: &Chess, white: Color) -> Seen {
        let board = at.board();
        let of = |side: Color, piece| {
            let side = if white == Color::White { side } else { !side };
            let set = board.colored_pieces(side, piece).0;
            if white == Color::White { set } else { set.swap_bytes() }
        };
        let both = [Color::White, Color::Black];
        let mut sets = both.map(|side| ORDER.map(|piece| of(side, piece)));
        if let Some(file) = at.passing() {
            let side = if board.side_to_move() == white { Color::Black } else { Color::White };
            let (stands, numbered) = passing(file, side);
            sets[side as usize][4] ^= stands | numbered;
        }
        Seen { kings: both.map(|side| of(side, Piece::King)), sets }
    }

    fn mapped(&self, map: impl Fn(u64) -> u64 + Copy) -> Seen {
        Seen { kings: self.kings.map(map), sets: self.sets.map(|sets| sets.map(map)) }
    }
}

/// Where a pawn of this side stands that may be captured in passing, and as if where it is numbered.
fn passing(file: File, side: Color) -> (u64, u64) {
    let on = |rank: Rank| Square::new(file, rank.relative_to(side)).bitboard().0;
    (on(Rank::Fourth), on(Rank::First))
}

/// Files exchanged.
fn mirrored(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Ranks and files exchanged, at the diagonal a1 to h8 (by three exchanges of blocks: H. S. Warren, "Hacker's
/// Delight", 2002).
fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0f0f_0f0f_0000_0000u64), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let moved = mask & (set ^ set << shift);
        set ^= moved ^ moved >> shift;
    }
    set
}

impl Numbers {
    fn new(armies: [Army; 2]) -> Numbers {
        let has_pawns = armies.iter().any(|army| army[4] > 0);
        let mut kinds = vec![(if has_pawns { HALF } else { TRIANGLE }, 1), (ALL, 1)];
        let mut pieces = Vec::new();
        for (side, army) in [Color::White, Color::Black].into_iter().zip(armies) {
            for (piece, count) in ORDER.into_iter().zip(army).filter(|&(_, count)| count > 0) {
                let passes = if armies[(!side) as usize][4] > 0 { FIRST[side as usize] } else { 0 };
                kinds.push((if piece == Piece::Pawn { PAWNS | passes } else { ALL }, count));
                pieces.push((side, piece));
            }
        }
        Numbers { armies, kinds: Kinds::new(&kinds), pieces, has_pawns }
    }

    fn halves(&self) -> u64 {
        if self.armies[0] == self.armies[1] { 1 } else { 2 }
    }

    /// The number of a position with these pieces, by the symmetry that brings White's king where it belongs.
    fn index(&self, mut seen: Seen) -> u64 {
        if seen.kings[0] & HALF == 0 {
            seen = seen.mapped(mirrored);
        }
        if self.has_pawns {
            return self.as_it_stands(&seen);
        }
        if seen.kings[0] >> 32 != 0 {
            seen = seen.mapped(u64::swap_bytes);
        }
        let index = |seen: &Seen| self.as_it_stands(seen);
        match seen.kings[0] {
            king if king & DIAGONAL != 0 => index(&seen).min(index(&seen.mapped(transposed))),
            king if king & TRIANGLE != 0 => index(&seen),
            _ => index(&seen.mapped(transposed)),
        }
    }

    fn as_it_stands(&self, seen: &Seen) -> u64 {
        let mut sets = [0; 8];
        sets[..2].copy_from_slice(&seen.kings);
        let mut end = 2;
        for (army, of) in self.armies.iter().zip(&seen.sets) {
            for (_, &set) in army.iter().zip(of).filter(|&(&count, _)| count > 0) {
                sets[end] = set;
                end += 1;
            }
        }
        self.kinds.index(&sets[..end])
    }

    /// The position with a number, if the rules allow it.
    fn position(&self, index: u64, to_move: Color) -> Option<Chess> {
        let mut sets = [0; 8];
        self.kinds.sets(index, &mut sets[..2 + self.pieces.len()]);
        let king = |set: u64| Square::index(set.trailing_zeros() as usize);
        if get_king_moves(king(sets[0])).has(king(sets[1])) {
            return None;
        }
        let kings = [(Color::White, Piece::King), (Color::Black, Piece::King)];
        let mut board = BoardBuilder::empty();
        board.side_to_move = to_move;
        for (&(side, piece), mut set) in kings.iter().chain(&self.pieces).zip(sets) {
            if piece == Piece::Pawn && set & FIRST[side as usize] != 0 {
                let file =
                    Square::index((set & FIRST[side as usize]).trailing_zeros() as usize).file();
                let (stands, numbered) = passing(file, side);
                if side == to_move || set & stands != 0 {
                    return None;
                }
                set ^= stands | numbered;
                board.en_passant = Some(Square::new(file, Rank::Third.relative_to(side)));
            }
            while set != 0 {
                let square = board.square_mut(Square::index(set.trailing_zeros() as usize));
                if square.replace((piece, side)).is_some() {
                    return None;
                }
                set &= set - 1;
            }
        }
        Some(Chess::of_board(board.build().ok()?, false))
    }
}

impl FewMen {
    pub(crate) fn new() -> FewMen {
        let dead = |one: &Army, other: &Army| {
            let strong: usize = one.iter().chain(other).sum();
            strong == 1 && one[2] + one[3] == 1
        };
        let (none, single) = (armies(0), armies(1));
        let equal = single.iter().enumerate().flat_map(|(place, &one)| {
            single[place..].iter().map(move |&other| [one, other]).collect::<Vec<_>>()
        });
        let against_king =
            single.iter().chain(&armies(2)).map(|&one| [one, none[0]]).collect::<Vec<_>>();
        let mut all: Vec<[Army; 2]> = against_king.into_iter().chain(equal).collect();
        all.retain(|[one, other]| !dead(one, other));
        let count = |army: &Army| army.iter().sum::<usize>();
        all.sort_by_key(|[one, other]| (count(one) + count(other), one[4] + other[4]));
        let numbers: Vec<Numbers> = all.into_iter().map(Numbers::new).collect();
        let class = |numbers: &Numbers| Class {
            name: numbers.armies.map(name).concat(),
            pieces: numbers.armies.iter().map(count).sum::<usize>() as u32 + 2,
            size: numbers.halves() * numbers.kinds.size(),
        };
        FewMen { classes: numbers.iter().map(class).collect(), numbers }
    }
}

impl Endings<Chess> for FewMen {
    fn classes(&self) -> &[Class] {
        &self.classes
    }

    fn position(&self, place: Place) -> Option<Chess> {
        let numbers = self.numbers.get(place.class)?;
        let (half, index) =
            (place.index / numbers.kinds.size(), place.index % numbers.kinds.size());
        let to_move = if half == 0 { Color::White } else { Color::Black };
        let at = numbers.position(index, to_move)?;
        // Of the numbers that mean the same one counts.
        (self.place(&at) == Some(place)).then_some(at)
    }

    fn place(&self, at: &Chess) -> Option<Place> {
        let board = at.board();
        if board.occupied().len() > 4 {
            return None;
        }
        let rights = |side| board.castle_rights(side);
        let castles = |side| rights(side).short.is_some() || rights(side).long.is_some();
        if castles(Color::White) || castles(Color::Black) {
            return None;
        }
        let army = |side| ORDER.map(|piece| board.colored_pieces(side, piece).len() as usize);
        let mover = board.side_to_move();
        for white in [mover, !mover] {
            let armies = [army(white), army(!white)];
            let found = self.numbers.iter().position(|numbers| numbers.armies == armies);
            let Some(class) = found else { continue };
            let numbers = &self.numbers[class];
            let half = if white == mover { 0 } else { numbers.kinds.size() };
            return Some(Place { class, index: half + numbers.index(Seen::of(at, white)) });
        }
        None
    }

    fn plies_to_draw(&self, at: &Chess) -> u32 {
        u32::from(MOST_CALM.saturating_sub(at.board().halfmove_clock()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::{Describe, Game};

    #[test]
    fn a_position_and_its_mirror_images_have_one_number_and_it_gives_one_of_them() {
        let all = FewMen::new();
        for (one, other) in [
            ("8/8/8/3k4/8/8/4R3/K7 w - - 0 1", "k7/4r3/8/8/3K4/8/8/8 b - - 0 1"),
            ("8/8/8/3k4/8/8/4R3/K7 b - - 0 1", "8/8/8/4k3/8/8/3R4/7K b - - 3 1"),
            ("8/2p5/8/1k6/8/8/8/K7 b - - 9 30", "7k/8/8/8/6K1/8/5P2/8 w - - 0 1"),
            ("8/8/1q6/3k4/8/8/4R3/K7 w - - 0 1", "7k/3r4/8/8/4K3/6Q1/8/8 b - - 0 1"),
            ("8/8/8/K2pP3/8/7k/8/8 w - d6 0 1", "8/8/7K/8/k2Pp3/8/8/8 b - d3 0 1"),
        ] {
            let read = |text| all.place(&Chess::start().parse(text).expect("a position"));
            let place = read(one).expect("a class");
            assert_eq!(read(other), Some(place), "{one} and {other}");
            let at = all.position(place).expect("the rules allow it");
            assert_eq!(all.place(&at), Some(place));
        }
    }

    #[test]
    fn classes_come_after_those_that_their_moves_lead_to() {
        let names: Vec<String> =
            FewMen::new().classes.into_iter().map(|class| class.name).collect();
        assert_eq!(names[..4], ["KQK", "KRK", "KPK", "KQQK"]);
        assert_eq!(names.len(), 3 + 15 + 15);
        assert_eq!(names.last().map(String::as_str), Some("KPKP"));
        for name in ["KQKR", "KBNK", "KPPK", "KRKP"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn a_pawn_that_may_be_captured_in_passing_has_another_number() {
        let all = FewMen::new();
        let read = |text| Chess::start().parse(text).expect("a position");
        let place = |text| all.place(&read(text)).expect("a class");
        let passing = place("8/8/8/K2pP3/8/7k/8/8 w - d6 0 1");
        assert_ne!(passing, place("8/8/8/K2pP3/8/7k/8/8 w - - 0 1"));
        let at = all.position(passing).expect("the rules allow it");
        assert_eq!(at.text(), read("8/8/8/K2pP3/8/7k/8/8 w - d6 0 1").text());
        // Of all numbers with a pawn on a first rank, no two make one position.
        let class = all.classes.len() - 1;
        let mut seen = std::collections::HashSet::new();
        for index in 0..all.classes[class].size {
            if let Some(at) = all.position(Place { class, index })
                && at.passing().is_some()
            {
                assert!(seen.insert(at.key()));
            }
        }
        assert!(seen.len() > 10_000, "{}", seen.len());
    }
}
