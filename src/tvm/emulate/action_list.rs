//! Checks that networks make before they run actions, but the crate `tycho-executor` does not: networks also read the
//! messages of the actions.
//!
//! If a network treats an action differently from the crate, this module replaces the action by one for which the crate
//! has the network's effect, and records the network's result code.

use tycho_executor::ExecutorState;
use tycho_types::cell::{Cell, CellBuilder, CellFamily as _, CellSlice, Load as _};
use tycho_types::error::Error;
use tycho_types::models::{
    AnyAddr, CurrencyCollection, IntAddr, OutAction, SendMsgFlags, StateInit, StdAddr,
};
use tycho_types::num::Tokens;

use super::bounce::accepts_messages;

/// The maximum number of extra currencies of a message.
const MAX_EXTRA_CURRENCIES: usize = 2;
/// How many extra currencies are read at most: a dictionary with shared cells can have more entries than a computer can
/// count.
const MAX_READ_CURRENCIES: usize = 64;
/// Since this version, the flag to ignore errors also applies if mode or source is invalid.
const IGNORES_ALL: u32 = 13;
const MAX_ACTIONS: usize = 255;
/// Flags of messages from a network of this version.
const MAX_FLAGS: u128 = 3;

const INVALID_MESSAGE: i32 = 34;
const TOO_MANY_CURRENCIES: i32 = 44;
const INVALID_FLAGS: i32 = 45;

/// An action list for the crate, which has the effect of the original list on a network.
pub(super) struct ActionList {
    pub(super) root: Cell,
    /// The network's result codes for actions that fail with `INVALID_MESSAGE` in the crate, by their numbers.
    codes: Vec<(i32, i32)>,
    /// The numbers of the actions that a network skips when it reaches them; the crate skips them earlier.
    skipped: Vec<i32>,
}

/// How a network treats an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ActionFate {
    /// A network does the same as the crate.
    Same,
    /// The action is unreadable: it is left out, or the whole list is invalid.
    Unreadable,
    /// A network skips the action when it reaches it.
    Skipped,
    /// The action fails with this code.
    Fails(i32),
    /// The action fails although its mode has the flag to ignore errors.
    NotIgnored,
}

impl ActionList {
    /// Reads a list.
    pub(super) fn read(root: &Cell, state: &ExecutorState<'_>) -> Result<Self, Error> {
        let original = || Self { root: root.clone(), codes: Vec::new(), skipped: Vec::new() };
        let Some(actions) = list_actions(root) else { return Ok(original()) };
        let action_fates: Vec<ActionFate> = actions.iter().map(|action| find_fate(action, state)).collect();
        if action_fates.iter().all(|fate| *fate == ActionFate::Same) {
            return Ok(original());
        }
        let (mut codes, mut skipped) = (Vec::new(), Vec::new());
        let mut list = Cell::empty_cell();
        for (number, (action, fate)) in (0..).zip(actions.iter().zip(action_fates)) {
            let mut action_slice = action.as_slice_allow_exotic();
            action_slice.skip_first(0, 1)?;
            let mut builder = CellBuilder::new();
            builder.store_reference(list)?;
            match fate {
                ActionFate::Same => builder.store_slice(action_slice)?,
                ActionFate::Unreadable | ActionFate::Skipped => {
                    if fate == ActionFate::Skipped {
                        skipped.push(number);
                    }
                    builder.store_slice(action_slice)?;
                    builder.store_bit_one()?;
                }
                ActionFate::Fails(code) => {
                    codes.push((number, code));
                    builder.store_slice_data(action_slice)?;
                    builder.store_reference(Cell::empty_cell())?;
                }
                ActionFate::NotIgnored => {
                    let tag = action_slice.load_u32()?;
                    let mode = action_slice.load_u8()?;
                    builder.store_u32(tag)?;
                    builder.store_u8(mode & !SendMsgFlags::IGNORE_ERROR.bits())?;
                    builder.store_slice(action_slice)?;
                }
            }
            list = builder.build()?;
        }
        Ok(Self { root: list, codes, skipped })
    }

    /// Counts the actions that the crate has skipped, but a network would not have reached. `number` is the action that
    /// failed; `is_valid` says whether all actions could be read.
    pub(super) fn count_skipped_early(&self, number: i32, is_valid: bool) -> u16 {
        let earlier_count = self.skipped.iter().filter(|skipped| (**skipped > number) == is_valid).count();
        u16::try_from(earlier_count).unwrap_or(u16::MAX)
    }

    /// Returns the result code that a network gives to the failed action `number`. `crate_code` is the code of the crate.
    pub(super) fn find_network_code(&self, number: i32, crate_code: i32) -> i32 {
        if crate_code != INVALID_MESSAGE {
            return crate_code;
        }
        let entry = self.codes.iter().find(|(failed_number, _)| *failed_number == number);
        entry.map_or(crate_code, |(_, network_code)| *network_code)
    }
}

/// Lists the actions in order; `None` if the cell is not an action list.
fn list_actions(root: &Cell) -> Option<Vec<Cell>> {
    let mut actions = Vec::new();
    let mut list = root.clone();
    loop {
        if list.is_exotic() || actions.len() > MAX_ACTIONS {
            return None;
        }
        if list.bit_len() == 0 && list.reference_count() == 0 {
            actions.reverse();
            return Some(actions);
        }
        let previous = list.reference_cloned(0)?;
        actions.push(list);
        list = previous;
    }
}

