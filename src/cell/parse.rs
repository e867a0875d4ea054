//! Parses bags of cells.

use super::{BocError, BocFault, Cell, CellId, Cells, MAX_DEPTH, Position};
use crate::boc::{Outline, read_number};
use crate::{base64, hex};

/// The limits of a bag. They bound memory: a cell takes as few as three bytes in a bag, but in an arena up to
/// 74 bytes besides its data, or up to 176 with pruned branches below it.
///
/// ```
/// use ton_edge::cell::Limits;
/// let limits = Limits::default();
/// assert_eq!((limits.max_bytes, limits.max_cells, limits.max_depth), (16 << 20, 1 << 20, 1024));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum size of the decoded bag in bytes. Default: 16 MiB.
    pub max_bytes: usize,
    /// The maximum number of cells; equal cells count separately. Default: 1048576.
    pub max_cells: u32,
    /// The greatest depth of a cell; more than 1024 is never accepted. Default: 1024.
    pub max_depth: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 16 << 20, max_cells: 1 << 20, max_depth: MAX_DEPTH }
    }
}

/// A parsed bag: its cells, and which of them are its roots.
///
/// ```
/// use ton_edge::cell::{Limits, parse_text};
/// let bag = parse_text("b5ee9c724101010100020000004cacb9cd", &Limits::default())?;
/// assert_eq!(bag.roots.len(), 1);
/// assert_eq!(bag.root()?.bits(), 0);
/// # Ok::<(), ton_edge::cell::BocError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bag {
    /// All cells, in reverse order of the bag.
    pub cells: Cells,
    /// The roots, in the order of the bag.
    pub roots: Vec<CellId>,
}

impl Bag {
    /// Returns the only root, of level 0, as the node expects for everything but proofs.
    ///
    /// # Errors
    /// [`BocFault::Roots`] if there are several, [`BocFault::RootLevel`] if its level is not 0.
    pub fn root(&self) -> Result<Cell<'_>, BocError> {
        let to_error = |fault| BocError { fault, position: Position::Cell(0) };
        let root = match *self.roots.as_slice() {
            [root] => self.cells.get(root),
            _ => None,
        };
        let root = root.ok_or(to_error(BocFault::Roots))?;
        if root.level() == 0 { Ok(root) } else { Err(to_error(BocFault::RootLevel)) }
    }
}

/// Parses a bag of cells with any number of roots, in each of the three layouts, with or without index and checksum. The
/// index is ignored: cells follow each other without gaps, so their ends are known, and writers disagree on whether an entry of the index
/// is the end of a cell, as in the node, or its start.
///
/// # Errors
/// The first fault, and its position.
///
/// ```
/// use ton_edge::cell::{BocFault, Limits, Position, parse};
/// // A cell that refers to itself.
/// let bag = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, 1, 1, 0, 3, 0, 1, 0, 0];
/// let error = parse(&bag, &Limits::default()).unwrap_err();
/// assert_eq!((error.fault, error.position), (BocFault::Reference, Position::Cell(0)));
/// ```
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Bag, BocError> {
    let mut cells = Cells::new();
    let roots = cells.add_boc(bytes, limits)?;
    Ok(Bag { cells, roots })
}

/// Parses base64 in either alphabet (only the one for URLs may lack its padding) or hexadecimal
/// digits, as [`parse`]. Line breaks (CR and LF) are ignored, since tools such as `base64` and `xxd` write them; other white space
/// is not, because a space may be a `+` that a URL decoder has replaced.
///
/// # Errors
/// As [`parse`], and [`BocFault::Text`] at a character.
///
/// ```
/// use ton_edge::cell::{Limits, parse_text};
/// let limits = Limits::default();
/// let [one, other] = ["te6cckEBAQEAAgAAAEysuc0=", "B5EE9C724101010100020000004CACB9CD"]
///     .map(|text| parse_text(text, &limits).unwrap().root().unwrap().hash());
/// assert!(parse_text("te6cckEBAQEA\nAgAAAEysuc0=\n", &limits).is_ok());
/// ```
pub fn parse_text(text: &str, limits: &Limits) -> Result<Bag, BocError> {
    let is_line_break = |character: u8| matches!(character, b'\r' | b'\n');
    let mut digits = text.as_bytes().to_vec();
    digits.retain(|character| !is_line_break(*character));
    parse_digits(&digits, limits).map_err(|mut error| {
        if let Position::Character(at) = &mut error.position {
            // The position in the whole text.
            for (index, character) in text.bytes().enumerate() {
                *at += usize::from(is_line_break(character) && index <= *at);
            }
        }
        error
    })
}

