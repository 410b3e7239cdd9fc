//! The page about a study of scaling, as it stands on disk.

mod browser;
mod charts;
mod drawn;
mod sample;

use std::fs;
use std::path::Path;
use std::time::Duration;

use plyglot_bench::scaling::{Analysis, Causes, Clock, Goal, SampleAccount, SampleRow, Study};
use plyglot_report::ReportError;
use plyglot_report::scaling::write;
use plyglot_stats::Estimate;
use roxmltree::{Document, Node, ParsingOptions};

use sample::{Shape, study};

/// The page about a study, and the picture beside it.
fn page_of(study: &Study, analysis: &Analysis) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), study, analysis).unwrap();
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    (read("index.html"), read("speedup.svg"))
}

fn page(study: &Study) -> String {
    page_of(study, &Analysis::of(study)).0
}

fn parse(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap()
}

/// All words of a page in their order.
fn words(document: &Document<'_>) -> String {
    document
        .root()
        .descendants()
        .filter_map(|node| node.text().filter(|_| node.is_text()))
        .collect()
}

fn real() -> Shape {
    Shape {
        threads: vec![1, 2, 3, 4, 6, 8, 12, 16],
        schemes: vec!["abdada", "lazy"],
        clock: Clock::Real,
        ..Shape::default()
    }
}

/// Studies at the edges of what can be: each must give a page.
fn odd_shapes() -> Vec<Shape> {
    let small = || Shape { positions: 3, threads: vec![1, 2], ..Shape::default() };
    let budget = Goal::Budget(Duration::from_millis(1500));
    let long = "young-brothers-stagger+settle";
    vec![
        Shape::default(),
        real(),
        Shape { positions: 1, ..small() },
        Shape { positions: 0, ..small() },
        Shape { threads: vec![1], ..small() },
        Shape { threads: vec![3], ..small() },
        Shape { schemes: vec!["lazy"], ..small() },
        Shape { schemes: vec![], ..small() },
        Shape { goal: Goal::Solve, ..small() },
        Shape { goal: budget, clock: Clock::Real, ..small() },
        Shape { schemes: vec![long, "abdada-settle", "root-splitting"], ..real() },
        Shape { threads: (1..=40).collect(), positions: 2, ..small() },
    ]
}

#[test]
fn a_page_needs_nothing_but_the_files_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(&real());
    write(folder.path(), &study, &Analysis::of(&study)).unwrap();
    let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
    let document = parse(&page);
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "link", "iframe", "img", "object"].contains(&name), "{name}");
        for attribute in node.attributes() {
            if let Some(anchor) = attribute.value().strip_prefix('#').filter(|_| name == "a") {
                let target = |node: Node<'_, '_>| node.attribute("id") == Some(anchor);
                assert!(document.descendants().any(target), "{attribute:?} leads nowhere");
            } else if ["href", "src", "srcset", "style", "data"].contains(&attribute.name()) {
                let file = folder.path().join(attribute.value());
                assert!(file.is_file(), "{attribute:?} is not a file of the report");
            }
        }
        if name == "style" {
            let text = node.text().unwrap();
            assert!(!text.contains("url(") && !text.contains("@import"), "{text}");
        }
    }
}

#[test]
fn the_data_stand_beside_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("made/on the way");
    let study = study(&real());
    let analysis = Analysis::of(&study);
    write(&below, &study, &analysis).unwrap();
    let read = |name| fs::read_to_string(below.join(name)).unwrap();
    assert_eq!(read("data.csv").lines().count(), 1 + study.samples.len());
    assert_eq!(read("cells.csv").lines().count(), 1 + analysis.cells.len());
    let json: serde_json::Value = serde_json::from_str(&read("data.json")).unwrap();
    let back = |part: &str| json.get(part).cloned().unwrap();
    assert_eq!(serde_json::from_value::<Study>(back("study")).unwrap(), study);
    assert_eq!(serde_json::from_value::<Analysis>(back("analysis")).unwrap(), analysis);
}

