//! How much of its time a move is worth: less where the choice is settled, more where it is in doubt.
//!
//! Three figures tell, and their factors are multiplied: how long the same move has been the best, whether its score
//! falls, and which part of the nodes it took: a best move that needs few of them has rivals that nearly equal it. (All
//! three are common knowledge among engines for chess; R. Hyatt, "Using Time Wisely", ICCA Journal 7(1), 1984, has the
//! first two.)

use plyglot_search::Iteration;

/// By what the time for a move is multiplied in any case: so much of it is saved where the choice is settled.
const SAVED: f32 = 1.2;

/// By what the time for a move is multiplied for having been the best for no, one, two, ... iterations before.
const STEADY: [f32; 7] = [1.35, 1.2, 1.08, 1.0, 0.94, 0.88, 0.83];

/// How much a fall of the score by one unit adds, and the least and the most.
const PER_DROP: f32 = 0.25;
const DROP: [f32; 2] = [0.85, 1.6];

/// From the part of the nodes that the best move took.
const SHARE: [f32; 2] = [0.6, 1.45];

/// By what the time for a move is multiplied after an iteration.
pub fn pace(after: &Iteration) -> f32 {
    let steady = STEADY[(after.steady as usize).min(STEADY.len() - 1)];
    let [least, most] = DROP;
    let drop = (1.0 + PER_DROP * after.drop).clamp(least, most);
    let [least, most] = SHARE;
    let share = after.share.map_or(1.0, |share| (1.9 - 1.35 * share).clamp(least, most));
    SAVED * steady * drop * share
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Iteration = Iteration { depth: 8, steady: 3, drop: 0.0, share: Some(0.667) };

    #[test]
    fn what_is_usual_takes_what_is_saved_elsewhere() {
        assert!((pace(&USUAL) - SAVED).abs() < 0.01, "{}", pace(&USUAL));
        assert!((pace(&Iteration { share: None, ..USUAL }) - SAVED).abs() < 0.01);
    }

    #[test]
    fn doubt_takes_longer_and_what_is_settled_less() {
        for (less, more) in [
            (Iteration { steady: 9, ..USUAL }, Iteration { steady: 0, ..USUAL }),
            (Iteration { drop: -1.0, ..USUAL }, Iteration { drop: 1.0, ..USUAL }),
            (Iteration { share: Some(0.95), ..USUAL }, Iteration { share: Some(0.3), ..USUAL }),
        ] {
            assert!(pace(&less) < pace(&USUAL) && pace(&USUAL) < pace(&more), "{less:?} {more:?}");
        }
    }

    #[test]
    fn whatever_it_is_told_it_stays_within_reason() {
        for drop in [f32::MIN, -1.0, 0.0, 1e9] {
            for (steady, share) in [(0, Some(0.0)), (u32::MAX, Some(1.0)), (3, None)] {
                let factor = pace(&Iteration { depth: 1, steady, drop, share });
                assert!((0.5..4.0).contains(&factor), "{factor}");
            }
        }
    }
}
