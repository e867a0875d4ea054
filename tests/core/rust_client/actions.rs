//! The calls above the operations, with a simulated service and clock.

mod accounts;
mod deposits;
mod get_methods;
mod outcomes;
mod refused;
mod sends;
mod watch;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use ton_edge::cell::{BocOptions, CellId, Cells};
use ton_edge::client::{
    Client, Error, FollowOptions, GetOptions, JettonsOptions, PaymentsOptions, RateLimit, Retry,
    SendTransport, Settings, WatchOptions,
};
use ton_edge::message::Seqno;

use super::clock::World;

/// A hash.
const HASH: &str = "/////////////////////////////////////////w8=";

/// The bag of a cell, in hexadecimal digits.
fn bag(cells: &Cells, id: CellId) -> String {
    let boc = cells.to_boc(&[id], BocOptions::default()).unwrap();
    boc.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A request as the service sees it.
pub(in crate::rust_client) struct Call {
    /// The operation, such as `v3/walletStates`.
    path: String,
    /// The parameters of the query, or the fields of the body; those that occur several times joined by commas.
    params: BTreeMap<String, String>,
}

impl Call {
    fn read(request: &http::Request<String>) -> Self {
        let path = request.uri().path().trim_start_matches("/api/").to_owned();
        let mut params = BTreeMap::<String, String>::new();
        for pair in request.uri().query().unwrap_or_default().split('&') {
            let Some((name, value)) = pair.split_once('=') else { continue };
            let value = value.replace("%3A", ":").replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
            let earlier_value = params.remove(name).map(|earlier| earlier + ",").unwrap_or_default();
            params.insert(name.into(), earlier_value + &value);
        }
        if let Ok(Value::Object(body)) = serde_json::from_str(request.body()) {
            params.extend(body.into_iter().map(|(name, value)| match value {
                Value::String(text) => (name, text),
                value => (name, value.to_string()),
            }));
        }
        Self { path, params }
    }

    fn get(&self, name: &str) -> &str {
        self.params.get(name).map_or("", String::as_str)
    }
}

/// A client of a service that responds with these results: v3 as they are, v2 in their envelope. Null is 404.
pub(in crate::rust_client) fn client_of(
    mut respond: impl FnMut(&Call) -> Value + 'static,
) -> (World, Client<World>) {
    client_with_statuses(move |call| match respond(call) {
        Value::Null => (404, json!({ "ok": false, "error": "not found" })),
        result if call.path.starts_with("v2/") => (200, json!({ "ok": true, "result": result })),
        result => (200, result),
    })
}

/// A client of a service that responds with these statuses and bodies.
pub(in crate::rust_client) fn client_with_statuses(
    mut respond: impl FnMut(&Call) -> (u16, Value) + 'static,
) -> (World, Client<World>) {
    let world = World::new(move |request, _| {
        let (status, body) = respond(&Call::read(request));
        (status, Vec::new(), body.to_string())
    });
    let settings = Settings {
        base_url: Some("https://gateway.example".into()),
        rate_limit: RateLimit::Off,
        retry: Retry::never(),
        ..Settings::default()
    };
    let client = Client::new(settings, world.clone()).unwrap();
    (world, client)
}

/// The futures of all calls can be sent to other threads if those of the transport can.
#[allow(dead_code, reason = "it is compiled, not run")]
#[expect(clippy::manual_async_fn, reason = "the bound `Send` is what this module checks")]
mod spawned {
    use super::*;

    type Done = Result<(), Error>;

    fn account<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.account("").await.map(|_| ()) }
    }

    fn jettons<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.jettons("", JettonsOptions::default()).await.map(|_| ()) }
    }

    fn get<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move {
            client.get(&mut Cells::new(), "", "seqno", Vec::new(), GetOptions::default()).await.map(|_| ())
        }
    }

    fn read<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.read(&mut Cells::new(), "", Seqno, GetOptions::default()).await.map(|_| ()) }
    }

    fn get_many<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.get_many(&mut Cells::new(), &[], GetOptions::default()).await.map(|_| ()) }
    }

    fn recipient<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.recipient("").await.map(|_| ()) }
    }

    fn send<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.send_message(&[], FollowOptions::default()).await.map(|_| ()) }
    }

    fn wait<T: SendTransport>(
        client: Client<T>,
        boc: Vec<u8>,
    ) -> impl Future<Output = Done> + Send + 'static {
        async move { client.wait_for_message(&boc, FollowOptions::default()).await.map(|_| ()) }
    }

    fn payments<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.payments("", PaymentsOptions::default())?.next().await.map(|_| ()) }
    }

    fn watch<T: SendTransport>(client: Client<T>) -> impl Future<Output = Done> + Send + 'static {
        async move { client.watch(&[], WatchOptions::default())?.next().await.map(|_| ()) }
    }
}
