//! The compute phase: the contract runs with the message. This phase does not come from the crate `tycho-executor`, so
//! that each step of the machine is counted and checked, and so that additions of the networks of TON are included.

use std::cell::Cell as Shared;

use tycho_executor::ExecutorState;
use tycho_executor::phase::{MsgStateInit, ReceivedMessage};
use tycho_executor::{OwnedExtStorageStat, StorageStatLimits};
use tycho_types::cell::{Cell, CellFamily as _, CellType, HashBytes};
use tycho_types::dict::Dict;
use tycho_types::error::Error;
use tycho_types::models::{
    AccountState, AccountStatus, ComputeGasParams, ComputePhase, ComputePhaseSkipReason, CurrencyCollection,
    ExecutedComputePhase, SimpleLib, SizeLimitsConfig, SkippedComputePhase, StateInit,
};
use tycho_types::num::{Tokens, VarUint24, VarUint56};
use tycho_vm::{BehaviourModifiers, GasParams, LibraryProvider, VmException, VmState, VmVersion};

use super::context::{build_context, build_stack};
use super::settings::Settings;
use crate::tvm::Reason;
use crate::tvm::contract::{Libraries, MACHINE_VERSION};
use crate::tvm::run;
use crate::tvm::watch::KnownContext;
use crate::tvm::work::Work;

/// The maximum gas that the machine can count.
const MAX_GAS: u64 = 1 << 60;

/// The input of the phase besides the account and the message.
pub(super) struct Input<'a> {
    pub(super) settings: &'a Settings,
    pub(super) libraries: &'a Libraries,
    pub(super) knowledge: KnownContext,
    pub(super) ignore_signatures: bool,
    /// The work of all runs of the message.
    pub(super) work: &'a Shared<Work>,
    pub(super) storage_fee: Tokens,
}

/// The result of the phase.
pub(super) struct ComputeResult {
    pub(super) phase: ComputePhase,
    /// Whether the contract accepted the message, even if it failed later.
    pub(super) accepted: bool,
    /// The balance before this phase, without the value of the message.
    pub(super) original_balance: CurrencyCollection,
    pub(super) new_state: StateInit,
    pub(super) actions: Cell,
    /// The exit code, even of a message that was not accepted.
    pub(super) exit_code: Option<i32>,
}

/// Why the outcome is unknown.
pub(super) enum Stopped {
    /// The outcome is not certain.
    Uncertain(Reason),
    /// Amounts or cells exceed those of networks.
    Failed,
}

impl From<Error> for Stopped {
    fn from(_: Error) -> Self {
        Self::Failed
    }
}

/// The libraries of a message or of an account, which its code may use besides those of the masterchain.
type OwnLibraries = Option<Dict<HashBytes, SimpleLib>>;

