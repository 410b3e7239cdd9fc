//! Which of the views is meant.

use plyglot_open::Facts;

use crate::analyze::csv::CsvView;
use crate::analyze::json::JsonView;
use crate::analyze::text::TextView;
use crate::analyze::view::SearchView;
use crate::args::Search;

/// The view that was asked for.
pub(crate) fn view<'a>(search: &'a Search, facts: &'a Facts) -> Box<dyn SearchView + 'a> {
    if search.csv {
        Box::new(CsvView::new(search, facts))
    } else if search.json {
        Box::new(JsonView::new(search, facts))
    } else {
        Box::new(TextView::new(search, facts))
    }
}
