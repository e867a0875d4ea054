//! Bodies: their fields compared with plain builders of `@ton/core` and with TON Center's indexer, opcodes with their definition; and bodies
//! that the table does not know.

use super::{build, content, hash_of, load, load_text, rows, shown, visit_recorded_messages};
use serde_json::{Map, Value as Json};
use std::collections::{HashMap, HashSet};
use ton_edge::address::Address;
use ton_edge::cell::{Bits, BuildError, Builder, CellId, Cells, MsgAddress, ReadError};
use ton_edge::message::form::Form;
use ton_edge::message::{Action, Body, DecodeFault, EncodeFault, KnownBody, ROWS, Row, Value};

/// A value in the form of the fixtures.
pub(super) fn text(cells: &Cells, value: &Value) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    match value {
        Value::Uint(number) => number.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Coins(coins) => coins.to_string(),
        Value::Address(address) => shown::address(address).as_str().unwrap_or("none").to_owned(),
        Value::Cell(id) => id.map_or("none".to_owned(), |id| hash_of(cells, id).to_b64().as_str().to_owned()),
        Value::Text(text) => text.clone(),
        Value::Bytes(bytes) => hex(bytes),
        _ => panic!("not in the fixtures"),
    }
}

fn texts(cells: &Cells, body: &KnownBody) -> Map<String, Json> {
    let pairs = body.row.fields.iter().zip(&body.values);
    pairs.map(|(field, value)| (field.name.to_owned(), text(cells, value).into())).collect()
}

fn expect_known(cells: &mut Cells, id: CellId) -> KnownBody {
    match Body::decode(cells, id) {
        Body::Known(body) => body,
        other => panic!("{other:?}"),
    }
}

fn encode(cells: &mut Cells, body: &KnownBody) -> CellId {
    let values: Vec<_> =
        body.row.fields.iter().zip(&body.values).map(|(field, value)| (field.name, value.clone())).collect();
    body.row.encode(cells, &values).unwrap()
}

#[test]
fn bodies_are_decoded_and_encoded() {
    let mut names = HashSet::new();
    for row in rows("bodies", "bodies", 60) {
        let (mut cells, root) = load(&row);
        let body = expect_known(&mut cells, root);
        assert_eq!(row["type"], body.row.name);
        assert_eq!(row["fields"], Json::Object(texts(&cells, &body)));
        let rest_hash = body.rest.map(|id| hash_of(&cells, id).to_b64().as_str().to_owned());
        assert_eq!(row.get("rest"), rest_hash.map(Json::from).as_ref());
        names.insert(body.row.name);
        // The chain may have such a body without a receiver; the encoder refuses one.
        let receiver = body.row.fields.iter().position(|field| field.form == Form::Receiver);
        if receiver.is_some_and(|at| body.values[at] == Value::Address(MsgAddress::None)) {
            let values: Vec<_> = body.row.fields.iter().map(|field| field.name).zip(body.values).collect();
            let error = body.row.encode(&mut cells, &values).unwrap_err();
            assert_eq!(error.fault, EncodeFault::Missing);
            continue;
        }
        let encoded_id = encode(&mut cells, &body);
        if row.get("again").is_some() {
            assert_eq!(hash_of(&cells, encoded_id), hash_of(&cells, root), "{}", row["fields"]);
        }
        // Even if the layout differs, the fields are equal. An empty payload counts as absent.
        let decoded_again = expect_known(&mut cells, encoded_id);
        let non_empty_texts = |cells: &Cells, body: &KnownBody| {
            let mut texts = texts(cells, body);
            texts
                .retain(|_, text| *text != "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=" && *text != "none");
            texts
        };
        assert_eq!(non_empty_texts(&cells, &decoded_again), non_empty_texts(&cells, &body));
    }
    // The tests of wallets compare the requests of wallets with those of `@ton/ton`.
    let is_not_wallet_request = |name: &&str| !name.starts_with("wallet_") && !name.starts_with("highload_");
    assert_eq!(names, ROWS.iter().map(|row| row.name).filter(is_not_wallet_request).collect());
}

