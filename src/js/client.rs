//! client.wasm: plans a call and classifies its response.

use super::args::{Args, Fields};
use crate::abi::client::{Operation, ParamName, PlannedCall, PlannedRequest, ReceivedResponse};
use crate::abi::{MarkedText, ReadFields as _};
use crate::endpoint::{Endpoint, Generation, Kind, Verb};
use crate::error::{Code, Error};
use crate::network::Network;
use crate::plan::{self, Plan, Unknown};
use crate::reply::{self, Facts, Payload, Shape};
use crate::text::{fill, push_json_field};

pub(super) fn generation(text: &str) -> Result<Generation, Error> {
    match text {
        "v2" => Ok(Generation::V2),
        "v3" => Ok(Generation::V3),
        _ => Err(Error::new(Code::UnknownEndpoint, "the generation must be \"v2\" or \"v3\"")),
    }
}

fn verb(text: Option<MarkedText<'_>>) -> Result<Option<Verb>, Error> {
    match text.map(|text| text.0) {
        None => Ok(None),
        Some("GET") => Ok(Some(Verb::Get)),
        Some("POST") => Ok(Some(Verb::Post)),
        Some(_) => {
            let message = "`method` must be \"GET\" or \"POST\"";
            Err(Error::new(Code::InvalidOption, message).parameter("method"))
        }
    }
}

/// Returns a flag as text: `1` or empty.
pub(super) fn format_flag(flag: bool) -> String {
    String::from(if flag { "1" } else { "" })
}

/// Returns the row of the [`Operation`] at the beginning of the fields.
pub(super) fn endpoint(fields: &mut Fields<'_>, verb: Option<Verb>) -> Result<&'static Endpoint, Error> {
    let operation = Operation::read(fields);
    plan::endpoint(generation(operation.generation)?, verb, &operation.path.unescape())
}

/// Returns one line per operation: generation, verb, path, and `paged` if it has pages.
pub(super) fn operations() -> String {
    let mut lines = String::new();
    for generation in [Generation::V2, Generation::V3] {
        for row in generation.rows() {
            let paged = if row.is_paged() { " paged" } else { "" };
            let line = [generation.as_str(), row.verb.as_str(), row.name(), paged];
            lines.push_str(&fill("{} {} {}{}\n", &line));
        }
    }
    lines
}

/// Returns the base URL of a network's hosted service.
pub(super) fn network_url(fields: &mut Fields<'_>) -> Result<String, Error> {
    Network::parse(&fields.text().unescape()).map(|network| String::from(network.base_url()))
}

/// Returns how JavaScript reads an object as the value of a parameter: `0` not at all, `1` as JSON, `2` as an address,
/// `3` as bytes.
pub(super) fn choose_value_format(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    let name = ParamName::read(fields).name;
    Ok(String::from(match endpoint.param(&name.unescape()).map(|param| param.kind) {
        Some(Kind::Stack | Kind::Object) => "1",
        Some(Kind::Address | Kind::AddressText | Kind::AddressOrNull) => "2",
        Some(Kind::Hash | Kind::AccountHash | Kind::Boc | Kind::BocOrHex) => "3",
        _ => "0",
    }))
}

/// Returns the plan of a call, and its arguments. A second list of parameters may follow; its parameters are sent
/// unchecked.
pub(super) fn plan_call<'a>(
    endpoint: &'static Endpoint,
    fields: &mut Fields<'a>,
) -> Result<(Plan, Args<'a>), Error> {
    let mut args = Vec::new();
    let has_unchecked_params = fields.params(&mut args);
    let mut planned_call = plan::plan_call(endpoint, &args, Unknown::Refuse)?;
    if has_unchecked_params {
        // The plan above has checked the parameters that the row declares.
        fields.params(&mut args);
        planned_call = plan::plan_call(endpoint, &args, Unknown::Forward)?;
    }
    Ok((planned_call, args))
}

/// Checks the parameters, and plans the request: a [`PlannedRequest`].
pub(super) fn request(fields: &mut Fields<'_>) -> Result<String, Error> {
    let planned_verb = verb(PlannedCall::read(fields).method)?;
    let endpoint = endpoint(fields, planned_verb)?;
    let (plan, _) = plan_call(endpoint, fields)?;
    let mut headers = String::new();
    let content_type = plan.body.is_some().then_some(("content-type", "application/json"));
    for (name, value) in plan.headers.iter().map(|(name, value)| (*name, &**value)).chain(content_type) {
        push_json_field(&mut headers, name, value);
    }
    if !headers.is_empty() {
        headers.push('}');
    }
    let request = PlannedRequest {
        method: plan.verb.as_str(),
        target: &plan.target(),
        headers: &headers,
        body: plan.body.as_deref(),
        reads: plan.endpoint.idempotent,
        list: plan.endpoint.list_field(),
    };
    Ok(request.fields())
}

/// Classifies a response: returns `1` if the result is its field `result`, an empty text if it is the whole response.
pub(super) fn classify_response(fields: &mut Fields<'_>) -> Result<String, Error> {
    let response = ReceivedResponse::read(fields);
    let (error, result) =
        (response.error.map(MarkedText::unescape), response.result.map(MarkedText::unescape));
    let facts = Facts {
        shape: match response.shape {
            0 => Shape::Empty,
            1 => Shape::NotJson,
            2 => Shape::Object,
            3 => Shape::Array,
            _ => Shape::Scalar,
        },
        ok: (response.ok != 0).then_some(response.ok == 1),
        error: error.as_deref(),
        has_result: response.has_result,
        result: result.as_deref(),
        code: Some(response.code as i32),
        lacks_list: response.lacks_list,
    };
    let payload = reply::classify(generation(response.generation)?, response.status as u16, &facts)?;
    Ok(format_flag(payload == Payload::Result))
}
