//! `review`: what each move of a game lost against the best, and which moves were mistakes.

use plyglot_journal::halt::Halt;
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Engine, Position};
use plyglot_review::review;

use crate::args::ReviewArgs;
use crate::errors::{ExitStatus, Failure, complain, note};
use crate::input::records;
use crate::output::review::ReviewView;
use crate::output::study::{self, StudyFormat};
use crate::output::{Output, json, progress};
use crate::{format, input, signals};

/// Reviews the games that `args` name.
pub(crate) fn run(catalogue: &Catalogue, args: &ReviewArgs) -> Result<ExitStatus, Failure> {
    json::with_error_object(reviewed(catalogue, args), args.json, &args.game)
}

fn reviewed(catalogue: &Catalogue, args: &ReviewArgs) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, &args.game)?;
    let start = game.start()?;
    let games = games(args, &start)?;
    if let Some(path) = &args.html {
        plyglot_report::review::check(path)?;
    }
    let mut engine = game.engine(&args.engine.config(), None)?;
    let halt = signals::listen();
    let mut status = ExitStatus::Success;
    for Read { line, played } in games {
        let end = match played {
            Ok(end) => end,
            Err(message) => {
                let path = args.file.as_deref().unwrap_or_default();
                let line = line.unwrap_or_default();
                complain(&format!("{path}:{line}: {message}"));
                if args.json {
                    Output::new().live_line(json::error_in_file(&args.game, line, &message))?;
                }
                status = ExitStatus::Problems;
                continue;
            }
        };
        let judged = one(&mut *engine, &end, args, &halt)?;
        let complete = judged.complete;
        // A new game begins with nothing known of the last one: its result does not depend on the file.
        engine.clear();
        let view = ReviewView::new((&start, &end), &judged, line)?;
        study::print(&view, StudyFormat::of(args.json, args.csv))?;
        if let Some(path) = &args.html {
            plyglot_report::review::write(path, &view.page(&end, args.about(engine.config()))?)?;
        }
        if !complete {
            note("interrupted: the moves before these are not reviewed");
            return Ok(ExitStatus::Interrupted);
        }
    }
    Ok(status)
}

/// A game that was given.
struct Read {
    /// Its line in the file, from 1.
    line: Option<usize>,
    /// The position at its end with the moves that led there, or what is wrong with the moves.
    played: Result<Position, String>,
}

fn games(args: &ReviewArgs, start: &Position) -> Result<Vec<Read>, Failure> {
    if let Some(moves) = &args.moves {
        let mut end = start.clone();
        end.play_text(moves.trim()).map_err(Failure::of_text("--moves"))?;
        if end.plies() == 0 {
            let message = "--moves: a game of at least one move is needed";
            return Err(Failure::Usage(message.into()));
        }
        return Ok(vec![Read { line: None, played: Ok(end) }]);
    }
    let Some(path) = args.file.as_deref() else {
        let message =
            "a game to review is needed: --moves TEXT, or --file FILE with a game on each line";
        return Err(Failure::Usage(message.into()));
    };
    let bytes = input::read(path)?;
    let play = |line: &str| {
        let mut end = start.clone();
        end.play_text(line).map(|_| end).map_err(|error| error.to_string())
    };
    let lines = records::lines(&bytes);
    let games: Vec<Read> = lines
        .map(|(number, line)| Read { line: Some(number), played: line.and_then(play) })
        .collect();
    if games.is_empty() {
        return Err(Failure::File { path: path.into(), message: "no games in it".into() });
    }
    Ok(games)
}

/// Reviews one game, with a bar on the terminal.
fn one(
    engine: &mut dyn Engine,
    end: &Position,
    args: &ReviewArgs,
    halt: &Halt,
) -> Result<plyglot_review::Review, Failure> {
    if !args.json && !args.csv {
        let config = engine.config();
        note(&format!(
            "{}: {}, {}, table of {}",
            end.facts().name,
            format::count(end.plies(), "move"),
            format::count(config.threads, "thread"),
            format::bytes(config.hash_bytes),
        ));
    }
    let bar = progress::bar("positions", "about {eta} left");
    let limits = args.limits();
    let reviewed = review(engine, end, &limits, halt, |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    Ok(reviewed?)
}
