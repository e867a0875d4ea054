//! Reads `VmStack` (`crypto/block/block.tlb` of the node) from cells.

use super::{Stack, StackError, StackFault, StackValue, get_cell};
use crate::cell::{Builder, CellId, Cells, Slice};

/// The head of a value: the whole value, or the parts to read next.
enum Head {
    Value(StackValue),
    /// A slice that covers only a part of its cell: the bits and references in it.
    Part(Builder),
    Continuation(Builder),
    /// The cells of the items, the last one first.
    Tuple(Vec<CellId>),
}

/// A completely read value, and how deep values are nested in it. The items of a list are in reverse order.
struct FinishedValue {
    value: StackValue,
    depth: usize,
}

impl FinishedValue {
    /// Returns the value with its list in order.
    fn in_order(self) -> StackValue {
        match self.value {
            StackValue::List(mut items) => {
                items.reverse();
                StackValue::List(items)
            }
            value => value,
        }
    }
}

/// A tuple that is being read.
struct Frame {
    /// Cells of the unread items, the last one first.
    cells: Vec<CellId>,
    items: Vec<StackValue>,
    /// How deep values are nested in the items.
    depth: usize,
}

impl Stack<'static> {
    /// Reads the cell of a `VmStack`. Every cell must be read completely; a slice of a part of a cell is copied to a
    /// new cell.
    ///
    /// Cells can share the cells below them, so that a few cells can stand for an astronomical number of values.
    /// `max_values` limits how many values are read, including those within tuples and lists.
    ///
    /// # Errors
    /// [`StackError`] if the cell is something else; [`StackFault::Limit`], [`StackFault::Nesting`] and
    /// [`StackFault::TupleLength`] for more than the limits.
    ///
    /// ```
    /// use ton_edge::cell::{Limits, parse_text};
    /// use ton_edge::message::Stack;
    /// let mut bag = parse_text("te6cckEBAgEAEQABGAAAAQEAAAAAAAAAHAEAABP9GEw=", &Limits::default())?;
    /// let stack = Stack::load(&mut bag.cells, bag.roots[0], 1000)?;
    /// assert_eq!(stack.number::<i64>(0)?, 28);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(cells: &mut Cells, id: CellId, max_values: usize) -> Result<Self, StackError> {
        let to_stack_error = |fault| StackError { index: None, fault };
        let mut values_left = max_values;
        let len = read_cell(cells, id, |slice| {
            let len = slice.load_u64(24)? as usize;
            if len == 0 {
                slice.end()?;
            }
            Ok(len)
        });
        let len = len.map_err(to_stack_error)?;
        let mut values = Vec::new();
        let mut list_cell = id;
        // The top item comes first, and each cell refers to the items below it.
        for index in (0..len).rev() {
            let top = index + 1 == len;
            let mut value = || {
                let (next_id, head) = read_cell(cells, list_cell, |slice| {
                    slice.skip(if top { 24 } else { 0 })?;
                    Ok((slice.load_ref()?.id(), load_head(slice)?))
                })?;
                list_cell = next_id;
                load_remainder(cells, head, &mut values_left)
            };
            values.push(value().map_err(|fault| StackError::at_index(index, fault))?);
        }
        if len > 0 {
            read_cell(cells, list_cell, |slice| Ok(slice.end()?)).map_err(to_stack_error)?;
        }
        values.reverse();
        Ok(Self::new(values))
    }
}

