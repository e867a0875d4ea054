//! Admission: allowed hosts, origins and client IPs, and the responses when the gateway has no free slot.

use ton_edge::error::Code;
use ton_edge::gateway::{Client, Config, Header, Incoming, Verdict, client, decide, refuse};

const API_URL: &str = "https://gw.example/api/v3/masterchainInfo";

fn config(json: &str) -> Config {
    Config::from_json(json).unwrap()
}

fn get(url: &str) -> Incoming<'_> {
    Incoming { method: "GET", url, ..Incoming::default() }
}

fn header<'a>(headers: &'a [Header], name: &str) -> Option<&'a str> {
    headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
}

/// Status and code of a refusal; 0 and an empty code for a request that is admitted.
fn outcome(config: &Config, incoming: &Incoming<'_>) -> (u16, String) {
    match decide(config, incoming) {
        Verdict::Respond { status, headers, .. } if status >= 400 => {
            (status, header(&headers, "x-ton-edge-error").unwrap_or_default().to_owned())
        }
        _ => (0, String::new()),
    }
}

/// Whether a client at this IP is admitted, and the name under which it is counted.
fn client_at(config: &Config, peer: Option<&str>) -> (bool, String) {
    let Client { name, allowed } = client(config, &Incoming { peer, ..get(API_URL) });
    (allowed, name.into_owned())
}

