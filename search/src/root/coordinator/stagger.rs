//! Which depth a worker searches next.

/// The depth for a worker that asks for work while `frontier` is the shallowest depth that nobody
/// has finished.
///
/// Of `workers` workers, half may search the frontier, a quarter the depth after it, an eighth the
/// next, and so on, `crowd` at the least; a depth that has its share is skipped. Nobody goes beyond
/// `deepest`: there the rest gathers. `searching` tells how many other workers are at a depth.
///
/// `crowd` is how many workers can share a depth without getting in each other's way: one where
/// nothing but the table keeps them apart, more where they put off what another is at.
pub(crate) fn stagger(
    frontier: i32,
    deepest: i32,
    workers: usize,
    crowd: usize,
    searching: impl Fn(i32) -> usize,
) -> i32 {
    let mut share = workers.div_ceil(2).max(crowd);
    let mut depth = frontier;
    while depth < deepest && searching(depth) >= share {
        depth += 1;
        share = share.div_ceil(2).max(crowd);
    }
    depth.min(deepest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seats all workers one after the other and says how many went to each depth from 10 on.
    fn seat(workers: usize, deepest: i32, crowd: usize) -> Vec<usize> {
        let mut seats = vec![0; 8];
        for _ in 0..workers {
            let depth = stagger(10, deepest, workers, crowd, |depth| seats[(depth - 10) as usize]);
            seats[(depth - 10) as usize] += 1;
        }
        seats.truncate(seats.iter().rposition(|&count| count > 0).unwrap() + 1);
        seats
    }

    #[test]
    fn each_depth_gets_half_of_those_that_are_left() {
        assert_eq!(seat(1, 99, 1), [1]);
        assert_eq!(seat(2, 99, 1), [1, 1]);
        assert_eq!(seat(8, 99, 1), [4, 2, 1, 1]);
        assert_eq!(seat(16, 99, 1), [8, 4, 2, 1, 1]);
    }

    #[test]
    fn a_crowd_stays_together() {
        assert_eq!(seat(4, 99, 4), [4]);
        assert_eq!(seat(6, 99, 4), [4, 2]);
        assert_eq!(seat(32, 99, 4), [16, 8, 4, 4]);
    }

    #[test]
    fn nobody_searches_beyond_the_deepest_depth() {
        assert_eq!(seat(8, 11, 1), [4, 4]);
        assert_eq!(seat(8, 10, 1), [8]);
        assert_eq!(seat(8, 10, 4), [8]);
        assert_eq!(stagger(12, 10, 4, 1, |_| 0), 10);
    }
}