fn parse_digits(text: &[u8], limits: &Limits) -> Result<Bag, BocError> {
    // Hexadecimal digits are the longer form. This bounds the length of a text before it is
    // decoded.
    if text.len() / 2 > limits.max_bytes {
        return Err(BocError { fault: BocFault::TooManyBytes, position: Position::Character(text.len()) });
    }
    let to_error = |at| BocError { fault: BocFault::Text, position: Position::Character(at) };
    // In base64 every magic begins with letters beyond F.
    let bytes = if text.iter().all(u8::is_ascii_hexdigit) {
        if text.len() % 2 == 1 {
            return Err(to_error(text.len()));
        }
        hex::decode_pairs(text)
    } else {
        base64::decode(text).map_err(|fault| match fault {
            base64::Fault::Character(at)
            | base64::Fault::SecondAlphabet(at)
            | base64::Fault::StrayBits(at) => to_error(at),
        })?
    };
    parse(&bytes, limits)
}

/// The descriptor of a cell, its first two bytes.
#[derive(Clone, Copy)]
struct Head {
    refs: usize,
    exotic: bool,
    mask: u8,
    /// The number of hashes before the data; as many depths follow them.
    hashes: usize,
    data: usize,
    padded: bool,
}

impl Head {
    fn read(cells: &[u8], start: usize) -> Result<Self, BocFault> {
        let [first, second] =
            *cells.get(start..).and_then(|rest| rest.first_chunk::<2>()).ok_or(BocFault::Short)?;
        let refs = usize::from(first & 7);
        if refs > 4 {
            return Err(if first & 0x17 == 0x17 { BocFault::Absent } else { BocFault::Descriptor });
        }
        let mask = first >> 5;
        let hashes = if first & 16 != 0 { mask.count_ones() as usize + 1 } else { 0 };
        Ok(Self {
            refs,
            exotic: first & 8 != 0,
            mask,
            hashes,
            data: usize::from(second).div_ceil(2),
            padded: second & 1 == 1,
        })
    }

    fn count_bytes(&self, width: usize) -> usize {
        2 + self.hashes * 34 + self.data + self.refs * width
    }
}

