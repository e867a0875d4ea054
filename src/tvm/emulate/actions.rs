//! The action phase: runs the actions that the contract listed.

use tycho_executor::ExecutorState;
use tycho_executor::phase::{ActionPhaseContext, ActionPhaseFull, ReceivedMessage};
use tycho_types::cell::Cell;
use tycho_types::models::{AccountState, ExecutedComputePhase};
use tycho_types::num::Tokens;

use super::action_list::ActionList;
use super::compute::Computed;

/// Any error of the crate; its type comes from a crate that is not a dependency here.
pub(super) struct ActionsFailed;

fn failed<E>(_: E) -> ActionsFailed {
    ActionsFailed
}

/// Runs the phase.
pub(super) fn act(
    state: &mut ExecutorState<'_>,
    message: &mut ReceivedMessage,
    computed: &Computed,
    phase: &ExecutedComputePhase,
) -> Result<ActionPhaseFull, ActionsFailed> {
    let list = ActionList::read(&computed.actions, state).map_err(failed)?;
    let (mut again, mut message_again) = (copy(state), message.clone());
    let mut acted = run(state, message, computed, list.root.clone(), phase)?;
    let is_too_large = acted.state_exceeds_limits;
    let done = &mut acted.action_phase;
    done.action_list_hash = *computed.actions.repr_hash();
    if !done.success && done.valid && done.messages_created + done.special_actions > 0 {
        // The crate forgets what networks keep of the actions before the one that failed: the fees of messages, which are noted, and
        // the libraries.
        let count = if is_too_large { Some(done.total_actions.into()) } else { done.result_arg };
        let first = count.and_then(|count| first_actions(&list.root, done.total_actions, count));
        // The size of this state is not checked.
        again.state = AccountState::Active(computed.new_state.clone());
        if let Some(first) = first
            && let Ok(before) = run(&mut again, &mut message_again, computed, first, phase)
            && before.action_phase.success
        {
            done.total_fwd_fees = before.action_phase.total_fwd_fees;
            if let (AccountState::Active(new), AccountState::Active(known)) = (again.state, &mut state.state)
                && !is_too_large
                && known.libraries != new.libraries
            {
                known.libraries = new.libraries;
                state.cached_storage_stat = None;
            }
        }
    }
    if let Some(number) = done.result_arg {
        done.result_code = list.code(number, done.result_code);
        let early = list.skipped_early(number, done.valid);
        done.skipped_actions = done.skipped_actions.saturating_sub(early);
    }
    // Networks write no zeros here.
    done.result_arg = done.result_arg.filter(|argument| *argument != 0);
    done.total_fwd_fees = done.total_fwd_fees.filter(|fees| !fees.is_zero());
    done.total_action_fees = done.total_action_fees.filter(|fees| !fees.is_zero());
    Ok(acted)
}

fn run(
    state: &mut ExecutorState<'_>,
    message: &mut ReceivedMessage,
    computed: &Computed,
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
        .map_err(failed)
}

/// The first of a list of actions, each of which refers to the one before.
fn first_actions(actions: &Cell, total: u16, first: i32) -> Option<Cell> {
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
