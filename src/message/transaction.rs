//! Transactions, with all their phases.

use super::field::{Field, Form};
use super::tlb::{
    MAX_STEPS, MAX_VALUES, Tlb, VarUint, Writer, add, expect_tag, load_child, one_of, record, store_tag,
    stored_as, tags,
};
use super::{Currencies, DecodeError, DecodeFault, Message};
use crate::cell::{Bits, BuildError, Builder, CellId, Cells, Dict, Slice};
use crate::hash::Hash;

tags! {
    /// The state of an account.
    ///
    /// ```
    /// use ton_edge::message::AccountStatus;
    /// assert_ne!(AccountStatus::Active, AccountStatus::Frozen);
    /// ```
    pub enum AccountStatus {
        /// The account has a balance, but no code.
        Uninit = "00" as "uninit",
        /// The account owes storage fees; only the hash of its state is stored.
        Frozen = "01" as "frozen",
        /// The account has code.
        Active = "10" as "active",
        /// The account does not exist.
        Nonexist = "11" as "nonexist",
    }

    /// How the storage fees changed the status of the account.
    ///
    /// ```
    /// use ton_edge::message::StatusChange;
    /// assert_ne!(StatusChange::Unchanged, StatusChange::Frozen);
    /// ```
    pub enum StatusChange {
        /// The status did not change.
        Unchanged = "0" as "unchanged",
        /// The account was frozen.
        Frozen = "10" as "frozen",
        /// The account was deleted.
        Deleted = "11" as "deleted",
    }

    /// Why the compute phase was skipped.
    ///
    /// ```
    /// use ton_edge::message::SkipReason;
    /// assert_ne!(SkipReason::NoState, SkipReason::NoGas);
    /// ```
    pub enum SkipReason {
        /// The account has no code, and the message brought none.
        NoState = "00" as "no_state",
        /// The state that the message brought does not belong to the account.
        BadState = "01" as "bad_state",
        /// The message pays for no gas.
        NoGas = "10" as "no_gas",
        /// The account is suspended by parameter 44 of the configuration.
        Suspended = "110" as "suspended",
    }
}

record! {
    /// The hashes of the account's state before and after the transaction.
    ///
    /// ```
    /// use ton_edge::{hash::Hash, message::StateUpdate};
    /// let update = StateUpdate { old_hash: Hash([1; 32]), new_hash: Hash([2; 32]) };
    /// assert_ne!(update.old_hash, update.new_hash);
    /// ```
    pub struct StateUpdate {
        /// The hash before the transaction.
        pub old_hash: Hash,
        /// The hash after the transaction.
        pub new_hash: Hash,
    }

    /// The phase in which the account pays for its storage.
    ///
    /// ```
    /// use ton_edge::message::{StatusChange, StoragePhase};
    /// let change = StatusChange::Unchanged;
    /// let phase = StoragePhase { storage_fees_collected: 5, storage_fees_due: None, status_change: change };
    /// assert_eq!(phase.storage_fees_collected, 5);
    /// ```
    pub struct StoragePhase {
        /// Nanocoins that were paid.
        pub storage_fees_collected: u128,
        /// Nanocoins that are still due.
        pub storage_fees_due: Option<u128>,
        /// How the status of the account changed.
        pub status_change: StatusChange,
    }

    /// The phase in which the account receives the value of the message.
    ///
    /// ```
    /// use ton_edge::message::CreditPhase;
    /// let phase = CreditPhase { due_fees_collected: None, credit: 7.into() };
    /// assert_eq!(phase.credit.coins, 7);
    /// ```
    pub struct CreditPhase {
        /// Nanocoins of the value that paid storage fees due.
        pub due_fees_collected: Option<u128>,
        /// The value that was credited.
        pub credit: Currencies,
    }

    /// The size of stored or sent cells.
    ///
    /// ```
    /// use ton_edge::message::StorageUsed;
    /// assert_eq!(StorageUsed { cells: 3, bits: 700 }.cells, 3);
    /// ```
    pub struct StorageUsed {
        /// Distinct cells.
        pub cells: u64 as VarUint<7>,
        /// Bits of these cells.
        pub bits: u64 as VarUint<7>,
    }

