// The first view: its content without a click, its layout shifts, and its behaviour on a slow network, without a network, and with each
// theme.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startStack } from "../helpers/stack.mjs";
import { startWire } from "../helpers/wire.mjs";
import { waitForApp, eventually, readFragment, setUpFixture, createPageTest } from "./visit.mjs";

const TESTS_FOLDER = fileURLToPath(new URL("..", import.meta.url));

const fixture = setUpFixture(() =>
  startStack({
    upstream: "devnet",
    devnet: { world: "small", clock: 2500 },
    bindings: { TON_EDGE_LIMITS_KEYLESS: "100", TON_EDGE_CACHE_ADAPTER: "memory" },
  }),
);
const testPage = createPageTest(() => fixture);

const openPage = async (page, hash = "#/") => {
  await page.goto(`${fixture.stack.url}/${hash}`);
  await waitForApp(page);
};
const readNewestSeqno = (page) => page.locator("#blocks-list strong").first().innerText();

describe("live parts of the first view", () => {
  testPage("new blocks appear on top as links, and can be paused", async (page) => {
    await openPage(page);
    await eventually(() => page.locator("#blocks-list li a").count(), 6);
    const seqnoBefore = Number(await readNewestSeqno(page));
    await eventually(async () => Number(await readNewestSeqno(page)) > seqnoBefore, true);
    const shownSeqnos = await page.locator("#blocks-list strong").allInnerTexts();
    assert.deepEqual(
      shownSeqnos.map(Number),
      shownSeqnos.map((_, index) => Number(shownSeqnos[0]) - index),
    );
    assert.equal(await page.locator("#blocks-list li a").count(), 6);
    await page.locator("#blocks-pause").click();
    await eventually(() => page.locator("#blocks-state").innerText(), "Paused");
    const pausedSeqno = await readNewestSeqno(page);
    await page.waitForTimeout(2500);
    assert.equal(await readNewestSeqno(page), pausedSeqno);
    await page.locator("#blocks-list a").first().click();
    await eventually(async () => readFragment(page), `#/block/${pausedSeqno}`);
  });

  testPage("a block keeps the focus while new blocks arrive", async (page) => {
    await openPage(page);
    await page.locator("#blocks-list a").first().focus();
    const href = await page.evaluate(() => document.activeElement?.getAttribute("href"));
    const seqnoBefore = Number(await readNewestSeqno(page));
    await eventually(async () => Number(await readNewestSeqno(page)) > seqnoBefore, true);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), href);
  });

  testPage("each example is true: it is recognised, and opens what it names", async (page) => {
    await openPage(page);
    const examples = page.locator("#home-examples button:not(.waiting)");
    for (const [name, recognised, opened] of /** @type {const} */ ([
      ["the elector", /Account: balance/, /^#\/account\/-1:3{64}$/],
      ["block", /^Block/, /^#\/block\//],
      ["payment", /^Transaction or message/, /^#\/trace\//],
    ])) {
      await eventually(() => examples.count(), 3);
      await examples.filter({ hasText: name }).click();
      await page.locator("#search-option-0").waitFor();
      assert.match(await page.locator("#search-option-0").innerText(), recognised);
      await page.keyboard.press("Enter");
      await eventually(async () => opened.test(readFragment(page)), true);
      if (name === "payment") await page.locator("#trace-tree").waitFor();
      await openPage(page);
    }
  });

  testPage("the large search leads into the search", async (page) => {
    await openPage(page);
    await page.locator("#home-search").click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "search-input");
  });

  testPage("the first program runs as it is shown", async (page) => {
    await openPage(page);
    const program = await page.locator("#home-program").textContent();
    const folder = await mkdtemp(join(TESTS_FOLDER, ".first-program-"));
    try {
      await writeFile(join(folder, "program.mjs"), program ?? "");
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "program.mjs")]);
      assert.match(stdout, /^newest block \d+\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("failures in the first view", () => {
  testPage("each part reports a failing gateway, and recovers", async (page, expectedMessages) => {
    expectedMessages.push(/status of 503/);
    let isFailing = true;
    await page.route("**/api/**", (route) =>
      isFailing ? route.fulfill({ status: 503, body: "no" }) : route.continue(),
    );
    await openPage(page);
    await eventually(
      () =>
        page
          .locator("#blocks-error")
          .innerText()
          .then((text) => text.length > 20),
      true,
    );
    // Nothing of the list is left below the error.
    assert.equal(await page.locator("#blocks-list").isVisible(), false);
    isFailing = false;
    await eventually(() => page.locator("#blocks-list li a").count(), 6);
    await eventually(() => page.locator("#blocks-error").innerText(), "");
    await eventually(() => page.locator("#home-examples button:not(.waiting)").count(), 3);
  });

  testPage(
    "while the script is missing, a text appears after some seconds that says what to do",
    async (page, expectedMessages) => {
      expectedMessages.push(/ERR_FAILED|Failed to load/);
      await page.route(/\/app\/app[^/]*\.js/, (route) => route.abort());
      await page.goto(`${fixture.stack.url}/#/`);
      assert.equal(await page.locator("#boot").innerText(), "Loading… ");
      await eventually(
        () => page.locator("#boot .late").evaluate((element) => getComputedStyle(element).visibility),
        "visible",
      );
    },
  );

  testPage("a module that does not load shows a button that loads it", async (page, expectedMessages) => {
    expectedMessages.push(/Failed to load resource|ERR_FAILED/);
    let isFailing = true;
    await page.goto(`${fixture.stack.url}/#/`);
    await waitForApp(page);
    await page.route(/account/, (route) => (isFailing ? route.abort() : route.continue()));
    await page.evaluate(() => (location.hash = "#/account/"));
    await page.locator("#boot.bad").waitFor();
    assert.match(await page.locator("#boot").innerText(), /Check your connection/);
    isFailing = false;
    await page.getByRole("button", { name: "Reload" }).click();
    await page.locator("#view-account").waitFor();
  });

  test("the first screen appears within 3 s at 400 kbit/s and 400 ms latency", { timeout: 90_000 }, async () => {
    const context = await fixture.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const slowConnection = await startWire(fixture.stack.url, { latencyMs: 400, bytesPerSecond: 50_000 });
    await page.goto(`${slowConnection.url}/#/`, { waitUntil: "commit" });
    // The best value that the browser itself measures, because a busy machine adds to it.
    const readFirstPaint = () =>
      page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime).catch(() => undefined);
    await eventually(async () => (await readFirstPaint()) !== undefined, true);
    const paintTimes = await page.evaluate(() => [
      document.querySelector("#search-input")?.checkVisibility(),
      document.querySelector("#boot")?.textContent,
    ]);
    assert.deepEqual(paintTimes[0], true);
    assert.ok((await readFirstPaint()) < 3000, `${await readFirstPaint()} ms`);
    await page.locator("#home-search").waitFor({ timeout: 60_000 });
    await context.close();
    await slowConnection.close();
  });
});

describe("the colour theme", () => {
  testPage("the theme follows the system or the visitor's choice, which is remembered", async (page) => {
    await openPage(page);
    const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [lightColour, darkColour] = ["rgb(243, 245, 249)", "rgb(12, 18, 25)"];
    assert.equal(await readBackground(), lightColour);
    await page.emulateMedia({ colorScheme: "dark" });
    await eventually(readBackground, darkColour);
    await page.locator("#theme").click();
    assert.equal(await page.locator("#theme").getAttribute("aria-label"), "Theme: light");
    await eventually(readBackground, lightColour);
    await page.reload();
    await waitForApp(page);
    assert.equal(await readBackground(), lightColour);
    await page.locator("#theme").click();
    await page.emulateMedia({ colorScheme: "light" });
    await eventually(readBackground, darkColour);
    await page.locator("#theme").click();
    await eventually(readBackground, lightColour);
    assert.equal(await page.evaluate(() => localStorage.getItem("ton-edge:theme")), null);
  });
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  testPage(
    `the first screen at ${viewport.width}x${viewport.height} has the search, its examples and the newest blocks`,
    async (page) => {
      await openPage(page);
      await page.locator("#blocks-list li a").first().waitFor();
      for (const selector of ["#home-heading", "#home-search", "#home-examples", "#blocks-list li:first-child"])
        assert.ok(
          await page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight),
          selector,
        );
    },
    { viewport },
  );
