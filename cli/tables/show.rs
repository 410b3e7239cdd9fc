//! What `tables` shows: rows for people, objects for programs, and how a class goes.

use std::io;

use indicatif::ProgressBar;
use plyglot_play::tables::{Checked, Cost, Event, Made, Phase};
use plyglot_tables::About;
use plyglot_wire::milliseconds;
use plyglot_wire::object::{MadeTable, Table, TableCheck, object};

use crate::errors::note;
use crate::format;
use crate::output::{Output, columns, progress};

/// Where tables are shown as they are made or checked.
pub(super) struct Screen {
    game: String,
    json: bool,
    has_head: bool,
    bar: ProgressBar,
    output: Output,
}

impl Screen {
    pub(super) fn new(game: &str, json: bool) -> Screen {
        let bar = progress::bar_between_rows("positions", "{msg}");
        Screen { game: game.into(), json, has_head: false, bar, output: Output::new() }
    }

    /// Shows what happens while tables are made.
    pub(super) fn show(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Found(positions) => {
                self.bar.set_length(*positions);
                self.bar.set_position(*positions);
                self.bar.set_message("found so far");
            }
            Event::Begins(class, cost) => {
                if !self.json {
                    let line = format!("{class}: {}", cost_text(cost));
                    self.bar.suspend(|| note(&line));
                }
            }
            Event::Goes(phase, done, total) => {
                self.bar.set_length(*total);
                self.bar.set_position(*done);
                self.bar.set_message(phase_text(*phase));
            }
            Event::Made(made) => self.row(&made.about, Some(made))?,
            Event::Kept(about) => self.row(about, None)?,
        }
        Ok(())
    }

    /// A table that is there now.
    fn row(&mut self, about: &About, made: Option<&Made>) -> io::Result<()> {
        if self.json {
            let object = table(&self.game, about, made);
            return self.bar.suspend(|| self.output.live_object(object));
        }
        let (head, row) = (made_head(), made_row(about, made));
        let lines = if self.has_head { vec![row] } else { vec![head, row] };
        self.has_head = true;
        self.bar.suspend(|| lines.iter().try_for_each(|line| self.output.live_line(line)))
    }

    /// Shows how far a table is checked.
    pub(super) fn checks(&mut self, about: &About, done: u64, total: u64) -> io::Result<()> {
        self.bar.set_length(total);
        self.bar.set_position(done);
        self.bar.set_message(about.class.clone());
        Ok(())
    }

    /// A table that was checked.
    pub(super) fn checked(&mut self, checked: &Checked) -> io::Result<()> {
        let Checked { about, wrong } = checked;
        let positions = format::grouped(about.positions);
        let line = match (self.json, wrong) {
            (true, wrong) => object(
                "table_check",
                &TableCheck {
                    game: self.game.clone(),
                    class: about.class.clone(),
                    positions: about.positions,
                    agrees: wrong.is_none(),
                    wrong: wrong.clone(),
                },
            ),
            (false, None) => format!("{:16} {positions:>15}  agree with their moves", about.class),
            (false, Some(wrong)) => {
                format!(
                    "{:16} {positions:>15}  WRONG: {wrong} has not the value of its best move",
                    about.class
                )
            }
        };
        self.bar.suspend(|| self.output.live_object(line))
    }

    /// Ends it.
    pub(super) fn end(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn phase_text(phase: Phase) -> &'static str {
    match phase {
        Phase::Counts => "counted",
        Phase::Links => "linked",
        Phase::Solves => "decided",
        Phase::Checks => "checked",
        Phase::Writes => "written",
    }
}

fn cost_text(cost: &Cost) -> String {
    format!(
        "about {} positions, {} of memory, {} on disk, {}",
        format::short(cost.positions),
        format::bytes(cost.memory as usize),
        format::bytes(cost.disk as usize),
        format::time(cost.time)
    )
}

fn made_head() -> String {
    format!(
        "{:16} {:>13} {:>12} {:>12} {:>12} {:>7} {:>10} {:>9}",
        "class", "positions", "won", "drawn", "lost", "longest", "bytes", "time"
    )
}

fn made_row(about: &About, made: Option<&Made>) -> String {
    let positions = format::grouped(about.positions);
    let Some(made) = made else {
        return format!("{:16} {positions:>13}  there already", about.class);
    };
    let [won, drawn, lost] = made.counts.map(format::grouped);
    let longest = made.longest.as_ref().map_or_else(|| "-".into(), |(plies, _)| plies.to_string());
    let (bytes, time) = (format::grouped(made.bytes), format::time(made.time));
    format!(
        "{:16} {positions:>13} {won:>12} {drawn:>12} {lost:>12} {longest:>7} {bytes:>10} {time:>9}",
        about.class
    )
}

fn table(game: &str, about: &About, made: Option<&Made>) -> String {
    let fields = Table {
        game: game.into(),
        class: about.class.clone(),
        file: about.file_name(),
        positions: about.positions,
        made: made.map(|made| MadeTable {
            won: made.counts[0],
            drawn: made.counts[1],
            lost: made.counts[2],
            longest: made.longest.as_ref().map(|(plies, _)| *plies),
            longest_position: made.longest.as_ref().map(|(_, position)| position.clone()),
            bytes: made.bytes,
            time_ms: milliseconds(made.time),
        }),
    };
    object("table", &fields)
}

/// What classes would cost, as lines.
pub(super) fn costs(costs: &[(&str, u32, Cost)]) -> Vec<String> {
    let mut table = columns::plain(&["class", "pieces", "positions", "memory", "disk", "time"]);
    for (class, pieces, cost) in costs {
        table.add_row([
            (*class).to_owned(),
            pieces.to_string(),
            format::grouped(cost.positions),
            format::bytes(cost.memory as usize),
            format::bytes(cost.disk as usize),
            format::time(cost.time),
        ]);
    }
    columns::align(&mut table, 5);
    columns::lines(&table).collect()
}
