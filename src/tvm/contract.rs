//! A contract whose get-methods can be called.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use tycho_types::boc::Boc;
use tycho_types::cell::{Cell, CellBuilder, CellFamily as _, DynCell, HashBytes, Load as _, Store as _};
use tycho_types::models::{
    BlockchainConfigParams, CurrencyCollection, ExtraCurrencyCollection, IntAddr, StdAddr,
};
use tycho_vm::{
    GasParams, LibraryProvider, SafeRc, SmcInfo, SmcInfoBase, SmcInfoTonV6, Stack, StackValueType, Tuple,
    VmState, VmVersion,
};

use super::watch::KnownContext;
use super::work::Work;
use super::{Done, Limits, NEWEST_VERSION, Outcome, Reason, run};
use crate::error::{Code, Error};

/// The version of TVM whose instructions the machine has.
pub(super) const MACHINE_VERSION: u32 = 12;

/// The maximum number of values of a stack, and of levels of nested values: a list has one level per item. Cells can be
/// 1024 deep.
const MAX_DEPTH: usize = 1000;
/// The maximum number of values of a result. Tuples share their items, so 100 instructions can make more values than fit
/// into memory.
const MAX_VALUES: usize = 65_536;

pub(super) fn parse_bag(parameter: &'static str, bytes: &[u8]) -> Result<Cell, Error> {
    Boc::decode(bytes).map_err(|_| {
        Error::new(Code::BocInvalid, format!("`{parameter}` is not a bag of cells")).parameter(parameter)
    })
}

/// The configuration of a network, and the version of TVM that it names.
#[derive(Clone, Debug)]
pub struct Configuration {
    root: Cell,
    version: u32,
}

impl Configuration {
    /// Reads a configuration: the dictionary of its parameters, as `getConfigAll` returns it.
    ///
    /// # Errors
    ///
    /// `boc_invalid`; `message_invalid` if it lacks a version (parameter 8).
    pub fn parse(boc: &[u8]) -> Result<Self, Error> {
        let root = parse_bag("config", boc)?;
        let version = BlockchainConfigParams::from_raw(root.clone())
            .get_global_version()
            .map_err(|_| {
                Error::new(Code::MessageInvalid, "the configuration has no version (parameter 8)")
                    .parameter("config")
            })?
            .version;
        Ok(Self { root, version })
    }

    /// Returns the version of TVM.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    pub(super) fn params(&self) -> BlockchainConfigParams {
        BlockchainConfigParams::from_raw(self.root.clone())
    }
}

/// Libraries by their hashes.
#[derive(Clone, Debug, Default)]
pub(super) struct Libraries(HashMap<[u8; 32], Cell>);

impl Libraries {
    /// Adds a library from a bag.
    pub(super) fn add(&mut self, boc: &[u8]) -> Result<(), Error> {
        let cell = parse_bag("libraries", boc)?;
        self.0.insert(cell.repr_hash().0, cell);
        Ok(())
    }
}

impl LibraryProvider for Libraries {
    fn find(&self, hash: &HashBytes) -> Result<Option<Cell>, tycho_types::error::Error> {
        Ok(self.0.get(&hash.0).cloned())
    }

    fn find_ref<'a>(&'a self, hash: &HashBytes) -> Result<Option<&'a DynCell>, tycho_types::error::Error> {
        Ok(self.0.get(&hash.0).map(AsRef::as_ref))
    }
}

/// A contract: its code and data, and as much of its context (such as balance and configuration) as the caller passes.
#[derive(Clone, Debug)]
pub struct Contract {
    code: Cell,
    data: Cell,
    address: StdAddr,
    balance: Option<CurrencyCollection>,
    libraries: Libraries,
    configuration: Option<Rc<Configuration>>,
    allow_newer: bool,
    now: Option<u32>,
    lt: Option<u64>,
    /// The content of register c7, made with the first call.
    context: OnceCell<Context>,
}

/// The content of register c7.
#[derive(Clone)]
struct Context(SafeRc<Tuple>);

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}

impl SmcInfo for &Context {
    fn version(&self) -> VmVersion {
        VmVersion::Ton(MACHINE_VERSION)
    }

    fn build_c7(&self) -> SafeRc<Tuple> {
        self.0.clone()
    }
}

