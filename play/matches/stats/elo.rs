//! Elo and its relatives from the counts of pairs.

use plyglot_stats::{TWO_SIDED_95, normal_below};
use serde::{Deserialize, Serialize};

/// What one point of normalised Elo is: 800 / ln 10 (M. Van den Bergh, "Normalized Elo", 2021).
pub(super) const NORMAL_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// What a pair of games is worth by A's points in it, as a share of both.
pub(super) const WORTH: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs ended with 0, 0.5, 1, 1.5 and 2 points for A (the pentanomial distribution).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

/// A difference in strength, from A's side, with its 95 % interval. What is infinite is `None`.
///
/// Where every pair ended alike, the results show no variance. Then the interval is what is left where as large a share
/// of pairs ends otherwise as is compatible with none of these having done so: with n pairs a share of 1 - 0.05^(1/n),
/// about 3/n (the exact bound of C. Clopper and E. Pearson, 1934).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely difference.
    pub value: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl Rating {
    /// Half the width of the interval, what others print behind a plus-minus sign.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    /// The value and the ends of its interval as numbers, some of them infinite.
    pub fn numbers(&self) -> [f64; 3] {
        let infinite = if self.low.is_some() { f64::INFINITY } else { f64::NEG_INFINITY };
        let Rating { value, low, high } = *self;
        [value.unwrap_or(infinite), low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)]
    }

    fn of(to_rating: impl Fn(f64) -> f64, score: f64, [low, high]: [f64; 2]) -> Rating {
        let finite = |score: f64| Some(to_rating(score)).filter(|rating| rating.is_finite());
        Rating { value: finite(score), low: finite(low), high: finite(high) }
    }
}

impl Pairs {
    /// Counts a pair by A's points in half points, 0 to 4; more count as 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// A's share of all points; `None` without a pair.
    pub fn score(&self) -> Option<f64> {
        let count = self.count();
        (count > 0)
            .then(|| WORTH.iter().zip(self.shares()).map(|(worth, share)| worth * share).sum())
    }

    /// The variance of a pair's score.
    fn variance(&self, score: f64) -> f64 {
        let square = |(worth, share): (&f64, f64)| share * (worth - score).powi(2);
        WORTH.iter().zip(self.shares()).map(square).sum()
    }

    fn shares(&self) -> [f64; 5] {
        self.0.map(|pairs| pairs as f64 / self.count() as f64)
    }

    /// How far to either side of the score the 95 % interval reaches.
    fn reach(&self, variance: f64) -> f64 {
        TWO_SIDED_95 * (variance / self.count() as f64).sqrt()
    }

    /// The largest share of pairs that may end otherwise, where all of them ended alike.
    fn share_of_others(&self) -> Option<f64> {
        let count = self.count();
        (count > 0 && self.0.contains(&count)).then(|| 1.0 - 0.05_f64.powf(1.0 / count as f64))
    }

    /// The Elo difference (A. Elo, 1978): at 400 points the stronger player makes ten points of eleven. `None`
    /// without a pair.
    pub fn elo(&self) -> Option<Rating> {
        let score = self.score()?;
        // The zero keeps an even score from being minus zero.
        let elo = |score: f64| 0.0 - 400.0 * (1.0 / score - 1.0).log10();
        let reach = self.reach(self.variance(score));
        let ends = match self.share_of_others() {
            Some(share) => [0.0, 1.0].map(|end| score + share * (end - score)),
            None => [score - reach, score + reach],
        };
        Some(Rating::of(elo, score, ends))
    }

    /// Normalised Elo: the difference in standard deviations of a game's score, in units that look like Elo. Unlike
    /// Elo it says how many games it takes to see the difference, whatever the share of draws. `None` without a pair.
    pub fn normalised(&self) -> Option<Rating> {
        let score = self.score()?;
        let variance = self.variance(score);
        let of = |score: f64, variance: f64| (score - 0.5) / (2.0 * variance).sqrt() * NORMAL_UNIT;
        if let Some(share) = self.share_of_others() {
            // The fewer pairs end otherwise, the larger it is without a bound, unless they are even.
            let end = |end: f64| {
                let mixed = score + share * (end - score);
                of(mixed, share * (1.0 - share) * (end - score).powi(2))
            };
            let value = (score == 0.5).then_some(0.0);
            let low = (score >= 0.5).then(|| end(0.0));
            return Some(Rating { value, low, high: (score <= 0.5).then(|| end(1.0)) });
        }
        let reach = self.reach(variance);
        Some(Rating::of(|score| of(score, variance), score, [score - reach, score + reach]))
    }

    /// The likelihood that A is the stronger player, from 0 to 1; `None` without a pair.
    pub fn superiority(&self) -> Option<f64> {
        let score = self.score()?;
        let error = (self.variance(score) / self.count() as f64).sqrt();
        let z = (score - 0.5) / error;
        Some(if z.is_nan() { 0.5 } else { normal_below(z) })
    }
}
