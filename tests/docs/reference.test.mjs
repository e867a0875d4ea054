// The examples of docs/reference, as they stand: each call in JavaScript by the package's client, each curl line through a gateway,
// both on a recorded upstream. A response that is shown must be the response; a `…` in it stands for what was left out. Without
// one, the request must at least reach the upstream.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createClient, isTonEdgeError } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";

import { asRead } from "../helpers/as-read.mjs";
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
      return curl ? [{ name: `${page}: ${text.split("\n", 1)[0]}`, js, curl, shown, local }] : [];
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
      // When the response was made, and by which worker.
      if (name !== "@extra") compare(came[name], member, `${path}.${name}`);
    }
  } else if (typeof shown === "string" && shown.endsWith("…")) {
    assert.ok(came.startsWith(shown.slice(0, -1)), path);
  } else {
    assert.deepEqual(came, shown, path);
  }
}

const replays = {};
let gateway;
before(async () => {
  for (const network of /** @type {const} */ (["mainnet", "testnet"]))
    replays[network] = await startReplay({ network });
  gateway = createGateway({
    limits: UNLIMITED,
    mainnet: replays.mainnet.url,
    testnet: replays.testnet.url,
    cache: { adapter: "none" },
    log: () => {},
  });
});
after(() => Promise.all(Object.values(replays).map((replay) => replay.close())));

/** Runs an example of the client; returns its result, or the upstream's own error. */
async function runJs(source) {
  const client = ({ network = "mainnet", ...options } = {}) => {
    return createClient({ ...options, baseUrl: replays[network].url, apiKey: `${network}-key` });
  };
  const body = source.replace(/^import .*$/m, "");
  const run = Object.getPrototypeOf(async () => {}).constructor("createClient", `${body}\nreturn result;`);
  try {
    return { result: await run(client) };
  } catch (error) {
    assert.ok(isTonEdgeError(error) && error.status !== undefined, `not sent: ${error.stack}`);
    return { error };
  }
}

/** Sends the request of a curl line. */
async function runCurl(line) {
  const [, url] = /^curl '([^']+)'/.exec(line);
  const body = /\n {2}-d '([^]*)'$/.exec(line)?.[1].replaceAll("'\\''", "'");
  const type = /-H '(Content-Type): ([^']+)'/.exec(line);
  const headers = type ? { [type[1]]: type[2] } : {};
  const init = body === undefined ? {} : { method: "POST", headers, body };
  const requestCount = () => Object.values(replays).reduce((sum, { requests }) => sum + requests.length, 0);
  const before = requestCount();
  const response = await gateway.fetch(new Request(url, init), {});
  return { status: response.status, text: await response.text(), sent: requestCount() > before };
}

test("every operation has its example", () => {
  assert.equal(sections.length, endpoints().length);
  assert.ok(sections.filter(({ shown }) => shown).length >= 30);
  assert.ok(sections.some(({ local }) => local));
});

test("the comparison reports a difference", () => {
  compare({ a: [1, 2, 3], b: "long text" }, { a: [1, "… 2 more"], b: "long…" }, "");
  for (const shown of [{ a: [1, "… 1 more"] }, { a: [2, "… 2 more"] }, { a: [1, 2, 3], c: 1 }, {}]) {
    assert.throws(() => compare({ a: [1, 2, 3] }, shown, ""));
  }
});

describe("examples", () => {
  for (const { name, js, curl, shown, local } of sections) {
    test(name, async () => {
      const { result, error } = await runJs(js);
      const { status, text, sent } = await runCurl(curl);
      if (shown === undefined) {
        assert.ok(sent || status === 200, `the gateway refuses its own example: ${status} ${text}`);
        return;
      }
      assert.equal(error, undefined);
      const documented = parse(shown);
      assert.equal(status, 200, text);
      if (local) assert.equal(sent, false);
      else compare(parse(text), documented, "response");
      compare(result, name.startsWith("v2/") ? documented.result : asRead(documented), "result");
    });
  }
});
