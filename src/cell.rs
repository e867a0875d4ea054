//! Cells: bags of cells parsed and written, hashes, builders, readers and dictionaries.
//!
//! All cells of a bag live in one arena, [`Cells`], and refer to each other by [`CellId`]. A cell
//! refers only to cells that were added before it, so there are no cycles, and no function here
//! recurses. The work of every function is linear in its input, or bounded by an argument.
//!
//! Bags are accepted as in the node (`crypto/vm/boc.cpp`, `crypto/vm/cells/DataCell.cpp`). A bag
//! may hold equal cells more than once and cells that no root reaches; bytes after it are ignored
//! unless it has a checksum, which covers them. Four things that the node accepts are refused here,
//! since `crypto/tl/boc.tlb` does not define them: reserved flags, more roots than cells, a count
//! of absent cells, and an index that leaves a gap at the end. One thing that the node refuses is
//! accepted here: a bag with several roots that has too few bytes for references to all cells but one.
//!
//! ```
//! use ton_edge::cell::{self, Builder, Cells, Limits};
//! let mut cells = Cells::new();
//! let id = cells.add(Builder::new().store_uint(7, 32)?.store_coins(1_000_000_000)?)?;
//! let boc = cells.get(id).unwrap().to_boc();
//!
//! let bag = cell::parse(&boc, &Limits::default())?;
//! let mut slice = bag.root()?.slice()?;
//! assert_eq!(slice.load_u64(32)?, 7);
//! assert_eq!(slice.load_coins()?, 1_000_000_000);
//! slice.end()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod builder;
mod dict;
#[cfg(any(feature = "js-cell", feature = "js-tvm"))]
mod dump;
mod error;
#[cfg(feature = "js-cell")]
pub(crate) mod exchange;
mod int;
mod parse;
mod slice;
mod sort;
mod text;
mod write;

pub use bits::Bits;
pub use builder::Builder;
pub use dict::{Dict, DictIter};
#[cfg(any(feature = "js-cell", feature = "message"))]
pub(crate) use error::write_number;
pub use error::{BocError, BocFault, BuildError, CellFault, Position, ReadError};
pub use int::{Int, IntError};
pub use parse::{Bag, Limits, parse, parse_text};
pub use slice::{Either, MsgAddress, Slice};
pub use write::BocOptions;

use crate::hash::Hash;
use std::fmt;

/// The greatest depth of a cell, as in the node.
pub const MAX_DEPTH: u16 = 1024;
/// The maximum number of bits of data in a cell.
pub const MAX_BITS: u16 = 1023;
/// The maximum number of references of a cell.
pub const MAX_REFS: usize = 4;

/// The id of a cell in an arena; it is meaningless in another arena. Serde writes it as the index of
/// the cell in the arena, so also send the cells of the arena.
///
/// ```
/// use ton_edge::cell::{Builder, Cells};
/// let mut cells = Cells::new();
/// let id = cells.add(&Builder::new())?;
/// assert_eq!(cells.get(id).map(|cell| cell.id()), Some(id));
/// assert!(Cells::new().get(id).is_none());
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CellId(u32);

#[cfg(feature = "js-tvm")]
impl CellId {
    /// Placeholder for a missing reference.
    pub(crate) const NONE: Self = Self(0);
}

/// The kind of a cell. All but the first are exotic.
///
/// ```
/// use ton_edge::cell::{Builder, Cells, Kind};
/// let mut cells = Cells::new();
/// let id = cells.add(&Builder::new())?;
/// assert_eq!(cells.get(id).unwrap().kind(), Kind::Ordinary);
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Data and references.
    Ordinary,
    /// Hashes and depths of a cell that was left out of a proof (type 1).
    PrunedBranch,
    /// The hash of a cell in the library of the masterchain (type 2).
    Library,
    /// A Merkle proof: a cell that may have pruned branches, and its hash (type 3).
    MerkleProof,
    /// Two states, and their hashes (type 4).
    MerkleUpdate,
}

/// A cell as the arena stores it.
#[derive(Clone, Copy)]
struct Node {
    /// The index in [`Cells::data`] where the cell's data begins.
    data: usize,
    /// The index in [`Cells::hashes`] and [`Cells::depths`] where those of the cell begin: one for each
    /// significant level, the representation hash last.
    hashes: usize,
    refs: [CellId; MAX_REFS],
    bits: u16,
    /// References, the flag of exotic cells, and the level mask, as the first byte of a cell has them.
    descriptor: u8,
}

impl Node {
    fn mask(&self) -> u8 {
        self.descriptor >> 5
    }

