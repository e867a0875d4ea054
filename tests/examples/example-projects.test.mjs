// The projects in this folder as their users run them: with the packed package, and the scripts of package.json.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Address, internal, toNano } from "@ton/core";

import { sendFrom } from "../devnet/devnet-wallet.mjs";
import { startStack } from "../helpers/stack.mjs";
import { pack, unpack } from "../helpers/tarball.mjs";
import { startWrangler } from "../helpers/wrangler.mjs";
import { launch } from "../runtimes/chromium.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { startReplay } from "../upstream/replay.mjs";

const run = promisify(execFile);
const EXAMPLES_FOLDER = fileURLToPath(new URL(".", import.meta.url));
const require = createRequire(import.meta.url);
const { version } = require("../../pkg/package.json");
const { devDependencies } = require("../package.json");
const PROJECTS = ["browser-dapp", "browser-inspector", "node-reader", "worker-gateway"];
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
  for (const name of PROJECTS) cpSync(join(EXAMPLES_FOLDER, name), join(folder, name), { recursive: true });
  upstream = await startReplay({ keys: { mainnet: [API_KEY], testnet: [] } });
});
after(async () => {
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const name of PROJECTS) {
  test(`${name} depends on this version of the package, and on the tests' versions of its tools`, () => {
    const project = require(`./${name}/package.json`);
    assert.deepEqual(project.dependencies, { "ton-edge": `^${version}` });
    const readMajorVersion = (range) => /^\^?(\d+)\./.exec(range)[1];
    for (const [tool, range] of Object.entries(project.devDependencies ?? {}))
      assert.equal(readMajorVersion(range), readMajorVersion(devDependencies[tool]), tool);
  });
}

const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm", css: "text/css" };

/** Builds a project with Vite, and serves it. @param {string} name @param {string} [gateway] that responds to requests to /api */
async function buildSite(name, gateway) {
  const home = join(folder, name);
  const { build } = await import("vite");
  await build({ root: home, logLevel: "error" });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
      if (gateway && pathname.startsWith("/api/")) {
        const { method, headers } = request;
        const body = method === "POST" ? Buffer.concat(await request.toArray()) : undefined;
        const type = headers["content-type"];
        const gatewayResponse = await fetch(gateway + request.url, {
          method,
          headers: type ? { "content-type": type } : {},
          body,
        });
        const policy = gatewayResponse.headers.get("ratelimit-policy");
        response.writeHead(gatewayResponse.status, {
          "content-type": gatewayResponse.headers.get("content-type"),
          ...(policy && { "ratelimit-policy": policy }),
        });
        return void response.end(Buffer.from(await gatewayResponse.arrayBuffer()));
      }
      const path = pathname.replace(/\/$/, "/index.html");
      const body = readFileSync(join(home, "dist", path));
      response.writeHead(200, { "content-type": TYPES[path.split(".").pop()] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  return {
    url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`,
    folder: join(home, "dist"),
    close: () => (server.close(), server.closeAllConnections()),
  };
}

/** A page of a browser that shows a site, and the errors of its scripts. @param {any} t @param {{ url: string }} site */
async function openPage(t, site) {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(site.url);
  return { page, errors };
}

test("browser-inspector shows every form of an address, and the position of an error", {
  timeout: 120_000,
}, async (t) => {
  const site = await buildSite("browser-inspector");
  t.after(() => site.close());
  const { page, errors } = await openPage(t, site);
  const field = page.getByLabel("Address, in any form");
  await field.fill(` ${ACCOUNT} `);
  await page.locator("dd").nth(4).waitFor();
  const [rawForm, bounceable, nonBounceable, givenForm, network] = await page.locator("dd").allTextContents();
  assert.deepEqual([rawForm, givenForm, network], [ACCOUNT.toLowerCase(), "raw form", "any"]);
  assert.match(bounceable, /^EQ[\w-]{46}$/);
  assert.match(nonBounceable, /^UQ[\w-]{46}$/);

  const brokenAddress = `${bounceable.slice(0, 17)}!${bounceable.slice(18)}`;
  await field.fill(brokenAddress);
  await page.locator("mark").waitFor();
  assert.equal(await page.locator("mark").textContent(), "!");
  assert.ok((await page.getByRole("status").textContent()).endsWith(brokenAddress));
  assert.equal(await page.locator("dd").count(), 0);
  await field.fill("");
  assert.equal(await page.getByRole("status").textContent(), "");
  assert.deepEqual(errors, []);
});

test("browser-dapp sends coins and jettons without @ton/*, and shows their outcome", {
  timeout: 240_000,
}, async (t) => {
  const stack = await startStack({
    upstream: "devnet",
    page: false,
    devnet: { world: "small", clock: 250 },
    bindings: { TON_EDGE_LIMITS_KEYLESS: "100" },
  });
  t.after(() => stack.close());
  const chain = /** @type {any} */ (stack.own);
  await chain.ready;
  const site = await buildSite("browser-dapp", stack.url);
  t.after(() => site.close());
  const scripts = readdirSync(join(site.folder, "assets")).filter((name) => name.endsWith(".js"));
  for (const name of scripts) {
    const source = readFileSync(join(site.folder, "assets", name), "utf8");
    assert.doesNotMatch(source, /@ton\/|\bBuffer\.(from|alloc|concat)\(/, name);
  }
  const installedPackages = readdirSync(join(folder, "node_modules")).filter(
    (name) => !name.startsWith(".") && name !== "wrangler",
  );
  assert.deepEqual(installedPackages, ["ton-edge"], "it was built without further packages");

  const { page, errors } = await openPage(t, site);
  const wallet = page.locator("#wallet output");
  await wallet.getByText("State").waitFor();
  const address = await wallet.locator("code").first().textContent();
  assert.match(address, /^UQ[\w-]{46}$/);
  assert.match(await wallet.textContent(), /0 TON.*nonexist.*No jettons/);

  // Coins, and jettons from an account that has some.
  const { cast: castWallets } = chain;
  const carolWallet = castWallets.wallet("carol");
  await sendFrom(chain, "faucet", [
    internal({ to: carolWallet.address, value: toNano(1), bounce: false }),
    internal({ to: address, value: toNano(5), bounce: false }),
  ]);
  const owner = Address.parse(address);
  const senderJettonWallet = jetton.buildWallet({
    owner: carolWallet.address,
    minter: makeEdgeMinter(castWallets).address,
  }).address;
  const body = jetton.buildTransfer({ to: owner, amount: toNano(7), responseTo: carolWallet.address });
  await sendFrom(chain, "carol", [internal({ to: senderJettonWallet, value: toNano("0.1"), bounce: true, body })]);
  const waitForBalance = async (text) => {
    for (let i = 0; i < 40 && !(await wallet.textContent()).includes(text); i += 1) {
      await page.getByRole("button", { name: "Refresh" }).click();
      await page.waitForTimeout(250);
    }
    assert.ok((await wallet.textContent()).includes(text), await wallet.textContent());
  };
  await waitForBalance("5 TON");
  await waitForBalance("7 EDGE");
  // The browser stores the key, so a later visit has the same wallet.
  await page.reload();
  await waitForBalance(address);
  assert.equal(await wallet.locator("code").first().textContent(), address);

  const output = page.locator("#send output");
  const send = async ({ to, amount, comment = "" }) => {
    await page.getByLabel("To an address or domain").fill(to);
    await page.getByLabel("Amount").fill(amount);
    await page.getByLabel("Comment").fill(comment);
    await page.getByLabel("Comment").press("Enter");
    await page.locator('#send button:not([aria-disabled="true"])').waitFor({ timeout: 60_000 });
    await wallet.getByText("State").waitFor();
    return output.textContent();
  };
  assert.match(await send({ to: "alice.ton", amount: "1.5", comment: "for the tea" }), /^Done: 2 transactions, all/);
  await waitForBalance("3.4");

  await page.getByLabel("What").selectOption({ label: "7 EDGE" });
  assert.match(await send({ to: "alice.ton", amount: "2.5" }), /^Done: 5 transactions/);
  await waitForBalance("4.5 EDGE");
  // The amount is more than the balance: the jetton wallet refuses the transfer, and the trace shows that.
  assert.match(await send({ to: "alice.ton", amount: "1000" }), /^It failed: exit code \d+.*done.*failed exit code/s);

  await page.getByLabel("What").selectOption({ label: "TON" });
  assert.match(await send({ to: "alice.ton", amount: "1,5" }), /one decimal point.*Write digits/s);
  assert.match(await send({ to: "no-such-name.ton", amount: "1" }), /names an account/);
  assert.match(await send({ to: "UQ", amount: "1" }), /Correct the address/);
  assert.match(await send({ to: "alice.ton", amount: "1000000" }), /^It failed: 1 action could not be done/);

  const submitForm = async (form, fields) => {
    for (const [label, value] of Object.entries(fields)) await page.locator(form).getByLabel(label).fill(value);
    await page.locator(`${form} button`).click();
    await page.locator(`${form} button:not([aria-disabled="true"])`).waitFor();
    return page.locator(`${form} output`).textContent();
  };
  assert.match(
    await submitForm("#look-up", { "Address or domain": "alice.ton" }),
    /active.*wallet v3 r2.*alice\.ton.*EDGE/,
  );
  const master = makeEdgeMinter(castWallets).address.toString();
  assert.match(await submitForm("#ask", { Contract: master }), /"symbol": "EDGE"/);
  assert.match(await submitForm("#ask", { Contract: "alice.ton" }), /failed with exit code.*Check the address/);
  assert.deepEqual(errors, []);

  await page.setViewportSize({ width: 320, height: 640 });
  const measureOverflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  assert.equal(await page.evaluate(measureOverflow), 0, "the page fits a small screen");
  await page.addScriptTag({ path: require.resolve("axe-core") });
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0].html]),
      [],
      colorScheme,
    );
  }
});

test("node-reader prints the balance and the newest transactions, and refuses a wrong address", {
  timeout: 180_000,
}, async (t) => {
  const chain = await startDevnet({ world: "small" });
  t.after(() => chain.close());
  await chain.ready;
  const { account } = chain.cast.faucet;
  const home = join(folder, "node-reader");
  const runExample = (...args) =>
    run("npm", ["start", "--silent", "--", ...args], {
      cwd: home,
      env: { ...process.env, GATEWAY: chain.url, API_KEY: "mainnet-key", npm_config_update_notifier: "false" },
    });
  const { stdout, stderr } = await runExample(account, "4");
  assert.equal(stderr, "");
  const [balance, ...rows] = stdout.trim().split("\n");
  assert.match(balance, /^balance \d+\.\d{9} TON$/);
  const newestTransactions = chain.db.all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 4", [
    account,
  ]);
  assert.equal(rows.length, 4);
  assert.deepEqual(
    rows.map((row) => row.split(" ")[1]),
    newestTransactions.map(({ hash }) => hash),
  );
  for (const row of rows) assert.match(row, /^\d{4}-\d\d-\d\dT[\d:.]+Z \S{44} received (\d+\.\d{9}|no) TON$/);

  await assert.rejects(runExample(account.slice(1)), ({ code, stderr: said }) => {
    assert.equal(code, 1);
    assert.match(said, /^[a-z_]+: .*address/);
    return true;
  });
  await assert.rejects(runExample(), ({ code, stderr: said }) => code === 2 && said.startsWith("Usage:"));
});

test("worker-gateway adds the API key, admits its origin, and caches", { timeout: 180_000 }, async (t) => {
  const home = join(folder, "worker-gateway");
  const entry = join(home, "src/index.js");
  const source = readFileSync(entry, "utf8");
  assert.ok(source.includes("https://toncenter.com"));
  writeFileSync(entry, source.replace("https://toncenter.com", upstream.url));
  writeFileSync(join(home, ".dev.vars"), `API_KEY=${API_KEY}\n`);
  symlinkSync(dirname(require.resolve("wrangler/package.json")), join(folder, "node_modules/wrangler"));
  const server = await startWrangler(home);
  t.after(() => server.close());
  const requestCount = upstream.requests.length;
  const fetchFrom = (origin) => fetch(`${server.url}/api/v3/transactions?limit=2`, { headers: { origin } });
  const firstResponse = await fetchFrom(ORIGIN);
  assert.equal(firstResponse.status, 200, server.output.join("\n"));
  assert.equal(firstResponse.headers.get("access-control-allow-origin"), ORIGIN);
  const { transactions } = await firstResponse.json();
  assert.equal(transactions.length, 2);
  const secondResult = await fetchFrom(ORIGIN);
  assert.match(secondResult.headers.get("cache-status"), /^ton-edge; hit/);
  assert.deepEqual((await secondResult.json()).transactions, transactions);
  const otherResponse = await fetchFrom("https://other.example");
  assert.deepEqual([otherResponse.status, otherResponse.headers.get("access-control-allow-origin")], [403, null]);
  const upstreamRequests = upstream.requests.slice(requestCount);
  assert.ok(
    upstreamRequests.length >= 1 && upstreamRequests.length <= 2,
    "the second response may have been stale and refreshed",
  );
  assert.deepEqual([...new Set(upstreamRequests.map(({ headers }) => headers["x-api-key"]))], [API_KEY]);
});
