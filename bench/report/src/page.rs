//! One HTML page that needs nothing but itself: no font, no file from elsewhere, and a script only where boards are
//! drawn. Lines of a chart are switched off by check boxes, which style sheets can ask for their state.
//!
//! The page is written as XML that every browser reads as HTML, so that it can be checked. Words
//! are escaped where they enter; only pictures and the page's own tags are passed on as they are.

use std::borrow::Cow;
use std::fmt::Write;

use super::chart::{Art, ChartError, Key, Multiples, Picture, variables};

/// Rules for light and dark, wide and narrow.
const STYLE: &str = include_str!("page.css");

/// Words of a cell with more letters than this may be broken into lines.
const LONG: usize = 60;

/// A page, written from top to bottom.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
    /// Where in the body the table of contents goes.
    contents_at: usize,
    /// Anchor and words of each entry of the table of contents.
    contents: Vec<(String, String)>,
    /// How many lines a chart has at most that can be switched off.
    switches: usize,
    /// How boards are drawn, if they are.
    drawing: Option<Drawing>,
}

/// What draws the boards of a page.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Rules of their own.
    pub style: String,
    /// Fills each element of the class `drawn` by the JSON within it.
    pub script: String,
    /// What all boards have in common, as JSON.
    pub facts: String,
}

/// A figure that a reader should see first.
#[derive(Clone, Debug)]
pub struct Headline {
    /// How it is marked.
    pub tone: Tone,
    /// The figure: `4.56 times`.
    pub figure: String,
    /// What it is, in a few words.
    pub words: String,
}

/// How a sentence or a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Not as it should be.
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
    /// Each row becomes a card where the window is narrow, for tables of words.
    pub cards: bool,
    /// Heads of the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<TableCell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCell {
    /// Words.
    Words(String),
    /// Words with a tone.
    Toned(Tone, String),
    /// A figure.
    Figure(String),
    /// A figure, or words, that stand out.
    Best(String),
    /// A figure that links can lead to by its anchor.
    Anchored(String, String),
    /// Words that lead somewhere: an anchor with `#`, or a file.
    Link(String, String),
}

impl Page {
    /// A page with a title and a sentence that says what it is about.
    pub fn new(title: &str, lead: &str) -> Self {
        let body = format!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", escape(title), escape(lead));
        let contents_at = body.len();
        Page {
            title: title.into(),
            body,
            contents_at,
            contents: Vec::new(),
            switches: 0,
            drawing: None,
        }
    }

    /// The figures that a reader should see first, in large.
    pub fn headlines(&mut self, all: &[Headline]) {
        if all.is_empty() {
            return;
        }
        self.body.push_str("<ul class=\"headlines\">\n");
        for Headline { tone, figure, words } in all {
            let (class, figure, words) = (tone.class(), escape(figure), escape(words));
            self.put(format_args!("<li class=\"{class}\"><b>{figure}</b>{words}</li>\n"));
        }
        self.body.push_str("</ul>\n");
        if self.contents.is_empty() {
            self.contents_at = self.body.len();
        }
    }

    /// Begins a section, which is in the table of contents.
    pub fn section(&mut self, heading: &str) {
        let words = heading.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        self.section_at(&words.join("-"), heading, heading);
    }

    /// Begins a section that links can lead to by its anchor, with the words that the table of contents has
    /// for it. Anchors are words of letters, digits and hyphens.
    pub fn section_at(&mut self, anchor: &str, heading: &str, short: &str) {
        let taken = |anchor: &str| self.contents.iter().any(|(other, _)| other == anchor);
        let mut own = anchor.to_owned();
        let mut number = 1;
        while taken(&own) {
            number += 1;
            own = format!("{anchor}-{number}");
        }
        self.tag("h2", &format!(" id=\"{}\"", escape(&own)), heading);
        self.contents.push((own, short.into()));
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
        // Words stay whole, or a line would be broken after a hyphen of an option.
        let words = text.split(' ').map(|word| format!("<span>{}</span>", escape(word)));
        let words = words.collect::<Vec<_>>().join(" ");
        self.put(format_args!("<pre>{words}</pre>\n"));
    }

