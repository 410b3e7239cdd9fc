//! What stands between a tree and one of its workers: lines go on both ways, and on the way from the worker they are
//! held, doubled, changed, counted, or end with it.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::Value;

/// What is done with an answer, the first being 1, where so many positions were given to the worker.
type Rule = Box<dyn FnMut(usize, usize, Value) -> Vec<Value> + Send>;

/// A way between a tree and one worker.
pub(super) struct Between {
    pub(super) address: String,
    /// The nodes of each answer, as often as it went on.
    pub(super) nodes: Receiver<u64>,
}

impl Between {
    /// To the tree at this address.
    pub(super) fn new(tree: &str, mut rule: Rule) -> Between {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port for the test");
        let address = listener.local_addr().expect("it has an address").to_string();
        let (tree, (told, nodes)) = (tree.to_owned(), channel());
        thread::spawn(move || {
            let (worker, _) = listener.accept().expect("the worker comes");
            let tree = TcpStream::connect(tree).expect("the tree is there");
            let (back, forth) = (worker.try_clone(), tree.try_clone());
            let (mut back, forth) = (back.expect("a socket"), forth.expect("a socket"));
            let orders = Arc::new(AtomicUsize::new(0));
            let counting = Arc::clone(&orders);
            thread::spawn(move || {
                let mut lines = BufReader::new(forth);
                let mut line = Vec::new();
                while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                    let order: Value = serde_json::from_slice(&line).unwrap_or_default();
                    counting.fetch_add(usize::from(order["type"] == "work"), Ordering::SeqCst);
                    if back.write_all(&line).is_err() {
                        break;
                    }
                    line.clear();
                }
                let _ = back.shutdown(Shutdown::Both);
            });
            let mut answers = 0;
            for line in BufReader::new(worker).lines() {
                let Ok(line) = line else { break };
                let said: Value = serde_json::from_str(&line).expect("an object");
                let on = if said["type"] == "found" {
                    answers += 1;
                    rule(answers, orders.load(Ordering::SeqCst), said)
                } else {
                    vec![said]
                };
                for said in on {
                    if said["type"] == "found" {
                        let _ = told.send(said["nodes"].as_u64().expect("a number"));
                    }
                    if writeln!(&tree, "{said}").is_err() {
                        break;
                    }
                }
            }
            let _ = tree.shutdown(Shutdown::Both);
        });
        Between { address, nodes }
    }
}
