//! The README and the pages under docs/ are held to the program: what they show is what a reader gets.
//! (The README's Rust examples are doctests of the root crate.)

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Ran, plyglot};

/// The README must be read in a few minutes.
const README_LINES: usize = 155;

/// All pages together are a book of which any part can be found.
const WORDS: usize = 30_000;

/// What the name of a file in the repository begins with.
const PLACES: [&str; 12] = [
    "search/",
    "games/",
    "play/",
    "serve/",
    "bench/",
    "cli/",
    "tests/",
    "docs/",
    "examples/",
    "python/",
    "c/",
    ".ci/",
];

/// A page that people read.
struct Page {
    path: PathBuf,
    text: String,
}

/// A fenced block of a page.
struct Block {
    language: String,
    lines: Vec<String>,
}

impl Page {
    fn read(path: impl Into<PathBuf>) -> Page {
        let path = path.into();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        Page { path, text }
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut inside = false;
        for line in self.text.lines() {
            if let Some(language) = line.strip_prefix("```") {
                inside = !inside;
                if inside {
                    blocks.push(Block { language: language.into(), lines: Vec::new() });
                }
            } else if inside {
                blocks.last_mut().expect("a block is open").lines.push(line.trim_end().into());
            }
        }
        blocks
    }

    /// The text outside of fenced blocks.
    fn prose(&self) -> String {
        self.text.split("```").step_by(2).collect()
    }

    /// What stands between backticks in the prose.
    fn code(&self) -> Vec<String> {
        let inside = |text: &str| -> Vec<String> {
            text.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")).collect()
        };
        // A paragraph or a row at a time, so that an odd backtick spoils no more than that.
        self.prose().split("\n\n").flat_map(|part| part.split("\n|")).flat_map(inside).collect()
    }

    /// Terminal sessions: each command with the output that follows it.
    fn sessions(&self) -> Vec<(String, Vec<String>)> {
        let mut sessions: Vec<(String, Vec<String>)> = Vec::new();
        for block in self.blocks().into_iter().filter(|block| block.language == "console") {
            for line in block.lines {
                if let Some(command) = line.strip_prefix("$ plyglot ") {
                    sessions.push((command.into(), Vec::new()));
                } else {
                    sessions.last_mut().expect("a session begins with its command").1.push(line);
                }
            }
        }
        sessions
    }

    /// The arguments of every `plyglot` command on the page.
    fn commands(&self) -> Vec<String> {
        let shell = |block: &Block| ["sh", "console"].contains(&block.language.as_str());
        let blocks = self.blocks().into_iter().filter(shell).flat_map(|block| block.lines);
        let lines =
            blocks.filter_map(|line| line.split(" #").next().map(str::trim).map(String::from));
        let parts = |line: String| -> Vec<String> {
            line.split(['|', ';']).filter_map(arguments).map(String::from).collect()
        };
        lines.chain(self.code()).flat_map(parts).collect()
    }
}

/// The arguments, if this is a command of the program; a redirection ends them.
fn arguments(code: &str) -> Option<&str> {
    let code = code.trim();
    let code = code.strip_prefix("$ ").unwrap_or(code);
    let run = || code.strip_prefix("cargo run ").and_then(|rest| rest.split_once(" -- "));
    let after = code.strip_prefix("plyglot ").or_else(|| run().map(|(_, after)| after))?;
    after.split('>').next().map(str::trim)
}

/// The README, the pages under docs/ and those beside what they describe.
fn pages() -> Vec<Page> {
    let folder = fs::read_dir("docs").expect("the repository has docs");
    let docs = folder.map(|entry| entry.expect("it can be listed").path());
    let docs = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let others = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "examples/chomp/README.md",
        "examples/ataxx/README.md",
        "examples/morris/README.md",
        "bench/runs/README.md",
    ];
    let mut paths: Vec<_> = others.iter().map(PathBuf::from).chain(docs).collect();
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

