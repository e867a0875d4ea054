//! Checks the outside of a bag of cells: magic number, widths, counts, the sizes that follow from them,
//! and the checksum. This is enough to refuse a truncated or mistyped bag before a request is sent; the
//! service checks the cells themselves.
//!
//! The layout is `crypto/tl/boc.tlb` of the node. As in the node, bytes after the bag are ignored,
//! unless there is a checksum, which covers them.

#[cfg(any(test, feature = "gateway", feature = "client"))]
use crate::{base64, hex};
use std::fmt;

/// The magic of `serialized_boc`, which all current writers use.
pub(crate) const GENERIC: u64 = 0xB5EE_9C72;
/// The magic of `serialized_boc_idx`.
const INDEXED: u64 = 0x68FF_65F3;
/// The magic of `serialized_boc_idx_crc32c`.
const INDEXED_SUMMED: u64 = 0xACC3_A728;

/// Returns whether a number is one of the three magics that begin a bag of cells.
#[cfg(feature = "api")]
pub(crate) fn is_magic(start: u64) -> bool {
    matches!(start, GENERIC | INDEXED | INDEXED_SUMMED)
}

/// The header of a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The number of roots.
    pub roots: u32,
    /// The number of cells.
    pub cells: u32,
}

/// Why bytes are not a bag of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The first four bytes are not the magic number of a bag.
    Magic,
    /// Reserved flags, or widths that the layout does not allow.
    Widths,
    /// No root, more roots than cells, a root that is not a cell, or too few bytes for this many cells and references.
    Counts,
    /// Fewer bytes than the header promises.
    Short,
    /// CRC-32C over everything before it differs.
    Checksum,
    /// Cells are left out, or there is more than one root where one is needed.
    Roots,
}

/// Why a bag is not sent. The first reason is also a fault of a bag that is read.
#[cfg(any(test, feature = "gateway", feature = "client"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendFault {
    Bag(Fault),
    /// An entry of the index is not the end of its cell. The node refuses such a bag; [`cell::parse`](crate::cell::parse) reads it.
    Index,
    /// A cell is cut off, or refers to an earlier or a missing one.
    Cells,
    /// The message has more bytes than the node accepts.
    Size,
    /// The message is deeper than the node accepts.
    Depth,
    /// The level of the message is not 0: it has a pruned branch.
    Level,
}

#[cfg(any(test, feature = "gateway", feature = "client"))]
impl fmt::Display for SendFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bag(fault) => fault.describe(),
            Self::Index => {
                "its index has the starts of its cells instead of their ends: write it without an index"
            }
            Self::Cells => "a cell is cut off, or refers to a cell that is not behind it",
            Self::Size => "the network refuses messages of more than 65535 bytes",
            Self::Depth => "the network refuses messages with a depth of more than 511 cells",
            Self::Level => "the network refuses messages with pruned branches",
        })
    }
}

/// The limits of the node for a message to send, as in the configuration of mainnet (parameter 43): bytes of its bag, depth, and different cells
/// below its root.
#[cfg(any(test, feature = "gateway", feature = "client", feature = "message"))]
pub(crate) const MAX_MESSAGE_BYTES: usize = 65_535;
/// The maximum depth of a message to send.
#[cfg(any(test, feature = "gateway", feature = "client", feature = "message"))]
pub(crate) const MAX_MESSAGE_DEPTH: u16 = 511;
/// The maximum number of different cells below the root of a message to send.
#[cfg(feature = "message")]
pub(crate) const MAX_MESSAGE_CELLS: u32 = 8192;

impl Fault {
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Magic => "it does not begin with the magic number of a bag",
            Self::Widths => "its header has invalid flags or widths",
            Self::Counts => "the numbers of roots, cells and bytes in its header contradict each other",
            Self::Short => "it is truncated",
            Self::Checksum => "its checksum (CRC-32C) is wrong",
            Self::Roots => "it must have exactly one root, and all of its cells",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}

impl std::error::Error for Fault {}

/// A fault, and the byte where it was found.
pub(crate) type Broken = (Fault, usize);

/// Reads a number of up to eight bytes, the highest byte first.
pub(crate) fn read_number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Reads bytes from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    fn take_bytes(&mut self, count: u64) -> Result<&'a [u8], Broken> {
        let short_error = (Fault::Short, self.bytes.len());
        let end_index = usize::try_from(count)
            .ok()
            .and_then(|count| self.offset.checked_add(count))
            .ok_or(short_error)?;
        let bytes = self.bytes.get(self.offset..end_index).ok_or(short_error)?;
        self.offset = end_index;
        Ok(bytes)
    }

    fn number(&mut self, width: usize) -> Result<u64, Broken> {
        self.take_bytes(width as u64).map(read_number)
    }
}

