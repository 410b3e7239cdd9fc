//! Promises of the door, on a game that can be made to fail.

mod background;
mod repetition;
#[cfg(feature = "watch")]
mod watched;

use std::sync::{Arc, Mutex};

use plyglot_check::minimax::minimax;
use plyglot_open::catalogue::{Catalogue, Entry, Listing, Setup, Single, Visitor};
use plyglot_open::{
    Ask, Config, DoorError, DynGame, Limits, Open, OptionError, OptionKind, OptionSpec, ParseError,
    Position, Side,
};
use plyglot_search::{
    Bound, Describe, Ended, EngineError, Game, Knowledge, LimitError, MoveList, OrderingWeights,
    Outcome, RulesOnly, Score, SearchError, Stop, Verdict, Window,
};

/// Take one, two or three from a heap; who takes the last wins. A heap of `faulty` panics whatever it
/// is asked, as often as it is asked.
#[derive(Clone, Debug)]
struct Heap {
    left: u32,
    mover: Side,
    faulty: Option<u32>,
}

impl Heap {
    fn of(left: u32) -> Heap {
        Heap { left, mover: Side::First, faulty: None }
    }

    fn ask(&self) -> u32 {
        assert_ne!(Some(self.left), self.faulty, "the heap fell over");
        self.left
    }
}

impl Game for Heap {
    type Move = u32;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.mover
    }
    fn key(&self) -> u64 {
        u64::from(self.left) * 2 + u64::from(self.mover == Side::Second)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }
    fn moves(&self, out: &mut MoveList<u32>) {
        (1..=self.ask().min(3)).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u32) {
        self.left -= taken;
        self.mover = self.mover.other();
    }
    fn undo(&mut self, taken: u32, (): ()) {
        self.left += taken;
        self.mover = self.mover.other();
    }
    fn pack(taken: u32) -> u32 {
        taken
    }
    fn unpack(&self, bits: u32) -> Option<u32> {
        (1..=self.left.min(3)).contains(&bits).then_some(bits)
    }
}

impl Describe for Heap {
    const SIDES: [&'static str; 2] = ["Ann", "Bob"];
    const NOTATION: &'static str = "a number";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let left =
            text.parse().map_err(|_| ParseError::new(format!("{text:?} is not a number")))?;
        Ok(Heap { left, mover: Side::First, faulty: self.faulty })
    }
    fn text(&self) -> String {
        self.ask().to_string()
    }
    fn notation(&self, taken: u32) -> String {
        format!("-{taken}")
    }
    fn board(&self) -> String {
        "|".repeat(self.ask() as usize)
    }
}

/// Counts the heap, and sees it as larger than it is if told so.
#[derive(Clone, Debug, Default)]
struct Eyes {
    more: i32,
}

impl Knowledge<Heap> for Eyes {
    fn evaluate(&mut self, heap: &Heap) -> i32 {
        heap.ask() as i32 % 4 * 10 + self.more
    }
    fn plies_left(&self, heap: &Heap) -> Option<i32> {
        Some(heap.left as i32)
    }
    fn canonical(&self, heap: &Heap) -> u64 {
        u64::from(heap.left)
    }
    fn options(&self) -> Vec<OptionSpec> {
        vec![OptionSpec {
            name: "more".into(),
            about: "how much larger heaps look".into(),
            kind: OptionKind::Number { min: 0, max: 9 },
            default: "0".into(),
            value: self.more.to_string(),
        }]
    }
    fn set_option(&mut self, _name: &str, value: &str) -> Result<(), OptionError> {
        self.more = value.parse().expect("the door has looked at it");
        Ok(())
    }
}

/// Heaps of all sizes; 15 if none is asked for.
struct Heaps;

impl Entry for Heaps {
    fn listing(&self) -> Listing {
        Listing {
            name: "heap",
            aliases: &["pile"],
            title: "A heap",
            sizes: "any number",
            notation: Heap::NOTATION,
        }
    }
    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let start = Heap::of(0).parse(size.unwrap_or("15"))?;
        let name = size.map_or("heap".into(), |size| format!("heap:{size}"));
        Ok(visitor.visit(Setup { name, start, knowledge: Eyes::default() }))
    }
}

