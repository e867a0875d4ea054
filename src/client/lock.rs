//! Mutexes that cannot be poisoned.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex for a few instructions. A panic leaves no half-made change: the mutexes hold plain
/// numbers.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