    /// The phase that executes the actions of the code: messages are sent, code is changed, coins are reserved.
    ///
    /// ```
    /// use ton_edge::message::{ActionPhase, StatusChange, StorageUsed};
    /// # use ton_edge::hash::Hash;
    /// # let phase = ActionPhase {
    /// #     success: true, valid: true, no_funds: false, status_change: StatusChange::Unchanged, total_fwd_fees: None,
    /// #     total_action_fees: None, result_code: 0, result_arg: None, tot_actions: 1, spec_actions: 0, skipped_actions: 0,
    /// #     msgs_created: 1, action_list_hash: Hash([0; 32]), tot_msg_size: StorageUsed { cells: 1, bits: 700 },
    /// # };
    /// assert!(phase.success && phase.result_code == 0);
    /// ```
    pub struct ActionPhase {
        /// Whether all actions succeeded.
        pub success: bool,
        /// Whether the list of actions can be read.
        pub valid: bool,
        /// Whether there were too few coins.
        pub no_funds: bool,
        /// How the status of the account changed.
        pub status_change: StatusChange,
        /// Nanocoins for forwarding messages.
        pub total_fwd_fees: Option<u128>,
        /// The part of these fees that the validators of this block receive, in nanocoins.
        pub total_action_fees: Option<u128>,
        /// The result code: 0, or the reason why an action failed.
        pub result_code: i32,
        /// The index of the action that failed.
        pub result_arg: Option<i32>,
        /// The number of actions.
        pub tot_actions: u16,
        /// Actions that send no message.
        pub spec_actions: u16,
        /// Actions that failed and were left out, as their mode allows.
        pub skipped_actions: u16,
        /// Messages that were sent.
        pub msgs_created: u16,
        /// Hash of the list of actions.
        pub action_list_hash: Hash,
        /// The size of all messages that were sent.
        pub tot_msg_size: StorageUsed,
    }

    /// The accounts of a split or merge of shards. No network has such transactions today.
    ///
    /// ```
    /// use ton_edge::{hash::Hash, message::SplitMergeInfo};
    /// let hash = Hash([0; 32]);
    /// let info = SplitMergeInfo { cur_shard_pfx_len: 1, acc_split_depth: 2, this_addr: hash, sibling_addr: hash };
    /// assert!(info.cur_shard_pfx_len < info.acc_split_depth);
    /// ```
    pub struct SplitMergeInfo {
        /// Bits of the shard's prefix.
        pub cur_shard_pfx_len: u8 as SixBits,
        /// The split depth of the account.
        pub acc_split_depth: u8 as SixBits,
        /// This account.
        pub this_addr: Hash as AccountHash,
        /// The account in the other shard.
        pub sibling_addr: Hash as AccountHash,
    }
}

/// A number of six bits.
struct SixBits(u8);

stored_as!(SixBits(u8));

impl Tlb for SixBits {
    const FORM: Form = Form::Uint(6);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(Self(slice.load_u64(6)? as u8))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_uint(self.0, 6).map(|_| ())
    }
}

one_of! {
    /// The phase in which the code runs.
    ///
    /// ```
    /// use ton_edge::message::{ComputePhase, SkipReason};
    /// let phase = ComputePhase::Skipped { reason: SkipReason::NoGas };
    /// assert_eq!(phase.exit_code(), None);
    /// ```
    pub enum ComputePhase {
        /// The code did not run.
        Skipped = "0" as "skipped" {
            /// The reason.
            reason: SkipReason,
        },
        /// The code ran.
        Vm = "1" as "vm" {
            /// Whether the exit code means success, and the gas sufficed.
            success: bool,
            /// Whether the state that the message brought was used.
            msg_state_used: bool,
            /// Whether the account received its code.
            account_activated: bool,
            /// Nanocoins for the gas.
            gas_fees: u128,
            /// Gas, exit code and instructions of the run.
            details: VmDetails as Child<VmDetails>,
        },
    }
}

