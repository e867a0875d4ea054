//! The dictionary of the cells of an account. An account with many cells stores the hash of this dictionary.

use std::collections::BTreeMap;

use tycho_types::cell::{Cell, DynCell, HashBytes, Store};
use tycho_types::dict::Dict;
use tycho_types::error::Error;
use tycho_types::models::{Account, AccountState, AccountStatus, StateInit, StorageExtra};

use tycho_executor::ExecutorState;

use super::settings::Settings;

/// Since this version of TVM, accounts store the hash.
const MIN_VERSION: u32 = 11;
/// Greater depths of Merkle cells are recorded as this one.
const MAX_MERKLE_DEPTH: u8 = 3;
/// The root of the account's storage counts as a cell, but is not in the dictionary.
const ROOT_CELLS: u64 = 1;
/// An account of an older version with more cells than this gets the hash at its next transaction.
const OLD_CELLS: u64 = 25;

/// An entry for a cell: how often other cells refer to it, and the depth of Merkle cells in it.
struct Entry {
    references: u32,
    merkle_depth: u8,
}

impl Store for Entry {
    fn store_into(
        &self,
        builder: &mut tycho_types::cell::CellBuilder,
        _: &dyn tycho_types::cell::CellContext,
    ) -> Result<(), Error> {
        builder.store_u32(self.references)?;
        builder.store_small_uint(self.merkle_depth, 2)
    }
}

/// Lists the cells that the storage of an account refers to.
fn list_roots(state: Option<&StateInit>) -> Vec<Cell> {
    let Some(state) = state else { return Vec::new() };
    [&state.code, &state.data, state.libraries.root()].into_iter().flatten().cloned().collect()
}

fn count_cells(cell: &DynCell, entries: &mut BTreeMap<HashBytes, Entry>) -> u8 {
    if let Some(entry) = entries.get_mut(cell.repr_hash()) {
        entry.references = entry.references.saturating_add(1);
        return entry.merkle_depth;
    }
    let depth_below = cell.references().map(|child| count_cells(child, entries)).max().unwrap_or_default();
    let merkle_depth = (depth_below + u8::from(cell.cell_type().is_merkle())).min(MAX_MERKLE_DEPTH);
    entries.insert(*cell.repr_hash(), Entry { references: 1, merkle_depth });
    merkle_depth
}

/// Computes the storage statistics of an account after a transaction, besides the count of its cells.
pub(super) fn compute_extra_currencies(
    state: &ExecutorState<'_>,
    account_before: Option<&Account>,
    settings: &Settings,
) -> Result<StorageExtra, Error> {
    if state.config.global.version < MIN_VERSION || state.address.is_masterchain() {
        return Ok(StorageExtra::None);
    }
    let list_active_roots = |state: &'_ AccountState| match state {
        AccountState::Active(state) => list_roots(Some(state)),
        AccountState::Uninit | AccountState::Frozen(_) => Vec::new(),
    };
    let roots_after =
        if state.end_status == AccountStatus::Active { list_active_roots(&state.state) } else { Vec::new() };
    if let Some(account_before) = account_before {
        let has_none = account_before.storage_stat.storage_extra == StorageExtra::None;
        let is_old = has_none && account_before.storage_stat.used.cells.into_inner() > OLD_CELLS;
        if !is_old && list_active_roots(&account_before.state) == roots_after {
            return Ok(account_before.storage_stat.storage_extra);
        }
    }
    let mut entries = BTreeMap::new();
    for root in &roots_after {
        count_cells(root.as_ref(), &mut entries);
    }
    if entries.len() as u64 + ROOT_CELLS < u64::from(settings.cells_for_dictionary) {
        return Ok(StorageExtra::None);
    }
    let dictionary = Dict::<HashBytes, Entry>::try_from_btree(&entries)?;
    Ok(StorageExtra::DictHash(dictionary.root().as_ref().map_or(HashBytes::ZERO, |root| *root.repr_hash())))
}
