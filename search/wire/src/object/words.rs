//! One word for each bound and for each way a search ends, in every place that names them.
//!
//! The variants are the engine's; a new one without a word does not compile.

use std::fmt;

use plyglot_search as engine;
use serde::{Deserialize, Serialize};

/// What a score says of the value. What is exact is proven, in every place that says the word; a bound may be
/// proven or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is the value, proven to the end of the game.
    Exact,
    /// The search takes it for the value, which is not proven.
    Estimate,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Kind {
    /// Of a score with this bound, proven or not.
    pub fn of(bound: engine::Bound, proven: bool) -> Kind {
        match bound {
            engine::Bound::Exact if proven => Kind::Exact,
            engine::Bound::Exact => Kind::Estimate,
            engine::Bound::Lower => Kind::Lower,
            engine::Bound::Upper => Kind::Upper,
        }
    }
}

/// Why a search ended: `proven`, `depth`, `nodes`, `time` (that limit was reached), `stopped` (from outside) or
/// `game over` (there was nothing to search).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended(#[serde(with = "Ends")] pub engine::Ended);

#[derive(Serialize, Deserialize)]
#[serde(remote = "engine::Ended", rename_all = "lowercase")]
enum Ends {
    Proven,
    Depth,
    Nodes,
    Time,
    Stopped,
    // Journals of earlier versions have the other word.
    #[serde(rename = "game over", alias = "game_over")]
    GameOver,
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(out)
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_alike_everywhere_and_read_again() {
        use engine::{Bound, Ended as End};
        let ends = [End::Proven, End::Depth, End::Nodes, End::Time, End::Stopped, End::GameOver];
        let words = ["proven", "depth", "nodes", "time", "stopped", "game over"];
        for (end, word) in ends.into_iter().zip(words) {
            assert_eq!(Ended(end).to_string(), word);
            let json = serde_json::to_string(&Ended(end)).expect("it is a word");
            assert_eq!(json, format!("\"{word}\""));
            assert_eq!(serde_json::from_str::<Ended>(&json).expect("it is one"), Ended(end));
        }
        let earlier = serde_json::from_str::<Ended>("\"game_over\"").expect("of a journal");
        assert_eq!(earlier, Ended(End::GameOver));
        let kinds = |proven| {
            [Bound::Exact, Bound::Lower, Bound::Upper].map(|of| Kind::of(of, proven).to_string())
        };
        assert_eq!(kinds(true), ["exact", "lower", "upper"]);
        assert_eq!(kinds(false), ["estimate", "lower", "upper"]);
    }
}
