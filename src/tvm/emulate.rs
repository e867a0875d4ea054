//! Transactions computed before they are sent: what a message would do to an account.

mod action_list;
mod actions;
mod bounce;
mod compute;
mod settings;
mod storage;
mod transaction;

use std::rc::Rc;

use tycho_executor::{Executor, ExecutorParams, ExtStorageStat, StorageStatLimits};
use tycho_types::boc::Boc;
use tycho_types::cell::{Cell, CellBuilder, HashBytes, Lazy, Load as _};
use tycho_types::models::{
    Account, ComputePhase, IntAddr, MsgInfo, OptionalAccount, OwnedMessage, ShardAccount, StdAddr,
};
use tycho_types::num::Tokens;

use self::compute::Input;
use self::settings::Settings;
use self::transaction::{Executed, Failure};
use super::contract::{Libraries, bag};
use super::watch::Knowledge;
use super::{Configuration, NEWEST_VERSION, Reason};
use crate::error::{Code, Error};

/// Logical times at which blocks begin.
const LT_ALIGN: u64 = 1_000_000;
/// The oldest version of TVM whose transactions are known here.
const OLDEST_VERSION: u32 = 12;
/// No block is near; a transaction adds one for each message.
const MOST_LT: u64 = 1 << 63;
/// The bits of `ShardAccount`, which is an account with its last transaction.
const SHARD_ACCOUNT_BITS: u16 = 256 + 64;

/// What surrounds transactions: the network, and the block.
#[derive(Clone, Debug)]
pub struct Emulator {
    configuration: Rc<Configuration>,
    allow_newer: bool,
    now: u32,
    lt: u64,
    seed: Option<[u8; 32]>,
    ignore_signatures: bool,
    libraries: Libraries,
    most_steps: u64,
}

/// What would become of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emulated {
    /// A transaction.
    Done(Box<Transaction>),
    /// The account would not accept the external message, which then is in no block and costs nothing.
    NotAccepted(Refusal),
    /// What would happen is not certain.
    Unknown(Reason),
}

/// A transaction that would be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// A bag with it (`Transaction`).
    pub transaction: Vec<u8>,
    /// A bag with the account after it (`ShardAccount`).
    pub account: Vec<u8>,
    /// The exit code; `None` if no code ran.
    pub exit_code: Option<i32>,
    /// Gas.
    pub gas_used: u64,
    /// Nanocoins.
    pub total_fees: u128,
    /// Bags with the messages that it sends.
    pub messages: Vec<Vec<u8>>,
    /// Whether the contract draws random numbers, which are others on the network unless the seed is that of its block.
    pub is_random: bool,
}

/// Why an account does not accept an external message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is larger, or deeper, than external messages may be.
    TooLarge,
    /// The account cannot pay for the import, or for gas.
    NoFunds,
    /// The account has no contract, and the message brings none.
    NoState,
    /// The message brings a StateInit that is not the one of the account.
    BadState,
    /// No contract may be deployed at this address.
    Suspended,
    /// The contract ended with this exit code before it accepted the message.
    ExitCode(i32),
}

impl Refusal {
    /// What the npm package calls it.
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

fn invalid(parameter: &'static str, message: impl Into<String>) -> Error {
    Error::new(Code::InvalidParameter, message.into()).parameter(parameter)
}

impl Emulator {
    /// Transactions in a block of this time (Unix, in seconds), none of which has a logical time below `lt`. Where that is 0, each is in the
    /// first block after its account's last transaction.
    #[must_use]
    pub fn new(configuration: Rc<Configuration>, now: u32, lt: u64) -> Self {
        Self {
            configuration,
            allow_newer: false,
            now,
            lt,
            seed: None,
            ignore_signatures: false,
            libraries: Libraries::default(),
            most_steps: super::Limits::default().steps,
        }
    }

    /// Also if the configuration names a version of TVM that is newer than [`NEWEST_VERSION`].
    #[must_use]
    pub const fn allow_newer_version(mut self, allow: bool) -> Self {
        self.allow_newer = allow;
        self
    }

    /// With the seed of the block. Without one random numbers are made up, and [`Transaction::is_random`] says where.
    #[must_use]
    pub const fn with_seed(mut self, seed: Option<[u8; 32]>) -> Self {
        self.seed = seed;
        self
    }

