//! WebSockets with events: their handshakes, and the messages on them that change their subscriptions.

use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::config::Config;
use crate::gateway::dispatch::stream;
use crate::gateway::keys::lookup::Lookup;
use crate::gateway::limits::policy::select_limits;
use crate::gateway::request::incoming::{Incoming, SocketMessage};
use crate::gateway::request::params;
use crate::gateway::request::subscription::{Subscription, read_subscription, read_unsubscription};
use crate::gateway::response::error::Refusal;
use crate::gateway::verdict::{SocketOperation, Stream, Verdict};
use crate::network::Network;
use crate::plan::Arg;

/// The name of the WebSocket in the log.
pub(in crate::gateway) const NAME: &str = "streaming/ws";

/// Handles an authorized handshake. A message can bring the API key later.
pub(in crate::gateway) fn open(config: &Config, incoming: &Incoming<'_>, network: Network) -> Verdict {
    Verdict::Stream(build(config, incoming, network, SocketOperation::Open, Subscription::default(), 1))
}

/// Handles a message of an authorized caller.
pub(in crate::gateway) fn handle(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
) -> Result<Verdict, Refusal> {
    read_message(config, incoming, network).map_err(|error| Refusal::new(Generation::V3, error))
}

fn read_message(config: &Config, incoming: &Incoming<'_>, network: Network) -> Result<Verdict, Error> {
    let Some(streaming) = config.streaming else {
        return Err(Error::new(Code::NotFound, "Not Found: this gateway does not offer streams"));
    };
    let Some(body) = incoming.body else {
        return Ok(Verdict::Body { limit: config.max_body_bytes });
    };
    params::check_json_size(config, body)?;
    let (mut args, _) = params::from_body(body)?;
    let operation = args.iter().position(|(name, _)| name == "operation").map(|index| args.remove(index).1);
    if matches!(operation, Some(Arg::Text(name)) if name == "unsubscribe") {
        let subscription = read_unsubscription(&args, streaming.max_addresses)?;
        return Ok(Verdict::Stream(build(
            config,
            incoming,
            network,
            SocketOperation::Unsubscribe,
            subscription,
            0,
        )));
    }
    // The header of an `EventSource` means nothing here.
    let (subscription, _) = read_subscription(&args, None, streaming.max_addresses)?;
    stream::authorize_types(config, incoming, &subscription)?;
    let paid_cost = u32::from(incoming.socket == Some(SocketMessage::Paid));
    let cost = stream::compute_cost(&subscription).saturating_sub(paid_cost);
    Ok(Verdict::Stream(build(config, incoming, network, SocketOperation::Subscribe, subscription, cost)))
}

fn build(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    operation: SocketOperation,
    subscription: Subscription,
    cost: u32,
) -> Stream {
    let caller = incoming.lookup.and_then(Lookup::to_caller);
    let limits =
        if cost == 0 { Vec::new() } else { select_limits(&config.limits, incoming, caller.as_ref(), false) };
    Stream {
        network,
        generation: Generation::V3,
        subscription,
        socket: Some(operation),
        limits,
        caller,
        cost,
        origin: None,
        notes: Vec::new(),
        problem: false,
    }
}
