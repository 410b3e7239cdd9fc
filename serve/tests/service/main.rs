//! Promises of the queue: every query has one end, whatever happens beside it.

mod turns;

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_games::catalogue::builtin;
use plyglot_open::catalogue::{Catalogue, Single};
use plyglot_open::{DoorError, Limits, Mv, Open, ParseError, Report};
use plyglot_search::{Describe, Ended, Game, MoveList, Outcome, Score, SearchError, Side};
use plyglot_serve::queue::{
    Client, End, Games, News, Query, QueryError, QueryProgress, Service, ServiceError, Settings,
    SubmitError, Ticket, WasAt,
};

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn service(threads: usize) -> Service {
    let settings = Settings { threads, hash_bytes: 16 << 20, ..Settings::default() };
    Service::start(&settings).expect("there is such a service")
}

fn game(spec: &str) -> Arc<dyn Open> {
    builtin().open(spec).expect("it is a game").into()
}

fn query(spec: &str, limits: Limits<Mv>) -> Query {
    let game = game(spec);
    let start = game.start().expect("a start position");
    Query::new(game, start, limits)
}

/// A query that only a cancel ends.
fn endless() -> Query {
    query("othello", Limits::default())
}

/// One without an end that does not give way to its equals, since it has a limit.
fn unyielding() -> Query {
    query("othello", Limits::depth(60))
}

fn short() -> Query {
    query("tictactoe", Limits::solve())
}

/// The events of a query.
struct Asked {
    ticket: Ticket,
    events: Receiver<News>,
}

fn submit(service: &Service, query: Query) -> Asked {
    let (sender, events) = channel();
    let to = move |event| drop(sender.send(event));
    Asked { ticket: service.submit(query, to).expect("it is taken"), events }
}

impl Asked {
    /// The reports and the end, after which there is nothing.
    fn all(self) -> (Vec<QueryProgress>, End) {
        let mut reports = Vec::new();
        loop {
            match self.events.recv_timeout(PATIENCE).expect("an end") {
                News::Progress(found) => reports.push(found),
                News::Ended(end) => {
                    assert!(self.events.recv_timeout(PATIENCE).is_err(), "the end comes last");
                    return (reports, end);
                }
            }
        }
    }

    fn end(self) -> End {
        self.all().1
    }

    fn report(self) -> Report<Mv> {
        self.end().result.expect("a result")
    }
}

fn wait_until(is_met: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_met() {
        assert!(begun.elapsed() < PATIENCE, "it does not come about");
        thread::sleep(Duration::from_millis(1));
    }
}

/// A game of a counter; at 3 whatever is asked panics, where that is wanted.
#[derive(Clone, Debug)]
struct Count {
    at: u32,
    mover: Side,
    panics: bool,
}

impl Game for Count {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        u64::from(self.at) * 2 + u64::from(self.mover == Side::Second)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.at >= 10).then_some(Outcome::Loss)
    }
    fn moves(&self, out: &mut MoveList<u32>) {
        assert!(!self.panics || self.at != 3, "the counter is stuck");
        out.push(1);
        out.push(2);
    }
    fn play(&mut self, step: u32) {
        self.at += step;
        self.mover = self.mover.other();
    }
    fn undo(&mut self, step: u32, (): ()) {
        self.at -= step;
        self.mover = self.mover.other();
    }
    fn pack(step: u32) -> u32 {
        step
    }
    fn unpack(&self, bits: u32) -> Option<u32> {
        (1..=2).contains(&bits).then_some(bits)
    }
}

impl Describe for Count {
    const NOTATION: &'static str = "a number";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let at = text.parse().map_err(|_| ParseError::new("not a number"))?;
        Ok(Count { at, ..self.clone() })
    }
    fn text(&self) -> String {
        self.at.to_string()
    }
    fn parse_move(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().ok().and_then(|step| self.unpack(step)).ok_or(ParseError::new("not a step"))
    }
    fn notation(&self, step: u32) -> String {
        step.to_string()
    }
    fn board(&self) -> String {
        self.text()
    }
    fn value(&self, score: Score) -> Option<i32> {
        Some(score.raw())
    }
}

fn count(panics: bool) -> Query {
    let start = Count { at: 0, mover: Side::First, panics };
    let games = Catalogue::empty().and(Single::new("count", start));
    let game: Arc<dyn Open> = games.open("count").expect("it is there").into();
    let position = game.start().expect("a start position");
    Query::new(game, position, Limits::solve())
}

