//! Claims as CSV: a line for each figure.

use std::io::Write;

use serde::Serialize;

use super::{Agrees, Checked};

#[derive(Serialize)]
struct Record<'a> {
    claim: &'a str,
    verdict: &'a str,
    trees_of: &'a str,
    trees: usize,
    quantity: &'a str,
    method: &'a str,
    base: Option<&'a str>,
    found: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    expected_low: Option<f64>,
    expected_high: Option<f64>,
    agrees: Option<Agrees>,
}

/// Writes claims as CSV with a head, a line for each figure that was looked at.
///
/// # Errors
/// Those of the writer.
pub fn write_claims(checked: &[Checked], out: impl Write) -> csv::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    for Checked { claim, verdict, evidence, .. } in checked {
        for part in evidence {
            out.serialize(Record {
                claim: claim.name,
                verdict: verdict.text(),
                trees_of: &part.on,
                trees: part.trees,
                quantity: part.quantity.text(),
                method: &part.method,
                base: part.base.as_deref(),
                found: part.found.map(|found| found.value),
                low: part.found.map(|found| found.low),
                high: part.found.map(|found| found.high),
                expected_low: part.expected.map(|range| range.low),
                expected_high: part.expected.map(|range| range.high),
                agrees: part.agrees,
            })?;
        }
    }
    Ok(out.flush()?)
}
