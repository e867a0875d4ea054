//! Dictionaries (`Hashmap n X`): binary tries whose edges have labels.
//!
//! As in the node, a label may be read in any of its three forms, and a fork must have two
//! references and nothing else. Labels are written in their shortest form.

use super::{Bits, BuildError, Builder, Cell, CellId, Cells, MAX_BITS, ReadError, Slice, bits};

/// A dictionary with keys of a fixed width. Its values are slices.
///
/// ```
/// use ton_edge::cell::{Bits, Builder, Cells, Dict};
/// let mut cells = Cells::new();
/// let key = |number| Bits::from_u64(number, 16).unwrap();
/// let mut pairs = Vec::new();
/// for number in [7, 1, 300] {
///     let mut value = Builder::new();
///     value.store_uint(number * 2, 32)?;
///     pairs.push((key(number), value));
/// }
/// let root = cells.add_dict(16, pairs)?;
/// let dict = Dict::new(root.and_then(|id| cells.get(id)), 16)?;
/// assert_eq!(dict.get(&key(7))?.unwrap().load_u64(32)?, 14);
/// let keys: Result<Vec<_>, _> = dict.iter(100).map(|pair| pair.map(|(key, _)| key.to_u64().unwrap())).collect();
/// assert_eq!(keys?, [1, 7, 300]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dict<'a> {
    root: Option<Cell<'a>>,
    width: u16,
    canonical: bool,
}

/// The label of a node.
struct Label {
    bits: Bits,
    /// Whether the label has its shortest form, as the node writes it.
    shortest: bool,
}

impl<'a> Dict<'a> {
    /// Makes a dictionary with this root (`None` is empty) and keys of `width` bits, up to 1023.
    ///
    /// # Errors
    /// [`ReadError::Width`] for wider keys.
    pub fn new(root: Option<Cell<'a>>, width: u16) -> Result<Self, ReadError> {
        if width > MAX_BITS {
            return Err(ReadError::Width);
        }
        Ok(Self { root, width, canonical: false })
    }

    /// Reads the bit and the reference of an optional dictionary (`HashmapE n X`).
    ///
    /// # Errors
    /// As [`Slice::load_maybe_ref`] and [`Dict::new`].
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells, Dict};
    /// let mut cells = Cells::new();
    /// let id = cells.add(Builder::new().store_maybe_ref(None)?)?;
    /// assert!(Dict::load(&mut cells.get(id).unwrap().slice()?, 256)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(slice: &mut Slice<'a>, width: u16) -> Result<Self, ReadError> {
        let mut reader = *slice;
        let dict = Self::new(reader.load_maybe_ref()?, width)?;
        *slice = reader;
        Ok(dict)
    }

    /// Makes reading fail at a label that is not in its shortest form. The node accepts such
    /// labels, but two dictionaries with the same content have the same hash only if both are
    /// canonical.
    #[must_use]
    pub fn canonical(self) -> Self {
        Self { canonical: true, ..self }
    }

    /// Returns whether the dictionary has no root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Reads the label of a node and the rest of its cell; `remaining_bits` is the number of bits of the key that are not read yet.
    fn load_node(&self, cell: &Cell<'a>, remaining_bits: u16) -> Result<(Label, Slice<'a>), ReadError> {
        let mut slice = cell.slice()?;
        let label = load_label(&mut slice, remaining_bits)?;
        if self.canonical && !label.shortest {
            return Err(ReadError::LabelForm);
        }
        if label.bits.len() < remaining_bits && (slice.bits() != 0 || slice.refs() != 2) {
            return Err(ReadError::Fork);
        }
        Ok((label, slice))
    }

    /// Returns the value of a key; reads at most as many cells as the key has bits.
    ///
    /// # Errors
    /// [`ReadError::KeyWidth`] for a key of another width; [`ReadError::Label`], [`ReadError::Fork`] or
    /// [`ReadError::Exotic`] if a cell on the way is not a node of a dictionary.
    pub fn get(&self, key: &Bits) -> Result<Option<Slice<'a>>, ReadError> {
        if key.len() != self.width {
            return Err(ReadError::KeyWidth);
        }
        let mut position = 0;
        let mut next_node = self.root;
        while let Some(cell) = next_node {
            let (label, mut slice) = self.load_node(&cell, self.width - position)?;
            let length = label.bits.len();
            let common_bits =
                bits::count_common(key.as_bytes(), position.into(), label.bits.as_bytes(), 0, length.into());
            if common_bits < length.into() {
                return Ok(None);
            }
            position += length;
            let Some(is_right) = key.bit(position) else { return Ok(Some(slice)) };
            position += 1;
            let left_cell = slice.load_ref()?;
            next_node = Some(if is_right { slice.load_ref()? } else { left_cell });
        }
        Ok(None)
    }

    /// Returns all pairs, ordered by their keys as numbers without a sign. Each cell read is a
    /// step; after `max_steps` the iterator ends with [`ReadError::Limit`], since a small bag with
    /// shared forks can have 2^1000 pairs. A dictionary of n pairs without shared cells has 2n - 1
    /// cells.
    #[must_use]
    pub fn iter(&self, max_steps: usize) -> DictIter<'a> {
        let path = self.root.map(|root| (root, Bits::default())).into_iter().collect();
        DictIter { dict: *self, path, steps_left: max_steps }
    }
}