fn games() -> Catalogue {
    let faulty = Heap { faulty: Some(5), ..Heap::of(9) };
    let other = Single::new("other", Heap::of(15));
    Catalogue::empty()
        .and(Heaps)
        .and(other)
        .and(Single::new("faulty", faulty).knowledge(Eyes::default()))
}

fn open(spec: &str) -> Box<dyn Open> {
    games().open(spec).expect("a game")
}

fn after(spec: &str, moves: &str) -> Position {
    let mut position = open(spec).start().expect("a start");
    position.play_text(moves).expect("legal moves");
    position
}

#[test]
fn a_position_knows_the_game_that_led_to_it_and_takes_it_back() {
    let mut position = after("heap", "-1 -2 -3");
    assert_eq!((position.played(), position.plies()), (vec![1, 2, 3], 3));
    assert_eq!(position.keys_before(), [30, 29, 24]);
    assert_eq!((position.text().unwrap(), position.mover()), ("9".into(), "Bob"));
    let early = position.after_plies(1);
    assert_eq!((early.text().unwrap(), early.plies()), ("14".into(), 1));
    assert_eq!((position.undo(), position.undo(), position.undo()), (Some(3), Some(2), Some(1)));
    assert_eq!((position.undo(), position.key()), (None, 30));
    assert_eq!(position.notation(&[3, 1]).unwrap(), ["-3", "-1"]);
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let mut position = after("heap:2", "-1");
    assert!(matches!(position.play(2), Err(DoorError::Illegal(2))));
    assert!(matches!(position.move_text(3), Err(DoorError::Illegal(3))));
    assert!(matches!(position.notation(&[1, 1]), Err(DoorError::Illegal(1))));
    let error = position.play_text("-1 -1").unwrap_err().to_string();
    assert_eq!(error, "move 2 (-1) comes after the end of the game");
    assert!(position.play_text("-1 -7").is_err());
    assert_eq!((position.text().unwrap(), position.plies()), ("1".into(), 1));
    position.play(1).expect("it is legal");
    assert!(position.moves().unwrap().is_empty() && position.estimate().unwrap().is_none());
    assert!(matches!(position.play(1), Err(DoorError::Illegal(1))));
}

#[test]
fn an_engine_searches_as_the_concrete_one_does() {
    let (game, limits) = (open("heap"), Limits::solve());
    let config = Config::single(1 << 16);
    let position = game.start().unwrap();
    let mut engine = game.engine(&config, None).unwrap();
    let report = engine.run(&Ask::new(&position, &limits)).unwrap();
    let mut concrete = plyglot_search::Engine::new(&config, Eyes::default()).unwrap();
    let expected = concrete.search(&Heap::of(15), &limits.with_moves(Vec::new(), None)).unwrap();
    assert_eq!((report.nodes, report.verdict), (expected.nodes, expected.verdict));
    assert_eq!(report.lines[0].pv, expected.lines[0].pv);
    assert_eq!(position.verdict_text(&report.verdict).unwrap(), "win in 7");
    assert_eq!(engine.handle().nodes(), report.nodes);
}

#[test]
fn root_moves_are_given_and_refused_packed() {
    let game = open("heap:7");
    let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
    let position = game.start().unwrap();
    let only = |mv| Limits { root_moves: vec![mv], ..Limits::solve() };
    let report = engine.run(&Ask::new(&position, &only(2))).unwrap();
    assert_eq!(report.best_move(), Some(2));
    let refused = engine.run(&Ask::new(&position, &only(8))).unwrap_err();
    let DoorError::Search(SearchError::Limit(LimitError::IllegalRootMove(_))) = refused else {
        panic!("{refused}")
    };
}

