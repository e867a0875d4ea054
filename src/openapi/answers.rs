//! Responses: the result in its generation's envelope, and the errors of service, hosted front and gateway.

use crate::endpoint::{Endpoint, Generation, Kind, Verb};
use crate::example::Recordings;
use serde_json::{Map, Value, json};

/// Longest answer that is shown as an example, in bytes.
const LONGEST_EXAMPLE: usize = 2000;

/// An error status: which operations give it, by which verb, and what it means.
struct Fault {
    status: &'static str,
    given: fn(&Endpoint, Verb) -> bool,
    told: &'static str,
}

const fn always(_: &Endpoint, _: Verb) -> bool {
    true
}

fn on_v2(endpoint: &Endpoint, _: Verb) -> bool {
    endpoint.generation == Generation::V2
}

/// Specification, section 7, for 401, 403 and 429; the servers' sources and the gateway for the rest.
const FAULTS: &[Fault] = &[
    Fault {
        status: "400",
        given: |endpoint, _| {
            endpoint.generation == Generation::V3 && matches!(endpoint.path, "/message" | "/estimateFee")
        },
        told: "The v2 server behind this operation refused the request; its status is passed on.",
    },
    Fault {
        status: "401",
        given: always,
        told: "`API key does not exist`: the key is wrong. On v3, four legacy operations also answer it for a missing \
               parameter.",
    },
    Fault {
        status: "403",
        given: always,
        told: "`Network not allowed`: the key was issued for the other network. `Origin not allowed.` has been seen too.",
    },
    Fault {
        status: "404",
        given: always,
        told: "Nothing there: no such block, message or trace, or not indexed yet.",
    },
    Fault {
        status: "409",
        given: |endpoint, _| matches!(endpoint.path, "/getTokenData" | "/walletInformation"),
        told: "The account is not what was asked for: no token, no wallet.",
    },
    Fault { status: "413", given: |_, verb| verb == Verb::Post, told: "The body is larger than 1 MiB." },
    Fault { status: "414", given: |_, verb| verb == Verb::Get, told: "The URL is longer than 8192 bytes." },
    Fault { status: "415", given: |_, verb| verb == Verb::Post, told: "The body is not `application/json`." },
    Fault {
        status: "416",
        given: |endpoint, verb| {
            on_v2(endpoint, verb)
                && (endpoint.path == "/jsonRPC"
                    || endpoint.params.iter().any(|param| param.kind == Kind::Address))
        },
        told: "`Incorrect address`, from servers in Python; those in C++ answer 422.",
    },
    Fault {
        status: "422",
        given: always,
        told: "A parameter is missing, unknown, not of its kind, out of bounds, or against a rule.",
    },
    Fault {
        status: "429",
        given: always,
        told: "`Ratelimit exceeded`: back off and try again. Without a key one request a second passes. The text may \
               stand in `result`.",
    },
    Fault {
        status: "500",
        given: always,
        told: "The service failed, or a node refused: the text says which. May come without JSON.",
    },
    Fault {
        status: "502",
        given: always,
        told: "From a gateway: the service cannot be reached, or refused the gateway's own key.",
    },
    Fault {
        status: "503",
        given: on_v2,
        told: "From servers in Python: any failure of a node, also a request that no node can answer.",
    },
    Fault { status: "504", given: always, told: "No answer in time, from a node or from the service." },
    Fault {
        status: "542",
        given: on_v2,
        told: "From servers in C++: no node that could answer, such as an archival one.",
    },
];

/// Responses of one operation.
pub(super) fn responses(endpoint: &'static Endpoint, verb: Verb, recordings: &Recordings) -> Value {
    let mut responses = Map::from_iter([(String::from("200"), success(endpoint, recordings))]);
    for fault in FAULTS.iter().filter(|fault| (fault.given)(endpoint, verb)) {
        let place = format!("#/components/responses/{}", fault.status);
        responses.insert(String::from(fault.status), json!({ "$ref": place }));
    }
    Value::Object(responses)
}

/// The error responses that operations refer to.
pub(super) fn components(generation: Generation) -> Value {
    let all = FAULTS.iter().filter(|fault| {
        let rows = generation.rows().iter();
        rows.flat_map(|row| [Verb::Get, Verb::Post].map(|verb| (row, verb)))
            .any(|(row, verb)| row.takes(verb) && (fault.given)(row, verb))
    });
    all.map(|fault| (String::from(fault.status), error(generation, fault))).collect::<Map<_, _>>().into()
}

fn schema(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn error(generation: Generation, fault: &Fault) -> Value {
    let shape = match generation {
        Generation::V2 => schema("Failure"),
        // The hosted front speaks for both generations, in the shape of v2.
        Generation::V3 if matches!(fault.status, "401" | "403" | "429") => {
            json!({ "anyOf": [schema("IndexError"), schema("GatewayError")] })
        }
        Generation::V3 => schema("IndexError"),
    };
    let mut response = json!({
        "description": fault.told,
        "content": {
            "application/json": { "schema": shape },
            "application/problem+json": { "schema": schema("Problem") },
        },
    });
    if let (Value::Object(members), "429" | "503") = (&mut response, fault.status) {
        members.insert(
            String::from("headers"),
            json!({ "Retry-After": { "$ref": "#/components/headers/Retry-After" } }),
        );
    }
    response
}

/// A problem (RFC 9457): errors of a gateway for those who name `application/problem+json` in `Accept`.
pub(super) fn problem() -> Value {
    json!({
        "type": "object",
        "description": "An error of a ton-edge gateway for those who name `application/problem+json` in `Accept` (RFC 9457).",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": { "type": "string", "format": "uri-reference" },
            "title": { "type": "string", "description": "The status in words." },
            "status": { "type": "integer", "description": "HTTP status." },
            "detail": { "type": "string", "description": "What went wrong, text for people." },
            "code": { "type": "string", "description": "What went wrong, for programs: `invalid_parameter`." },
            "parameter": { "type": "string", "description": "The parameter that it is about." },
            "suggestion": { "type": "string", "description": "What was probably meant." },
        },
    })
}

fn success(endpoint: &'static Endpoint, recordings: &Recordings) -> Value {
    let result = result(endpoint.result.as_str());
    let shape = match endpoint.generation {
        Generation::V2 => json!({
            "allOf": [schema("Envelope"), {
                "type": "object",
                "properties": { "ok": { "const": true }, "result": result },
            }],
        }),
        Generation::V3 => result,
    };
    let mut json_type = Map::from_iter([(String::from("schema"), shape)]);
    let recorded = recordings.of(endpoint).filter(|recording| recording.answer.len() <= LONGEST_EXAMPLE);
    if let Some(Ok(answer)) = recorded.map(|recording| serde_json::from_str::<Value>(&recording.answer)) {
        json_type.insert(String::from("example"), answer);
    }
    json!({ "description": endpoint.doc, "content": { "application/json": json_type } })
}

/// A result by its name in the table.
pub(crate) fn result(name: &str) -> Value {
    match name {
        // The server in Python sends the number 0 for an empty account.
        "i256str" => json!({
            "description": "Nanotons as decimal text; servers in Python send the number 0 for an account never seen.",
            "anyOf": [{ "type": "string", "pattern": "^-?[0-9]+$" }, { "const": 0 }],
        }),
        "string" => json!({ "type": "string" }),
        "any" => json!({ "description": "What the method called gives." }),
        name => match name.strip_suffix("[]") {
            Some(item) => json!({ "type": "array", "items": schema(item) }),
            None => schema(name),
        },
    }
}
