//! What the family's tests share: trees, methods, and what holds for every answer.

#![allow(dead_code, reason = "each test file uses some of it")]

use plyglot_check::minimax::{minimax_along, minimax_with};
use plyglot_family::{Aids, Algorithm, Answer, Method, Question, search};
use plyglot_games::synthetic::{Leaves, Place, Spec, Synthetic};
use plyglot_search::{Bound, Game, Knowledge, MoveList, Score, Window, estimate};
use proptest::prelude::*;

/// A synthetic tree from its text.
pub(crate) fn tree(text: &str) -> Synthetic {
    Synthetic::new(Spec::parse(text).expect("a spec")).expect("a tree")
}

/// Every algorithm, those with a number with several. `right` leaves out what is wrong on purpose.
pub(crate) fn algorithms(right: bool) -> Vec<Algorithm> {
    let numbers = ["", "=1", "=2", "=3", "=7", "=1000", "=30000"];
    let texts = Algorithm::names().into_iter();
    let texts = texts.flat_map(|name| numbers.map(|number| format!("{name}{number}")));
    let named = texts.filter_map(|text| text.parse::<Algorithm>().ok());
    named.filter(|algorithm| !(right && algorithm.is_mistake())).collect()
}

/// Any aids, with tables from one entry up.
pub(crate) fn aids() -> impl Strategy<Value = Aids> {
    let entries = prop::sample::select(vec![1, 16, 1 << 20]);
    (prop::collection::vec(any::<bool>(), Aids::NAMES.len()), entries).prop_map(|(on, entries)| {
        let switched = Aids::NAMES.iter().zip(on).filter(|&(_, on)| on);
        let text: String = switched.map(|(name, _)| format!("+{name}")).collect();
        let method: Method = format!("negamax{text}").parse().expect("aids by their names");
        Aids { entries, ..method.aids }
    })
}

fn leaves() -> impl Strategy<Value = Leaves> {
    let place = prop_oneof![
        (0..=100u32).prop_map(|percent| Place::First { percent }),
        Just(Place::Anywhere)
    ];
    prop_oneof![
        3 => prop::sample::select(vec![0, 1, 5, 8000]).prop_map(|range| Leaves::Random { range }),
        1 => (1..20).prop_map(|step| Leaves::Ordered { step }),
        1 => (1..20).prop_map(|step| Leaves::Steps { step }),
        2 => (0..60u32).prop_map(|percent| Leaves::Decided { percent }),
        1 => (place, 1..9).prop_map(|(place, step)| Leaves::Best { place, step }),
    ]
}

/// Trees of up to about a thousand nodes, with ties, extreme values, movers that move again and
/// nodes that many lines lead to.
pub(crate) fn trees() -> impl Strategy<Value = Synthetic> {
    let sizes = vec![(1, 20), (2, 9), (3, 6), (4, 5), (5, 4), (9, 3)];
    let again = prop::sample::select(vec![0, 0, 30, 100]);
    (prop::sample::select(sizes), leaves(), any::<u64>(), again, any::<bool>()).prop_map(
        |((branching, depth), leaves, seed, again, joined)| {
            let joined = joined && !matches!(leaves, Leaves::Best { .. });
            let spec = Spec { branching, depth, leaves, seed, again, joined };
            Synthetic::new(spec).expect("a tree of these sizes exists")
        },
    )
}

/// A window by where it lies: around the value, or anywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WindowChoice {
    Everything,
    /// Alpha so far from the value, and so wide.
    Near(i32, i32),
    Between(i32, i32),
}

impl WindowChoice {
    pub(crate) fn any() -> impl Strategy<Value = WindowChoice> {
        let most = Score::INFINITY.raw();
        prop_oneof![
            Just(WindowChoice::Everything),
            ((-9..9), (1..9)).prop_map(|(off, width)| WindowChoice::Near(off, width)),
            ((-900..900), (1..900)).prop_map(|(off, width)| WindowChoice::Near(off, width)),
            ((-most..most), (-most..most)).prop_map(|(one, two)| WindowChoice::Between(one, two)),
        ]
    }

    pub(crate) fn around(self, value: Score) -> Window {
        let (alpha, beta) = match self {
            WindowChoice::Everything => return Window::FULL,
            WindowChoice::Near(off, width) => (value.raw() + off, value.raw() + off + width),
            WindowChoice::Between(one, two) => (one.min(two), one.max(two) + 1),
        };
        let most = Score::INFINITY.raw();
        let alpha = alpha.clamp(-most, most - 1);
        Window::new(Score::from_raw(alpha), Score::from_raw(beta.max(alpha + 1)))
    }
}

