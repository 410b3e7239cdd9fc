//! Positions as a net sees them, with their labels.

use plyglot_eval::net::Views;
use plyglot_open::{DoorError, Open};
use plyglot_search::{Inputs, Side};
use rayon::prelude::*;

use crate::train::play::GameRecord;
use crate::train::rows::{is_held_out, replayed};

/// Positions: the words of their planes, one after the other, but for those that are 0 in all of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// Which words of the planes are kept.
    kept: Vec<usize>,
    bits: Vec<u64>,
    /// What each is worth to the side to move, in points.
    pub(crate) labels: Vec<f32>,
    /// What the game estimates of it by itself, in points; 0 where the net stands alone.
    pub(crate) own: Vec<f32>,
    /// True where the second side is to move.
    pub(crate) second: Vec<bool>,
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The words of a position that are kept, with their places.
    #[inline]
    pub(crate) fn words(&self, sample: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let words = &self.bits[sample * self.kept.len()..][..self.kept.len()];
        self.kept.iter().copied().zip(words.iter().copied())
    }

    /// How many inputs are on.
    pub(crate) fn on(&self, sample: usize) -> u32 {
        self.words(sample).map(|(_, word)| word.count_ones()).sum()
    }

    fn append(&mut self, other: Samples) {
        self.bits.extend(other.bits);
        self.labels.extend(other.labels);
        self.own.extend(other.own);
        self.second.extend(other.second);
    }

    /// Leaves out the words that no bit of is ever on.
    fn pack(&mut self, kept: &[usize]) {
        let words = self.kept.len().max(1);
        let rows = self.bits.chunks(words);
        self.bits = rows.flat_map(|row| kept.iter().map(|&word| row[word])).collect();
        self.kept = kept.to_vec();
    }
}

/// What is trained on and what is held out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Data {
    pub(crate) train: Samples,
    pub(crate) held_out: Samples,
}

impl Data {
    /// As many positions are in each of up to `most` parts of the game: for each but the last, how many inputs are on at
    /// most.
    pub(crate) fn bounds(&self, most: usize) -> Vec<u32> {
        let mut on: Vec<u32> = (0..self.train.len()).map(|sample| self.train.on(sample)).collect();
        on.sort_unstable();
        let cut = |part: usize| on.get(part * on.len() / most).copied();
        let mut bounds: Vec<u32> = (1..most).filter_map(cut).collect();
        bounds.dedup();
        // A part above the greatest number would be empty.
        bounds.retain(|&bound| on.last().is_some_and(|&greatest| bound < greatest));
        bounds
    }
}

/// The positions of games, in the order of the games, that a search would judge as they are. `game` estimates by hand.
pub(crate) fn gather(
    game: &dyn Open,
    records: &[&GameRecord],
    adds: bool,
) -> Result<Data, DoorError> {
    let words = game.inputs()?.size();
    let part = |records: &[&GameRecord]| -> Result<Data, DoorError> {
        let kept: Vec<usize> = (0..words).collect();
        let samples = || Samples { kept: kept.clone(), ..Samples::default() };
        let mut data = Data { train: samples(), held_out: samples() };
        // Opened for itself, so that no thread waits for what another asks the game's knowledge.
        let game = game.with(&[])?;
        let (start, mut planes) = (game.start()?, vec![0; words]);
        for record in records {
            let to = if is_held_out(record) { &mut data.held_out } else { &mut data.train };
            replayed(&start, record, |at, label| {
                planes.fill(0);
                if game.see(at, &mut planes)? {
                    let own = if adds { at.estimate()?.unwrap_or(0) } else { 0 };
                    to.bits.extend(&planes);
                    to.labels.push(label as f32);
                    to.own.push(own as f32);
                    to.second.push(at.to_move() == Side::Second);
                }
                Ok(())
            })?;
        }
        Ok(data)
    };
    let parts: Vec<Data> = records.par_chunks(500).map(part).collect::<Result<_, _>>()?;
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    for part in parts {
        all.train.append(part.train);
        all.held_out.append(part.held_out);
    }
    let mut used = vec![0; words];
    for row in all.train.bits.chunks(words.max(1)).chain(all.held_out.bits.chunks(words.max(1))) {
        used.iter_mut().zip(row).for_each(|(used, word)| *used |= word);
    }
    let kept: Vec<usize> = (0..words).filter(|&word| used[word] != 0).collect();
    all.train.pack(&kept);
    all.held_out.pack(&kept);
    Ok(all)
}

/// The row of each input, for each symmetry of the game and each side: how a training sees positions.
pub(crate) struct Rows(Vec<[Vec<u32>; 2]>);

impl Rows {
    pub(crate) fn new(inputs: &Inputs, views: &Views) -> Rows {
        let words = inputs.words();
        let turned = |map: &[u16]| {
            [0, 1].map(|side| {
                let mut rows = views.of(side).to_vec();
                for plane in 0..inputs.planes().len() {
                    for (cell, &to) in map.iter().enumerate() {
                        let input = 64 * words * plane;
                        rows[input + cell] = views.of(side)[input + usize::from(to)];
                    }
                }
                rows
            })
        };
        let itself = [0, 1].map(|side| views.of(side).to_vec());
        let turned = inputs.symmetries().iter().map(|map| turned(map));
        Rows(std::iter::once(itself).chain(turned).collect())
    }

    /// How many symmetries there are, that which changes nothing included.
    pub(crate) fn symmetries(&self) -> usize {
        self.0.len()
    }

    /// The rows of a position's inputs, of the side to move and of the other, with how many there are.
    #[inline]
    pub(crate) fn of(
        &self,
        samples: &Samples,
        sample: usize,
        symmetry: usize,
        out: &mut [Vec<u32>; 2],
    ) -> u32 {
        let [first, second] = &self.0[symmetry];
        let sides = if samples.second[sample] { [second, first] } else { [first, second] };
        out.iter_mut().for_each(Vec::clear);
        let mut on = 0;
        for (place, mut word) in samples.words(sample) {
            on += word.count_ones();
            while word != 0 {
                let input = 64 * place + word.trailing_zeros() as usize;
                word &= word - 1;
                for (out, rows) in out.iter_mut().zip(sides) {
                    out.push(rows[input]);
                }
            }
        }
        on
    }
}
