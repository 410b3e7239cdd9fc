//! What commands begin: searches, and what runs beside them.

use std::io::Write;
use std::time::Instant;

use super::Ugi;
use super::aside;
use super::go::{Go, Situation};
use super::options::Settings;
use crate::errors::Failure;
use crate::protocol::conversation::{end_search, report_end};
use crate::protocol::session::Session;
use crate::protocol::work::Work;

impl Ugi {
    /// Begins the search that the words after `go` ask for.
    pub(super) fn go(
        &mut self,
        session: &mut Session,
        text: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let begun = Instant::now();
        let go = Go::of(text);
        for complaint in &go.complaints {
            self.complain(complaint, out)?;
        }
        let position = session.position();
        let mut root_moves = Vec::new();
        for text in &go.moves {
            match position.parse_move(text) {
                Ok(mv) if root_moves.contains(&mv) => {}
                Ok(mv) => root_moves.push(mv),
                Err(error) => self.complain(&format!("go searchmoves: {error}"), out)?,
            }
        }
        // A game that panics when it is asked must not cost the answer.
        let plies_left = position.plies_left().unwrap_or(None);
        let choices = match root_moves.len() {
            0 => position.moves().map_or(0, |moves| moves.len()),
            chosen => chosen,
        };
        let wins_count = position.facts().unit.is_empty();
        let Settings { lines, overhead, analyses, .. } = self.settings;
        let (mover, overhead) = (position.to_move(), self.lag.or(overhead));
        let situation =
            Situation { mover, plies_left, choices, overhead, wins_count, lines, analyses };
        let mut request = go.request(situation);
        request.limits.root_moves = root_moves;
        if go.ponder {
            self.pondered = Some(request.clone());
            (request.limits.time, request.limits.soft_time) = (None, None);
            request.wait_for_stop = true;
        }
        let time = request.limits.time.filter(|_| !request.wait_for_stop);
        self.asked = time.map(|time| (begun, time));
        session.go(request);
        Ok(())
    }

    /// Begins to count lines of moves.
    pub(super) fn perft(
        &mut self,
        session: &mut Session,
        depth: &str,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let depth = match aside::depth(depth) {
            Ok(depth) => depth,
            Err(error) => return self.complain(&error, out),
        };
        end_search(session, self, out)?;
        let (game, at) = (session.game().with(&[])?, session.position().clone());
        let threads = session.config().threads;
        session.work(Work::begin(move |stop, say| {
            aside::perft((&*game, &at), (depth, threads), stop, say);
        })?);
        Ok(())
    }

    /// The move that was pondered on was played: the clock runs from now on.
    pub(super) fn ponder_hit(
        &mut self,
        session: &mut Session,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Some(asked) = self.pondered.take() else {
            return self.complain("ponderhit: no search ponders", out);
        };
        self.asked = asked.limits.time.map(|time| (Instant::now(), time));
        let end = session.ponder_hit(&asked);
        report_end(session, self, end, out)
    }
}
