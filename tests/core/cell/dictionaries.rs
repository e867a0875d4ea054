//! Dictionaries: compared with a map, with every form of label, broken, and with shared cells that make them practically
//! endless.

use proptest::prelude::*;
use std::collections::BTreeMap;
use ton_edge::cell::{Bits, BuildError, Builder, CellFault, CellId, Cells, Dict, MAX_BITS, ReadError};

use super::{bits, bits_of};

/// The widest key that is tested: a label with more bits, unless all are equal, does not fit in a cell together with a value.
const MAX_KEY_BITS: u16 = 970;

/// Keys of one width with a value each: some random, some with a common beginning. Very wide keys differ in only one
/// bit.
fn pairs() -> impl Strategy<Value = (u16, BTreeMap<Bits, u32>)> {
    let width = prop_oneof![Just(1), Just(8), Just(32), Just(256), Just(267), Just(MAX_BITS), 1..=MAX_BITS];
    width.prop_flat_map(|width| {
        let len = usize::from(width);
        let key = (prop::collection::vec(any::<bool>(), len), any::<prop::sample::Index>(), any::<bool>());
        let keys = prop::collection::vec((key, any::<u32>()), 0..24);
        let equal_bits = any::<bool>().prop_map(move |bit| vec![bit; len]);
        let base = if width > MAX_KEY_BITS {
            equal_bits.boxed()
        } else {
            prop_oneof![prop::collection::vec(any::<bool>(), len), equal_bits].boxed()
        };
        (base, keys).prop_map(move |(base, keys)| {
            let join_bits = |own: Vec<bool>, split: usize, alone: bool| {
                let common_length = if alone { 0 } else { split };
                if width > MAX_KEY_BITS {
                    bits_of((0..len).map(|at| base[at] != (at == split)))
                } else {
                    bits_of(base[..common_length].iter().chain(&own[common_length..]).copied())
                }
            };
            let mut pairs: BTreeMap<_, _> = keys
                .into_iter()
                .map(|((own, split, alone), value)| (join_bits(own, split.index(len + 1), alone), value))
                .collect();
            if width > MAX_KEY_BITS && !pairs.is_empty() {
                pairs.insert(bits_of(base), 0);
            }
            (width, pairs)
        })
    })
}

fn value(number: u32) -> Builder {
    let mut builder = Builder::new();
    builder.store_uint(number, 32).unwrap();
    builder
}

fn add(cells: &mut Cells, width: u16, pairs: &BTreeMap<Bits, u32>) -> Option<CellId> {
    cells.add_dict(width, pairs.iter().map(|(key, number)| (*key, value(*number))).collect()).unwrap()
}

