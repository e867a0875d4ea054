// Finality against the local chain: the gateway caches a response as final if and only if request and response show that it can never
// change. Requests come from the chain's own content. Then the chain makes further blocks, and every response that was cached as final is
// requested again from the upstream itself.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { endpoints } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { NOT_COVERED, advance, groupBy, makeSamples } from "./gateway-finality-samples.mjs";
import { query } from "../upstream/upstream-call.mjs";

const IS_FULL = Boolean(process.env.TESTS_FULL);
/** Samples per class of final responses, and the least number per operation. */
const PER_CLASS = IS_FULL ? 500 : 40;
const PER_OPERATION = IS_FULL ? 100 : 12;
/** Number of responses cached as final that are compared after the chain has made further blocks. */
const COMPARED_RESPONSES = IS_FULL ? 10_000 : 400;
/** The samples are drawn at this many moments; the chain makes blocks in between. */
const SAMPLING_MOMENTS = 5;
const BLOCKS_BEFORE = IS_FULL ? 100 : 30;
const BLOCKS_BETWEEN = 4;
/** Most draws for one new request. After that, earlier requests are used again. */
const MAX_DRAWS = 300;
/** Some final responses of the chain are longer than the default limit of a cache entry. */
const CACHE = { maxEntryBytes: 8_388_608, maxBytes: 67_108_864 };
/** A response that depends on randomness is never final, whatever block the request names. */
const USES_RANDOMNESS = /uses no randomness/;

const getName = (row) => `${row.generation} ${row.verb} ${row.path}`;
const conditionalRows = endpoints().filter(
  ({ cache }) => cache.immutableWhen && !USES_RANDOMNESS.test(cache.immutableWhen),
);
const rows = new Map(endpoints().map((row) => [getName(row), row]));

/** @type {any} */
let devnet;
before(
  async () => {
    devnet = await startDevnet({ world: IS_FULL ? "full" : "small" });
    await devnet.ready;
    await advance(devnet, BLOCKS_BEFORE);
  },
  { timeout: 240_000 },
);
after(() => devnet?.close());

/** The content of a response, without the parts that docs/operate/caching.md excepts. */
function readContent(text) {
  const { "@extra": _, jsonrpc, id, address_book, metadata, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}

const getPath = ({ generation, path }, params) =>
  `/api/${generation}${path}${Object.keys(params).length ? `?${query(params)}` : ""}`;
const makeJson = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The request in one of the styles, which share a cache entry. */
function makeRequest(row, params, style) {
  const { generation, path } = row;
  const url = `http://gw/api/${generation}${path}`;
  if (row.verb === "POST") return new Request(url, makeJson(params));
  if (generation === "v2" && style === 1) return new Request(url, makeJson(params));
  if (generation === "v2" && style === 2)
    return new Request("http://gw/api/v2/jsonRPC", makeJson({ jsonrpc: "2.0", id: 7, method: path.slice(1), params }));
  return new Request(`http://gw${getPath(row, params)}`);
}

async function sendThrough(gateway, row, params, style = 0) {
  const response = await gateway.fetch(makeRequest(row, params, style), {}, undefined);
  const text = await response.text();
  const control = response.headers.get("cache-control") ?? "";
  return {
    status: response.status,
    text,
    seconds: Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0),
    cached: response.headers.get("cache-status") ?? "",
  };
}

async function fetchDirect(row, params) {
  const response =
    row.verb === "POST"
      ? await fetch(`${devnet.url}/api/${row.generation}${row.path}`, makeJson(params))
      : await fetch(devnet.url + getPath(row, params));
  return { status: response.status, text: await response.text() };
}

const writeResultText = (operation, params, result) =>
  `${operation} ${JSON.stringify(params)}: ${result.status} max-age=${result.seconds} ${result.cached} ${result.text.slice(0, 200)}`;
const summarizeList = (list) => `${list.length} of them:\n${list.slice(0, 20).join("\n")}`;

test("every operation with a finality condition has samples, or a reason why not", () => {
  const { final } = makeSamples(devnet, "coverage");
  assert.deepEqual([...Object.keys(final), ...Object.keys(NOT_COVERED)].sort(), conditionalRows.map(getName).sort());
});

