//! The examples below each command's help.

use plyglot_family::{Aids, Algorithm};

use crate::format;

pub(super) const EXAMPLES: &str = "\
Examples:
  plyglot games                                 list the games and their notation
  plyglot games othello                         show one game in detail
  plyglot analyze othello                       analyse the start position until Ctrl-C
  plyglot analyze connect4 --moves 4444 --time 5s
  plyglot solve tictactoe                       find the exact value, with proof
  plyglot play kalah --side second              play against the engine
  plyglot ugi othello                           serve a user interface or a match program
  plyglot serve                                 answer queries of programs, JSON, several games at once

`plyglot help COMMAND` has the options and examples of a command.

Exit codes: 0 success; 1 done, but with a wrong answer, a bad line in a file, a failed search, no proof or \
nothing measured; 2 bad arguments or input, or a file or folder that cannot be used; 3 out of memory, full \
disk or a panic in a game; 130 interrupted. docs/stability.md has the rule.";

pub(super) const GAMES_EXAMPLES: &str = "\
Examples:
  plyglot games                                 all games, with their sizes, notation and options
  plyglot games othello                         the rules of one, a board, and its examples in full";

pub(super) const ANALYZE_EXAMPLES: &str = "\
Examples:
  plyglot analyze othello                       until Ctrl-C, on all cores
  plyglot analyze othello -m f5d6c3 -d 12 --lines 3       the same as --moves and --depth
  plyglot analyze connect4 --moves 4453 --time 10s --json
  plyglot analyze othello --file positions.obf --time 1s
  plyglot analyze othello --scheme lazy         with Lazy SMP
  plyglot analyze othello --depth 14 --virtual-threads 16    the same result on every machine

Scores are from the point of view of the side to move. Ctrl-C stops the search and prints the best \
result so far.
Exit codes: 0 success; 1 a wrong answer, a bad line or a failed search in a file.";

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  plyglot solve tictactoe
  plyglot solve connect4:5x5 --hash 256M
  plyglot solve othello --file fforum-40-59.obf --threads 2
  plyglot solve connect4 --file Test_L3_R1 --json
  plyglot solve connect4:6x6 --save c4.table    go on later with --load c4.table --save c4.table
  plyglot solve connect4:5x5 --virtual-threads 64 --turn 50

A value is called `exact` only if it is proven to the end of the game.
Exit codes: 0 solved; 1 no proof, or a wrong answer, a bad line or a failed search in a file.";

pub(super) const REVIEW_EXAMPLES: &str = "\
Examples:
  plyglot review othello --moves f5d6c3d3c4f4f6f3e6e7 --depth 12
  plyglot review connect4 --moves 44444322155 --time 1s
  plyglot review kalah --file games.txt --nodes 1000000 --json

Each position of the game is searched, from the last to the first, half a second by default. A move is an \
inaccuracy (?!), a mistake (?) or a blunder (??) if it gives away at least 5, 10 or 15 % of the expected \
result; docs/review.md has the formulas. Ctrl-C shows the moves that are reviewed by then.
Exit codes: 0 success; 1 a bad line in a file; 130 interrupted.";