#[test]
fn a_window_is_answered_with_the_value_or_with_the_side_on_which_it_lies() {
    let game = open("heap");
    let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
    for left in 1..14 {
        let position = game.parse(&left.to_string()).unwrap();
        for depth in 1..6 {
            let mut inward = position.game().clone();
            let value = minimax(&mut inward, &mut game.knowledge(), Some(depth));
            for (alpha, beta) in [(-5, 5), (0, 1), (10, 25), (-31, -9)] {
                engine.clear();
                let window = Window::new(Score::heuristic(alpha), Score::heuristic(beta));
                let window = Some(window).filter(|_| left % 3 > 0).unwrap_or(Window::null(value));
                let limits = Limits { window: Some(window), ..Limits::depth(depth as u32) };
                let Verdict { score, bound, .. } =
                    engine.run(&Ask::new(&position, &limits)).unwrap().verdict;
                // A proof may need fewer plies than the depth, and then knows more than minimax.
                let agrees = match bound {
                    Bound::Exact => window.contains(score),
                    Bound::Lower => score >= window.beta,
                    Bound::Upper => score <= window.alpha,
                };
                assert!(agrees, "{left} to {depth}: {score:?} {bound:?} within {window:?}");
                let expected = Bound::of(value, window);
                let decided = value.is_decided() || score.is_decided();
                assert!(decided || bound == expected, "{left} to {depth} within {window:?}");
            }
        }
    }
    let position = game.start().unwrap();
    let several = Limits { window: Some(Window::FULL), lines: 2, ..Limits::depth(3) };
    assert!(engine.run(&Ask::new(&position, &several)).is_err());
    // Fifteen are won: a solve proves it, and asks no more than that.
    engine.clear();
    let window = Some(Window::null(Score::DRAW));
    let solve = Limits { window, ..Limits::solve() };
    let Verdict { score, bound, proven } =
        engine.run(&Ask::new(&position, &solve)).unwrap().verdict;
    assert!(score > Score::DRAW && bound != Bound::Upper && proven, "{score:?} {bound:?}");
}

#[test]
fn a_mate_is_found_in_so_many_plies_or_said_not_to_be_there() {
    let game = open("heap");
    // Fifteen are won in seven plies.
    let position = game.start().unwrap();
    for threads in [1, 3] {
        let config = Config { threads, ..Config::single(1 << 16) };
        for plies in 1..12 {
            let mut engine = game.engine(&config, None).unwrap();
            let report = engine.run(&Ask::new(&position, &Limits::mate(plies))).unwrap();
            let Verdict { score, bound, proven } = report.verdict;
            let found = bound != Bound::Upper && score >= Score::win_in(plies);
            assert_eq!((found, found && proven), (plies >= 7, plies >= 7), "{plies}: {report:?}");
        }
    }
}

#[test]
fn progress_is_told_with_packed_moves() {
    let (game, heard) = (open("heap"), Arc::new(Mutex::new(Vec::new())));
    let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
    let (position, limits) = (game.start().unwrap(), Limits::depth(4));
    let shared = Arc::clone(&heard);
    let ask = Ask::new(&position, &limits).telling(move |news| shared.lock().unwrap().push(news));
    let report = engine.run(&ask).unwrap();
    let heard = heard.lock().unwrap();
    assert_eq!(heard.last().expect("there was news").line.depth, 4);
    assert_eq!(heard.last().unwrap().line.verdict, report.verdict);
    assert!(heard.iter().all(|news| position.notation(&news.line.pv).is_ok()));
}

#[test]
fn another_games_position_is_refused() {
    let stranger = open("other").start().unwrap();
    let game = open("heap");
    let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
    let limits = Limits::depth(1);
    let refused = engine.run(&Ask::new(&stranger, &limits));
    assert!(matches!(refused, Err(DoorError::Foreign)));
    assert!(matches!(game.perft(&stranger, 1, &Stop::default()), Err(DoorError::Foreign)));
    // Of the same type and the same game, but of another size.
    let small = open("heap:3").start().unwrap();
    assert!(matches!(engine.run(&Ask::new(&small, &limits)), Err(DoorError::Foreign)));
    assert!(engine.run(&Ask::new(&game.start().unwrap(), &limits)).is_ok());
}

#[test]
fn a_panic_of_the_game_is_an_error_wherever_it_comes_from() {
    fn fell<T>(result: Result<T, DoorError>) {
        let Err(error) = result else { panic!("it had to fall over") };
        assert!(error.to_string().contains("the heap fell over"), "{error}");
    }
    let game = open("faulty");
    let mut position = game.start().unwrap();
    position.play_text("-1 -3").expect("to play it asks nothing of the heap of five");
    for _ in 0..2 {
        fell(position.text());
        fell(position.board());
        fell(position.moves());
        fell(position.estimate());
        fell(game.perft(&position, 2, &Stop::default()));
        fell(game.finished(&position, 2, &Stop::default()));
        let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
        fell(engine.run(&Ask::new(&game.start().unwrap(), &Limits::solve())));
        fell(engine.run(&Ask::new(&position, &Limits::depth(1))));
        let sound = position.parse("4").expect("a position");
        assert!(engine.run(&Ask::new(&sound, &Limits::solve())).is_ok());
    }
    assert_eq!(position.undo(), Some(3));
    assert_eq!(position.text().unwrap(), "8");
}

