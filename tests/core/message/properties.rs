//! Properties of tokens and records of domains, written as contracts write them.

use sha2::{Digest, Sha256};
use ton_edge::address::Address;
use ton_edge::cell::{Bits, Builder, CellId, Cells};
use ton_edge::hash::Hash;
use ton_edge::message::{ContentLayout, DnsRecords, TokenContent};

fn key(name: &str) -> Bits {
    Bits::from_bytes(&Sha256::digest(name.as_bytes())).unwrap()
}

/// A value in a cell of its own, as the standard has it.
fn store_in_cell(cells: &mut Cells, value: Builder) -> Builder {
    Builder::new().store_ref(cells.add(&value).unwrap()).unwrap().clone()
}

fn bytes(prefix: &[u8], text: &str) -> Builder {
    Builder::new().store_bytes(prefix).unwrap().store_bytes(text.as_bytes()).unwrap().clone()
}

fn load_content(cells: &mut Cells, pairs: Vec<(Bits, Builder)>) -> TokenContent {
    let root = cells.add_dict(256, pairs).unwrap().unwrap();
    let mut content = Builder::new();
    content.store_uint(0, 8).unwrap().store_bit(true).unwrap().store_ref(root).unwrap();
    let content = cells.add(&content).unwrap();
    TokenContent::load(cells, content).unwrap()
}

#[test]
fn the_byte_before_a_property_is_no_part_of_it() {
    let mut cells = Cells::new();
    let name = store_in_cell(&mut cells, bytes(&[0], "Token"));
    let symbol_value = store_in_cell(&mut cells, bytes(&[], "TKN"));
    let decimals = store_in_cell(&mut cells, bytes(&[0], "6"));
    let pairs = vec![(key("name"), name), (key("symbol"), symbol_value), (key("decimals"), decimals)];
    let content = load_content(&mut cells, pairs);
    assert_eq!(content.layout, ContentLayout::OnChain);
    assert_eq!((content.name.as_deref(), content.symbol.as_deref()), (Some("Token"), Some("TKN")));
    assert_eq!((content.decimals, content.other.len()), (Some(6), 0));
}

#[test]
fn an_empty_property_leaves_room_for_the_others() {
    let mut cells = Cells::new();
    let pairs = ["name", "description"].map(|name| (key(name), store_in_cell(&mut cells, bytes(&[0], ""))));
    let content = load_content(&mut cells, pairs.into());
    assert_eq!((content.name.as_deref(), content.description.as_deref()), (Some(""), Some("")));
}

fn load_records(cells: &mut Cells, pairs: Vec<(Bits, Builder)>) -> DnsRecords {
    let root: Option<CellId> = cells.add_dict(256, pairs).unwrap();
    DnsRecords::load(cells, root).unwrap()
}

#[test]
fn records_are_in_a_cell_below_or_inline() {
    let address = Address { workchain: 0, hash: [7; 32] };
    let wallet = || {
        let mut record = Builder::new();
        record.store_uint(0x9FD3, 16).unwrap().store_address(&address).unwrap().store_uint(0, 8).unwrap();
        record
    };
    let mut storage = Builder::new();
    storage.store_uint(0x7473, 16).unwrap().store_bytes(&[9; 32]).unwrap();
    let mut cells = Cells::new();
    let value = store_in_cell(&mut cells, wallet());
    let records = load_records(&mut cells, vec![(key("wallet"), value), (key("storage"), storage)]);
    assert_eq!((records.wallet, records.storage), (Some(address), Some(Hash([9; 32]))));
    // An empty value is no record, and does not hide the others.
    let records = load_records(&mut cells, vec![(key("wallet"), wallet()), (key("storage"), Builder::new())]);
    assert_eq!((records.wallet, records.storage), (Some(address), None));
}
