//! The game that is spoken about: where it began, the moves since, and the clocks.

use std::time::Duration;

use plyglot_search::{Describe, Side};

use super::ggf::{GgfError, Ply, Record, Spot};
use super::timer::Timer;
use crate::protocol::Course;

/// A game with its past: what `analyze` goes back through.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Describe> {
    start: G,
    moves: Vec<G::Move>,
    /// The clocks of black and of white as they stand now.
    timers: [Option<Timer>; 2],
}

impl<G: Describe> Played<G> {
    /// A game that begins here, without clocks.
    pub(super) fn new(start: G) -> Self {
        Played { start, moves: Vec::new(), timers: [None; 2] }
    }

    /// The game of a record, and its present position. `any` is a position of the same game.
    ///
    /// # Errors
    /// The first place where it goes against the rules.
    pub(super) fn of(record: &Record, any: &G) -> Result<(Self, Course<G>), GgfError> {
        // The reader has looked at every mark; what the rules still find has no better place.
        let start =
            any.parse(&record.board).map_err(|error| GgfError::new(1, error.to_string()))?;
        let mut course = Course::new(start.clone());
        let mut played = Played { start, moves: Vec::new(), timers: record.timers };
        for ply in &record.plies {
            let wrong = |error| {
                let name = if ply.black { 'B' } else { 'W' };
                GgfError::new(ply.at, format!("{name}[{}]: {error}", in_capitals(ply.spot)))
            };
            played.play_as(&mut course, ply).map_err(wrong)?;
        }
        Ok((played, course))
    }

    /// Plays a move of a record, which says whose it is.
    fn play_as(&mut self, course: &mut Course<G>, ply: &Ply) -> Result<(), String> {
        let side = if ply.black { Side::First } else { Side::Second };
        if course.game().to_move() != side {
            // A pass may have been left out, where there is no other move.
            self.pass_before(course, ply.spot);
        }
        if course.game().to_move() != side {
            return Err(format!("it is {}'s turn", G::SIDES[side.other() as usize]));
        }
        self.play(course, ply.spot, ply.time)
    }

    /// Plays a move of whoever is to move, who took so long. A pass before it may be left out.
    ///
    /// # Errors
    /// Why it is not legal; nothing has changed then.
    pub(super) fn play(
        &mut self,
        course: &mut Course<G>,
        spot: Spot,
        time: Duration,
    ) -> Result<(), String> {
        if course.legal().is_empty() {
            return Err("the game is over".into());
        }
        let (so_far, before) = (self.moves.len(), course.clone());
        self.pass_before(course, spot);
        let mv = match course.game().parse_move(&spot.to_string()) {
            Ok(mv) => mv,
            Err(error) => {
                self.moves.truncate(so_far);
                *course = before;
                return Err(error.to_string());
            }
        };
        if let Some(timer) = &mut self.timers[course.game().to_move() as usize] {
            timer.spend(time);
        }
        course.play(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// Plays the pass that people leave out before this move, if there is one.
    fn pass_before(&mut self, course: &mut Course<G>, spot: Spot) {
        let implied = course.game().implied(&spot.to_string());
        if let Some(pass) = implied.filter(|_| !course.legal().is_empty()) {
            course.play(pass);
            self.moves.push(pass);
        }
    }

    /// How many moves were made, passes among them.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The game as it stood after so many moves.
    pub(super) fn after(&self, moves: usize) -> Course<G> {
        let mut course = Course::new(self.start.clone());
        self.moves.iter().take(moves).for_each(|&mv| course.play(mv));
        course
    }

    /// The clock of a side, if there is one.
    pub(super) fn timer(&self, side: Side) -> Option<Timer> {
        self.timers[side as usize]
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
    use plyglot_games::othello::Othello;
    use plyglot_search::Game;

    use super::*;
    use crate::protocol::nboard::ggf;

    const START: &str = "8 ---------------------------O*------*O--------------------------- *";
    /// Black has the rest of the first row to turn, white nothing.
    const PASS: &str = "8 *OO-----*------------------------------------------------------- O";

    fn of(board: &str, moves: &str) -> Result<(Played<Othello<8>>, Course<Othello<8>>), GgfError> {
        let record = ggf::parse(&format!("(;GM[Othello]TI[1:00]BO[{board}]{moves};)"))?;
        Played::of(&record, &Othello::default())
    }

    #[test]
    fn moves_are_played_and_times_are_taken_from_the_clocks() {
        let (played, course) = of(START, "B[F5/0/10]W[F6//20]B[E6//5]").expect("it is legal");
        assert_eq!(played.len(), 3);
        assert_eq!(course.game().to_move(), Side::Second);
        let left = |side| played.timer(side).expect("there are clocks").left;
        assert_eq!(left(Side::First), Duration::from_secs(45));
        assert_eq!(left(Side::Second), Duration::from_secs(40));
        assert_eq!(played.after(3).game(), course.game());
        assert_eq!(played.after(0).game(), &Othello::default());
    }

    #[test]
    fn a_pass_may_be_left_out_where_there_is_no_other_move() {
        for moves in ["W[PA]B[D1]", "B[D1]"] {
            let (played, course) = of(PASS, moves).expect("it is legal");
            assert_eq!(played.len(), 2, "{moves}");
            assert!(course.legal().is_empty(), "{moves}");
        }
    }

    #[test]
    fn what_is_against_the_rules_is_named_with_its_place() {
        let long = "B[F5]W[F6]B[A1]";
        let cases = [
            (START, "B[A1]", "B[A1]", "turns nothing"),
            (START, "W[F5]", "W[F5]", "turn"),
            (START, "B[PA]", "B[PA]", "can move"),
            (START, long, "B[A1]", "turns nothing"),
            (PASS, "B[D1]W[PA]", "W[PA]", "over"),
            (PASS, "W[PA]B[D1]B[E1]", "B[E1]", "turn"),
        ];
        for (board, moves, name, word) in cases {
            let text = format!("(;GM[Othello]TI[1:00]BO[{board}]{moves};)");
            let error = of(board, moves).expect_err(moves);
            let said = error.to_string();
            assert!(said.contains(name) && said.contains(word), "{moves}: {said}");
            assert_eq!(error.at, text.rfind(name).expect("it is there") + 1, "{moves}: {said}");
        }
    }

    #[test]
    fn a_move_that_is_refused_changes_nothing() {
        let (mut played, mut course) = of(PASS, "").expect("it is legal");
        let before = course.game().clone();
        let refused = played.play(&mut course, Spot::Square(7, 7), Duration::ZERO);
        assert!(refused.is_err(), "H8 turns nothing");
        assert_eq!((played.len(), course.game()), (0, &before));
    }
}
