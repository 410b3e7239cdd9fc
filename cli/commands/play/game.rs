//! A game in progress: the position with the moves that led to it, the engine, the output.

use plyglot_open::{DoorError, Engine, Limits, Mv, Position, Report, Side};
use plyglot_search::{Meaning, Outcome};

use crate::errors::Failure;
use crate::format;
use crate::output::text;
use crate::output::{Output, live};

/// A game in progress.
pub(crate) struct GameInProgress {
    position: Position,
    engine: Box<dyn Engine>,
    limits: Limits<Mv>,
    output: Output,
}

impl GameInProgress {
    /// A game from this position.
    pub(crate) fn new(
        position: Position,
        engine: Box<dyn Engine>,
        limits: Limits<Mv>,
        output: Output,
    ) -> Self {
        GameInProgress { position, engine, limits, output }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn output(&mut self) -> &mut Output {
        &mut self.output
    }

    pub(crate) fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Mv) -> Result<(), DoorError> {
        self.position.play(mv)
    }

    /// Goes back to the last position in which a side that the user `plays` was to move.
    pub(crate) fn take_back(&mut self, plays: impl Fn(Side) -> bool) -> bool {
        let mut earlier = self.position.clone();
        while earlier.undo().is_some() {
            if plays(earlier.to_move()) {
                self.position = earlier;
                return true;
            }
        }
        false
    }

    pub(crate) fn show_board(&mut self) -> Result<(), Failure> {
        let board = self.position.board()?;
        Ok(self.output.live_line(format_args!("\n{}\n", board.trim_end()))?)
    }

    pub(crate) fn show_moves(&mut self) -> Result<(), Failure> {
        let moves = self.position.moves()?;
        let names = moves.into_iter().map(|mv| self.position.move_text(mv));
        let names = names.collect::<Result<Vec<_>, _>>()?;
        Ok(self.output.live_line(names.join(" "))?)
    }

    /// Shows what the engine would play.
    pub(crate) fn hint(&mut self) -> Result<(), Failure> {
        let report = self.think()?;
        let evaluation = self.evaluation(&report)?;
        Ok(self.output.live_line(format_args!("Hint: {evaluation}"))?)
    }

    /// Lets the engine move.
    pub(crate) fn engine_moves(&mut self) -> Result<(), Failure> {
        let report = self.think()?;
        let (mover, evaluation) = (self.position.mover(), self.evaluation(&report)?);
        self.output.live_line(format_args!("{mover} plays {evaluation}"))?;
        match report.best_move() {
            Some(mv) => Ok(self.play(mv)?),
            None => Err(Failure::Bug("the engine returned no move".into())),
        }
    }

    /// Shows how the game ended, if it did.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if let Some(outcome) = self.position.outcome() {
            self.show_board()?;
            self.output.line(verdict(&self.position, outcome))?;
        }
        Ok(self.output.flush()?)
    }

    fn think(&mut self) -> Result<Report<Mv>, Failure> {
        live::search(&mut *self.engine, &self.position, &self.limits, &mut |_| Ok(()))
    }

    /// The best move and its value.
    fn evaluation(&self, report: &Report<Mv>) -> Result<String, DoorError> {
        let best = report.best_move().map(|mv| self.position.move_text(mv)).transpose()?;
        let best = best.as_deref().unwrap_or("-");
        let depth = report.lines.first().map_or(0, |line| line.depth);
        let value = text::value(&self.position, report.verdict, depth)?;
        Ok(format!("{best} ({value}; {})", format::time(report.elapsed)))
    }
}

fn verdict(position: &Position, outcome: Outcome) -> String {
    let (facts, mover) = (position.facts(), position.to_move());
    let (winner, margin) = match outcome.score().meaning() {
        Meaning::Margin(margin) if margin > 0 => (mover, Some(margin)),
        Meaning::Margin(margin) => (mover.other(), Some(-margin)),
        Meaning::WinIn(_) => (mover, None),
        Meaning::LossIn(_) => (mover.other(), None),
        _ => return "The game is over: a draw.".into(),
    };
    let by = margin.map_or_else(String::new, |margin| format!(" by {margin} {}", facts.unit));
    format!("The game is over: {} wins{}.", facts.side(winner), by.trim_end())
}
