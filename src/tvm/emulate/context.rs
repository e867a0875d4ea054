//! The input of a running contract: its stack and its context (register c7).

use tycho_executor::ExecutorState;
use tycho_executor::phase::ReceivedMessage;
use tycho_types::cell::{Cell, Load as _};
use tycho_types::error::Error;
use tycho_types::models::{IntAddr, IntMsgInfo, MsgType};
use tycho_types::num::Tokens;
use tycho_vm::{SafeRc, SmcInfoBase, SmcInfoTonV11, Stack, Tuple, UnpackedInMsgSmcInfo, tuple};

/// Builds the context of the contract (register c7).
pub(super) fn build_context(
    state: &ExecutorState<'_>,
    message: &ReceivedMessage,
    storage_fee: Tokens,
    code: Cell,
) -> Result<SmcInfoTonV11, Error> {
    let params = state.params;
    Ok(SmcInfoBase::new()
        .with_now(params.block_unixtime)
        .with_block_lt(params.block_lt)
        .with_tx_lt(state.start_lt)
        .with_mixed_rand_seed(&params.rand_seed, &state.address.address)
        .with_account_balance(state.balance.clone())
        .with_account_addr(state.address.clone().into())
        .with_config(state.config.raw.params.clone())
        .require_ton_v4()
        .with_code(code)
        .with_message_balance(message.balance_remaining.clone())
        .with_storage_fees(storage_fee)
        .require_ton_v6()
        .with_unpacked_config(state.config.unpacked.as_tuple())
        .with_due_payment(state.storage_stat.due_payment.unwrap_or_default())
        .require_ton_v11()
        .with_unpacked_in_msg(unpack_message(message)?))
}

/// Returns the parts of an internal message, as contracts read them.
fn unpack_message(message: &ReceivedMessage) -> Result<Option<SafeRc<Tuple>>, Error> {
    let mut slice = message.root.as_slice()?;
    if MsgType::load_from(&mut slice)? != MsgType::Int {
        return Ok(None);
    }
    let mut source_slice = slice;
    // Three flags come before the source.
    source_slice.skip_first(3, 0)?;
    let mut source = source_slice;
    IntAddr::load_from(&mut source_slice)?;
    source.skip_last(source_slice.size_bits(), source_slice.size_refs())?;
    let info = IntMsgInfo::load_from(&mut slice)?;
    let tuple = UnpackedInMsgSmcInfo {
        bounce: info.bounce,
        bounced: info.bounced,
        src_addr: (source.range(), message.root.clone()).into(),
        fwd_fee: info.fwd_fee,
        created_lt: info.created_lt,
        created_at: info.created_at,
        original_value: info.value.tokens,
        remaining_value: message.balance_remaining.clone(),
        state_init: message.init.as_ref().map(|init| init.root.clone()),
    };
    Ok(Some(tuple.into_tuple()))
}

pub(super) fn build_stack(state: &ExecutorState<'_>, message: &ReceivedMessage) -> SafeRc<Stack> {
    SafeRc::new(Stack::with_items(tuple![
        int state.balance.tokens,
        int message.balance_remaining.tokens,
        cell message.root.clone(),
        slice message.body.clone(),
        int if message.is_external { -1 } else { 0 },
    ]))
}
