//! The two ends of a conversation within the process.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use plyglot::catalogue::builtin;

/// Given at once, up to a last part that comes a little later: what was asked may be answered before it ends.
struct Input {
    first: io::Cursor<Vec<u8>>,
    pause: Option<Duration>,
    last: io::Cursor<Vec<u8>>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.first.read(buffer)? {
            0 => {
                self.pause.take().into_iter().for_each(thread::sleep);
                self.last.read(buffer)
            }
            read => Ok(read),
        }
    }
}

/// What was written so far.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that the program reads in `bytes`.
pub fn lines(bytes: &[u8]) -> Vec<String> {
    bytes.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).trim().to_owned()).collect()
}

/// The answers of a protocol to `bytes`, and after a while to `last`.
pub fn answers(arguments: &str, bytes: &[u8], pause: Duration, last: &str) -> Vec<String> {
    let (first, last) = (io::Cursor::new(bytes.to_vec()), io::Cursor::new(format!("\n{last}").into()));
    let written = Written::default();
    let words = ["plyglot"].into_iter().chain(arguments.split(' ')).map(Into::into);
    let input = Input { first, pause: Some(pause), last };
    let code = plyglot::speak(&builtin(), words, input, written.clone());
    assert_eq!(code, 0);
    let text = written.0.lock().expect("no thread panics with it").clone();
    let text = String::from_utf8(text).expect("what is written is UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "half a line: {text}");
    text.lines().map(str::to_owned).collect()
}
