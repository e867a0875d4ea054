//! The endpoint table compared with the catalogue from which it was made, field by field, and checked for consistency.

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use ton_edge::endpoint::{
    CacheClass, Doc, Endpoint, Generation, Kind, LivePage, Op, Page, PageStyle, Param, Place, Rule, V2, V3,
    Value, Verb, docs, find,
};

/// Texts of the catalogue that refer to the catalogue itself, and the table's text for them; `""`: the table has no text.
const REWORDED_TEXTS: &[(&str, &str)] = &[
    (
        "Node selection, see archival_semantics.",
        "true: an archival node; absent: any node; false: see the note.",
    ),
    (
        "also takes the shortcut names of action_types.shortcuts in v3.json",
        "also takes the shortcut names latest, v1 to v5, staking, jettons, nft, nft.v3, dns, dns.v2, \
         multisig, vesting, evaa, jvault, coffee, tgbtc, layerzero and cocoon",
    ),
    (
        "docs v2.json models the result as an object {workchain,bounceable,testnet,addr_hex}; no released \
         server returns that, it is a plain string",
        "the published schema models the result as an object {workchain,bounceable,testnet,addr_hex}; no \
         released server returns that, it is a plain string",
    ),
    (
        "the spec, section 2, types id as integer; the published schema says required string; accept both, \
         see jsonrpc",
        "the spec, section 2, types id as integer; the published schema says required string; accept both",
    ),
    ("see jsonrpc section", ""),
];

fn all_rows() -> impl Iterator<Item = &'static Endpoint> {
    V2.iter().chain(V3)
}

fn catalogue() -> Vec<Json> {
    fn reword(json: &mut Json) {
        match json {
            Json::String(text) => {
                if let Some((_, better)) = REWORDED_TEXTS.iter().find(|(worse, _)| worse == text) {
                    *text = (*better).to_owned();
                }
            }
            Json::Array(items) => {
                items.iter_mut().for_each(reword);
                items.retain(|item| {
                    !REWORDED_TEXTS.iter().any(|(_, better)| better.is_empty() && item == better)
                });
            }
            Json::Object(members) => members.values_mut().for_each(reword),
            _ => {}
        }
    }
    let mut rows: Vec<Json> = serde_json::from_str(include_str!("../fixtures/endpoints.json")).unwrap();
    rows.iter_mut().for_each(reword);
    rows
}

// The table in the form of the catalogue, in which no field is omitted: a field that does not apply is null or
// false.

fn text(doc: Doc) -> Json {
    if doc.as_str().is_empty() { Json::Null } else { json!(doc.as_str()) }
}

fn lines(doc: Doc) -> Json {
    doc.as_str().lines().collect()
}

fn null_if_empty(list: &[&str]) -> Json {
    if list.is_empty() { Json::Null } else { json!(list) }
}

fn row(row: &Endpoint) -> Json {
    json!({
        "generation": row.generation,
        "verbs": [row.verb],
        "also_verbs": if row.also_post { vec!["POST"] } else { vec![] },
        "path": row.path,
        "path_aliases": row.aliases,
        "category": row.category.as_str(),
        "title": row.title.as_str(),
        "purpose": text(row.doc),
        "params": row.params.iter().map(param).collect::<Json>(),
        "rules": row.rules.iter().map(rule).collect::<Json>(),
        "page": row.page.map(page),
        "live_page": row.live_page.map(|page| live_page(row, page)),
        "result_type": row.result.as_str(),
        "cache": {
            "class": row.cache.class,
            "ttl_s": row.cache.ttl,
            "immutable_when": text(row.cache.immutable_when),
            "immutable_ttl_s": row.cache.immutable_ttl,
        },
        "idempotent": row.idempotent,
        "side_effect": row.side_effect,
        "jsonrpc": { "callable": row.rpc, "aliases": row.rpc_aliases },
        "notes": lines(row.notes),
    })
}

