//! One HTML page that needs nothing but itself: no script, no font, no file from elsewhere.
//!
//! The page is written as XML that every browser reads as HTML, so that it can be checked. Words
//! are escaped where they enter; only pictures and the page's own tags are passed on as they are.

use std::borrow::Cow;
use std::fmt::Write;

use super::chart::{Art, ChartError, Multiples, Picture, variables};

/// Rules for light and dark, wide and narrow.
const STYLE: &str = include_str!("page.css");

/// Words of a cell with more letters than this may be broken into lines.
const LONG: usize = 60;

/// A page, written from top to bottom.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
}

/// What a sentence or a cell says of what it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As one would have it.
    Good,
    /// Not as one would have it.
    Bad,
    /// Not decided.
    Open,
    /// Neither of these.
    Plain,
}

/// Rows of words and figures.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows; may be empty.
    pub caption: String,
    /// Heads of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<Entry>>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Words.
    Words(String),
    /// Words with a tone.
    Toned(Tone, String),
    /// A figure.
    Figure(String),
    /// A figure, or words, that stand out.
    Best(String),
}

impl Page {
    /// A page with a title and a sentence that says what it is about.
    pub fn new(title: &str, lead: &str) -> Self {
        let body = format!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", escape(title), escape(lead));
        Page { title: title.into(), body }
    }

    /// Begins a section.
    pub fn section(&mut self, heading: &str) {
        self.tag("h2", "", heading);
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.tag("p", "", text);
    }

    /// A remark that a reader in a hurry can pass over.
    pub fn note(&mut self, text: &str) {
        self.tag("p", " class=\"note\"", text);
    }

    /// A command or other text that is to be read letter by letter.
    pub fn code(&mut self, text: &str) {
        // Words stay whole, or a line would be broken behind a hyphen of an option.
        let words = text.split(' ').map(|word| format!("<span>{}</span>", escape(word)));
        let words = words.collect::<Vec<_>>().join(" ");
        self.put(format_args!("<pre>{words}</pre>\n"));
    }

