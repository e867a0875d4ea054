// The history of the account view in headless Chromium, in front of the replay upstream, which has no actions, and of the local chain.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe } from "node:test";

import { LOW, known, opener, part, readAll, rows, serveLongHistory, tab, standingStacks } from "./account-visit.mjs";
import { axe } from "./axe.mjs";
import { EMPTY_ACCOUNT, eventually, focused, fragment, hashes, list, shown, toTheEnd, visitor } from "./visit.mjs";

const started = standingStacks();

/** Stops the lists from loading further pages by themselves. */
const holdScrolling = (page) =>
  page.addInitScript(() => {
    globalThis.IntersectionObserver = /** @type {any} */ (
      class {
        observe() {}
        disconnect() {}
      }
    );
  });
/** Shows another URL fragment, as a link does. */
const go = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const who = (name) => started.chain.own.cast.wallet(name).account;

describe("the history of recorded transactions", () => {
  const visit = visitor(() => ({ stack: started.recorded, browser: started.browser }));
  const open = opener(() => started.recorded);

  visit(
    "the busiest account's history is loaded three rows at a time by the keyboard",
    async (page) => {
      await holdScrolling(page);
      const requested = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/api/v3/transactions")
          requested.push(`${pathname} ${searchParams.get("limit")} ${searchParams.get("offset") ?? 0}`);
      });
      await open(page, `#/account/${started.recorded.busiest}?rows=3`);
      for (const [count, state] of /** @type {[number, string][]} */ ([
        [3, "more"],
        [6, "more"],
        [9, "more"],
        [10, "ended"],
      ])) {
        await eventually(async () => (await hashes(page)).length, count);
        await list(page, state);
        if (state === "ended") break;
        assert.match(await page.locator("#account-progress").textContent(), new RegExp(`^${count} rows so far`));
        // Presses Tab only the first time, because the button keeps the focus afterwards.
        if (count === 3) {
          await page.locator("#account-progress").focus();
          await page.keyboard.press("Tab");
        }
        assert.equal(await focused(page), "account-more");
        await page.keyboard.press("Enter");
      }
      const all = await hashes(page);
      assert.equal(new Set(all).size, 10);
      const { world } = started.recorded.own;
      const wanted = world.transactions
        .filter(({ row }) => row.account === started.recorded.busiest)
        .map(({ row }) => row);
      assert.deepEqual(new Set(all), new Set(wanted.map(({ hash }) => hash)));
      const times = (await rows(page)).map(({ lt }) => lt);
      assert.deepEqual(
        times,
        wanted.map(({ lt }) => String(lt)).sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)),
      );
      assert.equal(await page.locator("#account-progress").textContent(), "All 10 rows shown");
      // The focused button has disappeared, and the focus is on the message about the outcome.
      assert.equal(await focused(page), "account-progress");
      assert.equal(await page.locator("#account-more").isVisible(), false);
      // Each page begins with the last row of the page before.
      assert.deepEqual(
        requested,
        [3, 4, 4, 4].map((limit) => `/api/v3/transactions ${limit} 0`),
      );
    },
    { viewport: LOW },
  );

  visit(
    "further rows load when the visitor scrolls to the end",
    async (page) => {
      await open(page, `#/account/${started.recorded.busiest}?rows=3`);
      await list(page, "more");
      assert.equal((await hashes(page)).length, 3);
      await toTheEnd(page, "#account-list");
      assert.equal(new Set(await hashes(page)).size, 10);
    },
    { viewport: LOW },
  );

  visit("rows of the history are grouped by day", async (page) => {
    await open(page, `#/account/${started.recorded.busiest}`);
    await list(page, "ended");
    const days = await page.locator("#transactions tbody").evaluate((body) => {
      const found = [];
      for (const row of body.querySelectorAll("tr.day, tr.activity"))
        if (row.classList.contains("day")) found.push([row.textContent, []]);
        else
          found
            .at(-1)[1]
            .push(new Date(row.querySelector("time").dateTime).toLocaleDateString(undefined, { dateStyle: "full" }));
      return found;
    });
    assert.ok(days.length > 1);
    assert.equal(days.flatMap(([, times]) => times).length, 10);
    for (const [title, times] of days) assert.deepEqual(new Set(times), new Set([title]));
    assert.equal(new Set(days.map(([title]) => title)).size, days.length);
  });

  visit("a row describes its transaction, with the exact time and a link to its trace", async (page) => {
    await open(page, `#/account/${started.recorded.busiest}`);
    await shown(page, 10);
    const first = page.locator("#transactions tr.activity").first();
    const hash = await first.getAttribute("data-hash");
    const own = started.recorded.own.world.transactions.find(({ row }) => row.hash === hash).row;
    assert.equal(await first.locator("time").getAttribute("datetime"), new Date(own.now * 1000).toISOString());
    assert.match(await first.locator("time").getAttribute("title"), /UTC\)$/);
    assert.equal(await first.locator(".when a").getAttribute("href"), `#/trace/${encodeURIComponent(hash)}`);
  });

  visit("the other party of a row links to its account", async (page) => {
    await open(page, `#/account/${started.recorded.busiest}`);
    await shown(page, 10);
    const link = page.locator(".activity .who a").first();
    const to = await link.getAttribute("href");
    await link.click();
    await eventually(async () => fragment(page), to);
    await eventually(
      async () => (await part(page, "title")).includes(decodeURIComponent(to.slice("#/account/".length))),
      true,
    );
    await list(page, "ended");
  });

  visit("an account without transactions says so", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.equal(await page.locator("#account-more").isVisible(), false);
    assert.equal(await page.locator("#account-retry").isVisible(), false);
  });

  for (const path of ["/api/v3/transactions", "/api/v3/actions"])
    visit(`an upstream error in ${path} is shown, and a retry works`, async (page, expectedMessages) => {
      started.recorded.own.faults.add("status=500", { path });
      expectedMessages.push(/status of 500/);
      await open(page, `#/account/${started.recorded.busiest}`);
      await list(page, "failed");
      const alert = page.locator("#account-error");
      assert.match(await alert.textContent(), /^The upstream service failed to respond\./);
      assert.match(await alert.textContent(), /Code server_error, HTTP status 500$/);
      assert.equal(await page.locator("#account-more").isVisible(), false);
      await page.locator("#account-retry").focus();
      await page.keyboard.press("Enter");
      await shown(page, 10);
      assert.equal(await alert.textContent(), "");
    });

  visit(
    "an error between two pages of the history loses and repeats no row",
    async (page, expectedMessages) => {
      await holdScrolling(page);
      expectedMessages.push(/status of 502/);
      await open(page, `#/account/${started.recorded.busiest}?rows=3`);
      await list(page, "more");
      started.recorded.own.faults.add("html", { path: "/api/v3/transactions" });
      await page.locator("#account-more").click();
      await list(page, "failed");
      assert.match(await page.locator("#account-progress").textContent(), /^Stopped after 3 rows$/);
      assert.equal((await hashes(page)).length, 3);
      await page.locator("#account-retry").click();
      for (const count of [6, 9, 10]) {
        await shown(page, count);
        if (count < 10) await page.locator("#account-more").click();
      }
      await list(page, "ended");
      assert.equal(new Set(await hashes(page)).size, 10);
    },
    { viewport: LOW },
  );

  visit("a 429 in the history says how long to wait", async (page, expectedMessages) => {
    expectedMessages.push(/status of 429/);
    started.recorded.own.faults.add("429=1,retry-after=7", { path: "/api/v3/transactions" });
    await open(page, `#/account/${started.recorded.busiest}`);
    await list(page, "failed");
    assert.match(await page.locator("#account-error").textContent(), /Wait 7 seconds, then retry\./);
  });

  visit("without a connection the history shows an error, and recovers", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    // The first account loads the modules of the view.
    await open(page, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    await page.context().setOffline(true);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/account/${started.recorded.busiest}`);
    await list(page, "failed");
    // Each part reports the error and retries by itself.
    for (const id of ["account-error", "account-state-why"]) {
      await eventually(
        async () =>
          /^The gateway cannot be reached\..*Code connection_failed$/.test(await page.locator(`#${id}`).textContent()),
        true,
      );
    }
    await page.context().setOffline(false);
    // The view loads again by itself.
    await shown(page, 10);
  });

  visit("a late response is not shown under another account", async (page) => {
    started.recorded.own.faults.add("delay=1200", { path: "/api/v3/transactions" });
    await open(page, `#/account/${started.recorded.busiest}`);
    await list(page, "loading");
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/account/${EMPTY_ACCOUNT}`);
    await list(page, "ended");
    await page.waitForTimeout(1500);
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.deepEqual(await hashes(page), []);
  });
});

const visit = visitor(() => ({ stack: started.chain, browser: started.browser }));
const open = opener(() => started.chain);

describe("the history of actions", () => {
  visit("actions say who did what with whom, and each transaction occurs once", async (page) => {
    await open(page, `#/account/${who("alice")}?rows=1000`);
    await readAll(page);
    const actions = started.chain.own.db.all(
      "SELECT transactions FROM actions WHERE action_id IN (SELECT action_id FROM action_accounts WHERE account = ?)",
      [who("alice")],
    );
    const covered = new Set(actions.flatMap(({ transactions }) => JSON.parse(transactions)));
    const own = started.chain.own.db.all("SELECT hash FROM transactions WHERE account = ?", [who("alice")]);
    const left = own.filter(({ hash }) => !covered.has(hash)).length;
    assert.ok(left > 0);
    const total = actions.length + left;
    assert.equal(await page.locator("#account-progress").textContent(), `All ${total} rows shown`);
    // The head of the list counts as a row, and so does each day.
    assert.equal(await page.locator("#transactions table").getAttribute("aria-rowcount"), String(total + 2));
    const found = await rows(page);
    assert.ok(
      found.some(({ title, who, sum }) => title === "Received" && /^from/.test(who) && /^\+[\d.]+ TON$/.test(sum)),
    );
  });

  visit("bounces and failures are marked by words and by shape", async (page) => {
    await open(page, `#/account/${who("alice")}?rows=1000`);
    await readAll(page);
    const bounced = started.chain.own.db.get(
      "SELECT t.hash FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE t.account = ? AND m.bounced = 1 ORDER BY t.lt DESC",
      [who("alice")],
    );
    const row = page.locator(`#transactions tr.activity[data-hash="${bounced.hash}"]`);
    await eventually(async () => {
      await page.mouse.move(400, 400);
      await page.mouse.wheel(0, 300);
      return row.count();
    }, 1);
    assert.match(await row.textContent(), /Came backbouncedfrom/);
    assert.notEqual(
      await row.locator(".picture").evaluate((one) => getComputedStyle(one).borderRadius),
      await page
        .locator('.activity[data-state="done"] .picture')
        .first()
        .evaluate((one) => getComputedStyle(one).borderRadius),
    );
    await row.locator(".when a").click();
    await page.locator(`#trace-tree [data-hash="${bounced.hash}"]`).first().waitFor();
  });

  visit("accounts are shown by their domains, and jettons with decimals and symbols", async (page) => {
    await open(page, `#/account/${who("bob")}?kind=jetton&rows=200`);
    await readAll(page);
    const found = await rows(page);
    assert.ok(found.length > 3);
    assert.ok(found.every(({ kind }) => kind === "jetton"));
    assert.ok(found.some(({ sum }) => /^[+\u2212][\d,]+(\.\d+)? EDGE$/.test(sum)));
  });

  visit("leaving the account view aborts its requests, and coming back sends them again", async (page) => {
    const stopped = [];
    page.on("requestfailed", (request) => stopped.push(new URL(request.url()).pathname));
    const names = ["transactions", "actions", "accountStates"];
    for (const name of names) started.chain.own.faults.add("delay=3000", { path: `/api/v3/${name}` });
    const requested = names.map((name) => page.waitForRequest(new RegExp(`/api/v3/${name}`)));
    await open(page, `#/account/${who("bob")}`);
    await Promise.all(requested);
    await page.locator("#nav-address").click();
    await eventually(async () => new Set(stopped).size, 3);
    await page.goBack();
    await shown(page, 10);
    await known(page);
  });
});