/// A value in the form of the indexer.
fn write_as_indexer(value: &Json) -> Option<String> {
    match value["@type"].as_str() {
        None => value.as_str().map(str::to_owned),
        Some("var_uint") => value["value"].as_str().map(str::to_owned),
        Some("addr_none" | "nothing_from_maybe") => Some("none".to_owned()),
        Some("addr_std") => {
            let [workchain, hash] = ["workchain_id", "address"].map(|name| value[name].as_str().unwrap());
            let address: Address = format!("{workchain}:{hash}").parse().unwrap();
            shown::address(&MsgAddress::Std(address)).as_str().map(str::to_owned)
        }
        Some("first_from_either") if value["value"]["@type"] == "empty_cell" => Some("none".to_owned()),
        _ => None,
    }
}

#[test]
fn recorded_bodies_agree_with_the_indexer() {
    let mut counts: HashMap<String, u32> = HashMap::new();
    let mut compared_count = 0;
    visit_recorded_messages(&mut |message| {
        let (mut cells, root) = load_text(message["message_content"]["body"].as_str().unwrap());
        let decoded = &message["message_content"]["decoded"];
        let body = Body::decode(&mut cells, root);
        let opcode = message["opcode"].as_str().map(|hex| u32::from_str_radix(&hex[2..], 16).unwrap());
        assert_eq!(body.opcode(), opcode);
        let kind = decoded["@type"].as_str().unwrap_or("unknown");
        *counts.entry(kind.to_owned()).or_default() += 1;
        let (name, rename): (_, &[(&str, &str)]) = match kind {
            "excess" => ("excesses", &[]),
            "jetton_notify" => ("jetton_notification", &[]),
            "text_comment" => ("comment", &[("text", "comment")]),
            "delete_dns_record" => ("change_dns_record", &[]),
            "empty_cell" => ("empty", &[]),
            "unknown" | "highload_wallet_signed_v2" => ("unknown", &[]),
            "wallet_signed_v3" => ("wallet_v3_signed", &[]),
            "wallet_signed_v4" => ("wallet_v4_signed", &[]),
            other => (other, &[]),
        };
        if let Some(version) = name.strip_prefix("wallet_") {
            assert_eq!(body.name(), "unknown", "bodies without an opcode are decoded only by name");
            let body = Row::find(name).unwrap().decode(&mut cells, root).unwrap();
            let expected = [
                decoded["signature"].as_str().unwrap().to_ascii_lowercase(),
                decoded["subwallet_id"].as_str().unwrap().to_owned(),
                decoded["valid_until"].as_str().unwrap().to_owned(),
                decoded["msg_seqno"].as_str().unwrap().to_owned(),
            ];
            let decoded_texts: Vec<_> = body.values.iter().take(4).map(|value| text(&cells, value)).collect();
            assert_eq!(decoded_texts, expected);
            let sent_messages =
                if version == "v4_signed" { &decoded["op"]["msgs"] } else { &decoded["msgs"] };
            let Some(Value::Actions(actions)) = body.values.last() else { panic!("{body:?}") };
            let modes: Vec<_> = actions
                .iter()
                .map(|action| match action {
                    Action::SendMessage { mode, .. } => mode.to_string(),
                    other => panic!("{other:?}"),
                })
                .collect();
            let expected: Vec<_> =
                (1..=4).map_while(|at| sent_messages[format!("msg_{at}")]["mode"].as_str()).collect();
            assert_eq!(modes, expected);
            compared_count += 4;
            return;
        }
        assert_eq!(body.name(), name);
        let Body::Known(known) = body else { return };
        for (field, value) in known.row.fields.iter().zip(&known.values) {
            let indexer_fields =
                rename.iter().find(|(ours, _)| *ours == field.name).map_or(field.name, |(_, theirs)| theirs);
            let Some(expected) = decoded.get(indexer_fields).and_then(write_as_indexer) else { continue };
            let expected = match field.form {
                Form::Uint256 => {
                    u128::from_str_radix(expected.trim_start_matches('0'), 16).unwrap().to_string()
                }
                _ => expected,
            };
            assert_eq!(text(&cells, value), expected, "{name} {}", field.name);
            compared_count += 1;
        }
    });
    assert!(counts.len() >= 12 && compared_count >= 150, "{compared_count}: {counts:?}");
}

