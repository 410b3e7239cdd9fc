//! What goes wrong: the smallest position on which an algorithm is wrong, and where.

use std::error::Error;

use plyglot_family::Method;
use plyglot_open::catalogue::Catalogue;
use plyglot_search::Stop;
use plyglot_small::synthetic::Spec;

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
pub(super) fn culprit(games: &Catalogue, method: &str, stop: &Stop) -> Option<String> {
    let method: Method = method.parse().ok()?;
    for spec in SPECS {
        let searched = Spec::parse(spec).ok()?;
        for seed in 1..=SEEDS {
            let built = Spec { seed, depth: searched.depth + 1, ..searched };
            let name = format!("synthetic:{built}");
            let text = parting(games, method, &name, u32::from(searched.depth), Some(stop)).ok()?;
            if let Some(text) = text {
                return Some(format!("{name}\n{text}"));
            }
        }
    }
    None
}

/// Where a method first differs from minimax on a tree, in words; `None` if it does not.
fn parting(
    games: &Catalogue,
    method: Method,
    tree: &str,
    depth: u32,
    stop: Option<&Stop>,
) -> Result<Option<String>, Box<dyn Error>> {
    let tree = games.open(tree)?;
    let root = tree.start()?;
    let side = |method| ByMethod { method, knowledge: tree.knowledge() };
    let (mut first, mut second) = (side(method), side("minimax".parse()?));
    let reach = Reach { depth, visits: VISITS, stored: VISITS as usize, stop };
    let found = against(&mut first, &mut second, &root, &reach)?;
    let text = found.map(|found| text(&root, &found)).transpose()?;
    Ok(text.map(|text| text.trim_end().into()))
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    /// Whether the tree that the example names has it for a reader who looks there.
    fn is_shown_by_its_own_name(example: &str) -> bool {
        let (name, text) = example.split_once('\n').expect("lines");
        let guide = "mistake-guide".parse().expect("a method");
        parting(&builtin(), guide, name, 9, None).expect("it is small").as_deref() == Some(text)
    }

    #[test]
    fn a_mistake_is_shown_where_it_is_made_and_what_is_right_has_none() {
        let stop = Stop::default();
        let example = culprit(&builtin(), "mistake-guide", &stop).expect("the guide is wrong");
        assert!(example.contains("disagree at depth"), "{example}");
        assert!(example.contains("really"), "{example}");
        assert!(is_shown_by_its_own_name(&example), "{example}");
        assert_eq!(culprit(&builtin(), "negascout", &stop), None);
        stop.raise();
        assert_eq!(culprit(&builtin(), "mistake-guide", &stop), None);
    }
}
