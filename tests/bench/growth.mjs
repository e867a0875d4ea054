// Measures how cost grows with the work: lists, pages, batches, connections, bodies, callers, keys, cached responses, upstreams. All
// contenders of a size take turns. Prints JSON: { node, workerd, cpu, date, rounds, series: [{ name, title, size, cost,
// lines: [{ name, points: [{ size, rounds: [...] }] }] }] }. The argument is a pattern for the names of series.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";

import * as addresses from "../../pkg/address.js";
import { createClient } from "ton-edge";
import { createGateway, listKeys } from "ton-edge/gateway";

import { startFleet } from "./growth/fleet.mjs";
import { makeKeyRecords } from "./growth/keys.mjs";

const SELECTED_NAMES = new RegExp(process.argv[2] ?? "");
const ROUNDS = 9;
/** Least milliseconds of a turn in this process, so that the clock's precision does not matter. */
const TURN_MS = 4;
/** Milliseconds for the compilers to warm up, before the first size. */
const WARM_MS = 2000;

const { Address } = createRequire(import.meta.url)("@ton/core");

/** Powers of ten. */
const listPowersOfTen = (firstPower, lastPower) =>
  Array.from({ length: lastPower - firstPower + 1 }, (_, at) => 10 ** (firstPower + at));

/** Collects results, so that the compiler cannot drop unused work. */
let resultSum = 0;

/** Microseconds of each of the `of` parts of some work, which is repeated until a turn is long enough. */
async function timeParts(work, partCount) {
  let runCount = 0;
  const start = process.hrtime.bigint();
  let elapsedNs;
  do {
    resultSum += (await work()) ?? 1;
    runCount += 1;
    elapsedNs = Number(process.hrtime.bigint() - start);
  } while (elapsedNs < TURN_MS * 1e6);
  return elapsedNs / 1000 / runCount / partCount;
}

/** Runs the lines of a series in turns. A line returns the measured work for a size, or nothing if the size is too large for it. */
async function runSeries({ name, title, size, cost, sizes, unit = 1, lines }) {
  const points = lines.map((line) => ({ name: line.name, points: [] }));
  for (const count of sizes) {
    const turns = [];
    for (const [at, line] of lines.entries()) {
      const measure = await line.of(count);
      if (measure) turns.push({ measure, at, rounds: [] });
    }
    const warmUpEnd = performance.now() + (count === sizes[0] ? WARM_MS : 0);
    for (let round = 0; round < 2 || performance.now() < warmUpEnd; round += 1)
      for (const { measure } of turns) await measure();
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = round % Math.max(1, turns.length);
      for (const turn of [...turns.slice(start), ...turns.slice(0, start)])
        turn.rounds.push(Math.round((await turn.measure()) * unit * 1000) / 1000);
    }
    for (const { at, rounds } of turns) points[at].points.push({ size: count, rounds });
    process.stderr.write(`${name}: ${count}\n`);
  }
  return { name, title, size, cost, lines: points };
}

// The multiplier has no common divisor with the length of a hash, so that all hashes differ.
const computeHash = (at) =>
  Buffer.from(Array.from({ length: 32 }, (_, byte) => (at * 2_654_435_761 + byte * 40_503) >>> (byte % 24)));
const listFriendlyAddresses = (count) =>
  JSON.parse(JSON.stringify(Array.from({ length: count }, (_, at) => new Address(0, computeHash(at)).toString())));

function measureAddresses() {
  return runSeries({
    name: "lists",
    title: "Lists of addresses, friendly to raw",
    size: "addresses in the list",
    cost: "nanoseconds per address",
    sizes: [1, 2, 4, 8, 16, ...listPowersOfTen(2, 5)],
    unit: 1000,
    lines: [
      {
        name: "a list",
        of: (count) => {
          const texts = listFriendlyAddresses(count);
          return () => timeParts(() => addresses.unpackAddresses(texts).length, count);
        },
      },
      {
        name: "one by one",
        of: (count) => {
          const texts = listFriendlyAddresses(count);
          return () =>
            timeParts(() => texts.reduce((sum, text) => sum + addresses.unpackAddress(text).length, 0), count);
        },
      },
      {
        name: "@ton/core",
        of: (count) => {
          const texts = listFriendlyAddresses(count);
          return () =>
            timeParts(() => texts.reduce((sum, text) => sum + Address.parse(text).toRawString().length, 0), count);
        },
      },
    ],
  });
}

const OWNER = `0:${"A1".repeat(32)}`;
const PAGE = 100;