#[test]
fn hostile_names_stay_words() {
    let hostile = "</title></style><script>alert('1 & 2')</script><b a=\"x\u{0}\u{1b}\u{fffe}";
    let shown = hostile.replace(['\u{0}', '\u{1b}', '\u{fffe}'], "");
    let mut study = study(&Shape { positions: 3, ..Shape::default() });
    study.design.game = hostile.into();
    study.design.positions[1].name = hostile.into();
    study.design.positions[1].text = hostile.into();
    study.origin.command = hostile.into();
    study.origin.date = hostile.into();
    study.origin.commit = Some(hostile.into());
    study.origin.machine.processor = hostile.into();
    study.samples[0].error = Some(hostile.into());
    study.samples[0].reached = false;
    let (page, picture) = page_of(&study, &Analysis::of(&study));
    let document = parse(&page);
    assert!(!document.descendants().any(|node| node.tag_name().name() == "script"));
    // Title, heading, command, date, commit, machine, error, panel, and the position twice.
    let times = words(&document).matches(&shown).count();
    assert!(times >= 10, "{times}");
    assert!(words(&Document::parse(&picture).unwrap()).contains("<script>"));
}

#[test]
fn the_page_has_every_number_of_every_cell() {
    let study = study(&Shape::default());
    let analysis = Analysis::of(&study);
    let (page, _) = page_of(&study, &analysis);
    let document = parse(&page);
    let rows: Vec<Vec<&str>> = document
        .descendants()
        .filter(|node| node.has_tag_name("tr"))
        .map(|row| row.children().map(|cell| cell.text().unwrap_or_default()).collect())
        .collect();
    for cell in &analysis.cells {
        let name = cell.scheme.map_or("1 thread".into(), |scheme| scheme.to_string());
        let threads = cell.threads.to_string();
        let mine = |row: &&Vec<&str>| row.len() > 12 && row[0] == name && row[1] == threads;
        let row = rows.iter().find(mine).unwrap_or_else(|| panic!("no row: {name}, {threads}"));
        let mut expected = vec![cell.positions.to_string()];
        for estimate in [cell.speedup, cell.rate, cell.overhead, cell.first_result] {
            let Estimate { value, low, high } = estimate.unwrap();
            let interval = format!("{value:.2} ({low:.2} to {high:.2})");
            expected.push(if low < high { interval } else { format!("{value:.2}") });
        }
        let shares = [cell.repeated.unwrap(), cell.hit_rate];
        expected.extend(shares.map(|share| format!("{:.1}\u{a0}%", share * 100.0)));
        let rates = cell.per_million.rates();
        expected.extend(rates.map(|(.., rate)| format!("{rate:.1}")));
        expected.push(format!("{} of {}", cell.agreement.agree, cell.agreement.of));
        expected.push(cell.missing.to_string());
        assert_eq!(row[2..], expected, "{name}, {threads}");
    }
}

#[test]
fn the_page_says_where_the_time_of_the_threads_went() {
    let mut study = study(&Shape { positions: 2, threads: vec![1, 8], ..Shape::default() });
    assert!(!words(&parse(&page(&study))).contains("Where the time of the threads went"));
    for sample in study.samples.iter_mut().filter(|sample| sample.case.threads == 8) {
        let mut nodes = Causes::default();
        (nodes.0[0], nodes.0[5]) = (600, 300);
        let rows = vec![SampleRow { depth: 7, kind: "all".into(), nodes }];
        let (waiting, uncalled) = (60, 40);
        let account =
            SampleAccount { whole: 1000, waiting, uncalled, span: 100, complete: true, rows };
        sample.account = Some(account);
        sample.counters.nodes = 900;
    }
    let analysis = Analysis::of(&study);
    let cell = analysis.cells.iter().find(|cell| cell.threads == 8).unwrap();
    let account = cell.account.as_ref().unwrap();
    assert_eq!((account.share("vain"), account.share("waiting")), (0.3, 0.06));
    assert!((account.share("one_thread") + account.share("other_tree") - 0.6).abs() < 1e-9);
    let text = page(&study);
    let text = words(&parse(&text));
    for part in ["Where the time of the threads went", "larger tree", "30.0\u{a0}%", "6.0\u{a0}%"] {
        assert!(text.contains(part), "no {part:?}");
    }
    assert!(text.contains("Nodes by depth and kind: "));
}

