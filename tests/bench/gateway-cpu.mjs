// Measures the CPU time that each kind of request costs a gateway on Node, the bytes that its caller sends, and which limits count it. Fails
// if a request that no limit refuses costs more than 20 ms per kB sent. Prints a table; docs/operate/limits.md has some of its rows.
//   node tests/bench/gateway-cpu.mjs [--write]

import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { makeService } from "../upstream/service-of.mjs";
import { getBody, PATH, RESPONSE, STATE, VERSION } from "./gateway/get-method.mjs";

const GUIDE = new URL("../../docs/operate/limits.md", import.meta.url);
const BLOCK = /(<!-- cpu per request: .*?-->\n)[^]*?(<!-- \/cpu per request -->)/;
/** The kinds of requests in the table of the guide. */
const GUIDE_KINDS = new Set([
  "cache hit of 250 kB",
  "cache hit of 1 kB",
  "miss of 1 kB",
  "miss of 250 kB, gzip",
  "JSON-RPC, hit of 250 kB, gzip",
  "batch of 20 hits of 250 kB, gzip",
  "batch of 20 misses of 250 kB",
  "get-method computed locally",
  "file of 80 kB",
  "unknown API key",
  "refused `sendBoc` of 1 MB",
  "`/healthz`",
  "429 of `limits.requests`",
]);
/** The most milliseconds of CPU per kB that a caller sends uncounted. */
const MAX_MS_PER_KB = 20;
/** The rounds per kind of request, whose median counts, and the least CPU time of a round. */
const ROUNDS = 5;
const ROUND_MS = 150;
const MIN_REQUESTS = 4;
const MAX_REQUESTS = 400;
/** How many requests each client of the second port may send. */
const BURST = 60;
const BATCH = 20;
const ADMIN_TOKEN = "an-admin-token-of-a-bench";

const computeHash = (at) => createHash("sha256").update(`${at}`).digest("base64");
/** Rows with hashes, as responses of the service have them. */
const makeRows = (bytes) => {
  const list = [];
  for (let at = 0, length = 0; length < bytes; at += 1) {
    list.push({
      account: `0:${"a1b2c3d4".repeat(8)}`,
      hash: computeHash(at),
      lt: `${48_000_000_000_000 + at}`,
      success: true,
    });
    length += JSON.stringify(list.at(-1)).length + 1;
  }
  return JSON.stringify({ ok: true, result: list });
};
const LONG_BODY = makeRows(250_000);
const SHORT_BODY = makeRows(800);
/** Blocks below this number have long responses. */
const FIRST_SHORT_SEQNO = 1_000_000;

const service = await makeService(({ url }, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  if (url.startsWith("/api/v2/getShards")) {
    const seqno = Number(/seqno=(\d+)/.exec(url)[1]);
    return response.end(seqno < FIRST_SHORT_SEQNO ? LONG_BODY : SHORT_BODY);
  }
  if (url.startsWith(PATH)) return response.end(RESPONSE);
  return response.end(url.includes("getConfigParam") ? VERSION : STATE);
});
const folder = await mkdtemp(join(tmpdir(), "ton-edge-cpu-"));
const page = `<!doctype html>${Array.from({ length: 1500 }, (_, at) => `<p>${computeHash(at)}</p>`).join("\n")}`;
await writeFile(join(folder, "page.html"), page);
await writeFile(join(folder, "code.js"), page);
await writeFile(join(folder, "code.js.br"), brotliCompressSync(page));

let nextNumbers = { long: 2, short: FIRST_SHORT_SEQNO, call: 1 };
const makeShards = (seqno) => `/api/v2/getShards?seqno=${seqno}`;
const get = (path, headers = {}) => ({ path, headers });
const buildPost = (path, body, headers = {}) => ({
  path,
  method: "POST",
  headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
  body,
});
const makeRpc = (id, seqno) => ({ jsonrpc: "2.0", id, method: "getShards", params: { seqno } });
const makeBatch = (seqno, headers) =>
  buildPost("/api/v2/jsonRPC", JSON.stringify(Array.from({ length: BATCH }, (_, id) => makeRpc(id, seqno()))), headers);
const HIT = () => 1;
const BR_HEADERS = { "accept-encoding": "br" };
const GZIP_HEADERS = { "accept-encoding": "gzip" };
const MEGABYTE = "A".repeat(1_000_000);

