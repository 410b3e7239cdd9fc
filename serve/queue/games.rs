//! Opened games, so that a query does not open its game anew.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Open};

/// How many opened games are remembered.
const MOST: usize = 32;

/// The longest name with options that is, in bytes: what anyone may ask for is not kept whatever its length.
const LONGEST: usize = 1 << 10;

/// The games of a catalogue, those last asked for opened already.
pub struct Games<'a> {
    catalogue: &'a Catalogue,
    /// The one asked for last comes last.
    opened: Mutex<Vec<Opened>>,
}

struct Opened {
    spec: String,
    set: Vec<(String, String)>,
    game: Arc<dyn Open>,
}

impl<'a> Games<'a> {
    /// The games of a catalogue.
    pub fn new(catalogue: &'a Catalogue) -> Games<'a> {
        Games { catalogue, opened: Mutex::new(Vec::new()) }
    }

    /// The catalogue.
    pub fn catalogue(&self) -> &'a Catalogue {
        self.catalogue
    }

    /// The game of this name and size with these options set, names before values.
    ///
    /// # Errors
    /// As [`Catalogue::open`] and [`Open::with`].
    pub fn open(&self, spec: &str, set: &[(String, String)]) -> Result<Arc<dyn Open>, DoorError> {
        let mut opened = self.opened();
        if let Some(place) = opened.iter().position(|known| known.spec == spec && known.set == set)
        {
            let known = opened.remove(place);
            let game = Arc::clone(&known.game);
            opened.push(known);
            return Ok(game);
        }
        // Opening runs the game's code: nothing else waits for that.
        drop(opened);
        let game = self.catalogue.open(spec)?;
        let pairs: Vec<_> = set.iter().map(|(name, value)| (&**name, &**value)).collect();
        let game = if pairs.is_empty() { game } else { game.with(&pairs)? };
        let game: Arc<dyn Open> = game.into();
        let length = set.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
        if spec.len() + length > LONGEST {
            return Ok(game);
        }
        let mut opened = self.opened();
        if opened.len() >= MOST {
            opened.remove(0);
        }
        opened.push(Opened { spec: spec.into(), set: set.to_vec(), game: Arc::clone(&game) });
        Ok(game)
    }

    fn opened(&self) -> MutexGuard<'_, Vec<Opened>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
