//! Promises of the studies, the traces and their pages. One program, since each would compile again
//! what it asks for.

mod against;
mod against_support;
mod browser_support;
mod by_hand;
mod ceiling;
mod claims;
mod family_run;
mod peers;
mod report;
mod scaling_analysis;
mod scaling_engine;
mod scaling_journal;
mod scaling_run;
mod scaling_support;
mod stats;
mod trace_page;
