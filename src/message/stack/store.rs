//! Writes `VmStack` (`crypto/block/block.tlb` of the node) to cells.

use super::{Stack, StackError, StackFault, StackValue, get_cell};
use crate::cell::{BuildError, Builder, CellId, Cells};

impl Stack<'_> {
    /// Adds the cell of a `VmStack`, as `serializeTuple` of `@ton/core` does.
    ///
    /// # Errors
    /// [`StackFault::Build`] if there are more values than the greatest depth of a cell (1024), or a cell is not of
    /// this arena; [`StackFault::Read`] for a slice or a builder of an exotic cell; [`StackFault::Nesting`] and
    /// [`StackFault::TupleLength`] for more than the limits; [`StackFault::Unsupported`].
    pub fn add(&self, cells: &mut Cells) -> Result<CellId, StackError> {
        let to_stack_error = |fault: BuildError| StackError { index: None, fault: fault.into() };
        let mut root = Builder::new();
        root.store_uint(self.len() as u64, 24).map_err(to_stack_error)?;
        if self.is_empty() {
            return cells.add(&root).map_err(to_stack_error);
        }
        let mut previous_cell = cells.add(&Builder::new()).map_err(to_stack_error)?;
        for (index, value) in self.values.iter().enumerate() {
            let top = index + 1 == self.len();
            let mut add = || {
                let mut builder = if top { root.clone() } else { Builder::new() };
                let value = encode(cells, value)?;
                Ok(cells.add(builder.store_ref(previous_cell)?.store_builder(&value)?)?)
            };
            previous_cell = add().map_err(|fault| StackError::at_index(index, fault))?;
        }
        Ok(previous_cell)
    }
}

/// A step that is left: write a value, or combine written values.
enum Work<'a> {
    Value(&'a StackValue, usize),
    /// Combine this many of the last written values into a tuple.
    Tuple(usize),
    List(usize),
}

/// Writes a value. Nested values are written before it, so there is no recursion.
fn encode(cells: &mut Cells, value: &StackValue) -> Result<Builder, StackFault> {
    let mut remaining_work = vec![Work::Value(value, 0)];
    let mut builders: Vec<Builder> = Vec::new();
    while let Some(next) = remaining_work.pop() {
        let builder = match next {
            Work::Value(_, depth) if depth > Stack::MAX_NESTING => return Err(StackFault::Nesting),
            Work::Value(StackValue::Tuple(items), depth) => {
                if items.len() > Stack::MAX_TUPLE {
                    return Err(StackFault::TupleLength);
                }
                remaining_work.push(Work::Tuple(items.len()));
                remaining_work.extend(items.iter().rev().map(|item| Work::Value(item, depth + 1)));
                continue;
            }
            Work::Value(StackValue::List(items), depth) => {
                remaining_work.push(Work::List(items.len()));
                remaining_work.extend(items.iter().rev().map(|item| Work::Value(item, depth + 1)));
                continue;
            }
            Work::Value(value, _) => store_leaf(cells, value)?,
            Work::Tuple(len) => {
                let items = add_last(cells, &mut builders, len)?;
                store_tuple(cells, &items)?
            }
            Work::List(len) => {
                let mut list_tail = store_leaf(cells, &StackValue::Null)?;
                for item in add_last(cells, &mut builders, len)?.iter().rev() {
                    let tail = cells.add(&list_tail)?;
                    list_tail = store_tuple(cells, &[*item, tail])?;
                }
                list_tail
            }
        };
        builders.push(builder);
    }
    Ok(builders.pop().unwrap_or_default())
}

/// Adds cells for the values that were written last.
fn add_last(cells: &mut Cells, builders: &mut Vec<Builder>, len: usize) -> Result<Vec<CellId>, StackFault> {
    let first_index = builders.len().saturating_sub(len);
    builders.drain(first_index..).map(|builder| Ok(cells.add(&builder)?)).collect()
}

/// Stores a value without nested values.
fn store_leaf(cells: &Cells, value: &StackValue) -> Result<Builder, StackFault> {
    let mut builder = Builder::new();
    match value {
        StackValue::Null => builder.store_uint(0, 8)?,
        StackValue::Int(int) if int.bit_len(true).is_some_and(|bits| bits <= 64) => {
            builder.store_uint(1, 8)?.store_int(*int, 64)?
        }
        StackValue::Int(int) => builder.store_uint(0x0200 >> 1, 15)?.store_int(*int, 257)?,
        StackValue::Nan => builder.store_uint(0x02FF, 16)?,
        StackValue::Cell(id) => builder.store_uint(3, 8)?.store_ref(*id)?,
        StackValue::Slice(id) => {
            let content = get_cell(cells, *id)?.slice()?;
            builder.store_uint(4, 8)?.store_uint(0, 10)?.store_uint(content.bits(), 10)?;
            builder.store_uint(0, 3)?.store_uint(content.refs() as u64, 3)?.store_ref(*id)?
        }
        StackValue::Builder(id) => {
            get_cell(cells, *id)?.slice()?;
            builder.store_uint(5, 8)?.store_ref(*id)?
        }
        StackValue::Continuation(id) => {
            builder.store_uint(6, 8)?.store_slice(&get_cell(cells, *id)?.slice()?)?
        }
        unsupported => return Err(StackFault::Unsupported { found: unsupported.name() }),
    };
    Ok(builder)
}

/// Stores a tuple of items, each in its own cell.
fn store_tuple(cells: &mut Cells, items: &[CellId]) -> Result<Builder, StackFault> {
    let mut builder = Builder::new();
    builder.store_uint(7, 8)?.store_uint(items.len() as u64, 16)?;
    let Some((tail, earlier)) = items.split_last() else { return Ok(builder) };
    let mut head = None;
    for item in earlier {
        head = Some(match head {
            None => *item,
            Some(head) => cells.add(Builder::new().store_ref(head)?.store_ref(*item)?)?,
        });
    }
    if let Some(head) = head {
        builder.store_ref(head)?;
    }
    builder.store_ref(*tail)?;
    Ok(builder)
}
