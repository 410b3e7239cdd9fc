//! How a value of the package is made: from its fields by their names, so that no two can change places.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A value of the package from its fields by name: `value!(py, "Outcome" { winner, margin: 3 })`.
macro_rules! value {
    ($py:expr, $class:literal { $($name:ident $(: $field:expr)?),* $(,)? }) => {{
        let fields = pyo3::types::PyDict::new($py);
        $(fields.set_item(stringify!($name).trim_start_matches("r#"), $crate::values::value!(@ $name $($field)?))?;)*
        $crate::values::made($py, $class, &fields)
    }};
    (@ $name:ident $field:expr) => { $field };
    (@ $name:ident) => { $name };
}
pub(crate) use value;

/// A value of a class of the package.
pub(crate) fn made<'py>(
    py: Python<'py>,
    class: &str,
    fields: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("plyglot._values")?.getattr(class)?.call((), Some(fields))
}
