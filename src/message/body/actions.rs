//! The actions of a signed wallet request.

use crate::address::Address;
use crate::cell::{BuildError, Builder, Cell, CellId, Cells, Kind, ReadError, Slice};
use crate::message::tlb::Tlb as _;
use crate::message::{DecodeError, DecodeFault};

/// An action of a wallet.
///
/// ```
/// use ton_edge::message::Action;
/// assert_eq!(Action::SetSignatureAllowed { allowed: true }, Action::SetSignatureAllowed { allowed: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Send a message.
    SendMessage {
        /// The send mode: 1 pays the fees from the balance, 2 ignores errors, 128 sends the whole balance, and so on.
        mode: u8,
        /// The message.
        message: CellId,
    },
    /// Give a contract control over the wallet. Wallets of version 5 only.
    AddExtension {
        /// The contract.
        address: Address,
    },
    /// Remove a contract's control over the wallet. Wallets of version 5 only.
    RemoveExtension {
        /// The contract.
        address: Address,
    },
    /// Set whether the wallet accepts signed requests; it can refuse them only if it has an extension. Wallets of version
    /// 5 only.
    SetSignatureAllowed {
        /// Whether the wallet accepts signed requests.
        allowed: bool,
    },
}

impl Action {
    pub(super) fn is_message(&self) -> bool {
        matches!(self, Self::SendMessage { .. })
    }
}

/// The tag of `action_send_msg`.
pub(crate) const SEND_OPCODE: u32 = 0x0EC3_C86D;
/// The maximum number of actions of a transaction.
pub(crate) const MAX_ACTIONS: usize = 255;

/// Reads modes and messages, as many as there are references.
pub(super) fn load_messages(slice: &mut Slice<'_>) -> Result<Vec<Action>, DecodeError> {
    let mut actions = Vec::new();
    while slice.refs() > 0 {
        let mode = slice.load_u64(8)? as u8;
        actions.push(Action::SendMessage { mode, message: slice.load_ref()?.id() });
    }
    Ok(actions)
}

/// Stores modes and messages, up to four.
pub(super) fn store_messages(builder: &mut Builder, actions: &[Action]) -> Result<(), BuildError> {
    for action in actions {
        let Action::SendMessage { mode, message } = *action else { return Err(BuildError::Range) };
        builder.store_uint(mode, 8)?.store_ref(message)?;
    }
    Ok(())
}

/// Reads the messages of a list in which the first reference of each cell is the preceding cell; the first cell is
/// empty.
pub(super) fn load_out_list(list: Cell<'_>) -> Result<Vec<Action>, DecodeError> {
    let mut actions = Vec::new();
    let mut next_cell = list.slice()?;
    while next_cell.bits() > 0 || next_cell.refs() > 0 {
        let previous_cell = next_cell.load_ref()?.slice()?;
        if next_cell.load_u64(32)? != u64::from(SEND_OPCODE) {
            return Err(DecodeFault::Tag.into());
        }
        let mode = next_cell.load_u64(8)? as u8;
        actions.push(Action::SendMessage { mode, message: next_cell.load_ref()?.id() });
        next_cell.end()?;
        if actions.len() > MAX_ACTIONS {
            return Err(DecodeFault::Count.into());
        }
        next_cell = previous_cell;
    }
    actions.reverse();
    Ok(actions)
}

/// Reads the actions of a wallet v5: an optional list of messages, then a bit and the other actions.
pub(super) fn load_actions(slice: &mut Slice<'_>) -> Result<Vec<Action>, DecodeError> {
    let mut actions = match slice.load_maybe_ref()? {
        Some(list) => load_out_list(list)?,
        None => Vec::new(),
    };
    if slice.load_bit()? {
        actions.push(load_extended(slice)?);
        let mut next = slice.load_ref().ok();
        while let Some(cell) = next {
            let mut list = cell.slice()?;
            actions.push(load_extended(&mut list)?);
            next = list.load_ref().ok();
            list.end()?;
            if actions.len() > 2 * MAX_ACTIONS {
                return Err(DecodeFault::Count.into());
            }
        }
    }
    Ok(actions)
}

fn load_extended(slice: &mut Slice<'_>) -> Result<Action, DecodeError> {
    Ok(match slice.load_u64(8)? {
        2 => Action::AddExtension { address: Address::load(slice)? },
        3 => Action::RemoveExtension { address: Address::load(slice)? },
        4 => Action::SetSignatureAllowed { allowed: slice.load_bit()? },
        _ => return Err(DecodeFault::Tag.into()),
    })
}

/// Reads the actions of a wallet v5 beta: its own actions first, each with a reference to the rest; the messages come
/// last.
pub(super) fn load_beta_actions(slice: &mut Slice<'_>) -> Result<Vec<Action>, DecodeError> {
    let mut actions = Vec::new();
    let mut next = load_beta(slice, &mut actions)?;
    while let Some(cell) = next {
        let mut actions_slice = cell.slice()?;
        next = load_beta(&mut actions_slice, &mut actions)?;
        actions_slice.end()?;
        if actions.len() > 2 * MAX_ACTIONS {
            return Err(DecodeFault::Count.into());
        }
    }
    Ok(actions)
}

