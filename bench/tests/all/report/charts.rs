//! Charts by themselves, as any page may use them.

use plyglot_report::chart::{
    Axis, Chart, DotRow, Dots, Frame, Line, Look, Picture, Point, Spread, Stack, StackRow,
    hundredths, percent, plain, short,
};
use roxmltree::Document;

use super::drawn;

fn chart(lines: Vec<Line>) -> Chart {
    let (x, y) = (Axis::doubling("threads"), Axis::linear("gain, plies"));
    Chart { name: "a chart".into(), heading: None, x, y, lines }
}

/// How often a picture has an element.
fn elements(picture: &Picture, name: &str) -> usize {
    let document = Document::parse(picture.alone()).unwrap();
    drawn::check(&document);
    document.descendants().filter(|node| node.tag_name().name() == name).count()
}

fn texts(picture: &Picture) -> Vec<String> {
    let document = Document::parse(picture.alone()).unwrap();
    let words = document.descendants().filter(|node| node.tag_name().name() == "text");
    words.filter_map(|node| node.text().map(|text| text.trim().into())).collect()
}

#[test]
fn intervals_are_bars_or_a_band() {
    let point = |x: f64| Point { x, y: x, interval: Some((x * 0.9, x * 1.1)) };
    let line = |spread| Line {
        name: "one".into(),
        look: Look::Series(0),
        points: [1.0, 2.0, 4.0].map(point).into(),
        spread,
    };
    for frame in [Frame::DESK, Frame::PHONE, Frame::HALF] {
        let bars = chart(vec![line(Spread::Bars)]).picture(&frame).unwrap();
        let band = chart(vec![line(Spread::Band)]).picture(&frame).unwrap();
        let none = chart(vec![Line::plain("one", Look::Series(0), [(1.0, 1.0), (4.0, 4.0)])]);
        let none = none.picture(&frame).unwrap();
        assert_eq!(elements(&band, "polygon"), 1 + elements(&none, "polygon"));
        assert_eq!(elements(&bars, "polygon"), elements(&none, "polygon"));
        assert_eq!(texts(&bars), texts(&band));
    }
}

#[test]
fn a_bar_has_a_block_for_each_part_that_can_be_seen() {
    let row =
        |label: &str, shares: [f64; 3]| StackRow { label: label.into(), shares: shares.into() };
    let parts = ["useful", "vain", "waiting"].map(String::from).to_vec();
    let rows = vec![row("8 threads", [0.5, 0.25, 0.25]), row("64 threads", [1.0, 0.0, 0.0])];
    let stack = Stack { name: "parts".into(), parts, rows };
    for frame in [Frame::DESK, Frame::PHONE] {
        let picture = stack.picture(&frame).unwrap();
        assert_eq!(elements(&picture, "polygon"), 3 + 1);
        assert!(texts(&picture).contains(&"64 threads".to_string()));
    }
    let art = stack.art().unwrap();
    let keys: Vec<_> = art.keys.iter().map(|key| (key.group, key.name.as_str())).collect();
    assert_eq!(keys, [(0, "useful"), (1, "vain"), (2, "waiting")]);
}

#[test]
fn what_has_no_place_on_an_axis_is_left_out() {
    let odd = [(0.0, 1.0), (-1.0, 1.0), (1.0, f64::NAN), (f64::INFINITY, 1.0), (2.0, 3.0)];
    let one = chart(vec![Line::plain("one", Look::Series(0), odd)]);
    assert_eq!(elements(&one.picture(&Frame::PHONE).unwrap(), "circle"), 2, "a point and its key");
    let none = chart(vec![Line::plain("one", Look::Series(0), odd[..4].to_vec())]);
    assert_eq!(elements(&none.picture(&Frame::PHONE).unwrap(), "circle"), 1, "its key alone");
    chart(Vec::new()).art().unwrap();
}

#[test]
fn names_stand_at_the_ends_of_lines_where_there_is_room() {
    let line = |index: usize| {
        let name = format!("line {index}");
        Line::plain(name, Look::Series(index), [(1.0, 1.0), (8.0, 2.0 + index as f64 / 100.0)])
    };
    let place = |picture: &Picture, name: &str| -> f64 {
        let document = Document::parse(picture.alone()).unwrap();
        let words = document.descendants().filter(|node| node.tag_name().name() == "text");
        let mut named = words.filter(|node| node.text().is_some_and(|text| text.trim() == name));
        named.next().unwrap().attribute("x").unwrap().parse().unwrap()
    };
    let few = chart((0..5).map(line).collect()).picture(&Frame::DESK).unwrap();
    let many = chart((0..60).map(line).collect()).picture(&Frame::DESK).unwrap();
    elements(&few, "text");
    elements(&many, "text");
    assert!(place(&few, "line 3") > 700.0 * 4.0, "at the right edge, in quarters of a pixel");
    assert!(place(&many, "line 0") < 100.0 * 4.0, "in the legend");
}

#[test]
fn dots_show_what_is_known() {
    let row = |index: usize| DotRow {
        label: format!("scheme {index} with a name of some length"),
        value: (index != 2).then_some(3.0 + index as f64),
        interval: (index < 2).then_some((2.5 + index as f64, 3.5 + index as f64)),
        look: Look::Series(0),
        best: index == 3,
    };
    let rows = (0..4).map(row).collect();
    let dots = Dots {
        name: "dots".into(),
        x: Axis::linear("gain"),
        rows,
        guide: Some(3.0),
        write: hundredths,
    };
    for frame in [Frame::DESK, Frame::PHONE] {
        let picture = dots.picture(&frame).unwrap();
        assert_eq!(elements(&picture, "circle"), 3);
        let words = texts(&picture);
        assert!(words.contains(&"6.00".into()) && !words.contains(&"5.00".into()), "{words:?}");
    }
    let none = Dots { rows: Vec::new(), guide: None, ..dots };
    assert_eq!(elements(&none.picture(&Frame::DESK).unwrap(), "circle"), 0);
}

#[test]
fn ticks_are_written_as_short_as_they_go() {
    assert_eq!(
        [plain(2.0), plain(0.25), plain(-3.5), plain(-0.0)],
        ["2", "0.25", "\u{2212}3.5", "0"]
    );
    assert_eq!([percent(0.125), percent(1.0)], ["12.5\u{a0}%", "100\u{a0}%"]);
    let shortened = [short(950.0), short(1500.0), short(2e6), short(3.14e9)];
    assert_eq!(shortened, ["950", "1.5\u{a0}k", "2\u{a0}M", "3.1\u{a0}G"]);
}
