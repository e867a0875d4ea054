//! CORS: which origins are allowed, and the headers that every response has.

use crate::golden;
use proptest::prelude::*;
use ton_edge::gateway::{Config, Incoming, OriginPattern, Verdict, decide, too_large};

#[test]
fn only_origins_as_browsers_write_them_are_accepted_as_patterns() {
    for good in [
        "https://app.example",
        "http://localhost:3000",
        "https://*.app.example",
        "https://*.app.example:8443",
        "http://127.0.0.1:8080",
        "http://[::1]:3000",
        "https://xn--bcher-kva.example",
        "http://my_host",
    ] {
        let pattern = OriginPattern::parse(good).unwrap_or_else(|reason| panic!("{good}: {reason}"));
        assert_eq!(pattern.matches(good), !good.contains('*'), "{good}");
    }
    for bad in [
        "",
        "*",
        "null",
        "app.example",
        "//app.example",
        "ftp://app.example",
        "HTTPS://app.example",
        "https://",
        "https://App.example",
        "https://app.example/",
        "https://app.example/x",
        "https://app.example?x",
        "https://a@app.example",
        "https://app.example:443",
        "http://app.example:80",
        "https://app.example:",
        "https://app.example:0",
        "https://app.example:080",
        "https://app.example:65536",
        "https://app.example:+1",
        "https://app..example",
        "https://.app.example",
        "https://app.example.",
        "https://-a.example",
        "https://a-.example",
        "https://a b.example",
        "https://*",
        "https://*.",
        "https://*.example",
        "https://**.app.example",
        "https://a*.app.example",
        "https://*a.app.example",
        "https://a.*.example",
        "https://app.*",
        "https://*.*.app.example",
        "https://*.127.0.0.1",
        "https://*.[::1]",
        "http://[::1",
        "http://[app]",
        "http://[abc]",
        "http://[::g]",
        "http://[::1]x",
        "https://*:443",
        "https://app.example:**",
        "https://app.example:*:*",
        "http://::*",
        "http://::1",
        "https://app.example https://b.example",
        "https://bücher.example",
    ] {
        assert!(OriginPattern::parse(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn a_mistake_in_an_origin_is_explained() {
    for (bad, says) in [
        ("*", "leave `origins` out"),
        ("app.example", "begin with https:// or http://"),
        ("HTTPS://app.example", "begin with https:// or http://"),
        ("https://App.example", "lower case"),
        ("https://app.example:443", "leave out the default port"),
        ("http://app.example:80", "leave out the default port"),
        ("https://app.example:0", "a port from 1 to 65535"),
        ("https://app.example:65536", "a port from 1 to 65535"),
        ("https://app.example/x", "only a scheme, a host and a port"),
        ("https://*.example", "at least two labels"),
        ("https://*.127.0.0.1", "at least two labels"),
    ] {
        assert!(OriginPattern::parse(bad).is_err_and(|reason| reason.contains(says)), "{bad}");
    }
    // The default port of the other scheme is not a default here, so it may be written.
    assert!(OriginPattern::parse("https://app.example:80").is_ok());
    let label = "a".repeat(63);
    let host = format!("{label}.{label}.{label}.{}", &label[2..]);
    assert_eq!(host.len(), 253);
    assert!(OriginPattern::parse(&format!("https://{host}")).is_ok());
    assert!(OriginPattern::parse(&format!("https://{host}a")).is_err(), "longer than a host name may be");
    assert!(
        OriginPattern::parse(&format!("https://{label}a.example")).is_err(),
        "longer than a label may be"
    );
}

#[test]
fn any_port_means_any_port_of_that_host_and_scheme() {
    let localhost_pattern = OriginPattern::parse("http://localhost:*").unwrap();
    for port in ["", ":1", ":3000", ":65535"] {
        assert!(localhost_pattern.matches(&format!("http://localhost{port}")), "{port}");
        assert!(!localhost_pattern.matches(&format!("https://localhost{port}")), "{port}");
        assert!(!localhost_pattern.matches(&format!("http://evil.localhost{port}")), "{port}");
        assert!(!localhost_pattern.matches(&format!("http://localhost.evil{port}")), "{port}");
    }
    for odd in [":", ":0", ":65536", ":80x", ":*", ":3000/", ":3000:3000"] {
        assert!(!localhost_pattern.matches(&format!("http://localhost{odd}")), "{odd}");
    }
    let ipv6_pattern = OriginPattern::parse("http://[::1]:*").unwrap();
    assert!(
        ipv6_pattern.matches("http://[::1]:3000")
            && ipv6_pattern.matches("http://[::1]")
            && !ipv6_pattern.matches("http://[::2]")
    );
    let unspecified_pattern = OriginPattern::parse("http://[::]:3000").unwrap();
    assert!(unspecified_pattern.matches("http://[::]:3000") && !unspecified_pattern.matches("http://[::]"));
}

#[test]
fn a_wildcard_cannot_be_tricked() {
    let pattern = OriginPattern::parse("https://*.app.example").unwrap();
    assert!(pattern.matches("https://preview-1.app.example"));
    for trick in [
        "https://app.example",
        "https://.app.example",
        "https://evilapp.example",
        "https://evil.app.example.evil",
        "https://app.example.evil",
        "http://preview.app.example",
        "https://preview.app.example:8443",
        "null",
        "",
        "https://preview.App.example",
        "https://PREVIEW.app.example",
        "https://a.b.app.example",
        "https://evil.com/.app.example",
        "https://evil.com#.app.example",
        "https://evil.com?.app.example",
        "https://evil.com\\.app.example",
        "https://user@x.app.example",
        "https://x.app.example/",
        "https://x.app.example.",
        "https://*.app.example",
        "https://x%00.app.example",
        "https://x.app.example:443",
        "https:// .app.example",
        "https://-.app.example",
    ] {
        assert!(!pattern.matches(trick), "{trick:?}");
    }
    let port = OriginPattern::parse("https://*.app.example:8443").unwrap();
    assert!(port.matches("https://x.app.example:8443"));
    assert!(!port.matches("https://x.app.example") && !port.matches("https://x.app.example:84430"));
}

proptest! {
    #[test]
    fn the_star_stands_for_one_label_only(front in "\\PC{0,20}") {
        let pattern = OriginPattern::parse("https://*.app.example").unwrap();
        let label = !front.is_empty() && !front.starts_with('-') && !front.ends_with('-')
            && front.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte));
        prop_assert_eq!(pattern.matches(&format!("https://{front}.app.example")), label);
        let similar_origin = format!("https://{front}app.example");
        prop_assert!(!pattern.matches(&similar_origin) || similar_origin.ends_with(".app.example"));
    }
}

/// Requests for every status with which the gateway itself responds.
fn every_status() -> Vec<(u16, Incoming<'static>)> {
    let get = |url| Incoming { method: "GET", url, ..Incoming::default() };
    let post =
        |url, content_type, body| Incoming { method: "POST", content_type, body: Some(body), ..get(url) };
    const JSON_TYPE: Option<&str> = Some("application/json");
    static LONG_PATH: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| "/".repeat(140_000));
    vec![
        (
            200,
            get(
                "/api/v2/unpackAddress?address=0:5555555555555555555555555555555555555555555555555555555555555555",
            ),
        ),
        (204, Incoming { method: "OPTIONS", ..get("/api/v3/message") }),
        (400, Incoming { key: Some("one"), ..get("/api/v3/blocks?api_key=two") }),
        (401, Incoming { key: Some("a b"), ..get("/api/v3/blocks") }),
        (404, get("/api/v3/nothing")),
        (405, Incoming { method: "DELETE", ..get("/api/v3/blocks") }),
        (414, get(LONG_PATH.as_str())),
        (415, post("/api/v2/sendBoc", Some("text/plain"), "{}")),
        (422, get("/api/v3/transactions?limit=1001")),
        (422, post("/api/v2/jsonRPC", JSON_TYPE, "[]")),
        (431, Incoming { header_bytes: 16_385, ..get("/api/v3/blocks") }),
    ]
}

/// The headers of a preflight response that contain header names.
fn list_preflight_headers() -> Vec<(String, String)> {
    let preflight = Incoming { method: "OPTIONS", url: "/api/v3/message", ..Incoming::default() };
    let Verdict::Respond { headers, .. } = decide(&Config::from_json("{}").unwrap(), &preflight) else {
        panic!("no response")
    };
    let lists = ["access-control-allow-headers", "access-control-expose-headers", "vary"];
    let mut listed_headers: Vec<(String, String)> = headers
        .into_iter()
        .filter(|(name, _)| lists.contains(&name.as_ref()))
        .map(|(name, value)| (name.into_owned(), value))
        .collect();
    listed_headers.sort();
    assert_eq!(listed_headers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), lists);
    listed_headers
}

