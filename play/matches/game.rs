//! One game: two players, a referee, clocks.

use std::time::{Duration, Instant};

use plyglot_open::{DoorError, Position, Stop};
use plyglot_search::Side;

use crate::matches::control::{Control, Timer};
use crate::matches::judge::{Adjudication, Ended, Judge};
use crate::matches::openings::Opening;
use crate::matches::player::{Choice, Fault, FaultKind, Player, Trouble, Turn};
use crate::matches::record::{FaultRecord, GameRecord, GameResult, Played, Seat};

/// What all games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) adjudication: Adjudication,
    /// How late a move may be.
    pub(crate) margin: Duration,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) number: usize,
    pub(crate) opening: Opening,
    pub(crate) first: Seat,
}

/// Why there is no record of a game.
#[derive(Debug)]
pub(crate) enum Unplayed {
    /// The match is ended early.
    Stopped,
    /// The game's code panicked under the referee.
    Door(DoorError),
}

impl From<DoorError> for Unplayed {
    fn from(error: DoorError) -> Unplayed {
        Unplayed::Door(error)
    }
}

/// The players of a match, A before B, with what each may use.
pub(crate) struct Table<'a> {
    pub(crate) players: [Box<dyn Player>; 2],
    pub(crate) controls: [Control; 2],
    pub(crate) terms: Terms,
    /// A position of the game with the referee's tables, if it has any.
    pub(crate) referee: Option<Position>,
    pub(crate) stop: &'a Stop,
}

impl Table<'_> {
    /// Plays a game.
    pub(crate) fn play(&mut self, planned: &Planned) -> Result<GameRecord, Unplayed> {
        let Planned { number, opening, first } = planned;
        let timers = self.controls.map(|control| Timer::new(&control, self.terms.margin));
        let at = match &self.referee {
            Some(referee) => opening.at.opened_as(referee)?,
            None => opening.at.clone(),
        };
        let judge = Judge::new(self.terms.adjudication, self.referee.is_some());
        let mut game = Game { at, first: *first, timers, judge, moves: Vec::new() };
        let (result, ended, fault) = match self.begun(&game)? {
            Some(end) => end,
            None => self.played(&mut game)?,
        };
        Ok(GameRecord {
            number: *number,
            pair: number.div_ceil(2),
            opening: opening.moves().unwrap_or(&opening.text).into(),
            from_position: !opening.from_start,
            balanced: opening.balanced,
            first: *first,
            result,
            ended,
            fault,
            moves: game.moves,
        })
    }

    /// Announces the game to both players; its end, if one of them cannot play it.
    fn begun(&mut self, game: &Game) -> Result<Option<End>, Unplayed> {
        for (seat, player) in [Seat::A, Seat::B].into_iter().zip(&mut self.players) {
            if let Err(trouble) = player.begin(&game.at, self.stop) {
                return lost(seat, trouble).map(Some);
            }
        }
        Ok(None)
    }

    fn played(&mut self, game: &mut Game) -> Result<End, Unplayed> {
        loop {
            if let Some((points, ended)) = game.judge.over(&game.at)? {
                let points = if game.first == Seat::A { points } else { 2 - points };
                return Ok((GameResult::of(points), ended, None));
            }
            let seat = Seat::of(game.at.to_move(), game.first);
            match self.moved(game, seat) {
                Ok(()) => {}
                Err(Unmoved::Trouble(trouble)) => return lost(seat, trouble),
                Err(Unmoved::Unplayed(unplayed)) => return Err(unplayed),
            }
        }
    }

    /// One move.
    fn moved(&mut self, game: &mut Game, seat: Seat) -> Result<(), Unmoved> {
        let (own, other) = (seat as usize, seat.other() as usize);
        let reading = |seat: usize| game.timers[seat].reading();
        let (clock, other_clock) = (reading(own), reading(other));
        let turn = Turn { at: &game.at, clock, other_clock, stop: self.stop };
        let begun = Instant::now();
        let choice = self.players[own].choose(&turn);
        let taken = begun.elapsed();
        let choice = choice.map_err(Unmoved::Trouble)?;
        game.timers[own].moved(taken).map_err(|late| {
            let message = format!("took {taken:.1?} and had {:.1?}", late.had);
            Unmoved::Trouble(Fault::new(FaultKind::Time, message).into())
        })?;
        game.play(seat, &choice, taken)
    }
}

/// How a game ended.
type End = (GameResult, Ended, Option<FaultRecord>);

/// Why there was no move.
enum Unmoved {
    Trouble(Trouble),
    Unplayed(Unplayed),
}

/// How a game ends in which this player gave no move.
fn lost(by: Seat, trouble: Trouble) -> Result<End, Unplayed> {
    let result = if by == Seat::A { GameResult::Loss } else { GameResult::Win };
    match trouble {
        Trouble::Stopped => Err(Unplayed::Stopped),
        Trouble::Resigned => Ok((result, Ended::Resignation, None)),
        Trouble::Fault(Fault { kind, message }) => {
            Ok((result, Ended::Fault, Some(FaultRecord { by, kind, message })))
        }
    }
}

/// A game in progress.
struct Game {
    at: Position,
    first: Seat,
    timers: [Timer; 2],
    judge: Judge,
    moves: Vec<Played>,
}

impl Game {
    fn play(&mut self, by: Seat, choice: &Choice, taken: Duration) -> Result<(), Unmoved> {
        let door = |error: DoorError| match error {
            DoorError::Illegal(mv) => {
                let message = format!("{mv:#x} is not a legal move");
                Unmoved::Trouble(Fault::new(FaultKind::Illegal, message).into())
            }
            other => Unmoved::Unplayed(other.into()),
        };
        let mv = self.at.move_text(choice.mv).map_err(door)?;
        let score = match choice.verdict {
            Some(verdict) => Some(self.at.verdict_text(&verdict).map_err(door)?),
            None => None,
        };
        let side: Side = self.at.to_move();
        self.judge.note(&self.at, side, choice.verdict);
        self.at.play(choice.mv).map_err(door)?;
        let time_ms = plyglot_wire::milliseconds(taken);
        let &Choice { depth, nodes, .. } = choice;
        self.moves.push(Played { by, mv, score, depth, nodes, time_ms });
        Ok(())
    }
}
