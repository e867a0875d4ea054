//! Metadata of tokens in the format of TEP-64. Contracts may write anything, so unreadable parts stay bytes and do not
//! hide other parts.

use super::tlb::MAX_STEPS;
use super::{CONTENT_KEYS, DecodeError};
use crate::cell::{BuildError, CellId, Cells, Dict, ReadError, Slice};
use crate::hash::Hash;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// The maximum bytes of all properties, and cells of their chains. Chunks can share cells, so a small bag can stand for
/// gigabytes.
const BUDGET: ReadBudget = ReadBudget { bytes: 1 << 20, cells: 1 << 16 };

/// The bytes and cells that may still be read.
#[derive(Clone, Copy)]
struct ReadBudget {
    bytes: usize,
    cells: usize,
}

impl ReadBudget {
    /// Reads the rest of a slice and the chain that follows.
    fn load_snake(&mut self, mut slice: Slice<'_>) -> Result<Vec<u8>, ReadError> {
        let mut chain_slice = slice;
        let cells_below = chain_slice.load_ref().map_or(0, |next| 1 + usize::from(next.depth()));
        self.cells = self.cells.checked_sub(1 + cells_below).ok_or(ReadError::Limit)?;
        let bytes = slice.load_snake(self.bytes)?;
        self.bytes -= bytes.len().min(self.bytes);
        Ok(bytes)
    }
}

/// Where the metadata of a token is.
///
/// ```
/// use ton_edge::message::ContentLayout;
/// assert_ne!(ContentLayout::OnChain, ContentLayout::OffChain);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentLayout {
    /// The metadata is in the cell.
    OnChain,
    /// The metadata is at the URL in `uri`.
    OffChain,
    /// The metadata is in the cell and at the URL.
    SemiChain,
    /// The metadata has another form.
    #[default]
    Unknown,
}

/// The metadata of a jetton, an NFT or a collection. Contracts write it, so do not trust it: texts may contain anything.
///
/// <https://github.com/ton-blockchain/TEPs/blob/master/text/0064-token-data-standard.md>
///
/// ```
/// use ton_edge::cell::{Builder, Cells};
/// use ton_edge::message::{ContentLayout, TokenContent};
/// let mut cells = Cells::new();
/// let id = cells.add(Builder::new().store_uint(1, 8)?.store_bytes(b"https://example.com/jetton.json")?)?;
/// let content = TokenContent::load(&cells, id)?;
/// assert_eq!(content.layout, ContentLayout::OffChain);
/// assert_eq!(content.uri.as_deref(), Some("https://example.com/jetton.json"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenContent {
    /// Where the metadata is.
    pub layout: ContentLayout,
    /// URL of a JSON document with further metadata.
    pub uri: Option<String>,
    /// The name of the token.
    pub name: Option<String>,
    /// The description of the token.
    pub description: Option<String>,
    /// URL of a picture.
    pub image: Option<String>,
    /// The bytes of a picture.
    pub image_data: Option<Vec<u8>>,
    /// The short name of a jetton.
    pub symbol: Option<String>,
    /// The number of digits after the decimal point of an amount. Jettons without it have 9.
    pub decimals: Option<u8>,
    /// How a wallet shows amounts.
    pub amount_style: Option<String>,
    /// How a wallet shows the token.
    pub render_type: Option<String>,
    /// URL of the content of the token, such as a video.
    pub content_url: Option<String>,
    /// Unknown properties, and properties that are not text, by the SHA-256 of their names.
    pub other: BTreeMap<Hash, Vec<u8>>,
}

impl TokenContent {
    /// Reads the metadata of a token: up to 256 properties with up to 1 MiB in all. Properties that exceed these limits or
    /// cannot be read are left out; a dictionary or a chain that cannot be read at all has the layout
    /// [`ContentLayout::Unknown`].
    ///
    /// # Errors
    /// [`DecodeError`] if the arena does not have the cell.
    pub fn load(cells: &Cells, id: CellId) -> Result<Self, DecodeError> {
        let cell = cells.get(id).ok_or(BuildError::UnknownCell).map_err(DecodeError::from);
        let cell = cell.map_err(|error| error.in_field("content"))?;
        let mut content = Self::default();
        let result = cell.slice().and_then(|mut slice| content.read(&mut slice));
        // Properties that were read before the fault could mislead, so they are dropped as well.
        Ok(if result.is_ok() { content } else { Self::default() })
    }

