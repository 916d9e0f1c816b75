//! Threads that wait for work, as many as the process may use processors, and work handed out in blocks.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The threads, and the process that has them: a forked child has none of its parent's.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Takes a lock; what a panic left behind is as good as anything.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many threads can work at a time, with the one that asks for the work: those that the affinity of the process allows.
pub fn width() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The threads of this process, which are started when they are first needed.
fn pool() -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
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

/// Ends the threads as soon as they are done; the next call that needs them starts them again.
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

/// Does all tasks, a block of them at a time: every worker takes the next block as soon as it is free. Which one takes which
/// is a matter of chance, so that a task must not depend on its worker.
pub fn over_blocks<W: Send, T: Send>(
    workers: &mut [W],
    tasks: impl Iterator<Item = T> + Send,
    block: usize,
    f: impl Fn(&mut W, &mut [T]) + Sync,
) {
    let tasks = Mutex::new(tasks);
    over_threads(workers, |worker| {
        let mut taken = Vec::with_capacity(block.max(1));
        loop {
            taken.clear();
            taken.extend(lock(&tasks).by_ref().take(block.max(1)));
            if taken.is_empty() {
                return;
            }
            f(worker, &mut taken);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once() {
        for (threads, block) in [(1, 7), (2, 1), (3, 32), (5, 0)] {
            let mut done = vec![0; 100];
            over_blocks(
                &mut vec![(); threads],
                done.iter_mut(),
                block,
                |(), block| {
                    block.iter_mut().for_each(|count| **count += 1);
                },
            );
            assert_eq!(done, vec![1; 100]);
        }
    }
}
