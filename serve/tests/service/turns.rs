//! Whose turn it is: clients share the threads, and what is urgent waits for nothing that is not.

use super::*;

#[test]
fn a_long_queue_of_one_client_is_one_turn_to_another() {
    let service = service(1);
    let blocks = submit(&service, endless());
    wait_until(|| service.status().running == 1);
    let (sender, order) = channel();
    let ask = |client| {
        let sender = sender.clone();
        let to = move |_| sender.send(client).expect("the test listens");
        let limits = Limits::nodes(20_000);
        service.submit(Query { client, ..query("othello", limits) }, to).expect("it is taken");
    };
    (0..200).for_each(|_| ask(Client::alone(1)));
    (0..3).for_each(|_| ask(Client::alone(2)));
    service.cancel(blocks.ticket);
    let order: Vec<_> = (0..203).map(|_| order.recv_timeout(PATIENCE).expect("an end")).collect();
    let last = order.iter().rposition(|client| *client == Client::alone(2)).expect("it was asked");
    assert!(last < 100, "{last}: {order:?}");
}

#[test]
fn many_connections_of_one_host_are_one_turn_to_another_and_share_it() {
    let service = service(1);
    let blocks = submit(&service, endless());
    wait_until(|| service.status().running == 1);
    let (sender, order) = channel();
    let ask = |client: Client| {
        let sender = sender.clone();
        let to = move |_| sender.send(client).expect("the test listens");
        let limits = Limits::nodes(20_000);
        service.submit(Query { client, ..query("othello", limits) }, to).expect("it is taken");
    };
    // The first of a host of eight has more than all others.
    let of_many = |number| Client { host: 1, number };
    (0..100).for_each(|_| ask(of_many(1)));
    (2..9).for_each(|number| (0..10).for_each(|_| ask(of_many(number))));
    (0..10).for_each(|_| ask(Client::alone(9)));
    service.cancel(blocks.ticket);
    let order: Vec<_> = (0..180).map(|_| order.recv_timeout(PATIENCE).expect("an end")).collect();
    let last = |client| order.iter().rposition(|of| *of == client).expect("it was asked");
    assert!(last(Client::alone(9)) < 75, "half of the turns and not a ninth: {order:?}");
    assert!(last(of_many(8)) < 150, "{order:?}");
}

#[test]
fn what_is_urgent_does_not_wait_for_what_is_not() {
    for client in [0, 7].map(Client::alone) {
        let service = service(2);
        let report_every = Some(Duration::from_millis(5));
        let slow = || submit(&service, Query { priority: -100, report_every, ..endless() });
        let slow = [slow(), slow()];
        for asked in &slow {
            // What it has found is kept while it gives way.
            while !matches!(asked.events.recv_timeout(PATIENCE).expect("it goes on"),
                News::Progress(found) if found.lines[0].line.depth > 1)
            {}
        }
        let urgent = Query { priority: 100, client, ..short() };
        assert!(submit(&service, urgent).report().verdict.is_exact());
        wait_until(|| service.status().running == 2);
        for asked in slow {
            assert_eq!(service.cancel(asked.ticket), WasAt::Running);
            let report = asked.report();
            assert!(report.ended == Ended::Stopped && report.lines[0].depth > 1, "{report:?}");
        }
    }
}

#[test]
fn a_search_without_limits_gives_way_to_its_equals_and_goes_on() {
    let service = service(1);
    let first = submit(&service, endless());
    let second = submit(&service, query("hex:9", Limits::default()));
    assert!(submit(&service, short()).report().verdict.is_exact());
    // Both take turns from now on.
    let seen = |spec: &str| {
        let tables = service.status().tables;
        tables.iter().any(|table| {
            table.searches > 0 && table.game.as_deref().is_some_and(|game| game.starts_with(spec))
        })
    };
    for _ in 0..2 {
        wait_until(|| seen("hex"));
        wait_until(|| seen("othello"));
    }
    for asked in [first, second] {
        assert_eq!(service.cancel(asked.ticket), WasAt::Running);
        assert_eq!(asked.report().ended, Ended::Stopped);
    }
    assert_eq!(service.status().given_up, 0);
}

#[test]
fn a_long_search_gives_way_to_another_client_and_keeps_its_limits() {
    let service = service(1);
    let nodes = 8_000_000;
    let long = submit(&service, query("othello", Limits::nodes(nodes)));
    let deep = submit(&service, query("othello", Limits::depth(60)));
    wait_until(|| service.status().running == 1);
    let mut others = 0;
    let report = loop {
        if let Ok(News::Ended(end)) = long.events.try_recv() {
            break end.result.expect("a result");
        }
        let other = Query { client: Client::alone(1), ..short() };
        assert!(submit(&service, other).report().verdict.is_exact());
        others += 1;
    };
    assert!(others > 0);
    assert_eq!(report.ended, Ended::Nodes);
    assert!((nodes..nodes + nodes / 10).contains(&report.nodes), "{}", report.nodes);
    // Of the same client, one that ends by itself is searched to its end.
    wait_until(|| service.status().running == 1);
    let waits = submit(&service, short());
    thread::sleep(Duration::from_millis(1_500));
    assert_eq!(service.cancel(waits.ticket), WasAt::Waiting);
    service.cancel(deep.ticket);
    assert_eq!(deep.report().ended, Ended::Stopped);
}

#[test]
fn a_fresh_search_that_gave_way_has_the_same_result() {
    let service = service(1);
    let limits = || Limits::nodes(2_000_000);
    let fresh = |priority| Query { fresh: true, priority, ..query("othello", limits()) };
    let alone = submit(&service, fresh(0)).report();
    let asked = submit(&service, fresh(-1));
    wait_until(|| service.status().running == 1);
    thread::sleep(Duration::from_millis(150));
    assert!(submit(&service, short()).report().verdict.is_exact());
    let report = asked.report();
    assert_eq!((report.nodes, &report.lines), (alone.nodes, &alone.lines));
}

#[test]
fn a_deadline_passes_while_a_search_has_given_way() {
    let service = service(1);
    let deadline = Some(Duration::from_secs(4));
    let slow = submit(&service, Query { priority: -100, deadline, ..endless() });
    wait_until(|| service.status().running == 1);
    let report_every = Some(Duration::from_millis(5));
    let urgent = Query { priority: 100, report_every, ..query("hex:9", Limits::default()) };
    let urgent = submit(&service, urgent);
    urgent.events.recv_timeout(PATIENCE).expect("it is searched");
    let report = slow.report();
    assert!(report.ended == Ended::Time && report.best_move().is_some(), "{report:?}");
    assert_eq!(service.cancel(urgent.ticket), WasAt::Running);
    urgent.report();
}
