//! The writers in Rust of the corpus of foreign bags: reads cases (tests/compatibility/corpus/cases.mjs) as JSON, and prints a line of JSON for each
//! bag. Each writer makes cells of programs with its own functions, and bags with its own defaults.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigUint;
use serde_json::{Value, json};

type Problem = Box<dyn std::error::Error>;

fn main() -> Result<(), Problem> {
    let request: Value = serde_json::from_reader(std::io::stdin())?;
    for case in list(&request["cases"]) {
        for (writer, version, write) in WRITERS {
            // Only tonlib-core has an option, and several roots.
            let line = match write(case) {
                Ok((boc, hashes)) => {
                    json!({ "writer": writer, "version": version, "case": case["name"], "boc": STANDARD.encode(boc), "hashes": hashes })
                }
                Err(error) => json!({ "writer": writer, "case": case["name"], "error": error.to_string() }),
            };
            println!("{line}");
        }
    }
    tonlib::wallets(&request["wallet"])
}

/// A bag, and the hashes of its roots.
type Written = (Vec<u8>, Vec<String>);

const WRITERS: [(&str, &str, fn(&Value) -> Result<Written, Problem>); 3] = [
    ("tonlib-core", "0.26.11", tonlib::write),
    ("tycho-types", "0.3.6", tycho::write),
    ("everscale-types", "0.1.2", everscale::write),
];

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn size(value: &Value) -> usize {
    value.as_u64().unwrap_or_default() as usize
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok());
    pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
}

/// A number in decimal digits, or in hexadecimal ones after `0x`.
fn number(digits: &str) -> Result<BigUint, Problem> {
    let (digits, radix) = digits.strip_prefix("0x").map_or((digits, 10), |rest| (rest, 16));
    BigUint::parse_bytes(digits.as_bytes(), radix).ok_or_else(|| format!("{digits} is not a number").into())
}

/// A number as bits, at the beginning of the bytes.
fn bits_of(number: &BigUint, bits: usize) -> Vec<u8> {
    let shifted = number << (bits.div_ceil(8) * 8 - bits);
    let bytes = shifted.to_bytes_be();
    let mut padded = vec![0; bits.div_ceil(8).saturating_sub(bytes.len())];
    padded.extend(&bytes[bytes.len().saturating_sub(bits.div_ceil(8))..]);
    padded.truncate(bits.div_ceil(8));
    padded
}

/// The operations without long texts, for writers that have no function for them.
fn without_tails(operations: &Value) -> Vec<&Value> {
    list(operations).iter().flat_map(|one| if one[0] == "t" { list(&one[2]).iter().collect() } else { vec![one] }).collect()
}

