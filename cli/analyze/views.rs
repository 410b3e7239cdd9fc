//! Which of the views is meant.

use plyglot_open::Facts;

use crate::analyze::objects::ObjectView;
use crate::analyze::text::TextView;
use crate::analyze::view::SearchView;
use crate::args::Search;
use crate::output::study::OutputFormat;

/// The view that was asked for.
pub(crate) fn view<'a>(search: &'a Search, facts: &'a Facts) -> Box<dyn SearchView + 'a> {
    match search.format {
        OutputFormat::Text => Box::new(TextView::new(search, facts)),
        OutputFormat::Json | OutputFormat::Csv => Box::new(ObjectView::new(search, facts)),
    }
}