#[test]
fn queries_of_several_games_from_several_threads_all_have_their_values() {
    let service = service(2);
    let specs = ["tictactoe", "kalah:3,2", "domineering:4x4", "connect4:4x4"];
    let alone = |spec| {
        let query = query(spec, Limits::solve());
        let config = plyglot_open::Config::single(1 << 20);
        let mut engine = query.game.engine(&config, None).expect("an engine");
        let ask = plyglot_open::Ask::new(&query.position, &query.limits);
        engine.run(&ask).expect("a result").verdict
    };
    let expected = specs.map(alone);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for round in 0..40 {
                    let spec = specs[round % specs.len()];
                    let found = submit(&service, query(spec, Limits::solve())).report().verdict;
                    assert_eq!(found, expected[round % specs.len()], "{spec}");
                }
            });
        }
    });
    let status = service.status();
    assert_eq!((status.answered, status.failed, status.given_up), (160, 0, 0));
    assert_eq!((status.waiting, status.running), (0, 0));
}

#[test]
fn more_games_than_tables_are_searched_at_once() {
    for tables in [1, 2] {
        let settings = Settings { threads: 3, hash_bytes: 4 << 20, tables, ..Settings::default() };
        let service = Service::start(&settings).expect("there is such a service");
        let long: Vec<_> = ["othello", "othello:6x6", "hex:9"]
            .map(|spec| submit(&service, query(spec, Limits::default())))
            .into();
        wait_until(|| service.status().running == 3);
        let in_use = service.status().tables.iter().filter(|table| table.searches > 0).count();
        assert!(in_use <= tables);
        for asked in long {
            assert_eq!(service.cancel(asked.ticket), WasAt::Running);
            assert_eq!(asked.report().ended, Ended::Stopped);
        }
        for spec in ["tictactoe", "kalah:3,2", "domineering:4x4", "tictactoe"] {
            assert!(submit(&service, query(spec, Limits::solve())).report().verdict.is_exact());
        }
        // A game that goes on being asked for takes the place of one that is not.
        wait_until(|| {
            assert!(submit(&service, short()).report().verdict.is_exact());
            let tables = service.status().tables;
            tables.iter().any(|table| table.game.as_deref() == Some("tictactoe:3,3,3"))
        });
        let taken = service.status().tables.iter().filter(|table| table.game.is_some()).count();
        assert_eq!((taken, service.status().tables.len()), (tables, tables));
    }
}

#[test]
fn a_game_that_panics_costs_its_own_query_only() {
    let service = service(2);
    let long = submit(&service, endless());
    for round in 0..30 {
        let (bad, good) = (submit(&service, count(true)), submit(&service, short()));
        let error = bad.end().result.expect_err("the game panics");
        let panicked = matches!(
            &error,
            QueryError::Door(DoorError::Search(SearchError::GamePanicked { message, .. }))
                if message == "the counter is stuck"
        );
        assert!(panicked, "round {round}: {error}");
        assert!(good.report().verdict.is_exact());
    }
    service.cancel(long.ticket);
    assert!(!long.report().lines.is_empty());
    assert!(submit(&service, count(false)).report().verdict.is_exact());
    assert_eq!(service.status().failed, 30);
}

#[test]
fn a_receiver_that_panics_loses_its_event_and_nothing_else() {
    let service = service(1);
    service.submit(short(), |_| panic!("a fault of the test")).expect("it is taken");
    assert!(submit(&service, short()).report().verdict.is_exact());
}

#[test]
fn a_cancel_says_where_the_query_was() {
    let service = service(1);
    let running = submit(&service, unyielding());
    wait_until(|| service.status().running == 1);
    let waiting = submit(&service, short());
    assert_eq!(service.cancel(waiting.ticket), WasAt::Waiting);
    assert_eq!(service.cancel(waiting.ticket), WasAt::Gone);
    assert!(matches!(waiting.end().result, Err(QueryError::Cancelled)));
    let ticket = running.ticket;
    assert_eq!(service.cancel(ticket), WasAt::Running);
    let report = running.report();
    assert!(report.ended == Ended::Stopped && report.best_move().is_some(), "{report:?}");
    wait_until(|| service.cancel(ticket) == WasAt::Gone);
    assert_eq!(service.status().given_up, 1);
}

#[test]
fn the_highest_priority_is_searched_first_and_equal_ones_by_arrival() {
    let service = service(1);
    let running = submit(&service, unyielding());
    wait_until(|| service.status().running == 1);
    let (sender, order) = channel();
    for (name, priority) in [("b", 0), ("d", -100), ("a", 50), ("c", 0)] {
        let sender = sender.clone();
        let to = move |_| sender.send(name).expect("the test listens");
        service.submit(Query { priority, ..short() }, to).expect("it is taken");
    }
    service.cancel(running.ticket);
    let order: Vec<_> = (0..4).map(|_| order.recv_timeout(PATIENCE).expect("an end")).collect();
    assert_eq!(order, ["a", "b", "c", "d"]);
}