/// The parts of a bag of cells whose header, sizes and checksum are right.
#[cfg_attr(not(feature = "cell"), allow(dead_code, reason = "the gateway needs the header only"))]
pub(crate) struct Outline<'a> {
    /// The counts of the header.
    pub(crate) header: Header,
    /// How many bytes the index of a cell takes.
    pub(crate) width: usize,
    /// The indices of the roots; `None` if the layout has no list of roots, so that cell 0 is the only root.
    pub(crate) roots: Option<&'a [u8]>,
    /// The index, with the size of its entries, and whether they are doubled.
    #[cfg(any(test, feature = "gateway", feature = "client"))]
    index: (&'a [u8], usize, bool),
    /// The cells.
    pub(crate) cells: &'a [u8],
    /// The index of the byte where `cells` begins.
    pub(crate) cells_start: usize,
}

/// Checks the outside of a bag of cells.
///
/// ```
/// use ton_edge::boc::{Fault, check};
/// // One empty cell, with a checksum.
/// let bag = [0xB5, 0xEE, 0x9C, 0x72, 0x41, 1, 1, 1, 0, 2, 0, 0, 0, 0x4C, 0xAC, 0xB9, 0xCD];
/// assert_eq!(check(&bag)?.roots, 1);
/// assert_eq!(check(&bag[..16]), Err(Fault::Short));
/// # Ok::<(), Fault>(())
/// ```
///
/// # Errors
/// The first [`Fault`], in the order in which the node finds them.
pub fn check(bytes: &[u8]) -> Result<Header, Fault> {
    Outline::read(bytes).map(|outline| outline.header).map_err(|(fault, _)| fault)
}

impl<'a> Outline<'a> {
    /// Reads everything but the cells themselves, in time linear in the bytes.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, Broken> {
        let mut reader = Reader { bytes, offset: 0 };
        let layout = Layout::read(&mut reader)?;
        let Layout { width, offset_width, .. } = layout;
        let counts_offset = reader.offset;
        let [cells, roots, absent_cells] =
            [reader.number(width)?, reader.number(width)?, reader.number(width)?];
        let total = reader.number(offset_width)?;
        let are_counts_valid =
            cells > 0 && roots > 0 && roots + absent_cells <= cells && (layout.has_root_list || roots == 1);
        // Every cell has at least two bytes, and another cell refers to it unless it is a root.
        let references = cells.saturating_sub(absent_cells).saturating_sub(roots) * width as u64;
        if !are_counts_valid || total < (cells - absent_cells) * 2 + references {
            return Err((Fault::Counts, counts_offset));
        }
        let list = reader.offset;
        let roots_list =
            if layout.has_root_list { Some(reader.take_bytes(roots * width as u64)?) } else { None };
        for (position, root) in roots_list.unwrap_or_default().chunks_exact(width.max(1)).enumerate() {
            if read_number(root) >= cells {
                return Err((Fault::Counts, list + position * width));
            }
        }
        #[cfg_attr(
            not(any(test, feature = "gateway", feature = "client")),
            expect(unused_variables, reason = "only what is sent has its index checked")
        )]
        let index: &[u8] =
            if layout.has_index { reader.take_bytes(cells * offset_width as u64)? } else { &[] };
        let start = reader.offset;
        let data = reader.take_bytes(total)?;
        if layout.has_checksum {
            reader.take_bytes(4)?;
            // As in the node, the last four bytes are the checksum of all others: bytes after the bag break it.
            let (checked_bytes, checksum) = bytes.split_at_checked(bytes.len() - 4).unwrap_or_default();
            // The one number of a bag that is little-endian.
            if u64::from(compute_crc32c(checked_bytes).swap_bytes()) != read_number(checksum) {
                return Err((Fault::Checksum, checked_bytes.len()));
            }
        }
        if absent_cells != 0 {
            return Err((Fault::Roots, counts_offset + 2 * width));
        }
        let [roots, cells] = [roots, cells].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Ok(Self {
            header: Header { roots, cells },
            width,
            roots: roots_list,
            #[cfg(any(test, feature = "gateway", feature = "client"))]
            index: (index, offset_width, layout.cache_flags),
            cells: data,
            cells_start: start,
        })
    }
}

