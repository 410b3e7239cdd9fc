//! The textbook algorithms, each a short file that reads like its paper: the oracle and the
//! measuring stick for the engine. They share no code with its recursion beyond the traits, the
//! score and the window.
//!
//! The definition itself, plain minimax that walks the game, is in the crate `plyglot-check`. All
//! algorithms here walk a `Tree`, which does what they do alike (counting, leaves, a small table, ordering, the line), and are run by name:
//!
//! ```
//! use plyglot_family::{Method, Question, search};
//! # use plyglot_search::{Game, MoveList, Outcome, RulesOnly, Side};
//! # #[derive(Clone)]
//! # struct Heap(u32, Side);
//! # impl Game for Heap {
//! #     type Move = u32;
//! #     type Undo = ();
//! #     fn to_move(&self) -> Side { self.1 }
//! #     fn key(&self) -> u64 { u64::from(self.0) * 2 + u64::from(self.1 == Side::First) }
//! #     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Loss) }
//! #     fn moves(&self, out: &mut MoveList<u32>) { (1..=self.0.min(3)).for_each(|n| out.push(n)) }
//! #     fn play(&mut self, n: u32) { self.0 -= n; self.1 = self.1.other() }
//! #     fn undo(&mut self, n: u32, (): ()) { self.0 += n; self.1 = self.1.other() }
//! #     fn pack(n: u32) -> u32 { n }
//! #     fn unpack(&self, n: u32) -> Option<u32> { (1..=self.0.min(3)).contains(&n).then_some(n) }
//! # }
//! # let heap = Heap(9, Side::First);
//! let method: Method = "negascout+table+hash".parse()?;
//! let answer = search(&method, &heap, &mut RulesOnly::default(), &Question::TO_END)?;
//! assert_eq!(answer.line[0], 1);
//! println!("{} leaves, {} re-searches", answer.counts.leaves, answer.counts.researches);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod counts;
mod method;

mod memory;
mod order;
mod tree;

mod max_min;
mod negamax;

mod alpha_beta;
mod alpha_beta_sides;

mod scout;

mod pvs;

mod negascout;
mod negascout_sides;
mod variants;

mod aspiration;
mod mtd;

mod mistakes;

mod dispatch;
mod run;

pub use algorithm::{Algorithm, AlgorithmError};
pub use counts::Counts;
pub use method::{Aids, Method, MethodError, Ordering};
pub use run::{Answer, FamilyError, Iteration, Question, search, search_watched};
