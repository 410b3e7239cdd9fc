//! A small right game, and the same game with one mistake each.

use std::sync::Arc;

use plyglot_search::endings::{Class, Endings, Place};
use plyglot_search::{
    Describe, Game, Knowledge, MoveList, Outcome, ParseError, Piece, Side,
    random::mix,
    shape::{Colour, Content, FirstRow, Ground, Shape},
};

/// The mistakes. Constants, so that they can be parameters of types.
pub(super) const NONE: u8 = 0;
pub(super) const UNDO_FORGETS: u8 = 1;
pub(super) const KEY_WITHOUT_SIDE: u8 = 2;
pub(super) const MOVE_TWICE: u8 = 3;
pub(super) const LAST_MOVE_MISSING: u8 = 4;
pub(super) const OUTCOME_OF_FIRST: u8 = 5;
pub(super) const PACK_LOSES: u8 = 6;
pub(super) const UNPACK_ANYTHING: u8 = 7;
pub(super) const UNPACK_TAKEN: u8 = 8;
pub(super) const KEY_OF_THE_WAY: u8 = 9;
pub(super) const KEY_UNMIXED: u8 = 10;
pub(super) const ONE_SIDE_MOVES: u8 = 11;
pub(super) const MOVER_BY_COUNT: u8 = 12;
pub(super) const PACK_RESERVED: u8 = 13;
pub(super) const STEP_OF_THREE: u8 = 14;
pub(super) const PASS_UNANNOUNCED: u8 = 15;
pub(super) const OUTCOME_TOO_EARLY: u8 = 16;
pub(super) const PASS_NOT_IN_KEY: u8 = 17;
pub(super) const EVALUATES_FOR_FIRST: u8 = 20;
pub(super) const EVALUATES_BEYOND: u8 = 21;
pub(super) const EVALUATES_BY_MOOD: u8 = 22;
pub(super) const BOUNDS_TOO_TIGHT: u8 = 23;
pub(super) const EXPAND_DROPS_BEST: u8 = 24;
pub(super) const EXPAND_ILLEGAL: u8 = 25;
pub(super) const LEAF_OFF: u8 = 26;
pub(super) const NOISY_ILLEGAL: u8 = 27;
pub(super) const NULL_KEEPS_TURN: u8 = 28;
pub(super) const NULL_NOT_UNDONE: u8 = 29;
pub(super) const SYMMETRY_ONE_WAY: u8 = 30;
pub(super) const SYMMETRY_TOO_COARSE: u8 = 31;
pub(super) const EXPAND_NOTHING: u8 = 32;
pub(super) const FORCED_NOT_ALL: u8 = 33;
pub(super) const FRONTIER_OFF: u8 = 34;
pub(super) const SUM_GOES_WRONG: u8 = 35;
pub(super) const KEPT_WRONG: u8 = 36;
pub(super) const KEPT_TOO_LONG: u8 = 37;
pub(super) const KEY_AFTER_WITHOUT_SIDE: u8 = 38;
pub(super) const SEEN_OTHERWISE: u8 = 39;
pub(super) const TEXT_WITHOUT_SIDE: u8 = 40;
pub(super) const NOTATION_TWICE: u8 = 41;
pub(super) const CONTENT_MISSING: u8 = 42;
pub(super) const PIECE_UNKNOWN: u8 = 43;
pub(super) const TOUCHES_BEYOND: u8 = 44;
pub(super) const COLOURS_ALIKE: u8 = 45;
pub(super) const COLOUR_UNSEEN: u8 = 46;

pub(super) const NUMBER_OF_ANOTHER: u8 = 50;
pub(super) const NUMBER_WITHOUT_POSITION: u8 = 51;
pub(super) const SIZE_TOO_SMALL: u8 = 52;
pub(super) const CLASS_NAMED_TWICE: u8 = 53;
pub(super) const MIRRORED_HALFWAY: u8 = 54;
pub(super) const CLASSES_IN_DISORDER: u8 = 55;
pub(super) const CLASS_MISSING: u8 = 56;
pub(super) const CLOCK_RUNS: u8 = 57;

