//! What a position is worth: a sum over features, weighed for the middle of the game and for its end, between which the
//! pieces on the board tell.
//!
//! The features are written once ([`features`]): the player adds up their weights, the trainer lists them. What the
//! pawns and the kings behind them give is remembered, since it seldom changes. Cost: about 0.2 microseconds.

mod features;
mod layout;
mod numbers;
mod pawns;

use cozy_chess::{BitBoard, Board, Color, Piece};
use plyglot_eval::{Active, Features, Layout, Source, WeightError, WeightFile};

use crate::position::Chess;
use features::{Material, features};
use layout::{FEATURES, GAME, TO_MOVE, layout};
pub(crate) use pawns::PawnMemory;
use pawns::{Count, Structure};

/// The weight in the middle of the game and the one at the end, as one number: sums of both are added up at once.
const fn pack(middle: i64, end: i64) -> i64 {
    (end << 32) + middle
}

/// The two sums of a packed one.
#[inline]
fn unpack(both: i64) -> (i64, i64) {
    let middle = i64::from(both as i32);
    (middle, (both - middle) >> 32)
}

/// The weights of the middle and of the end add up to this.
const WHOLE: i64 = 96;

/// How much the weights of the middle of the game and those of its end count, by the pieces on the board. Where the side
/// that has more cannot win without pawns, or bishops of different colours stand alone, the end counts less.
#[inline]
fn shares(board: &Board, material: [Material; 2]) -> (i64, i64) {
    let [white, black] = material.map(Material::counts);
    let phase =
        |[knights, bishops, rooks, queens]: [i64; 4]| knights + bishops + 2 * rooks + 4 * queens;
    let phase = (phase(white) + phase(black)).min(24);
    (4 * phase, (24 - phase) * prospects(board, [white, black]))
}

/// In quarters, how much of an advantage in the end may be expected to last.
#[inline]
fn prospects(board: &Board, counts: [[i64; 4]; 2]) -> i64 {
    let [white, black] = counts
        .map(|[knights, bishops, rooks, queens]| 3 * (knights + bishops) + 5 * rooks + 9 * queens);
    let pawns = |side| !board.colored_pieces(side, Piece::Pawn).is_empty();
    let (ahead, lead) =
        if white >= black { (Color::White, white - black) } else { (Color::Black, black - white) };
    if lead > 0 && lead <= 3 && !pawns(ahead) {
        return 1;
    }
    // Nothing but a bishop each.
    if (white, black) == (3, 3) && counts.map(|count| count[1]) == [1, 1] {
        let dark = board.pieces(Piece::Bishop) & BitBoard::DARK_SQUARES;
        if dark.len() == 1 {
            return 2;
        }
    }
    4
}

/// Weights as they are looked up: in parts of a point, the middle and the end of each feature as one number.
#[derive(Debug)]
pub(crate) struct Trained {
    weights: Box<[i64; FEATURES]>,
    /// How many parts make a point, times [`WHOLE`] where the weights are of shares of the whole.
    units: i64,
}

/// `weights=none` are those that were set by hand.
pub(crate) static SOURCE: Source<Trained> =
    Source::new(include_bytes!("../../data/features.weights"), Trained::from_weights);

impl Trained {
    fn from_weights(file: &WeightFile) -> Result<Trained, WeightError> {
        file.check(GAME, layout())?;
        let values = file.weights.phase(0);
        let mut weights = Box::new([0; FEATURES]);
        for (weight, pair) in weights.iter_mut().zip(values.chunks_exact(2)) {
            *weight = pack(pair[0].into(), pair[1].into());
        }
        Ok(Trained { weights, units: file.weights.units().into() })
    }
}

/// Adds up weights.
struct Sum<'a> {
    weights: &'a [i64; FEATURES],
    sum: i64,
}

impl Count for Sum<'_> {
    #[inline(always)]
    fn count(&mut self, feature: usize, times: i32) {
        self.sum += self.weights[feature] * i64::from(times);
    }
}