/// tycho-types and everscale-types have the same interface.
macro_rules! tycho_writer {
    ($module:ident, $library:ident) => {
        mod $module {
            use super::*;
            use $library::boc::Boc;
            use $library::cell::{Cell, CellBuilder, HashBytes};
            use $library::dict::RawDict;
            use $library::models::StdAddr;
            use $library::num::Tokens;

            pub fn write(case: &Value) -> Result<Written, Problem> {
                if !case["options"].is_null() {
                    return Err("no options".into());
                }
                let roots = list(&case["roots"]).iter().map(make).collect::<Result<Vec<_>, _>>()?;
                let hashes = roots.iter().map(|root| hex(&root.repr_hash().0)).collect();
                match roots.as_slice() {
                    [root] => Ok((Boc::encode(root), hashes)),
                    [first, second] => Ok((Boc::encode_pair((first, second)), hashes)),
                    _ => Err("too many roots".into()),
                }
            }

            fn make(program: &Value) -> Result<Cell, Problem> {
                let mut builder = CellBuilder::new();
                for one in without_tails(&program["o"]) {
                    match text(&one[0]) {
                        "u" => {
                            let bits = size(&one[1]);
                            builder.store_raw(&bits_of(&number(text(&one[2]))?, bits), bits as u16)?;
                        }
                        "b" => {
                            let bytes = unhex(text(&one[1]));
                            builder.store_raw(&bytes, bytes.len() as u16 * 8)?;
                        }
                        "c" => {
                            let coins = CellBuilder::build_from(Tokens::new(text(&one[1]).parse()?))?;
                            builder.store_slice(coins.as_slice()?)?;
                        }
                        "a" if one[1].is_null() => builder.store_raw(&[0], 2)?,
                        "a" => {
                            let (workchain, account) = text(&one[1]).split_once(':').ok_or("not an address")?;
                            let account: [u8; 32] = unhex(account).try_into().map_err(|_| "not an address")?;
                            let address = StdAddr::new(workchain.parse()?, HashBytes(account));
                            builder.store_slice(CellBuilder::build_from(address)?.as_slice()?)?;
                        }
                        "m" => {
                            builder.store_bit(!one[1].is_null())?;
                            if !one[1].is_null() {
                                builder.store_reference(make(&one[1])?)?;
                            }
                        }
                        "d" => {
                            let root = dictionary(size(&one[1]), list(&one[2]))?;
                            builder.store_bit(root.is_some())?;
                            if let Some(root) = root {
                                builder.store_reference(root)?;
                            }
                        }
                        _ => {
                            let cell = make(&one[1])?;
                            for _ in 0..size(&one[2]) {
                                builder.store_reference(cell.clone())?;
                            }
                        }
                    }
                }
                builder.set_exotic(program["x"] == true);
                Ok(builder.build()?)
            }

            /// The size of keys is a constant of the type.
            fn dictionary(bits: usize, pairs: &[Value]) -> Result<Option<Cell>, Problem> {
                match bits {
                    1 => filled::<1>(pairs),
                    4 => filled::<4>(pairs),
                    7 => filled::<7>(pairs),
                    8 => filled::<8>(pairs),
                    16 => filled::<16>(pairs),
                    32 => filled::<32>(pairs),
                    64 => filled::<64>(pairs),
                    256 => filled::<256>(pairs),
                    257 => filled::<257>(pairs),
                    267 => filled::<267>(pairs),
                    512 => filled::<512>(pairs),
                    1023 => filled::<1023>(pairs),
                    _ => Err(format!("no keys of {bits} bits here").into()),
                }
            }

            fn filled<const BITS: u16>(pairs: &[Value]) -> Result<Option<Cell>, Problem> {
                let mut found = RawDict::<BITS>::new();
                for pair in pairs {
                    let mut key = CellBuilder::new();
                    key.store_raw(&bits_of(&number(text(&pair[0]))?, BITS.into()), BITS)?;
                    let key = key.build()?;
                    let value = make(&json!({ "o": pair[1] }))?;
                    found.set(key.as_slice()?, value.as_slice()?)?;
                }
                Ok(found.into_root())
            }
        }
    };
}

tycho_writer!(tycho, tycho_types);
tycho_writer!(everscale, everscale_types);

mod tonlib {
    use super::*;
    use tonlib_core::TonAddress;
    use tonlib_core::cell::{ArcCell, BagOfCells, Cell, CellBuilder};
    use tonlib_core::message::{CommonMsgInfo, InternalMessage, TonMessage as _, TransferMessage};
    use tonlib_core::wallet::mnemonic::KeyPair;
    use tonlib_core::wallet::ton_wallet::TonWallet;
    use tonlib_core::wallet::wallet_version::WalletVersion;

    pub fn write(case: &Value) -> Result<Written, Problem> {
        let options = &case["options"];
        if options["index"] == true || options["cache"] == true {
            return Err("no index".into());
        }
        let roots: Vec<ArcCell> =
            list(&case["roots"]).iter().map(|root| make(root).map(Cell::to_arc)).collect::<Result<_, _>>()?;
        let hashes = roots.iter().map(|root| hex(root.cell_hash().as_slice())).collect();
        // Its functions that write texts write a checksum.
        Ok((BagOfCells::new(&roots).serialize(options.is_null() || options["crc"] == true)?, hashes))
    }

