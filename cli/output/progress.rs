//! What a terminal shows while there is nothing to print: a bar that counts, or a line that says how long
//! a search has taken. On standard error, and only where that is a terminal.

use std::io;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::width;

/// After this time without anything new, the terminal shows that a search goes on.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// A bar that counts `what`, with `left`, a template, at its end.
pub(crate) fn bar(what: &str, left: &str) -> ProgressBar {
    shown(ProgressBar::new(0), what, left)
}

/// The same while rows are printed. They can be written between two of its looks, but not where they pass through a pipe:
/// its reader may bring them to the same terminal at any later moment, and each would leave a copy of the bar. There
/// the rows are all that is shown.
pub(crate) fn bar_between_rows(what: &str, left: &str) -> ProgressBar {
    shown(between_rows(ProgressBar::new(0)), what, left)
}

/// A bar or line between rows; see [`bar_between_rows`].
fn between_rows(bar: ProgressBar) -> ProgressBar {
    if is_pipe(&io::stdout()) {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

#[cfg(unix)]
fn is_pipe(output: &impl std::os::fd::AsFd) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = output.as_fd().try_clone_to_owned().map(std::fs::File::from);
    let kind = kind.and_then(|file| file.metadata()).map(|facts| facts.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// What is not a terminal may be a pipe.
#[cfg(not(unix))]
fn is_pipe(output: &impl io::IsTerminal) -> bool {
    !output.is_terminal()
}

fn shown(bar: ProgressBar, what: &str, left: &str) -> ProgressBar {
    // A search may take long, and the bar should not look dead meanwhile.
    alive(&bar);
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{elapsed}} elapsed, {left}");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Has it move once a second. Where it is not shown it needs no thread, which the system may refuse.
fn alive(bar: &ProgressBar) {
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
}

/// A line that says what is done and for how long, while nothing else can be shown.
pub(crate) fn clock(what: &str) -> ProgressBar {
    let Ok(style) = ProgressStyle::with_template("{wide_msg}  {elapsed}") else {
        return ProgressBar::hidden();
    };
    let clock = ProgressBar::new_spinner().with_style(style).with_message(what.to_owned());
    // What takes less than this is not worth a line.
    alive(&clock);
    clock
}

/// A count of `what` without an end, with lines of live figures below it, between rows.
pub(crate) fn counter(what: &str) -> ProgressBar {
    let bar = between_rows(ProgressBar::new_spinner());
    alive(&bar);
    match ProgressStyle::with_template(&format!("{{pos}} {what}, {{elapsed}} elapsed{{msg}}")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A line of live figures between rows.
pub(crate) fn spinner() -> ProgressBar {
    match ProgressStyle::with_template("{wide_msg}") {
        Ok(style) => between_rows(ProgressBar::new_spinner()).with_style(style),
        Err(_) => ProgressBar::hidden(),
    }
}

/// Shows what a search is working on.
pub(crate) fn tick(spinner: &ProgressBar, figures: &str) {
    spinner.set_message(within(figures, width(&io::stderr())).to_owned());
    spinner.tick();
}

/// As many of the parts between commas as fit.
fn within(figures: &str, width: Option<usize>) -> &str {
    let Some(width) = width else { return figures };
    let ends = figures.match_indices(", ").map(|(end, _)| end).chain([figures.len()]);
    let fits = |&end: &usize| figures[..end].chars().count() <= width;
    &figures[..ends.take_while(fits).last().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_end_with_a_whole_part() {
        assert_eq!(within("depth 3, 1,234 nodes", None), "depth 3, 1,234 nodes");
        assert_eq!(within("depth 3, 1,234 nodes", Some(20)), "depth 3, 1,234 nodes");
        assert_eq!(within("depth 3, 1,234 nodes", Some(19)), "depth 3");
        assert_eq!(within("depth 3, 1,234 nodes", Some(6)), "");
    }

    #[cfg(unix)]
    #[test]
    fn rows_that_pass_through_a_pipe_have_no_bar_between_them() {
        let (reader, writer) = io::pipe().expect("a pipe");
        assert!(is_pipe(&reader) && is_pipe(&writer));
        let file = tempfile::tempfile().expect("a file");
        assert!(!is_pipe(&file), "what is in a file shows nothing");
    }
}
