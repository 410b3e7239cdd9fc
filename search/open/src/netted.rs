//! A net over what a game knows: [`Netted`].
//!
//! Every game behind the door may be judged by a net: the option `weights` takes its file. The net estimates then, on top
//! of what the game itself estimates, with the weights that come with it ([`Base`]), if it was trained so; all else that
//! the game knows stays, and what the training found to pay is left out of the tree where the game's own hooks leave
//! nothing out ([`Selectivity`]). What was fitted to the game's own estimate is not asked: ProbCut and its levels of confidence,
//! selective passes of solves, and the game's own search of frontier nodes, which estimates by itself.
//!
//! Cost: without a net a test for each estimate; nothing more is compiled for each game than one call.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use plyglot_eval::net::{Accumulators, Net, NetFile, Selectivity, Views};
use plyglot_eval::{WeightError, WeightFile};
use plyglot_search::{
    Candidate, Describe, FrontierValue, Game, Knowledge, Layer, Layered, Node, OptionError,
    OptionKind, OptionSpec, ProbCut, SolvePlan, Window, late_move_reduction,
};

/// What a game knows, with the option of a net.
pub(crate) type Netted<K> = Layered<Nets, K>;

/// The name of the option.
const OPTION: &str = "weights";
const BUILT_IN: &str = "built-in";
const NONE: &str = "none";
/// The weights that come with a game beside a net.
const FEATURES: &str = "features";

/// The weights that come with a game, but for a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// The value of the option `weights` that has them used: `none` without any, where what the game estimates is
    /// set by hand.
    pub value: &'static str,
    /// The fingerprint of the game's knowledge with them, 0 without any: a net that adds is bound to it.
    pub fingerprint: u64,
}

impl Base {
    /// That of a game whose knowledge is as it comes.
    pub(crate) fn of<G: Describe, K: Knowledge<G>>(start: &G, knowledge: &K) -> Base {
        let has = own(&knowledge.options()).is_some();
        let fingerprint = if has { knowledge.fingerprint() } else { 0 };
        let value = match fingerprint {
            0 => NONE,
            _ if start.net().is_empty() => BUILT_IN,
            _ => FEATURES,
        };
        Base { value, fingerprint }
    }

    /// What the game's own option is set to for them.
    fn own_value(self) -> &'static str {
        if self.fingerprint == 0 { NONE } else { BUILT_IN }
    }
}

/// Which net there is, if any.
#[derive(Clone)]
pub(crate) struct Nets {
    of: Arc<Board>,
    used: Option<Box<Used>>,
    /// That of the net that is used.
    selectivity: Selectivity,
}

/// What nets of a game are made for.
struct Board {
    game: String,
    /// `None` if the game shows no board.
    views: Option<Views>,
    /// The net that comes with the game; may be empty.
    built_in: &'static [u8],
    base: Base,
}

/// A net that is used, with the accumulators of one worker.
///
/// They are made by the thread that judges, and no clone has any: those of several workers that one thread made lay
/// side by side, and what one wrote to took the line of memory from another. Two threads of draughts were 1.36 times as
/// fast as one, and are 1.98 times.
struct Used {
    net: Arc<Net>,
    accumulators: Option<Accumulators>,
    /// What the option was set to.
    value: String,
}

impl Clone for Used {
    fn clone(&self) -> Self {
        Used { net: Arc::clone(&self.net), accumulators: None, value: self.value.clone() }
    }
}

impl fmt::Debug for Nets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.used.as_ref().map(|used| &used.value);
        out.debug_struct("Nets").field("game", &self.of.game).field("used", &value).finish()
    }
}

/// What a game knows, with the net that comes with it, if there is one.
pub(crate) fn netted<G: Describe, K: Knowledge<G>>(
    (game, base): (&str, Base),
    start: &G,
    mut knowledge: K,
) -> Netted<K> {
    let inputs = start.inputs();
    let views = (inputs.size() > 0).then(|| Views::new(&inputs));
    let of = Arc::new(Board { game: game.into(), views, built_in: start.net(), base });
    let mut nets = Nets { of, used: None, selectivity: Selectivity::default() };
    if !nets.of.built_in.is_empty() {
        let made = nets.made(nets.of.built_in, BUILT_IN);
        // The file is whole and for these inputs; a test of each game that has one sees to it.
        let made = made.unwrap_or_else(|error| panic!("{error}"));
        if !made.net.adds() {
            let _ = without(&mut knowledge);
        }
        nets.put(Some(made));
    }
    Layered { layer: nets, inner: knowledge }
}

