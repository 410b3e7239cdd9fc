//! A game of a catalogue behind the door: the one place where a searcher is asked to be compiled. Its
//! knowledge is [`Netted`], [`Tabled`] and [`Tuned`], so that a net, tables of endgames and the engine's numbers are
//! options of every game.

use std::sync::{Arc, Mutex, PoisonError};

use plyglot_check::perft;
use plyglot_eval::{Active, Features, Layout};
use plyglot_search::endings::{Class, Endings};
use plyglot_search::{Config, Describe, Inputs, Knowledge, OptionSpec, Stop, Table, Tuned};

use crate::engine::{Engine, TypedEngine};
use crate::erased::{DynGame, DynKnowledge, erased};
use crate::error::{DoorError, guarded};
use crate::facts::{Facts, Mv};
use crate::fingerprint::Fingerprint;
use crate::netted::{Netted, netted};
use crate::numbered::{Numbered, OfClass, Reached};
use crate::open::Open;
use crate::position::{Position, own};
use crate::setup::Setup;
use crate::tabled::{Tabled, tabled};
#[cfg(feature = "watch")]
use crate::{engine::Ask, watch, watch::Visits};

/// What a player of the game knows, with what every game can be set to.
type Player<G, K> = Tuned<Tabled<G, Netted<K>>>;

/// A game that was opened.
struct Opened<G, K> {
    start: G,
    features: Option<Arc<dyn Features<G>>>,
    facts: Arc<Facts>,
    options: Vec<OptionSpec>,
    fingerprint: u64,
    // Knowledge need not be shareable between threads; it is only cloned under the lock.
    knowledge: Mutex<Player<G, K>>,
    endings: Option<Arc<dyn Endings<G>>>,
    player: Arc<Mutex<DynKnowledge>>,
}

/// A game behind the door.
pub(crate) fn opened<G: Describe, K: Knowledge<G>>(
    setup: Setup<G, K>,
    features: Option<Arc<dyn Features<G>>>,
) -> Box<dyn Open> {
    let mut facts = Facts::of(&setup);
    let knowledge = netted((&facts.kept_as, facts.base), &setup.start, setup.knowledge);
    let knowledge = Tuned::new(tabled(&facts.kept_as, &setup.start, knowledge));
    facts.confidence = knowledge.confidence();
    Box::new(Opened::new(Arc::new(facts), setup.start, features, knowledge))
}

impl<G: Describe, K: Knowledge<G>> Opened<G, K> {
    fn new(
        facts: Arc<Facts>,
        start: G,
        features: Option<Arc<dyn Features<G>>>,
        knowledge: Player<G, K>,
    ) -> Self {
        let options = knowledge.options();
        let fingerprint = Fingerprint::new().text(&facts.name).number(start.key());
        let fingerprint = options.iter().fold(fingerprint, |fingerprint, option| {
            fingerprint.text(&option.name).text(&option.value)
        });
        let fingerprint = fingerprint.number(knowledge.fingerprint()).value();
        let player = erased::<G, _>(knowledge.clone());
        let (knowledge, player) = (Mutex::new(knowledge), Arc::new(Mutex::new(player)));
        let endings = start.endings();
        Opened { start, features, endings, facts, options, fingerprint, knowledge, player }
    }

