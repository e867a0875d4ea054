//! Texts and bytes over several cells (TEP-64): snake, a chain, and chunked, a dictionary.

use super::{Bits, BuildError, Builder, CellId, Cells, Dict, MAX_BITS, MAX_DEPTH, ReadError, Slice};

/// The number of whole bytes that fit a cell.
const BYTES_PER_CELL: usize = MAX_BITS as usize / 8;

impl Cells {
    /// Stores bytes in the rest of a builder and, if they do not fit, in a chain of cells (snake data). The cells are
    /// the same that `@ton/core` makes.
    ///
    /// # Errors
    /// [`BuildError::TextLength`] for more bytes than the chain can hold (about 130 kB), [`BuildError::References`] if the
    /// builder has four references already.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// let mut cells = Cells::new();
    /// let mut builder = Builder::new();
    /// // A comment: 32 clear bits, and the text.
    /// cells.store_snake(builder.store_uint(0, 32)?, "Hello".repeat(100).as_bytes())?;
    /// let id = cells.add(&builder)?;
    /// let mut slice = cells.get(id).unwrap().slice()?;
    /// slice.skip(32)?;
    /// assert_eq!(slice.load_snake_text(1000)?, "Hello".repeat(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn store_snake(&mut self, builder: &mut Builder, bytes: &[u8]) -> Result<(), BuildError> {
        let free_bytes = usize::from(builder.free_bits() / 8).min(bytes.len());
        let (first, rest) = bytes.split_at_checked(free_bytes).unwrap_or_default();
        if rest.len().div_ceil(BYTES_PER_CELL) > MAX_DEPTH.into() {
            return Err(BuildError::TextLength);
        }
        let mut next_cell = None;
        if !rest.is_empty() {
            if builder.refs().len() == super::MAX_REFS {
                return Err(BuildError::References);
            }
            for chunk in rest.chunks(BYTES_PER_CELL).rev() {
                next_cell = Some(self.add_chunk(chunk, next_cell)?);
            }
        }
        builder.store_bytes(first)?;
        if let Some(next) = next_cell {
            builder.store_ref(next)?;
        }
        Ok(())
    }

    fn add_chunk(&mut self, bytes: &[u8], next: Option<CellId>) -> Result<CellId, BuildError> {
        let mut builder = Builder::new();
        builder.store_bytes(bytes)?;
        if let Some(next) = next {
            builder.store_ref(next)?;
        }
        self.add(&builder)
    }

    /// Adds the dictionary of chunked data, with one cell of up to 127 bytes per chunk; `None` for
    /// no bytes.
    ///
    /// # Errors
    /// None, for any number of bytes that fits into memory.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// let mut cells = Cells::new();
    /// let chunks = cells.add_chunked(&[7; 1000])?;
    /// let id = cells.add(Builder::new().store_maybe_ref(chunks)?)?;
    /// assert_eq!(cells.get(id).unwrap().slice()?.load_chunked(1000)?, [7; 1000]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_chunked(&mut self, bytes: &[u8]) -> Result<Option<CellId>, BuildError> {
        let mut pairs = Vec::with_capacity(bytes.len().div_ceil(BYTES_PER_CELL));
        for (index, chunk) in (0_u64..).zip(bytes.chunks(BYTES_PER_CELL)) {
            let cell = self.add_chunk(chunk, None)?;
            let mut value = Builder::new();
            value.store_ref(cell)?;
            pairs.push((Bits::from_u64(index, 32).ok_or(BuildError::TextLength)?, value));
        }
        self.add_dict(32, pairs)
    }
}

impl Slice<'_> {
    /// Reads the bytes that are left in the cell, and those of the chain of cells after it (snake data).
    ///
    /// # Errors
    /// [`ReadError::Bytes`] if a cell has no whole bytes, [`ReadError::NotAtEnd`] if it has more than one reference,
    /// [`ReadError::Limit`] for more than `max_bytes`, [`ReadError::Exotic`] for an exotic cell.
    pub fn load_snake(&mut self, max_bytes: usize) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        append_snake(*self, &mut bytes, max_bytes, &mut usize::from(MAX_DEPTH))?;
        self.skip_all();
        Ok(bytes)
    }

    /// Reads UTF-8 as [`Slice::load_snake`] reads bytes.
    ///
    /// # Errors
    /// As [`Slice::load_snake`], and [`ReadError::Utf8`].
    pub fn load_snake_text(&mut self, max_bytes: usize) -> Result<String, ReadError> {
        let mut reader = *self;
        let text = parse_utf8(reader.load_snake(max_bytes)?)?;
        *self = reader;
        Ok(text)
    }

    /// Reads the bytes of chunked data: an optional dictionary with the keys 0, 1, 2 ..., whose values are
    /// references to snake data.
    ///
    /// # Errors
    /// Those of [`Slice::load_snake`] and of a dictionary; [`ReadError::Chunks`] if a number is missing.
    pub fn load_chunked(&mut self, max_bytes: usize) -> Result<Vec<u8>, ReadError> {
        let mut reader = *self;
        let dict = Dict::load(&mut reader, 32)?;
        let mut bytes = Vec::new();
        // Chunks may be empty and cells shared, so the steps are bounded like the bytes. A chunk of
        // one byte takes two cells of the dictionary.
        let mut steps_left = max_bytes.saturating_mul(2).saturating_add(MAX_DEPTH.into());
        for (index, entry) in (0..).zip(dict.iter(steps_left)) {
            let (key, mut value) = entry?;
            if key.to_u64() != Some(index) {
                return Err(ReadError::Chunks);
            }
            let chunk = value.load_ref()?;
            value.end()?;
            append_snake(chunk.slice()?, &mut bytes, max_bytes, &mut steps_left)?;
        }
        *self = reader;
        Ok(bytes)
    }

    /// Reads UTF-8 as [`Slice::load_chunked`] reads bytes.
    ///
    /// # Errors
    /// As [`Slice::load_chunked`], and [`ReadError::Utf8`].
    pub fn load_chunked_text(&mut self, max_bytes: usize) -> Result<String, ReadError> {
        let mut reader = *self;
        let text = parse_utf8(reader.load_chunked(max_bytes)?)?;
        *self = reader;
        Ok(text)
    }
}

fn parse_utf8(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| ReadError::Utf8 { at: error.utf8_error().valid_up_to() })
}

/// Appends the bytes of a chain. Every cell after the first is a step.
fn append_snake(
    mut slice: Slice<'_>,
    bytes: &mut Vec<u8>,
    max_bytes: usize,
    steps: &mut usize,
) -> Result<(), ReadError> {
    loop {
        if !slice.bits().is_multiple_of(8) {
            return Err(ReadError::Bytes);
        }
        let part = slice.load_bytes(slice.bits() / 8)?;
        if part.len() > max_bytes.saturating_sub(bytes.len()) {
            return Err(ReadError::Limit);
        }
        bytes.extend(part);
        if slice.refs() == 0 {
            return Ok(());
        }
        let next = slice.load_ref()?;
        slice.end()?;
        slice = next.slice()?;
        *steps = steps.checked_sub(1).ok_or(ReadError::Limit)?;
    }
}
