//! The estimate of a net.

use plyglot_search::Side;

use crate::container::check_of;
use crate::file::WeightError;
use crate::net::file::NetFile;
use crate::net::instructions::Instructions;
use crate::net::views::Views;
use crate::net::weights::{NetWeights, ONE, OUTPUT_ONE, Selectivity};

/// Lanes that are computed together.
const LANES: usize = 16;

/// No estimate is further from 0.
const MOST: i64 = 1 << 24;

/// Some lanes of an accumulator or of a row.
type Block = [i16; LANES];

#[inline(always)]
fn add(block: &mut Block, row: &Block) {
    for (lane, row) in block.iter_mut().zip(row) {
        *lane = lane.wrapping_add(*row);
    }
}

#[inline(always)]
fn subtract(block: &mut Block, row: &Block) {
    for (lane, row) in block.iter_mut().zip(row) {
        *lane = lane.wrapping_sub(*row);
    }
}

/// A net, ready to judge positions.
#[derive(Clone, Debug)]
pub struct Net {
    views: Views,
    /// Blocks of an accumulator.
    blocks: usize,
    bias: Vec<Block>,
    /// With a row of zeros at the end, for bits that are no cells.
    rows: Vec<Block>,
    /// For each part of the game, both accumulators.
    output: Vec<Block>,
    output_bias: Vec<i32>,
    bounds: Vec<u32>,
    scale: i64,
    adds: bool,
    selectivity: Selectivity,
    check: u64,
    instructions: Instructions,
}

/// What a worker keeps: the accumulators of the position that it judged last.
#[derive(Clone, Debug)]
pub struct Accumulators {
    sides: [Vec<Block>; 2],
    /// How many inputs were on in that position.
    on: usize,
    /// What was seen of that position.
    before: Vec<u64>,
    /// What is seen of the one that is to be judged.
    now: Vec<u64>,
    /// Room for the inputs that have come on, and those that have gone.
    come: Vec<u32>,
    gone: Vec<u32>,
}

fn blocks(weights: impl IntoIterator<Item = i16>) -> Vec<Block> {
    let all: Vec<i16> = weights.into_iter().collect();
    all.as_chunks().0.to_vec()
}

impl Net {
    /// Made from the bytes of a file, for `game`, which has these views, and weights of its own with the fingerprint
    /// `base`, 0 without any.
    ///
    /// # Errors
    /// As [`NetFile::from_bytes`] and [`NetFile::check`].
    pub fn read(bytes: &[u8], game: &str, views: Views, base: u64) -> Result<Net, WeightError> {
        let file = NetFile::from_bytes(bytes)?;
        file.check(game, &views, base)?;
        let selectivity = file.selectivity;
        Ok(Net { check: check_of(bytes), selectivity, ..Net::new(file.weights, views) })
    }

    /// Made from weights.
    ///
    /// # Panics
    /// If they are not for these views.
    pub fn new(weights: NetWeights, views: Views) -> Net {
        assert!(weights.fits(views.rows()), "weights for these views");
        let NetWeights { width, bounds, scale, adds, bias, rows, output, output_bias } = weights;
        let none = std::iter::repeat_n(0, width);
        Net {
            views,
            blocks: width / LANES,
            bias: blocks(bias),
            rows: blocks(rows.into_iter().chain(none)),
            output: blocks(output.into_iter().map(i16::from)),
            output_bias,
            bounds,
            scale: scale.into(),
            adds,
            selectivity: Selectivity::default(),
            check: 0,
            instructions: Instructions::usable()[0],
        }
    }

    /// The same by each set of instructions that this processor has: as [`Net::new`] chooses first, plain code last.
    pub fn each_way(&self) -> impl Iterator<Item = Net> {
        let usable = Instructions::usable().into_iter();
        usable.map(|instructions| Net { instructions, ..self.clone() })
    }

    /// Whether what the game estimates by itself is to be added.
    #[inline]
    pub fn adds(&self) -> bool {
        self.adds
    }

    /// What a search by this net leaves out.
    pub fn selectivity(&self) -> Selectivity {
        self.selectivity
    }

    /// A number that is another for other weights.
    pub fn fingerprint(&self) -> u64 {
        self.check
    }

    /// Accumulators for a worker.
    pub fn accumulators(&self) -> Accumulators {
        let nothing = vec![0; self.views.words()];
        let sides = [self.bias.clone(), self.bias.clone()];
        let room = vec![0; 64 * nothing.len()];
        Accumulators {
            sides,
            on: 0,
            before: nothing.clone(),
            now: nothing,
            come: room.clone(),
            gone: room,
        }
    }

