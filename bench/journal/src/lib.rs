//! What long work leaves behind, and how it ends early: journals that are continued where they ended
//! ([`journal`]), files that are replaced whole or not at all ([`beside`]), and the [`halt`] that ends a
//! study at once and keeps what is measured.

pub mod beside;
pub mod halt;
pub mod journal;
