//! The game of a record by the rules: its moves, each legal, with the passes that it leaves out.

use plyglot_search::{CommentForm, CommentSlot, CommentSlots, Describe, Game, GameFile, Side};

use super::{GameRecord, GgfError, NAME, Ply, Spot};
use crate::position::{Othello, OthelloMove};

/// The game of a record.
///
/// # Errors
/// The first place where it breaks the rules.
pub(super) fn of<const N: usize>(
    record: GameRecord,
) -> Result<GameFile<Othello<N>, OthelloMove>, GgfError> {
    // The reader has checked every mark; what the rules still find has no better place.
    let parsed = Othello::default().parse(&record.board);
    let start = parsed.map_err(|error| GgfError::new(1, error.to_string()))?;
    let (mut at, mut moves) = (start.clone(), Vec::with_capacity(record.plies.len()));
    let mut slots = CommentSlots { form: CommentForm::Property, ..CommentSlots::default() };
    for ply in &record.plies {
        play(&mut at, ply, &mut moves).map_err(|error| {
            let name = if ply.black { 'B' } else { 'W' };
            GgfError::new(ply.at, format!("{name}[{}]: {error}", in_capitals(ply.spot)))
        })?;
        // A pass that was left out has none.
        slots.after.resize(moves.len() - 1, None);
        slots.after.push(Some(CommentSlot::new(ply.end)));
    }
    Ok(GameFile { format: NAME.into(), start, moves, tags: record.tags, slots })
}

/// Plays a move of a record, and a pass that was left out before it.
fn play<const N: usize>(
    at: &mut Othello<N>,
    ply: &Ply,
    moves: &mut Vec<OthelloMove>,
) -> Result<(), String> {
    let side = if ply.black { Side::First } else { Side::Second };
    let text = ply.spot.to_string();
    let mut make = |at: &mut Othello<N>, mv| {
        at.play(mv);
        moves.push(mv);
    };
    let is_over = at.outcome().is_some();
    if !is_over && let Some(pass) = at.implied(&text) {
        make(at, pass);
    }
    if at.to_move() != side {
        return Err(format!("it is {}'s turn", Othello::<N>::SIDES[side.other() as usize]));
    }
    if is_over {
        return Err("the game is over".into());
    }
    let mv = at.parse_move(&text).map_err(|error| error.to_string())?;
    make(at, mv);
    Ok(())
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
    use std::time::Duration;

    use super::*;
    use crate::ggf;

    const START: &str = "8 ---------------------------O*------*O--------------------------- *";
    /// Black has the rest of the first row to turn, white nothing.
    const PASS: &str = "8 *OO-----*------------------------------------------------------- O";

    fn written(board: &str, moves: &str) -> String {
        format!("(;GM[Othello]TI[1:00]BO[{board}]{moves};)")
    }

    fn of(board: &str, moves: &str) -> Result<GameFile<Othello<8>, OthelloMove>, GgfError> {
        super::of(ggf::parse(&written(board, moves))?)
    }

    #[test]
    fn moves_are_played_and_times_are_taken_from_the_clocks() {
        let moves = "B[F5/0/10]W[F6//20]B[E6//5]";
        let game = of(START, moves).expect("it is legal");
        assert_eq!(game.start, Othello::default());
        let played = plyglot_search::line_notation(game.start, &game.moves);
        assert_eq!(played, Ok(vec!["f5".into(), "f6".into(), "e6".into()]));
        let clocks = ggf::parse(&written(START, moves)).expect("a game").clocks();
        let left = clocks.map(|timer| timer.expect("there are clocks").left);
        assert_eq!(left, [45, 40].map(Duration::from_secs));
    }

    #[test]
    fn a_pass_may_be_left_out_where_there_is_no_other_move() {
        for moves in ["W[PA]B[D1]", "B[D1]"] {
            let game = of(PASS, moves).expect("it is legal");
            assert_eq!(game.moves.len(), 2, "{moves}");
            assert_eq!(game.moves[0], OthelloMove::PASS, "{moves}");
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
            let text = written(board, moves);
            let error = of(board, moves).expect_err(moves);
            let message = error.to_string();
            assert!(message.contains(name) && message.contains(word), "{moves}: {message}");
            assert_eq!(error.at, text.rfind(name).expect("it is there") + 1, "{moves}: {message}");
        }
    }
}