#[test]
fn options_are_named_checked_and_part_of_the_fingerprint() {
    let game = open("heap");
    let far = game.with(&[("MORE", "7")]).unwrap();
    assert_eq!((far.options()[0].value.as_str(), game.options()[0].value.as_str()), ("7", "0"));
    let estimate = |game: &dyn Open| game.start().unwrap().estimate().unwrap();
    assert_eq!((estimate(&*game), estimate(&*far)), (Some(30), Some(37)));
    let refused = |set| game.with(&[set]).err().expect("refused").to_string();
    assert_eq!(
        refused(("less", "1")),
        "unknown option \"less\"; expected one of more, tables, aspiration, killer, countermove, history, continuation, off"
    );
    assert_eq!(
        refused(("more", "10")),
        "option more: a whole number from 0 to 9 is needed, not \"10\""
    );
    let none = open("other").with(&[("more", "1")]).err().expect("refused").to_string();
    assert_eq!(
        none,
        "unknown option \"more\"; expected one of tables, aspiration, killer, countermove, history, continuation, off"
    );
    let fingerprints =
        [&*open("heap"), &*far, &*open("heap:3"), &*open("other")].map(|game| game.fingerprint());
    assert_eq!(fingerprints[0], game.fingerprint());
    for (place, one) in fingerprints.iter().enumerate() {
        assert!(!fingerprints[..place].contains(one), "{fingerprints:?}");
    }
}

#[test]
fn the_engines_numbers_are_options_of_every_game() {
    let game = open("heap");
    let values = |game: &dyn Open| -> Vec<_> {
        let set = |spec: &OptionSpec| format!("{} {}", spec.name, spec.value);
        game.options().iter().map(set).collect()
    };
    assert_eq!(
        values(&*game),
        [
            "more 0",
            "tables none",
            "aspiration 24",
            "killer 1048576",
            "countermove 262144",
            "history 16384",
            "continuation 0",
            "off none"
        ]
    );
    let tuned = game.with(&[("Killer", "0"), ("aspiration", "3")]).unwrap();
    let tuned = tuned.with(&[("history", "9"), ("more", "2")]).unwrap();
    assert_eq!(
        values(&*tuned),
        [
            "more 2",
            "tables none",
            "aspiration 3",
            "killer 0",
            "countermove 262144",
            "history 9",
            "continuation 0",
            "off none"
        ]
    );
    assert!(tuned.options().iter().all(|spec| spec.kind.takes(&spec.default)));
    assert_ne!(tuned.fingerprint(), game.with(&[("more", "2")]).unwrap().fingerprint());
    // Who goes another way through the door knows of it, too.
    let weights = OrderingWeights {
        killer: 0,
        countermove: 262_144,
        history: 9,
        ..OrderingWeights::GAME_ONLY
    };
    assert_eq!((tuned.knowledge().ordering(), tuned.knowledge().aspiration()), (weights, 3));

    let refused = |set| game.with(&[set]).err().expect("refused").to_string();
    for (name, value, range) in [
        ("aspiration", "-1", "0 to 16000"),
        ("killer", "16777217", "0 to 16777216"),
        ("countermove", "few", "0 to 16777216"),
        ("history", "65537", "0 to 65536"),
    ] {
        let told = format!("option {name}: a whole number from {range} is needed, not {value:?}");
        assert_eq!(refused((name, value)), told);
    }
}

