//! Computes the transaction of a message on an account before the message is sent.
//!
//! ```no_run
//! use std::rc::Rc;
//! use ton_edge::tvm::Configuration;
//! use ton_edge::tvm::emulate::{Emulated, Emulator};
//!
//! // Bags: of `getConfigAll`, of `getShardAccountCell`, and of the message.
//! let bags: [&[u8]; 3] = [&[], &[], &[]];
//! let configuration = Rc::new(Configuration::parse(bags[0])?);
//! match Emulator::new(configuration, 1_780_000_000, 0).run(Some(bags[1]), bags[2])? {
//!     Emulated::Done(done) => println!("{} nanocoins of fees", done.total_fees),
//!     Emulated::NotAccepted(refusal) => println!("not accepted: {}", refusal.as_str()),
//!     Emulated::Unknown(reason) => println!("not certain: {}", reason.as_str()),
//! }
//! # Ok::<(), ton_edge::error::Error>(())
//! ```
//!
//! The phases of a transaction are computed by the crate `tycho-executor`, or by this module where the crate differs from
//! networks of TON. `docs/preview.md` lists the remaining differences.

mod action_list;
mod actions;
mod bounce;
mod compute;
mod context;
mod input;
mod outcome;
mod settings;
mod storage;
mod transaction;

use std::cell::Cell as Shared;
use std::rc::Rc;

use tycho_executor::{Executor, ExecutorParams, ExtStorageStat, StorageStatLimits};
use tycho_types::cell::{Cell, HashBytes};
use tycho_types::num::Tokens;

use self::compute::Input;
use self::input::{
    MAX_LT, check_account, make_argument_error, make_unreadable_argument_error, parse_shallow_bag,
    read_destination, read_shard_account,
};
use self::outcome::{build_refusal, build_transaction};
use self::settings::Settings;
use self::transaction::{ExecutionResult, Failure};

pub use self::outcome::{Emulated, Refusal, Transaction};
use super::contract::Libraries;
use super::watch::KnownContext;
use super::work::{self, Work};
use super::{Configuration, NEWEST_VERSION, Reason};
use crate::error::Error;

/// Blocks begin at multiples of this logical time.
const LT_ALIGN: u64 = 1_000_000;
/// The oldest supported version of TVM.
const OLDEST_VERSION: u32 = 12;

/// Computes transactions for a configuration of the network and a block.
#[derive(Clone, Debug)]
pub struct Emulator {
    configuration: Rc<Configuration>,
    allow_newer: bool,
    now: u32,
    lt: u64,
    seed: Option<[u8; 32]>,
    ignore_signatures: bool,
    libraries: Libraries,
    most_work: u64,
}

