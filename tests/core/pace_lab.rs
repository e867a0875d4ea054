//! The pace laboratory: clients that do not know of one another, servers with every kind of limit, one simulated clock.
//!
//! The best schedule starts one request per interval of the limit, from the first moment on, and the server refuses none. Only a client that
//! knew the limit and all other clients could follow this schedule.

use crate::pace::DueStep;
use std::collections::BinaryHeap;
use ton_edge::pace::{Backoff, Pacer, Refusal};

/// How a server counts the requests of one IP or key.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Limit {
    /// No limit.
    Open,
    /// This many in every second of the server's clock.
    Fixed(f64),
    /// This many in any period of one second.
    Sliding(f64),
    /// This many at once, and then a rate per second.
    Bucket(f64, f64),
    /// Every request fills the bucket by one; the bucket leaks at a rate per second and has room for half a second.
    Leaky(f64),
    /// This many in any period of one second; refused requests also count.
    Counting(f64),
}

struct Server {
    limit: Limit,
    /// Whether a refusal has `Retry-After`, in whole seconds.
    hints: bool,
    /// Requests that are refused regardless of the limit, counted from 0.
    forced_refusals: Vec<usize>,
    phase: f64,
    counted_times: Vec<f64>,
    level: f64,
    level_time: f64,
    requests: usize,
}

impl Server {
    fn new(limit: Limit, hints: bool, phase: f64) -> Self {
        Self {
            limit,
            hints,
            forced_refusals: Vec::new(),
            phase,
            counted_times: Vec::new(),
            level: 0.0,
            level_time: 0.0,
            requests: 0,
        }
    }

    fn accept_request(&mut self, now: f64) -> bool {
        let request = self.requests;
        self.requests += 1;
        if self.forced_refusals.contains(&request) {
            return false;
        }
        let count_recent =
            |from: f64| self.counted_times.iter().rev().take_while(|at| **at > from).count() as f64;
        let (counts, taken) = match self.limit {
            Limit::Open => (true, true),
            Limit::Fixed(most) => {
                let window = ((now + self.phase) / 1000.0).floor() * 1000.0 - self.phase;
                let is_accepted = count_recent(window - 1e-6) < most;
                (is_accepted, is_accepted)
            }
            Limit::Sliding(most) => {
                let is_accepted = count_recent(now - 1000.0) < most;
                (is_accepted, is_accepted)
            }
            Limit::Counting(most) => (true, count_recent(now - 1000.0) < most),
            Limit::Bucket(size, rate) => self.fill_bucket(now, size, rate),
            Limit::Leaky(rate) => self.fill_bucket(now, (rate / 2.0).max(1.0), rate),
        };
        if counts {
            self.counted_times.push(now);
        }
        taken
    }

