//! The trained evaluation of the board of 8x8: every block of three by three squares and every line, with weights that
//! were fitted to games of the program against itself.
//!
//! All symmetries of the square share weights, those that exchange rows and columns with the other sign: they exchange
//! the players. Cost: 52 numbers are looked up.

use std::sync::OnceLock;

use plyglot_eval::{
    Active, Features, Group, Layout, Pattern, Source, Symmetry, WeightError, WeightFile,
};
use plyglot_games_common::grid::transposed;
use plyglot_search::Side;

use super::position::Domineering;
use super::room::Room;

/// The name under which weights are kept: the game with its size.
pub(super) const GAME: &str = "domineering:8x8";

/// Squares of a block, and of a line.
const BLOCK: [u8; 9] = [0, 1, 2, 8, 9, 10, 16, 17, 18];
const LINE: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
/// Places of blocks from left to right, and from bottom to top.
const ACROSS: usize = 6;
/// How many different blocks and lines there are.
const BLOCKS: usize = 1 << BLOCK.len();
const LINES: usize = 1 << LINE.len();
/// Where the numbers of rows and of columns begin, and how many there are in all.
const ROWS: usize = ACROSS * ACROSS * BLOCKS;
const COLUMNS: usize = ROWS + 8 * LINES;
const NUMBERS: usize = COLUMNS + 8 * LINES;

/// What is counted beside the patterns: the right to move, and what each side has more of than the other.
pub(super) const COUNTS: [&str; 4] = ["to move", "most", "safe", "places"];

/// The phases, by how many squares are free at least.
const PHASES: [u32; 6] = [46, 38, 31, 25, 19, 0];

/// The patterns, with the weight of each number.
struct Board {
    layout: Layout,
    /// For each number, its weight and the sign with which it counts for the first side.
    weights: Vec<(u32, i8)>,
}

/// The symmetries of the square; the first four leave dominoes as they lie.
fn symmetries() -> Vec<Symmetry> {
    let image = |symmetry: u8, square: u8| {
        let (column, row) = (square & 7, square >> 3);
        let (column, row) = if symmetry & 4 == 0 { (column, row) } else { (row, column) };
        let column = if symmetry & 1 == 0 { column } else { 7 - column };
        let row = if symmetry & 2 == 0 { row } else { 7 - row };
        8 * row + column
    };
    (0..8)
        .map(|symmetry| Symmetry {
            cells: (0..64).map(|square| image(symmetry, square)).collect(),
            exchanges: symmetry & 4 != 0,
        })
        .collect()
}

/// The squares of each place in their order, with where its numbers begin.
fn places() -> impl Iterator<Item = (usize, Vec<u8>)> {
    let blocks = (0..ACROSS * ACROSS).map(|place| {
        let corner = 8 * (place / ACROSS) + place % ACROSS;
        (place * BLOCKS, BLOCK.iter().map(|step| corner as u8 + step).collect())
    });
    let rows = (0..8)
        .map(|row| (ROWS + row * LINES, LINE.iter().map(|step| 8 * row as u8 + step).collect()));
    let columns = (0..8).map(|column| {
        (COLUMNS + column * LINES, LINE.iter().map(|step| column as u8 + 8 * step).collect())
    });
    blocks.chain(rows).chain(columns)
}

