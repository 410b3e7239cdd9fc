//! What `tables` shows: rows for people, objects for programs, and how a class goes.

use std::io;
use std::time::Duration;

use indicatif::ProgressBar;
use plyglot_play::tables::{Checked, Cost, Event, Made, Phase, Speed};
use plyglot_tables::About;
use plyglot_wire::milliseconds;
use plyglot_wire::object::{MadeTable, Table, TableCheck, TableCost, TableSpeed, object};

use crate::errors::note;
use crate::format;
use crate::output::{Output, columns, progress};

/// Where tables are shown as they are made or checked.
pub(super) struct Screen {
    game: String,
    json: bool,
    has_head: bool,
    found: bool,
    total: Total,
    bar: ProgressBar,
    output: Output,
}

impl Screen {
    pub(super) fn new(game: &str, json: bool) -> Screen {
        let bar = progress::bar_between_rows("positions", "{msg}");
        Screen {
            game: game.into(),
            json,
            has_head: false,
            found: false,
            total: Total::default(),
            bar,
            output: Output::new(),
        }
    }

    /// Shows what happens while tables are made.
    pub(super) fn show(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Found(positions) => {
                self.found = true;
                self.bar.set_length(*positions);
                self.bar.set_position(*positions);
                self.bar.set_message("found so far");
            }
            Event::Begins(class, cost) => {
                // To people it was said before what all classes cost.
                if self.json {
                    let object = cost_object(&self.game, class, cost);
                    self.bar.suspend(|| self.output.live_object(object))?;
                } else if self.found {
                    let line = format!("{class}: {}", cost_text(cost));
                    self.bar.suspend(|| note(&line));
                }
            }
            Event::Goes(phase, done, total) => {
                self.bar.set_length(*total);
                self.bar.set_position(*done);
                self.bar.set_message(phase_text(*phase));
            }
            Event::Made(made) => {
                self.total.add(made);
                self.row(&made.about, Some(made))?;
            }
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

    /// Ends it, with what was made in all.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.bar.finish_and_clear();
        let Total { tables, positions, bytes, time } = self.total;
        if self.json || tables == 0 {
            return Ok(());
        }
        let each = bytes as f64 / positions.max(1) as f64;
        self.output.live_line(format_args!(
            "{}, {} positions, {} ({each:.2} bytes a position), in {}",
            format::count(tables, "table"),
            format::grouped(positions),
            format::bytes(bytes as usize),
            format::time(time)
        ))
    }
}

/// What was made in all.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    tables: usize,
    positions: u64,
    bytes: u64,
    time: Duration,
}

impl Total {
    fn add(&mut self, made: &Made) {
        self.tables += 1;
        self.positions += made.about.positions;
        self.bytes += made.bytes;
        self.time += made.time;
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
        "about {} positions, {} of memory, {} on disk{}, {}",
        format::short(cost.positions),
        format::bytes(cost.memory as usize),
        format::bytes(cost.disk as usize),
        meanwhile(cost.scratch),
        format::time(cost.time)
    )
}

/// What is kept on disk until a table is written.
fn meanwhile(scratch: u64) -> String {
    match scratch {
        0 => String::new(),
        bytes => format!(" and {} meanwhile", format::bytes(bytes as usize)),
    }
}

/// What a class is going to cost, for programs.
pub(super) fn cost_object(game: &str, class: &str, cost: &Cost) -> String {
    let fields = TableCost {
        game: game.into(),
        class: class.into(),
        positions: cost.positions,
        memory_bytes: cost.memory,
        bytes: cost.disk,
        scratch_bytes: cost.scratch,
        time_ms: milliseconds(cost.time),
    };
    object("table_cost", &fields)
}

fn made_head() -> String {
    format!(
        "{:14} {:>11} {:>11} {:>11} {:>11} {:>7} {:>8}",
        "class", "positions", "won", "drawn", "lost", "longest", "time"
    )
}

fn made_row(about: &About, made: Option<&Made>) -> String {
    let positions = format::grouped(about.positions);
    let Some(made) = made else {
        return format!("{:14} {positions:>11}  there already", about.class);
    };
    let [won, drawn, lost] = made.counts.map(format::grouped);
    let longest = made.longest.as_ref().map_or_else(|| "-".into(), |(plies, _)| plies.to_string());
    let time = format::time(made.time);
    format!(
        "{:14} {positions:>11} {won:>11} {drawn:>11} {lost:>11} {longest:>7} {time:>8}",
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

/// How many look-ups a second there were.
pub(super) fn speed(game: &str, speed: &Speed, json: bool) -> String {
    let Speed { threads, positions, per_second } = *speed;
    if json {
        return object(
            "table_speed",
            &TableSpeed { game: game.into(), threads, positions, per_second },
        );
    }
    format!(
        "{}: {} look-ups a second, {} a thread, among {} positions",
        format::count(threads, "thread"),
        format::short(per_second as u64),
        format::short((per_second / threads as f64) as u64),
        format::grouped(positions as u64),
    )
}

/// What tables are going to cost in all: memory, and what is kept meanwhile, that of the class that takes most.
pub(super) fn cost_of_all(costs: &[(&str, u32, Cost)]) -> String {
    let sum = |of: fn(&Cost) -> u64| costs.iter().map(|(.., cost)| of(cost)).sum::<u64>();
    let memory = costs.iter().map(|(.., cost)| cost.memory).max().unwrap_or(0);
    let time = costs.iter().map(|(.., cost)| cost.time).sum();
    let scratch = costs.iter().map(|(.., cost)| cost.scratch).max().unwrap_or(0);
    format!(
        "{}: about {} positions, {} of memory, {} on disk{}, {}",
        format::count(costs.len(), "table"),
        format::short(sum(|cost| cost.positions)),
        format::bytes(memory as usize),
        format::bytes(sum(|cost| cost.disk) as usize),
        meanwhile(scratch),
        format::time(time)
    )
}

/// What classes would cost, as lines.
pub(super) fn costs(costs: &[(&str, u32, Cost)]) -> Vec<String> {
    let heads = ["class", "pieces", "positions", "memory", "disk", "meanwhile", "time"];
    let mut table = columns::plain(&heads);
    for (class, pieces, cost) in costs {
        table.add_row([
            (*class).to_owned(),
            pieces.to_string(),
            format::grouped(cost.positions),
            format::bytes(cost.memory as usize),
            format::bytes(cost.disk as usize),
            if cost.scratch == 0 { "-".into() } else { format::bytes(cost.scratch as usize) },
            format::time(cost.time),
        ]);
    }
    columns::align(&mut table, 4);
    columns::lines(&table).collect()
}
