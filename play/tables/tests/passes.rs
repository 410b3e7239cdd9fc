//! Passes over files give the files that memory gives, whatever interrupts them.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;

use super::*;

/// What of which game, and how many numbers its slices have so that there are some dozens.
fn some() -> Vec<(Box<dyn Open>, What, u64)> {
    let open = |name: &str| builtin().open(name).expect("a game");
    let whole = |game: &dyn Open| What::From(game.start().expect("a start"), 1 << 20);
    let (draughts, chess) = (open("draughts"), open("chess"));
    let (kalah, connect4) = (open("kalah:3,2"), open("connect4:4x4"));
    let three = classes(&*draughts, &["2K-1m", "2m-1m"]);
    let (kpk, margins, wins) = (classes(&*chess, &["KPK"]), whole(&*kalah), whole(&*connect4));
    vec![
        (draughts, three, 2_048),
        (chess, kpk, 16_384),
        (kalah, margins, 512),
        (connect4, wins, 4_096),
    ]
}

fn make(game: &dyn Open, what: &What, folder: &Path, memory: Memory) -> Result<Ended, MakeError> {
    making(game, what.clone(), folder, memory, &Stop::default()).run(&mut |_| Ok(()))
}

#[test]
fn passes_give_the_same_files_as_memory() {
    for (game, what, slice) in some() {
        let (memory, disk) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
        make(&*game, &what, memory.path(), Memory::free()).expect("made");
        let mut costs = BTreeMap::new();
        making(&*game, what, disk.path(), Memory::sliced(slice), &Stop::default())
            .run(&mut |event| {
                if let Event::Begins(class, cost) = event {
                    costs.insert((*class).to_owned(), *cost);
                }
                Ok(())
            })
            .expect("made");
        assert!(files(memory.path()) == files(disk.path()), "{}", game.facts().name);
        let slices = |cost: &Cost| match cost.way {
            Way::Passes(division) => division.slices(),
            way => panic!("{way:?}"),
        };
        let most = costs.values().map(slices).max();
        assert!(most >= Some(6) && costs.values().all(|cost| cost.scratch > 0), "{costs:?}");
    }
}