pub(super) const CELLS: usize = 8;
pub(super) const WORTH: [i32; CELLS] = [1, 2, 3, 4, 4, 3, 2, 1];
pub(super) const PASS: u8 = 99;

/// A strip of cells to claim in turn. Claiming next to a cell of one's own moves again. When all
/// are claimed, the margin is what one's cells are worth, less the opponent's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Strip<const F: u8> {
    pub(super) cells: [Option<Side>; CELLS],
    pub(super) side: Side,
    pub(super) claimed: usize,
    pub(super) way: u64,
    pub(super) passed: bool,
}

pub(super) type Right = Strip<NONE>;

impl<const F: u8> Strip<F> {
    pub(super) fn new() -> Self {
        Strip { cells: [None; CELLS], side: Side::First, claimed: 0, way: 0, passed: false }
    }

    pub(super) fn ahead(&self, side: Side) -> i32 {
        let sign = |owner| if owner == side { 1 } else { -1 };
        (0..CELLS).filter_map(|c| self.cells[c].map(|owner| sign(owner) * WORTH[c])).sum()
    }

    pub(super) fn open(&self) -> i32 {
        (0..CELLS).filter(|&c| self.cells[c].is_none()).map(|c| WORTH[c]).sum()
    }

    pub(super) fn beside_own(&self, cell: usize) -> bool {
        let own = |c: usize| self.cells.get(c).is_some_and(|&owner| owner == Some(self.side));
        own(cell + 1) || cell > 0 && own(cell - 1)
    }

    pub(super) fn exchanged(&self) -> Self {
        let mut other = self.clone();
        other.cells = self.cells.map(|owner| owner.map(Side::other));
        other.side = self.side.other();
        other
    }

    pub(super) fn mirrored(&self) -> Self {
        let mut other = self.clone();
        other.cells.reverse();
        other
    }

    pub(super) fn digits(&self, with_side: bool) -> u64 {
        let digit = |owner| match owner {
            None => 0,
            Some(Side::First) => 1,
            Some(Side::Second) => 2,
        };
        let cells = self.cells.iter().fold(0, |sum, &owner| sum * 3 + digit(owner));
        cells * 2 + u64::from(with_side && self.side == Side::Second)
    }
}

impl<const F: u8> Game for Strip<F> {
    type Move = u8;
    type Undo = (Side, u64, bool);
    const ENDS_ONLY_WITHOUT_MOVES: bool = true;
    const MARGIN_STEP: i32 = if F == STEP_OF_THREE { 3 } else { 2 };

    fn to_move(&self) -> Side {
        match F {
            MOVER_BY_COUNT if self.claimed.is_multiple_of(2) => Side::First,
            MOVER_BY_COUNT => Side::Second,
            _ => self.side,
        }
    }

