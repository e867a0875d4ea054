//! The text format in which the JavaScript code passes a request to wasm.

use ton_edge::gateway::{Listener, READ, read_request};

#[test]
fn every_header_is_read() {
    let lines: String = READ.iter().map(|name| format!("{name}: {name}\n")).collect();
    let text = format!("POST\n{lines}\nhttps://gw.example/");
    let (incoming, control) = read_request(&text).unwrap();
    assert_eq!(incoming.origin, Some("origin"));
    assert_eq!(incoming.accept, Some("accept"));
    assert_eq!(incoming.content_type, Some("content-type"));
    assert_eq!(incoming.content_length, Some("content-length"));
    assert_eq!(incoming.key, Some("x-api-key"));
    assert_eq!(incoming.fetch_site, Some("sec-fetch-site"));
    assert_eq!(incoming.cache_control, Some("cache-control"));
    assert!(control.is_empty(), "{control:?}");
    assert_eq!((incoming.method, incoming.peer, incoming.client), ("POST", None, None));
}

#[test]
fn caller_and_url_have_names_that_no_header_has() {
    let text = "GET\n@peer: 10.0.0.1\n@client: 192.0.2.1\n@listener: operators\n\n/";
    let (incoming, control) = read_request(text).unwrap();
    assert_eq!((incoming.peer, incoming.client), (Some("10.0.0.1"), Some("192.0.2.1")));
    assert_eq!(incoming.listener, Some(Listener::Operators));
    assert!(control.is_empty(), "{control:?}");
    let listener = |name: &str| read_request(&format!("GET\n@listener: {name}\n\n/")).unwrap().0.listener;
    assert_eq!(listener("public"), Some(Listener::Public));
    assert_eq!(
        listener("Operators"),
        Some(Listener::Public),
        "only the exact word opens the operator's endpoints"
    );
    assert_eq!(read_request("GET\n\n/").unwrap().0.listener, None);
}

#[test]
fn connection_headers_are_dropped() {
    let text = "GET\nconnection: close, X-Timeout\nx-timeout: 9\nx-no-metadata: \n\n/";
    assert_eq!(read_request(text).unwrap().1, [("x-no-metadata", String::new())]);
}

#[test]
fn the_url_is_the_rest() {
    assert_eq!(read_request("GET\n\n/a\nx-api-key: b\n\n/c").unwrap().0.url, "/a\nx-api-key: b\n\n/c");
    assert_eq!(read_request("GET\n\n").unwrap().0.url, "");
}

#[test]
fn a_missing_part_is_noticed() {
    for text in ["", "GET", "GET\n", "GET\n/api/v3/x", "GET\norigin: a\n", "GET\norigin\n\n/"] {
        assert!(read_request(text).is_none(), "{text:?}");
    }
}