impl Emulator {
    /// Emulates transactions in a block of this time (Unix, in seconds), with logical times from `lt`. If `lt` is 0,
    /// each transaction is in the first block after its account's last transaction.
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
            most_work: super::Limits::default().work,
        }
    }

    /// Sets whether to emulate with a version of TVM after [`NEWEST_VERSION`].
    #[must_use]
    pub const fn allow_newer_version(mut self, allow: bool) -> Self {
        self.allow_newer = allow;
        self
    }

    /// Sets the seed of the block. Without a seed, random numbers differ from those of the network, and
    /// [`Transaction::is_random`] reports that the contract used them.
    #[must_use]
    pub const fn with_seed(mut self, seed: Option<[u8; 32]>) -> Self {
        self.seed = seed;
        self
    }

    /// Sets whether signature checks always succeed, so that a message can be tried before it is signed.
    #[must_use]
    pub const fn ignore_signatures(mut self, ignore: bool) -> Self {
        self.ignore_signatures = ignore;
        self
    }

    /// Sets the limit of work, by default that of [`Limits`](super::Limits); a run that exceeds it ends with
    /// [`Reason::TooComplex`].
    #[must_use]
    pub const fn with_work_limit(mut self, units: u64) -> Self {
        self.most_work = units;
        self
    }

    /// Adds a library of the masterchain, which is found by its hash.
    ///
    /// # Errors
    ///
    /// `boc_invalid` with `libraries` in `parameter`.
    pub fn add_library(&mut self, boc: &[u8]) -> Result<(), Error> {
        self.libraries.add(boc)
    }

    /// Computes the effect of a message on an account. Takes a bag with `ShardAccount` or `Account`, or `None` if there
    /// is no account, and a bag with the message for it. The result has the account after the transaction.
    ///
    /// # Errors
    ///
    /// `boc_invalid`; `message_invalid` for a message, an account or a configuration that cannot be read;
    /// `invalid_parameter` for a message to another account, an account of a later time, and amounts beyond those of
    /// networks.
    pub fn run(&self, account: Option<&[u8]>, message: &[u8]) -> Result<Emulated, Error> {
        Ok(self.run_with_counts(account, message)?.0)
    }

    /// Computes the effect of a message on an account. Returns the units of work, too.
    pub(crate) fn run_with_counts(
        &self,
        account: Option<&[u8]>,
        message: &[u8],
    ) -> Result<(Emulated, u64), Error> {
        let work = Shared::new(Work::with_limit(self.most_work));
        let outcome = self.run_with(account, message, &work)?;
        let new_state = match &outcome {
            Emulated::Done(done) => done.transaction.len() + done.account.len(),
            Emulated::NotAccepted(_) | Emulated::Unknown(_) => 0,
        };
        // These bytes end no run: the account may be as large as networks allow.
        let bytes = account.map_or(0, <[u8]>::len) + message.len() + new_state;
        Ok((outcome, work.get().units.saturating_add(work::count_bytes(bytes))))
    }

    fn run_with(
        &self,
        account: Option<&[u8]>,
        message: &[u8],
        work: &Shared<Work>,
    ) -> Result<Emulated, Error> {
        let root = parse_shallow_bag("message", message)?;
        let (address, is_external) = read_destination(&root)?;
        let original = read_shard_account(account)?;
        let loaded_account =
            original.load_account().map_err(|_| make_unreadable_argument_error("account"))?;
        if self.lt >= MAX_LT {
            return Err(make_argument_error("lt", "`lt` is above any logical time"));
        }
        check_account(loaded_account.as_ref(), &address, self.now)?;
        let version = self.configuration.version();
        if version < OLDEST_VERSION || (version > NEWEST_VERSION && !self.allow_newer) {
            return Ok(Emulated::Unknown(Reason::Version));
        }
        let settings = Settings::read(&self.configuration.params(), self.now, address.is_masterchain())
            .map_err(|_| make_unreadable_argument_error("config"))?;
        let limits = &settings.parsed.size_limits;
        if is_external {
            let max_bytes = usize::try_from(limits.max_ext_msg_size).unwrap_or(usize::MAX);
            if message.len() > max_bytes || root.repr_depth() > limits.max_ext_msg_depth {
                return Ok(Emulated::NotAccepted(Refusal::TooLarge));
            }
        }
        let last_lt = loaded_account.as_ref().map_or(0, |account| account.last_trans_lt);
        let lt = if self.lt == 0 { (last_lt / LT_ALIGN + 1) * LT_ALIGN } else { self.lt };
        let params = ExecutorParams {
            rand_seed: HashBytes(self.seed.unwrap_or_default()),
            block_unixtime: self.now,
            block_lt: lt - lt % LT_ALIGN,
            strict_extra_currency: true,
            ..ExecutorParams::default()
        };
        let execute = |is_random: bool| -> Result<Result<ExecutionResult, Refusal>, Failure> {
            let executor = Executor::new(&params, &settings.parsed).with_min_lt(lt);
            let mut state = executor.begin(&address, loaded_account.clone()).map_err(|_| Failure::Invalid)?;
            let in_message = match state.receive_in_msg(root.clone()) {
                Ok(in_message) => in_message,
                Err(_) if is_external => return Ok(Err(find_import_refusal(&root, &settings))),
                Err(_) => return Err(Failure::Invalid),
            };
            let input = Input {
                settings: &settings,
                libraries: &self.libraries,
                knowledge: KnownContext::for_transaction(version, is_random),
                ignore_signatures: self.ignore_signatures,
                work,
                storage_fee: Tokens::ZERO,
            };
            transaction::execute(state, in_message, &original, input).map(Ok)
        };
        let mut is_random = false;
        let execution = match execute(self.seed.is_some()) {
            Err(Failure::Uncertain(Reason::Random | Reason::Context)) => {
                is_random = true;
                execute(true)
            }
            executed => executed,
        };
        match execution {
            Err(Failure::Uncertain(reason)) => Ok(Emulated::Unknown(reason)),
            Err(Failure::Invalid) => Err(make_argument_error(
                "message",
                "a sum of the message's and the account's amounts exceeds 2^120 - 1 nanotons, or one of the two is malformed",
            )),
            Ok(Err(refusal)) => Ok(Emulated::NotAccepted(refusal)),
            Ok(Ok(ExecutionResult::NotAccepted(computed))) => {
                Ok(Emulated::NotAccepted(build_refusal(&computed.phase, computed.exit_code)))
            }
            Ok(Ok(ExecutionResult::Done(output))) => build_transaction(&output, is_random),
        }
    }
}

/// Finds the reason why an external message is not received.
fn find_import_refusal(root: &Cell, settings: &Settings) -> Refusal {
    let limits = &settings.parsed.size_limits;
    let limits = StorageStatLimits { bit_count: limits.max_msg_bits, cell_count: limits.max_msg_cells };
    let slice = root.as_slice_allow_exotic();
    match ExtStorageStat::compute_for_slice(&slice, limits) {
        Some(_) => Refusal::NoFunds,
        None => Refusal::TooLarge,
    }
}
