//! The order in which a chained hash table lists its entries.
//!
//! All entries form one list. An entry whose bucket is empty goes to the front of the list, any other one to the front of
//! its bucket. When there are more entries than buckets, the number of buckets grows to the next prime above twice as
//! many, and the list is regrouped in its order.

/// Stands before the first entry.
const HEAD: usize = usize::MAX;

/// The order of entries that were put in one after the other, from their hash values.
pub(super) fn listing_order(hashes: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut table = Table::default();
    for hash in hashes {
        table.insert(hash);
    }
    let mut order = Vec::with_capacity(table.hash.len());
    let mut at = table.first;
    while let Some(entry) = at {
        order.push(entry);
        at = table.next[entry];
    }
    order
}

#[derive(Default)]
struct Table {
    hash: Vec<u64>,
    next: Vec<Option<usize>>,
    first: Option<usize>,
    /// The entry before the first one of each bucket.
    before: Vec<Option<usize>>,
}

impl Table {
    fn bucket(&self, entry: usize) -> usize {
        (self.hash[entry] % self.before.len() as u64) as usize
    }

    fn after(&self, entry: usize) -> Option<usize> {
        if entry == HEAD {
            self.first
        } else {
            self.next[entry]
        }
    }

    fn set_after(&mut self, entry: usize, next: Option<usize>) {
        if entry == HEAD {
            self.first = next;
        } else {
            self.next[entry] = next;
        }
    }

    fn insert(&mut self, hash: u64) {
        let entry = self.hash.len();
        if entry + 1 > self.before.len() {
            let twice = 2 * self.before.len() + 1;
            self.regroup(next_prime(twice.max(entry + 1).max(2)));
        }
        self.hash.push(hash);
        self.next.push(None);
        let bucket = self.bucket(entry);
        let before = self.before[bucket].unwrap_or(HEAD);
        let is_empty = self.before[bucket].is_none();
        let follower = self.after(before);
        self.next[entry] = follower;
        self.set_after(before, Some(entry));
        if is_empty {
            self.before[bucket] = Some(HEAD);
            if let Some(follower) = follower {
                let bucket = self.bucket(follower);
                self.before[bucket] = Some(entry);
            }
        }
    }

    fn regroup(&mut self, buckets: usize) {
        self.before = vec![None; buckets];
        let Some(first) = self.first else {
            return;
        };
        let mut bucket = self.bucket(first);
        self.before[bucket] = Some(HEAD);
        let mut last = first;
        while let Some(entry) = self.next[last] {
            let own = self.bucket(entry);
            if own == bucket {
                last = entry;
                continue;
            }
            match self.before[own] {
                None => {
                    self.before[own] = Some(last);
                    (last, bucket) = (entry, own);
                }
                Some(before) => {
                    self.next[last] = self.next[entry];
                    self.next[entry] = self.after(before);
                    self.set_after(before, Some(entry));
                }
            }
        }
    }
}

fn next_prime(from: usize) -> usize {
    let is_prime = |n: usize| (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
    (from..).find(|&n| is_prime(n)).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_empty_buckets_come_first() {
        // two buckets, then five: the third entry makes them grow
        assert_eq!(listing_order([0, 1].into_iter()), [1, 0]);
        assert_eq!(listing_order([0, 1, 2].into_iter()), [2, 1, 0]);
        // 0 and 5 share a bucket of five: the later one stands before the earlier
        assert_eq!(listing_order([0, 1, 5].into_iter()), [1, 2, 0]);
    }

    #[test]
    fn every_entry_is_listed_once() {
        let hashes = (0..500_u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7);
        let mut order = listing_order(hashes);
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..500));
    }

    #[test]
    fn bucket_counts_are_primes() {
        let mut counts = vec![2];
        while counts.len() < 8 {
            counts.push(next_prime(2 * counts[counts.len() - 1] + 1));
        }
        assert_eq!(counts, [2, 5, 11, 23, 47, 97, 197, 397]);
    }
}
