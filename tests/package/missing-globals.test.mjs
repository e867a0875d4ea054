// Runtimes without some globals: importing needs none of them, addresses need none, and the error of a call names the missing one.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";

import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
/** A valid mnemonic, as `mnemonics.test.mjs` has it. */
const WORDS =
  "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution";
const tests = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program in a Node without these globals, and parses its output. */
async function runWithout(globals, program, ...args) {
  // Node creates `Request` and similar globals from others at their first use.
  const requestCode = globals.includes("WebAssembly") ? "" : `new Request("http://127.0.0.1");`;
  const removal = `${requestCode} ${globals.map((name) => `delete globalThis.${name};`).join(" ")}`;
  const node = ["--import", `data:text/javascript,${encodeURIComponent(removal)}`, "--input-type=module"];
  const { stdout } = await run(process.execPath, [...node, "--eval", program, ...args], {
    cwd: tests,
    timeout: 60_000,
  });
  return JSON.parse(stdout);
}

/** Globals that jsdom, Hermes or old browsers lack. */
const MISSING_GLOBALS = [
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
  "/message",
  "/message/ed25519",
  "/tvm",
  "/gateway",
  "/gateway/limiter",
];

test("every entry can be imported without any of these globals", async () => {
  const imports = `Promise.all(${JSON.stringify(ENTRIES)}.map((entry) => import("ton-edge" + entry)))`;
  const values = await runWithout(
    [...MISSING_GLOBALS, "WebAssembly"],
    `console.log(JSON.stringify((await ${imports}).map((entry) => Object.keys(entry).length)))`,
  );
  assert.equal(values.length, ENTRIES.length);
  assert.ok(values.every((count) => count > 0));
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
const makeAddresses = (entry) => `
const all = await import("node:module").then(({ createRequire }) => ${entry});
const texts = ${JSON.stringify(TEXTS)};
const outcome = (work) => { try { return work() } catch (error) { return error } };
console.log(JSON.stringify([
  ...texts.map((text) => [all.tryParseAddress(text), outcome(() => all.detectAddress(text)), outcome(() => all.detectHash(text))]),
  all.unpackAddresses(texts), all.packAddresses(texts), outcome(() => all.Address.parse(texts[0]).toString()),
]));`;

test("addresses work without TextEncoder and TextDecoder, which Jest and React Native lack", async () => {
  const expected = await runWithout([], makeAddresses('import("ton-edge/address")'));
  assert.ok(expected.length > TEXTS.length);
  const requireCall = (name) => `createRequire(process.cwd() + "/")("${name}")`;
  const entries = [
    requireCall("ton-edge/address"),
    requireCall("ton-edge"),
    ...["ton-edge/address/auto", "ton-edge/address/no-wasm", "ton-edge/no-wasm"].map((name) => `import("${name}")`),
  ];
  for (const entry of entries)
    assert.deepEqual(await runWithout(MISSING_GLOBALS, makeAddresses(entry)), expected, entry);
});

test("a polyfill of TextEncoder without `encodeInto` is not used", async () => {
  const polyfill = "delete TextEncoder.prototype.encodeInto;";
  const program = `${polyfill} ${makeAddresses('import("ton-edge/no-wasm")')}`;
  assert.deepEqual(await runWithout([], program), await runWithout([], makeAddresses('import("ton-edge/no-wasm")')));
});

test("the error of an ES module names the missing codec", async () => {
  const program = `
  import { isAddress } from "ton-edge/address";
  try { isAddress("") } catch (error) { console.log(JSON.stringify(error.message)) }`;
  assert.equal(
    await runWithout(["TextEncoder", "TextDecoder"], program),
    "this runtime has no `TextEncoder`: load a polyfill first",
  );
});

describe("the error of a call names the missing global:", () => {
  const CALL = `
  import { createClient } from "ton-edge";
  const call = async () => createClient({ baseUrl: process.argv[1], headers: { "x-mine": "1" }, rateLimit: false, retry: 3 })
    .v2.getMasterchainInfo();
  console.log(JSON.stringify(await call().catch((error) => error)));`;
  for (const name of ["AbortController", "Headers", "Request", "URL", "fetch"]) {
    test(name, async () => {
      const { code, parameter, message } = await runWithout([name], CALL, "http://127.0.0.1:1");
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
  const functionsWithGlobal = MISSING_GLOBALS.filter(
    (name) =>
      !["AbortController", "AbortSignal", "Headers", "Request", "TextDecoder", "TextEncoder", "URL"].includes(name),
  );
  assert.deepEqual(await runWithout(functionsWithGlobal, CALL), { own: true, seqno: [7, 7] });
});

/** Calls of `ton-edge/message` and `ton-edge/tvm`, by name. They use `m`, `tvm` and `ed25519`. */
const CALLS = {
  comment: "m.decodeBody(m.comment('Grüße, 世界 😀'))",
  longComment: "m.decodeBody(m.comment('é'.repeat(500)))",
  wrongBytes: "m.decodeBody(m.beginCell().storeUint(0, 32).storeBytes(Uint8Array.of(0xff, 0x41)).endCell())",
  byteOrderMark:
    "m.decodeBody(m.beginCell().storeUint(0, 32).storeBytes(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)).endCell())",
  encryptedComment:
    "m.decodeBody(m.beginCell().storeUint(0x2167da4b, 32).storeBytes(new Uint8Array(80)).endCell()).type",
  content: "m.decodeContent(m.beginCell().storeUint(1, 8).storeBytes(Uint8Array.from([0xc3, 0xa9])).endCell()).uri",
  tail: "m.beginCell().storeStringTail('ключ').endCell().beginParse().loadStringTail()",
  wrongTail: "m.beginCell().storeBytes(Uint8Array.of(0xed, 0xa0, 0x80)).endCell().beginParse().loadStringTail()",
  domain: "Array.from(m.encodeDomain('привет.ton'))",
  dnsText: "m.decodeDnsRecords(dns(m, [0x41, 0xc3, 0xa9]))",
  wrongDnsText: "m.decodeDnsRecords(dns(m, [0x41, 0xff]))",
  boc: "m.comment('x').toBoc('base64').length",
  parsedText: "m.parseBoc('te6cckEBAQEABwAACgAAAAB49t3hdg==').toBase64()",
  tonConnect:
    "m.tonConnectTransaction([{ to: account, value: 1n, body: m.comment('é') }], { validUntil: 2000000000, network: 'mainnet' })",
  link: "m.parseTransferLink(m.transferLink({ to: account, value: 5n, body: m.comment('ß') }))",
  mnemonic: "await m.isMnemonic(words)",
  newMnemonic: "(await m.mnemonicNew()).length",
  keys: "Array.from((await m.mnemonicToKeyPair(words)).publicKey)",
  seed: "Array.from(await m.mnemonicToSeed(words))",
  signed:
    "(await wallet(m, ed25519).transfer([{ to: account, value: 1n }], { seqno: 1, validUntil: 2000000000 }, (hash) => ed25519.sign(hash, new Uint8Array(32).fill(7)))).boc?.length ?? null",
  signData: `await m.verifySignData({ address: account, timestamp: 1, domain: "a.b", signature: "A".repeat(86) + "==", payload: { type: "binary", bytes: "AQID" } }, { domains: ["a.b"] })`,
  messageHash: "m.messageHash(m.externalMessage({ to: account, body: m.comment('q') }))",
  stack: "m.decodeStack(m.encodeStack([1n, m.comment('ö')])).values.length",
  amount: "String(m.toNano('1.5')) + m.fromNano(5n)",
  local: "open(m, tvm).get('seqno').stack.number(0)",
};

const makeMessage = () => `
const [m, tvm, ed25519] = await Promise.all(["/message", "/tvm", "/message/ed25519"].map((entry) => import("ton-edge" + entry)));
const account = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const words = ${JSON.stringify(WORDS)};
const wallet = (m) => m.walletV5R1({ publicKey: new Uint8Array(32).fill(9) });
function open(m, tvm) {
  const { address, stateInit } = wallet(m);
  const slice = stateInit.beginParse().skip(2);
  return tvm.openContract({ address, code: slice.loadMaybeRef(), data: slice.loadMaybeRef() });
}
const TEXT_KEY = 0x982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1n;
function dns(m, bytes) {
  const record = m.beginCell().storeUint(0x1eda, 16).storeUint(1, 8).storeUint(bytes.length, 8).storeBytes(Uint8Array.from(bytes)).endCell();
  return m.buildDict(256, [[TEXT_KEY, m.beginCell().storeRef(record).endCell()]]);
}
const plain = (value) => JSON.parse(JSON.stringify(value ?? null, (_, one) => typeof one === "bigint" ? String(one) : ArrayBuffer.isView(one) ? Array.from(one) : one));
const outcomes = {};
for (const [name, call] of Object.entries({ ${Object.entries(CALLS)
  .map(([key, call]) => `${key}: async () => ${call}`)
  .join(", ")} }))
  outcomes[name] = await call().then(plain, (error) => ({ code: error.code ?? String(error), parameter: error.parameter }));
console.log(JSON.stringify(outcomes));`;

/** Whether an error names a missing global, or the object of which it is a part: `crypto` for `Crypto.prototype.subtle`. */
const isPart = (name, parameter) => name.toLowerCase().startsWith(parameter.split(".")[0].toLowerCase());

describe("messages and get-methods without a global: the same result, or an error that names it", () => {
  const GLOBALS = [
    ["TextDecoder"],
    ["TextEncoder"],
    ["TextEncoder", "TextDecoder"],
    ["atob"],
    ["btoa"],
    ["crypto"],
    ["structuredClone"],
    ["AbortSignal"],
    ["AbortSignal.any"],
    ["AbortSignal.timeout"],
    ["Crypto.prototype.subtle"],
    ["ReadableStream"],
    ["performance"],
    ["queueMicrotask"],
    ["WebAssembly"],
  ];
  let expected;
  before(async () => {
    expected = await runWithout([], makeMessage());
    const failedNames = Object.keys(expected).filter((name) => expected[name]?.code !== undefined);
    assert.deepEqual(failedNames, ["wrongTail", "signData"]);
  });
  for (const globals of GLOBALS)
    test(globals.join(" and "), async () => {
      const outcomes = await runWithout(globals, makeMessage());
      for (const [name, outcome] of Object.entries(outcomes)) {
        const isNamed =
          (outcome?.code === "missing_global" && globals.some((name) => isPart(name, outcome.parameter))) ||
          (outcome?.code === "wasm_unavailable" && globals.includes("WebAssembly"));
        if (!isNamed) assert.deepEqual(outcome, expected[name], name);
      }
    });
});

test("no random number is drawn and no date is read before the first request", async () => {
  // Next.js refuses both while it renders a page in advance. `performance.now()` is allowed.
  const CALL = `
  import { createClient } from "ton-edge";
  const forbidden = (name) => () => { throw new Error(name + " before the first request") };
  const allowed = { random: Math.random, now: Date.now, values: crypto.getRandomValues, uuid: crypto.randomUUID };
  const forbid = () => {
    Math.random = forbidden("Math.random");
    Date.now = forbidden("Date.now");
    crypto.getRandomValues = forbidden("getRandomValues");
    crypto.randomUUID = forbidden("randomUUID");
  };
  const allow = () => {
    Math.random = allowed.random;
    Date.now = allowed.now;
    crypto.getRandomValues = allowed.values;
    crypto.randomUUID = allowed.uuid;
  };
  forbid();
  const address = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
  const requested = [];
  const fetch = async (url) => {
    requested.push(String(url.url ?? url));
    allow();
    return new Response("{}", { status: 404, headers: { "content-type": "application/json" } });
  };
  const calls = {
    v2: (client) => client.v2.getMasterchainInfo(),
    v3: (client) => client.v3.transactions({ account: address }),
    walk: async (client) => { for await (const _ of client.v3.transactions.paginate({ account: address })); },
    account: (client) => client.account(address),
    get: (client) => client.get(address, "seqno"),
    jettons: (client) => client.jettons(address),
    resolve: (client) => client.resolve("alice.ton"),
  };
  for (const options of [{}, { apiKey: "a".repeat(64) }, { baseUrl: "https://gateway.example" }])
    for (const [name, call] of Object.entries(calls)) {
      // Requests of the previous call end before the next call begins.
      await new Promise((done) => setTimeout(done, 50));
      forbid();
      const before = requested.length;
      await (async () => call(createClient({ ...options, rateLimit: 1000, retry: false, fetch })))().catch((error) => {
        if (/before the first request/.test(error.message + error.cause?.message)) throw error;
      });
      if (requested.length === before) throw new Error("no request of " + name);
    }
  allow();
  console.log(requested.length);`;
  assert.ok((await runWithout([], CALL)) >= 21);
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
    assert.deepEqual(await runWithout([], ABORT, upstream.url), {
      name: "AbortError",
      message: "this call was aborted",
    });
  } finally {
    await upstream.close();
  }
});
