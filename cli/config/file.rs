//! The file: where it is, and its lines as words; and the variables of the environment that stand for such lines.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::errors::Failure;

/// The name of the file in the folder of the program.
const NAME: &str = "options";
/// The end of the name of the variable that names the file, in small letters.
const CONFIG: &str = "config";

/// Where an option comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The line of this number, from 1, of the file of this path.
    Line(PathBuf, usize),
    /// The variable of this name.
    Variable(String),
}

/// A line of the file, or a variable.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) origin: Origin,
    /// The command that it is for, word by word; of none for all that have the option.
    pub(super) command: Vec<String>,
    /// The option, as it is typed.
    pub(super) option: Vec<String>,
}

impl Line {
    /// That it is of no use.
    pub(super) fn wrong(&self, message: &str) -> Failure {
        match &self.origin {
            Origin::Line(path, number) => wrong(path, *number, message),
            Origin::Variable(name) => {
                Failure::Usage(format!("the environment variable {name}: {message}"))
            }
        }
    }

    /// As it is typed.
    pub(super) fn text(&self) -> String {
        [&self.command[..], &self.option[..]].concat().join(" ")
    }

    /// The name of the option.
    pub(super) fn name(&self) -> &str {
        let first = self.option[0].trim_start_matches('-');
        first.split_once('=').map_or(first, |(name, _)| name)
    }
}

fn wrong(path: &Path, number: usize, message: &str) -> Failure {
    Failure::File { path: path.display().to_string(), message: format!("line {number}: {message}") }
}

/// Where the file of the program is, whether there is one or not; none where there is to be none.
pub(super) fn path(program: &str) -> Option<PathBuf> {
    let own = prefix(program) + &CONFIG.to_uppercase();
    let said = |name: &str| env::var_os(name).filter(|value: &OsString| !value.is_empty());
    if env::var_os(&own).is_some() {
        return said(&own).map(PathBuf::from);
    }
    let folder = if cfg!(windows) { said("APPDATA") } else { said("XDG_CONFIG_HOME") };
    let folder =
        folder.map(PathBuf::from).or_else(|| Some(Path::new(&said("HOME")?).join(".config")));
    Some(folder?.join(program).join(NAME))
}

/// What the variables of the program begin with.
fn prefix(program: &str) -> String {
    format!("{}_", program.to_uppercase().replace('-', "_"))
}

/// The variables that may stand for an option, `PLYGLOT_HASH=1G` for `--hash=1G`, in the order of their names. Empty ones are
/// not there, nor is that of the file.
pub(super) fn variables(program: &str) -> Vec<Line> {
    let prefix = prefix(program);
    let line = |(name, value): (OsString, OsString)| {
        let (name, value) = (name.into_string().ok()?, value.to_string_lossy().into_owned());
        let option = name.strip_prefix(&prefix)?.to_lowercase().replace('_', "-");
        (!value.is_empty() && option != CONFIG).then(|| Line {
            origin: Origin::Variable(name),
            command: Vec::new(),
            option: vec![format!("--{option}={value}")],
        })
    };
    let mut lines: Vec<_> = env::vars_os().filter_map(line).collect();
    lines.sort_by(|a, b| a.option.cmp(&b.option));
    lines
}

/// Its lines; none if there is no such file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<Line>>, Failure> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => {
            text.map_err(|error| Failure::Unusable { path: path.display().to_string(), error })?
        }
    };
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty() && !line.trim().starts_with('#'));
    lines
        .map(|(line, number)| {
            let (command, option) = words(line).map_err(|error| wrong(path, number, &error))?;
            Ok(Line { origin: Origin::Line(path.into(), number), command, option })
        })
        .collect::<Result<_, _>>()
        .map(Some)
}

fn words(line: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let mut command = shlex::split(line).ok_or("a quotation mark has no end")?;
    let begins = command.iter().position(|word| word.starts_with('-'));
    let begins = begins.ok_or("an option is needed, such as --threads=2")?;
    let option = command.split_off(begins);
    if !option[0].starts_with("--") || option[0].len() == 2 {
        return Err(format!("write {:?} in its long form, such as --threads=2", option[0]));
    }
    if option.len() > 2 || option.len() == 2 && option[0].contains('=') {
        return Err("one option a line".into());
    }
    Ok((command, option))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_option_of_all_commands_or_of_one() {
        let read = |line| {
            let (command, option) = words(line)?;
            let origin = Origin::Line(PathBuf::new(), 3);
            Ok::<_, String>(Line { origin, command, option })
        };
        let line = read("--threads=2").unwrap();
        assert_eq!(
            (line.name(), line.text().as_str(), line.command.len()),
            ("threads", "--threads=2", 0)
        );
        let line = read("bench scaling --most 20").unwrap();
        assert_eq!((line.command.join(" ").as_str(), line.name()), ("bench scaling", "most"));
        assert_eq!(read("match --a 'cmd=x y,depth=3'").unwrap().option[1], "cmd=x y,depth=3");
        for (line, words) in [
            ("threads=2", "an option is needed"),
            ("-j 2", "long form"),
            ("--", "long form"),
            ("--threads=2 --hash=1M", "one option a line"),
            ("--threads '2", "quotation mark"),
        ] {
            assert!(read(line).unwrap_err().contains(words), "{line}");
        }
    }
}
