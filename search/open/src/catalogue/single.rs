//! A game of one size, ready for a catalogue.

use std::fmt;
use std::sync::Arc;

use plyglot_eval::Features;
use plyglot_search::{Describe, Knowledge, ParseError, RulesOnly};

use super::{Entry, Listing, Setup, Visitor};

/// A game that comes in one size: its name, its start position and what a player of it knows are all
/// that a catalogue needs.
///
/// ```
/// use plyglot_open::catalogue::{Catalogue, Single};
/// # mod game {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/rules.rs"));
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src/guide/hexapawn/text.rs"));
/// # }
/// # use game::Hexapawn;
///
/// let small = Single::new("hexapawn", Hexapawn::new(3, 3)).title("Pawns only");
/// assert_eq!(Catalogue::empty().and(small).listings()[0].name, "hexapawn");
/// ```
#[derive(Clone)]
pub struct Single<G, K> {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    start: G,
    knowledge: K,
    features: Option<Arc<dyn Features<G>>>,
}

impl<G: fmt::Debug, K: fmt::Debug> fmt::Debug for Single<G, K> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Single { name, start, knowledge, .. } = self;
        let mut out = out.debug_struct("Single");
        out.field("name", name).field("start", start).field("knowledge", knowledge).finish()
    }
}

impl<G: Describe> Single<G, RulesOnly<G>> {
    /// A game by its rules alone: every position that is not the end looks even.
    pub fn new(name: &'static str, start: G) -> Self {
        let knowledge = RulesOnly::default();
        Single { name, aliases: &[], title: "", start, knowledge, features: None }
    }
}

impl<G: Describe, K> Single<G, K> {
    /// Other names that serve as well.
    pub fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Single { aliases, ..self }
    }

    /// What game it is, in one line.
    pub fn title(self, title: &'static str) -> Self {
        Single { title, ..self }
    }

    /// What a player of it knows. Knowledge that threads cannot share in its unused state, and games
    /// of several sizes, need an [`Entry`] of their own.
    pub fn knowledge<L: Knowledge<G> + Sync>(self, knowledge: L) -> Single<G, L> {
        let Single { name, aliases, title, start, features, .. } = self;
        Single { name, aliases, title, start, knowledge, features }
    }

    /// The features from which an evaluation can be trained. The knowledge then takes the weights by an
    /// option named `weights` ([`plyglot_eval::Choice`]).
    pub fn features(self, features: Arc<dyn Features<G>>) -> Self {
        Single { features: Some(features), ..self }
    }
}

impl<G: Describe, K: Knowledge<G> + Sync> Entry for Single<G, K> {
    fn listing(&self) -> Listing {
        let Single { name, aliases, title, .. } = *self;
        Listing { name, aliases, title, sizes: "", notation: G::NOTATION }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        if let Some(size) = size {
            let message = format!("has one size only, so not {size:?}");
            return Err(ParseError::new(message));
        }
        let (start, knowledge) = (self.start.clone(), self.knowledge.clone());
        let setup = Setup { name: self.name.into(), start, knowledge };
        Ok(match &self.features {
            Some(features) => visitor.visit_with_features(setup, Arc::clone(features)),
            None => visitor.visit(setup),
        })
    }
}