/** A client whose service responds from memory: pages by their offset, batches by their ids. */
function createMemoryClient() {
  const rows = Array.from({ length: PAGE }, (_, at) => ({ account: OWNER, lt: "1", hash: "A".repeat(44), now: at }));
  const headers = new Headers();
  const respond = (body) => /** @type {Response} */ ({ status: 200, headers, text: async () => body });
  const getPage = (query) => {
    // Each row has its own number, by which a pager notices that pages do not overlap.
    const from = Number(query.get("offset"));
    const lt = Number(query.get("end_lt") ?? 1e9) - from;
    return respond(
      JSON.stringify({
        transactions: rows.map((row, at) => ({ ...row, lt: String(lt - at), hash: String(lt - at).padStart(44, "A") })),
      }),
    );
  };
  return createClient({
    rateLimit: false,
    retry: false,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith("/transactions")) return getPage(searchParams);
      const calls = JSON.parse(await request.text());
      return respond(JSON.stringify([calls].flat().map(({ id }) => ({ ok: true, result: 1, jsonrpc: "2.0", id }))));
    },
  });
}

function measurePages() {
  const client = createMemoryClient();
  return runSeries({
    name: "pages",
    title: `Pages of ${PAGE} transactions, from memory`,
    size: "pages",
    cost: "microseconds per row",
    sizes: listPowersOfTen(0, 4),
    lines: [
      {
        name: "paginate",
        of: (count) => () =>
          timeParts(async () => {
            let seenCount = 0;
            for await (const row of client.v3.transactions.paginate({ account: OWNER }, { maxItems: count * PAGE }))
              seenCount += row.now < 0 ? 0 : 1;
            if (seenCount !== count * PAGE) throw new Error(`${seenCount} rows of ${count * PAGE}`);
            return seenCount;
          }, count * PAGE),
      },
    ],
  });
}

function measureBatches() {
  const client = createMemoryClient();
  return runSeries({
    name: "batches",
    title: "Batches of calls, from memory",
    size: "calls in the batch",
    cost: "microseconds per call",
    sizes: listPowersOfTen(0, 4),
    lines: [
      {
        name: "client.v2.batch",
        of: (count) => {
          const calls = Array.from({ length: count }, () => ({
            method: "getAddressBalance",
            params: { address: OWNER },
          }));
          return () => timeParts(async () => (await client.v2.batch(/** @type {any} */ (calls))).length, count);
        },
      },
    ],
  });
}

async function measureKeys() {
  return runSeries({
    name: "keys",
    title: "A local response for a caller whose API key is in a list in memory",
    size: "keys in the list",
    cost: "microseconds per request",
    sizes: listPowersOfTen(0, 6),
    lines: [
      {
        name: "in Node",
        of: async (count) => {
          const { text, makeKey } = await makeKeyRecords(count);
          const gateway = createGateway({
            mainnet: "http://127.0.0.1:9",
            testnet: "off",
            clientIp: "socket",
            enforceOrigins: false,
            limits: { keyless: "off", budget: "off" },
            apiKeys: listKeys(text),
            logLevel: "off",
          });
          let at = 0;
          return () =>
            timeParts(async () => {
              at += 7919;
              const response = await gateway.fetch(
                new Request(`https://gateway.example/api/v2/packAddress?address=${OWNER}`, {
                  headers: { "X-API-Key": makeKey(at % count) },
                }),
              );
              if (response.status !== 200) throw new Error(await response.text());
              return (await response.text()).length;
            }, 1);
        },
      },
    ],
  });
}

/** Most upstreams that a gateway accepts for a network. */
const UPSTREAMS = 8;

/** A gateway over services that respond from memory: the cost of choosing among them. */
async function measureUpstreams() {
  const body = JSON.stringify({ ok: true, result: { last: { seqno: 1 } } });
  const respond = globalThis.fetch;
  globalThis.fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
  try {
    return await runSeries({
      name: "upstreams",
      title: "A proxied response, by the upstreams that may respond",
      size: "upstreams",
      cost: "microseconds per request",
      sizes: [1, 2, 4, UPSTREAMS],
      lines: [
        {
          name: "in Node",
          of: async (count) => {
            const gateway = createGateway({
              mainnet: Array.from({ length: count }, (_, at) => `http://127.0.0.1:${at + 1}`),
              testnet: "off",
              clientIp: "socket",
              enforceOrigins: false,
              limits: { keyless: "off", budget: "off" },
              cache: { adapter: "none" },
              logLevel: "off",
            });
            return () =>
              timeParts(async () => {
                const request = new Request("https://gateway.example/api/v2/getMasterchainInfo");
                const response = await gateway.fetch(request);
                if (response.status !== 200) throw new Error(await response.text());
                return (await response.text()).length;
              }, 1);
          },
        },
      ],
    });
  } finally {
    globalThis.fetch = respond;
  }
}

