//! The text by which a request crosses from the shell.

use ton_edge::gateway::{READ, read};

#[test]
fn every_header_has_its_place() {
    let lines: String = READ.iter().map(|name| format!("{name}: {name}\n")).collect();
    let text = format!("POST\n{lines}\nhttps://gw.example/");
    let (incoming, control) = read(&text).unwrap();
    assert_eq!(incoming.origin, Some("origin"));
    assert_eq!(incoming.accept, Some("accept"));
    assert_eq!(incoming.content_type, Some("content-type"));
    assert_eq!(incoming.content_length, Some("content-length"));
    assert_eq!(incoming.key, Some("x-api-key"));
    assert!(control.is_empty(), "{control:?}");
}

#[test]
fn what_a_connection_is_told_stays_there() {
    let text = "GET\nconnection: close, X-Timeout\nx-timeout: 9\nx-no-metadata: \n\n/";
    assert_eq!(read(text).unwrap().1, [("x-no-metadata", String::new())]);
}

#[test]
fn the_url_is_the_rest() {
    assert_eq!(read("GET\n\n/a\nx-api-key: b\n\n/c").unwrap().0.url, "/a\nx-api-key: b\n\n/c");
    assert_eq!(read("GET\n\n").unwrap().0.url, "");
}

#[test]
fn a_part_that_is_missing_is_noticed() {
    for text in ["", "GET", "GET\n", "GET\n/api/v3/x", "GET\norigin: a\n", "GET\norigin\n\n/"] {
        assert!(read(text).is_none(), "{text:?}");
    }
}
