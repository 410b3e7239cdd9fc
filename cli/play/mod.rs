//! `play`: a user against the engine in the terminal.
//!
//! Works the same from a pipe: one command a line, and the end of the input leaves the game. Ctrl-C while the
//! engine thinks for a user makes it move; while it plays both sides, Ctrl-C leaves the game, whose moves are shown. A
//! second one ends the program.

mod args;
mod commands;
mod game;
mod lines;
mod record;

use std::time::Duration;

use plyglot_clock::level;
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Facts, Limits, Mv, Position};
use plyglot_wire::read;

use crate::args::LimitOptions;
use crate::errors::{ExitStatus, Failure};
use crate::format;
use crate::output::Output;
use crate::play::commands::{COMMANDS, Command};
use crate::play::game::GameInProgress;
use crate::play::lines::Lines;
use crate::signals::InGame;

pub(crate) use args::{HumanSide, PlayArgs};

/// How long the engine thinks without other limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How many lines may come before a move: a pipe may be endless.
const MOST_LINES: u64 = 10_000;

/// Plays a game.
pub(crate) fn run(catalogue: &Catalogue, args: &PlayArgs) -> Result<ExitStatus, Failure> {
    let opened = args.options.open(catalogue, &args.game)?;
    let human = HumanSide::of(&args.side, opened.facts());
    let human = human.map_err(|error| Failure::Usage(format!("--side: {error}")))?;
    let start = opened.start()?;
    let position = match &args.load {
        Some(path) => record::load(path, &start)?,
        None => args.start.position(&start)?,
    };
    let book = args.book.open(&*opened)?;
    let signals = InGame::listen();
    let mut output = Output::new();
    // Before the engine, whose table may take seconds.
    output.live_line(greeting(opened.facts(), human, output.width()))?;
    let engine = opened.engine(&args.engine.config(), None)?;
    let engine = match &book {
        Some(book) => book.before(engine),
        None => engine,
    };
    let game = GameInProgress::new(position, engine, limits(args), output, signals);
    let mut table = Table { game, start, human, lines: Lines::new() };
    let mut left = false;
    while table.game.ended().is_none() && !left {
        if table.human.plays(table.game.position().to_move()) {
            left = !table.ask()?;
        } else {
            table.game.signals().alone(table.human == HumanSide::None);
            table.game.engine_moves()?;
            left = table.game.signals().is_leaving();
        }
    }
    let is_cut_short = table.game.ended().is_none() && table.game.signals().is_leaving();
    let from_start = table.game.position().after_plies(0).key() == table.start.key();
    table.game.finish(from_start.then_some(catalogue.program().name))?;
    Ok(if is_cut_short { ExitStatus::Interrupted } else { ExitStatus::Success })
}

fn limits(args: &PlayArgs) -> Limits<Mv> {
    if let Some(level) = args.level {
        return level::limits(level);
    }
    let LimitOptions { depth, time, nodes } = args.limits;
    let per_move = if args.limits.is_unlimited() { Some(DEFAULT_TIME) } else { time };
    // No clock runs in the terminal: the whole time is for the search.
    Limits { depth, time: per_move, nodes, ..Limits::default() }
}

fn greeting(facts: &Facts, human: HumanSide, width: Option<usize>) -> String {
    let who = who(facts, human);
    let rules = commands::rules(facts, width);
    format!("{}: {who}\n\n{rules}\n\n`help` lists what you can type.", facts.name)
}

fn who(facts: &Facts, human: HumanSide) -> String {
    let [first, second] = &facts.sides;
    match human {
        HumanSide::First => format!("You are {first}, the engine is {second}."),
        HumanSide::Second => format!("You are {second}, the engine is {first}."),
        HumanSide::Both => format!("You are {first} and {second}; the engine gives hints."),
        HumanSide::None => "The engine plays both sides.".into(),
    }
}

