// The page in headless Chromium, served by the gateway in workerd, before the recorded service. The address inspector is in
// page-address.test.mjs; the chain view in page-chain.test.mjs: recordings do not move.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../stack.mjs";
import { FORMS, forms, HEX, type } from "./page-address-forms.mjs";
import { alive, eventually, faint, fits, focused, fragment, poor, visitor } from "./page-visit.mjs";

const EMPTY_ACCOUNT = `0:${"0".repeat(63)}1`;
/** So low that no second page comes by itself. */
const LOW = { width: 800, height: 280 };

let stack;
let browser;
before(async () => {
  stack = await startStack();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await stack?.close();
});

const visit = visitor(() => ({ stack, browser }));

/** Opens a view, or a URL; waits until the page is alive. */
const open = async (page, fragment = "") => {
  await page.goto(fragment.startsWith("http") ? fragment : `${stack.url}/${fragment}`);
  await alive(page);
};
const hashes = (page) => page.locator("#transactions li.tx").evaluateAll((all) => all.map((one) => one.dataset.hash));
const list = (page, state) => page.locator(`#account-list[data-state="${state}"]`).waitFor();
/** Rows that come to be shown; as many as a page holds do not tell that they are all. */
const shown = (page, count) => eventually(() => hashes(page).then((all) => all.length), count);