#[test]
fn comparisons_have_a_verdict() {
    let study = study(&Shape::default());
    let analysis = Analysis::of(&study);
    let (page, _) = page_of(&study, &analysis);
    let document = parse(&page);
    let verdicts = |words: &str| {
        let cells = document.descendants().filter(|node| node.has_tag_name("td"));
        cells.filter(|cell| cell.text() == Some(words)).count()
    };
    let first = study.design.schemes[0];
    let of = |resolution| {
        let against = analysis.comparisons.iter().filter(|found| found.against == Some(first));
        against.filter(|found| found.resolution == resolution).count()
    };
    use plyglot_bench::scaling::Resolution::{Faster, Slower, Unresolved};
    // Against one thread every number of threads above it is faster here.
    assert_eq!(verdicts("slower"), of(Slower));
    assert_eq!(verdicts("faster"), of(Faster) + 8);
    assert_eq!(verdicts("no difference shown"), of(Unresolved));
    assert!(of(Slower) > 0 && of(Unresolved) > 0, "the sample shows both");
    let best = document.descendants().filter(|node| {
        node.has_tag_name("td") && node.text().is_some_and(|text| text.ends_with("best"))
    });
    assert_eq!(best.count(), 8, "one for each thread count above 1");
}

#[test]
fn a_verdict_that_is_withheld_has_its_reason_and_no_interval() {
    let study = study(&Shape { positions: 3, threads: vec![1, 2, 4], ..Shape::default() });
    let text = words(&parse(&page(&study)));
    assert!(text.contains("No verdict: it needs 6 positions, and there are 3."), "{text}");
    assert!(text.contains("needs 6 positions, has 3"), "{text}");
    // `3.52 (3.31 to 3.77)`: an interval that a reader could take for a verdict.
    let has_interval = |text: &str| {
        let (_, rest) = text.split_once(" to ").unwrap_or_default();
        rest.starts_with(|letter: char| letter.is_ascii_digit()) && text.contains('(')
    };
    let page = page(&study);
    let document = parse(&page);
    let cells = document.descendants().filter(|node| node.has_tag_name("td"));
    for cell in cells.filter_map(|node| node.text()) {
        assert!(!has_interval(cell), "{cell}");
    }
}

#[test]
fn the_contents_lead_to_every_section_and_the_figure_comes_first() {
    let page = page(&study(&real()));
    let document = parse(&page);
    let tag =
        |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    let anchors: Vec<_> =
        tag("h2").map(|node| format!("#{}", node.attribute("id").unwrap())).collect();
    let contents = tag("nav").next().expect("a table of contents");
    let links = contents.descendants().filter_map(|node| node.attribute("href"));
    assert_eq!(links.collect::<Vec<_>>(), anchors);
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(at("class=\"headlines\"") < at("<nav") && at("<nav") < at("<figure>"));
    assert!(at("<figure>") < at("class=\"verdicts\"") && at("class=\"verdicts\"") < at("<h2"));
}

#[test]
fn odd_studies_give_pages_without_odd_numbers() {
    for shape in odd_shapes() {
        let study = study(&shape);
        let (page, picture) = page_of(&study, &Analysis::of(&study));
        let document = parse(&page);
        let text = words(&document);
        for odd in ["NaN", "inf ", "inf)", "inf\u{a0}", "None", "Some("] {
            assert!(!text.contains(odd), "{odd:?} with {:?}", shape.threads);
        }
        drawn::check(&document);
        drawn::check(&Document::parse(&picture).unwrap());
    }
}

#[test]
fn an_unknown_figure_is_a_dash() {
    let study = study(&real());
    let mut analysis = Analysis::of(&study);
    for cell in analysis.cells.iter_mut().filter(|cell| cell.threads == 8) {
        let odd = Estimate { value: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY };
        (cell.speedup, cell.rate) = (Some(odd), None);
        (cell.hit_rate, cell.repeated) = (f64::NAN, None);
        cell.per_position[0].speedup = Some(f64::INFINITY);
        cell.per_position[1].speedup = Some(0.0);
        cell.per_position.truncate(2);
    }
    for comparison in &mut analysis.comparisons {
        comparison.ratio.value = f64::NAN;
    }
    let (page, picture) = page_of(&study, &analysis);
    let document = parse(&page);
    let text = words(&document);
    assert!(!text.contains("NaN") && !text.contains("inf)"), "{text}");
    drawn::check(&document);
    drawn::check(&Document::parse(&picture).unwrap());
}

#[test]
fn what_is_missing_or_stands_out_is_listed() {
    let study = study(&Shape::default());
    let text = page(&study);
    let text = words(&parse(&text));
    assert!(text.contains("failed: no memory for the table of <64 MiB>"), "{text}");
    assert!(text.contains("ended at depth 12 before the goal"));
    let outliers = text.split("Tukey's fences (on a logarithmic scale). They").nth(1).unwrap();
    assert!(outliers.contains("midgame 04"), "position 3 is made to stand out at 16 threads");
}