/// CRC-32 of ISO 3309, from which opcodes are computed.
fn crc32(text: &str) -> u32 {
    !text.bytes().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}

/// The opcodes are computed from these texts, which are in TEP-62 and TEP-74.
#[test]
fn opcodes_are_checksums_of_their_schemes() {
    let schemes = [
        ("excesses", "excesses query_id:uint64", true),
        (
            "jetton_transfer",
            "transfer query_id:uint64 amount:VarUInteger 16 destination:MsgAddress response_destination:MsgAddress \
             custom_payload:Maybe ^Cell forward_ton_amount:VarUInteger 16 forward_payload:Either Cell ^Cell",
            false,
        ),
        (
            "jetton_internal_transfer",
            "internal_transfer query_id:uint64 amount:VarUInteger 16 from:MsgAddress response_address:MsgAddress \
             forward_ton_amount:VarUInteger 16 forward_payload:Either Cell ^Cell",
            false,
        ),
        (
            "jetton_notification",
            "transfer_notification query_id:uint64 amount:VarUInteger 16 sender:MsgAddress forward_payload:Either \
             Cell ^Cell",
            false,
        ),
        (
            "jetton_burn",
            "burn query_id:uint64 amount:VarUInteger 16 response_destination:MsgAddress custom_payload:Maybe ^Cell",
            false,
        ),
        (
            "jetton_burn_notification",
            "burn_notification query_id:uint64 amount:VarUInteger 16 sender:MsgAddress response_destination:MsgAddress",
            false,
        ),
        (
            "nft_transfer",
            "transfer query_id:uint64 new_owner:MsgAddress response_destination:MsgAddress custom_payload:Maybe ^Cell \
             forward_amount:VarUInteger 16 forward_payload:Either Cell ^Cell",
            false,
        ),
        (
            "nft_ownership_assigned",
            "ownership_assigned query_id:uint64 prev_owner:MsgAddress forward_payload:Either Cell ^Cell",
            false,
        ),
        ("nft_get_static_data", "get_static_data query_id:uint64", false),
        (
            "nft_report_static_data",
            "report_static_data query_id:uint64 index:uint256 collection:MsgAddress",
            true,
        ),
    ];
    for (name, scheme, response) in schemes {
        let crc = crc32(&format!("{scheme} = InternalMsgBody"));
        let opcode = if response { crc | 0x8000_0000 } else { crc & 0x7FFF_FFFF };
        let row = Row::find(name).unwrap();
        assert_eq!(row.opcode, Some(opcode), "{name}: {opcode:08x}");
        // The fields of the row are those of the schema.
        let field_names: Vec<_> = row.fields.iter().map(|field| field.name).collect();
        let expected: Vec<_> =
            scheme.split(' ').filter_map(|word| word.split_once(':')).map(|(name, _)| name).collect();
        assert_eq!(field_names, expected);
    }
    for (name, letters) in
        [("wallet_v5_external", b"sign"), ("wallet_v5_internal", b"sint"), ("wallet_v5_extension", b"extn")]
    {
        assert_eq!(Row::find(name).unwrap().opcode, Some(u32::from_be_bytes(*letters)), "{name}");
    }
    let opcodes: HashSet<_> = ROWS.iter().filter_map(|row| row.opcode).collect();
    let names: HashSet<_> = ROWS.iter().map(|row| row.name).collect();
    // Three rows have no opcode, three share one with wallet v5 r1, and binary comments share that of comments.
    assert_eq!((opcodes.len(), names.len()), (ROWS.len() - 7, ROWS.len()), "each occurs once");
}

