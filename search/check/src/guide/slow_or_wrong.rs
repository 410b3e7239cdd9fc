//! Why is my game slow, or wrong?
//!
//! # Wrong
//!
//! A value that cannot be: go from the cheapest question to the dearest.
//!
//! 1. **Do the rules contradict themselves?** [`crate::laws::check`], with your knowledge and with
//!    [`RulesOnly`](plyglot_search::RulesOnly); see [`mistakes`](super::mistakes). Raise
//!    [`Effort::games`](crate::laws::Effort::games) once, and look for zeros in the summary.
//! 2. **Are they the rules of this game?** Count lines of play and hold them against a published
//!    count, or against another program's, move by move:
//!
//!    ```
//!    # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
//!    # fn main() {
//!    use plyglot_check::perft;
//!
//!    let start = Hexapawn::new(3, 3);
//!    assert_eq!((0..5).map(|depth| perft::perft(&start, depth)).collect::<Vec<_>>(), [1, 3, 10, 28, 56]);
//!    let behind: u64 = perft::divide(&start, 4).iter().map(|&(_, lines)| lines).sum();
//!    assert_eq!(behind, 56);
//!    # }
//!    ```
//!
//!    `perft NAME --depth 6 --divide` does the same from the command line. The move whose count
//!    differs is the next position to look at; after as many steps as the depth the mistake is on
//!    the board.
//! 3. **Is it the rules or the knowledge?** Solve with `RulesOnly`. If the value changes, it is the
//!    knowledge: switch its hooks off one by one (`bounds`, `expand`, `key` and `solve_leaf` are the
//!    ones that can make a proof wrong).
//! 4. **Where does it go wrong?** `trace NAME --depth 6 --algorithm engine --against minimax` searches
//!    with both, depth by depth, and shows the first node at which they part, in the shortest search
//!    that shows it, with what each of them did there. In code, plain minimax is the oracle:
//!
//!    ```
//!    # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
//!    # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/knowledge.rs"));
//!    # fn main() -> Result<(), Box<dyn std::error::Error>> {
//!    use plyglot_check::minimax::minimax;
//!    use plyglot_search::{Config, Engine, Limits, RulesOnly};
//!
//!    let mut start = Hexapawn::new(3, 4);
//!    let mut engine = Engine::new(&Config::single(1 << 20), Walker)?;
//!    let report = engine.search(&start, &Limits::solve())?;
//!    let true_value = minimax(&mut start, &mut RulesOnly::default(), None);
//!    assert_eq!(report.verdict.score, true_value);
//!    # Ok(())
//!    # }
//!    ```
//! 5. **Do only several threads get it wrong?** Then the knowledge shares something that it should
//!    not, or two positions share a key. `--virtual-threads 8` repeats such a search node for node.
//!
//! An estimate is not a value: what is not marked `exact` or `proven` may change with every ply.
//!
//! # Slow
//!
//! Two things make a search slow: too many nodes, or too few a second. `analyze NAME --time 10s`
//! prints both. A build without `--release` does not count.
//!
//! **Too many nodes.** `trace NAME --depth 6 --algorithm engine` ends with a table of how often the
//! first move that was tried was the best (`first best`). Where that is seldom, the ordering is poor: write
//! `rank`, or change the weights of `ordering` (`--set killer=8` tries one). A solve that deepens ply by ply wants `plies_left`. Positions that
//! are decided at a glance want `bounds`. [`knowledge`](super::knowledge) says what each hook is
//! worth, and `bench signature --verbose` prints a count of nodes that repeats itself on every machine,
//! so that a change of ordering shows as a number and not as a feeling.
//!
//! **Too few nodes a second.** Some millions a second on one thread are usual for a small board. Look
//! where the time goes:
//!
//! ```text
//! cargo build --release                      # with `debug = "line-tables-only"` in the profile
//! perf record --call-graph dwarf target/release/mygame solve mygame --threads 1
//! perf report --no-children                  # or: cargo flamegraph -- solve mygame --threads 1
//! ```
//!
//! | what is on top | what helps |
//! | --- | --- |
//! | `outcome` | [`ENDS_ONLY_WITHOUT_MOVES`](plyglot_search::Game::ENDS_ONLY_WITHOUT_MOVES) where it holds; look only around the last move |
//! | `moves` | bits in place of loops over squares; `expand`, to make them in the order of their rank |
//! | `key` | keep it as a field and change it in `play`, or work it out in a few multiplications; symmetry near the root only |
//! | `play`, `undo` | a small position that is copied is as good as a clever `undo` |
//! | `evaluate` | keep what it adds up as fields; tables in place of loops |
//! | allocation | nothing in the functions above should allocate: no `Vec`, no `String`; the list of moves is reused |
//! | waiting for memory | the table: more of it does not help here, a smaller position and fewer look-ups (`ETC_DEPTH`, [`TABLE_DEPTH`](plyglot_search::Knowledge::TABLE_DEPTH)) do |
