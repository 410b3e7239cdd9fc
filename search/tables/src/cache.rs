//! Which blocks are in memory: [`Cache`].
//!
//! Blocks stay until together they take more than the cache may; then those that came first go. A look-up in a block
//! that is there takes its lock for reading and nothing that all threads share; only what reads a block from its file
//! touches the order of the others.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};

use crate::block::Block;

/// The place of a block.
pub(crate) type Slot = RwLock<Option<Block>>;

/// What the tables of a folder share.
#[derive(Debug)]
pub struct Cache {
    most: usize,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    bytes: usize,
    /// Those that came first are in front.
    order: VecDeque<(Arc<Slot>, usize)>,
}

impl Cache {
    /// A cache of at most this many bytes, and of one block at least.
    pub fn new(most: usize) -> Cache {
        Cache { most, held: Mutex::default() }
    }

    /// Puts a block into its slot.
    pub(crate) fn put(&self, slot: &Arc<Slot>, block: Block) {
        let bytes = block.bytes();
        {
            let mut place = slot.write();
            if place.is_some() {
                // Another thread was quicker.
                return;
            }
            *place = Some(block);
        }
        let mut held = self.held.lock();
        held.bytes += bytes;
        held.order.push_back((Arc::clone(slot), bytes));
        while held.bytes > self.most && held.order.len() > 1 {
            let Some((first, bytes)) = held.order.pop_front() else { break };
            held.bytes -= bytes;
            *first.write() = None;
        }
    }

    /// How many bytes the blocks in memory take.
    pub fn bytes(&self) -> usize {
        self.held.lock().bytes
    }
}