/// The layout of the bag, as its first bytes declare it.
struct Layout {
    /// Whether a list of roots follows the counts.
    has_root_list: bool,
    /// Whether an offset for every cell follows.
    has_index: bool,
    /// Whether the offsets are doubled, with a flag in the lowest bit.
    #[cfg_attr(
        not(any(test, feature = "gateway", feature = "client")),
        expect(dead_code, reason = "only what is sent has its index checked")
    )]
    cache_flags: bool,
    /// Whether a checksum ends the bag.
    has_checksum: bool,
    /// How many bytes a count takes.
    width: usize,
    /// How many bytes an offset takes.
    offset_width: usize,
}

impl Layout {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Broken> {
        let magic = reader.number(4).map_err(|_| (Fault::Magic, 0))?;
        let is_generic = match magic {
            GENERIC => true,
            // The older layouts always have an index and one root, and no list of roots.
            INDEXED | INDEXED_SUMMED => false,
            _ => return Err((Fault::Magic, 0)),
        };
        let flags = reader.number(1)?;
        let (has_index, has_checksum, width) = if is_generic {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 7)
        } else {
            (true, magic == INDEXED_SUMMED, flags)
        };
        let offset_width = reader.number(1)?;
        // These flags are reserved: cache flags without an index, and two bits that have no meaning yet.
        let has_reserved = is_generic && (flags & 0x18 != 0 || (flags & 0x20 != 0 && !has_index));
        if has_reserved || !(1..=4).contains(&width) || !(1..=8).contains(&offset_width) {
            return Err((Fault::Widths, 4));
        }
        Ok(Self {
            has_root_list: is_generic,
            has_index,
            cache_flags: is_generic && flags & 0x20 != 0,
            has_checksum,
            width: width as usize,
            offset_width: offset_width as usize,
        })
    }
}

/// Checks a bag with one root as [`check`] does. The text is known to be standard base64 with
/// padding, or hexadecimal digits.
#[cfg(any(test, feature = "gateway", feature = "client"))]
pub(crate) fn check_text(text: &str) -> Result<(), SendFault> {
    Outline::read_single(&decode_text(text)).map(|_| ())
}

/// Checks a message to send as [`check_text`] does, and for the faults that the node refuses in `ExtMessageQ::create_ext_message`, except that it does not
/// read the message itself.
#[cfg(any(test, feature = "gateway", feature = "client"))]
pub(crate) fn check_message(text: &str) -> Result<(), SendFault> {
    check_message_bag(&decode_text(text)).map(|_| ())
}

/// Checks the bag of a message as [`check_message`] does. A bag may have equal cells more than once, so the caller must compare the number of
/// cells with `MAX_MESSAGE_CELLS` if it has each of them once.
#[cfg(any(test, feature = "gateway", feature = "client"))]
pub(crate) fn check_message_bag(bytes: &[u8]) -> Result<Header, SendFault> {
    let outline = Outline::read_single(bytes)?;
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(SendFault::Size);
    }
    outline.check_cells()?;
    Ok(outline.header)
}

#[cfg(any(test, feature = "gateway", feature = "client"))]
impl<'a> Outline<'a> {
    fn read_single(bytes: &'a [u8]) -> Result<Self, SendFault> {
        let outline = Self::read(bytes).map_err(|(fault, _)| SendFault::Bag(fault))?;
        if outline.header.roots != 1 {
            return Err(SendFault::Bag(Fault::Roots));
        }
        let last_end = outline.list_cell_ends().last();
        if last_end.is_some_and(|end| end != outline.cells.len() as u64) {
            Err(SendFault::Index)
        } else {
            Ok(outline)
        }
    }

    /// The entries of the index: the end of each cell.
    fn list_cell_ends(&self) -> impl Iterator<Item = u64> {
        let (index, width, is_doubled) = self.index;
        index.chunks_exact(width.max(1)).map(move |entry| read_number(entry) >> u8::from(is_doubled))
    }

