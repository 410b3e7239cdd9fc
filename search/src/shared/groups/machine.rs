//! What the system tells of this machine, and a thread that is kept to some of its processors. Linux alone does both; on
//! every other system nothing is known of a machine.

use super::Topology;

/// This machine, as far as this process may use it.
pub(super) fn topology() -> Topology {
    #[cfg(target_os = "linux")]
    {
        linux::read(std::path::Path::new("/sys/devices/system/cpu"), &linux::usable())
    }
    #[cfg(not(target_os = "linux"))]
    Topology::default()
}

/// Keeps the calling thread to these processors, where the system does that.
pub(super) fn bind(processors: &[usize]) {
    #[cfg(target_os = "linux")]
    linux::bind(processors);
    #[cfg(not(target_os = "linux"))]
    let _ = processors;
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::fs::{read_dir, read_to_string};
    use std::path::Path;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    use super::Topology;

    /// A cache is of at least this many processors in the mean: some systems tell of no other caches than each processor's
    /// own, and threads gain nothing by those.
    const LEAST: usize = 4;

    /// The processors that this process may use.
    pub(super) fn usable() -> Vec<usize> {
        let may = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
        (0..CpuSet::MAX_CPU).filter(|&processor| may.is_set(processor)).collect()
    }

    pub(super) fn bind(processors: &[usize]) {
        let mut set = CpuSet::new();
        processors
            .iter()
            .filter(|&&number| number < CpuSet::MAX_CPU)
            .for_each(|&number| set.set(number));
        let _ = sched_setaffinity(None, &set);
    }

    /// The processors that are `usable`, by what the system says of each in the folder `system`.
    pub(super) fn read(system: &Path, usable: &[usize]) -> Topology {
        let mut nodes: BTreeMap<usize, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
        for processor in usable {
            let folder = system.join(format!("cpu{processor}"));
            // Where it does not tell, the node is as far as one sees.
            let caches = nodes.entry(node(&folder)).or_default();
            caches.entry(last_cache(&folder).unwrap_or_default()).or_default().push(*processor);
        }
        let caches: usize = nodes.values().map(BTreeMap::len).sum();
        let are_large = usable.len() >= LEAST * caches;
        Topology::new(nodes.into_values().map(|caches| {
            let caches = caches.into_values();
            if are_large { caches.collect() } else { vec![caches.flatten().collect()] }
        }))
    }

    /// Which processors share the last cache of this one.
    fn last_cache(folder: &Path) -> Option<String> {
        let level = |cache: &Path| -> Option<u32> {
            read_to_string(cache.join("level")).ok()?.trim().parse().ok()
        };
        let caches = read_dir(folder.join("cache")).ok()?;
        let caches = caches.filter_map(|cache| Some(cache.ok()?.path()));
        let last = caches.filter_map(|cache| Some((level(&cache)?, cache))).max()?.1;
        let list = read_to_string(last.join("shared_cpu_list")).ok()?;
        // So that caches come in the order of their first processors, as text of one length does.
        let first: usize = list.trim().split(['-', ',']).next()?.parse().ok()?;
        Some(format!("{first:08} {list}"))
    }

    /// The node of memory that is near to this processor; 0 where there is only one.
    fn node(folder: &Path) -> usize {
        let number = |name: &str| name.strip_prefix("node")?.parse().ok();
        let entries = read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let nodes = entries.filter_map(|entry| number(entry.file_name().to_str()?));
        nodes.min().unwrap_or(0)
    }

    #[cfg(test)]
    mod tests {
        use std::fs::{create_dir_all, remove_dir_all, write};
        use std::path::PathBuf;

        use super::*;

        /// What a system says of a machine that there is not; goes when it is dropped.
        struct MadeUp(PathBuf);

        /// A processor: its node, if the system tells, and of each of its caches the level and who shares it.
        type Made<'a> = (Option<usize>, &'a [(u32, &'a str)]);

        impl MadeUp {
            fn new(name: &str, processors: &[Made<'_>]) -> MadeUp {
                let system =
                    std::env::temp_dir().join(format!("plyglot-{name}-{}", std::process::id()));
                for (number, (node, caches)) in processors.iter().enumerate() {
                    let folder = system.join(format!("cpu{number}"));
                    create_dir_all(&folder).unwrap();
                    if let Some(node) = node {
                        create_dir_all(folder.join(format!("node{node}"))).unwrap();
                    }
                    for (index, (level, shared)) in caches.iter().enumerate() {
                        let cache = folder.join(format!("cache/index{index}"));
                        create_dir_all(&cache).unwrap();
                        write(cache.join("level"), format!("{level}\n")).unwrap();
                        write(cache.join("shared_cpu_list"), format!("{shared}\n")).unwrap();
                    }
                }
                MadeUp(system)
            }

            fn nodes(&self, usable: impl IntoIterator<Item = usize>) -> Vec<Vec<Vec<usize>>> {
                read(&self.0, &usable.into_iter().collect::<Vec<_>>()).nodes().to_vec()
            }
        }

        impl Drop for MadeUp {
            fn drop(&mut self) {
                let _ = remove_dir_all(&self.0);
            }
        }

        #[test]
        fn those_who_share_the_last_cache_are_together_and_the_caches_of_a_node_are() {
            // Two threads to a core, whose numbers are apart; the second socket has the first number.
            let of = |processor: usize| match processor % 12 {
                0..4 => (Some(1), "0-3,12-15"),
                4..8 => (Some(0), "4-7,16-19"),
                _ => (Some(0), "8-11,20-23"),
            };
            let caches: Vec<_> =
                (0..24).map(|processor| [(1, "own"), (2, "core"), (3, of(processor).1)]).collect();
            let all: Vec<_> =
                (0..24).map(|processor| (of(processor).0, &caches[processor][..])).collect();
            let machine = MadeUp::new("caches", &all);
            let cache = |first: usize| -> Vec<usize> {
                (first..first + 4).chain(first + 12..first + 16).collect()
            };
            assert_eq!(machine.nodes(0..24), [vec![cache(4), cache(8)], vec![cache(0)]]);
            // A part of the machine.
            let part = [0].into_iter().chain(4..12).chain(16..20);
            assert_eq!(machine.nodes(part), [vec![cache(4), vec![8, 9, 10, 11]], vec![vec![0]]]);
            assert_eq!(machine.nodes([5, 6, 9]), [[[5, 6, 9]]]);
        }

        #[test]
        fn caches_of_single_cores_do_not_count_but_nodes_of_memory_do() {
            let own = ["0", "1", "2", "3", "4", "5", "6", "7"].map(|own| [(1, own), (2, own)]);
            let of = |node: fn(usize) -> Option<usize>| -> Vec<_> {
                (0..8).map(|processor| (node(processor), &own[processor][..])).collect()
            };
            let sockets = MadeUp::new("sockets", &of(|processor| Some(processor / 4)));
            assert_eq!(sockets.nodes(0..8), [[[0, 1, 2, 3]], [[4, 5, 6, 7]]]);
            let one = MadeUp::new("one", &of(|_| None));
            assert_eq!(one.nodes(0..8), [[[0, 1, 2, 3, 4, 5, 6, 7]]]);
        }

        #[test]
        fn a_system_that_tells_nothing_has_all_in_one_place() {
            let nothing = MadeUp::new("nothing", &[]);
            assert!(nothing.nodes([]).is_empty());
            assert_eq!(nothing.nodes(0..4), [[[0, 1, 2, 3]]]);
        }

        #[test]
        fn a_thread_is_kept_to_the_processors_that_are_named() {
            let may = usable();
            let Some(&first) = may.first() else { return };
            let kept = std::thread::spawn(move || {
                bind(&[first]);
                usable()
            });
            assert_eq!(kept.join().unwrap(), [first]);
            assert_eq!(usable(), may, "of that thread alone");
            // What there is not is refused, and nothing changes.
            let refused = std::thread::spawn(|| {
                bind(&[CpuSet::MAX_CPU + 1]);
                usable()
            });
            assert_eq!(refused.join().unwrap(), may);
        }
    }
}
