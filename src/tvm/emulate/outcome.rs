//! The outcome of a message that was not sent.

use tycho_executor::ExecutorOutput;
use tycho_types::boc::Boc;
use tycho_types::cell::CellBuilder;
use tycho_types::models::{ComputePhase, ComputePhaseSkipReason as Skip, TxInfo};

use crate::error::{Code, Error};
use crate::tvm::Reason;

/// The outcome of a message that was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emulated {
    /// The account executes this transaction.
    Done(Box<Transaction>),
    /// The account would not accept the external message; then it is not in any block and costs nothing.
    NotAccepted(Refusal),
    /// The outcome is not certain.
    Unknown(Reason),
}

/// A transaction that would be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// A bag with the transaction (`Transaction`).
    pub transaction: Vec<u8>,
    /// A bag with the account after the transaction (`ShardAccount`).
    pub account: Vec<u8>,
    /// The exit code; `None` if no code ran.
    pub exit_code: Option<i32>,
    /// Gas that was used.
    pub gas_used: u64,
    /// All fees in nanocoins.
    pub total_fees: u128,
    /// Bags with the messages that the transaction sends.
    pub messages: Vec<Vec<u8>>,
    /// Whether the contract uses random numbers, which differ on the network unless the seed is that of its block.
    pub is_random: bool,
}

/// Why an account does not accept an external message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The message is larger or deeper than external messages may be.
    TooLarge,
    /// The account cannot pay for the import, or for gas.
    NoFunds,
    /// The account has no contract, and the message has no StateInit.
    NoState,
    /// The message has a StateInit that does not belong to the account.
    BadState,
    /// Contracts must not be deployed at this address.
    Suspended,
    /// The contract ended with this exit code before it accepted the message.
    ExitCode(i32),
}

impl Refusal {
    /// Returns the name of the refusal in the npm package.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::NoFunds => "no_funds",
            Self::NoState => "no_state",
            Self::BadState => "bad_state",
            Self::Suspended => "suspended",
            Self::ExitCode(_) => "exit_code",
        }
    }
}

pub(super) fn build_refusal(phase: &ComputePhase, exit_code: Option<i32>) -> Refusal {
    match (phase, exit_code) {
        (_, Some(exit_code)) => Refusal::ExitCode(exit_code),
        (ComputePhase::Skipped(skipped), None) => match skipped.reason {
            Skip::NoState => Refusal::NoState,
            Skip::BadState => Refusal::BadState,
            Skip::NoGas => Refusal::NoFunds,
            Skip::Suspended => Refusal::Suspended,
        },
        (ComputePhase::Executed(_), None) => Refusal::NoState,
    }
}

pub(super) fn build_transaction(output: &ExecutorOutput, is_random: bool) -> Result<Emulated, Error> {
    let internal = || Error::new(Code::Internal, "the transaction cannot be written");
    let transaction = output.transaction.load().map_err(|_| internal())?;
    let info = transaction.load_info().map_err(|_| internal())?;
    let (exit_code, gas_used) = match &info {
        TxInfo::Ordinary(info) => match &info.compute_phase {
            ComputePhase::Executed(phase) => (Some(phase.exit_code), phase.gas_used.into_inner()),
            ComputePhase::Skipped(_) => (None, 0),
        },
        TxInfo::TickTock(_) => (None, 0),
    };
    Ok(Emulated::Done(Box::new(Transaction {
        transaction: Boc::encode(output.transaction.inner()),
        account: Boc::encode(CellBuilder::build_from(&output.new_state).map_err(|_| internal())?),
        exit_code,
        gas_used,
        total_fees: output.transaction_meta.total_fees.into_inner(),
        messages: output
            .transaction_meta
            .out_msgs
            .iter()
            .map(|message| Boc::encode(message.inner()))
            .collect(),
        is_random,
    })))
}
