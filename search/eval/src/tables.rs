//! The weights of patterns as they are looked up: one table for each phase, a number at its place.

use crate::features::Active;
use crate::file::{WeightError, WeightFile};
use crate::lanes::{Lanes, Reader, places};
use crate::layout::{Group, Layout};
use crate::pattern::Pattern;

/// Patterns of three states with counts beside them: what many evaluations of boards are.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    patterns: Vec<Pattern>,
    layout: Layout,
    reader: Reader<W>,
    /// For each lane, the pattern, and where the group of its weights begins.
    lanes: Vec<(usize, u32)>,
    /// How many of the lanes count with their own sign; they come first.
    plain: usize,
    counts: usize,
}

impl<const W: usize> Board<W> {
    /// With these patterns, counts and phases, by name.
    ///
    /// # Panics
    /// As [`Reader::new`].
    pub fn new(patterns: Vec<Pattern>, counts: &[&str], phases: Vec<String>) -> Board<W> {
        let count = |name: &&str| Group { name: (*name).into(), about: "count".into(), size: 1 };
        let groups = patterns.iter().map(Pattern::group).chain(counts.iter().map(count));
        let layout = Layout::new(groups.collect(), phases);
        let reader = Reader::new(&patterns);
        let lane = |(number, ..): (usize, &[u8], bool)| (number, layout.offset(number));
        let lanes: Vec<(usize, u32)> = places(&patterns).map(lane).collect();
        let plain = places(&patterns).filter(|(.., exchanged)| !exchanged).count();
        Board { patterns, layout, reader, lanes, plain, counts: counts.len() }
    }

    /// The weights that there are: the groups of the patterns, then one for each count.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What each cell adds to the numbers of the patterns.
    #[inline(always)]
    pub fn reader(&self) -> &Reader<W> {
        &self.reader
    }

    /// Adds the features of a position: its patterns, as the side sees it that has the cells `own`, and the
    /// counts.
    ///
    /// # Panics
    /// If there are not as many counts as names were given.
    pub fn active(&self, own: u64, other: u64, counts: &[i16], out: &mut Active) {
        assert_eq!(counts.len(), self.counts, "a value for each count");
        let lanes = self.reader.read(own, other);
        for (lane, &(pattern, offset)) in self.lanes.iter().enumerate() {
            let tie = self.patterns[pattern].ties()[usize::from(lanes.numbers()[lane])];
            let sign = if lane < self.plain { tie.sign } else { -tie.sign };
            out.push(offset + tie.weight, i16::from(sign));
        }
        let first = (self.layout.size() - self.counts) as u32;
        for (index, &count) in (first..).zip(counts) {
            out.push(index, count);
        }
    }
}

/// The weights of a [`Board`], ready to be looked up.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// For each phase, the tables of the patterns one after the other, a zero before them; then those of patterns
    /// that have places with the other sign once more, negated.
    phases: Vec<Vec<i16>>,
    /// For each phase, the weights of the counts.
    counts: Vec<Vec<i32>>,
    /// Where the table of each lane begins; that of a lane to spare is the zero.
    begin: [u32; W],
    units: i32,
}

impl<const W: usize> Tables<W> {
    /// The tables of the weights in a file for `game`.
    ///
    /// # Errors
    /// If they are for something else.
    pub fn new(game: &str, board: &Board<W>, file: &WeightFile) -> Result<Tables<W>, WeightError> {
        file.check(game, &board.layout)?;
        let weights = &file.weights;
        // The tables in their order: of which pattern, and whether negated.
        let with = |negated: bool| {
            let lanes = if negated { board.plain..board.lanes.len() } else { 0..board.plain };
            let mut patterns: Vec<usize> = board.lanes[lanes].iter().map(|lane| lane.0).collect();
            patterns.dedup();
            patterns.into_iter().map(move |pattern| (pattern, negated))
        };
        let tables: Vec<(usize, bool)> = with(false).chain(with(true)).collect();
        let mut begin = [0; W];
        let mut length = 1;
        for table in &tables {
            for (lane, &(pattern, _)) in board.lanes.iter().enumerate() {
                if (pattern, lane >= board.plain) == *table {
                    begin[lane] = length as u32;
                }
            }
            length += board.patterns[table.0].ties().len();
        }
        let table = |phase: usize| {
            let all = weights.phase(phase);
            let mut table = Vec::with_capacity(length);
            table.push(0);
            for &(number, negated) in &tables {
                let own = &all[board.layout.offset(number) as usize..];
                let turn = if negated { -1 } else { 1 };
                // Without a branch, which would often be predicted wrongly.
                let weight = |tie: &crate::Tie| {
                    let sign = turn * i32::from(tie.sign);
                    // A pattern may weigh nothing at all.
                    let weight =
                        own.get(tie.weight as usize).map_or(0, |&weight| i32::from(weight));
                    let product = weight * sign;
                    // The least number of all has no opposite.
                    product.min(i32::from(i16::MAX)) as i16
                };
                table.extend(board.patterns[number].ties().iter().map(weight));
            }
            let counts = &all[all.len() - board.counts..];
            (table, counts.iter().map(|&weight| i32::from(weight)).collect())
        };
        let (phases, counts) = (0..weights.phases()).map(table).unzip();
        Ok(Tables { phases, counts, begin, units: i32::from(weights.units()) })
    }

    /// The sum over the patterns, in parts of a point, from the point of view of the numbers.
    ///
    /// # Panics
    /// If there is no such phase.
    #[inline]
    pub fn sum(&self, phase: usize, lanes: &Lanes<W>) -> i32 {
        let table = &self.phases[phase][..];
        let mut sum = 0;
        for lane in 0..W {
            let place = self.begin[lane] + u32::from(lanes.numbers()[lane]);
            sum += i32::from(table[place as usize]);
        }
        sum
    }

    /// The weights of the counts in a phase, in parts of a point.
    ///
    /// # Panics
    /// If there is no such phase.
    #[inline]
    pub fn counts(&self, phase: usize) -> &[i32] {
        &self.counts[phase]
    }

    /// A sum in points, rounded towards zero.
    #[inline]
    pub fn points(&self, sum: i32) -> i32 {
        sum / self.units
    }
}
