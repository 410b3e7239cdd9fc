//! What a terminal shows while there is nothing to print: a bar that counts, or a line that says how long
//! a search has taken. On standard error, and only where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// After this time without anything new, the terminal shows that a search goes on.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// A bar that counts `what`, with `left`, a template, at its end.
pub(crate) fn bar(what: &str, left: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
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

/// A count of `what` without an end, with lines of live figures below it.
pub(crate) fn counter(what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    alive(&bar);
    match ProgressStyle::with_template(&format!("{{pos}} {what}, {{elapsed}} elapsed{{msg}}")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A line of live figures, cut at the terminal's width.
pub(crate) fn spinner() -> ProgressBar {
    match ProgressStyle::with_template("{wide_msg}") {
        Ok(style) => ProgressBar::new_spinner().with_style(style),
        Err(_) => ProgressBar::hidden(),
    }
}

/// Shows what a search is working on.
pub(crate) fn tick(spinner: &ProgressBar, figures: String) {
    spinner.set_message(figures);
    spinner.tick();
}