#[test]
fn a_deadline_ends_a_search_and_gives_up_a_query_that_waits() {
    let service = service(1);
    let deadline = Some(Duration::from_secs(1));
    let running = submit(&service, Query { deadline, ..endless() });
    let late = Some(Duration::from_millis(1));
    let waiting = submit(&service, Query { deadline: late, ..short() });
    assert!(matches!(waiting.end().result, Err(QueryError::Late)));
    assert_eq!(running.report().ended, Ended::Time);
}

#[test]
fn a_soft_limit_is_kept_within_the_deadline() {
    let service = service(2);
    for (soft, deadline) in [(Duration::ZERO, None), (PATIENCE, Some(Duration::from_secs(2)))] {
        let limits = Limits { soft_time: Some(soft), ..Limits::default() };
        let asked = Query { deadline, ..query("othello", limits) };
        assert!(!asked.is_unlimited());
        let report = submit(&service, asked).report();
        assert_eq!(report.ended, Ended::Time);
        assert!(deadline.is_some() || report.lines[0].depth == 1, "{:?}", report.lines);
    }
}

#[test]
fn a_fresh_search_repeats_itself_whatever_runs_beside_it() {
    let service = service(2);
    let fresh = || Query { fresh: true, ..query("othello", Limits::depth(8)) };
    let first = submit(&service, fresh()).report();
    let beside = submit(&service, endless());
    for _ in 0..5 {
        submit(&service, query("othello", Limits::depth(9))).report();
        let again = submit(&service, fresh()).report();
        assert_eq!((again.nodes, &again.lines), (first.nodes, &first.lines));
        assert_eq!(again.threads, 1);
    }
    service.cancel(beside.ticket);
}

#[test]
fn idle_threads_join_a_search_and_leave_it_for_another() {
    let service = service(3);
    let first = submit(&service, endless());
    wait_until(|| service.status().searching == 3);
    let second = submit(&service, query("hex:9", Limits::default()));
    let third =
        submit(&service, Query { threads: Some(1), ..query("draughts", Limits::default()) });
    wait_until(|| service.status().running == 3);
    assert_eq!(service.status().searching, 3);
    service.cancel(first.ticket);
    assert_eq!(first.report().threads, 3);
    wait_until(|| service.status().running == 2);
    // The second began alone or with one more; a thread that is idle now joins it.
    wait_until(|| service.status().searching == 3);
    service.cancel(second.ticket);
    assert_eq!(second.report().threads, 2);
    service.cancel(third.ticket);
    assert_eq!(third.report().threads, 1);
}