/// Has the game estimate by hand, if it has weights of its own.
fn without<G: Game, K: Knowledge<G>>(inner: &mut K) -> Result<(), OptionError> {
    if own(&inner.options()).is_some() { inner.set_option(OPTION, NONE) } else { Ok(()) }
}

/// The game's own option for weights.
fn own(options: &[OptionSpec]) -> Option<&OptionSpec> {
    options.iter().find(|option| option.name == OPTION)
}

// Not generic, so that it is compiled once.
impl Nets {
    /// Uses a net, or none.
    fn put(&mut self, used: Option<Box<Used>>) {
        self.selectivity =
            used.as_ref().map_or_else(Selectivity::default, |used| used.net.selectivity());
        self.used = used;
    }

    /// A net from the bytes of its file.
    fn made(&self, bytes: &[u8], value: &str) -> Result<Box<Used>, WeightError> {
        let views = self.of.views.clone();
        let views = views.ok_or(WeightError::Kind("a net, and the game shows no board"))?;
        let net = Net::read(bytes, &self.of.game, views, self.of.base.fingerprint)?;
        Ok(Box::new(Used { net: Arc::new(net), accumulators: None, value: value.into() }))
    }

    /// The options of the game, `below`, with that of the weights.
    fn with_option(&self, mut below: Vec<OptionSpec>) -> Vec<OptionSpec> {
        if self.of.views.is_none() {
            return below;
        }
        let comes = !self.of.built_in.is_empty();
        let value = self.used.as_ref().map(|used| used.value.clone());
        let base = self.of.base;
        let named = |own: &str| if own == base.own_value() { base.value } else { own }.to_string();
        let place = below.iter().position(|option| option.name == OPTION);
        match place.map(|place| &mut below[place]) {
            Some(option) => {
                option.value = value.unwrap_or_else(|| named(&option.value));
                if comes {
                    let mut words = vec![BUILT_IN, base.value, NONE];
                    words.dedup();
                    option.default = BUILT_IN.into();
                    option.kind = OptionKind::File(words.into_iter().map(String::from).collect());
                }
                if base.value == FEATURES {
                    option.about = "trained weights: built-in (a net), features (those of the game's features alone), \
                                    a file that the command `train` wrote, or none for the hand-made evaluation"
                        .into();
                }
            }
            None => {
                let (built_in, default) = if comes { ("built-in, ", BUILT_IN) } else { ("", NONE) };
                let words = [BUILT_IN, NONE].into_iter().skip(usize::from(!comes));
                below.push(OptionSpec {
                    name: OPTION.into(),
                    about: format!(
                        "trained weights: {built_in}a file that the command `train` wrote, or none for the \
                         hand-made evaluation"
                    ),
                    kind: OptionKind::File(words.map(String::from).collect()),
                    default: default.into(),
                    value: value.unwrap_or_else(|| NONE.into()),
                });
            }
        }
        below
    }

    /// Takes a value of the option, if it names a net or no weights at all. Gives what is to be said to the game, if
    /// it `has` weights of its own.
    fn take<'a>(&mut self, has: bool, value: &'a str) -> Result<Option<&'a str>, OptionError> {
        let (own, base) = (self.of.base.own_value(), self.of.base.value);
        let unusable = |message: String| OptionError::Unusable { name: OPTION.into(), message };
        let refused = |error: WeightError| unusable(format!("{value}: {error}"));
        let net = match value {
            BUILT_IN if !self.of.built_in.is_empty() => {
                Some(self.made(self.of.built_in, value).map_err(refused)?)
            }
            BUILT_IN if !has => {
                return Err(unusable("built-in: no weights come with this game".into()));
            }
            BUILT_IN | NONE => None,
            word if word == base => None,
            path => {
                let bytes = WeightFile::bytes_at(Path::new(path)).map_err(refused)?;
                // What is no net is for the game to read, or to refuse.
                let is_net = NetFile::is_net(&bytes) || !has;
                if is_net { Some(self.made(&bytes, value).map_err(refused)?) } else { None }
            }
        };
        let below = match &net {
            Some(used) if used.net.adds() => own,
            Some(_) => NONE,
            None if value == base => own,
            None => value,
        };
        self.put(net);
        Ok(has.then_some(below))
    }
}

impl Used {
    /// The net, and the accumulators of this worker, made if there are none.
    fn ready(&mut self) -> (&Net, &mut Accumulators) {
        let Used { net, accumulators, .. } = self;
        (net, accumulators.get_or_insert_with(|| net.accumulators()))
    }