pub(super) const MERGE_EXAMPLES: &str = "\
Examples:
  plyglot solve connect4 --file Test_L3_R1 --shard 1/2 --json > 1.jsonl
  plyglot solve connect4 --file Test_L3_R1 --shard 2/2 --json > 2.jsonl
  plyglot merge 1.jsonl 2.jsonl > all.jsonl     the same lines as one run over the whole file prints
  plyglot merge shards/*.jsonl --output all.jsonl

The shards must be of one run: the same file, game, options, limits, number of shards and version of the \
program. docs/farm.md has scripts for GNU parallel, xargs and Slurm.
Exit codes: 0 success; 1 something is missing, answered twice or answered differently, or a result is \
one that the run itself ends with 1 for.";

pub(super) const FARM_EXAMPLES: &str = "\
Examples:
  plyglot farm connect4 --file Test_L3_R1 --workdir work --local     a cluster on this machine, ended with it
  plyglot farm othello --file ends.obf --workdir work --local --workers 4 --tasks 100
  plyglot farm othello --file games.txt --workdir work --depth 20 --hash 1G   to the server that runs already

Without --depth, --time or --nodes the positions are solved. A task has one thread unless --threads says \
more. The same command goes on in its folder after \
Ctrl-C, a full disk or a lost machine; each position is answered once. docs/farm.md says how a cluster \
of Slurm or PBS is used, and when it pays.
Exit codes: as of `merge`; 3 HyperQueue failed; 130 interrupted.";

pub(super) const BOARD_EXAMPLES: &str = "\
Examples:
  plyglot board
  plyglot board connect4 --moves 4453
  plyglot board othello --position ffo40 --threads 4 --hash 1G
  plyglot board othello --set weights=none
  plyglot board hex:7 --no-open --port 8080

Prints the address of the page, and opens it in the browser. Only this machine can reach it, and only with the \
token in the address. Everything is part of the program: nothing is loaded from a network. Ctrl-C ends the \
program; docs/board.md describes the page.
Exit codes: 0 ended by Ctrl-C; 2 bad arguments; 3 the system refuses the port, memory or threads.";

pub(super) const MATCH_EXAMPLES: &str = "\
Examples:
  plyglot match kalah --a depth=8 --b depth=6
  plyglot match othello --a nodes=20000,scheme=lazy,virtual-threads=16 --b nodes=20000,virtual-threads=16
  plyglot match connect4 --a clock=10s+100ms,threads=2 --b clock=10s+100ms --games 200
  plyglot match breakthrough --a nodes=5000,killer=8 --b nodes=5000 --sprt 0,20 --journal test.jsonl

Each opening is played twice, with the sides exchanged. Results are from A's side; docs/match.md says how \
openings are made, when games end, and what the figures mean. Ctrl-C shows the games that had ended.
Exit codes: 0 success; 1 a player crashed, hung or made an illegal move; 130 interrupted.";

pub(super) const UGI_EXAMPLES: &str = "\
Examples:
  plyglot ugi othello
  plyglot ugi connect4:6x5 --threads 1 --hash 16M

Reads one command a line from standard input and answers on standard output; `quit` or the end of \
the input ends the program. The options here set the initial values of Threads, Hash and Scheme. \
docs/protocols.md lists the commands.";

pub(super) const SERVE_EXAMPLES: &str = "\
Examples:
  plyglot serve                                 requests on standard input, answers on standard output
  plyglot serve --listen 7070 --threads 4 --hash 1G
  plyglot serve --listen /tmp/plyglot.sock
  echo '{\"id\":1,\"command\":\"search\",\"game\":\"othello\",\"limits\":{\"depth\":8}}' | plyglot serve

One JSON object a line in both directions; docs/serve.md describes them. Searches run side by side: with as many \
as threads, each has one thread; with fewer, idle threads join them. The end of the input ends the program when \
everything is answered; Ctrl-C stops the searches, which give what they have found.
Exit codes: 0 success; 2 bad arguments; 3 the system refuses memory, threads or the socket; 130 interrupted before \
the end of the input.";

pub(super) const NBOARD_EXAMPLES: &str = "\
Examples:
  plyglot nboard
  plyglot nboard --threads 4 --hash 256M

Reads one command a line from standard input and answers on standard output; `quit` or the end of \
the input ends the program. `set depth` is the depth in the midgame; endgames are solved. \
docs/protocols.md lists the commands, and how to add the engine to NBoard.";

pub(super) const SCALING_EXAMPLES: &str = "\
Examples:
  plyglot bench scaling --game othello                     built-in positions, this machine
  plyglot bench scaling --game connect4 --virtual --threads 1,2,4,8,16,32,64
  plyglot bench scaling --game othello --virtual --scheme abdada,lazy,lazy-stagger
  plyglot bench scaling --game kalah --positions FILE --to-depth 14 --report out
  plyglot bench scaling --game othello --journal day.jsonl      the same command continues it

Ctrl-C shows what was measured, and records it in a journal.
Exit codes: 0 success; 1 a search failed, or several threads solved a position with another value \
than one thread; 130 interrupted.";

pub(super) const ABLATION_EXAMPLES: &str = "\
Examples:
  plyglot bench ablation othello                everything, about a minute
  plyglot bench ablation connect4 --only killer,history --games 1000 --match-nodes 5000
  plyglot bench ablation kalah --positions 100 --nodes 500000 --games 0     searches only
  plyglot bench ablation breakthrough --journal day.jsonl --report out      the same command continues it
  plyglot bench ablation hex:5 --set history=16 --only history    against another default

Each row is the game with one thing switched off (or on, if it is off), against the game as it is; what makes no \
difference plays no match. docs/ablation.md explains the figures. Ctrl-C shows what was measured.
Exit codes: 0 success; 1 a player of a match crashed; 130 interrupted.";

pub(super) const SPEED_EXAMPLES: &str = "\
Examples:
  plyglot bench speed                           every game, about 15 seconds
  plyglot bench speed --against ../old/plyglot --repeat 15
  plyglot bench speed --json > speeds.jsonl
  plyglot bench speed --baseline speeds.jsonl

In a clone of the repository, `.ci/against COMMIT` builds a commit and compares with it.
Exit codes: 0 success; 1 a task is slower by more than 1 % (the whole 95 % interval), or one \
thread visits another number of nodes than the other build or the baseline.";

pub(super) const PEERS_EXAMPLES: &str = "\
Examples:
  plyglot bench peers                           three games from their starts, some minutes
  plyglot bench peers --game connect4 --depth 10,12 --threads 1
  plyglot bench peers --game connect4 --depth 18 --repeat 1
  plyglot bench peers --game othello --json

The crate minimax requires that the side to move alternates; other games are refused. Ctrl-C shows \
what was measured.
Exit codes: 0 success; 1 a search failed, or a value differs from the reference for no known \
reason; 2 this build lacks the feature `peers`; 130 interrupted.";

pub(super) const PLAY_EXAMPLES: &str = "\
Examples:
  plyglot play othello                          you move first, the engine has a second a move
  plyglot play connect4 --side second --time 3s
  plyglot play tictactoe --side both            you play both sides, the engine gives hints
  plyglot play kalah --side none --depth 8      the engine against itself
  plyglot play othello --level 3                an easy opponent
  plyglot play othello --load mine.txt          go on with a game that `save mine.txt` has written

In the game: a move, or moves, hint, undo, board, rules, level, side, save, load, new, help, quit. Enter \
or Ctrl-C while the engine thinks makes it move at once.";

pub(super) const PERFT_EXAMPLES: &str = "\
Examples:
  plyglot perft othello                         deeper and deeper, until Ctrl-C
  plyglot perft othello --depth 9
  plyglot perft connect4 --moves 444 --depth 6 --divide
  plyglot perft draughts --depth 8 --threads 1 --json";

const TRACE_EXAMPLES: &str = "\
Examples:
  plyglot trace tictactoe --depth 2                           NegaScout, as text
  plyglot trace othello --depth 4 --algorithm alpha-beta+table --format html --output trace.html
  plyglot trace connect4 --moves 4453 --depth 8 --plies 3     shown to three plies
  plyglot trace kalah --depth 5 --algorithm mtd-f+table --format json
  plyglot trace tictactoe --depth 2 --format dot | dot -Tsvg > trace.svg
  plyglot trace othello --depth 3 --algorithm alpha-beta --window=-0.5,+0.5
  plyglot trace connect4 --depth 4 --algorithm engine         the engine's own recursion
  plyglot trace othello --depth 5 --algorithm mistake-guide --against minimax

A trace of more visits than --max-nodes shows the first ones and says how many others there were. \
Ctrl-C stops the search and shows what was traced.
Exit codes: 0 success; 1 the two searches of --against disagree; 130 interrupted.";

pub(super) const TRAIN_EXAMPLES: &str = "\
Examples:
  plyglot train othello --output my.weights                      three rounds, some minutes
  plyglot train othello --budget large --output my.weights --journal train.jsonl
  plyglot train othello --hours 1.5 --output my.weights --json
  plyglot match othello --a weights=my.weights,time=50ms --b weights=none,time=50ms
  plyglot analyze othello --set weights=my.weights

A training that was interrupted goes on with the same command if it has a --journal. `plyglot games GAME` tells \
which option takes the weights.
Exit codes: 0 success; 2 the game has nothing to train; 130 interrupted.";

pub(super) const TUNE_EXAMPLES: &str = "\
Examples:
  plyglot tune breakthrough                                      all numbers, some minutes
  plyglot tune othello --number aspiration=0..96 --player nodes=20000 --pairs 1000
  plyglot tune hex --pairs 4000 --journal tune.jsonl --html tune.html
  plyglot tune othello --probcut                                 how well shallow searches predict deep ones

A tuning that was interrupted goes on with the same command if it has a --journal. `plyglot games GAME` lists \
the numbers.
Exit codes: 0 success; 2 there is no such number; 130 interrupted.";

const FAMILY_EXAMPLES: &str = "\
Examples:
  plyglot bench family                          over branching, depth and move ordering
  plyglot bench family --branching 2,5,10,20,40,60 --depths 2..5 --ordering random,80
  plyglot bench family --trees 8,6,steps=10 --trees 8,6,random=100 --algorithms negascout
  plyglot bench family --game othello --depths 3..6 --aids deepening,table,hash
  plyglot bench family --game kalah --positions FILE --depths 6 --report out
  plyglot bench family --claims                 test published claims (some minutes)
  plyglot bench family --claims guide,even --trees-per-cell 10

The default trees have branching 20, depth 4 and ordering 60, with one of the three varied at a \
time. With --branching, --depths or --ordering all combinations are searched, and those not given \
keep the default.
Exit codes: 0 success; 1 a search failed, or algorithms that should agree do not; 130 interrupted.";

/// How wide the list of algorithms may be, and where its descriptions begin.
const WIDTH: usize = 98;
const INDENT: usize = 28;

/// The examples of `bench family`, and what there is to compare.
pub(super) fn family() -> String {
    format!("{FAMILY_EXAMPLES}\n\n{}", algorithms(&[]))
}

/// The examples of `trace`, and what can be traced.
pub(super) fn trace() -> String {
    let engine = ("engine", "plyglot's own search, on one thread");
    format!("{TRACE_EXAMPLES}\n\n{}", algorithms(&[engine]))
}

/// The algorithms by name, `more` after them, and their aids.
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
    format!("Algorithms:\n{lines}\nAids, each added to a name with a +: {aids}.")
}
