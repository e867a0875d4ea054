//! The base URL of a client, checked once.

use crate::error::{Code, Error};
use crate::network::Network;
use http::Uri;

fn make_url_error(fault: &str) -> Error {
    let message = format!("`base_url` {fault}");
    Error::new(Code::InvalidOption, message).parameter("base_url")
}

/// Checks the base URL and removes slashes at its end; without a base URL, returns that of the network.
/// `readBaseUrl` in `pkg/lib/client/settings.js` does the same in JavaScript, where the code is 280 bytes smaller
/// than in wasm; tests run both with `tests/fixtures/base-urls.json`.
pub(super) fn read(text: Option<&str>, network: Network) -> Result<String, Error> {
    let Some(text) = text else { return Ok(network.base_url().into()) };
    // `Uri` drops a fragment.
    let uri = text.parse::<Uri>().ok().filter(|uri| uri.host().is_some_and(|host| !host.is_empty()));
    let uri = uri.ok_or_else(|| make_url_error("must be an absolute URL such as https://gateway.example"))?;
    if !matches!(uri.scheme_str(), Some("https" | "http")) {
        return Err(make_url_error("must begin with https:// or http://"));
    }
    let user = uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
    if user || text.contains(['?', '#']) {
        return Err(make_url_error("must not have a user name, password, query or fragment"));
    }
    let base = text.trim_end_matches('/');
    let (start, is_rpc) = base.strip_suffix("/jsonRPC").map_or((base, false), |start| (start, true));
    let api_paths = ["/api", "/api/v2", "/api/v3"];
    let api = api_paths.iter().find_map(|end| start.strip_suffix(end));
    let (fault, fix) = if let Some(fix) = api.or(is_rpc.then_some(start)) {
        (format!("must end before /api: use {fix}"), fix.to_owned())
    } else if network == Network::Testnet && !base.contains(network.as_str()) {
        let fix = format!("{base}/{network}");
        (format!("decides the network: use {fix} at a gateway, elsewhere leave out `network`"), fix)
    } else {
        return Ok(base.into());
    };
    let mut error = make_url_error(&fault);
    error.suggestion = Some(fix.into());
    Err(error)
}

/// Refuses a secret that would be sent unencrypted to another machine.
pub(super) fn check_secret(base: &str, subject: &str) -> Result<(), Error> {
    let uri: Uri = base.parse().map_err(|_| make_url_error("is not a URL"))?;
    let host = uri.host().unwrap_or_default();
    if uri.scheme_str() == Some("https") || is_loopback(host) {
        return Ok(());
    }
    let message = format!("{subject} would travel in the clear to {host}: use https");
    Err(Error::new(Code::ApiKeyInsecure, message).parameter("base_url"))
}

fn is_loopback(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let v4: Option<core::net::Ipv4Addr> = host.parse().ok();
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "[::1]"
        || v4.is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_travel_by_https_or_not_at_all() {
        for url in [
            "https://a.example",
            "http://localhost:1",
            "http://x.localhost",
            "http://127.9.9.9",
            "http://[::1]",
        ] {
            assert_eq!(check_secret(url, "an API key"), Ok(()), "{url}");
        }
        for url in
            ["http://a.example", "http://127.0.0.1.example", "http://localhost.example", "http://10.0.0.1"]
        {
            assert_eq!(check_secret(url, "an API key").unwrap_err().code, Code::ApiKeyInsecure, "{url}");
        }
    }
}
