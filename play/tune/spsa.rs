//! Where the numbers go: simultaneous perturbation stochastic approximation (J. Spall, "Multivariate stochastic
//! approximation using a simultaneous perturbation gradient approximation", 1992).
//!
//! For each pair of games all numbers are moved at once, each up for one player and down for the other, by
//! signs that are drawn. The result says in which direction to go, by a step that falls with the pairs. However
//! many numbers there are, a pair of games tells of all of them. What is found is the mean of the last
//! quarter of the way: the numbers go on wandering about the best ones by the chance of single games.
//!
//! Numbers are counted in parts of their range, so that one step suits all. Steps follow after [`BATCH`]
//! pairs, which can be played at once: so the way is the same on any number of threads.

use plyglot_search::random::{SplitMix, mix};

use crate::tune::number::Number;

/// How many pairs are played from the same numbers.
pub const BATCH: usize = 16;

/// How far each player is from the numbers after the last pair, as a part of the range.
const NEAR: f64 = 0.06;
/// How the distance and the step fall with the pairs (J. Spall, "Implementation of the simultaneous perturbation
/// algorithm for stochastic optimization", 1998).
const DISTANCE_FALLS: f64 = 0.101;
const STEP_FALLS: f64 = 0.602;
/// This share of the pairs counts as played before the first one, so that the first steps are not too large.
const BEFORE: f64 = 0.1;
/// The last step is this divided by the number of pairs, times the distance: fewer pairs take larger steps.
const LAST_STEP: f64 = 60.0;
const MOST_STEP: f64 = 0.1;

/// The numbers on their way.
#[derive(Clone, Debug)]
pub struct Spsa {
    numbers: Vec<Number>,
    pairs: usize,
    seed: u64,
    /// Where each number is in its range, 0 to 1.
    at: Vec<f64>,
    played: usize,
    /// Where they were after each batch, the start first.
    way: Vec<Vec<f64>>,
}

impl Spsa {
    /// At the start, with this number of pairs to be played.
    pub fn new(numbers: Vec<Number>, pairs: usize, seed: u64) -> Spsa {
        let at: Vec<f64> = numbers.iter().map(|number| number.place(number.start)).collect();
        let way = vec![at.clone()];
        Spsa { numbers, pairs, seed, at, played: 0, way }
    }

    /// The pairs that are to be played next, by their numbers from 0; none at the end.
    pub fn next(&self) -> std::ops::Range<usize> {
        self.played..(self.played + BATCH).min(self.pairs)
    }

    /// The values that both players of a pair have.
    pub fn trial(&self, pair: usize) -> [Vec<i64>; 2] {
        let signs = self.signs(pair);
        let moved = |way: f64| {
            let value = |((number, &at), sign): ((&Number, &f64), &f64)| {
                number.value((at + way * sign * self.distance(number)).clamp(0.0, 1.0))
            };
            self.numbers.iter().zip(&self.at).zip(&signs).map(value).collect()
        };
        [moved(1.0), moved(-1.0)]
    }

    /// Takes the results of [`Spsa::next`], in their order: the points of the first player less those of the
    /// second, -2 to 2.
    pub fn learn(&mut self, results: &[f64]) {
        let pairs = self.next();
        let mut steps = vec![0.0; self.at.len()];
        let step = self.step();
        for (pair, result) in pairs.clone().zip(results) {
            for ((sum, sign), number) in steps.iter_mut().zip(self.signs(pair)).zip(&self.numbers) {
                *sum += step * self.distance(number) * result * sign;
            }
        }
        for (at, step) in self.at.iter_mut().zip(steps) {
            *at = (*at + step).clamp(0.0, 1.0);
        }
        self.played = pairs.end;
        self.way.push(self.at.clone());
    }

    /// How many pairs were played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// What each number is now.
    pub fn now(&self) -> Vec<i64> {
        self.values(&self.at)
    }

