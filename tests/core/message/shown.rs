//! Decoded values in the form of the fixtures. Zero, false, missing and empty values are omitted, except an optional field that is present
//! with the value zero.

use serde_json::Value;
use ton_edge::address::{Address, Flags};
use ton_edge::cell::{CellId, Cells, MsgAddress};
use ton_edge::hash::Hash;
use ton_edge::message::{
    Account, AccountState, AccountStatus, ActionPhase, BouncePhase, ComputePhase, CreditPhase, Currencies,
    Description, Message, MessageInfo, Place, ShardAccount, SkipReason, SplitMergeInfo, StateInit,
    StatusChange, StoragePhase, StorageUsed, Transaction, VmDetails,
};

fn object(fields: Vec<(&str, Value)>) -> Value {
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    fields
        .into_iter()
        .filter(|(_, value)| !is_empty(value))
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// A number that is always present.
fn required_number<T: ToString + Default + PartialEq>(number: T) -> Value {
    if number == T::default() { Value::Null } else { number.to_string().into() }
}

/// A number that may be absent.
fn optional_number<T: ToString>(number: Option<T>) -> Value {
    number.map(|number| number.to_string()).into()
}

fn hash(hash: Hash) -> Value {
    hash.to_b64().as_str().into()
}

fn cell(cells: &Cells, id: CellId) -> Value {
    hash(cells.get(id).unwrap().hash())
}

fn account_address(address: &Address) -> Value {
    address.to_friendly(Flags::default()).as_str().into()
}

pub(super) fn address(address: &MsgAddress) -> Value {
    match address {
        MsgAddress::None => Value::Null,
        MsgAddress::Std(address) => account_address(address),
        MsgAddress::Extern(bits) => format!("external:{bits}").into(),
    }
}

fn currencies(value: &Currencies) -> Value {
    let extra_amounts: Vec<_> = value
        .extra
        .iter()
        .map(|(id, amount)| Value::from(vec![Value::from(*id), amount.to_string().into()]))
        .collect();
    object(vec![("grams", required_number(value.coins)), ("other", extra_amounts.into())])
}

fn init_fields(cells: &Cells, init: &StateInit) -> Vec<(&'static str, Value)> {
    let optional_cell = |id: Option<CellId>| id.map_or(Value::Null, |id| cell(cells, id));
    let tick_tock = init.special.as_ref();
    vec![
        ("split_depth", optional_number(init.split_depth)),
        (
            "special",
            tick_tock.map_or(Value::Null, |special| {
                object(vec![("tick", special.tick.into()), ("tock", special.tock.into())])
            }),
        ),
        ("code", optional_cell(init.code)),
        ("data", optional_cell(init.data)),
        ("library", optional_cell(init.library)),
    ]
}

fn info(info: &MessageInfo) -> Value {
    object(match info {
        MessageInfo::Internal {
            ihr_disabled,
            bounce,
            bounced,
            src,
            dest,
            value,
            ihr_fee,
            fwd_fee,
            created_lt,
            created_at,
        } => vec![
            ("type", "int".into()),
            ("ihr_disabled", (*ihr_disabled).into()),
            ("bounce", (*bounce).into()),
            ("bounced", (*bounced).into()),
            ("src", address(src)),
            ("dest", account_address(dest)),
            ("value", currencies(value)),
            ("ihr_fee", required_number(*ihr_fee)),
            ("fwd_fee", required_number(*fwd_fee)),
            ("created_lt", required_number(*created_lt)),
            ("created_at", required_number(*created_at)),
        ],
        MessageInfo::ExternalIn { src, dest, import_fee } => vec![
            ("type", "ext_in".into()),
            ("src", address(src)),
            ("dest", account_address(dest)),
            ("import_fee", required_number(*import_fee)),
        ],
        MessageInfo::ExternalOut { src, dest, created_lt, created_at } => vec![
            ("type", "ext_out".into()),
            ("src", address(src)),
            ("dest", address(dest)),
            ("created_lt", required_number(*created_lt)),
            ("created_at", required_number(*created_at)),
        ],
    })
}

fn place_name(place: Place) -> Value {
    match place {
        Place::Auto => Value::Null,
        Place::Inline => "inline".into(),
        Place::Ref => "ref".into(),
    }
}

pub(super) fn message(cells: &Cells, message: &Message) -> Value {
    object(vec![
        ("info", info(&message.info)),
        ("init", message.init.as_ref().map_or(Value::Null, |init| object(init_fields(cells, init)))),
        ("body", cell(cells, message.body)),
        ("init_in", place_name(message.init_in)),
        ("body_in", place_name(message.body_in)),
    ])
}

fn status(status: AccountStatus) -> Value {
    match status {
        AccountStatus::Uninit => "uninit",
        AccountStatus::Frozen => "frozen",
        AccountStatus::Active => "active",
        AccountStatus::Nonexist => "nonexist",
    }
    .into()
}

fn change(change: StatusChange) -> Value {
    match change {
        StatusChange::Unchanged => "unchanged",
        StatusChange::Frozen => "frozen",
        StatusChange::Deleted => "deleted",
    }
    .into()
}

fn storage(phase: &StoragePhase) -> Value {
    object(vec![
        ("storage_fees_collected", required_number(phase.storage_fees_collected)),
        ("storage_fees_due", optional_number(phase.storage_fees_due)),
        ("status_change", change(phase.status_change)),
    ])
}

fn credit_phase(phase: &CreditPhase) -> Value {
    object(vec![
        ("due_fees_collected", optional_number(phase.due_fees_collected)),
        ("credit", currencies(&phase.credit)),
    ])
}

fn storage_used_json(used: &StorageUsed) -> Value {
    object(vec![("cells", required_number(used.cells)), ("bits", required_number(used.bits))])
}

fn compute(phase: &ComputePhase) -> Value {
    object(match phase {
        ComputePhase::Skipped { reason } => vec![(
            "skipped",
            match reason {
                SkipReason::NoState => "no_state",
                SkipReason::BadState => "bad_state",
                SkipReason::NoGas => "no_gas",
                SkipReason::Suspended => "suspended",
            }
            .into(),
        )],
        ComputePhase::Vm {
            success,
            msg_state_used,
            account_activated,
            gas_fees,
            details:
                VmDetails {
                    gas_used,
                    gas_limit,
                    gas_credit,
                    mode,
                    exit_code,
                    exit_arg,
                    vm_steps,
                    vm_init_state_hash,
                    vm_final_state_hash,
                },
        } => vec![
            ("success", (*success).into()),
            ("msg_state_used", (*msg_state_used).into()),
            ("account_activated", (*account_activated).into()),
            ("gas_fees", required_number(*gas_fees)),
            ("gas_used", required_number(*gas_used)),
            ("gas_limit", required_number(*gas_limit)),
            ("gas_credit", optional_number(*gas_credit)),
            ("mode", required_number(*mode)),
            ("exit_code", required_number(*exit_code)),
            ("exit_arg", optional_number(*exit_arg)),
            ("vm_steps", required_number(*vm_steps)),
            ("vm_init_state_hash", hash(*vm_init_state_hash)),
            ("vm_final_state_hash", hash(*vm_final_state_hash)),
        ],
    })
}

fn action(phase: &ActionPhase) -> Value {
    object(vec![
        ("success", phase.success.into()),
        ("valid", phase.valid.into()),
        ("no_funds", phase.no_funds.into()),
        ("status_change", change(phase.status_change)),
        ("total_fwd_fees", optional_number(phase.total_fwd_fees)),
        ("total_action_fees", optional_number(phase.total_action_fees)),
        ("result_code", required_number(phase.result_code)),
        ("result_arg", optional_number(phase.result_arg)),
        ("tot_actions", required_number(phase.tot_actions)),
        ("spec_actions", required_number(phase.spec_actions)),
        ("skipped_actions", required_number(phase.skipped_actions)),
        ("msgs_created", required_number(phase.msgs_created)),
        ("action_list_hash", hash(phase.action_list_hash)),
        ("tot_msg_size", storage_used_json(&phase.tot_msg_size)),
    ])
}

fn bounce(phase: &BouncePhase) -> Value {
    object(match phase {
        BouncePhase::Negfunds => vec![("type", "negfunds".into())],
        BouncePhase::Nofunds { msg_size, req_fwd_fees } => vec![
            ("type", "nofunds".into()),
            ("msg_size", storage_used_json(msg_size)),
            ("req_fwd_fees", required_number(*req_fwd_fees)),
        ],
        BouncePhase::Ok { msg_size, msg_fees, fwd_fees } => vec![
            ("type", "ok".into()),
            ("msg_size", storage_used_json(msg_size)),
            ("msg_fees", required_number(*msg_fees)),
            ("fwd_fees", required_number(*fwd_fees)),
        ],
    })
}

fn split_info_json(info: &SplitMergeInfo) -> Value {
    object(vec![
        ("cur_shard_pfx_len", required_number(info.cur_shard_pfx_len)),
        ("acc_split_depth", required_number(info.acc_split_depth)),
        ("this_addr", hash(info.this_addr)),
        ("sibling_addr", hash(info.sibling_addr)),
    ])
}

fn optional_json<T>(show: impl FnOnce(&T) -> Value, value: &Option<T>) -> Value {
    value.as_ref().map_or(Value::Null, show)
}

fn description(cells: &Cells, one: &Description) -> Value {
    object(match one {
        Description::Ord {
            credit_first,
            storage_ph,
            credit_ph,
            compute_ph,
            action: action_ph,
            aborted,
            bounce: bounce_ph,
            destroyed,
        } => vec![
            ("type", "ord".into()),
            ("credit_first", (*credit_first).into()),
            ("storage_ph", optional_json(storage, storage_ph)),
            ("credit_ph", optional_json(credit_phase, credit_ph)),
            ("compute_ph", compute(compute_ph)),
            ("action", optional_json(action, action_ph)),
            ("aborted", (*aborted).into()),
            ("bounce", optional_json(bounce, bounce_ph)),
            ("destroyed", (*destroyed).into()),
        ],
        Description::Storage { storage_ph } => {
            vec![("type", "storage".into()), ("storage_ph", storage(storage_ph))]
        }
        Description::TickTock { is_tock, storage_ph, compute_ph, action: action_ph, aborted, destroyed } => {
            vec![
                ("type", "tick_tock".into()),
                ("is_tock", (*is_tock).into()),
                ("storage_ph", storage(storage_ph)),
                ("compute_ph", compute(compute_ph)),
                ("action", optional_json(action, action_ph)),
                ("aborted", (*aborted).into()),
                ("destroyed", (*destroyed).into()),
            ]
        }
        Description::SplitPrepare {
            split_info,
            storage_ph,
            compute_ph,
            action: action_ph,
            aborted,
            destroyed,
        } => vec![
            ("type", "split_prepare".into()),
            ("split_info", split_info_json(split_info)),
            ("storage_ph", optional_json(storage, storage_ph)),
            ("compute_ph", compute(compute_ph)),
            ("action", optional_json(action, action_ph)),
            ("aborted", (*aborted).into()),
            ("destroyed", (*destroyed).into()),
        ],
        Description::SplitInstall { split_info, prepare_transaction, installed } => vec![
            ("type", "split_install".into()),
            ("split_info", split_info_json(split_info)),
            ("prepare_transaction", cell(cells, *prepare_transaction)),
            ("installed", (*installed).into()),
        ],
        Description::MergePrepare { split_info, storage_ph, aborted } => vec![
            ("type", "merge_prepare".into()),
            ("split_info", split_info_json(split_info)),
            ("storage_ph", storage(storage_ph)),
            ("aborted", (*aborted).into()),
        ],
        Description::MergeInstall {
            split_info,
            prepare_transaction,
            storage_ph,
            credit_ph,
            compute_ph,
            action: action_ph,
            aborted,
            destroyed,
        } => vec![
            ("type", "merge_install".into()),
            ("split_info", split_info_json(split_info)),
            ("prepare_transaction", cell(cells, *prepare_transaction)),
            ("storage_ph", optional_json(storage, storage_ph)),
            ("credit_ph", optional_json(credit_phase, credit_ph)),
            ("compute_ph", compute(compute_ph)),
            ("action", optional_json(action, action_ph)),
            ("aborted", (*aborted).into()),
            ("destroyed", (*destroyed).into()),
        ],
    })
}

pub(super) fn transaction(cells: &Cells, one: &Transaction) -> Value {
    let out_msgs: Vec<Value> = one.out_msgs.iter().map(|sent| message(cells, sent)).collect();
    object(vec![
        ("account_addr", hash(one.account_addr)),
        ("lt", required_number(one.lt)),
        ("prev_trans_hash", hash(one.prev_trans_hash)),
        ("prev_trans_lt", required_number(one.prev_trans_lt)),
        ("now", required_number(one.now)),
        ("orig_status", status(one.orig_status)),
        ("end_status", status(one.end_status)),
        ("in_msg", optional_json(|received| message(cells, received), &one.in_msg)),
        ("out_msgs", out_msgs.into()),
        ("total_fees", currencies(&one.total_fees)),
        ("old_hash", hash(one.state_update.old_hash)),
        ("new_hash", hash(one.state_update.new_hash)),
        ("description", description(cells, &one.description)),
    ])
}

fn account(cells: &Cells, one: &Account) -> Value {
    let state = match &one.state {
        AccountState::Uninit => vec![("type", "uninit".into())],
        AccountState::Frozen { state_hash } => {
            vec![("type", "frozen".into()), ("state_hash", hash(*state_hash))]
        }
        AccountState::Active { state } => {
            [vec![("type", "active".into())], init_fields(cells, state)].concat()
        }
    };
    object(vec![
        ("addr", account_address(&one.addr)),
        ("used", storage_used_json(&one.used)),
        ("storage_extra", one.storage_extra.map_or(Value::Null, hash)),
        ("last_paid", required_number(one.last_paid)),
        ("due_payment", optional_number(one.due_payment)),
        ("last_trans_lt", required_number(one.last_trans_lt)),
        ("balance", currencies(&one.balance)),
        ("state", object(state)),
    ])
}

pub(super) fn shard_account(cells: &Cells, one: &ShardAccount) -> Value {
    let inner_account = Account::load(cells, one.account).unwrap();
    object(vec![
        ("account", optional_json(|inner| account(cells, inner), &inner_account)),
        ("last_trans_hash", hash(one.last_trans_hash)),
        ("last_trans_lt", required_number(one.last_trans_lt)),
    ])
}
