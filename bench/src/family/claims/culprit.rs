//! What goes wrong: the smallest position on which an algorithm is wrong, and where.

use plyglot_games::synthetic::{Spec, Sums, Synthetic};
use plyglot_search::family::Method;
use plyglot_search::stop::StopFlag;

use crate::trace::against::{ByMethod, Reach, against, text};

/// Trees that are small enough to be read, from the smallest on: three moves a node, few plies, and
/// values that a reader can tell apart.
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
            let spec = Spec { seed, ..Spec::parse(spec).ok()? };
            let tree = Synthetic::new(Spec { depth: spec.depth + 1, ..spec }).ok()?;
            let mut first = ByMethod { method, knowledge: Sums };
            let mut second = ByMethod { method: truth, knowledge: Sums };
            let reach = Reach {
                depth: u32::from(spec.depth),
                visits: VISITS,
                kept: VISITS as usize,
                stop: Some(stop),
            };
            match against(&mut first, &mut second, &tree, &reach) {
                Ok(Some(found)) => {
                    return Some(format!("tree {spec}\n{}", text(&tree, &found).trim_end()));
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

    #[test]
    fn a_mistake_is_shown_where_it_is_made_and_what_is_right_has_none() {
        let stop = StopFlag::new();
        let example = culprit("mistake-guide", &stop).expect("the guide is wrong");
        assert!(example.contains("disagree at depth"), "{example}");
        assert!(example.contains("really"), "{example}");
        assert_eq!(culprit("negascout", &stop), None);
        stop.raise();
        assert_eq!(culprit("mistake-guide", &stop), None);
    }
}
