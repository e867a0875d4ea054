// Measures how soon a first visitor sees the web app, and how soon the address inspector shows a result: ton-edge, and a page with
// only the same results by @ton/core. Then how every view loads on a slow phone: when its largest part is painted, how long the main thread is
// blocked, and whether anything moves. Prints JSON: { node, cpu, date, browser, rounds, rows: [{ operation, ours, peer }, ...],
// views: [{ view, paint, blocked, shift }, ...] }, each figure a list with a number per round.
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { startStack } from "../helpers/stack.mjs";
import { startWire } from "../helpers/wire.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { openView, VIEWS } from "../web-app/views.mjs";
import { listFiles, hostFiles } from "./page/host.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEST_FOLDER = fileURLToPath(new URL(".", import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 15);
const VIEW_ROUNDS = Math.min(ROUNDS, 3);
const TIMEOUT_MS = 60_000;
/** Milliseconds in which a view may still move. */
const SETTLE_MS = 1500;
const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
/** The profile of Chromium's developer tools. */
const SLOW_4G = { latencyMs: 562.5, bytesPerSecond: 180_000 };
/** @type {Record<string, { cpu?: number, network?: typeof SLOW_4G }>} */
const CONDITIONS = {
  "as it is": {},
  "CPU 4 times slower": { cpu: 4 },
  "Slow 4G": { network: SLOW_4G },
};

const { build } = createRequire(new URL("../package.json", import.meta.url))("esbuild");

/** The other page, bundled as the documentation of @ton/core says. */
async function bundlePeer() {
  const {
    outputFiles: [{ contents }],
  } = await build({
    entryPoints: [`${TEST_FOLDER}page/peer.js`],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
    inject: [`${TEST_FOLDER}buffer.js`],
    define: { global: "globalThis" },
  });
  return { "/index.html": await readFile(`${TEST_FOLDER}page/peer.html`), "/peer.js": contents };
}

/** Runs in the page before its first script: types until a result is shown, and records the time. */
function typeUntilResult([address, raw]) {
  const timer = setInterval(() => {
    const [input, result] = ["address-input", "address-result"].map((id) => document.getElementById(id));
    if (!input || !result) return;
    if (/** @type {HTMLInputElement} */ (input).value !== address)
      /** @type {HTMLInputElement} */ (input).value = address;
    if (result.textContent === "") input.dispatchEvent(new Event("input", { bubbles: true }));
    if (!result.textContent.toLowerCase().includes(raw)) return;
    globalThis.resultAt = performance.now();
    clearInterval(timer);
  }, 5);
}

/**
 * One first visit: `{ paint, result, bytes }`.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {{ cpu?: number }} how
 */
async function measureVisit(browser, url, { cpu }) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    if (cpu) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.addInitScript(typeUntilResult, [ADDRESS, RAW]);
    await page.goto(url, { waitUntil: "load" });
    for (const deadline = Date.now() + TIMEOUT_MS; ; ) {
      const pageResult = await page.evaluate(() => [
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        globalThis.resultAt,
      ]);
      if (pageResult.every((row) => row !== undefined)) return { paint: pageResult[0], result: pageResult[1], bytes };
      if (Date.now() > deadline) throw new Error(`${url}: no result`);
      await page.waitForTimeout(50);
    }
  } finally {
    await context.close();
  }
}

/** Runs in the page before its first script: collects what the browser observes. */
function observePage() {
  const observation = { paint: 0, blocked: 0, shift: 0 };
  globalThis.observed = observation;
  const observeType = (type, work) =>
    new PerformanceObserver((list) => list.getEntries().forEach(work)).observe({ type, buffered: true });
  observeType("largest-contentful-paint", ({ startTime }) => (observation.paint = startTime));
  // The part of a task beyond 50 ms blocks the page, as in web.dev's total blocking time.
  observeType("longtask", ({ duration }) => (observation.blocked += duration - 50));
  observeType(
    "layout-shift",
    (/** @type {any} */ { value, hadRecentInput }) => (observation.shift += hadRecentInput ? 0 : value),
  );
}

/** A first visit of a view on a slow phone, with the gateway's responses. */
async function visitView(browser, view, stack) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(observePage);
    await openView(page, view, stack);
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => globalThis.observed);
  } finally {
    await context.close();
  }
}

async function measureViews(browser) {
  const stack = /** @type {any} */ (await startStack({ upstream: "devnet", devnet: { world: "small" } }));
  await stack.own.ready;
  const wire = await startWire(stack.url, SLOW_4G);
  try {
    const views = [];
    for (const view of VIEWS) {
      const visits = [];
      for (let round = 0; round < VIEW_ROUNDS; round++)
        visits.push(await visitView(browser, view, { ...stack, url: wire.url }));
      const listValues = (figureName) => visits.map((visit) => visit[figureName]);
      views.push({
        view: view.name,
        paint: listValues("paint"),
        blocked: listValues("blocked"),
        shift: listValues("shift"),
      });
    }
    return views;
  } finally {
    await wire.close();
    await stack.close();
  }
}

const hosts = {
  ours: await hostFiles(await listFiles(`${ROOT}target/site`)),
  peer: await hostFiles(await bundlePeer()),
};
const browser = await launch();
const rows = [];
try {
  /** Our page is the view of one of its URLs. */
  const urls = { ours: `${hosts.ours.url}#/address/`, peer: hosts.peer.url };
  for (const url of Object.values(urls)) await measureVisit(browser, url, {});
  for (const [condition, how] of Object.entries(CONDITIONS)) {
    const visitsByPage = { ours: [], peer: [] };
    for (const { setNetwork } of Object.values(hosts)) setNetwork(how.network);
    for (let round = 0; round < ROUNDS; round++) {
      // The pages take turns, and each is first equally often.
      const order = round % 2 === 0 ? ["ours", "peer"] : ["peer", "ours"];
      for (const name of order) visitsByPage[name].push(await measureVisit(browser, urls[name], how));
    }
    const listFigures = (figureName) =>
      Object.fromEntries(Object.entries(visitsByPage).map(([name, all]) => [name, all.map((one) => one[figureName])]));
    rows.push(
      { operation: `first paint, ${condition}`, ...listFigures("paint") },
      { operation: `first result, ${condition}`, ...listFigures("result") },
    );
    if (condition === "as it is") rows.push({ operation: "bytes transferred", ...listFigures("bytes") });
  }
  process.stdout.write(
    JSON.stringify({
      node: process.version,
      cpu: cpus()[0].model,
      date: new Date().toISOString().slice(0, 10),
      browser: `Chromium ${browser.version()}`,
      rounds: ROUNDS,
      rows,
      views: await measureViews(browser),
    }),
  );
} finally {
  await browser.close();
  await Promise.all(Object.values(hosts).map((server) => server.close()));
}
