//! Tables of endgames over what a game knows: [`Tabled`].
//!
//! Every game behind the door takes a folder of tables by the option `tables`. What they hold of a position is then
//! proven without search ([`Knowledge::bounds`]), wins and losses with their distance, so that a search leaves such a
//! position at once, and the best move at the root is the one that wins soonest or loses latest. Where a rule that the
//! tables do not know may draw the game before ([`Endings::plies_to_draw`]), a win is held to be one or a draw.
//!
//! The folder `default` is that of the user's data ([`plyglot_tables::default_folder`]); the option then names it, or is
//! `none` where it has no tables of the game.
//!
//! Cost: without tables a test for each question for bounds; with them a look-up for each, and nothing where a game has
//! no classes of this many pieces.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use plyglot_search::endings::Endings;
use plyglot_search::{
    Bounds, Describe, Knowledge, Layer, Layered, Meaning, OptionError, OptionKind, OptionSpec,
    Repetition, Score, Window,
};
use plyglot_tables::{
    Content, DEFAULT, FolderError, Table, TableError, Tables, default_folder, has_tables,
};

use crate::numbered::{Numbered, OfClass, rules_from};

/// What a game knows, with the option of tables.
pub(crate) type Tabled<G, K> = Layered<Endgames<G>, K>;

/// The name of the option.
const OPTION: &str = "tables";
const NONE: &str = "none";
/// How much of the tables of an engine is in memory at most, in bytes.
const CACHE: usize = 1 << 30;

/// Which tables there are, if any.
#[derive(Clone)]
pub(crate) struct Endgames<G> {
    of: Arc<Board<G>>,
    used: Option<Used<G>>,
}

/// What tables of a game are made for.
struct Board<G> {
    game: String,
    start: G,
}

/// Tables that are used, with the count of one worker.
struct Used<G> {
    loaded: Arc<Loaded<G>>,
    hits: u64,
}

impl<G> Clone for Used<G> {
    fn clone(&self) -> Self {
        Used { loaded: Arc::clone(&self.loaded), hits: 0 }
    }
}

/// Tables that were opened.
struct Loaded<G> {
    /// What the option was set to.
    value: String,
    endings: Option<Arc<dyn Endings<G>>>,
    /// Those of the game's classes, each at the place of its class.
    classes: Vec<Option<Table>>,
    /// Those of all that a position leads to.
    whole: Vec<Table>,
    check: u64,
}

impl<G> fmt::Debug for Endgames<G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.used.as_ref().map(|used| &used.loaded.value);
        out.debug_struct("Endgames").field("game", &self.of.game).field("used", &value).finish()
    }
}

/// What a game knows, without tables as yet.
pub(crate) fn tabled<G: Describe, K>(game: &str, start: &G, inner: K) -> Tabled<G, K> {
    let of = Arc::new(Board { game: game.into(), start: start.clone() });
    Layered { layer: Endgames { of, used: None }, inner }
}

impl<G: Describe> Endgames<G> {
    /// Opens the tables of a folder.
    fn opened<K: Knowledge<G>>(&self, inner: &K, folder: &str) -> Result<Used<G>, OptionError> {
        let unusable = |message: String| OptionError::Unusable { name: OPTION.into(), message };
        let start = &self.of.start;
        if start.can_repeat() && start.repetition() != Repetition::Draw {
            let message = "in this game a position that comes back is not drawn, and tables hold for a draw alone";
            return Err(unusable(message.into()));
        }
        let endings = start.endings();
        let classes = endings.as_ref().map_or(0, |endings| endings.classes().len());
        let mut loaded = Loaded {
            value: folder.into(),
            endings,
            classes: (0..classes).map(|_| None).collect(),
            whole: Vec::new(),
            check: 0,
        };
        let path = Path::new(folder);
        let tables = Tables::open(path, &self.of.game, CACHE);
        for table in tables.map_err(|error| unusable(error.to_string()))?.into_all() {
            let name = path.join(table.about().file_name());
            let refused = |error| unusable(FolderError { path: name.clone(), error }.to_string());
            loaded.check = loaded.check.rotate_left(1) ^ table.check();
            let rules = self.rules(inner, &loaded, &table).map_err(refused)?;
            table.is_of(&self.of.game, rules).map_err(refused)?;
            match loaded.place(&table) {
                Some(class) => loaded.classes[class] = Some(table),
                None => loaded.whole.push(table),
            }
        }
        Ok(Used { loaded: Arc::new(loaded), hits: 0 })
    }

