//! How speed scales with the number of threads: the same positions searched to the same goal with
//! one thread and with many, under one parallel scheme or several, and what follows from the times.
//!
//! A [`Study`] is what was measured, an [`Analysis`] what follows from it; both are plain data.
//! Measuring costs as many searches as there are positions, thread counts, schemes and repeats;
//! the rest costs nothing beside it.
//!
//! Under [`Clock::Virtual`] a time is a count: a microsecond a node, as if each thread had a
//! processor of its own. It shows how the algorithm scales. Under [`Clock::Real`] it is what this
//! machine took. The two are never mixed in one study.
//!
//! ```
//! use plyglot_bench::scaling::{
//!     Analysis, Clock, Design, EngineLab, Goal, Machine, Origin, Position, Run, Study, run_study,
//! };
//! use plyglot_games::catalogue::builtin;
//! use plyglot_open::Stop;
//!
//! let game = builtin().open("tictactoe")?;
//! let design = Design {
//!     game: game.facts().name.clone(),
//!     set: Vec::new(),
//!     positions: vec![Position { name: "start".into(), text: game.start()?.text()? }],
//!     goal: Goal::Solve,
//!     clock: Clock::Virtual { turn: 200 },
//!     threads: vec![2, 4],
//!     schemes: vec!["lazy".parse()?, "abdada".parse()?],
//!     repeats: 1,
//!     seed: 1,
//!     hash_bytes: 1 << 20,
//!     account: false,
//!     play: None,
//! };
//! let origin = Origin {
//!     version: env!("CARGO_PKG_VERSION").into(),
//!     commit: None,
//!     command: "an example".into(),
//!     date: "today".into(),
//!     machine: Machine::this(),
//! };
//! let stop = Stop::default();
//! let lab = EngineLab::new(&design, &*game, &stop)?;
//! let run = Run { journal: None, jobs: 2, stop };
//! let study = run_study(&lab, Study::new(design, origin), run, |_| {})?;
//! let analysis = Analysis::of(&study);
//! let lazy = analysis.curve(study.design.schemes[0]);
//! let speedups: Vec<_> = lazy.map(|cell| (cell.threads, cell.speedup)).collect();
//! assert_eq!(speedups.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod analysis;
mod ceiling;
mod counters;
mod engine_lab;
mod goal;
mod journal;
mod lab;
mod load;
mod machine;
mod plan;
mod play;
pub mod positions;
mod run;
mod sample;
mod scores;
mod study;
mod tables;
mod time_left;

pub use account::{Causes, SampleAccount, SampleRow};
pub use analysis::{
    Agreement, Analysis, Cell, CellAccount, Comparison, DepthRow, Measure, PARTS, PositionRatios,
    Resolution, SchemeFit, Shares,
};
pub use ceiling::{CeilingError, CeilingPlan, together};
pub use counters::PerMillion;
pub use engine_lab::EngineLab;
pub use goal::Goal;
pub use journal::{Continued, JournalRecord};
pub use lab::{Lab, LabError};
pub use load::others;
pub use plan::plan;
pub use play::{
    Contest, ContestGame, EloShare, PlayCompletion, PlayDesign, PlayError, PlayRow, Strength,
    play_rows, play_study,
};
pub use run::{Completion, Run, StudyError, run_study};
pub use sample::{PlannedSearch, Sample, SchemeName};
pub use study::{
    CeilingPoint, Clock, Design, DesignError, Machine, Origin, Position, ProbePoint, Study,
};
pub use tables::{write_cells, write_play, write_samples};
