//! The words in which UGI and UCI differ.

/// One of the two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// How the conversation begins.
    pub(super) hello: &'static str,
    pub(super) hello_ok: &'static str,
    pub(super) new_game: &'static str,
    /// The move of an answer where the game is over.
    pub(super) no_move: &'static str,
    /// The commands, for the answer to an unknown one.
    pub(super) commands: &'static str,
    /// What the names of options begin with that others give this prefix.
    pub(super) prefix: &'static str,
    /// Without what the match programs of any game ask for: `query`.
    pub(super) is_uci: bool,
}

impl Dialect {
    /// The words for any game of two players.
    pub(crate) const UGI: Dialect = Dialect {
        hello: "ugi",
        hello_ok: "ugiok",
        prefix: "UGI_",
        new_game: "uginewgame",
        no_move: "0000",
        commands: "ugi, isready, uginewgame, position, go, stop, ponderhit, setoption, register, debug, query, d, \
                   eval, perft, bench, quit",
        is_uci: false,
    };

    /// Those for chess.
    pub(crate) const UCI: Dialect = Dialect {
        hello: "uci",
        hello_ok: "uciok",
        prefix: "UCI_",
        new_game: "ucinewgame",
        no_move: "(none)",
        commands: "uci, isready, ucinewgame, position, go, stop, ponderhit, setoption, register, debug, d, eval, \
                   perft, bench, quit",
        is_uci: true,
    };
}
