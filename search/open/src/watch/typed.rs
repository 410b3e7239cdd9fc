//! A game of the engine's traits as tables of functions: what is compiled of a watched search for each
//! game.

use std::any::Any;

use plyglot_search::{
    Bound, Candidate, Describe, Game, Knowledge, MoveList, Node, NodeKey, NullMove, Ranked, Score,
    forward_hooks,
};

use super::erased::{AnyGame, AnyKnowledge, GameTable, KnowledgeTable, Undo};
use crate::facts::Mv;
use crate::typed::{TypedRules, known, typed};

/// A move that was played, with what takes it back.
struct Played<T: Game> {
    mv: T::Move,
    undo: T::Undo,
}

/// A null move that was played.
struct GivenUp<T: Game>(T::Undo);

/// What a player of `T` knows.
struct TypedKnowledge<T: Game, K> {
    knowledge: K,
    /// Room for moves, so that none is made at each node.
    list: MoveList<T::Move>,
}

/// A position and what a player knows, their types erased.
pub(crate) fn erased<T: Describe, K: Knowledge<T>>(
    game: &T,
    knowledge: K,
) -> (AnyGame, AnyKnowledge) {
    (AnyGame(Box::new(TypedRules(game.clone()))), any(knowledge))
}

fn any<T: Describe, K: Knowledge<T>>(knowledge: K) -> AnyKnowledge {
    AnyKnowledge(Box::new(TypedKnowledge::<T, K> { knowledge, list: MoveList::new() }))
}

const ONE_GAME: &str = "a search stays with one game";

/// The position inside.
fn own<T: Game>(game: &AnyGame) -> &T {
    typed(&*game.0).expect(ONE_GAME)
}

fn own_mut<T: Game>(game: &mut AnyGame) -> &mut T {
    let typed = game.0.as_any_mut().downcast_mut::<TypedRules<T>>();
    &mut typed.expect(ONE_GAME).0
}

fn unpacked<T: Game>(game: &T, candidate: &Candidate<Mv>) -> Candidate<T::Move> {
    let mut typed = Candidate::new(known(game, candidate.mv), candidate.index);
    typed.history = candidate.history;
    typed
}

impl<T: Describe> GameTable for TypedRules<T> {
    fn copied(&self) -> Box<dyn GameTable> {
        Box::new(TypedRules(self.0.clone()))
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn can_repeat(&self) -> bool {
        self.0.can_repeat()
    }

    fn ends_only_without_moves(&self) -> bool {
        self.0.ends_only_without_moves()
    }

    fn margin_step(&self) -> i32 {
        self.0.margin_step()
    }

    fn append_moves(&self, out: &mut MoveList<Mv>) {
        let mut moves = MoveList::new();
        self.0.moves(&mut moves);
        append::<T>(&moves, out);
    }

    fn play_for_undo(&mut self, mv: Mv) -> Undo {
        let mv = known(&self.0, mv);
        let undo = self.0.play(mv);
        Undo(Box::new(Played::<T> { mv, undo }))
    }

    fn undo(&mut self, undo: Undo) {
        let played = undo.0.downcast::<Played<T>>().expect(ONE_GAME);
        self.0.undo(played.mv, played.undo);
    }
}

/// Asks the knowledge inside, of the position inside.
macro_rules! inside {
    ($self:ident.$hook:ident($game:ident, $($argument:expr),+)) => {
        $self.knowledge.$hook(own::<T>($game), $($argument),+)
    };
    ($self:ident.$hook:ident($game:ident)) => { $self.knowledge.$hook(own::<T>($game)) };
}

/// Asks the knowledge inside of what has nothing to do with a position.
macro_rules! itself {
    ($self:ident.$hook:ident($($argument:expr),*)) => { $self.knowledge.$hook($($argument),*) };
}

/// The game, by the name that [`forward_hooks`] writes.
type G = AnyGame;

impl<T: Describe, K: Knowledge<T>> KnowledgeTable for TypedKnowledge<T, K> {
    forward_hooks!(
        itself: constants, heuristics, ordering, aspiration, options, set_option, fingerprint,
        confidence
    );
    forward_hooks!(
        inside: begin, evaluate, bounds, solve_leaf, search_frontier, key, bits_from_canonical,
        canonical, plies_left, solve_plan, predict, threshold, outcome_at_horizon, forced,
        reduction_without_hash_move, futility, probcut
    );