#[test]
fn bodies_that_are_not_in_the_table() {
    let mut cells = Cells::new();
    let empty_cell = cells.add(&Builder::new()).unwrap();
    assert_eq!(Body::decode(&mut cells, empty_cell), Body::Empty);
    for (number, bits, opcode) in [
        (1_u64, 1, None),
        (1, 31, None),
        (1, 32, Some(1)),
        (u64::MAX, 64, Some(u32::MAX)),
        (0x0F8A_7EA4, 32, Some(0x0F8A_7EA4)),
    ] {
        let id = build(&mut cells, |builder| _ = builder.store_uint(number, bits).unwrap());
        assert_eq!(Body::decode(&mut cells, id), Body::Unknown { opcode }, "{bits}");
    }
    // The body has only a reference.
    let id = build(&mut cells, |builder| _ = builder.store_ref(empty_cell).unwrap());
    assert_eq!(Body::decode(&mut cells, id), Body::Unknown { opcode: None });
    let library = build(&mut cells, |builder| {
        builder.store_uint(2, 8).unwrap().store_bytes(&[0; 32]).unwrap().set_exotic(true);
    });
    assert_eq!(Body::decode(&mut cells, library), Body::Unknown { opcode: Some(0x0200_0000) });
    assert_eq!(Body::decode(&mut Cells::new(), library), Body::Unknown { opcode: None });
    for body in [Body::Empty, Body::Unknown { opcode: None }] {
        assert_eq!(body.get("query_id"), None);
    }
}

/// Every known opcode alone, and every truncated body: each is unknown, or the rest is a valid body by itself.
#[test]
fn cut_bodies_are_unknown() {
    let mut cells = Cells::new();
    for row in ROWS {
        let Some(opcode) = row.opcode else { continue };
        let id = build(&mut cells, |builder| _ = builder.store_uint(opcode, 32).unwrap());
        let body = Body::decode(&mut cells, id);
        let name = match row.name {
            // No bytes are a text.
            "comment" | "binary_comment" => "comment",
            "encrypted_comment" => row.name,
            _ => "unknown",
        };
        assert_eq!(body.name(), name);
        assert_eq!(body.opcode(), Some(opcode));
    }
    let mut unknown_count = 0;
    for row in rows("bodies", "bodies", 60) {
        let (mut cells, root) = load(&row);
        let whole_content = content(&cells.get(root).unwrap());
        let bits = whole_content.bits();
        for cut in 1..=bits - 32 {
            let mut slice = cells.get(root).unwrap().slice_exotic();
            let kept_bits = slice.load_bits(bits - cut).unwrap();
            let mut builder = Builder::new();
            builder.store_bits(&kept_bits).unwrap();
            whole_content.refs().iter().for_each(|id| _ = builder.store_ref(*id).unwrap());
            let id = cells.add(&builder).unwrap();
            let opcode = Some(builder_opcode(&kept_bits));
            match Body::decode(&mut cells, id) {
                Body::Unknown { opcode: found } => {
                    assert_eq!(found, opcode);
                    unknown_count += 1;
                }
                Body::Known(body) => {
                    // The text or the payload is shorter, or the missing part followed the last field.
                    let is_open_ended = body.row.fields.iter().any(|field| {
                        matches!(field.form, Form::Text | Form::Bytes | Form::Payload | Form::MaybeRef)
                    });
                    assert!(
                        is_open_ended || row.get("rest").is_some(),
                        "{} without {cut} bits",
                        body.row.name
                    );
                }
                _ => panic!("{opcode:?}"),
            }
        }
    }
    assert!(unknown_count > 10_000, "{unknown_count}");
}

fn builder_opcode(bits: &ton_edge::cell::Bits) -> u32 {
    u32::from_be_bytes(bits.as_bytes()[..4].try_into().unwrap())
}

