//! How much memory the system and the control group grant.
//!
//! Linux promises more memory than there is and kills whoever comes to use it. So a table asks
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

/// The text of a file by its path, if it can be read.
#[cfg(any(target_os = "linux", test))]
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// [`granted`], with the files read through `read`.
#[cfg(any(target_os = "linux", test))]
fn granted_by(read: Read<'_>) -> Option<u64> {
    let system = read("/proc/meminfo")
        .and_then(|text| field(&text, "MemAvailable:"))
        .map(|kib| kib.saturating_mul(1024));
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
#[cfg(any(target_os = "linux", test))]
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
