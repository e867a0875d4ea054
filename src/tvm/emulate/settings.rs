//! The configuration of the network for the executor. Reads the parameters 43 and 44 itself, because the crate
//! `tycho-executor` reads other parameters under these numbers.

use tycho_executor::ParsedConfig;
use tycho_types::cell::{Cell, CellBuilder, CellSlice, CellSliceParts, HashBytes, Load};
use tycho_types::dict::RawDict;
use tycho_types::error::Error;
use tycho_types::models::{
    BlockchainConfig, BlockchainConfigParams, BurningConfig, GasLimitsPrices, MsgForwardPrices,
    SizeLimitsConfig, StdAddr, StoragePrices, WorkchainDescription, WorkchainFormat,
};
use tycho_vm::UnpackedConfig;

/// Parameters by their numbers.
const CONFIG_ADDRESS: u32 = 0;
const BURNING_PARAM: u32 = 5;
const WORKCHAINS_PARAM: u32 = 12;
const STORAGE_PRICES: u32 = 18;
const GLOBAL_ID: u32 = 19;
const GAS_PRICES: [u32; 2] = [21, 20];
const FORWARD_PRICES: [u32; 2] = [25, 24];
const SIZE_LIMITS: u32 = 43;
const SUSPENDED_PARAM: u32 = 44;
const PRECOMPILED_PARAM: u32 = 45;

/// The maximum number of entries of a dictionary: networks have a handful.
const MAX_ENTRIES: usize = 256;
/// The number of skipped bits before the flags in the description of a workchain: times and depths of splits, and
/// whether its format is the basic one.
const BEFORE_FLAGS: u16 = 32 + 3 * 8 + 1;
/// The number of skipped bits after the flags: further flags, and hashes of the zero state.
const AFTER_FLAGS: u16 = 13 + 2 * 256;
/// Bits of an account that is suspended: workchain and hash.
const SUSPENDED_BITS: u16 = 288;

/// The parameters of a configuration that transactions need.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) parsed: ParsedConfig,
    /// The maximum number of first bits in which an address may differ from the hash of its StateInit.
    pub(super) most_prefix_bits: u8,
    /// From this number of cells on, a state stores the hash of the dictionary of its cells.
    pub(super) cells_for_dictionary: u32,
    suspended: SuspendedAccounts,
    /// Hashes of the codes of contracts that have their own gas price on a network.
    precompiled: RawDict<256>,
}