    /// Boards are drawn by this.
    pub fn draw_boards(&mut self, drawing: Drawing) {
        self.drawing = Some(drawing);
    }

    /// A board that is drawn from `shown`, JSON as the script of the page reads it; the text where nothing is drawn.
    pub fn drawn_board(&mut self, shown: &str, text: &str) {
        if self.drawing.is_none() || shown.is_empty() {
            return self.board(text);
        }
        let shown = json_in_page(shown);
        self.put(format_args!(
            "<div class=\"drawn\"><script type=\"application/json\">{shown}</script>\n<noscript>\n"
        ));
        self.board(text);
        self.body.push_str("</noscript></div>\n");
    }

    /// A board: text whose lines and columns stay as they are.
    pub fn board(&mut self, text: &str) {
        self.put(format_args!("<pre class=\"board\">{}</pre>\n", escape(text.trim_end())));
    }

    /// The results of the page, a sentence each.
    pub fn verdicts<'a>(&mut self, sentences: impl IntoIterator<Item = (Tone, &'a str)>) {
        self.linked(sentences.into_iter().map(|(tone, text)| (tone, text, None)));
    }

    /// The same, each with the anchor of the section that has more about it, if there is one.
    pub fn linked<'a>(
        &mut self,
        sentences: impl IntoIterator<Item = (Tone, &'a str, Option<&'a str>)>,
    ) {
        self.body.push_str("<ul class=\"verdicts\">\n");
        for (tone, text, anchor) in sentences {
            let (class, sign, text) = (tone.class(), tone.sign(), escape(text));
            let text = match anchor {
                Some(anchor) => format!("<a href=\"#{}\">{text}</a>", escape(anchor)),
                None => text.into_owned(),
            };
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
        self.body.push_str("<div class=\"plot\">\n");
        self.keys(&multiples.keys()?);
        self.body.push_str("<div class=\"many\">\n");
        for (title, picture) in multiples.pictures()? {
            let title = escape(&title);
            self.put(format_args!("<figure><figcaption title=\"{title}\">{title}</figcaption>\n"));
            self.body.push_str(&picture.in_page);
            self.body.push_str("</figure>\n");
        }
        self.body.push_str("</div>\n</div>\n");
        Ok(())
    }

    /// A table, which scrolls by itself where it is wider than the page.
    pub fn table(&mut self, table: &Table) {
        // One column of figures begins with its head, so the head is set as its cells are.
        let figure = |column: usize| {
            table.rows.iter().any(|row| {
                matches!(row.get(column), Some(TableCell::Figure(_) | TableCell::Anchored(..)))
            })
        };
        if !table.caption.is_empty() {
            self.note(&table.caption);
        }
        let cards = if table.cards { " cards" } else { "" };
        self.put(format_args!("<div class=\"scroll{cards}\" tabindex=\"0\"><table>\n"));
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
                let head =
                    match table.head.get(column).filter(|head| table.cards && !head.is_empty()) {
                        Some(head) => format!(" data-head=\"{}\"", escape(head)),
                        None => String::new(),
                    };
                let text = escape(text);
                let cell = match entry {
                    TableCell::Anchored(anchor, _) => {
                        format!("<td id=\"{}\" class=\"{class}\"{head}>{text}</td>", escape(anchor))
                    }
                    TableCell::Link(to, _) => {
                        format!(
                            "<td class=\"{class}\"{head}><a href=\"{}\">{text}</a></td>",
                            escape(to)
                        )
                    }
                    _ => format!("<td class=\"{class}\"{head}>{text}</td>"),
                };
                self.body.push_str(&cell);
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
        let mut style = style.replace("SWITCHES", &switches(self.switches));
        let mut script = String::new();
        if let Some(drawing) = &self.drawing {
            style.push_str(&drawing.style);
            let facts = json_in_page(&drawing.facts);
            // A script for those who read the page as HTML, text for those who read it as XML.
            script = format!(
                "<script id=\"drawn\" type=\"application/json\">{facts}</script>\n\
                 <script>//<![CDATA[\n{}\n//]]></script>\n",
                drawing.script,
            );
        }
        let (top, rest) = self.body.split_at(self.contents_at);
        let links: Vec<String> = files
            .iter()
            .map(|file| escape(file))
            .map(|file| format!("<a href=\"{file}\">{file}</a>"))
            .collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n\
             {top}{}{rest}</main>\n<footer>{} {}</footer>\n{script}</body>\n</html>\n",
            self.contents(),
            escape(footer),
            links.join(", "),
        )
    }

    /// The table of contents.
    fn contents(&self) -> String {
        if self.contents.len() < 2 {
            return String::new();
        }
        let one = |(anchor, words): &(String, String)| {
            format!("<li><a href=\"#{}\">{}</a></li>", escape(anchor), escape(words))
        };
        let all: String = self.contents.iter().map(one).collect();
        format!("<nav aria-label=\"Contents\"><ol>{all}</ol></nav>\n")
    }

    fn art(&mut self, art: &Art) {
        self.body.push_str("<div class=\"plot\">\n");
        self.keys(&art.keys);
        let mut one = |class: &str, picture: &Picture| {
            self.put(format_args!("<div class=\"{class}\">{}</div>\n", picture.in_page));
        };
        one("desk", &art.desk);
        one("phone", &art.phone);
        self.body.push_str("</div>\n");
    }

    /// A legend whose names switch their lines off and on; a line alone only has its name.
    fn keys(&mut self, keys: &[Key]) {
        if keys.is_empty() {
            return;
        }
        self.body.push_str("<div class=\"keys\" role=\"group\" aria-label=\"Lines shown\">\n");
        for Key { group, name, picture } in keys {
            let name = escape(name);
            let switch = match keys.len() {
                1 => String::new(),
                _ => format!("<input type=\"checkbox\" class=\"t{group}\" checked=\"checked\"/>"),
            };
            let key = &picture.in_page;
            self.put(format_args!(
                "<label>{switch}<span aria-hidden=\"true\">{key}</span>{name}</label>\n"
            ));
            self.switches = self.switches.max(group + 1);
        }
        self.body.push_str("</div>\n");
    }

    fn tag(&mut self, tag: &str, attributes: &str, text: &str) {
        self.put(format_args!("<{tag}{attributes}>{}</{tag}>\n", escape(text)));
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.body.write_fmt(text).expect("a string takes whatever is written to it");
    }
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Bad => "bad",
            Tone::Open => "open",
            Tone::Plain => "plain",
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Tone::Good => "\u{2713}",
            Tone::Bad => "\u{2717}",
            Tone::Open => "?",
            Tone::Plain => "\u{2022}",
        }
    }
}

/// JSON that may stand within an element: the same text to those who parse it.
fn json_in_page(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The rules that hide the lines of a chart whose check boxes are not checked.
fn switches(many: usize) -> String {
    let one = |group| format!(".plot:has(.t{group}:not(:checked)) .s{group}{{visibility:hidden}}");
    (0..many).map(one).collect()
}

impl TableCell {
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        TableCell::Words(text.into())
    }

    /// A figure.
    pub fn figure(text: impl Into<String>) -> Self {
        TableCell::Figure(text.into())
    }

    /// Class and text.
    fn parts(&self, figures: bool) -> (&'static str, &str) {
        match self {
            TableCell::Words(text) if text.chars().count() > LONG => ("long", text),
            TableCell::Words(text) | TableCell::Toned(Tone::Plain, text) => ("", text),
            TableCell::Toned(Tone::Good, text) => ("good", text),
            TableCell::Toned(Tone::Bad, text) => ("bad", text),
            TableCell::Toned(Tone::Open, text) => ("open", text),
            TableCell::Figure(text) | TableCell::Anchored(_, text) => ("figure", text),
            TableCell::Link(_, text) => ("", text),
            TableCell::Best(text) => (if figures { "figure best" } else { "best" }, text),
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