/// Reads an action of the wallet itself and returns the next cell, or reads the messages.
fn load_beta<'a>(slice: &mut Slice<'a>, actions: &mut Vec<Action>) -> Result<Option<Cell<'a>>, DecodeError> {
    if !slice.load_bit()? {
        actions.append(&mut load_out_list(slice.load_ref()?)?);
        return Ok(None);
    }
    actions.push(match slice.load_u64(32)? {
        BETA_ADD => Action::AddExtension { address: Address::load(slice)? },
        BETA_REMOVE => Action::RemoveExtension { address: Address::load(slice)? },
        BETA_SET_ALLOWED => Action::SetSignatureAllowed { allowed: slice.load_bit()? },
        _ => return Err(DecodeFault::Tag.into()),
    });
    Ok(Some(slice.load_ref()?))
}

/// The tags of the actions of a wallet v5 beta
/// (<https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb>).
pub(crate) const BETA_ADD: u64 = 0x1C40_DB9F;
pub(crate) const BETA_REMOVE: u64 = 0x5EAE_F4A4;
pub(crate) const BETA_SET_ALLOWED: u64 = 0x20CB_B95A;

/// Stores the actions of a wallet v5 beta.
pub(super) fn store_beta_actions(
    cells: &mut Cells,
    builder: &mut Builder,
    actions: &[Action],
) -> Result<(), BuildError> {
    let (messages, other_actions): (Vec<&Action>, Vec<&Action>) =
        actions.iter().partition(|action| action.is_message());
    let list = store_out_list(cells, messages)?;
    // The last action is stored first, since the previous action refers to it.
    let mut last_builder = Builder::new();
    let target = if other_actions.is_empty() { &mut *builder } else { &mut last_builder };
    target.store_bit(false)?.store_ref(list)?;
    for (index, action) in other_actions.iter().enumerate().rev() {
        let next = cells.add(&last_builder)?;
        last_builder = Builder::new();
        let to = if index == 0 { &mut *builder } else { &mut last_builder };
        to.store_bit(true)?;
        match action {
            Action::SendMessage { .. } => return Err(BuildError::Range),
            Action::AddExtension { address } => to.store_uint(BETA_ADD, 32)?.store_address(address)?,
            Action::RemoveExtension { address } => to.store_uint(BETA_REMOVE, 32)?.store_address(address)?,
            Action::SetSignatureAllowed { allowed } => {
                to.store_uint(BETA_SET_ALLOWED, 32)?.store_bit(*allowed)?
            }
        };
        to.store_ref(next)?;
    }
    Ok(())
}

/// Adds a list of messages as the virtual machine collects them: each cell refers to the one before.
pub(super) fn store_out_list<'a>(
    cells: &mut Cells,
    messages: impl IntoIterator<Item = &'a Action>,
) -> Result<CellId, BuildError> {
    let mut list = cells.add(&Builder::new())?;
    for action in messages {
        let Action::SendMessage { mode, message } = *action else { return Err(BuildError::Range) };
        let mut builder = Builder::new();
        builder.store_ref(list)?.store_uint(SEND_OPCODE, 32)?.store_uint(mode, 8)?.store_ref(message)?;
        list = cells.add(&builder)?;
    }
    Ok(list)
}

/// Stores the actions of a wallet v5.
pub(super) fn store_actions(
    cells: &mut Cells,
    builder: &mut Builder,
    actions: &[Action],
) -> Result<(), BuildError> {
    let (messages, other_actions): (Vec<&Action>, Vec<&Action>) =
        actions.iter().partition(|action| action.is_message());
    let list = if messages.is_empty() { None } else { Some(store_out_list(cells, messages)?) };
    builder.store_maybe_ref(list)?.store_bit(!other_actions.is_empty())?;
    // The last action is stored first, since each refers to the next.
    let mut next: Option<CellId> = None;
    for (index, action) in other_actions.iter().enumerate().rev() {
        let mut cell = Builder::new();
        let to = if index == 0 { &mut *builder } else { &mut cell };
        store_extended(to, action)?;
        if let Some(next) = next {
            to.store_ref(next)?;
        }
        if index > 0 {
            next = Some(cells.add(&cell)?);
        }
    }
    Ok(())
}

fn store_extended(builder: &mut Builder, action: &Action) -> Result<(), BuildError> {
    match action {
        Action::SendMessage { .. } => return Err(BuildError::Range),
        Action::AddExtension { address } => builder.store_uint(2, 8)?.store_address(address)?,
        Action::RemoveExtension { address } => builder.store_uint(3, 8)?.store_address(address)?,
        Action::SetSignatureAllowed { allowed } => builder.store_uint(4, 8)?.store_bit(*allowed)?,
    };
    Ok(())
}

/// Refuses a cell that cannot be stored inline.
pub(super) fn load_ordinary(cells: &Cells, id: CellId) -> Result<Slice<'_>, BuildError> {
    let cell = cells.get(id).ok_or(BuildError::UnknownCell)?;
    if cell.kind() == Kind::Ordinary { Ok(cell.slice_exotic()) } else { Err(ReadError::Exotic.into()) }
}