describe("filters of the account history", () => {
  visit("direction, kind and token are filtered by the keyboard, and the URL has the filter", async (page) => {
    await open(page, `#/account/${who("alice")}?rows=200`);
    await readAll(page);
    // Right after a choice, the previous list is still shown.
    const found = (words) =>
      eventually(async () => {
        await readAll(page);
        return words.test(await page.locator("#account-progress").textContent());
      }, true);
    await page.locator('#history-direction [data-direction="out"]').focus();
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page), `#/account/${who("alice")}?rows=200&dir=out`);
    await found(/^All \d+ rows of \d+ match$/);
    const sent = await rows(page);
    assert.ok(sent.every(({ direction }) => ["out", "both", "self"].includes(direction)));
    await page.locator("#history-kind").selectOption("ton");
    await eventually(async () => fragment(page), `#/account/${who("alice")}?rows=200&dir=out&kind=ton`);
    await eventually(async () => [...new Set((await rows(page)).map(({ kind }) => kind))], ["ton"]);
    await found(/^All \d+ rows of \d+ match$/);
    const both = await rows(page);
    assert.ok(
      both.length > 0 && both.every(({ kind, direction }) => kind === "ton" && ["out", "self"].includes(direction)),
    );
    await page.reload();
    await found(/^All \d+ rows of \d+ match$/);
    assert.deepEqual(await rows(page), both);
    assert.equal(await page.locator("#history-kind").inputValue(), "ton");
    assert.equal(await page.locator('#history-direction [aria-pressed="true"]').textContent(), "Sent");
    await page.locator("#history-clear").click();
    await eventually(async () => fragment(page), `#/account/${who("alice")}?rows=200`);
    await found(/^All \d+ rows shown$/);
  });

  visit("filters that the API supports are in its request", async (page) => {
    const requested = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/v3\/(actions|transactions)$/.test(pathname)) requested.push([pathname.split("/").at(-1), searchParams]);
    });
    await open(page, `#/account/${who("bob")}?kind=nft&from=2026-01-01&until=2026-12-31`);
    await readAll(page);
    assert.deepEqual(new Set(requested.map(([name]) => name)), new Set(["actions"]));
    const [[, asked]] = requested;
    assert.ok(asked.getAll("action_type").includes("nft_transfer"));
    assert.ok(
      Number(asked.get("start_utime")) > 0 && Number(asked.get("end_utime")) > Number(asked.get("start_utime")),
    );
    assert.equal(await page.locator("#history-from").inputValue(), "2026-01-01");
  });

  visit("a filter that matches no row says so", async (page) => {
    await open(page, `#/account/${who("bob")}?kind=stake`);
    await readAll(page);
    assert.match(await page.locator("#account-progress").textContent(), /^No row of \d+ matches the filter$/);
    assert.deepEqual(await axe(page), []);
  });

  visit("a filter reads on until the screen is filled, and the visitor can stop it", async (page) => {
    const { account, requests } = await serveLongHistory(page, 20_000);
    await open(page, `#/account/${account}?rows=20&token=0:${"A".repeat(64)}`);
    await page.locator("#account-stop").waitFor();
    await eventually(() => requests.length > 4, true);
    assert.match(await page.locator("#account-progress").textContent(), /^0 rows of \d+ match so far/);
    await page.locator("#account-stop").click();
    await list(page, "more");
    const before = requests.length;
    await page.waitForTimeout(500);
    assert.equal(requests.length, before);
    await page.locator("#account-more").click();
    await eventually(() => requests.length > before, true);
  });
});

