//! The weights of a net, in whole numbers.

/// What 1 is in the accumulators.
pub const ONE: i32 = 255;
/// What 1 is in the weights of the output.
pub const OUTPUT_ONE: i32 = 64;

/// What of the tree a search by a net leaves out, where the game's own hooks leave out nothing: what the net's training
/// found to pay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selectivity {
    /// By how many points for each ply to go the estimate has to be above beta for a node to be left unseen, within
    /// [`Selectivity::DEPTH`] plies of the horizon (reverse futility); 0 if it never is.
    pub margin: i32,
    /// Whether quiet moves that are tried late are searched less deep.
    pub reductions: bool,
}

impl Selectivity {
    /// How many plies from the horizon nodes are left at most.
    pub const DEPTH: i32 = 5;
    /// The widest margin.
    pub const MOST_MARGIN: i32 = 1 << 20;

    /// By how many points the estimate has to be above beta at a node with `depth` plies to go; `None` if it is not left.
    #[inline]
    pub fn margin_at(self, depth: i32) -> Option<i32> {
        (self.margin > 0 && depth <= Selectivity::DEPTH).then(|| self.margin * depth)
    }
}

/// The weights of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetWeights {
    /// How wide an accumulator is: one of [`NetWeights::WIDTHS`].
    pub width: usize,
    /// The parts of the game that have an output of their own: for each but the last, how many inputs are on at most.
    pub bounds: Vec<u32>,
    /// How many points an output of 1 is.
    pub scale: i32,
    /// Whether what the game estimates by itself is added.
    pub adds: bool,
    /// What an accumulator begins with, in parts of [`ONE`].
    pub bias: Vec<i16>,
    /// The rows of the inputs, one after the other.
    pub rows: Vec<i16>,
    /// For each part of the game, what the accumulator of the side to move counts and then that of the other, in
    /// parts of [`OUTPUT_ONE`]; at least -127.
    pub output: Vec<i8>,
    /// For each part of the game, what is added, in parts of [`ONE`] squared times [`OUTPUT_ONE`].
    pub output_bias: Vec<i32>,
}

impl NetWeights {
    /// The widths that there are.
    pub const WIDTHS: [usize; 6] = [16, 32, 64, 96, 128, 256];
    /// The most points of an output of 1.
    pub const MOST_SCALE: i32 = 1 << 20;
    /// The most parts of the game.
    pub const MOST_PARTS: usize = 64;

    /// How many parts of the game have an output of their own.
    pub fn parts(&self) -> usize {
        self.bounds.len() + 1
    }

    /// The part of the game in which this number of inputs is on.
    #[inline(always)]
    pub fn part(bounds: &[u32], on: u32) -> usize {
        bounds.iter().filter(|&&most| on > most).count()
    }

    /// The parts by name: how many inputs are on.
    pub fn names(bounds: &[u32]) -> Vec<String> {
        let from = |part: usize| part.checked_sub(1).map_or(0, |before| bounds[before] + 1);
        let name = |part: usize| match bounds.get(part) {
            Some(&to) if to == from(part) => format!("{to} inputs"),
            Some(to) => format!("{}-{to} inputs", from(part)),
            None => format!("{} inputs and more", from(part)),
        };
        (0..=bounds.len()).map(name).collect()
    }

    /// True if each list is as long as the others say.
    pub(crate) fn fits(&self, rows: usize) -> bool {
        NetWeights::WIDTHS.contains(&self.width)
            && self.parts() <= NetWeights::MOST_PARTS
            && (1..=NetWeights::MOST_SCALE).contains(&self.scale)
            && self.bias.len() == self.width
            && self.rows.len() == rows * self.width
            && self.output.len() == 2 * self.width * self.parts()
            && self.output.iter().all(|&weight| weight > i8::MIN)
            && self.output_bias.len() == self.parts()
    }
}
