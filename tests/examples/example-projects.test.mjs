// The projects beside this file as their users run them: with the packed package, by the scripts that package.json names.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { pack, unpack } from "../helpers/tarball.mjs";
import { dev } from "../helpers/wrangler.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL(".", import.meta.url));
const require = createRequire(import.meta.url);
const { version } = require("../../pkg/package.json");
const { devDependencies } = require("../package.json");
const PROJECTS = ["browser-inspector", "node-reader", "worker-gateway"];
const ACCOUNT = "0:9DA971AF38D2F03ABDF308D5F91636A97E5A2B07A66C39D71D7CBAE3B032EDDC";
const API_KEY = "an-upstream-key";
const ORIGIN = "https://app.example";

let folder;
let upstream;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "ton-edge-examples-"));
  const tarball = await pack();
  await unpack(tarball.file, folder);
  await tarball.remove();
  for (const name of PROJECTS) cpSync(join(HERE, name), join(folder, name), { recursive: true });
  upstream = await startReplay({ keys: { mainnet: [API_KEY], testnet: [] } });
});
after(async () => {
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const name of PROJECTS) {
  test(`${name} depends on this version, and on the tools that the tests have`, () => {
    const project = require(`./${name}/package.json`);
    assert.deepEqual(project.dependencies, { "ton-edge": `^${version}` });
    const major = (range) => /^\^?(\d+)\./.exec(range)[1];
    for (const [tool, range] of Object.entries(project.devDependencies ?? {}))
      assert.equal(major(range), major(devDependencies[tool]), tool);
  });
}

test("browser-inspector shows every form of an address, and where a wrong one is wrong", {
  timeout: 120_000,
}, async (t) => {
  const home = join(folder, "browser-inspector");
  const { build } = await import("vite");
  await build({ root: home, logLevel: "error" });
  const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm", css: "text/css" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    try {
      const body = readFileSync(join(home, "dist", path));
      response.writeHead(200, { "content-type": types[path.split(".").pop()] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const field = page.getByLabel("Address, in any form");
  await field.fill(` ${ACCOUNT} `);
  await page.locator("dd").nth(4).waitFor();
  const [raw, bounceable, other, given, network] = await page.locator("dd").allTextContents();
  assert.deepEqual([raw, given, network], [ACCOUNT.toLowerCase(), "raw form", "any"]);
  assert.match(bounceable, /^EQ[\w-]{46}$/);
  assert.match(other, /^UQ[\w-]{46}$/);

  const broken = `${bounceable.slice(0, 17)}!${bounceable.slice(18)}`;
  await field.fill(broken);
  await page.locator("mark").waitFor();
  assert.equal(await page.locator("mark").textContent(), "!");
  assert.ok((await page.getByRole("status").textContent()).endsWith(broken));
  assert.equal(await page.locator("dd").count(), 0);
  await field.fill("");
  assert.equal(await page.getByRole("status").textContent(), "");
  assert.deepEqual(errors, []);
});

test("node-reader prints the balance and the newest transactions, and refuses a wrong address", {
  timeout: 180_000,
}, async (t) => {
  const chain = await startDevnet({ world: "small" });
  t.after(() => chain.close());
  await chain.ready;
  const { account } = chain.cast.faucet;
  const home = join(folder, "node-reader");
  const start = (...args) =>
    run("npm", ["start", "--silent", "--", ...args], {
      cwd: home,
      env: { ...process.env, GATEWAY: chain.url, API_KEY: "mainnet-key", npm_config_update_notifier: "false" },
    });
  const { stdout, stderr } = await start(account, "4");
  assert.equal(stderr, "");
  const [balance, ...rows] = stdout.trim().split("\n");
  assert.match(balance, /^balance \d+\.\d{9} TON$/);
  const newest = chain.db.all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 4", [account]);
  assert.equal(rows.length, 4);
  assert.deepEqual(
    rows.map((row) => row.split(" ")[1]),
    newest.map(({ hash }) => hash),
  );
  for (const row of rows) assert.match(row, /^\d{4}-\d\d-\d\dT[\d:.]+Z \S{44} received (\d+\.\d{9}|no) TON$/);

  await assert.rejects(start(account.slice(1)), ({ code, stderr: said }) => {
    assert.equal(code, 1);
    assert.match(said, /^[a-z_]+: .*address/);
    return true;
  });
  await assert.rejects(start(), ({ code, stderr: said }) => code === 2 && said.startsWith("Usage:"));
});

test("worker-gateway adds the API key, admits its origin, and caches", { timeout: 180_000 }, async (t) => {
  const home = join(folder, "worker-gateway");
  const entry = join(home, "src/index.js");
  const source = readFileSync(entry, "utf8");
  assert.ok(source.includes("https://toncenter.com"));
  writeFileSync(entry, source.replace("https://toncenter.com", upstream.url));
  writeFileSync(join(home, ".dev.vars"), `API_KEY=${API_KEY}\n`);
  symlinkSync(dirname(require.resolve("wrangler/package.json")), join(folder, "node_modules/wrangler"));
  const server = await dev(home);
  t.after(() => server.close());
  const seen = upstream.requests.length;
  const get = (origin) => fetch(`${server.url}/api/v3/transactions?limit=2`, { headers: { origin } });
  const first = await get(ORIGIN);
  assert.equal(first.status, 200, server.said.join("\n"));
  assert.equal(first.headers.get("access-control-allow-origin"), ORIGIN);
  const { transactions } = await first.json();
  assert.equal(transactions.length, 2);
  const again = await get(ORIGIN);
  assert.match(again.headers.get("cache-status"), /^ton-edge; hit/);
  assert.deepEqual((await again.json()).transactions, transactions);
  const other = await get("https://other.example");
  assert.deepEqual([other.status, other.headers.get("access-control-allow-origin")], [403, null]);
  const reached = upstream.requests.slice(seen);
  assert.ok(reached.length >= 1 && reached.length <= 2, "the second may have been stale and renewed");
  assert.deepEqual([...new Set(reached.map(({ headers }) => headers["x-api-key"]))], [API_KEY]);
});