    fn fill_bucket(&mut self, now: f64, size: f64, rate: f64) -> (bool, bool) {
        self.level = (self.level - (now - self.level_time) / 1000.0 * rate).max(0.0);
        self.level_time = now;
        let is_accepted = self.level + 1.0 <= size + 1e-9;
        self.level += if is_accepted { 1.0 } else { 0.0 };
        (is_accepted, is_accepted)
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Call,
    Turn(f64),
    Arrive { sent: f64 },
    Answer { sent: f64, taken: bool },
}

/// Random numbers that are the same in every run: xorshift.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.next_number();
        }
        random
    }

    fn next_number(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

const BACKOFF: Backoff = Backoff { least: 250.0, most: 10_000.0, most_retry_after: 30_000.0 };

struct Client {
    pacer: Pacer,
    latency: f64,
    first_start: f64,
    responses: Vec<f64>,
    refusals: usize,
}

struct Trial {
    clients: usize,
    calls: usize,
    has_key: bool,
    /// Most milliseconds between the first calls of two clients.
    max_offset_ms: f64,
    /// Whether the clients take their slots from one queue, as tabs of a site and processes with a shared store do.
    has_shared_queue: bool,
}

impl Trial {
    /// All calls of every client start at once.
    fn run(&self, server: &mut Server, seed: u64) -> Vec<Client> {
        // Long waits are checked rarely, because checks take most of the simulation's time.
        let check_interval = if self.calls > 50 && !self.has_key { 1000.0 } else { 250.0 };
        let mut chance = Chance::new(seed);
        let mut due_steps = BinaryHeap::new();
        let mut clients = Vec::new();
        let mut serial = 0;
        // The start of the next free slot of the queue.
        let mut next_free_slot = f64::NEG_INFINITY;
        for client in 0..self.clients {
            let at = if client == 0 { 0.0 } else { chance.next_number() * self.max_offset_ms };
            // Clients that can share a queue are on the same machine, or close to each other.
            let latency = if self.has_shared_queue { 30.0 } else { 2.0 + chance.next_number() * 60.0 };
            let pacer = Pacer::new(at, self.has_key);
            clients.push(Client { pacer, latency, first_start: at, responses: Vec::new(), refusals: 0 });
            for _ in 0..self.calls {
                due_steps.push(DueStep(at, serial, client, Step::Call));
                serial += 1;
            }
        }
        while let Some(DueStep(now, _, which, step)) = due_steps.pop() {
            assert!(now < 3_600_000.0, "it ends");
            let client = &mut clients[which];
            let pacer = &mut client.pacer;
            // Some packets take a little longer.
            let latency = client.latency * (1.0 + 0.1 * chance.next_number());
            let (at, next) = match step {
                Step::Call => (now, Step::Turn(pacer.reserve(now, 1.0, None))),
                Step::Turn(ticket) => match pacer.turn(now, ticket, 1.0) {
                    (_, 0.0) if self.has_shared_queue => {
                        let (slot, interval) = (next_free_slot.max(now), pacer.queue.interval());
                        next_free_slot = slot + interval;
                        if slot > now {
                            pacer.put_off(now, slot - now, 1.0);
                        }
                        (slot + latency, Step::Arrive { sent: slot })
                    }
                    (_, 0.0) => (now + latency, Step::Arrive { sent: now }),
                    (ticket, wait) => {
                        (now + wait.clamp(1.0, check_interval) + chance.next_number(), Step::Turn(ticket))
                    }
                },
                Step::Arrive { sent } => {
                    (now + latency, Step::Answer { sent, taken: server.accept_request(now) })
                }
                Step::Answer { sent, taken: true } => {
                    pacer.succeeded(now, sent);
                    client.responses.push(now);
                    continue;
                }
                Step::Answer { sent, taken: false } => {
                    client.refusals += 1;
                    let retry_after = server.hints.then_some(1000.0);
                    let delay = BACKOFF.delay(pacer.streak.max(1.0), chance.next_number(), retry_after);
                    next_free_slot = next_free_slot.max(now + delay);
                    (
                        now,
                        Step::Turn(pacer.refused(
                            now,
                            Refusal {
                                started: sent,
                                delay,
                                weight: 1.0,
                                limited: true,
                                chance: chance.next_number(),
                            },
                        )),
                    )
                }
            };
            due_steps.push(DueStep(at, serial, which, next));
            serial += 1;
        }
        clients
    }
}

/// The result of one trial over many seeds.
struct Figures {
    /// Time, as a multiple of the best schedule.
    time: Vec<f64>,
    /// Time, as a multiple of 1.15 of the best schedule, plus the delays that the refusals of the worst client
    /// required.
    relative_times: Vec<f64>,
    /// Refusals of the client that had the most of them.
    refusals: Vec<f64>,
    /// Jain's fairness index of the clients' responses at the moment when the first client had all of its responses.
    jain_indices: Vec<f64>,
    /// The number of responses of the client with the fewest at that moment, as a part of a fair share.
    least_shares: Vec<f64>,
    /// The rate of the slowest client from its first call to its last response, as a part of its fair share
    /// of the limit.
    slowest_shares: Vec<f64>,
}

fn compute_mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}

fn max_of(list: &[f64]) -> f64 {
    list.iter().copied().fold(0.0, f64::max)
}

fn min_of(list: &[f64]) -> f64 {
    list.iter().copied().fold(f64::MAX, f64::min)
}

impl Trial {
    fn rate(&self) -> f64 {
        if self.has_key { 10.0 } else { 1.0 }
    }

    fn figures(&self, limit: Limit, hints: bool, seeds: u64) -> Figures {
        let mut all = Figures {
            time: vec![],
            relative_times: vec![],
            refusals: vec![],
            jain_indices: vec![],
            least_shares: vec![],
            slowest_shares: vec![],
        };
        for seed in 1..=seeds {
            let mut server = Server::new(limit, hints, Chance::new(seed ^ 77).next_number() * 1000.0);
            let clients = self.run(&mut server, seed);
            for client in &clients {
                assert_eq!(client.responses.len(), self.calls, "every call gets exactly one response");
            }
            let end_times: Vec<f64> =
                clients.iter().map(|client| *client.responses.last().unwrap()).collect();
            let (first, last) = (min_of(&end_times), max_of(&end_times));
            let total = (self.clients * self.calls) as f64;
            let latency = clients.iter().map(|client| client.latency).fold(0.0, f64::max);
            let best_time = (total - 1.0) / self.rate() * 1000.0 + 2.0 * latency;
            let refusals = clients.iter().map(|client| client.refusals).max().unwrap() as f64;
            // A refusal costs its delay, with jitter, the round trip, and one slot.
            let refusal_delay = refusals * (1250.0 + 2.0 * latency + 1500.0 / self.rate());
            all.time.push(last / best_time);
            // The first slot is late by the time that opening the connection takes.
            all.relative_times.push(last / (1.15 * best_time + 2.0 * latency + refusal_delay));
            all.refusals.push(refusals);
            // With fair shares every client takes as long as the best schedule.
            let slowest_time = clients
                .iter()
                .zip(&end_times)
                .map(|(client, end)| end - client.first_start)
                .fold(0.0, f64::max);
            all.slowest_shares.push(best_time / slowest_time);
            let count_responses =
                |client: &Client| client.responses.iter().filter(|at| **at <= first).count() as f64;
            let shares: Vec<f64> = clients.iter().map(count_responses).collect();
            let share_sum: f64 = shares.iter().sum();
            let square_sum: f64 = shares.iter().map(|share| share * share).sum();
            all.jain_indices.push(share_sum * share_sum / (shares.len() as f64 * square_sum));
            all.least_shares.push(min_of(&shares) * shares.len() as f64 / share_sum);
        }
        all
    }

