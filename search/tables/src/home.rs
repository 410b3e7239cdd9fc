//! Where tables lie that were put nowhere else: [`default_folder`].

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What stands for [`default_folder`] where a folder of tables is asked for.
pub const DEFAULT: &str = "default";

/// The folder of the tables of a game, whether it is there or not: `plyglot/tables/GAME` in the place of the user's data,
/// which is `XDG_DATA_HOME`, else `.local/share` in `HOME`, on Windows `LOCALAPPDATA`. `None` where the system names
/// neither.
pub fn default_folder(game: &str) -> Option<PathBuf> {
    folder_of(game, cfg!(windows), |name| env::var_os(name))
}

fn folder_of(
    game: &str,
    is_windows: bool,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    let said = |name| variable(name).filter(|value| !value.is_empty());
    let data = said(if is_windows { "LOCALAPPDATA" } else { "XDG_DATA_HOME" }).map(PathBuf::from);
    let data = data.or_else(|| Some(Path::new(&said("HOME")?).join(".local/share")));
    // A colon is in no name of a file on Windows.
    Some(data?.join("plyglot").join("tables").join(game.replace(':', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_a_folder_among_the_data_of_its_user() {
        let of = |is_windows: bool, variables: &[(&str, &str)]| {
            folder_of("connect4:5x5", is_windows, |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        let (home, data) = (("HOME", "/home/ann"), ("XDG_DATA_HOME", "/data"));
        let in_home = Some("/home/ann/.local/share/plyglot/tables/connect4-5x5".into());
        assert_eq!(of(false, &[home]), in_home);
        let in_data = Some("/data/plyglot/tables/connect4-5x5".into());
        assert_eq!(of(false, &[data, home]), in_data);
        assert_eq!(of(false, &[("XDG_DATA_HOME", ""), home]), in_home, "an empty one is none");
        let windows = of(true, &[("LOCALAPPDATA", "L"), data]);
        assert!(windows.is_some_and(|path| path.starts_with("L")));
        assert_eq!(of(false, &[]), None);
    }
}