impl ComputePhase {
    /// Returns the exit code; `None` if the code did not run.
    #[must_use]
    pub fn exit_code(&self) -> Option<i32> {
        match self {
            Self::Skipped { .. } => None,
            Self::Vm { details, .. } => Some(details.exit_code),
        }
    }
}

record! {
    /// Gas, exit code and instructions of a run of the code.
    ///
    /// ```
    /// use ton_edge::{hash::Hash, message::VmDetails};
    /// let hash = Hash([0; 32]);
    /// let details = VmDetails {
    ///     gas_used: 500, gas_limit: 10_000, gas_credit: None, mode: 0, exit_code: 0, exit_arg: None, vm_steps: 20,
    ///     vm_init_state_hash: hash, vm_final_state_hash: hash,
    /// };
    /// assert!(details.gas_used < details.gas_limit);
    /// ```
    pub struct VmDetails {
        /// Gas that was used.
        pub gas_used: u64 as VarUint<7>,
        /// Gas that the message pays for.
        pub gas_limit: u64 as VarUint<7>,
        /// Gas that an external message has before it is accepted.
        pub gas_credit: Option<u64> as MaybeCredit,
        /// The mode of the virtual machine.
        pub mode: i8,
        /// The exit code; 0 and 1 mean success.
        pub exit_code: i32,
        /// An argument of the exception.
        pub exit_arg: Option<i32>,
        /// Instructions that ran.
        pub vm_steps: u32,
        /// Hash of the first state of the virtual machine.
        pub vm_init_state_hash: Hash,
        /// Hash of the last state of the virtual machine.
        pub vm_final_state_hash: Hash,
    }
}

/// A cell of its own.
struct Child<T>(T);

impl<T> From<T> for Child<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Tlb> Tlb for Child<T> {
    const FORM: Form = Form::Child(&T::FORM);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        load_child(slice).map(Self)
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.store_child(|to| self.0.store(to))
    }
}

/// The TL-B type `Maybe (VarUInteger 3)`.
struct MaybeCredit(Option<u64>);

stored_as!(MaybeCredit(Option<u64>));

impl Tlb for MaybeCredit {
    const FORM: Form = Form::Maybe(&Form::VarUint(3));

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(Self(Option::<VarUint<3>>::load(slice)?.map(|credit| credit.0)))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        self.0.map(VarUint::<3>).store(to)
    }
}

one_of! {
    /// The phase in which a message that failed is sent back.
    ///
    /// ```
    /// use ton_edge::message::{BouncePhase, StorageUsed};
    /// let phase = BouncePhase::Ok { msg_size: StorageUsed { cells: 0, bits: 0 }, msg_fees: 1, fwd_fees: 2 };
    /// assert_ne!(phase, BouncePhase::Negfunds);
    /// ```
    pub enum BouncePhase {
        /// There were no coins left to send the message back.
        Negfunds = "00" as "negfunds",
        /// There were too few coins to send the message back.
        Nofunds = "01" as "nofunds" {
            /// The size of the message.
            msg_size: StorageUsed,
            /// Nanocoins that sending it back would have cost.
            req_fwd_fees: u128,
        },
        /// The message was sent back.
        Ok = "1" as "ok" {
            /// The size of the message.
            msg_size: StorageUsed,
            /// Nanocoins that the validators of this block receive.
            msg_fees: u128,
            /// Nanocoins for the forwarding.
            fwd_fees: u128,
        },
    }
}