proptest! {
    #[test]
    fn a_dictionary_is_a_map((width, map) in pairs(), other in any::<prop::sample::Index>()) {
        let mut cells = Cells::new();
        let root = add(&mut cells, width, &map);
        prop_assert_eq!(root.is_none(), map.is_empty());
        let dict = Dict::new(root.and_then(|id| cells.get(id)), width).unwrap().canonical();
        prop_assert_eq!(dict.is_empty(), map.is_empty());
        // n pairs are n - 1 forks and n leaves.
        let expected_steps = (2 * map.len()).saturating_sub(1);
        let read: Vec<_> = dict.iter(expected_steps).map(|pair| {
            let (key, mut value) = pair.unwrap();
            let number = value.load_u64(32).unwrap();
            assert_eq!(value.end(), Ok(()));
            (key, number as u32)
        }).collect();
        let expected: Vec<_> = map.iter().map(|(key, number)| (*key, *number)).collect();
        prop_assert_eq!(read, expected);
        for (key, number) in &map {
            prop_assert_eq!(dict.get(key).unwrap().unwrap().load_u64(32), Ok(u64::from(*number)));
        }
        // A key that differs from an existing one in one bit.
        if let Some(key) = map.keys().next() {
            let flip = other.index(width.into()) as u16;
            let key = bits_of((0..width).map(|at| (at == flip) != (key.bit(at) == Some(true))));
            prop_assert_eq!(dict.get(&key).unwrap().is_some(), map.contains_key(&key));
        }
    }

    #[test]
    fn setting_and_removing_keys_equals_building_the_dictionary(
        (width, map) in pairs().prop_filter("keys of equal bits cannot be alone", |(width, _)| *width <= MAX_KEY_BITS),
        order in any::<prop::sample::Index>(),
        removed in any::<u32>(),
    ) {
        let mut cells = Cells::new();
        let mut entries: Vec<_> = map.iter().collect();
        if !entries.is_empty() {
            let split_index = order.index(entries.len());
            entries.rotate_left(split_index);
            entries[..split_index].reverse();
        }
        let hash = |cells: &Cells, root: Option<CellId>| root.map(|id| cells.get(id).unwrap().hash());
        let mut root = None;
        let mut entries_so_far = BTreeMap::new();
        for (key, number) in &entries {
            root = cells.change_dict(root, key, Some(&value(!**number))).unwrap();
            root = cells.change_dict(root, key, Some(&value(**number))).unwrap();
            entries_so_far.insert(**key, **number);
            let expected_root = add(&mut cells, width, &entries_so_far);
            prop_assert_eq!(hash(&cells, root), hash(&cells, expected_root));
        }
        let pairs = entries.iter().map(|(key, number)| (**key, value(**number))).collect();
        let root_of_shuffled = cells.add_dict(width, pairs).unwrap();
        prop_assert_eq!(hash(&cells, root), hash(&cells, root_of_shuffled));
        for (at, (key, _)) in entries.iter().enumerate() {
            if removed >> (at % 32) & 1 == 0 {
                continue;
            }
            let cell_count_before = cells.len();
            root = cells.change_dict(root, key, None).unwrap();
            prop_assert!(cells.len() - cell_count_before <= usize::from(width));
            entries_so_far.remove(key);
            let built_root = add(&mut cells, width, &entries_so_far);
            prop_assert_eq!(hash(&cells, root), hash(&cells, built_root));
            // The key is removed; a second removal changes nothing.
            let len = cells.len();
            prop_assert_eq!(cells.change_dict(root, key, None).unwrap(), root);
            prop_assert_eq!(cells.len(), len);
        }
    }
}

/// Adds a dictionary of pairs whose keys all begin with the same `done` bits, by the definition of `Hashmap`: `form` chooses the form of
/// each label.
fn add_in_forms(
    cells: &mut Cells,
    pairs: &[(String, u32)],
    done: usize,
    form: &mut dyn FnMut() -> u8,
) -> CellId {
    let width = pairs[0].0.len();
    let has_differing_bit =
        |at: &usize| pairs.iter().any(|(key, _)| key.as_bytes()[*at] != pairs[0].0.as_bytes()[*at]);
    let label_end = (done..width).find(has_differing_bit).unwrap_or(width);
    let label = &pairs[0].0[done..label_end];
    let max_label_length = width - done;
    let length_bits = (0..).find(|bits| max_label_length >> bits == 0).unwrap();
    let length = format!("{:0width$b}", label.len(), width = length_bits);
    let length = if length_bits == 0 { "" } else { &length };
    let is_same = label.bytes().all(|bit| bit == label.as_bytes()[0]);
    let text = match form() % 3 {
        0 => format!("0{}0{label}", "1".repeat(label.len())),
        1 if is_same => format!("11{}{length}", label.get(..1).unwrap_or("1")),
        _ => format!("10{length}{label}"),
    };
    let mut builder = Builder::new();
    builder.store_bits(&bits(&text)).unwrap();
    if label_end == width {
        builder.store_uint(pairs[0].1, 32).unwrap();
    } else {
        let (left, right): (Vec<_>, Vec<_>) =
            pairs.iter().cloned().partition(|(key, _)| key.as_bytes()[label_end] == b'0');
        for side in [left, right] {
            let id = add_in_forms(cells, &side, label_end + 1, form);
            builder.store_ref(id).unwrap();
        }
    }
    cells.add(&builder).unwrap()
}