impl Settings {
    /// Reads the settings for transactions at the time `now`. Accounts of the masterchain have other limits.
    pub(super) fn read(
        params: &BlockchainConfigParams,
        now: u32,
        is_masterchain: bool,
    ) -> Result<Self, Error> {
        let dict = params.as_dict();
        let required = |id: u32| dict.get(id)?.ok_or(Error::CellUnderflow);
        let [gas_prices, mc_gas_prices] = [required(GAS_PRICES[0])?, required(GAS_PRICES[1])?];
        let [fwd_prices, mc_fwd_prices] = [required(FORWARD_PRICES[0])?, required(FORWARD_PRICES[1])?];
        let size_limits_raw = dict.get(SIZE_LIMITS)?;
        let limits = match &size_limits_raw {
            Some(cell) => SizeLimits::load_from(&mut cell.as_slice()?)?,
            None => SizeLimits::DEFAULT,
        };
        let (storage_prices, latest_storage_prices) = read_storage_prices(dict.get(STORAGE_PRICES)?, now)?;
        let global_id = dict.get(GLOBAL_ID)?;
        let mut settings = ParsedConfig {
            blackhole_addr: match dict.get(BURNING_PARAM)? {
                Some(cell) => cell.parse::<BurningConfig>()?.blackhole_addr,
                None => None,
            },
            mc_gas_prices: mc_gas_prices.parse::<GasLimitsPrices>()?,
            gas_prices: gas_prices.parse::<GasLimitsPrices>()?,
            mc_fwd_prices: mc_fwd_prices.parse::<MsgForwardPrices>()?,
            fwd_prices: fwd_prices.parse::<MsgForwardPrices>()?,
            size_limits: limits.for_account(is_masterchain),
            storage_prices,
            global_id: global_id.as_ref().map_or(Ok(0), |cell| cell.parse::<i32>())?,
            global: params.get_global_version()?,
            workchains: Default::default(),
            special_accounts: Default::default(),
            authority_marks: None,
            raw: BlockchainConfig {
                address: required(CONFIG_ADDRESS)?.parse::<HashBytes>()?,
                params: params.clone(),
            },
            unpacked: UnpackedConfig {
                latest_storage_prices,
                global_id,
                mc_gas_prices: Some(mc_gas_prices),
                gas_prices: Some(gas_prices),
                mc_fwd_prices: Some(mc_fwd_prices),
                fwd_prices: Some(fwd_prices),
                size_limits_config: size_limits_raw,
            },
        };
        let workchains = match dict.get(WORKCHAINS_PARAM)? {
            Some(cell) => cell.parse::<RawDict<32>>()?,
            None => RawDict::default(),
        };
        for entry in collect_bounded(workchains.iter())? {
            let (key, mut value) = entry?;
            let id = key.as_data_slice().load_u32()?.cast_signed();
            settings.workchains.insert(id, read_workchain(&mut value)?);
        }
        for address in collect_bounded(params.get_fundamental_addresses()?.keys())? {
            settings.special_accounts.insert(address?);
        }
        Ok(Self {
            parsed: settings,
            most_prefix_bits: limits.most_prefix_bits,
            cells_for_dictionary: limits.cells_for_dictionary,
            suspended: match dict.get(SUSPENDED_PARAM)? {
                Some(cell) => SuspendedAccounts::load_from(&mut cell.as_slice()?)?,
                None => SuspendedAccounts::default(),
            },
            precompiled: match dict.get(PRECOMPILED_PARAM)? {
                Some(cell) => {
                    let mut slice = cell.as_slice()?;
                    slice.skip_first(8, 0)?;
                    RawDict::load_from(&mut slice)?
                }
                None => RawDict::default(),
            },
        })
    }

    /// Returns whether the network has a fixed gas price for the code of a contract.
    pub(super) fn is_precompiled(&self, code: &Cell) -> Result<bool, Error> {
        let mut key = CellBuilder::new();
        key.store_u256(code.repr_hash())?;
        self.precompiled.contains_key(key.as_data_slice())
    }

    /// Returns whether the address is suspended, so that contracts must not be deployed at it.
    pub(super) fn is_suspended(&self, address: &StdAddr, now: u32) -> Result<bool, Error> {
        if now >= self.suspended.until {
            return Ok(false);
        }
        let mut key = CellBuilder::new();
        key.store_u32(i32::from(address.workchain).cast_unsigned())?;
        key.store_u256(&address.address)?;
        self.suspended.accounts.contains_key(key.as_data_slice())
    }
}

/// Collects the entries of a dictionary of a configuration. Since cells can be shared, a small bag can have more
/// entries than a computer can count.
fn collect_bounded<T>(entries: impl Iterator<Item = T>) -> Result<Vec<T>, Error> {
    let entries: Vec<T> = entries.take(MAX_ENTRIES + 1).collect();
    if entries.len() > MAX_ENTRIES { Err(Error::InvalidData) } else { Ok(entries) }
}

