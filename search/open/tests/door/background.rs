//! A search in the background.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use plyglot_open::{
    Ask, Background, Config, DoorError, Engine, Handle, Limits, Mv, News, Position, Report,
};
use plyglot_search::{Ended, Table};

use super::open;

const TICK: Duration = Duration::from_millis(1);

/// An engine and the start position of a game.
fn ready(game: &str) -> (Box<dyn Engine>, Position) {
    let game = open(game);
    let engine = game.engine(&Config::single(1 << 16), None).expect("an engine");
    (engine, game.start().expect("a start"))
}

#[test]
fn its_news_are_the_progress_and_then_the_end_which_has_the_report() {
    let (mut engine, at) = ready("heap");
    let report = engine.run(&Ask::new(&at, &Limits::depth(4))).expect("a report");
    let (engine, at) = ready("heap");
    let search = Background::begin(engine, at, Limits::depth(4)).expect("a thread");
    let mut last = None;
    loop {
        match search.follow(TICK) {
            News::Progress(progress) => last = Some(progress),
            News::Tick(figures) => assert!(figures.nodes <= report.nodes),
            News::Ended => break,
        }
    }
    let (engine, same) = search.end().expect("no panic");
    let same = same.expect("a report");
    assert_eq!((same.nodes, &same.lines), (report.nodes, &report.lines));
    assert_eq!(last.expect("progress").line.verdict, report.verdict);
    assert!(engine.handle().current().is_none());
}

#[test]
fn nothing_new_for_a_while_is_a_tick_and_a_stop_is_for_one_search() {
    let (engine, at) = ready("heap");
    let (late, go, _) = late(engine);
    let search = Background::begin(late, at.clone(), Limits::default()).expect("a thread");
    let News::Tick(figures) = search.follow(TICK) else { panic!("it has found nothing yet") };
    assert!(figures.current.is_none() && figures.hash_permill == 0, "{figures:?}");
    let handle = search.handle().clone();
    handle.stop();
    drop(go);
    let (engine, report) = search.end().expect("no panic");
    assert_eq!(report.expect("a report").ended, Ended::Stopped);
    // One that comes too late is not for the next search.
    handle.stop();
    let search = Background::begin(engine, at, Limits::depth(2)).expect("a thread");
    assert_eq!(search.end().expect("no panic").1.expect("a report").ended, Ended::Depth);
}

#[test]
fn one_that_is_dropped_is_stopped_and_waited_for() {
    let (engine, at) = ready("heap");
    let (late, go, ended) = late(engine);
    let search = Background::begin(late, at, Limits::default()).expect("a thread");
    let later = thread::spawn(move || {
        thread::sleep(10 * TICK);
        drop(go);
    });
    drop(search);
    assert_eq!(*ended.lock().unwrap(), Some(Ended::Stopped));
    later.join().expect("it does not panic");
}

#[test]
fn the_error_of_a_game_leaves_the_engine_and_a_panic_of_the_engine_does_not() {
    let (engine, at) = ready("faulty");
    let search = Background::begin(engine, at.clone(), Limits::solve()).expect("a thread");
    let (engine, report) = search.end().expect("the game's panic is its own");
    assert!(matches!(report, Err(DoorError::Search(_))), "{report:?}");
    let broken = Box::new(Wrapped { engine, run: Run::Panics });
    let search = Background::begin(broken, at, Limits::solve()).expect("a thread");
    assert!(matches!(search.follow(Duration::MAX), News::Ended));
    let Err(DoorError::Bug(message)) = search.end() else { panic!("the engine is lost") };
    assert_eq!(message, "the engine fell over");
}

/// Where an engine says how its search ended.
type HowItEnded = Arc<Mutex<Option<Ended>>>;

/// An engine that does not search before what comes with it is dropped; and where it says how its search ended.
fn late(engine: Box<dyn Engine>) -> (Box<dyn Engine>, Sender<()>, HowItEnded) {
    let ((go, wait), ended) = (channel(), Arc::default());
    (Box::new(Wrapped { engine, run: Run::Late(wait, Arc::clone(&ended)) }), go, ended)
}

/// An engine that does something else than to search.
struct Wrapped {
    engine: Box<dyn Engine>,
    run: Run,
}

enum Run {
    /// It has told of the panic already.
    Panics,
    Late(Receiver<()>, HowItEnded),
}

impl Engine for Wrapped {
    fn run(&mut self, ask: &Ask<'_>) -> Result<Report<Mv>, DoorError> {
        match &self.run {
            Run::Panics => resume_unwind(Box::new("the engine fell over")),
            Run::Late(wait, ended) => {
                let _ = wait.recv();
                let report = self.engine.run(ask)?;
                *ended.lock().unwrap() = Some(report.ended);
                Ok(report)
            }
        }
    }
    fn handle(&self) -> Handle {
        self.engine.handle()
    }
    fn config(&self) -> &Config {
        self.engine.config()
    }
    fn table(&self) -> &Arc<Table> {
        self.engine.table()
    }
    fn reconfigure(&mut self, config: &Config) -> Result<(), DoorError> {
        self.engine.reconfigure(config)
    }
    fn clear(&mut self) {
        self.engine.clear();
    }
}
