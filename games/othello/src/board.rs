//! The board as bits: squares, masks, and the moves and flips by portable arithmetic.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. The small boards lie in the middle of the same 64 bits,
//! with a rim of squares that are never occupied: an unoccupied square ends every line, so the
//! arithmetic of the large board is right for the small ones too, and only the set of playable
//! squares ([`playable`]) differs.
//!
//! Moves are found in all directions at once by parallel prefix (Kogge and Stone 1973, as used in
//! chess programs: G. Isenberg, "Fill Algorithms"), about 60 operations. Flips use the carry of an
//! addition along each line that leaves the square towards higher bits, and the highest set bit on
//! each line towards lower bits: about 50 operations and 64 bytes of masks a square.

/// The 64 squares of the large board, or the middle of it for the small ones.
pub(super) const fn playable(n: usize) -> u64 {
    let margin = (8 - n) / 2;
    let mut mask = 0;
    let mut row = margin;
    while row < 8 - margin {
        mask |= (((1u64 << n) - 1) << margin) << (8 * row);
        row += 1;
    }
    mask
}

/// Black and white discs of the start position, the same for all sizes.
pub(super) const START: (u64, u64) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);

/// The quarter of the board in which a square lies, one bit for each quarter. The parity of
/// the empty squares of the quarters is the exclusive or of these.
pub(super) static QUARTER: [u8; 64] = {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        quarters[square] = 1 << ((square % 8) / 4 + 2 * (square / 32));
        square += 1;
    }
    quarters
};

/// The squares of all quarters in a set of quarters.
pub(super) static QUARTERS: [u64; 16] = {
    let mut masks = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set & (1 << ((square % 8) / 4 + 2 * (square / 32))) != 0 {
                masks[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    masks
};

/// The quarters with an odd number of squares in `empty`.
#[inline(always)]
pub(super) fn odd_quarters(empty: u64) -> u8 {
    let mut parity = 0;
    let mut bit = 1;
    while bit < 16 {
        if (empty & QUARTERS[bit]).count_ones() & 1 == 1 {
            parity |= bit as u8;
        }
        bit <<= 1;
    }
    parity
}

/// The eight squares around each square.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut masks = [0; 64];
    let mut square = 0;
    while square < 64 {
        masks[square] = surround(1 << square);
        square += 1;
    }
    masks
};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The columns b to g: no line through an opponent's disc there wraps around the board.
const INNER: u64 = NOT_A & NOT_H;

/// All squares next to a set, in all eight directions, the set itself perhaps included.
#[inline(always)]
pub(super) const fn surround(set: u64) -> u64 {
    let sides = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let row = sides | set;
    sides | (row << 8) | (row >> 8)
}

/// The squares that a line from each square crosses, in the four directions towards higher bits.
pub(super) static HIGHER: [[u64; 4]; 64] = rays(true);
/// The same towards lower bits.
pub(super) static LOWER: [[u64; 4]; 64] = rays(false);

const fn rays(higher: bool) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let columns = [1, 0, -1, 1];
    let rows = [0, 1, 1, 1];
    let sign = if higher { 1 } else { -1 };
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let mut column = square % 8 + sign * columns[direction];
            let mut row = square / 8 + sign * rows[direction];
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[square as usize][direction] |= 1 << (8 * row + column);
                column += sign * columns[direction];
                row += sign * rows[direction];
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// One direction and its opposite: where lines of `theirs` that start beside `own` arrive.
#[inline(always)]
pub(super) fn reach(own: u64, theirs: u64, step: u32) -> u64 {
    let mut up = theirs & (own << step);
    let mut down = theirs & (own >> step);
    up |= theirs & (up << step);
    down |= theirs & (down >> step);
    let pairs_up = theirs & (theirs << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The squares where `own` could move if they are empty: the end of a line of `opp`'s discs.
#[inline(always)]
pub(super) fn line_ends(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER;
    reach(own, inner, 1) | reach(own, opp, 8) | reach(own, inner, 7) | reach(own, inner, 9)
}

/// The discs that turn when `own` moves to `square`.
#[inline(always)]
pub(super) fn flips(square: u32, own: u64, opp: u64) -> u64 {
    (0..4).fold(0, |flips, direction| flips | flips_along(direction, square, own, opp))
}

/// Those in one direction and its opposite; the first is along the row.
#[inline(always)]
pub(super) fn flips_along(direction: usize, square: u32, own: u64, opp: u64) -> u64 {
    let line = HIGHER[square as usize & 63][direction];
    let end = (opp | !line).wrapping_add(1) & line & own;
    let higher = end.wrapping_sub(u64::from(end != 0)) & line;
    let line = LOWER[square as usize & 63][direction];
    let blocked = (line & !opp) | 1;
    let end = (1 << 63 >> blocked.leading_zeros()) & line & own;
    higher | (end.wrapping_neg() << 1) & line
}

/// How many discs turn on one line when its last empty square is filled, for the square's place
/// on the line and the mover's discs on it.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut run = 0;
            let mut at = place + 1;
            while at < 8 && own & (1 << at) == 0 {
                run += 1;
                at += 1;
            }
            if at < 8 {
                count += run;
            }
            run = 0;
            at = place;
            while at > 0 && own & (1 << (at - 1)) == 0 {
                run += 1;
                at -= 1;
            }
            if at > 0 {
                count += run;
            }
            table[place][own] = count;
            own += 1;
        }
        place += 1;
    }
    table
};

/// Both diagonals through each square, the square itself included.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        diagonals[square][0] = HIGHER_COPY[square][2] | LOWER_COPY[square][2] | 1 << square;
        diagonals[square][1] = HIGHER_COPY[square][3] | LOWER_COPY[square][3] | 1 << square;
        square += 1;
    }
    diagonals
};
const HIGHER_COPY: [[u64; 4]; 64] = rays(true);
const LOWER_COPY: [[u64; 4]; 64] = rays(false);

/// How many discs turn when `own` fills `square`, the last empty one. What is not `own` counts as
/// the opponent's; a rim around a small board does no harm, since no own disc lies beyond it.
#[inline(always)]
pub(super) fn last_flips(square: u32, own: u64) -> i32 {
    const FILE: u64 = 0x0101_0101_0101_0101;
    let (column, row) = ((square & 7) as usize, (square >> 3 & 7) as usize);
    let [falling, rising] = DIAGONALS[square as usize & 63];
    let on_row = own >> (8 * row) & 0xff;
    let on_column = ((own >> column) & FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let on_falling = (own & falling).wrapping_mul(FILE) >> 56;
    let on_rising = (own & rising).wrapping_mul(FILE) >> 56;
    let across = &LAST_FLIPS[column];
    i32::from(across[on_row as usize])
        + i32::from(LAST_FLIPS[row][on_column as usize])
        + i32::from(across[on_falling as usize])
        + i32::from(across[on_rising as usize])
}

/// The final difference of discs for `own` when neither side can move: empties go to the winner.
#[inline(always)]
pub(super) fn final_margin(squares: i32, own: u64, opp: u64) -> i32 {
    let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
    match own.cmp(&opp) {
        std::cmp::Ordering::Greater => squares - 2 * opp,
        std::cmp::Ordering::Less => 2 * own - squares,
        std::cmp::Ordering::Equal => 0,
    }
}
