//! Splits the steps of a run between several machines. The split depends only on names and recorded times, so every machine with the same commit
//! splits in the same way.

use std::collections::{BTreeMap, BTreeSet};

/// One part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The index of the part, from 0.
    index: usize,
    shard_count: usize,
}

/// The data about a step that determine the split.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its name.
    pub(crate) name: String,
    /// The expected time of the step, in seconds.
    pub(crate) seconds: f64,
    /// The names of all steps that must pass before, directly or indirectly.
    pub(crate) needs: BTreeSet<String>,
}

impl Shard {
    /// Reads a text such as `2/8`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (index, shard_count) = text.split_once('/')?;
        let (index, shard_count): (usize, usize) = (index.parse().ok()?, shard_count.parse().ok()?);
        (1 <= index && index <= shard_count && shard_count <= 64)
            .then(|| Self { index: index - 1, shard_count })
    }

    /// Returns the names of the steps of this part, without the steps that they need. A step that others need is in their part.
    pub(crate) fn select(self, items: &[Item]) -> BTreeSet<String> {
        let needed_names: BTreeSet<&String> = items.iter().flat_map(|item| &item.needs).collect();
        let seconds: BTreeMap<&String, f64> = items.iter().map(|item| (&item.name, item.seconds)).collect();
        let mut items_left: Vec<&Item> =
            items.iter().filter(|item| !needed_names.contains(&item.name)).collect();
        items_left.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then_with(|| a.name.cmp(&b.name)));
        // The longest step comes first, and each step goes to the part that has the least work after adding it; steps that it needs run once per
        // part.
        let mut parts: Vec<(f64, BTreeSet<&String>, BTreeSet<String>)> =
            vec![(0.0, BTreeSet::new(), BTreeSet::new()); self.shard_count];
        for item in items_left {
            let with = |(load, names_in_shard, _): &(f64, BTreeSet<&String>, BTreeSet<String>)| {
                let new = item.needs.iter().filter(|need| !names_in_shard.contains(need));
                load + item.seconds + new.filter_map(|need| seconds.get(need)).sum::<f64>()
            };
            let Some(part) = parts.iter_mut().min_by(|a, b| with(a).total_cmp(&with(b))) else { break };
            part.0 = with(part);
            part.1.extend(&item.needs);
            part.2.insert(item.name.clone());
        }
        parts.into_iter().nth(self.index).map(|(_, _, names)| names).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_item(name: &str, seconds: f64, needs: &[&str]) -> Item {
        let needs = needs.iter().map(|need| (*need).to_owned()).collect();
        Item { name: name.to_owned(), seconds, needs }
    }

    fn split(items: &[Item], shard_count: usize) -> Vec<String> {
        let part =
            |index| Shard { index, shard_count }.select(items).into_iter().collect::<Vec<_>>().join(" ");
        (0..shard_count).map(part).collect()
    }

    #[test]
    fn reads_a_part_of_a_whole() {
        assert_eq!(Shard::parse("1/1"), Some(Shard { index: 0, shard_count: 1 }));
        assert_eq!(Shard::parse("8/8"), Some(Shard { index: 7, shard_count: 8 }));
        for invalid_text in ["", "1", "0/2", "3/2", "1/65", "a/2", "1/2/3"] {
            assert_eq!(Shard::parse(invalid_text), None, "{invalid_text}");
        }
    }

    #[test]
    fn each_step_is_in_one_part_and_the_parts_take_as_long() {
        let items = [
            build_item("a", 9.0, &[]),
            build_item("b", 5.0, &[]),
            build_item("c", 4.0, &[]),
            build_item("d", 1.0, &[]),
            build_item("e", 1.0, &[]),
        ];
        assert_eq!(split(&items, 2), ["a d", "b c e"]);
        assert_eq!(split(&items, 1), ["a b c d e"]);
        assert_eq!(split(&items, 7).iter().filter(|part| part.is_empty()).count(), 2);
    }

    #[test]
    fn steps_that_need_the_same_stay_together_while_that_is_shorter() {
        let items = [
            build_item("build", 10.0, &[]),
            build_item("one", 3.0, &["build"]),
            build_item("two", 3.0, &["build"]),
            build_item("lints", 12.0, &[]),
        ];
        assert_eq!(split(&items, 2), ["lints", "one two"]);
    }

    #[test]
    fn the_order_of_the_steps_does_not_matter() {
        let items = |names: [&str; 4]| names.map(|name| build_item(name, 2.0, &[]));
        assert_eq!(split(&items(["a", "b", "c", "d"]), 3), split(&items(["d", "b", "a", "c"]), 3));
    }
}
// try
