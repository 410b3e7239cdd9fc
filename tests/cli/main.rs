//! Promises of the program: the real binary is run, and its output is checked.

mod ablation;
mod analyze;
#[cfg(unix)]
mod board;
mod config;
mod dependencies;
mod endings;
mod errors;
mod family;
mod farm;
mod files;
#[cfg(target_os = "linux")]
mod full_disk;
mod games_in_a_row;
mod journal;
mod json;
mod kills;
mod lines;
mod r#match;
mod mcp;
mod nboard;
mod nboard_random;
mod other_crate;
#[cfg(target_os = "linux")]
mod packages;
mod pages;
#[cfg(unix)]
mod passes;
mod peers;
mod play;
mod reading;
mod readme;
mod recorded;
mod refusals;
mod repetition;
mod review;
mod scaling;
#[cfg(unix)]
mod screen;
mod serve;
#[cfg(unix)]
mod serve_docs;
mod serve_random;
#[cfg(unix)]
mod serve_sockets;
mod shards;
#[cfg(unix)]
mod signals;
mod speed;
#[cfg(unix)]
mod stop;
mod support;
mod tables;
mod tools;
mod trace;
mod train;
mod tree;
mod tree_far;
mod tune;
mod uci;
mod ugi;
mod ugi_random;
#[cfg(unix)]
mod unread;
mod virtual_threads;
