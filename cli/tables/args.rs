//! What `tables` is asked.

use std::path::PathBuf;

use clap::Args;

use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot tables draughts --pieces 4 --out default  in ten seconds, 2M, where --tables default looks
  plyglot analyze draughts --position W:WK1,K2:BK32 --tables default
  plyglot tables chess --class KQKR --out DIR       and the classes that it needs
  plyglot tables kalah:3,3 --out DIR                all that the start leads to
  plyglot tables draughts                           what each class would cost
  plyglot tables draughts --pieces 5 --out DIR --memory 512M
                                                    what does not fit is solved by passes on disk
  plyglot tables --check DIR                        every position against its moves

A table that is there is not made again: the same command goes on where it was interrupted, within a class if it is \
solved on disk.
Exit codes: 0 success; 1 a table is wrong, or there are more positions than --most; 2 bad arguments, or a file \
that is no table of the game; 3 too little memory, or too little room on the disk; 130 interrupted.";

/// Make tables of endgames: the value of every position of few pieces, or of a whole small game, with the plies to its
/// end.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TablesArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME", required_unless_present_any = ["check", "measure"])]
    pub(crate) game: Option<String>,
    /// Make all classes of at most this many pieces.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u32>, conflicts_with_all = ["class", "from", "check", "measure"])]
    pub(crate) pieces: Option<u32>,
    /// Make this class, and those that it needs; may be given several times.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["from", "check", "measure"])]
    pub(crate) class: Vec<String>,
    /// Make a table of all positions that this one leads to [default: the start position, of a game without classes].
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["check", "measure"], allow_hyphen_values = true)]
    pub(crate) from: Option<String>,
    /// For --from: give up if there are more positions than this.
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = values::at_least_one::<u64>)]
    pub(crate) most: u64,
    /// Write the tables to this folder, which is made if it is not there; `default`: that of the game in the place of
    /// your data, where --tables default looks. Without it, what they would cost is said.
    #[arg(short, long, value_name = "DIR", conflicts_with_all = ["check", "measure"])]
    pub(crate) out: Option<PathBuf>,
    /// Check the tables of this folder: the files, and every position against its moves. `default` needs the GAME.
    #[arg(long, value_name = "DIR")]
    pub(crate) check: Option<PathBuf>,
    /// Count how many look-ups a second the tables of this folder allow once they are in memory.
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    pub(crate) measure: Option<PathBuf>,
    /// Take no more memory than this: a class that it does not hold is solved by passes over files in a folder beside its
    /// table. Such as 512M or 4G [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = values::size, conflicts_with = "measure")]
    pub(crate) memory: Option<usize>,
    /// Number of threads [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}
