// Helpers of the web app's tests. Every test opens its own browser page, and fails on a console error, a violation of the
// content policy, or a request to another origin.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { modulePath } from "../../xtask/js/site.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { findAxeViolations } from "./axe.mjs";

/** Milliseconds after which a test stops waiting and fails; generous, because the machine may be busy. */
const TIMEOUT_MS = 30_000;

export const isFull = process.env.TESTS_FULL === "1";
/** Widths of the page in CSS pixels. Ordinary runs use the smallest and the largest. */
export const WIDTHS = isFull ? [320, 375, 1280] : [320, 1280];
/**
 * Color schemes with widths: every pair in full runs, otherwise each scheme and each extreme width once.
 * @type {["light" | "dark", number][]}
 */
export const APPEARANCES = isFull
  ? WIDTHS.flatMap(
      (width) =>
        /** @type {["light" | "dark", number][]} */ ([
          ["light", width],
          ["dark", width],
        ]),
    )
  : [
      ["light", 1280],
      ["dark", 320],
    ];

/** A wide screen, a phone, and the narrowest one. @type {["light" | "dark", number][]} */
export const THREE_APPEARANCES = [
  ["light", 1440],
  ["dark", 390],
  ["light", 320],
];

/**
 * Starts a stack with a complete world and a browser before the tests of a file, and ends them afterwards. The returned object is filled
 * when the first test begins. Call this at the top level.
 * @param {() => Promise<any>} start
 * @returns {{ stack: any, browser: import("playwright-core").Browser }}
 */
export function setUpFixture(start) {
  /** @type {any} */
  const fixture = {};
  before(
    async () => {
      fixture.stack = await start();
      await fixture.stack.own?.ready;
      fixture.browser = await launch();
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await fixture.browser?.close();
    await fixture.stack?.close();
  });
  return fixture;
}

/**
 * Returns the function that defines a test with its own page. `expectedMessages` lists the console messages that the test itself causes; all of
 * them must appear.
 * @param {() => { stack: any, browser: import("playwright-core").Browser }} fixture the object that `before` has filled
 * @returns {(title: string, work: (page: import("playwright-core").Page, expectedMessages: RegExp[]) => Promise<void>,
 *   options?: import("playwright-core").BrowserContextOptions & { timeout?: number }) => void} `timeout` of the whole test
 */
export const createPageTest =
  (fixture) =>
  (title, work, { timeout = 120_000, ...options } = {}) => {
    test(title, { timeout }, async () => {
      const { stack, browser } = fixture();
      // A stack that serves only files has no upstream.
      stack.own?.faults.clear();
      const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
      const problems = [];
      const expectedMessages = [];
      try {
        await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stack.url });
        await context.addInitScript(() => {
          addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
            console.error(`content policy: ${violatedDirective} ${blockedURI}`);
          });
        });
        const page = await context.newPage();
        page.setDefaultTimeout(TIMEOUT_MS);
        page.on("pageerror", (error) => problems.push(`uncaught ${error}`));
        page.on("console", (message) => {
          // The browser fetches the icon at any time, also while a test is offline.
          if (message.location().url.endsWith("/favicon.svg") && message.text().includes("DISCONNECTED")) return;
          // Browsers report the response of a gateway without a stream.
          if (message.location().url.includes("/api/streaming/") && message.text().includes("404")) return;
          if (["error", "warning"].includes(message.type())) problems.push(message.text());
        });
        page.on("request", (request) => {
          const { origin } = new URL(request.url());
          if (origin !== stack.url) problems.push(`request to another origin: ${request.url()}`);
        });
        page.on("dialog", (dialog) => problems.push(`dialog ${dialog.message()}`));
        await work(page, expectedMessages);
        assert.deepEqual(
          problems.filter((text) => !expectedMessages.some((pattern) => pattern.test(text))),
          [],
        );
        for (const pattern of expectedMessages)
          assert.ok(
            problems.some((text) => pattern.test(text)),
            `${pattern} was not seen`,
          );
      } finally {
        await context.close();
      }
    });
  };

/** Lets the page import modules of www that the site contains only inside larger files: `/sources/gateway/units.js`. */
export const serveSources = (page) =>
  page.route("**/sources/**", async (route) => {
    const path = new URL(route.request().url()).pathname.slice("/sources/".length);
    await route.fulfill({ path: modulePath(path), contentType: "text/javascript" });
  });