    fn boxed(&self) -> Box<dyn KnowledgeTable> {
        any(self.knowledge.clone()).0
    }

    fn for_workers(&self, workers: usize) -> Vec<AnyKnowledge> {
        let mut all = Vec::with_capacity(workers);
        for knowledge in self.knowledge.for_workers(workers) {
            all.push(any(knowledge));
        }
        all
    }

    fn played(&mut self, game: &AnyGame, _mv: Mv, undo: &Undo) {
        let Played { mv, undo } = undo.0.downcast_ref::<Played<T>>().expect(ONE_GAME);
        self.knowledge.played(own(game), *mv, undo);
    }

    fn undone(&mut self, game: &AnyGame, mv: Mv) {
        let game = own(game);
        self.knowledge.undone(game, known(game, mv));
    }

    fn expand(&mut self, game: &AnyGame, node: &Node, out: &mut MoveList<Mv>) {
        self.list.clear();
        self.knowledge.expand(own(game), node, &mut self.list);
        append::<T>(&self.list, out);
    }

    fn rank(&mut self, game: &AnyGame, mv: Mv, depth: i32) -> i32 {
        let game = own(game);
        self.knowledge.rank(game, known(game, mv), depth)
    }

    fn is_quiet(&self, game: &AnyGame, mv: Mv) -> bool {
        let game = own(game);
        self.knowledge.is_quiet(game, known(game, mv))
    }

    fn to_canonical(&self, game: &AnyGame, mv: Mv, symmetry: u8) -> Mv {
        let game = own(game);
        T::pack(self.knowledge.to_canonical(game, known(game, mv), symmetry))
    }

    fn key_after(&self, game: &AnyGame, mv: Mv) -> Option<NodeKey> {
        let game = own(game);
        self.knowledge.key_after(game, known(game, mv))
    }

    fn noisy(&mut self, game: &AnyGame, node: &Node, out: &mut MoveList<Mv>) {
        self.list.clear();
        self.knowledge.noisy(own(game), node, &mut self.list);
        append::<T>(&self.list, out);
    }

    fn null_move(&mut self, game: &mut AnyGame, node: &Node) -> Option<NullMove<Undo>> {
        let NullMove { undo, reduction, verify } = self.knowledge.null_move(own_mut(game), node)?;
        let undo = Undo(Box::new(GivenUp::<T>(undo)));
        Some(NullMove { undo, reduction, verify })
    }

    fn undo_null(&mut self, game: &mut AnyGame, undo: Undo) {
        let GivenUp(undo) = *undo.0.downcast::<GivenUp<T>>().expect(ONE_GAME);
        self.knowledge.undo_null(own_mut(game), undo);
    }

    fn reduction(&self, game: &AnyGame, node: &Node, candidate: &Candidate<Mv>) -> i32 {
        let game = own(game);
        self.knowledge.reduction(game, node, &unpacked(game, candidate))
    }

    fn prune(&self, game: &AnyGame, node: &Node, candidate: &Candidate<Mv>) -> bool {
        let game = own(game);
        self.knowledge.prune(game, node, &unpacked(game, candidate))
    }

    fn learn(&mut self, game: &AnyGame, node: &Node, best: Option<Mv>, score: Score, bound: Bound) {
        let game = own(game);
        let best = best.map(|mv| known(game, mv));
        self.knowledge.learn(game, node, best, score, bound);
    }
}

/// Appends the moves, packed, with their ranks.
fn append<T: Game>(moves: &MoveList<T::Move>, out: &mut MoveList<Mv>) {
    for &Ranked { mv, rank } in moves.as_slice() {
        out.push_ranked(T::pack(mv), rank);
    }
}
