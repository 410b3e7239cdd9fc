//! Patterns: a few cells of the board, each in one of some states, read as one number.
//!
//! A pattern stands at several places of the board, the images of its cells in the board's
//! symmetries, which share weights. Where a symmetry leads a pattern's cells to themselves in another order, the
//! numbers that it exchanges share a weight, too. Where exchanging the sides negates the estimate, so
//! does the number with the sides' states exchanged, with the other sign; one that is its own opposite
//! weighs nothing. In a game whose sides go opposite ways, a symmetry itself exchanges the sides
//! ([`Symmetry::exchanges`]): a place that only such a one leads to counts with the other sign.

/// How a number of a pattern finds its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The weight within the pattern's group.
    pub weight: u32,
    /// 1, or -1 where the weight counts negatively, or 0 where nothing is to be counted.
    pub sign: i8,
}

/// A symmetry of a board, after which the estimate is the same, or its negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The cell that each cell is mapped to.
    pub cells: Vec<u8>,
    /// True if the sides are exchanged, so that the estimate is the negative.
    pub exchanges: bool,
}

/// A pattern: where it stands, and which of its numbers share weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    name: String,
    places: Vec<Vec<u8>>,
    exchanged: Vec<bool>,
    ties: Vec<Tie>,
    weights: u32,
}

/// No pattern has more numbers.
const MOST: usize = 1 << 24;

impl Pattern {
    /// A pattern of `cells`, each in one of `states`. A symmetry is given as the cell that each cell
    /// is mapped to; together they should be a group, the identity included. `exchanged`, if given,
    /// says what each state is with the sides exchanged.
    ///
    /// The number of a place is the sum of its cells' states, the first cell's times 1, the next one's times
    /// `states`, and so on.
    ///
    /// # Panics
    /// If there are more than 2^24 numbers, a symmetry does not have all the cells, or `exchanged` does
    /// not have all the states.
    pub fn new(
        name: &str,
        cells: &[u8],
        states: usize,
        symmetries: &[Vec<u8>],
        exchanged: Option<&[u8]>,
    ) -> Pattern {
        let with = |exchanges: bool| {
            symmetries.iter().map(move |cells| Symmetry { cells: cells.clone(), exchanges })
        };
        let own: Vec<u8> = (0..states as u8).collect();
        match exchanged {
            Some(exchanged) => {
                let all: Vec<Symmetry> = with(false).chain(with(true)).collect();
                Pattern::with_symmetries(name, cells, exchanged, &all)
            }
            None => {
                let all: Vec<Symmetry> = with(false).collect();
                Pattern::with_symmetries(name, cells, &own, &all)
            }
        }
    }

    /// A pattern of `cells`, each in one of as many states as `exchanged` has, which says what each is with
    /// the sides exchanged. The symmetries should be a group, the identity first, and those that exchange the
    /// sides behind all others.
    ///
    /// # Panics
    /// If there are more than 2^24 numbers, or a symmetry does not have all the cells.
    pub fn with_symmetries(
        name: &str,
        cells: &[u8],
        exchanged: &[u8],
        symmetries: &[Symmetry],
    ) -> Pattern {
        let states = exchanged.len();
        let size = (0..cells.len()).try_fold(1, |size: usize, _| size.checked_mul(states));
        let size = size.filter(|&size| size <= MOST).expect("a pattern of at most 2^24 numbers");
        let mut places: Vec<Vec<u8>> = vec![cells.to_vec()];
        let mut signs = vec![false];
        // How the cells of the first place are mapped to themselves.
        let mut onto_itself: Vec<(Vec<usize>, bool)> = Vec::new();
        for Symmetry { cells: map, exchanges } in symmetries {
            let image: Vec<u8> = cells.iter().map(|&cell| map[usize::from(cell)]).collect();
            let place_in = |cell: &u8, cells: &[u8]| cells.iter().position(|other| other == cell);
            let order: Option<Vec<usize>> =
                image.iter().map(|cell| place_in(cell, cells)).collect();
            if let Some(order) = order {
                onto_itself.push((order, *exchanges));
            } else if !places.iter().any(|place| image.iter().all(|cell| place.contains(cell))) {
                places.push(image);
                signs.push(*exchanges);
            }
        }
        let (ties, weights) = tied(size, cells.len(), exchanged, &onto_itself);
        Pattern { name: name.into(), places, exchanged: signs, ties, weights }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells of each place, the first digit of the number first.
    pub fn places(&self) -> &[Vec<u8>] {
        &self.places
    }

    /// For each place, whether it is read with the sides exchanged and counts with the other sign.
    pub fn exchanged(&self) -> &[bool] {
        &self.exchanged
    }

    /// How each number finds its weight.
    pub fn ties(&self) -> &[Tie] {
        &self.ties
    }

    /// How many weights there are.
    pub fn weights(&self) -> u32 {
        self.weights
    }

    /// The group of weights, for a [`crate::Layout`].
    pub fn group(&self) -> crate::Group {
        let cells: Vec<String> = self.places[0].iter().map(u8::to_string).collect();
        let about = format!("cells {}", cells.join(" "));
        crate::Group { name: self.name.clone(), about, size: self.weights }
    }
}

/// Goes on to the next number, whose digits these are, the lowest first. All in a row, that is far quicker than
/// to divide each.
fn count_on(digits: &mut [usize], states: usize) {
    for digit in digits {
        *digit += 1;
        if *digit < states {
            return;
        }
        *digit = 0;
    }
}

/// The weight of each number, and how many weights there are.
fn tied(
    size: usize,
    length: usize,
    exchanged: &[u8],
    onto_itself: &[(Vec<usize>, bool)],
) -> (Vec<Tie>, u32) {
    let states = exchanged.len();
    let mut ties: Vec<Option<Tie>> = vec![None; size];
    let mut weights = 0;
    // Made once: there may be millions of numbers, and a program waits for its weights when it begins.
    let (mut digits, mut other) = (vec![0; length], vec![0; length]);
    let (mut same, mut opposite) = (Vec::new(), Vec::new());
    let read = |digits: &[usize], order: &[usize]| {
        order.iter().rev().fold(0, |number, &place| number * states + digits[place])
    };
    for number in 0..size {
        if number > 0 {
            count_on(&mut digits, states);
        }
        if ties[number].is_some() {
            continue;
        }
        for (&digit, other) in digits.iter().zip(&mut other) {
            *other = usize::from(exchanged[digit]);
        }
        same.clear();
        same.push(number);
        opposite.clear();
        for (order, exchanges) in onto_itself {
            if *exchanges {
                opposite.push(read(&other, order));
            } else {
                same.push(read(&digits, order));
            }
        }
        if same.iter().any(|number| opposite.contains(number)) {
            for &number in &same {
                ties[number] = Some(Tie { weight: 0, sign: 0 });
            }
            continue;
        }
        for &number in &same {
            ties[number] = Some(Tie { weight: weights, sign: 1 });
        }
        for &number in &opposite {
            ties[number] = Some(Tie { weight: weights, sign: -1 });
        }
        weights += 1;
    }
    (ties.into_iter().flatten().collect(), weights)
}