/** Kinds of requests; `isRefused`: measured for a client without requests left. @type {[string, () => any, boolean?][]} */
const KINDS = [
  ["cache hit of 250 kB", () => get(makeShards(1))],
  ["cache hit of 250 kB, gzip", () => get(makeShards(1), GZIP_HEADERS)],
  ["cache hit of 250 kB, brotli", () => get(makeShards(1), BR_HEADERS)],
  ["cache hit of 1 kB", () => get(makeShards(FIRST_SHORT_SEQNO))],
  ["miss of 1 kB", () => get(makeShards((nextNumbers.short += 1)))],
  ["miss of 250 kB", () => get(makeShards((nextNumbers.long += 1)))],
  ["miss of 250 kB, gzip", () => get(makeShards((nextNumbers.long += 1)), GZIP_HEADERS)],
  ["JSON-RPC, hit of 250 kB", () => buildPost("/api/v2/jsonRPC", JSON.stringify(makeRpc(1, 1)))],
  ["JSON-RPC, hit of 250 kB, gzip", () => buildPost("/api/v2/jsonRPC", JSON.stringify(makeRpc(1, 1)), GZIP_HEADERS)],
  [`batch of ${BATCH} hits of 250 kB`, () => makeBatch(HIT)],
  [`batch of ${BATCH} hits of 250 kB, gzip`, () => makeBatch(HIT, GZIP_HEADERS)],
  [`batch of ${BATCH} hits of 250 kB, brotli`, () => makeBatch(HIT, BR_HEADERS)],
  [`batch of ${BATCH} misses of 1 kB`, () => makeBatch(() => (nextNumbers.short += 1))],
  [`batch of ${BATCH} misses of 250 kB`, () => makeBatch(() => (nextNumbers.long += 1))],
  ["get-method computed locally", () => buildPost(PATH, getBody((nextNumbers.call += 1)))],
  ["local utility", () => get("/api/v2/detectAddress?address=x")],
  ["OpenAPI document of 500 kB", () => get("/api/v3/openapi.json")],
  ["OpenAPI document of 500 kB, brotli", () => get("/api/v3/openapi.json", BR_HEADERS)],
  ["file of 80 kB", () => get("/code.js")],
  ["file of 80 kB with a compressed copy beside it", () => get("/code.js", BR_HEADERS)],
  ["page of 80 kB, brotli", () => get("/page.html", BR_HEADERS)],
  [
    "preflight",
    () => ({
      path: makeShards(1),
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "GET" },
    }),
  ],
  ["error 404", () => get("/api/v3/nothing")],
  ["error 422", () => get("/api/v2/getShards?seqno=x")],
  ["unknown API key", () => get(makeShards(1), { "x-api-key": "tonedge_unknown" })],
  ["refused `sendBoc` of 1 MB", () => buildPost("/api/v2/sendBoc", JSON.stringify({ boc: MEGABYTE }))],
  ["refused JSON-RPC of 1 MB", () => buildPost("/api/v2/jsonRPC", `[${"{},".repeat(333_000)}{}]`)],
  ["`/metrics`", () => get("/metrics", { authorization: `Bearer ${ADMIN_TOKEN}` })],
  ["wrong admin token", () => get("/metrics", { authorization: "Bearer wrong-token-of-nobody" })],
  ["`/healthz`", () => get("/healthz")],
  ["429 of `limits.requests`", () => get(makeShards(1)), true],
  ["429 of `limits.requests`, for a batch", () => makeBatch(HIT), true],
  [
    "429 of `limits.requests`, for a body of 1 MB",
    () => buildPost("/api/v2/sendBoc", JSON.stringify({ boc: MEGABYTE })),
    true,
  ],
];

