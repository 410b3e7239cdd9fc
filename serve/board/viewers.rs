//! The pages that search: one search at a time for each, and no more pages than may.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plyglot_open::Stop;

/// The pages that search.
pub(crate) struct Viewers {
    most: usize,
    active: Mutex<Active>,
}

#[derive(Default)]
struct Active {
    begun: u64,
    searches: Vec<(u64, String, Stop)>,
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

    /// A place for this page, whose earlier search is ended.
    pub(crate) fn enter(&self, viewer: &str) -> Result<Place<'_>, Full> {
        let mut active = self.active();
        let own = |(_, name, _): &mut (u64, String, Stop)| name == viewer;
        active.searches.extract_if(.., own).for_each(|(_, _, stop)| stop.raise());
        if active.searches.len() >= self.most {
            return Err(Full(self.most));
        }
        active.begun += 1;
        let (number, stop) = (active.begun, Stop::default());
        active.searches.push((number, viewer.into(), stop.clone()));
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

    #[test]
    fn a_page_has_one_search_and_pages_have_a_bound() {
        let viewers = Viewers::new(2);
        let first = viewers.enter("a").unwrap();
        let other = viewers.enter("b").unwrap();
        assert!(viewers.enter("c").is_err());
        let second = viewers.enter("a").unwrap();
        assert!(first.stop.is_raised() && !second.stop.is_raised() && !other.stop.is_raised());
        drop(first);
        assert!(viewers.enter("c").is_err());
        drop(other);
        assert!(viewers.enter("c").is_ok());
    }
}
