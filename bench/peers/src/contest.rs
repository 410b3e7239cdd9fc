//! One search by one of the two, on one position to one depth.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use minimax::{
    IterativeOptions, IterativeSearch, Negamax, ParallelOptions, ParallelSearch, Strategy,
};
use plyglot_search::{
    Acceptance, Config, Ended, Engine, Game, Knowledge, Limits, Stop, panic_message,
};

use super::adapter::{Budget, Estimate, OverBudget, Position, SameMover, Stopped, Tally};
use super::plain::EvaluationOnly;
use super::study::{ContestResult, Contestant, Missing};
use super::value::Value;

/// A position that both can search. Every search begins with an empty table; making it is not part
/// of the time.
pub trait Contest {
    /// A search by `who` with `threads` threads and a table of `hash_bytes` bytes.
    ///
    /// # Errors
    /// Why there is no value.
    fn search(
        &self,
        who: Contestant,
        threads: usize,
        hash_bytes: usize,
        stop: &Stop,
    ) -> Result<ContestResult, Missing>;

    /// How many positions the peer visits with `threads` threads: a search that is not timed.
    ///
    /// # Errors
    /// Why there is no count.
    fn count(&self, threads: usize, hash_bytes: usize, stop: &Stop) -> Result<u64, Missing>;

    /// The value by the peer's plain alpha-beta, which has no table, within `budget` positions; with
    /// how many it took.
    ///
    /// # Errors
    /// Why there is no value; [`Missing::Budget`] if it would take more.
    fn negamax(&self, budget: u64, stop: &Stop) -> Result<(Value, u64), Missing>;

    /// The value by our engine with a table that answers only for equal depths, so that it equals
    /// minimax to that depth.
    ///
    /// # Errors
    /// Why there is no value.
    fn equal(&self, hash_bytes: usize, stop: &Stop) -> Result<Value, Missing>;
}

/// A position of a game, with what a player knows of it.
#[derive(Clone, Debug)]
struct GameContest<G, K> {
    game: G,
    knowledge: K,
    depth: u8,
}

/// The contest at a position that is not over, to `depth` plies.
pub fn contest<G: Game, K: Knowledge<G>>(game: G, knowledge: K, depth: u8) -> Box<dyn Contest> {
    Box::new(GameContest { game, knowledge, depth })
}

/// The peer's options: what its documentation and its examples show (null windows, the two-tier
/// replacement that is its default, a large table). Of its aids the history of cut-offs, which
/// `tuned` adds, gained the most on the games here, a third to two thirds of the nodes; countermoves
/// beside it, aspiration windows, MTD(f) and double steps gained nothing or lost.
fn options(hash_bytes: usize, tuned: bool) -> IterativeOptions {
    let options = IterativeOptions::new().with_table_byte_size(hash_bytes);
    if tuned { options.with_countermove_history() } else { options }
}

impl<G: Game, K: Knowledge<G>> GameContest<G, K> {
    fn position<T: Tally>(&self, tally: T) -> Position<G, T> {
        Position { game: self.game.clone(), tally }
    }

    fn estimate<T: Tally>(&self, stop: &Stop) -> Estimate<G, K, T> {
        Estimate::new(self.knowledge.clone(), stop.clone())
    }

    fn by_one_thread(&self, options: IterativeOptions, stop: &Stop) -> ContestResult {
        let mut search = IterativeSearch::new(self.estimate::<()>(stop), options);
        search.set_max_depth(self.depth);
        let mut position = self.position(());
        let start = Instant::now();
        search.choose_move(&position);
        let seconds = start.elapsed().as_secs_f64();
        let value = Value::of_peer(search.root_value());
        ContestResult { value, nodes: explored(&search.stats(&mut position)), seconds }
    }

    fn by_threads<T: Tally>(
        &self,
        tally: T,
        threads: usize,
        hash_bytes: usize,
        stop: &Stop,
    ) -> ContestResult {
        let team = ParallelOptions::new().with_num_threads(threads);
        let mut search = ParallelSearch::new(self.estimate(stop), options(hash_bytes, false), team);
        search.set_max_depth(self.depth);
        let position = self.position(tally);
        let start = Instant::now();
        search.choose_move(&position);
        let seconds = start.elapsed().as_secs_f64();
        ContestResult { value: Value::of_peer(search.root_value()), nodes: None, seconds }
    }