    fn is_exotic(&self) -> bool {
        self.descriptor & 8 != 0
    }

    fn refs(&self) -> &[CellId] {
        self.refs.get(..usize::from(self.descriptor & 7)).unwrap_or_default()
    }
}

/// Returns how many bytes are needed for this many bits.
fn count_bytes(bits: u16) -> usize {
    usize::from(bits).div_ceil(8)
}

/// Returns the second byte of a cell.
fn compute_bits_descriptor(bits: u16) -> u8 {
    (bits / 8 + bits.div_ceil(8)) as u8
}

/// An arena: cells that refer to each other.
///
/// ```
/// use ton_edge::cell::{Builder, Cells};
/// let mut cells = Cells::new();
/// let leaf = cells.add(Builder::new().store_uint(1, 8)?)?;
/// let root = cells.add(Builder::new().store_ref(leaf)?.store_ref(leaf)?)?;
/// assert_eq!(cells.get(root).unwrap().depth(), 1);
/// assert_eq!(cells.len(), 2);
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, Default)]
pub struct Cells {
    nodes: Vec<Node>,
    /// The data of all cells, each padded to whole bytes with one set bit and clear ones, as it is hashed.
    data: Vec<u8>,
    hashes: Vec<[u8; 32]>,
    depths: Vec<u16>,
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cells").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl Cells {
    /// Makes an arena without cells.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of cells; equal cells count separately.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the arena has no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns a cell; `None` if the arena has no cell with this id, which must be from another arena.
    #[must_use]
    pub fn get(&self, id: CellId) -> Option<Cell<'_>> {
        let node = self.node(id)?;
        Some(Cell { cells: self, id, node })
    }

    /// Adds the cell that a builder holds. Equal cells are added again; they become one when a bag is written.
    ///
    /// # Errors
    /// [`BuildError::Cell`] if the cell is deeper than [`MAX_DEPTH`] or not a well-formed exotic cell,
    /// [`BuildError::UnknownCell`] if a reference is not of this arena.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// let mut cells = Cells::new();
    /// let empty = cells.add(&Builder::new())?;
    /// let hash = cells.get(empty).unwrap().hash();
    /// assert_eq!(hash.to_hex(), "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7");
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn add(&mut self, builder: &Builder) -> Result<CellId, BuildError> {
        if builder.refs().iter().any(|id| self.node(*id).is_none()) {
            return Err(BuildError::UnknownCell);
        }
        self.add_bits(*builder.bytes(), builder.bits(), builder.refs(), builder.is_exotic())
    }

    /// Adds a cell with the first `bits` bits of `bytes`; all later bits must be clear.
    fn add_bits(
        &mut self,
        mut bytes: [u8; 128],
        bits: u16,
        refs: &[CellId],
        exotic: bool,
    ) -> Result<CellId, BuildError> {
        bits::pad_to_bytes(&mut bytes, bits);
        let padded_bytes = bytes.get(..count_bytes(bits)).unwrap_or_default();
        self.insert(padded_bytes, bits, refs, exotic, MAX_DEPTH).map_err(BuildError::Cell)
    }

    /// Adds a cell and all below it from another arena, each once, in time linear in the cells of `from` up to `id`.
    ///
    /// # Errors
    /// [`BuildError::UnknownCell`] if the id is not of `from`.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// let (mut one, mut other) = (Cells::new(), Cells::new());
    /// let id = one.add(Builder::new().store_bit(true)?)?;
    /// let copy = other.copy_from(&one, id)?;
    /// assert_eq!(other.get(copy).unwrap().hash(), one.get(id).unwrap().hash());
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn copy_from(&mut self, from: &Self, id: CellId) -> Result<CellId, BuildError> {
        let root = id.0 as usize;
        let mut is_needed = vec![false; root.saturating_add(1).min(from.len())];
        *is_needed.get_mut(root).ok_or(BuildError::UnknownCell)? = true;
        for index in (0..=root).rev() {
            let Some(node) = from.nodes.get(index).filter(|_| is_needed.get(index) == Some(&true)) else {
                continue;
            };
            for child in node.refs() {
                if let Some(is_child_needed) = is_needed.get_mut(child.0 as usize) {
                    *is_child_needed = true;
                }
            }
        }
        // Cells refer backwards only, so the references of a cell are copied before it.
        let mut copies = vec![CellId(0); is_needed.len()];
        let mut last_id = CellId(0);
        for (index, node) in from.nodes.iter().enumerate().take(is_needed.len()) {
            if is_needed.get(index) != Some(&true) {
                continue;
            }
            let mut refs = node.refs;
            for id in &mut refs {
                *id = copies.get(id.0 as usize).copied().unwrap_or(*id);
            }
            let refs = refs.get(..node.refs().len()).unwrap_or_default();
            last_id = self
                .insert(from.padded_data(node), node.bits, refs, node.is_exotic(), MAX_DEPTH)
                .map_err(BuildError::Cell)?;
            if let Some(copy) = copies.get_mut(index) {
                *copy = last_id;
            }
        }
        Ok(last_id)
    }

    fn node(&self, id: CellId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// Returns the data of a cell, padded to whole bytes.
    fn padded_data(&self, node: &Node) -> &[u8] {
        self.data.get(node.data..).and_then(|rest| rest.get(..count_bytes(node.bits))).unwrap_or_default()
    }

    /// Returns hash and depth of a cell at a level, 0 to 3.
    fn at_level(&self, node: &Node, level: u32) -> ([u8; 32], u16) {
        let lower_levels = (1_u32 << level.min(3)) - 1;
        let index = node.hashes + (u32::from(node.mask()) & lower_levels).count_ones() as usize;
        let hash = self.hashes.get(index).copied().unwrap_or_default();
        (hash, self.depths.get(index).copied().unwrap_or_default())
    }

    /// Checks a cell, computes its hashes and depths for all levels, and adds it. The references are of this arena.
    fn insert(
        &mut self,
        padded: &[u8],
        bits: u16,
        refs: &[CellId],
        exotic: bool,
        max_depth: u16,
    ) -> Result<CellId, CellFault> {
        let id = u32::try_from(self.nodes.len()).map(CellId).map_err(|_| CellFault::ArenaFull)?;
        let mut ids = [CellId(0); MAX_REFS];
        let empty_node = Node { data: 0, hashes: 0, refs: ids, bits: 0, descriptor: 0 };
        let mut children = [empty_node; MAX_REFS];
        for ((to, child), id) in ids.iter_mut().zip(&mut children).zip(refs) {
            *to = *id;
            *child = self.node(*id).copied().unwrap_or(empty_node);
        }
        let children = children.get(..refs.len()).ok_or(CellFault::References)?;
        let kind = Kind::from_data(exotic, padded, bits)?;
        let mask = self.level_mask(kind, padded, bits, children)?;
        let merkle = u32::from(matches!(kind, Kind::MerkleProof | Kind::MerkleUpdate));
        let low_bits = refs.len() as u8 | u8::from(exotic) << 3;
        let hashes = self.hashes.len();
        let top = 8 - mask.leading_zeros();
        let pruned_hashes = mask.count_ones() as usize;
        let mut deepest_depth = 0;
        let mut previous_hash: Option<[u8; 32]> = None;
        for level in (0..=top).filter(|level| *level == 0 || mask >> (level - 1) & 1 == 1) {
            let (hash, depth) = if kind == Kind::PrunedBranch && level < top {
                let index = self.hashes.len() - hashes;
                read_stored_branch(padded, pruned_hashes, index)
            } else {
                let mut preimage = Preimage { bytes: [0; 320], len: 0 };
                preimage.push(&[low_bits | (mask & ((1 << level) - 1)) << 5, compute_bits_descriptor(bits)]);
                match previous_hash.as_ref().filter(|_| kind != Kind::PrunedBranch) {
                    Some(previous) => preimage.push(previous),
                    None => preimage.push(padded),
                }
                let mut depth = 0;
                for child in children {
                    let (_, child_depth) = self.at_level(child, level + merkle);
                    depth = depth.max(child_depth.saturating_add(1));
                    preimage.push(&child_depth.to_be_bytes());
                }
                for child in children {
                    preimage.push(&self.at_level(child, level + merkle).0);
                }
                let hash = preimage.into_sha256();
                (hash, depth)
            };
            deepest_depth = deepest_depth.max(depth);
            previous_hash = Some(hash);
            self.hashes.push(hash);
            self.depths.push(depth);
        }
        if deepest_depth > max_depth.min(MAX_DEPTH) {
            self.hashes.truncate(hashes);
            self.depths.truncate(hashes);
            return Err(CellFault::Depth);
        }
        let data = self.data.len();
        self.data.extend_from_slice(padded);
        self.nodes.push(Node { data, hashes, refs: ids, bits, descriptor: low_bits | mask << 5 });
        Ok(id)
    }

    /// Checks the form of an exotic cell. Returns the level mask: the levels at which the hash of the cell differs.
    fn level_mask(
        &self,
        kind: Kind,
        padded_bytes: &[u8],
        bits: u16,
        children: &[Node],
    ) -> Result<u8, CellFault> {
        let joined_mask = children.iter().fold(0, |mask, child| mask | child.mask());
        let check_shape = |references, bytes: usize| {
            if children.len() != references {
                return Err(CellFault::References);
            }
            if usize::from(bits) == bytes * 8 { Ok(()) } else { Err(CellFault::Length) }
        };
        match kind {
            Kind::Ordinary => Ok(joined_mask),
            Kind::PrunedBranch => {
                let mask = padded_bytes.get(1).copied().unwrap_or_default();
                if !children.is_empty() {
                    return Err(CellFault::References);
                }
                if bits < 16 {
                    return Err(CellFault::Length);
                }
                if !(1..=7).contains(&mask) {
                    return Err(CellFault::LevelMask);
                }
                check_shape(0, 2 + mask.count_ones() as usize * 34).map(|()| mask)
            }
            Kind::Library => check_shape(0, 33).map(|()| 0),
            Kind::MerkleProof | Kind::MerkleUpdate => {
                let count = if kind == Kind::MerkleProof { 1 } else { 2 };
                check_shape(count, 1 + count * 34)?;
                for (index, child) in children.iter().enumerate() {
                    let (hash, depth) = self.at_level(child, 0);
                    let (stored_hash, stored_depth) =
                        read_stored_pair(padded_bytes.get(1..).unwrap_or_default(), count, index);
                    if stored_hash != hash {
                        return Err(CellFault::ChildHash);
                    }
                    if stored_depth != depth {
                        return Err(CellFault::ChildDepth);
                    }
                }
                Ok(joined_mask >> 1)
            }
        }
    }

    /// Removes the cells from index `len` on.
    fn truncate(&mut self, len: usize) {
        if let Some(node) = self.nodes.get(len) {
            self.data.truncate(node.data);
            self.hashes.truncate(node.hashes);
            self.depths.truncate(node.hashes);
            self.nodes.truncate(len);
        }
    }
}

