//! The examples below each command's help.

use plyglot_family::{Aids, Algorithm};

use crate::format;

pub(super) const EXAMPLES: &str = "\
Examples:
  plyglot games                                 which games there are
  plyglot analyze othello                       analyse the start position until Ctrl-C
  plyglot analyze connect4 --moves 4444 --time 5s
  plyglot solve tictactoe                       the exact value, with proof
  plyglot play kalah --side second              play against the engine
  plyglot ugi othello                           for a user interface or a match program

Exit codes: 0 done; 1 a wrong answer, a bad line of a file, or no proof; 2 bad arguments or input;
3 the machine or a game failed; 130 interrupted.";

pub(super) const ANALYZE_EXAMPLES: &str = "\
Examples:
  plyglot analyze othello                       until Ctrl-C, on all cores
  plyglot analyze othello --moves f5d6c3 --depth 12 --lines 3
  plyglot analyze connect4 --moves 4453 --time 10s --json
  plyglot analyze othello --file positions.obf --time 1s
  plyglot analyze othello --scheme lazy         by Lazy SMP
  plyglot analyze othello --depth 14 --virtual-threads 16    the same result on every machine

Scores are from the point of view of the side to move. Ctrl-C stops the search and still prints the
best found so far. Exit code 0: done; 1: a wrong answer or a bad line in a file.";

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  plyglot solve tictactoe
  plyglot solve connect4:5x5 --hash 256M
  plyglot solve othello --file fforum-40-59.obf --threads 2
  plyglot solve connect4 --file Test_L3_R1 --json
  plyglot solve connect4:5x5 --virtual-threads 64 --turn 50

The result says `exact` only of a value that is proven to the end of the game. Exit code 0: solved;
1: ended without a proof, a wrong answer, or a bad line in a file.";

pub(super) const UGI_EXAMPLES: &str = "\
Examples:
  plyglot ugi othello
  plyglot ugi connect4:6x5 --threads 1 --hash 16M

One command a line on standard input, answers on standard output; `quit`, or the end of the input,
ends it, and a search with it. The options Threads, Hash, MultiPV and others start from what is given
here. docs/protocols.md says what is spoken.";

pub(super) const NBOARD_EXAMPLES: &str = "\
Examples:
  plyglot nboard
  plyglot nboard --threads 4 --hash 256M

One command a line on standard input, answers on standard output; `quit`, or the end of the input,
ends it, and a search with it. `set depth` is the depth of the middle game; the end of the game is
solved. docs/protocols.md says what is spoken, and how NBoard is told of the engine.";

pub(super) const SCALING_EXAMPLES: &str = "\
Examples:
  plyglot bench scaling --game othello                     this machine, built-in positions
  plyglot bench scaling --game connect4 --virtual --threads 1,2,4,8,16,32,64
  plyglot bench scaling --game othello --virtual --scheme abdada,lazy,lazy-stagger
  plyglot bench scaling --game kalah --positions FILE --to-depth 14 --report out
  plyglot bench scaling --game othello --journal day.jsonl      after Ctrl-C the same
                                                           command continues

Ctrl-C keeps what is measured: it is shown, and --journal continues. Exit code 0: done; 1: a search
failed, or a solve by several threads has another value than by one; 130: interrupted.";

pub(super) const SPEED_EXAMPLES: &str = "\
Examples:
  plyglot bench speed                           every game, a quarter of a minute
  plyglot bench speed --against ../old/plyglot --repeat 15
  plyglot bench speed --kept bench/runs/speeds.jsonl

The other build is run on the same tasks, the two in turns; `.ci/against COMMIT` builds a commit and does
it all. Exit code 0: done; 1: a task is slower by more than 1 % beyond doubt, or one thread visits other
nodes than the other build or the kept list.";

pub(super) const PEERS_EXAMPLES: &str = "\
Examples:
  plyglot bench peers                           three games from their starts, minutes
  plyglot bench peers --game connect4 --depth 10,12 --threads 1
  plyglot bench peers --game connect4 --depth 18 --repeat 1
  plyglot bench peers --game othello --json

