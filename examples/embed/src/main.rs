//! plyglot inside another program: nothing here depends on the game, so all of it works with each one.
//!
//! `embed [GAME [MOVES]]` analyses a position for a second on all cores, reports each depth as it is
//! reached, and rates every move of the position.

use std::error::Error;
use std::time::Duration;

use plyglot_games::catalogue::{Catalogue, builtin};
use plyglot_open::{Ask, Config, Engine, Limits, Mv, Position, Report};

/// How long the analysis takes.
const TIME: Duration = Duration::from_secs(1);

/// How many positions are visited to rate one move.
const NODES: u64 = 5_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "connect4".into());
    let moves = arguments.next().unwrap_or_default();
    for line in analysis(&builtin(), &name, &moves, &Limits::time(TIME))? {
        println!("{line}");
    }
    Ok(())
}

/// The lines to print for the position after some moves of a game.
fn analysis(
    games: &Catalogue,
    name: &str,
    moves: &str,
    limits: &Limits<Mv>,
) -> Result<Vec<String>, Box<dyn Error>> {
    let game = games.open(name)?;
    let mut position = game.start()?;
    position.play_text(moves)?;
    let mut engine = game.engine(&Config::default(), None)?;

    // Called by a thread of the search, which waits for it.
    let ask = Ask::new(&position, limits)
        .telling(|news| eprintln!("depth {:>2}, {} nodes", news.line.depth, news.nodes));
    let report = engine.run(&ask)?;
    let mut lines = vec![
        format!("{}, {} to move", game.facts().name, position.mover()),
        position.board()?,
        summary(&position, &report)?,
    ];
    lines.extend(ratings(&mut *engine, &position)?);
    Ok(lines)
}

/// The value and the line that leads to it.
fn summary(position: &Position, report: &Report<Mv>) -> Result<String, Box<dyn Error>> {
    let value = position.verdict_text(&report.verdict)?;
    let line = report.lines.first().map_or(&[][..], |line| &line.pv);
    Ok(format!("{value}: {}", position.notation(line)?.join(" ")))
}

/// Each move with the value of the position after it, for the side to move there.
fn ratings(engine: &mut dyn Engine, position: &Position) -> Result<Vec<String>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for mv in position.moves()? {
        let (name, after) = (position.move_text(mv)?, position.after(mv)?);
        let report = engine.run(&Ask::new(&after, &Limits::nodes(NODES)))?;
        lines.push(format!(
            "{name:>6}  {} for {}",
            after.verdict_text(&report.verdict)?,
            after.mover()
        ));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_analysed() {
        let games = builtin();
        for listing in games.listings() {
            let lines = analysis(&games, listing.name, "", &Limits::depth(2)).expect(listing.name);
            assert!(lines.len() > 4, "{lines:?}");
        }
    }

    #[test]
    fn a_proven_value_is_shown() {
        let lines = analysis(&builtin(), "connect4:4x4", "", &Limits::solve()).expect("a value");
        assert!(lines[2].starts_with("draw: "), "{lines:?}");
        let error =
            analysis(&builtin(), "connect4", "9", &Limits::depth(1)).expect_err("an illegal move");
        assert!(error.to_string().contains("move 1"), "{error}");
    }
}
