//! Accounts as a block stores them.

use super::field::{Field, Form};
use super::tlb::{Tlb, Writer, add, expect_tag, has_tag, load_all, one_of, record, store_tag, stored_as};
use super::{Currencies, DecodeError, DecodeFault, StateInit, StorageUsed};
use crate::address::Address;
use crate::cell::{BuildError, CellId, Cells, Slice};
use crate::hash::Hash;

one_of! {
    /// The state of an account that exists.
    ///
    /// ```
    /// use ton_edge::message::AccountState;
    /// assert!(matches!(AccountState::Uninit, AccountState::Uninit));
    /// ```
    pub enum AccountState {
        /// Code and data.
        Active = "1" as "active" {
            /// Code and data of the account.
            state: StateInit,
        },
        /// The account owes storage fees, and only the hash of its state is stored.
        Frozen = "01" as "frozen" {
            /// Hash of the `StateInit` that unfreezes the account.
            state_hash: Hash,
        },
        /// The account has a balance, but no code.
        Uninit = "00" as "uninit",
    }
}

record! {
    /// An account that exists: `account` of `block.tlb`.
    ///
    /// ```
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::{Account, AccountState, StorageUsed};
    /// let account = Account {
    ///     addr: "0:0000000000000000000000000000000000000000000000000000000000000001".parse()?,
    ///     used: StorageUsed { cells: 1, bits: 100 },
    ///     storage_extra: None,
    ///     last_paid: 1_700_000_000,
    ///     due_payment: None,
    ///     last_trans_lt: 5,
    ///     balance: 1_000_000_000.into(),
    ///     state: AccountState::Uninit,
    /// };
    /// let mut cells = Cells::new();
    /// let id = Account::add(Some(&account), &mut cells)?;
    /// assert_eq!(Account::load(&cells, id)?, Some(account));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Account {
        /// The address of the account.
        pub addr: Address,
        /// The size of the account's state.
        pub used: StorageUsed,
        /// Hash of the dictionary of its cells, in large accounts.
        pub storage_extra: Option<Hash> as StorageExtra,
        /// Unix time in seconds up to which storage is paid.
        pub last_paid: u32,
        /// Nanocoins of storage fees that the account owes.
        pub due_payment: Option<u128>,
        /// Logical time after its last transaction.
        pub last_trans_lt: u64,
        /// The balance.
        pub balance: Currencies,
        /// Code and data, if there are any.
        pub state: AccountState,
    }

    /// An account in the list of a shard, with its last transaction.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// use ton_edge::{hash::Hash, message::ShardAccount};
    /// let mut cells = Cells::new();
    /// let account = cells.add(&Builder::new())?;
    /// let shard_account = ShardAccount { account, last_trans_hash: Hash([1; 32]), last_trans_lt: 5 };
    /// let id = shard_account.add(&mut cells)?;
    /// assert_eq!(ShardAccount::load(&cells, id)?, shard_account);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct ShardAccount {
        /// The cell of the account; see [`Account::load`].
        pub account: CellId,
        /// Hash of its last transaction; zeros if there is none.
        pub last_trans_hash: Hash,
        /// Logical time of its last transaction.
        pub last_trans_lt: u64,
    }
}

/// The TL-B type `StorageExtraInfo`.
struct StorageExtra(Option<Hash>);

stored_as!(StorageExtra(Option<Hash>));

impl Tlb for StorageExtra {
    const FORM: Form = Form::MaybeTagged("000", "001", &Form::Hash);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        if has_tag(slice, "000")? {
            return Ok(Self(None));
        }
        expect_tag(slice, "001")?;
        Hash::load(slice).map(|hash| Self(Some(hash)))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        store_tag(to, if self.0.is_some() { "001" } else { "000" })?;
        match self.0 {
            Some(hash) => hash.store(to),
            None => Ok(()),
        }
    }
}

impl Account {
    /// Reads the cell of an account; `None` for one that does not exist.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else.
    pub fn load(cells: &Cells, id: CellId) -> Result<Option<Self>, DecodeError> {
        load_all(cells, id, "account")
    }

    /// Adds the cell of an account; `None` stands for an account that does not exist.
    ///
    /// # Errors
    /// [`BuildError`] if a cell is not of the arena, or a number has too many bits.
    pub fn add(account: Option<&Self>, cells: &mut Cells) -> Result<CellId, BuildError> {
        add(cells, |to| match account {
            Some(account) => {
                store_tag(to, "1")?;
                account.store(to)
            }
            None => store_tag(to, "0"),
        })
    }
}

