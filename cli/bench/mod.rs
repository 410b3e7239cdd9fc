//! `bench`: the studies of the engine, each in its folder; one more is a variant of [`Bench`] and its line in
//! [`Bench::run`].

mod ablation;
mod family;
mod peers;
mod positions;
mod report;
mod scaling;
mod signature;
mod speed;

use clap::Subcommand;

use crate::catalogue::Catalogue;
use crate::errors::{ExitStatus, Failure};

/// Measure the engine: speed, scaling over threads, algorithms.
#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    Signature(signature::SignatureArgs),
    Speed(speed::SpeedArgs),
    Scaling(Box<scaling::ScalingArgs>),
    Family(Box<family::FamilyArgs>),
    Ablation(Box<ablation::AblationArgs>),
    Peers(Box<peers::PeersArgs>),
    Report(report::ReportArgs),
}

impl Bench {
    /// Runs the study.
    pub(crate) fn run(&self, catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
        match self {
            Bench::Signature(args) => signature::run(catalogue, args),
            Bench::Speed(args) => speed::run(args),
            Bench::Scaling(args) => scaling::run(catalogue, args),
            Bench::Family(args) => family::run(catalogue, args),
            Bench::Ablation(args) => ablation::run(catalogue, args),
            Bench::Peers(args) => peers::run(catalogue, args),
            Bench::Report(args) => report::run(args),
        }
    }
}
