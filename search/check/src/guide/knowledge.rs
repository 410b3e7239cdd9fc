//! What a player knows: every hook, and the speed that it brings.
//!
//! The rules alone solve small games. What makes larger ones fall is knowledge, and all of it goes
//! into one trait, [`Knowledge`](plyglot_search::Knowledge). Only `evaluate` is required; a hook that is left
//! alone costs nothing. This is what a player of Hexapawn knows:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
#![doc = include_str!("hexapawn/knowledge.rs")]
//!
//! # use plyglot_search::{Config, Engine, Limits, RulesOnly};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let start = Hexapawn::new(4, 5);
//! let mut plain = Engine::new(&Config::single(1 << 20), RulesOnly::default())?;
//! let mut knowing = Engine::new(&Config::single(1 << 20), Walker)?;
//! let plain = plain.search(&start, &Limits::solve())?;
//! let knowing = knowing.search(&start, &Limits::solve())?;
//! assert_eq!(plain.verdict, knowing.verdict);
//! assert!(2 * knowing.nodes < plain.nodes, "{} and {}", knowing.nodes, plain.nodes);
//! # Ok(())
//! # }
//! ```
//!
//! Knowledge can be wrong in more ways than rules, so the laws check it as well, each hook against
//! the true values of positions near the end:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/knowledge.rs"));
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot_check::laws::Check;
//!
//! let summary = Check::new(&Hexapawn::new(4, 5), &Walker).run()?;
//! assert!(summary.symmetric > 50 && summary.bounds > 50 && summary.solved > 50);
//! assert_eq!(summary.doubts, [""; 0]);
//! # Ok(())
//! # }
//! ```
//!
//! # What each hook brings
//!
//! By `cargo bench -p plyglot-bench --bench hooks`: how many times as many nodes the same
//! proofs take on one thread when the game forgets that one hook. A 3 means that the hook divides the
//! tree by three; below 1 this game is better off without it.
//!
//! | without | Hexapawn 5x6 | tic-tac-toe 4,4,4 | Kalah 6,3 | Dots and Boxes 3x3 | Connect Four | Othello, 14 empty |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | [`rank`](plyglot_search::Knowledge::rank) | 1.96 | 2.99 | 90 or more | 1.48 | 2.32 | 1.14 |
//! | killers, countermoves, history ([`ENGINE_ORDERING`](plyglot_search::Knowledge::ENGINE_ORDERING)) | 1.16 | 0.83 | not used | 1.30 | 1.05 | not used |
//! | [`ETC_DEPTH`](plyglot_search::Knowledge::ETC_DEPTH) | not used | not used | not used | 2.37 | 1.01 | 1.00 |
//! | [`bounds`](plyglot_search::Knowledge::bounds) | 1.28 | 6.44 | 2.31 | 0.99 | 7.45 | 1.00 |
//! | [`solve_leaf`](plyglot_search::Knowledge::solve_leaf) | not used | not used | not used | not used | 1.04 | 0.47 |
//! | [`key`](plyglot_search::Knowledge::key), reduced by symmetry | 1.10 | 4.28 | 1.00 | 4.98 | 1.00 | 1.00 |
//! | [`solve_plan`](plyglot_search::Knowledge::solve_plan) | not used | not used | not used | not used | 0.89 | 0.99 |
//! | [`plies_left`](plyglot_search::Knowledge::plies_left) | 2.03 | 6.11 | 3.22 | 14 or more | 3.85 | 1.46 |
//!
//! Nodes with all hooks, as the geometric mean of one to eight positions: 200,833, 25,990, 12,127, 712,731,
//! 5,738 and 146,057. Time follows nodes but for these: without its leaf solver Othello visits half the
//! nodes in 7 times the time; Connect Four's bounds look so far ahead that 7.45 times as many nodes
//! without them take 1.3 times as long; the reduced key of Hexapawn, Kalah and Connect Four costs as much
//! as it saves. Looking up the children beforehand costs time as well: without it Dots and Boxes takes 2.4
//! times the nodes in 1.4 times the time, but tic-tac-toe 1.35 times the nodes in 0.7 of it.
//!
//! Searches to a fixed depth have hooks of their own for the last plies, where most nodes are. By the
//! same command, nodes and time without them:
//!
//! | without | Othello, 10 plies | Breakthrough 6x6, 8 | Kalah 6,4, 12 |
//! | --- | --- | --- | --- |
//! | [`TABLE_DEPTH`](plyglot_search::Knowledge::TABLE_DEPTH) | 0.94 nodes, 1.6 time | 0.73 nodes, 2.1 time | 0.91 nodes, 1.2 time |
//! | [`search_frontier`](plyglot_search::Knowledge::search_frontier) | 1.04 nodes, 1.5 time | 0.98 nodes, 2.3 time | not used |
//!
//! [`evaluate`](plyglot_search::Knowledge::evaluate) is missing from the table: a proof does not ask for it.
//! It is what a search to a fixed depth is worth.
//!
//! In which order to write them, for most games:
//!
//! 1. [`plies_left`](plyglot_search::Knowledge::plies_left), if the game has an end in sight: a solve then
//!    goes straight to it and does not deepen ply by ply.
//! 2. [`rank`](plyglot_search::Knowledge::rank): captures first, then threats. If it is any good, say so by
//!    [`ordering`](plyglot_search::Knowledge::ordering), whose default trusts what the engine learns on the
//!    way (killers, countermoves, history) far more than any rank below a thousand: with the default
//!    weights tic-tac-toe 4,4,4 takes about three times as many nodes as with small ones. Try weights
//!    without compiling anew: `--set killer=8 --set countermove=0 --set history=32`. Where all of them
//!    are best at 0, switch [`ENGINE_ORDERING`](plyglot_search::Knowledge::ENGINE_ORDERING) off, which saves the
//!    time as well.
//! 3. [`bounds`](plyglot_search::Knowledge::bounds): whatever is proven of a position at a glance. A win at
//!    hand, what can still be gained, who can no longer win.
//! 4. [`key`](plyglot_search::Knowledge::key): a board with a symmetry has half the positions, or an eighth.
//!    It pays near the root and costs at every node; give it up where few stones are left to match.
//! 5. [`expand`](plyglot_search::Knowledge::expand), to leave out moves that are proven to be no better than
//!    another, and to rank all moves at once.
//! 6. [`ETC_DEPTH`](plyglot_search::Knowledge::ETC_DEPTH): look up all children before any is searched; judge it
//!    by time, not by nodes. And where a node costs less than the wait for its entry, leave the last plies out of the table
//!    ([`TABLE_DEPTH`](plyglot_search::Knowledge::TABLE_DEPTH)).
//! 7. [`solve_leaf`](plyglot_search::Knowledge::solve_leaf): the last plies by code that is made for them.
//!    Its gain is in time far more than in nodes, since its nodes are cheap.
//! 8. [`search_frontier`](plyglot_search::Knowledge::search_frontier): in searches to a fixed depth most nodes lie on the last
//!    ply. Worth it where what one child needs serves all.
//! 9. [`solve_plan`](plyglot_search::Knowledge::solve_plan): from which side a proof closes in on the value.
//!    What a solve costs ([`SolveCost`](plyglot_search::SolveCost)) decides when an analysis that has a `rehearse` stops
//!    deepening and goes for the proof; a formula of the empty squares will do
//!    (`cargo bench -p plyglot-bench --bench solve_cost` fits it). Where ProbCut pays, selective passes before the proof
//!    ([`SELECTIVE_SOLVES`](plyglot_search::Knowledge::SELECTIVE_SOLVES), [`threshold`](plyglot_search::Knowledge::threshold))
//!    make its guess and leave their moves in the table: Othello's endgames of 24 to 26 empty squares take 0.80 of the
//!    nodes, of 20 to 23 0.86. What a pass found answers in no later one, which is surer.
//!
//! # Hooks that rest on estimates
//!
//! These prune by what is likely. They change what a search to a fixed depth finds, so the measure is
//! twofold: the part of the nodes that is left, and how often the move is that of a search two plies
//! deeper without them. Of the built-in games draughts uses the noisy moves: captures are
//! compulsory there, so a side that has to capture does not stand pat
//! ([`forced`](plyglot_search::Knowledge::forced)); Othello, Breakthrough, Hex and Domineering reduce late moves; Othello,
//! Kalah, draughts, Breakthrough and Hex leave a node near the horizon whose estimate is far above the window, and the
//! last two look there at the first few moves only. The table's command gives such hooks to a wrapper around a game's
//! knowledge. Proofs never use them; only the selective passes before one use ProbCut.
//!
//! Each is told where its node stands ([`Node`](plyglot_search::Node)): depth, ply, window, whether it is on the
//! principal variation, what the table knows of it; and, for a game that says
//! [`CONTEXT`](plyglot_search::Knowledge::CONTEXT), its estimate, whether that has improved since two plies before, and
//! whether the node is expected to fail high. A move comes as a [`Candidate`](plyglot_search::Candidate), with how
//! many were searched before it and what history says of it.
//!
//! | hook | game, depth | nodes | its move | without |
//! | --- | --- | --- | --- | --- |
//! | [`reduction`](plyglot_search::Knowledge::reduction), late moves by a ply | Othello, 9 | 0.30 | 79 % | 75 % |
//! | | Kalah 6,4, 9 | 0.70 | 66 % | 79 % |
//! | | Connect Four, 10 | 0.85 | 75 % | 75 % |
//! | [`futility`](plyglot_search::Knowledge::futility), three plies | Othello, 9 | 0.75 | 75 % | 75 % |
//! | | Kalah 6,4, 9 | 0.77 | 75 % | 79 % |
//! | | Connect Four, 10 | 0.94 | 75 % | 75 % |
//! | [`probcut`](plyglot_search::Knowledge::probcut), four plies less | Othello, 9 | 0.99 | 75 % | 75 % |
//! | | Kalah 6,4, 9 | 0.98 | 75 % | 79 % |
//! | | Connect Four, 10 | 1.20 | 79 % | 75 % |
//! | [`null_move`](plyglot_search::Knowledge::null_move), two plies less | Othello, 9 | 0.13 | 45 % | 75 % |
//! | [`noisy`](plyglot_search::Knowledge::noisy), what brings two seeds or another move | Kalah 6,4, 9 | 1.42 | 100 % | 79 % |
//!
//! In the end a match decides, not a count of nodes. `plyglot match GAME --a nodes=5000 --b nodes=5000,off=reduction` plays a
//! game with late-move reductions ([`late_move_reduction`](plyglot_search::late_move_reduction)) against itself
//! without them, and so found: Othello +108 Elo [70, 148], Hex +150 [76, 239], Breakthrough +47 [2, 93], Domineering +33 [17, 48],
//! but Dots and Boxes +4 [-22, 30], Kalah -10 [-47, 26], Connect Four -30 [-73, 13], which go without. `plyglot bench ablation GAME`
//! does this for every hook and heuristic that a game uses.
//!
//! So late moves may be reduced in Othello for three tenths of the nodes at no loss, and Kalah wants its
//! exchanges played out: there a bad horizon costs more than a ply. ProbCut with a margin that was
//! guessed brings nothing; it wants one that was measured (M. Buro, 1995). The null move ruins Othello,
//! where a turn is as often a burden as a gain. (24 positions each, so that 4 % are one position.)
//!
//! Hexapawn could use none of them, and the null move least of all: in a game that is all zugzwang,
//! to be allowed to pass is the best of moves.
