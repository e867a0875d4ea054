//! The action phase: runs the actions that the contract listed.

use tycho_executor::ExecutorState;
use tycho_executor::phase::{ActionPhaseContext, ActionPhaseFull, ReceivedMessage};
use tycho_types::cell::Cell;
use tycho_types::models::{AccountState, ExecutedComputePhase};
use tycho_types::num::Tokens;

use super::action_list::ActionList;
use super::compute::ComputeResult;

/// Any error of the crate `tycho-executor`, whose error type is from a crate that is not a dependency here.
pub(super) struct ActionsFailed;

fn to_failure<E>(_: E) -> ActionsFailed {
    ActionsFailed
}

/// Runs the phase.
pub(super) fn run_phase(
    state: &mut ExecutorState<'_>,
    message: &mut ReceivedMessage,
    computed: &ComputeResult,
    phase: &ExecutedComputePhase,
) -> Result<ActionPhaseFull, ActionsFailed> {
    let list = ActionList::read(&computed.actions, state).map_err(to_failure)?;
    let (mut retry_state, mut retry_message) = (copy(state), message.clone());
    let mut result = run(state, message, computed, list.root.clone(), phase)?;
    let is_too_large = result.state_exceeds_limits;
    let action_phase = &mut result.action_phase;
    action_phase.action_list_hash = *computed.actions.repr_hash();
    if !action_phase.success
        && action_phase.valid
        && action_phase.messages_created + action_phase.special_actions > 0
    {
        // Of the actions before the failed one, networks keep the recorded fees of messages and the changed libraries; the
        // crate drops them. So these actions run a second time.
        let count =
            if is_too_large { Some(action_phase.total_actions.into()) } else { action_phase.result_arg };
        let first = count.and_then(|count| take_first_actions(&list.root, action_phase.total_actions, count));
        // The first run has checked the size of the state.
        retry_state.state = AccountState::Active(computed.new_state.clone());
        if let Some(first) = first
            && let Ok(result_before) = run(&mut retry_state, &mut retry_message, computed, first, phase)
            && result_before.action_phase.success
        {
            action_phase.total_fwd_fees = result_before.action_phase.total_fwd_fees;
            if let (AccountState::Active(retried), AccountState::Active(current)) =
                (retry_state.state, &mut state.state)
                && !is_too_large
                && current.libraries != retried.libraries
            {
                current.libraries = retried.libraries;
                state.cached_storage_stat = None;
            }
        }
    }
    if let Some(number) = action_phase.result_arg {
        action_phase.result_code = list.find_network_code(number, action_phase.result_code);
        let skipped_early = list.count_skipped_early(number, action_phase.valid);
        action_phase.skipped_actions = action_phase.skipped_actions.saturating_sub(skipped_early);
    }
    // Networks leave these fields absent instead of zero.
    action_phase.result_arg = action_phase.result_arg.filter(|argument| *argument != 0);
    action_phase.total_fwd_fees = action_phase.total_fwd_fees.filter(|fees| !fees.is_zero());
    action_phase.total_action_fees = action_phase.total_action_fees.filter(|fees| !fees.is_zero());
    Ok(result)
}

fn run(
    state: &mut ExecutorState<'_>,
    message: &mut ReceivedMessage,
    computed: &ComputeResult,
    actions: Cell,
    phase: &ExecutedComputePhase,
) -> Result<ActionPhaseFull, ActionsFailed> {
    state
        .action_phase(ActionPhaseContext {
            received_message: Some(message),
            original_balance: computed.original_balance.clone(),
            new_state: computed.new_state.clone(),
            actions,
            compute_phase: phase,
            inspector: None,
        })
        .map_err(to_failure)
}

/// Takes the first actions of a list, in which each action refers to the previous one.
fn take_first_actions(actions: &Cell, total: u16, first: i32) -> Option<Cell> {
    let mut list = actions.clone();
    for _ in 0..i32::from(total).checked_sub(first)? {
        list = list.reference_cloned(0)?;
    }
    Some(list)
}

fn copy<'a>(state: &ExecutorState<'a>) -> ExecutorState<'a> {
    ExecutorState {
        params: state.params,
        config: state.config,
        is_special: state.is_special,
        is_marks_authority: state.is_marks_authority,
        is_suspended_by_marks: state.is_suspended_by_marks,
        address: state.address.clone(),
        storage_stat: state.storage_stat.clone(),
        balance: state.balance.clone(),
        state: state.state.clone(),
        orig_status: state.orig_status,
        end_status: state.end_status,
        start_lt: state.start_lt,
        end_lt: state.end_lt,
        out_msgs: Vec::new(),
        total_fees: Tokens::ZERO,
        burned: Tokens::ZERO,
        cached_storage_stat: None,
    }
}
