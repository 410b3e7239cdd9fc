//! A bar that tells how far a study has come.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts `what` and says at its end what is `left`, a template; on standard error, and
/// only where that is a terminal.
pub(super) fn of(what: &str, left: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    // A search may take long, and the bar should not look dead meanwhile.
    bar.enable_steady_tick(Duration::from_secs(1));
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{elapsed}} gone, {left}");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