one_of! {
    /// The kind of a transaction, and its phases, with the names of `block.tlb`.
    ///
    /// ```
    /// use ton_edge::message::{Description, StatusChange, StoragePhase};
    /// let storage = StoragePhase {
    ///     storage_fees_collected: 1, storage_fees_due: None, status_change: StatusChange::Unchanged,
    /// };
    /// assert!(!Description::Storage { storage_ph: storage }.aborted());
    /// ```
    #[allow(clippy::large_enum_variant, reason = "nearly all transactions are of the largest kind")]
    pub enum Description {
        /// A message was received: nearly all transactions.
        Ord = "0000" as "ord" {
            /// Whether the value of the message was credited before storage fees were paid.
            credit_first: bool,
            /// The storage phase.
            storage_ph: Option<StoragePhase>,
            /// The credit phase.
            credit_ph: Option<CreditPhase>,
            /// The compute phase.
            compute_ph: ComputePhase,
            /// The action phase.
            action: Option<ActionPhase> as MaybeAction,
            /// Whether the compute phase or the action phase failed.
            aborted: bool,
            /// The bounce phase, if there was one.
            bounce: Option<BouncePhase>,
            /// Whether the account was deleted.
            destroyed: bool,
        },
        /// A transaction with a storage phase only.
        Storage = "0001" as "storage" {
            /// The storage phase.
            storage_ph: StoragePhase,
        },
        /// A special contract of the masterchain ran without a message.
        TickTock = "001" as "tick_tock" {
            /// Whether it ran at the end of the block, not at its beginning.
            is_tock: bool,
            /// The storage phase.
            storage_ph: StoragePhase,
            /// The compute phase.
            compute_ph: ComputePhase,
            /// The action phase.
            action: Option<ActionPhase> as MaybeAction,
            /// Whether the compute phase or the action phase failed.
            aborted: bool,
            /// Whether the account was deleted.
            destroyed: bool,
        },
        /// The transaction before a split of shards.
        SplitPrepare = "0100" as "split_prepare" {
            /// The accounts of the split or merge.
            split_info: SplitMergeInfo,
            /// The storage phase.
            storage_ph: Option<StoragePhase>,
            /// The compute phase.
            compute_ph: ComputePhase,
            /// The action phase.
            action: Option<ActionPhase> as MaybeAction,
            /// Whether the compute phase or the action phase failed.
            aborted: bool,
            /// Whether the account was deleted.
            destroyed: bool,
        },
        /// The transaction after a split of shards.
        SplitInstall = "0101" as "split_install" {
            /// The accounts of the split or merge.
            split_info: SplitMergeInfo,
            /// The transaction that prepared the split or merge.
            prepare_transaction: CellId,
            /// Whether the split was installed.
            installed: bool,
        },
        /// The transaction before a merge of shards.
        MergePrepare = "0110" as "merge_prepare" {
            /// The accounts of the split or merge.
            split_info: SplitMergeInfo,
            /// The storage phase.
            storage_ph: StoragePhase,
            /// Whether the merge failed.
            aborted: bool,
        },
        /// The transaction after a merge of shards.
        MergeInstall = "0111" as "merge_install" {
            /// The accounts of the split or merge.
            split_info: SplitMergeInfo,
            /// The transaction that prepared the split or merge.
            prepare_transaction: CellId,
            /// The storage phase.
            storage_ph: Option<StoragePhase>,
            /// The credit phase, with the value of the other account.
            credit_ph: Option<CreditPhase>,
            /// The compute phase.
            compute_ph: ComputePhase,
            /// The action phase.
            action: Option<ActionPhase> as MaybeAction,
            /// Whether the compute phase or the action phase failed.
            aborted: bool,
            /// Whether the account was deleted.
            destroyed: bool,
        },
    }
}

impl Description {
    /// Returns whether the code or its actions failed.
    #[must_use]
    pub fn aborted(&self) -> bool {
        match self {
            Self::Ord { aborted, .. }
            | Self::TickTock { aborted, .. }
            | Self::SplitPrepare { aborted, .. }
            | Self::MergePrepare { aborted, .. }
            | Self::MergeInstall { aborted, .. } => *aborted,
            Self::Storage { .. } => false,
            Self::SplitInstall { installed, .. } => !installed,
        }
    }

