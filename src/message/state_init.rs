//! `StateInit`: the initial code and data of a contract.

use super::DecodeError;
use super::field::Form;
use super::tlb::{Tlb, Writer, add, load_all, record, stored_as};
use crate::address::Address;
use crate::cell::{BuildError, CellId, Cells, Slice};

record! {
    /// When a special contract of the masterchain runs without a message.
    ///
    /// ```
    /// use ton_edge::message::TickTock;
    /// assert_ne!(TickTock { tick: true, tock: false }, TickTock { tick: false, tock: true });
    /// ```
    pub struct TickTock {
        /// Whether it runs at the beginning of every block.
        pub tick: bool,
        /// Whether it runs at the end of every block.
        pub tock: bool,
    }

    /// The initial code and data of a contract. The hash of this cell is the account's address.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// use ton_edge::message::StateInit;
    /// let mut cells = Cells::new();
    /// let code = cells.add(&Builder::new())?;
    /// let init = StateInit { code: Some(code), data: Some(code), ..StateInit::default() };
    /// let id = init.add(&mut cells)?;
    /// assert_eq!(StateInit::load(&cells, id)?, init);
    /// assert_eq!(StateInit::address(&cells, id, 0).unwrap().hash, cells.get(id).unwrap().hash().0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Default)]
    pub struct StateInit {
        /// In how many of its first bits the address may differ from the hash, up to 31. Contracts in use do not set it.
        pub split_depth: Option<u8> as MaybeDepth,
        /// When the contract runs without a message; only for special contracts of the masterchain.
        pub special: Option<TickTock>,
        /// The code.
        pub code: Option<CellId>,
        /// The data.
        pub data: Option<CellId>,
        /// The root of the dictionary of libraries. Each entry has a bit (whether the library is public) and a cell.
        pub library: Option<CellId>,
    }
}

/// The TL-B type `Maybe (## 5)`.
struct MaybeDepth(Option<u8>);

stored_as!(MaybeDepth(Option<u8>));

impl Tlb for MaybeDepth {
    const FORM: Form = Form::Maybe(&Form::Uint(5));

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        if !slice.load_bit()? {
            return Ok(Self(None));
        }
        Ok(Self(Some(slice.load_u64(5)? as u8)))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_bit(self.0.is_some())?;
        match self.0 {
            Some(depth) => to.builder.store_uint(depth, 5).map(|_| ()),
            None => Ok(()),
        }
    }
}

impl StateInit {
    /// Reads the cell of a `StateInit`.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else.
    pub fn load(cells: &Cells, id: CellId) -> Result<Self, DecodeError> {
        load_all(cells, id, "state_init")
    }

    /// Adds the cell of the `StateInit`.
    ///
    /// # Errors
    /// [`BuildError`] if a cell is not of the arena, or the result is too deep.
    pub fn add(&self, cells: &mut Cells) -> Result<CellId, BuildError> {
        add(cells, |to| self.store(to))
    }

    /// Returns the address of the account with this `StateInit`; `None` if the id is not of the arena.
    #[must_use]
    pub fn address(cells: &Cells, id: CellId, workchain: i8) -> Option<Address> {
        cells.get(id).map(|cell| Address { workchain, hash: cell.hash().0 })
    }
}
