//! Which workers are near to one another: on a machine of several last-level caches and memories.
//!
//! What: the workers of a search that takes most of such a machine are divided into groups, one for each cache, those of
//! one memory node after those of the other. A worker is kept to the processors of its cache, and what it learns in common
//! with others it learns in common with those of its memory node.
//!
//! Why: a line of memory takes some hundred nanoseconds from cache to cache, and more from socket to socket; what workers
//! learn of the order of moves is written to at most positions. And a system that moves a thread to another cache takes it
//! away from all that it has there, its knowledge first. Tables for each cache would be too many: divided among two to sixteen
//! tables, 64 virtual threads keep 0.79 to 0.85 of their speed-up in Breakthrough and 0.81 to 0.90 in Hex. What all of this
//! gains in time could not be measured: it takes a machine of several caches.
//!
//! Cost: none while a search runs. The machine is asked once in a process, some files for each processor. On a machine of
//! one cache, nothing is done at all.

mod machine;

use std::sync::OnceLock;

/// Which machine decides what groups the workers of an engine are divided into, where the scheme has it so
/// ([`Scheme::groups`](crate::Scheme::groups)) and they take more than half of its processors. A program that takes less
/// leaves the machine to the system, which sees the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Groups {
    /// This one. Real threads are kept to the processors of their cache; virtual ones, which repeat themselves on every
    /// machine, are one group.
    #[default]
    Machine,
    /// Such a one: for tests, for measuring with virtual threads, and for a caller who knows more than the system tells.
    /// Real threads are kept to these processors.
    Like(Topology),
}

/// What the processors of a machine share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    nodes: Vec<Vec<Vec<usize>>>,
}

impl Topology {
    /// A machine of these nodes of memory, each of last-level caches, each of processors, by their numbers in the system.
    /// What has no processors is left out.
    pub fn new(nodes: impl IntoIterator<Item = Vec<Vec<usize>>>) -> Topology {
        let nodes = nodes.into_iter().map(|mut caches| {
            caches.retain(|processors| !processors.is_empty());
            caches
        });
        Topology { nodes: nodes.filter(|caches| !caches.is_empty()).collect() }
    }

    /// This machine, as far as this process may use it when it first asks. Nothing where the system does not tell.
    pub fn of_machine() -> &'static Topology {
        static MACHINE: OnceLock<Topology> = OnceLock::new();
        MACHINE.get_or_init(machine::topology)
    }

    /// The nodes of memory, the caches of each, and the processors of each of these.
    pub fn nodes(&self) -> &[Vec<Vec<usize>>] {
        &self.nodes
    }

    /// How many last-level caches there are.
    pub fn caches(&self) -> usize {
        self.nodes.iter().map(Vec::len).sum()
    }

    /// How many processors there are.
    pub fn processors(&self) -> usize {
        self.nodes.iter().flatten().map(Vec::len).sum()
    }
}

/// Where the workers of one engine are.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    workers: usize,
    /// Nothing is known of it where all are together.
    topology: Topology,
    binds: bool,
}

impl Placement {
    /// The places of `workers` workers, which are `real` threads or virtual ones.
    pub(crate) fn new(groups: &Groups, workers: usize, real: bool) -> Placement {
        let topology = match groups {
            // The machine is asked only for as many as may be the most of it: that reads some files for each processor, of
            // which there are no fewer than are granted.
            Groups::Machine if real && workers > 1 && 2 * workers > num_cpus::get() => {
                Topology::of_machine()
            }
            Groups::Machine => return Placement::together(workers),
            Groups::Like(topology) => topology,
        };
        let takes_most = 2 * workers > topology.processors();
        if workers > 1 && takes_most && topology.caches() > 1 {
            Placement { workers, topology: topology.clone(), binds: real }
        } else {
            Placement::together(workers)
        }
    }

    /// All in one place.
    pub(crate) fn together(workers: usize) -> Placement {
        Placement { workers, topology: Topology::default(), binds: false }
    }

