//! The option `weights` of a game: which weights its evaluation has.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use plyglot_search::{OptionError, OptionKind, OptionSpec};

use crate::file::{WeightError, WeightFile};

/// How an evaluation is made from a file of weights, and the file that comes with the game: a static variable of
/// the game.
#[derive(Debug)]
pub struct Source<T> {
    built_in: &'static [u8],
    make: fn(&WeightFile) -> Result<T, WeightError>,
    made: OnceLock<T>,
}

impl<T> Source<T> {
    /// With the bytes of the file that comes with the game, empty as long as there is none. `make` is called with
    /// files of any game, and refuses those of others ([`WeightFile::check`]).
    pub const fn new(
        built_in: &'static [u8],
        make: fn(&WeightFile) -> Result<T, WeightError>,
    ) -> Source<T> {
        Source { built_in, make, made: OnceLock::new() }
    }

    /// The evaluation that comes with the game, which is made once.
    #[cold]
    #[inline(never)]
    fn unpacked(&self) -> &T {
        self.made.get_or_init(|| {
            let made = WeightFile::from_bytes(self.built_in).and_then(|file| (self.make)(&file));
            // The file is whole, and its weights are for these features: what may lack is memory.
            made.unwrap_or_else(|error| panic!("{error}"))
        })
    }
}

/// Which weights are used.
#[derive(Debug)]
enum Used<T: 'static> {
    None,
    BuiltIn(&'static Source<T>),
    File(Arc<Read<T>>),
}

/// What was made from a file.
#[derive(Debug)]
struct Read<T> {
    path: String,
    check: u64,
    made: T,
}

/// Which weights an evaluation has: what the option `weights` is set to. Clones share them.
///
/// Those that come with the game are unpacked when they are first looked at, which takes some milliseconds: code that
/// only opens the game, or sets the option to something else, does not wait for them.
#[derive(Debug)]
pub struct Choice<T: 'static> {
    source: Option<&'static Source<T>>,
    used: Used<T>,
}

impl<T> Clone for Choice<T> {
    fn clone(&self) -> Self {
        let used = match &self.used {
            Used::None => Used::None,
            Used::BuiltIn(source) => Used::BuiltIn(source),
            Used::File(read) => Used::File(Arc::clone(read)),
        };
        Choice { source: self.source, used }
    }
}

impl<T> Default for Choice<T> {
    /// [`Choice::absent`].
    fn default() -> Self {
        Choice::absent()
    }
}

impl<T> Choice<T> {
    /// The name of the option.
    pub const OPTION: &'static str = "weights";
    const BUILT_IN: &'static str = "built-in";
    const NONE: &'static str = "none";

    /// The weights that come with the game; without such, none.
    pub const fn of(source: &'static Source<T>) -> Choice<T> {
        let used = if source.built_in.is_empty() { Used::None } else { Used::BuiltIn(source) };
        Choice { source: Some(source), used }
    }

    /// No weights and no option, for a size of the game that has no features.
    pub const fn absent() -> Choice<T> {
        Choice { source: None, used: Used::None }
    }

    /// The trained evaluation, if there is one.
    ///
    /// # Panics
    /// If the weights that come with the game are looked at for the first time, and are damaged or for other
    /// features.
    #[inline(always)]
    pub fn get(&self) -> Option<&T> {
        match &self.used {
            Used::None => None,
            Used::BuiltIn(source) => Some(source.made.get().unwrap_or_else(|| source.unpacked())),
            Used::File(read) => Some(&read.made),
        }
    }

    /// True if there is a trained evaluation, which is not unpacked for that.
    #[inline]
    pub const fn is_some(&self) -> bool {
        !matches!(self.used, Used::None)
    }

    /// Unpacks the weights, if that is not done yet. Called in [`plyglot_search::Knowledge::for_workers`], it is done
    /// before the clock of the first search runs.
    ///
    /// # Panics
    /// See [`Choice::get`].
    pub fn make_ready(&self) {
        self.get();
    }

    /// The option, set as it is: for [`plyglot_search::Knowledge::options`].
    pub fn options(&self) -> Vec<OptionSpec> {
        let Some(source) = self.source else {
            return Vec::new();
        };
        let (built_in, default) = match source.built_in {
            [] => ("", Self::NONE),
            _ => ("built-in, ", Self::BUILT_IN),
        };
        let words = [Self::BUILT_IN, Self::NONE].map(String::from).into_iter();
        let words = words.skip(usize::from(source.built_in.is_empty())).collect();
        let value = match &self.used {
            Used::None => Self::NONE,
            Used::BuiltIn(_) => Self::BUILT_IN,
            Used::File(read) => &read.path,
        };
        vec![OptionSpec {
            name: Self::OPTION.into(),
            about: format!(
                "trained weights: {built_in}a file that the command `train` wrote, or none for the \
                 hand-made evaluation"
            ),
            kind: OptionKind::File(words),
            default: default.into(),
            value: value.into(),
        }]
    }

    /// Sets the option to `built-in`, `none`, or a file: for [`plyglot_search::Knowledge::set_option`].
    ///
    /// # Errors
    /// If it has another name, or if the file cannot be used; the weights stay those from before.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        OptionSpec::check(&self.options(), name, value)?;
        let Some(source) = self.source else {
            return Ok(());
        };
        let unusable =
            |message: String| OptionError::Unusable { name: Self::OPTION.into(), message };
        self.used = match value {
            Self::BUILT_IN if source.built_in.is_empty() => {
                return Err(unusable("built-in: no weights come with this game".into()));
            }
            Self::BUILT_IN => Used::BuiltIn(source),
            Self::NONE => Used::None,
            path => {
                let read = |bytes: Vec<u8>| {
                    let made = (source.make)(&WeightFile::from_bytes(&bytes)?)?;
                    Ok(Read { path: path.into(), check: WeightFile::check_of(&bytes), made })
                };
                let read = WeightFile::bytes_at(Path::new(path)).and_then(read);
                Used::File(Arc::new(read.map_err(|error| unusable(format!("{path}: {error}")))?))
            }
        };
        Ok(())
    }

    /// A number that is another for other weights, 0 without any: for [`plyglot_search::Knowledge::fingerprint`].
    /// It is the check of their file, wherever that is, and nothing is unpacked for it.
    pub fn fingerprint(&self) -> u64 {
        match &self.used {
            Used::None => 0,
            Used::BuiltIn(source) => WeightFile::check_of(source.built_in),
            Used::File(read) => read.check,
        }
    }
}
