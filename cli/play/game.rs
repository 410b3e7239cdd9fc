//! A game in progress: the position with the moves that led to it, the engine, the output.

use plyglot_open::{DoorError, Engine, Limits, Mv, News, Position, Report, Side};
use plyglot_play::matches::Adjudication;
use plyglot_wire::{Info, Over};

use crate::errors::Failure;
use crate::format;
use crate::output::{self, Output, board, live, progress, words};
use crate::play::lines;
use crate::signals::InGame;

/// A game in progress.
pub(super) struct GameInProgress {
    position: Position,
    /// How many plies had been played when the game began or went on here.
    begun: usize,
    /// Away while it thinks.
    engine: Option<Box<dyn Engine>>,
    limits: Limits<Mv>,
    output: Output,
    signals: InGame,
}

impl GameInProgress {
    /// A game from this position.
    pub(super) fn new(
        position: Position,
        engine: Box<dyn Engine>,
        limits: Limits<Mv>,
        output: Output,
        signals: InGame,
    ) -> Self {
        let (begun, engine) = (position.plies(), Some(engine));
        GameInProgress { position, begun, engine, limits, output, signals }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Goes on from another position.
    pub(super) fn set_position(&mut self, position: Position) {
        self.begun = position.plies();
        self.position = position;
    }

    /// Changes how long the engine thinks.
    pub(super) fn set_limits(&mut self, limits: Limits<Mv>) {
        self.limits = limits;
    }

    pub(super) fn output(&mut self) -> &mut Output {
        &mut self.output
    }

    pub(super) fn signals(&self) -> &InGame {
        &self.signals
    }

    /// How the game ended, in words, if it did: as in a match, but for what the players say of it.
    pub(super) fn ended(&self) -> Option<String> {
        if let Some(over) = Over::of(&self.position) {
            return Some(over.text);
        }
        if let Some(over) = Over::of_game(&self.position) {
            let times = self.position.repetitions() + 1;
            let why = format!("by repetition: the position was on the board {times} times");
            return Some(format!("{} {why}", over.text));
        }
        let (plies, most) =
            (self.position.plies().saturating_sub(self.begun), Adjudication::default().length);
        (plies >= most as usize)
            .then(|| format!("a draw, after {} plies", format::grouped(most.into())))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Mv) -> Result<(), DoorError> {
        self.position.play(mv)
    }

    /// Goes back to the last position in which a side that the user `plays` was to move.
    pub(super) fn take_back(&mut self, plays: impl Fn(Side) -> bool) -> bool {
        let mut earlier = self.position.clone();
        while earlier.undo().is_some() {
            if plays(earlier.to_move()) {
                self.position = earlier;
                return true;
            }
        }
        false
    }

    pub(super) fn show_board(&mut self) -> Result<(), Failure> {
        let plies = self.position.plies();
        let before = plies.checked_sub(1).map(|plies| self.position.after_plies(plies));
        let board = board::text(&self.position, before.as_ref())?;
        Ok(self.output.live_line(format_args!("\n{board}\n"))?)
    }

    /// The names of the legal moves.
    pub(super) fn legal(&self) -> Result<Vec<String>, DoorError> {
        self.position.moves()?.into_iter().map(|mv| self.position.move_text(mv)).collect()
    }

    /// The moves that were played, in a row.
    fn played(&self) -> Result<String, DoorError> {
        Ok(self.position.after_plies(0).notation(&self.position.played())?.join(" "))
    }

    pub(super) fn show_moves(&mut self) -> Result<(), Failure> {
        let (played, legal) = (self.played()?, self.legal()?.join(" "));
        let played = if played.is_empty() { "none yet".into() } else { played };
        Ok(self.output.live_line(format_args!("Played: {played}\nLegal:  {legal}"))?)
    }

    /// Shows what the engine would play.
    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        let report = self.think()?;
        let evaluation = self.evaluation(&report)?;
        Ok(self.output.live_line(format_args!("Hint: {evaluation}"))?)
    }

    /// Lets the engine move.
    pub(super) fn engine_moves(&mut self) -> Result<(), Failure> {
        let report = self.think()?;
        let (mover, evaluation) = (self.position.mover(), self.evaluation(&report)?);
        self.output.live_line(format_args!("{mover} plays {evaluation}"))?;
        match report.best_move() {
            Some(mv) => Ok(self.play(mv)?),
            None => Err(Failure::Bug("the engine returned no move".into())),
        }
    }

    /// Shows how the game ended, if it did, and its moves; and how the `program` reviews it, if it is named since
    /// the game began in the start position.
    pub(super) fn finish(mut self, program: Option<&str>) -> Result<(), Failure> {
        if let Some(how) = self.ended() {
            self.show_board()?;
            self.output.line(format_args!("The game is over: {how}."))?;
        }
        let played = self.played()?;
        if !played.is_empty() {
            self.output.line(format_args!("Moves: {played}"))?;
            if let Some(program) = program {
                let name = &self.position.facts().name;
                let review = format!("{program} review {name} --moves \"{played}\"");
                let review = format::command(&review, self.output.width());
                self.output.line(format_args!("To see what each was worth:\n{review}"))?;
            }
        }
        Ok(self.output.flush()?)
    }

    /// Searches the position; Ctrl-C, or Enter on a terminal, ends that with the best move so far.
    fn think(&mut self) -> Result<Report<Mv>, Failure> {
        // What was written before must be seen meanwhile.
        self.output.flush()?;
        let spinner = progress::spinner();
        let position = &self.position;
        let engine = self.engine.take().ok_or_else(|| Failure::Bug("the engine is away".into()))?;
        let handle = engine.handle().for_one_search();
        let _watch = self.signals.next().watch(handle.clone());
        let searched = live::search(engine, position, &self.limits, &mut |news| {
            if lines::has_typed_enter() {
                handle.stop();
            }
            if let News::Tick(figures) = news {
                let figures = output::figures(position, figures)?;
                progress::tick(&spinner, &format!("{} moves now; {figures}", lines::move_now()));
            }
            Ok(())
        });
        spinner.finish_and_clear();
        let (engine, report) = searched?;
        self.engine = Some(engine);
        Ok(report)
    }

    /// The best move and its value.
    fn evaluation(&self, report: &Report<Mv>) -> Result<String, DoorError> {
        let Info { line, effort, .. } = Info::of_report(&self.position, report, false)?;
        let best = line.best_move.as_deref().unwrap_or("-");
        let value = words::value(&self.position, &line.score, line.depth);
        Ok(format!("{best} ({value}; {})", format::time(effort.time)))
    }
}
