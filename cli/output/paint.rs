//! Colours and signs: whether they are shown, and which mean what. Decided by `--color`, the variables `NO_COLOR`
//! and `CLICOLOR_FORCE`, and the terminal (crate `anstream`); a pipe gets neither.

use std::env;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects};

use crate::args::Color;

/// A colour, or an emphasis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style(anstyle::Style);

impl Style {
    /// No colour.
    pub(crate) const PLAIN: Style = Style(anstyle::Style::new());
    /// The side that moves first.
    pub(crate) const FIRST: Style = Style(AnsiColor::Cyan.on_default().effects(Effects::BOLD));
    /// The other side.
    pub(crate) const SECOND: Style = Style(AnsiColor::Yellow.on_default().effects(Effects::BOLD));
    /// What is proven, or right.
    pub(crate) const PROVEN: Style = Style(AnsiColor::Green.on_default());
    /// What is wrong.
    pub(crate) const WRONG: Style = Style(AnsiColor::Red.on_default().effects(Effects::BOLD));
    /// What says less than the rest.
    pub(crate) const FAINT: Style = Style(anstyle::Style::new().effects(Effects::DIMMED));

    /// The same, for what the last move changed.
    pub(crate) fn marked(self) -> Style {
        Style(self.0 | Effects::INVERT)
    }
}

/// True if standard output is shown in colours. Found out once: to ask the system at each text costs as much as an
/// easy search.
static ON_OUTPUT: AtomicBool = AtomicBool::new(false);

/// Takes note of what was asked for.
pub(crate) fn choose(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::AlwaysAnsi,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
    let shown = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    // Nothing else is read by what it says.
    ON_OUTPUT.store(shown, Ordering::Relaxed);
}

/// True if standard output is shown in colours.
pub(crate) fn on_output() -> bool {
    ON_OUTPUT.load(Ordering::Relaxed)
}

/// True if the terminal can show the signs of pieces: its locale is one of UTF-8.
pub(crate) fn signs() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let first = set.into_iter().find(|value| !value.is_empty());
    first.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// A text, in a style if it is shown.
pub(crate) struct Painted<'a> {
    style: Style,
    text: &'a str,
    width: usize,
    shown: bool,
}

impl fmt::Display for Painted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Painted { style: Style(style), text, width, shown } = self;
        if !shown || style.is_plain() {
            return write!(out, "{text:width$}");
        }
        write!(out, "{}{text:width$}{}", style.render(), anstyle::Reset.render())
    }
}

/// A text in a style.
pub(crate) fn with(style: Style, text: &str) -> String {
    Painted { style, text, width: 0, shown: true }.to_string()
}

/// A text in a style, if standard output shows any, with blanks up to `width`.
pub(crate) fn output(style: Style, text: &str, width: usize) -> Painted<'_> {
    Painted { style, text, width, shown: on_output() }
}
