// Attacks on the memory and the patience of a gateway by sockets alone, for every runtime: what they hold, and who is answered meanwhile.

import { serviceOf } from "../upstream/service-of.mjs";
import { askWhile, get, openMany, p99 } from "./sockets.mjs";

export const MIB = 1024 * 1024;
/** An answer of 250 kB that is kept for long. */
export const CACHED = "/api/v3/blocks?workchain=0&shard=8000000000000000&seqno=1";
export const OPENAPI = "/api/v3/openapi.json";
/** An answer that is not kept: the service's own words go through. */
export const PROXIED = "/api/v3/transactions?limit=1";
export const OTHER = "/api/v3/masterchainInfo";
const JSON_TYPE = { "content-type": "application/json" };
const BLOCKS = JSON.stringify({ blocks: [], pad: "x".repeat(250_000) });

/** The service behind the gateway: 250 kB of blocks, a stream without end of transactions, little of all else. */
export const startService = () =>
  serviceOf((request, response) => {
    response.writeHead(200, JSON_TYPE);
    if (request.url.includes("/blocks")) response.end(BLOCKS);
    else if (request.url.includes("/transactions")) pour(response);
    else response.end(JSON.stringify({ last: { seqno: 7 } }));
  });

function pour(response) {
  while (!response.destroyed && response.write("x".repeat(65_536)));
  response.once("drain", () => pour(response));
}

/** Makes a gateway warm, so that what it holds afterwards is the attack's. */
export async function warm(gateway, paths) {
  for (let turn = 0; turn < 25; turn += 1) {
    for (const path of paths) await (await fetch(`${gateway.url}${path}`)).text();
  }
}

/** The most memory that a process takes up beyond what it had, while sockets that write a text do not read. */
export async function underFlood(gateway, { sockets, text, ms }) {
  const calm = await askWhile(`${gateway.url}${OTHER}`, () => new Promise((done) => setTimeout(done, 700)));
  const before = gateway.residentBytes();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, gateway.residentBytes())), 20);
  const attack = openMany(sockets, gateway.port, text);
  const busy = await askWhile(`${gateway.url}${OTHER}`, () => new Promise((done) => setTimeout(done, ms)));
  clearInterval(sampling);
  return { rise: most - before, attack, calm: p99(calm.times), busy: p99(busy.times), answered: busy.times.length, failed: busy.failed };
}

/** 1200 requests in one piece. */
export const pipelined = (path, count = 1200) => get(path).repeat(count);

/** A POST whose body stops short of its end. */
export const unfinished = (bytes) =>
  `POST /api/v2/jsonRPC HTTP/1.1\r\nhost: gw\r\ncontent-type: application/json\r\ncontent-length: ${bytes + 1000}\r\n\r\n{"id":"${"x".repeat(bytes)}`;
