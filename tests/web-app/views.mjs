// The views of the web app, each with a URL that makes it show something, and an element that proves that it does.

import { VIEWS as ROWS } from "../../www/app/views.js";
import { eventually } from "./visit.mjs";

const ADDRESS = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/** A trace with many transactions, on the local chain. */
const findTrace = ({ own }) =>
  own.db?.get("SELECT trace_id FROM traces WHERE tx_count BETWEEN 3 AND 20 ORDER BY tx_count DESC, trace_id LIMIT 1")
    .trace_id ?? "";

/** The first contract of a kind on the local chain. */
const findContract =
  (/** @type {string} */ kind) =>
  ({ own }) =>
    own.db?.get("SELECT account FROM contracts WHERE kind = ? ORDER BY id LIMIT 1", [kind]).account ?? "";

/**
 * @typedef {object} View
 * @property {string} name @property {string} [folder] of its module
 * @property {string | ((stack: any) => string)} [text] the text in its URL; without one, the view as it opens
 * @property {string} [query] the query after the text
 * @property {string} shown selector of an element that must be visible @property {RegExp} [says] and the text that it must contain
 */

/**
 * The element that proves that a view is loaded; for views that are not listed here, this is the heading.
 * @type {Record<string, Partial<View>>}
 */
const LOADED_SELECTORS = {
  home: { shown: "#blocks-list li a" },
  design: { shown: "#design-show .specimen" },
  address: { text: ADDRESS, shown: "#address-result .form" },
  explorer: {
    text: "v3.addressBook",
    query: `?address=${ADDRESS}`,
    shown: "#explorer-operation",
    says: /Status200.*All \d+ headers/s,
  },
  account: { text: ({ busiest }) => busiest, shown: "#transactions .activity" },
  trace: { text: findTrace, shown: "#trace-tree", says: /TON/ },
  chain: { shown: "#latest tr[data-hash]" },
  block: { shown: "#block-transactions tr[data-hash]" },
  jetton: { text: findContract("jetton_master"), shown: "#jetton-holders-rows .holder" },
  collection: { text: findContract("nft_collection"), shown: "#collection-items-rows .nft" },
  nft: { text: findContract("nft_item"), shown: "#nft-metadata .token-fields" },
  gateway: { shown: "#gateway-health", says: /^Up/ },
};

/** The views of www/app/views.js. @type {View[]} */
export const VIEWS = ROWS.map(({ name, folder = name }) => ({
  name,
  folder,
  shown: `#${name}-heading`,
  ...LOADED_SELECTORS[name],
}));

/** The URL of a view on a stack. */
export const writeViewUrl = ({ name, text = "", query = "" }, stack) =>
  `${stack.url}/#/${name}/${encodeURIComponent(typeof text === "function" ? /** @type {any} */ (text)(stack) : text)}${query}`;

/** Opens a view and waits until it is shown. Works with pages of Playwright and of Puppeteer. */
export async function openView(page, view, stack) {
  await page.goto(writeViewUrl(view, stack));
  await eventually(
    () =>
      page
        .evaluate((selector) => {
          const element = document.querySelector(selector);
          return element?.checkVisibility() ? element.textContent : null;
        }, view.shown)
        .then((text) => text !== null && (view.says?.test(text) ?? true)),
    true,
  );
}
