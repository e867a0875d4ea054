//! Sends any request to the gateway: it always decides, in steps that grow no faster than the request, never writes a header or URL with a line
//! break, and never sends the caller's API key upstream.
//!
//! An input is a byte that chooses the configuration, then parts separated by U+0000: the request as the JavaScript code passes it (see
//! `gateway::read_request`: method, headers, an empty line, URL), its body, and the result of looking up its API key, as JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use ton_edge::endpoint::Verb;
use ton_edge::gateway::{
    Attempt, Config, FORWARDED, Forward, Header, Incoming, Lagging, Lookup, READ, TRACED, UpstreamPick,
    Verdict, decide, finish, read_request, too_large,
};
use ton_edge_fuzz::steps::{bounded, bounded_parts};

static CONFIGS: LazyLock<Vec<Config>> = LazyLock::new(|| {
    let written = [
        "{}",
        r#"{"unknownParameters":"forward","maxUrlBytes":1048576,"maxHeaderBytes":131072,"maxBodyBytes":33554432}"#,
        r#"{"network":"testnet","origins":["https://app.example"]}"#,
        r#"{"maxUrlBytes":256,"maxBodyBytes":64,"mainnet":["http://127.0.0.1:8081/base","https://b.example"]}"#,
        r#"{"apiKeys":"\u0000store","keyless":"refuse","hosts":{"t.example":"testnet"},"origins":["https://*.app.example"]}"#,
        r#"{"adminToken":"\u0000function","openapi":"\u0000function"}"#,
        r#"{"maxUrlBytes":1048576,"maxHeaderBytes":131072,"clientIp":{"header":"x-forwarded-for","trustedProxies":["10.0.0.0/8","fd00::/8"]}}"#,
        r#"{"maxUrlBytes":1048576,"maxHeaderBytes":131072,"clientIp":{"header":"forwarded","trustedProxies":["10.0.0.0/8"]},"apiKeys":"\u0000store"}"#,
    ];
    written.map(|json| Config::from_json(json).expect(json)).into()
});

/// Decides on a request and checks the verdict; the steps are bounded by the size of the request.
fn decide_and_check(config: &Config, incoming: &Incoming<'_>) -> Verdict {
    let control: usize = incoming.control.iter().map(|(name, value)| name.len() + value.len()).sum();
    let texts = [
        Some(incoming.method),
        Some(incoming.url),
        incoming.origin,
        incoming.accept,
        incoming.content_type,
        incoming.content_length,
        incoming.key,
        incoming.cache_control,
        incoming.peer,
        incoming.client,
        incoming.body,
    ];
    let bytes = control + texts.into_iter().flatten().map(str::len).sum::<usize>();
    let calls =
        |verdict: &Verdict| if let Verdict::Batch { items, .. } = verdict { 1 + items.len() } else { 1 };
    let verdict = bounded_parts("decide", bytes, calls, || decide(config, incoming));
    check(config, incoming, &verdict);
    verdict
}

