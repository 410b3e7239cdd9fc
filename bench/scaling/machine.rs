//! What machine this is. Read from Linux' `/proc`; elsewhere only the processors are counted.

use std::fs;

use plyglot_search::table::system_memory;

use super::study::Machine;

impl Machine {
    /// This machine.
    pub fn this() -> Self {
        let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let usable = num_cpus::get();
        Machine {
            processor: value(&processors, "model name").unwrap_or_default().into(),
            processors: fields(&processors, "processor").count().max(usable),
            usable,
            memory_bytes: system_memory().unwrap_or(0),
        }
    }
}

/// The values of all lines `name : value`.
fn fields<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let field = move |line: &'a str| {
        let (found, value) = line.split_once(':')?;
        (found.trim() == name).then(|| value.trim())
    };
    text.lines().filter_map(field)
}

fn value<'a>(text: &'a str, name: &'a str) -> Option<&'a str> {
    fields(text, name).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_files_are_read() {
        let processors = "processor\t: 0\nmodel name\t: Some CPU @ 2.00GHz\n\nprocessor\t: 1\n\
                          model name\t: Some CPU @ 2.00GHz\n";
        assert_eq!(value(processors, "model name"), Some("Some CPU @ 2.00GHz"));
        assert_eq!(fields(processors, "processor").count(), 2);
    }

    #[test]
    fn this_machine_has_a_processor() {
        let machine = Machine::this();
        assert!(machine.usable >= 1 && machine.processors >= machine.usable);
    }
}
