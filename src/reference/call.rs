//! The example call of an operation, in JavaScript and as a curl line through a gateway.

use crate::endpoint::{Endpoint, Verb};
use crate::network::Network;
use crate::plan::{Arg, Unknown, plan};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Writes a call by the client of the package.
pub(super) fn write_javascript(endpoint: &Endpoint, network: Network, args: &Map<String, Value>) -> String {
    let options = if network == Network::Mainnet { "" } else { "{ network: \"testnet\" }" };
    let generation = endpoint.generation.as_str();
    let call = if endpoint.path == "/jsonRPC" {
        let part = |name| args.get(name).map(write_literal).unwrap_or_default();
        format!("client.v2.jsonRpc({}, {})", part("method"), part("params"))
    } else {
        let name = endpoint.name().replace('/', ".");
        let params = if args.is_empty() { String::new() } else { write_members(args) };
        // `decode` has two rows, but one method.
        let method_option = if endpoint.path == "/decode" && endpoint.verb == Verb::Post {
            ", { method: \"POST\" }"
        } else {
            ""
        };
        format!("client.{generation}.{name}({params}{method_option})")
    };
    format!(
        "import {{ createClient }} from \"ton-edge\";\n\n\
         const client = createClient({options});\nconst result = await {call};\n"
    )
}

fn write_members(args: &Map<String, Value>) -> String {
    let field = |(name, value): (&String, &Value)| {
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_plain {
            format!("{name}: {}", write_literal(value))
        } else {
            format!("\"{name}\": {}", write_literal(value))
        }
    };
    let fields: Vec<_> = args.iter().map(field).collect();
    if fields.is_empty() { String::from("{}") } else { format!("{{ {} }}", fields.join(", ")) }
}

/// Writes a value as JavaScript.
fn write_literal(value: &Value) -> String {
    match value {
        Value::Object(object) => write_members(object),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(write_literal).collect::<Vec<_>>().join(", "))
        }
        scalar => scalar.to_string(),
    }
}

/// Writes the same request by curl, planned as the client plans it.
pub(super) fn write_curl(endpoint: &'static Endpoint, network: Network, args: &Map<String, Value>) -> String {
    let args: Vec<(Cow<'_, str>, Arg<'_>)> =
        args.iter().map(|(name, value)| (Cow::Borrowed(name.as_str()), read_argument(value))).collect();
    // A test calls this for every row, so it fails if the planner refuses an example.
    let plan = match plan(endpoint, &args, Unknown::Refuse) {
        Ok(plan) => plan,
        Err(error) => return format!("refused: {}\n", error.message),
    };
    let prefix = if network == Network::Mainnet { "" } else { "/testnet" };
    let url = format!("'http://localhost:8080{prefix}{}'", plan.target());
    match plan.body {
        Some(body) => {
            let body = body.replace('\'', "'\\''");
            format!("curl {url} \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'\n")
        }
        None => format!("curl {url}\n"),
    }
}

/// Reads a JSON value as an argument, as the gateway reads one.
fn read_argument(value: &Value) -> Arg<'_> {
    let is_nested = |item: &Value| item.is_array() || item.is_object();
    match value {
        Value::Null => Arg::Null,
        Value::Bool(flag) => Arg::Bool(*flag),
        Value::Number(number) => Arg::Number(Cow::Owned(number.to_string())),
        Value::String(text) => Arg::Text(Cow::Borrowed(text)),
        Value::Array(items) if !items.is_empty() && !items.iter().any(is_nested) => {
            Arg::List(items.iter().map(read_argument).collect())
        }
        nested => Arg::Json(Cow::Owned(nested.to_string())),
    }
}
