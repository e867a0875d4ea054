//! The work of a run. Gas does not say how much CPU time a run takes: some instructions take far more per unit of gas
//! than others, the first signature checks cost no gas, and this crate's own checks cost none. So work is counted, too.
//!
//! A unit is the CPU time that a median instruction takes per unit of gas; `cargo xtask bench units` compares them.

use std::cell::Cell;

use tycho_vm::GasConsumer;

use super::Reason;

/// Units of work per node of a dictionary that a check visits.
pub(super) const NODE_UNITS: u64 = 25;
/// Units of work per byte of a bag that is read or made, whose cells are hashed.
const BYTE_UNITS: u64 = 2;
/// Units of work per cell of a message that a transaction sends. A cell that several messages share counts for each of them.
const CELL_UNITS: u64 = 10;
/// Units of work per value of a result, for which a cell is made.
const VALUE_UNITS: u64 = 100;

/// The work that a run has done, and the most that it may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) units: u64,
    limit: u64,
}

impl Work {
    pub(super) const fn with_limit(limit: u64) -> Self {
        Self { units: 0, limit }
    }

    /// Counts work that was done. Returns a reason above the limit.
    pub(super) const fn add(&mut self, units: u64) -> Result<(), Reason> {
        self.units = self.units.saturating_add(units);
        if self.units > self.limit { Err(Reason::TooComplex) } else { Ok(()) }
    }

    /// Counts nodes of a dictionary.
    pub(super) const fn add_nodes(&mut self, nodes: u64) -> Result<(), Reason> {
        self.add(NODE_UNITS * nodes)
    }

    /// Counts cells of messages that are sent.
    pub(super) const fn add_cells(&mut self, cells: u64) -> Result<(), Reason> {
        self.add(CELL_UNITS.saturating_mul(cells))
    }

    /// Counts values of a result.
    pub(super) const fn add_values(&mut self, values: usize) -> Result<(), Reason> {
        self.add(VALUE_UNITS.saturating_mul(values as u64))
    }

    /// Changes work that several runs share.
    pub(super) fn update<T>(shared: &Cell<Self>, change: impl FnOnce(&mut Self) -> T) -> T {
        let mut work = shared.get();
        let result = change(&mut work);
        shared.set(work);
        result
    }

    /// Counts bytes of arguments.
    pub(super) const fn add_bytes(&mut self, bytes: usize) -> Result<(), Reason> {
        self.add(count_bytes(bytes))
    }
}

/// Returns the units of bytes of a bag.
pub(super) const fn count_bytes(bytes: usize) -> u64 {
    BYTE_UNITS.saturating_mul(bytes as u64)
}

/// Returns the units for each unit of gas of an instruction, by its first 24 bits.
pub(super) const fn units_per_gas(prefix: u32) -> u64 {
    match prefix >> 8 {
        // `HASHEXT`: up to 33 bytes are hashed for a unit of gas.
        0xf904..=0xf907 => 8,
        // `SHA256U`, `HASHBU`, `BTOS`: they hash up to 127 bytes.
        0xf902 | 0xf916 | 0xcf50 => 4,
        _ => 1,
    }
}

/// Returns the gas that a run has used so far, including gas that the network does not charge.
pub(super) fn count_gas(gas: &GasConsumer<'_>) -> u64 {
    gas.consumed().saturating_add(gas.free_gas_consumed())
}
