//! The page as files for any web server: the board's own, with the engine within the page as a module of WebAssembly.
//!
//! All that differs from the page of [`Board`](crate::board::Board) is in `page/web`: how the engine is reached, what the
//! module asks of a system, and what keeps the page without a network. The page itself gets a policy by which it loads
//! nothing from elsewhere, as the server's answers have it.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::board::assets;

/// The module's name in the folder.
pub const MODULE: &str = "plyglot.wasm";

/// What the page may do: the module is compiled, and nothing is loaded from elsewhere.
const HEAD: &str = r#"<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="manifest" href="app.webmanifest">"#;

/// What a page of its own does not load: the engine for pages of others, as a package of npm.
const PACKAGE: [(&str, &str); 2] = [
    ("plyglot.d.ts", include_str!("page/web/plyglot.d.ts")),
    ("package.json", include_str!("page/web/package.json")),
];

const OWN: [(&str, &str); 8] = [
    ("transport.js", include_str!("page/web/transport.js")),
    ("plyglot.js", include_str!("page/web/plyglot.js")),
    ("alone.js", include_str!("page/web/alone.js")),
    ("engine.js", include_str!("page/web/engine.js")),
    ("reading.js", include_str!("page/web/reading.js")),
    ("shelf.js", include_str!("page/web/shelf.js")),
    ("isolate.js", include_str!("page/web/isolate.js")),
    ("app.webmanifest", include_str!("page/web/app.webmanifest")),
];

/// The files of a page around this module, by their names; `index.html` is the page.
pub fn files(module: Vec<u8>) -> Vec<(&'static str, Cow<'static, [u8]>)> {
    let shared = assets::all().filter(|(name, _)| OWN.iter().all(|(own, _)| own != name));
    let shared = shared.map(|(name, text)| match name {
        "board.html" => ("index.html", Cow::Owned(index(text).into_bytes())),
        name => (name, text.as_bytes().into()),
    });
    let own = OWN.iter().map(|(name, text)| (*name, text.as_bytes().into()));
    let mut files: Vec<_> = shared.chain(own).collect();
    files.push((MODULE, module.into()));
    files.push(("files.js", kept(&files).into_bytes().into()));
    for (name, text) in PACKAGE {
        let text = text.replace("VERSION", env!("CARGO_PKG_VERSION"));
        files.push((name, text.into_bytes().into()));
    }
    files
}

fn index(page: &str) -> String {
    page.replacen("<meta charset=\"utf-8\">", HEAD, 1)
}

/// What is kept for a page without a network: its files, and a version that changes with any of them.
fn kept(files: &[(&'static str, Cow<'static, [u8]>)]) -> String {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let names: Vec<&str> = [""].into_iter().chain(files.iter().map(|(name, _)| *name)).collect();
    let names = names.into_iter().map(|name| format!("'./{name}'")).collect::<Vec<_>>().join(", ");
    format!("self.VERSION = '{:016x}';\nself.FILES = [{names}];\n", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_all_that_it_names_and_its_version_changes_with_the_module() {
        let files = super::files(b"module".to_vec());
        let find = |wanted: &str| {
            let (_, bytes) = files.iter().find(|(name, _)| *name == wanted).expect("it is there");
            String::from_utf8(bytes.to_vec()).expect("text")
        };
        let index = find("index.html");
        assert!(index.contains("wasm-unsafe-eval") && index.contains("app.webmanifest"));
        for part in index.split(['"']).filter(|part| part.ends_with(".js")) {
            assert!(find(part).len() > 10, "{part}");
        }
        assert!(find("transport.js").contains("plyglot.wasm"), "the engine is within the page");
        let kept = find("files.js");
        let loaded =
            files.iter().filter(|(name, _)| PACKAGE.iter().all(|(other, _)| other != name));
        for (name, _) in loaded.filter(|(name, _)| *name != "files.js") {
            assert!(kept.contains(&format!("'./{name}'")), "{name}: {kept}");
        }
        let other = super::files(b"another".to_vec());
        let other = other.iter().find(|(name, _)| *name == "files.js").expect("it is there");
        assert_ne!(other.1, kept.as_bytes());
    }
}
