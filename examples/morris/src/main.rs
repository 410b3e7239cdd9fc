//! Nine Men's Morris, with everything that plyglot does for a game, a net that its program trains from the rules, and
//! tables of its endings.

mod endings;
mod knowledge;
mod rules;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;

use plyglot::catalogue::{Catalogue, Single};

use crate::knowledge::Player;
use crate::rules::Morris;

fn main() -> std::process::ExitCode {
    let morris = Single::new("morris", Morris::start())
        .title("Nine Men's Morris: three in a row take a man")
        .knowledge(Player);
    plyglot::run(Catalogue::empty().and(morris).of_program(plyglot::program!()))
}
