// Compares two builds of the web app: that of the last commit before the change, and the present one. A view that no changed file affects
// must be identical to the pixel; for the others, target/screenshots/compared has the pictures before, after and of the difference.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

import { startStack } from "../helpers/stack.mjs";
import { openView, VIEWS } from "./views.mjs";
import { setUpFixture } from "./visit.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, "target/screenshots/compared");
const WIDTHS = [1440, 390];
/** A smaller difference of a colour is due to rounding. */
const VISIBLE_DIFFERENCE = 8;
/** How many pixels of a text Chromium may draw differently in each run: less than a letter has. */
const NOISE_PIXELS = 20;
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
/** Elements with times and sizes of requests, which differ in each run. */
const VARYING_SELECTOR = "#view-gateway dd, #view-gateway .card";
/** The views; of the explorer without a response, because responses show their time. */
const STATIC_VIEWS = VIEWS.map((view) =>
  view.name === "explorer" ? { name: view.name, text: "", shown: "#explorer-search" } : view,
);
/** The files that views use besides their own folders. */
const SHARED_PATHS = [
  "www/app",
  "www/shared",
  "www/design",
  "www/index.html",
  "pkg",
  "xtask/js",
  "src",
  "tests/package-lock.json",
];

// The chain is stopped, so that both builds show the same.
const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const runGit = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 }).trim();

/** The commit to compare with: the last one, or the one before it if nothing has changed since. Undefined without a history. */
function findBaseCommit() {
  try {
    return runGit("rev-parse", runGit("status", "--porcelain", "--", "www") === "" ? "HEAD~1" : "HEAD");
  } catch {
    return undefined;
  }
}

/**
 * Builds the web app of a commit with the present package. Undefined if that fails: then both have changed together, so any view may look
 * different.
 */
async function buildBase(commit) {
  const folder = join(ROOT, "target/compared");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit, "www", "xtask/js", "pkg", "tests/package.json"], {
    cwd: ROOT,
    maxBuffer: 1 << 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  await symlink(join(ROOT, "tests/node_modules"), join(folder, "tests/node_modules"));
  await symlink(join(ROOT, "pkg/dist"), join(folder, "pkg/dist"));
  const site = join(folder, "site");
  try {
    execFileSync("node", [join(folder, "xtask/js/site.mjs"), site], { cwd: folder, stdio: "pipe" });
  } catch (error) {
    if (findChangedViews(commit).size < VIEWS.length) throw error;
    return undefined;
  }
  return site;
}

/** Pictures of all views by name and width; `site`: a folder whose files are served instead of the gateway's. */
async function takePictures(views, site) {
  const pictureByName = new Map();
  for (const width of WIDTHS) {
    const context = await fixture.browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
      colorScheme: width === WIDTHS[0] ? "light" : "dark",
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date("2030-01-01T12:00:00Z"));
    await page.addInitScript(() => {
      crypto.getRandomValues = (bytes) => bytes;
      Math.random = () => 0.5;
    });
    if (site)
      await page.route(/^(?!.*\/(?:testnet\/)?(?:api|healthz|readyz|metrics)\b)/, async (route) => {
        const { pathname } = new URL(route.request().url());
        const path = join(site, pathname === "/" ? "index.html" : decodeURIComponent(pathname));
        if (!existsSync(path)) return route.fulfill({ status: 404 });
        await route.fulfill({ body: await readFile(path), contentType: TYPES[extname(path)] ?? "application/wasm" });
      });
    for (const view of views) {
      await page.goto("about:blank");
      const isShown = await openView(page, view, fixture.stack).then(
        () => true,
        () => false,
      );
      if (!isShown) continue;
      await page.waitForLoadState("networkidle").catch(() => {});
      pictureByName.set(
        `${view.name}-${width}`,
        await page.screenshot({ animations: "disabled", caret: "hide", mask: [page.locator(VARYING_SELECTOR)] }),
      );
    }
    await context.close();
  }
  return pictureByName;
}

/** The number of pixels that differ; and pictures before, after, and of the differences. */
async function comparePictures(before, after) {
  const readPixels = (image) => sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [pixelsBefore, pixelsAfter] = await Promise.all([readPixels(before), readPixels(after)]);
  const { width, height } = pixelsBefore.info;
  const markedPixels = Buffer.alloc(width * height * 3, 255);
  let count = 0;
  for (let offset = 0; offset < markedPixels.length; offset += 3) {
    const isDifferent = [0, 1, 2].some(
      (part) => Math.abs(pixelsBefore.data[offset + part] - pixelsAfter.data[offset + part]) > VISIBLE_DIFFERENCE,
    );
    if (!isDifferent) continue;
    count += 1;
    markedPixels.set([200, 0, 0], offset);
  }
  const difference = await sharp(markedPixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const joinedPicture = await sharp({ create: { width: 3 * width, height, channels: 3, background: "white" } })
    .composite([before, after, difference].map((input, index) => ({ input, left: index * width, top: 0 })))
    .png({ palette: true, colours: 64 })
    .toBuffer();
  return { count, joined: joinedPicture };
}

/** Views whose own files, or files that all views use, differ from the base. */
function findChangedViews(commit) {
  const changedPaths = runGit("diff", "--name-only", commit, "--").split("\n").filter(Boolean);
  if (changedPaths.some((path) => SHARED_PATHS.some((prefix) => path.startsWith(prefix))))
    return new Set(VIEWS.map(({ name }) => name));
  // Views import parts of one another, and these shared folders are not views.
  const folders = new Set(changedPaths.map((path) => /^www\/([^/]+)\//.exec(path)?.[1]).filter(Boolean));
  return folders.size === 0
    ? new Set()
    : new Set(VIEWS.map(({ name }) => name).filter((name) => folders.has(name) || folders.size > 1));
}

test("a view that no changed file affects looks as before", { timeout: 400_000 }, async (t) => {
  const commit = findBaseCommit();
  if (commit === undefined) return t.skip("there is no earlier commit");
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const site = await buildBase(commit);
  if (site === undefined) return t.skip("the web app and the package have changed together");
  const [before, after] = [await takePictures(STATIC_VIEWS, site), await takePictures(STATIC_VIEWS)];
  assert.equal(after.size, VIEWS.length * WIDTHS.length);
  const changedViews = findChangedViews(commit);
  for (const [name, picture] of after) {
    const pictureBefore = before.get(name);
    if (!pictureBefore) {
      t.diagnostic(`${name}: it is new`);
      continue;
    }
    const { count, joined: joinedPicture } = await comparePictures(pictureBefore, picture);
    if (count > NOISE_PIXELS) await sharp(joinedPicture).toFile(join(FOLDER, `${name}.png`));
    t.diagnostic(`${name}: ${count} pixels differ`);
    if (!changedViews.has(name.replace(/-\d+$/, "")))
      assert.ok(count <= NOISE_PIXELS, `${name}: ${count} pixels differ`);
  }
});

test("two builds of the same sources look the same, and the comparison finds a difference", {
  timeout: 300_000,
}, async () => {
  const staticViews = VIEWS.filter(({ name }) => ["design", "address", "missing"].includes(name));
  const [firstPictures, secondPictures] = [await takePictures(staticViews), await takePictures(staticViews)];
  for (const [name, picture] of firstPictures)
    assert.ok((await comparePictures(picture, secondPictures.get(name))).count <= NOISE_PIXELS, name);
  const [designPicture, addressPicture] = ["design-1440", "address-1440"].map((name) => firstPictures.get(name));
  assert.ok((await comparePictures(designPicture, addressPicture)).count > 10_000);
});