impl Cells {
    /// Adds the cells of a bag and returns its roots; [`parse`] does the same with a new arena.
    ///
    /// # Errors
    /// As [`parse`]; after an error, no cell is added.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells, Limits};
    /// let mut cells = Cells::new();
    /// let bag = [0xB5, 0xEE, 0x9C, 0x72, 1, 1, 1, 1, 0, 2, 0, 0, 0];
    /// let [code] = cells.add_boc(&bag, &Limits::default())?[..] else { unreachable!() };
    /// cells.add(Builder::new().store_ref(code)?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_boc(&mut self, bytes: &[u8], limits: &Limits) -> Result<Vec<CellId>, BocError> {
        let to_error = |fault, at| BocError { fault, position: Position::Byte(at) };
        if bytes.len() > limits.max_bytes {
            return Err(to_error(BocFault::TooManyBytes, limits.max_bytes));
        }
        let outline =
            Outline::read(bytes).map_err(|(fault, offset)| to_error(BocFault::Outside(fault), offset))?;
        if outline.header.cells > limits.max_cells {
            return Err(to_error(BocFault::TooManyCells, 6));
        }
        let len = self.len();
        let roots = self.add_cells(&outline, limits);
        if roots.is_err() {
            self.truncate(len);
        }
        roots
    }

    fn add_cells(&mut self, outline: &Outline<'_>, limits: &Limits) -> Result<Vec<CellId>, BocError> {
        let Outline { width, cells, .. } = *outline;
        let count = outline.header.cells;
        let to_error = |fault, cell| BocError { fault, position: Position::Cell(cell) };
        let cell_starts = find_starts(outline)?;
        let base = self.len();
        self.nodes.reserve(cell_starts.len());
        self.hashes.reserve(cell_starts.len());
        self.depths.reserve(cell_starts.len());
        // The last cell of the bag is the first of the arena: cells are added before those that refer to them.
        let id = |cell: u32| {
            let id = u32::try_from(base + (count - 1 - cell) as usize);
            id.map(CellId).map_err(|_| to_error(BocFault::Cell(super::CellFault::ArenaFull), cell))
        };
        let mut roots: Vec<u32> = Vec::with_capacity(outline.header.roots as usize);
        match outline.roots {
            None => roots.push(0),
            Some(list) => roots.extend(list.chunks_exact(width.max(1)).map(|root| read_number(root) as u32)),
        }
        for (cell, start) in (0..count).zip(&cell_starts).rev() {
            let head = Head::read(cells, *start).map_err(|fault| to_error(fault, cell))?;
            // The cell is complete: `find_starts` has measured it.
            let body = cells.get(start + 2..).unwrap_or_default();
            let (stored_hashes, body) = body.split_at_checked(head.hashes * 34).unwrap_or_default();
            let (padded, body) = body.split_at_checked(head.data).unwrap_or_default();
            let mut refs = [CellId(0); 4];
            for (to, from) in refs.iter_mut().take(head.refs).zip(body.chunks_exact(width.max(1))) {
                let target = u32::try_from(read_number(from)).unwrap_or(u32::MAX);
                if target <= cell || target >= count {
                    return Err(to_error(BocFault::Reference, cell));
                }
                *to = id(target)?;
            }
            let bits = match padded.last() {
                Some(last) if head.padded => {
                    if last & 0x7F == 0 {
                        return Err(to_error(BocFault::Padding, cell));
                    }
                    head.data * 8 - 1 - last.trailing_zeros() as usize
                }
                _ => head.data * 8,
            };
            let refs = refs.get(..head.refs).unwrap_or_default();
            let result = self
                .insert(padded, bits as u16, refs, head.exotic, limits.max_depth)
                .map_err(|fault| to_error(BocFault::Cell(fault), cell))?;
            let Some(node) = self.node(result) else { continue };
            if node.mask() != head.mask {
                return Err(to_error(BocFault::LevelMask, cell));
            }
            for index in 0..head.hashes {
                let hash_index = node.hashes + index;
                let computed_pair =
                    (self.hashes.get(hash_index).copied(), self.depths.get(hash_index).copied());
                let (hash, depth) = super::read_stored_pair(stored_hashes, head.hashes, index);
                if computed_pair != (Some(hash), Some(depth)) {
                    return Err(to_error(BocFault::StoredHash, cell));
                }
            }
        }
        roots.into_iter().map(id).collect()
    }
}

/// Finds the start of every cell. Fails if the size of a cell is wrong.
fn find_starts(outline: &Outline<'_>) -> Result<Vec<usize>, BocError> {
    let to_error = |fault, cell| BocError { fault, position: Position::Cell(cell) };
    let cells = outline.cells;
    // The outline guarantees two bytes per cell.
    let mut starts = Vec::with_capacity(outline.header.cells as usize);
    let mut cell_end = 0;
    for cell in 0..outline.header.cells {
        starts.push(cell_end);
        cell_end +=
            Head::read(cells, cell_end).map_err(|fault| to_error(fault, cell))?.count_bytes(outline.width);
        if cell_end > cells.len() {
            return Err(to_error(BocFault::Short, cell));
        }
    }
    if cell_end != cells.len() {
        return Err(BocError {
            fault: BocFault::Unused,
            position: Position::Byte(outline.cells_start + cell_end),
        });
    }
    Ok(starts)
}
