// Helpers of the account view's tests.

import { after, before } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { waitForApp, eventually } from "./visit.mjs";

/** A viewport so low that no second page loads by itself. */
export const LOW_VIEWPORT = { width: 800, height: 280 };
/** An account that owns a recorded jetton. */
export const JETTON_OWNER = "0:D02D314791CB10EF3F964CC7421E4F46348C262444946F7A64C2374700E3ED19";
export const JETTON_MASTER = `0:${"B1".repeat(32)}`;
/** A name that an attacker could write on the chain. */
export const HOSTILE_NAME = "<img src=x onerror=alert(1)>\u202Egpj";
/** This name as the web app shows it. */
export const ESCAPED_NAME = "<img src=x onerror=alert(1)>[U+202E]gpj";

/** Starts the replay upstream, which has no actions, and the local chain, each behind a gateway, for the tests of a file. */
export function setUpStacks() {
  /** @type {{ recorded: any, chain: any, browser: import("playwright-core").Browser }} */
  const fixture = /** @type {any} */ ({});
  before(
    async () => {
      fixture.recorded = await startStack();
      fixture.chain = await startStack({ upstream: "devnet", devnet: { world: "small" } });
      await fixture.chain.own.ready;
      fixture.browser = await launch();
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await fixture.browser?.close();
    await fixture.recorded?.close();
    await fixture.chain?.close();
  });
  return fixture;
}

/** @param {() => { url: string }} stack */
export const createOpenPage = (stack) => async (page, fragment) => {
  await page.goto(`${stack().url}/${fragment}`);
  await waitForApp(page);
};

export const readPart = (page, id) => page.locator(`#account-${id}`).textContent();
/** Waits until the summary is shown. */
export const waitForSummary = (page) => page.locator('#account-summary[data-state="done"]').waitFor();
export const findTab = (page, name) => page.getByRole("tab", { name });

/** Loads all pages of a list, by its button. */
export const loadAllPages = (page, name = "account") =>
  eventually(async () => {
    const state = await page.locator(`#${name}-list`).getAttribute("data-state");
    // The button disappears when the last page has arrived, which may happen now.
    if (state === "more") await page.evaluate((id) => document.getElementById(id).click(), `${name}-more`);
    return state;
  }, "ended");

/** Nanotons in the format of the web app, converted digit by digit. */
export const formatTon = (nanotons) => {
  const digits = String(nanotons).padStart(10, "0");
  const [wholePart, fraction] = [
    digits.slice(0, -9).replace(/\B(?=(\d{3})+$)/g, ","),
    digits.slice(-9).replace(/0+$/, ""),
  ];
  return `${wholePart}${fraction && `.${fraction}`} TON`;
};

/** A response with jettons in the shape of v3. */
export const writeWalletsResponse = (count, extraMetadata, balance = "1234567890123456789012345", firstIndex = 1) =>
  JSON.stringify({
    jetton_wallets: Array.from({ length: count }, (_, i) => ({
      address: `0:${String(firstIndex + i).padStart(64, "0")}`,
      balance,
      owner: JETTON_MASTER,
      jetton: JETTON_MASTER,
      last_transaction_lt: "1",
      code_hash: null,
      data_hash: null,
    })),
    address_book: {},
    metadata: {
      [JETTON_MASTER]: {
        is_indexed: true,
        token_info: [
          {
            valid: true,
            type: "jetton_masters",
            name: HOSTILE_NAME,
            symbol: "USD₮",
            image: "https://example.org/x.png",
            extra: extraMetadata,
          },
        ],
      },
    },
  });

/** The texts of the table, row by row. */
export const readRows = (page) =>
  page.locator("#transactions tr.activity").evaluateAll((elements) =>
    elements.map((row) => ({
      title: row.querySelector(".title").textContent,
      who: row.querySelector(".who").textContent,
      details: row.querySelector(".details").textContent,
      sum: row.querySelector(".sum").textContent,
      ...row.dataset,
    })),
  );

/**
 * Serves a history of any length for an account: `v3.actions` and `v3.transactions` of an invented account.
 * @param {import("playwright-core").Page} page @param {number} count
 */
export async function serveLongHistory(page, count) {
  const account = `0:${"5".repeat(64)}`;
  const peerAccount = `0:${"6".repeat(64)}`;
  const START_SECONDS = 1_800_000_000;
  /** Rows are newest first, 20 of them a day. */
  const makeAction = (index) => {
    const lt = String((count - index) * 10);
    const utime = START_SECONDS - index * 4320;
    return {
      trace_id: `trace${index}`,
      action_id: `action${index}`,
      start_lt: lt,
      end_lt: lt,
      start_utime: utime,
      end_utime: utime,
      trace_end_lt: lt,
      trace_end_utime: utime,
      trace_mc_seqno_end: count - index,
      transactions: [`hash${index}`],
      success: index % 50 !== 7,
      type: "ton_transfer",
      details: {
        source: index % 2 ? account : peerAccount,
        destination: index % 2 ? peerAccount : account,
        value: String(1_000_000_000 + index),
        value_extra_currencies: {},
        comment: `number ${index}`,
        encrypted: false,
      },
    };
  };
  const requests = [];
  await page.route(/\/api\/v3\/(actions|transactions)\?/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    requests.push(pathname.split("/").at(-1));
    if (pathname.endsWith("/transactions")) return route.fulfill({ json: { transactions: [], address_book: {} } });
    const limit = Number(searchParams.get("limit"));
    const offset = Number(searchParams.get("offset") ?? 0);
    const endLt = searchParams.get("end_lt");
    const firstIndex = (endLt === null ? 0 : Math.max(0, count - Math.floor(Number(endLt) / 10))) + offset;
    const pageLength = Math.max(0, Math.min(limit, count - firstIndex));
    return route.fulfill({
      json: {
        actions: Array.from({ length: pageLength }, (_, i) => makeAction(firstIndex + i)),
        address_book: {},
        metadata: {},
      },
    });
  });
  return { account, requests };
}