    fn key(&self) -> u64 {
        match F {
            KEY_UNMIXED => self.digits(true),
            KEY_OF_THE_WAY => mix(self.digits(true)) ^ self.way,
            _ => mix(self.digits(F != KEY_WITHOUT_SIDE)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let whose = if F == OUTCOME_OF_FIRST { Side::First } else { self.side };
        let full = if F == OUTCOME_TOO_EARLY { CELLS - 1 } else { CELLS };
        (self.claimed >= full).then(|| Outcome::Margin(self.ahead(whose)))
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        if F == LAST_MOVE_MISSING && self.claimed == CELLS - 1 {
            return;
        }
        let open = (0..CELLS as u8).filter(|&cell| self.cells[cell as usize].is_none());
        open.for_each(|cell| out.push(cell));
        if F == MOVE_TWICE && self.cells[2].is_none() {
            out.push(2);
        }
        let may_pass = F == PASS_UNANNOUNCED || F == PASS_NOT_IN_KEY && !self.passed;
        if may_pass && self.claimed < CELLS {
            out.push(PASS);
        }
    }

    fn play(&mut self, cell: u8) -> Self::Undo {
        let undo = (self.side, self.way, self.passed);
        self.passed = F == PASS_NOT_IN_KEY && cell == PASS;
        if cell == PASS {
            self.side = self.side.other();
            return undo;
        }
        let again = self.beside_own(cell as usize);
        self.cells[cell as usize] = Some(self.side);
        self.claimed += 1;
        if F == KEY_OF_THE_WAY || F == SUM_GOES_WRONG {
            self.way = mix(self.way ^ u64::from(cell));
        }
        if !again && F != ONE_SIDE_MOVES {
            self.side = self.side.other();
        }
        undo
    }

    fn undo(&mut self, cell: u8, undo: Self::Undo) {
        (self.side, self.way, self.passed) = undo;
        if cell != PASS {
            self.cells[cell as usize] = None;
            self.claimed -= usize::from(F != UNDO_FORGETS);
        }
    }

    fn pack(cell: u8) -> u32 {
        match F {
            PACK_LOSES => u32::from(cell / 2),
            PACK_RESERVED if cell == 5 => u32::MAX,
            _ => u32::from(cell),
        }
    }

    fn unpack(&self, bits: u32) -> Option<u8> {
        match F {
            UNPACK_ANYTHING => return Some(bits as u8),
            UNPACK_TAKEN => return (bits < CELLS as u32).then_some(bits as u8),
            PASS_UNANNOUNCED | PASS_NOT_IN_KEY if bits == u32::from(PASS) => {
                return (!self.passed && self.claimed < CELLS).then_some(PASS);
            }
            _ => {}
        }
        let open = self.cells.get(bits as usize).is_some_and(Option::is_none);
        open.then_some(bits as u8)
    }
}

impl<const F: u8> Describe for Strip<F> {
    const NOTATION: &'static str = "one of -xo a cell, then the side to move; cells from 1";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let owner = |letter| match letter {
            b'-' => Ok(None),
            b'x' => Ok(Some(Side::First)),
            b'o' => Ok(Some(Side::Second)),
            _ => Err(ParseError::new("a cell is one of -xo")),
        };
        let owners = text.bytes().take(CELLS).map(owner).collect::<Result<Vec<_>, _>>()?;
        let cells: [_; CELLS] = owners.try_into().map_err(|_| ParseError::new("too short"))?;
        let side = if text.ends_with('2') { Side::Second } else { Side::First };
        Ok(Strip { cells, side, claimed: cells.iter().flatten().count(), way: 0, passed: false })
    }

    fn text(&self) -> String {
        let letter = |owner| match owner {
            None => '-',
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
        };
        let second = self.side == Side::Second && F != TEXT_WITHOUT_SIDE;
        let cells = self.cells.into_iter().map(letter);
        cells.chain([if second { '2' } else { '1' }]).collect()
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let cell: u32 = text.parse().map_err(|_| ParseError::new("a move is a number"))?;
        self.unpack(cell.wrapping_sub(1)).ok_or_else(|| ParseError::new("not an open cell"))
    }

    fn notation(&self, cell: u8) -> String {
        let shown = if F == NOTATION_TWICE { cell & 6 } else { cell };
        (shown + 1).to_string()
    }

    fn board(&self) -> String {
        self.text()
    }

    const PIECES: &'static [Piece] = &[Piece::first('x', '●'), Piece::second('o', '○')];

    fn shape(&self) -> Option<Shape> {
        let strip = Shape::grid(CELLS, 1, FirstRow::Top);
        Some(match F {
            COLOURS_ALIKE => strip.coloured(Colour::Red, Colour::Red),
            COLOUR_UNSEEN => strip.coloured(Colour::Red, Colour::Blue).on(Ground::Felt),
            _ => strip,
        })
    }

    fn endings(&self) -> Option<Arc<dyn Endings<Self>>> {
        Some(Arc::new(Last::<F>::new()))
    }

