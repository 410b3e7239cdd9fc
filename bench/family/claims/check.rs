//! Tests claims: makes the trees, runs the methods, and judges the results.

use plyglot_family::Method;
use plyglot_open::DoorError;
use plyglot_open::catalogue::Catalogue;
use plyglot_search::Stop;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::culprit::culprit;
use super::experiment::Evidence;
use super::list::LIST;
use super::tested::{Part, Tested};
use super::{Claim, ClaimResult};
use crate::family::result::Missing;
use crate::family::run::{Completion, Options, ThreadError, measure};
use crate::family::study::Study;

/// How claims are tested.
#[derive(Clone, Copy, Debug)]
pub struct ClaimOptions<'a> {
    /// Where the games come from of which positions are searched: othello, connect4, kalah, synthetic.
    pub games: &'a Catalogue,
    /// Trees in a cell; cells of large trees take fewer, those of small ones more.
    pub trees: usize,
    /// How many trees are searched at once.
    pub jobs: usize,
    /// Visits that a search may make; a tree that needs more is left out.
    pub budget: u64,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Ends the tests early, with the claims that were tested before.
    pub stop: &'a Stop,
}

/// How far the tests have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimProgress {
    /// The claim that is tested.
    pub claim: &'static str,
    /// Trees of the part that is tested.
    pub trees: Completion,
}

/// A claim with what was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checked {
    /// What was tested.
    pub claim: Claim,
    /// What was found.
    pub verdict: ClaimResult,
    /// Every figure that was looked at.
    pub evidence: Vec<Evidence>,
    /// Where an algorithm that is wrong goes wrong, in some lines of text.
    pub example: Option<String>,
    /// Searches that failed, with why; never those that only ran out of visits.
    pub failures: Vec<String>,
}

/// Claims could not be tested.
#[derive(Debug, Error)]
pub enum ClaimError {
    /// There is no such claim.
    #[error("unknown claim {name:?}; expected one of {all}")]
    Name {
        /// What was asked for.
        name: String,
        /// The names that there are.
        all: String,
    },
    /// The trees of a claim cannot be made.
    #[error("the trees of a claim cannot be made: {0}")]
    Trees(#[from] DoorError),
    /// The system refused a thread.
    #[error(transparent)]
    Thread(#[from] ThreadError),
}

/// Tests the claims of these names, or all if there are none.
///
/// # Errors
/// If a name is not that of a claim, or the system refuses what is needed.
pub fn check(
    names: &[String],
    options: ClaimOptions<'_>,
    mut progress: impl FnMut(ClaimProgress),
) -> Result<Vec<Checked>, ClaimError> {
    let known = |name: &String| LIST.iter().any(|tested| tested.claim.name == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let all: Vec<&str> = LIST.iter().map(|tested| tested.claim.name).collect();
        return Err(ClaimError::Name { name: name.clone(), all: all.join(", ") });
    }
    let wanted = LIST
        .iter()
        .filter(|tested| names.is_empty() || names.iter().any(|n| n == tested.claim.name));
    let mut checked = Vec::new();
    for tested in wanted {
        let one = check_one(tested, options, &mut progress)?;
        if options.stop.is_raised() {
            break;
        }
        checked.push(one);
    }
    Ok(checked)
}

fn check_one(
    tested: &Tested,
    options: ClaimOptions<'_>,
    progress: &mut impl FnMut(ClaimProgress),
) -> Result<Checked, ClaimError> {
    let claim = tested.claim;
    let (mut evidence, mut failures) = (Vec::new(), Vec::new());
    for part in tested.parts {
        let study =
            part.run(options, |trees| progress(ClaimProgress { claim: claim.name, trees }))?;
        for cell in 0..study.cells.len() {
            evidence.extend(part.compare.iter().map(|c| c.look(&study, cell, options.seed)));
        }
        failures.extend(study.samples.iter().filter_map(|sample| match &sample.result {
            Err(Missing::Failed(why)) => Some(format!(
                "{} on {}: {why}",
                study.methods[sample.method], study.cells[sample.cell].name
            )),
            _ => None,
        }));
    }
    let verdict = ClaimResult::on(&evidence);
    let example = tested.culprit.and_then(|method| culprit(options.games, method, options.stop));
    Ok(Checked { claim, verdict, evidence, example, failures })
}

impl Part {
    fn run(
        &self,
        options: ClaimOptions<'_>,
        progress: impl FnMut(Completion),
    ) -> Result<Study, ClaimError> {
        let trees = ((options.trees as f64 * self.share) as usize).max(1);
        let cells = self.grounds.iter().map(|ground| ground.cell(options.games, trees));
        let cells = cells.collect::<Result<Vec<_>, DoorError>>()?;
        let ClaimOptions { budget, jobs, stop, .. } = options;
        Ok(measure(cells, &self.methods(), Options { budget, jobs, stop }, progress)?)
    }

    /// All methods that are compared, each once.
    fn methods(&self) -> Vec<Method> {
        let mut all: Vec<Method> = Vec::new();
        for method in self.compare.iter().flat_map(|compare| [compare.base(), compare.method()]) {
            if let Some(method) = method.filter(|method| !all.contains(method)) {
                all.push(method);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    #[test]
    fn every_name_of_a_method_in_the_list_means_one() {
        for tested in LIST {
            for part in tested.parts {
                for compare in part.compare {
                    assert!(compare.method().is_some(), "{compare:?}");
                    assert_eq!(compare.base().is_some(), !compare.base.is_empty(), "{compare:?}");
                }
                for ground in part.grounds {
                    assert!(ground.cell(&builtin(), 1).is_ok(), "{ground:?}");
                }
            }
        }
    }
}
