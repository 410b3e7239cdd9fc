//! Fibers: several flows of control on one thread, each with a stack of its own, that run until they
//! pause. The only place that knows where they come from, the crate `corosensei`, which leaves the
//! process's signal handlers and alternate signal stacks alone.
//!
//! A stack is address space; memory backs only what was used. Below each lies a page that must not be
//! touched: who runs over the end of a stack ends the process, as on a thread.

use std::cell::Cell;
use std::io;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};

use crate::shared::search_error::panic_message;

/// What a fiber runs on.
pub(super) type Stack = DefaultStack;

/// A stack of this number of bytes.
///
/// # Errors
/// What the system said, if it has no room.
pub(super) fn stack(bytes: usize) -> io::Result<Stack> {
    DefaultStack::new(bytes)
}

type Pauser = Yielder<(), ()>;

thread_local! {
    /// The pauser of the fiber on whose stack this thread runs; `None` if it runs on its own stack.
    ///
    /// This holds whenever code runs that may call [`pause`]: a fiber sets it when it begins and when it
    /// comes back from a pause, and the code that resumes or drops a fiber sets it back to what it was. All of
    /// these but the first are guards, so it holds during and after unwinding, too.
    static CURRENT: Cell<Option<NonNull<Pauser>>> = const { Cell::new(None) };
}

/// Sets [`CURRENT`] when dropped.
struct Restore(Option<NonNull<Pauser>>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Leaves the current fiber for the code that resumed it, until it is resumed again.
///
/// # Panics
/// Outside of fibers.
pub(super) fn pause() {
    let current = CURRENT.get().expect("only who runs in a fiber has others to wait for");
    let _restore = Restore(Some(current));
    // SAFETY: by the invariant of `CURRENT` this is the pauser of the fiber on whose stack this call
    // runs. It lies at the root of that stack, so it lives at least as long as this call, and no
    // reference to it but shared ones is ever made.
    unsafe { current.as_ref() }.suspend(());
}

/// Work with a stack of its own, which has begun or will begin when it is first resumed.
pub(super) struct Fiber<'a> {
    /// There until the fiber is dropped or gives its stack back.
    coroutine: Option<Coroutine<(), (), Option<String>>>,
    /// The coroutine has the work, but its type does not say so.
    work: PhantomData<Box<dyn FnOnce() + 'a>>,
}

/// What a fiber that was resumed has come to.
#[derive(Debug)]
pub(super) enum FiberState {
    /// It pauses.
    Paused,
    /// It has come to its end; with the message of a panic, if that was why.
    Done(Option<String>),
}

impl<'a> Fiber<'a> {
    /// A fiber that will do `work` on `stack`.
    ///
    /// # Safety
    /// It must not be forgotten: either it comes to its end or it is dropped, while `'a` lasts.
    pub(super) unsafe fn new(stack: Stack, work: Box<dyn FnOnce() + 'a>) -> Self {
        let body = move |pauser: &Pauser, ()| {
            CURRENT.set(Some(NonNull::from(pauser)));
            unwound(work)
        };
        // SAFETY: what the body borrows lasts as long as `'a`, and by the contract the coroutine comes
        // to its end or is dropped before that is over.
        let coroutine = unsafe { Coroutine::with_stack_unchecked(stack, body) };
        Fiber { coroutine: Some(coroutine), work: PhantomData }
    }

    /// Lets it run until it pauses or ends.
    ///
    /// # Panics
    /// If it has come to its end before.
    pub(super) fn resume(&mut self) -> FiberState {
        let _restore = Restore(CURRENT.get());
        match self.coroutine.as_mut().expect("it has its stack").resume(()) {
            CoroutineResult::Yield(()) => FiberState::Paused,
            CoroutineResult::Return(message) => FiberState::Done(message),
        }
    }

    /// The stack of a fiber that has come to its end.
    pub(super) fn into_stack(mut self) -> Option<Stack> {
        let ended = self.coroutine.take_if(|coroutine| coroutine.done());
        ended.map(Coroutine::into_stack)
    }
}

impl Drop for Fiber<'_> {
    fn drop(&mut self) {
        // One that has begun and not ended unwinds here, on its own stack.
        let _restore = Restore(CURRENT.get());
        drop(self.coroutine.take());
    }
}

/// Does the work; the message of the panic that ended it, if one did.
fn unwound(work: impl FnOnce()) -> Option<String> {
    catch_unwind(AssertUnwindSafe(work)).err().map(panic_message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: usize = 1 << 16;

    fn fiber<'a>(work: impl FnOnce() + 'a) -> Fiber<'a> {
        let stack = stack(BYTES).expect("room for a small stack");
        // SAFETY: the tests drop their fibers at the end of their blocks.
        unsafe { Fiber::new(stack, Box::new(work)) }
    }

    #[test]
    fn a_fiber_goes_on_where_it_paused_and_gives_its_stack_back() {
        let seen = Cell::new(0);
        let mut fiber = fiber(|| {
            for step in 1..=2 {
                seen.set(step);
                pause();
            }
        });
        for step in 1..=2 {
            assert!(matches!(fiber.resume(), FiberState::Paused));
            assert_eq!(seen.get(), step);
        }
        assert!(matches!(fiber.resume(), FiberState::Done(None)));
        assert!(fiber.into_stack().is_some());
    }

    #[test]
    fn what_unwinds_out_of_a_fiber_is_told_even_if_its_payload_panics_when_dropped() {
        struct Mine;
        impl Drop for Mine {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        let mut plain = fiber(|| panic!("boom"));
        assert!(matches!(plain.resume(), FiberState::Done(Some(message)) if message == "boom"));
        let mut strange = fiber(|| std::panic::panic_any(Mine));
        assert!(matches!(strange.resume(), FiberState::Done(Some(_))));
    }

    /// Fibers within fibers: each pauses to the one that resumed it, also after the inner one is dropped in
    /// the middle of its work, which unwinds it and what pauses on the way.
    #[test]
    fn fibers_nest_and_one_that_is_dropped_unwinds_on_its_own_stack() {
        struct Pauses<'a>(&'a Cell<u32>);
        impl Drop for Pauses<'_> {
            fn drop(&mut self) {
                self.0.set(self.0.get() + 1);
            }
        }
        let dropped = Cell::new(0);
        let mut outer = fiber(|| {
            let mut inner = fiber(|| {
                let _first = Pauses(&dropped);
                pause();
                let _second = Pauses(&dropped);
                pause();
            });
            assert!(matches!(inner.resume(), FiberState::Paused));
            pause();
            assert!(matches!(inner.resume(), FiberState::Paused));
            drop(inner);
            assert_eq!(dropped.get(), 2);
            pause();
        });
        for _ in 0..2 {
            assert!(matches!(outer.resume(), FiberState::Paused));
        }
        assert!(matches!(outer.resume(), FiberState::Done(None)));
        assert!(CURRENT.get().is_none());
    }

    #[test]
    fn a_fiber_that_has_not_ended_keeps_its_stack() {
        let mut fiber = fiber(pause);
        assert!(matches!(fiber.resume(), FiberState::Paused));
        assert!(fiber.into_stack().is_none());
    }
}
