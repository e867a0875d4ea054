//! Any request at the gateway: always an answer, never a header or a URL with a line break in it, never the caller's
//! key on its way to the service.
//!
//! An input is a byte that chooses the configuration, then lines: method, URL, origin, accept, content type, content
//! length, and all the rest is the body. An empty line is an absent header.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use ton_edge::endpoint::Verb;
use ton_edge::gateway::{
    Attempt, Config, Forward, Header, Incoming, Lookup, Turn, Verdict, decide, finish, too_large,
};

static CONFIGS: LazyLock<Vec<Config>> = LazyLock::new(|| {
    let written = [
        "{}",
        r#"{"unknownParameters":"forward"}"#,
        r#"{"network":"testnet","origins":["https://app.example"]}"#,
        r#"{"maxUrlBytes":256,"maxBodyBytes":64,"mainnet":["http://127.0.0.1:8081/base","https://b.example"]}"#,
        r#"{"keys":"\u0000store","keyless":"refuse","hosts":{"t.example":"testnet"},"origins":["https://*.app.example"]}"#,
        r#"{"admin":"\u0000function","openapi":"\u0000function"}"#,
    ];
    written.map(|json| Config::from_json(json).expect("a good configuration")).into()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let config = &CONFIGS[usize::from(*choice) % CONFIGS.len()];
    let mut lines = text.splitn(7, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (method, url) = (line(), line());
    let mut header = || Some(line()).filter(|line| !line.is_empty());
    let (origin, accept, content_type, content_length) = (header(), header(), header(), header());
    let body = line();
    let incoming = Incoming {
        method,
        url,
        origin,
        accept,
        content_type,
        content_length,
        ..Incoming::default()
    };
    let first = decide(config, &incoming);
    assert_eq!(first, decide(config, &incoming), "the same request, the same verdict");
    judge(config, &incoming, &first);
    if let Verdict::Key { .. } = first {
        for lookup in [Lookup::Missing, Lookup::Failed, Lookup::Busy { wait: 1.0 }] {
            let verdict = decide(config, &Incoming { lookup: Some(&lookup), ..incoming });
            assert!(matches!(verdict, Verdict::Answer { .. } | Verdict::Body { .. }), "let in: {verdict:?}");
            judge(config, &incoming, &verdict);
        }
    }
    if let Verdict::Body { limit } = first {
        assert_eq!(limit, config.max_body_bytes);
        let incoming = Incoming { body: Some(body), ..incoming };
        let second = decide(config, &incoming);
        assert!(!matches!(second, Verdict::Body { .. }), "asked for the body twice");
        judge(config, &incoming, &second);
        judge(config, &incoming, &too_large(config, &incoming));
    }
});

fn judge(config: &Config, incoming: &Incoming<'_>, verdict: &Verdict) {
    match verdict {
        Verdict::Answer { status, headers, body } => {
            assert!((200..600).contains(status), "{status}");
            sound(headers, incoming);
            assert!(headers.iter().any(|(name, _)| name == "access-control-expose-headers"), "CORS on all");
            let Some(body) = body else { return };
            assert!(incoming.method != "HEAD", "a body for HEAD");
            assert!(body.len() < 4096 + 2 * incoming.url.len(), "{} bytes", body.len());
            let json: serde_json::Value = serde_json::from_str(&body.replace('\0', "1")).expect("JSON");
            assert!(json.is_object(), "{body}");
        }
        Verdict::Forward(forward) => forwarded(config, incoming, forward),
        Verdict::Batch { items, .. } => {
            assert!(items.len() <= config.max_batch as usize);
            for item in items {
                assert!(matches!(item, Verdict::Answer { .. } | Verdict::Forward(_)), "{item:?}");
            }
        }
        Verdict::Body { .. } => assert!(incoming.body.is_none()),
        Verdict::Key { key } => assert!(!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic())),
        Verdict::Operate { headers, refused, .. } => {
            sound(headers, incoming);
            if let Some(refused) = refused {
                assert!(matches!(**refused, Verdict::Answer { status: 401, .. }), "{refused:?}");
            }
        }
        Verdict::Asset => {}
    }
}

fn forwarded(config: &Config, incoming: &Incoming<'_>, forward: &Forward) {
    let base = config.upstream(forward.network);
    let target = forward.url.strip_prefix(base).expect("to the service and nowhere else");
    assert!(target.starts_with("/api/v"), "{target}");
    assert!(target.bytes().all(|byte| (b'!'..=b'~').contains(&byte) && byte != b'#'), "{target}");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    assert!(!path.contains("..") && !path.contains('%') && !path.contains("//"), "{path}");
    assert!(!query.split('&').any(|pair| pair.starts_with("api_key=")), "the caller's key: {query}");
    sound(&forward.headers, incoming);
    assert!(!forward.headers.iter().any(|(name, _)| name == "x-api-key"), "the shell injects it");
    assert_eq!(forward.body.is_some(), forward.verb == Verb::Post);
    if let Some(body) = &forward.body {
        serde_json::from_str::<serde_json::Value>(body).expect("JSON");
    }
    // What comes back is made presentable whatever it is.
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
                turn: Turn::default(),
                status,
                failure,
                retry_after: None,
                attempts: 1,
                elapsed: 0.0,
                keys: 1,
                now: 0.0,
                chance: 0.5,
                counts: true,
            },
            &[],
        );
        assert!(forward.reads || finished.retry.is_none());
        assert!((200..600).contains(&finished.status));
        sound(&finished.headers, incoming);
    }
}

/// Headers that a server can send: names in lower case, values in one line of visible ASCII; but an origin that the
/// caller named is the caller's.
fn sound(headers: &[Header], incoming: &Incoming<'_>) {
    for (name, value) in headers {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        let ours = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        assert!(ours || incoming.origin == Some(value.as_str()), "{name}: {value:?}");
    }
}