    /// Takes every signature for a valid one, for messages that are not signed yet.
    #[must_use]
    pub const fn ignore_signatures(mut self, ignore: bool) -> Self {
        self.ignore_signatures = ignore;
        self
    }

    /// With another limit of instructions than 1000000; more are [`Reason::TooComplex`].
    #[must_use]
    pub const fn with_step_limit(mut self, steps: u64) -> Self {
        self.most_steps = steps;
        self
    }

    /// With a library of the masterchain, which is found by its hash.
    ///
    /// # Errors
    ///
    /// `boc_invalid` with `libraries` in `parameter`.
    pub fn add_library(&mut self, boc: &[u8]) -> Result<(), Error> {
        self.libraries.add(boc)
    }

    /// What a message would do to an account: a bag with `ShardAccount` or `Account`, or `None` if there is no account, and a bag with the
    /// message for it. The result has the account as it would be then.
    ///
    /// # Errors
    ///
    /// `boc_invalid`; `message_invalid` for a message, an account or a configuration that cannot be read; `invalid_parameter` for a
    /// message to another account, an account of another time, and amounts that no network has.
    pub fn run(&self, account: Option<&[u8]>, message: &[u8]) -> Result<Emulated, Error> {
        let root = bag("message", message)?;
        let (address, is_external) = destination(&root)?;
        let original = shard_account(account)?;
        let loaded = original.load_account().map_err(|_| unreadable("account"))?;
        self.check_account(loaded.as_ref(), &address)?;
        let version = self.configuration.version();
        if version < OLDEST_VERSION || (version > NEWEST_VERSION && !self.allow_newer) {
            return Ok(Emulated::Unknown(Reason::Version));
        }
        let settings = Settings::read(&self.configuration.params(), self.now, address.is_masterchain())
            .map_err(|_| unreadable("config"))?;
        let limits = &settings.parsed.size_limits;
        if is_external {
            let most = usize::try_from(limits.max_ext_msg_size).unwrap_or(usize::MAX);
            if message.len() > most || root.repr_depth() > limits.max_ext_msg_depth {
                return Ok(Emulated::NotAccepted(Refusal::TooLarge));
            }
        }
        let after = loaded.as_ref().map_or(0, |account| account.last_trans_lt);
        let lt = if self.lt == 0 { (after / LT_ALIGN + 1) * LT_ALIGN } else { self.lt };
        let params = ExecutorParams {
            rand_seed: HashBytes(self.seed.unwrap_or_default()),
            block_unixtime: self.now,
            block_lt: lt - lt % LT_ALIGN,
            strict_extra_currency: true,
            ..ExecutorParams::default()
        };
        let execute = |is_random: bool| -> Result<Result<Executed, Refusal>, Failure> {
            let executor = Executor::new(&params, &settings.parsed).with_min_lt(lt);
            let mut state = executor.begin(&address, loaded.clone()).map_err(|_| Failure::Invalid)?;
            let received = match state.receive_in_msg(root.clone()) {
                Ok(received) => received,
                Err(_) if is_external => return Ok(Err(import_refusal(&root, &settings))),
                Err(_) => return Err(Failure::Invalid),
            };
            let input = Input {
                settings: &settings,
                libraries: &self.libraries,
                knowledge: Knowledge::of_transaction(version, is_random),
                ignore_signatures: self.ignore_signatures,
                most_steps: self.most_steps,
                storage_fee: Tokens::ZERO,
            };
            transaction::execute(state, received, &original, input).map(Ok)
        };
        let mut is_random = false;
        let executed = match execute(self.seed.is_some()) {
            Err(Failure::Uncertain(Reason::Random | Reason::Context)) => {
                is_random = true;
                execute(true)
            }
            executed => executed,
        };
        match executed {
            Err(Failure::Uncertain(reason)) => Ok(Emulated::Unknown(reason)),
            Err(Failure::Invalid) => Err(invalid(
                "message",
                "no network executes this message: its amounts, or those of the account",
            )),
            Ok(Err(refusal)) => Ok(Emulated::NotAccepted(refusal)),
            Ok(Ok(Executed::NotAccepted(computed))) => {
                Ok(Emulated::NotAccepted(refusal_of(&computed.phase, computed.exit_code)))
            }
            Ok(Ok(Executed::Done(output))) => transaction_of(&output, is_random),
        }
    }