    /// The hash of the rules here for what a table holds.
    fn rules<K: Knowledge<G>>(
        &self,
        inner: &K,
        loaded: &Loaded<G>,
        table: &Table,
    ) -> Result<u64, TableError> {
        let about = table.about();
        if let Content::From { position } = &about.content {
            let from = self.of.start.parse(position);
            let from = from.map_err(|_| TableError::Damaged("its position is not one"))?;
            return Ok(rules_from(&from, inner));
        }
        let (Some(class), Some(endings)) = (loaded.place(table), &loaded.endings) else {
            let (game, class) = (self.of.game.clone(), about.class.clone());
            return Err(TableError::Class { game, class });
        };
        let of_class =
            OfClass { endings: Arc::clone(endings), class, start: self.of.start.clone() };
        if of_class.size() != about.entries {
            return Ok(0);
        }
        of_class.rules().map_err(|error| TableError::Unreadable(error.to_string()))
    }
}

impl<G> Loaded<G> {
    /// The class of a table.
    fn place(&self, table: &Table) -> Option<usize> {
        let about = table.about();
        let classes = self.endings.as_ref().filter(|_| about.content == Content::Class)?.classes();
        classes.iter().position(|class| class.name == about.class)
    }

    /// What is proven of a position, whose key is asked for only if it counts.
    fn known(&self, at: &G, key: impl FnOnce() -> u64) -> Option<Bounds> {
        if let Some(endings) = &self.endings
            && let Some(place) = endings.place(at)
            && let Some(Some(table)) = self.classes.get(place.class)
        {
            return table.value(place.index).map(|value| within(value, endings.plies_to_draw(at)));
        }
        if self.whole.is_empty() {
            return None;
        }
        let key = key();
        self.whole.iter().find_map(|table| table.value_of_key(key)).map(Bounds::exactly)
    }
}

/// What a value says where the game may be drawn in this many plies.
fn within(value: Score, plies_to_draw: u32) -> Bounds {
    match value.meaning() {
        Meaning::WinIn(plies) if plies > plies_to_draw => {
            Bounds { lower: Score::DRAW, upper: value }
        }
        Meaning::LossIn(plies) if plies > plies_to_draw => {
            Bounds { lower: value, upper: Score::DRAW }
        }
        _ => Bounds::exactly(value),
    }
}

impl<G: Describe, K: Knowledge<G>> Layer<G, K> for Endgames<G> {
    #[inline(always)]
    fn bounds(&mut self, inner: &mut K, game: &G, window: Window) -> Bounds {
        if let Some(used) = &mut self.used
            && let Some(known) = used.loaded.known(game, || inner.key(game).hash)
        {
            used.hits += 1;
            return known;
        }
        inner.bounds(game, window)
    }

    #[inline(always)]
    fn tbhits(&self, inner: &K) -> u64 {
        inner.tbhits() + self.used.as_ref().map_or(0, |used| used.hits)
    }

    fn uses_tables(&self, inner: &K) -> bool {
        self.used.is_some() || inner.uses_tables()
    }

    fn options(&self, inner: &K) -> Vec<OptionSpec> {
        let mut options = inner.options();
        let used = self.used.as_ref();
        options.push(OptionSpec {
            name: OPTION.into(),
            about: "tables of endgames: a folder that the command `tables` filled, the default one, or none".into(),
            kind: OptionKind::File(vec![NONE.into(), DEFAULT.into()]),
            default: NONE.into(),
            value: used.map_or_else(|| NONE.into(), |used| used.loaded.value.clone()),
        });
        options
    }

    fn set_option(&mut self, inner: &mut K, name: &str, value: &str) -> Result<(), OptionError> {
        if !name.eq_ignore_ascii_case(OPTION) {
            return inner.set_option(name, value);
        }
        OptionSpec::check(&self.options(inner), name, value)?;
        self.used = match value {
            NONE => None,
            // For whoever sets it for all games: where a game has none, none are used.
            DEFAULT => match default_folder(&self.of.game).filter(|folder| has_tables(folder)) {
                Some(folder) => Some(self.opened(inner, &folder.to_string_lossy())?),
                None => None,
            },
            folder => Some(self.opened(inner, folder)?),
        };
        Ok(())
    }

    fn fingerprint(&self, inner: &K) -> u64 {
        inner.fingerprint() ^ self.used.as_ref().map_or(0, |used| used.loaded.check)
    }
}
