//! Which depth a worker searches next.

/// The depth for a worker that asks for work while `next_depth` is the shallowest depth that no worker
/// has finished.
///
/// Of `workers` workers, half may search `next_depth`, a quarter the depth after it, an eighth the
/// next, and so on, `least` at the least; a depth that has its share is skipped. No worker goes beyond
/// `deepest`: there the rest gathers. `searching` tells how many other workers are at a depth.
///
/// `least` is how many workers can share a depth without getting in each other's way: one where
/// nothing but the table keeps them apart, more where they defer what another is searching.
pub(crate) fn stagger(
    next_depth: i32,
    deepest: i32,
    workers: usize,
    least: usize,
    searching: impl Fn(i32) -> usize,
) -> i32 {
    let mut share = workers.div_ceil(2).max(least);
    let mut depth = next_depth;
    while depth < deepest && searching(depth) >= share {
        depth += 1;
        share = share.div_ceil(2).max(least);
    }
    depth.min(deepest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands a depth to each worker in turn and says how many went to each depth from 10 on.
    fn counts_by_depth(workers: usize, deepest: i32, least: usize) -> Vec<usize> {
        let mut counts = vec![0; 8];
        for _ in 0..workers {
            let depth = stagger(10, deepest, workers, least, |depth| counts[(depth - 10) as usize]);
            counts[(depth - 10) as usize] += 1;
        }
        counts.truncate(counts.iter().rposition(|&count| count > 0).unwrap() + 1);
        counts
    }

    #[test]
    fn each_depth_gets_half_of_those_that_are_left() {
        assert_eq!(counts_by_depth(1, 99, 1), [1]);
        assert_eq!(counts_by_depth(2, 99, 1), [1, 1]);
        assert_eq!(counts_by_depth(8, 99, 1), [4, 2, 1, 1]);
        assert_eq!(counts_by_depth(16, 99, 1), [8, 4, 2, 1, 1]);
    }

    #[test]
    fn no_depth_gets_fewer_than_the_least() {
        assert_eq!(counts_by_depth(4, 99, 4), [4]);
        assert_eq!(counts_by_depth(6, 99, 4), [4, 2]);
        assert_eq!(counts_by_depth(32, 99, 4), [16, 8, 4, 4]);
    }

    #[test]
    fn no_worker_searches_beyond_the_deepest_depth() {
        assert_eq!(counts_by_depth(8, 11, 1), [4, 4]);
        assert_eq!(counts_by_depth(8, 10, 1), [8]);
        assert_eq!(counts_by_depth(8, 10, 4), [8]);
        assert_eq!(stagger(12, 10, 4, 1, |_| 0), 10);
    }
}
