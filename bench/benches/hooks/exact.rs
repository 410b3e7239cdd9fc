//! Hooks that leave exact values as they are, taken away one at a time.

use plyglot_search::{
    Bounds, FrontierValue, Game, Knowledge, Layer, Layered, Limits, Meter, MoveList, Node, NodeKey,
    OrderingWeights, Score, SolvePlan, Window,
};

use crate::{mean, search};

/// Which hooks are left out. The first ones are constants of the knowledge, so they are constants
/// here as well.
const NOTHING: u8 = 0;
const ETC: u8 = 1;
const LEARNED: u8 = 2;
const RANK: u8 = 3;
const TABLE: u8 = 4;

/// The hooks that can be left out while the program runs.
#[derive(Clone, Copy, Debug, Default)]
struct Out {
    key: bool,
    bounds: bool,
    leaf: bool,
    plan: bool,
    plies: bool,
    search_frontier: bool,
}

/// A player who has forgotten something.
#[derive(Clone)]
struct Without<const HOOK: u8>(Out);

impl<G: Game, K: Knowledge<G>, const HOOK: u8> Layer<G, K> for Without<HOOK> {
    const ENGINE_ORDERING: bool = match HOOK {
        LEARNED => false,
        RANK => true,
        _ => K::ENGINE_ORDERING,
    };
    const ETC_DEPTH: i32 = if HOOK == ETC { i32::MAX } else { K::ETC_DEPTH };
    const TABLE_DEPTH: i32 = if HOOK == TABLE { 1 } else { K::TABLE_DEPTH };

    fn ordering(&self, inner: &K) -> OrderingWeights {
        if HOOK == RANK { OrderingWeights::ENGINE_ONLY } else { inner.ordering() }
    }

    fn expand(&mut self, inner: &mut K, game: &G, node: &Node, out: &mut MoveList<G::Move>) {
        inner.expand(game, node, out);
        if HOOK == RANK {
            out.as_mut_slice().iter_mut().for_each(|ranked| ranked.rank = 0);
        }
    }

    fn bounds(&mut self, inner: &mut K, game: &G, window: Window) -> Bounds {
        let bounds = inner.bounds(game, window);
        if self.0.bounds { Bounds::UNKNOWN } else { bounds }
    }

    fn solve_leaf(
        &mut self,
        inner: &mut K,
        game: &G,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        if self.0.leaf { None } else { inner.solve_leaf(game, window, depth, meter) }
    }

    fn search_frontier(
        &mut self,
        inner: &mut K,
        game: &G,
        window: Window,
    ) -> Option<FrontierValue> {
        if self.0.search_frontier { None } else { inner.search_frontier(game, window) }
    }

    fn key(&self, inner: &K, game: &G) -> NodeKey {
        if self.0.key { NodeKey { hash: game.key(), symmetry: 0 } } else { inner.key(game) }
    }

    fn to_canonical(&self, inner: &K, game: &G, mv: G::Move, symmetry: u8) -> G::Move {
        if self.0.key { mv } else { inner.to_canonical(game, mv, symmetry) }
    }

    fn bits_from_canonical(&self, inner: &K, game: &G, bits: u32, symmetry: u8) -> u32 {
        if self.0.key { bits } else { inner.bits_from_canonical(game, bits, symmetry) }
    }

    fn plies_left(&self, inner: &K, game: &G) -> Option<i32> {
        if self.0.plies { None } else { inner.plies_left(game) }
    }

    fn solve_plan(&self, inner: &K, game: &G) -> SolvePlan {
        if self.0.plan { SolvePlan::DEFAULT } else { inner.solve_plan(game) }
    }
}

/// Positions to solve, or to search to a depth.
pub(crate) struct Task<G, K> {
    name: &'static str,
    positions: Vec<G>,
    knows: K,
    depth: Option<u32>,
}

/// Nodes and seconds of each position, and whether all were solved.
type Taken = (Vec<[f64; 2]>, bool);

impl<G: Game, K: Knowledge<G>> Task<G, K> {
    /// Positions to solve.
    pub(crate) fn solve(name: &'static str, positions: Vec<G>, knows: K) -> Self {
        Task { name, positions, knows, depth: None }
    }

    /// Positions to search to this depth in plies.
    pub(crate) fn to_depth(name: &'static str, depth: u32, positions: Vec<G>, knows: K) -> Self {
        Task { name, positions, knows, depth: Some(depth) }
    }

    /// Takes away each hook that a search to a fixed depth has for its last plies.
    pub(crate) fn measure_last_plies(&self) -> crate::Result<()> {
        let all = self.with_all()?;
        self.row("`TABLE_DEPTH`", &all, self.taken::<TABLE>(Out::default())?);
        let out = Out { search_frontier: true, ..Out::default() };
        self.row("`search_frontier`", &all, self.taken::<NOTHING>(out)?);
        Ok(())
    }

    fn with_all(&self) -> crate::Result<Taken> {
        let all = self.taken::<NOTHING>(Out::default())?;
        let nodes = mean(&all.0.iter().map(|taken| taken[0]).collect::<Vec<_>>());
        println!("| none | {} ({} positions, {nodes:.0} nodes) | 1 | 1 |", self.name, all.0.len());
        Ok(all)
    }

    /// Takes away each hook of a proof and prints the result.
    pub(crate) fn measure(&self) -> crate::Result<()> {
        let all = self.with_all()?;
        self.row("`rank`", &all, self.taken::<RANK>(Out::default())?);
        self.row("killers, history", &all, self.taken::<LEARNED>(Out::default())?);
        self.row("`ETC_DEPTH`", &all, self.taken::<ETC>(Out::default())?);
        let outs = [
            ("`bounds`", Out { bounds: true, ..Out::default() }),
            ("`solve_leaf`", Out { leaf: true, ..Out::default() }),
            ("`key`", Out { key: true, ..Out::default() }),
            ("`solve_plan`", Out { plan: true, ..Out::default() }),
            ("`plies_left`", Out { plies: true, ..Out::default() }),
        ];
        for (hook, out) in outs {
            self.row(hook, &all, self.taken::<NOTHING>(out)?);
        }
        Ok(())
    }

    fn taken<const HOOK: u8>(&self, out: Out) -> crate::Result<Taken> {
        let mut taken = Vec::new();
        let mut solved = true;
        for game in &self.positions {
            let knows = Layered { layer: Without::<HOOK>(out), inner: self.knows.clone() };
            let limits = self.depth.map_or_else(Limits::solve, Limits::depth);
            let (report, seconds) = search(game, knows, limits)?;
            solved &= report.verdict.proven || self.depth.is_some();
            taken.push([report.nodes as f64, seconds]);
        }
        Ok((taken, solved))
    }

    fn row(&self, hook: &str, (all, _): &Taken, (without, solved): Taken) {
        let pairs = without.iter().zip(all);
        let ratios: Vec<f64> = pairs.map(|(without, all)| without[0] / all[0]).collect();
        let seconds = |taken: &[[f64; 2]]| taken.iter().map(|taken| taken[1]).sum::<f64>();
        let (nodes, time) = (mean(&ratios), seconds(&without) / seconds(all));
        if ratios.iter().all(|&ratio| ratio == 1.0) {
            return; // the game never had it
        }
        let least = if solved { "" } else { "at least " };
        println!("| {hook} | {} | {least}{nodes:.2} | {least}{time:.2} |", self.name);
    }
}
