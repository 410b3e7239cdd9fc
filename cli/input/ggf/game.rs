//! Games as they are recorded and played on: positions with the clocks of both sides.

use std::time::Duration;

use plyglot_open::{DoorError, Position};
use plyglot_search::Side;

use super::{GameRecord, GgfError, Ply, Spot, Timer};

/// The clocks of black and of white as they stand now.
pub(crate) type Timers = [Option<Timer>; 2];

/// The game of a record up to its present position, and its clocks. `any` is a position of the same
/// game.
///
/// # Errors
/// The first place where it breaks the rules.
pub(crate) fn of(record: &GameRecord, any: &Position) -> Result<(Position, Timers), GgfError> {
    // The reader has checked every mark; what the rules still find has no better place.
    let parsed = any.parse(&record.board);
    let mut position = parsed.map_err(|error| GgfError::new(1, error.to_string()))?;
    let mut timers = record.timers;
    for ply in &record.plies {
        let wrong = |error| {
            let name = if ply.black { 'B' } else { 'W' };
            GgfError::new(ply.at, format!("{name}[{}]: {error}", in_capitals(ply.spot)))
        };
        position = play_as(position, &mut timers, ply).map_err(wrong)?;
    }
    Ok((position, timers))
}

/// Plays a move of a record, which says which side made it.
fn play_as(mut position: Position, timers: &mut Timers, ply: &Ply) -> Result<Position, String> {
    let side = if ply.black { Side::First } else { Side::Second };
    if position.to_move() != side {
        // A pass may have been left out, where there is no other move.
        pass_before(&mut position, ply.spot).map_err(|error| error.to_string())?;
    }
    if position.to_move() != side {
        return Err(format!("it is {}'s turn", position.facts().side(side.other())));
    }
    play(position, timers, ply.spot, ply.time)
}

/// The position after a move of the side to move that took `time`. A pass before it may be left out.
///
/// # Errors
/// Why it is not legal; the clocks have not changed then.
pub(crate) fn play(
    mut position: Position,
    timers: &mut Timers,
    spot: Spot,
    time: Duration,
) -> Result<Position, String> {
    if position.outcome().is_some() {
        return Err("the game is over".into());
    }
    let mover = play_spot(&mut position, spot).map_err(|error| error.to_string())?;
    if let Some(timer) = &mut timers[mover as usize] {
        timer.spend(time);
    }
    Ok(position)
}

/// Plays a move, and a pass that was left out before it. Returns the side that made the move.
fn play_spot(position: &mut Position, spot: Spot) -> Result<Side, DoorError> {
    pass_before(position, spot)?;
    let mover = position.to_move();
    let mv = position.parse_move(&spot.to_string())?;
    position.play(mv)?;
    Ok(mover)
}

/// Plays the pass that people leave out before this move, if there is one.
fn pass_before(position: &mut Position, spot: Spot) -> Result<(), DoorError> {
    match position.implied(&spot.to_string())? {
        Some(pass) => position.play(pass),
        None => Ok(()),
    }
}

/// A move as NBoard writes it: `F5`, `PA`.
fn in_capitals(spot: Spot) -> String {
    match spot {
        Spot::Pass => "PA".into(),
        square => square.to_string().to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::ggf::{self, tests::othello};

    const START: &str = "8 ---------------------------O*------*O--------------------------- *";
    /// Black has the rest of the first row to turn, white nothing.
    const PASS: &str = "8 *OO-----*------------------------------------------------------- O";

    fn of(board: &str, moves: &str) -> Result<(Position, Timers), GgfError> {
        let record = ggf::parse(&format!("(;GM[Othello]TI[1:00]BO[{board}]{moves};)"))?;
        super::of(&record, &othello())
    }

    #[test]
    fn moves_are_played_and_times_are_taken_from_the_clocks() {
        let (position, timers) = of(START, "B[F5/0/10]W[F6//20]B[E6//5]").expect("it is legal");
        assert_eq!(position.plies(), 3);
        assert_eq!(position.to_move(), Side::Second);
        let left = timers.map(|timer| timer.expect("there are clocks").left.as_secs());
        assert_eq!(left, [45, 40]);
        assert_eq!(position.after_plies(0).key(), othello().key());
    }

    #[test]
    fn a_pass_may_be_left_out_where_there_is_no_other_move() {
        for moves in ["W[PA]B[D1]", "B[D1]"] {
            let (position, _) = of(PASS, moves).expect("it is legal");
            assert_eq!(position.plies(), 2, "{moves}");
            assert!(position.outcome().is_some(), "{moves}");
        }
    }

    #[test]
    fn an_illegal_move_is_named_with_its_place() {
        let long = "B[F5]W[F6]B[A1]";
        let cases = [
            (START, "B[A1]", "B[A1]", "a1"),
            (START, "W[F5]", "W[F5]", "turn"),
            (START, "B[PA]", "B[PA]", "pass"),
            (START, long, "B[A1]", "a1"),
            (PASS, "B[D1]W[PA]", "W[PA]", "over"),
            (PASS, "W[PA]B[D1]B[E1]", "B[E1]", "turn"),
        ];
        for (board, moves, name, word) in cases {
            let text = format!("(;GM[Othello]TI[1:00]BO[{board}]{moves};)");
            let error = of(board, moves).expect_err(moves);
            let message = error.to_string();
            assert!(message.contains(name) && message.contains(word), "{moves}: {message}");
            assert_eq!(error.at, text.rfind(name).expect("it is there") + 1, "{moves}: {message}");
        }
    }

    #[test]
    fn a_move_that_is_refused_takes_no_time() {
        let (position, mut timers) = of(PASS, "").expect("it is legal");
        let before = timers;
        let refused = play(position, &mut timers, Spot::Square(7, 7), Duration::from_secs(5));
        assert!(refused.is_err(), "H8 turns nothing");
        assert_eq!(timers, before);
    }
}
