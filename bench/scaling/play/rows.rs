//! What follows from the games: Elo by threads, beside Elo by as many more nodes, and their ratio.

use serde::{Deserialize, Serialize};

use super::Contest;
use crate::scaling::sample::SchemeName;
use crate::scaling::study::Study;
use plyglot_play::matches::stats::{Pairs, Rating};
use plyglot_play::matches::{GameRecord, Standing};
use plyglot_stats::{Estimate, bootstrap, mean};

/// How much stronger a player is than one thread with the nodes of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Pairs of games that ended with 0, 0.5, 1, 1.5 and 2 points for the player.
    pub pairs: Pairs,
    /// Elo; `None` where it is infinite or nothing was played.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval; `None` where there is none.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Games that were lost by a fault of a player: there should be none.
    pub faults: usize,
}

/// What threads are worth in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayRow {
    /// How they share a search.
    pub scheme: SchemeName,
    /// How many.
    pub threads: usize,
    /// Nodes a thread and move.
    pub nodes: u64,
    /// These threads against one.
    pub by_threads: Strength,
    /// One thread with as many nodes as all of these together, against one.
    pub by_nodes: Strength,
    /// Elo by threads as a share of Elo by nodes; `None` where the nodes gain nothing, or either is infinite.
    pub ratio: Option<EloShare>,
}

/// A share with its 95 % interval, bootstrapped over the openings that both contests have played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloShare {
    /// The share.
    pub value: f64,
    /// Lower end of its interval; `None` where too few games were played for there to be one.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// A row for each scheme, thread count and number of nodes of which games were played, in the order of the contests.
pub fn play_rows(study: &Study) -> Vec<PlayRow> {
    let contests = study.design.contests();
    let row = |contest: Contest| {
        let scheme = contest.scheme?;
        let by_threads = Strength::of(study, contest);
        let alone = Contest { scheme: None, ..contest };
        let by_nodes = Strength::of(study, alone);
        if by_threads.pairs.count() == 0 && by_nodes.pairs.count() == 0 {
            return None;
        }
        let ratio = ratio(study, contest, alone);
        let Contest { threads, nodes, .. } = contest;
        Some(PlayRow { scheme, threads, nodes, by_threads, by_nodes, ratio })
    };
    contests.into_iter().filter_map(row).collect()
}

impl Strength {
    fn of(study: &Study, contest: Contest) -> Strength {
        let games: Vec<_> = study.games_of(contest).cloned().collect();
        // Games count in their order, without a gap.
        let whole = games.iter().zip(1..).take_while(|(game, number)| game.number == *number);
        let whole = whole.count();
        let standing = Standing::of(&games[..whole]);
        let nothing = Rating { value: None, low: None, high: None };
        let Rating { value, low, high } = standing.pairs.elo().unwrap_or(nothing);
        let faults = games[..whole].iter().filter(|game| game.fault.is_some()).count();
        Strength { pairs: standing.pairs, elo: value, low, high, faults }
    }
}

/// Elo of a mean score in half points a pair, 0 to 4; infinite at both ends.
fn elo(half_points: f64) -> f64 {
    let score = half_points / 4.0;
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A's half points in each pair that a contest has played, from the first pair on.
fn half_points(study: &Study, contest: Contest) -> Vec<f64> {
    let games: Vec<&GameRecord> = study.games_of(contest).collect();
    let pair = |(games, number): (&[&GameRecord], usize)| match games {
        [first, second] if (first.pair, second.pair) == (number, number) => {
            Some((first.result.half_points() + second.result.half_points()) as f64)
        }
        _ => None,
    };
    games.chunks(2).zip(1..).map_while(pair).collect()
}

/// The ratio of both gains over the pairs that both contests have played.
fn ratio(study: &Study, threads: Contest, nodes: Contest) -> Option<EloShare> {
    let (these, those) = (half_points(study, threads), half_points(study, nodes));
    // Both results of an opening in one number, so that they are drawn together.
    let both: Vec<f64> = these.iter().zip(&those).map(|(this, that)| this * 8.0 + that).collect();
    let gain = |drawn: &[f64], part: fn(f64) -> f64| {
        Some(elo(mean(&drawn.iter().map(|&both| part(both)).collect::<Vec<_>>())?))
    };
    let statistic = |drawn: &[f64]| {
        let (gained, possible) =
            (gain(drawn, |both| (both / 8.0).floor())?, gain(drawn, |both| both % 8.0)?);
        // Where more nodes gain nothing, a share of it may be anything.
        Some(if possible > 0.0 { gained / possible } else { f64::INFINITY })
    };
    let Estimate { value, low, high } = bootstrap(&both, study.design.seed, statistic)?;
    let (low, high) = (Some(low), Some(high));
    let ends = low.zip(high).filter(|(low, high)| low.is_finite() && high.is_finite());
    let (low, high) = ends.unzip();
    value.is_finite().then_some(EloShare { value, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_half_points() {
        assert_eq!((elo(2.0), elo(4.0), elo(0.0)), (0.0, f64::INFINITY, f64::NEG_INFINITY));
        assert!((elo(40.0 / 11.0) - 400.0).abs() < 1e-9);
    }
}
