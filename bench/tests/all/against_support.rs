//! Searches that are wrong, and games to find that out.

use plyglot_bench::trace::Recording;
use plyglot_bench::trace::against::{Asked, Side, SideError};
use plyglot_games::catalogue::builtin;
use plyglot_open::{DynGame, DynKnowledge, Mv, Open, Position};
use plyglot_search::random::SplitMix;
use plyglot_search::{
    Bound, Describe, Game, Kind, Left, MoveList, Observer, Score, Visit, Why, Window, estimate,
};

/// What is wrong with a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// The second search of a move begins one above what it should.
    Research,
    /// A child's value always changes its sign.
    AlwaysNegates,
    /// The value of a pass does not.
    SignOfPass,
    /// Some estimates are one too high, but never that of the root.
    BelowRoot,
    /// One is added to the answer.
    Answer,
}

/// Fail-hard NegaScout with a bug.
pub(crate) struct Wrong {
    bug: Bug,
    knowledge: DynKnowledge,
}

/// Where a search is.
struct At<'a> {
    game: DynGame,
    observer: &'a mut Recording<Mv>,
    ply: u32,
}

impl Side for Wrong {
    fn name(&self) -> String {
        format!("{:?}", self.bug)
    }

    fn has_window(&self) -> bool {
        true
    }

    fn search(
        &mut self,
        asked: &Asked<'_>,
        observer: &mut Recording<Mv>,
    ) -> Result<Score, SideError> {
        let mut at = At { game: asked.position.game().clone(), observer, ply: 0 };
        let value = self.visit(&mut at, None, Kind::Full, asked.window, asked.depth as i32);
        Ok(if self.bug == Bug::Answer { value.next() } else { value })
    }
}

impl Wrong {
    /// A search of a game with a bug.
    pub(crate) fn new(bug: Bug, game: &dyn Open) -> Self {
        Wrong { bug, knowledge: game.knowledge() }
    }

    fn visit(
        &mut self,
        at: &mut At<'_>,
        mv: Option<Mv>,
        kind: Kind,
        window: Window,
        depth: i32,
    ) -> Score {
        at.observer.enter(Visit { mv, ply: at.ply, depth, window, kind });
        let (mut best, mut tried) = (None, 0);
        let (value, why) = if let Some(outcome) = at.game.outcome() {
            (outcome.score().from_node(at.ply), Why::Outcome)
        } else if depth == 0 {
            let estimate = Score::heuristic(estimate(&mut self.knowledge, &at.game));
            let lies = self.bug == Bug::BelowRoot && at.ply > 0 && at.game.key().is_multiple_of(16);
            (if lies { estimate.next() } else { estimate }, Why::Horizon)
        } else {
            let mut value = window.alpha;
            let mut moves = MoveList::new();
            at.game.moves(&mut moves);
            for mv in moves.iter() {
                let open = Window { alpha: value, ..window };
                let answer = self.child(at, mv, tried == 0, open, depth);
                if answer > value {
                    (value, best) = (answer, Some((mv, tried)));
                }
                tried += 1;
                if window.cuts_off(value) {
                    break;
                }
            }
            (value.min(window.beta), Why::AllMoves)
        };
        let bound = if tried > 0 { Bound::of(value, window) } else { Bound::Exact };
        at.observer.leave(Left { value, bound, why, best, tried });
        value
    }

    fn child(&mut self, at: &mut At<'_>, mv: Mv, first: bool, open: Window, depth: i32) -> Score {
        let (mover, passes) = (at.game.to_move(), at.game.notation(mv) == "pass");
        let undo = at.game.play(mv);
        at.ply += 1;
        let turns = match self.bug {
            Bug::AlwaysNegates => true,
            Bug::SignOfPass if passes => false,
            _ => at.game.to_move() != mover,
        };
        let off = i32::from(self.bug == Bug::Research);
        let mut ask = |kind, window: Window| {
            let value = self.visit(at, Some(mv), kind, window.for_child(turns), depth - 1);
            if turns { -value } else { value }
        };
        let mut value =
            if first { ask(Kind::Full, open) } else { ask(Kind::Null, Window::null(open.alpha)) };
        if !first && open.contains(value) {
            let again = Window { alpha: Score::from_raw(value.raw() + off), ..open };
            if again.alpha < again.beta {
                value = ask(Kind::Research, again);
            }
        }
        at.ply -= 1;
        at.game.undo(mv, undo);
        value
    }
}

/// A position of a random game, not over.
pub(crate) fn random_position(start: &Position, random: &mut SplitMix) -> Position {
    let mut game = start.clone();
    while game.outcome().is_none() && game.plies() < 200 {
        let moves = game.moves().expect("moves");
        let choice = random.below(moves.len()).expect("a game that is not over has a move");
        game.play(moves[choice]).expect("a legal move");
    }
    let plies = random.below(game.plies()).expect("the start is not over");
    game.after_plies(plies)
}

/// A game of the catalogue.
pub(crate) fn open(name: &str) -> Box<dyn Open> {
    builtin().open(name).expect("a game")
}

/// Games of all kinds, small ones and not.
pub(crate) const GAMES: [&str; 12] = [
    "othello",
    "othello:4",
    "connect4:4x4",
    "tictactoe",
    "kalah:3,2",
    "kalah:6,4",
    "breakthrough:3x5",
    "domineering:4x4",
    "dots-and-boxes:2x2",
    "hex:3",
    "synthetic:3,8,decided=20,again=20,joined",
    "synthetic:5,7,random=4",
];
