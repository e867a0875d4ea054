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
import { bundleWithEsbuild } from "./bundlers.mjs";
import { writePage, serveFolder, visitFolder } from "./pages.mjs";
import { FACES } from "./program/slim-faces.mjs";
import { importMap as mapOf } from "./projects/import-map/import-map.mjs";

const decompress = promisify(brotliDecompress);
const run = promisify(execFile);

const folderByVersion = new Map();

/** Unpacks the compressed Chromium of an npm package; returns its folder. */
async function unpackChromium(projects, version) {
  const packedFolder = projects.path("chromium", `chromium-${version}/bin`);
  const folder = join(packedFolder, "../unpacked");
  const executablePath = join(folder, "chromium");
  await mkdir(folder, { recursive: true });
  await writeFile(executablePath, await decompress(await readFile(join(packedFolder, "chromium.br"))), { mode: 0o755 });
  // Libraries that this machine may lack; the program looks for them in `lib`.
  const libraries = join(folder, "aws.tar");
  await writeFile(libraries, await decompress(await readFile(join(packedFolder, "aws.tar.br"))));
  await run("tar", ["-xf", libraries, "-C", folder]);
  return folder;
}

const createOldLauncher = (projects, version) => async () => {
  if (!folderByVersion.has(version)) folderByVersion.set(version, unpackChromium(projects, version));
  const folder = await folderByVersion.get(version);
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib") },
  });
};

/** A page with a script bundled by esbuild, in an old Chromium. */
export const runInOldChromium =
  (version, entry = "page.mjs") =>
  async (projects, service) => {
    const home = await projects.project(`chromium ${version} ${entry}`);
    await bundleWithEsbuild(home, entry);
    const query = new URLSearchParams({ service });
    // Files that a page for `/slim` loads, with or without `/slim/tvm`.
    for (const moduleName of entry === "page-slim.mjs" ? FACES : ["client", "address", "cell"]) {
      await cp(join(projects.installed, `dist/${moduleName}.wasm`), join(home, `out/${moduleName}.wasm`));
      query.append("wasm", `/${moduleName}.wasm`);
    }
    return visitFolder(createOldLauncher(projects, version), join(home, "out"), {
      page: writePage(`/${entry}`),
      query,
    });
  };

/** A page with a script bundled by esbuild, in any browser. */
export const runBundle =
  (browser, entry = "page.mjs") =>
  async (projects, service) => {
    const home = await projects.project(`bundle ${entry}`);
    await bundleWithEsbuild(home, entry);
    return visitFolder(browser, join(home, "out"), { page: writePage(`/${entry}`), query: { service } });
  };

/** The files of the package at another origin, as at a CDN. */
export const importMap = async (projects, service) => {
  const home = await projects.project("import map");
  const cdnServer = await serveFolder(projects.installed, undefined, { "access-control-allow-origin": "*" });
  try {
    const importMapJson = await mapOf(projects.installed, cdnServer.url);
    const loadPage = (importMapJson) =>
      visitFolder(launch, home, {
        page: writePage("/page.mjs", `<script type="importmap">${JSON.stringify(importMapJson)}</script>`),
        query: { service },
        start: () =>
          globalThis.done ??
          import(/** @type {string} */ ("/page.mjs")).then(
            () => globalThis.done,
            (error) => `refused: ${error.name}`,
          ),
      });
    // With the hash of another file, the browser must refuse the module; otherwise the hashes would have no effect.
    const wrongMap = {
      ...importMapJson,
      integrity: {
        ...importMapJson.integrity,
        [`${cdnServer.url}client.js`]: importMapJson.integrity[`${cdnServer.url}address.js`],
      },
    };
    const refusedResult = await loadPage(wrongMap);
    if (refusedResult.result !== "refused: TypeError")
      throw new Error(`a wrong hash is not refused: ${refusedResult.result}`);
    return await loadPage(importMapJson);
  } finally {
    await cdnServer.close();
  }
};

/** An extension of Manifest V3: its page, and its service worker, which the page calls by a message. */
export const runInExtension = (place) => async (projects, service) => {
  await ensureDebian(["/usr/bin/chromium"], ["chromium"]);
  const home = await projects.project("extension", "extension");
  for (const file of ["page.mjs", "extension-worker.mjs"]) await bundleWithEsbuild(home, file);
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
      place === "page"
        ? () => globalThis.done
        : () =>
            /** @type {any} */ (globalThis).chrome.runtime.sendMessage(
              new URL(location.href).searchParams.get("service"),
            ),
    );
    return { result: pageResult, version };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
};