    /// Checks where the cells end, what they refer to, and level and depth of the root.
    fn check_cells(&self) -> Result<(), SendFault> {
        let mut ends = self.list_cell_ends();
        let mut cells = Vec::new();
        let mut remaining_cells = self.cells;
        for _ in 0..self.header.cells {
            let (size, descriptor, references) =
                split_references(remaining_cells, self.width).ok_or(SendFault::Cells)?;
            remaining_cells = remaining_cells.get(size..).ok_or(SendFault::Cells)?;
            if ends.next().is_some_and(|end| end != (self.cells.len() - remaining_cells.len()) as u64) {
                return Err(SendFault::Index);
            }
            cells.push((descriptor, references));
        }
        if !remaining_cells.is_empty() {
            return Err(SendFault::Cells);
        }
        // Cells refer to later ones, so the last one is the first whose depth is known.
        let mut depths = vec![0_u16; cells.len()];
        for (index, (_, references)) in cells.iter().enumerate().rev() {
            let mut depth = 0;
            for reference in references.chunks_exact(self.width.max(1)) {
                let target = read_number(reference) as usize;
                let child_depth = depths.get(target).filter(|_| target > index).ok_or(SendFault::Cells)?;
                depth = depth.max(child_depth.saturating_add(1));
            }
            depths.get_mut(index).into_iter().for_each(|depth_slot| *depth_slot = depth);
        }
        let root = read_number(self.roots.unwrap_or_default()) as usize;
        let is_deep = depths.get(root).is_some_and(|depth| *depth > MAX_MESSAGE_DEPTH);
        match cells.get(root) {
            _ if is_deep => Err(SendFault::Depth),
            Some((descriptor, _)) if descriptor >> 5 != 0 => Err(SendFault::Level),
            _ => Ok(()),
        }
    }
}

/// Returns the size of the first cell in bytes, its descriptor and its references, each of `width` bytes.
#[cfg(any(test, feature = "gateway", feature = "client"))]
fn split_references(cells: &[u8], width: usize) -> Option<(usize, u8, &[u8])> {
    let [descriptor, length, ..] = *cells else { return None };
    // Bit 4: a hash and a depth for each level are stored before the data.
    let hashes = if descriptor & 16 == 0 { 0 } else { (descriptor >> 5).count_ones() as usize + 1 };
    let references = usize::from(descriptor & 7);
    if references > 4 {
        return None;
    }
    let end = 2 + hashes * 34 + usize::from(length).div_ceil(2);
    let size = end + references * width;
    Some((size, descriptor, cells.get(end..size)?))
}

/// Decodes standard base64 with padding, or hexadecimal digits. In base64 every magic begins with a letter that is not a
/// hexadecimal digit.
#[cfg(any(test, feature = "gateway", feature = "client"))]
fn decode_text(text: &str) -> Vec<u8> {
    if text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        hex::decode_pairs(text.as_bytes())
    } else {
        base64::decode_standard(text.as_bytes())
    }
}

/// Returns the workchain and the hash of the account to which an external message goes. The text is a bag as
/// [`check_text`] expects it. `None` for other messages and for forms that wallets do not write: a cell with stored
/// hashes, an address with anycast or of variable length.
#[cfg(any(test, feature = "gateway"))]
pub(crate) fn read_destination(text: &str) -> Option<(i8, [u8; 32])> {
    let bytes = decode_text(text);
    let outline = Outline::read(&bytes).ok()?;
    let mut remaining_cells = outline.cells;
    // Cells have no fixed size, so those before the root are skipped one by one. Most writers put the root first.
    for _ in 0..read_number(outline.roots.unwrap_or_default()) {
        let (first, ..) = split_cell(remaining_cells, outline.width)?;
        remaining_cells = remaining_cells.get(first..)?;
    }
    let (_, data) = split_cell(remaining_cells, outline.width)?;
    let mut offset = 0;
    let mut take = |count: usize| {
        let bits =
            (offset..offset + count).map(|bit| data.get(bit / 8).map(|byte| byte >> (7 - bit % 8) & 1));
        offset += count;
        bits.collect::<Option<Vec<u8>>>()
            .map(|bits| bits.iter().fold(0_u64, |number, bit| number << 1 | u64::from(*bit)))
    };
    // `ext_in_msg_info$10`, then the source: `addr_none$00`, or `addr_extern$01` with its length.
    if take(2)? != 0b10 {
        return None;
    }
    if take(2)? != 0 {
        let length = take(9)? as usize;
        for _ in 0..length {
            take(1)?;
        }
    }
    // `addr_std$10` without anycast.
    if take(3)? != 0b100 {
        return None;
    }
    let workchain = take(8)? as u8 as i8;
    let mut hash = [0; 32];
    for byte in &mut hash {
        *byte = take(8)? as u8;
    }
    Some((workchain, hash))
}

