// The geometry of the views in trouble: while the API fails, hangs, has no data or cannot be reached, at every width, with one network and
// with two. No texts overlap, no heading is broken into syllables, no control is outside of the window, nothing scrolls sideways.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { appear, EMPTY_ACCOUNT, fits, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack());
const visit = visitor(() => started);

const WIDTHS = [320, 375, 768, 1280, 1920];
const HASH = "01acfdcbd0d531a2fc6bc4b3d2ff9bb5a1fc1b6ee54e48234be4bc1c3a2b1a22";
const PAGES = [
  "",
  "explorer/",
  "account/",
  `account/${EMPTY_ACCOUNT}`,
  `trace/${HASH}`,
  "chain/",
  "block/5",
  "jetton/",
  `jetton/${EMPTY_ACCOUNT}`,
  `collection/${EMPTY_ACCOUNT}`,
  `nft/${EMPTY_ACCOUNT}`,
  "gateway/",
  "address/",
  "missing/",
];
/** Blocks of half a year ago, with long numbers. */
const oldBlocks = () =>
  Array.from({ length: 20 }, (_, index) => ({
    workchain: -1,
    shard: "8000000000000000",
    seqno: 4_000_000_000 - index,
    gen_utime: String(Math.floor(Date.now() / 1000) - 179 * 86_400 - index * 5),
    tx_count: 123_456,
  }));
/** A jetton with a long name, without decimals, with a supply of 70 digits. */
const oldJetton = () => ({
  address: EMPTY_ACCOUNT,
  total_supply: "9".repeat(70),
  mintable: true,
  admin_address: EMPTY_ACCOUNT,
  jetton_content: { name: "W".repeat(200), symbol: "M".repeat(200), description: "x".repeat(3000) },
  jetton_wallet_code_hash: "K".repeat(43) + "=",
});
/** What the API answers in each state; undefined: nothing, as long as the page is open. */
const STATES = {
  error: {
    status: 500,
    json: { error: "The upstream service failed: no lite server has this block", code: "lite_server_error" },
  },
  hang: undefined,
  empty: {
    json: {
      transactions: [],
      actions: [],
      traces: [],
      blocks: [],
      accounts: [],
      jetton_wallets: [],
      jetton_masters: [],
      jetton_transfers: [],
      nft_items: [],
      nft_collections: [],
      nft_transfers: [],
      address_book: {},
      metadata: {},
    },
  },
  old: {
    json: {
      transactions: [],
      actions: [],
      traces: [],
      accounts: [],
      address_book: {},
      metadata: {},
      jetton_masters: [oldJetton()],
      jetton_wallets: [
        { address: EMPTY_ACCOUNT, owner: EMPTY_ACCOUNT, jetton: EMPTY_ACCOUNT, balance: "9".repeat(70) },
      ],
      jetton_transfers: [],
      nft_items: [],
      nft_collections: [],
      nft_transfers: [],
      blocks: oldBlocks(),
    },
  },
  offline: "internetdisconnected",
};

