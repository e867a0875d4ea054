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

import { toReadForm } from "../helpers/as-read.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const referenceFolder = fileURLToPath(new URL("../../docs/reference/", import.meta.url));
const pages = ["v2", "v3"].flatMap((folder) =>
  readdirSync(join(referenceFolder, folder)).map((name) => `${folder}/${name}`),
);

/** The sections of operations with their blocks. */
const sections = pages.flatMap((page) =>
  readFileSync(join(referenceFolder, page), "utf8")
    .split("\n## ")
    .slice(1)
    .flatMap((text) => {
      const getBlock = (language) => new RegExp(`\\n\`\`\`${language}\\n([^]*?)\\n\`\`\`\\n`).exec(`${text}\n`)?.[1];
      const [jsExample, curlLine, documentedJson] = ["js", "sh", "json"].map(getBlock);
      const isLocal = text.includes("A gateway responds to this itself");
      const isDevnetResponse = text.includes("\nResponse of the [devnet]");
      return curlLine
        ? [
            {
              name: `${page}: ${text.split("\n", 1)[0]}`,
              js: jsExample,
              curl: curlLine,
              shown: documentedJson,
              local: isLocal,
              isMade: isDevnetResponse,
            },
          ]
        : [];
    }),
);

/** Numbers that JavaScript would round are strings, as in the client's results. */
const parseJson = (json) =>
  JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) => (token[0] === '"' ? token : `"${token}"`)),
  );

/** Compares the documented response with the received one. */
function assertSameShape(received, documentedJson, path) {
  if (Array.isArray(documentedJson)) {
    const omittedDigits = /^… (\d+) more$/.exec(documentedJson.at(-1))?.[1];
    const expectedItems = omittedDigits ? documentedJson.slice(0, -1) : documentedJson;
    assert.equal(received.length, expectedItems.length + Number(omittedDigits ?? 0), path);
    expectedItems.forEach((item, index) => assertSameShape(received[index], item, `${path}[${index}]`));
  } else if (documentedJson !== null && typeof documentedJson === "object") {
    const { "…": omittedCount, ...expectedItems } = documentedJson;
    assert.equal(
      Object.keys(received).length,
      Object.keys(expectedItems).length + Number(omittedCount?.split(" ")[0] ?? 0),
      path,
    );
    for (const [name, member] of Object.entries(expectedItems)) {
      // The field with the time of the response and the worker that sent it.
      if (name !== "@extra") assertSameShape(received[name], member, `${path}.${name}`);
    }
  } else if (typeof documentedJson === "string" && documentedJson.endsWith("…")) {
    assert.ok(received.startsWith(documentedJson.slice(0, -1)), path);
  } else {
    assert.deepEqual(received, documentedJson, path);
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
  const commonOptions = { limits: UNLIMITED, cache, log: () => {} };
  gateways.recorded = createGateway({
    ...commonOptions,
    mainnet: upstreams.mainnet.url,
    testnet: upstreams.testnet.url,
  });
  gateways.devnet = createGateway({ ...commonOptions, mainnet: upstreams.devnet.url });
});
after(() => Promise.all(Object.values(upstreams).map((upstream) => upstream.close())));

/** Runs an example of the client; returns its result, or the upstream's own error. */
async function runJs(source, isDevnetResponse) {
  const makeClient = ({ network = "mainnet", ...options } = {}) => {
    const { url } = upstreams[isDevnetResponse ? "devnet" : network];
    return createClient({ ...options, baseUrl: url, apiKey: `${network}-key` });
  };
  const body = source.replace(/^import .*$/m, "");
  const run = Object.getPrototypeOf(async () => {}).constructor("createClient", `${body}\nreturn result;`);
  try {
    return { result: await run(makeClient) };
  } catch (error) {
    assert.ok(isTonEdgeError(error) && error.status !== undefined, `the request was not sent: ${error.stack}`);
    return { error };
  }
}

/** Sends the request of a curl line. */
async function runCurl(line, isDevnetResponse) {
  const [, url] = /^curl '([^']+)'/.exec(line);
  const body = /\n {2}-d '([^]*)'$/.exec(line)?.[1].replaceAll("'\\''", "'");
  const type = /-H '(Content-Type): ([^']+)'/.exec(line);
  const headers = type ? { [type[1]]: type[2] } : {};
  const init = body === undefined ? {} : { method: "POST", headers, body };
  const requestCount = () => Object.values(upstreams).reduce((sum, { requests }) => sum + requests.length, 0);
  const requestsBefore = requestCount();
  const response = await gateways[isDevnetResponse ? "devnet" : "recorded"].fetch(new Request(url, init), {});
  return { status: response.status, text: await response.text(), sent: requestCount() > requestsBefore };
}

/** A proof consists of a block's cells: the devnet has none, and there is no recorded response. */
const OMITTED_RESPONSES = ["v2/blocks.md: Shard block proof"];

test("every operation has an example with a response in docs/reference", () => {
  assert.equal(sections.length, endpoints().length);
  const incompleteSections = sections.filter(({ shown: documentedJson }) => !documentedJson).map(({ name }) => name);
  assert.deepEqual(incompleteSections, OMITTED_RESPONSES);
  assert.ok(sections.some(({ local: isLocal }) => isLocal));
});

test("the comparison with documented responses reports a difference", () => {
  assertSameShape({ a: [1, 2, 3], b: "long text" }, { a: [1, "… 2 more"], b: "long…" }, "");
  for (const documentedJson of [{ a: [1, "… 1 more"] }, { a: [2, "… 2 more"] }, { a: [1, 2, 3], c: 1 }, {}]) {
    assert.throws(() => assertSameShape({ a: [1, 2, 3] }, documentedJson, ""));
  }
});

/** A gateway repeats `jsonrpc` and `id` of a request, which the service omits. */
function removeEcho(received, documentedJson) {
  if (Array.isArray(received)) return received;
  const isShown = (/** @type {[string, any]} */ [name]) => !["jsonrpc", "id"].includes(name) || name in documentedJson;
  return Object.fromEntries(Object.entries(received).filter(isShown));
}

/** Operations whose responses depend on a message that only the recording of devnet responses sends. */
const VARYING_OPERATIONS = /Pending|Send|message/;

describe("examples of docs/reference", () => {
  for (const {
    name,
    js: jsExample,
    curl: curlLine,
    shown: documentedJson,
    local: isLocal,
    isMade: isDevnetResponse,
  } of sections) {
    test(name, async () => {
      if (documentedJson === undefined || (isDevnetResponse && VARYING_OPERATIONS.test(name))) {
        const { sent: isSent, status, text } = await runCurl(curlLine, isDevnetResponse);
        assert.ok(isSent, `the gateway refuses its own example: ${status} ${text}`);
        return;
      }
      const documentedResponse = parseJson(documentedJson);
      const { result, error } = await runJs(jsExample, isDevnetResponse);
      const { status, text, sent: isSent } = await runCurl(curlLine, isDevnetResponse);
      assert.equal(error, undefined);
      assert.equal(status, 200, text);
      if (isLocal) assert.equal(isSent, false);
      else assertSameShape(removeEcho(parseJson(text), documentedResponse), documentedResponse, "response");
      assertSameShape(
        result,
        name.startsWith("v2/") ? documentedResponse.result : toReadForm(documentedResponse),
        "result",
      );
    });
  }
});