    /// The best that is known: the mean of the last quarter of the way.
    pub fn found(&self) -> Vec<i64> {
        let last = self.way.len().div_ceil(4);
        let tail = &self.way[self.way.len() - last..];
        let mean = |number: usize| tail.iter().map(|at| at[number]).sum::<f64>() / last as f64;
        let means: Vec<f64> = (0..self.at.len()).map(mean).collect();
        self.values(&means)
    }

    /// The way of each number: its value at the start and after each batch of pairs.
    pub fn ways(&self) -> Vec<Vec<f64>> {
        let value = |index: usize, place: f64| {
            let number = &self.numbers[index];
            number.least as f64 + place * number.width()
        };
        let way = |index: usize| self.way.iter().map(|at| value(index, at[index])).collect();
        (0..self.at.len()).map(way).collect()
    }

    fn values(&self, places: &[f64]) -> Vec<i64> {
        self.numbers.iter().zip(places).map(|(number, &place)| number.value(place)).collect()
    }

    /// In which direction each number is moved for the first player of a pair.
    fn signs(&self, pair: usize) -> Vec<f64> {
        let mut random = SplitMix(mix(self.seed ^ mix(pair as u64)));
        let sign = |_: &Number| if random.below(2) == Some(0) { 1.0 } else { -1.0 };
        self.numbers.iter().map(sign).collect()
    }

    /// How far each player is from a number, at least half a unit of it: the two then differ.
    fn distance(&self, number: &Number) -> f64 {
        let share = self.pairs as f64 / (self.played + 1) as f64;
        (NEAR * share.powf(DISTANCE_FALLS)).max(0.5 / number.width()).min(0.5)
    }

    /// The step for each distance and point.
    fn step(&self) -> f64 {
        let (all, before) = (self.pairs as f64, BEFORE * self.pairs as f64);
        let last = (LAST_STEP / all).min(MOST_STEP);
        let share = (before + all) / (before + self.played as f64 + 1.0);
        last * share.powf(STEP_FALLS - 2.0 * DISTANCE_FALLS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, least: i64, greatest: i64, start: i64) -> Number {
        Number { name: name.into(), least, greatest, start }
    }

    /// Two players of known strength, whose games are decided by chance.
    fn result(random: &mut SplitMix, difference: f64) -> f64 {
        let chance = 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
        let mut game = || {
            if (random.below(1 << 20).unwrap() as f64) < chance * (1 << 20) as f64 {
                1.0
            } else {
                -1.0
            }
        };
        game() + game()
    }

    #[test]
    fn the_numbers_go_where_play_is_best() {
        // Best at 30 and at 5, far from where they begin; the third changes nothing.
        let numbers = vec![number("a", 0, 40, 8), number("b", 0, 100, 60), number("c", 0, 9, 4)];
        let strength = |values: &[i64]| {
            let off = |value: i64, best: i64, width: f64| ((value - best) as f64 / width).powi(2);
            -600.0 * (off(values[0], 30, 40.0) + off(values[1], 5, 100.0))
        };
        let mut spsa = Spsa::new(numbers, 1_600, 1);
        let mut random = SplitMix(7);
        while !spsa.next().is_empty() {
            let results: Vec<f64> = spsa
                .next()
                .map(|pair| {
                    let [a, b] = spsa.trial(pair);
                    result(&mut random, strength(&a) - strength(&b))
                })
                .collect();
            spsa.learn(&results);
        }
        let found = spsa.found();
        assert!((26..=34).contains(&found[0]), "{found:?}");
        assert!((0..=15).contains(&found[1]), "{found:?}");
        assert_eq!(spsa.ways()[0].len(), 101, "the start, and the end of each batch");
    }

    #[test]
    fn both_players_differ_and_keep_to_the_range() {
        let spsa = Spsa::new(vec![number("a", 0, 2, 0), number("b", -5, 1_000, 1_000)], 64, 3);
        for pair in spsa.next() {
            let [a, b] = spsa.trial(pair);
            assert_ne!(a[0], b[0], "a number of few values is moved by a whole one");
            assert!(a.iter().chain(&b).all(|&value| (-5..=1_000).contains(&value)));
            assert!((0..=2).contains(&a[0]) && (0..=2).contains(&b[0]));
        }
    }
}
