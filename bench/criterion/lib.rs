//! What the smallest pieces cost, measured by Criterion: see `benches/`. There is nothing to call here.
