//! Without the feature `virtual` an engine with virtual threads is refused, and says why.
#![cfg(not(feature = "virtual"))]

use plyglot_search::{Config, Engine, EngineError, Limits, RulesOnly, Schedule};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/check/src/guide/hexapawn/rules.rs"));

#[test]
fn virtual_threads_are_refused_by_name_and_real_ones_search() {
    for threads in [1, 2] {
        let real = Config { threads, hash_bytes: 1 << 20, ..Config::default() };
        let config = Config { schedule: Schedule::VIRTUAL, ..real.clone() };
        let error = Engine::<Hexapawn, _>::new(&config, RulesOnly::default()).unwrap_err();
        assert!(matches!(error, EngineError::NoVirtualThreads), "{error}");
        assert!(error.to_string().contains("feature `virtual`"), "{error}");

        let mut engine = Engine::new(&real, RulesOnly::default()).expect("an engine");
        let report = engine.search(&Hexapawn::new(4, 4), &Limits::solve()).expect("a report");
        assert!(report.verdict.proven);
    }
}
