//! The textbook algorithms, each a short file that reads like its paper.