proptest! {
    #[test]
    fn labels_are_read_in_any_form_and_written_in_the_shortest(
        (width, map) in pairs().prop_filter("short enough in every form", |(width, map)| *width <= 400 && !map.is_empty()),
        forms in prop::collection::vec(any::<u8>(), 1..9),
        new in any::<u32>(),
        at in any::<prop::sample::Index>(),
    ) {
        let mut cells = Cells::new();
        let pairs: Vec<_> = map.iter().map(|(key, number)| (key.to_string(), *number)).collect();
        let mut next_forms = forms.iter().cycle();
        let root = add_in_forms(&mut cells, &pairs, 0, &mut || *next_forms.next().unwrap());
        let hash = |cells: &Cells, id: Option<CellId>| id.map(|id| cells.get(id).unwrap().hash());
        let read = |cells: &Cells, id: Option<CellId>| -> Vec<(Bits, u32)> {
            let dict = Dict::new(id.and_then(|id| cells.get(id)), width).unwrap();
            dict.iter(100).map(|pair| pair.map(|(key, mut value)| (key, value.load_u64(32).unwrap() as u32)).unwrap()).collect()
        };
        prop_assert_eq!(read(&cells, Some(root)), map.iter().map(|(key, number)| (*key, *number)).collect::<Vec<_>>());
        // Only the form that the builder writes is canonical.
        let built_root = add(&mut cells, width, &map);
        let canonical = Dict::new(cells.get(root), width).unwrap().canonical();
        let is_canonical = canonical.iter(100).all(|pair| pair.is_ok());
        prop_assert_eq!(is_canonical, hash(&cells, Some(root)) == hash(&cells, built_root));
        // A change has the same effect as in the map, whatever the forms of the other labels.
        let key = *map.keys().nth(at.index(map.len())).unwrap();
        let mut changed_map = map.clone();
        changed_map.insert(key, new);
        let set = cells.change_dict(Some(root), &key, Some(&value(new))).unwrap();
        prop_assert_eq!(read(&cells, set), changed_map.iter().map(|(key, number)| (*key, *number)).collect::<Vec<_>>());
        changed_map.remove(&key);
        let root_after_removal = cells.change_dict(set, &key, None).unwrap();
        prop_assert_eq!(read(&cells, root_after_removal), changed_map.iter().map(|(key, number)| (*key, *number)).collect::<Vec<_>>());
    }
}

/// A cell from bits and references.
fn cell(cells: &mut Cells, data: &str, refs: &[CellId]) -> CellId {
    let mut builder = Builder::new();
    builder.store_bits(&bits(data)).unwrap();
    refs.iter().for_each(|id| _ = builder.store_ref(*id).unwrap());
    cells.add(&builder).unwrap()
}

fn keys(dict: &Dict<'_>) -> Result<Vec<String>, ReadError> {
    dict.iter(1000).map(|pair| pair.map(|(key, _)| key.to_string())).collect()
}

#[test]
fn labels_have_three_forms() {
    // Labels of four bits in each form; the length of a label up to 4 has 3 bits.
    for (key, written, others) in [
        ("0000", "110 100", &["10 100 0000", "0 11110 0000"][..]),
        ("1111", "111 100", &["10 100 1111", "0 11110 1111"]),
        ("0101", "10 100 0101", &["0 11110 0101"]),
    ] {
        assert_forms(4, key, written, others);
    }
    // If two forms are equally short, the node writes this one.
    assert_forms(1, "1", "0 10 1", &["10 1 1", "111 1"]);
    assert_forms(1, "0", "0 10 0", &["10 1 0", "110 1"]);
    assert_forms(7, "0000000", "110 111", &["10 111 0000000"]);
    assert_forms(0, "", "0 0", &["10", "110", "111"]);
}