fn param(param: &Param) -> Json {
    json!({
        "name": param.name,
        "in": param.place,
        "kind": param.kind,
        "required": param.required,
        "default": param.default,
        "server_default": param.server_default,
        "min": param.min,
        "max": param.max,
        "enum": null_if_empty(param.choices),
        "array": param.array,
        "repeat": param.repeat,
        "comma": param.comma,
        "max_items": param.max_items,
        "pattern": param.pattern,
        "item_type": if param.item_type.as_str().is_empty() { Json::Null } else { json!(param.item_type.as_str()) },
        "documented": param.documented,
        "implemented": param.implemented,
        "note": text(param.note),
        "desc": text(param.doc),
    })
}

fn rule(rule: &Rule) -> Json {
    let mut json = json!({ "op": rule.op.as_str(), "params": names(rule.op), "enforced": rule.enforced });
    match rule.op {
        Op::Requires(name, any_of) => {
            json["params"] = json!([name]);
            json["any_of"] = json!(any_of);
        }
        Op::SeveralNeedOne(name, need) => {
            json["params"] = json!([name]);
            json["need"] = json!(need);
        }
        Op::Cap(name, max, when) => {
            json["params"] = json!([name]);
            json["max"] = json!(max);
            json["when"] = json!(when);
        }
        _ => {}
    }
    json
}

fn page(page: Page) -> Json {
    json!({
        "default": page.default,
        "max": page.max,
        "sortable": page.sortable,
        "rows_key": page.rows,
        "row_type": page.row_type.as_str(),
        "offset": true,
        "order": text(page.order),
        "notes": lines(page.notes),
    })
}

fn live_page(row: &Endpoint, page: LivePage) -> Json {
    let status = page.status_over_max.as_str();
    json!({
        "style": page.style,
        "default": page.default,
        "max": page.max,
        "status_over_max": status.parse::<u16>().map_or_else(|_| json!(status), |status| json!(status)),
        "sortable": page.sortable,
        // The table does not store this, because it follows from the parameters.
        "offset": row.param("offset").is_some(),
        "rows_key": page.rows,
        "row_type": page.row_type.as_str(),
        "order": text(page.order),
        "cursor": page.cursor.map(|cursor| json!({
            "send": cursor.send,
            "take": cursor.take,
            "from": if cursor.from_envelope { "envelope" } else { "last row" },
            "inclusive": cursor.inclusive,
        })),
        "keyset": page.keyset.map(|keyset| json!({
            "desc": keyset.desc,
            "asc": keyset.asc,
            "field": keyset.field,
            "inclusive": keyset.inclusive,
            "dedupe_by": keyset.dedupe_by,
            "exact": text(keyset.exact),
            "warning": text(keyset.warning),
        })),
        "end": text(page.end),
        "notes": lines(page.notes),
    })
}

