//! `bench`: the commands over what the bench crates measure.

mod ablation;
mod family;
mod peers;
mod positions;
mod report;
mod scaling;
mod signature;
mod speed;

pub(crate) use ablation::run as ablation;
pub(crate) use family::run as family;
pub(crate) use peers::run as peers;
pub(crate) use report::again as report;
pub(crate) use scaling::run as scaling;
pub(crate) use signature::signature;
pub(crate) use speed::speed;
