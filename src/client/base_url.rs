//! The base URL of a client, checked once.

use crate::error::{Code, Error};
use crate::network::Network;
use http::Uri;

fn wrong(what: &str) -> Error {
    let message = format!("`base_url` {what}");
    Error::new(Code::InvalidOption, message).parameter("base_url")
}

/// The base URL without a slash at its end; the network's own if none is given.
pub(super) fn read(written: Option<&str>, network: Network) -> Result<String, Error> {
    let Some(written) = written else { return Ok(network.base_url().into()) };
    if written.contains(['?', '#']) {
        return Err(wrong("must not have a query or a fragment"));
    }
    let uri: Uri =
        written.parse().map_err(|_| wrong("must be an absolute URL such as https://gateway.example"))?;
    if !matches!(uri.scheme_str(), Some("https" | "http")) {
        return Err(wrong("must begin with https:// or http://"));
    }
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err(wrong("must not hold a user name or password"));
    }
    let base = written.trim_end_matches('/');
    let (before, called) = base.strip_suffix("/jsonRPC").map_or((base, false), |before| (before, true));
    let api = before.strip_suffix("/api/v2").or_else(|| before.strip_suffix("/api/v3"));
    match api.or(called.then_some(before)) {
        None => Ok(base.into()),
        Some(fix) => {
            let mut error = wrong(&format!("must be what stands before /api: use {fix}"));
            error.suggestion = Some(String::from(fix).into());
            Err(error)
        }
    }
}

/// Refuses an API key that would be sent unencrypted to another machine.
pub(super) fn check_key(base: &str) -> Result<(), Error> {
    let uri: Uri = base.parse().map_err(|_| wrong("is no URL"))?;
    let host = uri.host().unwrap_or_default();
    if uri.scheme_str() == Some("https") || is_loopback(host) {
        return Ok(());
    }
    let message = format!("an API key would travel in the clear to {host}: use https");
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
    fn what_is_no_base_is_refused_with_the_fix() {
        let fixed = |url: &str| read(Some(url), Network::Mainnet);
        assert_eq!(fixed("https://a.example//").unwrap(), "https://a.example");
        assert_eq!(fixed("http://[::1]:8080/edge/").unwrap(), "http://[::1]:8080/edge");
        for end in ["/api/v2", "/api/v3/", "/api/v2/jsonRPC", "/jsonRPC"] {
            let error = fixed(&format!("https://a.example/edge{end}")).unwrap_err();
            assert_eq!(error.suggestion.as_deref(), Some("https://a.example/edge"), "{end}");
        }
        for url in [
            "",
            "a.example",
            "/",
            "ftp://a.example",
            "https://u:p@a.example",
            "https://a.example/?x",
            "https://",
            "https://a b",
        ] {
            assert_eq!(fixed(url).unwrap_err().code, Code::InvalidOption, "{url}");
        }
    }

    #[test]
    fn keys_travel_by_https_or_not_at_all() {
        for url in [
            "https://a.example",
            "http://localhost:1",
            "http://x.localhost",
            "http://127.9.9.9",
            "http://[::1]",
        ] {
            assert_eq!(check_key(url), Ok(()), "{url}");
        }
        for url in
            ["http://a.example", "http://127.0.0.1.example", "http://localhost.example", "http://10.0.0.1"]
        {
            assert_eq!(check_key(url).unwrap_err().code, Code::ApiKeyInsecure, "{url}");
        }
    }
}
