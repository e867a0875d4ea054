// Tests the geometry of the views while the API fails, hangs, has no data or cannot be reached, at every width, with one network and with
// two. No texts overlap, no heading is broken into syllables, no control is outside of the window, nothing scrolls sideways.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { env } from "node:process";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";

import { startStack } from "../helpers/stack.mjs";
import { writeContactSheet } from "./contact-sheet.mjs";
import { findFaults } from "./geometry.mjs";
import { changeAppearance, EMPTY_ACCOUNT, describeFit, setUpFixture, createPageTest, showNetworks } from "./visit.mjs";

const fixture = setUpFixture(() => startStack());
const testPage = createPageTest(() => fixture);

/** Whether to write a picture of each state, for a person to look at: see screenshots.mjs. */
const takesPictures = env.TESTS_PICTURES === "1";
const PICTURES_FOLDER = fileURLToPath(new URL("../../target/screenshots/states/", import.meta.url));
const WIDTHS = [320, 375, 768, 1280, 1920];
const HASH = "01acfdcbd0d531a2fc6bc4b3d2ff9bb5a1fc1b6ee54e48234be4bc1c3a2b1a22";
const PAGE_STATES = [
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
const makeOldBlocks = () =>
  Array.from({ length: 20 }, (_, index) => ({
    workchain: -1,
    shard: "8000000000000000",
    seqno: 4_000_000_000 - index,
    gen_utime: String(Math.floor(Date.now() / 1000) - 179 * 86_400 - index * 5),
    tx_count: 123_456,
  }));
/** A jetton with a long name, without decimals, with a supply of 70 digits. */
const makeOldJetton = () => ({
  address: EMPTY_ACCOUNT,
  total_supply: "9".repeat(70),
  mintable: true,
  admin_address: EMPTY_ACCOUNT,
  jetton_content: { name: "W".repeat(200), symbol: "M".repeat(200), description: "x".repeat(3000) },
  jetton_wallet_code_hash: "K".repeat(43) + "=",
});
/** The API's response in each state; undefined: no response as long as the page is open. */
const VIEW_STATES = {
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
      jetton_masters: [makeOldJetton()],
      jetton_wallets: [
        { address: EMPTY_ACCOUNT, owner: EMPTY_ACCOUNT, jetton: EMPTY_ACCOUNT, balance: "9".repeat(70) },
      ],
      jetton_transfers: [],
      nft_items: [],
      nft_collections: [],
      nft_transfers: [],
      blocks: makeOldBlocks(),
    },
  },
  offline: "internetdisconnected",
};

/** Every language, with the widths: longer words matter most where there is little room. @type {[string, string, number[]][]} */
const PAGE_SETTINGS = [
  ["en", "mainnet", WIDTHS],
  ["en", "mainnet testnet", WIDTHS],
  ["ru", "mainnet testnet", [320, 375, 1280]],
];

for (const [language, networks, widths] of PAGE_SETTINGS)
  describe(`states of the views, networks: ${networks}, language: ${language}`, () => {
    for (const [state, response] of Object.entries(VIEW_STATES))
      testPage(
        `the geometry holds in the state ${state}`,
        async (page, expectedMessages) => {
          if (state === "error") expectedMessages.push(/status of 500/);
          if (state === "offline") expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
          await page.route(/\/(api\/|healthz)/, (route) => {
            if (response === undefined) return undefined;
            return typeof response === "string" ? route.abort(response) : route.fulfill(response);
          });
          await showNetworks(page, fixture.stack.url, networks);
          await page.addInitScript((name) => localStorage.setItem("ton-edge:language", name), language);
          await page.goto(`${fixture.stack.url}/`);
          const faultsByState = {};
          const pictures = [];
          for (const hash of PAGE_STATES) {
            await page.evaluate((fragment) => {
              location.hash = `#/${fragment}`;
            }, hash);
            await page.locator(`#view-${hash.split("/")[0] || "home"}`).waitFor();
            if (state === "offline") await page.evaluate(() => dispatchEvent(new Event("offline")));
            await page.waitForTimeout(state === "hang" ? 150 : 500);
            for (const width of widths) {
              await changeAppearance(page, "light", { width, height: 800 });
              const faults = await page.evaluate(findFaults);
              const overflowText = await describeFit(page);
              if (overflowText !== "fits") faults.push(`the page scrolls sideways: ${overflowText}`);
              if (faults.length > 0) faultsByState[`${hash || "home"} at ${width} px`] = faults;
              if (takesPictures)
                for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
                  await changeAppearance(page, colorScheme, { width, height: 800 });
                  pictures.push(await page.screenshot());
                }
            }
          }
          if (takesPictures) {
            await mkdir(PICTURES_FOLDER, { recursive: true });
            const name = `${state}-${networks.replace(" ", "-")}-${language}.png`;
            await writeContactSheet(pictures, `${PICTURES_FOLDER}${name}`, 2 * widths.length);
          }
          assert.deepEqual(faultsByState, {});
        },
        { timeout: takesPictures ? 900_000 : 180_000 },
      );
  });
