//! Chomp (D. Gale, "A curious nim-type game", 1974), with everything that plyglot does for a game.

mod chomp;
#[cfg(test)]
mod tests;

use plyglot::catalogue::{Catalogue, Single};

use crate::chomp::{Chomp, Eater};

fn main() -> std::process::ExitCode {
    plyglot::run(
        Catalogue::empty()
            .and(Single::new("chomp-3x4", Chomp::new(3, 4)).title("three by four").knowledge(Eater))
            .and(Single::new("chomp", Chomp::new(4, 5)).title("four by five").knowledge(Eater))
            .of_program(plyglot::program!()),
    )
}
