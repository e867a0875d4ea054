//! Malformed and hostile values of every parameter: what the reference servers accept by their sources, and what the gateway does in both
//! modes. Every difference is in a reviewed list, with its reason.
//!
//! The model of ton-index-go is `ton-index-go/index/models/convert.go` (v1.3) with Fiber's query decoder, that of ton-http-api-cpp its query
//! parser: `boost::lexical_cast`, and words of flags. The model says whether a text can be read, not whether its value is in range.

use std::collections::{BTreeMap, BTreeSet};

use ton_edge::endpoint::{Endpoint, Generation, Kind, Op, Param, Place, V2, V3, Verb};
use ton_edge::gateway::{Config, Incoming, Verdict, decide};

const FRIENDLY: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW: &str = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const HASH: &str = "rBNBQIi7D8lF7lk8hXYDq6Is1zlvdAsPjDpAZbk2VwQ=";

/// Values that people and programs send for any parameter.
const SLOPPY_VALUES: [&str; 52] = [
    "",
    " ",
    "0",
    "1",
    "-1",
    "+1",
    " 1",
    "1 ",
    "01",
    "1.5",
    "1.",
    ".5",
    "1e3",
    "inf",
    "NaN",
    "0x10",
    "0X1f",
    "1_000",
    "1,000",
    "abc",
    "true",
    "True",
    "TRUE",
    "tRuE",
    "t",
    "T",
    "y",
    "yes",
    "on",
    "On",
    "off",
    "no",
    "f",
    "false",
    "null",
    "undefined",
    "[object Object]",
    "\u{661}",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "8000000000000000",
    "0x8000000000000000",
    "-9223372036854775808",
    "asc",
    "ASC",
    "Desc",
];

/// Addresses and hashes in forms that callers send, and similar texts.
const WORDS: [&str; 20] = [
    FRIENDLY,
    " EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
    "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M",
    "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI",
    RAW,
    "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
    "0:83dfd552",
    "83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8",
    "addr_none",
    "ext$8:AB",
    "var$0:8:AB",
    "foundation.ton",
    HASH,
    "rBNBQIi7D8lF7lk8hXYDq6Is1zlvdAsPjDpAZbk2VwQ",
    "rBNBQIi7D8lF7lk8hXYDq6Is1zlvdAsPjDpAZbk2VwQ= ",
    "ac13414088bb0fc945ee593c857603aba22cd7396f740b0f8c3a4065b9365704",
    "0xac13414088bb0fc945ee593c857603aba22cd7396f740b0f8c3a4065b9365704",
    "AC13414088BB0FC945EE593C857603ABA22CD7396F740B0F8C3A4065B9365704",
    "ac13414088bb0fc945ee593c857603aba22cd7396f740b0f8c3a4065b93657",
    "te6cckEBAQEAAgAAAEysuc0=",
];

/// Go's `strconv.ParseUint`.
fn parse_uint(text: &str, base: u32, bits: u32) -> bool {
    let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii() && c.is_digit(base));
    digits && u128::from_str_radix(text, base).is_ok_and(|value| value < 1 << bits)
}

/// Go's `strconv.ParseInt`, which accepts a sign; `boost::lexical_cast` of a signed number does the same.
pub(crate) fn parse_int(text: &str, bits: u32) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let minimum = -(1_i128 << (bits - 1));
    parse_uint(digits, 10, 100)
        && text.parse::<i128>().is_ok_and(|value| (minimum..-minimum).contains(&value))
}

/// Whether ton-index-go can read the text; `None` if its kind has no rule.
fn index_go_accepts(param: &Param, text: &str) -> Option<bool> {
    let trimmed_text = text.trim();
    Some(match param.kind {
        // Fiber sets an empty number or flag to zero.
        Kind::Int | Kind::Bool | Kind::Lt if text.is_empty() => true,
        Kind::Int => parse_int(text, 32),
        Kind::Lt => parse_uint(text, 10, 64),
        Kind::Bool => ["1", "t", "T", "TRUE", "true", "True", "on", "0", "f", "F", "FALSE", "false", "False"]
            .contains(&text),
        Kind::Utime => parse_uint(text, 10, 32) || text.parse::<f64>().is_ok(),
        Kind::Enum if param.name == "sort" => {
            ["asc", "a", "desc", "d"].contains(&&*text.to_ascii_lowercase())
        }
        Kind::ShardHex => {
            let digits = text.strip_prefix("0x").unwrap_or(text);
            parse_uint(digits, 16, 64) || parse_int(digits, 64)
        }
        Kind::Hash => {
            let digits = if trimmed_text.len() == 66 {
                trimmed_text.strip_prefix("0x").unwrap_or(trimmed_text)
            } else {
                trimmed_text
            };
            let is_hex = digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex || HASH.starts_with(trimmed_text) && trimmed_text.len() >= 43
        }
        Kind::Address => match trimmed_text {
            "null" | "addr_none" | FRIENDLY | "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI" => true,
            _ if trimmed_text.starts_with("ext$") || trimmed_text.starts_with("var$") => true,
            _ => trimmed_text.eq_ignore_ascii_case(RAW),
        },
        _ => return None,
    })
}

