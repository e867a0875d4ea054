// Takes pictures of every view, and of the results that the explorer computes, with the gateway in front of the local chain: light and
// dark, on a phone and on a wide screen.
//
// `node tests/web-app/screenshots.mjs` writes them to target/screenshots. With `--readme`, it also writes the pictures of the README and
// the guides to docs/pictures. With `--all`, it takes every view at five widths, in both themes, with one network and with two, and puts the
// pictures of a view together in one file, target/screenshots/all/VIEW.png, for a person to look at. `TESTS_PICTURES=1 node --test
// tests/web-app/web-app-states.test.mjs` does the same for the states in which the API fails, hangs, has no data or cannot be reached.

import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

import { makeJettonPayment, signTransfer } from "./signed-transfer.mjs";
import { writeContactSheet } from "./contact-sheet.mjs";
import { openView, VIEWS } from "./views.mjs";
import { changeAppearance, showNetworks } from "./visit.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../helpers/stack.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, "target/screenshots");
const TOKEN = "a-token-of-the-operators";
const SCREEN_SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };
/** The widths for which the web app is made, in CSS pixels. */
const ALL_WIDTHS = [320, 390, 768, 1280, 1920];
/** Milliseconds in which several kinds of reads give the gateway numbers to show. */
const TRAFFIC_MS = { for: 9000, every: 400 };

/** A stack whose gateway has an admin token, a cache and a rate limit to show. */
export const startScreenshotStack = () =>
  startStack({
    upstream: "devnet",
    devnet: { world: "small", clock: 1000 },
    bindings: { TON_EDGE_ADMIN_TOKEN: TOKEN, TON_EDGE_CACHE_ADAPTER: "memory", TON_EDGE_LIMITS_KEYLESS: "100" },
  });

/**
 * Results that the explorer computes in the page, by the name of the picture.
 * @type {Record<string, (page: any, stack: any) => Promise<void>>}
 */
const COMPUTED_URLS = {
  async "get-method"(page, stack) {
    const { jetton_masters } = await (await fetch(`${stack.url}/api/v3/jetton/masters?limit=1`)).json();
    const query = `?address=${jetton_masters[0].address}&method=get_jetton_data&stack=[]&here=1`;
    const responseSelector = "#explorer-response .tree";
    await openView(page, { name: "explorer", text: "v2.runGetMethod", query, shown: responseSelector }, stack);
  },
  async preview(page, stack) {
    await openView(page, { name: "explorer", text: "v2.sendBoc", shown: "#explorer-preview" }, stack);
    const boc = await signTransfer(stack, "carol", [await makeJettonPayment(stack, "carol", "bob")]);
    await page.locator("#explorer-field-boc").fill(boc);
    await page.locator("#explorer-preview").click();
    await page.locator("#explorer-verdict").waitFor();
  },
};
/** The number of pictures of a run. */
export const PICTURE_COUNT = (VIEWS.length + Object.keys(COMPUTED_URLS).length) * 2 * Object.keys(SCREEN_SIZES).length;

/**
 * Takes all pictures and returns their paths.
 * @param {{ url: string }} stack from `startScreenshotStack`, with a complete world
 */
export async function takeScreenshots(stack, browser, folder = FOLDER) {
  await mkdir(folder, { recursive: true });
  const appearances = ["light", "dark"].flatMap((colorScheme) =>
    Object.keys(SCREEN_SIZES).map((sizeName) => [colorScheme, sizeName]),
  );
  return (
    await Promise.all(
      appearances.map(([colorScheme, size]) => takeAppearance(stack, browser, folder, colorScheme, size)),
    )
  ).flat();
}

