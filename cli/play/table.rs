//! The table that a game is played at: the position, how it came about, the engine, the output.

use plyglot_search::{
    Describe, Engine, Knowledge, Limits, Meaning, MoveList, Outcome, Report, Side,
};

use crate::errors::Failure;
use crate::live;
use crate::output::Output;
use crate::{format, render};

/// A game in progress.
pub(crate) struct Table<G: Describe, K: Knowledge<G>> {
    game: G,
    /// The positions before, oldest first.
    past: Vec<G>,
    engine: Engine<G, K>,
    limits: Limits<G::Move>,
    output: Output,
}

impl<G: Describe, K: Knowledge<G>> Table<G, K> {
    /// A table with a position on it.
    pub(crate) fn new(
        game: G,
        engine: Engine<G, K>,
        limits: Limits<G::Move>,
        output: Output,
    ) -> Self {
        Table { game, past: Vec::new(), engine, limits, output }
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn output(&mut self) -> &mut Output {
        &mut self.output
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: G::Move) {
        self.past.push(self.game.clone());
        self.game.play(mv);
    }

    /// Goes back to the last position in which one of the sides that `takes` says was to move.
    pub(crate) fn take_back(&mut self, takes: impl Fn(Side) -> bool) -> bool {
        let Some(place) = self.past.iter().rposition(|game| takes(game.to_move())) else {
            return false;
        };
        self.game = self.past[place].clone();
        self.past.truncate(place);
        true
    }

    pub(crate) fn show_board(&mut self) -> Result<(), Failure> {
        Ok(self.output.live_line(format_args!("\n{}\n", self.game.board().trim_end()))?)
    }

    pub(crate) fn show_moves(&mut self) -> Result<(), Failure> {
        let mut moves = MoveList::new();
        self.game.moves(&mut moves);
        let names: Vec<_> = moves.iter().map(|mv| self.game.notation(mv)).collect();
        Ok(self.output.live_line(names.join(" "))?)
    }

    /// Says what the engine would play.
    pub(crate) fn hint(&mut self) -> Result<(), Failure> {
        let report = self.think()?;
        Ok(self.output.live_line(format_args!("Hint: {}", self.opinion(&report)))?)
    }

    /// Lets the engine move.
    pub(crate) fn engine_moves(&mut self) -> Result<(), Failure> {
        let report = self.think()?;
        let mover = render::side::<G>(self.game.to_move());
        self.output.live_line(format_args!("{mover} plays {}", self.opinion(&report)))?;
        match report.best_move() {
            Some(mv) => self.play(mv),
            None => return Err(Failure::Bug("the engine found no move".into())),
        }
        Ok(())
    }

    /// Says how the game ended, if it did.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if let Some(outcome) = self.game.outcome() {
            self.show_board()?;
            self.output.line(verdict::<G>(self.game.to_move(), outcome))?;
        }
        Ok(self.output.finish()?)
    }

    fn think(&mut self) -> Result<Report<G::Move>, Failure> {
        let history: Vec<u64> = self.past.iter().map(|game| game.key()).collect();
        live::search(&mut self.engine, &self.game, &history, &self.limits, &mut |_| Ok(()))
    }

    /// A move and what is thought of it.
    fn opinion(&self, report: &Report<G::Move>) -> String {
        let best = report.best_move().map_or_else(|| "-".into(), |mv| self.game.notation(mv));
        let depth = report.lines.first().map_or(0, |line| line.depth);
        let value = render::value(&self.game, report.verdict, depth);
        format!("{best} ({value}; {})", format::time(report.elapsed))
    }
}

fn verdict<G: Describe>(mover: Side, outcome: Outcome) -> String {
    let (winner, margin) = match outcome.score().meaning() {
        Meaning::Margin(margin) if margin > 0 => (mover, Some(margin)),
        Meaning::Margin(margin) => (mover.other(), Some(-margin)),
        Meaning::WinIn(_) => (mover, None),
        Meaning::LossIn(_) => (mover.other(), None),
        _ => return "The game is over: a draw.".into(),
    };
    let by = margin.map_or_else(String::new, |margin| format!(" by {margin} {}", G::UNIT));
    format!("The game is over: {} wins{}.", render::side::<G>(winner), by.trim_end())
}