    fn for_each_trial(&self, seeds: u64, mut check: impl FnMut(Limit, bool, Figures)) {
        let rate = self.rate();
        for limit in [
            Limit::Fixed(rate),
            Limit::Sliding(rate),
            Limit::Bucket(1.0, rate),
            Limit::Bucket(rate, rate),
            Limit::Leaky(rate),
            Limit::Counting(rate),
        ] {
            // Without an API key, three of the limits are the same limiter.
            if !self.has_key && matches!(limit, Limit::Bucket(..)) {
                continue;
            }
            for hints in [false, true] {
                let figures = self.figures(limit, hints, seeds);
                println!(
                    "{} {}x{:<3} {:<18} {} time {:.2} ({:.2}) 429 {:.1} ({}) jain {:.2} ({:.2}) least {:.2} ({:.2}) slowest {:.2} ({:.2})",
                    if self.has_key { "key" } else { "   " },
                    self.clients,
                    self.calls,
                    format!("{limit:?}"),
                    if hints { "RA" } else { "  " },
                    compute_mean(&figures.time),
                    max_of(&figures.time),
                    compute_mean(&figures.refusals),
                    max_of(&figures.refusals),
                    compute_mean(&figures.jain_indices),
                    min_of(&figures.jain_indices),
                    compute_mean(&figures.least_shares),
                    min_of(&figures.least_shares),
                    compute_mean(&figures.slowest_shares),
                    min_of(&figures.slowest_shares),
                );
                check(limit, hints, figures);
            }
        }
    }
}

#[test]
fn one_client_is_within_fifteen_percent_of_the_best_schedule() {
    for (calls, seeds) in [(6, 40), (12, 40), (100, 8)] {
        Trial { clients: 1, calls, has_key: false, max_offset_ms: 0.0, has_shared_queue: false }
            .for_each_trial(seeds, |limit, _, figures| {
                assert!(max_of(&figures.time) <= 1.15, "{limit:?}: {}", max_of(&figures.time));
                assert_eq!(max_of(&figures.refusals), 0.0, "{limit:?}");
            });
        Trial { clients: 1, calls, has_key: true, max_offset_ms: 0.0, has_shared_queue: false }
            .for_each_trial(seeds, |limit, hints, figures| {
                assert!(
                    max_of(&figures.relative_times) <= 1.0,
                    "{limit:?} {hints}: {}",
                    max_of(&figures.relative_times)
                );
                let burst = matches!(limit, Limit::Bucket(..) | Limit::Leaky(_));
                if !burst {
                    // The client finds the limit by one refusal, and rarely needs more.
                    assert!(
                        compute_mean(&figures.time) <= 1.17,
                        "{limit:?} {hints}: {}",
                        compute_mean(&figures.time)
                    );
                    assert!(compute_mean(&figures.refusals) <= 2.5, "{limit:?} {hints}");
                }
                if matches!(limit, Limit::Sliding(_)) {
                    assert!(max_of(&figures.refusals) <= 1.0, "{limit:?} {hints}");
                }
            });
    }
}

/// The time of one client's calls if the server refuses only the given requests, and the number of refusals.
fn run_with_refusals(keyed: bool, calls: usize, refused: &[usize], hints: bool, seed: u64) -> (f64, usize) {
    let mut server = Server::new(Limit::Open, hints, 0.0);
    server.forced_refusals = refused.to_vec();
    let clients = Trial { clients: 1, calls, has_key: keyed, max_offset_ms: 0.0, has_shared_queue: false }
        .run(&mut server, seed);
    (*clients[0].responses.last().unwrap(), clients[0].refusals)
}

