//! Which program offers the games: it is called by its own name wherever it speaks.

/// A program, as its crate describes it; [`program!`](crate::program) makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// How it is called, on the command line too.
    pub name: &'static str,
    /// Its version, which need not be that of plyglot.
    pub version: &'static str,
    /// What it is, in one sentence; may be empty.
    pub about: &'static str,
    /// Who wrote it, separated by colons; may be empty.
    pub authors: &'static str,
}

impl Program {
    /// The program that a catalogue belongs to where nothing else is said.
    pub const PLYGLOT: Program = Program {
        name: "plyglot",
        version: env!("CARGO_PKG_VERSION"),
        about: "Analyse, solve and play two-player games on all cores",
        authors: "",
    };

    /// What it is, in one sentence without its full stop.
    pub fn about(&self) -> &'static str {
        match self.about.trim_end_matches('.') {
            "" => Program::PLYGLOT.about,
            about => about,
        }
    }

    /// Who wrote it, for people.
    pub fn author(&self) -> String {
        match self.authors {
            "" => format!("the {} authors", self.name),
            authors => authors.replace(':', ", "),
        }
    }
}

impl Default for Program {
    fn default() -> Self {
        Program::PLYGLOT
    }
}

/// The program that is being compiled, as its `Cargo.toml` describes it: its name (that of the binary), version,
/// description and authors. For [`Catalogue::of_program`](crate::catalogue::Catalogue::of_program).
///
/// ```
/// use plyglot_open::catalogue::Catalogue;
///
/// let games = Catalogue::empty().of_program(plyglot_open::program!());
/// assert_eq!(games.program().version, env!("CARGO_PKG_VERSION"));
/// ```
#[macro_export]
macro_rules! program {
    () => {
        $crate::catalogue::Program {
            // Libraries and tests have no binary.
            name: match ::core::option_env!("CARGO_BIN_NAME") {
                ::core::option::Option::Some(name) => name,
                ::core::option::Option::None => ::core::env!("CARGO_PKG_NAME"),
            },
            version: ::core::env!("CARGO_PKG_VERSION"),
            about: ::core::env!("CARGO_PKG_DESCRIPTION"),
            authors: ::core::env!("CARGO_PKG_AUTHORS"),
        }
    };
}
