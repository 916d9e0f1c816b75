//! Threads that wait for work, as many as the process may use processors.

use std::sync::{Arc, Mutex};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::model_cell::lock;

/// The threads, and the process that has them: a forked child has none of its parent's.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// How many threads can work at a time, with the one that asks for the work.
fn width() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The threads of this process, which are started when they are first needed.
pub fn pool() -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    let mut known = lock(&POOL);
    let process = std::process::id();
    match &*known {
        Some((owner, pool)) if *owner == process => return Ok(Arc::clone(pool)),
        _ => {}
    }
    // Nothing can be told to threads that a fork has left behind.
    std::mem::forget(known.take());
    let helpers = (width() - 1).max(1);
    let builder = ThreadPoolBuilder::new().num_threads(helpers);
    let pool = Arc::new(builder.thread_name(|i| format!("ligament-{i}")).build()?);
    *known = Some((process, Arc::clone(&pool)));
    Ok(pool)
}

/// Ends the threads as soon as they are done.
pub fn shut_down() {
    if let Some((owner, pool)) = lock(&POOL).take() {
        if owner == std::process::id() {
            drop(pool);
        } else {
            std::mem::forget(pool);
        }
    }
}

/// Calls `f` with every worker, in the calling thread and in those of the pool.
pub fn over_threads<W: Send>(workers: &mut [W], f: impl Fn(&mut W) + Sync) {
    let Some((own, others)) = workers.split_first_mut() else {
        return;
    };
    let pool = if others.is_empty() { None } else { pool().ok() };
    let Some(pool) = pool else {
        // Without threads everything happens here.
        f(own);
        others.iter_mut().for_each(f);
        return;
    };
    pool.in_place_scope(|scope| {
        let f = &f;
        for worker in others {
            scope.spawn(move |_| f(worker));
        }
        f(own);
    });
}