/// Whether ton-http-api-cpp can read the text.
fn http_api_cpp_accepts(param: &Param, text: &str) -> Option<bool> {
    // An empty value counts as absent.
    if text.is_empty() {
        return Some(!param.required);
    }
    Some(match param.kind {
        Kind::Int => parse_int(text, 32),
        Kind::Lt | Kind::Utime => parse_int(text, 64),
        Kind::Bool => {
            let lower_text = text.to_ascii_lowercase();
            ["y", "yes", "t", "true", "on", "1", "n", "no", "f", "false", "off", "0"].contains(&&*lower_text)
        }
        _ => return None,
    })
}

pub(crate) fn valid_value(param: &Param) -> &'static str {
    match param.kind {
        Kind::Address | Kind::AddressText | Kind::AddressOrNull => FRIENDLY,
        Kind::Hash | Kind::AccountHash => HASH,
        Kind::Bool => "true",
        Kind::Enum => param.choices.first().copied().unwrap_or("1"),
        Kind::ShardDec => "-9223372036854775808",
        Kind::ShardHex => "8000000000000000",
        Kind::Opcode => "0xf8a7ea5",
        Kind::Boc | Kind::BocOrHex => "te6cckEBAQEAAgAAAEysuc0=",
        Kind::Stack => "[]",
        Kind::String | Kind::Method => "seqno",
        _ => "1",
    }
}

fn encode(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            },
        )
        .collect()
}

fn url_of(row: &Endpoint, args: &[(&str, &str)]) -> String {
    let query: Vec<String> = args.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    format!("/api/{}{}?{}", row.generation.as_str(), row.path, query.join("&"))
}

/// Whether a gateway accepts the request, by forwarding it or by a response of its own.
fn gateway_accepts(config: &Config, url: &str) -> bool {
    match decide(config, &Incoming { method: "GET", url, ..Incoming::default() }) {
        Verdict::Forward(_) => true,
        Verdict::Respond { status, .. } => status == 200,
        other => panic!("{url}: {other:?}"),
    }
}

/// Other parameters with which this parameter can be sent: none, or one more.
fn list_companions(
    config: &Config,
    row: &'static Endpoint,
    param: &Param,
) -> Option<Vec<(&'static str, &'static str)>> {
    let other_params = || row.params.iter().filter(|one| one.name != param.name && one.place == Place::Query);
    let required_params: Vec<_> =
        other_params().filter(|one| one.required).map(|one| (one.name, valid_value(one))).collect();
    let mut candidates = vec![required_params.clone()];
    candidates.extend(other_params().filter(|one| !one.required).map(|one| {
        let mut args = required_params.clone();
        args.push((one.name, valid_value(one)));
        args
    }));
    candidates.into_iter().find(|args| {
        let mut args = args.clone();
        args.push((param.name, valid_value(param)));
        gateway_accepts(config, &url_of(row, &args))
    })
}

/// Whether a number is outside the parameter's range; the models only say whether its text can be read.
fn is_ranged(param: &Param, text: &str) -> bool {
    text.trim_start_matches('+').parse::<i128>().is_ok_and(|number| {
        param.min.is_some_and(|min| number < min.into()) || param.max.is_some_and(|max| number > max.into())
    })
}