/** What is wrong with the geometry of the page. */
function findFaults() {
  /** @type {string[]} */
  const faults = [];
  const isVisible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (element) => `${element.tagName.toLowerCase()}${element.id && `#${element.id}`}.${element.className}`;
  /** The part of a rectangle that the boxes around it do not clip. */
  const clip = (element, { left, top, right, bottom }) => {
    const box = { left, top, right, bottom };
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== "none") return undefined;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const outer = at.getBoundingClientRect();
      if (
        ["hidden", "clip"].includes(style.overflowX) &&
        style.textOverflow !== "ellipsis" &&
        right > outer.right + 2 &&
        at.clientWidth > 4
      )
        faults.push(`"${element.textContent.trim().slice(0, 30)}" is cut at the right`);
      box.left = Math.max(box.left, outer.left);
      box.top = Math.max(box.top, outer.top);
      box.right = Math.min(box.right, outer.right);
      box.bottom = Math.min(box.bottom, outer.bottom);
    }
    return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : undefined;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    // The bar at the end of a list lies over the rows by design.
    if (!node.textContent.trim() || !isVisible(element) || element.closest(".tail, svg, script, style, option"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rectangle of range.getClientRects()) {
      const box = clip(element, rectangle);
      if (box) texts.push({ node, element, box, text: node.textContent.trim().slice(0, 30) });
    }
  }
  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1)) {
      // A text that ends with an ellipsis has two boxes.
      if (a.node === b.node) continue;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      // Lines of text have boxes that are higher than their letters.
      if (width > 2 && height > 6)
        faults.push(`"${a.text}" overlaps "${b.text}" by ${Math.round(width)} x ${Math.round(height)}`);
    }
  // The controls of the header have backgrounds, which must not cover the text beside them.
  for (const control of document.querySelectorAll(".top a, .top button")) {
    const box = isVisible(control) && !control.closest(".views") && control.getBoundingClientRect();
    for (const text of box ? texts : [])
      if (
        !control.contains(text.element) &&
        text.element.closest(".top-row") &&
        Math.min(box.right, text.box.right) - Math.max(box.left, text.box.left) > 1 &&
        Math.min(box.bottom, text.box.bottom) - Math.max(box.top, text.box.top) > 1
      )
        faults.push(`"${text.text}" lies under ${name(control)}`);
  }
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    if (!isVisible(heading) || heading.closest(".hidden")) continue;
    const boxes = texts.filter(({ element }) => heading.contains(element)).map(({ box }) => Math.round(box.bottom / 8));
    const lines = new Set(boxes).size;
    const least = heading.tagName === "H1" ? heading.textContent.length : 3;
    if (lines > 1 && heading.textContent.trim().length / lines < least)
      faults.push(`the heading "${heading.textContent}" has ${lines} lines`);
  }
  const errors = [...document.querySelectorAll(".message.bad .what")].filter(isVisible).map((one) => one.textContent);
  for (const text of new Set(errors.filter((one, index) => errors.indexOf(one) !== index)))
    faults.push(`the error "${text}" is shown ${errors.filter((one) => one === text).length} times`);
  for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    // The navigation scrolls, so does the strip of blocks, and so do tables and code.
    if (!isVisible(control) || control.closest(".views, .skip, .block-strip, .scroll, table, pre")) continue;
    const { left, right, width } = control.getBoundingClientRect();
    if (width > 0 && (left < -1 || right > document.body.getBoundingClientRect().right + 1))
      faults.push(
        `${name(control)} "${control.textContent.trim().slice(0, 20)}" is at ${Math.round(left)} to ${Math.round(right)}`,
      );
  }
  return faults;
}

for (const networks of ["mainnet", "mainnet testnet"])
  describe(`states of the views, networks: ${networks}`, () => {
    for (const [state, response] of Object.entries(STATES))
      visit(
        `the geometry holds in the state ${state}`,
        async (page, expectedMessages) => {
          if (state === "error") expectedMessages.push(/status of 500/);
          if (state === "offline") expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
          await page.route(/\/(api\/|healthz)/, (route) => {
            if (response === undefined) return undefined;
            return typeof response === "string" ? route.abort(response) : route.fulfill(response);
          });
          await page.route(`${started.stack.url}/`, async (route) => {
            const html = await (await route.fetch()).text();
            await route.fulfill({
              contentType: "text/html",
              body: html.replace('content="mainnet"', `content="${networks}"`),
            });
          });
          await page.goto(`${started.stack.url}/`);
          const found = {};
          for (const hash of PAGES) {
            await page.evaluate((to) => {
              location.hash = `#/${to}`;
            }, hash);
            await page.locator(`#view-${hash.split("/")[0] || "home"}`).waitFor();
            if (state === "offline") await page.evaluate(() => dispatchEvent(new Event("offline")));
            await page.waitForTimeout(state === "hang" ? 150 : 500);
            for (const width of WIDTHS) {
              await appear(page, "light", { width, height: 800 });
              const faults = await page.evaluate(findFaults);
              const fitting = await fits(page);
              if (fitting !== "fits") faults.push(`the page scrolls sideways: ${fitting}`);
              if (faults.length > 0) found[`${hash || "home"} at ${width} px`] = faults;
            }
          }
          assert.deepEqual(found, {});
        },
        { timeout: 180_000 },
      );
  });