/** Takes pictures of every view in one colour scheme and width. */
async function takeAppearance(stack, browser, folder, colorScheme, sizeName) {
  const context = await browser.newContext({
    colorScheme,
    viewport: SCREEN_SIZES[sizeName],
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const paths = [];
  const takePicture = async (name) => {
    // The outline of the focus does not belong in the picture.
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    const path = join(folder, `${name}-${colorScheme}-${sizeName}.png`);
    await shrinkPicture(await page.screenshot(), path);
    paths.push(path);
  };
  for (const view of VIEWS) {
    await openView(page, view, stack);
    if (view.name === "trace") await waitForImages(page);
    if (view.name === "gateway") await fillOperatorNumbers(page, stack);
    await takePicture(view.name);
  }
  for (const [name, show] of Object.entries(COMPUTED_URLS)) {
    await show(page, stack);
    await page.locator("#explorer-outcome").evaluate((heading) => heading.scrollIntoView());
    await takePicture(name);
  }
  await context.close();
  return paths;
}

/** The code that decodes bodies loads when the visitor first does something. */
async function waitForImages(page) {
  await page.mouse.move(2, 2);
  await page.mouse.move(4, 4);
  await page.locator("#trace-shown[data-decoded]").waitFor();
}

/** The operator's part of the gateway view, after some traffic. */
async function fillOperatorNumbers(page, stack) {
  await page.getByLabel("Admin token").fill(TOKEN);
  await page.keyboard.press("Enter");
  const paths = [
    "/api/v3/masterchainInfo",
    "/api/v2/getMasterchainInfo",
    "/api/v3/blocks?limit=3",
    `/api/v3/transactions?limit=10&account=${encodeURIComponent(stack.busiest)}`,
    "/api/v2/getMasterchainInfo",
    "/api/v3/transactions?limit=5",
    "/api/v3/blocks?limit=1001",
  ];
  const endTime = Date.now() + TRAFFIC_MS.for;
  for (let n = 0; Date.now() < endTime; n++) {
    await fetch(stack.url + paths[n % paths.length]).then((response) => response.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, TRAFFIC_MS.every * (0.5 + Math.abs(Math.sin(n / 9)))));
  }
  await page.locator("#gateway-chart-requests svg").waitFor();
  await page.locator("#gateway-operator-title").evaluate((heading) => heading.scrollIntoView());
}

/** Takes every view at all widths, in both themes, with one network and with two, and returns the paths of one file per view. */
async function takeAllScreenshots(stack, browser, folder = join(FOLDER, "all")) {
  await mkdir(folder, { recursive: true });
  /** @type {Record<string, Buffer[]>} */
  const picturesByView = Object.fromEntries(VIEWS.map(({ name }) => [name, []]));
  for (const networks of ["mainnet", "mainnet testnet"]) {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await showNetworks(page, stack.url, networks);
    for (const view of VIEWS) {
      await openView(page, view, stack);
      if (view.name === "trace") await waitForImages(page);
      for (const colorScheme of /** @type {const} */ (["light", "dark"]))
        for (const width of ALL_WIDTHS) {
          await changeAppearance(page, colorScheme, { width, height: 900 });
          picturesByView[view.name].push(await page.screenshot());
        }
    }
    await context.close();
  }
  return Promise.all(
    Object.entries(picturesByView).map(([name, pictures]) =>
      writeContactSheet(pictures, join(folder, `${name}.png`), ALL_WIDTHS.length),
    ),
  );
}

/** Compresses with a palette, which suffices for the few colours of a user interface. */
const shrinkPicture = (png, path) =>
  sharp(png).png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 }).toFile(path);

/**
 * Pictures of the README and the guides, in both themes: a response in the explorer, the trace of a message, a result that the page
 * computes, and the numbers of a gateway. A document shows one of the themes; the site of the documents shows that of the visitor.
 */
const DOCUMENTS = ["account", "explorer", "trace", "get-method", "preview", "gateway"].flatMap((name) => [
  `${name}-light-wide`,
  `${name}-dark-wide`,
]);

if (argv[1] === fileURLToPath(import.meta.url)) {
  const stack = await startScreenshotStack();
  let browser;
  try {
    await /** @type {any} */ (stack.own).ready;
    browser = await launch();
    const takePictures = argv.includes("--all") ? takeAllScreenshots : takeScreenshots;
    for (const path of await takePictures(stack, browser)) process.stdout.write(`${path}\n`);
    if (argv.includes("--readme")) {
      await mkdir(join(ROOT, "docs/pictures"), { recursive: true });
      for (const name of DOCUMENTS)
        await copyFile(join(FOLDER, `${name}.png`), join(ROOT, "docs/pictures", `${name}.png`));
    }
  } finally {
    await browser?.close();
    await stack.close();
  }
}