/// Returns the size of the first cell in bytes, and its data. `width` is the size of a reference.
#[cfg(any(test, feature = "gateway"))]
fn split_cell(cells: &[u8], width: usize) -> Option<(usize, &[u8])> {
    let [descriptor, length, ..] = cells else { return None };
    // Bit 4: the hashes of the cell are stored before its data, which no writer of messages does.
    if descriptor & 16 != 0 {
        return None;
    }
    let end = 2 + usize::from(*length).div_ceil(2);
    Some((end + usize::from(descriptor & 7) * width, cells.get(2..end)?))
}

/// Computes CRC-32C (Castagnoli, RFC 3720), four bytes at a time: polynomial 0x1EDC6F41, reflected. The
/// tables are not stored: they would be 512 bytes of a module that do not compress. Computing them takes
/// less time than 40 bytes of input would take without tables.
pub(crate) fn compute_crc32c(bytes: &[u8]) -> u32 {
    let tables = build_tables();
    let entry = |table: &[u32; 16], nibble: u32| table.get(nibble as usize & 15).copied().unwrap_or_default();
    let (words, rest) = bytes.as_chunks::<4>();
    let crc = words.iter().fold(u32::MAX, |crc, mixed| {
        let mixed_bytes = crc ^ u32::from_le_bytes(*mixed);
        (0..).zip(&tables).fold(0, |sum, (position, table)| sum ^ entry(table, mixed_bytes >> (4 * position)))
    });
    let [.., low, high] = &tables;
    !rest.iter().fold(crc, |crc, byte| {
        let byte = crc ^ u32::from(*byte);
        crc >> 8 ^ entry(low, byte) ^ entry(high, byte >> 4)
    })
}

