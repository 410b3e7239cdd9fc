//! Perft: counts the lines of play of a given length.
