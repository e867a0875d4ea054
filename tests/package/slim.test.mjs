// ton-edge/slim: the caller passes the wasm modules, in every form; the rest is as in the other entries.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import { internalMessage } from "ton-edge/message";

import { makeSmallConfig } from "../helpers/small-config.mjs";
import { startReplay } from "../upstream/replay.mjs";

const require = createRequire(import.meta.url);
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const bytes = Object.fromEntries(
  ["address", "cell", "client", "ed25519", "emulator", "gateway", "tvm"].map((face) => [
    face,
    readFileSync(require.resolve(`ton-edge/${face}.wasm`)),
  ]),
);

const dist = dirname(require.resolve("ton-edge/slim"));
const folder = mkdtempSync(join(tmpdir(), "ton-edge-slim-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let copies = 0;
/** A new copy of the entry and of its shared files, which no test has initialized. */
function importFreshSlim(entry = "slim") {
  const home = join(folder, String((copies += 1)));
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  for (const file of readdirSync(dist))
    if (/slim[\w-]*\.js$/.test(file)) copyFileSync(join(dist, file), join(home, file));
  return import(String(pathToFileURL(join(home, `${entry}.js`))));
}

/** Serves the modules; each path names a variant. */
function serve() {
  const server = createServer((request, response) => {
    const [, format, face] = request.url.split("/");
    if (format === "missing") return response.writeHead(404).end("no");
    if (format === "page") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
    if (format === "cut") {
      response.writeHead(200, { "content-length": "20000" }).write(bytes[face].subarray(0, 100));
      return setTimeout(() => response.destroy(), 20);
    }
    return response
      .writeHead(200, { "content-type": format === "typed" ? "application/wasm" : "application/octet-stream" })
      .end(bytes[face]);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

let server;
let site;
before(async () => {
  server = await serve();
  site = `http://127.0.0.1:${server.address().port}`;
});
after(() => server?.close());

const SOURCES = {
  "a URL as text": (face) => `${site}/typed/${face}`,
  "a URL": (face) => new URL(`${site}/typed/${face}`),
  "a URL without the type of a module": (face) => `${site}/plain/${face}`,
  "a Response": (face) => fetch(`${site}/typed/${face}`).then((response) => response),
  "a promise of a Response": (face) => fetch(`${site}/plain/${face}`),
  "a Response that was made here": (face) =>
    new Response(bytes[face], { headers: { "content-type": "Application/Wasm" } }),
  bytes: (face) => new Uint8Array(bytes[face]),
  "a part of larger bytes": (face) => Buffer.concat([Buffer.from("xyz"), bytes[face]]).subarray(3),
  "an ArrayBuffer": (face) => new Uint8Array(bytes[face]).buffer,
  "a DataView": (face) => new DataView(new Uint8Array(bytes[face]).buffer),
  "an ArrayBuffer of another realm": (face) =>
    runInNewContext("Uint8Array.from(all).buffer", { all: [...bytes[face]] }),
  "a Module": (face) => new WebAssembly.Module(bytes[face]),
  "a Module of another realm": (face) => runInNewContext("new WebAssembly.Module(all)", { all: bytes[face] }),
};

describe("init of ton-edge/slim accepts", () => {
  for (const [title, source] of Object.entries(SOURCES)) {
    test(title, async () => {
      const { init, unpackAddress, createClient } = await importFreshSlim();
      assert.equal(await init(await source("client"), source("address")), undefined);
      assert.equal(unpackAddress(EQ), RAW);
      assert.equal(typeof createClient().v3.jetton.wallets, "function");
    });
  }
});

test("init of ton-edge/slim compiles a module with the right content type while it arrives", async () => {
  const { init, isAddress } = await importFreshSlim();
  const realCompile = WebAssembly.compileStreaming;
  let streamCount = 0;
  WebAssembly.compileStreaming = (response) => {
    streamCount += 1;
    return realCompile.call(WebAssembly, response);
  };
  try {
    await init(`${site}/plain/client`);
    assert.equal(streamCount, 0);
    await init(`${site}/typed/address`);
    assert.equal(streamCount, 1);
  } finally {
    WebAssembly.compileStreaming = realCompile;
  }
  assert.equal(isAddress(EQ), true);
});

test("init of ton-edge/slim may be repeated and called concurrently, also for each module", async () => {
  const { init, unpackAddress, createClient, Address } = await importFreshSlim();
  await Promise.all([init(bytes.address), init(`${site}/typed/address`), init(bytes.address, bytes.address)]);
  const parsedAddress = Address.parse(EQ);
  await init(new WebAssembly.Module(bytes.address));
  assert.equal(unpackAddress(parsedAddress.toString()), RAW);
  assert.throws(() => createClient(), { code: "not_initialized" });
  await init(bytes.client);
  assert.equal(typeof createClient, "function");
});

test("the client of ton-edge/slim works as in other entries", async () => {
  const upstream = await startReplay();
  try {
    const { init, createClient, packAddress } = await importFreshSlim();
    await init(bytes.client, bytes.address);
    const client = createClient({ baseUrl: upstream.url });
    const rows = await client.v3.transactions.paginate({}, { pageSize: 4, maxItems: 5 }).toArray();
    assert.equal(rows.length, 5);
    assert.equal(packAddress(RAW), EQ);
  } finally {
    await upstream.close();
  }
});

test("before init every call of ton-edge/slim says what to do, and after init it works", async () => {
  const { init, isTonEdgeError, ...exported } = await importFreshSlim();
  const calls = {
    address: [
      () => exported.unpackAddress(EQ),
      () => exported.isAddress(EQ),
      () => exported.tryParseAddress(EQ),
      () => exported.packAddresses([EQ]),
      () => exported.Address.parse(EQ),
      () => exported.isHash("x"),
    ],
    client: [() => exported.createClient()],
  };
  for (const [face, faceCalls] of Object.entries(calls)) {
    for (const work of faceCalls) {
      assert.throws(
        work,
        (error) =>
          isTonEdgeError(error, "not_initialized") &&
          /** @type {any} */ (error).message.includes("await init(") &&
          /** @type {any} */ (error).message.includes(`ton-edge/${face}.wasm`),
        String(work),
      );
    }
  }
  await init(bytes.address, bytes.client);
  for (const work of Object.values(calls).flat()) work();
});

test("until init resolves, every call of ton-edge/slim says so, even if the module has arrived", async () => {
  const { init, isAddress } = await importFreshSlim();
  const initialization = init(bytes.address, bytes.client);
  for (let index = 0; index < 3; index += 1) {
    assert.throws(() => isAddress(EQ), { code: "not_initialized" });
    await Promise.resolve();
  }
  await initialization;
  assert.equal(isAddress(EQ), true);
});

describe("init of ton-edge/slim refuses", () => {
  const expectRefusal = async (code, ...sources) => {
    const { init, isTonEdgeError, isAddress } = await importFreshSlim();
    let initError;
    await assert.rejects(
      init(...sources.map((source) => (typeof source === "function" ? source() : source))),
      (error) => {
        initError = error;
        return isTonEdgeError(error, code);
      },
    );
    assert.throws(() => isAddress("x"), { code: "not_initialized" });
    // A failed call may be repeated.
    await init(bytes.address);
    assert.equal(isAddress(EQ), true);
    return initError;
  };

  test("init without a source is refused", () => expectRefusal("invalid_option"));
  for (const [name, oddValue] of Object.entries({
    undefined,
    null: null,
    number: 7,
    object: {},
    array: [],
    function: () => () => {},
    symbol: () => Symbol("x"),
  })) {
    test(`init refuses a source of another type: ${name}`, () =>
      expectRefusal("invalid_option", name === "function" ? () => oddValue : oddValue));
  }
  test("init refuses another wasm module", () => expectRefusal("invalid_option", bytes.gateway));

  test("init refuses ed25519.wasm, whose exports have the names of those of cell.wasm, and then takes cell.wasm", async () => {
    const { init, beginCell, parseBoc } = await importFreshSlim("slim-message");
    await assert.rejects(init(bytes.ed25519), { code: "invalid_option", message: /unknown module/ });
    await init(bytes.cell);
    assert.equal(parseBoc(beginCell().storeUint(7, 8).endCell().toBoc()).bits, 8);
  });
  test("init reports a URL that does not respond", async () => {
    const error = await expectRefusal("connection_failed", "http://127.0.0.1:1/x.wasm");
    assert.ok(error.cause);
  });
  test("init reports a relative path outside a web page", () => expectRefusal("connection_failed", "/assets/x.wasm"));
  test("init reports an error response", async () =>
    assert.equal((await expectRefusal("invalid_response", `${site}/missing`)).status, 404));
  test("init reports an HTML page in place of the module", () => expectRefusal("invalid_response", `${site}/page`));
  test("init reports a response that ends too early", () => expectRefusal("connection_failed", `${site}/cut/address`));
  test("init reports a Response that was already read", async () => {
    const response = await fetch(`${site}/plain/address`);
    await response.arrayBuffer();
    await expectRefusal("connection_failed", response);
  });
  test("init reports an empty module", () => expectRefusal("invalid_response", new Uint8Array(0)));
  test("init reports a module that is cut off", () =>
    expectRefusal("wasm_unavailable", new Uint8Array(bytes.address.subarray(0, 500))));
});

const REEXPORTS = /^((import|export)[^;]*;|\s+|\/\/.*)*$/;

test("the source maps of ton-edge/slim name sources of the package, and copy none", () => {
  const chunks = readdirSync(dist).filter((name) => /^shared-\d+\.workerd\.js$/.test(name));
  assert.ok(chunks.length > 1);
  for (const name of ["slim.js", "slim.cjs", "client.workerd.js", "worker.workerd.js", ...chunks]) {
    const map = JSON.parse(readFileSync(new URL(`../../pkg/dist/${name}.map`, import.meta.url), "utf8"));
    assert.equal(map.sourcesContent, undefined);
    // An entry may consist only of imports and re-exports, and a chunk of nothing from a source.
    const text = readFileSync(new URL(`../../pkg/dist/${name}`, import.meta.url), "utf8");
    assert.ok(map.sources.length >= 1 || chunks.includes(name) || REEXPORTS.test(text), name);
    for (const source of map.sources) assert.match(source, /^(\.\.\/)?[\w./-]+\.js$/, source);
  }
});

describe("contracts with ton-edge/slim", () => {
  /** A get-method that returns 7, whatever its arguments. */
  const parseSevenBytes = async () =>
    Response.json({
      ok: true,
      result: {
        gas_used: 1,
        exit_code: 0,
        stack: [
          ["num", "0x7"],
          ["num", "0x8"],
        ],
      },
    });

  /** A get-method that returns an empty cell. */
  const makeEmptyCell = async () =>
    Response.json({
      ok: true,
      result: { gas_used: 1, exit_code: 0, stack: [["cell", { bytes: "te6cckEBAQEAAgAAAEysuc0=" }]] },
    });

  test("contract calls of ton-edge/slim need cell.wasm, and the error says so", async () => {
    const { init, createClient, isTonEdgeError } = await importFreshSlim();
    await init(bytes.client, bytes.address);
    const client = createClient({ rateLimit: false, retry: false, fetch: parseSevenBytes });
    const calls = {
      get: () => client.get(RAW, "seqno", [RAW]),
      send: () => client.send("te6cckEBAQEAAgAAAEysuc0="),
      "a result with a cell": () =>
        createClient({ rateLimit: false, retry: false, fetch: makeEmptyCell }).get(RAW, "any"),
    };
    for (const [name, call] of Object.entries(calls))
      await assert.rejects(
        call,
        (/** @type {any} */ error) =>
          isTonEdgeError(error, "not_initialized") && error.message.includes("ton-edge/cell.wasm"),
        name,
      );
    await init(bytes.cell);
    assert.equal((await client.get(RAW, "seqno", [RAW])).stack.int(0), 7n);
    assert.equal(await client.read(RAW, "seqno"), 7);
  });

  test("ton-edge/slim/message is the same as ton-edge/message", async () => {
    const { init, decodeStack, encodeStack, isTonEdgeError, parseBoc, Stack, ...exported } =
      await importFreshSlim("slim-message");
    const fullModule = await import("ton-edge/message");
    for (const name of Object.keys(fullModule))
      if (name !== "ready")
        assert.ok(name in { init, decodeStack, encodeStack, isTonEdgeError, parseBoc, Stack, ...exported }, name);
    assert.throws(
      () => parseBoc("te6cckEBAQEAAgAAAEysuc0="),
      (/** @type {any} */ error) =>
        isTonEdgeError(error, "not_initialized") && error.message.includes("ton-edge/cell.wasm"),
    );
    await init(bytes.cell);
    const stack = decodeStack(encodeStack([5n, RAW, null]));
    assert.ok(stack instanceof Stack);
    assert.deepEqual([stack.int(0), stack.address(1), stack.isNull(2)], [5n, RAW, true]);
  });

  test("ton-edge/slim/tvm is the same as ton-edge/tvm", async () => {
    const { init, openContract, openConfig, isTonEdgeError, ready, ...exported } = await importFreshSlim("slim-tvm");
    const fullModule = await import("ton-edge/tvm");
    for (const name of Object.keys(fullModule))
      assert.ok(name in { init, openContract, openConfig, isTonEdgeError, ready, ...exported }, name);
    const emptyBag = "te6cckEBAQEAAgAAAEysuc0=";
    // `DROP 5 PUSHINT`.
    const options = { code: "te6cckEBAQEABAAABDB1QcVgwQ==", data: emptyBag, address: RAW };
    await init(bytes.cell);
    assert.throws(
      () => openContract(options),
      (/** @type {any} */ error) =>
        isTonEdgeError(error, "not_initialized") && error.message.includes("ton-edge/tvm.wasm"),
    );
    await init(bytes.tvm);
    assert.equal(openContract(options).get("any").stack.int(0), 5n);
    const contract = openContract({ ...options, config: makeSmallConfig().toBoc(), balance: 10n ** 9n });
    const message = internalMessage({ to: RAW, value: 10n ** 9n });
    const emulateMessage = () => contract.emulate(message.toBoc(), { from: RAW });
    await assert.rejects(
      emulateMessage,
      (/** @type {any} */ error) =>
        isTonEdgeError(error, "not_initialized") && error.message.includes("ton-edge/emulator.wasm"),
    );
    await init(bytes.emulator);
    assert.equal((await emulateMessage()).status, "done");
  });

  test("contracts can be called from CommonJS", async () => {
    const { createClient } = require("ton-edge");
    const client = createClient({ rateLimit: false, retry: false, fetch: parseSevenBytes });
    const { stack } = await client.get(RAW, "any", [1n]);
    assert.deepEqual([...stack], [7n, 8n]);
    const { Stack, decodeStack } = require("ton-edge/message");
    assert.ok(decodeStack([]) instanceof Stack);
    assert.ok(stack instanceof Stack);
  });
});