/// The pairs of a dictionary, in order; [`Dict::iter`]. It ends after the first error.
#[derive(Debug)]
pub struct DictIter<'a> {
    dict: Dict<'a>,
    /// Cells to read, and the bits of the key above each: at most one for every bit of a key.
    path: Vec<(Cell<'a>, Bits)>,
    steps_left: usize,
}

impl<'a> DictIter<'a> {
    fn step(&mut self, cell: Cell<'a>, mut key: Bits) -> Result<Option<(Bits, Slice<'a>)>, ReadError> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(ReadError::Limit)?;
        let (label, mut slice) = self.dict.load_node(&cell, self.dict.width - key.len())?;
        if !key.push(label.bits.as_bytes(), 0, label.bits.len().into()) {
            return Err(ReadError::Label);
        }
        if key.len() == self.dict.width {
            return Ok(Some((key, slice)));
        }
        let (left, right) = (slice.load_ref()?, slice.load_ref()?);
        for (cell, bit) in [(right, 0xFF), (left, 0)] {
            let mut key = key;
            if !key.push(&[bit], 0, 1) {
                return Err(ReadError::Label);
            }
            self.path.push((cell, key));
        }
        Ok(None)
    }
}

impl<'a> Iterator for DictIter<'a> {
    type Item = Result<(Bits, Slice<'a>), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((cell, key)) = self.path.pop() {
            match self.step(cell, key) {
                Ok(Some(pair)) => return Some(Ok(pair)),
                Ok(None) => {}
                Err(error) => {
                    self.path.clear();
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// Returns how many bits store a length from 0 to `max_length`.
fn count_length_bits(max_length: u16) -> u16 {
    16 - max_length.leading_zeros() as u16
}

/// The three forms of a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The label's length in unary, then its bits.
    Short,
    /// The label's length in binary, then its bits.
    Long,
    /// The one bit that the label repeats, then the label's length in binary.
    Same,
}

impl Form {
    /// Returns the form that the node writes: the shortest, and of equally short ones the first of
    /// same, short, long.
    fn choose(label: &Bits, max_length: u16) -> Self {
        let (length, width) = (label.len(), count_length_bits(max_length));
        if length > 1 && width < 2 * length - 1 && is_same(label) {
            Self::Same
        } else if width < length {
            Self::Long
        } else {
            Self::Short
        }
    }
}

fn is_same(label: &Bits) -> bool {
    let equal_bits = [if label.bit(0) == Some(true) { 0xFF } else { 0 }; 128];
    let len = usize::from(label.len());
    bits::count_common(label.as_bytes(), 0, &equal_bits, 0, len) == len
}

fn load_label(slice: &mut Slice<'_>, max_length: u16) -> Result<Label, ReadError> {
    let label_error = |_| ReadError::Label;
    let width = count_length_bits(max_length);
    let mut repeated_bit = None;
    let (form, length) = if !slice.load_bit().map_err(label_error)? {
        let mut length = 0;
        while slice.load_bit().map_err(label_error)? {
            length += 1;
        }
        (Form::Short, length)
    } else if !slice.load_bit().map_err(label_error)? {
        (Form::Long, slice.load_u64(width).map_err(label_error)? as u16)
    } else {
        repeated_bit = Some(slice.load_bit().map_err(label_error)?);
        (Form::Same, slice.load_u64(width).map_err(label_error)? as u16)
    };
    if length > max_length {
        return Err(ReadError::Label);
    }
    let bits = match repeated_bit {
        None => slice.load_bits(length).map_err(label_error)?,
        Some(is_set) => {
            let bytes = [if is_set { 0xFF } else { 0 }; 128];
            Bits::copy(&bytes, 0, length.into()).ok_or(ReadError::Label)?
        }
    };
    Ok(Label { shortest: form == Form::choose(&bits, max_length), bits })
}

fn store_label(builder: &mut Builder, label: &Bits, max_length: u16) -> Result<(), BuildError> {
    let (length, width) = (label.len(), count_length_bits(max_length));
    match Form::choose(label, max_length) {
        Form::Short => {
            // The short form: a 0, a 1 for each bit of the label, and a 0.
            builder.store_bit(false)?;
            builder.store_part(&[0xFF; 128], 0, length.into())?.store_bit(false)?.store_bits(label)?;
        }
        Form::Long => {
            builder.store_uint(2, 2)?.store_uint(length, width)?.store_bits(label)?;
        }
        Form::Same => {
            let tag = 6 + u8::from(label.bit(0) == Some(true));
            builder.store_uint(tag, 3)?.store_uint(length, width)?;
        }
    }
    Ok(())
}

/// Returns the bits of a key from one position to another.
fn cut_key(key: &Bits, from: u16, to: u16) -> Bits {
    Bits::copy(key.as_bytes(), from.into(), to.saturating_sub(from).into()).unwrap_or_default()
}

/// A node without its label: where the label begins depends on the next key.
enum PendingRow<'p> {
    Leaf(&'p Builder),
    Fork(CellId, CellId),
}

impl Cells {
    /// Adds a dictionary of `pairs`, in any order, with keys of `width` bits; `None` for no pairs.
    ///
    /// # Errors
    /// [`BuildError::Width`] for more than 1023 bits, [`BuildError::KeyWidth`] for a key of another width,
    /// [`BuildError::DuplicateKey`], [`BuildError::Overflow`] if a value does not fit a cell after its label,
    /// [`BuildError::Cell`] if the dictionary is too deep.
    ///
    /// ```
    /// use ton_edge::cell::{Bits, BuildError, Builder, Cells};
    /// let pair = |key| (Bits::from_u64(key, 8).unwrap(), Builder::new());
    /// let mut cells = Cells::new();
    /// assert!(cells.add_dict(8, vec![pair(1), pair(0)])?.is_some());
    /// assert_eq!(cells.add_dict(8, vec![pair(1), pair(1)]), Err(BuildError::DuplicateKey));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn add_dict(
        &mut self,
        width: u16,
        mut pairs: Vec<(Bits, Builder)>,
    ) -> Result<Option<CellId>, BuildError> {
        if width > MAX_BITS {
            return Err(BuildError::Width);
        }
        if pairs.iter().any(|(key, _)| key.len() != width) {
            return Err(BuildError::KeyWidth);
        }
        pairs.sort_unstable_by_key(|(key, _)| *key);
        // Forks whose left side is complete, each with the position of the bit of the key at which it divides. The
        // positions increase.
        let mut open_branches: Vec<(u16, CellId)> = Vec::new();
        let mut root = None;
        let mut remaining_pairs = pairs.iter().peekable();
        while let Some((key, value)) = remaining_pairs.next() {
            let fork = match remaining_pairs.peek() {
                None => None,
                Some((next, _)) => {
                    let common_bits =
                        bits::count_common(key.as_bytes(), 0, next.as_bytes(), 0, width.into()) as u16;
                    if common_bits == width {
                        return Err(BuildError::DuplicateKey);
                    }
                    Some(common_bits)
                }
            };
            let mut pending_row = PendingRow::Leaf(value);
            let mut label_end = width;
            while let Some((position, left)) =
                open_branches.pop_if(|(position, _)| fork.is_none_or(|fork| *position > fork))
            {
                let right_node = self.add_node(key, position + 1, label_end, width, &pending_row)?;
                pending_row = PendingRow::Fork(left, right_node);
                label_end = position;
            }
            match fork {
                Some(fork) => {
                    open_branches.push((fork, self.add_node(key, fork + 1, label_end, width, &pending_row)?))
                }
                None => root = Some(self.add_node(key, 0, label_end, width, &pending_row)?),
            }
        }
        Ok(root)
    }

    /// Adds a node whose label is part of a key.
    fn add_node(
        &mut self,
        key: &Bits,
        label_start: u16,
        label_end: u16,
        width: u16,
        content: &PendingRow<'_>,
    ) -> Result<CellId, BuildError> {
        let mut builder = Builder::new();
        store_label(&mut builder, &cut_key(key, label_start, label_end), width - label_start)?;
        match content {
            PendingRow::Leaf(value) => builder.store_builder(value)?,
            PendingRow::Fork(left, right) => builder.store_ref(*left)?.store_ref(*right)?,
        };
        self.add(&builder)
    }

    /// Sets a key of a dictionary, or removes it if `value` is `None`, and returns the new root.
    /// The cells of the old dictionary stay.
    ///
    /// Work and new cells are bounded by the bits of the key.
    ///
    /// # Errors
    /// [`BuildError::Read`] if the cells on the way are not a dictionary; those of [`Cells::add_dict`].
    ///
    /// ```
    /// use ton_edge::cell::{Bits, Builder, Cells};
    /// let mut cells = Cells::new();
    /// let key = Bits::from_u64(5, 32).unwrap();
    /// let root = cells.change_dict(None, &key, Some(Builder::new().store_bit(true)?))?;
    /// assert!(root.is_some());
    /// assert_eq!(cells.change_dict(root, &key, None)?, None);
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn change_dict(
        &mut self,
        root: Option<CellId>,
        key: &Bits,
        value: Option<&Builder>,
    ) -> Result<Option<CellId>, BuildError> {
        let width = key.len();
        // The forks on the way: the start of the label, the position of the bit at which the fork divides, and
        // the side without the key.
        let mut forks: Vec<(u16, u16, CellId)> = Vec::new();
        let mut label_start = 0;
        let mut next = root;
        let mut changed_child = None;
        while let Some(id) = next.take() {
            let cell = self.get(id).ok_or(BuildError::UnknownCell)?;
            let (label, slice) = Dict::new(Some(cell), width)?.load_node(&cell, width - label_start)?;
            let length = label.bits.len();
            let label_bits = label.bits;
            let common_bits = bits::count_common(
                key.as_bytes(),
                label_start.into(),
                label_bits.as_bytes(),
                0,
                length.into(),
            ) as u16;
            if common_bits < length {
                let Some(value) = value else { return Ok(root) };
                // The old node moves below a new fork, with the rest of its label.
                let split_position = label_start + common_bits;
                let mut old_branch = Builder::new();
                store_label(
                    &mut old_branch,
                    &cut_key(&label_bits, common_bits + 1, length),
                    width - split_position - 1,
                )?;
                old_branch.store_slice(&slice)?;
                let old_node = self.add(&old_branch)?;
                let new = self.add_node(key, split_position + 1, width, width, &PendingRow::Leaf(value))?;
                changed_child = Some(self.add_fork(key, label_start, split_position, old_node, new)?);
                break;
            }
            let position = label_start + length;
            if position == width {
                break;
            }
            let refs = slice.ref_ids();
            let is_right = key.bit(position) == Some(true);
            let [left_id, right_id] = *refs else { return Err(BuildError::Read(ReadError::Fork)) };
            let (same_side, other_side) = if is_right { (right_id, left_id) } else { (left_id, right_id) };
            forks.push((label_start, position, other_side));
            label_start = position + 1;
            next = Some(same_side);
        }
        if changed_child.is_none() {
            match value {
                Some(value) => {
                    changed_child =
                        Some(self.add_node(key, label_start, width, width, &PendingRow::Leaf(value))?)
                }
                None => {
                    if root.is_none() {
                        return Ok(None);
                    }
                    let Some((from, position, other_side)) = forks.pop() else { return Ok(None) };
                    changed_child = Some(self.add_joined(key, from, position, other_side)?);
                }
            }
        }
        while let Some((from, position, other_side)) = forks.pop() {
            let Some(side) = changed_child else { break };
            changed_child = Some(self.add_fork(key, from, position, other_side, side)?);
        }
        Ok(changed_child)
    }

    /// Adds a fork; the key belongs to `changed_side`.
    fn add_fork(
        &mut self,
        key: &Bits,
        from: u16,
        position: u16,
        other_side: CellId,
        changed_side: CellId,
    ) -> Result<CellId, BuildError> {
        let (left, right) = if key.bit(position) == Some(true) {
            (other_side, changed_side)
        } else {
            (changed_side, other_side)
        };
        self.add_node(key, from, position, key.len(), &PendingRow::Fork(left, right))
    }

    /// Adds what remains of a fork after the key's side is removed: the other side, with the labels of both joined.
    fn add_joined(
        &mut self,
        key: &Bits,
        from: u16,
        position: u16,
        other_side: CellId,
    ) -> Result<CellId, BuildError> {
        let width = key.len();
        let cell = self.get(other_side).ok_or(BuildError::UnknownCell)?;
        let (label, slice) = Dict::new(Some(cell), width)?.load_node(&cell, width - position - 1)?;
        let mut joined_label = cut_key(key, from, position);
        let fill = if key.bit(position) == Some(true) { 0 } else { 0xFF };
        if !joined_label.push(&[fill], 0, 1)
            || !joined_label.push(label.bits.as_bytes(), 0, label.bits.len().into())
        {
            return Err(BuildError::Width);
        }
        let mut builder = Builder::new();
        store_label(&mut builder, &joined_label, width - from)?;
        builder.store_slice(&slice)?;
        self.add(&builder)
    }
}
