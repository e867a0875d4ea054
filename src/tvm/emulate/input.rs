//! Reads and checks accounts and messages; refuses states that networks cannot have.

use tycho_types::cell::{Cell, HashBytes, Lazy, Load as _};
use tycho_types::models::{
    Account, AccountState, IntAddr, MsgInfo, OptionalAccount, OwnedMessage, ShardAccount, StdAddr,
};

use crate::error::{Code, Error};
use crate::tvm::contract::parse_bag;

/// The maximum number of entries of a dictionary of libraries or extra currencies.
const MAX_ENTRIES: usize = 1024;
/// The greatest depth of cells on networks.
const MAX_DEPTH: u16 = 1024;
/// The bits of `ShardAccount`, which is an account with its last transaction.
const SHARD_ACCOUNT_BITS: u16 = 256 + 64;
/// The greatest logical time that is accepted, far beyond all blocks; a transaction adds one per message.
pub(super) const MAX_LT: u64 = 1 << 63;

pub(super) fn make_argument_error(parameter: &'static str, message: impl Into<String>) -> Error {
    Error::new(Code::InvalidParameter, message.into()).parameter(parameter)
}

/// Returns whether a dictionary has at most [`MAX_ENTRIES`]. Since cells can be shared, a small bag can have more entries
/// than a computer can count.
fn is_small(entries: impl Iterator) -> bool {
    entries.take(MAX_ENTRIES + 1).count() <= MAX_ENTRIES
}

/// Parses a bag. Refuses cells that are nested deeper than networks allow.
pub(super) fn parse_shallow_bag(parameter: &'static str, bytes: &[u8]) -> Result<Cell, Error> {
    let root = parse_bag(parameter, bytes)?;
    if root.repr_depth() > MAX_DEPTH {
        let message = format!("`{parameter}` has cells that are nested too deep");
        return Err(Error::new(Code::BocInvalid, message).parameter(parameter));
    }
    Ok(root)
}

pub(super) fn make_unreadable_argument_error(parameter: &'static str) -> Error {
    Error::new(Code::MessageInvalid, format!("`{parameter}` cannot be read")).parameter(parameter)
}

/// Reads the address of the account that receives a message, and whether the message is external.
pub(super) fn read_destination(root: &Cell) -> Result<(StdAddr, bool), Error> {
    let message = root
        .as_slice()
        .and_then(|mut slice| {
            let message = OwnedMessage::load_from(&mut slice)?;
            if slice.is_empty() { Ok(message) } else { Err(tycho_types::error::Error::InvalidData) }
        })
        .map_err(|_| make_unreadable_argument_error("message"))?;
    let libraries = message.init.as_ref().map(|init| &init.libraries);
    if !libraries.is_none_or(|libraries| is_small(libraries.values())) {
        return Err(make_unreadable_argument_error("message"));
    }
    let (address, is_external) = match message.info {
        MsgInfo::Int(info) if !is_small(info.value.other.as_dict().iter()) => {
            return Err(make_unreadable_argument_error("message"));
        }
        MsgInfo::Int(info) => {
            if info.created_lt >= MAX_LT {
                return Err(make_argument_error(
                    "message",
                    "the message has a logical time above that of any block",
                ));
            }
            (info.dst, false)
        }
        MsgInfo::ExtIn(info) => (info.dst, true),
        MsgInfo::ExtOut(_) => {
            return Err(make_argument_error("message", "the message is not for an account"));
        }
    };
    match address {
        IntAddr::Std(address) if address.anycast.is_none() => Ok((address, is_external)),
        _ => Err(make_argument_error(
            "message",
            "the message is for an address that is not that of an account",
        )),
    }
}

/// Reads the account, with hash and logical time of its last transaction if the bag has them.
pub(super) fn read_shard_account(boc: Option<&[u8]>) -> Result<ShardAccount, Error> {
    let build_empty = || {
        Lazy::new(&OptionalAccount(None)).map(|account| ShardAccount {
            account,
            last_trans_hash: HashBytes::ZERO,
            last_trans_lt: 0,
        })
    };
    let Some(boc) = boc else { return build_empty().map_err(|_| make_unreadable_argument_error("account")) };
    let root = parse_shallow_bag("account", boc)?;
    if root.bit_len() == SHARD_ACCOUNT_BITS && root.reference_count() == 1 {
        return root.parse::<ShardAccount>().map_err(|_| make_unreadable_argument_error("account"));
    }
    let account = root.parse::<OptionalAccount>().map_err(|_| make_unreadable_argument_error("account"))?;
    let Some(account) = account.0 else {
        return build_empty().map_err(|_| make_unreadable_argument_error("account"));
    };
    Ok(ShardAccount {
        account: Lazy::new(&OptionalAccount(Some(account)))
            .map_err(|_| make_unreadable_argument_error("account"))?,
        last_trans_hash: HashBytes::ZERO,
        last_trans_lt: 0,
    })
}

/// Checks an account that receives a message at the time `now`.
pub(super) fn check_account(account: Option<&Account>, address: &StdAddr, now: u32) -> Result<(), Error> {
    let Some(account) = account else { return Ok(()) };
    if !matches!(&account.address, IntAddr::Std(own) if own == address) {
        return Err(make_argument_error("message", "the message is for another account"));
    }
    let libraries = match &account.state {
        AccountState::Active(state) => Some(&state.libraries),
        AccountState::Uninit | AccountState::Frozen(_) => None,
    };
    if !is_small(account.balance.other.as_dict().iter())
        || !libraries.is_none_or(|libraries| is_small(libraries.values()))
    {
        return Err(make_unreadable_argument_error("account"));
    }
    if account.last_trans_lt >= MAX_LT {
        return Err(make_argument_error("account", "the account has a logical time above that of any block"));
    }
    if account.storage_stat.last_paid > now {
        return Err(make_argument_error("now", "`now` is before the last transaction of the account"));
    }
    Ok(())
}
