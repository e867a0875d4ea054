//! Builds OpenAPI responses: the result in the generation's envelope, and the errors of TON Center and of the gateway.

use super::heights;
use crate::endpoint::{Endpoint, Generation, Kind, Verb};
use crate::example::{Recordings, Source};
use serde_json::{Map, Value, json};

/// The maximum number of items of a list, or of members of a map, in an example.
const MAX_ITEMS: usize = 1;
/// The maximum length of a text in an example, in characters; longer texts are cut.
const MAX_TEXT_CHARS: usize = 1000;

/// An error status: which operations respond with it, to which verb, and its meaning.
struct Fault {
    status: &'static str,
    applies: fn(&Endpoint, Verb) -> bool,
    meaning: &'static str,
}

const fn applies_to_all(_: &Endpoint, _: Verb) -> bool {
    true
}

fn applies_to_v2(endpoint: &Endpoint, _: Verb) -> bool {
    endpoint.generation == Generation::V2
}

/// Section 7 of the specification has 401, 403 and 429; the rest is from the servers' sources and the gateway.
const FAULTS: &[Fault] = &[
    Fault {
        status: "400",
        applies: applies_to_all,
        meaning: "From a gateway: two different API keys, or an invalid `Host`. `message` and `estimateFee` of v3 pass on what the v2 \
               server behind them refused.",
    },
    Fault {
        status: "401",
        applies: applies_to_all,
        meaning: "`API key does not exist`: the key is wrong. On v3, four legacy operations also respond with it to a missing \
               parameter.",
    },
    Fault {
        status: "403",
        applies: applies_to_all,
        meaning: "`Network not allowed`: the key was issued for the other network. `Origin not allowed.` has been seen too.",
    },
    Fault {
        status: "404",
        applies: applies_to_all,
        meaning: "Not found: the block, message or trace does not exist, or is not indexed yet.",
    },
    Fault {
        status: "409",
        applies: |endpoint, _| matches!(endpoint.path, "/getTokenData" | "/walletInformation"),
        meaning: "The account is of another kind than the operation expects: not a token, not a wallet.",
    },
    Fault {
        status: "408",
        applies: |_, verb| verb == Verb::Post,
        meaning: "The body did not arrive in time.",
    },
    Fault { status: "413", applies: |_, verb| verb == Verb::Post, meaning: "The body is larger than 1 MiB." },
    Fault { status: "414", applies: applies_to_all, meaning: "The URL is longer than 8192 bytes." },
    Fault {
        status: "415",
        applies: |_, verb| verb == Verb::Post,
        meaning: "The body is not `application/json`.",
    },
    Fault {
        status: "416",
        applies: |endpoint, verb| {
            applies_to_v2(endpoint, verb)
                && (endpoint.path == "/jsonRPC"
                    || endpoint.params.iter().any(|param| param.kind == Kind::Address))
        },
        meaning: "`Incorrect address`, from servers in Python; servers in C++ respond with 422.",
    },
    Fault {
        status: "421",
        applies: applies_to_all,
        meaning: "From a gateway: it does not serve this host name.",
    },
    Fault {
        status: "422",
        applies: applies_to_all,
        meaning: "A parameter is missing, unknown, not of its kind, or out of bounds, or the parameters break a rule.",
    },
    Fault {
        status: "429",
        applies: applies_to_all,
        meaning: "`Ratelimit exceeded`: back off and retry. Without an API key, 1 request per second is allowed. The text may \
               be in `result`.",
    },
    Fault {
        status: "431",
        applies: applies_to_all,
        meaning: "From a gateway: the headers are larger than 16384 bytes together.",
    },
    Fault {
        status: "500",
        applies: applies_to_all,
        meaning: "The service failed, or a node refused; the text says which. The body may not be JSON.",
    },
    Fault {
        status: "502",
        applies: applies_to_all,
        meaning: "From a gateway: the upstream cannot be reached, or refused the gateway's upstream key.",
    },
    Fault {
        status: "503",
        applies: applies_to_all,
        meaning: "From a gateway: no upstream is available, no upstream has the block that `X-Ton-Edge-Min-Seqno` requires, or the gateway cannot \
               check API keys or limits. Retry after `Retry-After`. From v2 servers in Python: a node failed, or no node can serve the request.",
    },
    Fault {
        status: "504",
        applies: applies_to_all,
        meaning: "No response in time, from a node or from TON Center.",
    },
    Fault {
        status: "542",
        applies: applies_to_v2,
        meaning: "From servers in C++: no node can serve the request, such as an archival one.",
    },
];

/// Builds responses of one operation.
pub(super) fn build_responses(endpoint: &'static Endpoint, verb: Verb, recordings: &Recordings) -> Value {
    let mut responses = Map::from_iter([(String::from("200"), build_success(endpoint, recordings))]);
    for fault in FAULTS.iter().filter(|fault| (fault.applies)(endpoint, verb)) {
        let reference = format!("#/components/responses/{}", fault.status);
        responses.insert(String::from(fault.status), json!({ "$ref": reference }));
    }
    Value::Object(responses)
}

