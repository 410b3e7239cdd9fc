//! What of the tree a search by a net may leave out: tried by matches when the net is finished.
//!
//! A game of which only the rules are known prunes nothing, and reductions and reverse futility may be worth more than the
//! net itself. Which margin is right depends on the game, and in some (Dots and Boxes, where a move that gains nothing
//! still changes who has to open the next chain) no margin pays. So each is tried over what was found before, and
//! kept only where a sequential test says that it is stronger: a margin, a third of it or three times as much, late-move
//! reductions. What is kept stands in the header of the file; the weights stay.
//!
//! Cost: three matches ([`Terms::of_trial`]).

use std::io;

use plyglot_eval::net::{NetFile, Selectivity};
use plyglot_open::Stop;

use crate::train::error::TrainError;
use crate::train::gate::{self, Gate, Met, Terms};
use crate::train::training::Training;

/// What is tried, one after the other: from the scale of the game's results, in points, and what was found before.
const STEPS: [fn(i32, Selectivity) -> Selectivity; 3] = [
    |scale, best| Selectivity { margin: usual(scale), ..best },
    |scale, best| {
        let pays = best.margin > 0;
        let margin = if pays { (usual(scale) / FACTOR).max(1) } else { usual(scale) * FACTOR };
        Selectivity { margin, ..best }
    },
    |_, best| Selectivity { reductions: true, ..best },
];

/// The first margin.
fn usual(scale: i32) -> i32 {
    (scale / 12).max(1)
}

/// How many times narrower the other margin is where the first one pays, or wider where it does not.
const FACTOR: i32 = 3;

/// Something that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// All that is left out with it.
    pub tried: Selectivity,
    /// The match against the same net with what was kept before.
    pub gate: Gate,
}

/// What was found.
pub(crate) struct Found {
    /// The bytes of the net's file with it.
    pub(crate) file: Vec<u8>,
    pub(crate) trials: Vec<Trial>,
    /// The matches were stopped; what is found is no worse for that.
    pub(crate) stopped: bool,
}

/// Tries what a search by the net of a file may leave out, in matches of at most `games` games. `show` is told of each
/// game: the trial, and how many games it has.
pub(crate) fn find(
    training: &Training<'_>,
    file: &[u8],
    games: u32,
    stop: &Stop,
    mut show: impl FnMut(&Selectivity, u64) -> io::Result<()>,
) -> Result<Found, TrainError> {
    let mut net = NetFile::from_bytes(file).expect("the training wrote it");
    let mut found = Found { file: file.to_vec(), trials: Vec::new(), stopped: false };
    let mut best = net.selectivity;
    for (number, step) in (0..).zip(STEPS) {
        let tried = step(net.weights.scale, best);
        if tried == best {
            continue;
        }
        net.selectivity = tried;
        let bytes = net.to_bytes();
        let now = training.held(Some(&bytes))?;
        let before = training.held(Some(&found.file))?;
        let players = [now.value.as_str(), before.value.as_str()];
        let terms = Terms::of_trial(games, number);
        match gate::meet(training, players, terms, stop, |games| show(&tried, games))? {
            Met::Stopped => {
                found.stopped = true;
                break;
            }
            Met::Ended(None) => break,
            Met::Ended(Some(gate)) => {
                found.trials.push(Trial { tried, gate });
                if gate.kept {
                    (best, found.file) = (tried, bytes);
                }
            }
        }
    }
    Ok(found)
}
