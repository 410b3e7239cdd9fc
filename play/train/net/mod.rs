//! Nets: positions as the bits that a net sees, the model in floating point, and its training by Adam on all cores.
//!
//! | file | one thing |
//! | --- | --- |
//! | `samples` | positions with their labels, 8 bytes for each plane and 64 cells |
//! | `model` | the net in floating point: its output and its gradient |
//! | `curve` | the logistic, the same on every machine |
//! | `adam` | the steps |
//! | `fit` | epochs, early stop, whole numbers |
//!
//! What is learned is the result that a label stands for: the logistic of its points over the scale of the game's
//! results. Equal seeds and games give equal nets, on every machine and with any number of threads: gradients are
//! summed in parts that do not depend on the threads, and nothing but additions, products, quotients and square roots is
//! computed.

mod adam;
mod curve;
mod fit;
mod model;
mod samples;

pub(crate) use fit::fit;
pub(crate) use samples::gather;

/// How a net is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetPlan {
    /// How wide its accumulators are: one of [`plyglot_eval::net::NetWeights::WIDTHS`].
    pub width: usize,
    /// Whether it adds to what the game estimates by itself, or stands alone.
    pub adds: bool,
}
