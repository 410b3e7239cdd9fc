//! Hooks that rest on estimates, given to games that have none of them, one at a time.

use plyglot_search::{
    Candidate, Game, Knowledge, Layer, Layered, Limits, MoveList, Node, NullMove, ProbCut,
};

use crate::{mean, search};

/// The depth from which on the shallow search of ProbCut is tried, and how much shallower it is.
const PROBCUT: [i32; 2] = [5, 4];

/// What a selective player does, besides what a careful one knows.
pub(crate) struct Advice<G: Game> {
    /// A move that changes nothing but the turn, legal or not.
    pub(crate) null: Option<G::Move>,
    /// Which moves are noisy.
    pub(crate) noisy: Option<fn(&G, G::Move) -> bool>,
    /// Reduces late moves by a ply.
    pub(crate) reduces: bool,
    /// Points above beta for each ply to go at which a node is left.
    pub(crate) futility: Option<i32>,
    /// Points by which the shallow search must pass the window.
    pub(crate) probcut: Option<i32>,
}

impl<G: Game> Default for Advice<G> {
    fn default() -> Self {
        Advice { null: None, noisy: None, reduces: false, futility: None, probcut: None }
    }
}

impl<G: Game> Clone for Advice<G> {
    fn clone(&self) -> Self {
        Advice { ..*self }
    }
}

/// A player who takes the advice.
impl<G: Game, K: Knowledge<G>> Layer<G, K> for Advice<G> {
    const QUIESCENCE: bool = true;

    fn noisy(&mut self, _: &mut K, game: &G, _node: &Node, out: &mut MoveList<G::Move>) {
        let Some(noisy) = self.noisy else { return };
        let mut moves = MoveList::new();
        game.moves(&mut moves);
        moves.iter().filter(|&mv| noisy(game, mv)).for_each(|mv| out.push(mv));
    }

    /// The advice need not name all that is legal.
    fn forced(&mut self, _: &mut K, _game: &G) -> bool {
        false
    }

    fn null_move(&mut self, _: &mut K, game: &mut G, node: &Node) -> Option<NullMove<G::Undo>> {
        let pass = self.null.filter(|_| node.depth >= 3)?;
        Some(NullMove::new(game.play(pass), 2))
    }

    fn undo_null(&mut self, _: &mut K, game: &mut G, undo: G::Undo) {
        if let Some(pass) = self.null {
            game.undo(pass, undo);
        }
    }

    fn reduction(&self, _: &K, _game: &G, node: &Node, candidate: &Candidate<G::Move>) -> i32 {
        i32::from(self.reduces && node.depth >= 3 && candidate.index >= 3)
    }

    fn futility(&self, _: &K, _game: &G, node: &Node) -> Option<i32> {
        self.futility.filter(|_| node.depth <= 3).map(|points| points * node.depth)
    }

    fn probcut(&self, _: &K, _game: &G, node: &Node) -> Option<ProbCut> {
        let [from, less] = PROBCUT;
        let margin = self.probcut.filter(|_| node.depth >= from)?;
        Some(ProbCut::both(node.depth - less, margin))
    }
}

/// Positions to search to a depth.
pub(crate) struct Trial<G, K> {
    name: &'static str,
    depth: u32,
    positions: Vec<G>,
    knows: K,
}

/// The nodes and the best move of each position.
type Found<M> = Vec<(f64, Option<M>)>;

impl<G: Game, K: Knowledge<G>> Trial<G, K> {
    pub(crate) fn new(name: &'static str, depth: u32, positions: Vec<G>, knows: K) -> Self {
        Trial { name, depth, positions, knows }
    }

    /// Gives each hook and prints the result. Margins are multiples of `points`; the null move
    /// and noisy moves are those of `advice`.
    pub(crate) fn measure(&self, points: i32, advice: &Advice<G>) -> crate::Result<()> {
        let none = || Advice::<G>::default();
        let deeper = self.found(self.depth + 2, &none())?;
        let plain = self.found(self.depth, &none())?;
        let right = |found: &Found<G::Move>| {
            let same = found.iter().zip(&deeper).filter(|(found, deeper)| found.1 == deeper.1);
            100 * same.count() / found.len().max(1)
        };
        let row = |hook: &str, advice: Advice<G>| -> crate::Result<()> {
            let found = self.found(self.depth, &advice)?;
            let ratios: Vec<f64> = found.iter().zip(&plain).map(|(a, b)| a.0 / b.0).collect();
            let (nodes, depth) = (mean(&ratios), self.depth);
            println!(
                "| {hook} | {}, {depth} | {nodes:.2} | {} % | {} % |",
                self.name,
                right(&found),
                right(&plain)
            );
            Ok(())
        };
        row("`reduction`", Advice { reduces: true, ..none() })?;
        row("`futility`", Advice { futility: Some(points), ..none() })?;
        row("`probcut`", Advice { probcut: Some(2 * points), ..none() })?;
        if advice.null.is_some() {
            row("`null_move`", Advice { null: advice.null, ..none() })?;
        }
        if advice.noisy.is_some() {
            row("`noisy`", Advice { noisy: advice.noisy, ..none() })?;
        }
        Ok(())
    }

    fn found(&self, depth: u32, advice: &Advice<G>) -> crate::Result<Found<G::Move>> {
        let one = |game: &G| {
            let knows = Layered { layer: advice.clone(), inner: self.knows.clone() };
            let (report, _) = search(game, knows, Limits::depth(depth))?;
            Ok((report.nodes as f64, report.best_move()))
        };
        self.positions.iter().map(one).collect()
    }
}
