//! The check itself: which positions are looked at, and in which order.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use plyglot_search::{
    Describe, Game, Knowledge, MoveList, Repetition, Side, estimate, random::SplitMix,
};

use super::doubts::Signs;
use super::frontier::frontier;
use super::ledger::{self, Ledger, Met};
use super::{Effort, Law, Place, Summary, Violation, advice, rules, symmetry, truth};

/// Plies of the short lines that are played again in other orders, to meet a position twice.
const SHUFFLED_PLIES: usize = 4;

/// How often the evaluation of one position is compared, met by different ways: evaluations may be slow.
const MEETINGS: u32 = 2;

/// Positions visited to compare two symmetric ones.
const SHALLOW_NODES: u64 = 20_000;

type Identity<'a, G> = Box<dyn Fn(&G) -> String + 'a>;
type Exchange<'a, G> = Box<dyn Fn(&G) -> G + 'a>;
type ReadBack<'a, G> = Box<dyn Fn(&G) -> Option<G> + 'a>;
type Sees<'a, G> = Box<dyn Fn(&G, &mut [u64]) + 'a>;
type Watch<'a> = Box<dyn FnMut(usize, usize) + 'a>;

/// A check of all laws, with what more can be told of a game. See the module.
pub struct Check<'a, G: Game, K: Knowledge<G>> {
    start: &'a G,
    fresh: &'a K,
    effort: Effort,
    identity: Identity<'a, G>,
    exchange: Option<Exchange<'a, G>>,
    read_back: Option<ReadBack<'a, G>>,
    /// How many words of planes a net sees, and which.
    sees: Option<(usize, Sees<'a, G>)>,
    others: Vec<G>,
    watch: Option<Watch<'a>>,
}

impl<'a, G: Game + PartialEq + Debug, K: Knowledge<G>> Check<'a, G, K> {
    /// A check of the game from `start` on, with default effort.
    pub fn new(start: &'a G, knowledge: &'a K) -> Self {
        Check {
            start,
            fresh: knowledge,
            effort: Effort::default(),
            identity: Box::new(|game| format!("{game:?}")),
            exchange: None,
            read_back: None,
            sees: None,
            others: Vec::new(),
            watch: None,
        }
    }

    /// How hard to look.
    pub fn effort(mut self, effort: &Effort) -> Self {
        self.effort = effort.clone();
        self
    }

    /// Tells which positions are the same for the rest of the game: those with the same text. By
    /// default it is the `Debug` text. A game whose positions remember more than that (how they
    /// were reached, a counter) says here what its key is about.
    pub fn identity(mut self, identity: impl Fn(&G) -> String + 'a) -> Self {
        self.identity = Box::new(identity);
        self
    }

    /// Tells how to exchange colours: the same position with all that belongs to one side given
    /// to the other, the turn included. Where the rules treat both sides alike, this finds an
    /// outcome or evaluation that is not from the side to move's point of view.
    pub fn exchange(mut self, exchange: impl Fn(&G) -> G + 'a) -> Self {
        self.exchange = Some(Box::new(exchange));
        self
    }

    /// Evaluates every position again as it is read back from its text: what a position carries along for
    /// its evaluation, and keeps wrongly, is not in the text. What is evaluated and seen at once is compared with what
    /// [`Describe::see`] says.
    pub fn texts(mut self) -> Self
    where
        G: Describe,
    {
        let start = self.start;
        self.read_back = Some(Box::new(|game| start.parse(&game.text()).ok()));
        self.sees = Some((start.inputs().size(), Box::new(|game, planes| game.see(planes))));
        self
    }

    /// Begins a share of the random games in these positions, in turn with the start: positions near the end,
    /// where random games from the start hardly ever get there.
    pub fn also_from(mut self, positions: impl IntoIterator<Item = G>) -> Self {
        self.others.extend(positions);
        self
    }