#[test]
fn heuristics_are_switched_off_by_name() {
    let game = open("heap");
    let off = game.with(&[("OFF", "hash-move+bounds")]).unwrap();
    let value = |game: &dyn Open| game.options().last().expect("options").value.clone();
    assert_eq!((value(&*game), value(&*off)), ("none".into(), "hash-move+bounds".into()));
    assert_ne!(off.fingerprint(), game.fingerprint());
    assert_eq!(off.with(&[("off", "none")]).unwrap().fingerprint(), game.fingerprint());
    for wrong in ["hash-move+", "luck", ""] {
        let refused = game.with(&[("off", wrong)]).err().expect("refused").to_string();
        let begins = "option off: none, or some of hash-move, child-cutoffs, rank,";
        assert!(refused.starts_with(begins), "{refused}");
        assert!(refused.ends_with(&format!("joined by + is needed, not {wrong:?}")), "{refused}");
    }
    // Without any of them a solve finds the same.
    for plyglot_search::Switch { name, .. } in plyglot_search::Off::SWITCHES {
        let game = open("heap:14").with(&[("off", name)]).unwrap();
        let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
        let start = game.start().unwrap();
        let report = engine.run(&Ask::new(&start, &Limits::solve())).unwrap();
        let verdict = start.verdict_text(&report.verdict).unwrap();
        assert_eq!(verdict, "win in 7", "without {name}");
    }
}

/// Orders the moves of a heap alone, and has an option of a name that the engine has as well.
#[derive(Clone, Debug)]
struct Orderly(String);

impl Knowledge<Heap> for Orderly {
    const ENGINE_ORDERING: bool = false;

    fn evaluate(&mut self, _heap: &Heap) -> i32 {
        0
    }
    fn options(&self) -> Vec<OptionSpec> {
        vec![OptionSpec {
            name: "aspiration".into(),
            about: "what is hoped for".into(),
            kind: OptionKind::Text,
            default: "much".into(),
            value: self.0.clone(),
        }]
    }
    fn set_option(&mut self, _name: &str, value: &str) -> Result<(), OptionError> {
        self.0 = value.into();
        Ok(())
    }
}

#[test]
fn options_of_no_use_are_not_offered_and_those_of_the_game_come_first() {
    let orderly = || Orderly("much".into());
    let entry = Single::new("orderly", Heap::of(9)).knowledge(orderly());
    let game = Catalogue::empty().and(entry).open("orderly").unwrap();
    let set = game.with(&[("aspiration", "little")]).unwrap();
    let [option, tables, off] = set.options() else { panic!("{:?}", set.options()) };
    assert_eq!((&*tables.name, &*off.name), ("tables", "off"));
    assert_eq!((option.value.as_str(), set.knowledge().aspiration()), ("little", 24));
    assert_eq!(set.knowledge().ordering(), OrderingWeights::GAME_ONLY);
}

#[test]
fn an_engine_changes_its_threads_in_place_and_keeps_its_table() {
    let game = open("heap:60");
    let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
    let (position, limits) = (game.start().unwrap(), Limits::solve());
    engine.run(&Ask::new(&position, &limits)).unwrap();
    let table = Arc::clone(engine.table());
    engine.reconfigure(&Config { threads: 2, ..engine.config().clone() }).unwrap();
    assert!(Arc::ptr_eq(&table, engine.table()) && engine.config().threads == 2);
    let refused = engine.reconfigure(&Config { threads: 0, ..engine.config().clone() });
    assert!(matches!(refused, Err(DoorError::Engine(EngineError::Threads(0)))));
    assert_eq!(engine.config().threads, 2);
    engine.reconfigure(&Config { hash_bytes: 1 << 18, ..engine.config().clone() }).unwrap();
    assert!(!Arc::ptr_eq(&table, engine.table()));
    assert!(engine.run(&Ask::new(&position, &limits)).unwrap().verdict.proven);
}

#[test]
fn a_table_of_another_size_is_given_in_place_and_a_refused_one_changes_nothing() {
    let game = open("heap:60");
    let (position, limits) = (game.start().unwrap(), Limits::solve());
    for scheme in ["abdada", "lazy", "young-brothers"] {
        for threads in [1, 3] {
            let scheme = scheme.parse().unwrap();
            let config = Config { threads, scheme, ..Config::single(1 << 20) };
            let mut engine = game.engine(&config, None).unwrap();
            let proven = engine.run(&Ask::new(&position, &limits)).unwrap().verdict;
            let learnt = engine.table().digest();
            let refused = engine.reconfigure(&Config { hash_bytes: 1 << 46, ..config.clone() });
            assert!(
                matches!(refused, Err(DoorError::Engine(EngineError::Table(_)))),
                "{refused:?}"
            );
            assert_eq!((engine.config(), engine.table().digest()), (&config, learnt));

            let wider = Config { hash_bytes: 1 << 21, ..config.clone() };
            engine.reconfigure(&wider).unwrap();
            assert_eq!((engine.config(), engine.table().bytes()), (&wider, 1 << 21));
            assert_eq!(engine.run(&Ask::new(&position, &limits)).unwrap().verdict, proven);

            let no_such = Config { threads: 0, ..config.clone() };
            assert!(engine.reconfigure(&no_such).is_err());
            assert_eq!((engine.config(), engine.table().bytes()), (&wider, 1 << 21));
            assert_eq!(engine.run(&Ask::new(&position, &limits)).unwrap().verdict, proven);
        }
    }
}

