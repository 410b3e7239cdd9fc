//! How much memory the system has, and how much it and the control group grant.
//!
//! Linux promises more memory than there is and kills the process that uses it. So a table asks
//! first: what the system has left (`MemAvailable`), and what every control group above the
//! process leaves of its limit, the least of them all. Caches of files do not count as used, since
//! the kernel takes them back before it kills. A sixteenth is left for everything else.
//!
//! Other systems are not asked; there the allocation itself is the question.

/// How much may be allocated, in bytes; `None` where that cannot be known.
#[cfg(target_os = "linux")]
pub(super) fn granted() -> Option<u64> {
    granted_by(&|path| std::fs::read_to_string(path).ok())
}

/// How much may be allocated, in bytes; `None` where that cannot be known.
#[cfg(not(target_os = "linux"))]
pub(super) fn granted() -> Option<u64> {
    None
}

/// Below this size the system is not asked whether there is memory: asking would cost more than filling.
const UNASKED_BYTES: u64 = 1 << 20;

/// True of a number of bytes for which the system is not asked.
pub(super) fn is_little(bytes: u64) -> bool {
    bytes < UNASKED_BYTES
}

/// The part of the free memory that a table may grow to without having been told to.
const GROWN_PART: u64 = 8;

/// To how many bytes a table may grow that was not given a size; `None` where that cannot be known.
pub(super) fn growable() -> Option<u64> {
    let read: Read<'_> = &|path| std::fs::read_to_string(path).ok();
    let least = address_space(read).into_iter().chain(granted()).min();
    granted().and(least).map(|free| free / GROWN_PART)
}

/// True if a table of `held` bytes may grow to `wanted`.
pub(super) fn allows(granted: impl Fn() -> Option<u64>, held: u64, wanted: u64) -> bool {
    granted().is_some_and(|free| free.saturating_add(held) / GROWN_PART >= wanted)
}

/// How much the limit of the process leaves of its address space, in bytes; `None` without a limit.
fn address_space(read: Read<'_>) -> Option<u64> {
    const LIMIT: &str = "Max address space";
    let limits = read("/proc/self/limits")?;
    let limit = limits.lines().find_map(|line| line.strip_prefix(LIMIT))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let used = read("/proc/self/status").and_then(|text| memory(&text, "VmSize:"));
    Some(limit.saturating_sub(used.unwrap_or(0)))
}

/// How much memory can be allocated for now: what the system has left and what the control groups of the process leave
/// of their limits, less a sixteenth; in bytes, `None` where that cannot be known.
pub fn free_memory() -> Option<u64> {
    granted()
}

/// All the memory that the system has, in bytes; `None` where that cannot be known.
pub fn system_memory() -> Option<u64> {
    memory(&std::fs::read_to_string(MEMORY).ok()?, "MemTotal:")
}

/// Where Linux reports its memory. Other systems have no such file.
const MEMORY: &str = "/proc/meminfo";

/// The bytes after a name, in the text of [`MEMORY`].
fn memory(text: &str, name: &str) -> Option<u64> {
    Some(field(text, name)?.saturating_mul(1024))
}

/// The text of a file by its path, if it can be read.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// [`granted`], with the files read through `read`.
#[cfg(any(target_os = "linux", test))]
fn granted_by(read: Read<'_>) -> Option<u64> {
    let system = read(MEMORY).and_then(|text| memory(&text, "MemAvailable:"));
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let least = groups
        .lines()
        .filter_map(Group::parse)
        .filter_map(|group| group.left(read))
        .chain(system)
        .min()?;
    Some(least - least / 16)
}

/// The number after a name, in a text of lines `name number`.
fn field(text: &str, name: &str) -> Option<u64> {
    let mut words = text.lines().map(str::split_whitespace);
    words
        .find_map(|mut line| line.next().filter(|word| *word == name).and(line.next()))?
        .parse()
        .ok()
}