#[test]
fn forced_refusals_cost_their_own_slots() {
    for hints in [false, true] {
        for seed in 1..40 {
            for refused in [&[0][..], &[0, 1], &[0, 1, 2], &[1], &[2], &[4], &[5]] {
                let (time, refusals) = run_with_refusals(false, 6, refused, hints, seed);
                let shortest_time = 1000.0 * (5 + refused.len()) as f64 + 130.0;
                assert!(time <= 1.5 * shortest_time, "{refused:?} {hints} {seed}: {time} ms");
                assert_eq!(refusals, refused.len());
            }
            for refused in [0, 1, 2, 4, 50] {
                let (time, _) = run_with_refusals(true, 100, &[refused], hints, seed);
                assert!(time < 7000.0, "request {refused} of 100 {hints} {seed}: {time} ms");
            }
        }
    }
}

#[test]
fn clients_that_share_a_queue_are_not_refused_and_take_turns() {
    for clients in [2, 5] {
        for (calls, seeds) in [(6, 40), (12, 40), (100, 5)] {
            let shared_trial =
                Trial { clients, calls, has_key: false, max_offset_ms: 2000.0, has_shared_queue: true };
            shared_trial.for_each_trial(seeds, |limit, _, figures| {
                assert!(max_of(&figures.time) <= 1.15, "{limit:?}: {}", max_of(&figures.time));
                assert_eq!(max_of(&figures.refusals), 0.0, "{limit:?}");
                assert!(min_of(&figures.least_shares) >= 0.5, "{limit:?}: {:?}", figures.least_shares);
            });
            let keyed = Trial { has_key: true, max_offset_ms: 200.0, ..shared_trial };
            keyed.for_each_trial(seeds, |limit, hints, figures| {
                // A limiter that accepts no early request refuses repeatedly while the client approaches a faster
                // pace.
                if !matches!(limit, Limit::Bucket(size, _) if size == 1.0) {
                    assert!(
                        compute_mean(&figures.time) <= 1.15,
                        "{limit:?} {hints}: {}",
                        compute_mean(&figures.time)
                    );
                    assert!(max_of(&figures.refusals) <= 1.0, "{limit:?} {hints}: {:?}", figures.refusals);
                    assert!(min_of(&figures.least_shares) >= 0.5, "{limit:?}: {:?}", figures.least_shares);
                }
            });
        }
    }
}

/// The slowest client has at least half of a fair share from its first call to its last response. While all clients are waiting, short bursts
/// are served one client after the other; in long bursts every client has half of a fair share at any time.
///
/// If refused requests count, each attempt blocks all other clients for a second. With attempts at random times, at most 1/e of the limit
/// is accepted, as in slotted ALOHA: two clients take turns, five do not.
#[test]
fn clients_that_cannot_see_one_another_all_finish() {
    for clients in [2, 5] {
        for (calls, seeds) in [(6, 20), (12, 20), (100, 3)] {
            Trial { clients, calls, has_key: false, max_offset_ms: 2000.0, has_shared_queue: false }
                .for_each_trial(seeds, |limit, hints, figures| {
                    let is_counting = matches!(limit, Limit::Counting(_));
                    let max_ratio = if is_counting { 6.0 } else { 2.0 };
                    assert!(
                        max_of(&figures.time) <= max_ratio,
                        "{limit:?} {hints}: {}",
                        max_of(&figures.time)
                    );
                    let share = if is_counting { 0.2 } else { 0.5 };
                    assert!(
                        compute_mean(&figures.slowest_shares) >= share,
                        "{limit:?} {hints}: {:?}",
                        figures.slowest_shares
                    );
                    if calls == 100 {
                        assert!(
                            compute_mean(&figures.least_shares) >= 0.5,
                            "{limit:?} {hints}: {:?}",
                            figures.least_shares
                        );
                    }
                });
        }
        for (calls, seeds) in [(12, 20), (100, 8)] {
            Trial { clients, calls, has_key: true, max_offset_ms: 2000.0, has_shared_queue: false }
                .for_each_trial(seeds, |limit, hints, figures| {
                    // A bucket of one accepts no early request, not even by a millisecond.
                    let is_bucket_of_one = matches!(limit, Limit::Bucket(size, _) if size == 1.0);
                    let bound = if is_bucket_of_one { 5.0 } else { 2.0 };
                    assert!(
                        compute_mean(&figures.time) <= bound,
                        "{limit:?} {hints}: {}",
                        compute_mean(&figures.time)
                    );
                    let share = if is_bucket_of_one { 0.25 } else { 0.5 };
                    assert!(
                        compute_mean(&figures.slowest_shares) >= share,
                        "{limit:?} {hints}: {:?}",
                        figures.slowest_shares
                    );
                    if calls == 100 && !is_bucket_of_one {
                        assert!(
                            compute_mean(&figures.least_shares) >= 0.5,
                            "{limit:?} {hints}: {:?}",
                            figures.least_shares
                        );
                    }
                });
        }
    }
}