const child = fork(fileURLToPath(new URL("gateway-cpu/serve.mjs", import.meta.url)), [
  JSON.stringify({ upstream: service.url, folder, adminToken: ADMIN_TOKEN, burst: BURST }),
]);
const [urls] = await once(child, "message");
async function readCpuMs() {
  child.send("cpu");
  const [{ user, system }] = await once(child, "message");
  return (user + system) / 1000;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
/**
 * Sends a request and reads the response; returns its status and headers, and the bytes that were sent.
 *
 * @param {string} url @param {string} client @param {any} request @returns {Promise<{ status: number, headers: any, sent: number }>}
 */
const send = (url, client, { path, method = "GET", headers: own, body }) =>
  new Promise((done, fail) => {
    let bytesBefore = 0;
    const request = http.request(url + path, { method, agent, headers: { "x-client": client, ...own } });
    request.on("socket", (socket) => (bytesBefore = socket.bytesWritten));
    request.on("response", (response) => {
      response.resume().on("error", fail);
      const { statusCode: status, headers } = response;
      response.on("end", () => done({ status, headers, sent: request.socket.bytesWritten - bytesBefore }));
    });
    // The gateway may close the connection while it refuses a body.
    request.on("error", fail).end(body);
  });

const findMedian = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The CPU time of a request in milliseconds, and its bytes. */
async function measure(url, client, make) {
  let sentCount = 0;
  const runRequests = async (count) => {
    const cpuBefore = await readCpuMs();
    for (let at = 0; at < count; at += 1) ({ sent: sentCount } = await send(url, client, make()));
    return ((await readCpuMs()) - cpuBefore) / count;
  };
  await runRequests(MIN_REQUESTS);
  const estimate = await runRequests(4 * MIN_REQUESTS);
  const count = Math.max(MIN_REQUESTS, Math.min(MAX_REQUESTS, Math.ceil(ROUND_MS / estimate)));
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await runRequests(count));
  return { ms: findMedian(times), sent: sentCount };
}

const CHEAP_REQUEST = get("/api/v3/nothing");
/** Uses up the remaining requests of a client of the second port; returns their number. */
async function useUpRequests(client) {
  for (let count = 0; ; count += 1) if ((await send(urls.limited, client, CHEAP_REQUEST)).status === 429) return count;
}

/** The limits that count a kind of request, as text, and whether `limits.requests` refuses it to a client without remaining requests. */
async function makeLimits(client, make) {
  // Another client sends the request first, so that the response is in the cache.
  await send(urls.limited, client.replace("192.0.2", "198.51.100"), make());
  const { headers } = await send(urls.limited, client, make());
  const count = BURST - (await useUpRequests(client));
  const isRefused = (await send(urls.limited, client, make())).status === 429;
  const end = isRefused ? (headers["ratelimit-policy"] ? "; caller's limit" : "") : ", never refused";
  return { text: `\`requests\`: ${count}${end}`, isRefused };
}

const lines = ["| request | bytes sent | CPU, ms | ms per kB sent | counted by |", "|---|---|---|---|---|"];
const guideLines = [...lines];
const faults = [];
try {
  for (const [at, [name, make, isRefused]] of KINDS.entries()) {
    const client = `192.0.2.${at + 1}`;
    if (isRefused) await useUpRequests(client);
    const { ms, sent: sentCount } = await measure(isRefused ? urls.limited : urls.free, client, make);
    const limits = isRefused ? { text: "none", isRefused: false } : await makeLimits(client, make);
    const perKb = ms / (sentCount / 1000);
    lines.push(`| ${name} | ${sentCount} | ${ms.toFixed(2)} | ${perKb.toFixed(perKb < 1 ? 2 : 1)} | ${limits.text} |`);
    if (GUIDE_KINDS.has(name)) guideLines.push(lines.at(-1));
    process.stderr.write(`${lines.at(-1)}\n`);
    if (!limits.isRefused && perKb > MAX_MS_PER_KB)
      faults.push(`${name}: ${perKb.toFixed(1)} ms of CPU per kB, and no limit refuses it`);
  }
} finally {
  agent.destroy();
  child.disconnect();
  await service.close();
  await rm(folder, { recursive: true });
}

const [cpu] = cpus();
const provenance = `Node ${process.versions.node}, ${cpu.model.trim()}, ${new Date().toISOString().slice(0, 10)}.\n\n`;
process.stdout.write(`${provenance}${lines.join("\n")}\n`);
if (process.argv.includes("--write")) {
  const guide = await readFile(GUIDE, "utf8");
  await writeFile(
    GUIDE,
    guide.replace(BLOCK, (_, start, end) => `${start}${provenance}${guideLines.join("\n")}\n${end}`),
  );
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
