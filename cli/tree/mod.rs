//! `tree`: what is known of a game, in a file: a book that grows, a proof, its certificate.

mod args;
mod certificate;
mod far;
mod grow;
mod text;
mod work;

use std::path::Path;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Open, Position};
use plyglot_play::tree::{Tree, TreeError};
use plyglot_wire::beside::{self, Beside};
use plyglot_wire::object;
use plyglot_wire::read::{self, FileError, Lines};
use std::io::Write;

use crate::args::{SetOptions, StartPosition};
use crate::errors::{ExitStatus, Failure, complain};
use crate::input;
use crate::output::{Output, json};

use self::args::{ExportArgs, ImportArgs, ShowArgs};
pub(crate) use args::TreeCommand;

impl TreeCommand {
    /// Does it.
    pub(crate) fn run(&self, catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
        let (done, as_json) = match self {
            TreeCommand::Grow(args) => (grow::grown(catalogue, args), args.work.json),
            TreeCommand::Prove(args) => (grow::proven(catalogue, args), args.work.json),
            TreeCommand::Work(args) => (work::worked(catalogue, args), false),
            TreeCommand::Show(args) => (shown(catalogue, args), args.json),
            TreeCommand::Export(args) => (exported(catalogue, args), args.json),
            TreeCommand::Import(args) => (imported(catalogue, args), args.json),
            TreeCommand::Certificate(args) => (certificate::written(catalogue, args), args.json),
            TreeCommand::Check(args) => (certificate::checked(catalogue, args), args.json),
        };
        json::with_error_object(done, as_json, self.game())
    }

    /// The game, where the command names one.
    fn game(&self) -> &str {
        match self {
            TreeCommand::Grow(args) => &args.game,
            TreeCommand::Work(args) => &args.game,
            TreeCommand::Prove(args) => args.game.as_deref().unwrap_or_default(),
            _ => "",
        }
    }
}

/// Opens a tree that is there.
fn open(catalogue: &Catalogue, file: &Path) -> Result<(Tree, Box<dyn Open>), Failure> {
    Ok(Tree::open(file, |name| catalogue.open(name))?)
}

/// Opens a tree, or begins one of the game of that name if there is none.
fn open_or_begin(
    catalogue: &Catalogue,
    (file, game): (&Path, Option<&str>),
    options: &SetOptions,
    start: &StartPosition,
) -> Result<(Tree, Box<dyn Open>), Failure> {
    // The name is looked at first: a slip in it should not be found only when there is no file.
    let named = game.map(|name| options.open(catalogue, name)).transpose()?;
    let opened = Tree::open(file, |name| catalogue.open(name));
    let (tree, game) = match (opened, named) {
        (Err(TreeError::Missing { .. }), Some(game)) => {
            let at = start.position(&game.start()?)?;
            (Tree::create(file, &*game, &at)?, game)
        }
        (opened, named) => {
            let (tree, own) = opened?;
            let game = match named {
                Some(game) => game,
                None => options.open(catalogue, &tree.header().game)?,
            };
            same(&tree, &*game, start, own.facts())?;
            (tree, game)
        }
    };
    Ok((tree, game))
}

/// Refuses the tree of another game or start than were named.
fn same(
    tree: &Tree,
    game: &dyn Open,
    start: &StartPosition,
    own: &plyglot_open::Facts,
) -> Result<(), Failure> {
    let wanted = game.facts().name.clone();
    let differ = |found: String, wanted: String| TreeError::Another {
        path: tree.path().into(),
        found,
        wanted,
    };
    if wanted != own.name {
        return Err(differ(own.name.clone(), wanted).into());
    }
    if start.position.is_some() || start.moves.is_some() {
        let wanted = start.position(&game.start()?)?;
        if wanted.canonical()? != tree.start().canonical()? {
            return Err(differ(tree.start().text()?, wanted.text()?).into());
        }
    }
    Ok(())
}

fn shown(catalogue: &Catalogue, args: &ShowArgs) -> Result<ExitStatus, Failure> {
    let (tree, _) = open(catalogue, &args.file)?;
    let at = input::position(tree.start(), None, args.moves.as_deref())?;
    let shown = tree.shown(&at)?;
    let mut output = Output::new();
    if args.json {
        output.object(object("tree", &shown))?;
    } else {
        for line in text::shown(&shown, &at, args.moves.is_some())? {
            output.line(line)?;
        }
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

fn exported(catalogue: &Catalogue, args: &ExportArgs) -> Result<ExitStatus, Failure> {
    let (tree, game) = open(catalogue, &args.file)?;
    let write = |out: &mut dyn Write| match args.variations {
        true => tree.variations(&game.start()?, out),
        false => tree.each(|position| {
            let line = match args.json {
                true => object::object("tree_position", &position),
                false => text::exported(&position),
            };
            writeln!(out, "{line}").map_err(TreeError::Show)
        }),
    };
    match &args.output {
        None => {
            let mut output = Output::new();
            write(output.writer())?;
            output.flush()?;
        }
        Some(path) => {
            let failed = |error| Failure::NotWritten { path: path.display().to_string(), error };
            beside::check(path).map_err(failed)?;
            let mut file = Beside::new(path).map_err(failed)?;
            write(&mut file).map_err(|error| match error {
                TreeError::Show(error) => TreeError::File { path: path.clone(), error },
                error => error,
            })?;
            file.finish().map_err(failed)?;
        }
    }
    Ok(ExitStatus::Success)
}

fn imported(catalogue: &Catalogue, args: &ImportArgs) -> Result<ExitStatus, Failure> {
    let (mut tree, game) = open(catalogue, &args.file)?;
    let start = game.start()?;
    let mut lines = Lines::open(&args.games)?.of_games(&start);
    let (mut games, mut bad) = (Vec::<Position>::new(), false);
    for line in lines.by_ref() {
        let line = line?.then(|text| read::game(&start, text));
        match line.read {
            Ok(record) => games.push(record.at),
            Err(error) => {
                bad = true;
                complain(&format!("{}:{}: {error}", args.games, line.source));
            }
        }
    }
    if games.is_empty() && !bad {
        let path = args.games.clone();
        return Err(FileError::Empty { path, what: "games" }.into());
    }
    let told = tree.import(&games, args.plies)?;
    let mut output = Output::new();
    match args.json {
        true => output.object(object("tree_imported", &told))?,
        false => output.line(text::imported(&told))?,
    }
    output.flush()?;
    Ok(if bad { ExitStatus::Problems } else { ExitStatus::Success })
}
