//! The trained evaluation of the board of 8x8: every block of 3 by 2 squares, with weights that were fitted to games
//! of the program against itself.
//!
//! Left and right share weights. So do a block and the one that the opponent sees there, with the other
//! sign: the estimate negates where the sides are exchanged, but for the right to move.

use std::sync::OnceLock;

use plyglot_eval::{
    Active, Board, Features, Lanes, Layout, Pattern, Source, Symmetry, Tables, WeightError,
    WeightFile,
};

use super::evaluation::by_row;
use super::position::{Breakthrough, Step};

/// The name under which weights are kept: the game with its size.
pub(super) const GAME: &str = "breakthrough:8x8";

/// A number for each place of a block: 42, and some to spare.
const LANES: usize = 48;

/// What is counted beside the blocks: the right to move; pawns by the steps that they have left to go.
const COUNTS: [&str; 8] =
    ["to move", "1 step", "2 steps", "3 steps", "4 steps", "5 steps", "6 steps", "7 steps"];

/// The phases, by how many pawns there are at least.
const PHASES: [u32; 4] = [28, 24, 20, 0];

/// The board with its patterns.
pub(super) fn board() -> &'static Board<LANES> {
    static SHARED: OnceLock<Board<LANES>> = OnceLock::new();
    SHARED.get_or_init(|| {
        let image = |mirrored: bool, turned: bool| Symmetry {
            cells: (0..64)
                .map(|square| square ^ if mirrored { 7 } else { 0 } ^ if turned { 56 } else { 0 })
                .collect(),
            exchanges: turned,
        };
        let symmetries =
            [image(false, false), image(true, false), image(false, true), image(true, true)];
        let mut patterns: Vec<Pattern> = Vec::new();
        for corner in 0..64u8 {
            let cells = [0, 1, 2, 8, 9, 10].map(|step| corner + step);
            let stands = |place: &Vec<u8>| cells.iter().all(|cell| place.contains(cell));
            let fits = corner % 8 < 6 && corner / 8 < 7;
            if fits && !patterns.iter().any(|pattern| pattern.places().iter().any(stands)) {
                let new = Pattern::with_symmetries("block 3x2", &cells, &[0, 2, 1], &symmetries);
                patterns.push(new);
            }
        }
        let mut most = 32;
        let phases = PHASES.iter().map(|least| {
            let name = format!("{least}-{most} pawns");
            most = least.saturating_sub(1);
            name
        });
        Board::new(patterns, &COUNTS, phases.collect())
    })
}

/// The phase of a position.
#[inline]
fn phase(own: u64, other: u64) -> usize {
    let pawns = (own | other).count_ones();
    PHASES.iter().position(|&least| pawns >= least).unwrap_or(0)
}

/// The features of the board of 8x8.
#[derive(Debug)]
pub(super) struct Blocks;

impl Features<Breakthrough> for Blocks {
    fn layout(&self) -> &Layout {
        board().layout()
    }

    fn phase(&self, game: &Breakthrough) -> usize {
        phase(game.own, game.other)
    }

    fn active(&self, game: &Breakthrough, out: &mut Active) {
        let mut counts = [1; COUNTS.len()];
        let own = by_row(game.own).into_iter().rev();
        for ((count, own), other) in counts.iter_mut().zip(own).zip(by_row(game.other)).skip(1) {
            *count = i16::from(own) - i16::from(other);
        }
        board().active(game.own, game.other, &counts, out);
    }
}

/// The trained evaluation.
#[derive(Debug)]
pub(super) struct Trained {
    board: &'static Board<LANES>,
    tables: Tables<LANES>,
}

/// The weights that come with the game.
pub(super) static SOURCE: Source<Trained> =
    Source::new(include_bytes!("../../data/breakthrough.weights"), Trained::from_weights);

impl Trained {
    fn from_weights(file: &WeightFile) -> Result<Trained, WeightError> {
        let board = board();
        Ok(Trained { board, tables: Tables::new(GAME, board, file)? })
    }

