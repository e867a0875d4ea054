// Browsers that the ordinary tests do not use, and ways to load the package in a browser without a bundler.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

import { chromium } from "playwright-core";

import { ensureDebian } from "../helpers/debian.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { esbuilt } from "./bundlers.mjs";
import { pageOf, serveFolder, visitFolder } from "./pages.mjs";
import { FACES } from "./program/slim-faces.mjs";
import { importMap as mapOf } from "./projects/import-map/import-map.mjs";

const decompress = promisify(brotliDecompress);
const run = promisify(execFile);

const unpacked = new Map();

/** Unpacks the compressed Chromium of an npm package; returns its folder. */
async function unpack(projects, version) {
  const packed = projects.path("chromium", `chromium-${version}/bin`);
  const folder = join(packed, "../unpacked");
  const executablePath = join(folder, "chromium");
  await mkdir(folder, { recursive: true });
  await writeFile(executablePath, await decompress(await readFile(join(packed, "chromium.br"))), { mode: 0o755 });
  // Libraries that this machine may lack; the program looks for them in `lib`.
  const libraries = join(folder, "aws.tar");
  await writeFile(libraries, await decompress(await readFile(join(packed, "aws.tar.br"))));
  await run("tar", ["-xf", libraries, "-C", folder]);
  return folder;
}

const launchOld = (projects, version) => async () => {
  if (!unpacked.has(version)) unpacked.set(version, unpack(projects, version));
  const folder = await unpacked.get(version);
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib") },
  });
};

/** A page with a script bundled by esbuild, in an old Chromium. */
export const oldChromium =
  (version, entry = "page.mjs") =>
  async (projects, service) => {
    const home = await projects.project(`chromium ${version} ${entry}`);
    await esbuilt(home, entry);
    const query = new URLSearchParams({ service });
    // Files that a page for `/slim` loads, with or without `/slim/tvm`.
    for (const face of entry === "page-slim.mjs" ? FACES : ["client", "address", "cell"]) {
      await cp(join(projects.installed, `dist/${face}.wasm`), join(home, `out/${face}.wasm`));
      query.append("wasm", `/${face}.wasm`);
    }
    return visitFolder(launchOld(projects, version), join(home, "out"), { page: pageOf(`/${entry}`), query });
  };

/** A page with a script bundled by esbuild, in any browser. */
export const bundledIn =
  (browser, entry = "page.mjs") =>
  async (projects, service) => {
    const home = await projects.project(`bundle ${entry}`);
    await esbuilt(home, entry);
    return visitFolder(browser, join(home, "out"), { page: pageOf(`/${entry}`), query: { service } });
  };

/** The files of the package at another origin, as at a CDN. */
export const importMap = async (projects, service) => {
  const home = await projects.project("import map");
  const cdn = await serveFolder(projects.installed, undefined, { "access-control-allow-origin": "*" });
  try {
    const map = await mapOf(projects.installed, cdn.url);
    const load = (one) =>
      visitFolder(launch, home, {
        page: pageOf("/page.mjs", `<script type="importmap">${JSON.stringify(one)}</script>`),
        query: { service },
        start: () =>
          globalThis.done ??
          import(/** @type {string} */ ("/page.mjs")).then(
            () => globalThis.done,
            (error) => `refused: ${error.name}`,
          ),
      });
    // With the hash of another file, the browser must refuse the module; otherwise the hashes would have no effect.
    const wrong = {
      ...map,
      integrity: { ...map.integrity, [`${cdn.url}client.js`]: map.integrity[`${cdn.url}address.js`] },
    };
    const refusedResult = await load(wrong);
    if (refusedResult.found !== "refused: TypeError")
      throw new Error(`a wrong hash is not refused: ${refusedResult.found}`);
    return await load(map);
  } finally {
    await cdn.close();
  }
};

/** An extension of Manifest V3: its page, and its service worker, which the page calls by a message. */
export const extension = (where) => async (projects, service) => {
  await ensureDebian(["/usr/bin/chromium"], ["chromium"]);
  const home = await projects.project("extension", "extension");
  for (const file of ["page.mjs", "extension-worker.mjs"]) await esbuilt(home, file);
  for (const file of ["manifest.json", "page.html"]) await cp(join(home, file), join(home, "out", file));
  const profile = await mkdtemp(join(tmpdir(), "ton-edge-extension-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: false,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      `--disable-extensions-except=${join(home, "out")}`,
      `--load-extension=${join(home, "out")}`,
    ],
  });
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: 30_000 }));
    const version =
      context.browser()?.version() ?? (await worker.evaluate(() => /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1]));
    const page = await context.newPage();
    await page.goto(`${worker.url().replace("extension-worker.mjs", "page.html")}?${new URLSearchParams({ service })}`);
    const pageResult = await page.evaluate(
      where === "page"
        ? () => globalThis.done
        : () =>
            /** @type {any} */ (globalThis).chrome.runtime.sendMessage(
              new URL(location.href).searchParams.get("service"),
            ),
    );
    return { found: pageResult, version };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
};