/// Builds the error responses that operations refer to.
pub(super) fn build_components(generation: Generation) -> Value {
    let faults = FAULTS.iter().filter(|fault| {
        let rows = generation.rows().iter();
        rows.flat_map(|row| [Verb::Get, Verb::Post].map(|verb| (row, verb)))
            .any(|(row, verb)| row.takes(verb) && (fault.applies)(row, verb))
    });
    faults
        .map(|fault| (String::from(fault.status), build_error(generation, fault)))
        .collect::<Map<_, _>>()
        .into()
}

fn build_schema_ref(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn build_error(generation: Generation, fault: &Fault) -> Value {
    let error_schema = match generation {
        Generation::V2 => build_schema_ref("Failure"),
        // The proxy of the hosted service responds for both generations, in the format of v2.
        Generation::V3 if matches!(fault.status, "401" | "403" | "429") => {
            json!({ "anyOf": [build_schema_ref("IndexError"), build_schema_ref("GatewayError")] })
        }
        Generation::V3 => build_schema_ref("IndexError"),
    };
    let mut response = json!({
        "description": fault.meaning,
        "content": {
            "application/json": { "schema": error_schema },
            "application/problem+json": { "schema": build_schema_ref("Problem") },
        },
    });
    if let (Value::Object(fields), "429" | "503") = (&mut response, fault.status) {
        fields.insert(
            String::from("headers"),
            json!({ "Retry-After": { "$ref": "#/components/headers/Retry-After" } }),
        );
    }
    response
}

/// Builds a problem (RFC 9457): the error format of a gateway when `Accept` names `application/problem+json`.
pub(super) fn build_problem() -> Value {
    json!({
        "type": "object",
        "description": "An error of a ton-edge gateway, when `Accept` names `application/problem+json` (RFC 9457).",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": { "type": "string", "format": "uri-reference" },
            "title": { "type": "string", "description": "The status in words." },
            "status": { "type": "integer", "description": "HTTP status." },
            "detail": { "type": "string", "description": "Error message, text for people." },
            "code": { "type": "string", "description": "Error code, for programs: `invalid_parameter`." },
            "parameter": { "type": "string", "description": "The parameter that the error concerns." },
            "suggestion": { "type": "string", "description": "The most similar valid value or name." },
        },
    })
}

fn build_success(endpoint: &'static Endpoint, recordings: &Recordings) -> Value {
    let result = build_result(endpoint.result.as_str());
    let shape = match endpoint.generation {
        Generation::V2 => json!({
            "allOf": [build_schema_ref("Envelope"), {
                "type": "object",
                "required": ["result"],
                "properties": { "result": result },
            }],
        }),
        Generation::V3 => result,
    };
    let mut json_type = Map::from_iter([(String::from("schema"), shape)]);
    let found_recording = recordings.of(endpoint);
    let body = found_recording.and_then(|recording| serde_json::from_str::<Value>(&recording.answer).ok());
    if let (Some(recording), Some(mut body)) = (found_recording, body) {
        trim(&mut body);
        let source_words = match recording.source {
            Source::Service => ("recorded", "Recorded from the service"),
            Source::Devnet => ("devnet", "From the devnet, a local chain"),
        };
        json_type.insert(
            String::from("examples"),
            json!({ source_words.0: { "summary": source_words.1, "value": body } }),
        );
    }
    let mut response = json!({ "description": endpoint.doc, "content": { "application/json": json_type } });
    if let (Value::Object(fields), true) = (&mut response, heights::has_height(endpoint)) {
        fields.insert(String::from("headers"), heights::headers());
    }
    response
}

/// Shortens an example to a valid value of its type: the first items of lists and maps, and the beginnings of long texts.
fn trim(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.truncate(MAX_ITEMS);
            items.iter_mut().for_each(trim);
        }
        Value::Object(members) => {
            if members.keys().any(|name| name.contains(':')) {
                let shortened: Vec<_> = std::mem::take(members).into_iter().take(MAX_ITEMS).collect();
                members.extend(shortened);
            }
            members.values_mut().for_each(trim);
        }
        Value::String(text) if text.chars().count() > MAX_TEXT_CHARS => {
            *text = text.chars().take(MAX_TEXT_CHARS).chain(['…']).collect();
        }
        _ => {}
    }
}

/// Builds a result by its name in the table.
pub(crate) fn build_result(name: &str) -> Value {
    match name {
        // The server in Python sends the number 0 for an empty account.
        "i256str" => json!({
            "description": "Nanotons as decimal text; servers in Python send the number 0 for an account never seen.",
            "anyOf": [{ "type": "string", "pattern": "^-?[0-9]+$" }, { "const": 0 }],
        }),
        "string" => json!({ "type": "string" }),
        "any" => json!({ "description": "The result of the method called." }),
        name => match name.strip_suffix("[]") {
            Some(item) => json!({ "type": "array", "items": build_schema_ref(item) }),
            None => build_schema_ref(name),
        },
    }
}
