//! UGI about every game, and NBoard: whatever is said, every search and every ping is answered once, and the
//! conversation ends with its input. The first byte says which game, the second how long the last search may take.
#![no_main]

mod ends;

use std::time::Duration;

use libfuzzer_sys::fuzz_target;

const CONVERSATIONS: [&str; 14] = [
    "nboard",
    "ugi othello",
    "ugi othello:6",
    "ugi connect4",
    "ugi connect4:6x5",
    "ugi tictactoe",
    "ugi tictactoe:5,5,4",
    "ugi kalah",
    "ugi kalah:4,2,empty",
    "ugi breakthrough:5x5",
    "ugi domineering:5x6",
    "ugi dots-and-boxes:3x3",
    "ugi hex:5",
    "ugi draughts",
];

/// True of a line that may ask for many threads or a large table: those are granted, and take long.
fn is_costly(line: &str) -> bool {
    let (line, digits) = (line.to_lowercase(), |c: char| !c.is_ascii_digit());
    let names_one = ["threads", "hash"].iter().any(|name| line.contains(name));
    names_one && line.split(digits).any(|number| number.len() > 1)
}

fn words(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

fuzz_target!(|data: &[u8]| {
    let [which, pause, bytes @ ..] = data else { return };
    let said = ends::lines(bytes);
    if bytes.len() > 4096 || said.iter().any(|line| is_costly(line)) {
        return;
    }
    let conversation = CONVERSATIONS[usize::from(*which) % CONVERSATIONS.len()];
    let arguments = format!("{conversation} --threads 2 --hash 1M");
    let heard = ends::answers(&arguments, bytes, Duration::from_millis(u64::from(pause % 8)), "");
    let until_quit = || said.iter().map(|line| words(line)).take_while(|(word, _)| *word != "quit");
    let asked = |name: &str| until_quit().filter(|(word, _)| *word == name).count();
    let answered = |name: &str| heard.iter().filter(|line| words(line).0 == name).count();
    if conversation == "nboard" {
        let pings = until_quit().filter(|(word, rest)| *word == "ping" && rest.trim().parse::<i64>().is_ok());
        assert_eq!((answered("==="), answered("pong")), (asked("go"), pings.count()), "{said:?}: {heard:?}");
    } else {
        let counts = (answered("bestmove"), answered("readyok"), answered("ugiok"));
        assert_eq!(counts, (asked("go"), asked("isready"), asked("ugi")), "{said:?}: {heard:?}");
    }
});
