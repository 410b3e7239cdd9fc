//! What a search says, as a struct, and who is told.

use std::ffi::{CString, c_char, c_void};
use std::ptr;

use plyglot_search as engine;
use plyglot_wire::{self as wire, object};

use crate::border::types::{Ended, Info, Kind, Line, ListenerFunction};
use crate::failure::c_text;

/// A struct for C with all that it points to.
pub(crate) struct Told {
    info: Box<Info>,
    _lines: Box<[Line]>,
    _pointers: Vec<*const Line>,
    _texts: Texts,
}

// SAFETY: its pointers point to what it owns on the heap, which nothing changes once it is made, and which stays where it is
// when the owner moves: so it may be sent to, read and dropped by any thread, as the boxes themselves may.
unsafe impl Send for Told {}

/// Texts that stay where they are.
#[derive(Default)]
struct Texts(Vec<CString>);

impl Texts {
    fn keep(&mut self, text: &str) -> *const c_char {
        let text = c_text(text);
        // On the heap, where it stays when the list grows.
        let place = text.as_ptr();
        self.0.push(text);
        place
    }
}

impl Told {
    /// From the object of this type.
    pub(crate) fn new(kind: &str, said: &wire::Info) -> Told {
        let mut texts = Texts::default();
        let one = std::slice::from_ref(&said.line);
        let several = said.lines.as_deref().unwrap_or(one);
        // The best line of a result has the score of the position.
        let shown = [one, several.get(1..).unwrap_or_default()].concat();
        let lines: Box<[Line]> = shown.iter().map(|line| of_line(&mut texts, line)).collect();
        let pointers: Vec<*const Line> = lines.iter().map(ptr::from_ref).collect();
        let is_line = said.line.best_move.is_some();
        let effort = &said.effort;
        let info = Info {
            best: pointers[0],
            lines: pointers.as_ptr(),
            line_count: if is_line { pointers.len() } else { 0 },
            ended: said.ended.map_or(Ended::PLYGLOT_RUNNING, ended),
            threads: said.threads.try_into().unwrap_or(u32::MAX),
            nodes: effort.nodes,
            nps: effort.nps,
            time_ms: wire::milliseconds(effort.time),
            hash_bytes: effort.hash_bytes as u64,
            hash_permill: effort.hash_permill,
            seldepth: effort.seldepth.unwrap_or(0),
            json: texts.keep(&object::object(kind, said)),
        };
        Told { info: Box::new(info), _lines: lines, _pointers: pointers, _texts: texts }
    }

    /// The struct, which is there as long as this.
    pub(crate) fn info(&self) -> *const Info {
        ptr::from_ref(&*self.info)
    }
}

fn of_line(texts: &mut Texts, line: &wire::Line) -> Line {
    let score = &line.score;
    Line {
        rank: line.rank.try_into().unwrap_or(u32::MAX),
        depth: line.depth,
        kind: match score.kind {
            wire::Kind::Exact => Kind::PLYGLOT_EXACT,
            wire::Kind::Estimate => Kind::PLYGLOT_ESTIMATE,
            wire::Kind::Lower => Kind::PLYGLOT_LOWER,
            wire::Kind::Upper => Kind::PLYGLOT_UPPER,
        },
        proven: score.proven.into(),
        value: score.value.number(),
        expected: score.expected,
        win_in: score.win_in.unwrap_or(0),
        score: texts.keep(&score.text),
        best_move: line.best_move.as_deref().map_or(ptr::null(), |mv| texts.keep(mv)),
        moves: texts.keep(&line.pv.join(" ")),
    }
}

fn ended(wire::Ended(ended): wire::Ended) -> Ended {
    match ended {
        engine::Ended::Proven => Ended::PLYGLOT_ENDED_PROVEN,
        engine::Ended::Depth => Ended::PLYGLOT_ENDED_DEPTH,
        engine::Ended::Nodes => Ended::PLYGLOT_ENDED_NODES,
        engine::Ended::Time => Ended::PLYGLOT_ENDED_TIME,
        engine::Ended::Stopped => Ended::PLYGLOT_ENDED_STOPPED,
        engine::Ended::GameOver => Ended::PLYGLOT_ENDED_GAME_OVER,
    }
}

/// A function of C that is told what a search finds.
pub(crate) struct Listener {
    function: unsafe extern "C" fn(*mut c_void, *const Info) -> std::ffi::c_int,
    user: *mut c_void,
}

// SAFETY: the pointer is only handed back to the function, which by its contract is called by a thread of the library.
unsafe impl Send for Listener {}

impl Listener {
    pub(crate) fn new(function: ListenerFunction, user: *mut c_void) -> Option<Listener> {
        function.map(|function| Listener { function, user })
    }

    /// Tells it; true if the search is to stop.
    pub(crate) fn call(&self, told: &Told) -> bool {
        // SAFETY: by the contract of `plyglot_search_begin` it is a function of this type that may be called with this
        // pointer until the search has ended; what is told lives until it returns.
        unsafe { (self.function)(self.user, told.info()) != 0 }
    }
}
