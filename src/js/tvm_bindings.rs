//! tvm.wasm: opens contracts, and calls their get-methods.
//!
//! Structured values are passed by serde-wasm-bindgen. Cells, such as code, data and stacks, are passed as bags.

use super::configurations::{OpenHandles, configuration, find, insert};
use super::error::failure;
use crate::error::{Code, Error};
use crate::tvm::values::Values;
use crate::tvm::{Contract, Done, Limits, Reason, method_id};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::cell::RefCell;
use tycho_vm::Stack;
use wasm_bindgen::prelude::*;

/// The maximum number of contracts that stay open; JavaScript opens a contract again when it needs it.
const MAX_CONTRACTS: usize = 128;

std::thread_local! {
    static CONTRACTS: OpenHandles<Contract> = const { RefCell::new(Vec::new()) };
}

/// The context of a contract: everything besides its code and data.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ContractContext {
    workchain: i8,
    hash: ByteBuf,
    balance: Option<String>,
    extra: Option<ByteBuf>,
    configuration: Option<u32>,
    allow_newer: bool,
    now: Option<u32>,
    lt: Option<String>,
    libraries: Vec<ByteBuf>,
}

fn parameter_error(parameter: &'static str) -> JsValue {
    failure(&Error::new(Code::InvalidParameter, format!("`{parameter}` is invalid")).parameter(parameter))
}

/// Opens a contract under a number. Returns false if its configuration is no longer remembered.
#[wasm_bindgen]
pub fn open(number: u32, code: &[u8], data: &[u8], context: JsValue) -> Result<bool, JsValue> {
    let context: ContractContext =
        serde_wasm_bindgen::from_value(context).map_err(|_| parameter_error("context"))?;
    let hash = <[u8; 32]>::try_from(context.hash.as_slice()).map_err(|_| parameter_error("address"))?;
    let lt = context.lt.map(|lt| lt.parse().map_err(|_| parameter_error("blockLt"))).transpose()?;
    let mut contract = Contract::open(code, data, hash)
        .map_err(|error| failure(&error))?
        .in_workchain(context.workchain)
        .at(context.now, lt);
    if let Some(balance) = context.balance {
        let nanocoins = balance.parse().map_err(|_| parameter_error("balance"))?;
        contract = contract
            .with_balance(nanocoins, context.extra.as_ref().map(|boc| boc.as_slice()))
            .map_err(|error| failure(&error))?;
    }
    if let Some(number) = context.configuration {
        let Some(configuration) = configuration(number) else {
            return Ok(false);
        };
        contract = contract.with_configuration(configuration, context.allow_newer);
    }
    for library in context.libraries {
        contract.add_library(&library).map_err(|error| failure(&error))?;
    }
    CONTRACTS.with(|handles| insert(handles, MAX_CONTRACTS, number, contract));
    Ok(true)
}

/// The outcome of a get-method.
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gas_used: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<f64>,
    work: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<ByteBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<ByteBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<ByteBuf>,
}

/// Returns the id of a get-method.
#[wasm_bindgen(js_name = methodId)]
#[must_use]
pub fn id_of_method(name: &str) -> u32 {
    method_id(name)
}

/// Calls a get-method. The stack of the result is a bag. Returns undefined if the contract is no longer open.
#[wasm_bindgen]
pub fn get(number: u32, method: u32, stack: &[u8], gas: f64, work: f64) -> Result<JsValue, JsValue> {
    run(number, method, stack, limits(gas, work), Values::write_bag)
}

/// Calls a get-method. The stack of the result consists of values with their cells.
#[wasm_bindgen(js_name = getValues)]
pub fn get_values(number: u32, method: u32, stack: &[u8], gas: f64, work: f64) -> Result<JsValue, JsValue> {
    run(number, method, stack, limits(gas, work), Values::from_stack)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
fn limits(gas: f64, work: f64) -> Limits {
    Limits { gas: gas as u64, work: work as u64 }
}

fn run(
    number: u32,
    method: u32,
    stack: &[u8],
    limits: Limits,
    write: fn(&Stack) -> Result<Values, Reason>,
) -> Result<JsValue, JsValue> {
    let Some(contract) = CONTRACTS.with(|handles| find(handles, number)) else {
        return Ok(JsValue::UNDEFINED);
    };
    let (outcome, work) = contract.run(method, stack, limits, write).map_err(|error| failure(&error))?;
    #[expect(clippy::cast_precision_loss, reason = "all are far below 2^53")]
    let work = work as f64;
    #[expect(clippy::cast_precision_loss, reason = "both are far below 2^53")]
    let result = match outcome {
        Ok(Done { exit_code, gas_used, steps, stack: Values { bytes, cells } }) => Answer {
            exit_code: Some(exit_code),
            gas_used: Some(gas_used as f64),
            steps: Some(steps as f64),
            work,
            stack: Some(ByteBuf::from(bytes)),
            cells: (!cells.is_empty()).then(|| ByteBuf::from(cells)),
            ..Answer::default()
        },
        Err(reason) => Answer {
            reason: Some(reason.as_str()),
            work,
            exit_code: if let Reason::ExitCode(code) = reason { Some(code) } else { None },
            library: if let Reason::Library(hash) = reason {
                Some(ByteBuf::from(hash.to_vec()))
            } else {
                None
            },
            ..Answer::default()
        },
    };
    serde_wasm_bindgen::to_value(&result).map_err(|_| parameter_error("result"))
}
