//! Reads cells that `pkg/lib/message/` writes and passes to the bindings in `src/js/`.
//!
//! Numbers are little-endian, as in the memory of WebAssembly.

use super::{BuildError, CellId, Cells, MAX_REFS, Node, count_bytes};

/// Reads the output of `pkg/lib/message/exchange.js`, which is never truncated: after its end every
/// number reads as zero.
pub(crate) struct Input<'a> {
    bytes: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(crate) fn take_bytes(&mut self, count: usize) -> &'a [u8] {
        let (first, rest) = self.bytes.split_at_checked(count).unwrap_or_default();
        self.bytes = rest;
        first
    }

    /// Takes a number of up to four bytes.
    pub(crate) fn take_number(&mut self, bytes: usize) -> u32 {
        self.take_bytes(bytes).iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
    }

    /// Takes all bytes that are left.
    pub(crate) fn take_remaining_bytes(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.bytes)
    }
}

impl Cells {
    /// Adds cells of JavaScript, each after those that it refers to. Input: the number of cells (32 bits), and for each
    /// cell the length of its data in bits (16 bits, the highest set if the cell is exotic), the number of its references
    /// (8 bits), the index of each reference in the list (32 bits), and its data. The arena must be empty, so
    /// that the index of a cell is its id.
    pub(crate) fn add_list(&mut self, input: &mut Input<'_>) -> Result<(), BuildError> {
        for index in 0..input.take_number(4) {
            let (bits, exotic, refs) = take_head(input);
            let mut ids = [CellId(0); MAX_REFS];
            for to in ids.iter_mut().take(refs) {
                *to = CellId(input.take_number(4).min(index));
            }
            self.add_raw_cell(input, bits, exotic, ids.get(..refs).unwrap_or_default())?;
        }
        Ok(())
    }

    /// Adds a cell whose data comes next.
    fn add_raw_cell(
        &mut self,
        input: &mut Input<'_>,
        bits: u16,
        exotic: bool,
        refs: &[CellId],
    ) -> Result<CellId, BuildError> {
        let mut bytes = [0; 128];
        super::bits::copy(input.take_bytes(count_bytes(bits)), 0, &mut bytes, 0, bits.into());
        self.add_bits(bytes, bits, refs, exotic)
    }

    /// Returns the id of a cell by its index in a list.
    pub(crate) fn find_by_index(&self, index: u32) -> Result<CellId, BuildError> {
        let id = CellId(index);
        if self.node(id).is_some() { Ok(id) } else { Err(BuildError::UnknownCell) }
    }

    /// Hashes a cell if only levels, hashes and depths of its references are known. Input: the length of
    /// the data and the exotic flag as in [`Self::add_list`], the number of references (8 bits), and for each its level
    /// mask (8 bits), depths (16 bits each) and hashes; then the data. Output: the level mask, depths and hashes
    /// of the cell.
    pub(crate) fn hash_one(input: &mut Input<'_>) -> Result<Vec<u8>, BuildError> {
        let mut cells = Self::new();
        let (bits, exotic, count) = take_head(input);
        let mut refs = [CellId(0); MAX_REFS];
        for (id, to) in (0..).zip(refs.iter_mut().take(count)) {
            let mask = input.take_number(1) as u8 & 7;
            let hashes = cells.hashes.len();
            for _ in 0..=mask.count_ones() {
                cells.depths.push(input.take_number(2) as u16);
            }
            for _ in 0..=mask.count_ones() {
                cells.hashes.push(input.take_bytes(32).first_chunk().copied().unwrap_or_default());
            }
            *to = CellId(id);
            let no_refs = [CellId(0); MAX_REFS];
            cells.nodes.push(Node { data: 0, hashes, refs: no_refs, bits: 0, descriptor: mask << 5 });
        }
        let first_hash = cells.hashes.len();
        let id = cells.add_raw_cell(input, bits, exotic, refs.get(..count).unwrap_or_default())?;
        let mut output = vec![cells.node(id).map_or(0, Node::mask)];
        for depth in cells.depths.iter().skip(first_hash) {
            output.extend_from_slice(&depth.to_le_bytes());
        }
        cells.hashes.iter().skip(first_hash).for_each(|hash| output.extend_from_slice(hash));
        Ok(output)
    }
}

/// Takes the length of a cell's data in bits, whether the cell is exotic, and the number of its references.
fn take_head(input: &mut Input<'_>) -> (u16, bool, usize) {
    let bits = input.take_number(2) as u16;
    let refs = input.take_number(1) as usize;
    (bits & 0x7FFF & 1023, bits & 0x8000 != 0, refs.min(MAX_REFS))
}