fn board() -> &'static Board {
    static SHARED: OnceLock<Board> = OnceLock::new();
    SHARED.get_or_init(|| {
        let symmetries = symmetries();
        let mut patterns: Vec<Pattern> = Vec::new();
        let same = |one: &[u8], other: &[u8]| {
            one.len() == other.len() && one.iter().all(|square| other.contains(square))
        };
        for (_, squares) in places() {
            let known = |pattern: &Pattern| pattern.places().iter().any(|at| same(at, &squares));
            if !patterns.iter().any(known) {
                let name = if squares.len() == BLOCK.len() { "block 3x3" } else { "line" };
                patterns.push(Pattern::with_symmetries(name, &squares, &[0, 1], &symmetries));
            }
        }
        let count = |name: &&str| Group { name: (*name).into(), about: "count".into(), size: 1 };
        let groups = patterns.iter().map(Pattern::group).chain(COUNTS.iter().map(count));
        let mut most = 64;
        let phases = PHASES.iter().map(|least| {
            let name = format!("{least}-{most} free");
            most = least.saturating_sub(1);
            name
        });
        let layout = Layout::new(groups.collect(), phases.collect());
        let mut weights = vec![(0, 0); NUMBERS];
        for (begin, squares) in places() {
            let all = patterns.iter().enumerate().flat_map(|(pattern, of)| {
                (0..of.places().len()).map(move |place| (pattern, place))
            });
            let found = all
                .into_iter()
                .find(|&(pattern, place)| same(&patterns[pattern].places()[place], &squares));
            let (pattern, place) = found.expect("all places belong to a pattern");
            let of = &patterns[pattern];
            let turn = if of.exchanged()[place] { -1 } else { 1 };
            for number in 0..1usize << squares.len() {
                let own = of.places()[place].iter().enumerate().map(|(digit, square)| {
                    let at = squares.iter().position(|other| other == square).unwrap_or(0);
                    (number >> at & 1) << digit
                });
                let tie = of.ties()[own.sum::<usize>()];
                weights[begin + number] = (layout.offset(pattern) + tie.weight, turn * tie.sign);
            }
        }
        Board { layout, weights }
    })
}

/// Hands on the numbers of all places.
#[inline(always)]
fn numbers(free: u64, mut each: impl FnMut(usize)) {
    for column in 0..ACROSS {
        let thirds = free >> column & 0x0707_0707_0707_0707;
        let two = thirds | thirds >> 5;
        for row in 0..ACROSS {
            let number = two >> (8 * row) & 63 | (thirds >> (8 * row + 16) & 7) << 6;
            each((ACROSS * row + column) * BLOCKS + number as usize);
        }
    }
    for (begin, lines) in [(ROWS, free), (COLUMNS, transposed(free))] {
        for (line, number) in lines.to_le_bytes().into_iter().enumerate() {
            each(begin + line * LINES + usize::from(number));
        }
    }
}

#[inline]
fn phase(free: u64) -> usize {
    let free = free.count_ones();
    PHASES.iter().position(|&least| free >= least).unwrap_or(0)
}

/// The values of [`COUNTS`], with the room of the side to move and of the other.
#[inline]
fn counts(game: &Domineering, [own, other]: [Room; 2]) -> [i32; COUNTS.len()] {
    let places = |side| Domineering::places(game.free, side).count_ones() as i32;
    let places = places(game.side) - places(game.side.other());
    [1, own.most - other.most, own.safe - other.safe, places]
}

/// The features of the board of 8x8.
#[derive(Debug)]
pub(super) struct Blocks;

impl Features<Domineering> for Blocks {
    fn layout(&self) -> &Layout {
        &board().layout
    }

    fn phase(&self, game: &Domineering) -> usize {
        phase(game.free)
    }

    fn active(&self, game: &Domineering, out: &mut Active) {
        let turn = if game.side == Side::First { 1 } else { -1 };
        let board = board();
        numbers(game.free, |number| {
            let (weight, sign) = board.weights[number];
            out.push(weight, i16::from(turn * sign));
        });
        let rooms = [game.side, game.side.other()].map(|side| Room::of(game, side));
        let first = (board.layout.size() - COUNTS.len()) as u32;
        for (index, count) in (first..).zip(counts(game, rooms)) {
            out.push(index, count as i16);
        }
    }
}

/// The trained evaluation: for each phase the weight of each number, and of each count.
#[derive(Debug)]
pub(super) struct Trained {
    phases: Vec<(Box<[i16; NUMBERS]>, [i32; COUNTS.len()])>,
    units: i32,
}

