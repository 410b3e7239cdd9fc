//! The pair of a variant's search and the base's.

use plyglot_open::{Config, DoorError, Engine, Limits, Mv, Open, Position, Stop};

use crate::ablation::asked::{Asked, search};
use crate::ablation::design::{AblationError, Design};
use crate::ablation::places::Places;
use crate::ablation::sample::{Figures, Sample, Task};
use crate::ablation::variant::Variant;

/// The engines of a variant and of the base.
pub(crate) struct Lab<'a> {
    design: &'a Design,
    places: &'a Places,
    stop: &'a Stop,
    title: String,
    base: Box<dyn Engine>,
    with: Box<dyn Engine>,
}

impl<'a> Lab<'a> {
    pub(crate) fn new(
        game: &dyn Open,
        variant: &Variant,
        design: &'a Design,
        places: &'a Places,
        stop: &'a Stop,
    ) -> Result<Self, AblationError> {
        let config = Config::single(design.hash_bytes);
        let title = variant.title();
        let failed = |error| AblationError::Variant { variant: title.clone(), error };
        let with = opened(game, variant).and_then(|game| game.engine(&config, None));
        let with = with.map_err(failed)?;
        Ok(Lab { design, places, stop, base: game.engine(&config, None)?, with, title })
    }

    /// True of the engines of this variant.
    pub(crate) fn is_of(&self, variant: &Variant) -> bool {
        self.title == variant.title()
    }

    /// Makes both searches; `None` if it was stopped.
    pub(crate) fn sample(
        &mut self,
        task: Task,
        place: usize,
    ) -> Result<Option<Sample>, AblationError> {
        let places = self.places;
        let (at, known, limits) = match task {
            Task::Proof => {
                let ending = &places.endings[place];
                (&ending.at, &ending.proof, self.design.proof())
            }
            Task::Depth => {
                let place = &places.positions[place];
                (&place.at, &place.to_depth, self.design.to_depth(place.depth))
            }
            Task::Nodes => {
                let place = &places.positions[place];
                (&place.at, &place.with_nodes, Limits::nodes(self.design.nodes))
            }
        };
        let found = match task {
            Task::Nodes => self.with(at, &limits)?.map(|with| (known.clone(), with)),
            // In turns, so that neither is always the one that finds the caches cold.
            _ if place.is_multiple_of(2) => match self.base(at, &limits)? {
                Some(base) => self.with(at, &limits)?.map(|with| (base, with)),
                None => None,
            },
            _ => match self.with(at, &limits)? {
                Some(with) => self.base(at, &limits)?.map(|base| (base, with)),
                None => None,
            },
        };
        let variant = self.title.clone();
        Ok(found.map(|(base, with)| Sample { variant, task, place, base, with }))
    }

    fn base(
        &mut self,
        at: &Position,
        limits: &Limits<Mv>,
    ) -> Result<Option<Figures>, AblationError> {
        Ok(search(&mut *self.base, &Asked { at, limits }, self.stop)?)
    }

    fn with(
        &mut self,
        at: &Position,
        limits: &Limits<Mv>,
    ) -> Result<Option<Figures>, AblationError> {
        let failed = |error| AblationError::Variant { variant: self.title.clone(), error };
        search(&mut *self.with, &Asked { at, limits }, self.stop).map_err(failed)
    }
}

/// The game with a variant's options set.
fn opened(game: &dyn Open, variant: &Variant) -> Result<Box<dyn Open>, DoorError> {
    let set: Vec<(&str, &str)> =
        variant.set.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    game.with(&set)
}