    fn read(&mut self, slice: &mut Slice<'_>) -> Result<(), ReadError> {
        if slice.bits() < 8 {
            return Ok(());
        }
        match slice.load_u64(8)? {
            0 if slice.bits() == 1 => {}
            1 => {
                self.uri = String::from_utf8({ BUDGET }.load_snake(*slice)?).ok();
                if self.uri.is_some() {
                    self.layout = ContentLayout::OffChain;
                }
                return Ok(());
            }
            _ => return Ok(()),
        }
        let properties: Vec<_> = Dict::load(slice, 256)?.iter(MAX_STEPS).collect::<Result<_, _>>()?;
        let mut budget = BUDGET;
        for (key, value) in properties {
            let Some(hash) = key.as_bytes().first_chunk() else { continue };
            if let Ok(bytes) = read_value_bytes(value, &mut budget) {
                self.set(Hash(*hash), bytes);
            }
        }
        self.layout = if self.uri.is_some() { ContentLayout::SemiChain } else { ContentLayout::OnChain };
        Ok(())
    }

    /// Sets a property if it has the expected type; otherwise stores its bytes.
    fn set(&mut self, key: Hash, bytes: Vec<u8>) {
        let name = CONTENT_KEYS.iter().find(|name| Sha256::digest(name.as_bytes()).as_slice() == key.0);
        let field = match name.copied() {
            Some("uri") => &mut self.uri,
            Some("name") => &mut self.name,
            Some("description") => &mut self.description,
            Some("image") => &mut self.image,
            Some("image_data") => {
                self.image_data = Some(bytes);
                return;
            }
            Some("symbol") => &mut self.symbol,
            Some("decimals") => {
                match parse_decimals(&bytes) {
                    Some(decimals) => self.decimals = Some(decimals),
                    None => _ = self.other.insert(key, bytes),
                }
                return;
            }
            Some("amount_style") => &mut self.amount_style,
            Some("render_type") => &mut self.render_type,
            Some("content_url") => &mut self.content_url,
            _ => {
                self.other.insert(key, bytes);
                return;
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => *field = Some(text),
            Err(error) => _ = self.other.insert(key, error.into_bytes()),
        }
    }
}

/// Reads one to three decimal digits.
fn parse_decimals(bytes: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(bytes).ok().filter(|_| (1..=3).contains(&bytes.len()))?;
    digits.parse().ok().filter(|_| bytes.iter().all(u8::is_ascii_digit))
}

/// Reads the bytes of a value: a chain of cells, or numbered chunks.
fn read_value_bytes(mut slice: Slice<'_>, budget: &mut ReadBudget) -> Result<Vec<u8>, ReadError> {
    if slice.bits() == 0 && slice.refs() > 0 {
        slice = slice.load_ref()?.slice()?;
    }
    if slice.bits() < 8 {
        return Ok(Vec::new());
    }
    let mut content = slice;
    match content.load_u64(8)? {
        0 => budget.load_snake(content),
        1 => read_chunks(content, budget),
        // Some contracts leave out the byte that says how the value is stored.
        _ => budget.load_snake(slice),
    }
}

/// Reads chunks. Unlike in [`Slice::load_chunked`], numbers may be missing: some contracts count from 1.
fn read_chunks(mut slice: Slice<'_>, budget: &mut ReadBudget) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    for entry in Dict::load(&mut slice, 32)?.iter(MAX_STEPS) {
        let (_, mut value) = entry?;
        bytes.extend(budget.load_snake(value.load_ref()?.slice()?)?);
    }
    Ok(bytes)
}