/// Checks a dictionary with one key, whose label has several forms.
fn assert_forms(width: u16, key: &str, written: &str, others: &[&str]) {
    let mut cells = Cells::new();
    let canonical_root = cells.add_dict(width, vec![(bits(key), Builder::new())]).unwrap().unwrap();
    let hash = |cells: &Cells, id: CellId| cells.get(id).unwrap().hash();
    for form in [&[written], others].concat() {
        let root = cell(&mut cells, &form.replace(' ', ""), &[]);
        assert_eq!(hash(&cells, root) == hash(&cells, canonical_root), form == written, "{form}");
        let dict = Dict::new(cells.get(root), width).unwrap();
        assert_eq!(keys(&dict), Ok(vec![key.to_owned()]), "{form}");
        assert!(dict.get(&bits(key)).unwrap().is_some());
        let expected = if form == written { Ok(vec![key.to_owned()]) } else { Err(ReadError::LabelForm) };
        assert_eq!(keys(&dict.canonical()), expected, "{form}");
        assert_eq!(dict.canonical().get(&bits(key)).err(), expected.err());
        // A change writes the shortest form.
        let changed = cells.change_dict(Some(root), &bits(key), Some(&Builder::new())).unwrap().unwrap();
        assert_eq!(hash(&cells, changed), hash(&cells, canonical_root));
    }
}

#[test]
fn a_label_above_a_fork_has_the_form_that_the_node_writes() {
    // A label of two equal bits out of 7, where the length has 3 bits: two forms have 6 bits.
    let mut cells = Cells::new();
    let pairs = ["0010000", "0000000"].map(|key| (bits(key), Builder::new()));
    let written_root = cells.add_dict(7, pairs.to_vec()).unwrap().unwrap();
    let mut slice = cells.get(written_root).unwrap().slice().unwrap();
    assert_eq!(slice.load_bits(slice.bits()).unwrap().to_string(), "011000");
}

#[test]
fn cells_that_are_not_a_dictionary_are_refused() {
    let mut cells = Cells::new();
    let leaf = cell(&mut cells, "0100", &[]);
    let mut library = Builder::new();
    library.store_bytes(&[2; 33]).unwrap().set_exotic(true);
    let library = cells.add(&library).unwrap();
    let rows = [
        // Labels that are incomplete, or longer than the key.
        ("", vec![], ReadError::Label),
        ("0", vec![], ReadError::Label),
        ("1", vec![], ReadError::Label),
        ("01", vec![], ReadError::Label),
        ("011", vec![], ReadError::Label),
        ("0110", vec![], ReadError::Label),
        ("01101", vec![], ReadError::Label),
        ("0111000", vec![], ReadError::Label),
        ("10", vec![], ReadError::Label),
        ("1001", vec![], ReadError::Label),
        ("10101", vec![], ReadError::Label),
        ("1011000", vec![], ReadError::Label),
        ("11", vec![], ReadError::Label),
        ("110", vec![], ReadError::Label),
        ("1101", vec![], ReadError::Label),
        ("11011", vec![], ReadError::Label),
        // Forks with too few and too many references, and with data.
        ("00", vec![], ReadError::Fork),
        ("00", vec![leaf], ReadError::Fork),
        ("00", vec![leaf; 3], ReadError::Fork),
        ("000", vec![leaf; 2], ReadError::Fork),
        ("01001", vec![leaf; 2], ReadError::Fork),
    ];
    for (data, refs, error) in rows {
        let root = cell(&mut cells, data, &refs);
        let dict = Dict::new(cells.get(root), 2).unwrap();
        assert_eq!(keys(&dict), Err(error), "{data}");
        assert_eq!(dict.get(&bits("00")).err(), Some(error), "{data}");
        assert_eq!(cells.change_dict(Some(root), &bits("00"), None), Err(BuildError::Read(error)), "{data}");
        assert_eq!(
            cells.change_dict(Some(root), &bits("00"), Some(&Builder::new())),
            Err(BuildError::Read(error)),
            "{data}"
        );
    }
    // A fault on the other side of a fork is found only when that side is read.
    let broken_leaf = cell(&mut cells, "1", &[]);
    let good_leaf = cell(&mut cells, "0100", &[]);
    let root = cell(&mut cells, "00", &[good_leaf, broken_leaf]);
    let dict = Dict::new(cells.get(root), 2).unwrap();
    assert!(dict.get(&bits("00")).unwrap().is_some());
    assert_eq!(dict.get(&bits("10")).err(), Some(ReadError::Label));
    let read: Vec<_> = dict.iter(9).map(|pair| pair.map(|(key, _)| key.to_string())).collect();
    assert_eq!(read, [Ok("00".to_owned()), Err(ReadError::Label)]);
    // A removal joins the other side to the fork.
    assert_eq!(cells.change_dict(Some(root), &bits("00"), None), Err(BuildError::Read(ReadError::Label)));
    let root = cell(&mut cells, "00", &[good_leaf, library]);
    assert_eq!(Dict::new(cells.get(root), 2).unwrap().get(&bits("10")).err(), Some(ReadError::Exotic));
    assert_eq!(cells.change_dict(Some(root), &bits("00"), None), Err(BuildError::Read(ReadError::Exotic)));
    let changed = cells.change_dict(Some(root), &bits("01"), Some(&Builder::new())).unwrap();
    assert_eq!(
        Dict::new(changed.and_then(|id| cells.get(id)), 2).unwrap().iter(9).filter(Result::is_ok).count(),
        2
    );
}

