//! The ways to put a few pieces on a board, as one number: [`Kinds`].
//!
//! The pieces of one kind are a set of cells, and the sets of k cells are numbered by the combinatorial number system
//! (D. H. Lehmer, "The machine tools of combinatorics", 1964): the set {c1 < c2 < ... < ck} has the number
//! C(c1, 1) + C(c2, 2) + ... + C(ck, k). The numbers of several kinds are the digits of one; two kinds may stand on
//! one cell there, which is for the caller to refuse.

/// More pieces of a kind than any class has.
const MOST: usize = 8;
/// No board of the helper has more cells.
const CELLS: usize = 64;

const CHOICES: [[u64; MOST + 1]; CELLS + 1] = choices();

const fn choices() -> [[u64; MOST + 1]; CELLS + 1] {
    let mut table = [[0; MOST + 1]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many sets of `k` there are among `n` (at most 64 and 8).
///
/// # Panics
/// If there are more.
#[inline]
pub const fn choose(n: usize, k: usize) -> u64 {
    CHOICES[n][k]
}

/// One kind of piece.
#[derive(Clone, Debug)]
struct Kind {
    /// The cells on which it may stand, in their order.
    cells: Vec<u8>,
    /// The place of each bit among them.
    order: [u8; CELLS],
    count: usize,
    size: u64,
}

/// The ways to put some pieces of several kinds on a board of at most 64 cells, numbered.
///
/// ```
/// use plyglot_search::endings::Kinds;
///
/// // Two pieces of a kind on the lower half of eight cells, one of another kind anywhere.
/// let kinds = Kinds::new(&[(0x0f, 2), (0xff, 1)]);
/// assert_eq!(kinds.size(), 6 * 8);
/// let mut sets = [0; 2];
/// for index in 0..kinds.size() {
///     kinds.sets(index, &mut sets);
///     assert_eq!((sets[0].count_ones(), sets[1].count_ones()), (2, 1));
///     assert_eq!(kinds.index(&sets), index);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Kinds {
    kinds: Vec<Kind>,
    size: u64,
}

impl Kinds {
    /// Kinds of pieces: the cells on which each may stand, as a set of bits, and how many there are (at most 8). The
    /// last kind is the lowest digit.
    pub fn new(kinds: &[(u64, usize)]) -> Kinds {
        let kinds: Vec<Kind> =
            kinds.iter().map(|&(cells, count)| Kind::new(cells, count)).collect();
        let size = kinds.iter().map(|kind| kind.size).product();
        Kinds { kinds, size }
    }

    /// How many numbers there are.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The number of a way: the set of cells of each kind, each with as many cells as there are pieces.
    #[inline]
    pub fn index(&self, sets: &[u64]) -> u64 {
        let each = self.kinds.iter().zip(sets);
        each.fold(0, |index, (kind, &set)| index * kind.size + kind.index(set))
    }

    /// The way with a number: writes the set of cells of each kind.
    #[inline]
    pub fn sets(&self, mut index: u64, sets: &mut [u64]) {
        for (kind, set) in self.kinds.iter().zip(sets).rev() {
            *set = kind.set(index % kind.size);
            index /= kind.size;
        }
    }
}

impl Kind {
    fn new(cells: u64, count: usize) -> Kind {
        let cells: Vec<u8> = (0..CELLS as u8).filter(|&cell| cells >> cell & 1 == 1).collect();
        let mut order = [0; CELLS];
        for (place, &cell) in (0..).zip(&cells) {
            order[usize::from(cell)] = place;
        }
        let size = choose(cells.len(), count);
        Kind { cells, order, count, size }
    }

    #[inline]
    fn index(&self, mut set: u64) -> u64 {
        let mut index = 0;
        for nth in 1..=self.count {
            let cell = set.trailing_zeros() as usize & (CELLS - 1);
            index += choose(usize::from(self.order[cell]), nth);
            set &= set.wrapping_sub(1);
        }
        index
    }

    #[inline]
    fn set(&self, mut index: u64) -> u64 {
        let (mut set, mut most) = (0, self.cells.len());
        for nth in (1..=self.count).rev() {
            // The largest cell whose number is not above what is left.
            most = if nth == 1 { index as usize } else { most - 1 };
            while choose(most, nth) > index {
                most -= 1;
            }
            index -= choose(most, nth);
            set |= 1 << self.cells[most];
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_way_and_every_way_a_number() {
        for kinds in [
            vec![(0x0fff_ffff, 2), (0xffff_fff0, 1)],
            vec![(u64::MAX, 3)],
            vec![(1 << 63 | 1, 1), (0xf0f0, 4), (0xff, 0)],
        ] {
            let of = Kinds::new(&kinds);
            let mut sets = vec![0; kinds.len()];
            let mut seen = std::collections::HashSet::new();
            for index in 0..of.size() {
                of.sets(index, &mut sets);
                for (&set, &(cells, count)) in sets.iter().zip(&kinds) {
                    assert_eq!((set & !cells, set.count_ones() as usize), (0, count));
                }
                assert_eq!(of.index(&sets), index);
                assert!(seen.insert(sets.clone()));
            }
        }
    }

    #[test]
    fn sets_are_counted_as_everywhere() {
        assert_eq!(
            [choose(32, 2), choose(64, 4), choose(3, 4), choose(0, 0)],
            [496, 635_376, 0, 1]
        );
    }
}