/// Runs the phase.
pub(super) fn compute(
    state: &mut ExecutorState<'_>,
    message: &ReceivedMessage,
    input: &Input<'_>,
) -> Result<ComputeResult, Stopped> {
    let is_masterchain = state.address.is_masterchain();
    let mut original_balance = state.balance.clone();
    original_balance.try_sub_assign(&message.balance_remaining)?;
    let mut result = ComputeResult {
        phase: skip_phase(ComputePhaseSkipReason::NoGas),
        accepted: false,
        original_balance,
        new_state: match &state.state {
            AccountState::Active(current) => current.clone(),
            AccountState::Uninit | AccountState::Frozen(_) => StateInit::default(),
        },
        actions: Cell::empty_cell(),
        exit_code: None,
    };
    let prices = state.config.gas_prices(is_masterchain);
    let gas_params = prices.compute_gas_params(ComputeGasParams {
        account_balance: &state.balance.tokens,
        message_balance: &message.balance_remaining.tokens,
        is_special: state.is_special,
        is_tx_ordinary: true,
        is_in_msg_external: message.is_external,
    });
    let gas = GasParams {
        max: gas_params.max.min(MAX_GAS),
        limit: gas_params.limit.min(MAX_GAS),
        credit: gas_params.credit.min(MAX_GAS),
        price: prices.gas_price,
    };
    if state.balance.tokens.is_zero() || (gas.limit == 0 && gas.credit == 0) {
        return Ok(result);
    }
    let is_state_of_message = match choose_state(state, message, input, &mut result)? {
        Ok(is_state_of_message) => is_state_of_message,
        Err(reason) => {
            result.phase = skip_phase(reason);
            return Ok(result);
        }
    };
    let own_libraries: (OwnLibraries, OwnLibraries) = (
        message.init.as_ref().map(|init| init.parsed.libraries.clone()),
        match &state.state {
            AccountState::Active(current) if !is_state_of_message => Some(current.libraries.clone()),
            _ => None,
        },
    );
    let libraries = (own_libraries.0, own_libraries.1, input.libraries);
    let code = result.new_state.code.clone();
    if let Some(code) = &code
        && input.settings.is_precompiled(code)?
    {
        return Err(Stopped::Uncertain(Reason::Configuration));
    }
    // A library that is the code of a contract costs no gas.
    let loaded = code.as_ref().map(|code| resolve(code, &libraries)).transpose()?;
    let mut vm = VmState::builder()
        .with_smc_info(build_context(state, message, input.storage_fee, code.unwrap_or_default())?)
        .with_version(VmVersion::Ton(state.config.global.version.min(MACHINE_VERSION)))
        .with_code(loaded)
        .with_data(result.new_state.data.clone().unwrap_or_default())
        .with_libraries(&libraries)
        .with_init_selector(false)
        .with_raw_stack(build_stack(state, message))
        .with_gas(gas)
        .with_modifiers(BehaviourModifiers {
            chksig_always_succeed: input.ignore_signatures,
            ..BehaviourModifiers::default()
        })
        .build();
    let exit_code = if vm.throw_on_code_access {
        // The contract has no code. Unlike other exit codes, this one is reported with its sign inverted.
        !(VmException::Fatal as i32)
    } else {
        Work::update(input.work, |work| run::run(&mut vm, input.knowledge, work))
            .map_err(Stopped::Uncertain)?
    };
    let consumed_gas = vm.gas.consumed();
    let limit = vm.gas.limit();
    result.exit_code = Some(exit_code);
    result.accepted = vm.gas.credit() == 0;
    let success = result.accepted && vm.committed_state.is_some();
    let exit_argument = if success { None } else { vm.stack.get_exit_arg().filter(|value| *value != 0) };
    let steps = vm.steps;
    let committed_state = vm.committed_state.take();
    drop(vm);

    let gas_used = consumed_gas.min(limit);
    let gas_fees =
        if result.accepted && !state.is_special { prices.compute_gas_fee(gas_used) } else { Tokens::ZERO };
    let mut account_activated = false;
    if result.accepted && is_state_of_message {
        account_activated = state.orig_status != AccountStatus::Active;
        state.end_status = AccountStatus::Active;
    }
    if result.accepted
        && let Some(committed_state) = committed_state
    {
        result.new_state.data = Some(committed_state.c4);
        result.actions = committed_state.c5;
    }
    state.balance.try_sub_assign_tokens(gas_fees)?;
    state.total_fees.try_add_assign(gas_fees)?;
    result.phase = ComputePhase::Executed(ExecutedComputePhase {
        success,
        msg_state_used: is_state_of_message,
        account_activated,
        gas_fees,
        gas_used: count(gas_used),
        gas_limit: count(gas.limit),
        gas_credit: (gas.credit != 0).then(|| count_as_uint24(gas.credit)),
        mode: 0,
        exit_code,
        exit_arg: exit_argument,
        vm_steps: u32::try_from(steps).unwrap_or(u32::MAX),
        vm_init_state_hash: HashBytes::ZERO,
        vm_final_state_hash: HashBytes::ZERO,
    });
    Ok(result)
}

/// Returns the code in a cell, or the library that the cell refers to.
fn resolve(code: &Cell, libraries: &impl LibraryProvider) -> Result<Cell, Stopped> {
    if code.cell_type() != CellType::LibraryReference {
        return Ok(code.clone());
    }
    let mut slice = code.as_slice_allow_exotic();
    slice.skip_first(8, 0)?;
    let hash = slice.load_u256()?;
    libraries.find(&hash)?.ok_or(Stopped::Uncertain(Reason::Library(hash.0)))
}

const fn skip_phase(reason: ComputePhaseSkipReason) -> ComputePhase {
    ComputePhase::Skipped(SkippedComputePhase { reason })
}