/// The weights that come with the game.
pub(super) static SOURCE: Source<Trained> =
    Source::new(include_bytes!("../../data/domineering.weights"), Trained::from_weights);

impl Trained {
    fn from_weights(file: &WeightFile) -> Result<Trained, WeightError> {
        let board = board();
        file.check(GAME, &board.layout)?;
        let phases = (0..PHASES.len()).map(|phase| {
            let all = file.weights.phase(phase);
            let mut numbers = Box::new([0; NUMBERS]);
            for (number, &(weight, sign)) in numbers.iter_mut().zip(&board.weights) {
                let value = all.get(weight as usize).map_or(0, |&value| i32::from(value));
                *number = (value * i32::from(sign)).min(i16::MAX.into()) as i16;
            }
            let counts = std::array::from_fn(|at| all[all.len() - COUNTS.len() + at].into());
            (numbers, counts)
        });
        Ok(Trained { phases: phases.collect(), units: file.weights.units().into() })
    }

    /// The estimate in points, from the side to move, with its room and that of the other.
    #[inline]
    pub(super) fn evaluate(&self, game: &Domineering, rooms: [Room; 2]) -> i32 {
        let (table, weights) = &self.phases[phase(game.free)];
        let mut sum = 0;
        numbers(game.free, |number| sum += i32::from(table[number]));
        if game.side == Side::Second {
            sum = -sum;
        }
        for (count, weight) in counts(game, rooms).into_iter().zip(weights) {
            sum += count * weight;
        }
        sum / self.units
    }
}

#[cfg(test)]
mod tests {
    use plyglot_eval::{About, Weights};
    use plyglot_search::random::SplitMix;
    use plyglot_search::{Game, Knowledge, MoveList};

    use super::super::knowledge::Rooms;
    use super::*;

    /// Positions of random games, each before its end.
    fn positions() -> Vec<Domineering> {
        let mut random = SplitMix(7);
        let mut positions = Vec::new();
        for _ in 0..20 {
            let mut game = Domineering::new(8, 8).expect("the usual board");
            while game.outcome().is_none() {
                positions.push(game);
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                let place = random.below(moves.as_slice().len()).expect("there is a move");
                game.play(moves.as_slice()[place].mv);
            }
        }
        positions
    }

    /// Weights that no training made.
    fn any_weights() -> WeightFile {
        let (layout, mut random) = (&board().layout, SplitMix(3));
        let mut value = || random.below(401).unwrap_or(0) as f32 - 200.0;
        let phases: Vec<Vec<f32>> =
            (0..PHASES.len()).map(|_| (0..layout.size()).map(|_| value()).collect()).collect();
        let about = About { game: GAME.into(), ..About::default() };
        WeightFile { about, features: layout.hash(), weights: Weights::rounded(layout, 4, &phases) }
    }

    #[test]
    fn what_is_looked_up_is_what_was_fitted_whichever_way_the_board_is_turned() {
        let file = any_weights();
        let trained = Trained::from_weights(&file).expect("they fit");
        let symmetries = symmetries();
        let said = |game: &Domineering| {
            let rooms = [game.side, game.side.other()].map(|side| Room::of(game, side));
            trained.evaluate(game, rooms)
        };
        for game in positions() {
            let mut active = Active::new();
            Blocks.active(&game, &mut active);
            let fitted = file.weights.evaluate(Blocks.phase(&game), &active);
            for Symmetry { cells, exchanges } in &symmetries {
                let free = (0..64).filter(|square| game.free >> square & 1 == 1);
                let free = free.fold(0, |all, square| all | 1 << cells[square as usize]);
                let side = if *exchanges { game.side.other() } else { game.side };
                let image = Domineering { free, side, ..game };
                assert_eq!(said(&image), fitted, "{game:?} {image:?}");
            }
        }
    }

    #[test]
    fn only_the_usual_board_has_weights() {
        assert!(Rooms::trained().options().iter().any(|option| option.name == "weights"));
        assert!(Rooms::default().options().is_empty());
    }
}
