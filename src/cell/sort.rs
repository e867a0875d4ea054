//! Sorting, compiled once for all uses: the sorts of the standard library are 4 kB of a module for the web.

/// Sorts numbers so that `before` holds for none and one that precedes it; n log n comparisons at most (heapsort).
pub(super) fn sort(items: &mut [u32], before: &dyn Fn(u32, u32) -> bool) {
    let len = items.len();
    for start in (0..len / 2).rev() {
        sink(items, start, len, before);
    }
    for end in (1..len).rev() {
        swap(items, 0, end);
        sink(items, 0, end, before);
    }
}

/// Moves an item down below those that come after it in the order.
fn sink(items: &mut [u32], mut at: usize, end: usize, before: &dyn Fn(u32, u32) -> bool) {
    let item = |items: &[u32], at: usize| items.get(at).copied().unwrap_or_default();
    loop {
        let mut child = 2 * at + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && before(item(items, child), item(items, child + 1)) {
            child += 1;
        }
        if !before(item(items, at), item(items, child)) {
            return;
        }
        swap(items, at, child);
        at = child;
    }
}

fn swap(items: &mut [u32], one: usize, other: usize) {
    let values = (items.get(one).copied(), items.get(other).copied());
    if let (Some(to), Some(value)) = (items.get_mut(one), values.1) {
        *to = value;
    }
    if let (Some(to), Some(value)) = (items.get_mut(other), values.0) {
        *to = value;
    }
}

#[cfg(test)]
mod tests {
    use super::sort;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library(items: Vec<u32>) {
            let mut expected = items.clone();
            expected.sort_unstable();
            let mut sorted = items;
            sort(&mut sorted, &|one, other| one < other);
            prop_assert_eq!(sorted, expected);
        }
    }
}
