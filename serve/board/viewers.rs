//! The pages that search: one search at a time for each, and no more pages than may.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plyglot_open::Stop;
use serde::Deserialize;

/// The longest name of a page.
const LONGEST_NAME: usize = 64;

/// Who asks.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Viewer {
    /// The name that the page has given itself.
    #[serde(rename = "viewer")]
    name: String,
    /// How many questions it has asked, this one counted: they come by several connections, and one that was asked
    /// before another may arrive after it.
    #[serde(default)]
    question: u64,
}

impl Viewer {
    /// Checks that the name is of a length that is worth remembering.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self.name.len() {
            1..=LONGEST_NAME => Ok(()),
            _ => Err(format!("viewer: a name of 1 to {LONGEST_NAME} characters is needed")),
        }
    }
}

/// The pages that search.
pub(crate) struct Viewers {
    most: usize,
    active: Mutex<Active>,
}

#[derive(Default)]
struct Active {
    begun: u64,
    searches: Vec<(u64, Viewer, Stop)>,
}

/// As many search as may.
#[derive(Debug)]
pub(crate) struct Full(pub(crate) usize);

/// What a page may search by; gives its place up when it is dropped.
pub(crate) struct Place<'a> {
    viewers: &'a Viewers,
    /// Of all places that there were.
    pub(crate) number: u64,
    /// Raised when the page asks for something else.
    pub(crate) stop: Stop,
}

impl Viewers {
    pub(crate) fn new(most: usize) -> Viewers {
        Viewers { most, active: Mutex::default() }
    }

    /// A place for this page, whose earlier search is ended. A question that was asked before the one that is searched
    /// is ended at once.
    pub(crate) fn enter(&self, viewer: &Viewer) -> Result<Place<'_>, Full> {
        let mut active = self.active();
        active.begun += 1;
        let (number, stop) = (active.begun, Stop::default());
        let own = |other: &Viewer| other.name == viewer.name;
        let late = |other: &Viewer| own(other) && other.question > viewer.question;
        if active.searches.iter().any(|(_, other, _)| late(other)) {
            stop.raise();
            return Ok(Place { viewers: self, number, stop });
        }
        let earlier = active.searches.extract_if(.., |(_, other, _)| own(other));
        earlier.for_each(|(_, _, stop)| stop.raise());
        if active.searches.len() >= self.most {
            return Err(Full(self.most));
        }
        active.searches.push((number, viewer.clone(), stop.clone()));
        Ok(Place { viewers: self, number, stop })
    }

    /// Ends the searches of all.
    pub(crate) fn end(&self) {
        self.active().searches.iter().for_each(|(_, _, stop)| stop.raise());
    }

    fn active(&self) -> MutexGuard<'_, Active> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.viewers.active().searches.retain(|(number, _, _)| *number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(name: &str, question: u64) -> Viewer {
        Viewer { name: name.into(), question }
    }

    #[test]
    fn a_page_has_one_search_and_pages_have_a_bound() {
        let viewers = Viewers::new(2);
        let first = viewers.enter(&viewer("a", 1)).unwrap();
        let other = viewers.enter(&viewer("b", 1)).unwrap();
        assert!(viewers.enter(&viewer("c", 1)).is_err());
        let second = viewers.enter(&viewer("a", 2)).unwrap();
        assert!(first.stop.is_raised() && !second.stop.is_raised() && !other.stop.is_raised());
        drop(first);
        assert!(viewers.enter(&viewer("c", 1)).is_err());
        drop(other);
        assert!(viewers.enter(&viewer("c", 1)).is_ok());
    }

    #[test]
    fn a_question_that_comes_late_ends_itself() {
        let viewers = Viewers::new(2);
        let second = viewers.enter(&viewer("a", 2)).unwrap();
        let first = viewers.enter(&viewer("a", 1)).unwrap();
        assert!(first.stop.is_raised() && !second.stop.is_raised());
        drop(first);
        let third = viewers.enter(&viewer("a", 3)).unwrap();
        assert!(second.stop.is_raised() && !third.stop.is_raised());
    }
}