/// Reads `workchain#a6`, or `workchain_v2#a7`, which continues after the format.
fn read_workchain(slice: &mut CellSlice<'_>) -> Result<WorkchainDescription, Error> {
    if slice.load_u8()? & 0xfe != 0xa6 {
        return Err(Error::InvalidTag);
    }
    slice.skip_first(BEFORE_FLAGS, 0)?;
    let active = slice.load_bit()?;
    let accept_msgs = slice.load_bit()?;
    slice.skip_first(AFTER_FLAGS, 0)?;
    let version = slice.load_u32()?;
    Ok(WorkchainDescription {
        enabled_since: 0,
        actual_min_split: 0,
        min_split: 0,
        max_split: 0,
        active,
        accept_msgs,
        zerostate_root_hash: HashBytes::ZERO,
        zerostate_file_hash: HashBytes::ZERO,
        version,
        format: WorkchainFormat::load_from(slice)?,
    })
}

/// Reads all prices of storage over time, and the current ones as contracts see them.
fn read_storage_prices(
    root: Option<Cell>,
    now: u32,
) -> Result<(Vec<StoragePrices>, Option<CellSliceParts>), Error> {
    let mut prices = Vec::new();
    let mut latest_prices = None;
    for value in collect_bounded(RawDict::<32>::from(root).values_owned())? {
        let value = value?;
        let storage_prices = StoragePrices::load_from(&mut value.0.apply(&value.1)?)?;
        if storage_prices.utime_since <= now {
            latest_prices = Some(value);
        }
        prices.push(storage_prices);
    }
    Ok((prices, latest_prices))
}

/// The limits of sizes: `size_limits_config`, parameter 43.
struct SizeLimits {
    size_limits: SizeLimitsConfig,
    masterchain_cells: u32,
    most_prefix_bits: u8,
    cells_for_dictionary: u32,
}

impl SizeLimits {
    /// The size limits of a network that does not set them.
    const DEFAULT: Self = Self {
        size_limits: ParsedConfig::DEFAULT_SIZE_LIMITS_CONFIG,
        masterchain_cells: 1 << 11,
        most_prefix_bits: 8,
        cells_for_dictionary: 26,
    };

    fn for_account(&self, is_masterchain: bool) -> SizeLimitsConfig {
        let mut limits = self.size_limits.clone();
        if is_masterchain {
            limits.max_acc_state_cells = self.masterchain_cells;
        }
        limits
    }
}

impl<'a> Load<'a> for SizeLimits {
    fn load_from(slice: &mut CellSlice<'a>) -> Result<Self, Error> {
        let mut limits = Self::DEFAULT;
        let tag = slice.load_u8()?;
        let size_limits = &mut limits.size_limits;
        size_limits.max_msg_bits = slice.load_u32()?;
        size_limits.max_msg_cells = slice.load_u32()?;
        size_limits.max_library_cells = slice.load_u32()?;
        size_limits.max_vm_data_depth = slice.load_u16()?;
        size_limits.max_ext_msg_size = slice.load_u32()?;
        size_limits.max_ext_msg_depth = slice.load_u16()?;
        match tag {
            1 => {}
            2 => {
                size_limits.max_acc_state_cells = slice.load_u32()?;
                limits.masterchain_cells = slice.load_u32()?;
                size_limits.max_acc_public_libraries = slice.load_u32()?;
                size_limits.defer_out_queue_size_limit = slice.load_u32()?;
                // This skips the maximum number of extra currencies of a message.
                slice.load_u32()?;
                limits.most_prefix_bits = slice.load_u8()?;
                limits.cells_for_dictionary = slice.load_u32()?;
            }
            _ => return Err(Error::InvalidTag),
        }
        Ok(limits)
    }
}

/// The suspended accounts: `suspended_address_list`, parameter 44.
#[derive(Debug, Default)]
struct SuspendedAccounts {
    accounts: RawDict<SUSPENDED_BITS>,
    until: u32,
}

impl<'a> Load<'a> for SuspendedAccounts {
    fn load_from(slice: &mut CellSlice<'a>) -> Result<Self, Error> {
        if slice.load_u8()? != 0 {
            return Err(Error::InvalidTag);
        }
        Ok(Self { accounts: RawDict::load_from(slice)?, until: slice.load_u32()? })
    }
}
