// Addresses and errors are recognized across copies of the package: ES modules and CommonJS, entries in separate files, two versions,
// Workers.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import { build } from "esbuild";
import { Miniflare } from "miniflare";

const require = createRequire(import.meta.url);
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const OTHER_ACCOUNT = "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c";

/** Copies of the package by name. */
const copies = {};
before(async () => {
  const resolveFile = (path) => pathToFileURL(require.resolve(path).replace(/cjs$/, "js")).href;
  copies["ton-edge"] = await import("ton-edge");
  copies["ton-edge/address"] = await import("ton-edge/address");
  copies["ton-edge/address/auto"] = await import("ton-edge/address/auto");
  copies["ton-edge/address/no-wasm"] = await import("ton-edge/address/no-wasm");
  copies["ton-edge/no-wasm"] = await import("ton-edge/no-wasm");
  // Loading the same file again simulates another version in the same program: a separate copy.
  copies["another version"] = await import(`${resolveFile("ton-edge/address/no-wasm")}?another`);
  const slim = await import("ton-edge/slim");
  await slim.init(await readFile(require.resolve("ton-edge/address.wasm")));
  copies["ton-edge/slim"] = slim;
  for (const name of ["ton-edge", "ton-edge/address/auto", "ton-edge/no-wasm"])
    copies[`${name} by require`] = require(name);
});

const listPairs = () =>
  Object.keys(copies).flatMap((item) => Object.keys(copies).map((otherName) => [item, otherName]));

test("addresses from different copies of the package are equal if their accounts are", () => {
  assert.ok(new Set(Object.values(copies).map(({ Address }) => Address)).size >= 7, "there are several classes");
  for (const [reader, otherName] of listPairs()) {
    const [a, b] = [copies[reader].Address.parse(EQ), copies[otherName].Address.parse(RAW)];
    assert.ok(a.equals(b), `${reader} and ${otherName}`);
    assert.ok(!a.equals(copies[otherName].Address.parse(OTHER_ACCOUNT)), `${reader} and ${otherName}`);
  }
});

test("every copy recognizes and normalizes the addresses of every other", () => {
  for (const [reader, otherName] of listPairs()) {
    const foreignAddress = copies[otherName].Address.parse(RAW);
    assert.ok(copies[reader].Address.isAddress(foreignAddress), `${reader} and ${otherName}`);
    assert.equal(copies[reader].Address.normalize(foreignAddress), EQ, `${reader} and ${otherName}`);
  }
});

test("an object that is not an address is not accepted as one, whatever it claims", () => {
  const brand = Symbol.for("ton-edge.Address");
  const revokedProxy = Proxy.revocable({}, {});
  revokedProxy.revoke();
  const throwingBrand = {
    get [brand]() {
      throw new RangeError("no");
    },
  };
  const impostors = [
    { [brand]: RAW.slice(1) },
    { [brand]: `0:${"g".repeat(64)}` },
    { [brand]: [RAW] },
    { [brand]: undefined },
    throwingBrand,
    revokedProxy.proxy,
    runInNewContext("({})"),
    { toRawString: () => RAW },
    RAW,
    EQ,
    null,
    undefined,
    7,
  ];
  for (const [name, { Address }] of Object.entries(copies)) {
    const address = Address.parse(EQ);
    for (const impostor of [...impostors, Address, Address.prototype]) {
      assert.equal(Address.isAddress(impostor), false, name);
      assert.equal(address.equals(impostor), false, name);
    }
  }
});

test("an address of another realm is recognized", () => {
  const foreignObject = runInNewContext("({ [Symbol.for('ton-edge.Address')]: raw })", { raw: RAW });
  assert.ok(copies["ton-edge"].Address.isAddress(foreignObject));
  assert.ok(copies["ton-edge"].Address.parse(EQ).equals(foreignObject));
});

test("every copy recognizes the errors of every other", () => {
  for (const [reader, otherName] of listPairs()) {
    assert.throws(
      () => copies[otherName].unpackAddress("EQ"),
      (error) =>
        copies[reader].isTonEdgeError(error, "address_length") && !copies[reader].isTonEdgeError(error, "timeout"),
      `${reader} and ${otherName}`,
    );
  }
});

test("a stack of another copy, with its cells and slices, is read as one of this copy", async () => {
  const ownMessage = await import("ton-edge/message");
  const slim = await import("ton-edge/slim/message");
  await slim.init(await readFile(require.resolve("ton-edge/cell.wasm")));
  for (const [name, otherModule] of Object.entries({ slim, require: require("ton-edge/message") })) {
    assert.notEqual(otherModule.Stack, ownMessage.Stack, `${name} is another copy`);
    const cell = otherModule.comment("Hello");
    const address = otherModule.beginCell().storeAddress(RAW).endCell();
    const values = [1n, -1n, address.beginParse(), cell, otherModule.comment("code")];
    const result = ownMessage.readGetMethod("get_jetton_data", new otherModule.Stack(values));
    assert.equal(result.totalSupply, 1n, name);
    assert.equal(result.mintable, true);
    assert.equal(result.adminAddress.toLowerCase(), RAW);
    assert.ok(result.walletCode instanceof ownMessage.Cell && result.walletCode.equals(ownMessage.comment("code")));
    // Nested values, and errors that name their position.
    const stack = new ownMessage.Stack([[cell, { list: [cell.beginParse()] }], otherModule.beginCell()]);
    assert.equal(stack.tuple(0).cell(0).beginParse().skip(32).loadStringTail(), "Hello");
    assert.ok(stack.tuple(0).list(1).cell(0).equals(ownMessage.comment("Hello")));
    assert.throws(() => stack.int(0), /is a tuple, not an integer/);
    assert.throws(() => stack.tuple(0).int(0), /is a cell, not an integer/);
    assert.throws(() => stack.cell(1), { code: "stack_invalid" });
  }
});

describe("copies of the package in a Worker", () => {
  const resolveDist = (name) => fileURLToPath(new URL(`../../pkg/dist/${name}`, import.meta.url));
  const PROGRAM = `
  import * as whole from "ton-edge";
  import * as addresses from "ton-edge/address";
  import { createGateway } from "ton-edge/gateway";
  export default {
    fetch: () => Response.json({
      same: whole.Address === addresses.Address && whole.TonEdgeError === addresses.TonEdgeError,
      equal: whole.Address.parse("${EQ}").equals(addresses.Address.parse("${RAW}")),
      gateway: typeof createGateway,
    }),
  };`;

  test("the entries share their common modules", async () => {
    const { outputFiles } = await build({
      stdin: { contents: PROGRAM, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
      bundle: true,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      external: ["*.wasm?module"],
      write: false,
      logLevel: "warning",
    });
    const readWasm = async (name) => ({
      type: /** @type {const} */ ("CompiledWasm"),
      path: `${name}.wasm?module`,
      contents: await readFile(resolveDist(`${name}.wasm`)),
    });
    const worker = new Miniflare({
      cf: false,
      telemetry: { enabled: false },
      modules: [
        { type: "ESModule", path: "program.mjs", contents: outputFiles[0].text },
        ...(await Promise.all(["address", "cell", "client", "gateway"].map(readWasm))),
      ],
      compatibilityDate: "2026-04-01",
    });
    try {
      const response = await worker.dispatchFetch("http://localhost/");
      assert.deepEqual(await response.json(), { same: true, equal: true, gateway: "function" });
    } finally {
      await worker.dispose();
    }
  });
});
