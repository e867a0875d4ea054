//! The generated Rust types of the requests: `src/types/requests/{v2,v3}.rs`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::endpoint::{self, Endpoint, Place, Verb};
use ton_edge::types::v2::{EstimateFeeRequest, GetTransactionsRequest, RunGetMethodRequest};
use ton_edge::types::v3::{DecodeRequest, Sort, TransactionsRequest};
use ton_edge::types::{self, Request, ResultType, Scalar};

#[test]
fn every_row_names_a_request_and_a_response() {
    for generation in [V2, V3] {
        let script = types::typescript(generation);
        let schemas = types::schemas(generation);
        let is_declared = |name: &str| {
            let has_export =
                |word: &str, after: &str| script.contains(&format!("\nexport {word} {name}{after}"));
            has_export("interface", " {\n") || has_export("type", " = ")
        };
        for row in generation.rows() {
            let mut names = vec![row.request()];
            names.extend(words_of(row));
            if let ResultType::Type(name) | ResultType::List(name) = ResultType::of(row) {
                names.push(name.into());
            }
            names.extend(row.page.map(|page| page.row_type.as_str().into()));
            for name in names {
                assert!(
                    types::find(generation, &name).is_some(),
                    "{} names {name}, which is not a type",
                    row.path
                );
                assert!(is_declared(&name), "{name} of {} is not in TypeScript", row.path);
                assert!(schemas.contains_key(&name), "{name} of {} has no schema", row.path);
            }
        }
    }
    let count = V2.request_rows().count() + V3.request_rows().count();
    assert_eq!(count, super::operations::all_operations().len() - 1, "`decode` has two rows");
}

fn words_of(row: &Endpoint) -> Vec<String> {
    row.params.iter().filter_map(|param| row.words_type(param)).collect()
}

#[test]
fn rows_of_one_path_have_the_same_types() {
    let facts = |row: &'static Endpoint| -> Vec<_> {
        row.params.iter().map(|param| (param.name, param.kind, param.array, param.required)).collect()
    };
    for generation in [V2, V3] {
        for row in generation.rows() {
            let first_row = generation.request_rows().find(|first| first.path == row.path).unwrap();
            assert_eq!((facts(first_row), first_row.result), (facts(row), row.result), "{}", row.path);
        }
    }
}

#[test]
fn request_names_are_unique() {
    for generation in [V2, V3] {
        let request_names: BTreeSet<String> =
            generation.request_rows().flat_map(|row| [vec![row.request()], words_of(row)].concat()).collect();
        let all_names = types::names(generation);
        assert_eq!(
            all_names.iter().filter(|name| request_names.contains(**name)).count(),
            request_names.len()
        );
    }
}

#[test]
fn json_rpc_accepts_every_method() {
    for row in V2.rows() {
        assert_eq!(row.rpc, row.path != "/jsonRPC", "{}", row.path);
        let paths: Vec<_> = row.aliases.iter().map(|path| path.trim_start_matches('/')).collect();
        assert_eq!(paths, row.rpc_aliases, "{}: the same aliases for both", row.path);
    }
}

#[test]
fn a_request_is_serialised_as_it_is_sent() {
    let write_json = |value: Value| serde_json::to_string(&value).unwrap();
    let request = TransactionsRequest {
        account: Some(vec!["0:00".into()]),
        limit: Some(3),
        sort: Some(Sort::Asc),
        ..Default::default()
    };
    assert_eq!(json!(request), json!({ "account": ["0:00"], "limit": 3, "sort": "asc" }));
    assert_eq!(TransactionsRequest::ROW, (V3, Verb::Get, "/transactions"));
    assert_eq!(TransactionsRequest::endpoint().unwrap().title.as_str(), "Transactions");
    let call =
        RunGetMethodRequest { address: "0:00".into(), method: Scalar::from(85_143), ..Default::default() };
    assert_eq!(json!(call), json!({ "address": "0:00", "method": 85_143, "stack": [] }));
    assert_eq!(write_json(json!(DecodeRequest::default())), "{}");
    // The types require the parameters that the table requires, and refuse those that it does not have.
    let read = |name, value| types::find(V2, name).unwrap().read(&value);
    assert!(
        read("EstimateFeeRequest", json!({ "address": "0:00" })).unwrap_err().to_string().contains("body")
    );
    let unknown_error =
        read("GetTransactionsRequest", json!({ "address": "0:00", "form_lt": 1 })).unwrap_err();
    assert!(unknown_error.to_string().contains("form_lt"));
    fn response_type<R: Request>() -> &'static str {
        std::any::type_name::<R::Response>()
    }
    assert!(response_type::<EstimateFeeRequest>().ends_with("QueryFees"));
    assert!(
        response_type::<GetTransactionsRequest>()
            .ends_with("Vec<ton_edge::types::v2::transactions::Transaction>")
    );
}

#[test]
fn every_parameter_is_documented() {
    for row in endpoint::V2.iter().chain(endpoint::V3) {
        for param in row.params {
            let param_docs = param.says(row.generation).join(" ");
            assert_eq!(param_docs.contains("Required."), param.required, "{} {param_docs}", row.path);
            assert!(param_docs.len() > param.doc.as_str().len() + 5, "{} {param_docs}", row.path);
            assert!(
                !param_docs.contains(". .") && (param_docs.ends_with('.') || param_docs.ends_with(".)")),
                "{} {param_docs}",
                row.path
            );
            assert_eq!(param_docs.contains("sent as a header"), param.place == Place::Header);
        }
    }
}