impl Contract {
    /// Opens a contract of the basechain: bags with its code and data, and the hash of its address.
    ///
    /// # Errors
    ///
    /// `boc_invalid` with `code` or `data` in `parameter`.
    pub fn open(code: &[u8], data: &[u8], address: [u8; 32]) -> Result<Self, Error> {
        Ok(Self {
            code: parse_bag("code", code)?,
            data: parse_bag("data", data)?,
            address: StdAddr::new(0, HashBytes(address)),
            balance: None,
            libraries: Libraries::default(),
            configuration: None,
            allow_newer: false,
            now: None,
            lt: None,
            context: OnceCell::new(),
        })
    }

    /// Puts the contract into another workchain.
    #[must_use]
    pub fn in_workchain(mut self, workchain: i8) -> Self {
        self.address.workchain = workchain;
        self.context = OnceCell::new();
        self
    }

    /// Sets the balance: nanocoins, and a bag with the dictionary of extra currencies (`HashmapE 32 (VarUInteger 32)`),
    /// if the contract has any.
    ///
    /// # Errors
    ///
    /// `boc_invalid` with `extraCurrencies` in `parameter`.
    pub fn with_balance(mut self, nanocoins: u128, extra_currencies: Option<&[u8]>) -> Result<Self, Error> {
        let mut balance = CurrencyCollection::new(nanocoins);
        balance.other = ExtraCurrencyCollection::from_raw(
            extra_currencies.map(|boc| parse_bag("extraCurrencies", boc)).transpose()?,
        );
        self.balance = Some(balance);
        self.context = OnceCell::new();
        Ok(self)
    }

    /// Sets the configuration of the network. `allow_newer` accepts versions of TVM after [`NEWEST_VERSION`].
    #[must_use]
    pub fn with_configuration(mut self, configuration: Rc<Configuration>, allow_newer: bool) -> Self {
        self.configuration = Some(configuration);
        self.allow_newer = allow_newer;
        self.context = OnceCell::new();
        self
    }

    /// Sets the time (Unix, in seconds) and the logical time of the block.
    #[must_use]
    pub fn at(mut self, now: Option<u32>, lt: Option<u64>) -> Self {
        self.now = now;
        self.lt = lt;
        self.context = OnceCell::new();
        self
    }

    /// Adds a library, which is found by its hash.
    ///
    /// # Errors
    ///
    /// `boc_invalid` with `libraries` in `parameter`.
    pub fn add_library(&mut self, boc: &[u8]) -> Result<(), Error> {
        self.libraries.add(boc)
    }

    /// Calls a get-method with a bag of its arguments (`VmStack`), the first one at the bottom. Empty bytes mean no arguments.
    ///
    /// # Errors
    ///
    /// `boc_invalid` or `stack_invalid` for the arguments.
    pub fn get(&self, method_id: u32, stack: &[u8], limits: Limits) -> Result<Outcome, Error> {
        let (result, work) = self.run(method_id, stack, limits, write_stack)?;
        Ok(match result {
            Ok(Done { exit_code, gas_used, steps, stack }) => {
                Outcome::Done { exit_code, gas_used, steps, work, stack }
            }
            Err(reason) => Outcome::NeedsUpstream(reason),
        })
    }

    /// Calls a get-method, and writes its stack in some form. Returns the units of work, too.
    pub(crate) fn run<S>(
        &self,
        method_id: u32,
        stack: &[u8],
        limits: Limits,
        write: impl FnOnce(&Stack) -> Result<S, Reason>,
    ) -> Result<(Result<Done<S>, Reason>, u64), Error> {
        let invalid =
            || Error::new(Code::StackInvalid, "the bag of the arguments has no stack").parameter("stack");
        let mut arguments = Stack::default();
        if !stack.is_empty() {
            let bag = parse_bag("stack", stack)?;
            let mut slice = bag.as_slice().map_err(|_| invalid())?;
            arguments = Stack::load_from(&mut slice).map_err(|_| invalid())?;
        }
        arguments.push_int(method_id).map_err(|_| invalid())?;
        let mut work = Work::with_limit(limits.work);
        let result = work
            .add_bytes(stack.len())
            .and_then(|()| self.run_method(arguments, limits.gas, &mut work, write));
        Ok((result, work.units))
    }