/// The input of SHA-256; the longest has 2 + 128 + 4 * 34 bytes, and room for the padding.
struct Preimage {
    bytes: [u8; 320],
    len: usize,
}

/// The first state of SHA-256 (FIPS 180-4, 5.3.3).
const INITIAL: [u32; 8] =
    [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19];

impl Preimage {
    fn push(&mut self, input: &[u8]) {
        for (to, from) in self.bytes.iter_mut().skip(self.len).zip(input) {
            *to = *from;
        }
        self.len += input.len();
    }

    /// Pads the bytes and compresses them block by block, like `Sha256::digest`, which takes input
    /// of any length but is 2 kB larger.
    fn into_sha256(mut self) -> [u8; 32] {
        let bits = self.len as u64 * 8;
        self.push(&[0x80]);
        let blocks = (self.len + 8).div_ceil(64);
        self.len = blocks * 64 - 8;
        self.push(&bits.to_be_bytes());
        let mut state = INITIAL;
        for block in self.bytes.as_chunks::<64>().0.iter().take(blocks) {
            sha2::compress256(&mut state, &[(*block).into()]);
        }
        let mut hash = [0; 32];
        for (to, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(state) {
            *to = word.to_be_bytes();
        }
        hash
    }
}

/// Reads the hash and the depth at `index`; `bytes` have `count` hashes and then as many depths.
fn read_stored_pair(bytes: &[u8], count: usize, index: usize) -> ([u8; 32], u16) {
    let hash = bytes.get(index * 32..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
    let depth = bytes.get(count * 32 + index * 2..).and_then(|rest| rest.first_chunk()).copied();
    (hash, u16::from_be_bytes(depth.unwrap_or_default()))
}

fn read_stored_branch(padded_bytes: &[u8], count: usize, index: usize) -> ([u8; 32], u16) {
    read_stored_pair(padded_bytes.get(2..).unwrap_or_default(), count, index)
}

impl Kind {
    fn from_data(exotic: bool, padded_bytes: &[u8], bits: u16) -> Result<Self, CellFault> {
        if !exotic {
            return Ok(Self::Ordinary);
        }
        match padded_bytes.first() {
            Some(_) if bits < 8 => Err(CellFault::Length),
            None => Err(CellFault::Length),
            Some(1) => Ok(Self::PrunedBranch),
            Some(2) => Ok(Self::Library),
            Some(3) => Ok(Self::MerkleProof),
            Some(4) => Ok(Self::MerkleUpdate),
            Some(_) => Err(CellFault::Kind),
        }
    }
}

/// A view of one cell.
///
/// ```
/// use ton_edge::cell::{Builder, Cells};
/// let mut cells = Cells::new();
/// let id = cells.add(Builder::new().store_uint(5, 3)?)?;
/// let cell = cells.get(id).unwrap();
/// assert_eq!((cell.bits(), cell.depth(), cell.level()), (3, 0, 0));
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    cells: &'a Cells,
    id: CellId,
    node: &'a Node,
}

impl fmt::Debug for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell").field("id", &self.id).field("hash", &self.hash()).finish_non_exhaustive()
    }
}

