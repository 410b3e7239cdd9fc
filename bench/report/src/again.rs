//! The page of a folder of a report, made anew from the data beside it: pages need not be kept where data are.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{ReportError, ablation, claims, family, scaling};

/// The files that pages are made from; a folder of a report has one of them.
const DATA: [&str; 2] = ["data.json", "claims.json"];

/// Makes the page of every report in this folder and those below it, and returns their folders.
///
/// # Errors
/// If a folder or its data cannot be read, data are not those of a report, or a page cannot be written.
pub fn again(dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let failed = |path: &Path, why: &dyn ToString| {
        let path = path.to_path_buf();
        ReportError::Read { path, why: why.to_string() }
    };
    if let Some(path) = DATA.iter().map(|name| dir.join(name)).find(|path| path.exists()) {
        let bytes = fs::read(&path).map_err(|error| failed(&path, &error))?;
        let data: Value = serde_json::from_slice(&bytes).map_err(|error| failed(&path, &error))?;
        let has = |field| data.get(field).is_some();
        let files = match () {
            () if has("study") => scaling::again(data),
            () if has("claims") => claims::again(data),
            () if has("cells") => family::again(data),
            () if has("rows") => ablation::again(data),
            () => Err("not the data of a report".into()),
        };
        super::write_all(dir, &files.map_err(|why| failed(&path, &why))?)?;
        return Ok(vec![dir.into()]);
    }
    let entries = fs::read_dir(dir).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut below: Vec<PathBuf> = entries
        .map_err(|error| failed(dir, &error))?
        .into_iter()
        .map(|entry| entry.path())
        .collect();
    below.retain(|path| path.is_dir());
    below.sort();
    let made = below.iter().map(|dir| again(dir)).collect::<Result<Vec<_>, _>>()?;
    Ok(made.concat())
}