    /// The estimate in points, from the side to move.
    #[inline]
    pub(super) fn evaluate(&self, game: &Breakthrough) -> i32 {
        self.estimate(game.own, game.other, &self.read(game), true)
    }

    /// The numbers of the blocks, as the side to move sees them.
    #[inline]
    pub(super) fn read(&self, game: &Breakthrough) -> Lanes<LANES> {
        self.board.reader().read(game.own, game.other)
    }

    /// The estimate after a step, from the side that makes it; `lanes` are those of the position before.
    #[inline]
    pub(super) fn after(&self, game: &Breakthrough, lanes: &Lanes<LANES>, step: Step) -> i32 {
        let reader = self.board.reader();
        let (from, to) = (1 << step.from, 1 << step.to);
        let mut lanes = lanes.without(reader, step.from, false).with(reader, step.to, false);
        if game.other & to != 0 {
            lanes = lanes.without(reader, step.to, true);
        }
        self.estimate(game.own & !from | to, game.other & !to, &lanes, false)
    }

    /// The estimate from the point of view of the side that has `own` and `lanes` and goes up; `moves` if it is
    /// its turn.
    #[inline]
    fn estimate(&self, own: u64, other: u64, lanes: &Lanes<LANES>, moves: bool) -> i32 {
        let phase = phase(own, other);
        let counts: &[i32; COUNTS.len()] =
            self.tables.counts(phase).first_chunk().expect("a weight for each count");
        let mut sum = self.tables.sum(phase, lanes);
        let (own, other) = (by_row(own), by_row(other));
        for steps in 1..COUNTS.len() {
            sum += counts[steps] * (i32::from(own[7 - steps]) - i32::from(other[steps]));
        }
        self.tables.points(if moves { sum + counts[0] } else { sum - counts[0] })
    }
}

#[cfg(test)]
mod tests {
    use plyglot_eval::{About, Weights};
    use plyglot_search::random::SplitMix;
    use plyglot_search::{Game, MoveList};

    use super::*;

    /// Positions of random games, each before its end.
    fn positions() -> Vec<Breakthrough> {
        let mut random = SplitMix(7);
        let mut positions = Vec::new();
        for _ in 0..20 {
            let mut game = Breakthrough::new(8, 8).expect("the usual board");
            while game.outcome().is_none() {
                positions.push(game);
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                let moves: Vec<Step> = moves.as_slice().iter().map(|one| one.mv).collect();
                game.play(random.pick(&moves).expect("there is always a move"));
            }
        }
        positions
    }

    /// Weights that no training made.
    fn any_weights() -> WeightFile {
        let (layout, mut random) = (board().layout(), SplitMix(3));
        let mut value = || random.below(401).unwrap_or(0) as f32 - 200.0;
        let phases: Vec<Vec<f32>> =
            (0..PHASES.len()).map(|_| (0..layout.size()).map(|_| value()).collect()).collect();
        let about = About { game: GAME.into(), ..About::default() };
        WeightFile { about, features: layout.hash(), weights: Weights::rounded(layout, 4, &phases) }
    }

    #[test]
    fn what_is_looked_up_is_what_was_fitted() {
        let file = any_weights();
        let trained = Trained::from_weights(&file).expect("they fit");
        for game in positions() {
            let mut active = Active::new();
            Blocks.active(&game, &mut active);
            let fitted = file.weights.evaluate(Blocks.phase(&game), &active);
            assert_eq!(trained.evaluate(&game), fitted, "{game:?}");
            assert_eq!(trained.evaluate(&game.exchanged()), fitted, "{game:?}");
        }
    }

    #[test]
    fn a_step_is_estimated_as_the_position_that_it_leads_to() {
        let trained = Trained::from_weights(&any_weights()).expect("they fit");
        for game in positions() {
            let (lanes, mut moves) = (trained.read(&game), MoveList::new());
            game.moves(&mut moves);
            for step in moves.as_slice().iter().map(|one| one.mv) {
                let mut child = game;
                child.play(step);
                let said = trained.after(&game, &lanes, step);
                assert_eq!(said, -trained.evaluate(&child), "{game:?} {step:?}");
            }
        }
    }
}
