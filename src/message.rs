//! Messages and transactions: decoded and encoded as `crypto/block/block.tlb` of the node describes them.
//!
//! Fields have the names of that schema. Cells are ids of an arena ([`crate::cell::Cells`]).

mod account;
mod body;
mod envelope;
pub mod form;
mod get_method;
mod state_init;
mod tlb;
mod transaction;
mod wallet;

pub use account::{Account, AccountState, BlockId, ShardAccount};
pub use body::{Action, Body, EncodeError, EncodeFault, KnownBody, ROWS, Row, Value};
pub use envelope::{Currencies, Message, MessageInfo, Place, normalized_hash};
pub use get_method::{
    CONTENT_KEYS, DNS_CATEGORIES, EXIT_CODES, GET_METHODS, GetMethod, Item, ItemKind, RESULT_CODES,
};
pub use state_init::{StateInit, TickTock};
pub use tlb::{DecodeError, DecodeFault};
pub use transaction::{
    AccountStatus, ActionPhase, BouncePhase, ComputePhase, CreditPhase, Description, SkipReason,
    SplitMergeInfo, StateUpdate, StatusChange, StoragePhase, StorageUsed, Transaction, VmDetails,
};
pub use wallet::{Request, Unsigned, Wallet, WalletVersion};
