//! What goes wrong: the smallest position on which an algorithm is wrong, and where.

use plyglot_games::synthetic::{Spec, Sums, Synthetic};
use plyglot_search::family::Method;
use plyglot_search::stop::StopFlag;

use crate::trace::against::{ByMethod, Reach, against, text};

/// Trees that are small enough to be read, from the smallest on: three moves a node, few plies, and
/// values that a reader can tell apart. As everywhere among the claims a tree is built one ply deeper
/// than it is searched.
const SPECS: [&str; 2] = ["3,3,best=random", "3,4,best=random"];
/// Seeds that are tried for each.
const SEEDS: u64 = 200;
const VISITS: u64 = 100_000;

/// The first wrong node of a method on the first small tree on which it is wrong, in words; `None`
/// if it is right on all of them.
pub(super) fn culprit(method: &str, stop: &StopFlag) -> Option<String> {
    let method: Method = method.parse().ok()?;
    let truth: Method = "minimax".parse().ok()?;
    for spec in SPECS {
        for seed in 1..=SEEDS {
            let searched = Spec::parse(spec).ok()?;
            let built = Spec { seed, depth: searched.depth + 1, ..searched };
            let tree = Synthetic::new(built).ok()?;
            let mut first = ByMethod { method, knowledge: Sums };
            let mut second = ByMethod { method: truth, knowledge: Sums };
            let reach = Reach {
                depth: u32::from(searched.depth),
                visits: VISITS,
                kept: VISITS as usize,
                stop: Some(stop),
            };
            match against(&mut first, &mut second, &tree, &reach) {
                Ok(Some(found)) => {
                    return Some(format!("synthetic:{built}\n{}", text(&tree, &found).trim_end()));
                }
                Ok(None) => {}
                Err(_) => return None,
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the tree that the example names has it for a reader who looks there.
    fn is_shown_by_its_own_name(example: &str) -> bool {
        let (name, told) = example.split_once('\n').expect("lines");
        let spec = Spec::parse(name.strip_prefix("synthetic:").expect("a game")).expect("a tree");
        let side =
            |method: &str| ByMethod { method: method.parse().expect("one"), knowledge: Sums };
        let reach = Reach { depth: 9, visits: VISITS, kept: VISITS as usize, stop: None };
        let tree = Synthetic::new(spec).expect("a tree");
        let found = against(&mut side("mistake-guide"), &mut side("minimax"), &tree, &reach);
        found.expect("it is small").is_some_and(|found| text(&tree, &found).trim_end() == told)
    }

    #[test]
    fn a_mistake_is_shown_where_it_is_made_and_what_is_right_has_none() {
        let stop = StopFlag::new();
        let example = culprit("mistake-guide", &stop).expect("the guide is wrong");
        assert!(example.contains("disagree at depth"), "{example}");
        assert!(example.contains("really"), "{example}");
        assert!(is_shown_by_its_own_name(&example), "{example}");
        assert_eq!(culprit("negascout", &stop), None);
        stop.raise();
        assert_eq!(culprit("mistake-guide", &stop), None);
    }
}
