//! The bounce phase: the rest of a message's value goes back to its sender.
//!
//! Written here because the phase of the crate `tycho-executor` differs from networks of TON: in the value in
//! new-format bodies, in fees for extra currencies, and in its record if too little value is left.

use tycho_executor::phase::ReceivedMessage;
use tycho_executor::{ExecutorState, ExtStorageStat, StorageStatLimits};
use tycho_types::cell::{Cell, CellBuilder, CellFamily as _, Lazy, Store as _};
use tycho_types::error::Error;
use tycho_types::models::{
    BouncePhase, BounceReason, ExecutedBouncePhase, IntAddr, IntMsgInfo, MsgInfo, NewBounceBody,
    NewBounceComputePhaseInfo, NewBounceOriginalInfo, NoFundsBouncePhase, StorageUsedShort,
};
use tycho_types::num::{Tokens, VarUint56};

/// Since this version, extra currencies in a message that bounces cost nothing.
const FREE_EXTRA_CURRENCIES: u32 = 13;
/// Bits of the body that go back in the old format.
const OLD_BODY_BITS: u16 = 256;
const MASTERCHAIN: i32 = -1;

/// The results of the earlier phases.
pub(super) struct Reason {
    pub(super) reason: BounceReason,
    pub(super) gas_fees: Tokens,
    pub(super) action_fine: Tokens,
    pub(super) compute: Option<NewBounceComputePhaseInfo>,
}

/// Runs the phase.
pub(super) fn run_phase(
    state: &mut ExecutorState<'_>,
    message: &ReceivedMessage,
    reason: &Reason,
) -> Result<BouncePhase, Error> {
    let MsgInfo::Int(mut info) = message.root.parse::<MsgInfo>()? else { return Err(Error::InvalidData) };
    std::mem::swap(&mut info.src, &mut info.dst);
    let body = build_body(message, &info, reason)?;
    let to_masterchain = check_destination(state, &info.dst)?;

    let mut size = ExtStorageStat::with_limits(StorageStatLimits::UNLIMITED);
    if state.config.global.version < FREE_EXTRA_CURRENCIES
        && let Some(extra) = info.value.other.as_dict().root()
    {
        size.add_cell(extra.as_ref());
    }
    for cell in body.references() {
        size.add_cell(cell.as_ref());
    }
    let msg_size = StorageUsedShort {
        cells: VarUint56::new(u64::from(size.cells)),
        bits: VarUint56::new(u64::from(size.bits)),
    };
    let prices = state.config.fwd_prices(to_masterchain || state.address.is_masterchain());
    let fwd_fees = prices.compute_fwd_fee(size.stats());
    let mut value = message.balance_remaining.clone();
    let remaining = value
        .tokens
        .checked_sub(reason.gas_fees)
        .and_then(|remaining| remaining.checked_sub(reason.action_fine));
    let Some((remaining, rest)) =
        remaining.and_then(|remaining| Some((remaining, remaining.checked_sub(fwd_fees)?)))
    else {
        return Ok(BouncePhase::NoFunds(NoFundsBouncePhase { msg_size, req_fwd_fees: fwd_fees }));
    };
    value.tokens = remaining;
    state.balance.try_sub_assign(&value)?;
    let msg_fees = prices.get_first_part(fwd_fees);
    state.total_fees.try_add_assign(msg_fees)?;
    let fwd_fees = fwd_fees.checked_sub(msg_fees).ok_or(Error::InvalidData)?;

    value.tokens = rest;
    info.ihr_disabled = true;
    info.bounce = false;
    info.bounced = true;
    info.value = value;
    info.fwd_fee = fwd_fees;
    info.created_lt = state.end_lt;
    info.created_at = state.params.block_unixtime;
    state.out_msgs.push(Lazy::from_raw(write_message(info, body)?)?);
    state.end_lt += 1;
    Ok(BouncePhase::Executed(ExecutedBouncePhase { msg_size, msg_fees, fwd_fees }))
}

/// Builds the body of the message that goes back.
fn build_body(message: &ReceivedMessage, info: &IntMsgInfo, reason: &Reason) -> Result<CellBuilder, Error> {
    let (range, cell) = &message.body;
    let original = range.apply_allow_exotic(cell);
    let mut body = CellBuilder::new();
    if !info.extra_flags.is_new_bounce_format() {
        body.store_u32(u32::MAX)?;
        body.store_slice(original.get_prefix(OLD_BODY_BITS, 0))?;
        return Ok(body);
    }
    let (bounced_by_phase, exit_code) = reason.reason.flatten();
    let returned_body =
        if info.extra_flags.is_full_body_in_bounced() { original } else { original.without_references() };
    NewBounceBody {
        original_body: CellBuilder::build_from(returned_body)?,
        original_info: Lazy::new(&NewBounceOriginalInfo {
            value: info.value.clone(),
            created_lt: info.created_lt,
            created_at: info.created_at,
        })?,
        bounced_by_phase,
        exit_code,
        compute_phase: reason.compute.clone(),
    }
    .store_into(&mut body, Cell::empty_context())?;
    Ok(body)
}

/// Returns whether the message goes to the masterchain. Fails for an address to which networks do not send messages.
fn check_destination(state: &ExecutorState<'_>, address: &IntAddr) -> Result<bool, Error> {
    let IntAddr::Std(address) = address else { return Err(Error::InvalidData) };
    if address.anycast.is_none() && accepts_messages(state, i32::from(address.workchain)) {
        Ok(address.is_masterchain())
    } else {
        Err(Error::InvalidData)
    }
}

/// Returns whether accounts of a workchain receive messages.
pub(super) fn accepts_messages(state: &ExecutorState<'_>, workchain: i32) -> bool {
    workchain == MASTERCHAIN
        || state.config.workchains.get(&workchain).is_some_and(|description| description.accept_msgs)
}

fn write_message(info: IntMsgInfo, body: CellBuilder) -> Result<Cell, Error> {
    let mut message = CellBuilder::new();
    MsgInfo::Int(info).store_into(&mut message, Cell::empty_context())?;
    // The message has no StateInit. The body follows, inline or in a separate cell.
    message.store_bit_zero()?;
    if message.has_capacity(1 + body.size_bits(), body.size_refs()) {
        message.store_bit_zero()?;
        message.store_builder(&body)?;
    } else {
        message.store_bit_one()?;
        message.store_reference(body.build()?)?;
    }
    message.build()
}
