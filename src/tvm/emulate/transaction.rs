//! Executes a transaction phase by phase.

use tycho_executor::phase::{ReceivedMessage, StoragePhaseContext};
use tycho_executor::{ExecutorOutput, ExecutorState, UncommittedTransaction};
use tycho_types::cell::Cell;
use tycho_types::models::{
    AccountState, AccountStatus, AccountStatusChange, ActionPhase, BounceReason, ComputePhase,
    NewBounceComputePhaseInfo, OrdinaryTxInfo, ShardAccount, StoragePhase,
};
use tycho_types::num::Tokens;

use super::compute::{self, ComputeResult, Input, Stopped};
use super::settings::Settings;
use super::{actions, bounce, storage};
use crate::tvm::work::Work;

/// Since this version, an account that is deleted because it cannot pay for its storage counts as destroyed.
const DELETED_IN_STORAGE: u32 = 13;
/// Since this version, failed actions do not reduce the value that bounces.
const WHOLE_BALANCE_BACK: u32 = 14;

/// The outcome of a message.
pub(super) enum ExecutionResult {
    Done(Box<ExecutorOutput>),
    /// An external message that the contract did not accept.
    NotAccepted(Box<ComputeResult>),
}

/// Why there is no transaction: its outcome is not certain, or amounts or cells are invalid.
#[derive(Debug)]
pub(super) enum Failure {
    Uncertain(crate::tvm::Reason),
    Invalid,
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Uncertain(reason) => Self::Uncertain(reason),
            Stopped::Failed => Self::Invalid,
        }
    }
}

/// Turns any error of the crate `tycho-executor` into a failure; its error type is from a crate that is not a dependency
/// here.
fn to_failure<E>(_: E) -> Failure {
    Failure::Invalid
}

/// Runs all phases of a message that was received.
pub(super) fn execute(
    mut state: ExecutorState<'_>,
    mut message: ReceivedMessage,
    original: &ShardAccount,
    mut input: Input<'_>,
) -> Result<ExecutionResult, Failure> {
    let root = message.root.clone();
    // The value of a message that bounces is credited after the account has paid for its storage.
    let (storage_phase, credit_phase) = if message.bounce_enabled {
        let storage = pay_for_storage(&mut state, &mut message, false)?;
        (storage, Some(state.credit_phase(&message).map_err(to_failure)?))
    } else {
        let credit =
            if message.is_external { None } else { Some(state.credit_phase(&message).map_err(to_failure)?) };
        (pay_for_storage(&mut state, &mut message, true)?, credit)
    };
    input.storage_fee = storage_phase.storage_fees_collected;
    let mut compute_result = compute::compute(&mut state, &message, &input)?;
    if message.is_external && !compute_result.accepted {
        return Ok(ExecutionResult::NotAccepted(Box::new(compute_result)));
    }
    // Transactions of the network leave these fields about deployments empty.
    if let ComputePhase::Executed(phase) = &mut compute_result.phase {
        phase.msg_state_used = false;
        phase.account_activated = false;
    }
    let version = state.config.global.version;
    let mut destroyed =
        storage_phase.status_change == AccountStatusChange::Deleted && version >= DELETED_IN_STORAGE;
    let mut bounce = true;
    let mut action_fine = Tokens::ZERO;
    let mut action_phase = None;
    if let ComputePhase::Executed(phase) = &compute_result.phase
        && phase.success
    {
        let balance_before = message.balance_remaining.clone();
        let action_result =
            actions::run_phase(&mut state, &mut message, &compute_result, phase).map_err(to_failure)?;
        let cells = action_result.action_phase.total_message_size.cells.into_inner();
        Work::update(input.work, |work| work.add_cells(cells)).map_err(Failure::Uncertain)?;
        if !action_result.action_phase.success && version >= WHOLE_BALANCE_BACK {
            message.balance_remaining = balance_before;
        }
        destroyed |= action_result.action_phase.status_change == AccountStatusChange::Deleted;
        bounce = action_result.state_exceeds_limits || action_result.bounce;
        action_fine = action_result.action_fine;
        action_phase = Some(action_result.action_phase);
    }
    let mut bounce_phase = None;
    if bounce && message.bounce_enabled {
        let reason = build_bounce_reason(&compute_result.phase, action_phase.as_ref(), action_fine);
        bounce_phase = Some(bounce::run_phase(&mut state, &message, &reason).map_err(to_failure)?);
    }
    let aborted = !action_phase.as_ref().is_some_and(|phase| phase.success);
    let info = OrdinaryTxInfo {
        credit_first: !message.bounce_enabled,
        storage_phase: Some(storage_phase),
        credit_phase,
        compute_phase: compute_result.phase,
        action_phase,
        aborted,
        bounce_phase,
        destroyed,
    };
    commit_state(state, original, root, info, input.settings)
}

/// Builds the reason why a message bounces, with the fees paid before.
fn build_bounce_reason(
    compute: &ComputePhase,
    action: Option<&ActionPhase>,
    action_fine: Tokens,
) -> bounce::Reason {
    let (reason, gas_fees, compute) = match compute {
        ComputePhase::Executed(phase) => (
            BounceReason::ComputePhaseFailed { exit_code: phase.exit_code },
            phase.gas_fees,
            Some(NewBounceComputePhaseInfo {
                gas_used: u32::try_from(phase.gas_used.into_inner()).unwrap_or(u32::MAX),
                vm_steps: phase.vm_steps,
            }),
        ),
        ComputePhase::Skipped(phase) => (BounceReason::ComputePhaseSkipped(phase.reason), Tokens::ZERO, None),
    };
    let reason =
        action.map_or(reason, |phase| BounceReason::ActionPhaseFailed { result_code: phase.result_code });
    bounce::Reason { reason, gas_fees, action_fine, compute }
}

fn commit_state(
    mut state: ExecutorState<'_>,
    original: &ShardAccount,
    message: Cell,
    info: OrdinaryTxInfo,
    settings: &Settings,
) -> Result<ExecutionResult, Failure> {
    let account_before = original.load_account().map_err(to_failure)?;
    state.storage_stat.storage_extra =
        storage::compute_extra_currencies(&state, account_before.as_ref(), settings).map_err(to_failure)?;
    // The account was deleted because it could not pay, and then received the value of the message.
    if state.end_status == AccountStatus::NotExists && !state.balance.is_zero() {
        state.end_status = AccountStatus::Uninit;
        state.state = AccountState::Uninit;
    }
    let transaction =
        UncommittedTransaction::with_info(state, original, Some(message), info).map_err(to_failure)?;
    Ok(ExecutionResult::Done(Box::new(transaction.commit().map_err(to_failure)?)))
}

fn pay_for_storage(
    state: &mut ExecutorState<'_>,
    message: &mut ReceivedMessage,
    adjust_msg_balance: bool,
) -> Result<StoragePhase, Failure> {
    state
        .storage_phase(StoragePhaseContext {
            adjust_msg_balance,
            received_message: Some(message),
            inspector: None,
        })
        .map_err(to_failure)
}