impl ShardAccount {
    /// Reads the cell.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else.
    pub fn load(cells: &Cells, id: CellId) -> Result<Self, DecodeError> {
        load_all(cells, id, "shard_account")
    }

    /// Adds the cell.
    ///
    /// # Errors
    /// [`BuildError`] if the account's cell is not of the arena.
    pub fn add(&self, cells: &mut Cells) -> Result<CellId, BuildError> {
        add(cells, |to| self.store(to))
    }
}

/// A block: workchain, shard, seqno, and its two hashes (`block_id_ext`).
///
/// ```
/// use ton_edge::cell::Cells;
/// use ton_edge::{hash::Hash, message::BlockId};
/// let block = BlockId {
///     workchain: -1, shard: 1 << 63, seqno: 5, root_hash: Hash([1; 32]), file_hash: Hash([2; 32]),
/// };
/// let mut cells = Cells::new();
/// let id = block.add(&mut cells)?;
/// assert_eq!(BlockId::load(&cells, id)?, block);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct BlockId {
    /// -1 for the masterchain, 0 for the basechain.
    pub workchain: i32,
    /// The shard: its prefix, then one set bit, up to 61 bits in all.
    pub shard: u64,
    /// The number of the block in its shard.
    pub seqno: u32,
    /// Hash of the block's root cell.
    pub root_hash: Hash,
    /// Hash of the block's file.
    pub file_hash: Hash,
}

impl Tlb for BlockId {
    const FORM: Form = Form::Record(
        "BlockId",
        "Id of a block.",
        &[
            Field { name: "", form: Form::Tag("00"), doc: "" },
            Field { name: "shard_pfx_bits", form: Form::Uint(6), doc: "Bits of the shard's prefix." },
            Field {
                name: "workchain",
                form: Form::Int(32),
                doc: "-1 for the masterchain, 0 for the basechain.",
            },
            Field { name: "shard_prefix", form: Form::Uint(64), doc: "The prefix." },
            Field { name: "seqno", form: Form::Uint(32), doc: "The number of the block in its shard." },
            Field { name: "root_hash", form: Form::Hash, doc: "Hash of the block's root cell." },
            Field { name: "file_hash", form: Form::Hash, doc: "Hash of the block's file." },
        ],
    );

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        expect_tag(slice, "00").map_err(|error| error.in_field("shard_id"))?;
        let length = slice.load_u64(6)?;
        let workchain = Tlb::load(slice).map_err(|error: DecodeError| error.in_field("workchain_id"))?;
        let prefix = u64::load(slice).map_err(|error| error.in_field("shard_prefix"))?;
        // The bits after the prefix are clear.
        if length > 60 || prefix.trailing_zeros() < 64 - length as u32 {
            return Err(DecodeError::from(DecodeFault::Value).in_field("shard_pfx_bits"));
        }
        Ok(Self {
            workchain,
            shard: prefix | 1 << (63 - length),
            seqno: Tlb::load(slice).map_err(|error: DecodeError| error.in_field("seq_no"))?,
            root_hash: Tlb::load(slice).map_err(|error: DecodeError| error.in_field("root_hash"))?,
            file_hash: Tlb::load(slice).map_err(|error: DecodeError| error.in_field("file_hash"))?,
        })
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        let length = 63_u32.checked_sub(self.shard.trailing_zeros()).filter(|length| *length <= 60);
        let length = length.ok_or(BuildError::Range)?;
        store_tag(to, "00")?;
        to.builder.store_uint(length, 6)?;
        self.workchain.store(to)?;
        (self.shard & self.shard.wrapping_sub(1)).store(to)?;
        self.seqno.store(to)?;
        self.root_hash.store(to)?;
        self.file_hash.store(to)
    }
}

impl BlockId {
    /// Reads the cell.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else.
    pub fn load(cells: &Cells, id: CellId) -> Result<Self, DecodeError> {
        load_all(cells, id, "block_id_ext")
    }

    /// Adds the cell.
    ///
    /// # Errors
    /// [`BuildError::Range`] if the shard has no prefix of up to 60 bits.
    pub fn add(&self, cells: &mut Cells) -> Result<CellId, BuildError> {
        add(cells, |to| self.store(to))
    }
}
