//! The four address utilities, computed here without a request to an upstream, with the results of the service.
//!
//! For an input that the gateway and the C++ server accept, the response is that of the C++ server; a refused input
//! gets the service's 422 text.

use crate::address::Visitor;
use crate::ascii::Ascii;
use crate::endpoint::{Endpoint, Generation, Verb};
use crate::gateway::verdict::Verdict;
use crate::plan::Arg;
use crate::plan::json::Args;
use crate::{address, hash, text};

/// Placeholder in a body for the time, which is not part of a verdict. JSON texts never contain it unescaped.
const TIME_PLACEHOLDER: char = '\0';

/// A status and a JSON body.
pub(in crate::gateway) struct LocalResponse {
    pub(in crate::gateway) status: u16,
    body: String,
}

impl LocalResponse {
    pub(in crate::gateway) fn into_response(self) -> Verdict {
        Verdict::json(self.status, self.body)
    }
}

/// Returns the response, or `None` for an operation that is not local. `tail` is put before the last brace: `,"id":1`.
pub(in crate::gateway) fn handle(
    endpoint: &Endpoint,
    args: &Args<'_>,
    verb: Verb,
    tail: &str,
) -> Option<LocalResponse> {
    if endpoint.generation != Generation::V2 {
        return None;
    }
    let parameter = if endpoint.path == "/detectHash" { "hash" } else { "address" };
    // The C++ server takes the first of several values, and reads an absent value as an empty text.
    let input = match args.iter().find(|(name, _)| name == parameter).map(|(_, arg)| arg) {
        Some(Arg::List(list)) => list.first().and_then(read_text).unwrap_or_default(),
        Some(arg) => read_text(arg).unwrap_or_default(),
        None => "",
    };
    let result = match endpoint.path {
        "/detectAddress" => address::detect(input)
            .map(|address| write_detected_address(&address))
            .map_err(|_| describe_bad_address(input)),
        "/packAddress" => {
            let friendly_address = address::pack(input, address::PackOptions::default());
            friendly_address
                .map(|friendly| write_json_string(&friendly))
                .map_err(|_| describe_bad_address(input))
        }
        "/unpackAddress" => {
            address::unpack(input).map(|raw| write_json_string(&raw)).map_err(|_| describe_bad_address(input))
        }
        "/detectHash" => hash::detect(input).map(|hash| write_detected_hash(&hash)).map_err(|_| {
            if input.is_empty() { String::from("empty hash") } else { format!("invalid hash: '{input}'") }
        }),
        _ => return None,
    };
    Some(match result {
        Ok(result) => LocalResponse {
            status: 200,
            body: format!(r#"{{"ok":true,"result":{result},"@extra":"{TIME_PLACEHOLDER}:_:0"{tail}}}"#),
        },
        Err(reason) => {
            let verb_name = if verb == Verb::Get { "get" } else { "post" };
            let error = write_json_string(&format!("failed to parse {verb_name} request: {reason}"));
            LocalResponse {
                status: 422,
                body: format!(
                    r#"{{"ok":false,"error":{error},"code":422,"@extra":"{TIME_PLACEHOLDER}:_:0"{tail}}}"#
                ),
            }
        }
    })
}

fn read_text<'a>(arg: &'a Arg<'a>) -> Option<&'a str> {
    match arg {
        Arg::Text(text) | Arg::Number(text) => Some(text),
        _ => None,
    }
}

fn describe_bad_address(input: &str) -> String {
    format!("Failed to parse ton_addr: '{input}'")
}

fn write_json_string(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    text::push_json_string(&mut json, text);
    json
}

/// Writes a detected address. All its texts are hex, base64 or constants, which need no escaping.
fn write_detected_address(address: &address::Detected) -> String {
    let mut forms = Forms(String::from(r#"{"@type":"ext.utils.detectedAddress""#));
    address.visit(&mut forms);
    forms.push(",\"given_type\":\"", address.given_type.as_str());
    forms.0.push_str(if address.test_only { ",\"test_only\":true}" } else { ",\"test_only\":false}" });
    forms.0
}

/// A JSON object that is not closed yet.
struct Forms(String);

impl Forms {
    /// Appends the end of a text.
    #[inline(never)]
    fn push(&mut self, start: &str, text: &str) {
        for part in [start, text, "\""] {
            self.0.push_str(part);
        }
    }
}

impl Visitor for Forms {
    const OF_SERVICE: bool = true;

    fn form<const N: usize>(&mut self, key: &'static str, text: &Ascii<N>) {
        self.0.push_str(key);
        self.push("\"", text);
    }

    fn begin(&mut self, key: &'static str) {
        self.push(key, r#"{"@type":"ext.utils.detectedAddressVariant"#);
    }

    fn end(&mut self) {
        self.0.push('}');
    }
}

fn write_detected_hash(hash: &hash::DetectedHash) -> String {
    format!(
        r#"{{"@type":"ext.utils.detectedHash","b64":"{}","b64url":"{}","hex":"{}"}}"#,
        hash.b64, hash.b64url, hash.hex
    )
}