The peer takes for granted that the side to move alternates; games where it does not are refused.
Ctrl-C keeps what is measured. Exit code 0: done; 1: a search failed, or a value is another than the
reference for no known reason; 2: this build has no peers; 130: interrupted.";

pub(super) const PLAY_EXAMPLES: &str = "\
Examples:
  plyglot play othello                          you move first, the engine takes a second a move
  plyglot play connect4 --side second --time 3s
  plyglot play tictactoe --side both            no engine but for hints
  plyglot play kalah --side none --depth 8      the engine against itself";

pub(super) const PERFT_EXAMPLES: &str = "\
Examples:
  plyglot perft othello --depth 9
  plyglot perft connect4 --moves 444 --depth 6 --divide";

const TRACE_EXAMPLES: &str = "\
Examples:
  plyglot trace tictactoe --depth 2                           NegaScout, as text
  plyglot trace othello --depth 4 --algorithm alpha-beta+table --format html --output trace.html
  plyglot trace connect4 --moves 4453 --depth 8 --plies 3     all of it, shown three plies deep
  plyglot trace kalah --depth 5 --algorithm mtd-f+table --format json
  plyglot trace tictactoe --depth 2 --format dot | dot -Tsvg > trace.svg
  plyglot trace othello --depth 3 --algorithm alpha-beta --window=-0.5,+0.5
  plyglot trace connect4 --depth 4 --algorithm engine         the engine's own recursion
  plyglot trace othello --depth 5 --algorithm mistake-guide --against minimax

Ctrl-C stops the search and keeps what was traced until then (exit code 130). A trace of more visits
than --max-nodes keeps the first ones, counts the others, and says so. With --against the exit code
is 1 if the two disagree.";

const FAMILY_EXAMPLES: &str = "\
Examples:
  plyglot bench family                          over branching, depth and order of moves
  plyglot bench family --branching 2,5,10,20,40,60 --depths 2..5 --ordering random,80
  plyglot bench family --trees 8,6,steps=10 --trees 8,6,random=100 --algorithms negascout,mtd-f+table
  plyglot bench family --game othello --depths 3..6 --aids deepening,table,hash
  plyglot bench family --game kalah --positions FILE --depths 6 --report out
  plyglot bench family --claims                 what is said of them, put to the test (minutes)
  plyglot bench family --claims guide,even --trees-per-cell 10

Without trees of its own it looks at 20 moves a node, depth 4 and the first move best at 60 nodes in
a hundred, and changes one of the three at a time. Of --branching, --depths and --ordering those that
are not given keep these values, and all combinations are made.
Exit code 0: done; 1: methods that should agree do not, or a search failed.";

/// How wide the list of algorithms may be, and where its words begin.
const WIDTH: usize = 98;
const INDENT: usize = 28;

/// The examples of `bench family`, and what there is to compare.
pub(super) fn family() -> String {
    format!("{FAMILY_EXAMPLES}\n\n{}", algorithms(&[]))
}

/// The examples of `trace`, and what can be traced.
pub(super) fn trace() -> String {
    let engine = ("engine", "the engine itself, on one thread");
    format!("{TRACE_EXAMPLES}\n\n{}", algorithms(&[engine]))
}

/// The algorithms by name, `more` behind them, and what they may use.
fn algorithms(more: &[(&str, &str)]) -> String {
    let table = Algorithm::table();
    // Without the range of its number.
    let head = |pattern: &str| pattern.split(',').next().unwrap_or_default().to_owned();
    let listed = table.iter().map(|(_, pattern, about)| (head(pattern), *about));
    let more = more.iter().map(|&(name, about)| (name.to_owned(), about));
    let line_break = format!("\n{:INDENT$}", "");
    let line = |(name, about): (String, &str)| {
        let about = format::wrapped(about, WIDTH - INDENT).join(&line_break);
        format!("  {name:width$} {about}\n", width = INDENT - 3)
    };
    let lines: String = listed.chain(more).map(line).collect();
    let aids = Aids::NAMES.join(", ");
    format!("Algorithms:\n{lines}\nBehind a name, each with a +, what it may use. Aids: {aids}.")
}
