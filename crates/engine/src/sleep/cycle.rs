//! Cycles of sleeping trees.

/// Wakes a tree and all that sleep with it; `value` becomes their entry. A tree that is awake keeps the smaller entry.
/// Returns how many were woken.
pub fn wake_cycle(tree_asleep: &mut [i32], tree: usize, value: i32) -> usize {
    let Some(entry) = tree_asleep.get_mut(tree) else {
        return 0;
    };
    if *entry < 0 {
        *entry = (*entry).min(value);
        return 0;
    }
    let (mut current, mut woken) = (tree, 0);
    // woken entries are negative, so that the walk ends even where the entries are not a cycle
    while let Some(entry) = tree_asleep.get_mut(current).filter(|entry| **entry >= 0) {
        let next = *entry as usize;
        *entry = value;
        woken += 1;
        current = next;
    }
    woken
}

/// The smallest tree of the cycle that a sleeping tree belongs to; none for a tree that is awake.
pub fn cycle_of(tree_asleep: &[i32], tree: usize) -> Option<usize> {
    let (mut smallest, mut current) = (tree, tree);
    for _ in 0..tree_asleep.len() {
        current = usize::try_from(*tree_asleep.get(current)?).ok()?;
        smallest = smallest.min(current);
        if current == tree {
            return Some(smallest);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sleep::FULLY_AWAKE;

    #[test]
    fn waking_one_wakes_its_cycle() {
        let mut trees = [2, FULLY_AWAKE, 4, 3, 0];
        assert_eq!(cycle_of(&trees, 4), Some(0));
        assert_eq!(cycle_of(&trees, 3), Some(3));
        assert_eq!(cycle_of(&trees, 1), None);
        assert_eq!(wake_cycle(&mut trees, 4, -5), 3);
        assert_eq!(trees, [-5, FULLY_AWAKE, -5, 3, -5]);
        assert_eq!(wake_cycle(&mut trees, 0, FULLY_AWAKE), 0);
        assert_eq!(trees[0], FULLY_AWAKE);
    }

    #[test]
    fn entries_that_are_no_cycle_do_no_harm() {
        let mut trees = [1, 2, 1, 99];
        assert_eq!(cycle_of(&trees, 0), None);
        assert_eq!(wake_cycle(&mut trees, 0, -1), 3);
        assert_eq!(wake_cycle(&mut trees, 3, -1), 1);
        assert_eq!(wake_cycle(&mut trees, 9, -1), 0);
    }
}
