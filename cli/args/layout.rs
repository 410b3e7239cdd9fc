//! The help in the room that a terminal has: examples with what they do beside them, or below them where that does
//! not fit. Sentences and options are folded by clap.

use std::io;

use clap::Command;

use crate::format;
use crate::output;

/// How wide help is where there is room.
pub(super) const WIDEST: usize = 100;

/// How wide it is here.
pub(super) fn width() -> usize {
    output::width(&io::stdout()).map_or(WIDEST, |width| width.min(WIDEST))
}

/// The command with its examples, which are of this program, laid out, and those of its own commands.
pub(super) fn laid_out(command: Command, program: &str) -> Command {
    let help = command.get_after_help().map(|text| text_of(&text.to_string(), program, width()));
    let command = help.into_iter().fold(command, Command::after_help);
    command.mut_subcommands(|command| laid_out(command, program))
}

/// The text with each block of examples laid out.
fn text_of(text: &str, program: &str, width: usize) -> String {
    let is_example = |line: &&str| {
        let typed = line.strip_prefix("  ").and_then(|line| line.split(' ').next());
        typed.is_some_and(|word| word == program || word == "echo")
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for block in lines.chunk_by(|a, b| is_example(a) == is_example(b)) {
        match block.iter().all(is_example) {
            true => out.extend(examples(block, width)),
            false => out.extend(block.iter().map(ToString::to_string)),
        }
    }
    out.join("\n")
}

/// Examples as they are written, a command on each line and behind two blanks or more what it does, laid out.
fn examples(block: &[&str], width: usize) -> Vec<String> {
    let parts = block.iter().map(|line| {
        let line = line.trim();
        let (command, what) = line.split_once("  ").unwrap_or((line, ""));
        (command, what.trim_start())
    });
    format::examples(&parts.collect::<Vec<_>>(), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Examples:\n  p a     what a does\n  p long --option\n\nMore.";

    #[test]
    fn what_an_example_does_stands_beside_it_where_there_is_room() {
        let wide = "Examples:\n  p a   what a does\n  p long --option\n\nMore.";
        assert_eq!(text_of(TEXT, "p", 20), wide);
        let narrow =
            "Examples:\n  p a\n      what a\n      does\n  p long \\\n      --option\n\nMore.";
        assert_eq!(text_of(TEXT, "p", 15), narrow);
    }
}
