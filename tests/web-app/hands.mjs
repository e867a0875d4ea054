// The ways in which a visitor uses the web app: a mouse and a keyboard at a desktop, and fingers on a phone. All have the same functions, so
// that a task is written once. This is the only place that counts steps: a step is one click, one tap, one press of Enter or Space, or one
// shortcut. Typing, pasting and scrolling are not steps. Presses of Tab and of the arrow keys are counted separately.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { eventually, waitForApp } from "./visit.mjs";

/** @typedef {import("playwright-core").Page} Page @typedef {import("playwright-core").Locator} Locator */

/** The most presses of Tab and of the arrow keys that lead from one step to the next one. */
const MAX_MOVES = 40;
/** The smallest side of an area to tap, in CSS pixels (WCAG 2.2, 2.5.8). */
const MIN_TARGET_PX = 24;

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/**
 * @typedef {object} Hand
 * @property {() => number} steps @property {() => number} moves presses of Tab and of the arrow keys
 * @property {(url: string) => Promise<void>} open opens the web app, which is not a step
 * @property {(locator: Locator) => Promise<void>} press a button, a link or a tab
 * @property {(locator: Locator, text: string) => Promise<void>} write types or pastes a text into a field
 * @property {(locator: Locator, label: string) => Promise<void>} choose an option of a list
 * @property {(text: string) => Promise<void>} search opens the first result of the search
 */

/** @type {{ name: string, options: object, createHand: (page: Page) => Hand }[]} */
export const WAYS = [
  { name: "mouse", options: DESKTOP, createHand: (page) => createPointer(page, (locator) => locator.click()) },
  { name: "keyboard", options: DESKTOP, createHand: createKeyboard },
  {
    name: "touch",
    options: PHONE,
    createHand: (page) =>
      createPointer(page, async (locator) => {
        await assertLargeEnough(locator);
        await locator.tap();
      }),
  },
];

/** A mouse or a finger: both need a step to open a field, and one to open a list. @param {Page} page @param {(locator: Locator) => Promise<void>} point @returns {Hand} */
function createPointer(page, point) {
  let stepCount = 0;
  const press = async (/** @type {Locator} */ locator) => {
    stepCount += 1;
    await point(locator);
  };
  const write = async (/** @type {Locator} */ locator, /** @type {string} */ text) => {
    if (!(await isFocused(locator))) await press(locator);
    await page.keyboard.insertText(text);
  };
  return {
    steps: () => stepCount,
    moves: () => 0,
    open: (url) => openApp(page, url),
    press,
    write,
    async choose(locator, label) {
      // The browser draws the open list, so Playwright cannot press its options.
      stepCount += 2;
      await locator.selectOption({ label });
    },
    async search(text) {
      await write(page.locator("#search-input"), text);
      await press(page.locator("#search-option-0"));
    },
  };
}

