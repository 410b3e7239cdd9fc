//! What a player knows: how much room is left, and for which side.

use plyglot_eval::Choice;
use plyglot_search::{
    Bounds, Candidate, Knowledge, MoveList, Node, NodeKey, OptionError, OptionSpec,
    OrderingWeights, Side, SolveCost, SolvePlan, Window,
};

use super::position::{Domineering, Domino};
use super::room::{self, Room};
use super::symmetry;
use super::trained::{self, Trained};

/// Counts the dominoes that still fit and those that the other side cannot prevent; tries first what
/// takes room from the other side. On the board of 8x8 it may estimate by trained patterns instead.
#[derive(Clone, Debug, Default)]
pub struct Rooms {
    weights: Choice<Trained>,
    // Of the free squares that were counted last: a leaf asks for its bounds, then for its estimate.
    counted: Option<(u64, [Room; 2])>,
}

impl Rooms {
    /// For the board of 8x8, which has trained weights.
    pub(super) fn trained() -> Rooms {
        Rooms { weights: Choice::of(&trained::SOURCE), counted: None }
    }

    /// The room of the first side and of the second.
    #[inline]
    fn rooms(&mut self, game: &Domineering) -> [Room; 2] {
        match self.counted {
            Some((free, rooms)) if free == game.free => rooms,
            _ => {
                let rooms = [Side::First, Side::Second].map(|side| Room::of(game, side));
                self.counted = Some((game.free, rooms));
                rooms
            }
        }
    }

    /// The room of the side to move and of the other.
    #[inline]
    fn own_and_other(&mut self, game: &Domineering) -> [Room; 2] {
        let [first, second] = self.rooms(game);
        if game.side == Side::First { [first, second] } else { [second, first] }
    }
}

/// Points for one domino; see [`plyglot_search::Describe::POINTS`].
pub(super) const POINTS: i32 = 128;

impl Knowledge<Domineering> for Rooms {
    const ANTISYMMETRIC: bool = true;

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 4, countermove: 2, history: 12, ..OrderingWeights::GAME_ONLY }
    }

    /// A domino and a half.
    #[inline]
    fn aspiration(&self) -> i32 {
        3 * POINTS / 2
    }

    /// Dominoes that fit, in part, and those that are safe, in full. Half a domino is what the turn
    /// is worth.
    #[inline]
    fn evaluate(&mut self, game: &Domineering) -> i32 {
        let worth = |side, Room { most, safe, .. }: Room| {
            let places = Domineering::places(game.free, side).count_ones() as i32;
            POINTS / 16 * (7 * most + 8 * safe + places)
        };
        let [own, other] = self.own_and_other(game);
        if let Some(trained) = self.weights.get() {
            return trained.evaluate(game, [own, other]);
        }
        worth(game.side, own) - worth(game.side.other(), other) + POINTS / 2
    }

    #[inline]
    fn expand(&mut self, game: &Domineering, node: &Node, out: &mut MoveList<Domino>) {
        let mut places = Domineering::places(game.free, game.side);
        while places != 0 {
            let domino = Domino(places.trailing_zeros() as u8);
            places &= places - 1;
            out.push_ranked(domino, self.rank(game, domino, node.depth));
        }
    }

    /// Places taken from the other side, less those taken from the own side, which weigh less.
    #[inline]
    fn rank(&mut self, game: &Domineering, domino: Domino, _depth: i32) -> i32 {
        let squares = Domineering::squares_of(domino, game.side);
        let lost = |side| {
            let blocked = squares | squares >> Domineering::stride(side);
            (Domineering::places(game.free, side) & blocked).count_ones() as i32
        };
        3 * lost(game.side.other()) - 2 * lost(game.side)
    }

    #[inline]
    fn bounds(&mut self, game: &Domineering, _window: Window) -> Bounds {
        let [own, other] = self.own_and_other(game);
        room::bounds(own, other)
    }

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.weights.make_ready();
        vec![self.clone(); workers]
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.weights.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.weights.set_option(name, value)
    }

    fn fingerprint(&self) -> u64 {
        self.weights.fingerprint()
    }

    #[inline]
    fn key(&self, game: &Domineering) -> NodeKey {
        symmetry::key(game)
    }

    #[inline]
    fn to_canonical(&self, game: &Domineering, domino: Domino, symmetry: u8) -> Domino {
        symmetry::to_canonical(game, domino, symmetry)
    }

    #[inline]
    fn bits_from_canonical(&self, game: &Domineering, bits: u32, symmetry: u8) -> u32 {
        symmetry::bits_from_canonical(game, bits, symmetry)
    }

    fn plies_left(&self, game: &Domineering) -> Option<i32> {
        let [first, second] = [Side::First, Side::Second].map(|side| Room::of(game, side).most);
        Some(2 * first.min(second) + 1)
    }

    /// By `cargo bench -p plyglot-bench --bench solve_cost`: within a factor of four for most positions with 19 to 43
    /// plies left.
    fn solve_plan(&self, game: &Domineering) -> SolvePlan {
        let cost = self.plies_left(game).map(|plies| SolveCost::growing(80, 148, plies));
        SolvePlan { cost, ..SolvePlan::DEFAULT }
    }

    /// One ply more than usual for each move that is reduced at all: +16 [+8, +24] Elo at 16,000 nodes a move (3,000
    /// games), by hand +27 [+16, +38] (1,500).
    #[inline]
    fn reduction(&self, _game: &Domineering, node: &Node, candidate: &Candidate<Domino>) -> i32 {
        match plyglot_search::late_move_reduction(node.depth, candidate.index) {
            0 => 0,
            usual => usual + 1,
        }
    }
}