#[test]
fn a_table_that_engines_share_keeps_its_size() {
    let game = open("heap:60");
    let (position, limits) = (game.start().unwrap(), Limits::solve());
    let config = Config::single(1 << 16);
    let mut one = game.engine(&config, None).unwrap();
    let mut other = game.engine(&config, Some(Arc::clone(one.table()))).unwrap();
    other.run(&Ask::new(&position, &limits)).unwrap();
    let learnt = other.table().digest();
    one.reconfigure(&Config::single(1 << 17)).unwrap();
    assert_eq!((one.table().bytes(), other.table().bytes()), (1 << 17, 1 << 16));
    assert_eq!(other.table().digest(), learnt);
    assert!(one.run(&Ask::new(&position, &limits)).unwrap().verdict.proven);
}

#[test]
fn a_handle_stops_a_search_from_another_thread() {
    let game = open("heap:240");
    let mut engine = game.engine(&Config::single(1 << 16), None).unwrap();
    engine.handle().stop();
    let (position, limits) = (game.start().unwrap(), Limits::default());
    let report = engine.run(&Ask::new(&position, &limits)).unwrap();
    assert_eq!(report.ended, Ended::Stopped);
    assert!(report.best_move().is_some());
}

#[test]
fn perft_counts_what_can_be_counted_by_hand() {
    let (game, go_on) = (open("heap:4"), Stop::default());
    let position = game.start().unwrap();
    // 1 1, 1 2, 1 3; 2 1, 2 2; 3 1.
    assert_eq!(game.perft(&position, 2, &go_on).unwrap(), [(1, 3), (2, 2), (3, 1)]);
    assert_eq!(game.finished(&position, 2, &go_on).unwrap(), 3);
    let stopped = Stop::default();
    stopped.raise();
    let large = open("heap:60");
    large.perft(&large.start().unwrap(), 40, &stopped).expect("it comes back at once");
}

#[test]
fn the_way_back_in_has_the_value_of_the_game_itself() {
    for left in 1..10 {
        let game = open(&format!("heap:{left}"));
        let mut inward = game.start().unwrap().game().clone();
        let value = minimax(&mut inward, &mut game.knowledge(), None);
        assert_eq!(value, minimax(&mut Heap::of(left), &mut RulesOnly::default(), None));
        let shallow = minimax(&mut inward, &mut game.knowledge(), Some(1));
        assert_eq!(shallow, minimax(&mut Heap::of(left), &mut Eyes::default(), Some(1)));
        assert!(DynGame::CAN_REPEAT && !inward.can_repeat());
        assert_eq!(inward.text(), left.to_string(), "undone");
    }
    assert_eq!(
        Score::DRAW,
        RulesOnly::<DynGame>::default().predict(open("heap").start().unwrap().game(), Score::DRAW)
    );
}

#[test]
fn positions_of_the_way_back_in_are_equal_by_their_texts() {
    let (one, other) = (after("heap:9", "-1 -2 -3"), after("heap:9", "-3 -2 -1"));
    assert_eq!(one.game(), other.game());
    assert_ne!(one.game(), after("heap:9", "-1 -2").game());
}

#[test]
fn symmetric_positions_have_one_canonical_key() {
    let (ann, bob) = (after("heap:9", "-1 -2"), after("heap:9", "-3"));
    assert_ne!(ann.key(), bob.key());
    assert_eq!(ann.canonical().unwrap(), bob.canonical().unwrap());
    assert_eq!((ann.plies_left().unwrap(), ann.facts().has_end), (Some(6), true));
}
