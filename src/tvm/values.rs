//! Writes the values of a stack for JavaScript: as bytes, and the cells to which they refer. `pkg/lib/tvm/values.js` reads
//! them.
//!
//! A bag would have the same content, but both sides would have to hash its cells.

use std::collections::BTreeMap;

use tycho_types::cell::{Cell, DynCell, HashBytes};
use tycho_vm::{RcStackValue, Stack, StackValueType};

use super::Reason;
use crate::cell::{CellId, Cells, MAX_REFS};

/// Kinds of values, as `VmStackValue` numbers them. An integer without digits is NaN.
const NULL: u8 = 0;
const INT: u8 = 2;
const CELL: u8 = 3;
const SLICE: u8 = 4;
const BUILDER: u8 = 5;
const TUPLE: u8 = 7;

/// A stack for JavaScript.
pub(crate) struct Values {
    /// The values, each after one byte of its kind.
    pub(crate) bytes: Vec<u8>,
    /// A dump of the cells (`src/cell/dump.rs`); its roots are the cells of values, in their order.
    pub(crate) cells: Vec<u8>,
}

impl Values {
    /// Writes a stack as a bag.
    pub(crate) fn write_bag(stack: &Stack) -> Result<Self, Reason> {
        Ok(Self { bytes: super::contract::write_stack(stack)?, cells: Vec::new() })
    }

    /// Writes a stack that has neither continuations nor too many values.
    pub(crate) fn from_stack(stack: &Stack) -> Result<Self, Reason> {
        let mut writer = Writer::default();
        // Items still to be written; a list, to avoid recursion.
        let mut open_lists = vec![stack.items.iter()];
        while let Some(items) = open_lists.last_mut() {
            match items.next() {
                None => drop(open_lists.pop()),
                Some(value) => match value.as_tuple() {
                    None => writer.write_value(value)?,
                    Some(tuple) => {
                        let length = u8::try_from(tuple.len()).map_err(|_| Reason::TooComplex)?;
                        writer.bytes.extend([TUPLE, length]);
                        open_lists.push(tuple.iter());
                    }
                },
            }
        }
        let cells = if writer.roots.is_empty() { Vec::new() } else { writer.cells.write_dump(&writer.roots) };
        Ok(Self { bytes: writer.bytes, cells })
    }
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    cells: Cells,
    roots: Vec<CellId>,
    cell_ids: BTreeMap<HashBytes, CellId>,
}

impl Writer {
    /// Writes a value that is not a tuple.
    fn write_value(&mut self, value: &RcStackValue) -> Result<(), Reason> {
        if let Some(number) = value.as_int() {
            let number_bytes = number.to_signed_bytes_be();
            let length = u8::try_from(number_bytes.len()).map_err(|_| Reason::TooComplex)?;
            self.bytes.extend([INT, length]);
            self.bytes.extend(number_bytes);
        } else if value.raw_ty() == StackValueType::Int as u8 {
            self.bytes.extend([INT, 0]);
        } else if let Some(cell) = value.as_cell() {
            self.bytes.push(CELL);
            self.add_root(cell);
        } else if let Some(slice) = value.as_cell_slice() {
            self.bytes.push(SLICE);
            self.add_root(slice.cell());
            let range = slice.range();
            let (start, refs) = (range.offset_bits(), range.offset_refs());
            self.bytes.extend(start.to_le_bytes());
            self.bytes.extend((start + range.size_bits()).to_le_bytes());
            self.bytes.extend([refs, refs + range.size_refs()]);
        } else if let Some(builder) = value.as_cell_builder() {
            self.bytes.push(BUILDER);
            let mut content = builder.clone();
            content.set_exotic(false);
            self.add_root(&content.build().map_err(|_| Reason::TooComplex)?);
        } else {
            self.bytes.push(NULL);
        }
        Ok(())
    }

    /// Adds a cell and all below it, each once.
    fn add_root(&mut self, cell: &Cell) {
        let mut path: Vec<&DynCell> = vec![cell.as_ref()];
        let mut last = CellId::NONE;
        while let Some(cell) = path.last().copied() {
            if let Some(id) = self.cell_ids.get(cell.repr_hash()) {
                last = *id;
                path.pop();
                continue;
            }
            let mut refs = [CellId::NONE; MAX_REFS];
            let path_length = path.len();
            for (reference, child) in refs.iter_mut().zip(cell.references()) {
                match self.cell_ids.get(child.repr_hash()) {
                    Some(id) => *reference = *id,
                    None => path.push(child),
                }
            }
            if path.len() > path_length {
                continue;
            }
            let descriptor = cell.descriptor();
            let mask = descriptor.level_mask().to_byte();
            let levels = (0..=3).filter(|level| *level == 0 || mask >> (level - 1) & 1 == 1);
            let levels = levels.map(|level| (cell.hash(level).0, cell.depth(level)));
            last = self.cells.add_hashed(descriptor.d1, cell.bit_len(), cell.data(), refs, levels);
            self.cell_ids.insert(*cell.repr_hash(), last);
            path.pop();
        }
        self.roots.push(last);
    }
}