/// Killed after each few steps, wherever that is, a class goes on: no pass over moves or links that was finished is made
/// again.
#[test]
fn what_was_killed_goes_on_with_the_slice_that_was_not_finished() {
    // Chess has nothing that draughts has not, and takes longer.
    for (game, what, slice) in some().into_iter().filter(|(game, ..)| game.facts().name != "chess")
    {
        let (once, often) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
        let memory = Memory::sliced(slice);
        // How often each phase was told of.
        let mut steps = [BTreeMap::new(), BTreeMap::new()];
        making(&*game, what.clone(), once.path(), memory, &Stop::default())
            .run(&mut |event| {
                if let Event::Goes(phase, ..) = event {
                    *steps[0].entry(format!("{phase:?}")).or_insert(0) += 1;
                }
                Ok(())
            })
            .expect("made");
        let mut killed = BTreeMap::new();
        for run in 0.. {
            let mut left = 40 + run % 7;
            let ended = making(&*game, what.clone(), often.path(), memory, &Stop::default()).run(
                &mut |event| {
                    let Event::Goes(phase, ..) = event else { return Ok(()) };
                    *steps[1].entry(format!("{phase:?}")).or_insert(0) += 1;
                    left -= 1;
                    let times = killed.entry(format!("{phase:?}")).or_insert(0);
                    if left == 0 || *times == 0 {
                        *times += 1;
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                    Ok(())
                },
            );
            match ended {
                Err(MakeError::Show(_)) => {}
                ended => {
                    assert_eq!(ended.expect("made"), Ended::Complete);
                    break;
                }
            }
        }
        assert!(files(once.path()) == files(often.path()), "{}", game.facts().name);
        let [once, often] = steps;
        assert!(killed.len() == 5 && killed["Solves"] > 3, "{killed:?}");
        assert_eq!([&once["Links"], &once["Solves"]], [&often["Links"], &often["Solves"]]);
    }
}

/// Stopped again and again by a stop that is raised in each phase.
#[test]
fn what_was_stopped_goes_on() {
    let game = builtin().open("draughts").expect("a game");
    let (once, often) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let what = classes(&*game, &["2K-1m"]);
    make(&*game, &what, once.path(), Memory::free()).expect("made");
    let mut runs = 0;
    loop {
        let stop = Stop::default();
        let (raised, mut left) = (stop.clone(), 3);
        let ended = making(&*game, what.clone(), often.path(), Memory::sliced(4_096), &stop)
            .run(&mut |event| {
                left -= i32::from(matches!(event, Event::Goes(..)));
                if left == 0 {
                    raised.raise();
                }
                Ok(())
            })
            .expect("made");
        runs += 1;
        if ended == Ended::Complete {
            break;
        }
        assert_eq!(ended, Ended::Stopped);
    }
    assert!(runs > 20, "{runs}");
    assert!(files(once.path()) == files(often.path()));
}

/// Runs until a phase begins, and is killed there.
fn until(game: &dyn Open, what: &What, folder: &Path, memory: Memory, wanted: Phase) {
    let ended =
        making(game, what.clone(), folder, memory, &Stop::default()).run(
            &mut |event| match event {
                Event::Goes(phase, ..) if *phase == wanted => {
                    Err(io::ErrorKind::Interrupted.into())
                }
                _ => Ok(()),
            },
        );
    assert!(matches!(ended, Err(MakeError::Show(_))), "{ended:?}");
}

#[test]
fn what_is_damaged_on_disk_is_found_and_begun_anew() {
    let game = builtin().open("draughts").expect("a game");
    let (once, what) = (tempdir().expect("a folder"), classes(&*game, &["1K1m-1K"]));
    let memory = Memory::sliced(8_192);
    make(&*game, &what, once.path(), Memory::free()).expect("made");
    for (phase, kind) in [
        (Phase::Links, ".bucket0"),
        (Phase::Solves, ".links"),
        (Phase::Solves, ".values0"),
        (Phase::Checks, ".links"),
    ] {
        for cut in [true, false] {
            let folder = tempdir().expect("a folder");
            for (name, bytes) in files(once.path()) {
                if name != "1K1m-1K.endings" {
                    fs::write(folder.path().join(name), bytes).expect("written");
                }
            }
            until(&*game, &what, folder.path(), memory, phase);
            // The largest, which is not that of the slice where it was killed.
            let scratch = fs::read_dir(folder.path().join("1K1m-1K.scratch")).expect("a folder");
            let path = scratch
                .map(|entry| entry.expect("an entry").path())
                .filter(|path| path.to_string_lossy().ends_with(kind))
                .filter(|path| !path.to_string_lossy().ends_with(&format!("/0{kind}")))
                .max_by_key(|path| fs::metadata(path).map_or(0, |file| file.len()))
                .expect("a file");
            let mut bytes = fs::read(&path).expect("a file");
            if cut {
                bytes.truncate(bytes.len() / 2);
            } else {
                // The last link, or the value of the last number that is a position.
                let last = bytes.iter().rposition(|&byte| byte > 1).expect("a byte");
                bytes[last] ^= 1;
            }
            fs::write(&path, bytes).expect("written");
            let mut ended = make(&*game, &what, folder.path(), memory);
            if let Err(error) = &ended {
                let found = matches!(
                    error,
                    MakeError::Damaged(_)
                        | MakeError::Inconsistent { .. }
                        | MakeError::Scratch { .. }
                );
                assert!(found, "{kind}: {error}");
                ended = make(&*game, &what, folder.path(), memory);
            }
            assert_eq!(ended.expect("made"), Ended::Complete);
            assert!(files(once.path()) == files(folder.path()), "{kind} {cut}");
        }
    }
}

#[test]
fn two_processes_do_not_make_the_same_class() {
    let game = builtin().open("draughts").expect("a game");
    let (folder, what) = (tempdir().expect("a folder"), classes(&*game, &["1K-1K"]));
    until(&*game, &what, folder.path(), Memory::sliced(512), Phase::Solves);
    let lock = folder.path().join("1K-1K.scratch/lock");
    let held = OpenOptions::new().write(true).open(lock).expect("a lock");
    held.lock().expect("locked");
    let refused = make(&*game, &what, folder.path(), Memory::sliced(512)).expect_err("in use");
    assert!(matches!(refused, MakeError::InUse(_)), "{refused}");
    drop(held);
    make(&*game, &what, folder.path(), Memory::sliced(512)).expect("made");
}

/// What is told to be needed is enough, and less is not.
#[test]
fn too_little_memory_or_room_is_refused_beforehand() {
    let game = builtin().open("draughts").expect("a game");
    let (folder, what) = (tempdir().expect("a folder"), classes(&*game, &["1K-1K"]));
    let make = |bytes| make(&*game, &what, folder.path(), Memory::of(bytes));
    let Err(MakeError::Memory { needed, there, .. }) = make(1 << 20) else { panic!("it is made") };
    assert_eq!(there, 1 << 20);
    assert!(needed > there && needed < 1 << 28, "{needed}");
    assert!(matches!(make(needed * 9 / 10), Err(MakeError::Memory { .. })));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    assert_eq!(make(needed).expect("made"), Ended::Complete);
    // Of a class that passes need less for.
    let large = game.classes().iter().position(|class| class.name == "2K2m-1K");
    let large = large.expect("a class");
    let way = |bytes| {
        let numbered = game.class(large).expect("a class");
        Cost::estimate(&*numbered, large, Memory::of(bytes)).expect("a cost").0.way
    };
    let Way::Refused(needed) = way(1 << 20) else { panic!("it is made") };
    assert!(matches!(way(needed), Way::Passes(_)), "{:?}", way(needed));
    assert!(matches!(way(needed * 9 / 10), Way::Refused(_)), "{:?}", way(needed * 9 / 10));
    let numbered = game.class(0).expect("a class");
    let (cost, _) = Cost::estimate(&*numbered, 0, Memory::free()).expect("a cost");
    let much = Cost { scratch: u64::MAX / 2, ..cost };
    let refused = much.allowed("1K-1K", Memory::free(), folder.path(), 0);
    let refused = refused.map_err(|error| error.to_string());
    if cfg!(unix) {
        assert!(refused.expect_err("no such disk").contains("1K-1K takes about 8796093"));
    }
}