describe("account view", () => {
  visit("the busiest account, three rows at a time, by the keyboard", async (page) => {
    const asked = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(`${pathname} ${searchParams.get("limit")} ${searchParams.get("offset") ?? 0}`);
    });
    await open(page, `#/account/${stack.busiest}?rows=3`);
    for (const [count, state] of [[3, "more"], [6, "more"], [9, "more"], [10, "ended"]]) {
      await list(page, state);
      await shown(page, count);
      if (state === "ended") break;
      assert.match(await page.locator("#account-progress").textContent(), new RegExp(`^${count} transactions so far`));
      // The first time by Tab, then the focus is still there.
      if (count === 3) {
        await page.locator("#account-progress").focus();
        await page.keyboard.press("Tab");
      }
      assert.equal(await focused(page), "account-more");
      await page.keyboard.press("Enter");
    }
    const all = await hashes(page);
    assert.equal(new Set(all).size, 10);
    const { world } = stack.own;
    const wanted = world.transactions.filter(({ row }) => row.account === stack.busiest).map(({ row }) => row);
    assert.deepEqual(new Set(all), new Set(wanted.map(({ hash }) => hash)));
    const times = await page.locator("#transactions li.tx").evaluateAll((rows) => rows.map((one) => one.dataset.lt));
    assert.deepEqual(times, wanted.map(({ lt }) => String(lt)).sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)));
    assert.equal(await page.locator("#account-progress").textContent(), "All 10 transactions shown");
    // The button that had the focus is gone; the focus is where the outcome is told.
    assert.equal(await focused(page), "account-progress");
    assert.equal(await page.locator("#account-more").isVisible(), false);
    // Each page begins with the row where the one before it ended.
    assert.deepEqual(asked, [3, 4, 4, 4].map((limit) => `/api/v3/transactions ${limit} 0`));
  }, { viewport: LOW });

  visit("what is scrolled to comes by itself", async (page) => {
    await open(page, `#/account/${stack.busiest}?rows=3`);
    await list(page, "more");
    assert.equal((await hashes(page)).length, 3);
    for (let turn = 0; turn < 40 && (await page.locator('#account-list[data-state="ended"]').count()) === 0; turn++) {
      await page.mouse.move(400, 100);
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(50);
    }
    await list(page, "ended");
    assert.equal(new Set(await hashes(page)).size, 10);
  }, { viewport: LOW });

  visit("the form: an account typed in any form, and the number of rows", async (page) => {
    await open(page);
    await page.getByRole("link", { name: "Account" }).click();
    // What is chosen before the view has come is not heard.
    await page.locator("#view-account").waitFor();
    await alive(page);
    await page.getByLabel("Rows at a time").selectOption("50");
    await page.getByLabel("Account address").fill("UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4");
    await page.keyboard.press("Enter");
    await shown(page, 10);
    assert.equal(fragment(page), "#/account/UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4?rows=50");
    await page.getByLabel("Rows at a time").selectOption("10");
    await eventually(async () => fragment(page), "#/account/UQCdqXGvONLwOr3zCNX5FjapflorB6ZsOdcdfLrjsDLt3AF4");
    await shown(page, 10);
  });

  visit("the sample has transactions, with their facts", async (page) => {
    await open(page, "#/account/");
    await page.locator("#account-sample").click();
    await shown(page, 10);
    const first = page.locator("#transactions li.tx").first();
    const hash = await first.getAttribute("data-hash");
    const { row } = stack.own.world.transactions.find(({ row }) => row.hash === hash);
    const text = await first.textContent();
    assert.ok(text.includes(String(row.lt)));
    assert.equal(await first.locator("time").getAttribute("datetime"), new Date(row.now * 1000).toISOString());
    const fees = (BigInt(row.total_fees) / 1_000_000_000n).toString();
    assert.match(text, new RegExp(`Fees${fees}(\\.\\d+)? TON`));
    const outgoing = (row.out_msgs ?? []).length;
    assert.equal(await first.locator("li.msg.out").count(), outgoing);
    await first.locator("button.copy").click();
    await eventually(() => first.locator("button.copy").textContent(), "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), hash);
  });

  visit("a party of a message leads to its account", async (page) => {
    await open(page, `#/account/${stack.busiest}`);
    await shown(page, 10);
    const link = page.locator(".party a").first();
    const to = await link.getAttribute("href");
    await link.click();
    await eventually(async () => fragment(page), to);
    const wanted = decodeURIComponent(to.slice("#/account/".length));
    assert.equal(await page.locator("#account-input").inputValue(), wanted);
    await list(page, "ended");
    assert.ok((await page.locator("#account-title").textContent()).includes(wanted));
  });

  visit("an account without transactions", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.equal(await page.locator("#account-more").isVisible(), false);
    assert.equal(await page.locator("#account-retry").isVisible(), false);
  });

  visit("what is no address is told before anything is asked", async (page) => {
    const before = stack.own.requests.length;
    await open(page, "#/account/");
    await page.locator("#account-input").fill("EQnonsense");
    await page.locator("#account-show").click();
    await eventually(() => page.locator("#account-message .code code").textContent(), "address_length");
    assert.equal(await page.locator("#account-input").getAttribute("aria-invalid"), "true");
    assert.equal(await focused(page), "account-input");
    assert.equal(await page.locator("#account-list").isVisible(), false);
    assert.equal(stack.own.requests.length, before);
  });

  visit("an error of the service, and another try", async (page, provoked) => {
    stack.own.faults.add("status=500", { path: "/api/v3/transactions" });
    provoked.push(/status of 500/);
    await open(page, `#/account/${stack.busiest}`);
    await list(page, "failed");
    const alert = page.getByRole("alert");
    assert.match(await alert.textContent(), /^The service has a problem just now\./);
    assert.match(await alert.textContent(), /Code server_error, HTTP status 500$/);
    assert.equal(await page.locator("#account-more").isVisible(), false);
    await page.locator("#account-retry").focus();
    await page.keyboard.press("Enter");
    await shown(page, 10);
    assert.equal(await alert.textContent(), "");
  });

  visit("an error in the middle loses no row and repeats none", async (page, provoked) => {
    provoked.push(/status of 502/);
    await open(page, `#/account/${stack.busiest}?rows=3`);
    await list(page, "more");
    stack.own.faults.add("html", { path: "/api/v3/transactions" });
    await page.locator("#account-more").click();
    await list(page, "failed");
    assert.match(await page.locator("#account-progress").textContent(), /^Stopped after 3 transactions$/);
    assert.equal((await hashes(page)).length, 3);
    await page.locator("#account-retry").click();
    for (const count of [6, 9, 10]) {
      await shown(page, count);
      if (count < 10) await page.locator("#account-more").click();
    }
    await list(page, "ended");
    assert.equal(new Set(await hashes(page)).size, 10);
  }, { viewport: LOW });

  visit("too many requests: how long to wait", async (page, provoked) => {
    provoked.push(/status of 429/);
    stack.own.faults.add("429=1,retry-after=7");
    await open(page, `#/account/${stack.busiest}`);
    await list(page, "failed");
    assert.match(await page.getByRole("alert").textContent(), /Wait 7 seconds, then try again\./);
  });

  visit("no connection, and then one", async (page, provoked) => {
    provoked.push(/ERR_INTERNET_DISCONNECTED/);
    // The first account loads what the view needs.
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    await page.context().setOffline(true);
    await page.locator("#account-sample").click();
    await list(page, "failed");
    assert.match(await page.getByRole("alert").textContent(), /^The gateway cannot be reached\..*Code connection_failed$/);
    await page.context().setOffline(false);
    await page.locator("#account-retry").click();
    await shown(page, 10);
  });

  visit("text is never markup", async (page) => {
    const text = "<img/src=x/onerror=alert(1)><script>alert(2)</script>";
    await open(page, `#/account/${encodeURIComponent(text)}`);
    assert.equal(await page.locator("#account-input").inputValue(), text);
    assert.equal(await page.locator("main img, main script").count(), 0);
  });

  visit("an answer that comes late does not show under another account", async (page) => {
    stack.own.faults.add("delay=1200", { path: "/api/v3/transactions" });
    await open(page, `#/account/${stack.busiest}`);
    await list(page, "loading");
    await page.locator("#account-input").fill(EMPTY_ACCOUNT);
    await page.locator("#account-show").click();
    await list(page, "ended");
    await page.waitForTimeout(1500);
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.deepEqual(await hashes(page), []);
  });
});

