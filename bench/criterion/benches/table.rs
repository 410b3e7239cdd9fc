//! What a probe and a store of the shared table cost, from the first cache to main memory.
//!
//! `cargo bench -p plyglot-criterion --bench table`
//!
//! Keys come from a counter through a strong mixer, so every access goes to another entry; the same
//! mixing alone is measured as `keys`, to be taken off. Accesses depend on nothing, so they overlap
//! as far as the processor lets them; `chained` makes each key depend on the last answer, which is
//! the latency that a search sees without a prefetch.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plyglot_search::Score;
use plyglot_search::random::{SplitMix, mix};
use plyglot_search::table::{Basis, Entry, HashSize, Table};

/// Accesses in one measured round.
const BATCH: u64 = 10_000;

/// The `n`th key: the `n`th number, from 1, that SplitMix64 draws from the seed 0.
fn key(n: u64) -> u64 {
    mix(n.wrapping_sub(1).wrapping_mul(SplitMix::STEP))
}

/// An entry that is derived from a number, as different from its neighbours as a search's are.
fn entry(n: u64) -> Entry {
    Entry {
        mv: (n % 64) as u32,
        score: Score::margin((n % 128) as i32 - 64),
        depth: (n % 24) as u8,
        lower: if n & 1 == 0 { Basis::Proven } else { Basis::Unknown },
        upper: if n & 1 == 0 { Basis::Unknown } else { Basis::Proven },
    }
}

/// A table with two entries stored for every place, so that it is full.
fn full(bytes: usize) -> (Table, u64) {
    let table = Table::new(bytes).expect("memory for the benchmark");
    let stored = 2 * bytes as u64 / 16;
    for n in 0..stored {
        table.store(key(n), entry(n));
    }
    (table, stored)
}

fn table(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(BATCH));
    group.bench_function("keys", |bench| {
        let mut n = 0;
        bench.iter(|| {
            for _ in 0..BATCH {
                n += 1;
                black_box(key(n));
            }
        });
    });
    for bytes in [256 << 10, 64 << 20, 1 << 30] {
        let size = HashSize::of_bytes(bytes);
        let (table, stored) = full(bytes);
        let mut n = 0;
        // The last that were stored, as far as they are still there: mostly hits.
        group.bench_function(BenchmarkId::new("hit", size), |bench| {
            bench.iter(|| {
                for _ in 0..BATCH {
                    n = (n + 1) % (stored / 8);
                    black_box(table.probe(key(stored - 1 - n)));
                }
            });
        });
        let mut n = u64::MAX / 2;
        group.bench_function(BenchmarkId::new("miss", size), |bench| {
            bench.iter(|| {
                for _ in 0..BATCH {
                    n += 1;
                    black_box(table.probe(key(n)));
                }
            });
        });
        let mut n = 0;
        group.bench_function(BenchmarkId::new("chained", size), |bench| {
            bench.iter(|| {
                for _ in 0..BATCH {
                    let answer = table.probe(key(stored - 1 - n));
                    // Always zero, which only the answer shows.
                    let zero = answer.map_or(0, |entry| u64::from(entry.mv >> 31));
                    n = (n + 1 + zero) % (stored / 8);
                }
                n
            });
        });
        group.bench_function(BenchmarkId::new("store", size), |bench| {
            bench.iter(|| {
                for _ in 0..BATCH {
                    n += 1;
                    table.store(key(n), entry(n));
                }
            });
        });
        // As in a search: fetched ahead, looked up, and stored a little later.
        group.bench_function(BenchmarkId::new("fetch, probe, store", size), |bench| {
            bench.iter(|| {
                for _ in 0..BATCH {
                    n += 1;
                    table.prefetch(key(n + 16));
                    black_box(table.probe(key(n)));
                    table.store(key(n - 4), entry(n));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = table
}
criterion_main!(benches);
