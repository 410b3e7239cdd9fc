//! One name for atomics and locks: the standard library's and parking_lot's, or loom's under
//! `cfg(loom)`, or the standard library's alone in WebAssembly, where parking_lot cannot park. Protocols that are model-checked use only this module, so that what loom explores
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

#[cfg(not(any(loom, target_family = "wasm")))]
pub use parking_lot::{Condvar, Mutex, MutexGuard};

#[cfg(loom)]
pub use loom::sync::{
    Arc,
    atomic::{AtomicBool, AtomicIsize, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence},
};

#[cfg(any(loom, target_family = "wasm"))]
pub use self::faced::{Condvar, Mutex, MutexGuard};

/// loom's locks, or the standard library's, behind parking_lot's face (no poisoning, the condition variable takes the
/// guard by reference). Nothing is poisoned: under loom a panic ends the model, in WebAssembly the program.
#[cfg(any(loom, target_family = "wasm"))]
mod faced {
    use std::ops::{Deref, DerefMut};

    #[cfg(loom)]
    use loom::sync as under;
    #[cfg(not(loom))]
    use std::sync as under;

    /// A lock.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(under::Mutex<T>);

    /// Holds the lock until dropped. Empty only while a condition variable has it.
    #[derive(Debug)]
    pub struct MutexGuard<'a, T>(Option<under::MutexGuard<'a, T>>);

    impl<T> Mutex<T> {
        /// A lock around `value`.
        pub fn new(value: T) -> Self {
            Mutex(under::Mutex::new(value))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(Some(self.0.lock().expect("no thread goes on after a panic")))
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

    /// A condition variable.
    #[derive(Debug, Default)]
    pub struct Condvar(under::Condvar);

    impl Condvar {
        /// A condition variable that no thread waits for.
        pub fn new() -> Self {
            Condvar(under::Condvar::new())
        }

        /// Gives up the lock, waits to be woken, takes the lock again.
        pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let held = guard.0.take().expect("the guard holds the lock");
            guard.0 = Some(self.0.wait(held).expect("no thread goes on after a panic"));
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
