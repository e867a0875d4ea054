//! Messages and transactions, decoded and encoded as in `crypto/block/block.tlb` of the node.
//!
//! Fields have the names of that schema. Cells are ids of an arena ([`crate::cell::Cells`]).

mod account;
mod body;
mod content;
mod dns;
mod envelope;
mod exit_code;
mod field;
pub mod form;
mod get_method;
mod mnemonic;
mod outcome;
mod stack;
mod state_init;
mod tlb;
mod transaction;
mod wallet;

pub(crate) use body::{BETA_ADD, BETA_REMOVE, BETA_SET_ALLOWED, MAX_ACTIONS, QUERIES_OF_A_CELL, SEND_OPCODE};
pub(crate) use dns::MAX_BYTES as MAX_NAME_BYTES;
pub(crate) use mnemonic::{COUNT as MNEMONIC_COUNT, ITERATIONS as MNEMONIC_ITERATIONS};
pub(crate) use tlb::{MAX_ENTRIES, MAX_VALUES};
pub(crate) use wallet::{
    DEFAULT_TIMEOUT as WALLET_TIMEOUT, IGNORE_ERRORS, MAX_TIMEOUT as MOST_WALLET_TIMEOUT, PAY_FEES,
};

pub use account::{Account, AccountState, BlockId, ShardAccount};
pub use body::{Action, Body, EncodeError, EncodeFault, KnownBody, ROWS, Row, Value};
pub use content::{ContentLayout, TokenContent};
pub use dns::{DnsRecords, DnsSite, DomainError, encode_domain};
pub use envelope::{Currencies, Message, MessageInfo, Place, normalized_hash};
pub use exit_code::{BODY_EXIT_CODES, explain_body_exit_code};
pub use get_method::*;
pub use mnemonic::{MnemonicError, is_mnemonic, mnemonic_new, mnemonic_to_seed, mnemonic_words};
pub use outcome::{MessageKind, Outcome, Phases, SKIP_REASONS, Verdict};
#[cfg(feature = "api")]
pub use stack::StackForm;
pub use stack::{Stack, StackError, StackFault, StackValue};
pub use state_init::{StateInit, TickTock};
pub use tlb::{DecodeError, DecodeFault};
pub use transaction::{
    AccountStatus, ActionPhase, BouncePhase, ComputePhase, CreditPhase, Description, SkipReason,
    SplitMergeInfo, StateUpdate, StatusChange, StoragePhase, StorageUsed, Transaction, VmDetails,
};
pub use wallet::{
    ActionRule, OldWallet, Request, SignaturePlace, Unsigned, WALLET_V5_BETA, Wallet, WalletIdRule,
    WalletRules, WalletVersion,
};
