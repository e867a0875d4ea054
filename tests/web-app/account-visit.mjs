// Helpers of the account view's tests.

import { after, before } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { launch } from "../runtimes/chromium.mjs";
import { alive, eventually } from "./visit.mjs";

/** A viewport so low that no second page loads by itself. */
export const LOW = { width: 800, height: 280 };
/** An account that owns a recorded jetton. */
export const OWNER = "0:D02D314791CB10EF3F964CC7421E4F46348C262444946F7A64C2374700E3ED19";
export const MASTER = `0:${"B1".repeat(32)}`;
/** A name that an attacker may write on the chain. */
export const HOSTILE = "<img src=x onerror=alert(1)>\u202Egpj";
/** This name as the web app shows it. */
export const SHOWN = "<img src=x onerror=alert(1)>[U+202E]gpj";

/** Starts the replay upstream, which has no actions, and the local chain, each behind a gateway, for the tests of a file. */
export function standingStacks() {
  /** @type {{ recorded: any, chain: any, browser: import("playwright-core").Browser }} */
  const started = /** @type {any} */ ({});
  before(
    async () => {
      started.recorded = await startStack();
      started.chain = await startStack({ upstream: "devnet", devnet: { world: "small" } });
      await started.chain.own.ready;
      started.browser = await launch();
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await started.browser?.close();
    await started.recorded?.close();
    await started.chain?.close();
  });
  return started;
}

/** @param {() => { url: string }} stack */
export const opener = (stack) => async (page, fragment) => {
  await page.goto(`${stack().url}/${fragment}`);
  await alive(page);
};

export const part = (page, id) => page.locator(`#account-${id}`).textContent();
/** Waits until the summary is shown. */
export const known = (page) => page.locator('#account-summary[data-state="done"]').waitFor();
export const tab = (page, name) => page.getByRole("tab", { name });

/** Loads all pages of a list, by its button. */
export const readAll = (page, name = "account") =>
  eventually(async () => {
    const state = await page.locator(`#${name}-list`).getAttribute("data-state");
    // The button disappears when the last page has arrived, which may happen now.
    if (state === "more") await page.evaluate((id) => document.getElementById(id).click(), `${name}-more`);
    return state;
  }, "ended");

/** Nanotons in the format of the web app, converted digit by digit. */
export const ton = (nano) => {
  const digits = String(nano).padStart(10, "0");
  const [whole, fraction] = [digits.slice(0, -9).replace(/\B(?=(\d{3})+$)/g, ","), digits.slice(-9).replace(/0+$/, "")];
  return `${whole}${fraction && `.${fraction}`} TON`;
};

/** A response with jettons in the shape of v3. */
export const wallets = (count, extra, balance = "1234567890123456789012345", first = 1) =>
  JSON.stringify({
    jetton_wallets: Array.from({ length: count }, (_, i) => ({
      address: `0:${String(first + i).padStart(64, "0")}`,
      balance,
      owner: MASTER,
      jetton: MASTER,
      last_transaction_lt: "1",
      code_hash: null,
      data_hash: null,
    })),
    address_book: {},
    metadata: {
      [MASTER]: {
        is_indexed: true,
        token_info: [
          {
            valid: true,
            type: "jetton_masters",
            name: HOSTILE,
            symbol: "USD₮",
            image: "https://example.org/x.png",
            extra,
          },
        ],
      },
    },
  });

/** The texts of the table, row by row. */
export const rows = (page) =>
  page.locator("#transactions tr.activity").evaluateAll((all) =>
    all.map((row) => ({
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
  const peer = `0:${"6".repeat(64)}`;
  const START = 1_800_000_000;
  /** Rows are newest first, 20 of them a day. */
  const action = (index) => {
    const lt = String((count - index) * 10);
    const utime = START - index * 4320;
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
        source: index % 2 ? account : peer,
        destination: index % 2 ? peer : account,
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
    const end = searchParams.get("end_lt");
    const first = (end === null ? 0 : Math.max(0, count - Math.floor(Number(end) / 10))) + offset;
    const size = Math.max(0, Math.min(limit, count - first));
    return route.fulfill({
      json: {
        actions: Array.from({ length: size }, (_, i) => action(first + i)),
        address_book: {},
        metadata: {},
      },
    });
  });
  return { account, requests };
}