#[test]
fn malformed_texts_are_unknown() {
    let mut cells = Cells::new();
    let comment = |cells: &mut Cells, bytes: &[u8], refs: &[CellId]| {
        let id = build(cells, |builder| {
            builder.store_uint(0, 32).unwrap().store_bytes(bytes).unwrap();
            refs.iter().for_each(|id| _ = builder.store_ref(*id).unwrap());
        });
        Body::decode(cells, id)
    };
    let chunk =
        |cells: &mut Cells, bytes: &[u8]| build(cells, |builder| _ = builder.store_bytes(bytes).unwrap());
    let unknown = Body::Unknown { opcode: Some(0) };
    // The bytes of a comment that is not text are not lost.
    for bytes in [&b"\xFF"[..], b"\xC0\x80", b"\xED\xA0\x80", b"abc\xF0\x9F\x92", b"\x80"] {
        let body = comment(&mut cells, bytes, &[]);
        assert_eq!(body.name(), "binary_comment");
        assert_eq!(body.get("data"), Some(&Value::Bytes(bytes.to_vec())));
    }
    // A character that is split over two cells is read as one.
    let tail = chunk(&mut cells, b"\x8E!");
    let body = comment(&mut cells, b"\xF0\x9F\x92", &[tail]);
    assert_eq!(body.get("text"), Some(&Value::Text("\u{1F48E}!".into())));
    // An empty chunk may end the text, but need not.
    let empty_chunk = chunk(&mut cells, b"");
    assert_eq!(comment(&mut cells, b"a", &[empty_chunk]).get("text"), Some(&Value::Text("a".into())));
    assert_eq!(comment(&mut cells, b"a", &[empty_chunk, empty_chunk]), unknown);
    let odd_cell = build(&mut cells, |builder| _ = builder.store_uint(0, 7).unwrap());
    assert_eq!(comment(&mut cells, b"a", &[odd_cell]), unknown);
    let two_chunks = build(&mut cells, |builder| {
        _ = builder.store_ref(empty_chunk).unwrap().store_ref(empty_chunk).unwrap()
    });
    assert_eq!(comment(&mut cells, b"a", &[two_chunks]), unknown);
    let library = build(&mut cells, |builder| {
        builder.store_uint(2, 8).unwrap().store_bytes(&[b'a'; 32]).unwrap().set_exotic(true);
    });
    assert_eq!(comment(&mut cells, b"a", &[library]), unknown);
    // Encrypted bytes need not be valid text.
    let id = build(&mut cells, |builder| {
        _ = builder.store_uint(0x2167_DA4B, 32).unwrap().store_uint(0xFF, 8).unwrap()
    });
    assert_eq!(Body::decode(&mut cells, id).get("data"), Some(&Value::Bytes(vec![0xFF])));
    // Decoding by the row returns the reason.
    let id = build(&mut cells, |builder| _ = builder.store_uint(0xFF, 40).unwrap());
    let error = Row::find("comment").unwrap().decode(&mut cells, id).unwrap_err();
    assert_eq!((error.field, error.fault), ("text", DecodeFault::Read(ReadError::Utf8 { at: 0 })));
}

#[test]
fn bits_after_the_last_field_are_preserved() {
    let mut cells = Cells::new();
    for row in ROWS {
        // Texts and payloads extend to the end of a body.
        let open = |form| matches!(form, Form::Text | Form::Bytes | Form::Payload);
        // A body with a shared opcode must end after its last field.
        let has_own_opcode = |row: &&Row| ROWS.iter().filter(|other| other.opcode == row.opcode).count() == 1;
        if row.opcode.is_none() || !has_own_opcode(&row) || row.fields.iter().any(|field| open(field.form)) {
            continue;
        }
        let values: Vec<_> = row.fields.iter().map(|field| (field.name, sample(field.form))).collect();
        let id = row.encode(&mut cells, &values).unwrap();
        let mut longer_body = content(&cells.get(id).unwrap());
        longer_body.store_uint(0b101, 3).unwrap();
        let longer_cell = cells.add(&longer_body).unwrap();
        let body = expect_known(&mut cells, longer_cell);
        let rest = cells.get(body.rest.unwrap()).unwrap();
        assert_eq!((rest.bits(), rest.slice().unwrap().load_u64(3)), (3, Ok(0b101)), "{}", row.name);
        let reencoded_body = encode(&mut cells, &body);
        assert_eq!(hash_of(&cells, reencoded_body), hash_of(&cells, id), "the row without it");
    }
}

