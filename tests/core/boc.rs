//! The outer layout of bags of cells, valid and broken.

use proptest::prelude::*;
use ton_edge::boc::{Fault, check};
use ton_edge::gateway::{Config, Incoming, Verdict, decide};

/// Bags of the three layouts with one root: two cells, the first with a reference to the second.
fn bags() -> Vec<Vec<u8>> {
    let cells = [1, 2, 0xAB, 1, 0, 2, 0xCD];
    let mut bag_with_root_list = vec![0xB5, 0xEE, 0x9C, 0x72, 0x01, 1, 2, 1, 0, 7, 0];
    bag_with_root_list.extend(cells);
    let mut indexed_bag = vec![0xB5, 0xEE, 0x9C, 0x72, 0x81, 1, 2, 1, 0, 7, 0, 4, 7];
    indexed_bag.extend(cells);
    let mut old_layout_bag = vec![0x68, 0xFF, 0x65, 0xF3, 1, 1, 2, 1, 0, 7, 4, 7];
    old_layout_bag.extend(cells);
    // A bag by a wallet's own code, with a checksum.
    let bag_with_checksum =
        vec![0xB5, 0xEE, 0x9C, 0x72, 0x41, 1, 1, 1, 0, 2, 0, 0, 0, 0x4C, 0xAC, 0xB9, 0xCD];
    vec![bag_with_root_list, indexed_bag, old_layout_bag, bag_with_checksum]
}

#[test]
fn complete_bags_are_accepted_and_truncated_ones_refused() {
    for bag in bags() {
        assert_eq!(check(&bag).map(|header| header.roots), Ok(1), "{bag:x?}");
        for end in 0..bag.len() {
            let fault = check(&bag[..end]).unwrap_err();
            assert!(matches!(fault, Fault::Short | Fault::Magic), "{bag:x?} cut at {end}: {fault:?}");
        }
    }
}

#[test]
fn headers_must_match_the_layout() {
    let check_changed = |changes: &[(usize, u8)]| {
        let mut bag = bags().remove(0);
        changes.iter().for_each(|(at, byte)| bag[*at] = *byte);
        check(&bag)
    };
    assert_eq!(check_changed(&[(0, 0)]), Err(Fault::Magic));
    // A reference width of 0 or 5 bytes, reserved flags, a cache without an index, offsets of 0 and of 9 bytes.
    for changes in [[(4, 0)], [(4, 5)], [(4, 0x09)], [(4, 0x11)], [(4, 0x21)], [(5, 0)], [(5, 9)]] {
        assert_eq!(check_changed(&changes), Err(Fault::Widths), "{changes:?}");
    }
    // No cells, no root, more roots than cells, more absent cells than cells, too little space, a root that is not a cell.
    for changes in [[(6, 0)], [(7, 0)], [(7, 3)], [(8, 2)], [(9, 3)], [(10, 2)]] {
        assert_eq!(check_changed(&changes), Err(Fault::Counts), "{changes:?}");
    }
    // Three cells of two bytes and no references: the node refuses a cell to which no other refers before it reads that cell.
    assert_eq!(check_changed(&[(6, 3)]), Err(Fault::Counts));
    assert_eq!(check(&[0xB5, 0xEE, 0x9C, 0x72, 1, 1, 2, 1, 0, 4, 0, 0, 0, 0, 0]), Err(Fault::Counts));
    assert_eq!(
        check(&[0xB5, 0xEE, 0x9C, 0x72, 1, 1, 2, 2, 0, 4, 0, 1, 0, 0, 0, 0]).map(|header| header.roots),
        Ok(2)
    );
    assert_eq!(check_changed(&[(8, 1)]), Err(Fault::Roots));
    assert_eq!(check_changed(&[(9, 8)]), Err(Fault::Short));
}

#[test]
fn every_flipped_bit_breaks_a_checksum() {
    let bag = bags().pop().unwrap();
    for bit in 0..bag.len() * 8 {
        let mut broken_bag = bag.clone();
        broken_bag[bit / 8] ^= 1 << (bit % 8);
        // The check of the header finds changed bits before the checksum. Without the checksum's flag, no check can find this bit.
        let is_checksum_flag = bit == 4 * 8 + 6;
        assert_eq!(check(&broken_bag).is_ok(), is_checksum_flag, "bit {bit}");
    }
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(magic in 0..4usize, rest in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut bytes = [[0xB5, 0xEE, 0x9C, 0x72], [0x68, 0xFF, 0x65, 0xF3], [0xAC, 0xC3, 0xA7, 0x28], [0; 4]][magic].to_vec();
        bytes.extend(rest);
        if let Ok(header) = check(&bytes) {
            prop_assert!(header.roots >= 1 && header.roots <= header.cells);
            prop_assert!(u64::from(header.cells) * 2 <= bytes.len() as u64);
        }
    }
}

fn send(path: &str, body: &str) -> (u16, String) {
    let incoming = Incoming {
        method: "POST",
        url: path,
        content_type: Some("application/json"),
        body: Some(body),
        ..Incoming::default()
    };
    match decide(&Config::from_json("{}").unwrap(), &incoming) {
        Verdict::Respond { status, body, .. } => (status, body.unwrap()),
        Verdict::Forward(_) => (0, String::new()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_send_of_a_broken_bag_causes_no_upstream_request() {
    let broken_json = r#"{"boc":"te6cckEBAQEAAgAAAEysuc4="}"#;
    let message = "`boc` must be a whole bag of cells; its checksum (CRC-32C) is wrong";
    assert_eq!(
        send("/api/v2/sendBoc", broken_json),
        (422, format!(r#"{{"ok":false,"error":"{message}","code":422,"@extra":"_"}}"#))
    );
    assert_eq!(send("/api/v3/message", broken_json), (422, format!(r#"{{"error":"{message}"}}"#)));
    let call = format!(r#"{{"id":7,"method":"sendBocReturnHash","params":{broken_json}}}"#);
    let (status, body) = send("/api/v2/jsonRPC", &call);
    assert_eq!(status, 422);
    assert!(body.contains(message) && body.ends_with(r#""id":7}"#), "{body}");
    for path in ["/api/v2/sendBoc", "/api/v3/message"] {
        assert_eq!(send(path, r#"{"boc":"te6cckEBAQEAAgAAAEysuc0="}"#).0, 0);
    }
    // In a list of bodies the error names the item; both forms are accepted.
    let (status, body) = send("/api/v3/decode", r#"{"bodies":["te6cckEBAQEAAgAAAEysuc0=","b5ee9c7241"]}"#);
    assert_eq!(status, 422);
    assert!(body.contains("`bodies[1]` must be a whole bag of cells; it is truncated"), "{body}");
}