#[test]
fn a_scheme_without_results_is_named_and_not_drawn() {
    let mut study = study(&real());
    let lazy = study.design.schemes[1];
    for sample in study.samples.iter_mut().filter(|sample| sample.case.scheme == Some(lazy)) {
        (sample.reached, sample.error) = (false, Some("it is not there".into()));
    }
    let (page, picture) = page_of(&study, &Analysis::of(&study));
    assert!(words(&parse(&page)).contains("No search reached its goal under lazy."));
    assert!(page.contains("failed: it is not there"));
    assert!(picture.contains("abdada") && !picture.contains("lazy"));
}

#[test]
fn real_and_virtual_time_share_no_figure() {
    let ceiling = "ceiling of this machine";
    let real = study(&real());
    let text = page(&real);
    assert!(text.contains(ceiling) && text.contains("in real time"));
    assert!(!text.contains("virtual time"));
    // A ceiling is real even where it was measured beside a study in virtual time.
    let mut mixed = study(&Shape::default());
    (mixed.ceiling, mixed.probes) = (real.ceiling, real.probes);
    let text = page(&mixed);
    assert!(!text.contains(ceiling));
    assert!(text.contains("These are in real time"));
    assert!(text.contains("a microsecond a node"));
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(&Shape { positions: 1, threads: vec![1, 2], ..Shape::default() });
    let file = folder.path().join("taken");
    fs::write(&file, "by a file").unwrap();
    let error = write(&file, &study, &Analysis::of(&study)).unwrap_err();
    assert!(matches!(error, ReportError::Folder { .. }));
    assert!(error.to_string().contains("taken"), "{error}");
    let report = folder.path().join("report");
    fs::create_dir_all(report.join("index.html")).unwrap();
    let error = write(&report, &study, &Analysis::of(&study)).unwrap_err();
    assert!(matches!(error, ReportError::File { .. }));
    assert!(error.to_string().contains("index.html"), "{error}");
}

#[test]
fn inks_stand_out_from_their_paper() {
    let page = page(&study(&real()));
    let (light, dark) = page.split_once("prefers-color-scheme:dark").unwrap();
    let dark = dark.split_once('}').unwrap().0;
    for sheet in [light, dark] {
        let value = |name: &str| {
            let rest = sheet.split_once(&format!("--{name}:#")).unwrap().1;
            luminance(&rest[..6])
        };
        let paper = value("paper");
        let contrast = |ink: f64| (paper.max(ink) + 0.05) / (paper.min(ink) + 0.05);
        for ink in ["text", "muted", "good", "bad", "open"] {
            assert!(contrast(value(ink)) >= 4.5, "{ink}: {}", contrast(value(ink)));
        }
        for ink in (1..=8).map(|series| format!("series-{series}")).chain(["limit".into()]) {
            assert!(contrast(value(&ink)) >= 3.0, "{ink}: {}", contrast(value(&ink)));
        }
    }
    // No colour that only stands for an ink is left over.
    assert!(!page.contains("A5\""));
}

/// Relative luminance of a colour of six hexadecimal digits (WCAG 2).
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
}

/// A study that is stored under `runs`. Its samples are read as they are; its scheme is called otherwise now.
fn recorded(folder: &str) -> Study {
    let path = format!("{}/runs/2026-11-20-scaling/{folder}/data.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap().replace("\"deferring\"", "\"abdada\"");
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    serde_json::from_value(json["study"].take()).unwrap()
}

#[test]
fn a_recorded_study_is_read_again_under_the_earlier_names_of_its_counters() {
    let study = recorded("virtual-othello-midgame");
    let deferred: u64 = study.samples.iter().map(|sample| sample.counters.deferred).sum();
    assert!(study.samples.len() == 360 && deferred > 0);
    assert!(words(&parse(&page(&study))).contains("deferred /M"));
}

#[test]
#[ignore = "writes sample pages to look at into the folder that PLYGLOT_SAMPLES names"]
fn sample_pages_to_look_at() {
    let folder = std::env::var("PLYGLOT_SAMPLES").expect("PLYGLOT_SAMPLES names a folder");
    for (index, shape) in odd_shapes().iter().enumerate() {
        let study = study(shape);
        write(&Path::new(&folder).join(index.to_string()), &study, &Analysis::of(&study)).unwrap();
    }
    for name in ["virtual-othello-midgame", "virtual-connect4", "real-othello-midgame"] {
        let study = recorded(name);
        write(&Path::new(&folder).join(name), &study, &Analysis::of(&study)).unwrap();
    }
}