/// A value that a field of this form accepts.
fn sample(form: Form) -> Value {
    match form {
        Form::Uint(_) | Form::QueryId => Value::Uint(1),
        Form::Uint256 => Value::Int(1.into()),
        Form::Coins => Value::Coins(1),
        Form::Address => Value::Address(MsgAddress::None),
        Form::Receiver => Value::Address(MsgAddress::Std(Address { workchain: 0, hash: [7; 32] })),
        Form::Text => Value::Text("a".into()),
        Form::Bytes => Value::Bytes(vec![1]),
        Form::Signature => Value::Bytes(vec![1; 64]),
        Form::Messages | Form::Actions | Form::BetaActions | Form::OutList => Value::Actions(vec![]),
        _ => Value::Cell(None),
    }
}

/// Values that a field of this form refuses.
fn list_wrong_values(form: Form) -> Vec<(Value, EncodeFault)> {
    let range = EncodeFault::Build(BuildError::Range);
    let mut list = match form {
        Form::Uint(64..) => vec![],
        Form::QueryId => vec![(Value::Uint(8_380_416), range), (Value::Uint(u64::MAX), range)],
        Form::Uint(bits) => vec![(Value::Uint(1 << bits), range), (Value::Uint(u64::MAX), range)],
        Form::Uint256 => vec![(Value::Int((-1).into()), range)],
        Form::Coins => vec![(Value::Coins(1 << 120), range), (Value::Coins(u128::MAX), range)],
        Form::Receiver => {
            let external = MsgAddress::Extern(Bits::from_u64(5, 4).unwrap());
            vec![
                (Value::Address(MsgAddress::None), EncodeFault::Missing),
                (Value::Address(external), EncodeFault::Type),
            ]
        }
        Form::Signature => {
            [0, 63, 65].map(|length| (Value::Bytes(vec![0; length]), EncodeFault::Type)).into()
        }
        Form::Text => {
            vec![(Value::Text("x".repeat(131_073)), EncodeFault::Build(BuildError::TextLength))]
        }
        _ => vec![],
    };
    // A value of every other type.
    let all_values = [
        Value::Uint(1),
        Value::Coins(1),
        Value::Address(MsgAddress::None),
        Value::Cell(None),
        Value::Text(String::new()),
        Value::Bytes(vec![]),
        Value::Actions(vec![]),
    ];
    let has_field_type = |value: &Value| match (form, value) {
        (Form::Uint256, Value::Uint(_)) => true,
        (Form::Bytes, Value::Bytes(_)) => true,
        _ => {
            std::mem::discriminant(value) == std::mem::discriminant(&sample(form)) && form != Form::Signature
        }
    };
    if form != Form::Enter {
        list.extend(
            all_values
                .into_iter()
                .filter(|value| !has_field_type(value))
                .map(|value| (value, EncodeFault::Type)),
        );
    }
    list
}

#[test]
fn errors_of_encoding_name_the_field() {
    let mut refused_count = 0;
    for row in ROWS {
        let mut cells = Cells::new();
        let message = cells.add(&Builder::new()).unwrap();
        let value_of = |form| match form {
            Form::Cell => Value::Cell(Some(message)),
            form => sample(form),
        };
        let values: Vec<_> = row.fields.iter().map(|field| (field.name, value_of(field.form))).collect();
        row.encode(&mut cells, &values).unwrap_or_else(|error| panic!("{}: {error}", row.name));
        let mut unknown = values.clone();
        unknown.push(("no_such_field", Value::Uint(0)));
        let error = row.encode(&mut cells, &unknown).unwrap_err();
        assert_eq!((error.field, error.fault), (row.name, EncodeFault::Unknown { at: values.len() }));
        for (at, field) in row.fields.iter().enumerate() {
            let mut values_without_field = values.clone();
            values_without_field.remove(at);
            match row.encode(&mut cells, &values_without_field) {
                Ok(_) => assert!(
                    matches!(
                        field.form,
                        Form::Address
                            | Form::MaybeRef
                            | Form::OptionalRef
                            | Form::Payload
                            | Form::Enter
                            | Form::Uint(64)
                    ),
                    "{} {}",
                    row.name,
                    field.name
                ),
                Err(error) => assert_eq!((error.field, error.fault), (field.name, EncodeFault::Missing)),
            }
            for (value, fault) in list_wrong_values(field.form) {
                let mut changed_values = values.clone();
                changed_values[at].1 = value;
                let error = row.encode(&mut cells, &changed_values).unwrap_err();
                assert_eq!(
                    (error.field, error.fault),
                    (field.name, fault),
                    "{} {:?}",
                    row.name,
                    changed_values[at].1
                );
                assert!(error.to_string().contains(field.name));
                refused_count += 1;
            }
        }
    }
    assert!(refused_count > 300, "{refused_count}");
}

