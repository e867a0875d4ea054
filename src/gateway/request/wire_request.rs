//! The wire format of an incoming request between JavaScript and the core: one string, because passing separate
//! arguments into wasm would take more time than the rest of a verdict.

use super::incoming::{Incoming, Listener, SocketMessage};

/// The names of the remote address and of the header with the client IP
/// ([`crate::gateway::ClientIpSource::header`]); no header can have these names.
const PEER_NAME: &str = "@peer";
const CLIENT_NAME: &str = "@client";
/// The listener that received the request: `public` or `operators`.
const LISTENER_NAME: &str = "@listener";
/// A message on a WebSocket: `paid` or `unpaid`.
const SOCKET_NAME: &str = "@socket";
/// The start of the subprotocol in which a web page sends its API key: it cannot set headers of a WebSocket.
const KEY_PROTOCOL: &str = "api-key.";

/// Headers of [`crate::gateway::FORWARDED`] and [`crate::gateway::TRACED`], which [`Incoming`] borrows.
pub type Control<'a> = Vec<(&'a str, String)>;

/// Reads method, client (`@peer`, `@client`), listener (`@listener`), message (`@socket`), the headers of [`crate::gateway::READ`],
/// [`crate::gateway::FORWARDED`] and [`crate::gateway::TRACED`] that are present, each as `name: value` with its name
/// in lower case, an empty line, and the URL, all separated by line feeds. Methods and headers never contain line
/// feeds; the URL is all the rest. `None` if a part is missing.
///
/// ```
/// let (incoming, control) = ton_edge::gateway::read_request("GET\norigin: https://a.example\nx-timeout: 9\n\n/api/v3/x").unwrap();
/// assert_eq!((incoming.method, incoming.url), ("GET", "/api/v3/x"));
/// assert_eq!(incoming.origin, Some("https://a.example"));
/// assert_eq!(control, [("x-timeout", String::from("9"))]);
/// ```
#[must_use]
pub fn read_request(text: &str) -> Option<(Incoming<'_>, Control<'_>)> {
    let (method, mut remaining_text) = text.split_once('\n')?;
    let mut incoming = Incoming { method, ..Incoming::default() };
    let mut control = Control::new();
    let mut connection = "";
    let mut protocols = "";
    loop {
        let (line, next_lines) = remaining_text.split_once('\n')?;
        remaining_text = next_lines;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ")?;
        match name {
            "origin" => incoming.origin = Some(value),
            "accept" => incoming.accept = Some(value),
            "content-type" => incoming.content_type = Some(value),
            "content-encoding" => incoming.content_encoding = Some(value),
            "content-length" => incoming.content_length = Some(value),
            "x-api-key" => incoming.key = Some(value),
            "sec-fetch-site" => incoming.fetch_site = Some(value),
            "cache-control" => incoming.cache_control = Some(value),
            "last-event-id" => incoming.last_event_id = Some(value),
            "connection" => connection = value,
            PEER_NAME => incoming.peer = Some(value),
            CLIENT_NAME => incoming.client = Some(value),
            LISTENER_NAME if value == "operators" => incoming.listener = Some(Listener::Operators),
            LISTENER_NAME => incoming.listener = Some(Listener::Public),
            SOCKET_NAME if value == "paid" => incoming.socket = Some(SocketMessage::Paid),
            SOCKET_NAME => incoming.socket = Some(SocketMessage::Unpaid),
            "sec-websocket-protocol" => protocols = value,
            _ => control.push((name, String::from(value))),
        }
    }
    // Headers that `Connection` names are for the caller's connection only (RFC 9110, section 7.6.1).
    control.retain(|(name, _)| {
        !connection.split(',').any(|hop_name| hop_name.trim().eq_ignore_ascii_case(name))
    });
    let key = incoming
        .key
        .or_else(|| protocols.split(',').find_map(|protocol| protocol.trim().strip_prefix(KEY_PROTOCOL)));
    Some((Incoming { url: remaining_text, key, ..incoming }, control))
}
