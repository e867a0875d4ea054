//! Lists that need a longer URL than the client sends: in parts where the results can be joined, else refused.

use serde_json::{Value, json};
use ton_edge::client::{Client, Error, Settings};
use ton_edge::endpoint::{Generation, Kind, Place, Verb};
use ton_edge::error::Code;

use super::server::{Reply, Server};
use super::wire::{Wire, wait, wire};
use super::{client, settings};

fn raw_address(at: usize) -> String {
    format!("0:{at:064X}")
}

fn addresses(from: usize, to: usize) -> Vec<String> {
    (from..to).map(raw_address).collect()
}

fn call(client: &Client<Wire>, path: &str, params: &Value) -> Result<Value, Error> {
    wait(client.call(Generation::V3, path, params))
}

/// The addresses of the requests that arrived, request by request.
fn requested_addresses(server: &Server) -> Vec<Vec<String>> {
    let values = |line: &String| {
        let (_, query) = line.split_once('?').unwrap();
        let pairs = query.trim_end_matches(" HTTP/1.1").split('&');
        pairs.filter_map(|pair| pair.strip_prefix("address=")).map(String::from).collect()
    };
    server.request_lines().iter().map(values).collect()
}

fn states(accounts: &[String]) -> Reply {
    let rows: Vec<Value> = accounts
        .iter()
        .map(|address| json!({ "address": address, "balance": "12345678901234567890" }))
        .collect();
    let book: serde_json::Map<String, Value> =
        accounts.iter().map(|address| (address.clone(), json!({ "domain": null }))).collect();
    Reply::json(200, &json!({ "accounts": rows, "address_book": book, "metadata": {} }).to_string())
}

#[test]
fn parts_arrive_as_one_result_in_order() {
    // Ten parts of at most 8000 bytes: the server responds to each with the states of its accounts.
    let bounds: Vec<usize> = (0..=1000).step_by(105).chain([1000]).collect();
    let replies: Vec<Reply> = bounds.windows(2).map(|part| states(&addresses(part[0], part[1]))).collect();
    let server = Server::start(replies);
    let params = json!({ "address": addresses(0, 1000), "include_boc": false });
    let result = call(&client(&server), "accountStates", &params).unwrap();
    let accounts = result["accounts"].as_array().unwrap();
    let names: Vec<&str> = accounts.iter().map(|row| row["address"].as_str().unwrap()).collect();
    assert_eq!(names, addresses(0, 1000));
    assert_eq!(result["address_book"].as_object().unwrap().len(), 1000);
    assert_eq!(result["metadata"], json!({}));
    assert_eq!(requested_addresses(&server).concat(), addresses(0, 1000));
    for line in server.request_lines() {
        let target = line.trim_start_matches("GET ").trim_end_matches(" HTTP/1.1");
        assert!(
            server.url.len() + target.len() <= 8000 && target.contains("include_boc=false"),
            "{}",
            target.len()
        );
    }
}

#[test]
fn maps_are_joined_and_an_account_comes_once() {
    let server = Server::start([
        Reply::json(200, &json!({ "a": 1, "b": 2 }).to_string()),
        Reply::json(200, &json!({ "c": 3 }).to_string()),
        states(&addresses(10, 14)),
        states(&addresses(10, 11)),
    ]);
    let short_url_settings = Settings { max_url_bytes: 400, ..settings(&server) };
    let client = Client::new(short_url_settings, wire()).unwrap();
    let book = call(&client, "addressBook", &json!({ "address": addresses(0, 7) })).unwrap();
    assert_eq!(book, json!({ "a": 1, "b": 2, "c": 3 }));
    // The same account in another form, in another part; equal texts are sent once.
    let mut list = [addresses(10, 14), addresses(10, 14)].concat();
    list.push(raw_address(10).to_lowercase());
    let result = call(&client, "accountStates", &json!({ "address": list })).unwrap();
    assert_eq!(result["accounts"].as_array().unwrap().len(), 4);
    let part_sizes: Vec<usize> = requested_addresses(&server).iter().map(Vec::len).collect();
    assert_eq!(part_sizes, [4, 3, 4, 1]);
}

#[test]
fn the_error_of_a_part_ends_the_call() {
    let server = Server::start([states(&addresses(0, 4)), Reply::json(422, r#"{"error":"no"}"#)]);
    let short_url_settings = Settings { max_url_bytes: 400, ..settings(&server) };
    let client = Client::new(short_url_settings, wire()).unwrap();
    let error = call(&client, "accountStates", &json!({ "address": addresses(0, 30) })).unwrap_err();
    assert_eq!((error.code, error.status), (Code::BadRequest, Some(422)));
    assert_eq!(server.request_lines().len(), 2);

    for body in ["[]", r#"{"address_book":{}}"#] {
        let server = Server::start([states(&addresses(0, 4)), Reply::json(200, body)]);
        let short_url_settings =
            Settings { max_url_bytes: 400, retry: ton_edge::client::Retry::never(), ..settings(&server) };
        let client = Client::new(short_url_settings, wire()).unwrap();
        let error = call(&client, "accountStates", &json!({ "address": addresses(0, 7) })).unwrap_err();
        assert_eq!(error.code, Code::InvalidResponse, "{body}");
    }
}

#[test]
fn other_lists_are_refused_before_anything_is_sent() {
    let server = Server::start([]);
    let client = client(&server);
    let mut refused_count = 0;
    for row in Generation::V3.rows().iter().filter(|row| row.verb == Verb::Get) {
        for param in row.params.iter().filter(|param| param.array && param.place == Place::Query) {
            let values = match param.kind {
                Kind::Address | Kind::AddressText | Kind::AddressOrNull => addresses(0, 300),
                Kind::Hash => addresses(0, 300).iter().map(|address| address.replace("0:", "")).collect(),
                _ => continue,
            };
            let is_joined =
                ["/accountStates", "/walletStates", "/addressBook", "/metadata"].contains(&row.path);
            if is_joined && param.name == "address" {
                continue;
            }
            let mut params = json!({ param.name: values });
            for required in row.params.iter().filter(|other| other.required && other.name != param.name) {
                params[required.name] = json!(raw_address(1));
            }
            let error = call(&client, &row.path[1..], &params).unwrap_err();
            if error.code == Code::ParameterConflict {
                continue;
            }
            assert_eq!(
                (error.code, error.parameter.as_deref()),
                (Code::TooLong, Some(param.name)),
                "{}",
                row.path
            );
            let message_start = format!("`{}` has 300 values, and the URL would have ", param.name);
            assert!(
                error.message.starts_with(&message_start) && error.message.contains("above 8000"),
                "{}",
                error.message
            );
            refused_count += 1;
        }
    }
    assert!(refused_count > 30, "{refused_count}");
    assert!(server.request_lines().is_empty());
    let zero_limit = Settings { max_url_bytes: 0, ..settings(&server) };
    assert_eq!(Client::new(zero_limit, wire()).unwrap_err().code, Code::InvalidOption);
}