/** Requests new samples of every operation, as many as are due at this moment. `final` collects them by path and body. */
async function sample(gateway, moment, { final, counts, notFinal }) {
  const requests = makeSamples(devnet, "samples", moment).final;
  const groups = groupBy(Object.entries(requests), ([, { group }]) => group);
  for (const [group, members] of groups) {
    const dueCount = Math.ceil(
      (Math.max(PER_OPERATION, Math.ceil(PER_CLASS / members.length)) * (moment + 1)) / SAMPLING_MOMENTS,
    );
    for (const [operation, { make }] of members) {
      const row = rows.get(operation);
      for (let drawCount = 0; (counts.get(operation) ?? 0) < dueCount; drawCount++) {
        assert.ok(
          drawCount < dueCount * MAX_DRAWS,
          `${operation}: the chain has too few different requests for ${dueCount} samples`,
        );
        const params = make();
        const name = `${operation} ${JSON.stringify(params)}`;
        if (final.has(name)) continue;
        const result = await sendThrough(gateway, row, params, drawCount % 3);
        final.set(name, { row, params, result, group });
        counts.set(operation, (counts.get(operation) ?? 0) + 1);
        const repeatedResponse = await sendThrough(gateway, row, params, (drawCount + 1) % 3);
        const isFinal =
          result.status === 200 && result.seconds === row.cache.immutableTtl && /; (stored|hit)/.test(result.cached);
        if (!isFinal) notFinal.push(writeResultText(operation, params, result));
        else if (
          !/; hit/.test(repeatedResponse.cached) ||
          readContent(repeatedResponse.text) !== readContent(result.text)
        )
          notFinal.push(`the repeated request was not a hit: ${writeResultText(operation, params, repeatedResponse)}`);
      }
    }
  }
}

/** Responses of this moment that are not final must not be cached as final. */
async function sampleOpen(gateway, moment, { open, tooFinal }) {
  for (const { operation, params, why: reason, becomes: becomesFinal } of makeSamples(devnet, "open", moment).open) {
    const row = rows.get(operation);
    const result = await sendThrough(gateway, row, params, open.length % 3);
    open.push({ operation, row, params, why: reason, becomes: becomesFinal });
    if (result.seconds >= row.cache.immutableTtl)
      tooFinal.push(`${reason}: ${writeResultText(operation, params, result)}`);
  }
}

test("a response is cached as final if and only if it can never differ", { timeout: 300_000 }, async (t) => {
  const create = () => createGateway({ limits: UNLIMITED, mainnet: devnet.url, retries: 0, cache: CACHE, log() {} });
  const results = { final: new Map(), counts: new Map(), notFinal: [], open: [], tooFinal: [] };
  const gateway = create();
  for (let moment = 0; moment < SAMPLING_MOMENTS; moment++) {
    if (moment) await advance(devnet, BLOCKS_BETWEEN);
    await sample(gateway, moment, results);
    // A separate gateway, because the first one caches the absence of a block for a second, and this chain makes blocks faster.
    await sampleOpen(create(), moment, results);
  }
  const { final, counts, open } = results;
  for (const [group, members] of groupBy(final.values(), (entry) => entry.group))
    t.diagnostic(`${group}: ${members.length} samples`);
  for (const [operation, count] of counts) t.diagnostic(`${operation}: ${count}`);
  t.diagnostic(`${open.length} requests have responses that are not final`);

  await t.test("every final response is cached as final", () =>
    assert.equal(results.notFinal.length, 0, summarizeList(results.notFinal)),
  );
  await t.test("no other response is cached as final", () =>
    assert.equal(results.tooFinal.length, 0, summarizeList(results.tooFinal)),
  );
  await t.test(
    "a response about a block that did not exist yet becomes final when the chain has the block",
    async () => {
      await advance(devnet, 2 * BLOCKS_BETWEEN);
      const laterGateway = create();
      const failures = [];
      for (const { operation, row, params, why: reason } of open.filter((item) => item.becomes)) {
        const result = await sendThrough(laterGateway, row, params);
        if (result.seconds !== row.cache.immutableTtl)
          failures.push(`${reason}: ${writeResultText(operation, params, result)}`);
      }
      assert.equal(failures.length, 0, summarizeList(failures));
    },
  );
  await t.test("no response that was cached as final has changed", async () => {
    const differingRows = [];
    let comparedCount = 0;
    while (comparedCount < COMPARED_RESPONSES) {
      await advance(devnet, BLOCKS_BETWEEN);
      for (const [name, { row, params, result }] of final) {
        const now = await fetchDirect(row, params);
        comparedCount += 1;
        if (now.status !== result.status || readContent(now.text) !== readContent(result.text))
          differingRows.push(`${name}: ${result.text.slice(0, 300)}\n  now ${now.status} ${now.text.slice(0, 300)}`);
      }
    }
    t.diagnostic(`compared: ${comparedCount}`);
    assert.equal(differingRows.length, 0, summarizeList(differingRows));
  });
});