    /// Returns the phase in which the code ran, if there is one.
    #[must_use]
    pub fn compute_phase(&self) -> Option<&ComputePhase> {
        match self {
            Self::Ord { compute_ph, .. }
            | Self::TickTock { compute_ph, .. }
            | Self::SplitPrepare { compute_ph, .. }
            | Self::MergeInstall { compute_ph, .. } => Some(compute_ph),
            _ => None,
        }
    }

    /// Returns the phase in which its actions were done, if there is one.
    #[must_use]
    pub fn action_phase(&self) -> Option<&ActionPhase> {
        match self {
            Self::Ord { action, .. }
            | Self::TickTock { action, .. }
            | Self::SplitPrepare { action, .. }
            | Self::MergeInstall { action, .. } => action.as_ref(),
            _ => None,
        }
    }

    /// Returns how many extra currencies the account received.
    fn count_extra_currencies(&self) -> usize {
        match self {
            Self::Ord { credit_ph, .. } | Self::MergeInstall { credit_ph, .. } => {
                credit_ph.as_ref().map_or(0, |phase| phase.credit.extra.len())
            }
            _ => 0,
        }
    }
}

/// The TL-B type `Maybe ^TrActionPhase`.
struct MaybeAction(Option<ActionPhase>);

stored_as!(MaybeAction(Option<ActionPhase>));

impl Tlb for MaybeAction {
    const FORM: Form = Form::Maybe(&Form::Child(&ActionPhase::FORM));

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        if slice.load_bit()? { load_child(slice).map(|phase| Self(Some(phase))) } else { Ok(Self(None)) }
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_bit(self.0.is_some())?;
        match &self.0 {
            Some(phase) => to.store_child(|to| phase.store(to)),
            None => Ok(()),
        }
    }
}

/// A transaction.
///
/// With the feature `serde` it is written with the names of fields and variants of the npm package, except that the
/// report of the virtual machine is in `details`. Amounts and logical times are numbers of up to 128 bits, and a cell
/// is its index in the arena.
///
/// ```
/// use ton_edge::cell::{Limits, parse_text};
/// use ton_edge::message::{AccountStatus, Transaction};
/// let bag = parse_text(
///     "te6cckECBgEAASwAA691VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVAAAdaVgrPAOoqxaImEFJekze7U4o4Te6txD5Ad\
///      VoWIRt5pAsel3jjwAAHWlYG/nDY1kwSwABQIAQIDAAEgAIJyi1x9o2UAXnrMNi3vtgLBh7FK8kY/Ri+XGzsBx1v9z3kKEdvCabYI\
///      jfcwpuAP5ktHnCduwy0NbAnOnWv7ei4w/AIFMDAkBAUAoEEpcATEtAAAAAAAAAAAAC4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
///      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFvAAAAAAAAAAAAAAAABLUUtpEnlC4z33SeGHxRhIq/htUa7\
///      i3D8ghbwxhQTn44EpLK6KQ==",
///     &Limits::default(),
/// )?;
/// let (mut cells, root) = (bag.cells, bag.roots[0]);
/// let transaction = Transaction::load(&mut cells, root)?;
/// assert_eq!(transaction.end_status, AccountStatus::Active);
/// assert!(transaction.in_msg.is_none() && !transaction.description.aborted());
/// let again = transaction.add(&mut cells)?;
/// assert_eq!(cells.get(again).unwrap().hash(), cells.get(root).unwrap().hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct Transaction {
    /// The hash of the account's address; the workchain is that of the block.
    pub account_addr: Hash,
    /// The logical time of the transaction.
    pub lt: u64,
    /// Hash of the account's previous transaction; zeros for the first transaction.
    pub prev_trans_hash: Hash,
    /// Logical time of the account's previous transaction; 0 for the first transaction.
    pub prev_trans_lt: u64,
    /// The Unix time of the transaction, in seconds.
    pub now: u32,
    /// The status of the account before the transaction.
    pub orig_status: AccountStatus,
    /// The status of the account after the transaction.
    pub end_status: AccountStatus,
    /// The message that was received.
    pub in_msg: Option<Message>,
    /// The messages that were sent, in their order.
    pub out_msgs: Vec<Message>,
    /// All fees, which the validators receive.
    pub total_fees: Currencies,
    /// The hashes of the account's state.
    pub state_update: StateUpdate,
    /// The kind of the transaction, and its phases.
    pub description: Description,
}