#[test]
fn keys_and_values_have_their_bounds() {
    let mut cells = Cells::new();
    let key = bits_of([true; 1023]);
    assert_eq!(cells.add_dict(1024, vec![]), Err(BuildError::Width));
    assert_eq!(Dict::new(None, 1024).err(), Some(ReadError::Width));
    assert_eq!(cells.add_dict(1023, vec![(key, Builder::new())]).map(|root| root.is_some()), Ok(true));
    assert_eq!(cells.add_dict(8, vec![(bits("1"), Builder::new())]), Err(BuildError::KeyWidth));
    let duplicate_pairs = vec![(bits("01"), value(1)), (bits("11"), value(1)), (bits("01"), value(2))];
    assert_eq!(cells.add_dict(2, duplicate_pairs), Err(BuildError::DuplicateKey));
    let mut full_value = Builder::new();
    (0..1021).for_each(|_| _ = full_value.store_bit(true).unwrap());
    // A label of one bit has 4 bits.
    assert!(matches!(
        cells.add_dict(1, vec![(bits("1"), full_value.clone())]),
        Err(BuildError::Overflow { .. })
    ));
    // The only key of width 0 has a label of two bits.
    let keyless_root = cells.add_dict(0, vec![(bits(""), full_value)]).unwrap();
    let dict = Dict::new(keyless_root.and_then(|id| cells.get(id)), 0).unwrap();
    assert_eq!(dict.get(&bits("")).unwrap().map(|value| value.bits()), Some(1021));
    assert_eq!(dict.get(&bits("0")).err(), Some(ReadError::KeyWidth));
    assert_eq!(dict.iter(1).count(), 1);
    assert_eq!(cells.change_dict(keyless_root, &bits(""), None), Ok(None));
    assert_eq!(Cells::new().change_dict(keyless_root, &bits("1"), None), Err(BuildError::UnknownCell));
    // A value that does not fit is noticed wherever it is set.
    let root = cells.add_dict(1, vec![(bits("0"), value(1))]).unwrap();
    let mut long_value = Builder::new();
    long_value.store_bytes(&[0; 127]).unwrap().store_uint(0, 5).unwrap();
    assert!(matches!(cells.change_dict(root, &bits("1"), Some(&long_value)), Ok(Some(_))));
    assert!(matches!(
        cells.change_dict(root, &bits("0"), Some(&long_value)),
        Err(BuildError::Overflow { .. })
    ));
}

#[test]
fn a_removal_can_make_a_label_too_long_for_its_value() {
    // A value that fits below a fork, but not after a label of the whole key.
    let mut cells = Cells::new();
    let mut long_value_builder = Builder::new();
    (0..1000).for_each(|_| _ = long_value_builder.store_bit(true).unwrap());
    let keys = ["01010101010101010", "01010101010101011"].map(bits);
    let pairs = keys.map(|key| (key, long_value_builder.clone()));
    let root = cells.add_dict(17, pairs.to_vec()).unwrap();
    let hash_before = root.map(|id| cells.get(id).unwrap().hash());
    let removal = cells.change_dict(root, &keys[0], None);
    assert!(matches!(removal, Err(BuildError::Overflow { .. })), "{removal:?}");
    assert_eq!(root.map(|id| cells.get(id).unwrap().hash()), hash_before);
}

