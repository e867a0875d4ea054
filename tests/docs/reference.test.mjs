// Runs the examples of docs/reference unchanged: each call in JavaScript with the package's client, each curl line through a gateway, both
// with the upstream of the example: recordings, or the devnet. The response must equal the documented one, in which a `…` stands for
// omitted parts.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createClient, isTonEdgeError } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";

import { asRead } from "../helpers/as-read.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const reference = fileURLToPath(new URL("../../docs/reference/", import.meta.url));
const pages = ["v2", "v3"].flatMap((folder) => readdirSync(join(reference, folder)).map((name) => `${folder}/${name}`));

/** The sections of operations with their blocks. */
const sections = pages.flatMap((page) =>
  readFileSync(join(reference, page), "utf8")
    .split("\n## ")
    .slice(1)
    .flatMap((text) => {
      const block = (language) => new RegExp(`\\n\`\`\`${language}\\n([^]*?)\\n\`\`\`\\n`).exec(`${text}\n`)?.[1];
      const [js, curl, shown] = ["js", "sh", "json"].map(block);
      const local = text.includes("A gateway responds to this itself");
      const isMade = text.includes("\nResponse of the [devnet]");
      return curl ? [{ name: `${page}: ${text.split("\n", 1)[0]}`, js, curl, shown, local, isMade }] : [];
    }),
);

/** Numbers that JavaScript would round are strings, as in the client's results. */
const parse = (json) =>
  JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) => (token[0] === '"' ? token : `"${token}"`)),
  );

/** Compares the documented response with the received one. */
function compare(came, shown, path) {
  if (Array.isArray(shown)) {
    const left = /^… (\d+) more$/.exec(shown.at(-1))?.[1];
    const expected = left ? shown.slice(0, -1) : shown;
    assert.equal(came.length, expected.length + Number(left ?? 0), path);
    expected.forEach((item, index) => compare(came[index], item, `${path}[${index}]`));
  } else if (shown !== null && typeof shown === "object") {
    const { "…": left, ...expected } = shown;
    assert.equal(Object.keys(came).length, Object.keys(expected).length + Number(left?.split(" ")[0] ?? 0), path);
    for (const [name, member] of Object.entries(expected)) {
      // The field with the time of the response and the worker that sent it.
      if (name !== "@extra") compare(came[name], member, `${path}.${name}`);
    }
  } else if (typeof shown === "string" && shown.endsWith("…")) {
    assert.ok(came.startsWith(shown.slice(0, -1)), path);
  } else {
    assert.deepEqual(came, shown, path);
  }
}

/** The upstreams of the examples: recordings of both networks, and the devnet. */
const upstreams = {};
const gateways = {};
before(async () => {
  upstreams.mainnet = await startReplay({ network: "mainnet" });
  upstreams.testnet = await startReplay({ network: "testnet" });
  upstreams.devnet = await startDevnet({ world: "small", clock: "manual" });
  await upstreams.devnet.ready;
  const cache = { adapter: /** @type {const} */ ("none") };
  const common = { limits: UNLIMITED, cache, log: () => {} };
  gateways.recorded = createGateway({ ...common, mainnet: upstreams.mainnet.url, testnet: upstreams.testnet.url });
  gateways.devnet = createGateway({ ...common, mainnet: upstreams.devnet.url });
});
after(() => Promise.all(Object.values(upstreams).map((upstream) => upstream.close())));

/** Runs an example of the client; returns its result, or the upstream's own error. */
async function runJs(source, isMade) {
  const client = ({ network = "mainnet", ...options } = {}) => {
    const { url } = upstreams[isMade ? "devnet" : network];
    return createClient({ ...options, baseUrl: url, apiKey: `${network}-key` });
  };
  const body = source.replace(/^import .*$/m, "");
  const run = Object.getPrototypeOf(async () => {}).constructor("createClient", `${body}\nreturn result;`);
  try {
    return { result: await run(client) };
  } catch (error) {
    assert.ok(isTonEdgeError(error) && error.status !== undefined, `the request was not sent: ${error.stack}`);
    return { error };
  }
}

/** Sends the request of a curl line. */
async function runCurl(line, isMade) {
  const [, url] = /^curl '([^']+)'/.exec(line);
  const body = /\n {2}-d '([^]*)'$/.exec(line)?.[1].replaceAll("'\\''", "'");
  const type = /-H '(Content-Type): ([^']+)'/.exec(line);
  const headers = type ? { [type[1]]: type[2] } : {};
  const init = body === undefined ? {} : { method: "POST", headers, body };
  const requestCount = () => Object.values(upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
  const before = requestCount();
  const response = await gateways[isMade ? "devnet" : "recorded"].fetch(new Request(url, init), {});
  return { status: response.status, text: await response.text(), sent: requestCount() > before };
}

/** A proof consists of a block's cells: the devnet has none, and there is no recorded response. */
const WITHOUT_ANSWER = ["v2/blocks.md: Shard block proof"];

test("every operation has an example with a response in docs/reference", () => {
  assert.equal(sections.length, endpoints().length);
  const bare = sections.filter(({ shown }) => !shown).map(({ name }) => name);
  assert.deepEqual(bare, WITHOUT_ANSWER);
  assert.ok(sections.some(({ local }) => local));
});

test("the comparison with documented responses reports a difference", () => {
  compare({ a: [1, 2, 3], b: "long text" }, { a: [1, "… 2 more"], b: "long…" }, "");
  for (const shown of [{ a: [1, "… 1 more"] }, { a: [2, "… 2 more"] }, { a: [1, 2, 3], c: 1 }, {}]) {
    assert.throws(() => compare({ a: [1, 2, 3] }, shown, ""));
  }
});

/** A gateway repeats `jsonrpc` and `id` of a request, which the service omits. */
function withoutEcho(came, shown) {
  if (Array.isArray(came)) return came;
  const isShown = (/** @type {[string, any]} */ [name]) => !["jsonrpc", "id"].includes(name) || name in shown;
  return Object.fromEntries(Object.entries(came).filter(isShown));
}

/** Operations whose responses depend on a message that only the recording of devnet responses sends. */
const MOMENTARY = /Pending|Send|message/;

describe("examples of docs/reference", () => {
  for (const { name, js, curl, shown, local, isMade } of sections) {
    test(name, async () => {
      if (shown === undefined || (isMade && MOMENTARY.test(name))) {
        const { sent, status, text } = await runCurl(curl, isMade);
        assert.ok(sent, `the gateway refuses its own example: ${status} ${text}`);
        return;
      }
      const documented = parse(shown);
      const { result, error } = await runJs(js, isMade);
      const { status, text, sent } = await runCurl(curl, isMade);
      assert.equal(error, undefined);
      assert.equal(status, 200, text);
      if (local) assert.equal(sent, false);
      else compare(withoutEcho(parse(text), documented), documented, "response");
      compare(result, name.startsWith("v2/") ? documented.result : asRead(documented), "result");
    });
  }
});