record! {
    /// The fields before the messages.
    struct Head {
        /// The hash of the account's address in upper-case hexadecimal digits: its raw form without the workchain.
        pub account_addr: Hash as AccountHash,
        /// The logical time of the transaction.
        pub lt: u64,
        /// Hash of the account's previous transaction; zeros for the first transaction.
        pub prev_trans_hash: Hash,
        /// Logical time of the account's previous transaction; 0 for the first transaction.
        pub prev_trans_lt: u64,
        /// The Unix time of the transaction, in seconds.
        pub now: u32,
        /// How many messages were sent.
        pub outmsg_cnt: u16 as FifteenBits,
        /// The status of the account before the transaction.
        pub orig_status: AccountStatus,
        /// The status of the account after the transaction.
        pub end_status: AccountStatus,
    }
}

/// A hash that is part of an address.
struct AccountHash(Hash);

stored_as!(AccountHash(Hash));

impl Tlb for AccountHash {
    const FORM: Form = Form::AccountHash;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Hash::load(slice).map(Self)
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        self.0.store(to)
    }
}

/// How a transaction is stored, for the npm package.
pub(super) const FORM: Form = Form::Record(
    "Transaction",
    "A transaction of an account.",
    &[
        build_field("", Form::Tag("0111"), ""),
        build_field("details", Head::FORM, ""),
        build_field("details", Form::Child(&MESSAGES), ""),
        build_field("total_fees", Currencies::FORM, "All fees, which the validators receive."),
        build_field("state_update", Form::Child(&UPDATE), "Hashes of the account's state."),
        build_field("description", Form::Child(&Description::FORM), "The phases."),
    ],
);

const MESSAGES: Form = Form::Record(
    "TransactionMessages",
    "The messages of a transaction.",
    &[
        build_field("in_msg", Form::Maybe(&Form::Child(&Form::Message)), "The message that was received."),
        build_field("out_msgs", Form::MessageList, "The messages that were sent, in their order."),
    ],
);

const UPDATE: Form = Form::Record(
    "StateUpdate",
    "The hashes of the account's state before and after the transaction.",
    &[
        build_field("", Form::Tag("01110010"), ""),
        build_field("old_hash", Form::Hash, "The hash before the transaction."),
        build_field("new_hash", Form::Hash, "The hash after the transaction."),
    ],
);

const fn build_field(name: &'static str, form: Form, doc: &'static str) -> Field {
    Field { name, form, doc }
}

/// A number of fifteen bits.
struct FifteenBits(u16);

stored_as!(FifteenBits(u16));

impl Tlb for FifteenBits {
    const FORM: Form = Form::Count;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(Self(slice.load_u64(15)? as u16))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_uint(self.0, 15).map(|_| ())
    }
}

impl Transaction {
    /// Reads the cell of a transaction, and adds cells for inline bodies.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else, or has more than 256 messages, which no transaction can send.
    /// [`DecodeFault::TooMany`] for more than 1024 values of dictionaries in all (messages and extra currencies).
    pub fn load(cells: &mut Cells, id: CellId) -> Result<Self, DecodeError> {
        Self::load_cell(cells, id).map_err(|error| error.in_field("transaction"))
    }