    /// The estimate, with what the game says where the net was trained on top of that.
    fn estimate<G: Describe, K: Knowledge<G>>(&mut self, inner: &mut K, game: &G) -> i32 {
        let (net, accumulators) = self.ready();
        let adds = net.adds();
        let own = accumulators.see(|planes| {
            let own = if adds { inner.evaluate_and_see(game, planes) } else { None };
            if own.is_none() {
                game.see(planes);
            }
            own
        });
        let says = net.judge(accumulators, game.to_move());
        if adds { says.saturating_add(own.unwrap_or_else(|| inner.evaluate(game))) } else { says }
    }
}

impl<G: Describe, K: Knowledge<G>> Layer<G, K> for Nets {
    /// The recursion allocates nothing, so that the accumulators are made here, in the worker's own thread.
    fn begin(&mut self, inner: &mut K, game: &G) {
        if let Some(used) = &mut self.used {
            used.ready();
        }
        inner.begin(game);
    }

    #[inline(always)]
    fn evaluate(&mut self, inner: &mut K, game: &G) -> i32 {
        match &mut self.used {
            None => inner.evaluate(game),
            Some(used) => used.estimate(inner, game),
        }
    }

    #[inline(always)]
    fn search_frontier(
        &mut self,
        inner: &mut K,
        game: &G,
        window: Window,
    ) -> Option<FrontierValue> {
        if self.used.is_some() { None } else { inner.search_frontier(game, window) }
    }

    #[inline(always)]
    fn futility(&self, inner: &K, game: &G, node: &Node) -> Option<i32> {
        let own = inner.futility(game, node);
        if K::LEARNS { own.or_else(|| self.selectivity.margin_at(node.depth)) } else { own }
    }

    #[inline(always)]
    fn reduction(&self, inner: &K, game: &G, node: &Node, candidate: &Candidate<G::Move>) -> i32 {
        let own = inner.reduction(game, node, candidate);
        // Most nodes are too near the horizon for that, so it is asked first.
        if !K::LEARNS
            || own != 0
            || node.depth < 3
            || candidate.index < 3
            || !self.selectivity.reductions
        {
            return own;
        }
        // Told not to be negative, which would be an extension.
        reduced(node.depth, candidate.index, inner.is_quiet(game, candidate.mv)).max(0)
    }

    #[inline(always)]
    fn probcut(&self, inner: &K, game: &G, node: &Node) -> Option<ProbCut> {
        if self.used.is_some() { None } else { inner.probcut(game, node) }
    }

    fn confidence(&self, inner: &K) -> Option<u8> {
        inner.confidence().filter(|_| self.used.is_none())
    }

    fn solve_plan(&self, inner: &K, game: &G) -> SolvePlan {
        let plan = inner.solve_plan(game);
        if self.used.is_none() { plan } else { SolvePlan { selective_passes: 0, ..plan } }
    }

    fn options(&self, inner: &K) -> Vec<OptionSpec> {
        self.with_option(inner.options())
    }

    fn set_option(&mut self, inner: &mut K, name: &str, value: &str) -> Result<(), OptionError> {
        let below = inner.options();
        if !name.eq_ignore_ascii_case(OPTION) || self.of.views.is_none() {
            return inner.set_option(name, value);
        }
        OptionSpec::check(&self.with_option(below.clone()), name, value)?;
        let before = self.used.clone();
        match self.take(own(&below).is_some(), value)? {
            None => Ok(()),
            Some(value) => inner.set_option(OPTION, value).inspect_err(|_| self.put(before)),
        }
    }

    fn fingerprint(&self, inner: &K) -> u64 {
        let net = self.used.as_ref().map_or(0, |used| used.net.fingerprint());
        inner.fingerprint() ^ net
    }
}

/// By how many plies a late move is searched less deep.
// Out of line: most games come with no net, or leave it to themselves what they reduce.
#[cold]
fn reduced(depth: i32, index: usize, quiet: bool) -> i32 {
    if quiet { late_move_reduction(depth, index) } else { 0 }
}

#[cfg(test)]
mod tests {
    use plyglot_eval::net::NetWeights;
    use plyglot_search::{Inputs, Side};

    use super::*;

    #[test]
    fn each_worker_makes_its_own_accumulators() {
        let views = Views::new(&Inputs::new(2, &[["own", "other"]]));
        let weights = NetWeights {
            width: 16,
            bounds: Vec::new(),
            scale: 1,
            adds: false,
            bias: vec![0; 16],
            rows: vec![0; 16 * views.rows()],
            output: vec![0; 32],
            output_bias: vec![0],
        };
        let net = Arc::new(Net::new(weights, views));
        let mut used = Used { net, accumulators: None, value: "a file".into() };
        let (net, accumulators) = used.ready();
        assert_eq!(net.judge(accumulators, Side::First), 0);
        let worker = used.clone();
        assert!(worker.accumulators.is_none() && Arc::ptr_eq(&worker.net, &used.net));
    }
}
