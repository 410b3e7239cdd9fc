//! How many threads each running search has: a pure function of who runs.
//!
//! Each search has one thread, the runner that began it. What is left goes round, one thread at a time, in the
//! order of the queries, to those that may still have one: with fewer positions than threads all threads work,
//! and shares differ by at most one where nothing limits them.

/// The number of threads of each search, in the order given; `most` is how many each may have. Where there are
/// more searches than threads each has one all the same.
pub(crate) fn shares(threads: usize, most: &[usize]) -> Vec<usize> {
    let mut shares = vec![1; most.len()];
    let mut left = threads.saturating_sub(most.len());
    while left > 0 {
        let before = left;
        for (share, &most) in shares.iter_mut().zip(most) {
            if left > 0 && *share < most {
                *share += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn as_many_searches_as_threads_have_one_each_and_fewer_have_more() {
        assert_eq!(shares(4, &[4, 4, 4, 4]), [1, 1, 1, 1]);
        assert_eq!(shares(4, &[4, 4, 4]), [2, 1, 1]);
        assert_eq!(shares(4, &[4]), [4]);
        assert_eq!(shares(8, &[1, 8, 2]), [1, 5, 2]);
        assert_eq!(shares(2, &[1, 1]), [1, 1]);
        assert!(shares(2, &[]).is_empty());
    }

    proptest! {
        #[test]
        fn no_thread_is_idle_that_could_work(
            threads in 1usize..100,
            most in proptest::collection::vec(1usize..100, 0..100),
        ) {
            let shares = shares(threads, &most);
            let used: usize = shares.iter().sum();
            prop_assert!(used <= threads.max(most.len()));
            let is_full = shares.iter().zip(&most).all(|(share, most)| share == most);
            prop_assert!(is_full || used >= threads);
            prop_assert!(shares.iter().zip(&most).all(|(share, most)| (1..=*most).contains(share)));
        }
    }
}