#[test]
fn a_search_that_began_alone_begins_anew_with_idle_threads_and_keeps_its_limits() {
    let service = service(2);
    let first = submit(&service, endless());
    wait_until(|| service.status().running == 1);
    let second = submit(&service, query("hex:9", Limits::default()));
    wait_until(|| service.status().running == 2);
    service.cancel(first.ticket);
    first.end();
    wait_until(|| service.status().searching == 2);
    service.cancel(second.ticket);
    let report = second.report();
    assert_eq!((report.threads, report.ended), (2, Ended::Stopped));

    let blocks = submit(&service, endless());
    wait_until(|| service.status().running == 1);
    let nodes = 3_000_000;
    let counted = submit(&service, query("othello", Limits::nodes(nodes)));
    wait_until(|| service.status().running == 2);
    service.cancel(blocks.ticket);
    let report = counted.report();
    assert_eq!(report.ended, Ended::Nodes);
    assert!((nodes..nodes + nodes / 10).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn reports_come_while_a_search_runs_and_stop_with_it() {
    let service = service(2);
    let report_every = Some(Duration::from_millis(5));
    let limits = Limits { lines: 3, ..Limits::default() };
    let asked = submit(&service, Query { report_every, ..query("othello", limits) });
    for _ in 0..5 {
        let event = asked.events.recv_timeout(PATIENCE).expect("a report");
        let News::Progress(found) = event else { panic!("nothing ends it") };
        let ranks: Vec<_> = found.lines.iter().map(|progress| progress.line.rank).collect();
        assert!(!ranks.is_empty() && ranks.is_sorted() && ranks.len() <= 3, "{ranks:?}");
    }
    service.cancel(asked.ticket);
    assert_eq!(asked.report().lines.len(), 3);
    // The first comes soon whatever the time between two, and there is no second: the search goes on until then.
    let (report_every, deadline) = (Some(Duration::MAX), Some(Duration::MAX));
    let asked = submit(&service, Query { report_every, deadline, ..endless() });
    let first = asked.events.recv_timeout(PATIENCE).expect("a report");
    assert!(matches!(first, News::Progress(_)), "nothing ends it");
    thread::sleep(Duration::from_millis(50));
    service.cancel(asked.ticket);
    assert!(asked.all().0.is_empty(), "one is all");
    let (reports, _) = submit(&service, query("othello", Limits::depth(8))).all();
    assert!(reports.is_empty(), "none were asked for");
}

#[test]
fn no_more_wait_than_may_and_what_makes_no_sense_is_refused_at_once() {
    let settings =
        Settings { threads: 1, hash_bytes: 4 << 20, most_waiting: 2, ..Settings::default() };
    let service = Service::start(&settings).expect("there is such a service");
    let running = submit(&service, unyielding());
    wait_until(|| service.status().running == 1);
    let waiting = [submit(&service, short()), submit(&service, short())];
    let refused = service.submit(short(), |_| panic!("it was not taken"));
    assert!(matches!(refused, Err(SubmitError::Full { most: 2 })));
    let zero = service.submit(query("othello", Limits::depth(0)), |_| panic!("it was not taken"));
    assert!(matches!(zero, Err(SubmitError::Limit(_))));
    service.cancel(running.ticket);
    for asked in waiting {
        assert!(asked.report().verdict.is_exact());
    }
}

#[test]
fn a_service_that_ends_gives_every_query_its_end() {
    let service = service(2);
    let all: Vec<_> = (0..20).map(|_| submit(&service, unyielding())).collect();
    wait_until(|| service.status().running == 2);
    service.stop();
    assert!(matches!(service.submit(short(), |_| {}), Err(SubmitError::Ended)));
    drop(service);
    let ends: Vec<_> = all.into_iter().map(Asked::end).collect();
    let results = ends.iter().filter(|end| end.result.is_ok()).count();
    let stopped = ends.iter().filter(|end| matches!(end.result, Err(QueryError::Stopped))).count();
    assert_eq!((results, stopped), (2, 18));
}

#[test]
fn cancels_and_ends_that_cross_leave_one_end_each() {
    let service = service(2);
    let barrier = Barrier::new(2);
    thread::scope(|scope| {
        let (sender, tickets) = channel();
        let (service, barrier) = (&service, &barrier);
        scope.spawn(move || {
            barrier.wait();
            for ticket in tickets {
                service.cancel(ticket);
            }
        });
        barrier.wait();
        let asked: Vec<_> = (0..300)
            .map(|number| {
                let nodes = [1, 300, 3_000, 100_000][number % 4];
                let asked = submit(service, query("othello", Limits::nodes(nodes)));
                let _ = sender.send(asked.ticket);
                asked
            })
            .collect();
        for asked in asked {
            match asked.end().result {
                Ok(report) => assert!(!report.lines.is_empty()),
                Err(error) => assert!(matches!(error, QueryError::Cancelled), "{error}"),
            }
        }
    });
}

#[test]
fn a_game_is_opened_once_and_again_with_other_options() {
    let catalogue = builtin();
    let games = Games::new(&catalogue);
    let open = |spec: &str, set: &[(&str, &str)]| {
        let owned = |&(name, value): &(&str, &str)| (String::from(name), String::from(value));
        games.open(spec, &set.iter().map(owned).collect::<Vec<_>>())
    };
    let first = open("othello", &[]).expect("a game");
    assert!(Arc::ptr_eq(&first, &open("othello", &[]).expect("a game")));
    let other = open("othello", &[("aspiration", "50")]).expect("a game");
    assert_ne!(first.fingerprint(), other.fingerprint());
    assert!(open("cheese", &[]).is_err() && open("othello", &[("day", "1")]).is_err());
    for height in 4..60 {
        open(&format!("hex:{}", 3 + height % 8), &[("aspiration", &height.to_string())])
            .expect("a game");
    }
    assert!(!Arc::ptr_eq(&first, &open("othello", &[]).expect("a game")), "it was forgotten");
}

#[test]
fn settings_that_are_not_possible_are_refused() {
    let refused = |settings: Settings| match Service::start(&settings) {
        Ok(_) => panic!("{settings:?} is possible"),
        Err(error) => error,
    };
    let usual = Settings::default();
    assert!(matches!(refused(Settings { threads: 0, ..usual.clone() }), ServiceError::Threads(0)));
    assert!(matches!(refused(Settings { tables: 0, ..usual.clone() }), ServiceError::NoTables));
    assert!(matches!(
        refused(Settings { most_waiting: 0, ..usual.clone() }),
        ServiceError::NoQueue
    ));
    let splits = Settings { scheme: plyglot_search::Scheme::YOUNG_BROTHERS, ..usual.clone() };
    assert!(matches!(refused(splits), ServiceError::Scheme(_)));
    let little = Settings { hash_bytes: 1000, ..usual.clone() };
    assert!(matches!(refused(little), ServiceError::Hash { .. }));
    let much = Settings { hash_bytes: usize::MAX / 2, ..usual };
    assert!(matches!(refused(much), ServiceError::Table(_)));
}
