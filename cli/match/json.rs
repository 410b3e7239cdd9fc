//! A match for other programs: an object for each game, and one for the match.

use std::collections::BTreeMap;

use plyglot_bench::scaling::Origin;
use plyglot_play::matches::stats::{Decision, Rating};
use plyglot_play::matches::{Ended, FaultKind, GameRecord, GameResult, Seat, Standing};
use serde::Serialize;

use super::view::MatchView;
use plyglot_wire::object;

#[derive(Serialize)]
struct GameFields<'a> {
    game: &'a str,
    #[serde(flatten)]
    record: &'a GameRecord,
}

#[derive(Serialize)]
struct MatchFields<'a> {
    game: &'a str,
    a: &'a str,
    b: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    normalised: RatingFields,
    superiority: Option<f64>,
    llr: Option<f64>,
    sprt: Option<SprtFields>,
    faults: FaultsFields,
    ended: BTreeMap<&'static str, u64>,
    exhausted: bool,
    complete: bool,
    jobs: usize,
    origin: &'a Origin,
}

#[derive(Serialize)]
struct RatingFields {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize)]
struct SprtFields {
    elo0: f64,
    elo1: f64,
    model: String,
    lower: f64,
    upper: f64,
    decision: Option<Decision>,
}

#[derive(Serialize)]
struct FaultsFields {
    a: Faults,
    b: Faults,
}

#[derive(Serialize)]
struct Faults {
    time: u64,
    crash: u64,
    illegal: u64,
    hang: u64,
}

impl Faults {
    fn of(standing: &Standing, seat: Seat) -> Faults {
        let count = |kind| standing.faults(seat, kind);
        Faults {
            time: count(FaultKind::Time),
            crash: count(FaultKind::Crash),
            illegal: count(FaultKind::Illegal),
            hang: count(FaultKind::Hang),
        }
    }
}

/// The object of a game.
pub(crate) fn game(game: &str, record: &GameRecord) -> String {
    object("game", &GameFields { game, record })
}

/// The object of the match.
pub(crate) fn finished(view: &MatchView<'_>, origin: &Origin) -> String {
    let finished = view.finished;
    let standing = &finished.standing;
    let nothing = Rating { value: None, low: None, high: None };
    let elo = standing.pairs.elo().unwrap_or(nothing);
    let Rating { value, low, high } = standing.pairs.normalised().unwrap_or(nothing);
    let sprt = view.sprt.map(|sprt| {
        let ([elo0, elo1], [lower, upper]) = (sprt.hypotheses(), sprt.bounds());
        let model = sprt.model().to_string();
        SprtFields { elo0, elo1, model, lower, upper, decision: finished.decision }
    });
    let ends = Ended::ALL.into_iter().map(|ended| (ended.word(), standing.ends(ended)));
    let fields = MatchFields {
        game: view.game,
        a: &view.players[0].text,
        b: &view.players[1].text,
        games: standing.games(),
        wins: standing.count(GameResult::Win),
        draws: standing.count(GameResult::Draw),
        losses: standing.count(GameResult::Loss),
        pairs: standing.pairs.0,
        elo: elo.value,
        low: elo.low,
        high: elo.high,
        normalised: RatingFields { value, low, high },
        superiority: standing.pairs.superiority(),
        llr: view.sprt.map(|sprt| sprt.llr(&standing.pairs)),
        sprt,
        faults: FaultsFields { a: Faults::of(standing, Seat::A), b: Faults::of(standing, Seat::B) },
        ended: ends.collect(),
        exhausted: finished.exhausted,
        complete: !finished.stopped,
        jobs: view.jobs,
        origin,
    };
    object("match", &fields)
}