fn find_fate(action: &Cell, state: &ExecutorState<'_>) -> ActionFate {
    let mut slice = action.as_slice_allow_exotic();
    let Some((mode, message)) = read_send_action(&mut slice) else { return ActionFate::Same };
    let ignores_errors = mode.contains(SendMsgFlags::IGNORE_ERROR);
    let Ok(head) = Head::read(&message) else { return ActionFate::Unreadable };
    let mode_without_bounce = mode.difference(SendMsgFlags::BOUNCE_ON_ERROR);
    let is_valid_mode = SendMsgFlags::all().contains(mode_without_bounce)
        && !mode_without_bounce
            .contains(SendMsgFlags::ALL_BALANCE.union(SendMsgFlags::WITH_REMAINING_BALANCE));
    // Errors of these kinds may be ignored: then the message is left out.
    let fail_or_skip = |code| if ignores_errors { ActionFate::Skipped } else { ActionFate::Fails(code) };
    if is_valid_mode && head.has_zeros {
        return ActionFate::Fails(INVALID_MESSAGE);
    }
    let is_own = head.source.as_ref().is_none_or(|source| *source == state.address);
    if !is_valid_mode || (!is_own && !head.has_odd_flags) {
        return if state.config.global.version < IGNORES_ALL && ignores_errors {
            ActionFate::NotIgnored
        } else {
            ActionFate::Same
        };
    }
    let ext_modes = SendMsgFlags::PAY_FEE_SEPARATELY.union(SendMsgFlags::IGNORE_ERROR);
    if head.is_external {
        return if ext_modes.contains(mode_without_bounce) {
            ActionFate::Same
        } else {
            ActionFate::Fails(INVALID_MESSAGE)
        };
    }
    if head.has_odd_flags {
        return fail_or_skip(INVALID_FLAGS);
    }
    let is_known = head.destination.is_none_or(|workchain| accepts_messages(state, workchain));
    if is_known && head.currencies > MAX_EXTRA_CURRENCIES {
        fail_or_skip(TOO_MANY_CURRENCIES)
    } else {
        ActionFate::Same
    }
}

/// Reads the mode and the message of an action that sends one, if they are readable.
fn read_send_action(slice: &mut CellSlice<'_>) -> Option<(SendMsgFlags, Cell)> {
    slice.skip_first(0, 1).ok()?;
    if slice.load_u32().ok()? != OutAction::TAG_SEND_MSG {
        return None;
    }
    let mode = SendMsgFlags::from_bits_retain(slice.load_u8().ok()?);
    let message = slice.load_reference_cloned().ok()?;
    if slice.is_empty() { Some((mode, message)) } else { None }
}

/// The parts of a message that decide how a network treats it.
struct Head {
    is_external: bool,
    /// The source; `None` if the message has none. An external address counts as the address of another account.
    source: Option<StdAddr>,
    /// The workchain of the account that receives the message.
    destination: Option<i32>,
    has_odd_flags: bool,
    currencies: usize,
    /// Whether an extra currency has the amount zero.
    has_zeros: bool,
}

impl Head {
    /// Reads a message to its end.
    fn read(message: &Cell) -> Result<Self, Error> {
        let mut slice = message.as_slice()?;
        let head = if slice.load_bit()? {
            Self::read_external(&mut slice)?
        } else {
            Self::read_internal(&mut slice)?
        };
        if slice.load_bit()? {
            if slice.load_bit()? {
                let init = slice.load_reference()?;
                let mut init = init.as_slice()?;
                StateInit::load_from(&mut init)?;
                if !init.is_empty() {
                    return Err(Error::InvalidData);
                }
            } else {
                StateInit::load_from(&mut slice)?;
            }
        }
        // The body is here, or in a separate cell.
        if slice.load_bit()? {
            slice.load_reference()?;
            if !slice.is_empty() {
                return Err(Error::InvalidData);
            }
        }
        Ok(head)
    }

    fn read_external(slice: &mut CellSlice<'_>) -> Result<Self, Error> {
        if !slice.load_bit()? {
            return Err(Error::InvalidTag);
        }
        let source = read_source(slice)?;
        let (AnyAddr::None | AnyAddr::Ext(_)) = AnyAddr::load_from(slice)? else {
            return Err(Error::InvalidTag);
        };
        slice.skip_first(64 + 32, 0)?;
        Ok(Self {
            is_external: true,
            source,
            destination: None,
            has_odd_flags: false,
            currencies: 0,
            has_zeros: false,
        })
    }

    fn read_internal(slice: &mut CellSlice<'_>) -> Result<Self, Error> {
        slice.skip_first(3, 0)?;
        let source = read_source(slice)?;
        let destination = match IntAddr::load_from(slice)? {
            IntAddr::Std(address) => i32::from(address.workchain),
            IntAddr::Var(address) => address.workchain,
        };
        let value = CurrencyCollection::load_from(slice)?;
        let (mut currencies, mut has_zeros) = (0, false);
        for entry in value.other.as_dict().iter().take(MAX_READ_CURRENCIES) {
            has_zeros |= entry?.1.is_zero();
            currencies += 1;
        }
        let flags = Tokens::load_from(slice)?.into_inner();
        Tokens::load_from(slice)?;
        slice.skip_first(64 + 32, 0)?;
        Ok(Self {
            is_external: false,
            source,
            destination: Some(destination),
            has_odd_flags: flags > MAX_FLAGS,
            currencies,
            has_zeros,
        })
    }
}

fn read_source(slice: &mut CellSlice<'_>) -> Result<Option<StdAddr>, Error> {
    const ZERO_ADDRESS: StdAddr = StdAddr::new(i8::MIN, tycho_types::cell::HashBytes::ZERO);
    Ok(match AnyAddr::load_from(slice)? {
        AnyAddr::None => None,
        AnyAddr::Std(address) => Some(address),
        AnyAddr::Ext(_) | AnyAddr::Var(_) => Some(ZERO_ADDRESS),
    })
}
