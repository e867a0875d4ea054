//! `VmStack` of `crypto/block/block.tlb` of the node, read from cells.

use super::{Stack, StackError, StackFault, StackValue, cell};
use crate::cell::{Builder, CellId, Cells, Slice};

/// The head of a value: the whole value, or the part that is still to be read.
enum Head {
    Value(StackValue),
    /// The content of a slice that is not all of its cell.
    Part(Builder),
    Continuation(Builder),
    /// The cells of its items, the last one first.
    Tuple(Vec<CellId>),
}

/// A value that was read, and how deep values are nested in it. The items of a list are in reverse.
struct Done {
    value: StackValue,
    depth: usize,
}

impl Done {
    /// The value with its list in order.
    fn straight(self) -> StackValue {
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
    /// Cells of the items to come, the last one first.
    cells: Vec<CellId>,
    items: Vec<StackValue>,
    /// How deep values are nested in the items.
    depth: usize,
}

impl Stack<'static> {
    /// Reads the cell of a `VmStack`. All of each cell must be read; a slice is copied to a cell of its own if it is not all of its
    /// cell.
    ///
    /// Cells can share what is below them, so that a few of them hold more values than there are atoms: `max_values` is the most
    /// values that are read, those within tuples and lists included.
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
        let of_stack = |fault| StackError { index: None, fault };
        let mut left = max_values;
        let len = read(cells, id, |slice| {
            let len = slice.load_u64(24)? as usize;
            if len == 0 {
                slice.end()?;
            }
            Ok(len)
        });
        let len = len.map_err(of_stack)?;
        let mut values = Vec::new();
        let mut rest = id;
        // The top comes first, and each cell refers to the items below it.
        for index in (0..len).rev() {
            let top = index + 1 == len;
            let mut value = || {
                let (below, head) = read(cells, rest, |slice| {
                    slice.skip(if top { 24 } else { 0 })?;
                    Ok((slice.load_ref()?.id(), head(slice)?))
                })?;
                rest = below;
                complete(cells, head, &mut left)
            };
            values.push(value().map_err(|fault| StackError::at(index, fault))?);
        }
        if len > 0 {
            read(cells, rest, |slice| Ok(slice.end()?)).map_err(of_stack)?;
        }
        values.reverse();
        Ok(Self::new(values))
    }
}

fn read<T>(
    cells: &Cells,
    id: CellId,
    read: impl FnOnce(&mut Slice<'_>) -> Result<T, StackFault>,
) -> Result<T, StackFault> {
    read(&mut cell(cells, id)?.slice()?)
}

/// Reads the beginning of a value, with which its cell must end.
fn head(slice: &mut Slice<'_>) -> Result<Head, StackFault> {
    let head = match slice.load_u64(8)? {
        0 => Head::Value(StackValue::Null),
        1 => Head::Value(StackValue::Int(slice.load_int(64)?)),
        2 => match slice.load_u64(7)? {
            0 => Head::Value(StackValue::Int(slice.load_int(257)?)),
            0x7F if slice.load_bit()? => Head::Value(StackValue::Nan),
            _ => return Err(StackFault::Tag),
        },
        3 => Head::Value(StackValue::Cell(slice.load_ref()?.id())),
        4 => part(slice)?,
        5 => {
            let cell = slice.load_ref()?;
            cell.slice()?;
            Head::Value(StackValue::Builder(cell.id()))
        }
        6 => {
            let mut rest = Builder::new();
            rest.store_slice(slice)?;
            return Ok(Head::Continuation(rest));
        }
        7 => return items(*slice).map(Head::Tuple),
        _ => return Err(StackFault::Tag),
    };
    slice.end()?;
    Ok(head)
}

/// `VmCellSlice`: a cell, and which bits and references of it are left.
fn part(slice: &mut Slice<'_>) -> Result<Head, StackFault> {
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
    for at in 0..end_ref {
        let id = content.load_ref()?.id();
        if at >= first_ref {
            part.store_ref(id)?;
        }
    }
    Ok(Head::Part(part))
}

/// The cells of the items of a tuple, the last one first: `head` is the item or the items before `tail`.
fn items(mut slice: Slice<'_>) -> Result<Vec<CellId>, StackFault> {
    let len = slice.load_u64(16)? as usize;
    if len > Stack::MAX_TUPLE {
        return Err(StackFault::TupleLength);
    }
    let mut cells = Vec::with_capacity(len);
    for left in (1..=len).rev() {
        let before = if left > 1 { Some(slice.load_ref()?) } else { None };
        cells.push(slice.load_ref()?.id());
        slice.end()?;
        match before {
            Some(first) if left == 2 => {
                cells.push(first.id());
                return Ok(cells);
            }
            Some(before) => slice = before.slice()?,
            None => {}
        }
    }
    slice.end()?;
    Ok(cells)
}

/// Reads the rest of a value. Tuples within tuples wait in a list, so nothing recurses.
fn complete(cells: &mut Cells, mut next: Head, left: &mut usize) -> Result<StackValue, StackFault> {
    let mut frames: Vec<Frame> = Vec::new();
    loop {
        *left = left.checked_sub(1).ok_or(StackFault::Limit)?;
        let value = match next {
            Head::Value(value) => value,
            Head::Part(builder) => StackValue::Slice(cells.add(&builder)?),
            Head::Continuation(builder) => StackValue::Continuation(cells.add(&builder)?),
            Head::Tuple(mut ids) => match ids.pop() {
                None => StackValue::Tuple(Vec::new()),
                Some(first) => {
                    frames.push(Frame { items: Vec::with_capacity(ids.len() + 1), cells: ids, depth: 0 });
                    next = read(cells, first, head)?;
                    continue;
                }
            },
        };
        let mut done = Done { value, depth: 0 };
        loop {
            let Some(mut frame) = frames.pop() else { return Ok(done.straight()) };
            done = match frame.take(done)? {
                Some(done) => done,
                None => {
                    // `take` returns values after the last item too.
                    let item = frame.cells.pop().ok_or(StackFault::Tag)?;
                    next = read(cells, item, head)?;
                    frames.push(frame);
                    break;
                }
            };
        }
    }
}

impl Frame {
    /// Takes the next item. Gives the tuple or list after the last one.
    fn take(&mut self, mut item: Done) -> Result<Option<Done>, StackFault> {
        if self.cells.is_empty() && self.items.len() == 1 {
            let list = match &mut item.value {
                StackValue::Null => Some(Vec::new()),
                StackValue::List(items) => Some(std::mem::take(items)),
                _ => None,
            };
            if let Some(mut list) = list {
                list.append(&mut self.items);
                return Self::done(StackValue::List(list), item.depth.max(self.depth + 1)).map(Some);
            }
        }
        self.depth = self.depth.max(item.depth);
        self.items.push(item.straight());
        if !self.cells.is_empty() {
            return Ok(None);
        }
        Self::done(StackValue::Tuple(std::mem::take(&mut self.items)), self.depth + 1).map(Some)
    }

    fn done(value: StackValue, depth: usize) -> Result<Done, StackFault> {
        if depth > Stack::MAX_NESTING { Err(StackFault::Nesting) } else { Ok(Done { value, depth }) }
    }
}
