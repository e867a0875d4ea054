//! Streams of events: checks the caller's subscription.

use crate::endpoint::{Generation, Verb, find};
use crate::error::{Code, Error};
use crate::gateway::admission::access;
use crate::gateway::config::Config;
use crate::gateway::keys::lookup::Lookup;
use crate::gateway::limits::policy::select_limits;
use crate::gateway::request::compatibility::build_ignored_header;
use crate::gateway::request::incoming::Incoming;
use crate::gateway::request::params;
use crate::gateway::request::subscription::{Subscription, read_subscription};
use crate::gateway::response::cors;
use crate::gateway::response::error::{Refusal, wants_problem};
use crate::gateway::verdict::{Stream, Verdict};
use crate::network::Network;

/// The name of the stream in the log.
pub(in crate::gateway) const NAME: &str = "streaming/sse";
/// The operations of v3 whose rows each type of events shows: a caller must be allowed to use them.
const SHOWN_OPERATIONS: [(&str, &[&str]); 5] = [
    ("transactions", &["/accountStates", "/transactions"]),
    ("account_state_change", &["/accountStates"]),
    ("actions", &["/accountStates", "/transactions", "/traces", "/actions"]),
    ("trace", &["/traces", "/actions"]),
    ("jettons_change", &["/accountStates", "/jetton/wallets"]),
];

/// Handles a request for a stream by an authorized caller.
pub(in crate::gateway) fn handle(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    query: &str,
) -> Result<Verdict, Refusal> {
    let ignored_key = access::build_ignored_key_header(config, incoming, query);
    match read_verdict(config, incoming, network, query) {
        Ok(mut verdict) => {
            if let Verdict::Stream(stream) = &mut verdict {
                stream.notes.extend(ignored_key);
            }
            Ok(verdict)
        }
        Err(error) => Err(Refusal::new(Generation::V3, error).with_headers(ignored_key)),
    }
}

fn read_verdict(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    query: &str,
) -> Result<Verdict, Error> {
    let Some(streaming) = config.streaming else {
        return Err(Error::new(Code::NotFound, "Not Found: this gateway does not offer streams"));
    };
    let (args, _) = if incoming.method == "POST" {
        params::check_body_headers(config, incoming)?;
        let Some(body) = incoming.body else {
            return Ok(Verdict::Body { limit: config.max_body_bytes });
        };
        params::check_json_size(config, body)?;
        params::from_body(body)?
    } else {
        params::from_query(config, query)?
    };
    let (subscription, ignored) = read_subscription(&args, incoming.last_event_id, streaming.max_addresses)?;
    authorize_types(config, incoming, &subscription)?;
    let cost = compute_cost(&subscription);
    let caller = incoming.lookup.and_then(Lookup::to_caller);
    Ok(Verdict::Stream(Stream {
        network,
        generation: Generation::V3,
        subscription,
        limits: select_limits(&config.limits, incoming, caller.as_ref(), false),
        caller,
        cost,
        socket: None,
        origin: cors::find_allowed_origin(config, incoming.origin).map(String::from),
        notes: build_ignored_header(&ignored).into_iter().collect(),
        problem: wants_problem(incoming.accept),
    }))
}

/// Checks that the caller may use the operations whose rows the subscription shows.
pub(super) fn authorize_types(
    config: &Config,
    incoming: &Incoming<'_>,
    subscription: &Subscription,
) -> Result<(), Error> {
    for (_, paths) in SHOWN_OPERATIONS.iter().filter(|(name, _)| subscription.types.contains(name)) {
        for path in *paths {
            if let Some(endpoint) = find::by_path(Generation::V3, Verb::Get, path) {
                access::authorize_operation(config, incoming, endpoint)?;
            }
        }
    }
    Ok(())
}

/// Returns the cost of a subscription, in requests: one, and one per account of which missed events are read.
pub(super) fn compute_cost(subscription: &Subscription) -> u32 {
    let accounts_to_read = if subscription.resume.is_some() { subscription.accounts.len() } else { 0 };
    u32::try_from(1 + accounts_to_read).unwrap_or(u32::MAX)
}