describe("a history of 10 000 rows", () => {
  const COUNT = 10_000;

  visit("10 000 rows stay under 5 000 elements, scroll both ways without a jump, and all load", async (page) => {
    const { account } = await serveLongHistory(page, COUNT);
    await open(page, `#/account/${account}?rows=500`);
    await page.mouse.move(400, 500);
    // Scrolls to the bottom repeatedly, as fast as possible.
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('#account-list[data-state="ended"]').count();
    }, 1);
    assert.equal(await page.locator("#account-progress").textContent(), `All ${COUNT} rows shown`);
    const elements = () => page.evaluate(() => document.getElementsByTagName("*").length);
    await eventually(async () => (await rows(page)).at(-1)?.id, `action${COUNT - 1}`);
    assert.ok((await elements()) < 5000, `${await elements()} elements`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    /** Whether each row is at the position of its number: 20 rows and a heading per day, all as high as the first ones. */
    const placed = () =>
      page.evaluate(
        /** @returns {any[][]} */ () => {
          const body = document.querySelector("#transactions tbody");
          const top = body.getBoundingClientRect().top;
          return [...body.querySelectorAll("tr[aria-rowindex]")].map((row) => [
            row.getAttribute("data-id") ?? "day",
            Number(row.getAttribute("aria-rowindex")),
            Math.round(row.getBoundingClientRect().top - top),
          ]);
        },
      );
    const seen = new Map();
    for (const share of [1, 0.7, 0.33, 0, 0.33, 0.7, 1]) {
      await page.evaluate((at) => scrollTo(0, at * document.documentElement.scrollHeight), share);
      await eventually(async () => {
        const all = await placed();
        const { top, bottom } = await page.evaluate(() => {
          const { top } = document.querySelector("#transactions tbody").getBoundingClientRect();
          return { top: -top, bottom: innerHeight - top };
        });
        return all[0][2] <= Math.max(0, top) && all.at(-1)[2] >= Math.min(bottom, all.at(-1)[2]);
      }, true);
      for (const [id, index, top] of await placed()) {
        // A row must have the same position whenever it is shown.
        if (seen.has(index))
          assert.deepEqual([id, Math.abs(seen.get(index)[1] - top) <= 1], [seen.get(index)[0], true]);
        else seen.set(index, [id, top]);
      }
      assert.ok((await elements()) < 5000);
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
    }
    assert.ok(seen.size > 150);
  });

  visit("the focused row stays rendered, and Tab moves on from it", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await open(page, `#/account/${account}?rows=1000`);
    await readAll(page);
    const link = page.locator('#transactions tr[data-id="action2"] .when a');
    await link.focus();
    await page.evaluate(() => scrollTo(0, 20_000));
    await eventually(async () => (await rows(page)).length > 10 && (await rows(page))[1].id !== "action3", true);
    assert.equal(await link.evaluate((one) => one === document.activeElement), true);
    // The neighbours of the focused row are shown as well.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("tr").dataset.id), "action3");
    // By the keyboard only, far below the rows that were rendered first.
    for (let presses = 0; presses < 120; presses += 1) await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("tr").dataset.id), "action63");
  });
});