    fn contents(&self) -> Vec<Content> {
        let content = |owner| match owner {
            None => Content::Empty,
            Some(Side::First) => Content::Piece('x'),
            Some(Side::Second) => Content::Piece(if F == PIECE_UNKNOWN { 'q' } else { 'o' }),
        };
        let cells = if F == CONTENT_MISSING { CELLS - 1 } else { CELLS };
        self.cells[..cells].iter().copied().map(content).collect()
    }

    fn touches(&self, cell: u8) -> Vec<u16> {
        if cell == PASS {
            return Vec::new();
        }
        vec![u16::from(cell) + u16::from(F == TOUCHES_BEYOND)]
    }
}

/// Estimates by what the position carries along.
#[derive(Clone, Default)]
pub(super) struct BySum;

impl<const F: u8> Knowledge<Strip<F>> for BySum {
    fn evaluate(&mut self, game: &Strip<F>) -> i32 {
        (game.way % 1000) as i32
    }
}

/// The last positions of a strip, with two cells left, one, and none: numbered by their cells and the side, of a position
/// and its mirror image the smaller. What the sides hold decides the margin, so all of it is in the number.
pub(super) struct Last<const F: u8> {
    classes: Vec<Class>,
}

const NUMBERS: u64 = 2 * 3u64.pow(CELLS as u32);

impl<const F: u8> Last<F> {
    fn new() -> Self {
        let size = if F == SIZE_TOO_SMALL { NUMBERS / 2 } else { NUMBERS };
        let mut left: Vec<usize> = vec![0, 1, 2];
        match F {
            CLASSES_IN_DISORDER => left.reverse(),
            CLASS_MISSING => left.retain(|&left| left != 1),
            _ => {}
        }
        let name = |left| format!("{}-left", if F == CLASS_NAMED_TWICE { 1 } else { left });
        let class = |left| Class { name: name(left), pieces: (CELLS - left) as u32, size };
        Last { classes: left.into_iter().map(class).collect() }
    }

    /// How many cells are left in a class.
    fn left(&self, class: usize) -> usize {
        CELLS - self.classes[class].pieces as usize
    }

    /// The cells that count, of a position and its mirror image.
    fn index(at: &Strip<F>) -> u64 {
        let turned = match F {
            MIRRORED_HALFWAY => {
                // The left half alone is turned.
                let mut other = at.clone();
                other.cells[..CELLS / 2].reverse();
                other
            }
            _ => at.mirrored(),
        };
        at.digits(true).min(turned.digits(true))
    }
}

impl<const F: u8> Endings<Strip<F>> for Last<F> {
    fn classes(&self) -> &[Class] {
        &self.classes
    }

    fn position(&self, place: Place) -> Option<Strip<F>> {
        let mut cells = [None; CELLS];
        let mut rest = place.index / 2;
        for cell in cells.iter_mut().rev() {
            *cell = [None, Some(Side::First), Some(Side::Second)][(rest % 3) as usize];
            rest /= 3;
        }
        let side = if place.index.is_multiple_of(2) { Side::First } else { Side::Second };
        let claimed = cells.iter().flatten().count();
        let at = Strip { cells, side, claimed, way: 0, passed: false };
        let counts = CELLS - claimed == self.left(place.class);
        let is_first = F == NUMBER_OF_ANOTHER || Self::index(&at) == place.index;
        let is_gone = F == NUMBER_WITHOUT_POSITION && cells[0] == Some(Side::First);
        (counts && is_first && !is_gone).then_some(at)
    }

    fn place(&self, at: &Strip<F>) -> Option<Place> {
        let class =
            (0..self.classes.len()).find(|&class| self.left(class) == CELLS - at.claimed)?;
        Some(Place { class, index: Self::index(at) })
    }

    fn plies_to_draw(&self, at: &Strip<F>) -> u32 {
        // Whoever claims the first cell sets the clock back.
        if F == CLOCK_RUNS && at.cells[0].is_none() { 3 } else { u32::MAX }
    }
}
