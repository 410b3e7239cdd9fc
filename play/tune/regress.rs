//! How well shallow searches predict deep ones: a line for each two depths, and one formula for the standard
//! deviation at all of them.

/// Levels of confidence in percent, with as many standard deviations as hold the deep score with that
/// probability where differences are normally distributed (two-sided).
pub const LEVELS: [(u32, f64); 5] = [(73, 1.10), (87, 1.51), (95, 1.96), (98, 2.33), (99, 2.58)];

/// The scores of a position by depth, and how far from the end of the game it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scores {
    /// What the stage of the game is told by.
    pub(crate) stage: i32,
    /// In points, by depth from 0 on; `None` where a search of that depth gave no estimate.
    pub(crate) by_depth: Vec<Option<i32>>,
}

impl Scores {
    fn at(&self, depth: u32) -> Option<f64> {
        self.by_depth.get(depth as usize).copied().flatten().map(f64::from)
    }
}

/// How a shallow search predicts a deep one.
#[derive(Clone, Debug, PartialEq)]
pub struct PairFit {
    /// Depth of the deep search, in plies.
    pub deep: u32,
    /// Depth of the shallow one.
    pub shallow: u32,
    /// From how many positions it is.
    pub positions: usize,
    /// The deep score is about `slope` times the shallow one, and `offset` points more.
    pub slope: f64,
    /// See `slope`.
    pub offset: f64,
    /// The standard deviation of the deep score from the shallow one as it is, in points.
    pub deviation: f64,
    /// For each of [`LEVELS`], the share of positions where the two are no further apart than the formula says,
    /// 0 to 1.
    pub within: [f64; LEVELS.len()],
}

/// The standard deviation in points: `constant + stage * plies + deep * depth + shallow * depth + lead * points`, where
/// the points are how far the shallow score is from 0, either way: the further one side is ahead, the less is known of by
/// how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    /// The constant.
    pub constant: f64,
    /// For each ply of the stage.
    pub stage: f64,
    /// For each ply of the deep search.
    pub deep: f64,
    /// For each ply of the shallow search.
    pub shallow: f64,
    /// For each point that the shallow score is from 0.
    pub lead: f64,
}

impl Formula {
    /// The standard deviation of a deep score from a shallow one of `score`, in points.
    pub fn deviation(&self, stage: i32, deep: u32, shallow: u32, score: f64) -> f64 {
        let parts = [self.constant, self.stage, self.deep, self.shallow, self.lead];
        let numbers = numbers(stage, deep, shallow, score);
        parts.iter().zip(numbers).map(|(part, number)| part * number).sum::<f64>().max(0.0)
    }
}

/// How many parts a formula has.
const PARTS: usize = 5;

/// What each part of a formula is multiplied by.
fn numbers(stage: i32, deep: u32, shallow: u32, score: f64) -> [f64; PARTS] {
    [1.0, f64::from(stage), f64::from(deep), f64::from(shallow), score.abs()]
}

/// The shallow depth that is usual for a deep one: half of it, and as odd or even, since the side that moved last is
/// favoured.
pub(crate) fn usual_shallow(deep: u32) -> u32 {
    2 * (deep / 4) + (deep & 1)
}

/// The expected absolute value of a normally distributed number, in standard deviations, is the inverse of this.
const OF_ABSOLUTE: f64 = 1.253_314_137_315_5;

/// The fits of all depths from 3 on, each by its usual shallow one, and the formula; `None` without scores.
pub(crate) fn fit(scores: &[Scores], deepest: u32) -> Option<(Vec<PairFit>, Formula)> {
    let depths = || (3..=deepest).map(|deep| (deep, usual_shallow(deep)));
    let mut square = [[0.0; PARTS]; PARTS];
    let mut right = [0.0; PARTS];
    for (deep, shallow) in depths() {
        for (stage, x, y) in both(scores, deep, shallow) {
            let row = numbers(stage, deep, shallow, x);
            for (i, a) in row.iter().enumerate() {
                right[i] += a * (y - x).abs() * OF_ABSOLUTE;
                for (j, b) in row.iter().enumerate() {
                    square[i][j] += a * b;
                }
            }
        }
    }
    let count = square[0][0];
    if count == 0.0 {
        return None;
    }
    // A little is added on the diagonal: two depths only, or one stage, say nothing of the rest.
    for (i, row) in square.iter_mut().enumerate() {
        row[i] += 1e-6 * count;
    }
    let [constant, stage, deep, shallow, lead] = solved(square, right);
    let formula = Formula { constant, stage, deep, shallow, lead };
    let fits = depths().filter_map(|(deep, shallow)| line(scores, deep, shallow, &formula));
    Some((fits.collect(), formula))
}

