//! What options say: values, positions and moves. What a text of a game is taken for, and files of them, are the reading
//! of [`plyglot_wire::read`].

mod positions;
pub(crate) mod values;

pub(crate) use positions::{position, root_moves};
