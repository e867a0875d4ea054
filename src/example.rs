//! An example call of every operation with its response: recorded from the service if possible, else from the devnet, a
//! local chain. An operation without either has an example call with plain parameters, and no response.
//!
//! Native only (feature `openapi`), for OpenAPI and the reference. The caller passes the recordings as texts; this module
//! reads no file.

use crate::endpoint::{Endpoint, Generation, Kind, Op, Param, find};
use crate::network::Network;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// Who sent the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// TON Center or a server of the same software.
    Service,
    /// The devnet, a local chain.
    Devnet,
}

/// One recorded call with its response.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The row of the operation.
    pub endpoint: &'static Endpoint,
    /// Who sent the response.
    pub source: Source,
    /// The network on which it was recorded, if known.
    pub network: Option<Network>,
    /// The parameters, with the JSON types that the row declares.
    pub args: Map<String, Value>,
    /// The body of the response as JSON text, with its envelope.
    pub answer: String,
}

/// Recorded calls: successful ones whose request is known.
#[derive(Clone, Debug, Default)]
pub struct Recordings(Vec<Recording>);

/// The fields of the index of recordings that this module reads.
#[derive(Deserialize)]
struct Index {
    recordings: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    file: String,
    generation: String,
    endpoint: String,
    served: bool,
    network: Option<Network>,
    status: u16,
    request: Option<Request>,
    params_from: Option<String>,
}

/// A recorded call of the devnet.
#[derive(Deserialize)]
struct DevnetCall<'a> {
    generation: String,
    endpoint: String,
    verb: String,
    params: Map<String, Value>,
    #[serde(borrow)]
    answer: &'a RawValue,
}

#[derive(Deserialize)]
struct Request {
    params: Map<String, Value>,
}

impl Recordings {
    /// Reads the index of recordings; `open_file` returns the text of a file that the index names.
    ///
    /// # Errors
    /// If the index is not JSON with the expected fields.
    pub fn read(index: &str, open_file: impl Fn(&str) -> Option<String>) -> serde_json::Result<Self> {
        let index: Index = serde_json::from_str(index)?;
        let is_usable = |entry: &Entry| {
            entry.served && entry.status == 200 && entry.params_from.as_deref() != Some("unknown")
        };
        let recordings = index.recordings.into_iter().filter(is_usable).filter_map(|entry| {
            let generation = parse_generation(&entry.generation);
            let endpoint = find::by_name(generation, entry.endpoint.trim_start_matches('/'))?;
            let mut args = entry.request?.params;
            for (name, value) in &mut args {
                parse_typed(endpoint.param(name)?, value);
            }
            let source = Source::Service;
            Some(Recording {
                endpoint,
                source,
                network: entry.network,
                args,
                answer: open_file(&entry.file)?,
            })
        });
        Ok(Self(recordings.collect()))
    }

    /// Adds the calls of the devnet from their JSON list.
    ///
    /// # Errors
    /// If the text is not JSON with the expected fields.
    pub fn with_devnet(mut self, answers: &str) -> serde_json::Result<Self> {
        let answers: Vec<DevnetCall<'_>> = serde_json::from_str(answers)?;
        self.0.extend(answers.into_iter().filter_map(|recorded| {
            let rows = parse_generation(&recorded.generation).rows().iter();
            let endpoint = rows
                .into_iter()
                .find(|row| row.path == recorded.endpoint && row.verb.as_str() == recorded.verb)?;
            let answer = recorded.answer.get().to_owned();
            Some(Recording { endpoint, source: Source::Devnet, network: None, args: recorded.params, answer })
        }));
        Ok(self)
    }

    /// Returns the recording to show: preferably of the service, then of the main network, then the shortest.
    #[must_use]
    pub fn of(&self, endpoint: &Endpoint) -> Option<&Recording> {
        let is_of_endpoint = |recording: &&Recording| std::ptr::eq(recording.endpoint, endpoint);
        let order = |recording: &&Recording| {
            (recording.source, recording.network == Some(Network::Testnet), recording.answer.len())
        };
        self.0.iter().filter(is_of_endpoint).min_by_key(order)
    }

    /// Returns all recordings of an operation.
    pub fn all(&self, endpoint: &'static Endpoint) -> impl Iterator<Item = &Recording> {
        self.0.iter().filter(move |recording| std::ptr::eq(recording.endpoint, endpoint))
    }

