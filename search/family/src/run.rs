//! Runs a method on a position: deepens where it is told to, counts, and gives the answer.

use thiserror::Error;

use crate::counts::Counts;
use crate::dispatch;
use crate::method::{Method, MethodError};
use crate::tree::{Listener, TO_END, Tree};
use plyglot_search::{Bound, Game, Knowledge, MAX_PLY, Observer, Score, Stop, Window, estimate};

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// How many plies deep, or to the end of the game.
    pub depth: Option<u32>,
    /// What the value is asked to lie between, for algorithms that take a window.
    pub window: Window,
    /// Where algorithms that need a guess begin; the estimate of the position if there is none.
    pub guess: Option<Score>,
    /// The search gives up as soon as this is raised.
    pub stop: Option<&'a Stop>,
    /// The search gives up after this number of visits.
    pub visits: u64,
}

impl Question<'_> {
    /// The value at a depth, however long it takes.
    pub fn depth(plies: u32) -> Self {
        Question { depth: Some(plies), ..Question::TO_END }
    }

    /// The value at the end of the game, however long it takes.
    pub const TO_END: Question<'static> =
        Question { depth: None, window: Window::FULL, guess: None, stop: None, visits: u64::MAX };
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value, or a bound on it; from the side to move.
    pub value: Score,
    /// How it relates to the value.
    pub bound: Bound,
    /// The line that it rests on. The first move of an exact value is a best move, and the line leads
    /// to the value. Deeper on it a move need not be best, where a second search showed no more than
    /// that it is not better; and cut-offs by the table shorten it.
    pub line: Vec<M>,
    /// What all of the search did.
    pub counts: Counts,
    /// What each depth did, in the order in which they were searched.
    pub iterations: Vec<Iteration>,
}

/// One depth of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Plies; `None` to the end of the game.
    pub depth: Option<u32>,
    /// What it came to.
    pub value: Score,
    /// What it did.
    pub counts: Counts,
}

/// A search without an answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FamilyError<M: std::fmt::Debug> {
    /// It was told to stop.
    #[error("stopped before the search ended")]
    Stopped,
    /// It made as many visits as it was granted.
    #[error("the search is not through after {0} visits")]
    TooManyVisits(u64),
    /// The game has a mistake in its rules.
    #[error("the game gives neither an outcome nor a move after {0:?}")]
    Stuck(Vec<M>),
    /// Deeper than lines may get.
    #[error("depth {0} is more than {MAX_PLY}")]
    TooDeep(u32),
    /// A window with nothing in it.
    #[error("the window begins at {:?}, which is not below its end, {:?}", .0.alpha, .0.beta)]
    NoWindow(Window),
    /// An algorithm with a number that it cannot have.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// Runs a method on a position, which is left as it was.
///
/// For a game whose positions can come back the first return on the line counts ([`Game::repetition`]); with
/// a table the value may then depend on the order in which positions were met.
///
/// # Errors
/// If the search cannot be made or ends before its time.
pub fn search<G: Game, K: Knowledge<G>>(
    method: &Method,
    game: &G,
    knowledge: &mut K,
    question: &Question<'_>,
) -> Result<Answer<G::Move>, FamilyError<G::Move>> {
    run(method, game, knowledge, question, None)
}

/// [`search`] with an observer.
///
/// # Errors
/// If the search cannot be made or ends before its time.
pub fn search_watched<G: Game, K: Knowledge<G>, O: Observer<G::Move>>(
    method: &Method,
    game: &G,
    knowledge: &mut K,
    question: &Question<'_>,
    observer: &mut O,
) -> Result<Answer<G::Move>, FamilyError<G::Move>> {
    let listener = O::WATCHES.then_some(observer as &mut dyn Listener<G::Move>);
    run(method, game, knowledge, question, listener)
}

fn run<'a, G: Game, K: Knowledge<G>>(
    method: &Method,
    game: &G,
    knowledge: &'a mut K,
    question: &Question<'a>,
    listener: Option<&'a mut (dyn Listener<G::Move> + 'a)>,
) -> Result<Answer<G::Move>, FamilyError<G::Move>> {
    if let Some(depth) = question.depth.filter(|&depth| depth as usize > MAX_PLY) {
        return Err(FamilyError::TooDeep(depth));
    }
    if question.window.alpha >= question.window.beta {
        return Err(FamilyError::NoWindow(question.window));
    }
    method.algorithm.check().map_err(MethodError::from)?;
    // What each iteration came to, behind what is expected before the first.
    let mut values = vec![question.guess.unwrap_or_else(|| match game.outcome() {
        Some(outcome) => outcome.score(),
        None => Score::heuristic(estimate(knowledge, game)),
    })];
    let (stop, visits) = (question.stop, question.visits);
    let mut tree = Tree::new(game.clone(), knowledge, listener, method.aids, stop, visits);
    let depths = match question.depth {
        Some(depth) if method.aids.deepening => (1.min(depth)..=depth).map(Some).collect(),
        depth => vec![depth],
    };
    let mut iterations = Vec::with_capacity(depths.len());
    for depth in depths {
        let before = tree.counts();
        let plies = depth.map_or(TO_END, |depth| depth as i32);
        let value = dispatch::search(method.algorithm, &mut tree, question.window, &values, plies);
        if tree.has_ended() {
            return Err(match tree.moveless() {
                Some(line) => FamilyError::Stuck(line),
                None if stop.is_some_and(Stop::is_raised) => FamilyError::Stopped,
                None => FamilyError::TooManyVisits(visits),
            });
        }
        iterations.push(Iteration { depth, value, counts: tree.counts() - before });
        values.push(value);
        tree.next_iteration();
    }
    let value = values[values.len() - 1];
    let window = if method.algorithm.has_window() { question.window } else { Window::FULL };
    let bound = Bound::of(value, window);
    let (line, counts) = (tree.line(bound).to_vec(), tree.counts());
    Ok(Answer { value, bound, line, counts, iterations })
}
