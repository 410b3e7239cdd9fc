//! Numbers and times as people read them.

use std::time::Duration;

use anstream::adapter::strip_str;

/// A number with a comma before each group of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A large number in three or four digits and a unit: `12.3 M`.
pub(crate) fn short(number: u64) -> String {
    let number = number as f64;
    match number {
        0.0..1e4 => format!("{number}"),
        1e4..999_950.0 => format!("{:.1} k", number / 1e3),
        999_950.0..999_950_000.0 => format!("{:.1} M", number / 1e6),
        _ => format!("{:.1} G", number / 1e9),
    }
}

/// A time in the unit that suits it.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1e-3 {
        format!("{:.1} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 120.0 {
        format!("{seconds:.2} s")
    } else if seconds < 7200.0 {
        format!("{} min {:02} s", seconds as u64 / 60, seconds as u64 % 60)
    } else {
        format!("{} h {:02} min", seconds as u64 / 3600, seconds as u64 / 60 % 60)
    }
}

/// A time in at most eight characters, for columns.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => self::time(time),
        100..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// A size in bytes, in the unit that suits it.
pub(crate) fn bytes(bytes: usize) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < units.len() {
        size /= 1024.0;
        unit += 1;
    }
    if size.fract() == 0.0 {
        format!("{size} {}", units[unit])
    } else {
        format!("{size:.1} {}", units[unit])
    }
}

/// One thing or several: `1 position`, `2 positions`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number as u64))
}

/// How many columns a text takes: its colours take none.
pub(crate) fn columns(text: &str) -> usize {
    if text.contains('\x1b') {
        strip_str(text).map(|part| part.chars().count()).sum()
    } else {
        text.chars().count()
    }
}

/// A text cut at its spaces into lines of at most `width` columns, where its words allow that.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// A text in a column of its own, which begins at `indent`, behind a name; in lines of at most `width` columns.
pub(crate) fn entry(indent: usize, name: &str, text: &str, width: usize) -> String {
    let line_break = format!("\n{:indent$}", "");
    let text = wrapped(text, width.saturating_sub(indent)).join(&line_break);
    format!("{name:indent$}{text}")
}

/// Commands, each with what it does, if that is said, in a column beside those that leave it room, and else below.
pub(crate) fn examples(commands: &[(&str, &str)], width: usize) -> Vec<String> {
    let mut beside: Vec<(usize, usize)> = commands
        .iter()
        .filter(|(_, what)| !what.is_empty())
        .map(|(command, what)| (columns(command), columns(what)))
        .collect();
    beside.sort_unstable();
    let widest = |of: &[(usize, usize)]| of.iter().map(|&(_, what)| what).max().unwrap_or(0);
    while let Some(&(longest, _)) = beside.last()
        && longest + widest(&beside) + 5 > width
    {
        beside.pop();
    }
    let longest = beside.last().map_or(0, |&(longest, _)| longest);
    let mut lines = Vec::new();
    for (command, what) in commands {
        if !what.is_empty() && columns(command) <= longest {
            lines.push(format!("  {command:longest$}   {what}"));
            continue;
        }
        // Where it fits, it need not keep the room of the lines that would go on below it.
        let room = (columns(command) + 2 > width).then(|| width.saturating_sub(6));
        let folded = self::command(command, room);
        lines.push(format!("  {}", folded.replace('\n', "\n      ")));
        let below = wrapped(what, width.saturating_sub(6));
        lines.extend(below.into_iter().map(|line| format!("      {line}")));
    }
    lines
}

/// A text whose lines are folded at their spaces where they are longer than `width`. What goes on stays in the column
/// in which the line begins, or, behind a label (a word with two spaces or more behind it), in that of its text.
pub(crate) fn folded(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.into() };
    let fold = |line: &str| -> String {
        if columns(line) <= width {
            return line.into();
        }
        let text = line.trim_start();
        let begin = line.len() - text.len();
        let label = text.find("  ").map_or("", |end| &text[..end]);
        let is_label = !label.is_empty() && !label.contains(' ');
        let behind = &line[begin + label.len()..];
        let gap = behind.len() - behind.trim_start().len();
        let end = begin + if is_label { label.len() + gap } else { 0 };
        let indent = columns(&line[..end]);
        // A label that leaves its text no room is a word like others.
        let (end, indent) = if indent * 2 > width { (begin, begin) } else { (end, indent) };
        let lines = wrapped(&line[end..], width.saturating_sub(indent));
        line[..end].to_owned() + &lines.join(&format!("\n{}", " ".repeat(indent)))
    };
    text.split('\n').map(fold).collect::<Vec<_>>().join("\n")
}

/// A command of a shell, cut like [`wrapped`] so that it can still be copied: a shell goes on behind a backslash,
/// also between quotes.
pub(crate) fn command(text: &str, width: Option<usize>) -> String {
    match width {
        Some(width) if columns(text) > width => wrapped(text, width - 2).join(" \\\n"),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(24_571_284), "24,571,284");
    }

    #[test]
    fn units_follow_the_size() {
        assert_eq!(short(999), "999");
        assert_eq!(short(12_345), "12.3 k");
        assert_eq!(short(12_345_678), "12.3 M");
        assert_eq!(time(Duration::from_nanos(5_500)), "5.5 µs");
        assert_eq!(time(Duration::from_millis(1_234)), "1.23 s");
        assert_eq!(time(Duration::from_secs(125)), "2 min 05 s");
        assert_eq!(clock(Duration::from_millis(99_994)), "99.99 s");
        assert_eq!(clock(Duration::from_secs(125)), "2:05");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
        assert_eq!(short(999_960), "1.0 M");
        assert_eq!(bytes(64 << 20), "64 MiB");
        assert_eq!(bytes(3 << 19), "1.5 MiB");
        assert_eq!(count(1, "line"), "1 line");
        assert_eq!(count(0, "line"), "0 lines");
    }

    #[test]
    fn long_texts_are_cut_at_spaces() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("indivisible", 3), ["indivisible"]);
        assert!(wrapped("", 3).is_empty());
    }

    #[test]
    fn lines_are_folded_behind_their_labels() {
        let text = "a b  c\nvalue    one two three four\nmore words than there is room for";
        assert_eq!(folded(text, None), text);
        let narrow =
            "a b  c\nvalue    one two three\n         four\nmore words than there\nis room for";
        assert_eq!(folded(text, Some(22)), narrow);
        assert_eq!(folded("  one two three", Some(10)), "  one two\n  three");
        let label = "  label  one two three";
        assert_eq!(folded(label, Some(18)), "  label  one two\n         three");
        assert_eq!(folded(label, Some(12)), "  label one\n  two three", "no room for a label");
    }

    #[test]
    fn colours_take_no_room() {
        let red = "\x1b[31mred\x1b[0m";
        assert_eq!(columns(red), 3);
        assert_eq!(folded(&format!("{red} {red} {red}"), Some(7)), format!("{red} {red}\n{red}"));
    }

    #[test]
    fn a_folded_command_is_still_one() {
        let text = "program \"a b c\" --option";
        assert_eq!(command(text, None), text);
        let folded = command(text, Some(14));
        assert_eq!(folded, "program \"a b \\\nc\" --option");
        let words = shlex::split(text);
        assert_eq!(shlex::split(&folded), words);
    }
}
