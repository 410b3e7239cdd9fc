//! A disagreement in words.

use std::fmt::Write;

use plyglot_search::{Bound, Describe, Score, Window};

use super::super::scores::short;
use super::super::told::{kind_text, why_text};
use super::fault::{Case, Disagreement, Fault, Reply};

/// What is wrong, where, and what both sides did there, in some lines of text.
pub fn text<G: Describe>(game: &G, found: &Disagreement<G>) -> String {
    let Disagreement { names: [first, second], depth, line, case } = found;
    let Case { start, played, line: rest, fault, .. } = case;
    let mut out = String::new();
    let mut say = |text: String| writeln!(out, "{text}").expect("a text can be written to");
    say(format!("{first} and {second} disagree at depth {depth}, {}.", after(game, line)));
    say(format!("The smallest search that shows it: {} from", plies(case.depth)));
    say(format!("  {}", start.text()));
    if !played.is_empty() {
        say(format!("  (the position {})", after(game, played)));
    }
    if case.window != Window::FULL {
        say(format!("  within {}", window(start, case.window)));
    }
    let place = if rest.is_empty() { "there".into() } else { after(start, rest) };
    say(format!("It goes wrong {place}, with {} left:\n", plies(fault.depth)));
    say(format!("{}\n", fault.position.board().trim_end()));
    let claim = claim(&fault.position, fault.claim, fault.bound);
    say(format!("{first}: {claim}{}", asked(fault)));
    fault.first.iter().for_each(|reply| say(below(&fault.position, reply)));
    say(format!("{second}: {}", short(&fault.position, fault.truth)));
    fault.second.iter().for_each(|reply| say(below(&fault.position, reply)));
    out
}

fn asked<G: Describe>(fault: &Fault<G>) -> String {
    let window = window(&fault.position, fault.window);
    match (fault.kind, fault.why) {
        (Some(kind), Some(why)) => {
            format!(", asked within {window} ({}; {})", kind_text(kind), why_text(why))
        }
        _ => format!(", its answer within {window}; no visit is wrong, these are its passes"),
    }
}

/// A line for a visit right below a node.
fn below<G: Describe>(position: &G, reply: &Reply<G::Move>) -> String {
    let name = reply.visit.mv.map_or_else(|| "(no move)".into(), |mv| position.notation(mv));
    let answer = match &reply.left {
        Some(left) => claim(position, left.value, left.bound),
        None => "no answer".into(),
    };
    let window = window(position, reply.visit.window);
    let truth = reply.truth.map(|truth| format!(", really {}", short(position, truth)));
    let kind = kind_text(reply.visit.kind);
    format!("  {name}: {answer} within {window} ({kind}){}", truth.unwrap_or_default())
}

fn claim<G: Describe>(game: &G, value: Score, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    };
    format!("{sign}{}", short(game, value))
}

fn window<G: Describe>(game: &G, window: Window) -> String {
    format!("{}..{}", short(game, window.alpha), short(game, window.beta))
}

fn plies(number: u32) -> String {
    if number == 1 { "1 ply".into() } else { format!("{number} plies") }
}

/// `after d3 c5`, or `at the position itself`.
fn after<G: Describe>(game: &G, line: &[G::Move]) -> String {
    let mut game = game.clone();
    let mut written = Vec::new();
    for &mv in line {
        written.push(game.notation(mv));
        game.play(mv);
    }
    if written.is_empty() {
        "at the position itself".into()
    } else {
        format!("after {}", written.join(" "))
    }
}
