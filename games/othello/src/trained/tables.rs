//! The weights as they are looked up: one table for each phase, a number of a pattern at its place.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use plyglot_eval::{Features, WeightError, WeightFile};

use super::features::{COUNTS, PHASES, PatternFeatures, phase};
use super::lanes::Lanes;
use super::patterns::{NUMBERS, PLACES, patterns};

/// The name under which weights are kept: the game with its size.
const GAME: &str = "othello";

/// Where the table of each pattern begins.
const BEGIN: [usize; NUMBERS.len() + 1] = {
    let mut begin = [0; NUMBERS.len() + 1];
    let mut pattern = 0;
    while pattern < NUMBERS.len() {
        begin[pattern + 1] = begin[pattern] + NUMBERS[pattern];
        pattern += 1;
    }
    begin
};

/// The weights that come with the game; the header says how they were made.
static BUILT_IN: &[u8] = include_bytes!("../../data/othello.weights");

/// What a number of 16 bits can reach beyond the beginning of a table.
const REACH: usize = 1 << 16;

/// All tables of a phase, and as much more as a look-up could reach: so none needs a check.
const TABLE: usize = BEGIN[NUMBERS.len()] + REACH;

#[derive(Debug)]
struct Phase {
    patterns: Box<[i16; TABLE]>,
    counts: [i32; COUNTS.len()],
}

/// The trained evaluation.
#[derive(Debug)]
pub(crate) struct Trained {
    phases: Vec<Phase>,
    units: i32,
    fingerprint: u64,
}

impl Trained {
    /// From the weights that come with the game, which are unpacked once, in some 20 ms.
    pub(crate) fn built_in() -> Arc<Trained> {
        static SHARED: OnceLock<Arc<Trained>> = OnceLock::new();
        let trained = || {
            let file = WeightFile::from_bytes(BUILT_IN).expect("the file is whole");
            Arc::new(Trained::new(&file).expect("its weights are for these features"))
        };
        Arc::clone(SHARED.get_or_init(trained))
    }

    /// From a file of weights.
    ///
    /// # Errors
    /// If there is none, it is damaged, or its weights are for something else.
    pub(crate) fn read(path: &Path) -> Result<Trained, WeightError> {
        Trained::new(&WeightFile::read(path)?)
    }

    fn new(file: &WeightFile) -> Result<Trained, WeightError> {
        static FEATURES: OnceLock<PatternFeatures> = OnceLock::new();
        let layout = FEATURES.get_or_init(PatternFeatures::default).layout();
        file.check(GAME, layout)?;
        let weights = &file.weights;
        let phases = (0..PHASES).map(|phase| Phase::new(weights.phase(phase))).collect();
        let units = i32::from(weights.units());
        Ok(Trained { phases, units, fingerprint: file.fingerprint() })
    }

    /// A number that is another for other weights.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The sum of the patterns from the point of view of the numbers, in parts of a point.
    #[inline(always)]
    pub(crate) fn sum(&self, empties: u32, lanes: &Lanes) -> i32 {
        let table = &self.phases[phase(empties)].patterns;
        let (mut sum, mut lane) = (0, 0);
        for pattern in 0..PLACES.len() {
            let table: &[i16; REACH] =
                table[BEGIN[pattern]..].first_chunk().expect("the table goes on for as long");
            for number in &lanes.0[lane..lane + PLACES[pattern]] {
                sum += i32::from(table[usize::from(*number)]);
            }
            lane += PLACES[pattern];
        }
        sum
    }

    /// The estimate in points, from `sum` and `mobility` (moves less the opponent's) of the side to
    /// move.
    #[inline(always)]
    pub(crate) fn points(&self, empties: u32, sum: i32, mobility: i32) -> i32 {
        let counts = &self.phases[phase(empties)].counts;
        let odd = if empties & 1 == 1 { counts[1] } else { -counts[1] };
        (sum + counts[0] + odd + counts[2] * mobility) / self.units
    }
}

impl Phase {
    fn new(weights: &[i16]) -> Phase {
        let mut table = vec![0; TABLE];
        let mut rest = weights;
        for (pattern, begin) in patterns().iter().zip(BEGIN) {
            let (own, others) = rest.split_at(pattern.weights() as usize);
            for (weight, tie) in table[begin..].iter_mut().zip(pattern.ties()) {
                *weight = own[tie.weight as usize].wrapping_mul(i16::from(tie.sign));
            }
            rest = others;
        }
        let mut counts = [0; COUNTS.len()];
        for (count, &weight) in counts.iter_mut().zip(rest) {
            *count = i32::from(weight);
        }
        let patterns = table.into_boxed_slice().try_into().expect("it is as long");
        Phase { patterns, counts }
    }
}
