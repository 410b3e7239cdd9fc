//! The option `weights` of a game: which weights its evaluation has.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use plyglot_search::{OptionError, OptionKind, OptionSpec};

use crate::file::{WeightError, WeightFile};

/// Where an evaluation that comes with a game is kept once it was made.
pub type Shared<T> = OnceLock<Arc<T>>;

/// An evaluation that is made from a file of weights.
pub trait FromWeights: Sized + 'static {
    /// The file of the weights that come with the game, whose header says how they were made; empty as long as
    /// there are none.
    const BUILT_IN: &'static [u8];

    /// Makes it; the file is of any game until it was checked ([`WeightFile::check`]).
    ///
    /// # Errors
    /// If the weights are for something else.
    fn from_weights(file: &WeightFile) -> Result<Self, WeightError>;

    /// Where the one that comes with the game is kept: a static variable.
    fn shared() -> &'static Shared<Self>;

    /// [`WeightFile::fingerprint`] of what it was made from.
    fn fingerprint(&self) -> u64;
}

/// Which weights an evaluation has: what the option `weights` is set to. Clones share them.
///
/// Those that come with the game are unpacked when they are first looked at, which takes some milliseconds: who only
/// opens the game, or sets the option to something else, does not wait for them.
#[derive(Debug)]
pub struct Choice<T> {
    trained: OnceLock<Option<Arc<T>>>,
    value: String,
}

impl<T> Clone for Choice<T> {
    fn clone(&self) -> Self {
        Choice { trained: self.trained.clone(), value: self.value.clone() }
    }
}

impl<T> Choice<T> {
    /// The name of the option.
    pub const OPTION: &'static str = "weights";
    const BUILT_IN: &'static str = "built-in";
    const NONE: &'static str = "none";

    /// No weights: the evaluation that was written by hand.
    pub fn none() -> Choice<T> {
        Choice { trained: OnceLock::from(None), value: Self::NONE.into() }
    }

    /// True if there are weights.
    #[inline]
    pub fn is_some(&self) -> bool {
        // Those that are not unpacked yet come with the game.
        self.trained.get().is_none_or(Option::is_some)
    }
}

impl<T: FromWeights> Choice<T> {
    /// The trained evaluation, if there is one.
    ///
    /// # Panics
    /// See [`Choice::built_in`].
    #[inline(always)]
    pub fn get(&self) -> Option<&T> {
        self.trained.get_or_init(Self::unpacked).as_deref()
    }

    /// Unpacks the weights, if that is not done yet: for who makes an engine, before the clock of a search runs.
    ///
    /// # Panics
    /// See [`Choice::built_in`].
    pub fn make_ready(&self) {
        self.get();
    }

    /// The option, set as it is.
    pub fn option(&self) -> OptionSpec {
        let (built_in, default) = match T::BUILT_IN {
            [] => ("", Self::NONE),
            _ => ("built-in, ", Self::BUILT_IN),
        };
        OptionSpec {
            name: Self::OPTION.into(),
            about: format!(
                "trained weights: {built_in}a file that `plyglot train` wrote, or none for the \
                 hand-made evaluation"
            ),
            kind: OptionKind::Text,
            default: default.into(),
            value: self.value.clone(),
        }
    }

    /// A number that is another for other weights; see [`plyglot_search::Knowledge::fingerprint`]. Nothing is
    /// unpacked for it.
    pub fn fingerprint(&self) -> u64 {
        match self.value.as_str() {
            Self::BUILT_IN => WeightFile::check_of(T::BUILT_IN),
            _ => self.get().map_or(0, T::fingerprint),
        }
    }

    /// The weights that come with the game, which are unpacked once, when they are first looked at; without such,
    /// none. It is then that this panics if they are damaged, or for other features than those of the game.
    pub fn built_in() -> Choice<T> {
        if T::BUILT_IN.is_empty() {
            return Choice::none();
        }
        Choice { trained: OnceLock::new(), value: Self::BUILT_IN.into() }
    }

    /// The evaluation that comes with the game.
    #[cold]
    #[inline(never)]
    fn unpacked() -> Option<Arc<T>> {
        let trained = || {
            let file = WeightFile::from_bytes(T::BUILT_IN).expect("the file is whole");
            Arc::new(T::from_weights(&file).expect("its weights are for these features"))
        };
        Some(Arc::clone(T::shared().get_or_init(trained)))
    }

    /// Sets the option: to `built-in`, `none`, or a file.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn set(&mut self, value: &str) -> Result<(), OptionError> {
        *self = match value {
            Self::BUILT_IN if T::BUILT_IN.is_empty() => {
                let message = "built-in: no weights come with this game".into();
                return Err(OptionError::Unusable { name: Self::OPTION.into(), message });
            }
            Self::BUILT_IN => Choice::built_in(),
            Self::NONE => Choice::none(),
            path => {
                let unusable = |error| OptionError::Unusable {
                    name: Self::OPTION.into(),
                    message: format!("{path}: {error}"),
                };
                let file = WeightFile::read(Path::new(path)).map_err(unusable)?;
                let trained = Some(Arc::new(T::from_weights(&file).map_err(unusable)?));
                Choice { trained: OnceLock::from(trained), value: path.into() }
            }
        };
        Ok(())
    }
}
