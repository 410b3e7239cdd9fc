//! `bench peers`: comparison with another engine, in builds that have it.

#[cfg(not(feature = "peers"))]
#[test]
fn a_build_without_the_feature_says_how_to_build_with_it() {
    use crate::support::plyglot;

    plyglot("bench peers").fails(2, &["feature `peers`", "cargo build --release --features peers"]);
    let ran = plyglot("bench peers --game othello --json");
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()[0]["type"], "error");
}

#[cfg(feature = "peers")]
mod with_peers {
    use serde_json::Value;

    use crate::support::plyglot;

    const STUDY: &str =
        "bench peers --game connect4 --game othello --depth 4,5 --repeat 2 --hash 1M";

    fn of_type<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
        lines.iter().filter(|line| line["type"] == kind).collect()
    }

    #[test]
    fn a_table_has_every_engine_at_every_depth() {
        let ran = plyglot(STUDY).fine();
        assert!(ran.err.is_empty(), "{ran:?}");
        let ran = ran.says("connect4, depth 4, 1 thread; ").says("othello, depth 5, 2 threads; ");
        let ran = ran
            .says("by the plain alpha-beta of minimax")
            .says("Values that differ from the reference");
        let rows = ran.out.lines().filter(|line| line.starts_with("  plyglot, ")).count();
        assert!(rows >= 2 * 2 * 2 * 2, "{}", ran.out);
    }

    #[test]
    fn json_has_every_search_and_what_follows() {
        let lines = plyglot(&format!("{STUDY} --json")).fine().json();
        assert_eq!(lines[0]["type"], "study");
        assert_eq!((&lines[0]["threads"][1], &lines[0]["interrupted"]), (&2.into(), &false.into()));
        let places = of_type(&lines, "place");
        assert_eq!(places.len(), 4);
        assert!(places.iter().all(|place| place["reference"]["by"] == "negamax"));
        let samples = of_type(&lines, "sample");
        assert_eq!(samples.len(), 4 * 2 * 7);
        assert!(samples.iter().all(|sample| sample["missing"].is_null()));
        let rows = of_type(&lines, "row");
        assert_eq!(rows.len(), 4 * 7);
        for row in rows {
            let ours = row["who"] == "plain" || row["who"] == "hooks";
            assert_eq!(row["times"].is_object(), ours, "{row}");
        }
    }

    #[test]
    fn what_cannot_be_compared_is_refused_or_reported() {
        plyglot("bench peers --game nonsense").fails(2, &["nonsense"]);
        plyglot("bench peers --threads 0").fails(2, &["--threads", "0", "1 to 1024"]);
        let ran = plyglot("bench peers --game kalah --depth 3 --repeat 1 --threads 1 --hash 1M");
        assert_eq!(ran.code, 1, "{ran:?}");
        ran.says("alternates");
    }
}