    fn check_account(&self, account: Option<&Account>, address: &StdAddr) -> Result<(), Error> {
        if self.lt >= MOST_LT {
            return Err(invalid("lt", "`lt` is beyond that of any block"));
        }
        let Some(account) = account else { return Ok(()) };
        if !matches!(&account.address, IntAddr::Std(own) if own == address) {
            return Err(invalid("message", "the message is for another account"));
        }
        if account.last_trans_lt >= MOST_LT {
            return Err(invalid("account", "the account is of a logical time that no block has"));
        }
        if account.storage_stat.last_paid > self.now {
            return Err(invalid("now", "`now` is before the last transaction of the account"));
        }
        Ok(())
    }
}

fn unreadable(parameter: &'static str) -> Error {
    Error::new(Code::MessageInvalid, format!("`{parameter}` cannot be read")).parameter(parameter)
}

/// The account that receives a message, and whether the message comes from outside.
fn destination(root: &Cell) -> Result<(StdAddr, bool), Error> {
    let message = root
        .as_slice()
        .and_then(|mut slice| {
            let message = OwnedMessage::load_from(&mut slice)?;
            if slice.is_empty() { Ok(message) } else { Err(tycho_types::error::Error::InvalidData) }
        })
        .map_err(|_| unreadable("message"))?;
    let (address, is_external) = match message.info {
        MsgInfo::Int(info) => {
            if info.created_lt >= MOST_LT {
                return Err(invalid("message", "the message is of a logical time that no block has"));
            }
            (info.dst, false)
        }
        MsgInfo::ExtIn(info) => (info.dst, true),
        MsgInfo::ExtOut(_) => return Err(invalid("message", "the message is for no account")),
    };
    match address {
        IntAddr::Std(address) if address.anycast.is_none() => Ok((address, is_external)),
        _ => Err(invalid("message", "the message is for an address that no account has")),
    }
}

/// The account, with its last transaction where that is known.
fn shard_account(boc: Option<&[u8]>) -> Result<ShardAccount, Error> {
    let none = || {
        Lazy::new(&OptionalAccount(None)).map(|account| ShardAccount {
            account,
            last_trans_hash: HashBytes::ZERO,
            last_trans_lt: 0,
        })
    };
    let Some(boc) = boc else { return none().map_err(|_| unreadable("account")) };
    let root = bag("account", boc)?;
    if root.bit_len() == SHARD_ACCOUNT_BITS && root.reference_count() == 1 {
        return root.parse::<ShardAccount>().map_err(|_| unreadable("account"));
    }
    let account = root.parse::<OptionalAccount>().map_err(|_| unreadable("account"))?;
    let Some(account) = account.0 else { return none().map_err(|_| unreadable("account")) };
    Ok(ShardAccount {
        account: Lazy::new(&OptionalAccount(Some(account))).map_err(|_| unreadable("account"))?,
        last_trans_hash: HashBytes::ZERO,
        last_trans_lt: 0,
    })
}

/// Why an external message is not even received.
fn import_refusal(root: &Cell, settings: &Settings) -> Refusal {
    let limits = &settings.parsed.size_limits;
    let limits = StorageStatLimits { bit_count: limits.max_msg_bits, cell_count: limits.max_msg_cells };
    let slice = root.as_slice_allow_exotic();
    match ExtStorageStat::compute_for_slice(&slice, limits) {
        Some(_) => Refusal::NoFunds,
        None => Refusal::TooLarge,
    }
}

fn refusal_of(phase: &ComputePhase, exit_code: Option<i32>) -> Refusal {
    use tycho_types::models::ComputePhaseSkipReason as Skip;
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

fn transaction_of(output: &tycho_executor::ExecutorOutput, is_random: bool) -> Result<Emulated, Error> {
    let internal = || Error::new(Code::Internal, "the transaction cannot be written");
    let transaction = output.transaction.load().map_err(|_| internal())?;
    let info = transaction.load_info().map_err(|_| internal())?;
    let (exit_code, gas_used) = match &info {
        tycho_types::models::TxInfo::Ordinary(info) => match &info.compute_phase {
            ComputePhase::Executed(phase) => (Some(phase.exit_code), phase.gas_used.into_inner()),
            ComputePhase::Skipped(_) => (None, 0),
        },
        tycho_types::models::TxInfo::TickTock(_) => (None, 0),
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
