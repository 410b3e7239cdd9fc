//! The trained evaluation of six holes a side with four seeds each: how many seeds are in each hole and in each two
//! holes, what the next move captures and whether it moves again, with weights that were fitted to games of the
//! program against itself.
//!
//! The side to move and the other have weights of their own: what the one can do at once the other only threatens.
//! Both see the board in the order of their own sowing, so the estimate does not depend on which player is which.

use std::sync::OnceLock;

use plyglot_eval::{Active, Features, Group, Layout, Source, WeightError, WeightFile, Weights};

use super::position::{Half, Kalah};

/// The name under which weights are kept: the game with its size.
pub(super) const GAME: &str = "kalah:6,4";

/// Holes a side.
const HOLES: usize = 6;
/// The holes of a side, two at a time.
const PAIRS: [(usize, usize); 15] = {
    let mut pairs = [(0, 0); 15];
    let (mut place, mut one) = (0, 0);
    while one < HOLES {
        let mut two = one + 1;
        while two < HOLES {
            pairs[place] = (one, two);
            place += 1;
            two += 1;
        }
        one += 1;
    }
    pairs
};
/// A hole by itself is told apart up to this many seeds, less one; more count as that many.
const ALONE: usize = 16;
/// The same of holes in pairs.
const PAIRED: usize = 10;
/// The same of seeds that the next move captures.
const CAPTURED: usize = 12;
/// How many holes may move again: none to all.
const AGAIN: usize = HOLES + 1;

/// The groups of weights in their order, by name, meaning and size: those of a side once for the side to move and once for the
/// other.
const GROUPS: [(&str, &str, usize); 9] = [
    ("own hole", "hole, seeds", HOLES * ALONE),
    ("other hole", "hole, seeds", HOLES * ALONE),
    ("own pair", "two holes, seeds of the second, of the first", PAIRS.len() * PAIRED * PAIRED),
    ("other pair", "two holes, seeds of the second, of the first", PAIRS.len() * PAIRED * PAIRED),
    ("across", "own hole, seeds opposite, seeds", HOLES * PAIRED * PAIRED),
    ("own move", "holes that move again, seeds captured", AGAIN * CAPTURED),
    ("other move", "holes that move again, seeds captured", AGAIN * CAPTURED),
    ("store", "count", 1),
    ("in holes", "count", 1),
];

/// Where each group begins.
const BEGIN: [usize; GROUPS.len()] = {
    let mut begin = [0; GROUPS.len()];
    let mut group = 1;
    while group < GROUPS.len() {
        begin[group] = begin[group - 1] + GROUPS[group - 1].2;
        group += 1;
    }
    begin
};

/// The phases, by how many seeds are in holes at least.
const PHASES: [i32; 6] = [40, 33, 26, 19, 12, 0];

/// What can be trained.
fn layout() -> &'static Layout {
    static SHARED: OnceLock<Layout> = OnceLock::new();
    SHARED.get_or_init(|| {
        let group = |(name, about, size): (&str, &str, usize)| Group {
            name: name.into(),
            about: about.into(),
            size: size as u32,
        };
        let mut most = 48;
        let phases = PHASES.iter().map(|least| {
            let name = format!("{least}-{most} seeds");
            most = least - 1;
            name
        });
        Layout::new(GROUPS.into_iter().map(group).collect(), phases.collect())
    })
}

/// The phase of a position.
#[inline]
fn phase(own: &Half, other: &Half) -> usize {
    let seeds = own.in_holes() + other.in_holes();
    PHASES.iter().position(|&least| seeds >= least).unwrap_or(0)
}

/// What the next move of a side can do, as a place in the group of weights: how many of its holes end in the
/// store, and how many seeds the best of the others captures.
#[inline]
fn next_move(half: &Half, opposite: &Half) -> usize {
    let (mut again, mut captured) = (0, 0);
    for hole in 0..HOLES {
        let end = hole + usize::from(half.holes()[hole]);
        again += usize::from(end == HOLES);
        // An empty hole ends in itself, and captures nothing since nothing is sown.
        if end < HOLES && half.holes()[end] == 0 && end > hole {
            captured = captured.max(opposite.holes()[HOLES - 1 - end]);
        }
    }
    again * CAPTURED + usize::from(captured).min(CAPTURED - 1)
}

/// Hands each feature of a position to `each`: the index of its weight, and how often it counts.
#[inline(always)]
fn features(own: &Half, other: &Half, mut each: impl FnMut(usize, i32)) {
    let clipped = |half: &Half, most: usize| -> [usize; HOLES] {
        std::array::from_fn(|hole| usize::from(half.holes()[hole]).min(most - 1))
    };
    let halves = [own, other];
    let paired = halves.map(|half| clipped(half, PAIRED));
    for (side, half) in halves.into_iter().enumerate() {
        for (hole, seeds) in clipped(half, ALONE).into_iter().enumerate() {
            each(BEGIN[side] + hole * ALONE + seeds, 1);
        }
        for (pair, (one, two)) in PAIRS.into_iter().enumerate() {
            let number = PAIRED * paired[side][one] + paired[side][two];
            each(BEGIN[2 + side] + pair * PAIRED * PAIRED + number, 1);
        }
        each(BEGIN[5 + side] + next_move(half, halves[1 - side]), 1);
    }
    for hole in 0..HOLES {
        let number = PAIRED * paired[1][HOLES - 1 - hole] + paired[0][hole];
        each(BEGIN[4] + hole * PAIRED * PAIRED + number, 1);
    }
    each(BEGIN[7], i32::from(own.store()) - i32::from(other.store()));
    each(BEGIN[8], own.in_holes() - other.in_holes());
}

