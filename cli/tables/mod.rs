//! `tables`: tables of endgames are made, and checked.

mod allocator;
mod args;
mod show;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Open, Position, Stop};
use plyglot_play::tables::{CheckEvent, Checking, Cost, Ended, Making, Measuring, Memory, What};
use plyglot_tables::{DEFAULT, EXTENSION, default_folder};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{ExitStatus, Failure, complain, note};
use crate::format;
use crate::output::{Output, json};
use crate::signals;

pub(crate) use args::TablesArgs;
use show::Screen;

/// Makes or checks as `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &TablesArgs) -> Result<ExitStatus, Failure> {
    let done = match (&args.check, &args.measure) {
        (Some(folder), _) => checked(catalogue, args, folder),
        (None, Some(folder)) => measured(catalogue, args, folder),
        (None, None) => made(catalogue, args),
    };
    json::with_error_object(done, args.json, args.game.as_deref().unwrap_or_default())
}

/// Without a number, as many threads as there are processors.
fn pool(args: &TablesArgs) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    pool.map_err(|error| Failure::System { what: "a thread", error: error.to_string() })
}

/// How much memory may be taken.
fn memory(args: &TablesArgs) -> Memory {
    let Some(bytes) = args.memory else { return Memory::free() };
    allocator::gives_back();
    Memory::of(bytes as u64)
}

fn made(catalogue: &Catalogue, args: &TablesArgs) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(args.game.as_deref().unwrap_or_default())?;
    let what = what(&*game, args)?;
    let (memory, pool) = (memory(args), pool(args)?);
    let out = args.out.as_deref().map(|out| place(out, Some(&game.facts().kept_as))).transpose()?;
    let Some(folder) = &out else {
        return match what {
            What::Classes(classes) => {
                let costs = costs(&*game, &classes, (&pool, memory), None)?;
                say_costs(&game.facts().name, &costs, args.json)
            }
            What::From(..) => {
                let message = "--out DIR is needed: how many positions there are is known once they are found";
                Err(Failure::Usage(message.into()))
            }
        };
    };
    make_folder(folder)?;
    if let What::Classes(classes) = &what {
        let costs = costs(&*game, classes, (&pool, memory), Some(folder))?;
        if !args.json && !costs.is_empty() {
            note(&show::cost_of_all(&costs));
        }
    }
    let stop = signals::listen();
    let making = Making { game: &*game, what, folder: folder.clone(), memory, stop: &stop };
    let mut screen = Screen::new(&game.facts().name, args.json);
    let ended = pool.install(|| making.run(&mut |event| screen.show(event)));
    screen.end()?;
    match ended? {
        Ended::Complete => Ok(ExitStatus::Success),
        Ended::Stopped => {
            note("interrupted: what is finished stays, and the same command goes on");
            Ok(ExitStatus::Interrupted)
        }
        Ended::TooMany => {
            let most = format::grouped(args.most);
            complain(&format!("there are more than {most} positions: --most allows more"));
            Ok(ExitStatus::Problems)
        }
    }
}

/// The folder that is meant.
fn place(folder: &Path, game: Option<&str>) -> Result<PathBuf, Failure> {
    if folder != Path::new(DEFAULT) {
        return Ok(folder.into());
    }
    let Some(game) = game else {
        let message =
            format!("--check {DEFAULT} needs the game: plyglot tables GAME --check {DEFAULT}");
        return Err(Failure::Usage(message));
    };
    default_folder(game).ok_or_else(|| {
        let message = format!(
            "{DEFAULT}: the system names no place for data (HOME is not set): name a folder"
        );
        Failure::Usage(message)
    })
}

/// Makes the folder, if it is not there.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    let path = folder.display().to_string();
    std::fs::create_dir_all(folder).map_err(|error| Failure::Unusable { path, error })
}

/// What is to be made.
fn what(game: &dyn Open, args: &TablesArgs) -> Result<What, Failure> {
    let classes = game.classes();
    let from = |position: Position| Ok(What::From(position, args.most));
    if let Some(text) = &args.from {
        return from(game.parse(text).map_err(Failure::of_text("--from"))?);
    }
    let name = &game.facts().name;
    if classes.is_empty() {
        if args.pieces.is_some() || !args.class.is_empty() {
            let message = format!(
                "{name} declares no classes of endings: leave --pieces and --class out, and a table of all that the \
                 start leads to is made"
            );
            return Err(Failure::Usage(message));
        }
        return from(game.start()?);
    }
    if !args.class.is_empty() {
        let names: Vec<&str> = classes.iter().map(|class| class.name.as_str()).collect();
        let place = |wanted: &String| {
            let found = names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
            found.ok_or_else(|| {
                let message = format!(
                    "--class: unknown class {wanted:?}; expected one of {}",
                    names.join(", ")
                );
                Failure::Usage(message)
            })
        };
        return Ok(What::Classes(args.class.iter().map(place).collect::<Result<_, _>>()?));
    }
    let least = classes.iter().map(|class| class.pieces).min().unwrap_or(0);
    let most = classes.iter().map(|class| class.pieces).max().unwrap_or(0);
    let pieces = match args.pieces {
        None if args.out.is_some() => {
            let message = format!(
                "--pieces N, --class NAME or --from POSITION is needed; {name} has classes of {least} to {most} pieces"
            );
            return Err(Failure::Usage(message));
        }
        Some(pieces) if !(least..=most).contains(&pieces) => {
            let message = format!(
                "--pieces: {name} has classes of {least} to {most} pieces, not of {pieces}"
            );
            return Err(Failure::Usage(message));
        }
        pieces => pieces.unwrap_or(most),
    };
    let wanted = (0..classes.len()).filter(|&class| classes[class].pieces <= pieces);
    Ok(What::Classes(wanted.collect()))
}