/// What a user and an engine sit at.
struct Table {
    game: GameInProgress,
    /// The start position of the game.
    start: Position,
    human: HumanSide,
    lines: Lines,
}

impl Table {
    /// Asks the user until another position stands on the board, or another side is the user's. False if the
    /// user quits.
    fn ask(&mut self) -> Result<bool, Failure> {
        self.game.show_board()?;
        for _ in 0..MOST_LINES {
            let prompt = format!("{} to move> ", self.game.position().mover());
            let commands = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
            let words = self.game.legal()?.into_iter().chain(commands).collect();
            let signals = self.game.signals().clone();
            let (lines, output) = (&mut self.lines, self.game.output());
            let asked = signals.asking(|| lines.next(&prompt, words, output));
            let Some(line) = asked.transpose()?.flatten() else { return Ok(false) };
            let said = match Command::of(line.trim()) {
                Command::Nothing => continue,
                Command::Quit => return Ok(false),
                Command::Help => commands::help(self.game.output().width()),
                Command::Rules => {
                    let width = self.game.output().width();
                    commands::rules(self.game.position().facts(), width)
                }
                Command::Board => {
                    self.game.show_board()?;
                    continue;
                }
                Command::Moves => {
                    self.game.show_moves()?;
                    continue;
                }
                Command::Hint => {
                    self.game.hint()?;
                    continue;
                }
                Command::Level(text) => match args::level(text) {
                    Ok(level) => {
                        self.game.set_limits(level::limits(level));
                        format!("The engine plays at level {level}.")
                    }
                    Err(error) => format!("level: {error}, not {text:?}"),
                },
                Command::Side(text) => match HumanSide::of(text, self.game.position().facts()) {
                    Ok(side) => {
                        self.human = side;
                        let who = who(self.game.position().facts(), side);
                        self.game.output().line(who)?;
                        return Ok(true);
                    }
                    Err(error) => format!("side: {error}"),
                },
                Command::Save(path) => self.save(path)?,
                Command::Load(path) => match self.load(path)? {
                    Ok(position) => {
                        self.game.set_position(position);
                        return Ok(true);
                    }
                    Err(error) => error,
                },
                Command::New => {
                    self.game.set_position(self.start.clone());
                    return Ok(true);
                }
                Command::Undo => {
                    let human = self.human;
                    if self.game.take_back(|side| human.plays(side)) {
                        return Ok(true);
                    }
                    "You have made no move that could be taken back.".into()
                }
                Command::Move(text) => match read::one_move(self.game.position(), text) {
                    Ok(mv) => {
                        self.game.play(mv)?;
                        return Ok(true);
                    }
                    Err(DoorError::Text(error)) => {
                        format!("{error} (`moves` lists the legal moves, `help` the commands)")
                    }
                    Err(other) => return Err(other.into()),
                },
            };
            self.game.output().line(said)?;
        }
        let most = format::grouped(MOST_LINES);
        Err(lines::bad_input(format!("{most} lines without a move")))
    }

    /// Saves the game, and says so, or why not.
    fn save(&mut self, path: &str) -> Result<String, Failure> {
        if path.is_empty() {
            return Ok("save: the name of a file is needed".into());
        }
        match record::save(path, self.game.position(), &self.start) {
            Ok(()) => Ok(format!("The game is saved in {path}.")),
            Err(failure @ Failure::NotWritten { .. }) => Ok(failure.message()),
            Err(other) => Err(other),
        }
    }

    /// The position of a saved game, or why there is none.
    fn load(&self, path: &str) -> Result<Result<Position, String>, Failure> {
        if path.is_empty() {
            return Ok(Err("load: the name of a file is needed".into()));
        }
        match record::load(path, &self.start) {
            Ok(position) => Ok(Ok(position)),
            Err(failure @ (Failure::Unusable { .. } | Failure::File { .. } | Failure::Read(_))) => {
                Ok(Err(failure.message()))
            }
            Err(other) => Err(other),
        }
    }
}
