//! Calls of get-methods of the table, with typed arguments and results.

use super::GetMethod;
use crate::address::Address;
use crate::cell::{BuildError, Cells, Dict, ReadError};
use crate::message::stack::get_cell;
use crate::message::{Stack, StackError, StackFault, StackValue, TokenContent};

/// The maximum number of cells of a dictionary with keys of 8 bits.
const MAX_STEPS: usize = 511;

/// A call of a get-method of [`GET_METHODS`](super::GET_METHODS): the fields are its arguments.
///
/// ```
/// use ton_edge::cell::Cells;
/// use ton_edge::message::{GetWalletAddress, ReadMethod, Seqno, Stack};
/// let mut cells = Cells::new();
/// let owner_address = "0:0000000000000000000000000000000000000000000000000000000000000001".parse()?;
/// let arguments = GetWalletAddress { owner_address }.write_arguments(&mut cells)?;
/// assert_eq!(Stack::new(arguments).address(&cells, 0)?, Some(owner_address));
/// assert_eq!(Seqno::read_result(&cells, &Stack::new(vec![7.into()]))?, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ReadMethod {
    /// The decoded result.
    type Output;

    /// The row of the table.
    const METHOD: GetMethod;

    /// Returns the arguments as values of a stack.
    ///
    /// # Errors
    /// [`BuildError`] if the arena is full or bytes do not fit into a cell.
    fn write_arguments(&self, cells: &mut Cells) -> Result<Vec<StackValue>, BuildError>;

    /// Decodes the stack that the get-method returned.
    ///
    /// # Errors
    /// [`StackError`] if an item is missing or of another kind.
    fn read_result(cells: &Cells, stack: &Stack<'_>) -> Result<Self::Output, StackError>;
}

/// Reads the metadata of a token.
pub(super) fn read_content(
    stack: &Stack<'_>,
    cells: &Cells,
    index: usize,
) -> Result<TokenContent, StackError> {
    TokenContent::load(cells, stack.cell(index)?)
        .map_err(|error| StackError::at_index(index, StackFault::Decode(error)))
}

/// Reads the addresses of a dictionary with keys of 8 bits, in the order of the keys.
pub(super) fn read_addresses(
    stack: &Stack<'_>,
    cells: &Cells,
    index: usize,
) -> Result<Vec<Address>, StackError> {
    if stack.is_null(index)? {
        return Ok(Vec::new());
    }
    let error_at_index = |fault| StackError::at_index(index, fault);
    let root = get_cell(cells, stack.cell(index)?).map_err(error_at_index)?;
    let dict = Dict::new(Some(root), 8).map_err(|error| error_at_index(error.into()))?;
    dict.iter(MAX_STEPS)
        .map(|entry| {
            let (_, mut value) = entry.map_err(|error| error_at_index(error.into()))?;
            let address = value.load_address().map_err(|error| error_at_index(error.into()))?;
            address.ok_or_else(|| error_at_index(ReadError::AddressKind.into()))
        })
        .collect()
}