impl<'a> Cell<'a> {
    /// Returns the id of the cell, by which other cells of the arena can refer to it.
    #[must_use]
    pub fn id(&self) -> CellId {
        self.id
    }

    /// Returns the arena of the cell.
    #[must_use]
    pub fn cells(&self) -> &'a Cells {
        self.cells
    }

    /// Returns the representation hash.
    ///
    /// ```
    /// use ton_edge::cell::{Limits, parse_text};
    /// let bag = parse_text("te6cckEBAQEAAgAAAEysuc0=", &Limits::default())?;
    /// assert_eq!(bag.root()?.hash().to_b64(), "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=");
    /// # Ok::<(), ton_edge::cell::BocError>(())
    /// ```
    #[must_use]
    pub fn hash(&self) -> Hash {
        self.hash_at(3)
    }

    /// Returns the hash at a level, 0 to 3; at level 0 it is the hash of the cell without pruning.
    #[must_use]
    pub fn hash_at(&self, level: u8) -> Hash {
        Hash(self.cells.at_level(self.node, level.into()).0)
    }

    /// Returns the number of references on the longest path down from the cell.
    #[must_use]
    pub fn depth(&self) -> u16 {
        self.depth_at(3)
    }

    /// Returns the depth at a level, 0 to 3; at level 0 it is the depth of the cell without
    /// pruning.
    #[must_use]
    pub fn depth_at(&self, level: u8) -> u16 {
        self.cells.at_level(self.node, level.into()).1
    }

    /// Returns the level. It is above 0 only if a pruned branch below has no Merkle cell above it.
    #[must_use]
    pub fn level(&self) -> u8 {
        8 - self.level_mask().leading_zeros() as u8
    }

    /// Returns the levels at which the hash of the cell differs: bit 0 for level 1, bit 2 for level 3.
    #[must_use]
    pub fn level_mask(&self) -> u8 {
        self.node.mask()
    }

    /// Returns the kind of the cell.
    #[must_use]
    pub fn kind(&self) -> Kind {
        // An arena has only cells of known kinds.
        Kind::from_data(self.node.is_exotic(), self.cells.padded_data(self.node), self.node.bits)
            .unwrap_or(Kind::Ordinary)
    }

    /// Returns the number of bits of data.
    #[must_use]
    pub fn bits(&self) -> u16 {
        self.node.bits
    }

    /// Returns the cells that the cell refers to.
    pub fn refs(&self) -> impl ExactSizeIterator<Item = Self> + use<'a> {
        let (cells, cell) = (self.cells, *self);
        // A reference of a cell always leads into the same arena.
        self.node.refs().iter().map(move |id| cells.get(*id).unwrap_or(cell))
    }

    /// Reads an ordinary cell from its beginning.
    ///
    /// # Errors
    /// [`ReadError::Exotic`] if it is exotic: what its data means depends on [`Cell::kind`].
    pub fn slice(&self) -> Result<Slice<'a>, ReadError> {
        if self.node.is_exotic() { Err(ReadError::Exotic) } else { Ok(self.slice_exotic()) }
    }

    /// Reads any cell from its beginning; the first byte of an exotic cell is its type.
    #[must_use]
    pub fn slice_exotic(&self) -> Slice<'a> {
        Slice::new(self.cells, self.node)
    }

    /// Writes a bag of this cell and all cells below it, as [`Cells::to_boc`] does by default.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// let mut cells = Cells::new();
    /// let id = cells.add(&Builder::new())?;
    /// assert_eq!(cells.get(id).unwrap().to_boc()[..5], [0xB5, 0xEE, 0x9C, 0x72, 0x41]);
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    #[must_use]
    pub fn to_boc(&self) -> Vec<u8> {
        self.cells.to_boc(&[self.id], BocOptions::default()).unwrap_or_default()
    }
}
