//! Sorting, compiled once for all uses: the sorts of the standard library add 4 kB to a module.

/// Sorts numbers by `is_before`, by heapsort, which never takes more than O(n log n) comparisons.
pub(super) fn sort(items: &mut [u32], is_before: &dyn Fn(u32, u32) -> bool) {
    let len = items.len();
    for start in (0..len / 2).rev() {
        sift_down(items, start, len, is_before);
    }
    for end in (1..len).rev() {
        swap(items, 0, end);
        sift_down(items, 0, end, is_before);
    }
}

/// Moves an item down below those that come after it in the order.
fn sift_down(items: &mut [u32], mut index: usize, end: usize, is_before: &dyn Fn(u32, u32) -> bool) {
    let item = |items: &[u32], index: usize| items.get(index).copied().unwrap_or_default();
    loop {
        let mut child = 2 * index + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && is_before(item(items, child), item(items, child + 1)) {
            child += 1;
        }
        if !is_before(item(items, index), item(items, child)) {
            return;
        }
        swap(items, index, child);
        index = child;
    }
}

fn swap(items: &mut [u32], first: usize, second: usize) {
    let values = (items.get(first).copied(), items.get(second).copied());
    if let (Some(to), Some(value)) = (items.get_mut(first), values.1) {
        *to = value;
    }
    if let (Some(to), Some(value)) = (items.get_mut(second), values.0) {
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
            let mut sorted_items = items;
            sort(&mut sorted_items, &|first, second| first < second);
            prop_assert_eq!(sorted_items, expected);
        }
    }
}