describe("export of the history", () => {
  const save = async (page, button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };

  visit("CSV and JSON have all rows that match the filter", async (page) => {
    const { account } = await serveLongHistory(page, 400);
    await open(page, `#/account/${account}?rows=50&dir=in`);
    await list(page, "more");
    const csv = await save(page, "#history-csv");
    assert.equal(csv.name, `${account.replace(":", "_")}-history.csv`);
    const lines = csv.text.trimEnd().split("\r\n");
    assert.equal(lines.length, 201);
    assert.match(lines[1], /,ton_transfer,ton,in,done,,Received,/);
    const json = await save(page, "#history-json");
    assert.equal(JSON.parse(json.text).length, 200);
    assert.equal(await page.locator("#history-export").isVisible(), false);
    assert.equal(await focused(page), "history-json");
  });

  visit("stopping an export saves the rows read so far, and cancelling saves nothing", async (page) => {
    const { account } = await serveLongHistory(page, 50_000);
    await page.route(/\/api\/v3\/actions\?.*end_lt/, async (route) => {
      await new Promise((done) => setTimeout(done, 100));
      await route.fallback();
    });
    await open(page, `#/account/${account}?rows=50`);
    await list(page, "more");
    await page.locator("#history-csv").click();
    await eventually(
      async () => /^[1-9]\d{2,} rows read so far/.test(await page.locator("#history-export-words").textContent()),
      true,
    );
    assert.equal(await focused(page), "history-export-stop");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const saved = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n").length - 1;
    assert.ok(saved >= 100 && saved < 50_000, `${saved} rows`);
    await page.locator("#history-json").click();
    await page.locator("#history-export-cancel").click();
    await eventually(() => page.locator("#history-export").isVisible(), false);
  });
});