#[test]
fn the_header_names_in_cors_headers() {
    let text: String =
        list_preflight_headers().iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    golden::compare_golden("cors.txt", &text);
}

#[test]
fn every_status_has_the_headers_of_allowed_origins_and_no_others() {
    let mut keyed_config = Config::from_json(r#"{"apiKeys":"\u0000store"}"#).unwrap();
    let (_, controls) = list_preflight_headers().into_iter().find(|(name, _)| name == "vary").unwrap();
    let allow =
        ["https://app.example", "https://*.app.example"].map(|one| OriginPattern::parse(one).unwrap());
    for (status, incoming) in every_status() {
        for (origins, origin, expected_origin, varies) in [
            (None, Some("https://evil.example"), Some("*"), false),
            (None, None, Some("*"), false),
            (Some(allow.to_vec()), Some("https://app.example"), Some("https://app.example"), true),
            (Some(allow.to_vec()), Some("https://x.app.example"), Some("https://x.app.example"), true),
            (Some(allow.to_vec()), Some("https://evilapp.example"), None, true),
            (Some(allow.to_vec()), Some("null"), None, true),
            (Some(allow.to_vec()), None, None, true),
        ] {
            keyed_config.origins = origins;
            let Verdict::Respond { status: got, headers, .. } =
                decide(&keyed_config, &Incoming { origin, ..incoming })
            else {
                panic!("{status}: no response")
            };
            let value =
                |name: &str| headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
            assert_eq!(got, status);
            assert_eq!(value("access-control-allow-origin"), expected_origin, "{status} {origin:?}");
            let vary = [if varies { "Origin, " } else { "" }, controls.as_str()].concat();
            assert_eq!(value("vary"), Some(vary.as_str()), "{status} {origin:?}");
            assert!(value("access-control-expose-headers").unwrap().contains("Retry-After"));
            assert_eq!(value("access-control-allow-headers").is_some(), status == 204);
            assert!(value("access-control-allow-credentials").is_none());
        }
    }
    let Verdict::Respond { status: 413, headers, .. } =
        too_large(&keyed_config, &Incoming { method: "POST", url: "/api/v2/sendBoc", ..Incoming::default() })
    else {
        panic!("not 413")
    };
    assert!(headers.iter().any(|(name, _)| name == "vary"));
}