/// Whether a server can pass these lines: names that the JavaScript code passes on, and values that a header
/// can have.
fn is_possible(request: &str) -> bool {
    let head = request.split_once("\n\n").map_or(request, |(head, _)| head);
    head.lines().skip(1).all(|line| {
        let Some((name, value)) = line.split_once(": ") else { return false };
        let known =
            [READ, FORWARDED, TRACED, &["@peer", "@client"]].iter().any(|names| names.contains(&name));
        known && value.trim() == value && value.chars().all(|c| matches!(c, ' '..='~' | '\u{80}'..='\u{ff}'))
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let config = &CONFIGS[usize::from(*choice) % CONFIGS.len()];
    let mut parts = text.splitn(3, '\0');
    let mut part = || parts.next().unwrap_or_default();
    let (request, body, lookup) = (part(), part(), part());
    if !is_possible(request) {
        return;
    }
    let Some((incoming, control)) = bounded("read", request.len(), || read_request(request)) else { return };
    let header_bytes = u32::try_from(request.len() - incoming.url.len()).unwrap_or(u32::MAX);
    let incoming = Incoming { control: &control, header_bytes, ..incoming };
    let first = decide_and_check(config, &incoming);
    assert_eq!(first, decide(config, &incoming), "the same request, the same verdict");
    if let Verdict::Key { .. } = first {
        for lookup in [Lookup::Missing, Lookup::Failed, Lookup::Busy { wait: 1.0 }] {
            let verdict = decide_and_check(config, &Incoming { lookup: Some(&lookup), ..incoming });
            assert!(
                matches!(verdict, Verdict::Respond { .. } | Verdict::Body { .. }),
                "admitted: {verdict:?}"
            );
        }
        let lookup = bounded("lookup", lookup.len(), || Lookup::from_json(lookup));
        let known = Incoming { lookup: Some(&lookup), ..incoming };
        let verdict = decide_and_check(config, &known);
        assert!(!matches!(verdict, Verdict::Key { .. }), "the API key is looked up twice");
        with_body(config, &known, &verdict, body);
    }
    with_body(config, &incoming, &first, body);
});

/// Checks the verdict on the request with its body, if the first verdict needs the body.
fn with_body(config: &Config, incoming: &Incoming<'_>, first: &Verdict, body: &str) {
    let Verdict::Body { limit } = *first else { return };
    assert_eq!(limit, config.max_body_bytes);
    let incoming = Incoming { body: Some(body), ..*incoming };
    let second = decide_and_check(config, &incoming);
    assert!(!matches!(second, Verdict::Body { .. }), "the body was requested twice");
    check(config, &incoming, &too_large(config, &incoming));
}

fn check(config: &Config, incoming: &Incoming<'_>, verdict: &Verdict) {
    match verdict {
        Verdict::Respond { status, headers, body } => {
            assert!((200..600).contains(status), "{status}");
            check_headers(headers, incoming);
            assert!(headers.iter().any(|(name, _)| name == "access-control-expose-headers"), "CORS on all");
            let Some(body) = body else { return };
            assert!(incoming.method != "HEAD", "a response to HEAD has a body");
            let bytes = incoming.url.len() + incoming.body.map_or(0, str::len);
            assert!(body.len() < 4096 + 2 * bytes, "{} bytes", body.len());
            let json: serde_json::Value = serde_json::from_str(&body.replace('\0', "1")).expect("JSON");
            assert!(json.is_object(), "{body}");
        }
        Verdict::Forward(forward) => forwarded(config, incoming, forward),
        Verdict::Batch { items, .. } => {
            assert!(items.len() <= config.max_batch as usize);
            for item in items {
                match item {
                    Verdict::Respond { body, .. } => assert!(body.is_some()),
                    Verdict::Forward(forward) => forwarded(config, incoming, forward),
                    other => panic!("{other:?}"),
                }
            }
        }
        Verdict::Body { .. } => assert!(incoming.body.is_none()),
        Verdict::Key { key } => assert!(!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic())),
        Verdict::Ops { headers, refused, .. } => {
            check_headers(headers, incoming);
            if let Some(refused) = refused {
                assert!(matches!(**refused, Verdict::Respond { status: 401, .. }), "{refused:?}");
            }
        }
        Verdict::Stream(stream) => check_headers(&stream.notes, incoming),
        Verdict::Image(image) => {
            assert!(!image.url.is_empty(), "a picture without a URL");
            check_headers(&image.notes, incoming);
        }
        Verdict::Asset => {}
    }
}

fn forwarded(config: &Config, incoming: &Incoming<'_>, forward: &Forward) {
    let base = config.upstream(forward.network);
    let target = forward.url.strip_prefix(base).expect("the URL is the upstream's");
    assert!(target.starts_with("/api/v"), "{target}");
    assert!(target.bytes().all(|byte| (b'!'..=b'~').contains(&byte) && byte != b'#'), "{target}");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    assert!(!path.contains("..") && !path.contains('%') && !path.contains("//"), "{path}");
    assert!(!query.split('&').any(|pair| pair.starts_with("api_key=")), "the caller's key: {query}");
    check_headers(&forward.headers, incoming);
    assert!(
        !forward.headers.iter().any(|(name, _)| name == "x-api-key"),
        "the JavaScript code adds the API key"
    );
    assert_eq!(forward.body.is_some(), forward.verb == Verb::Post);
    if let Some(body) = &forward.body {
        serde_json::from_str::<serde_json::Value>(body).expect("JSON");
    }
    // Every outcome of the attempt becomes a valid response.
    for (status, failure) in
        [(0, Some("timeout")), (0, None), (302, None), (401, None), (404, None), (200, None)]
    {
        let finished = finish(
            config,
            &Attempt {
                generation: forward.generation,
                network: forward.network,
                problem: forward.problem,
                reads: forward.reads,
                pick: UpstreamPick::default(),
                status,
                failure,
                retry_after: None,
                attempts: 1,
                elapsed: 0.0,
                keys: 1,
                began: 0.0,
                now: 0.0,
                chance: 0.5,
                counts: true,
                lagging: Lagging::default(),
            },
            &[],
        );
        assert!(forward.reads || finished.retry.is_none());
        assert!((200..600).contains(&finished.status));
        check_headers(&finished.headers, incoming);
    }
}

/// Checks that a server can send these headers: names are in lower case, and values are one line of visible
/// ASCII unless the caller sent the value.
fn check_headers(headers: &[Header], incoming: &Incoming<'_>) {
    for (name, value) in headers {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        let visible = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        let from_caller = incoming.control.iter().any(|(_, given)| given == value);
        assert!(visible || from_caller || incoming.origin == Some(value.as_str()), "{name}: {value:?}");
    }
}
