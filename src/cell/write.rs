//! Writes bags of cells.

use super::sort::sort;
use super::{BuildError, CellId, Cells, compute_bits_descriptor};
use crate::boc::{GENERIC, compute_crc32c};

/// Options for writing a bag. The default is a checksum and no index, as in `toBoc` of `@ton/core`.
///
/// ```
/// use ton_edge::cell::{BocOptions, Builder, Cells};
/// let mut cells = Cells::new();
/// let root = cells.add(&Builder::new())?;
/// let plain = cells.to_boc(&[root], BocOptions { crc32c: false, index: false })?;
/// assert_eq!(plain, [0xB5, 0xEE, 0x9C, 0x72, 1, 1, 1, 1, 0, 2, 0, 0, 0]);
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BocOptions {
    /// Whether to write an index of the ends of all cells. With an index, a reader can read single cells of
    /// a file.
    pub index: bool,
    /// Whether to write CRC-32C at the end.
    pub crc32c: bool,
}

impl Default for BocOptions {
    fn default() -> Self {
        Self { index: false, crc32c: true }
    }
}

/// Appends the lowest `width` bytes of a number.
fn push(output: &mut Vec<u8>, number: usize, width: usize) {
    let bytes = number.to_be_bytes();
    output.extend_from_slice(bytes.get(bytes.len() - width..).unwrap_or_default());
}

/// Returns how many bytes a number needs, at least one.
fn count_width(number: usize) -> usize {
    ((usize::BITS - number.leading_zeros()) as usize).div_ceil(8).max(1)
}

/// These marks stand for the index of a cell that has no index yet.
const NOT_VISITED: u32 = u32::MAX;
const VISITED: u32 = u32::MAX - 1;

impl Cells {
    /// Writes a bag of `roots` and all cells below them, equal ones once, in an order that depends
    /// only on the content. The work is that of sorting the cells of the bag, and linear in the
    /// cells of the arena up to the last root.
    ///
    /// With one root the bytes are those of `toBoc` of `@ton/core`, which writes no other bags. The node writes the same
    /// cells in another order.
    ///
    /// # Errors
    /// [`BuildError::Roots`] without roots or, since no reader accepts it, with more roots than cells (equal roots);
    /// [`BuildError::UnknownCell`] if a root is not of this arena.
    pub fn to_boc(&self, roots: &[CellId], options: BocOptions) -> Result<Vec<u8>, BuildError> {
        let (order, index_of) = self.order(roots)?;
        let cell_count = order.len();
        if roots.is_empty() || roots.len() > cell_count {
            return Err(BuildError::Roots);
        }
        let size = count_width(cell_count);
        let find_index = |id: CellId| index_of.get(id.0 as usize).map_or(0, |index| *index as usize);
        let nodes = || order.iter().filter_map(|id| self.node(*id));
        let lengths = || nodes().map(|node| 2 + self.padded_data(node).len() + node.refs().len() * size);
        let total: usize = lengths().sum();
        let offset = count_width(total);
        let index = if options.index { cell_count * offset } else { 0 };
        let mut output = Vec::with_capacity(14 + (3 + roots.len()) * size + offset + index + total);
        push(&mut output, GENERIC as usize, 4);
        output.push(u8::from(options.index) << 7 | u8::from(options.crc32c) << 6 | size as u8);
        output.push(offset as u8);
        for count in &[cell_count, roots.len(), 0] {
            push(&mut output, *count, size);
        }
        push(&mut output, total, offset);
        for root in roots {
            push(&mut output, find_index(*root), size);
        }
        if options.index {
            let mut end_offset = 0;
            for length in lengths() {
                end_offset += length;
                push(&mut output, end_offset, offset);
            }
        }
        for node in nodes() {
            output.extend_from_slice(&[node.descriptor, compute_bits_descriptor(node.bits)]);
            output.extend_from_slice(self.padded_data(node));
            for id in node.refs() {
                push(&mut output, find_index(*id), size);
            }
        }
        if options.crc32c {
            let checksum = compute_crc32c(&output);
            output.extend_from_slice(&checksum.to_le_bytes());
        }
        Ok(output)
    }

