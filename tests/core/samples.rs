//! A valid value for every kind of parameter, and complete arguments for every row that satisfy its rules.

use std::borrow::Cow;
use ton_edge::endpoint::{Endpoint, Kind, Op, Param};
use ton_edge::plan::Arg;

pub(crate) type Args = Vec<(Cow<'static, str>, Arg<'static>)>;

pub(crate) const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW: &str = "-1:5555555555555555555555555555555555555555555555555555555555555555";
const HASH: &str = "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=";
/// The empty cell.
const BOC: &str = "te6cckEBAQEAAgAAAEysuc0=";

pub(crate) fn value(param: &Param, second: bool) -> Arg<'static> {
    let text = |text: &'static str| Arg::Text(Cow::Borrowed(text));
    match param.kind {
        Kind::Address | Kind::AddressText | Kind::AddressOrNull => text(if second { RAW } else { ADDRESS }),
        Kind::AccountHash | Kind::Hash => text(if second {
            "da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f"
        } else {
            HASH
        }),
        Kind::Lt => text("47670702000009"),
        Kind::Int => Arg::from(i64::from(param.min.unwrap_or(0).max(7).min(param.max.unwrap_or(i32::MAX)))),
        Kind::Dec => text("115792089237316195423570985008687907853269984665640564039457584007913129639935"),
        Kind::Utime => Arg::from(1_717_769_119),
        Kind::Bool => Arg::from(param.default != Some(ton_edge::endpoint::Value::Bool(true))),
        Kind::Enum => text(param.choices[0]),
        Kind::String => text(if param.name == "domain" { "alice.ton" } else { "word" }),
        Kind::ShardDec => text("-9223372036854775808"),
        Kind::ShardHex => text("8000000000000000"),
        Kind::Opcode => text(if second { "0x00000001" } else { "0x0f8a7ea5" }),
        Kind::Boc | Kind::BocOrHex => text(BOC),
        Kind::Method => text(if param.name == "method" && param.place == ton_edge::endpoint::Place::Body {
            "seqno"
        } else {
            "1"
        }),
        Kind::Stack => Arg::Json(Cow::Borrowed(r#"[["num","0x1"]]"#)),
        Kind::Scalar => text("1"),
        Kind::Object => Arg::Json(Cow::Borrowed("{}")),
    }
}

/// All parameters of the row that its rules allow together.
pub(crate) fn full_args(endpoint: &'static Endpoint) -> Args {
    let mut left_out_names: Vec<&str> = Vec::new();
    let mut single_value_names: Vec<&str> = Vec::new();
    for rule in endpoint.rules {
        match rule.op {
            Op::ExactlyOne(names) | Op::AtMostOne(names) => left_out_names.extend(&names[1..]),
            Op::SeveralNeedOne(_, need) => single_value_names.push(need),
            _ => {}
        }
    }
    for rule in endpoint.rules {
        if let Op::Requires(name, any_of) = rule.op
            && any_of.iter().all(|other| left_out_names.contains(other))
        {
            left_out_names.push(name);
        }
    }
    let mut args = Args::new();
    for param in endpoint.params.iter().filter(|param| !left_out_names.contains(&param.name)) {
        let list = param.array && param.kind != Kind::Stack && !single_value_names.contains(&param.name);
        let arg =
            if list { Arg::List(vec![value(param, false), value(param, true)]) } else { value(param, false) };
        args.push((Cow::Borrowed(param.name), arg));
    }
    args
}

/// Only the parameters that the row and its rules require.
pub(crate) fn required_args(endpoint: &'static Endpoint) -> Args {
    let mut wanted_names: Vec<&str> = endpoint.params.iter().filter(|p| p.required).map(|p| p.name).collect();
    for rule in endpoint.rules.iter().filter(|rule| rule.enforced) {
        if let Op::ExactlyOne(names) | Op::AtLeastOne(names) = rule.op {
            wanted_names.push(names[0]);
        }
    }
    full_args(endpoint).into_iter().filter(|(name, _)| wanted_names.contains(&name.as_ref())).collect()
}

/// The arguments as a JSON object.
pub(crate) fn json(args: &Args) -> String {
    fn value(arg: &Arg<'_>) -> String {
        match arg {
            Arg::Null => String::from("null"),
            Arg::Bool(flag) => flag.to_string(),
            Arg::Number(text) | Arg::Json(text) => text.to_string(),
            Arg::Text(text) | Arg::Checked(text) => serde_json::to_string(text).unwrap(),
            Arg::List(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(",")),
        }
    }
    let members: Vec<_> = args.iter().map(|(name, arg)| format!("\"{name}\":{}", value(arg))).collect();
    format!("{{{}}}", members.join(","))
}
