//! Threads that draw, as many as the process may use processors.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads, and the process that has them: a forked child has none of its parent's.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of this process; `None` if there is but one processor or threads cannot be had.
fn pool() -> Option<Arc<ThreadPool>> {
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    match &*known {
        Some((owner, pool)) if *owner == process => return Some(Arc::clone(pool)),
        _ => {}
    }
    // Nothing can be told to threads that a fork has left behind.
    std::mem::forget(known.take());
    let width = std::thread::available_parallelism().map_or(1, usize::from);
    if width < 2 {
        return None;
    }
    let builder = ThreadPoolBuilder::new().num_threads(width);
    let pool = builder
        .thread_name(|i| format!("ligament-draw-{i}"))
        .build();
    let pool = Arc::new(pool.ok()?);
    *known = Some((process, Arc::clone(&pool)));
    Some(pool)
}

/// Calls `f` with every job, on all processors.
pub(crate) fn for_each<J: Send>(jobs: Vec<J>, f: impl Fn(J) + Sync) {
    match if jobs.len() > 1 { pool() } else { None } {
        Some(pool) => pool.in_place_scope(|scope| {
            let f = &f;
            for job in jobs {
                scope.spawn(move |_| f(job));
            }
        }),
        None => jobs.into_iter().for_each(f),
    }
}

/// Into how many parts work that can be divided at will should be.
pub(crate) fn width() -> usize {
    pool().map_or(1, |pool| pool.current_num_threads())
}
