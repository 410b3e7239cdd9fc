//! What a search sets out to do: decided once, before the first task.

use std::time::Duration;

use super::reach::SearchLimits;
use crate::recursion::{ProofAim, may_be_endless};
use crate::rules::game::{Game, Repetition};
use crate::rules::knowledge::{Bounds, Knowledge};
use crate::rules::limits::{Limits, MAX_PLY};
use crate::rules::pace::Pace;
use crate::rules::score::{Meaning, Score};
use crate::rules::solve::SolvePlan;
use crate::rules::window::Window;
use crate::shared::config::{Acceptance, Config};
use crate::shared::scheme::Scheme;

/// The fixed part of the root's state.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// How many workers ask for tasks.
    pub(crate) workers: usize,
    pub(crate) scheme: Scheme,
    /// How many lines are wanted, no more than there are moves.
    pub(crate) lines: usize,
    /// A move that has a line of its own, packed.
    pub(crate) also: Option<u32>,
    /// What the value is asked to lie within.
    pub(crate) window: Window,
    /// The deepest depth to deepen to.
    pub(crate) deepest: i32,
    /// The depth from which on a task goes to the end of the game, where the game tells.
    pub(crate) end: Option<i32>,
    /// Beyond this depth, deepening gives way to the exact solve, as soon as it is in reach if it is tried
    /// only then.
    pub(crate) solve_after: Option<i32>,
    pub(crate) solve: SolvePlan,
    /// Of a solve within a window: beyond this depth the next one is that of the end.
    pub(crate) straight_after: Option<i32>,
    /// How many selective passes come before the exact one.
    pub(crate) selective_passes: u8,
    /// The exact solve is tried only once it is in reach, and deepening goes on until then.
    pub(crate) tries: bool,
    /// How many nodes and how much time the search may take.
    pub(crate) limits: SearchLimits,
    /// After this time the search ends with the next iteration that is finished.
    pub(crate) soft_time: Option<Duration>,
    /// By what that is multiplied, counted from when the clock began.
    pub(crate) pace: Option<Pace>,
    pub(crate) clock_began: Duration,
    pub(crate) bounds: Bounds,
    pub(crate) margin_step: i32,
    pub(crate) aspiration: i32,
    /// A forced win of which only the one half is proven, that it takes no longer, counts as proven. Not
    /// where a depth has to have the value that minimax has there.
    pub(crate) halves: bool,
    /// The shortest win is asked for, and not only who wins.
    pub(crate) shortest: bool,
    /// It is tried to prove that neither side can win. Not where a line of some moves is asked for.
    pub(crate) proves_draws: bool,
    /// What is to be proven beside the search, where the game asks for that. Nothing where more is asked than the value.
    pub(crate) proof_aim: Option<ProofAim>,
    /// The root's moves were chosen, so its value is not the position's.
    pub(crate) restricted: bool,
}

impl Plan {
    /// True if the depths before the exact solve are there for its order of moves and its guess alone, as its
    /// selective passes are: nothing is proven by either.
    pub(crate) fn only_rehearses(&self) -> bool {
        self.solve_after.is_some() && self.selective_passes > 0
    }

    /// True if every iteration has a single line.
    pub(crate) fn is_single(&self) -> bool {
        self.lines == 1 && self.also.is_none()
    }

    /// The depth that is searched where `depth` would be the next one.
    pub(crate) fn depth_from(&self, depth: i32) -> i32 {
        match (self.straight_after, self.end) {
            (Some(after), Some(end)) if depth > after => depth.max(end),
            _ => depth,
        }
    }

    /// Plans a search of `game`, of which so much is known and which has `moves` moves to look at, by this number of
    /// workers.
    pub(crate) fn new<G: Game, K: Knowledge<G>>(
        (game, known): (&G, Bounds),
        knowledge: &mut K,
        limits: &Limits<u32>,
        moves: usize,
        config: &Config,
    ) -> Plan {
        let Config { threads: workers, scheme, acceptance, .. } = *config;
        let end = knowledge.plies_left(game).map(|plies| plies.clamp(1, MAX_PLY as i32));
        let deepest = limits.depth.map_or(MAX_PLY as i32, |depth| depth.min(MAX_PLY as u32) as i32);
        let solve = end.map_or(SolvePlan::DEFAULT, |_| knowledge.solve_plan(game));
        let reaches_end = end.is_some_and(|end| deepest >= end);
        // Analysis shows how it deepens, so it only jumps where the game deepens anyway.
        // A window belongs to deepening: the driver of a solve chooses its own. A solve within one is a depth like any
        // other, but the next one after its rehearsal.
        let windowed = limits.window.is_some();
        let jumps = reaches_end && !windowed && (limits.solve || solve.rehearse != 0);
        let solve_after = jumps.then_some(solve.rehearse);
        let straight_after =
            (limits.solve && windowed && reaches_end).then_some(solve.rehearse.max(0));
        // A depth limit to the end asks for the exact value, but a clock has to show something for it.
        let search_limits = SearchLimits { nodes: limits.nodes, time: limits.time };
        let tries = !limits.solve
            && (limits.depth.is_none() || limits.nodes.is_some() || limits.is_timed());
        let lines = limits.lines.min(moves);
        let restricted = !limits.root_moves.is_empty();
        let mut bounds = known;
        if restricted {
            bounds.lower = Bounds::UNKNOWN.lower;
        }
        Plan {
            // Under a scheme that splits nodes, one worker leads and the others help.
            workers: if scheme.splits() { 1 } else { workers },
            scheme,
            lines,
            also: limits.also,
            window: limits.window.unwrap_or(Window::FULL),
            deepest: end.map_or(deepest, |end| deepest.min(end)),
            end,
            solve_after,
            solve,
            straight_after,
            selective_passes: if knowledge.constants().selective_solves {
                solve.selective_passes
            } else {
                0
            },
            tries,
            limits: search_limits,
            soft_time: limits.soft_time,
            pace: limits.pace,
            clock_began: Duration::ZERO,
            bounds,
            margin_step: game.margin_step(),
            aspiration: knowledge.aspiration().min(Score::MAX_HEURISTIC),
            halves: acceptance == Acceptance::AtLeast,
            shortest: limits.solve && !windowed && has_distances(game),
            proves_draws: limits.solve
                && !windowed
                && lines == 1
                && !restricted
                && may_be_endless(game),
            proof_aim: proof_aim(limits).filter(|_| {
                acceptance == Acceptance::AtLeast
                    && lines == 1
                    && limits.also.is_none()
                    && !restricted
            }),
            restricted,
        }
    }
}

/// What is to be proven beside a search with these limits; of windows that of [`Limits::mate`] alone asks for a proof.
fn proof_aim(limits: &Limits<u32>) -> Option<ProofAim> {
    let within = match limits.window {
        None => None,
        Some(Window { alpha, beta }) => match beta.meaning() {
            Meaning::WinIn(plies) if alpha == beta.prev() => Some(plies),
            _ => return None,
        },
    };
    limits.proves_wins().then_some(ProofAim { solves: limits.solve, within })
}

/// True if the distance of a win can be proven: where what comes back is worth something, a win may be sooner by that,
/// which no search within a distance sees ([`Repetition`]).
fn has_distances<G: Game>(game: &G) -> bool {
    !G::CAN_REPEAT || !game.can_repeat() || game.repetition() == Repetition::Draw
}