    fn by_engine<L: Knowledge<G>>(
        &self,
        knowledge: L,
        config: &Config,
        stop: &Stop,
    ) -> Result<ContestResult, Missing> {
        let failed = |error: String| Missing::Failed(error);
        let mut engine =
            Engine::new(config, knowledge).map_err(|error| failed(error.to_string()))?;
        let _watch = stop.watch(engine.handle());
        let start = Instant::now();
        let report = engine.search(&self.game, &Limits::depth(u32::from(self.depth)));
        let seconds = start.elapsed().as_secs_f64();
        let report = report.map_err(|error| failed(error.to_string()))?;
        if report.ended == Ended::Stopped {
            return Err(Missing::Stopped);
        }
        Ok(ContestResult {
            value: Value::of_score(report.verdict.score),
            nodes: Some(report.nodes),
            seconds,
        })
    }
}

impl<G: Game, K: Knowledge<G>> Contest for GameContest<G, K> {
    fn search(
        &self,
        who: Contestant,
        threads: usize,
        hash_bytes: usize,
        stop: &Stop,
    ) -> Result<ContestResult, Missing> {
        let config = Config { threads, hash_bytes, ..Config::default() };
        let knowledge = self.knowledge.clone();
        match who {
            Contestant::Peer | Contestant::Tuned if threads == 1 => {
                let options = options(hash_bytes, who == Contestant::Tuned);
                caught(|| self.by_one_thread(options, stop))
            }
            Contestant::Peer | Contestant::Tuned => {
                caught(|| self.by_threads((), threads, hash_bytes, stop))
            }
            Contestant::Plain => self.by_engine(EvaluationOnly(knowledge), &config, stop),
            Contestant::Hooks => self.by_engine(knowledge, &config, stop),
        }
    }

    fn count(&self, threads: usize, hash_bytes: usize, stop: &Stop) -> Result<u64, Missing> {
        let budget = Budget::new(u64::MAX);
        caught(|| self.by_threads(budget.clone(), threads, hash_bytes, stop))?;
        Ok(budget.used())
    }

    fn negamax(&self, budget: u64, stop: &Stop) -> Result<(Value, u64), Missing> {
        let budget = Budget::new(budget);
        let value = caught(|| {
            let mut search = Negamax::new(self.estimate(stop), self.depth);
            search.choose_move(&self.position(budget.clone()));
            Value::of_peer(search.root_value())
        })?;
        Ok((value, budget.used()))
    }

    fn equal(&self, hash_bytes: usize, stop: &Stop) -> Result<Value, Missing> {
        let config = Config { acceptance: Acceptance::Equal, ..Config::single(hash_bytes) };
        let knowledge = EvaluationOnly(self.knowledge.clone());
        self.by_engine(knowledge, &config, stop).map(|found| found.value)
    }
}

/// Runs the peer, which ends by unwinding where it does not end by itself.
fn caught<R>(search: impl FnOnce() -> R) -> Result<R, Missing> {
    // What a panic leaves behind is discarded with the search.
    catch_unwind(AssertUnwindSafe(search)).map_err(why)
}

fn why(payload: Box<dyn Any + Send>) -> Missing {
    if payload.is::<Stopped>() {
        Missing::Stopped
    } else if payload.is::<OverBudget>() {
        Missing::Budget
    } else if payload.is::<SameMover>() {
        let message = "the peer takes for granted that the side to move alternates";
        Missing::Failed(message.into())
    } else {
        Missing::Failed(format!("panic: {}", panic_message(payload)))
    }
}

/// The nodes of all finished iterations, which the peer reports only as text: `Explored 123 nodes`.
fn explored(words: &str) -> Option<u64> {
    let (_, rest) = words.split_once("Explored ")?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peers_words_hold_its_nodes() {
        let words = "Principal variation: d\nExplored 48213 nodes to depth 16. MBF=5.9 EBF=2.0";
        assert_eq!(explored(words), Some(48_213));
        assert_eq!(explored("nothing of that kind"), None);
    }
}