/// The features of six holes a side with four seeds each.
#[derive(Debug)]
pub(super) struct Holes;

impl Features<Kalah> for Holes {
    fn layout(&self) -> &Layout {
        layout()
    }

    fn phase(&self, game: &Kalah) -> usize {
        let (own, other) = game.own_and_other();
        phase(own, other)
    }

    fn active(&self, game: &Kalah, out: &mut Active) {
        let (own, other) = game.own_and_other();
        features(own, other, |index, count| out.push(index as u32, count as i16));
    }
}

/// The trained evaluation.
#[derive(Debug)]
pub(super) struct Trained {
    weights: Weights,
}

/// The weights that come with the game.
pub(super) static SOURCE: Source<Trained> =
    Source::new(include_bytes!("../../data/kalah.weights"), Trained::from_weights);

impl Trained {
    fn from_weights(file: &WeightFile) -> Result<Trained, WeightError> {
        file.check(GAME, layout())?;
        Ok(Trained { weights: file.weights.clone() })
    }

    /// The estimate in points, from the side to move.
    #[inline]
    pub(super) fn evaluate(&self, game: &Kalah) -> i32 {
        let (own, other) = game.own_and_other();
        let weights = self.weights.phase(phase(own, other));
        let mut sum = 0;
        features(own, other, |index, count| sum += i32::from(weights[index]) * count);
        sum / i32::from(self.weights.units())
    }
}

#[cfg(test)]
mod tests {
    use plyglot_eval::About;
    use plyglot_search::random::SplitMix;
    use plyglot_search::{Game, MoveList};

    use super::super::position::{Capture, index};
    use super::*;

    /// Positions of random games, each before its end.
    fn positions() -> Vec<Kalah> {
        let mut random = SplitMix(7);
        let mut positions = Vec::new();
        for _ in 0..100 {
            let mut game = Kalah::new(6, 4, Capture::Full).expect("the usual board");
            while game.outcome().is_none() {
                positions.push(game);
                let mut moves = MoveList::new();
                game.moves(&mut moves);
                let moves: Vec<u8> = moves.iter().collect();
                game.play(random.pick(&moves).expect("there are seeds to sow"));
            }
        }
        positions
    }

    #[test]
    fn what_is_looked_up_is_what_was_fitted() {
        let mut random = SplitMix(3);
        let mut value = || random.below(401).unwrap_or(0) as f32 - 200.0;
        let phases: Vec<Vec<f32>> =
            (0..PHASES.len()).map(|_| (0..layout().size()).map(|_| value()).collect()).collect();
        let about = About { game: GAME.into(), ..About::default() };
        let weights = Weights::rounded(layout(), 4, &phases);
        let file = WeightFile { about, features: layout().hash(), weights };
        let trained = Trained::from_weights(&file).expect("they fit");
        for game in positions() {
            let mut active = Active::new();
            Holes.active(&game, &mut active);
            let fitted = file.weights.evaluate(Holes.phase(&game), &active);
            assert_eq!(trained.evaluate(&game), fitted, "{game:?}");
            assert_eq!(trained.evaluate(&game.exchanged()), fitted, "{game:?}");
        }
    }

    #[test]
    fn each_feature_is_one_of_its_group() {
        let ends = (0..GROUPS.len()).map(|group| layout().offset(group) + GROUPS[group].2 as u32);
        let ends: Vec<usize> = ends.map(|end| end as usize).collect();
        let times = [6, 6, 15, 15, 6, 1, 1, 1, 1];
        let expected: Vec<usize> =
            (0..GROUPS.len()).flat_map(|group| vec![group; times[group]]).collect();
        for game in positions() {
            let (own, other) = game.own_and_other();
            let mut groups = Vec::new();
            features(own, other, |at, _| groups.extend(ends.iter().position(|&end| at < end)));
            groups.sort_unstable();
            assert_eq!(groups, expected, "{game:?}");
        }
    }

    #[test]
    fn the_next_move_does_what_its_feature_says() {
        let mut captures = 0;
        for game in positions() {
            let side = index(game.side);
            let (own, other) = game.own_and_other();
            let (mut again, mut captured) = (0, 0);
            // What goes once around the board is left out.
            for hole in (0..HOLES as u8).filter(|&hole| {
                let seeds = usize::from(own.holes()[usize::from(hole)]);
                seeds > 0 && usize::from(hole) + seeds <= HOLES
            }) {
                let mut after = game;
                after.play(hole);
                let gain = after.halves[side].store() - own.store();
                if after.side == game.side {
                    again += 1;
                } else {
                    captured = captured.max(gain.saturating_sub(1));
                }
            }
            let captured = usize::from(captured);
            captures += captured;
            let expected = again * CAPTURED + captured.min(CAPTURED - 1);
            assert_eq!(next_move(own, other), expected, "{game:?}");
        }
        assert!(captures > 100, "{captures}");
    }
}