describe("URLs", () => {
  visit("what is shown can be shared", async (page) => {
    await open(page);
    await type(page, FORMS.raw);
    await eventually(async () => fragment(page), `#/address/${FORMS.raw}`);
    const shared = page.url();
    await page.goto("about:blank");
    await open(page, shared);
    assert.deepEqual(await forms(page), FORMS);
    await page.reload();
    await alive(page);
    assert.deepEqual(await forms(page), FORMS);
  });

  visit("base64 with + and /, a space and a lone % come back as they were", async (page) => {
    await open(page);
    for (const text of [FORMS["bounceable b64"], "EQCfJ619tsWMv+JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu", "a b", "100%", "a/b?rows=3#c", "ü💎"]) {
      await type(page, text);
      await page.waitForTimeout(500);
      await page.reload();
      await alive(page);
      assert.equal(await page.locator("#address-input").inputValue(), text);
    }
    // Written by hand.
    await open(page, "#/address/100%");
    assert.equal(await page.locator("#address-input").inputValue(), "100%");
  });

  visit("Back leads through what was shown, not through every key", async (page) => {
    await open(page, "#/address/");
    await page.locator("#address-input").pressSequentially(FORMS["bounceable b64url"]);
    await page.locator("#address-to-account").click();
    await eventually(async () => fragment(page), `#/account/${FORMS["bounceable b64url"]}`);
    assert.equal(await page.locator("#view-address").isVisible(), false);
    await list(page, "ended");
    assert.match(await page.title(), / · Account · ton-edge$/);
    await page.locator("#account-sample").click();
    await shown(page, 10);

    await page.goBack();
    assert.equal(await page.locator("#account-input").inputValue(), FORMS["bounceable b64url"]);
    await page.goBack();
    assert.equal(await page.locator("#view-account").isVisible(), false);
    assert.equal(await page.locator("#address-input").inputValue(), FORMS["bounceable b64url"]);
    assert.deepEqual(await forms(page), FORMS);
    await page.goBack();
    assert.equal(page.url(), "about:blank");
    await page.goForward();
    await eventually(() => page.locator("#address-input").inputValue(), FORMS["bounceable b64url"]);
  });

  visit("what names no view is the inspector", async (page) => {
    for (const hash of ["", "#", "#/", "#/nothing/here", "#main"]) {
      await page.goto("about:blank");
      await open(page, hash);
      assert.equal(await page.locator("#view-address").isVisible(), true, hash);
      assert.equal(await page.locator("#nav-address").getAttribute("aria-current"), "page");
    }
    for (const rows of ["0", "-3", "7", "1e9", "x"]) {
      await open(page, `#/account/${EMPTY_ACCOUNT}?rows=${rows}`);
      await list(page, "ended");
      assert.equal(await page.locator("#account-rows").inputValue(), "10", rows);
    }
  });

  visit("skipping to the content keeps the view", async (page) => {
    await open(page, "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "main");
    assert.equal(fragment(page), "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "account-input");
  });
});

const VIEWS = {
  "an address": async (page) => open(page, `#/address/${FORMS.raw}`),
  "a fault": async (page) => open(page, `#/address/${FORMS.raw.replace("A", "!")}`),
  "a hash": async (page) => open(page, `#/address/${HEX}`),
  async transactions(page) {
    await open(page, `#/account/${stack.busiest}`);
    await shown(page, 10);
  },
  "a faulty account": async (page) => open(page, "#/account/EQnonsense"),
  async "a failure"(page, provoked) {
    provoked.push(/status of 500/);
    stack.own.faults.add("status=500", { path: "/api/v3/transactions" });
    await open(page, `#/account/${stack.busiest}`);
    await list(page, "failed");
  },
};

describe("looks", () => {
  for (const colorScheme of ["light", "dark"]) {
    visit(`${colorScheme}: every text can be read`, async (page, provoked) => {
      for (const [name, show] of Object.entries(VIEWS)) {
        await page.goto("about:blank");
        await show(page, provoked);
        // Colours take a moment to change where the pointer or the focus was.
        await eventually(() => page.evaluate(faint), []);
        const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red] = back.match(/\d+/g).map(Number);
        assert.ok(colorScheme === "dark" ? red < 60 : red > 200, `${name}: ${back}`);
      }
    }, { colorScheme });
  }

  for (const width of [320, 375, 1600]) {
    visit(`${width} px wide: nothing to scroll sideways`, async (page, provoked) => {
      for (const [name, show] of Object.entries(VIEWS)) {
        await page.goto("about:blank");
        await show(page, provoked);
        assert.equal(await fits(page), "fits", name);
      }
    }, { viewport: { width, height: 640 } });
  }

  visit("every control has a name, and room for a finger", async (page, provoked) => {
    for (const [name, show] of Object.entries(VIEWS)) {
      await page.goto("about:blank");
      await show(page, provoked);
      assert.deepEqual(await poor(page), [], name);
    }
  }, { viewport: { width: 320, height: 640 } });
});

describe("without WebAssembly", () => {
  for (const [view, field] of [["address", "#address-message"], ["account", "#account-message"]]) {
    visit(`the ${view} view says so`, async (page) => {
      await page.addInitScript(() => delete globalThis.WebAssembly);
      await open(page, `#/${view}/${FORMS.raw}`);
      assert.match(await page.locator(field).textContent(), /^This browser refuses WebAssembly.*Code wasm_unavailable$/);
    });
  }
});