/** Waits until `readValue` returns the expected value. */
export async function eventually(readValue, expected) {
  const endTime = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await readValue();
    if (JSON.stringify(value) === JSON.stringify(expected) || Date.now() > endTime)
      return assert.deepEqual(value, expected);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Scrolls until an infinite list has all its rows. */
export async function scrollToEnd(page, list) {
  await page.mouse.move(400, 100);
  await eventually(async () => {
    await page.mouse.wheel(0, 500);
    return page.locator(`${list}[data-state="ended"]`).count();
  }, 1);
}

/** Waits until the web app has started. */
export const waitForApp = (page) => page.locator("#boot").waitFor({ state: "hidden" });

export const readFragment = (page) => new URL(page.url()).hash;
export const readFocusedId = (page) => page.evaluate(() => document.activeElement.id);

/** Whether the document fits without horizontal scrolling. */
export const describeFit = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth ? "fits" : `${scrollWidth} of ${clientWidth}`;
  });

/** Visible texts with too little contrast to their background (WCAG 2.2, 1.4.3). */
export function findLowContrastTexts() {
  const parseColour = (text) => text.match(/[\d.]+/g).map(Number);
  const computeLuminance = ([r, g, b]) =>
    [r, g, b]
      .map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const findBackground = (ancestor) => {
    for (; ancestor; ancestor = ancestor.parentElement) {
      const colour = parseColour(getComputedStyle(ancestor).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  return /** @type {any[][]} */ (
    [...document.body.querySelectorAll("*")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          [...element.childNodes].some((node) => node.nodeType === 3 && /** @type {Text} */ (node).data.trim()),
      )
      .map((element) => {
        const [a, b] = [
          computeLuminance(parseColour(getComputedStyle(element).color)),
          computeLuminance(findBackground(element)),
        ];
        return [
          `${element.tagName} ${element.className} ${element.textContent.slice(0, 20)}`,
          (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05),
        ];
      })
  ).filter(([, ratio]) => ratio < 4.5);
}

/** Controls without a name, or too small for a finger. */
export const findPoorControls = (page) =>
  page.locator("button, input, select, textarea, main a, nav a").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent;
        return !name?.trim() || width < 24 || height < 24;
      })
      .map((element) => element.outerHTML),
  );

/**
 * Checks the present state of a view in each appearance: every text has enough contrast, nothing scrolls sideways, every control has a
 * name and is large enough for a finger, and axe finds no violation. The page is not loaded again: its styles follow the appearance.
 * @param {import("playwright-core").Page} page @param {string} [name] of the state, for the message
 * @param {{ appearances?: readonly (readonly ["light" | "dark", number])[], height?: number }} [options]
 */
export async function assertLooks(page, name = "", { appearances = APPEARANCES, height = 800 } = {}) {
  for (const [colorScheme, width] of appearances) {
    const message = `${name} ${colorScheme}, ${width} px`;
    await changeAppearance(page, colorScheme, { width, height });
    await eventually(() => page.evaluate(findLowContrastTexts), []);
    await eventually(() => describeFit(page), "fits");
    assert.deepEqual(await findPoorControls(page), [], message);
    assert.deepEqual(await findAxeViolations(page), [], message);
  }
}

/** Makes the web app name these networks in its index.html, separated by spaces. @param {any} page @param {string} url of the web app */
export const showNetworks = (page, url, networks) =>
  page.route(`${url}/`, async (route) => {
    const html = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/html", body: html.replace('content="mainnet"', `content="${networks}"`) });
  });

/** Changes the appearance of the page, and waits until the layout is done. */
export async function changeAppearance(page, colorScheme, size) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** An account that has never been used. */
export const EMPTY_ACCOUNT = `0:${"0".repeat(63)}1`;
/** The hashes of the rendered rows in the history of the account view. */
export const readHashes = (page) =>
  page.locator("#transactions tr.activity").evaluateAll((elements) => elements.map((element) => element.dataset.hash));
/** Waits until the timeline, or another infinite list, is in the state loading, more, failed or ended. */
export const waitForList = (page, state, name = "account") =>
  page.locator(`#${name}-list[data-state="${state}"]`).waitFor();
/** Waits until at least this many rows have been shown; rows far from the screen have no elements. */
export const waitForRows = (page, count) =>
  eventually(() => readHashes(page).then((hashes) => hashes.length >= count), true);
