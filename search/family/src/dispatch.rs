//! From an algorithm's name to its function.

use crate::algorithm::Algorithm;
use crate::aspiration::{self, Aim};
use crate::tree::Tree;
use crate::{
    alpha_beta, alpha_beta_sides, max_min, mistakes, mtd, negamax, negascout, negascout_sides, pvs,
    scout, variants,
};
use plyglot_search::{Game, Knowledge, Score, Side, Window};

/// Searches one depth. `values` is what earlier depths came to, the last one last; the first is a
/// guess.
pub(super) fn search<G: Game, K: Knowledge<G>>(
    algorithm: Algorithm,
    tree: &mut Tree<'_, G, K>,
    window: Window,
    values: &[Score],
    depth: i32,
) -> Score {
    // The two-sided forms see everything from the first player's point of view.
    let turns = tree.mover() == Side::Second;
    let seen = |value: Score| if turns { -value } else { value };
    let for_first = window.for_child(turns);
    let guess = |back: usize| values[values.len().saturating_sub(back)];
    let aspire = |tree: &mut Tree<'_, G, K>, centre, width, gradual| {
        aspiration::search(tree, window, Aim { centre, width, gradual }, depth)
    };
    match algorithm {
        Algorithm::Minimax => seen(max_min::value(tree, depth)),
        Algorithm::Negamax => negamax::negamax(tree, depth),
        Algorithm::AlphaBetaHard => alpha_beta::fail_hard(tree, window, depth),
        Algorithm::AlphaBeta => alpha_beta::fail_soft(tree, window, depth),
        Algorithm::AlphaBetaSides => seen(alpha_beta_sides::value(tree, for_first, depth)),
        Algorithm::Scout => scout::eval(tree, depth),
        Algorithm::Pvs => pvs::pvs(tree, window, depth),
        Algorithm::NegaScout => negascout::negascout(tree, window, depth),
        Algorithm::NegaScoutSides => seen(negascout_sides::value(tree, for_first, depth)),
        Algorithm::NegaScoutLast(plies) => variants::last::search(tree, window, depth, plies),
        Algorithm::NegaScoutRefutation => variants::refutation::search(tree, window, depth),
        Algorithm::NegaScoutShallow(plies) => variants::shallow::always(tree, window, depth, plies),
        Algorithm::NegaScoutRevisit(plies) => variants::shallow::again(tree, window, depth, plies),
        Algorithm::NegaScoutWide(width) => variants::wide::search(tree, window, depth, width),
        Algorithm::Aspiration(width) => aspire(tree, guess(1), width, false),
        Algorithm::AspirationGradual(width) => aspire(tree, guess(1), width, true),
        // Values of odd and even depths differ where the last move counts for much.
        Algorithm::AspirationAside(width) => aspire(tree, guess(2), width, false),
        Algorithm::MtdF => mtd::mtd_f(tree, guess(1), depth),
        Algorithm::MtdBisect => mtd::bisect(tree, depth),
        Algorithm::MtdHigh => mtd::mtd_f(tree, Score::INFINITY, depth),
        Algorithm::MtdLow => mtd::mtd_f(tree, -Score::INFINITY, depth),
        Algorithm::MistakePrinted => seen(mistakes::printed::value(tree, for_first, depth)),
        Algorithm::MistakeGuide => mistakes::guide::search(tree, window, depth),
        Algorithm::MistakeWide(width) => mistakes::wide::search(tree, window, depth, width),
    }
}