    fn make(program: &Value) -> Result<Cell, Problem> {
        let mut builder = CellBuilder::new();
        for one in without_tails(&program["o"]) {
            match text(&one[0]) {
                "u" => _ = builder.store_uint(size(&one[1]), &number(text(&one[2]))?)?,
                "b" => _ = builder.store_slice(&unhex(text(&one[1])))?,
                "c" => _ = builder.store_coins(&number(text(&one[1]))?)?,
                "a" if one[1].is_null() => _ = builder.store_address(&TonAddress::NULL)?,
                "a" => _ = builder.store_address(&text(&one[1]).parse()?)?,
                "m" if one[1].is_null() => _ = builder.store_bit(false)?,
                "m" => _ = builder.store_bit(true)?.store_child(make(&one[1])?)?,
                "d" => {
                    let pairs = list(&one[2]).iter();
                    let pairs = pairs.map(|pair| Ok((number(text(&pair[0]))?, make(&json!({ "o": pair[1] }))?)));
                    let data = pairs.collect::<Result<std::collections::HashMap<_, _>, Problem>>()?;
                    let writer = |into: &mut CellBuilder, value: Cell| into.store_cell(&value).map(|_| ());
                    builder.store_dict(size(&one[1]), writer, data)?;
                }
                _ => {
                    let cell = make(&one[1])?.to_arc();
                    for _ in 0..size(&one[2]) {
                        builder.store_reference(&cell)?;
                    }
                }
            }
        }
        builder.set_cell_is_exotic(program["x"] == true);
        Ok(builder.build()?)
    }

    pub fn wallets(wallet: &Value) -> Result<(), Problem> {
        use WalletVersion::*;
        let versions = [V1R1, V1R2, V1R3, V2R1, V2R2, V3R1, V3R2, V4R1, V4R2, V5R1];
        let names = ["v1r1", "v1r2", "v1r3", "v2r1", "v2r2", "v3r1", "v3r2", "v4r1", "v4r2", "v5r1"];
        for (version, name) in versions.into_iter().zip(names) {
            let key_pair = KeyPair {
                public_key: unhex(text(&wallet["publicKey"])),
                secret_key: [unhex(text(&wallet["seed"])), unhex(text(&wallet["publicKey"]))].concat(),
            };
            let print = |kind: &str, result: Result<Cell, Problem>| {
                let case = format!("wallet: {name}, {kind}");
                let line = match result.and_then(|cell| Ok((BagOfCells::from_root(cell.clone()).serialize(true)?, cell))) {
                    Ok((boc, cell)) => {
                        json!({ "writer": "tonlib-core", "version": "0.26.11", "case": case, "boc": STANDARD.encode(boc), "hashes": [hex(cell.cell_hash().as_slice())] })
                    }
                    Err(error) => json!({ "writer": "tonlib-core", "case": case, "error": error.to_string() }),
                };
                println!("{line}");
            };
            let made = match TonWallet::new(version, key_pair) {
                Ok(made) => made,
                Err(error) => {
                    print("state", Err(error.into()));
                    continue;
                }
            };
            print("transfer", transfer(&made, wallet));
        }
        Ok(())
    }

    fn transfer(made: &TonWallet, wallet: &Value) -> Result<Cell, Problem> {
        let to: TonAddress = text(&wallet["to"]).parse()?;
        let mut body = CellBuilder::new();
        body.store_u32(32, 0)?.store_string(text(&wallet["comment"]))?;
        let info = InternalMessage {
            ihr_disabled: true,
            bounce: true,
            bounced: false,
            src: TonAddress::NULL,
            dest: to,
            value: number(text(&wallet["value"]))?,
            ihr_fee: BigUint::default(),
            fwd_fee: BigUint::default(),
            created_lt: 0,
            created_at: 0,
        };
        let message = TransferMessage::new(CommonMsgInfo::InternalMessage(info), body.build()?.to_arc()).build()?;
        let seqno = size(&wallet["seqno"]) as u32;
        Ok(made.create_external_msg(size(&wallet["now"]) as u32, seqno, true, vec![message.to_arc()])?)
    }
}
