//! Searches that are wrong on purpose: mistakes that were printed, or that are easily made, so that it
//! can be shown what they cost and that the tests and the tracer find them. They end as surely as the
//! right ones, with a value that may be wrong.

pub(super) mod guide;
pub(super) mod printed;
pub(super) mod wide;