    /// What the page comes to, a sentence each.
    pub fn verdicts<'a>(&mut self, sentences: impl IntoIterator<Item = (Tone, &'a str)>) {
        self.body.push_str("<ul class=\"verdicts\">\n");
        for (tone, text) in sentences {
            let (class, sign) = match tone {
                Tone::Good => ("good", "\u{2713}"),
                Tone::Bad => ("bad", "\u{2717}"),
                Tone::Open => ("open", "?"),
                Tone::Plain => ("plain", "\u{2022}"),
            };
            let text = escape(text);
            self.put(format_args!("<li class=\"{class}\"><b>{sign}</b>{text}</li>\n"));
        }
        self.body.push_str("</ul>\n");
    }

    /// A picture over the whole width.
    pub fn figure(&mut self, heading: &str, art: &Art, caption: &str) {
        self.body.push_str("<figure>\n");
        self.tag("h3", "", heading);
        self.art(art);
        self.tag("figcaption", "", caption);
        self.body.push_str("</figure>\n");
    }

    /// Pictures two by two, or one below the other where there is no room: heading, picture,
    /// caption.
    pub fn pairs<'a>(&mut self, figures: impl IntoIterator<Item = (&'a str, &'a Art, &'a str)>) {
        self.body.push_str("<div class=\"pair\">\n");
        for (heading, art, caption) in figures {
            self.figure(heading, art, caption);
        }
        self.body.push_str("</div>\n");
    }

    /// Small multiples with their legend.
    ///
    /// # Errors
    /// If a panel cannot be drawn.
    pub fn multiples(&mut self, multiples: &Multiples, caption: &str) -> Result<(), ChartError> {
        self.note(caption);
        self.art(&multiples.legend()?);
        self.body.push_str("<div class=\"many\">\n");
        for (title, picture) in multiples.pictures()? {
            let title = escape(&title);
            self.put(format_args!("<figure><figcaption title=\"{title}\">{title}</figcaption>\n"));
            self.body.push_str(&picture.in_page);
            self.body.push_str("</figure>\n");
        }
        self.body.push_str("</div>\n");
        Ok(())
    }

    /// A table, which scrolls by itself where it is wider than the page.
    pub fn table(&mut self, table: &Table) {
        // One column of figures begins with its head, so the head is set as its cells are.
        let figure = |column: usize| {
            table.rows.iter().any(|row| matches!(row.get(column), Some(Entry::Figure(_))))
        };
        if !table.caption.is_empty() {
            self.note(&table.caption);
        }
        self.body.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n");
        self.body.push_str("<thead><tr>");
        for (column, head) in table.head.iter().enumerate() {
            let class = if figure(column) { " class=\"figure\"" } else { "" };
            self.put(format_args!("<th scope=\"col\"{class}>{}</th>", escape(head)));
        }
        self.body.push_str("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            self.body.push_str("<tr>");
            for (column, entry) in row.iter().enumerate() {
                let (class, text) = entry.parts(figure(column));
                self.put(format_args!("<td class=\"{class}\">{}</td>", escape(text)));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    /// Names and what they stand for.
    pub fn facts<'a>(&mut self, facts: impl IntoIterator<Item = (&'a str, String)>) {
        self.body.push_str("<dl>\n");
        for (name, fact) in facts {
            self.put(format_args!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(&fact)));
        }
        self.body.push_str("</dl>\n");
    }

    /// What is shown only when it is asked for.
    ///
    /// # Errors
    /// Those of `inside`.
    pub fn folded<E>(
        &mut self,
        summary: &str,
        inside: impl FnOnce(&mut Page) -> Result<(), E>,
    ) -> Result<(), E> {
        self.body.push_str("<details>\n");
        self.tag("summary", "", summary);
        inside(self)?;
        self.body.push_str("</details>\n");
        Ok(())
    }

    /// The whole page, with links to files beside it in its last line.
    pub fn render(&self, footer: &str, files: &[&str]) -> String {
        let title = escape(&self.title);
        let style = STYLE.replace("LIGHT", &variables(false)).replace("DARK", &variables(true));
        let links: Vec<String> = files
            .iter()
            .map(|file| escape(file))
            .map(|file| format!("<a href=\"{file}\">{file}</a>"))
            .collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{}</main>\n\
             <footer>{} {}</footer>\n</body>\n</html>\n",
            self.body,
            escape(footer),
            links.join(", "),
        )
    }

    fn art(&mut self, art: &Art) {
        let mut one = |class: &str, picture: &Picture| {
            self.put(format_args!("<div class=\"{class}\">{}</div>\n", picture.in_page));
        };
        one("desk", &art.desk);
        one("phone", &art.phone);
    }

    fn tag(&mut self, tag: &str, attributes: &str, text: &str) {
        self.put(format_args!("<{tag}{attributes}>{}</{tag}>\n", escape(text)));
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.body.write_fmt(text).expect("a string takes whatever is written to it");
    }
}

impl Entry {
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        Entry::Words(text.into())
    }

    /// A figure.
    pub fn figure(text: impl Into<String>) -> Self {
        Entry::Figure(text.into())
    }

    /// Class and text.
    fn parts(&self, figures: bool) -> (&'static str, &str) {
        match self {
            Entry::Words(text) if text.chars().count() > LONG => ("long", text),
            Entry::Words(text) | Entry::Toned(Tone::Plain, text) => ("", text),
            Entry::Toned(Tone::Good, text) => ("good", text),
            Entry::Toned(Tone::Bad, text) => ("bad", text),
            Entry::Toned(Tone::Open, text) => ("open", text),
            Entry::Figure(text) => ("figure", text),
            Entry::Best(text) => (if figures { "figure best" } else { "best" }, text),
        }
    }
}

/// True of what XML can hold, if need be escaped.
pub(super) fn fits_xml(letter: char) -> bool {
    let space = matches!(letter, '\n' | '\t');
    space || !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}')
}

/// Text that is safe within an element or a quoted attribute. What XML cannot hold is left out.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let special = |letter| matches!(letter, '<' | '>' | '&' | '"' | '\'');
    if !text.contains(|letter| special(letter) || !fits_xml(letter)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars().filter(|&letter| fits_xml(letter)) {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    Cow::Owned(safe)
}
