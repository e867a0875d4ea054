// Two gateways in front of two upstreams of one chain, on a simulated clock, and sessions that read through them. Records which block each
// response shows, and which block it names.

import { createGateway } from "ton-edge/gateway";

import { simulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

/** Milliseconds between blocks, and the seqno of the chain at the start. */
const BLOCK_MS = 500;
const FIRST_SEQNO = 1000;
/** When all faults are over, and every upstream has every block. */
export const CALM_MS = 20_000;
const END_MS = 60_000;

const ACCOUNTS = ["11", "22"].map((byte) => `0:${byte.repeat(32)}`);

/** Reads, by name: their path, and whether the response names its block. */
export const READS = {
  balance: { path: (account) => `/api/v2/getAddressBalance?address=${account}`, namesBlock: false },
  state: { path: (account) => `/api/v2/getAddressInformation?address=${account}`, namesBlock: true },
  states: { path: (account) => `/api/v3/accountStates?address=${account}`, namesBlock: false },
  head: { path: () => "/api/v3/masterchainInfo", namesBlock: true },
};

/** The chain's newest block. */
const getSeqno = (time) => FIRST_SEQNO + Math.floor(time / BLOCK_MS);

/**
 * An upstream. `lags`: how many blocks each replica is behind; `indexLag`: how many more blocks the index is behind. Replicas respond in
 * turn. At `CALM_MS` all lags and faults end.
 *
 * @param {ReturnType<typeof simulatedClock>} clock
 * @param {{ lags: number[], indexLag: number, delay: number, faults: { from: number, ms: number, kind: string }[] }} behaviour
 */
function createUpstream(clock, { lags, indexLag, delay, faults }) {
  let requests = 0;
  const seqnoNow = (generation, replica) => {
    const time = performance.now();
    const lag = time >= CALM_MS ? 0 : lags[replica] + (generation === "v3" ? indexLag : 0);
    return Math.max(FIRST_SEQNO - lag, getSeqno(time) - lag);
  };
  return async ({ pathname }, signal) => {
    const time = performance.now();
    const replica = requests++ % lags.length;
    const fault = faults.find(({ from, ms }) => time >= from && time < Math.min(from + ms, CALM_MS))?.kind;
    if (fault === "hang")
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
    await new Promise((done) => setTimeout(done, 1 + delay));
    if (fault === "refused") throw new TypeError("fetch failed");
    if (fault === "503") return Response.json({ error: "unavailable" }, { status: 503 });
    const [, , generation, name] = pathname.split("/");
    const seqno = seqnoNow(generation, replica);
    const block = { workchain: -1, shard: "8000000000000000", seqno };
    const bodies = {
      masterchainInfo: { last: block, first: block },
      getMasterchainInfo: { ok: true, result: { last: block } },
      getAddressInformation: { ok: true, result: { balance: String(seqno), state: "active", block_id: block } },
      getAddressBalance: { ok: true, result: String(seqno) },
      accountStates: { accounts: [{ balance: String(seqno) }], address_book: {} },
    };
    return Response.json(bodies[name]);
  };
}

/** Returns the block whose state a body shows. */
const readShown = (body) => {
  const value = JSON.parse(body);
  return Number(value.last?.seqno ?? value.accounts?.[0].balance ?? value.result?.balance ?? value.result);
};

/**
 * Plays a history. `requires`: whether sessions require the newest block that they have seen.
 *
 * @param {{ upstreams: Parameters<typeof createUpstream>[1][], operations: { after: number, session: number, gateway: number, read: keyof typeof READS,
 *   account: number, writes: boolean }[], isShared: boolean, hedgeAfterMs: number, requires: boolean }} history
 */
export async function playHistory({ upstreams, operations, isShared, hedgeAfterMs, requires }) {
  const clock = simulatedClock();
  clock.install();
  const seen = new Map();
  const responses = [];
  const shared = new Map();
  const adapter = isShared
    ? { get: async (key) => shared.get(key), put: async (key, entry) => void shared.set(key, entry) }
    : "memory";
  try {
    const backends = upstreams.map((behaviour) => createUpstream(clock, behaviour));
    const gateways = [0, 1].map(() =>
      createGateway({
        mainnet: backends.map((_, index) => ({ baseUrl: `https://${index}.example` })),
        timeoutMs: 1000,
        deadlineMs: 8000,
        hedgeAfterMs,
        breaker: { failures: 3, openMs: 1000 },
        cache: { adapter },
        limits: UNLIMITED,
        logLevel: "off",
        fetch: (url, { signal }) => {
          const target = new URL(url);
          return backends[Number(target.host[0])](target, signal);
        },
      }),
    );
    /** Reads once for a session: requires the newest block that the session has seen, and records the block of the response. */
    async function read({ session, gateway, read: name, account }) {
      const min = seen.get(session);
      const start = performance.now();
      const headers = min === undefined || !requires ? undefined : { "x-ton-edge-min-seqno": String(min) };
      const request = new Request(`https://gw.example${READS[name].path(ACCOUNTS[account])}`, { headers });
      const response = await gateways[gateway].fetch(request);
      const body = await response.text();
      const { status } = response;
      const named = response.headers.get("x-ton-edge-seqno");
      const entry = {
        ...{ session, gateway, name, account, start, ms: performance.now() - start, status },
        min,
        shown: status === 200 ? readShown(body) : undefined,
        named: named === null ? undefined : Number(named),
        cache: response.headers.get("cache-status"),
        error: response.headers.get("x-ton-edge-error"),
      };
      responses.push(entry);
      if (status === 200) remember(session, entry.shown);
    }
    const remember = (session, seqno) => seen.set(session, Math.max(seen.get(session) ?? 0, seqno));

    let at = 0;
    for (const operation of operations) {
      at += operation.after;
      setTimeout(() => {
        // The session sees its write at the upstream that has the newest block.
        if (operation.writes) remember(operation.session, getSeqno(performance.now()));
        read(operation);
      }, at);
    }
    await clock.run(Math.max(END_MS, at + 20_000));
    return responses;
  } finally {
    clock.uninstall();
  }
}