#[test]
fn a_client_must_pass_both_lists() {
    let open_config = config("{}");
    let deny_config = config(r#"{"clients":{"deny":["192.0.2.0/24","2001:db8::/32"]}}"#);
    let allow_config = config(r#"{"clients":{"allow":["10.0.0.0/8"]}}"#);
    let both_lists_config = config(r#"{"clients":{"allow":["10.0.0.0/8"],"deny":["10.6.6.0/24"]}}"#);
    let empty_list_config = config(r#"{"clients":{"allow":[]}}"#);
    for (peer, expected) in [
        // Whether each configuration admits the client: open, denying, allowing, both, neither.
        (Some("192.0.2.7"), [true, false, false, false, false]),
        (Some("::ffff:192.0.2.7"), [true, false, false, false, false]),
        (Some("2001:db8:1::1"), [true, false, false, false, false]),
        (Some("10.1.1.1"), [true, true, true, true, false]),
        (Some("10.6.6.6"), [true, true, true, false, false]),
        // An unknown IP cannot be found on a list.
        (Some("rubbish"), [true, true, false, false, false]),
        (None, [true, true, false, false, false]),
    ] {
        let is_allowed = [&open_config, &deny_config, &allow_config, &both_lists_config, &empty_list_config]
            .map(|config| client_at(config, peer).0);
        assert_eq!(is_allowed, expected, "{peer:?}");
    }
}

#[test]
fn a_client_is_counted_by_the_prefix_that_the_operator_sets() {
    let name = |json: &str, peer| client_at(&config(json), Some(peer)).1;
    assert_eq!(name("{}", "192.0.2.7"), "192.0.2.7");
    let address = "2001:db8:1234:5678:9abc:def0:1234:5678";
    for (length, expected) in [
        (128, "2001:db8:1234:5678:9abc:def0:1234:5678/128"),
        (64, "2001:db8:1234:5678::/64"),
        (56, "2001:db8:1234:5600::/56"),
        (48, "2001:db8:1234::/48"),
    ] {
        let json = format!(r#"{{"limits":{{"ipv6PrefixLength":{length}}}}}"#);
        assert_eq!(name(&json, address), expected);
        assert_eq!(name(&json, "192.0.2.7"), "192.0.2.7", "an IPv4 address counts as one client");
    }
}

#[test]
fn requests_to_other_hosts_are_refused() {
    let hosts = config(r#"{"allowedHosts":["gw.example","127.0.0.1","[::1]"]}"#);
    for host in
        ["gw.example", "GW.Example", "gw.example:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"]
    {
        let url = format!("https://{host}/api/v3/masterchainInfo");
        assert_eq!(outcome(&hosts, &get(&url)).0, 0, "{host}");
    }
    for host in
        ["evil.example", "gw.example.evil", "x.gw.example", "gw.example.", "", "[::2]", "127.0.0.1.evil"]
    {
        for path in ["/api/v3/masterchainInfo", "/", "/metrics", "/api/v3/nothing"] {
            let url = format!("https://{host}{path}");
            assert_eq!(outcome(&hosts, &get(&url)), (421, "host_not_allowed".into()), "{url}");
        }
        // Monitoring systems call the process by any host name.
        assert_eq!(outcome(&hosts, &get(&format!("https://{host}/healthz"))).0, 0, "{host}");
    }
    assert_eq!(outcome(&hosts, &get("/api/v3/masterchainInfo")).0, 421, "a missing host is not allowed");
    // A host ends where a path, a query or a fragment begins.
    for (url, status) in [
        ("https://gw.example?x", 0),
        ("https://gw.example#x", 0),
        ("https://evil.example?.gw.example/", 421),
        ("https://evil.example#gw.example", 421),
        ("https://gw.example@evil.example/", 421),
        ("/redirect?to=https://gw.example/", 421),
    ] {
        assert_eq!(outcome(&hosts, &get(url)).0, status, "{url}");
    }
    assert_eq!(outcome(&config("{}"), &get("https://evil.example/api/v3/masterchainInfo")).0, 0);
}

#[test]
fn with_enforced_origins_a_page_of_another_origin_causes_no_upstream_request() {
    let enforcing_config = config(r#"{"origins":["https://app.example"],"enforceOrigins":true}"#);
    let lenient_config = config(r#"{"origins":["https://app.example"]}"#);
    let request_from = |origin, fetch_site| Incoming { origin, fetch_site, ..get(API_URL) };
    for (origin, site) in [
        (Some("https://app.example"), None),
        (Some("https://app.example"), Some("cross-site")),
        // The gateway's own web app, as the browser reports it.
        (Some("https://gw.example"), Some("same-origin")),
        (None, Some("same-origin")),
        // No web page: a program, or a URL that a person has typed.
        (None, None),
        (None, Some("none")),
        (None, Some("what-the-future-brings")),
    ] {
        assert_eq!(outcome(&enforcing_config, &request_from(origin, site)).0, 0, "{origin:?} {site:?}");
    }
    for (origin, site) in [
        (Some("https://evil.example"), None),
        (Some("https://evil.example"), Some("same-site")),
        (Some("https://evil.example"), Some("none")),
        (Some("null"), Some("cross-site")),
        (Some(""), None),
        // An `<img>` has no header `Origin`.
        (None, Some("cross-site")),
        (None, Some("same-site")),
    ] {
        let expected = (403, String::from("origin_not_allowed"));
        assert_eq!(outcome(&enforcing_config, &request_from(origin, site)), expected, "{origin:?} {site:?}");
        for method in ["POST", "OPTIONS", "HEAD"] {
            let incoming = Incoming { method, ..request_from(origin, site) };
            assert_eq!(outcome(&enforcing_config, &incoming), expected, "{method} {origin:?}");
        }
        let network = Incoming {
            url: "https://gw.example/testnet/api/v2/getMasterchainInfo",
            ..request_from(origin, site)
        };
        assert_eq!(outcome(&enforcing_config, &network), expected, "below a network as well");
        assert_eq!(outcome(&lenient_config, &request_from(origin, site)).0, 0, "not enforced");
        // Links may lead to the operator's own pages, which cause no upstream request.
        for path in ["/", "/index.html", "/healthz"] {
            let page = Incoming { url: path, ..request_from(origin, site) };
            assert_eq!(outcome(&enforcing_config, &page).0, 0, "{path}");
        }
    }
}

/// The refusal of a GET of this path, for 1200 ms; `None` if the path gets a response in spite of it.
fn refuse_path(path: &str, code: Code) -> Option<(u16, Vec<Header>, Option<String>)> {
    match refuse(&config("{}"), &get(path), code, 1200.0)? {
        Verdict::Respond { status, headers, body } => Some((status, headers, body)),
        other => panic!("{other:?}"),
    }
}

const REASONS: [(Code, u16); 4] = [
    (Code::Overloaded, 503),
    (Code::TooManyInFlight, 429),
    (Code::RateLimited, 429),
    (Code::ClientNotAllowed, 403),
];

#[test]
fn monitoring_gets_responses_while_the_gateway_has_no_free_slot() {
    for (code, status) in REASONS {
        for path in ["/api/v3/masterchainInfo", "/", "/healthz/", "/api/v3/openapi.json"] {
            assert_eq!(refuse_path(path, code).unwrap().0, status, "{path} {code}");
        }
        assert_eq!(refuse_path("/healthz", code), None);
        assert_eq!(refuse_path("/healthz?x=1", code), None);
        // The operator's endpoints stay readable under load, but not for a client that is over its own limits.
        let load = matches!(code, Code::Overloaded | Code::TooManyInFlight);
        for path in ["/readyz", "/metrics"] {
            assert_eq!(refuse_path(path, code).is_none(), load, "{path} {code}");
        }
    }
}

#[test]
fn a_refusal_before_reading_has_the_form_of_every_other() {
    for (code, status) in REASONS {
        let (given, headers, body) = refuse_path("/api/v3/masterchainInfo", code).unwrap();
        assert_eq!(given, status);
        assert_eq!(header(&headers, "x-ton-edge-error"), Some(code.as_str()));
        assert_eq!(header(&headers, "retry-after"), Some("2"));
        assert_eq!(header(&headers, "access-control-allow-origin"), Some("*"));
        assert_eq!(header(&headers, "cache-control"), Some("no-store"));
        assert!(body.unwrap().starts_with(r#"{"error":""#));
        let (_, _, body) = refuse_path("/api/v2/getMasterchainInfo", code).unwrap();
        assert!(body.unwrap().starts_with(r#"{"ok":false,"error":""#));
    }
    let message_of = |code| refuse_path("/api/v3/masterchainInfo", code).unwrap().2.unwrap();
    assert_eq!(message_of(Code::RateLimited), r#"{"error":"Ratelimit exceeded"}"#);
    assert_eq!(
        message_of(Code::ClientNotAllowed),
        r#"{"error":"this gateway does not serve this client IP"}"#
    );
    assert!(message_of(Code::TooManyInFlight).contains("of this client are in flight"));
    assert!(message_of(Code::Overloaded).contains("limit of requests in flight"));

    let refusal =
        |incoming: &Incoming<'_>, wait| match refuse(&config("{}"), incoming, Code::Overloaded, wait) {
            Some(Verdict::Respond { headers, body, .. }) => (headers, body),
            other => panic!("{other:?}"),
        };
    assert_eq!(header(&refusal(&get(API_URL), 0.0).0, "retry-after"), None, "no Retry-After");
    assert_eq!(header(&refusal(&get(API_URL), 0.5).0, "retry-after"), Some("1"));
    assert_eq!(refusal(&Incoming { method: "HEAD", ..get(API_URL) }, 0.0).1, None);
    let problem =
        refusal(&Incoming { accept: Some("application/problem+json"), ..get(API_URL) }, 0.0).1.unwrap();
    assert!(problem.contains(r#""code":"overloaded""#), "{problem}");
}

#[test]
fn a_429_before_reading_names_its_limit() {
    let limit = |code| {
        let Some(Verdict::Respond { headers, .. }) = refuse(&config("{}"), &get(API_URL), code, 0.0) else {
            panic!("not refused")
        };
        header(&headers, "x-ton-edge-limit").map(String::from)
    };
    assert_eq!(limit(Code::RateLimited).as_deref(), Some("requests"));
    assert_eq!(limit(Code::Overloaded), None);
}

#[test]
fn a_refusal_before_reading_names_an_allowed_origin_only() {
    let config = config(r#"{"origins":["https://app.example"]}"#);
    let allowed_origin_header = |origin| {
        let incoming = Incoming { origin: Some(origin), ..get(API_URL) };
        let Some(Verdict::Respond { headers, .. }) = refuse(&config, &incoming, Code::RateLimited, 0.0)
        else {
            panic!("not refused")
        };
        header(&headers, "access-control-allow-origin").map(String::from)
    };
    assert_eq!(allowed_origin_header("https://app.example").as_deref(), Some("https://app.example"));
    assert_eq!(allowed_origin_header("https://evil.example"), None);
}
