//! Simulated matches of players whose difference is known: how often the test and the interval are right.
//!
//! `PLYGLOT_MATCHES=20000 cargo test -p plyglot-match simulation -- --nocapture` takes about two minutes.

use plyglot_search::random::SplitMix;

use super::*;

/// A match of players who draw a share `draws` of even games. An opening adds up to `bias` to the chances of one
/// side, and takes as much from the other's, so that the difference in strength is exactly `elo`.
struct Simulated {
    elo: f64,
    draws: f64,
    bias: f64,
}

impl Simulated {
    /// One game from A's side in half points.
    fn game(&self, advantage: f64, random: &mut SplitMix) -> usize {
        let score = 1.0 / (1.0 + 10f64.powf(-self.elo / 400.0)) + advantage;
        let draws = self.draws * 2.0 * score.min(1.0 - score);
        let drawn = random.bits() as f64 / 2f64.powi(64);
        match drawn {
            _ if drawn < score - draws / 2.0 => 2,
            _ if drawn < score + draws / 2.0 => 1,
            _ => 0,
        }
    }

    /// Plays until the test decides; how it did, and after how many pairs.
    fn played(&self, test: &Sprt, random: &mut SplitMix) -> (Decision, u64) {
        let mut pairs = Pairs::default();
        loop {
            let advantage = self.bias * (random.bits() as f64 / 2f64.powi(63) - 1.0);
            pairs.add(self.game(advantage, random) + self.game(-advantage, random));
            match test.decision(&pairs) {
                Decision::Open => {}
                decision => return (decision, pairs.count()),
            }
        }
    }

    /// How many of this many matches pass a (0, 20) test.
    fn passes(&self, matches: usize, seed: u64) -> usize {
        let test = Sprt::new(0.0, 20.0, Model::Logistic).expect("hypotheses");
        let mut random = SplitMix(seed);
        let passed = |_: &usize| -> bool { self.played(&test, &mut random).0 == Decision::Passed };
        (0..matches).filter(passed).count()
    }
}

const CONDITIONS: [(f64, f64); 3] = [(0.0, 0.0), (0.5, 0.0), (0.3, 0.25)];

/// How many matches there are under each of the conditions.
fn matches() -> usize {
    let given = std::env::var("PLYGLOT_MATCHES").ok();
    given.map_or(2_000, |given| given.parse().expect("PLYGLOT_MATCHES is a number"))
}

/// The share of matches that pass, a third of them under each of the conditions.
fn passing(elo: f64, first_seed: u64) -> f64 {
    let matches = matches();
    let of = |(seed, &(draws, bias)): (u64, &(f64, f64))| {
        Simulated { elo, draws, bias }.passes(matches, seed)
    };
    let passes: usize = (first_seed..).zip(&CONDITIONS).map(of).sum();
    let share = passes as f64 / (matches * CONDITIONS.len()) as f64;
    println!("{passes} matches pass, {:.2} %", share * 100.0);
    share
}

#[test]
fn of_equal_players_at_most_one_in_twenty_passes() {
    let share = passing(0.0, 1);
    assert!(share <= 0.05, "{share}");
}

#[test]
fn twenty_elo_are_found_in_nineteen_of_twenty_matches() {
    let share = passing(20.0, 11);
    assert!(share >= 0.95, "{share}");
}

#[test]
fn the_interval_holds_the_truth_in_nineteen_of_twenty_matches() {
    let simulated = Simulated { elo: 30.0, draws: 0.4, bias: 0.2 };
    let mut random = SplitMix(5);
    let mut held = 0;
    for _ in 0..2000 {
        let mut pairs = Pairs::default();
        for _ in 0..300 {
            let advantage = simulated.bias * (random.bits() as f64 / 2f64.powi(63) - 1.0);
            let pair = [advantage, -advantage].map(|side| simulated.game(side, &mut random));
            pairs.add(pair.iter().sum());
        }
        let Rating { low, high, .. } = pairs.elo().expect("pairs");
        held += usize::from(low < Some(simulated.elo) && high > Some(simulated.elo));
    }
    assert!((1860..=1940).contains(&held), "{held} of 2000");
}