/// Converts a number; like a node, it replaces a number that is too large by the largest that fits.
fn count(value: u64) -> VarUint56 {
    VarUint56::new(value.min(VarUint56::MAX.into_inner()))
}

fn count_as_uint24(value: u64) -> VarUint24 {
    VarUint24::new(u32::try_from(value).unwrap_or(u32::MAX).min(VarUint24::MAX.into_inner()))
}

/// Returns whether the StateInit of the message becomes the state of the account, or the reason why no code runs.
fn choose_state(
    state: &mut ExecutorState<'_>,
    message: &ReceivedMessage,
    input: &Input<'_>,
    computed: &mut ComputeResult,
) -> Result<Result<bool, ComputePhaseSkipReason>, Error> {
    // The account could not pay for its storage: it is frozen or deleted in any case.
    if matches!(
        (state.orig_status, state.end_status),
        (_, AccountStatus::NotExists) | (AccountStatus::Active, AccountStatus::Frozen)
    ) {
        let is_with_state = message.init.is_some();
        return Ok(Err(if is_with_state {
            ComputePhaseSkipReason::BadState
        } else {
            ComputePhaseSkipReason::NoState
        }));
    }
    let Some(init) = &message.init else {
        return Ok(match &state.state {
            AccountState::Active(_) => Ok(false),
            AccountState::Uninit | AccountState::Frozen(_) => Err(ComputePhaseSkipReason::NoState),
        });
    };
    let is_masterchain = state.address.is_masterchain();
    let mut limits = state.config.size_limits.clone();
    match &state.state {
        AccountState::Active(_) => {
            let is_of_account = init.root_hash() == &state.address.address;
            return Ok(if message.is_external && !is_of_account {
                Err(ComputePhaseSkipReason::BadState)
            } else {
                Ok(false)
            });
        }
        AccountState::Frozen(hash) => {
            if init.root_hash() != hash {
                return Ok(Err(ComputePhaseSkipReason::BadState));
            }
        }
        AccountState::Uninit => {
            if input.settings.is_suspended(&state.address, state.params.block_unixtime)? {
                return Ok(Err(ComputePhaseSkipReason::Suspended));
            }
            if !is_of_address(init, &state.address.address, input.settings.most_prefix_bits) {
                return Ok(Err(ComputePhaseSkipReason::BadState));
            }
            if is_masterchain {
                // An account that is unfrozen may have public libraries again.
                limits.max_acc_public_libraries = 0;
            }
        }
    }
    let Some(size) = measure_state(&init.parsed, &limits, is_masterchain) else {
        return Ok(Err(ComputePhaseSkipReason::BadState));
    };
    state.cached_storage_stat = Some(size);
    computed.new_state = init.parsed.clone();
    state.state = AccountState::Active(init.parsed.clone());
    Ok(Ok(true))
}

/// Returns whether a StateInit belongs to an address. Its hash may differ from the address in the first bits, as many
/// as its split depth.
fn is_of_address(init: &MsgStateInit, address: &HashBytes, most_prefix_bits: u8) -> bool {
    let free_bits = init.parsed.split_depth.map_or(0, |depth| depth.into_bit_len());
    if free_bits > u16::from(most_prefix_bits) {
        return false;
    }
    let free_bits = usize::from(free_bits);
    init.root_hash().0.iter().zip(address.0).enumerate().all(|(index, (a, b))| {
        let skip = free_bits.saturating_sub(8 * index).min(8);
        u16::from(a ^ b) << skip & 0xff == 0
    })
}

/// Measures the cells of a state; `None` if there are too many.
fn measure_state(
    state: &StateInit,
    limits: &SizeLimitsConfig,
    is_masterchain: bool,
) -> Option<OwnedExtStorageStat> {
    let mut size = OwnedExtStorageStat::with_limits(StorageStatLimits {
        bit_count: limits.max_acc_state_bits,
        cell_count: limits.max_acc_state_cells,
    });
    let parts = [state.code.as_ref(), state.data.as_ref(), state.libraries.root().as_ref()];
    if !parts.into_iter().flatten().all(|cell| size.add_cell(cell.clone())) {
        return None;
    }
    if is_masterchain {
        let mut public_count = 0;
        for library in state.libraries.values() {
            public_count += u32::from(library.ok()?.public);
            if public_count > limits.max_acc_public_libraries {
                return None;
            }
        }
    }
    Some(size)
}
