//! The program: one expression.
fn main() {}
