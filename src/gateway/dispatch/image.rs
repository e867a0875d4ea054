//! Pictures of tokens: reads the request, and builds the refusals of pictures.

use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::admission::access;
use crate::gateway::config::Config;
use crate::gateway::header::{Header, retry_after};
use crate::gateway::keys::lookup::Lookup;
use crate::gateway::limits::policy::select_image_limit;
use crate::gateway::request::compatibility::build_ignored_header;
use crate::gateway::request::incoming::Incoming;
use crate::gateway::request::params;
use crate::gateway::response::cors;
use crate::gateway::response::error::{Refusal, wants_problem};
use crate::gateway::verdict::{Image, Verdict};
use crate::network::Network;
use crate::plan::Arg;
use std::borrow::Cow;

/// The name of pictures in the log.
pub(in crate::gateway) const NAME: &str = "image";
/// The maximum number of bytes of a picture's URL.
const MAX_URL_BYTES: usize = 2048;
/// The sizes to which pictures are scaled, in pixels: few, so that the cache has few copies of a picture.
const SIZES: [&str; 4] = ["64", "128", "256", "512"];
/// Milliseconds after which a caller may retry while too many pictures are fetched.
const OVERLOADED_WAIT: f64 = 5000.0;

/// Handles a request for a picture by an authorized caller.
pub(in crate::gateway) fn handle(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    query: &str,
) -> Result<Verdict, Refusal> {
    let ignored_key = access::build_ignored_key_header(config, incoming, query);
    match read_image(config, incoming, network, query) {
        Ok(mut image) => {
            image.notes.extend(ignored_key);
            Ok(Verdict::Image(image))
        }
        Err(error) => Err(Refusal::new(Generation::V3, error).with_headers(ignored_key)),
    }
}

fn read_image(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    query: &str,
) -> Result<Image, Error> {
    let (args, _) = params::from_query(config, query)?;
    let mut url = None;
    let mut size = None;
    let mut ignored_names = Vec::new();
    for (name, value) in &args {
        match (&**name, value) {
            ("url", Arg::Text(text)) if is_picture_url(text) => url = Some(String::from(&**text)),
            ("url", _) => return Err(refuse_url()),
            ("size", Arg::Text(text)) if SIZES.contains(&&**text) => size = text.parse().ok(),
            ("size", _) => return Err(refuse_size()),
            _ => ignored_names.push(String::from(&**name)),
        }
    }
    let Some(url) = url else {
        return Err(
            Error::new(Code::MissingParameter, "`url` is required: the URL of the picture").parameter("url")
        );
    };
    let caller = incoming.lookup.and_then(Lookup::to_caller);
    let rate = config.images.as_ref().and_then(|images| images.caller_rate);
    let mut notes: Vec<Header> = build_ignored_header(&ignored_names).into_iter().collect();
    // A page that may not read responses may not show pictures either.
    let policy = if config.origins.is_some() { "same-origin" } else { "cross-origin" };
    notes.push((Cow::Borrowed("cross-origin-resource-policy"), String::from(policy)));
    Ok(Image {
        network,
        generation: Generation::V3,
        url,
        size,
        head: incoming.method == "HEAD",
        limits: select_image_limit(&config.limits, rate, incoming, caller.as_ref()).into_iter().collect(),
        caller,
        cost: 1,
        origin: cors::find_allowed_origin(config, incoming.origin).map(String::from),
        notes,
        problem: wants_problem(incoming.accept),
    })
}

/// Returns whether a text has the scheme of a picture's URL. JavaScript parses it and checks its host.
fn is_picture_url(text: &str) -> bool {
    let has_scheme =
        |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    text.len() <= MAX_URL_BYTES && (has_scheme("https://") || has_scheme("ipfs://"))
}

fn refuse_url() -> Error {
    let message = format!(
        "`url` must be an https:// or ipfs:// URL of at most {MAX_URL_BYTES} bytes, with a public host name, and without user, password and port"
    );
    Error::new(Code::InvalidParameter, message).parameter("url")
}

fn refuse_size() -> Error {
    let message = format!("`size` must be one of {}: the longest side in pixels", SIZES.join(", "));
    Error::new(Code::InvalidParameter, message).parameter("size")
}

/// Returns the response to a request for a picture that cannot be served; `reason` is one of `images/refusal.js`.
#[must_use]
pub fn refuse_image(problem: bool, reason: &str) -> Verdict {
    let unavailable = |message: &'static str| Error::new(Code::ImageUnavailable, message);
    let error = match reason {
        "url" => refuse_url(),
        "overloaded" => Error::new(
            Code::Overloaded,
            "the gateway fetches too many pictures at the moment; try again later",
        ),
        "timeout" => unavailable("the host of the picture did not respond in time"),
        "status" => unavailable("the host of the picture did not respond with 200"),
        "redirect" => {
            unavailable("the host of the picture redirects too often, or to a URL that is not allowed")
        }
        "too-large" => unavailable("the picture has more bytes than this gateway allows"),
        "too-many-pixels" => unavailable("the picture has more pixels than this gateway allows"),
        "type" => unavailable("the host did not respond with a PNG, JPEG, GIF or WebP picture"),
        "damaged" => unavailable("the picture is damaged"),
        "resize" => unavailable("the gateway could not scale the picture"),
        // One message for a host that does not respond and for a private one, so that callers cannot explore a private network.
        _ => unavailable("the host of the picture cannot be reached, or is not public"),
    };
    let retry_header = (error.code == Code::Overloaded).then(|| retry_after(OVERLOADED_WAIT));
    let accept = problem.then_some("application/problem+json");
    Refusal::new(Generation::V3, error).with_headers(retry_header).into_response(accept)
}