    fn run_method<S>(
        &self,
        stack: Stack,
        gas: u64,
        work: &mut Work,
        write: impl FnOnce(&Stack) -> Result<S, Reason>,
    ) -> Result<Done<S>, Reason> {
        let version = self.configuration.as_ref().map_or(NEWEST_VERSION, |config| config.version);
        if version > NEWEST_VERSION && !self.allow_newer {
            return Err(Reason::Version);
        }
        let context = match self.context.get() {
            Some(context) => context,
            None => {
                let context = self.build_context().ok_or(Reason::Configuration)?;
                self.context.get_or_init(|| context)
            }
        };
        let knowledge = KnownContext {
            configuration: self.configuration.is_some(),
            time: self.now.is_some(),
            lt: self.lt.is_some(),
            balance: self.balance.is_some(),
            random: false,
            exceptions: false,
            version,
        };
        let mut vm = VmState::builder()
            .with_smc_info(context)
            .with_version(VmVersion::Ton(version.min(MACHINE_VERSION)))
            .with_code(self.code.clone())
            .with_data(self.data.clone())
            .with_libraries(&self.libraries)
            .with_init_selector(false)
            .with_raw_stack(SafeRc::new(stack))
            .with_gas(GasParams { max: gas, limit: gas, ..GasParams::getter() })
            .build();
        match run::run(&mut vm, knowledge, work)? {
            exit_code @ (0 | 1) => {
                work.add_values(check_stack_size(&vm.stack)?)?;
                let stack = write(&vm.stack)?;
                Ok(Done { exit_code, gas_used: vm.gas.consumed(), steps: vm.steps, stack })
            }
            exit_code => Err(Reason::ExitCode(exit_code)),
        }
    }

    /// Builds the context of the contract (register c7); `None` if the configuration cannot be read.
    fn build_context(&self) -> Option<Context> {
        let now = self.now.unwrap_or_default();
        let lt = self.lt.unwrap_or_default();
        let mut base = SmcInfoBase::new()
            .with_now(now)
            .with_block_lt(lt)
            .with_tx_lt(lt)
            .with_account_balance(self.balance.clone().unwrap_or_default())
            .with_account_addr(IntAddr::Std(self.address.clone()));
        let mut unpacked_config: Option<SafeRc<Tuple>> = None;
        if let Some(configuration) = &self.configuration {
            let params = configuration.params();
            unpacked_config = Some(SmcInfoTonV6::unpack_config(&params, now).ok()?);
            base = base.with_config(params);
        }
        let mut context = base.require_ton_v4().with_code(self.code.clone()).require_ton_v6();
        if let Some(unpacked_config) = unpacked_config {
            context = context.with_unpacked_config(unpacked_config);
        }
        Some(Context(context.require_ton_v11().build_c7()))
    }
}

/// Refuses stacks with continuations, and those that are too deep or too large to be written. Returns the number of
/// values.
fn check_stack_size(stack: &Stack) -> Result<usize, Reason> {
    // In a bag, the cell of each value refers to the cell of the value below it, so a tall stack is a deep bag.
    if stack.items.len() > MAX_DEPTH {
        return Err(Reason::TooComplex);
    }
    let mut level: Vec<_> = stack.items.iter().collect();
    let mut values = level.len();
    for _ in 0..MAX_DEPTH {
        if level.iter().any(|value| value.raw_ty() == StackValueType::Cont as u8) {
            return Err(Reason::Continuation);
        }
        let mut next = Vec::new();
        for tuple in level.iter().filter_map(|value| value.as_tuple()) {
            values += tuple.len();
            if values > MAX_VALUES {
                return Err(Reason::TooComplex);
            }
            next.extend(tuple);
        }
        level = next;
        if level.is_empty() {
            return Ok(values);
        }
    }
    Err(Reason::TooComplex)
}

/// Writes the stack as a bag.
pub(super) fn write_stack(stack: &Stack) -> Result<Vec<u8>, Reason> {
    let mut builder = CellBuilder::new();
    let cell = stack.store_into(&mut builder, Cell::empty_context()).and_then(|()| builder.build());
    cell.map(Boc::encode).map_err(|_| Reason::TooComplex)
}