/// Intended differences between the gateway and the service: generation and kind, whether the gateway accepts these values, and the reason.
const REVIEWED_DIFFERENCES: &[(Generation, Kind, bool, &[&str], &str)] = &[
    (
        Generation::V2,
        Kind::Lt,
        false,
        &["-1", "-9223372036854775808"],
        "`to_lt` has no lower bound there, and no logical time is negative: 0 means the same",
    ),
    (
        Generation::V2,
        Kind::Utime,
        false,
        &["4294967296", "8000000000000000", "9223372036854775807"],
        "no block has such a time: the server asks the node and responds with its error",
    ),
    (
        Generation::V3,
        Kind::Bool,
        true,
        &["On", "off", "tRuE"],
        "flags are read alike in both generations; these words have no other meaning",
    ),
    (
        Generation::V3,
        Kind::Lt,
        false,
        &["9223372036854775808", "18446744073709551615"],
        "the server reads 64 bits, its database 63: it responds with 500",
    ),
    (
        Generation::V3,
        Kind::ShardHex,
        false,
        &["+1", "9223372036854775807"],
        "a decimal number that is not a shard as v2 writes it: a mistake",
    ),
    (
        Generation::V3,
        Kind::ShardHex,
        true,
        &["9223372036854775808"],
        "the whole workchain, as a decimal number without a sign",
    ),
    (
        Generation::V3,
        Kind::Utime,
        false,
        &[
            "4294967296",
            "8000000000000000",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
        ],
        "the server cuts it to 32 bits: a time in milliseconds would become another time",
    ),
    (Generation::V3, Kind::Utime, false, &["inf", "NaN"], "the server converts it to some number"),
    (Generation::V3, Kind::Utime, false, &[".5", "1e3"], "no clock writes a time in this form"),
];

/// Whether the value is empty in v2 and so counts as absent: then the rules between parameters decide.
fn is_ruled(row: &Endpoint, param: &Param, text: &str) -> bool {
    let names = |names: &[&str]| names.contains(&param.name);
    row.generation == Generation::V2
        && text.is_empty()
        && row.rules.iter().any(|rule| match rule.op {
            Op::ExactlyOne(all) | Op::AtLeastOne(all) | Op::Together(all) => names(all),
            _ => false,
        })
}

#[test]
fn the_gateway_reads_the_same_as_the_references() {
    let lenient_config = Config::from_json("{}").unwrap();
    let strict_config = Config::from_json(r#"{"strict":true}"#).unwrap();
    let mut differences: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut compared, mut looser) = (0, Vec::new());
    for (rows, reads) in
        [(V2, http_api_cpp_accepts as fn(&Param, &str) -> Option<bool>), (V3, index_go_accepts)]
    {
        for row in rows.iter().filter(|row| row.verb == Verb::Get) {
            for param in row.params.iter().filter(|param| param.place == Place::Query) {
                let Some(others) = list_companions(&lenient_config, row, param) else { continue };
                for text in SLOPPY_VALUES.into_iter().chain(WORDS) {
                    let Some(reference) = reads(param, text) else { continue };
                    if is_ranged(param, text) || is_ruled(row, param, text) {
                        continue;
                    }
                    let mut args = others.clone();
                    args.push((param.name, text));
                    let url = url_of(row, &args);
                    let is_accepted = gateway_accepts(&lenient_config, &url);
                    compared += 1;
                    if gateway_accepts(&strict_config, &url) && !is_accepted {
                        looser.push(url.clone());
                    }
                    if is_accepted != reference {
                        let key = format!("{:?} {:?} {text:?}: {is_accepted}", row.generation, param.kind);
                        differences.entry(key).or_default().insert(url);
                    }
                }
            }
        }
    }
    assert!(compared > 15_000, "{compared} compared");
    assert_eq!(looser, Vec::<String>::new(), "the strict mode accepts values that the default refuses");
    let reviewed_keys: BTreeSet<String> = REVIEWED_DIFFERENCES
        .iter()
        .flat_map(|(generation, kind, ours, texts, why)| {
            assert!(!why.is_empty());
            texts.iter().map(move |text| format!("{generation:?} {kind:?} {text:?}: {ours}"))
        })
        .collect();
    assert_reviewed(&differences, &reviewed_keys);
}

/// Checks that every difference is in the reviewed list, and that the list has no others.
pub(crate) fn assert_reviewed(
    differences: &BTreeMap<String, BTreeSet<String>>,
    reviewed_keys: &BTreeSet<String>,
) {
    let unreviewed_differences: Vec<_> =
        differences.iter().filter(|(key, _)| !reviewed_keys.contains(*key)).collect();
    assert!(
        unreviewed_differences.is_empty(),
        "not reviewed, with the gateway's verdict: {unreviewed_differences:#?}"
    );
    let outdated_entries: Vec<_> =
        reviewed_keys.iter().filter(|key| !differences.contains_key(*key)).collect();
    assert!(outdated_entries.is_empty(), "in the list, but no longer a difference: {outdated_entries:?}");
}