    /// Writes the recording of each operation as JSON: its parameters and the body of its response, by the name with which a program calls
    /// the client's method, such as `v3.jetton.wallets`. Leaves out JSON-RPC, whose response is that of another operation.
    ///
    /// # Errors
    /// If a recorded response is not JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut examples = Map::new();
        for endpoint in Generation::V2.rows().iter().chain(Generation::V3.rows()) {
            let Some(recording) = self.of(endpoint).filter(|_| endpoint.path != "/jsonRPC") else { continue };
            let name = format!("{}{}", endpoint.generation.as_str(), endpoint.path.replace('/', "."));
            let body: Value = serde_json::from_str(&recording.answer)?;
            // `decode` has two rows with the same response; the first one is GET.
            examples.entry(name).or_insert_with(|| json!({ "params": recording.args, "body": body }));
        }
        serde_json::to_string(&examples)
    }

    /// Returns the arguments of an example call: those of [`Self::of`], or plain ones if there is no recording.
    #[must_use]
    pub fn args(&self, endpoint: &'static Endpoint) -> Map<String, Value> {
        self.of(endpoint).map_or_else(|| build_plain_args(endpoint), |recording| recording.args.clone())
    }
}

fn parse_generation(name: &str) -> Generation {
    if name == "v2" { Generation::V2 } else { Generation::V3 }
}

/// Parses numbers and flags, which recordings of queries have as texts.
fn parse_typed(param: &Param, value: &mut Value) {
    if let Value::Array(items) = value {
        items.iter_mut().for_each(|item| parse_typed(param, item));
    } else if let (Kind::Int | Kind::Utime | Kind::Bool, Some(text)) = (param.kind, value.as_str())
        && let Ok(parsed) = serde_json::from_str(text)
    {
        *value = parsed;
    }
}

/// Builds the parameters that the row and its rules require, and a small page; all four members of JSON-RPC, since some
/// servers require them.
fn build_plain_args(endpoint: &Endpoint) -> Map<String, Value> {
    let ruled_names = endpoint.rules.iter().filter(|rule| rule.enforced).filter_map(|rule| match rule.op {
        Op::ExactlyOne(names) | Op::AtLeastOne(names) => names.first().copied(),
        _ => None,
    });
    let ruled_names: Vec<&str> = ruled_names.collect();
    // `/decode` has no required parameters, but without a value to decode its response is empty.
    let filter = |name: &str| endpoint.path == "/decode" && name == "opcodes";
    let needed_params = endpoint.params.iter().filter(|param| {
        param.required
            || ruled_names.contains(&param.name)
            || filter(param.name)
            || endpoint.path == "/jsonRPC"
            || (param.name == "limit" && endpoint.page.is_some())
            || (param.name == "params" && param.kind == Kind::Object)
    });
    needed_params.map(|param| (String::from(param.name), build_plain_value(endpoint, param))).collect()
}

/// Builds a value of the parameter's kind: addresses and hashes exist on the main network, a bag of cells has one empty
/// cell.
fn build_plain_value(endpoint: &Endpoint, param: &Param) -> Value {
    let value = match param.kind {
        Kind::Address | Kind::AddressText | Kind::AddressOrNull => {
            json!("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N")
        }
        Kind::AccountHash | Kind::Hash => json!("jfTlOCaG9CyuEgyU2NyCNVXZvdJ+MRwPD7YZM7Ezgas="),
        Kind::Lt => json!("47670702000009"),
        Kind::Int => match param.name {
            "limit" => json!(3),
            "workchain" => json!(-1),
            "seqno" | "mc_seqno" => json!(41_577_000),
            _ => json!(param.min.unwrap_or(0).max(1)),
        },
        Kind::Dec => json!("1"),
        Kind::Utime => json!(1_717_769_119),
        Kind::Bool => json!(true),
        Kind::Enum => json!(param.choices.first()),
        Kind::String => json!(match (param.name, endpoint.path) {
            ("domain", _) => "foundation.ton",
            ("method", "/jsonRPC") => "getMasterchainInfo",
            ("method", _) => "seqno",
            _ => "word",
        }),
        Kind::Method => json!("seqno"),
        Kind::ShardDec => json!("-9223372036854775808"),
        Kind::ShardHex => json!("8000000000000000"),
        Kind::Opcode => json!("0x0f8a7ea5"),
        Kind::Boc | Kind::BocOrHex => json!("te6cckEBAQEAAgAAAEysuc0="),
        Kind::Stack => return json!([]),
        Kind::Scalar => json!("1"),
        Kind::Object => return json!({}),
    };
    if param.array { json!([value]) } else { value }
}
