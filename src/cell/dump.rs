//! Writes cells that the bindings in `src/js/` pass to JavaScript, where `Bag` of
//! `pkg/lib/message/exchange.js` reads them.
//!
//! Numbers are little-endian, as in the memory of WebAssembly.

#[cfg(feature = "js-tvm")]
use super::MAX_REFS;
#[cfg(feature = "js-tvm")]
use super::count_bytes;
use super::{CellId, Cells, Node};

/// Packs bits and flags of a cell into one number: bits, references from bit 10, exotic at bit 13,
/// levels from bit 14.
fn describe(node: &Node) -> u32 {
    u32::from(node.bits)
        | (node.refs().len() as u32) << 10
        | u32::from(node.is_exotic()) << 13
        | u32::from(node.mask()) << 14
}

impl Cells {
    /// Writes all cells as JavaScript stores them: four counts of 32 bits (cells, roots, hashes,
    /// bytes of data); the roots; for each cell the start of its data, [`describe`], four
    /// references, and the start of its hashes; the depths, 16 bits each; the hashes; the data.
    pub(crate) fn write_dump(&self, roots: &[CellId]) -> Vec<u8> {
        let numbers = 4 + roots.len() + self.nodes.len() * 7;
        let depths = self.depths.len().next_multiple_of(2);
        let (hashes, data) = (self.hashes.as_flattened(), self.data.as_slice());
        let mut bytes = Vec::with_capacity(numbers * 4 + depths * 2 + hashes.len() + data.len());
        bytes.resize(numbers * 4 + depths * 2, 0);
        let (head, tail) = bytes.split_at_mut_checked(numbers * 4).unwrap_or_default();
        // The compiler knows the length of these chunks, so each is written at once.
        let mut header_numbers = head.as_chunks_mut::<4>().0.iter_mut();
        let mut push = |number: usize| {
            if let Some(slot) = header_numbers.next() {
                *slot = (number as u32).to_le_bytes();
            }
        };
        [self.nodes.len(), roots.len(), self.hashes.len(), data.len()]
            .iter()
            .for_each(|number| push(*number));
        roots.iter().for_each(|root| push(root.0 as usize));
        for node in &self.nodes {
            push(node.data);
            push(describe(node) as usize);
            node.refs.iter().for_each(|id| push(id.0 as usize));
            push(node.hashes);
        }
        for (to, depth) in tail.as_chunks_mut::<2>().0.iter_mut().zip(&self.depths) {
            *to = depth.to_le_bytes();
        }
        bytes.extend_from_slice(hashes);
        bytes.extend_from_slice(data);
        bytes
    }

    /// Adds a cell that another library has checked and hashed. `descriptor` is the first byte of the cell,
    /// `levels` are its hash and depth at each significant level.
    #[cfg(feature = "js-tvm")]
    pub(crate) fn add_hashed(
        &mut self,
        descriptor: u8,
        bits: u16,
        data: &[u8],
        refs: [CellId; MAX_REFS],
        levels: impl Iterator<Item = ([u8; 32], u16)>,
    ) -> CellId {
        let id = CellId(self.nodes.len() as u32);
        let (start, hashes) = (self.data.len(), self.hashes.len());
        self.data.extend_from_slice(data.get(..count_bytes(bits)).unwrap_or(data));
        for (hash, depth) in levels {
            self.hashes.push(hash);
            self.depths.push(depth);
        }
        // The flag 0x10 says that a bag stores the hashes of the cell; an arena does not use it.
        self.nodes.push(Node { data: start, hashes, refs, bits, descriptor: descriptor & !0x10 });
        id
    }
}