    /// Is told after each random game how many were looked at, and how many there are to be: for a check that
    /// takes long.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
    /// # fn main() -> Result<(), plyglot_check::laws::Violation> {
    /// use plyglot_check::laws::Check;
    /// use plyglot_search::RulesOnly;
    ///
    /// let mut last = (0, 0);
    /// let start = Hexapawn::new(3, 3);
    /// Check::new(&start, &RulesOnly::default()).progress(|done, all| last = (done, all)).run()?;
    /// assert_eq!(last, (40, 40));
    /// # Ok(())
    /// # }
    /// ```
    pub fn progress(mut self, watch: impl FnMut(usize, usize) + 'a) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// Looks.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub fn run(self) -> Result<Summary, Violation> {
        let mut run = Run {
            knowledge: self.fresh.clone(),
            along: self.fresh.clone(),
            rng: SplitMix(self.effort.seed),
            ledger: Ledger::new(),
            looked: HashSet::new(),
            canonical: HashMap::new(),
            met_again: HashMap::new(),
            pool: Vec::new(),
            first_margin: None,
            turns: [0; 2],
            signs: Signs::default(),
            summary: Summary::default(),
            check: self,
        };
        run.openings()?;
        for game in 0..run.check.effort.games {
            let others = &run.check.others;
            let from =
                (game % (others.len() + 1)).checked_sub(1).map(|other| others[other].clone());
            run.playout(from)?;
            let all = run.check.effort.games;
            if let Some(watch) = &mut run.check.watch {
                watch(game + 1, all);
            }
        }
        run.at_last()?;
        run.summary.doubts = run.signs.doubts();
        Ok(run.summary)
    }
}

/// A check under way.
struct Run<'a, G: Game, K: Knowledge<G>> {
    check: Check<'a, G, K>,
    knowledge: K,
    /// Knowledge that is told of each move of a random game, as in a search.
    along: K,
    rng: SplitMix,
    ledger: Ledger<G>,
    /// The positions that all laws were checked of; others were only met, by [`Run::shuffle`].
    looked: HashSet<usize>,
    /// The first position met under each key of the knowledge.
    canonical: HashMap<u64, usize>,
    /// How often each position was met again.
    met_again: HashMap<usize, u32>,
    pool: Vec<u32>,
    first_margin: Option<i32>,
    /// How often each side was to move in the random games.
    turns: [usize; 2],
    signs: Signs,
    summary: Summary,
}

