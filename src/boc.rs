//! The outside of a bag of cells: magic, widths, counts, the room they take, and the checksum. Enough to refuse what
//! was cut off or mistyped before a request is spent on it; the cells themselves are the service's to judge.
//!
//! The layout is `crypto/tl/boc.tlb` of the node. Bytes after the bag are not looked at, as in the node.

#[cfg(any(test, feature = "gateway"))]
use crate::base64;
use std::fmt;

/// What the header of a bag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// How many cells are roots.
    pub roots: u32,
    /// How many cells there are.
    pub cells: u32,
}

/// Why bytes are no bag of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The first four bytes are no magic number of one.
    Magic,
    /// Reserved flags, or widths outside of what the layout allows.
    Widths,
    /// No root, more roots than cells, or a root that is no cell.
    Counts,
    /// Fewer bytes than the header promises.
    Short,
    /// CRC-32C over everything before it differs.
    Checksum,
    /// Cells are left out, or there is more than one root where one is needed.
    Roots,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Magic => "it does not begin with the magic of one",
            Self::Widths => "its header has flags or widths that no bag has",
            Self::Counts => "its header counts roots and cells that do not go together",
            Self::Short => "it breaks off before its end",
            Self::Checksum => "its checksum (CRC-32C) is wrong",
            Self::Roots => "it must have exactly one root, and no cell left out",
        })
    }
}

impl std::error::Error for Fault {}

/// Reads numbers of any width up to eight bytes from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self, width: usize) -> Result<u64, Fault> {
        let (front, rest) = self.0.split_at_checked(width).ok_or(Fault::Short)?;
        self.0 = rest;
        Ok(front.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn skip(&mut self, count: u64) -> Result<(), Fault> {
        let count = usize::try_from(count).map_err(|_| Fault::Short)?;
        self.0 = self.0.get(count..).ok_or(Fault::Short)?;
        Ok(())
    }
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
    let mut reader = Reader(bytes);
    let layout = Layout::read(&mut reader)?;
    let Layout { width, offset_width, .. } = layout;
    let [cells, roots, absent] = [reader.number(width)?, reader.number(width)?, reader.number(width)?];
    let total = reader.number(offset_width)?;
    let counted = cells > 0 && roots > 0 && roots + absent <= cells && (layout.listed || roots == 1);
    // Every cell has at least two bytes.
    if !counted || total < (cells - absent) * 2 {
        return Err(Fault::Counts);
    }
    if layout.listed {
        // Before the list is walked through it must be there.
        let mut list = Reader(reader.0);
        reader.skip(roots * width as u64)?;
        for _ in 0..roots {
            if list.number(width)? >= cells {
                return Err(Fault::Counts);
            }
        }
    }
    if layout.indexed {
        reader.skip(cells * offset_width as u64)?;
    }
    reader.skip(total)?;
    if layout.summed {
        let summed = bytes.get(..bytes.len() - reader.0.len()).unwrap_or_default();
        let (stored, _) = reader.0.split_first_chunk::<4>().ok_or(Fault::Short)?;
        // The one number of a bag that is little-endian.
        if crc32c(summed) != u32::from_le_bytes(*stored) {
            return Err(Fault::Checksum);
        }
    }
    if absent != 0 {
        return Err(Fault::Roots);
    }
    let [roots, cells] = [roots, cells].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    Ok(Header { roots, cells })
}

/// What the first bytes say about those that follow.
struct Layout {
    /// A list of roots follows the counts.
    listed: bool,
    /// An offset for every cell follows.
    indexed: bool,
    /// A checksum ends it.
    summed: bool,
    /// Bytes of a count.
    width: usize,
    /// Bytes of an offset.
    offset_width: usize,
}

impl Layout {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let magic = reader.number(4).map_err(|_| Fault::Magic)?;
        let listed = match magic {
            0xB5EE_9C72 => true,
            // Older layouts: always an index, one root, no list of roots.
            0x68FF_65F3 | 0xACC3_A728 => false,
            _ => return Err(Fault::Magic),
        };
        let flags = reader.number(1)?;
        let (indexed, summed, width) = if listed {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 7)
        } else {
            (true, magic == 0xACC3_A728, flags)
        };
        let offset_width = reader.number(1)?;
        // A cache without an index, and two bits that have no meaning yet.
        let reserved = listed && (flags & 0x18 != 0 || (flags & 0x20 != 0 && !indexed));
        if reserved || !(1..=4).contains(&width) || !(1..=8).contains(&offset_width) {
            return Err(Fault::Widths);
        }
        Ok(Self { listed, indexed, summed, width: width as usize, offset_width: offset_width as usize })
    }
}

/// [`check`] of a bag with one root, in standard base64 with padding or in hexadecimal digits, the form already known
/// to be good.
#[cfg(any(test, feature = "gateway"))]
pub(crate) fn check_text(text: &str) -> Result<(), Fault> {
    // In base64 every magic begins with letters beyond F.
    let header = if text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
        let bytes: Vec<u8> =
            text.as_bytes().as_chunks::<2>().0.iter().map(|[a, b]| digit(*a) << 4 | digit(*b)).collect();
        check(&bytes)?
    } else {
        check(&base64::decode_standard(text.as_bytes()))?
    };
    if header.roots == 1 { Ok(()) } else { Err(Fault::Roots) }
}

/// CRC-32C (Castagnoli, RFC 3720): polynomial 0x1EDC6F41, reflected.
fn crc32c(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = table();
    let step = |crc: u32, byte: &u8| {
        let [low, ..] = crc.to_le_bytes();
        TABLE.get(usize::from(low ^ byte)).copied().unwrap_or_default() ^ crc >> 8
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[allow(clippy::indexing_slicing, reason = "runs in the compiler, where a panic is a compile error")]
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82F6_3B78 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_rfc() {
        // RFC 3720, B.4, and the usual check value.
        assert_eq!(crc32c(&[0; 32]), 0x8A91_36AA);
        assert_eq!(crc32c(b"123456789"), 0xE306_9283);
    }

    #[test]
    fn both_forms_are_read() {
        assert_eq!(check_text("te6cckEBAQEAAgAAAEysuc0="), Ok(()));
        assert_eq!(check_text("b5ee9c724101010100020000004cacb9cd"), Ok(()));
        assert_eq!(check_text("B5EE9C724101010100020000004cacb9cc"), Err(Fault::Checksum));
    }
}