    fn copy(&self) -> Result<Player<G, K>, DoorError> {
        guarded(|| self.knowledge.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl<G: Describe, K: Knowledge<G>> Open for Opened<G, K> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn with(&self, set: &[(&str, &str)]) -> Result<Box<dyn Open>, DoorError> {
        let mut knowledge = self.copy()?;
        for &(name, value) in set {
            let name = OptionSpec::check(&self.options, name, value)?.name.clone();
            guarded(|| knowledge.set_option(&name, value))??;
        }
        guarded(|| -> Box<dyn Open> {
            let (confidence, tables) = (knowledge.confidence(), knowledge.uses_tables());
            let facts = Facts { confidence, tables, ..(*self.facts).clone() };
            let start = self.start.clone();
            Box::new(Opened::new(Arc::new(facts), start, self.features.clone(), knowledge))
        })
    }

    fn start(&self) -> Result<Position, DoorError> {
        let game = guarded(|| DynGame::new(self.start.clone(), Arc::clone(&self.facts)))?;
        Position::new(game, Arc::clone(&self.player))
    }

    fn engine(
        &self,
        config: &Config,
        table: Option<Arc<Table>>,
    ) -> Result<Box<dyn Engine>, DoorError> {
        let engine =
            TypedEngine::<G, Player<G, K>>::new(&self.facts.name, config, table, self.copy()?)?;
        Ok(Box::new(engine))
    }

    #[cfg(feature = "watch")]
    fn watch(
        &self,
        config: &Config,
        ask: &Ask<'_>,
        plain: bool,
        to: &mut dyn Visits,
    ) -> Result<plyglot_search::Report<Mv>, DoorError> {
        own::<G>(ask.at, &self.facts.name)?;
        let knowledge = self.copy()?;
        guarded(|| watch::run(erased::<G, _>(knowledge), config, ask, plain, to))?
    }

    fn perft(&self, at: &Position, depth: u32, stop: &Stop) -> Result<Vec<(Mv, u64)>, DoorError> {
        let game = own::<G>(at, &self.facts.name)?;
        let counts = guarded(|| perft::divide_until(game, depth, Some(stop)))?;
        let mut packed = Vec::with_capacity(counts.len());
        guarded(|| {
            for (mv, count) in counts {
                packed.push((G::pack(mv), count));
            }
        })?;
        Ok(packed)
    }

    fn finished(&self, at: &Position, depth: u32, stop: &Stop) -> Result<u64, DoorError> {
        let game = own::<G>(at, &self.facts.name)?;
        guarded(|| perft::finished_until(game, depth, Some(stop)))
    }

    fn features(&self) -> Option<&Layout> {
        self.features.as_ref().map(|features| features.layout())
    }

    fn active(&self, at: &Position, out: &mut Active) -> Result<Option<usize>, DoorError> {
        let game = own::<G>(at, &self.facts.name)?;
        let Some(features) = self.features.as_ref().filter(|_| at.outcome().is_none()) else {
            return Ok(None);
        };
        guarded(|| {
            features.active(game, out);
            Some(features.phase(game))
        })
    }

    fn inputs(&self) -> Result<Inputs, DoorError> {
        guarded(|| self.start.inputs())
    }

    fn see(&self, at: &Position, planes: &mut [u64]) -> Result<bool, DoorError> {
        let game = own::<G>(at, &self.facts.name)?;
        if at.outcome().is_some() {
            return Ok(false);
        }
        guarded(|| game.see(planes))?;
        if !K::QUIESCENCE {
            return Ok(true);
        }
        let mut knowledge = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        guarded(|| !(knowledge.constants().quiescence && knowledge.forced(at.game())))
    }

    fn classes(&self) -> &[Class] {
        self.endings.as_ref().map_or(&[], |endings| endings.classes())
    }

    fn class(&self, class: usize) -> Option<Box<dyn Numbered>> {
        let endings = self.endings.as_ref().filter(|endings| class < endings.classes().len())?;
        let start = self.start.clone();
        Some(Box::new(OfClass { endings: Arc::clone(endings), class, start }))
    }

    fn reached(
        &self,
        from: &Position,
        most: u64,
        stop: &Stop,
        told: &mut dyn FnMut(u64),
    ) -> Result<Option<Box<dyn Numbered>>, DoorError> {
        let from = own::<G>(from, &self.facts.name)?;
        let reached = Reached::from(from, self.copy()?, most, stop, told)?;
        Ok(reached.map(|reached| Box::new(reached) as Box<dyn Numbered>))
    }

    fn knowledge(&self) -> DynKnowledge {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