describe("an export that is interrupted", () => {
  /** Delays the response to each further page by some milliseconds. */
  const slowDown = (page, ms) =>
    page.route(/\/api\/v3\/actions\?.*end_lt/, async (route) => {
      await new Promise((done) => setTimeout(done, ms));
      await route.fallback().catch(() => {});
    });
  const words = (page) => page.locator("#history-export-words").textContent();
  const panel = (page) => page.locator("#history-export").isVisible();
  const downloads = (page) => {
    const found = [];
    page.on("download", (one) => found.push(one));
    return found;
  };

  for (const [name, leave] of /** @type {const} */ ([
    ["another view", (page) => page.locator("#nav-address").click()],
    ["the search of another account", (page) => go(page, `#/account/${EMPTY_ACCOUNT}`)],
  ]))
    visit(`${name} ends the export: the tab stays usable, and nothing is saved`, async (page) => {
      const { account, requests } = await serveLongHistory(page, 20_000);
      await slowDown(page, 100);
      const found = downloads(page);
      await open(page, `#/account/${account}?rows=50`);
      await list(page, "more");
      await page.locator("#history-csv").click();
      await eventually(async () => /^1\d\d rows read so far/.test(await words(page)), true);
      await leave(page);
      // A frozen tab would not respond.
      await eventually(() => page.locator("#history-export").isVisible(), false);
      await page.waitForTimeout(500);
      const before = requests.length;
      await page.waitForTimeout(500);
      assert.ok(requests.length <= before + 2, `${requests.length - before} requests`);
      assert.equal(found.length, 0);
      await page.goBack();
      await list(page, "more");
      assert.equal(await panel(page), false);
      // The download can be started again.
      await page.locator("#history-csv").click();
      await eventually(async () => /rows read so far/.test(await words(page)), true);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#history-export-stop").click(),
      ]);
      assert.match(download.suggestedFilename(), /\.csv$/);
    });

  visit("another filter ends the export, and no file has rows of the earlier filter", async (page) => {
    const { account } = await serveLongHistory(page, 20_000);
    await slowDown(page, 100);
    const found = downloads(page);
    await open(page, `#/account/${account}?rows=50&dir=in`);
    await list(page, "more");
    await page.locator("#history-csv").click();
    // The text says how many of how many rows match; with a filter that matches few rows, the first number hardly changes.
    await eventually(async () => /^[1-9]\d* of \d{3,} rows read match…$/.test(await words(page)), true);
    await page.locator('#history-direction [data-direction="out"]').click();
    await eventually(async () => /dir=out/.test(fragment(page)), true);
    await eventually(() => panel(page), false);
    await page.waitForTimeout(700);
    assert.equal(found.length, 0);
  });

  visit("an export whose filter matches nothing shows its progress", async (page) => {
    const { account } = await serveLongHistory(page, 20_000);
    await slowDown(page, 50);
    await open(page, `#/account/${account}?rows=50&token=0:${"A".repeat(64)}`);
    await page.locator("#account-stop").click();
    await list(page, "more");
    await page.locator("#history-json").click();
    await eventually(async () => /^0 of \d{3,} rows read match…$/.test(await words(page)), true);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#history-export-stop").click()]);
    assert.deepEqual(JSON.parse(await readFile(await download.path(), "utf8")), []);
  });

  visit("an export of more rows than a file holds saves the newest, and says so", async (page) => {
    const { account } = await serveLongHistory(page, 50_600);
    await open(page, `#/account/${account}?rows=1000`);
    await list(page, "more");
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 90_000 }),
      page.locator("#history-csv").click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    assert.equal(lines.length - 1, 50_000);
    assert.match(lines.at(-1), /,number 49999,/);
    assert.equal(
      await words(page),
      "Saved the newest 50,000 rows; older ones are not in the file. Filter by time for those.",
    );
    assert.equal(await page.locator("#history-export-progress").isVisible(), false);
    assert.equal(await page.locator("#history-export-stop").isVisible(), false);
    // The focus was on a button that has disappeared.
    assert.equal(await focused(page), "history-export-cancel");
    assert.equal(await page.locator("#history-export-cancel").textContent(), "Close");
    await page.keyboard.press("Enter");
    assert.equal(await panel(page), false);
    assert.equal(await focused(page), "history-csv");
  });

  visit(
    "an export whose module does not load shows an error that can be closed, before any page is read",
    async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR_FAILED/);
      const { account, requests } = await serveLongHistory(page, 5000);
      await open(page, `#/account/${account}?rows=50`);
      await list(page, "more");
      const before = requests.length;
      await page.route(/export-history[^/]*\.js$/, (route) => route.abort());
      await page.locator("#history-csv").click();
      await eventually(async () => /Code app_incomplete$/.test(await words(page)), true);
      assert.equal(requests.length, before);
      assert.equal(await page.locator("#history-export-progress").isVisible(), false);
      assert.equal(await page.locator("#history-export-stop").isVisible(), false);
      assert.equal(await focused(page), "history-export-cancel");
      assert.deepEqual(await axe(page), []);
      await page.keyboard.press("Enter");
      assert.equal(await panel(page), false);
      assert.equal(await focused(page), "history-csv");
    },
  );
});

