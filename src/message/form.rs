//! How fields are stored. The npm package and its documents are made from these tables.

pub use super::field::{Field, Form, Variant};
use super::tlb::Tlb as _;
use super::{Account, AccountState, BlockId, ShardAccount, StateInit};

/// All forms that the npm package decodes, besides bodies.
///
/// ```
/// use ton_edge::message::form::{FORMS, Form};
/// assert!(FORMS.iter().any(|form| matches!(form, Form::Record("Transaction", _, _))));
/// ```
pub static FORMS: &[Form] = &[
    super::envelope::FORM,
    super::transaction::FORM,
    StateInit::FORM,
    AccountState::FORM,
    Account::FORM,
    ShardAccount::FORM,
    BlockId::FORM,
];