    fn load_cell(cells: &mut Cells, id: CellId) -> Result<Self, DecodeError> {
        let cell = cells.get(id).ok_or(BuildError::UnknownCell)?;
        let mut slice = cell.slice()?;
        expect_tag(&mut slice, "0111").map_err(|error| error.in_field("transaction"))?;
        let head = Head::load(&mut slice)?;
        let mut messages = slice.load_ref()?.slice()?;
        let in_msg = Option::<CellId>::load(&mut messages).map_err(|error| error.in_field("in_msg"))?;
        let out_msgs =
            load_list(&mut messages, head.outmsg_cnt).map_err(|error| error.in_field("out_msgs"))?;
        messages.end().map_err(|error| DecodeError::from(error).in_field("out_msgs"))?;
        let total_fees = Currencies::load(&mut slice)?;
        let state_update = load_update(&mut slice).map_err(|error| error.in_field("state_update"))?;
        let description =
            load_child(&mut slice).map_err(|error: DecodeError| error.in_field("description"))?;
        slice.end()?;
        let mut values =
            out_msgs.len() + total_fees.extra.len() + Description::count_extra_currencies(&description);
        let mut load = |id| {
            let message = Message::load(cells, id)?;
            values += message.info.count_extra_currencies();
            if values > MAX_VALUES {
                Err(DecodeError::new(DecodeFault::TooMany).in_field("extra"))
            } else {
                Ok(message)
            }
        };
        let in_msg = in_msg.map(&mut load).transpose()?;
        let out_msgs = out_msgs.into_iter().map(load).collect::<Result<_, _>>()?;
        let Head { account_addr, lt, prev_trans_hash, prev_trans_lt, now, orig_status, end_status, .. } =
            head;
        Ok(Self {
            account_addr,
            lt,
            prev_trans_hash,
            prev_trans_lt,
            now,
            orig_status,
            end_status,
            in_msg,
            out_msgs,
            total_fees,
            state_update,
            description,
        })
    }

    /// Adds the cell of the transaction.
    ///
    /// # Errors
    /// [`BuildError`] if a cell is not of the arena, there are more than 32767 messages, or a number has too many bits.
    pub fn add(&self, cells: &mut Cells) -> Result<CellId, BuildError> {
        let in_msg = self.in_msg.as_ref().map(|message| message.add(cells)).transpose()?;
        let mut pairs = Vec::with_capacity(self.out_msgs.len());
        for (index, message) in (0..).zip(&self.out_msgs) {
            let mut value = Builder::new();
            value.store_ref(message.add(cells)?)?;
            pairs.push((Bits::from_u64(index, 15).ok_or(BuildError::Range)?, value));
        }
        let out_msgs = cells.add_dict(15, pairs)?;
        let head = Head {
            account_addr: self.account_addr,
            lt: self.lt,
            prev_trans_hash: self.prev_trans_hash,
            prev_trans_lt: self.prev_trans_lt,
            now: self.now,
            outmsg_cnt: self.out_msgs.len() as u16,
            orig_status: self.orig_status,
            end_status: self.end_status,
        };
        add(cells, |to| {
            store_tag(to, "0111")?;
            head.store(to)?;
            to.store_child(|to| {
                in_msg.store(to)?;
                to.builder.store_maybe_ref(out_msgs).map(|_| ())
            })?;
            self.total_fees.store(to)?;
            to.store_child(|to| {
                store_tag(to, "01110010")?;
                self.state_update.store(to)
            })?;
            to.store_child(|to| self.description.store(to))
        })
    }
}

/// Reads the TL-B type `^(HASH_UPDATE Account)`.
fn load_update(slice: &mut Slice<'_>) -> Result<StateUpdate, DecodeError> {
    let mut update = slice.load_ref()?.slice()?;
    expect_tag(&mut update, "01110010")?;
    let hashes = StateUpdate::load(&mut update)?;
    update.end()?;
    Ok(hashes)
}

/// Loads the messages 0, 1, 2 ... of a dictionary.
fn load_list(slice: &mut Slice<'_>, count: u16) -> Result<Vec<CellId>, DecodeError> {
    let mut list = Vec::new();
    for pair in Dict::load(slice, 15)?.iter(MAX_STEPS) {
        let (key, mut value) = pair?;
        let message = value.load_ref()?;
        value.end()?;
        if key.to_u64() != Some(list.len() as u64) {
            return Err(DecodeFault::Count.into());
        }
        list.push(message.id());
    }
    if list.len() == usize::from(count) { Ok(list) } else { Err(DecodeFault::Count.into()) }
}