describe("a visit to the history", () => {
  visit("by the keyboard alone, a visitor gets from an address to the history of a jetton", async (page) => {
    await open(page, "#/account/");
    await page.locator("#account-input").focus();
    await page.keyboard.type(who("bob"));
    await page.keyboard.press("Enter");
    await known(page);
    await tab(page, "History").focus();
    await page.keyboard.press("ArrowRight");
    await list(page, "ended", "jettons");
    for (const name of ["Edge Coin", "History of Edge Coin"]) {
      await page.keyboard.press("Tab");
      await eventually(() => page.evaluate(() => document.activeElement.textContent), name);
    }
    await page.keyboard.press("Enter");
    await eventually(async () => /token=0%3A/.test(fragment(page)), true);
    // The URL changes at once, the view in a later task; the token's name arrives with the rows.
    await eventually(() => page.locator("#history-token option:checked").textContent(), "EDGE");
    await readAll(page);
    const found = await rows(page);
    assert.ok(found.length > 3);
    assert.ok(found.every(({ sum }) => /EDGE/.test(sum)));
  });

  visit(
    "by touch, a visitor opens a sample, filters, and opens a trace",
    async (page) => {
      await open(page, "#/account/");
      await page.locator("#account-samples a").first().tap();
      await known(page);
      await shown(page, 1);
      // The first rows are visible without scrolling.
      const { y, height } = await page.locator("#transactions tr.activity").first().boundingBox();
      assert.ok(y + height < 844 - 48, `${y + height}`);
      await page.locator("#history-toggle").tap();
      await page.locator("#history-kind").selectOption("ton");
      await eventually(async () => /kind=ton/.test(fragment(page)), true);
      await page.locator("#history-clear").tap();
      await eventually(async () => /match/.test(await page.locator("#account-progress").textContent()), false);
      await shown(page, 1);
      const row = page.locator("#transactions tr.activity").first();
      const hash = await row.getAttribute("data-hash");
      // A tap anywhere on the row works.
      await row.locator(".what").tap();
      await eventually(async () => fragment(page), `#/trace/${encodeURIComponent(hash)}`);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});