/// The program on a command line as people type it, quotes and all.
fn typed(line: &str, more: &[&str]) -> Ran {
    let words = shlex::split(line).unwrap_or_else(|| panic!("quotes that do not close: {line}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.args(words).args(more).output().expect("the program runs").into()
}

/// The line without what differs from machine to machine: every number becomes a hash sign, units
/// of time and speed go, and so does the width of the columns.
fn without_figures(line: &str) -> String {
    let mut masked = String::new();
    for c in line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }) {
        if c != '#' || !masked.ends_with('#') {
            masked.push(c);
        }
    }
    if line.trim() == "..." {
        return "...".into();
    }
    let words = masked.split_whitespace().filter(|word| {
        let figure = word.chars().all(|c| "#.,%".contains(c));
        !figure && !["ns", "µs", "ms", "s", "k", "M", "G"].contains(&word.trim_end_matches(','))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The lines that give the result.
fn answers<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    lines.filter(|line| line.starts_with("best move") || line.starts_with("value")).collect()
}

/// Whether the same run gives the same lines again, but for times.
fn repeats(command: &str) -> bool {
    let several = command.starts_with("analyze") || command.starts_with("solve");
    !several || command.contains("--threads 1") || command.contains("--json")
}

/// Whether these lines are shown; a line of three dots stands for any number of lines.
fn matches(shown: &[String], printed: &[String]) -> bool {
    match (shown, printed) {
        ([dots, rest @ ..], _) if dots == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        ([line, shown @ ..], [same, printed @ ..]) => line == same && matches(shown, printed),
        (shown, printed) => shown.is_empty() && printed.is_empty(),
    }
}

#[test]
fn every_session_shows_what_the_command_prints() {
    let mut sessions = 0;
    for (command, shown) in pages().iter().flat_map(Page::sessions) {
        sessions += 1;
        let ran = typed(&command, &[]).fine();
        let shown_answers = answers(shown.iter().map(String::as_str));
        assert_eq!(shown_answers, answers(ran.out.lines()), "plyglot {command}");
        if repeats(&command) {
            let shown: Vec<_> = shown.iter().map(|line| without_figures(line)).collect();
            let printed: Vec<_> = ran.out.lines().map(without_figures).collect();
            assert!(matches(&shown, &printed), "plyglot {command}\n{shown:#?}\n{printed:#?}");
        }
    }
    assert!(sessions >= 3, "only {sessions} sessions are shown");
}

#[test]
fn every_command_in_a_table_of_the_readme_runs() {
    let readme = Page::read("README.md");
    let rows = readme.text.lines().filter(|line| line.starts_with('|'));
    let cells = rows.flat_map(|line| line.split('`').skip(1).step_by(2));
    let commands = cells.filter_map(arguments).filter(|line| !line.contains("GAME"));
    // Tests of its own hold what the signature is.
    let commands: Vec<_> = commands.filter(|line| *line != "bench signature").collect();
    assert!(commands.len() >= 10, "the README has a table of commands");
    // What a command writes is not left in the repository.
    let folder = tempfile::tempdir().expect("a folder for the test");
    let folder = folder.path().join("written").display().to_string();
    for command in commands {
        plyglot(&command.replace("DIR", &folder)).fine();
    }
}

#[test]
fn every_command_on_every_page_is_understood() {
    let mut seen = BTreeSet::new();
    for page in pages().iter() {
        for command in page.commands() {
            // What stands for a value; a command that is itself one says nothing.
            let filled = command.split_whitespace().map(|word| match word {
                "GAME" => "othello",
                "N" | "T" => "2",
                "SPEC" => "depth=2",
                word => word,
            });
            let filled = filled.collect::<Vec<_>>().join(" ");
            if filled.starts_with(char::is_uppercase)
                || filled.contains("...")
                || !seen.insert(filled.clone())
            {
                continue;
            }
            // Help is given only if everything before it is understood.
            let ran = typed(&filled, &["--help"]);
            assert_eq!(ran.code, 0, "{:?}: plyglot {command}: {}", page.path, ran.err);
        }
    }
    assert!(seen.len() > 60, "only {} commands were found", seen.len());
}

#[test]
fn every_link_and_picture_leads_to_a_file() {
    let mut links = 0;
    for page in pages() {
        let prose = page.prose();
        let between = |begin: &str, end: char| -> Vec<String> {
            let parts = prose.split(begin).skip(1);
            parts.filter_map(|part| part.split(end).next()).map(String::from).collect()
        };
        let targets =
            [between("](", ')'), between("src=\"", '"'), between("srcset=\"", '"')].concat();
        for target in targets.iter().filter(|target| !target.starts_with("http")) {
            let file = target.split('#').next().expect("a split has a first part");
            let folder = page.path.parent().expect("a page lies in a folder");
            assert!(folder.join(file).exists(), "{:?}: {target} does not exist", page.path);
            links += 1;
        }
    }
    assert!(links > 50, "only {links} links were found");
}

#[test]
fn every_path_on_every_page_exists() {
    let mut paths = 0;
    for page in pages().iter() {
        let code = page.code();
        let words = code.iter().filter_map(|code| code.split_whitespace().next());
        for path in words.filter(|word| PLACES.iter().any(|place| word.starts_with(place))) {
            assert!(Path::new(path).exists(), "{:?}: {path} does not exist", page.path);
            paths += 1;
        }
    }
    assert!(paths > 50, "only {paths} paths were found");
}

#[test]
fn every_test_and_bench_on_every_page_exists() {
    for page in pages().iter() {
        let words: Vec<&str> = page.text.split([' ', '\n', '`', ')']).collect();
        for pair in words.windows(2).filter(|pair| ["--test", "--bench"].contains(&pair[0])) {
            let folders = ["tests", "search/tests", "bench/tests", "bench/benches"];
            let is_there = |folder: &&str| {
                let folder = Path::new(folder);
                folder.join(pair[1]).join("main.rs").exists()
                    || folder.join(pair[1]).with_extension("rs").exists()
            };
            assert!(folders.iter().any(is_there), "{:?}: {pair:?}", page.path);
        }
    }
}

#[test]
fn the_code_on_the_pages_is_that_of_the_examples() {
    let files = [
        "chomp/src/main.rs",
        "chomp/src/tests.rs",
        "ataxx/src/main.rs",
        "ataxx/src/features.rs",
        "ataxx/src/tests.rs",
        "ataxx/src/text.rs",
        "embed/src/main.rs",
    ];
    let examples: Vec<_> =
        files.iter().map(|file| Page::read(Path::new("examples").join(file)).text).collect();
    let mut blocks = 0;
    for page in pages().iter().filter(|page| page.path.starts_with("docs")) {
        for block in page.blocks().iter().filter(|block| block.language == "rust") {
            let code = block.lines.join("\n");
            for part in code.split("\n\n") {
                assert!(
                    examples.iter().any(|text| text.contains(part)),
                    "{:?}:\n{part}",
                    page.path
                );
            }
            blocks += 1;
        }
    }
    assert!(blocks >= 3, "only {blocks} blocks of code were found");
}

#[test]
fn the_index_lists_every_page() {
    let index = Page::read("docs/README.md");
    for page in pages().iter().filter(|page| page.path.starts_with("docs")) {
        let name = page.path.file_name().expect("a page has a name").to_string_lossy();
        assert!(name == "README.md" || index.text.contains(&format!("]({name})")), "{name}");
    }
}

#[test]
fn the_readme_is_short() {
    let lines = Page::read("README.md").text.lines().count();
    assert!(lines <= README_LINES, "{lines} lines, of at most {README_LINES}");
}

#[test]
fn all_pages_together_are_of_a_length_that_can_be_read() {
    let front = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"];
    let counted = |page: &Page| {
        page.path.starts_with("docs") || front.iter().any(|front| page.path == Path::new(front))
    };
    // The bars of a table are no words.
    let is_word = |word: &&str| word.contains(char::is_alphanumeric);
    let words = |page: Page| page.text.split_whitespace().filter(is_word).count();
    let words: usize = pages().into_iter().filter(counted).map(words).sum();
    assert!(words <= WORDS, "{words} words, of at most {WORDS}");
}

/// For each game the count that its figures hang on in a file of `bench/runs`, by the number of the column.
fn recorded(file: &str, column: usize) -> Vec<(String, String)> {
    let text = fs::read_to_string(format!("bench/runs/{file}")).expect("it is recorded");
    let words = text.lines().map(|line| line.split_whitespace().map(String::from).collect());
    let rows = words.filter(|words: &Vec<String>| words.len() > column);
    rows.map(|words| (words[0].clone(), words[column].clone())).collect()
}

/// What the figures of a page were measured under: for each game its nodes in `signature.txt`, and where threads were
/// measured its time in `threads.txt`.
fn measured_under(page: &Page) -> Vec<Vec<&str>> {
    let marks = page.text.split("<!-- measured under: ").skip(1);
    let games = marks.flat_map(|mark| mark.split("-->").next().unwrap_or("").split(';'));
    games.map(|game| game.split_whitespace().collect()).collect()
}

#[test]
fn figures_are_those_of_the_search_that_is_here() {
    let (one, many) = (recorded("signature.txt", 1), recorded("threads.txt", 5));
    let scaling = Page::read("bench/runs/scaling/README.md");
    let mut marked = 0;
    for page in pages().into_iter().chain([scaling]) {
        for words in measured_under(&page) {
            let [game, counts @ ..] = &words[..] else { panic!("{:?}: an empty mark", page.path) };
            for (count, (kind, now)) in counts.iter().zip([("signature", &one), ("threads", &many)])
            {
                let now = now.iter().find(|(name, _)| name == game).map(|(_, now)| now.as_str());
                assert_eq!(
                    now,
                    Some(*count),
                    "{:?}: the figures of {game} were measured under another search (bench/runs/{kind}.txt): \
                     measure them again, those of threads by .ci/figures",
                    page.path
                );
                marked += 1;
            }
        }
    }
    assert!(marked > 12, "the pages of figures say what they were measured under: {marked}");
}
