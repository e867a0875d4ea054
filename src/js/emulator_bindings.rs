//! emulator.wasm: computes the transactions of messages before they are sent.

use super::configurations::configuration;
use super::error::failure;
use crate::error::{Code, Error};
use crate::tvm::Reason;
use crate::tvm::emulate::{Emulated, Emulator, Refusal};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

/// The network and the block of a transaction, and options of the emulation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EmulationContext {
    configuration: u32,
    allow_newer: bool,
    now: u32,
    lt: String,
    seed: Option<ByteBuf>,
    ignore_signatures: bool,
    work: f64,
    libraries: Vec<ByteBuf>,
}

fn parameter_error(parameter: &'static str) -> JsValue {
    failure(&Error::new(Code::InvalidParameter, format!("`{parameter}` is invalid")).parameter(parameter))
}

/// The outcome of the message.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    /// Why there is no transaction: the message was refused, or the outcome is not certain.
    refused: Option<&'static str>,
    unknown: Option<&'static str>,
    exit_code: Option<i32>,
    library: Option<ByteBuf>,
    transaction: Option<ByteBuf>,
    account: Option<ByteBuf>,
    is_random: bool,
    work: f64,
}

/// Computes the transaction of a message on an account. Returns undefined if the configuration is no longer remembered.
#[wasm_bindgen]
pub fn emulate(account: Option<Vec<u8>>, message: &[u8], context: JsValue) -> Result<JsValue, JsValue> {
    let options: EmulationContext =
        serde_wasm_bindgen::from_value(context).map_err(|_| parameter_error("context"))?;
    let Some(configuration) = configuration(options.configuration) else {
        return Ok(JsValue::UNDEFINED);
    };
    let lt = options.lt.parse().map_err(|_| parameter_error("lt"))?;
    let seed = options
        .seed
        .map(|seed| <[u8; 32]>::try_from(seed.as_slice()).map_err(|_| parameter_error("randomSeed")))
        .transpose()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let work = options.work as u64;
    let mut emulator = Emulator::new(configuration, options.now, lt)
        .allow_newer_version(options.allow_newer)
        .with_seed(seed)
        .ignore_signatures(options.ignore_signatures)
        .with_work_limit(work);
    for library in options.libraries {
        emulator.add_library(&library).map_err(|error| failure(&error))?;
    }
    let (outcome, work) =
        emulator.run_with_counts(account.as_deref(), message).map_err(|error| failure(&error))?;
    let mut answer = match outcome {
        Emulated::Done(done) => Answer {
            transaction: Some(ByteBuf::from(done.transaction)),
            account: Some(ByteBuf::from(done.account)),
            is_random: done.is_random,
            ..Answer::default()
        },
        Emulated::NotAccepted(refusal) => Answer {
            refused: Some(refusal.as_str()),
            exit_code: if let Refusal::ExitCode(code) = refusal { Some(code) } else { None },
            ..Answer::default()
        },
        Emulated::Unknown(reason) => Answer {
            unknown: Some(reason.as_str()),
            library: if let Reason::Library(hash) = reason {
                Some(ByteBuf::from(hash.to_vec()))
            } else {
                None
            },
            ..Answer::default()
        },
    };
    #[expect(clippy::cast_precision_loss, reason = "it is far below 2^53")]
    {
        answer.work = work as f64;
    }
    serde_wasm_bindgen::to_value(&answer).map_err(|_| parameter_error("result"))
}
