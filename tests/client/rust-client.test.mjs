// The Rust program in tests/rust-wasm-app (the example of docs/rust.md), in Node and in workerd, against a recorded upstream.
// `cargo xtask test` builds it.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";

import { findBusiestAccount } from "../helpers/stack.mjs";
import { startReplay } from "../upstream/replay.mjs";

const folder = fileURLToPath(new URL("../../target/xtask/rust-client/", import.meta.url));
const readFile = (name) => readFileSync(`${folder}${name}`);

let service;
let program;
before(async () => {
  assert.ok(existsSync(`${folder}rust_client.js`), "the Rust program is not built: cargo xtask test");
  service = await startReplay({});
  program = await import(`${folder}rust_client.js`);
  program.initSync({ module: readFile("rust_client_bg.wasm") });
  program.connect(service.url);
});
after(() => service?.close());

test("the Rust client in wasm: a typed call returns rows from the upstream", async () => {
  const account = findBusiestAccount(service.world);
  const hashes = await program.transactions(account, 3);
  assert.ok(hashes.length > 0 && hashes.length <= 3);
  const knownHashes = new Set(service.world.transactions.map(({ row }) => row.hash));
  assert.ok(
    hashes.every((hash) => knownHashes.has(hash)),
    String(hashes),
  );
});

test("the Rust client in wasm: pages are in order, without a duplicate row", async () => {
  const account = findBusiestAccount(service.world);
  const transactionCount = service.world.transactions.filter(({ row }) => row.account === account).length;
  const result = await program.history(account, 12);
  assert.equal(new Set(result).size, result.length);
  assert.equal(result.length, Math.min(transactionCount, 12));
  assert.ok(result.length > 5, `${result.length} rows: more than a page`);
});

test("the Rust client in wasm: a misspelt account is refused before a request", async () => {
  const error = await program
    .transactions("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M", 1)
    .catch((error) => error);
  assert.match(error.message, /^address_checksum: /);
});

test("the Rust client in wasm: a call that hangs is aborted at its timeout, and its connection is closed", async () => {
  service.faults.add("hang", { path: "/getMasterchainInfo" });
  const error = await program.height(2500).catch((error) => error);
  assert.match(error.message, /^timeout: /);
  assert.equal(typeof (await program.height(5000)), "number");
});

test("the Rust client in workerd sends requests, and aborts those that time out", async () => {
  let onClosed;
  const abortion = new Promise((resolve) => {
    onClosed = resolve;
  });
  const silentServer = createServer((request) => request.on("close", onClosed));
  await new Promise((resolve) => {
    silentServer.listen(0, "127.0.0.1", resolve);
  });
  const makeWorker = (base, delayMs) =>
    new Miniflare({
      cf: false,
      telemetry: { enabled: false },
      compatibilityDate: "2026-04-01",
      modulesRoot: folder,
      modules: [
        {
          type: "ESModule",
          path: `${folder}worker.js`,
          contents: `
        import module from "./rust_client_bg.wasm";
        import { initSync, connect, height } from "./rust_client.js";
        initSync({ module });
        export default { async fetch() {
          connect(${JSON.stringify(base)});
          return new Response(await height(${delayMs}).then(String, (error) => error.message));
        } };`,
        },
        { type: "ESModule", path: `${folder}rust_client.js`, contents: readFile("rust_client.js").toString() },
        { type: "CompiledWasm", path: `${folder}rust_client_bg.wasm`, contents: readFile("rust_client_bg.wasm") },
      ],
    });
  const workingWorker = makeWorker(service.url, 5000);
  const waitingWorker = makeWorker(`http://127.0.0.1:${silentServer.address().port}`, 300);
  try {
    assert.match(await (await workingWorker.dispatchFetch("http://worker.example/")).text(), /^\d+$/);
    assert.match(await (await waitingWorker.dispatchFetch("http://worker.example/")).text(), /^timeout: /);
    await abortion;
  } finally {
    await Promise.all([workingWorker.dispose(), waitingWorker.dispose()]);
    silentServer.closeAllConnections();
    silentServer.close();
  }
});
