//! Splits the steps of a run for several machines. Decides only by names and recorded times, so that every machine that has the same
//! commit splits alike.

use std::collections::{BTreeMap, BTreeSet};

/// One part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 0.
    index: usize,
    of: usize,
}

/// A step, as far as the split depends on it.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its name.
    pub(crate) name: String,
    /// How long it takes.
    pub(crate) seconds: f64,
    /// The names of all steps that must pass before, by turns.
    pub(crate) needs: BTreeSet<String>,
}

impl Shard {
    /// Reads `2/8`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (index, of) = text.split_once('/')?;
        let (index, of): (usize, usize) = (index.parse().ok()?, of.parse().ok()?);
        (1 <= index && index <= of && of <= 64).then(|| Self { index: index - 1, of })
    }

    /// The names of the steps of this part, without what they need. A step that others need comes with them.
    pub(crate) fn select(self, items: &[Item]) -> BTreeSet<String> {
        let needed: BTreeSet<&String> = items.iter().flat_map(|item| &item.needs).collect();
        let seconds: BTreeMap<&String, f64> = items.iter().map(|item| (&item.name, item.seconds)).collect();
        let mut left: Vec<&Item> = items.iter().filter(|item| !needed.contains(&item.name)).collect();
        left.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then_with(|| a.name.cmp(&b.name)));
        // The longest step first, each to the part that has the least work with it; the steps that it needs run once per part.
        let mut parts: Vec<(f64, BTreeSet<&String>, BTreeSet<String>)> =
            vec![(0.0, BTreeSet::new(), BTreeSet::new()); self.of];
        for item in left {
            let with = |(load, has, _): &(f64, BTreeSet<&String>, BTreeSet<String>)| {
                let new = item.needs.iter().filter(|need| !has.contains(need));
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

    fn item(name: &str, seconds: f64, needs: &[&str]) -> Item {
        let needs = needs.iter().map(|need| (*need).to_owned()).collect();
        Item { name: name.to_owned(), seconds, needs }
    }

    fn split(items: &[Item], of: usize) -> Vec<String> {
        let part = |index| Shard { index, of }.select(items).into_iter().collect::<Vec<_>>().join(" ");
        (0..of).map(part).collect()
    }

    #[test]
    fn reads_a_part_of_a_whole() {
        assert_eq!(Shard::parse("1/1"), Some(Shard { index: 0, of: 1 }));
        assert_eq!(Shard::parse("8/8"), Some(Shard { index: 7, of: 8 }));
        for wrong in ["", "1", "0/2", "3/2", "1/65", "a/2", "1/2/3"] {
            assert_eq!(Shard::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn each_step_is_in_one_part_and_the_parts_take_as_long() {
        let items = [
            item("a", 9.0, &[]),
            item("b", 5.0, &[]),
            item("c", 4.0, &[]),
            item("d", 1.0, &[]),
            item("e", 1.0, &[]),
        ];
        assert_eq!(split(&items, 2), ["a d", "b c e"]);
        assert_eq!(split(&items, 1), ["a b c d e"]);
        assert_eq!(split(&items, 7).iter().filter(|part| part.is_empty()).count(), 2);
    }

    #[test]
    fn steps_that_need_the_same_stay_together_while_that_is_shorter() {
        let items = [
            item("build", 10.0, &[]),
            item("one", 3.0, &["build"]),
            item("two", 3.0, &["build"]),
            item("lints", 12.0, &[]),
        ];
        assert_eq!(split(&items, 2), ["lints", "one two"]);
    }

    #[test]
    fn the_order_of_the_steps_does_not_matter() {
        let items = |names: [&str; 4]| names.map(|name| item(name, 2.0, &[]));
        assert_eq!(split(&items(["a", "b", "c", "d"]), 3), split(&items(["d", "b", "a", "c"]), 3));
    }
}
// try