    /// Returns the cells below some roots in the order of a bag, in which each cell follows all
    /// cells that refer to it, and the index in the bag for every cell of the arena.
    fn order(&self, roots: &[CellId]) -> Result<(Vec<CellId>, Vec<u32>), BuildError> {
        let first_equal = self.find_first_equal(roots)?;
        let canonical = |id: CellId| first_equal.get(id.0 as usize).copied().unwrap_or(id);
        let mut index_of = vec![NOT_VISITED; first_equal.len()];
        let mut order = Vec::new();
        // Cells whose references are being visited, with the number of references left; at most as
        // many as the depth.
        let mut path: Vec<(CellId, usize)> = Vec::new();
        for root in roots.iter().rev() {
            let mut next_cell = Some(canonical(*root));
            loop {
                if let Some(id) = next_cell.take()
                    && let Some(mark) = index_of.get_mut(id.0 as usize)
                    && *mark == NOT_VISITED
                {
                    *mark = VISITED;
                    path.push((id, self.node(id).map_or(0, |node| node.refs().len())));
                }
                let Some((id, refs_left)) = path.last_mut() else { break };
                match refs_left.checked_sub(1) {
                    Some(ref_index) => {
                        *refs_left = ref_index;
                        next_cell = self
                            .node(*id)
                            .and_then(|node| node.refs().get(ref_index))
                            .map(|id| canonical(*id));
                    }
                    None => {
                        order.push(*id);
                        path.pop();
                    }
                }
            }
        }
        // `reverse` would add panics to the module, although no input reaches them.
        let order: Vec<CellId> = order.into_iter().rev().collect();
        for (index, id) in (0..).zip(&order) {
            if let Some(mark) = index_of.get_mut(id.0 as usize) {
                *mark = index;
            }
        }
        for (position, id) in first_equal.iter().enumerate() {
            let index = index_of.get(id.0 as usize).copied().unwrap_or(NOT_VISITED);
            if let Some(mark) = index_of.get_mut(position) {
                *mark = index;
            }
        }
        Ok((order, index_of))
    }

    /// Finds for every cell up to the last root the first cell that is equal to it.
    fn find_first_equal(&self, roots: &[CellId]) -> Result<Vec<CellId>, BuildError> {
        let end = roots.iter().map(|id| id.0 as usize + 1).max().unwrap_or_default();
        let mut is_needed = vec![false; end.min(self.len())];
        for root in roots {
            *is_needed.get_mut(root.0 as usize).ok_or(BuildError::UnknownCell)? = true;
        }
        let mut ids = Vec::new();
        for index in (0..is_needed.len()).rev() {
            let Some(node) = self.nodes.get(index).filter(|_| is_needed.get(index) == Some(&true)) else {
                continue;
            };
            ids.push(index as u32);
            for child in node.refs() {
                if let Some(mark) = is_needed.get_mut(child.0 as usize) {
                    *mark = true;
                }
            }
        }
        // Equal cells are found by sorting: hostile input can make a hash map slow, but not this sort.
        let hash = |id: u32| self.nodes.get(id as usize).map(|node| self.at_level(node, 3).0);
        sort(&mut ids, &|first, second| (hash(first), first) < (hash(second), second));
        let mut first: Vec<CellId> = (0..is_needed.len() as u32).map(CellId).collect();
        let mut leader: Option<u32> = None;
        for id in &ids {
            match leader.filter(|leader| hash(*leader) == hash(*id)) {
                Some(leader) => {
                    if let Some(to) = first.get_mut(*id as usize) {
                        *to = CellId(leader);
                    }
                }
                None => leader = Some(*id),
            }
        }
        Ok(first)
    }
}