/// Returns the result of 32 steps for each value of four bits, at each of its eight positions in a
/// word.
fn build_tables() -> [[u32; 16]; 8] {
    const POLYNOMIAL: u32 = 0x82F6_3B78;
    let mut tables = [[0; 16]; 8];
    // For the highest bit the result is the polynomial, and for every other bit one step more than
    // for the bit above.
    let mut bit_result = POLYNOMIAL;
    for table in tables.iter_mut().rev() {
        let mut bit = 8;
        while bit > 0 {
            let mut value = bit;
            // Values whose lowest bit is this one: the values of their other bits have entries
            // already.
            while let Some(lower_entry) = table.get(value - bit).copied()
                && let Some(entry) = table.get_mut(value)
            {
                *entry = lower_entry ^ bit_result;
                value += 2 * bit;
            }
            bit_result = bit_result >> 1 ^ if bit_result & 1 == 1 { POLYNOMIAL } else { 0 };
            bit /= 2;
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_rfc() {
        // RFC 3720, B.4, and the usual check value.
        assert_eq!(compute_crc32c(&[0; 32]), 0x8A91_36AA);
        assert_eq!(compute_crc32c(b"123456789"), 0xE306_9283);
    }

    #[test]
    fn an_index_of_starts_is_refused_in_messages_to_send() {
        // Two cells of four and three bytes.
        let with_index = |index: &str| format!("b5ee9c7281010201000700{index}0102bb010002aa");
        assert_eq!(check_text(&with_index("0407")), Ok(()));
        assert_eq!(check_text(&with_index("0004")), Err(SendFault::Index));
    }

    #[test]
    fn every_entry_of_the_index_is_checked_in_messages_to_send() {
        // Two cells of four and three bytes.
        let with_index = |index: &str| format!("b5ee9c7281010201000700{index}0102bb010002aa");
        assert_eq!(check_message(&with_index("0407")), Ok(()));
        assert_eq!(check_message(&with_index("0307")), Err(SendFault::Index));
        assert_eq!(check_message(&with_index("0004")), Err(SendFault::Index));
    }

    #[test]
    fn cells_that_the_node_cannot_parse_are_not_sent() {
        // The root has one reference, to cell 1; the header says that there are two cells of seven bytes.
        let cells = |cells: &str| check_message(&format!("b5ee9c7201010201000700{cells}"));
        assert_eq!(cells("0102bb010002aa"), Ok(()));
        for wrong_bag in
            ["0102bb000002aa", "0102bb020002aa", "0502bb010002aa", "0102bb010004aa", "0102bb010000aa"]
        {
            assert_eq!(cells(wrong_bag), Err(SendFault::Cells), "{wrong_bag}");
        }
        // The hash and the depth of the first cell are stored.
        let bag_with_hash = format!("b5ee9c7201010101002500{:02x}02{}aa", 16, "00".repeat(34));
        assert_eq!(check_message(&bag_with_hash), Ok(()));
    }

    #[test]
    fn messages_that_the_node_refuses_are_not_sent() {
        // A pruned branch of level 1 below a cell.
        let pruned_bag = format!("b5ee9c72010102010029002100012848{}", "01".repeat(36));
        assert_eq!(check_message(&pruned_bag), Err(SendFault::Level));
        assert_eq!(check_text(&pruned_bag), Ok(()));
        // A chain: each cell has a reference of two bytes to the next one.
        let chain = |depth: u16| {
            let link = |index: u16| format!("0100{:04x}", index + 1);
            let links: String = (0..depth).map(link).collect();
            format!("b5ee9c720202{:04x}00010000{:04x}0000{links}0000", depth + 1, depth * 4 + 2)
        };
        assert_eq!(check_message(&chain(511)), Ok(()));
        assert_eq!(check_message(&chain(512)), Err(SendFault::Depth));
        assert_eq!(check_text(&chain(512)), Ok(()));
        // Cells of 129 bytes with references of two bytes, in a bag of 22 bytes and more.
        let bag_of_long_cells = |cells: u16, last: usize| {
            let mut text = String::new();
            for index in 1..cells {
                text += &format!("01fe{}{index:04x}", "ab".repeat(127));
            }
            text += &format!("00{:02x}{}", 2 * last, "cd".repeat(last));
            format!("b5ee9c720203{cells:04x}00010000{:06x}0000{text}", text.len() / 2)
        };
        let bytes = |text: &str| text.len() / 2;
        let (fits, larger) = (bag_of_long_cells(500, 127 - 66 + 65), bag_of_long_cells(502, 65));
        assert!(bytes(&fits) <= 65_535 && bytes(&larger) > 65_535, "{} {}", bytes(&fits), bytes(&larger));
        assert_eq!(check_message(&fits), Ok(()));
        assert_eq!(check_message(&larger), Err(SendFault::Size));
        assert_eq!(check_text(&larger), Ok(()));
    }

    #[test]
    fn both_forms_are_read() {
        assert_eq!(check_text("te6cckEBAQEAAgAAAEysuc0="), Ok(()));
        assert_eq!(check_text("b5ee9c724101010100020000004cacb9cd"), Ok(()));
        assert_eq!(check_text("B5EE9C724101010100020000004cacb9cc"), Err(SendFault::Bag(Fault::Checksum)));
    }

    /// A bag whose root, the cell with this index, has these data and no references.
    fn bag(before: &[u8], root: u8, data: &[u8]) -> String {
        let length = data.len() as u8;
        let mut cells = before.to_vec();
        cells.extend([0, 2 * length]);
        cells.extend(data);
        let head = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, 1 + root, 1, 0, cells.len() as u8, root];
        head.iter().chain(&cells).map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_destination_of_a_message_is_read() {
        // `ext_in_msg_info$10`, `addr_none$00`, `addr_std$10`, no anycast, workchain -1, hash of ones: all bits of the
        // workchain and the hash are 1.
        let mut data = vec![0b1000_1001];
        data.extend([0xFF; 33]);
        let account = Some((-1, [0xFF; 32]));
        assert_eq!(read_destination(&bag(&[], 0, &data)), account);
        // The root is the second cell, after one with a byte of data and without references.
        assert_eq!(read_destination(&bag(&[0, 2, 7], 1, &data)), account);
        // `addr_extern$01` with four bits: the destination begins 13 bits later.
        let mut extern_data = vec![0b1001_0000, 0b0010_0000, 0b0100_1111];
        extern_data.extend([0xFF; 33]);
        assert_eq!(read_destination(&bag(&[], 0, &extern_data)), account);
        // An internal message, anycast, an address of variable length, and data that end early.
        for first in [0b0100_1001, 0b1000_1011, 0b1000_1101] {
            let mut data = data.clone();
            *data.first_mut().unwrap() = first;
            assert_eq!(read_destination(&bag(&[], 0, &data)), None, "{first:b}");
        }
        assert_eq!(read_destination(&bag(&[], 0, &data[..33])), None);
    }
}
