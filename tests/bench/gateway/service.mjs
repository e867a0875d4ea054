// The upstream of the contenders, in a separate thread: responses of fixed size in the shapes of v3, with `limit` times `offset`
// kilobytes, and its last request at /seen. Posts its port.

import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

import { PATH, RESPONSE, STATE, VERSION } from "./get-method.mjs";

const makeRow = (at) =>
  JSON.stringify({
    account: `0:${"a1b2c3d4".repeat(8)}`,
    hash: "k9Jx0b0Wm1GJ0g0FFJ7CXQmYxwWgF1C9k2p3s0dU4iQ=",
    lt: String(48_000_000_000_000 + at),
    now: 1_760_000_000 + at,
    mc_block_seqno: 40_000_000 + at,
    trace_id: "b0d5Gr7tkJ7f6d3Lh4Zo0i6mCy6kDqBfZ8q5m8xWc5I=",
    total_fees: "2311212",
    emulated: false,
    in_msg: {
      source: null,
      destination: `0:${"a1b2c3d4".repeat(8)}`,
      value: "1000000000",
      bounce: true,
      opcode: "0x7362d09c",
    },
    description: {
      type: "ord",
      aborted: false,
      compute_ph: { skipped: false, success: true, gas_used: "4308" },
      padding: "",
    },
  });

/** Rows of about `kilobytes` times 1000 bytes, always the same. */
function getBody(kilobytes) {
  const rows = Array.from({ length: kilobytes }, (_, at) =>
    makeRow(at).replace('"padding":""', `"padding":"${"x".repeat(220)}"`),
  );
  return Buffer.from(`{"transactions":[${rows.join(",")}],"address_book":{}}`);
}

/** One block, as large as a transaction, which is an immutable response. */
const block = Buffer.from(getBody(1).toString().replace("transactions", "blocks"));

const bodies = new Map();
let lastRequest;
/** Bytes of the traces that arrived. */
let traceBytes = 0;

/** The upstream's responses to get-methods, and to the requests with which a gateway computes them. @type {[string, Buffer][]} */
const GET_METHOD_PATHS = [
  [PATH, Buffer.from(RESPONSE)],
  ["/api/v2/getAddressInformation", Buffer.from(STATE)],
  ["/api/v2/getConfigParam", Buffer.from(VERSION)],
];

const server = createServer({ keepAlive: true, keepAliveTimeout: 120_000 }, (request, response) => {
  if (request.url === "/seen") return response.end(JSON.stringify(lastRequest));
  if (request.url === "/traced") return response.end(String(traceBytes));
  if (request.url === "/v1/traces") {
    request.on("data", (part) => (traceBytes += part.length)).on("end", () => response.end("{}"));
    return undefined;
  }
  lastRequest = { url: request.url, headers: request.headers };
  const isBlock = request.url.startsWith("/api/v3/blocks?");
  const getNumber = (name) => Number(new RegExp(`[?&]${name}=(\\d+)`).exec(request.url)?.[1] ?? 1);
  const kilobytes = getNumber("limit") * getNumber("offset");
  if (!bodies.has(kilobytes)) bodies.set(kilobytes, getBody(kilobytes));
  const [, methodBody] = GET_METHOD_PATHS.find(([path]) => request.url.startsWith(path)) ?? [];
  const body = methodBody ?? (isBlock ? block : bodies.get(kilobytes));
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.length,
    server: "service",
    vary: "Origin",
    "strict-transport-security": "max-age=31536000",
    "access-control-allow-origin": "*",
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
