// The Rust projects in this folder, compiled by `cargo xtask test "rust client"` with their own manifests: two native programs, a web app in
// Chromium, and a Worker in workerd, with a recorded upstream.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Miniflare } from "miniflare";

import { findBusiestAccount } from "../helpers/stack.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
const BUILD_FOLDER = fileURLToPath(new URL("../../target/xtask/", import.meta.url));
const PROGRAM_FOLDER = fileURLToPath(new URL("../../target/rust-examples/debug/", import.meta.url));
const API_KEY = "an-upstream-key";
const ACCOUNT = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const MISSPELT_ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M";

/** @type {any} */
let upstream;
before(async () => {
  for (const file of [join(BUILD_FOLDER, "rust-worker/rust_worker.js"), join(PROGRAM_FOLDER, "ton-account-reader")])
    assert.ok(existsSync(file), 'the Rust examples are not built: cargo xtask test "rust client"');
  upstream = await startReplay({ keys: { mainnet: [API_KEY], testnet: [] } });
});
after(() => upstream?.close());

test("rust-reader prints the newest transactions of an account", async () => {
  const account = findBusiestAccount(upstream.world);
  const { stdout } = await run(join(PROGRAM_FOLDER, "ton-account-reader"), [account, upstream.url]);
  const hashes = stdout.trim().split("\n");
  const knownHashes = new Set(upstream.world.transactions.map(({ row }) => row.hash));
  assert.ok(hashes.length > 5 && hashes.every((hash) => knownHashes.has(hash)), stdout);
});

test("rust-jetton-reader prints the jettons of an account, and names a wrong address", async () => {
  const wallets = upstream.world.jetton_wallets.map((wallet) => wallet.row ?? wallet);
  const { owner } = wallets.find(({ balance }) => balance !== "0");
  const ownedWallets = wallets.filter((wallet) => wallet.owner === owner && wallet.balance !== "0");
  const { stdout } = await run(join(PROGRAM_FOLDER, "ton-jetton-reader"), [owner, upstream.url]);
  const expectedLines = ownedWallets.map(({ jetton, balance }) => `${jetton} ${balance}`);
  assert.deepEqual(stdout.trim().split("\n").sort(), expectedLines.sort());
  await assert.rejects(
    run(join(PROGRAM_FOLDER, "ton-jetton-reader"), [MISSPELT_ADDRESS, upstream.url]),
    ({ code, stderr }) => {
      assert.equal(code, 1);
      assert.match(stderr, /checksum/i);
      return true;
    },
  );
});

test("rust-leptos-app checks an address while it is typed, and lists transactions", { timeout: 120_000 }, async (t) => {
  /** @type {Record<string, [string, string | Buffer]>} */
  const files = {
    "/": [
      "text/html",
      '<!doctype html><meta charset="utf-8"><body><script type="module">import init from "/rust_leptos_app.js"; await init({ module_or_path: "/rust_leptos_app_bg.wasm" });</script>',
    ],
    "/rust_leptos_app.js": ["text/javascript", readFileSync(join(BUILD_FOLDER, "rust-leptos-app/rust_leptos_app.js"))],
    "/rust_leptos_app_bg.wasm": [
      "application/wasm",
      readFileSync(join(BUILD_FOLDER, "rust-leptos-app/rust_leptos_app_bg.wasm")),
    ],
  };
  // The page and `/api/` have the same origin, as in production.
  const server = createServer(async (request, response) => {
    const file = files[request.url ?? ""];
    if (file) return response.writeHead(200, { "content-type": file[0] }).end(file[1]);
    const reply = await fetch(`${upstream.url}${request.url}`);
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => server.close());
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  const field = page.getByLabel("Account");
  const button = page.getByRole("button");
  await field.fill(MISSPELT_ADDRESS);
  await page.getByRole("status").filter({ hasText: "checksum" }).waitFor();
  assert.equal(await button.isDisabled(), true);
  const account = findBusiestAccount(upstream.world);
  await field.fill(account);
  assert.equal(await page.getByRole("status").textContent(), "");
  await button.click();
  await page.locator("li").nth(5).waitFor();
  const hashes = await page.locator("li").allTextContents();
  const knownHashes = new Set(upstream.world.transactions.map(({ row }) => row.hash));
  assert.ok(
    hashes.every((hash) => knownHashes.has(hash)),
    hashes.join(),
  );
  assert.deepEqual(errors, []);
});

test("rust-worker responds with the balance, adds the API key, and refuses a wrong address", async (t) => {
  const file = (/** @type {string} */ name) => join(BUILD_FOLDER, "rust-worker", name);
  // The program, and the files that the crate `worker` adds to it.
  const writtenFiles = readdirSync(join(BUILD_FOLDER, "rust-worker"), { recursive: true, encoding: "utf8" });
  const scripts = writtenFiles.filter((name) => name.endsWith(".js"));
  const worker = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    compatibilityDate: "2026-04-01",
    bindings: { BASE_URL: upstream.url, API_KEY },
    modulesRoot: join(BUILD_FOLDER, "rust-worker"),
    modules: [
      {
        type: "ESModule",
        path: file("index.js"),
        // The script that worker-build writes around the program.
        contents: `
          import module from "./rust_worker_bg.wasm";
          import { initSync, fetch as handle } from "./rust_worker.js";
          initSync({ module });
          export default { fetch: (request, env, context) => handle(request, env, context) };`,
      },
      ...scripts.map((name) => ({
        type: /** @type {const} */ ("ESModule"),
        path: file(name),
        contents: readFileSync(file(name), "utf8"),
      })),
      { type: "CompiledWasm", path: file("rust_worker_bg.wasm"), contents: readFileSync(file("rust_worker_bg.wasm")) },
    ],
  });
  t.after(() => worker.dispose());
  const fetchPath = async (/** @type {string} */ path) => {
    const response = await worker.dispatchFetch(`http://worker.example${path}`);
    return [response.status, await response.text()];
  };
  const requestCount = upstream.requests.length;
  const [status, balance] = await fetchPath(`/balance/${ACCOUNT}`);
  assert.equal(status, 200, String(balance));
  assert.match(String(balance), /^\d+$/);
  assert.deepEqual(
    upstream.requests.slice(requestCount).map(({ headers }) => headers["x-api-key"]),
    [API_KEY],
  );
  const [refusalStatus, reason] = await fetchPath(`/balance/${MISSPELT_ADDRESS}`);
  assert.equal(refusalStatus, 422);
  assert.match(String(reason), /^address_checksum: /);
  assert.deepEqual(await fetchPath("/"), [404, "not found"]);
  assert.equal(upstream.requests.length, requestCount + 1);
});