/** A keyboard without a mouse. @param {Page} page @returns {Hand} */
function createKeyboard(page) {
  let stepCount = 0;
  let moveCount = 0;
  /** Whether the page has had an action. Before the first one, nothing has the focus. */
  let isUsed = false;
  const pressKey = (/** @type {string} */ key) => page.keyboard.press(key);

  /** Moves the focus until the element has it. @param {Locator} locator @param {string} key */
  async function moveTo(locator, key = "Tab") {
    await locator.waitFor();
    for (let count = 0; !(await isFocused(locator)); count++) {
      assert.ok(count < MAX_MOVES, `${locator} is more than ${MAX_MOVES} presses of ${key} away`);
      moveCount += 1;
      await pressKey(key);
    }
    await assertFocusIsVisible(page);
  }

  /** Starts an action. Fails if the one before has left the focus nowhere: Tab would start again at the top of the page. */
  async function startAction() {
    if (isUsed) await eventually(() => page.evaluate(() => document.activeElement !== document.body), true);
    isUsed = true;
  }

  async function press(/** @type {Locator} */ locator) {
    await startAction();
    stepCount += 1;
    if ((await locator.getAttribute("role")) !== "tab") {
      await moveTo(locator);
      return pressKey("Enter");
    }
    // Tab reaches only the chosen tab of a list of tabs; the arrow keys reach the others.
    const list = page.locator("[role=tablist]").filter({ has: locator });
    await moveTo(list.locator("[aria-selected=true]"));
    await moveTo(locator, "ArrowRight");
  }

  return {
    steps: () => stepCount,
    moves: () => moveCount,
    async open(url) {
      isUsed = false;
      await openApp(page, url);
    },
    press,
    async write(locator, text) {
      await startAction();
      await moveTo(locator);
      await page.keyboard.insertText(text);
    },
    async choose(locator, label) {
      await startAction();
      await moveTo(locator);
      stepCount += 1;
      // Without an open list, each press of an arrow key chooses the next option.
      const readLabel = () => locator.evaluate((select) => /** @type {any} */ (select).selectedOptions[0].text);
      for (let count = 0; (await readLabel()) !== label; count++) {
        assert.ok(count < MAX_MOVES, `${label} is not an option`);
        moveCount += 1;
        await pressKey("ArrowDown");
      }
    },
    async search(text) {
      stepCount += 2;
      isUsed = true;
      await pressKey("/");
      await page.keyboard.insertText(text);
      await page.locator("#search-option-0").waitFor();
      await pressKey("Enter");
    },
  };
}

const isFocused = (/** @type {Locator} */ locator) => locator.evaluate((element) => element === document.activeElement);

/** Fails if the focused element is outside of the window or behind another element, or if nothing marks the focus. @param {Page} page */
const assertFocusIsVisible = (page) =>
  eventually(
    () =>
      page.evaluate(() => {
        const element = document.activeElement;
        const { left, top, width, height } = element.getBoundingClientRect();
        const isShown = element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        const isMarked = [element, element.parentElement].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(part);
          return outlineStyle !== "none" && outlineWidth !== "0px";
        });
        return isShown && isMarked
          ? "visible"
          : `shown: ${isShown}, marked: ${isMarked}: ${element.outerHTML.slice(0, 200)}`;
      }),
    "visible",
  );

/** Fails if the area is too small for a finger. @param {Locator} locator */
const assertLargeEnough = (locator) =>
  eventually(async () => {
    const box = await locator.boundingBox({ timeout: 1000 }).catch(() => null);
    if (box === null) return "not shown";
    return Math.min(box.width, box.height) >= MIN_TARGET_PX ? "large enough" : `${box.width} × ${box.height} px`;
  }, "large enough");

/** Waits until an element shows this text. @param {Locator} locator @param {RegExp} pattern */
export const shows = (locator, pattern) =>
  eventually(
    () =>
      locator
        .first()
        .innerText({ timeout: 1000 })
        .then(
          (text) => (pattern.test(text) ? "shown" : text),
          () => "missing",
        ),
    "shown",
  );

/** The text of the file that an action saves. @param {Page} page @param {() => Promise<void>} act */
export async function readDownload(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return readFile(await download.path(), "utf8");
}

async function openApp(/** @type {Page} */ page, /** @type {string} */ url) {
  await page.goto(`${url}/`);
  await waitForApp(page);
}

/** Stores what the page copies and shares, since all pages of a browser have one clipboard. @param {Page} page @param {boolean} canShare whether the device has a dialog to share */
export const recordHandedOut = (page, canShare) =>
  page.addInitScript((hasDialog) => {
    /** @type {any} */ (window).handedOut = [];
    const record = async (/** @type {any} */ data) => void (/** @type {any} */ (window).handedOut.push(data));
    navigator.clipboard.writeText = (text) => record({ text });
    if (hasDialog) navigator.share = record;
  }, canShare);

/** What the page has copied or shared last. @param {Page} page @returns {Promise<{ text?: string, title?: string, url?: string }>} */
export const readHandedOut = async (page) => {
  await page.waitForFunction(() => /** @type {any} */ (window).handedOut.length > 0);
  return page.evaluate(() => /** @type {any} */ (window).handedOut.at(-1));
};
