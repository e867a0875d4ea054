//! An example call of every operation with its answer: recorded from the service where there is one, else made by the
//! devnet, a local chain; without either a plain call within the row's rules.
//!
//! Native only (feature `openapi`), for OpenAPI and the reference. Recordings come in as texts: nothing is read here.

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

/// One recorded call with its answer.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Its row.
    pub endpoint: &'static Endpoint,
    /// Who sent the response.
    pub source: Source,
    /// Where it was recorded, when that is known.
    pub network: Option<Network>,
    /// Parameters, typed as the row types them.
    pub args: Map<String, Value>,
    /// The answer as JSON text, envelope and all.
    pub answer: String,
}

/// Recorded calls: successful ones whose request is known.
#[derive(Clone, Debug, Default)]
pub struct Recordings(Vec<Recording>);

/// The index of the recordings, as far as it is used here.
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

/// An entry of the devnet's answers.
#[derive(Deserialize)]
struct Made<'a> {
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
    /// Reads the index of recordings; `open` gives the text of a file that it names.
    ///
    /// # Errors
    /// The index is not JSON of its shape.
    pub fn read(index: &str, open: impl Fn(&str) -> Option<String>) -> serde_json::Result<Self> {
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
            Some(Recording { endpoint, source, network: entry.network, args, answer: open(&entry.file)? })
        });
        Ok(Self(recordings.collect()))
    }

    /// Adds the answers of the devnet, as JSON: a list of calls.
    ///
    /// # Errors
    /// It is not JSON of its shape.
    pub fn with_devnet(mut self, answers: &str) -> serde_json::Result<Self> {
        let answers: Vec<Made<'_>> = serde_json::from_str(answers)?;
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

    /// Returns the recording to show: of the service if any, of the main network if any, then the shortest.
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

    /// Arguments of an example call: those of [`Self::of`], else plain ones.
    #[must_use]
    pub fn args(&self, endpoint: &'static Endpoint) -> Map<String, Value> {
        self.of(endpoint).map_or_else(|| build_plain_args(endpoint), |recording| recording.args.clone())
    }
}

fn parse_generation(name: &str) -> Generation {
    if name == "v2" { Generation::V2 } else { Generation::V3 }
}

/// Recordings keep queries as texts: numbers and flags become what they are.
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
    let ruled = endpoint.rules.iter().filter(|rule| rule.enforced).filter_map(|rule| match rule.op {
        Op::ExactlyOne(names) | Op::AtLeastOne(names) => names.first().copied(),
        _ => None,
    });
    let ruled: Vec<&str> = ruled.collect();
    // `/decode` has no required parameters, but without a value to decode its response is empty.
    let filter = |name: &str| endpoint.path == "/decode" && name == "opcodes";
    let needed_params = endpoint.params.iter().filter(|param| {
        param.required
            || ruled.contains(&param.name)
            || filter(param.name)
            || endpoint.path == "/jsonRPC"
            || (param.name == "limit" && endpoint.page.is_some())
            || (param.name == "params" && param.kind == Kind::Object)
    });
    needed_params.map(|param| (String::from(param.name), build_plain_value(endpoint, param))).collect()
}

/// Elector, wallets and hashes that exist on the main network; the bag of cells is an empty cell.
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