impl<G: Game + PartialEq + Debug, K: Knowledge<G>> Run<'_, G, K> {
    /// All positions next to the start, breadth first.
    fn openings(&mut self) -> Result<(), Violation> {
        let mut queue = VecDeque::from([(self.check.start.clone(), Vec::new())]);
        while let Some((game, line)) = queue.pop_front() {
            let (moves, is_new) = self.look(&Place { game: &game, line: &line })?;
            if !is_new || self.summary.positions + queue.len() > self.check.effort.openings {
                continue;
            }
            for mv in moves {
                let (mut child, mut line) = (game.clone(), line.clone());
                child.play(mv);
                line.push(mv);
                queue.push_back((child, line));
            }
        }
        Ok(())
    }

    /// One random game, played in place and taken back move by move; from the start if from nowhere else.
    fn playout(&mut self, from: Option<G>) -> Result<(), Violation> {
        let mut game = from.unwrap_or_else(|| self.check.start.clone());
        let (mut line, mut undos, mut before) = (Vec::new(), Vec::new(), Vec::new());
        self.along.begin(&game);
        loop {
            let place = Place { game: &game, line: &line };
            let (moves, _) = self.look(&place)?;
            self.repetition(&place, &before)?;
            let Some(mv) = self.rng.pick(&moves) else {
                self.summary.finished += 1;
                let last_mover = before.last().map(G::to_move);
                self.signs.end(game.outcome(), last_mover != Some(game.to_move()));
                break;
            };
            if line.len() >= self.check.effort.plies {
                break;
            }
            self.turns[usize::from(game.to_move() == Side::Second)] += 1;
            if self.rng.bits().is_multiple_of(4) {
                self.shuffle(&place)?;
            }
            before.push(game.clone());
            line.push(mv);
            let undo = game.play(mv);
            self.along.played(&game, mv, &undo);
            undos.push(undo);
            self.follows(&Place { game: &game, line: &line })?;
        }
        let mut solvable = true;
        while let (Some(mv), Some(undo), Some(before)) = (line.pop(), undos.pop(), before.pop()) {
            game.undo(mv, undo);
            self.along.undone(&game, mv);
            let place = Place { game: &before, line: &line };
            if let Some(difference) = rules::difference(&before, &game) {
                let found = format!("after the game was taken back to here, {difference}");
                return Err(place.broken(Law::UndoRestores, found));
            }
            self.follows(&place)?;
            solvable = solvable && self.solve(&place)?;
        }
        Ok(())
    }

    /// All laws of one position, unless it was met before. Gives its moves, and whether it is new.
    fn look(&mut self, place: &Place<'_, G>) -> Result<(Vec<G::Move>, bool), Violation> {
        let moves = rules::moves(place)?;
        let identity = (self.check.identity)(place.game);
        let number = self.ledger.note(place, identity, &mut self.summary)?;
        if !self.looked.insert(number) {
            self.same_evaluation(place, number)?;
            return Ok((moves, false));
        }
        self.summary.positions += 1;
        if let Some(outcome) = place.game.outcome() {
            rules::margin(place, outcome, &mut self.first_margin)?;
        } else {
            rules::undo(place, &moves)?;
            rules::packing(place, &moves, &mut self.pool, &mut self.rng)?;
            self.worth_repeated(place)?;
            advice::evaluation(place, self.check.fresh, &mut self.knowledge)?;
            advice::keys_after(place, &moves, &self.knowledge)?;
            self.evaluation_read_back(place)?;
            self.seen_with_evaluation(place)?;
            advice::appended(place, &moves, &mut self.knowledge, &mut self.summary)?;
            frontier(place, &mut self.knowledge, &mut self.summary)?;
            advice::null_move(place, &mut self.knowledge, &mut self.summary)?;
            symmetry::round_trip(place, &moves, &self.knowledge)?;
            self.symmetric(place, number)?;
        }
        if let Some(exchange) = &self.check.exchange {
            self.summary.exchanged += 1;
            symmetry::exchanged(place, exchange, &moves, &mut self.knowledge)?;
        }
        Ok((moves, true))
    }

    /// A position that was met again must be estimated as it was the first time.
    fn same_evaluation(&mut self, place: &Place<'_, G>, number: usize) -> Result<(), Violation> {
        let met = self.met_again.entry(number).or_default();
        *met += 1;
        if *met > MEETINGS || place.game.outcome().is_some() {
            return Ok(());
        }
        let Met { game: earlier, line, .. } = &self.ledger.met[number];
        let [here, there] = [place.game, earlier].map(|game| estimate(&mut self.knowledge, game));
        if here == there {
            return Ok(());
        }
        let found = format!("evaluation {here}, but {there} where it was reached by {line:?}");
        Err(place.broken(Law::EvaluationEqual, found))
    }

    /// What was kept along the line must give the estimate that the position alone gives. Looked at of
    /// every other position, since evaluations may be slow.
    fn follows(&mut self, place: &Place<'_, G>) -> Result<(), Violation> {
        if place.line.len().is_multiple_of(2) || place.game.outcome().is_some() {
            return Ok(());
        }
        let kept = self.along.evaluate(place.game);
        let alone = estimate(&mut self.knowledge, place.game);
        if kept == alone {
            return Ok(());
        }
        let found = format!("evaluation {kept} by what was kept of the moves, {alone} without");
        Err(place.broken(Law::EvaluationFollows, found))
    }

    /// What is evaluated and seen at once must be what either says alone.
    fn seen_with_evaluation(&mut self, place: &Place<'_, G>) -> Result<(), Violation> {
        let Some((words, see)) = &self.check.sees else { return Ok(()) };
        let [mut seen, mut alone] = [0, 1].map(|_| vec![0; *words]);
        let points = estimate(&mut self.knowledge, place.game);
        let told = self.knowledge.evaluate_and_see(place.game, &mut seen);
        if told.is_some() {
            see(place.game, &mut alone);
        }
        if told.is_none_or(|told| told == points) && seen == alone {
            return Ok(());
        }
        let found = format!("{told:?} and planes {seen:x?}, alone {points} and {alone:x?}");
        Err(place.broken(Law::SeenWithEvaluation, found))
    }

    /// A position that is read back from its text must be estimated alike.
    fn evaluation_read_back(&mut self, place: &Place<'_, G>) -> Result<(), Violation> {
        let Some(read_back) = &self.check.read_back else { return Ok(()) };
        let Some(again) = read_back(place.game) else { return Ok(()) };
        self.summary.read_back += 1;
        let [here, there] = [place.game, &again].map(|game| estimate(&mut self.knowledge, game));
        if here == there {
            return Ok(());
        }
        let found = format!("evaluation {here}, but {there} when it is read back from its text");
        Err(place.broken(Law::EvaluationEqual, found))
    }

    /// Holds a new position against the first one under the same key of the knowledge.
    fn symmetric(&mut self, place: &Place<'_, G>, number: usize) -> Result<(), Violation> {
        let hash = self.knowledge.key(place.game).hash;
        let first = *self.canonical.entry(hash).or_insert(number);
        if first == number {
            return Ok(());
        }
        self.summary.symmetric += 1;
        symmetry::same(place, &self.ledger.met[first], &mut self.knowledge, SHALLOW_NODES)
    }

    /// Holds what the knowledge claims against the true value; false if that is out of reach.
    fn solve(&mut self, place: &Place<'_, G>) -> Result<bool, Violation> {
        let mut game = place.game.clone();
        let Some(values) = truth::move_values(&mut game, self.check.effort.solve_nodes) else {
            return Ok(false);
        };
        let Run { knowledge, rng, summary, signs, .. } = self;
        if let Some(value) = truth::best(&values) {
            signs.estimate(place.game.to_move(), estimate(knowledge, place.game), value);
        }
        advice::against_truth(place, &values, knowledge, rng, summary)?;
        Ok(true)
    }

    /// What it means that the position comes back: the same everywhere, and a margin as any other.
    fn worth_repeated(&mut self, place: &Place<'_, G>) -> Result<(), Violation> {
        let (here, start) = (place.game.repetition(), self.check.start.repetition());
        if here != start {
            let found = format!("repetition() is {here:?} here and {start:?} at the start");
            return Err(place.broken(Law::Repetitions, found).because(
                "`repetition` is one rule for the game; what hangs on the position belongs into `repeated`",
            ));
        }
        if G::CAN_REPEAT && here == Repetition::Ends {
            rules::margin(place, place.game.repeated(), &mut self.first_margin)?;
        }
        Ok(())
    }

    /// A position that was met before in the same game must have been announced.
    fn repetition(&mut self, place: &Place<'_, G>, before: &[G]) -> Result<(), Violation> {
        let identity = (self.check.identity)(place.game);
        let same = |earlier: &G| {
            earlier.key() == place.game.key() && (self.check.identity)(earlier) == identity
        };
        let Some(distance) = before.iter().rev().position(same) else { return Ok(()) };
        let plies = distance + 1;
        self.signs.came_back(place.game.repetition());
        if G::CAN_REPEAT && place.game.reversible_plies() >= plies {
            return Ok(());
        }
        let found = format!("the same position as {plies} plies before");
        Err(place.broken(Law::Repetitions, found))
    }

    /// Plays a short random line, then the same moves in every other order that is legal.
    fn shuffle(&mut self, place: &Place<'_, G>) -> Result<(), Violation> {
        let mut game = place.game.clone();
        let mut moves = Vec::new();
        while moves.len() < SHUFFLED_PLIES {
            let legal = legal_moves(&game);
            let Some(mv) = self.rng.pick(&legal) else { break };
            game.play(mv);
            moves.push(mv);
        }
        let mut line = place.line.to_vec();
        self.orders(place.game, &mut moves, 0, &mut line)
    }

    fn orders(
        &mut self,
        game: &G,
        moves: &mut [G::Move],
        done: usize,
        line: &mut Vec<G::Move>,
    ) -> Result<(), Violation> {
        if done == moves.len() {
            let place = Place { game, line };
            let identity = (self.check.identity)(game);
            let number = self.ledger.note(&place, identity, &mut self.summary)?;
            return self.same_evaluation(&place, number);
        }
        let legal = legal_moves(game);
        for index in done..moves.len() {
            moves.swap(done, index);
            if legal.contains(&moves[done]) {
                let mut child = game.clone();
                child.play(moves[done]);
                line.push(moves[done]);
                self.orders(&child, moves, done + 1, line)?;
                line.pop();
            }
            moves.swap(done, index);
        }
        Ok(())
    }

    /// What can only be said of all positions together.
    fn at_last(&self) -> Result<(), Violation> {
        let place = Place { game: self.check.start, line: &[] };
        let keys: Vec<u64> = self.ledger.met.iter().map(|met| met.key).collect();
        let hashes: Vec<u64> = self.canonical.keys().copied().collect();
        for (whose, keys) in [("the game's", keys), ("the knowledge's", hashes)] {
            if let Some(found) = ledger::badly_mixed(&keys) {
                return Err(place.broken(Law::MixedKeys, format!("of {whose} keys, {found}")));
            }
        }
        if self.turns[0] + self.turns[1] >= 16 && self.turns.contains(&0) {
            let found = format!("{:?} turns of the first and second side", self.turns);
            return Err(place.broken(Law::BothSidesMove, found));
        }
        Ok(())
    }
}

fn legal_moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut list = MoveList::new();
    if game.outcome().is_none() {
        game.moves(&mut list);
    }
    list.iter().collect()
}