/// A question, without the method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    pub(crate) depth: Option<u32>,
    pub(crate) choice: WindowChoice,
    pub(crate) guess: Option<Score>,
}

impl Query {
    pub(crate) fn any(depth: impl Strategy<Value = Option<u32>>) -> impl Strategy<Value = Query> {
        let most = Score::INFINITY.raw();
        let guess = prop::option::of((-most..=most).prop_map(Score::from_raw));
        (depth, WindowChoice::any(), guess).prop_map(|(depth, choice, guess)| Query {
            depth,
            choice,
            guess,
        })
    }
}

/// Every correct algorithm answers as `expected` demands, and with a line that leads to its value.
pub(crate) fn all_agree<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &mut K,
    aids: Aids,
    query: Query,
    expected: Score,
) -> Result<(), TestCaseError> {
    let window = query.choice.around(expected);
    let Query { depth, guess, .. } = query;
    let question = Question { depth, window, guess, ..Question::TO_END };
    for algorithm in algorithms(true) {
        let method = Method { algorithm, aids };
        let named = |error: TestCaseError| TestCaseError::fail(format!("{method}: {error}"));
        let answer = search(&method, game, knowledge, &question)
            .map_err(|error| TestCaseError::fail(format!("{method}: {error}")))?;
        let window = if algorithm.has_window() { window } else { Window::FULL };
        fits(algorithm, &answer, window, expected).map_err(named)?;
        leads(&method, game, knowledge, depth, &answer).map_err(named)?;
    }
    Ok(())
}

/// The value as it stands to the window: itself inside, a bound on it outside.
fn fits<M>(
    algorithm: Algorithm,
    answer: &Answer<M>,
    window: Window,
    expected: Score,
) -> Result<(), TestCaseError> {
    let value = answer.value;
    prop_assert_eq!(answer.bound, Bound::of(expected, window), "{:?} of {:?}", value, expected);
    if algorithm == Algorithm::AlphaBetaHard {
        prop_assert_eq!(value, expected.clamp(window.alpha, window.beta));
        return Ok(());
    }
    match answer.bound {
        Bound::Exact => prop_assert_eq!(value, expected),
        Bound::Upper => prop_assert!(expected <= value && value <= window.alpha, "{:?}", value),
        Bound::Lower => prop_assert!(window.beta <= value && value <= expected, "{:?}", value),
    }
    Ok(())
}

/// The first move has the value that is reported for it, and the line is legal and ends in a leaf of that
/// value. With a table it may end before, at what the table answered.
fn leads<G: Game, K: Knowledge<G>>(
    method: &Method,
    game: &G,
    knowledge: &mut K,
    depth: Option<u32>,
    answer: &Answer<G::Move>,
) -> Result<(), TestCaseError> {
    let (mut at, mut path) = (game.clone(), Vec::new());
    for (plies, &mv) in answer.line.iter().enumerate() {
        let mut legal = MoveList::new();
        at.moves(&mut legal);
        prop_assert!(legal.iter().any(|other| other == mv), "{:?} of {:?}", mv, answer.line);
        path.push(at.key());
        at.play(mv);
        if plies == 0 && answer.bound != Bound::Upper {
            let value = value_after(game, &at, &path, knowledge, depth);
            prop_assert!(value >= answer.value, "{:?} is worth {:?}", mv, value);
        }
    }
    let hard = method.algorithm == Algorithm::AlphaBetaHard && answer.bound != Bound::Exact;
    if !method.aids.table && !hard {
        let left = depth.map(|depth| depth as usize - answer.line.len());
        let ended = at.outcome().is_some() || path.contains(&at.key()) || left == Some(0);
        prop_assert!(ended, "{:?} ends early", answer.line);
        let value = value_after(game, &at, &path, knowledge, depth);
        prop_assert_eq!(value, answer.value, "at the end of {:?}", answer.line);
    }
    Ok(())
}

/// The value of a later position for the side to move in `game`; `path` has the keys of the positions
/// between.
fn value_after<G: Game, K: Knowledge<G>>(
    game: &G,
    at: &G,
    path: &[u64],
    knowledge: &mut K,
    depth: Option<u32>,
) -> Score {
    let left = depth.map(|depth| depth as i32 - path.len() as i32);
    let mut horizon = |game: &mut G| Score::heuristic(estimate(knowledge, game));
    let value = if !game.can_repeat() {
        minimax_with(&mut at.clone(), &mut horizon, left)
    } else if at.outcome().is_none() && path.contains(&at.key()) {
        Score::DRAW
    } else {
        minimax_along(&mut at.clone(), &mut horizon, left, &[], path)
    };
    let value = value.from_node(path.len() as u32);
    if at.to_move() == game.to_move() { value } else { -value }
}
