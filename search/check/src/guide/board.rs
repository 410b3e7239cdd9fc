//! The board in the browser: what a page draws, and what a person clicks on.
//!
//! `plyglot board` plays, analyses and reviews any game. Of one that says nothing more than
//! [`describe`](super::describe) it shows the text board, and the moves as buttons. Three optional functions of
//! [`Describe`](plyglot_search::Describe) make a board of it:
//!
//! | function | what it says |
//! | --- | --- |
//! | [`shape`](plyglot_search::Describe::shape) | the cells: form, place, size, name; colours, labels, what the board is made of |
//! | [`contents`](plyglot_search::Describe::contents) | what is on each cell, in their order |
//! | [`touches`](plyglot_search::Describe::touches) | the cells of a move, in the order in which a person clicks on them |
//!
//! For Hexapawn they are these. They stand in `impl Describe for Hexapawn`, beside
//! `const PIECES: &[Piece] = &[Piece::first('w', '○'), Piece::second('b', '●')]`:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/hexapawn/rules.rs"));
#![doc = include_str!("hexapawn/board.rs")]
//!
//! # fn main() {
//! let start = Hexapawn::new(3, 3);
//! let shape = start.shape().expect("it has one");
//! assert_eq!(shape.cells[4].name, "b2");
//! assert_eq!(start.contents().len(), shape.cells.len());
//! let step = Step { from: 1, to: 4 };
//! assert_eq!(start.touches(step), [1, 4]);
//! # }
//! ```
//!
//! [`Shape::grid`](plyglot_search::shape::Shape::grid) is for boards of squares. Any other board is a list of
//! [`Cell`](plyglot_search::shape::Cell)s: squares, hexagons, hollows, edges between dots, each with a place and a size in
//! hundredths of a square. [`Shape::points`](plyglot_search::shape::Shape::points) is for points that lines join, as in
//! Nine Men's Morris: Hare and Hounds ([`repetition`](super::repetition)) has one. `games/boards/src/hex/text.rs`, `games/small/src/kalah/text.rs` and
//! `games/small/src/dots_and_boxes/text.rs` have one of each kind, and `examples/chomp` shows how little it takes.
//!
//! A disc (`●`, `○`) and a disc with a crown (`◆`, `◇`) are drawn in the colour of their side, any other sign of
//! [`Piece`](plyglot_search::Piece) as it is. What a side has taken, such as an edge, a square below a domino, is
//! [`Content::Taken`](plyglot_search::shape::Content::Taken); where the position does not remember by whom, the
//! page knows from the game. A move that touches no cell, a pass, is a button below the board. Of two moves that
//! touch the same cells in the same order, the page asks which is meant.
//!
//! What stands beside the board, how many discs each side has and how many squares are empty, follows from these; a game
//! that counts something else says so in [`counts`](plyglot_search::Describe::counts).
//!
//! [`crate::laws::check_text`] checks that the three agree, and that both sides can be seen: their colours differ, and
//! stand out from the ground.