/// A row refuses a body of another kind, by its tag, and a cell of another arena.
#[test]
fn rows_are_decoded_only_as_their_own_kind() {
    let mut cells = Cells::new();
    let transfer = Row::find("jetton_transfer").unwrap();
    let id = Row::find("excesses").unwrap().encode(&mut cells, &[]).unwrap();
    let error = transfer.decode(&mut cells, id).unwrap_err();
    assert_eq!((error.field, error.fault), ("jetton_transfer", DecodeFault::Tag));
    let fault = transfer.decode(&mut Cells::new(), id).unwrap_err().fault;
    assert_eq!(fault, DecodeFault::Build(BuildError::UnknownCell));
    for foreign in [Value::Cell(Some(id)), Value::Actions(vec![Action::SendMessage { mode: 0, message: id }])]
    {
        let (row, field) = match foreign {
            Value::Cell(_) => (transfer, "forward_payload"),
            _ => (Row::find("wallet_v3_signed").unwrap(), "actions"),
        };
        let mut values: Vec<_> = row.fields.iter().map(|field| (field.name, sample(field.form))).collect();
        values.iter_mut().find(|(name, _)| *name == field).unwrap().1 = foreign;
        let error = row.encode(&mut Cells::new(), &values).unwrap_err();
        assert_eq!(error.fault, EncodeFault::Build(BuildError::UnknownCell), "{error}");
    }
}

/// A payload is stored in the body itself as long as it fits, to the last bit and reference.
#[test]
fn payloads_are_inline_where_they_fit() {
    let mut cells = Cells::new();
    let leaf = cells.add(&Builder::new()).unwrap();
    let row = Row::find("jetton_transfer").unwrap();
    // The number of bits before the payload: the opcode, a query id, an amount, two addresses, a custom
    // payload, another amount, and one bit.
    let size_before_payload = |custom: bool| (32 + 64 + 4 + 267 + 2 + 1 + 4 + 1, usize::from(custom));
    for custom in [false, true] {
        let (bits, refs) = size_before_payload(custom);
        for (payload_bits, payload_refs) in [
            (0, 1),
            (1, 0),
            (1023 - bits, 0),
            (1024 - bits, 0),
            (1023 - bits, 4 - refs),
            (9, 4 - refs),
            (9, 4),
        ] {
            let payload = build(&mut cells, |to| {
                (0..payload_bits).for_each(|_| _ = to.store_bit(true).unwrap());
                (0..payload_refs).for_each(|_| _ = to.store_ref(leaf).unwrap());
            });
            let custom_payload = Value::Cell(custom.then_some(leaf));
            let values = [
                ("amount", Value::Coins(0)),
                ("destination", sample(Form::Receiver)),
                ("custom_payload", custom_payload),
                ("forward_ton_amount", Value::Coins(0)),
                ("forward_payload", Value::Cell(Some(payload))),
            ];
            let id = row.encode(&mut cells, &values).unwrap();
            let cell = cells.get(id).unwrap();
            let fits = bits + payload_bits <= 1023 && refs + payload_refs <= 4;
            let expected = if fits { (bits + payload_bits, refs + payload_refs) } else { (bits, refs + 1) };
            assert_eq!((cell.bits(), cell.refs().len()), expected, "{payload_bits} {payload_refs}");
            let Some(Value::Cell(Some(found))) = expect_known(&mut cells, id).values.pop() else { panic!() };
            assert_eq!(hash_of(&cells, found), hash_of(&cells, payload));
        }
    }
}
