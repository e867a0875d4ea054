// Upstreams with given newest blocks, and a gateway before them. For tests on a simulated clock.

import { createGateway } from "ton-edge/gateway";

import { UNLIMITED } from "../helpers/unlimited.mjs";

export const ACCOUNT = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
export const BALANCE = `/api/v2/getAddressBalance?address=${ACCOUNT}`;
export const STATE = `/api/v2/getAddressInformation?address=${ACCOUNT}`;
export const STATES = `/api/v3/accountStates?address=${ACCOUNT}`;
export const BLOCK = "/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=7";

/** The response of an upstream whose newest block is `seqno`: every balance is the seqno of the block that it shows. */
function respond({ pathname, searchParams }, seqno) {
  const block = { workchain: -1, shard: "-9223372036854775808", seqno };
  if (pathname === "/api/v3/masterchainInfo") return { last: block, first: block };
  if (pathname === "/api/v2/getMasterchainInfo") return { ok: true, result: { last: block } };
  if (pathname === "/api/v2/getBlockHeader") return { ok: true, result: { id: { seqno: 7 } } };
  if (pathname === "/api/v2/getAddressInformation")
    return { ok: true, result: { balance: String(seqno), state: "active", block_id: block } };
  if (pathname === "/api/v3/accountStates")
    return { accounts: [{ address: searchParams.get("address"), balance: String(seqno) }], address_book: {} };
  return { ok: true, result: String(seqno) };
}

export const isProbe = (path) => /asterchainInfo/.test(path);

/**
 * A gateway before upstreams whose newest blocks are `seqnos`: numbers, or functions of the time in milliseconds since the start and of
 * the path. NaN stands for an upstream that fails. `upstreamSettings` has further settings of an upstream, by its host.
 */
export function setUp(seqnos, settings = {}, upstreamSettings = {}) {
  const requests = [];
  const hosts = Object.keys(seqnos);
  const start = performance.now();
  const gateway = createGateway({
    mainnet: hosts.map((host) => ({ baseUrl: `https://${host}`, ...upstreamSettings[host] })),
    limits: UNLIMITED,
    retries: 0,
    logLevel: "off",
    fetch: async (url) => {
      const target = new URL(url);
      requests.push(`${target.host} ${target.pathname.split("/").pop()}`);
      const source = seqnos[target.host];
      const seqno = await (typeof source === "function" ? source(performance.now() - start, target.pathname) : source);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return Number.isNaN(seqno)
        ? Response.json({ error: "x" }, { status: 500 })
        : Response.json(respond(target, seqno));
    },
    ...settings,
  });
  /** Sends a read; `min` is the block that it requires. */
  async function read(path, min, init = {}) {
    const headers = { ...init.headers, ...(min === undefined ? {} : { "x-ton-edge-min-seqno": String(min) }) };
    const startedAt = performance.now();
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, { ...init, headers }));
    const body = await response.text();
    const [, shownBalance] = /"(?:result|balance)":"(\d+)"/.exec(body) ?? [];
    return {
      status: response.status,
      shownValue: Number(shownBalance),
      seqno: response.headers.get("x-ton-edge-seqno"),
      cache: response.headers.get("cache-status"),
      behind: response.headers.get("x-ton-edge-behind"),
      error: response.headers.get("x-ton-edge-error"),
      retryAfter: response.headers.get("retry-after"),
      ms: Math.round(performance.now() - startedAt),
      body,
    };
  }
  return { sentRequests: requests, seqnos, read, gateway };
}
