//! `perft` and `bench`: what authors of engines ask for. They run beside the conversation and say lines.

use std::time::Instant;

use crossbeam::channel::Sender;
use plyglot_bench::{SignatureError, of_game};
use plyglot_open::{DoorError, Open, Position};
use plyglot_search::Stop;
use plyglot_wire::rate;
use rayon::ThreadPoolBuilder;

/// The deepest that is counted, in plies.
const DEEPEST: u32 = 200;

/// The depth of `perft`, in plies.
///
/// # Errors
/// What is needed instead, in one line.
pub(super) fn depth(text: &str) -> Result<u32, String> {
    let depth = text.trim().parse().ok().filter(|depth| *depth <= DEEPEST);
    depth.ok_or_else(|| {
        let text = text.trim();
        format!("perft: a depth from 0 to {DEEPEST} is needed, not {text:?}")
    })
}

/// Counts the lines of moves of this length that begin with each move, and all.
pub(super) fn perft(
    (game, at): (&dyn Open, &Position),
    (depth, threads): (u32, usize),
    stop: &Stop,
    say: &Sender<String>,
) {
    let told = counted((game, at), (depth, threads), stop);
    for line in told.unwrap_or_else(|error| vec![format!("perft: {error}")]) {
        let _ = say.send(line);
    }
}

fn counted(
    (game, at): (&dyn Open, &Position),
    (depth, threads): (u32, usize),
    stop: &Stop,
) -> Result<Vec<String>, String> {
    let message = |error: DoorError| error.to_string();
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    // No moves are one line.
    let counts = match depth {
        0 => Vec::new(),
        _ => pool.install(|| game.perft(at, depth, stop)).map_err(message)?,
    };
    if stop.is_raised() {
        return Err("stopped before its end".into());
    }
    let mut lines = Vec::with_capacity(counts.len() + 1);
    for &(mv, count) in &counts {
        let mv = at.protocol_notation(&[mv]).map_err(message)?.concat();
        lines.push(format!("{mv}: {count}"));
    }
    let total = if depth == 0 { 1 } else { counts.iter().map(|&(_, count)| count).sum() };
    lines.push(format!("Nodes searched: {total}"));
    Ok(lines)
}

/// Searches fixed positions of the game as `plyglot bench signature` does: the same nodes on every machine.
pub(super) fn bench(game: &dyn Open, stop: &Stop, say: &Sender<String>) {
    let begin = Instant::now();
    let told = match of_game(game, stop) {
        Ok(_) if stop.is_raised() => "bench: stopped before its end".into(),
        Ok(part) => {
            let nps = rate(part.nodes, begin.elapsed());
            format!("bench: {} positions, {} nodes {nps} nps", part.positions, part.nodes)
        }
        Err(SignatureError::Search { error, .. } | SignatureError::Door(error)) => {
            format!("bench: {error}")
        }
    };
    let _ = say.send(told);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_is_a_number_within_reach() {
        assert_eq!(depth(" 5 "), Ok(5));
        for wrong in ["", "-1", "201", "deep", "5 5"] {
            assert!(depth(wrong).is_err_and(|error| error.contains("from 0 to 200")), "{wrong}");
        }
    }
}
