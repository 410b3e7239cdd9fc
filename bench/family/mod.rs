//! The family compared: the textbook algorithms on the same trees, and what each saves.
//!
//! Trees come in [`Cell`]s ([`synthetic`], [`positions`]), [`measure`] runs methods on them, a
//! [`Study`] is what was measured, an [`Analysis`] what follows from it. Everything is paired: a
//! ratio sets a method against alpha-beta with the same aids on the same tree. A study costs its
//! searches, an analysis well under a second.
//!
//! ```
//! use plyglot_bench::family::{Analysis, Options, measure, synthetic, with_bases};
//! use plyglot_small::synthetic::Spec;
//! use plyglot_search::Stop;
//!
//! let cells = vec![synthetic(Spec::parse("10,4,best=80")?, 20)?];
//! let methods = with_bases(&["negascout".parse()?]);
//! let options = Options { budget: 1_000_000, jobs: 2, stop: &Stop::default() };
//! let study = measure(cells, &methods, options, |_| {})?;
//! let analysis = Analysis::of(&study, 1);
//! let negascout = &analysis.rows[1];
//! assert!(negascout.ratios.as_ref().is_some_and(|ratios| ratios.leaves.value < 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
pub mod claims;
mod openings;
mod records;
mod result;
mod run;
mod study;
mod trees;

pub use analysis::{Analysis, Disagreement, Ratios, Row};
pub use openings::openings;
pub use records::{RowRecord, SampleRecord, write_rows, write_samples};
pub use result::{MethodResult, Missing};
pub use run::{Completion, Options, ThreadError, measure};
pub use study::{Pair, Sample, Study, with_bases};
pub use trees::{Cell, Make, Root, Trees, critical, positions, synthetic};
