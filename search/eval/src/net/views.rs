//! Which row of the first layer each input has, in the view of each side.

use plyglot_search::Inputs;
use plyglot_search::hash::Fnv;
use plyglot_search::random::mix;

/// The rows of the inputs of a game.
///
/// An input is a bit of the planes: `64 * word + bit`. Where the two sides see the same, what one sees on a cell is
/// what the other sees on the cell that it is for it, and they share a row. Where they do not, each has rows of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views {
    words: usize,
    rows: usize,
    /// For the first side and the second, the row of each input; the number of rows, where a bit is not a cell.
    of: [Vec<u32>; 2],
    hash: u64,
}

impl Views {
    /// The views of these inputs.
    pub fn new(inputs: &Inputs) -> Views {
        let (cells, words) = (inputs.cells(), inputs.words());
        let all = inputs.planes().len() * cells;
        let rows = if inputs.exchange().is_some() { all } else { 2 * all };
        let mut of = [0, 1].map(|_| vec![rows as u32; 64 * inputs.size()]);
        for (plane, exchanged) in inputs.planes().iter().map(|plane| plane.exchanged).enumerate() {
            for cell in 0..cells {
                let input = 64 * words * plane + cell;
                let own = plane * cells + cell;
                of[0][input] = own as u32;
                of[1][input] = match inputs.exchange() {
                    Some(to) => exchanged * cells + usize::from(to[cell]),
                    None => all + own,
                } as u32;
            }
        }
        Views { words: inputs.size(), rows, of, hash: hash(inputs) }
    }

    /// How many words of inputs there are.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The row of each input, in the view of the first side or the second.
    pub fn of(&self, side: usize) -> &[u32] {
        &self.of[side]
    }

    /// A number that is another where the rows mean something else, or what the net is added to says something else:
    /// the weights with this [fingerprint](plyglot_search::Knowledge::fingerprint), 0 without any.
    pub fn hash_over(&self, base: u64) -> u64 {
        if base == 0 { self.hash } else { mix(self.hash ^ mix(base)) }
    }
}

/// FNV-1a over cells, planes and how they are exchanged. Symmetries change only how a net is trained.
fn hash(inputs: &Inputs) -> u64 {
    let mut hash = Fnv::default();
    hash.part(&(inputs.cells() as u64).to_le_bytes());
    for plane in inputs.planes() {
        hash.part(plane.name.as_bytes());
        hash.part(&(plane.exchanged as u64).to_le_bytes());
    }
    for &to in inputs.exchange().unwrap_or_default() {
        hash.part(&to.to_le_bytes());
    }
    hash.0
}
