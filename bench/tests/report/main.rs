//! The page about a study of scaling, as it stands on disk.

mod sample;

use std::path::Path;

use plyglot_bench::report::scaling::write;
use plyglot_bench::scaling::Clock;

use sample::{Shape, analysis, study};

#[test]
#[ignore = "writes sample pages to look at into the folder that PLYGLOT_SAMPLES names"]
fn sample_pages_to_look_at() {
    let folder = std::env::var("PLYGLOT_SAMPLES").expect("PLYGLOT_SAMPLES names a folder");
    let real = Shape {
        threads: vec![1, 2, 3, 4, 6, 8, 12, 16],
        schemes: vec!["deferring", "lazy"],
        clock: Clock::Real,
        ..Shape::default()
    };
    for (name, shape) in [("virtual", Shape::default()), ("real", real)] {
        write(&Path::new(&folder).join(name), &study(&shape), &analysis(&shape)).unwrap();
    }
}
