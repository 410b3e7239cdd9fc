//! Ink: what a stroke means instead of which colour it has.
//!
//! plotters knows fixed colours only; a page has a light and a dark side. So a chart is drawn in
//! colours that no chart would use, each of which stands for a meaning and a dash, and these are
//! replaced in the finished text: in a page by CSS variables, in a picture that stands alone by
//! colours that can be read on white and on black. The hues are those of Okabe and Ito ("Color
//! universal design", 2008), which people with any kind of colour blindness can distinguish, made
//! lighter or darker until they stand out from the paper by at least 3 to 1.

use plotters::style::RGBColor;

use crate::page::escape;

/// What a stroke or a fill means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// One of the things that are compared; after the eighth the hues repeat.
    Series(usize),
    /// Words and figures.
    Text,
    /// What is there for comparison only: reference points, the ideal.
    Muted,
    /// The limit of the machine.
    Limit,
    /// Lines of the grid.
    Grid,
}

/// How a stroke is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dash {
    Solid,
    Long,
    Short,
    Dots,
    Mixed,
}

/// Names of the CSS variables, and their values on light paper, on dark paper and where either may
/// lie behind.
const INKS: [(&str, &str, &str, &str); 12] = [
    ("series-1", "#0072b2", "#4a9fe0", "#2685c9"),
    ("series-2", "#c85000", "#f0803c", "#dd6b1f"),
    ("series-3", "#00835f", "#1fc496", "#0f9a74"),
    ("series-4", "#b0568c", "#dd92bd", "#c0699c"),
    ("series-5", "#a06a00", "#e6a91e", "#b07d10"),
    ("series-6", "#3a8fb8", "#93d3f7", "#4aa0c8"),
    ("series-7", "#57606a", "#c3cbd4", "#838c96"),
    ("series-8", "#7d7600", "#e8dc4a", "#938b16"),
    ("text", "#1f2328", "#e6edf3", "#78828d"),
    ("muted", "#626b75", "#9aa4ae", "#7d8792"),
    ("limit", "#c02a37", "#ff7b72", "#df4a52"),
    ("grid", "#dfe3e8", "#323943", "#8b949e55"),
];

const SERIES: usize = 8;
const DASHES: [(Dash, &str); 5] = [
    (Dash::Solid, ""),
    (Dash::Long, "36 18"),
    (Dash::Short, "20 16"),
    (Dash::Dots, "6 14"),
    (Dash::Mixed, "32 14 6 14"),
];
/// Last byte of every colour that stands for something.
const MARK: u8 = 0xA5;
/// Last byte of the colours that begin and end a group of strokes.
const GROUP: u8 = 0xA6;

/// The colour of a circle that stands for the beginning of a group, or for its end, until [`dress`]
/// replaces it: plotters has no groups.
pub(super) fn stands_for_group(index: Option<u8>) -> RGBColor {
    RGBColor(index.unwrap_or(0), u8::from(index.is_some()), GROUP)
}

impl Ink {
    /// The colour that stands for this ink with this dash until [`dress`] replaces it.
    pub(super) fn stands_for(self, dash: Dash) -> RGBColor {
        let ink = match self {
            Ink::Series(index) => index % SERIES,
            Ink::Text => 8,
            Ink::Muted => 9,
            Ink::Limit => 10,
            Ink::Grid => 11,
        };
        let dash = DASHES.iter().position(|&(other, _)| other == dash).unwrap_or(0);
        RGBColor(ink as u8, dash as u8, MARK)
    }
}

/// Declarations of the CSS variables for light paper, or for dark.
pub(crate) fn variables(dark: bool) -> String {
    let value = |light, night| if dark { night } else { light };
    let one = |&(name, light, night, _)| format!("--{name}:{};", value(light, night));
    INKS.iter().map(one).collect()
}

/// Where a picture is to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paper {
    /// In a page, which sets the variables and the font.
    Page,
    /// Anywhere.
    Any,
}

/// Turns what plotters wrote into a picture that scales, has a name for those who cannot see it,
/// and uses the inks of its paper.
pub(super) fn dress(drawn: &str, name: &str, paper: Paper) -> String {
    let size = drawn.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next());
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    let name = escape(name);
    let open = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" role=\"img\"{}>\n\
         <title>{name}</title>\n",
        size.unwrap_or("0 0 1 1"),
        if paper == Paper::Any { " font-family=\"system-ui, sans-serif\"" } else { "" },
    );
    open + &recolour(&grouped(&body.replace(" font-family=\"sans-serif\"", "")), paper)
}

/// Replaces the circles that stand for the ends of groups.
fn grouped(drawn: &str) -> String {
    let mut out = String::with_capacity(drawn.len());
    let mut rest = drawn;
    while let Some(at) = rest.find("<circle ") {
        let (before, circle) = rest.split_at(at);
        out.push_str(before);
        let end = circle.find("/>").map_or(circle.len(), |end| end + 2);
        let (circle, behind) = circle.split_at(end);
        match circle.split_once("fill=\"").and_then(|(_, colour)| group(colour)) {
            Some((index, true)) => out.push_str(&format!("<g class=\"s{index}\">")),
            Some((_, false)) => out.push_str("</g>"),
            None => out.push_str(circle),
        }
        rest = behind;
    }
    out + rest
}

/// The group that a colour stands for, and whether it begins there.
fn group(colour: &str) -> Option<(u8, bool)> {
    let [index, begins, mark] = bytes(colour)?;
    (mark == GROUP).then_some((index, begins == 1))
}

/// The three bytes of a colour.
fn bytes(colour: &str) -> Option<[u8; 3]> {
    let byte = |from: usize| u8::from_str_radix(colour.get(from..from + 2)?, 16).ok();
    Some([byte(1)?, byte(3)?, byte(5)?])
}

/// Replaces the colours that stand for something.
fn recolour(drawn: &str, paper: Paper) -> String {
    let mut out = String::with_capacity(drawn.len());
    let mut rest = drawn;
    while let Some(at) = rest.find("=\"#") {
        let (before, colour) = rest.split_at(at + 2);
        out.push_str(before);
        match colour.get(..7).and_then(meaning) {
            Some((ink, dash)) => {
                let (name, _, _, fixed) = INKS[ink];
                match paper {
                    Paper::Page => out.push_str(&format!("var(--{name})")),
                    Paper::Any => out.push_str(fixed),
                }
                if !dash.is_empty() {
                    out.push_str(&format!("\" stroke-dasharray=\"{dash}"));
                }
                rest = &colour[7..];
            }
            None => rest = colour,
        }
    }
    out + rest
}

/// Ink and dash that a colour stands for.
fn meaning(colour: &str) -> Option<(usize, &'static str)> {
    let [ink, dash, mark] = bytes(colour)?;
    let ink = usize::from(ink);
    (mark == MARK && ink < INKS.len()).then_some((ink, DASHES.get(usize::from(dash))?.1))
}
