//! Reports as pages that need nothing but themselves.
//!
//! [`chart`] draws, [`page`] writes; neither knows what is measured. Together they take well under a
//! second.

pub mod chart;
pub mod page;
