//! Ataxx (D. Crummack, C. Galley 1988), with everything that plyglot does for a game, and features from which
//! this program trains an evaluation.

mod features;
mod knowledge;
mod rules;
#[cfg(test)]
mod tests;
mod text;

use std::sync::Arc;

use plyglot::catalogue::{Catalogue, Single};

use crate::features::Blocks;
use crate::knowledge::Player;
use crate::rules::Ataxx;

fn main() -> std::process::ExitCode {
    let ataxx = Single::new("ataxx", Ataxx::start())
        .title("copy or jump, and turn what is beside you; most pieces win")
        .knowledge(Player::default())
        .features(Arc::new(Blocks));
    plyglot::run(Catalogue::empty().and(ataxx).of_program(plyglot::program!()))
}
