//! A game of the engine's traits as a table of functions: how every game of a catalogue comes to the
//! door.

use std::any::Any;
use std::marker::PhantomData;

use plyglot_search::{
    Bounds, Describe, Game, Knowledge, KnownAnswer, MoveList, Node, NullMove, OrderingWeights,
    Outcome, ParseError, Ranked, ReadGame, Score, Side, SolvePlan, Window, estimate,
    shape::{Content, Shape},
};

use crate::facts::Mv;
use crate::rules::{Player, Rules};

/// A position of `G`.
pub(crate) struct TypedRules<G>(pub(crate) G);

/// The position inside, if it is one of `G`.
pub(crate) fn typed<G: 'static>(at: &dyn Rules) -> Option<&G> {
    at.as_any().downcast_ref::<TypedRules<G>>().map(|typed| &typed.0)
}

fn packed<G: Game>(answer: KnownAnswer<G::Move>) -> KnownAnswer<Mv> {
    answer.map_moves(G::pack)
}

/// A legal move of the position.
pub(crate) fn known<G: Game>(game: &G, mv: Mv) -> G::Move {
    game.unpack(mv).expect("the move was found to be legal here")
}

impl<G: Describe> Rules for TypedRules<G> {
    fn boxed(&self) -> Box<dyn Rules> {
        Box::new(TypedRules(self.0.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn moves(&self, out: &mut Vec<Mv>) {
        let mut moves = MoveList::new();
        self.0.moves(&mut moves);
        out.reserve(moves.len());
        for mv in moves.iter() {
            out.push(G::pack(mv));
        }
    }

    fn is_legal(&self, mv: Mv) -> bool {
        self.0.unpack(mv).is_some()
    }

    fn play(&mut self, mv: Mv) {
        let mv = known(&self.0, mv);
        self.0.play(mv);
    }

    fn reversible_plies(&self) -> usize {
        self.0.reversible_plies()
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Rules>, ParseError> {
        Ok(Box::new(TypedRules(self.0.parse(text)?)))
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn board(&self) -> String {
        self.0.board()
    }

    fn shape(&self) -> Option<Shape> {
        self.0.shape()
    }

    fn contents(&self) -> Vec<Content> {
        self.0.contents()
    }

    fn touches(&self, mv: Mv) -> Vec<u16> {
        self.0.touches(known(&self.0, mv))
    }

    fn parse_move(&self, text: &str) -> Result<Mv, ParseError> {
        self.0.parse_move(text).map(G::pack)
    }

    fn notation(&self, mv: Mv) -> String {
        self.0.notation(known(&self.0, mv))
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        self.0.split_moves(text)
    }

    fn implied(&self, next: &str) -> Option<Mv> {
        self.0.implied(next).map(G::pack)
    }

    fn parse_record(
        &self,
        line: &str,
    ) -> Result<(Box<dyn Rules>, Option<KnownAnswer<Mv>>), ParseError> {
        let (game, known) = self.0.parse_record(line)?;
        Ok((Box::new(TypedRules(game)), known.map(packed::<G>)))
    }

    fn read_game(&self, text: &str) -> ReadGame<Box<dyn Rules>, Mv> {
        let boxed = |start| Box::new(TypedRules(start)) as Box<dyn Rules>;
        Some(self.0.read_game(text)?.map(|file| file.map(boxed, G::pack)))
    }

    fn value(&self, score: Score) -> Option<i32> {
        self.0.value(score)
    }

    fn score_text(&self, score: Score, proven: bool) -> String {
        self.0.score_text(score, proven)
    }
}

/// What a player of `G` knows.
pub(crate) struct TypedPlayer<G, K> {
    knowledge: K,
    game: PhantomData<fn(G)>,
}

impl<G, K> TypedPlayer<G, K> {
    pub(crate) fn new(knowledge: K) -> Self {
        TypedPlayer { knowledge, game: PhantomData }
    }
}

/// The position that a player is asked about.
fn own<G: 'static>(at: &dyn Rules) -> &G {
    typed(at).expect("a player is asked about positions of the own game")
}

impl<G: Describe, K: Knowledge<G>> Player for TypedPlayer<G, K> {
    fn boxed(&self) -> Box<dyn Player> {
        Box::new(TypedPlayer::<G, K>::new(self.knowledge.clone()))
    }

    fn evaluate(&mut self, at: &dyn Rules) -> i32 {
        estimate(&mut self.knowledge, own(at))
    }

    fn ordering(&self) -> OrderingWeights {
        if K::ENGINE_ORDERING { self.knowledge.ordering() } else { OrderingWeights::GAME_ONLY }
    }

    fn aspiration(&self) -> i32 {
        self.knowledge.aspiration()
    }

    fn expand(&mut self, at: &dyn Rules, node: &Node, out: &mut Vec<Ranked<Mv>>) {
        let mut moves = MoveList::new();
        self.knowledge.expand(own(at), node, &mut moves);
        out.reserve(moves.len());
        for &Ranked { mv, rank } in moves.as_slice() {
            out.push(Ranked { mv: G::pack(mv), rank });
        }
    }

    fn bounds(&mut self, at: &dyn Rules, window: Window) -> Bounds {
        self.knowledge.bounds(own(at), window)
    }

    fn canonical(&self, at: &dyn Rules) -> u64 {
        self.knowledge.canonical(own(at))
    }

    fn plies_left(&self, at: &dyn Rules) -> Option<i32> {
        self.knowledge.plies_left(own(at))
    }

    fn solve_plan(&self, at: &dyn Rules) -> SolvePlan {
        self.knowledge.solve_plan(own(at))
    }

    fn null_move(&mut self, at: &dyn Rules, node: &Node) -> Option<NullMove<Box<dyn Rules>>> {
        let mut game = own::<G>(at).clone();
        self.knowledge.begin(&game);
        let NullMove { reduction, verify, .. } = self.knowledge.null_move(&mut game, node)?;
        let undo: Box<dyn Rules> = Box::new(TypedRules(game));
        Some(NullMove { undo, reduction, verify })
    }

    fn predict(&self, at: &dyn Rules, estimate: Score) -> Score {
        self.knowledge.predict(own(at), estimate)
    }
}