/// All parameters of a rule.
fn names(op: Op) -> Vec<&'static str> {
    match op {
        Op::ExactlyOne(names) | Op::AtLeastOne(names) | Op::AtMostOne(names) | Op::Together(names) => {
            names.to_vec()
        }
        Op::Requires(name, any_of) => [&[name], any_of].concat(),
        Op::SeveralNeedOne(a, b) | Op::Ordered(a, b) | Op::Cap(a, _, b) => vec![a, b],
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_of_the_catalogue_is_lost() {
    let catalogue = catalogue();
    let specified_rows = || all_rows().filter(|row| !row.beyond_specification);
    assert_eq!(catalogue.len(), specified_rows().count());
    for (expected, actual) in catalogue.iter().zip(specified_rows()) {
        let name = format!("{} {} {}", actual.generation.as_str(), actual.verb.as_str(), actual.path);
        let actual_row = row(actual);
        // Compares field by field, so that a failure names the difference.
        let (expected, actual) = (expected.as_object().unwrap(), actual_row.as_object().unwrap());
        assert_eq!(expected.keys().collect::<Vec<_>>(), actual.keys().collect::<Vec<_>>(), "{name}");
        for (field, value) in expected {
            match (value.as_array(), actual[field].as_array()) {
                // A parameter that the table has and the catalogue lacks was added later.
                (Some(expected), Some(actual_list)) if field == "params" => {
                    let expected_names: Vec<_> = expected.iter().map(|param| &param["name"]).collect();
                    let actual_params: Vec<_> =
                        actual_list.iter().filter(|param| expected_names.contains(&&param["name"])).collect();
                    assert_eq!(expected.len(), actual_params.len(), "{name}: {field}");
                    for (expected, actual_item) in expected.iter().zip(actual_params) {
                        assert_eq!(expected, actual_item, "{name}: {field}");
                    }
                }
                (Some(expected), Some(actual_list)) => {
                    assert_eq!(expected.len(), actual_list.len(), "{name}: {field}");
                    for (expected, actual_item) in expected.iter().zip(actual_list) {
                        assert_eq!(expected, actual_item, "{name}: {field}");
                    }
                }
                _ => assert_eq!(*value, actual[field], "{name}: {field}"),
            }
        }
    }
}

#[test]
fn no_text_refers_to_the_catalogue() {
    let json = docs::json();
    for word in ["endpoints.json", "v2.json", "v3.json", "v2.md", "v3.md", "/work", "/tmp"] {
        assert!(!json.contains(word), "{word}");
    }
}

#[test]
fn rewordings_are_in_use() {
    let fixture = include_str!("../fixtures/endpoints.json");
    for (worse, better) in REWORDED_TEXTS {
        assert!(fixture.contains(worse), "{worse}");
        assert!(docs::json().contains(better), "{better}");
    }
}

#[test]
fn parameters_fit_their_row() {
    for row in all_rows() {
        let names: BTreeSet<_> = row.params.iter().map(|param| param.name).collect();
        assert_eq!(names.len(), row.params.len(), "{}", row.path);
        for param in row.params {
            let param_label = format!("{} {}", row.path, param.name);
            assert_eq!(param.place == Place::Body, row.verb == Verb::Post, "{param_label}");
            assert_eq!(param.kind == Kind::Enum, !param.choices.is_empty(), "{param_label}");
            assert_eq!(param.kind == Kind::Stack, !param.item_type.as_str().is_empty(), "{param_label}");
            assert_eq!(param.repeat, param.array && param.place == Place::Query, "{param_label}");
            assert!(param.repeat || !param.comma, "{param_label}");
            assert!(param.array || param.max_items.is_none(), "{param_label}");
            assert!(!param.required || param.default.is_none(), "{param_label}");
            assert!(!param.doc.as_str().is_empty(), "{param_label}");
            for value in [param.default, param.server_default].into_iter().flatten() {
                let has_right_type = match value {
                    Value::Int(number) => {
                        matches!(param.kind, Kind::Int | Kind::Lt)
                            && param.min.is_none_or(|min| min <= number)
                            && param.max.is_none_or(|max| number <= max)
                    }
                    Value::Bool(_) => param.kind == Kind::Bool,
                    Value::Text(text) => match param.kind {
                        Kind::Enum => param.choices.contains(&text),
                        kind => matches!(kind, Kind::Boc | Kind::String) && text.is_empty(),
                    },
                    Value::Texts(_) => param.array,
                    Value::EmptyObject {} => param.kind == Kind::Object,
                };
                assert!(has_right_type, "{param_label}");
            }
        }
    }
}

#[test]
fn rules_name_real_parameters() {
    for row in all_rows() {
        for rule in row.rules {
            let names = names(rule.op);
            let unique_names: BTreeSet<_> = names.iter().collect();
            assert!(names.len() > 1 && unique_names.len() == names.len(), "{} {rule:?}", row.path);
            for name in names {
                assert!(row.param(name).is_some(), "{} {name}", row.path);
            }
            let param_of = |name: &str| row.param(name).unwrap();
            match rule.op {
                Op::SeveralNeedOne(several, one) => {
                    assert!(param_of(several).array && param_of(one).array, "{}", row.path)
                }
                Op::Ordered(low, high) => assert_eq!(param_of(low).kind, param_of(high).kind, "{}", row.path),
                Op::Cap(name, most, flag) => {
                    assert!(i64::from(param_of(name).max.unwrap()) > most, "{}", row.path);
                    assert_eq!(param_of(flag).kind, Kind::Bool, "{}", row.path);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn pages_fit_their_row() {
    for row in all_rows() {
        let at = row.path;
        if let Some(page) = row.page {
            let limit = row.param("limit").unwrap();
            assert_eq!(limit.default, Some(Value::Int(page.default.try_into().unwrap())), "{at}");
            assert_eq!(limit.max, Some(page.max.try_into().unwrap()), "{at}");
            assert_eq!(row.param("offset").unwrap().default, Some(Value::Int(0)), "{at}");
            assert!(!page.sortable || row.param("sort").is_some(), "{at}");
            let live_page = row.live_page.unwrap();
            assert_eq!(live_page.style, PageStyle::Offset, "{at}");
            assert_eq!(
                (live_page.rows, live_page.row_type.as_str()),
                (page.rows, page.row_type.as_str()),
                "{at}"
            );
        }
        let Some(live) = row.live_page else { continue };
        let limit = row.param("limit").or_else(|| row.param("count")).unwrap();
        assert_eq!(limit.server_default, Some(Value::Int(live.default.try_into().unwrap())), "{at}");
        // TON Center may refuse a page of 1001 rows or more, as the notes say, but the specification takes
        // precedence.
        if row.name() != "topAccountsByBalance" {
            assert_eq!(limit.max, Some(live.max.try_into().unwrap()), "{at}");
        }
        assert_eq!(live.style == PageStyle::Cursor, live.cursor.is_some(), "{at}");
        assert!(live.rows.is_none() || !row.result.as_str().ends_with("[]"), "{at}");
        assert!(live.style != PageStyle::Offset || row.param("offset").is_some(), "{at}");
        assert!(live.style != PageStyle::Limit || row.param("offset").is_none(), "{at}");
        assert_eq!(live.sortable, row.param("sort").is_some_and(|sort| sort.implemented), "{at}");
        if let Some(cursor) = live.cursor {
            assert_eq!(cursor.send.len(), cursor.take.len(), "{at}");
            assert!(cursor.send.iter().all(|name| row.param(name).is_some()), "{at}");
        }
        if let Some(keyset) = live.keyset {
            assert!(row.param(keyset.desc).is_some() && row.param(keyset.asc).is_some(), "{at}");
            assert!(keyset.desc.starts_with("end_") && keyset.asc.starts_with("start_"), "{at}");
        }
    }
}

#[test]
fn sends_are_never_retried_or_cached() {
    let sends: Vec<_> =
        all_rows().filter(|row| row.side_effect).map(|row| (row.generation, row.name())).collect();
    assert_eq!(
        sends,
        [
            (Generation::V2, "sendBoc"),
            (Generation::V2, "sendBocReturnHash"),
            (Generation::V2, "sendBocReturnHashNoError"),
            (Generation::V2, "jsonRPC"),
            (Generation::V3, "message"),
        ]
    );
    for row in all_rows() {
        assert_eq!(row.idempotent, !row.side_effect, "{}", row.path);
        if row.side_effect {
            assert!(matches!(row.cache.class, CacheClass::Never | CacheClass::AsCalled), "{}", row.path);
            assert_eq!(row.verb, Verb::Post, "{}", row.path);
        }
        let is_uncached = matches!(row.cache.class, CacheClass::Never | CacheClass::AsCalled);
        assert_eq!(row.cache.ttl == 0, is_uncached, "{}", row.path);
        assert_eq!(
            row.cache.immutable_ttl.is_some(),
            !row.cache.immutable_when.as_str().is_empty(),
            "{}",
            row.path
        );
        assert!(!is_uncached || row.cache.immutable_ttl.is_none(), "{}", row.path);
    }
}

#[test]
fn every_row_is_found_by_each_of_its_names_and_by_no_other() {
    let is_same_row = |found: Option<&'static Endpoint>, row: &'static Endpoint| {
        found.is_some_and(|it| std::ptr::eq(it, row))
    };
    for row in all_rows() {
        for path in std::iter::once(&row.path).chain(row.aliases) {
            for verb in [Verb::Get, Verb::Post] {
                let found_row = find::by_path(row.generation, verb, path);
                assert_eq!(found_row, find::by_path(row.generation, verb, &path[1..]), "{path}");
                assert_eq!(is_same_row(found_row, row), row.takes(verb), "{path}");
            }
            let allowed_verbs = find::verbs(row.generation, path);
            assert!(allowed_verbs.contains(&row.verb.as_str()), "{path}");
            assert_eq!(allowed_verbs.contains(&"HEAD"), allowed_verbs.contains(&"GET"), "{path}");
            let by_name = find::by_name(row.generation, &path[1..]).unwrap();
            assert!(is_same_row(Some(by_name), row) || by_name.path == "/decode", "{path}");
            assert_eq!(find::near_path(row.generation, path), Some(*path));
            assert_eq!(find::near_path(row.generation, &path.to_uppercase()), Some(*path));
        }
        for name in std::iter::once(row.name()).chain(row.rpc_aliases.iter().copied()) {
            assert_eq!(is_same_row(find::by_rpc_method(name), row), row.rpc, "{name}");
        }
    }
    for generation in [Generation::V2, Generation::V3] {
        let known: BTreeSet<_> = generation
            .rows()
            .iter()
            .flat_map(|row| std::iter::once(row.path).chain(row.aliases.iter().copied()))
            .collect();
        let other_paths = all_rows().map(|row| row.path).filter(|path| !known.contains(path));
        for path in other_paths.chain(["", "/", "/event", "/api/v3/blocks"]) {
            assert!(find::verbs(generation, path).is_empty(), "{path}");
            assert!(find::by_name(generation, path.trim_start_matches('/')).is_none(), "{path}");
        }
    }
}

#[test]
fn json_has_every_row_and_nothing_empty() {
    fn assert_no_empty_values(json: &Json, at: &str) {
        match json {
            Json::Object(members) => {
                for (name, value) in members {
                    let member_path = format!("{at}.{name}");
                    // A default may be false, "" or {}, which count as values.
                    if !name.to_lowercase().ends_with("default") {
                        let is_empty = match value {
                            Json::Null => true,
                            Json::Bool(flag) => !flag,
                            Json::String(text) => text.is_empty(),
                            Json::Array(items) => items.is_empty(),
                            Json::Object(members) => members.is_empty(),
                            Json::Number(_) => false,
                        };
                        assert!(!is_empty, "{member_path}");
                        assert!(name.bytes().all(|b| b.is_ascii_alphabetic()), "{member_path}");
                        assert_no_empty_values(value, &member_path);
                    }
                }
            }
            Json::Array(items) => items.iter().for_each(|item| assert_no_empty_values(item, at)),
            _ => {}
        }
    }
    let json: Json = serde_json::from_str(&docs::json()).unwrap();
    let rows = json.as_array().unwrap();
    assert_eq!(rows.len(), super::operations::all_operations().len());
    for (json, row) in rows.iter().zip(all_rows()) {
        assert_no_empty_values(json, row.path);
        assert_eq!(json["name"], row.name());
        assert_eq!(json["notes"].as_array().map_or(0, Vec::len), row.notes.as_str().lines().count());
        for (json, param) in json["params"].as_array().into_iter().flatten().zip(row.params) {
            assert_eq!(json["name"], param.name);
            assert_eq!(json["in"], json!(param.place));
        }
    }
    let wallets = rows.iter().find(|row| row["name"] == "jetton/wallets").unwrap();
    assert_eq!(
        wallets["rules"],
        json!([
            {
            "op": "several_need_one", "params": ["jetton_address"], "need": "owner_address", "enforced": true
        }
        ])
    );
    assert_eq!(wallets["page"]["rowType"], "JettonWallet");
    assert_eq!(wallets["livePage"]["statusOverMax"], "500");
    let limit = wallets["params"].as_array().unwrap().iter().find(|param| param["name"] == "limit").unwrap();
    assert_eq!((&limit["default"], &limit["serverDefault"]), (&json!(10), &json!(100)));
}
