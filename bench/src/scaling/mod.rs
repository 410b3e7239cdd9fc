//! How speed scales with the number of threads: the same positions searched to the same goal with
//! one thread and with many, under one parallel scheme or several, and what the times say.
//!
//! A [`Study`] is what was measured, an [`Analysis`] what follows from it; both are plain data.
//! Measuring costs as many searches as there are positions, thread counts, schemes and repeats;
//! the rest costs nothing beside it.
//!
//! Under [`Clock::Virtual`] a time is a count: a microsecond a node, as if each thread had a
//! processor of its own. It says how the algorithm scales. Under [`Clock::Real`] it is what this
//! machine took. The two are never mixed in one study.

mod analysis;
mod case;
mod engine_lab;
mod goal;
mod halt;
mod journal;
mod lab;
mod left;
mod machine;
mod plan;
mod run;
mod study;
mod tables;

pub use analysis::{
    Agreement, Analysis, Cell, Comparison, Measure, PositionRatios, Resolution, SchemeFit,
};
pub use case::{Case, Sample, SchemeName};
pub use engine_lab::EngineLab;
pub use goal::Goal;
pub use halt::{Halt, Watch};
pub use journal::{Entry, Journal, JournalError};
pub use lab::{Lab, LabError};
pub use plan::plan;
pub use run::{Progress, Run, StudyError, run_study};
pub use study::{
    CeilingPoint, Clock, Design, DesignError, Machine, Origin, Position, ProbePoint, Study,
};
pub use tables::{write_cells, write_samples};