/// The estimate in points, from the side to move.
#[inline]
pub(crate) fn evaluate(game: &Chess, trained: Option<&Trained>, memory: &mut PawnMemory) -> i32 {
    let (weights, units) = match trained {
        Some(trained) => (&*trained.weights, trained.units),
        None => (&numbers::BY_HAND, WHOLE),
    };
    let board = game.board();
    let pawns = memory.of(board, |structure| {
        Color::ALL.map(|side| {
            let mut sum = Sum { weights, sum: 0 };
            structure.count(board, side, &mut sum);
            sum.sum
        })
    });
    let mut sums = pawns.counted.map(|sum| Sum { weights, sum });
    let [white, black] = &mut sums;
    let material = features(board, &pawns.structure, [white, black]);
    let sum = sums[0].sum - sums[1].sum;
    let own = if board.side_to_move() == Color::White { sum } else { -sum };
    let (middle, end) = unpack(own + weights[TO_MOVE]);
    let shares = shares(board, material);
    ((middle * shares.0 + end * shares.1) / units) as i32
}

/// The features for a trainer.
#[derive(Debug)]
pub(crate) struct Traits;

/// Lists features with how often they count.
struct List {
    found: Vec<(usize, i64)>,
    sign: i64,
}

impl Count for List {
    fn count(&mut self, feature: usize, times: i32) {
        self.found.push((feature, self.sign * i64::from(times)));
    }
}

impl Features<Chess> for Traits {
    fn layout(&self) -> &Layout {
        layout()
    }

    fn phase(&self, _game: &Chess) -> usize {
        0
    }

    fn active(&self, game: &Chess, out: &mut Active) {
        let board = game.board();
        let structure = Structure::of(board);
        let mut lists = [1, -1].map(|sign| List { found: Vec::new(), sign });
        lists[0].count(TO_MOVE, 1);
        if board.side_to_move() == Color::Black {
            lists.swap(0, 1);
        }
        for (side, list) in Color::ALL.into_iter().zip(&mut lists) {
            structure.count(board, side, list);
        }
        let [white, black] = &mut lists;
        let shares = shares(board, features(board, &structure, [white, black]));
        if board.side_to_move() == Color::Black {
            lists.swap(0, 1);
        }
        for (feature, times) in lists.into_iter().flat_map(|list| list.found) {
            let index = 2 * feature as u32;
            out.push(index, (times * shares.0) as i16);
            out.push(index + 1, (times * shares.1) as i16);
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_eval::{About, Weights};
    use plyglot_search::random::SplitMix;
    use plyglot_search::{Game, MoveList};

    use super::*;

    /// Positions of random games, each before its end.
    fn positions() -> Vec<Chess> {
        let mut random = SplitMix(7);
        let mut positions = Vec::new();
        for _ in 0..20 {
            let mut game = Chess::start();
            for _ in 0..120 {
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                let moves: Vec<_> = moves.iter().collect();
                let Some(mv) = random.pick(&moves) else { break };
                positions.push(game.clone());
                game.play(mv);
            }
        }
        positions
    }

    #[test]
    fn two_sums_fit_in_one_number() {
        for (middle, end) in [(0, 0), (1, -1), (-1, 1), (-70_000, 90_000), (12, -345_678)] {
            assert_eq!(unpack(pack(middle, end)), (middle, end));
            assert_eq!(unpack(-pack(middle, end)), (-middle, -end));
        }
    }

    #[test]
    fn what_is_looked_up_is_what_was_fitted() {
        let mut random = SplitMix(3);
        let mut value = || random.below(41).unwrap_or(0) as f32 / 10.0 - 2.0;
        let weights: Vec<f32> = (0..layout().size()).map(|_| value()).collect();
        let about = About { game: GAME.into(), ..About::default() };
        let weights = Weights::rounded(layout(), 100, &[weights]);
        let file = WeightFile { about, features: layout().hash(), weights };
        let trained = Trained::from_weights(&file).expect("they fit");
        let mut memory = PawnMemory::default();
        for game in positions() {
            let mut active = Active::new();
            Traits.active(&game, &mut active);
            let fitted = file.weights.evaluate(0, &active);
            assert_eq!(evaluate(&game, Some(&trained), &mut memory), fitted, "{game:?}");
        }
    }

    #[test]
    fn what_is_remembered_of_pawns_changes_no_estimate() {
        let mut memory = PawnMemory::default();
        for game in positions() {
            let fresh = evaluate(&game, None, &mut PawnMemory::default());
            assert_eq!(evaluate(&game, None, &mut memory), fresh, "{game:?}");
        }
    }
}
