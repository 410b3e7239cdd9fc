//! One name for atomics and locks: the standard library's and parking_lot's, or loom's under
//! `cfg(loom)`. Protocols that are model-checked use only this module, so that what loom explores
//! is the code that runs.
//!
//! parking_lot's locks and not the standard library's: a game's code may panic under one, and the engine goes on, so a
//! lock must not be poisoned by that; and a condition variable there takes the guard by reference, which keeps the
//! loops that wait short. Both are a word or less and cost the same where there is no contention.

#[cfg(not(loom))]
pub use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence},
};

#[cfg(not(loom))]
pub use parking_lot::{Condvar, Mutex, MutexGuard};

#[cfg(loom)]
pub use loom::sync::{
    Arc,
    atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence},
};

#[cfg(loom)]
pub use self::modelled::{Condvar, Mutex, MutexGuard};

/// loom's locks behind parking_lot's face (no poisoning, the condition variable takes the guard by
/// reference).
#[cfg(loom)]
mod modelled {
    use std::ops::{Deref, DerefMut};

    /// A lock that loom explores.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(loom::sync::Mutex<T>);

    /// Holds the lock until dropped. Empty only while a condition variable has it.
    #[derive(Debug)]
    pub struct MutexGuard<'a, T>(Option<loom::sync::MutexGuard<'a, T>>);

    impl<T> Mutex<T> {
        /// A lock around `value`.
        pub fn new(value: T) -> Self {
            Mutex(loom::sync::Mutex::new(value))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(Some(self.0.lock().expect("a modelled thread panicked")))
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            self.0.as_deref().expect("the guard holds the lock")
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_deref_mut().expect("the guard holds the lock")
        }
    }

    /// A condition variable that loom explores.
    #[derive(Debug, Default)]
    pub struct Condvar(loom::sync::Condvar);

    impl Condvar {
        /// A condition variable that no thread waits for.
        pub fn new() -> Self {
            Condvar(loom::sync::Condvar::new())
        }

        /// Gives up the lock, waits to be woken, takes the lock again.
        pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let held = guard.0.take().expect("the guard holds the lock");
            guard.0 = Some(self.0.wait(held).expect("a modelled thread panicked"));
        }

        /// Wakes one waiter.
        pub fn notify_one(&self) {
            self.0.notify_one();
        }

        /// Wakes all waiters.
        pub fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}
