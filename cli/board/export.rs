//! The board as a folder of files, with the engine within the page.

use std::fs;
use std::path::Path;

use plyglot_serve::board::export;

use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

/// How each module of WebAssembly begins: its name, then version 1.
const BEGINS: &[u8] = b"\0asm\x01\0\0\0";

/// Writes the page around this module.
pub(super) fn run(folder: &Path, module: &Path) -> Result<ExitStatus, Failure> {
    let named = |path: &Path| path.display().to_string();
    let bytes =
        fs::read(module).map_err(|error| Failure::Unusable { path: named(module), error })?;
    if !bytes.starts_with(BEGINS) {
        let message = "this is no module of WebAssembly: --module takes what `.ci/web` builds";
        return Err(Failure::File { path: named(module), message: message.into() });
    }
    fs::create_dir_all(folder).map_err(|error| Failure::Unusable { path: named(folder), error })?;
    let files = export::files(bytes);
    let mut sum = 0;
    for (name, bytes) in &files {
        let path = folder.join(name);
        sum += bytes.len();
        fs::write(&path, bytes)
            .map_err(|error| Failure::NotWritten { path: named(&path), error })?;
    }
    let mut output = Output::new();
    let (count, size) = (files.len(), sum as f64 / f64::from(1 << 20));
    output.line(format_args!(
        "{count} files, {size:.1} MiB, in {}: put the folder on a web server, and open it there",
        folder.display()
    ))?;
    output.flush()?;
    Ok(ExitStatus::Success)
}
