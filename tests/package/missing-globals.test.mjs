// Runtimes without some globals: importing needs none of them, addresses need none, and the error of a call names the missing one.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";
import { promisify } from "node:util";

import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
const tests = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program in a Node without these globals, and parses its output. */
async function without(globals, program, ...args) {
  // Node creates `Request` and similar globals from others at their first use.
  const made = globals.includes("WebAssembly") ? "" : `new Request("http://127.0.0.1");`;
  const removal = `${made} ${globals.map((name) => `delete globalThis.${name};`).join(" ")}`;
  const node = ["--import", `data:text/javascript,${encodeURIComponent(removal)}`, "--input-type=module"];
  const { stdout } = await run(process.execPath, [...node, "--eval", program, ...args], {
    cwd: tests,
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

/** Globals that jsdom, Hermes or old browsers lack. */
const MISSING = [
  "AbortController",
  "AbortSignal",
  "Headers",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "atob",
  "btoa",
  "crypto",
  "fetch",
  "navigator",
  "performance",
  "queueMicrotask",
  "structuredClone",
];

const ENTRIES = [
  "",
  "/address",
  "/address/auto",
  "/address/no-wasm",
  "/no-wasm",
  "/slim",
  "/gateway",
  "/gateway/limiter",
];

test("every entry can be imported without any of these globals", async () => {
  const imports = `Promise.all(${JSON.stringify(ENTRIES)}.map((entry) => import("ton-edge" + entry)))`;
  const found = await without(
    [...MISSING, "WebAssembly"],
    `console.log(JSON.stringify((await ${imports}).map((entry) => Object.keys(entry).length)))`,
  );
  assert.equal(found.length, ENTRIES.length);
  assert.ok(found.every((count) => count > 0));
});

const TEXTS = [
  "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
  "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
  "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2n",
  "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xéB2N",
  "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8x😀2N",
  "\ud800QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
  "\u2028",
  "",
  "ж".repeat(600),
];
const addresses = (entry) => `
const all = await import("node:module").then(({ createRequire }) => ${entry});
const texts = ${JSON.stringify(TEXTS)};
const outcome = (work) => { try { return work() } catch (error) { return error } };
console.log(JSON.stringify([
  ...texts.map((text) => [all.tryParseAddress(text), outcome(() => all.detectAddress(text)), outcome(() => all.detectHash(text))]),
  all.unpackAddresses(texts), all.packAddresses(texts), outcome(() => all.Address.parse(texts[0]).toString()),
]));`;

test("addresses work without TextEncoder and TextDecoder, which Jest and React Native lack", async () => {
  const expected = await without([], addresses('import("ton-edge/address")'));
  assert.ok(expected.length > TEXTS.length);
  const required = (name) => `createRequire(process.cwd() + "/")("${name}")`;
  const entries = [
    required("ton-edge/address"),
    required("ton-edge"),
    ...["ton-edge/address/auto", "ton-edge/address/no-wasm", "ton-edge/no-wasm"].map((name) => `import("${name}")`),
  ];
  for (const entry of entries) assert.deepEqual(await without(MISSING, addresses(entry)), expected, entry);
});

test("a polyfill of TextEncoder without `encodeInto` is not used", async () => {
  const polyfill = "delete TextEncoder.prototype.encodeInto;";
  const program = `${polyfill} ${addresses('import("ton-edge/no-wasm")')}`;
  assert.deepEqual(await without([], program), await without([], addresses('import("ton-edge/no-wasm")')));
});

test("the error of an ES module names the missing codec", async () => {
  const program = `
  import { isAddress } from "ton-edge/address";
  try { isAddress("") } catch (error) { console.log(JSON.stringify(error.message)) }`;
  assert.equal(await without(["TextEncoder", "TextDecoder"], program), "TextEncoder is not defined");
});

describe("the error of a call names the missing global:", () => {
  const CALL = `
  import { createClient } from "ton-edge";
  const call = async () => createClient({ baseUrl: process.argv[1], headers: { "x-mine": "1" }, rateLimit: false, retry: 3 })
    .v2.getMasterchainInfo();
  console.log(JSON.stringify(await call().catch((error) => error)));`;
  for (const name of ["AbortController", "Headers", "Request", "URL", "fetch"]) {
    test(name, async () => {
      const { code, parameter, message } = await without([name], CALL, "http://127.0.0.1:1");
      assert.deepEqual([code, parameter], ["missing_global", name]);
      assert.match(message, /polyfill/);
    });
  }
});

test("a call needs no other globals than `fetch` and its classes", async () => {
  // Node's own fetch needs some of these globals, so the program provides its own fetch.
  const CALL = `
  import { createClient } from "ton-edge";
  const body = JSON.stringify({ ok: true, result: { last: { seqno: 7 } } });
  const fetch = async () => ({ status: 200, headers: new Headers(), text: async () => body });
  const client = createClient({ baseUrl: "http://127.0.0.1", rateLimit: false, fetch });
  const [one, other] = await Promise.all([client.v2.getMasterchainInfo(), client.v2.getMasterchainInfo()]);
  console.log(JSON.stringify({ own: one !== other, seqno: [one.last.seqno, other.last.seqno] }));`;
  const lacking = MISSING.filter(
    (name) =>
      !["AbortController", "AbortSignal", "Headers", "Request", "TextDecoder", "TextEncoder", "URL"].includes(name),
  );
  assert.deepEqual(await without(lacking, CALL), { own: true, seqno: [7, 7] });
});

test("an abort has a reason even if the runtime's signals have none", async () => {
  const upstream = await startReplay();
  upstream.faults.add({ delay: 5000 }, { times: 1 });
  try {
    const ABORT = `
    import { createClient } from "ton-edge";
    delete AbortSignal.prototype.reason;
    const controller = new AbortController();
    const call = createClient({ baseUrl: process.argv[1], rateLimit: false }).v2.getMasterchainInfo({}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    const { name, message } = await call.catch((error) => error);
    console.log(JSON.stringify({ name, message }));
    process.exit(0);`;
    assert.deepEqual(await without([], ABORT, upstream.url), { name: "AbortError", message: "this call was aborted" });
  } finally {
    await upstream.close();
  }
});