/// What the files of a version of control groups are called.
#[cfg(any(target_os = "linux", test))]
struct Files {
    mount: &'static str,
    limit: &'static str,
    used: &'static str,
    caches: [&'static str; 2],
}

#[cfg(any(target_os = "linux", test))]
const VERSION_1: Files = Files {
    mount: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    caches: ["total_inactive_file", "total_active_file"],
};

#[cfg(any(target_os = "linux", test))]
const VERSION_2: Files = Files {
    mount: "/sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    caches: ["inactive_file", "active_file"],
};

/// A control group that the process is in.
#[cfg(any(target_os = "linux", test))]
struct Group<'a> {
    files: &'static Files,
    path: &'a str,
}

#[cfg(any(target_os = "linux", test))]
impl<'a> Group<'a> {
    /// The group of a line `number:controllers:path` of `/proc/self/cgroup`, if it rules memory.
    fn parse(line: &'a str) -> Option<Self> {
        let mut parts = line.splitn(3, ':');
        let (number, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let files = if number == "0" && controllers.is_empty() {
            &VERSION_2
        } else if controllers.split(',').any(|name| name == "memory") {
            &VERSION_1
        } else {
            return None;
        };
        Some(Group { files, path: path.trim_end_matches('/') })
    }

    /// What this group and those above it leave, the least of them. A container may see its own
    /// group mounted at the top and the path as it is outside; going up then ends at the right one.
    fn left(&self, read: Read<'_>) -> Option<u64> {
        let ups = std::iter::successors(Some(self.path), |path| {
            path.rfind('/').map(|slash| &path[..slash])
        });
        ups.filter_map(|path| self.left_at(path, read)).min()
    }

    /// What the group at this path leaves of its limit, if it has one.
    fn left_at(&self, path: &str, read: Read<'_>) -> Option<u64> {
        let Files { mount, limit, used, caches } = self.files;
        let number = |file| read(&format!("{mount}{path}/{file}"))?.trim().parse::<u64>().ok();
        let limit = number(limit)?;
        let used = number(used)?;
        let stat = read(&format!("{mount}{path}/memory.stat")).unwrap_or_default();
        let caches: u64 = caches.iter().filter_map(|name| field(&stat, name)).sum();
        Some(limit.saturating_sub(used.saturating_sub(caches)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;
    const MEMINFO: &str = "MemTotal: 25165824 kB\nMemFree: 1 kB\nMemAvailable:   16777216 kB\n";

    /// What is granted where the files are these; the sixteenth that is held back is added again.
    fn granted_of(files: &[(&str, &str)]) -> Option<u64> {
        let read = |path: &str| {
            files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
        };
        granted_by(&read).map(|granted| granted / 15 * 16)
    }

    #[test]
    fn without_groups_the_system_alone_decides() {
        assert_eq!(granted_of(&[]), None);
        assert_eq!(granted_of(&[("/proc/meminfo", MEMINFO)]), Some(16 * GIB));
        let unlimited = [
            ("/proc/meminfo", MEMINFO),
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/memory.max", "max\n"),
            ("/sys/fs/cgroup/memory.current", "1\n"),
        ];
        assert_eq!(granted_of(&unlimited), Some(16 * GIB));
    }

    #[test]
    fn a_table_grows_to_an_eighth_of_what_is_free_its_own_memory_included() {
        let free = |bytes| move || Some(bytes);
        assert!(allows(free(8 * GIB), 0, GIB) && !allows(free(8 * GIB), 0, GIB + 1));
        assert!(allows(free(7 * GIB), GIB, GIB) && !allows(free(7 * GIB - 8), GIB, GIB));
        assert!(!allows(|| None, GIB, 1), "nothing is known");
    }

    #[test]
    fn a_limit_of_the_address_space_leaves_what_is_not_mapped() {
        const HEAD: &str =
            "Limit                     Soft Limit           Hard Limit           Units     \n";
        let left = |limit: &str| {
            let limits = format!("{HEAD}Max address space         {limit}  unlimited  bytes\n");
            address_space(&|path| match path {
                "/proc/self/limits" => Some(limits.clone()),
                "/proc/self/status" => Some("Name:\tx\nVmSize:\t    1024 kB\n".into()),
                _ => None,
            })
        };
        assert_eq!(left("8589934592"), Some(8 * GIB - (1 << 20)));
        assert_eq!(left("1000"), Some(0));
        assert_eq!(left("unlimited"), None);
        assert_eq!(address_space(&|_| None), None);
    }

    #[test]
    fn all_memory_is_what_the_system_says() {
        assert_eq!(memory(MEMINFO, "MemTotal:"), Some(24 * GIB));
        assert_eq!(memory("MemTotal: much\n", "MemTotal:"), None);
        assert_eq!(memory("", "MemTotal:"), None);
    }

    #[test]
    fn the_tightest_of_the_groups_above_decides() {
        let files = [
            ("/proc/meminfo", MEMINFO),
            ("/proc/self/cgroup", "0::/user/session\n"),
            ("/sys/fs/cgroup/user/session/memory.max", "17179869184\n"),
            ("/sys/fs/cgroup/user/session/memory.current", "1073741824\n"),
            ("/sys/fs/cgroup/user/memory.max", "8589934592\n"),
            ("/sys/fs/cgroup/user/memory.current", "6442450944\n"),
        ];
        assert_eq!(granted_of(&files), Some(2 * GIB));
    }

    #[test]
    fn caches_of_files_do_not_count_as_used() {
        let stat = "anon 5\ninactive_file 2147483648\nactive_file 1073741824\n";
        let files = [
            ("/proc/self/cgroup", "0::/job\n"),
            ("/sys/fs/cgroup/job/memory.max", "8589934592\n"),
            ("/sys/fs/cgroup/job/memory.current", "7516192768\n"),
            ("/sys/fs/cgroup/job/memory.stat", stat),
        ];
        assert_eq!(granted_of(&files), Some(4 * GIB));
    }

    #[test]
    fn groups_of_version_one_are_read_even_where_a_container_hides_the_path() {
        let files = [
            ("/proc/meminfo", MEMINFO),
            ("/proc/self/cgroup", "9:cpu,cpuacct:/x\n4:memory:/docker/ab:cd\n0::/\nnonsense\n"),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "4294967296\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "2147483648\n"),
            (
                "/sys/fs/cgroup/memory/memory.stat",
                "inactive_file 9\ntotal_active_file 1073741824\n",
            ),
        ];
        assert_eq!(granted_of(&files), Some(3 * GIB));
    }

    #[test]
    fn only_groups_that_rule_memory_are_asked() {
        let limits = [
            ("/sys/fs/cgroup/job/memory.max", "1000\n"),
            ("/sys/fs/cgroup/job/memory.current", "0\n"),
            ("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2000\n"),
            ("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "0\n"),
        ];
        let left = |group: &str| {
            let read = |path: &str| {
                limits.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
            };
            Group::parse(group).and_then(|group| group.left(&read))
        };
        assert_eq!(left("0::/job"), Some(1000));
        assert_eq!(left("4:memory:/job"), Some(2000));
        assert_eq!(left("4:cpu,memory:/job"), Some(2000));
        for other in ["9:cpu,cpuacct:/job", "1:name=systemd:/job", "3::/job", "0:cpu:/job"] {
            assert_eq!(left(other), None, "{other}");
        }
    }

    #[test]
    fn a_group_over_its_limit_leaves_nothing() {
        let files = [
            ("/proc/self/cgroup", "0::/job/\n"),
            ("/sys/fs/cgroup/job/memory.max", "1000\n"),
            ("/sys/fs/cgroup/job/memory.current", "2000\n"),
        ];
        assert_eq!(granted_of(&files), Some(0));
    }
}