    /// How many nodes of memory they are divided among, at least one.
    pub(crate) fn nodes(&self) -> usize {
        self.topology.nodes.len().max(1)
    }

    /// How many last-level caches they are divided among, at least one.
    pub(crate) fn caches(&self) -> usize {
        self.topology.caches().max(1)
    }

    /// The node and the cache of a worker. Each cache has as large a part of the workers as it has of the processors.
    fn place(&self, worker: usize) -> Option<(usize, &[usize])> {
        let mut before = worker * self.topology.processors() / self.workers;
        let caches = self.topology.nodes.iter().enumerate();
        let mut caches =
            caches.flat_map(|(node, caches)| caches.iter().map(move |one| (node, &**one)));
        caches.find(|(_, processors)| {
            let here = before < processors.len();
            before = before.saturating_sub(processors.len());
            here
        })
    }

    /// The node of a worker, from 0.
    pub(crate) fn node(&self, worker: usize) -> usize {
        self.place(worker).map_or(0, |(node, _)| node)
    }

    /// Keeps the calling thread, which is that of this worker, to the processors of its cache, from now on. What the system
    /// refuses is left: it costs speed alone. The first worker is whoever calls the engine, and is placed by the system.
    pub(crate) fn bind(&self, worker: usize) {
        if let Some((_, processors)) = self.place(worker).filter(|_| self.binds) {
            machine::bind(processors);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::config::Config;
    use crate::shared::scheme::Scheme;

    /// How many workers each cache has, by its first processor.
    fn parts(placement: &Placement) -> Vec<(usize, usize)> {
        let places = (0..placement.workers).filter_map(|worker| placement.place(worker));
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for (_, processors) in places {
            match parts.last_mut().filter(|part| part.0 == processors[0]) {
                Some(part) => part.1 += 1,
                None => parts.push((processors[0], 1)),
            }
        }
        parts
    }

    #[test]
    fn each_cache_has_as_large_a_part_of_the_workers_as_of_the_processors() {
        let machine = [vec![vec![0, 1, 2, 3], vec![4, 5]], vec![vec![]], vec![vec![6, 7]]];
        let machine = Topology::new(machine);
        assert_eq!((machine.nodes().len(), machine.caches(), machine.processors()), (2, 3, 8));
        let of = |workers| Placement::new(&Groups::Like(machine.clone()), workers, true);
        assert_eq!(parts(&of(8)), [(0, 4), (4, 2), (6, 2)]);
        assert_eq!(parts(&of(16)), [(0, 8), (4, 4), (6, 4)]);
        assert_eq!(parts(&of(5)), [(0, 3), (4, 1), (6, 1)]);
        assert_eq!([0, 5, 6, 7].map(|worker| of(8).node(worker)), [0, 0, 1, 1]);
        for workers in 5..100 {
            let placement = of(workers);
            assert!((0..workers).all(|worker| placement.place(worker).is_some()));
            assert_eq!(placement.node(workers - 1), 1);
        }
    }

    #[test]
    fn who_leaves_half_of_the_machine_to_others_is_placed_by_the_system() {
        let machine = Groups::Like(Topology::new([vec![vec![0, 1]], vec![vec![2, 3]]]));
        let nodes = |workers, real| Placement::new(&machine, workers, real).nodes();
        assert_eq!([1, 2, 3, 4, 9].map(|workers| nodes(workers, true)), [1, 1, 2, 2, 2]);
        assert_eq!(nodes(4, false), 2);
        let config = |threads| Config { threads, groups: machine.clone(), ..Config::default() };
        assert_eq!([2, 3].map(|threads| config(threads).caches()), [1, 2]);
        let left = Scheme { groups: false, ..Scheme::default() };
        assert_eq!(Config { scheme: left, ..config(4) }.caches(), 1);
        let virtual_ones = Placement::new(&Groups::Machine, 1000, false);
        assert_eq!(parts(&virtual_ones), [], "they repeat themselves on any machine");
        assert_eq!((virtual_ones.nodes(), virtual_ones.node(999)), (1, 0));
    }
}