    /// The estimate, in points, of the position that was [seen](Accumulators::see), from the side to move: what the
    /// net says, without what the game estimates.
    // Compiled here and not in the crate of every game.
    #[inline(never)]
    pub fn judge(&self, accumulators: &mut Accumulators, to_move: Side) -> i32 {
        let side = usize::from(to_move == Side::Second);
        match self.blocks {
            1 => self.instructions.judge::<1, 1>(self, accumulators, side),
            2 => self.instructions.judge::<2, 2>(self, accumulators, side),
            4 => self.instructions.judge::<4, 4>(self, accumulators, side),
            6 => self.instructions.judge::<6, 3>(self, accumulators, side),
            8 => self.instructions.judge::<8, 4>(self, accumulators, side),
            _ => self.instructions.judge::<16, 4>(self, accumulators, side),
        }
    }

    /// [`Net::judge`], compiled for each width and set of instructions: `N` blocks an accumulator, of which `C` at a time
    /// are kept in registers.
    #[inline(always)]
    pub(super) fn judged<const N: usize, const C: usize>(
        &self,
        accumulators: &mut Accumulators,
        side: usize,
    ) -> i32 {
        let Accumulators { sides, on, before, now, come, gone } = accumulators;
        let (mut coming, mut going) = changes(now, before, come, gone);
        *on = *on + coming - going;
        let anew = coming + going > *on;
        if anew {
            before.fill(0);
            (coming, going) = changes(now, before, come, gone);
        }
        before.copy_from_slice(now);
        let (come, gone) = (&come[..coming], &gone[..going]);
        let part = NetWeights::part(&self.bounds, *on as u32);
        let output = &self.output[part * 2 * N..][..2 * N];
        let mut sum = i64::from(self.output_bias[part]);
        for (view, kept) in sides.iter_mut().enumerate() {
            let (rows, output) = (self.views.of(view), &output[if view == side { 0 } else { N }..]);
            let row = |input: u32| N * rows[input as usize] as usize;
            let mut own = 0i32;
            for first in (0..N).step_by(C) {
                let from = if anew { &self.bias } else { &*kept };
                let mut part = [[0; LANES]; C];
                part.copy_from_slice(&from[first..][..C]);
                for &input in come {
                    let row = &self.rows[row(input) + first..][..C];
                    part.iter_mut().zip(row).for_each(|(lanes, row)| add(lanes, row));
                }
                for &input in gone {
                    let row = &self.rows[row(input) + first..][..C];
                    part.iter_mut().zip(row).for_each(|(lanes, row)| subtract(lanes, row));
                }
                own = own.wrapping_add(counted(
                    part.as_flattened(),
                    output[first..][..C].as_flattened(),
                ));
                kept[first..][..C].copy_from_slice(&part);
            }
            sum += i64::from(own);
        }
        let one = i64::from(ONE * ONE * OUTPUT_ONE);
        // The greatest sum times the greatest scale fits 64 bits.
        (sum * self.scale / one).clamp(-MOST, MOST) as i32
    }
}

/// The squares of an accumulator, held between 0 and 1, weighed. With at most 256 lanes that fits 32 bits: 256 * 255 *
/// 255 * 127 is below 2^31.
///
/// One loop over all lanes: the compiler makes multiply-and-add instructions of it. Of loops over blocks it makes shuffles,
/// and a net of 128 lanes takes three times as long.
#[inline(always)]
fn counted(own: &[i16], output: &[i16]) -> i32 {
    let products = own.iter().zip(output).map(|(&lane, weight)| {
        let held = lane.clamp(0, ONE as i16);
        // 255 * 127 fits 16 bits.
        i32::from(held.wrapping_mul(*weight)) * i32::from(held)
    });
    products.fold(0, i32::wrapping_add)
}

/// Lists the inputs that have come on and those that have gone, and says how many each are.
#[inline(always)]
fn changes(now: &[u64], before: &[u64], come: &mut [u32], gone: &mut [u32]) -> (usize, usize) {
    let (mut coming, mut going) = (0, 0);
    for (word, (now, before)) in now.iter().zip(before).enumerate() {
        each(now & !before, word, come, &mut coming);
        each(before & !now, word, gone, &mut going);
    }
    (coming, going)
}

/// Lists the inputs of a word.
#[inline(always)]
fn each(mut set: u64, word: usize, out: &mut [u32], count: &mut usize) {
    while set != 0 {
        // There is room for all inputs.
        out[*count] = 64 * word as u32 + set.trailing_zeros();
        *count += 1;
        set &= set - 1;
    }
}

impl Accumulators {
    /// Looks at the position that is to be judged next: `planes` gets the words of its planes, all 0. Gives what it
    /// answers.
    #[inline]
    pub fn see<T>(&mut self, planes: impl FnOnce(&mut [u64]) -> T) -> T {
        self.now.fill(0);
        planes(&mut self.now)
    }

    /// Forgets the last position, as accumulators that are made anew.
    pub fn clear(&mut self, net: &Net) {
        self.on = 0;
        self.before.fill(0);
        for side in &mut self.sides {
            side.copy_from_slice(&net.bias);
        }
    }
}