#[test]
fn values_may_have_references() {
    let mut cells = Cells::new();
    let leaf = cell(&mut cells, "101", &[]);
    let pairs = ["00", "01", "11"].map(|key| {
        let mut value = Builder::new();
        (0..4).for_each(|_| _ = value.store_ref(leaf).unwrap());
        (bits(key), value)
    });
    let root = cells.add_dict(2, pairs.to_vec()).unwrap();
    let root = cells.change_dict(root, &bits("01"), None).unwrap();
    let dict = Dict::new(root.and_then(|id| cells.get(id)), 2).unwrap();
    assert!(dict.iter(9).all(|pair| pair.unwrap().1.refs() == 4));
    assert_eq!(keys(&dict), Ok(vec!["00".to_owned(), "11".to_owned()]));
}

/// Forks that refer to the same cell twice, so that few cells are 2^levels pairs.
fn add_doubling_forks(cells: &mut Cells, levels: u16) -> CellId {
    let mut id = cell(cells, "00", &[]);
    for _ in 0..levels {
        id = cell(cells, "00", &[id, id]);
    }
    id
}

#[test]
fn shared_forks_cost_no_more_than_the_steps_that_are_allowed() {
    for levels in [20, 256, MAX_BITS] {
        let mut cells = Cells::new();
        let root = add_doubling_forks(&mut cells, levels);
        assert_eq!(cells.len(), usize::from(levels) + 1);
        let dict = Dict::new(cells.get(root), levels).unwrap().canonical();
        for max_steps in [0, 1, usize::from(levels), 5000] {
            let mut iter = dict.iter(max_steps);
            let pairs: Vec<_> = iter.by_ref().collect();
            assert_eq!(pairs.last().map(|last| last.as_ref().err()), Some(Some(&ReadError::Limit)));
            assert!(pairs.len() <= max_steps + 1);
            assert!(iter.next().is_none());
        }
        // The first pair is found after one cell per bit of the key, and one more.
        assert!(dict.iter(usize::from(levels) + 1).next().unwrap().is_ok());
        assert!(dict.iter(levels.into()).next().unwrap().is_err());
        // A change touches only the cells on the path to the key.
        let key = bits_of(vec![true; levels.into()]);
        assert!(dict.get(&key).unwrap().is_some());
        let count_before = cells.len();
        let changed = cells.change_dict(Some(root), &key, None).unwrap().unwrap();
        assert!(cells.len() - count_before <= levels.into());
        let dict = Dict::new(cells.get(changed), levels).unwrap();
        assert!(dict.get(&key).unwrap().is_none());
    }
}

#[test]
fn deep_dictionaries_fit_the_depth_of_cells() {
    // Keys that branch off from the longest one at each of its bits: the deepest dictionary.
    let mut pairs: Vec<_> =
        (0..MAX_BITS).map(|at| (bits_of((0..MAX_BITS).map(|bit| bit == at)), Builder::new())).collect();
    pairs.push((bits_of([false; 1023]), Builder::new()));
    let mut cells = Cells::new();
    let root = cells.add_dict(MAX_BITS, pairs).unwrap().unwrap();
    assert_eq!(cells.get(root).unwrap().depth(), 1023);
    assert_eq!(keys(&Dict::new(cells.get(root), MAX_BITS).unwrap()).err(), Some(ReadError::Limit));
    let leaf = cells.add(&Builder::new()).unwrap();
    let deep_value = cells.add(Builder::new().store_ref(leaf).unwrap()).unwrap();
    let mut value = Builder::new();
    value.store_ref(deep_value).unwrap();
    let key = bits_of((0..MAX_BITS).map(|bit| bit == MAX_BITS - 1));
    assert_eq!(cells.change_dict(Some(root), &key, Some(&value)), Err(BuildError::Cell(CellFault::Depth)));
}