/** The lines of our gateway and of one in plain JavaScript. @param {(name: string, size: number) => Promise<number>} measureCost */
const compareWithPlain = (measureCost) =>
  Object.entries({ ours: "ton-edge", plain: "plain JS, same features" }).map(([contender, name]) => ({
    name,
    of: (size) => () => measureCost(contender, size),
  }));

/** The series in workerd, where the CPU time is that of the gateway's process alone. */
async function* measureInWorkerd() {
  const names = ["connections", "bodies", "callers", "cached"].filter((name) => SELECTED_NAMES.test(name));
  if (names.length === 0) return;
  const fleet = await startFleet(["ours", "plain", "limited", "many"]);
  try {
    if (names.includes("connections"))
      yield await runSeries({
        name: "connections",
        title: "Proxied responses of 1 kB, by connections",
        size: "connections",
        cost: "microseconds of CPU per request",
        sizes: [1, 4, 16, 64, 256, 1000],
        lines: compareWithPlain((name, connections) =>
          fleet.cpu(name, fleet.proxied(1), {
            connections,
            requests: Math.max(400, connections * 2),
            // A client has at most 256 requests in flight.
            callers: (at) => at % connections,
          }),
        ),
      });
    if (names.includes("bodies"))
      yield await runSeries({
        name: "bodies",
        title: "Proxied responses, by their size",
        size: "kilobytes",
        cost: "microseconds of CPU per request",
        sizes: listPowersOfTen(0, 4),
        lines: compareWithPlain((name, kilobytes) =>
          fleet.cpu(name, fleet.proxied(kilobytes), { connections: 4, requests: Math.max(12, 400 / kilobytes) }),
        ),
      });
    if (names.includes("callers"))
      yield await runSeries({
        name: "callers",
        title: "Requests counted per client IP",
        size: "callers",
        cost: "microseconds of CPU per request",
        sizes: listPowersOfTen(0, 6),
        lines: [
          {
            name: "ton-edge",
            of: async (callers) => {
              // Each caller sends one request before the measurement, so that all are known; the limiter remembers 100 000 of them.
              await fleet.once("limited", fleet.proxied(1), {
                connections: 64,
                requests: Math.min(callers, 200_000),
                callers: (at) => at,
              });
              return () =>
                fleet.cpu("limited", fleet.proxied(1), {
                  connections: 8,
                  requests: 400,
                  callers: (at) => (at * 7919) % callers,
                });
            },
          },
        ],
      });
    if (names.includes("cached"))
      yield await runSeries({
        name: "cached",
        title: "Cached responses, by their number",
        size: "responses in the cache",
        cost: "microseconds of CPU per request",
        sizes: listPowersOfTen(0, 4),
        lines: [
          {
            name: "ton-edge",
            of: async (count) => {
              await fleet.once("many", (at) => fleet.block(at), { connections: 16, requests: count });
              return () =>
                fleet.cpu("many", (at) => fleet.block((at * 7919) % count), { connections: 8, requests: 800 });
            },
          },
        ],
      });
  } finally {
    await fleet.stop();
  }
}

const allSeries = [];
for await (const measuredSeries of measureInWorkerd()) allSeries.push(measuredSeries);
const nodeMeasurements = {
  lists: measureAddresses,
  pages: measurePages,
  batches: measureBatches,
  keys: measureKeys,
  upstreams: measureUpstreams,
};
for (const [name, run] of Object.entries(nodeMeasurements)) if (SELECTED_NAMES.test(name)) allSeries.push(await run());
if (resultSum === 0 && allSeries.length === 0) throw new Error("nothing was done");

const readInstalledVersion = (path) =>
  JSON.parse(readFileSync(new URL(`${path}/package.json`, import.meta.url), "utf8")).version;
process.stdout.write(
  JSON.stringify({
    node: process.version,
    workerd: readInstalledVersion("../node_modules/workerd"),
    cpu: cpus()[0].model,
    date: new Date().toISOString().slice(0, 10),
    rounds: ROUNDS,
    series: allSeries,
  }),
);