fn read_cell<T>(
    cells: &Cells,
    id: CellId,
    load: impl FnOnce(&mut Slice<'_>) -> Result<T, StackFault>,
) -> Result<T, StackFault> {
    load(&mut get_cell(cells, id)?.slice()?)
}

/// Reads the beginning of a value; its cell must end after it.
fn load_head(slice: &mut Slice<'_>) -> Result<Head, StackFault> {
    let head = match slice.load_u64(8)? {
        0 => Head::Value(StackValue::Null),
        1 => Head::Value(StackValue::Int(slice.load_int(64)?)),
        2 => match slice.load_u64(7)? {
            0 => Head::Value(StackValue::Int(slice.load_int(257)?)),
            0x7F if slice.load_bit()? => Head::Value(StackValue::Nan),
            _ => return Err(StackFault::Tag),
        },
        3 => Head::Value(StackValue::Cell(slice.load_ref()?.id())),
        4 => load_part(slice)?,
        5 => {
            let cell = slice.load_ref()?;
            cell.slice()?;
            Head::Value(StackValue::Builder(cell.id()))
        }
        6 => {
            let mut tail_builder = Builder::new();
            tail_builder.store_slice(slice)?;
            return Ok(Head::Continuation(tail_builder));
        }
        7 => return load_item_cells(*slice).map(Head::Tuple),
        _ => return Err(StackFault::Tag),
    };
    slice.end()?;
    Ok(head)
}

/// Reads `VmCellSlice`: a cell, and which of its bits and references are left.
fn load_part(slice: &mut Slice<'_>) -> Result<Head, StackFault> {
    let cell = slice.load_ref()?;
    let mut range = |bits| -> Result<(u16, u16), StackFault> {
        let (start, end) = (slice.load_u64(bits)? as u16, slice.load_u64(bits)? as u16);
        if start > end { Err(StackFault::Window) } else { Ok((start, end)) }
    };
    let (start, end) = range(10)?;
    let (first_ref, end_ref) = range(3)?;
    let mut content = cell.slice()?;
    if (start, end) == (0, content.bits()) && (first_ref, usize::from(end_ref)) == (0, content.refs()) {
        return Ok(Head::Value(StackValue::Slice(cell.id())));
    }
    let mut part = Builder::new();
    content.skip(start)?;
    part.store_bits(&content.load_bits(end - start)?)?;
    for index in 0..end_ref {
        let id = content.load_ref()?.id();
        if index >= first_ref {
            part.store_ref(id)?;
        }
    }
    Ok(Head::Part(part))
}

/// Reads the cells of the items of a tuple, the last one first: `head` has the item or items before `tail`.
fn load_item_cells(mut slice: Slice<'_>) -> Result<Vec<CellId>, StackFault> {
    let len = slice.load_u64(16)? as usize;
    if len > Stack::MAX_TUPLE {
        return Err(StackFault::TupleLength);
    }
    let mut cells = Vec::with_capacity(len);
    for items_left in (1..=len).rev() {
        let previous_item = if items_left > 1 { Some(slice.load_ref()?) } else { None };
        cells.push(slice.load_ref()?.id());
        slice.end()?;
        match previous_item {
            Some(first) if items_left == 2 => {
                cells.push(first.id());
                return Ok(cells);
            }
            Some(previous) => slice = previous.slice()?,
            None => {}
        }
    }
    slice.end()?;
    Ok(cells)
}

/// Reads the rest of a value. Nested tuples are stored in a list, so there is no recursion.
fn load_remainder(
    cells: &mut Cells,
    mut next: Head,
    values_left: &mut usize,
) -> Result<StackValue, StackFault> {
    let mut frames: Vec<Frame> = Vec::new();
    loop {
        *values_left = values_left.checked_sub(1).ok_or(StackFault::Limit)?;
        let value = match next {
            Head::Value(value) => value,
            Head::Part(builder) => StackValue::Slice(cells.add(&builder)?),
            Head::Continuation(builder) => StackValue::Continuation(cells.add(&builder)?),
            Head::Tuple(mut ids) => match ids.pop() {
                None => StackValue::Tuple(Vec::new()),
                Some(first_item) => {
                    frames.push(Frame { items: Vec::with_capacity(ids.len() + 1), cells: ids, depth: 0 });
                    next = read_cell(cells, first_item, load_head)?;
                    continue;
                }
            },
        };
        let mut finished_value = FinishedValue { value, depth: 0 };
        loop {
            let Some(mut frame) = frames.pop() else { return Ok(finished_value.in_order()) };
            finished_value = match frame.add_item(finished_value)? {
                Some(item) => item,
                None => {
                    // `add_item` returned `None`, so an item is left.
                    let item = frame.cells.pop().ok_or(StackFault::Tag)?;
                    next = read_cell(cells, item, load_head)?;
                    frames.push(frame);
                    break;
                }
            };
        }
    }
}

impl Frame {
    /// Adds the next item. Returns the tuple or list after the last one.
    fn add_item(&mut self, mut item: FinishedValue) -> Result<Option<FinishedValue>, StackFault> {
        if self.cells.is_empty() && self.items.len() == 1 {
            let list = match &mut item.value {
                StackValue::Null => Some(Vec::new()),
                StackValue::List(items) => Some(std::mem::take(items)),
                _ => None,
            };
            if let Some(mut list) = list {
                list.append(&mut self.items);
                return Self::finish_item(StackValue::List(list), item.depth.max(self.depth + 1)).map(Some);
            }
        }
        self.depth = self.depth.max(item.depth);
        self.items.push(item.in_order());
        if !self.cells.is_empty() {
            return Ok(None);
        }
        Self::finish_item(StackValue::Tuple(std::mem::take(&mut self.items)), self.depth + 1).map(Some)
    }

    fn finish_item(value: StackValue, depth: usize) -> Result<FinishedValue, StackFault> {
        if depth > Stack::MAX_NESTING { Err(StackFault::Nesting) } else { Ok(FinishedValue { value, depth }) }
    }
}