/// What each class costs of which there is no table in `folder`, and each of those to which its moves lead.
fn costs<'a>(
    game: &'a dyn Open,
    classes: &[usize],
    (pool, memory): (&ThreadPool, Memory),
    folder: Option<&Path>,
) -> Result<Vec<(&'a str, u32, Cost)>, Failure> {
    let mut costs = BTreeMap::new();
    let mut wanted = classes.to_vec();
    while let Some(class) = wanted.pop() {
        let about = &game.classes()[class];
        let file = format!("{}.{EXTENSION}", about.name);
        if costs.contains_key(&class) || folder.is_some_and(|folder| folder.join(file).exists()) {
            continue;
        }
        let Some(numbered) = game.class(class) else { continue };
        let (cost, leads_to) = pool.install(|| Cost::estimate(&*numbered, class, memory))?;
        costs.insert(class, (&*about.name, about.pieces, cost));
        wanted.extend(leads_to);
    }
    Ok(costs.into_values().collect())
}

/// Says what classes would cost.
fn say_costs(game: &str, costs: &[(&str, u32, Cost)], json: bool) -> Result<ExitStatus, Failure> {
    let mut output = Output::new();
    if json {
        for (class, _, cost) in costs {
            output.line(show::cost_object(game, class, cost))?;
        }
    } else {
        for line in show::costs(costs) {
            output.line(line)?;
        }
        output.line(show::cost_of_all(costs))?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// The game of a folder, by its name or by the first of the tables, and the folder.
fn of_folder(
    catalogue: &Catalogue,
    args: &TablesArgs,
    folder: &Path,
) -> Result<(Box<dyn Open>, PathBuf), Failure> {
    let named = args.game.as_deref().map(|game| catalogue.open(game)).transpose()?;
    let folder = place(folder, named.as_ref().map(|game| &*game.facts().kept_as))?;
    let game = match named {
        Some(game) => game,
        None => catalogue.open(&Checking::about(&Checking::files(&folder)?[0])?.game)?,
    };
    Ok((game, folder))
}

fn measured(
    catalogue: &Catalogue,
    args: &TablesArgs,
    folder: &Path,
) -> Result<ExitStatus, Failure> {
    let (game, folder) = of_folder(catalogue, args, folder)?;
    let stop: Stop = signals::listen();
    let most = args.threads.unwrap_or_else(num_cpus::get);
    let threads = if most > 1 { vec![1, most] } else { vec![1] };
    let measuring = Measuring { game: &*game, folder, threads, stop: &stop };
    let mut output = Output::new();
    let name = &game.facts().name;
    measuring.run(&mut |speed| output.live_object(show::speed(name, speed, args.json)))?;
    if stop.is_raised() {
        note("interrupted before all was counted");
        return Ok(ExitStatus::Interrupted);
    }
    Ok(ExitStatus::Success)
}

fn checked(catalogue: &Catalogue, args: &TablesArgs, folder: &Path) -> Result<ExitStatus, Failure> {
    let (game, folder) = of_folder(catalogue, args, folder)?;
    let memory = memory(args);
    let stop: Stop = signals::listen();
    let checking = Checking { game: &*game, folder, memory, stop: &stop };
    let mut screen = Screen::new(&game.facts().name, args.json);
    let mut wrong = false;
    let ended = pool(args)?.install(|| {
        checking.run(&mut |event| match event {
            CheckEvent::Goes(about, done, total) => screen.checks(about, *done, *total),
            CheckEvent::Checked(checked) => {
                wrong |= checked.wrong.is_some();
                screen.checked(checked)
            }
        })
    });
    screen.end()?;
    match ended? {
        Ended::Stopped => {
            note("interrupted before all tables were checked");
            Ok(ExitStatus::Interrupted)
        }
        _ if wrong => Ok(ExitStatus::Problems),
        _ => Ok(ExitStatus::Success),
    }
}
