//! The start times of requests, with a simulated clock.

use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

use serde_json::Value;
use ton_edge::client::{CallOptions, Client, Error, RateLimit, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::clock::{Answer, World};

/// A service that accepts one request per `ms`.
fn limited_world(ms: f64) -> World {
    let mut last_arrival = f64::NEG_INFINITY;
    World::new(move |_, now| -> Answer {
        if now - last_arrival < ms {
            return (429, vec![("retry-after", "1".into())], r#"{"error":"slow down"}"#.into());
        }
        last_arrival = now;
        (200, vec![], r#"{"blocks":[]}"#.into())
    })
}

fn client(world: &World, settings: Settings) -> Client<World> {
    let timeout = Duration::from_secs(60);
    Client::new(Settings { timeout, ..settings }, world.clone()).unwrap()
}

type Call<'a> = Pin<Box<dyn Future<Output = Result<Value, Error>> + 'a>>;

fn call(client: &Client<World>) -> Call<'_> {
    Box::pin(client.call(Generation::V3, "blocks", &()))
}

fn gaps(world: &World) -> Vec<f64> {
    world.arrivals().windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn twelve_keyless_calls_get_twelve_responses() {
    let world = limited_world(1000.0);
    let client = client(&world, Settings::default());
    let clone = client.clone();
    let started_at = world.now();
    let results = world.run((0..12).map(|at| call(if at % 2 == 0 { &client } else { &clone })).collect());
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    assert_eq!(world.arrivals().len(), 12, "none was refused");
    assert!(gaps(&world).iter().all(|gap| *gap >= 1000.0), "{:?}", gaps(&world));
    let elapsed_ms = world.now() - started_at;
    assert!((11_000.0..11_500.0).contains(&elapsed_ms), "{elapsed_ms}");
}

#[test]
fn a_policy_from_the_server_sets_the_pace() {
    let policy_headers = || vec![("ratelimit-policy", "\"plan\";q=10;w=1".into())];
    let world = World::new(move |_, _| (200, policy_headers(), r#"{"blocks":[]}"#.into()));
    let client = client(&world, Settings::default());
    let start = world.now();
    assert!(world.run((0..12).map(|_| call(&client)).collect()).iter().all(Result::is_ok));
    assert!(world.now() - start < 3000.0, "{}", world.now() - start);
}

#[test]
fn the_callers_own_rate_is_used() {
    let world = limited_world(0.0);
    let client = client(&world, Settings { rate_limit: RateLimit::PerSecond(4.0), ..Settings::default() });
    world.run((0..5).map(|_| call(&client)).collect());
    assert!(gaps(&world).iter().all(|gap| *gap >= 250.0 && *gap < 320.0), "{:?}", gaps(&world));
}

#[test]
fn without_a_pace_only_concurrency_is_limited() {
    let world = limited_world(0.0);
    let settings = Settings { rate_limit: RateLimit::Off, concurrency: Some(3), ..Settings::default() };
    let client = client(&world, settings);
    world.run((0..9).map(|_| call(&client)).collect());
    let start = world.arrivals()[0];
    let immediate_count = world.arrivals().iter().filter(|at| **at < start + 30.0).count();
    assert_eq!((immediate_count, world.arrivals().len()), (3, 9));
}

#[test]
fn each_api_key_has_its_own_pace() {
    let world = limited_world(0.0);
    let request_number = std::sync::Mutex::new(0);
    let key = ton_edge::client::ApiKey::per_call(move || {
        let mut turn = request_number.lock().unwrap();
        *turn += 1;
        format!("key-{}", *turn)
    });
    let client = client(&world, Settings { api_key: Some(key), ..Settings::default() });
    world.run((0..3).map(|_| call(&client)).collect());
    assert_eq!(gaps(&world), [0.0, 0.0]);
}

#[test]
fn a_dropped_call_gives_its_slot_to_others() {
    let world = limited_world(1000.0);
    let client = client(&world, Settings::default());
    let start = world.now();
    let mut dropped_calls: Vec<Call<'_>> = (0..5).map(|_| call(&client)).collect();
    // The calls take their tickets, and are dropped before they get a slot.
    let mut context = core::task::Context::from_waker(core::task::Waker::noop());
    for future in &mut dropped_calls {
        assert!(future.as_mut().poll(&mut context).is_pending());
    }
    drop(dropped_calls);
    assert!(world.run_one(call(&client)).is_ok());
    assert!(world.now() - start < 1500.0, "{}", world.now() - start);
}

#[test]
fn a_slot_later_than_the_queue_timeout_is_refused_at_once() {
    let world = limited_world(1000.0);
    let client = client(&world, Settings::default());
    world.run_one(call(&client)).unwrap();
    let queue_timeout = Some(Duration::from_millis(2500));
    let impatient_client = client.with(CallOptions { queue_timeout, ..Default::default() }).unwrap();
    let start = world.now();
    let results = world.run((0..6).map(|_| call(&impatient_client)).collect());
    let success_count = results.iter().filter(|result| result.is_ok()).count();
    let late_arrivals =
        results.iter().filter_map(|result| result.as_ref().err()).all(|error| error.code == Code::Timeout);
    assert!(success_count == 2 && late_arrivals, "{results:?}");
    let error = results.iter().find_map(|result| result.as_ref().err()).unwrap();
    assert!(error.message.contains("beyond its `queue_timeout` of 2500 ms"), "{error}");
    assert!(error.retry_after() > queue_timeout && error.retry_after() < queue_timeout.map(|time| time * 3));
    assert!(world.now() - start < 2600.0);
}

#[test]
fn time_in_the_queue_does_not_count_against_the_timeout() {
    let world = limited_world(1000.0);
    let client = client(&world, Settings::default());
    let short_timeout = CallOptions { timeout: Some(Duration::from_millis(300)), ..Default::default() };
    let short = client.with(short_timeout).unwrap();
    let results = world.run((0..12).map(|_| call(&short)).collect());
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}

#[test]
fn a_service_that_refuses_everything_does_not_hold_the_queue_forever() {
    let world = World::new(|_, _| (429, vec![], r#"{"error":"slow down"}"#.into()));
    let client = client(&world, Settings::default());
    let start = world.now();
    let results = world.run((0..40).map(|_| call(&client)).collect());
    let is_rate_limited = |error: &Error| error.code == Code::RateLimited;
    assert!(results.iter().all(|result| result.as_ref().is_err_and(is_rate_limited)), "{results:?}");
    let is_listing_refusals =
        |error: &Error| error.message.contains("no slot: the service has refused every request for");
    assert!(
        results.iter().filter(|result| result.as_ref().is_err_and(is_listing_refusals)).count() > 30,
        "{results:?}"
    );
    // The call takes twice its timeout, not forty times.
    assert!(world.now() - start < 150_000.0, "{}", world.now() - start);
}

#[test]
fn the_callers_own_slower_rate_is_kept_with_a_faster_service() {
    let world = limited_world(1000.0);
    let client = client(&world, Settings { rate_limit: RateLimit::PerSecond(0.5), ..Settings::default() });
    assert!(world.run((0..3).map(|_| call(&client)).collect()).iter().all(Result::is_ok));
    assert!(gaps(&world).iter().all(|gap| *gap >= 2000.0 && *gap < 2400.0), "{:?}", gaps(&world));
}

#[test]
fn slots_are_passed_on_in_order() {
    let order = std::rc::Rc::new(core::cell::RefCell::new(Vec::new()));
    let order_seen = std::rc::Rc::clone(&order);
    let world = World::new(move |request, _| {
        order_seen.borrow_mut().push(request.uri().query().unwrap_or_default().to_owned());
        (200, vec![], r#"{"blocks":[]}"#.into())
    });
    let settings = Settings { rate_limit: RateLimit::Off, concurrency: Some(2), ..Settings::default() };
    let client = client(&world, settings);
    let call_with_limit = |limit: u32| -> Call<'_> {
        let client = &client;
        Box::pin(async move {
            client.call(Generation::V3, "blocks", &serde_json::json!({ "limit": limit })).await
        })
    };
    let start = world.now();
    assert!(world.run((1..=9).map(call_with_limit).collect()).iter().all(Result::is_ok));
    let sent_queries: Vec<String> = (1..=9).map(|limit| format!("limit={limit}&sort=desc")).collect();
    assert_eq!(*order.borrow(), sent_queries);
    assert_eq!(world.now() - start, 5.0 * 40.0, "there is no gap between two calls");
}
