//! Principal variations beyond what the recursion stored of them: on from the end of a line by what
//! the table knows.
//!
//! The recursion's own line breaks off where the table answered. Costs a probe and a move for each
//! ply, once a report.

use crate::rules::game::{Game, Repetition};
use crate::rules::knowledge::Knowledge;
use crate::rules::report::Verdict;
use crate::rules::score::Score;
use crate::rules::window::Window;
use crate::shared::past::Past;
use crate::table::{NO_MOVE, Table};

/// The value of the position `plies` plies down a line with this verdict, as its side to move sees
/// it from there.
pub(crate) fn value_at(verdict: &Verdict, plies: usize, same_mover: bool) -> Score {
    let seen = verdict.score.to_node(plies as u32);
    if same_mover { seen } else { -seen }
}

/// Goes on from the end of `pv`, of packed moves, move by move, as long as the moves are legal and the line is no
/// longer than `depth`. A proven line goes on only by moves that are proven to keep its value.
/// Gives where the line leads.
pub(crate) fn follow_table<G: Game, K: Knowledge<G>>(
    root: &G,
    knowledge: &mut K,
    (table, past): (&Table, &Past),
    (depth, verdict): (usize, &Verdict),
    pv: &mut Vec<u32>,
) -> G {
    let mut game = root.clone();
    let mut seen = Vec::new();
    let see = |seen: &mut Vec<u64>, game: &G| {
        if G::CAN_REPEAT {
            seen.push(game.key());
        }
    };
    for &bits in pv.iter() {
        see(&mut seen, &game);
        play_packed(&mut game, bits);
    }
    while pv.len() < depth && game.outcome().is_none() {
        let key = past.place(knowledge.key(&game));
        let value = value_at(verdict, pv.len(), game.to_move() == root.to_move());
        // The move of an upper bound is any that was tried; nothing speaks for it.
        let entry = table.probe(key.hash).filter(|entry| {
            entry.lower.is_known()
                && entry.mv != NO_MOVE
                && (!verdict.proven || (entry.lower.is_proven() && entry.score == value))
        });
        let Some(entry) = entry else { break };
        let bits = knowledge.bits_from_canonical(&game, entry.mv, key.symmetry);
        let Some(mv) = game.unpack(bits) else { break };
        if G::CAN_REPEAT && (seen.contains(&game.key()) || past.ends_at(game.key())) {
            break;
        }
        see(&mut seen, &game);
        let mover = game.to_move();
        let undo = game.play(mv);
        let turned = game.to_move() != mover;
        let value = value_at(verdict, pv.len() + 1, game.to_move() == root.to_move());
        if verdict.proven && !is_kept(&game, knowledge, (table, past), value, turned) {
            game.undo(mv, undo);
            break;
        }
        pv.push(G::pack(mv));
    }
    game
}

/// Plays a packed move of a line, which is legal, and gives it.
pub(crate) fn play_packed<G: Game>(game: &mut G, bits: u32) -> G::Move {
    let mv = game.unpack(bits).expect("a packed move of a line is legal where it is played");
    game.play(mv);
    mv
}

/// True if a move to `game` is known to keep the proven value of the position before it, which is
/// `value` as the side to move sees it here. That its entry named the move says less: an entry
/// without a move of its own takes over that of an earlier one.
fn is_kept<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &mut K,
    (table, past): (&Table, &Past),
    value: Score,
    turned: bool,
) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.score() == value;
    }
    if past.ends_at(game.key()) {
        return value == Score::DRAW && game.repetition() == Repetition::Draw;
    }
    let known = past.limit(knowledge.bounds(game, Window::FULL));
    let entry = table.probe(past.place(knowledge.key(game)).hash);
    if turned {
        let entry = entry.filter(|entry| entry.upper.is_proven());
        known.upper <= value || entry.is_some_and(|entry| entry.score <= value)
    } else {
        let entry = entry.filter(|entry| entry.lower.is_proven());
        known.lower >= value || entry.is_some_and(|entry| entry.score >= value)
    }
}