/// Stage, shallow and deep score of each position that has both.
fn both(scores: &[Scores], deep: u32, shallow: u32) -> impl Iterator<Item = (i32, f64, f64)> + '_ {
    scores
        .iter()
        .filter_map(move |scores| Some((scores.stage, scores.at(shallow)?, scores.at(deep)?)))
}

fn line(scores: &[Scores], deep: u32, shallow: u32, formula: &Formula) -> Option<PairFit> {
    let all: Vec<(i32, f64, f64)> = both(scores, deep, shallow).collect();
    let count = all.len() as f64;
    if all.is_empty() {
        return None;
    }
    let mean = |of: &dyn Fn(&(i32, f64, f64)) -> f64| all.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|row| row.1), mean(&|row| row.2));
    let spread = mean(&|row| (row.1 - x).powi(2));
    let together = mean(&|row| (row.1 - x) * (row.2 - y));
    let slope = if spread > 0.0 { together / spread } else { 1.0 };
    let within = LEVELS.map(|(_, deviations)| {
        let near = |row: &&(i32, f64, f64)| {
            (row.2 - row.1).abs() <= deviations * formula.deviation(row.0, deep, shallow, row.1)
        };
        all.iter().filter(near).count() as f64 / count
    });
    Some(PairFit {
        deep,
        shallow,
        positions: all.len(),
        slope,
        offset: y - slope * x,
        deviation: mean(&|row| (row.2 - row.1).powi(2)).sqrt(),
        within,
    })
}

/// Solves linear equations by elimination, with the largest number of each column first.
fn solved(mut square: [[f64; PARTS]; PARTS], mut right: [f64; PARTS]) -> [f64; PARTS] {
    for column in 0..PARTS {
        let size = |row: &usize| square[*row][column].abs();
        let best = (column..PARTS).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        square.swap(column, best);
        right.swap(column, best);
        let (pivot, known) = (square[column], right[column]);
        for row in column + 1..PARTS {
            let times = square[row][column] / pivot[column];
            for (value, above) in square[row].iter_mut().zip(pivot) {
                *value -= times * above;
            }
            right[row] -= times * known;
        }
    }
    let mut found = [0.0; PARTS];
    for row in (0..PARTS).rev() {
        let rest: f64 = (row + 1..PARTS).map(|column| square[row][column] * found[column]).sum();
        found[row] = (right[row] - rest) / square[row][row];
    }
    found
}

#[cfg(test)]
mod tests {
    use plyglot_search::random::SplitMix;

    use super::*;

    /// About normally distributed, with a deviation of 1.
    fn noise(random: &mut SplitMix) -> f64 {
        let part = |random: &mut SplitMix| random.below(1_000_000).unwrap() as f64 / 1e6;
        (0..12).map(|_| part(random)).sum::<f64>() - 6.0
    }

    #[test]
    fn the_formula_is_found_again() {
        let told = Formula { constant: 60.0, stage: -1.0, deep: 5.0, shallow: -6.0, lead: 0.1 };
        let mut random = SplitMix(5);
        let mut all = Vec::new();
        for number in 0..20_000 {
            let stage = 10 + number % 40;
            let deep = 3 + (number % 8) as u32;
            let shallow = usual_shallow(deep);
            let mut by_depth = vec![None; 12];
            let base = 300.0 * noise(&mut random);
            let off = told.deviation(stage, deep, shallow, base) * noise(&mut random);
            by_depth[shallow as usize] = Some(base as i32);
            by_depth[deep as usize] = Some((base + off) as i32);
            all.push(Scores { stage, by_depth });
        }
        let (fits, found) = fit(&all, 10).unwrap();
        assert!((found.stage - told.stage).abs() < 0.1, "{found:?}");
        assert!((found.deep - told.deep).abs() < 0.6, "{found:?}");
        assert!((found.shallow - told.shallow).abs() < 0.9, "{found:?}");
        assert!((found.lead - told.lead).abs() < 0.01, "{found:?}");
        for fit in fits {
            assert!((fit.slope - 1.0).abs() < 0.02, "{fit:?}");
            for ((percent, _), within) in LEVELS.into_iter().zip(fit.within) {
                let off = within - f64::from(percent) / 100.0;
                assert!(off.abs() < 0.03, "{percent} %: {fit:?}");
            }
        }
    }

    #[test]
    fn nothing_is_said_without_scores() {
        assert_eq!(fit(&[], 8), None);
        let one = Scores { stage: 3, by_depth: vec![Some(1), Some(2)] };
        assert_eq!(fit(&[one], 8), None, "no deep search");
    }
}
