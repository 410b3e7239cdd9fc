//! `tree grow` and `tree prove`: the run, its live figures and its end.

use std::io;

use indicatif::ProgressBar;
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Open, Position};
use plyglot_play::tree::grow::far::Workers;
use plyglot_play::tree::grow::{Aim, Ended, Hands, Orders, Progress};
use plyglot_play::tree::{Target, Tree, show};
use plyglot_wire::object;

use crate::errors::{ExitStatus, Failure, note};
use crate::output::{Output, progress};
use crate::signals;
use crate::tree::args::{GrowArgs, ProveArgs, WorkOptions};
use crate::tree::{open_or_begin, text};

pub(super) fn grown(catalogue: &Catalogue, args: &GrowArgs) -> Result<ExitStatus, Failure> {
    let work = &args.work;
    let named = (&*args.file, Some(&*args.game));
    let (mut tree, game) = open_or_begin(catalogue, named, &work.options, &args.start)?;
    let GrowArgs { effort, exact, width, plies, .. } = *args;
    let aim = Aim::Book { effort, exact, width, plies };
    let ended = run(&mut tree, &*game, aim, work)?;
    let has_limit = work.time.is_some() || work.nodes.is_some() || work.positions.is_some();
    // Without a limit, Ctrl-C is the usual way to end it.
    Ok(match ended {
        Ended::Stopped if has_limit => ExitStatus::Interrupted,
        _ => ExitStatus::Success,
    })
}

pub(super) fn proven(catalogue: &Catalogue, args: &ProveArgs) -> Result<ExitStatus, Failure> {
    let work = &args.work;
    let named = (&*args.file, args.game.as_deref());
    let (mut tree, game) = open_or_begin(catalogue, named, &work.options, &args.start)?;
    let target = Target::parse(&args.target, tree.start().to_move(), game.facts())?;
    Ok(match run(&mut tree, &*game, Aim::Proof { target, budget: args.budget }, work)? {
        Ended::Proven => ExitStatus::Success,
        Ended::Stopped => ExitStatus::Interrupted,
        Ended::Refuted | Ended::Limit | Ended::Exhausted => ExitStatus::Problems,
    })
}

fn run(tree: &mut Tree, game: &dyn Open, aim: Aim, work: &WorkOptions) -> Result<Ended, Failure> {
    let stop = signals::listen();
    let bar = progress::spinner();
    let mut screen = Screen { start: tree.start().clone(), json: work.json, bar: bar.clone() };
    let far = Workers::new(move |text| bar.suspend(|| note(text)));
    let is_far = work.far.is_wanted();
    let hands = match is_far {
        true => Hands::Far(&far),
        false => {
            let (workers, config) = work.spread(aim);
            Hands::Here { config, workers }
        }
    };
    let orders = Orders { game, hands, aim, until: work.until() };
    if !work.json {
        note(&text::announced(tree, &orders));
    }
    let begun = is_far.then(|| work.far.begin(game, work, work.far_spread(aim), &far));
    let farmed = begun.transpose()?;
    let done = tree.grow(&orders, &stop, &mut |progress| screen.show(progress));
    drop(farmed);
    screen.bar.finish_and_clear();
    let (ended, told) = done?;
    let told = show::grown(tree.start(), &told, Some(ended))?;
    let mut output = Output::new();
    if work.json {
        output.object(object("tree_grown", &told))?;
    } else {
        for line in text::ended(&told, ended, matches!(aim, Aim::Proof { .. })) {
            output.line(line)?;
        }
    }
    output.flush()?;
    if ended == Ended::Stopped {
        note("interrupted: the same command continues");
    }
    Ok(ended)
}

/// Where a run is shown as it goes on.
struct Screen {
    start: Position,
    json: bool,
    bar: ProgressBar,
}

impl Screen {
    fn show(&mut self, progress: &Progress) -> io::Result<()> {
        let told = show::grown(&self.start, progress, None).map_err(io::Error::other)?;
        if self.json {
            return Output::new().live_object(object("tree_progress", &told));
        }
        progress::tick(&self.bar, &text::figures(&told));
        Ok(())
    }
}
