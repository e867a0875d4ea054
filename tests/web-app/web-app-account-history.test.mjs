// The history of the account view in headless Chromium, in front of the replay upstream, which has no actions, and of the local chain.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe } from "node:test";

import {
  LOW_VIEWPORT,
  waitForSummary,
  createOpenPage,
  readPart,
  loadAllPages,
  readRows,
  serveLongHistory,
  findTab,
  setUpStacks,
} from "./account-visit.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  EMPTY_ACCOUNT,
  eventually,
  readFocusedId,
  readFragment,
  readHashes,
  waitForList,
  waitForRows,
  scrollToEnd,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpStacks();

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
const goToFragment = (page, hash) =>
  page.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);
const findAccount = (name) => fixture.chain.own.cast.wallet(name).account;

describe("the history of recorded transactions", () => {
  const testPage = createPageTest(() => ({ stack: fixture.recorded, browser: fixture.browser }));
  const openPage = createOpenPage(() => fixture.recorded);

  testPage(
    "the busiest account's history is loaded three rows at a time by the keyboard",
    async (page) => {
      await holdScrolling(page);
      const requestedPaths = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/api/v3/transactions")
          requestedPaths.push(`${pathname} ${searchParams.get("limit")} ${searchParams.get("offset") ?? 0}`);
      });
      await openPage(page, `#/account/${fixture.recorded.busiest}?rows=3`);
      for (const [count, state] of /** @type {[number, string][]} */ ([
        [3, "more"],
        [6, "more"],
        [9, "more"],
        [10, "ended"],
      ])) {
        await eventually(async () => (await readHashes(page)).length, count);
        await waitForList(page, state);
        if (state === "ended") break;
        assert.match(await page.locator("#account-progress").textContent(), new RegExp(`^${count} rows so far`));
        // Presses Tab only the first time, because the button keeps the focus afterwards.
        if (count === 3) {
          await page.locator("#account-progress").focus();
          await page.keyboard.press("Tab");
        }
        assert.equal(await readFocusedId(page), "account-more");
        await page.keyboard.press("Enter");
      }
      const allHashes = await readHashes(page);
      assert.equal(new Set(allHashes).size, 10);
      const { world } = fixture.recorded.own;
      const expectedRows = world.transactions
        .filter(({ row }) => row.account === fixture.recorded.busiest)
        .map(({ row }) => row);
      assert.deepEqual(new Set(allHashes), new Set(expectedRows.map(({ hash }) => hash)));
      const shownTimes = (await readRows(page)).map(({ lt }) => lt);
      assert.deepEqual(
        shownTimes,
        expectedRows.map(({ lt }) => String(lt)).sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)),
      );
      assert.equal(await page.locator("#account-progress").textContent(), "All 10 rows shown");
      // The focused button has disappeared, and the focus is on the message about the outcome.
      assert.equal(await readFocusedId(page), "account-progress");
      assert.equal(await page.locator("#account-more").isVisible(), false);
      // Each page begins with the last row of the page before.
      assert.deepEqual(
        requestedPaths,
        [3, 4, 4, 4].map((limit) => `/api/v3/transactions ${limit} 0`),
      );
    },
    { viewport: LOW_VIEWPORT },
  );

  testPage(
    "further rows load when the visitor scrolls to the end",
    async (page) => {
      await openPage(page, `#/account/${fixture.recorded.busiest}?rows=3`);
      await waitForList(page, "more");
      assert.equal((await readHashes(page)).length, 3);
      await scrollToEnd(page, "#account-list");
      assert.equal(new Set(await readHashes(page)).size, 10);
    },
    { viewport: LOW_VIEWPORT },
  );

  testPage("rows of the history are grouped by day", async (page) => {
    await openPage(page, `#/account/${fixture.recorded.busiest}`);
    await waitForList(page, "ended");
    const dayRows = await page.locator("#transactions tbody").evaluate((body) => {
      const dayTexts = [];
      for (const row of body.querySelectorAll("tr.day, tr.activity"))
        if (row.classList.contains("day")) dayTexts.push([row.textContent, []]);
        else
          dayTexts
            .at(-1)[1]
            .push(new Date(row.querySelector("time").dateTime).toLocaleDateString(undefined, { dateStyle: "full" }));
      return dayTexts;
    });
    assert.ok(dayRows.length > 1);
    assert.equal(dayRows.flatMap(([, rowDates]) => rowDates).length, 10);
    for (const [title, rowDates] of dayRows) assert.deepEqual(new Set(rowDates), new Set([title]));
    assert.equal(new Set(dayRows.map(([title]) => title)).size, dayRows.length);
  });

  testPage("a row describes its transaction, with the exact time and a link to its trace", async (page) => {
    await openPage(page, `#/account/${fixture.recorded.busiest}`);
    await waitForRows(page, 10);
    const first = page.locator("#transactions tr.activity").first();
    const hash = await first.getAttribute("data-hash");
    const transaction = fixture.recorded.own.world.transactions.find(({ row }) => row.hash === hash).row;
    assert.equal(await first.locator("time").getAttribute("datetime"), new Date(transaction.now * 1000).toISOString());
    assert.match(await first.locator("time").getAttribute("title"), /UTC\)$/);
    assert.equal(await first.locator(".when a").getAttribute("href"), `#/trace/${encodeURIComponent(hash)}`);
  });

  testPage("the other party of a row links to its account", async (page) => {
    await openPage(page, `#/account/${fixture.recorded.busiest}`);
    await waitForRows(page, 10);
    const link = page.locator(".activity .who a").first();
    const href = await link.getAttribute("href");
    await link.click();
    await eventually(async () => readFragment(page), href);
    await eventually(
      async () => (await readPart(page, "title")).includes(decodeURIComponent(href.slice("#/account/".length))),
      true,
    );
    await waitForList(page, "ended");
  });

  testPage("an account without transactions says so", async (page) => {
    await openPage(page, `#/account/${EMPTY_ACCOUNT}`);
    await waitForList(page, "ended");
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.equal(await page.locator("#account-more").isVisible(), false);
    assert.equal(await page.locator("#account-retry").isVisible(), false);
  });

  for (const path of ["/api/v3/transactions", "/api/v3/actions"])
    testPage(`an upstream error in ${path} is shown, and a retry works`, async (page, expectedMessages) => {
      fixture.recorded.own.faults.add("status=500", { path });
      expectedMessages.push(/status of 500/);
      await openPage(page, `#/account/${fixture.recorded.busiest}`);
      await waitForList(page, "failed");
      const alert = page.locator("#account-error");
      assert.match(await alert.textContent(), /^The upstream service failed to respond\./);
      assert.match(await alert.textContent(), /Code server_error, HTTP status 500$/);
      assert.equal(await page.locator("#account-more").isVisible(), false);
      await page.locator("#account-retry").focus();
      await page.keyboard.press("Enter");
      await waitForRows(page, 10);
      assert.equal(await alert.textContent(), "");
    });

  testPage(
    "an error between two pages of the history loses and repeats no row",
    async (page, expectedMessages) => {
      await holdScrolling(page);
      expectedMessages.push(/status of 502/);
      await openPage(page, `#/account/${fixture.recorded.busiest}?rows=3`);
      await waitForList(page, "more");
      fixture.recorded.own.faults.add("html", { path: "/api/v3/transactions" });
      await page.locator("#account-more").click();
      await waitForList(page, "failed");
      assert.match(await page.locator("#account-progress").textContent(), /^Stopped after 3 rows$/);
      assert.equal((await readHashes(page)).length, 3);
      await page.locator("#account-retry").click();
      for (const count of [6, 9, 10]) {
        await waitForRows(page, count);
        if (count < 10) await page.locator("#account-more").click();
      }
      await waitForList(page, "ended");
      assert.equal(new Set(await readHashes(page)).size, 10);
    },
    { viewport: LOW_VIEWPORT },
  );

  testPage("a 429 in the history says how long to wait", async (page, expectedMessages) => {
    expectedMessages.push(/status of 429/);
    fixture.recorded.own.faults.add("429=1,retry-after=7", { path: "/api/v3/transactions" });
    await openPage(page, `#/account/${fixture.recorded.busiest}`);
    await waitForList(page, "failed");
    assert.match(await page.locator("#account-error").textContent(), /Wait 7 seconds, then retry\./);
  });

  testPage("without a connection the history shows an error, and recovers", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    // The first account loads the modules of the view.
    await openPage(page, `#/account/${EMPTY_ACCOUNT}`);
    await waitForList(page, "ended");
    await page.context().setOffline(true);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/account/${fixture.recorded.busiest}`);
    await waitForList(page, "failed");
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
    await waitForRows(page, 10);
  });

  testPage("a late response is not shown under another account", async (page) => {
    fixture.recorded.own.faults.add("delay=1200", { path: "/api/v3/transactions" });
    await openPage(page, `#/account/${fixture.recorded.busiest}`);
    await waitForList(page, "loading");
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/account/${EMPTY_ACCOUNT}`);
    await waitForList(page, "ended");
    await page.waitForTimeout(1500);
    assert.equal(await page.locator("#account-progress").textContent(), "This account has no transactions.");
    assert.deepEqual(await readHashes(page), []);
  });
});

const testPage = createPageTest(() => ({ stack: fixture.chain, browser: fixture.browser }));
const openPage = createOpenPage(() => fixture.chain);

describe("the history of actions", () => {
  testPage("actions say who did what with whom, and each transaction occurs once", async (page) => {
    await openPage(page, `#/account/${findAccount("alice")}?rows=1000`);
    await loadAllPages(page);
    const actions = fixture.chain.own.db.all(
      "SELECT transactions FROM actions WHERE action_id IN (SELECT action_id FROM action_accounts WHERE account = ?)",
      [findAccount("alice")],
    );
    const coveredHashes = new Set(actions.flatMap(({ transactions }) => JSON.parse(transactions)));
    const ownTransactions = fixture.chain.own.db.all("SELECT hash FROM transactions WHERE account = ?", [
      findAccount("alice"),
    ]);
    const uncoveredCount = ownTransactions.filter(({ hash }) => !coveredHashes.has(hash)).length;
    assert.ok(uncoveredCount > 0);
    const total = actions.length + uncoveredCount;
    assert.equal(await page.locator("#account-progress").textContent(), `All ${total} rows shown`);
    // `aria-rowcount` includes the table head and the row of each day.
    assert.equal(await page.locator("#transactions table").getAttribute("aria-rowcount"), String(total + 2));
    const shownRows = await readRows(page);
    assert.ok(
      shownRows.some(({ title, who, sum }) => title === "Received" && /^from/.test(who) && /^\+[\d.]+ TON$/.test(sum)),
    );
  });

  testPage("bounces and failures are marked by words and by shape", async (page) => {
    await openPage(page, `#/account/${findAccount("alice")}?rows=1000`);
    await loadAllPages(page);
    const bouncedMessage = fixture.chain.own.db.get(
      "SELECT t.hash FROM transactions t JOIN messages m ON m.in_tx = t.hash WHERE t.account = ? AND m.bounced = 1 ORDER BY t.lt DESC",
      [findAccount("alice")],
    );
    const row = page.locator(`#transactions tr.activity[data-hash="${bouncedMessage.hash}"]`);
    await eventually(async () => {
      await page.mouse.move(400, 400);
      await page.mouse.wheel(0, 300);
      return row.count();
    }, 1);
    assert.match(await row.textContent(), /Came backbouncedfrom/);
    assert.notEqual(
      await row.locator(".picture").evaluate((element) => getComputedStyle(element).borderRadius),
      await page
        .locator('.activity[data-state="done"] .picture')
        .first()
        .evaluate((element) => getComputedStyle(element).borderRadius),
    );
    await row.locator(".when a").click();
    await page.locator(`#trace-tree [data-hash="${bouncedMessage.hash}"]`).first().waitFor();
  });

  testPage("accounts are shown by their domains, and jettons with decimals and symbols", async (page) => {
    await openPage(page, `#/account/${findAccount("bob")}?kind=jetton&rows=200`);
    await loadAllPages(page);
    const shownRows = await readRows(page);
    assert.ok(shownRows.length > 3);
    assert.ok(shownRows.every(({ kind }) => kind === "jetton"));
    assert.ok(shownRows.some(({ sum }) => /^[+\u2212][\d,]+(\.\d+)? EDGE$/.test(sum)));
  });

  testPage("leaving the account view aborts its requests, and coming back sends them again", async (page) => {
    const abortedUrls = [];
    page.on("requestfailed", (request) => abortedUrls.push(new URL(request.url()).pathname));
    const names = ["transactions", "actions", "accountStates"];
    for (const name of names) fixture.chain.own.faults.add("delay=3000", { path: `/api/v3/${name}` });
    const expectedRequests = names.map((name) => page.waitForRequest(new RegExp(`/api/v3/${name}`)));
    await openPage(page, `#/account/${findAccount("bob")}`);
    await Promise.all(expectedRequests);
    await page.locator("#nav-address").click();
    await eventually(async () => new Set(abortedUrls).size, 3);
    await page.goBack();
    await waitForRows(page, 10);
    await waitForSummary(page);
  });
});

describe("filters of the account history", () => {
  testPage("direction, kind and token are filtered by the keyboard, and the URL has the filter", async (page) => {
    await openPage(page, `#/account/${findAccount("alice")}?rows=200`);
    await loadAllPages(page);
    // Right after a choice, the previous list is still shown.
    const countMatchingRows = (words) =>
      eventually(async () => {
        await loadAllPages(page);
        return words.test(await page.locator("#account-progress").textContent());
      }, true);
    await page.locator('#history-direction [data-direction="out"]').focus();
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), `#/account/${findAccount("alice")}?rows=200&dir=out`);
    await countMatchingRows(/^All \d+ rows of \d+ match$/);
    const sentRows = await readRows(page);
    assert.ok(sentRows.every(({ direction }) => ["out", "both", "self"].includes(direction)));
    await page.locator("#history-kind").selectOption("ton");
    await eventually(async () => readFragment(page), `#/account/${findAccount("alice")}?rows=200&dir=out&kind=ton`);
    await eventually(async () => [...new Set((await readRows(page)).map(({ kind }) => kind))], ["ton"]);
    await countMatchingRows(/^All \d+ rows of \d+ match$/);
    const allRows = await readRows(page);
    assert.ok(
      allRows.length > 0 &&
        allRows.every(({ kind, direction }) => kind === "ton" && ["out", "self"].includes(direction)),
    );
    await page.reload();
    await countMatchingRows(/^All \d+ rows of \d+ match$/);
    assert.deepEqual(await readRows(page), allRows);
    assert.equal(await page.locator("#history-kind").inputValue(), "ton");
    assert.equal(await page.locator('#history-direction [aria-pressed="true"]').textContent(), "Sent");
    await page.locator("#history-clear").click();
    await eventually(async () => readFragment(page), `#/account/${findAccount("alice")}?rows=200`);
    await countMatchingRows(/^All \d+ rows shown$/);
  });

  testPage("filters that the API supports are in its request", async (page) => {
    const requestedPaths = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/v3\/(actions|transactions)$/.test(pathname)) requestedPaths.push([pathname.split("/").at(-1), searchParams]);
    });
    await openPage(page, `#/account/${findAccount("bob")}?kind=nft&from=2026-01-01&until=2026-12-31`);
    await loadAllPages(page);
    assert.deepEqual(new Set(requestedPaths.map(([name]) => name)), new Set(["actions"]));
    const [[, asked]] = requestedPaths;
    assert.ok(asked.getAll("action_type").includes("nft_transfer"));
    assert.ok(
      Number(asked.get("start_utime")) > 0 && Number(asked.get("end_utime")) > Number(asked.get("start_utime")),
    );
    assert.equal(await page.locator("#history-from").inputValue(), "2026-01-01");
  });

  testPage("a filter that matches no row says so", async (page) => {
    await openPage(page, `#/account/${findAccount("bob")}?kind=stake`);
    await loadAllPages(page);
    assert.match(await page.locator("#account-progress").textContent(), /^No row of \d+ matches the filter$/);
    assert.deepEqual(await findAxeViolations(page), []);
  });

  testPage("a filter reads on until the screen is filled, and the visitor can stop it", async (page) => {
    const { account, requests } = await serveLongHistory(page, 20_000);
    await openPage(page, `#/account/${account}?rows=20&token=0:${"A".repeat(64)}`);
    await page.locator("#account-stop").waitFor();
    await eventually(() => requests.length > 4, true);
    assert.match(await page.locator("#account-progress").textContent(), /^0 rows of \d+ match so far/);
    await page.locator("#account-stop").click();
    await waitForList(page, "more");
    const requestCount = requests.length;
    await page.waitForTimeout(500);
    assert.equal(requests.length, requestCount);
    await page.locator("#account-more").click();
    await eventually(() => requests.length > requestCount, true);
  });
});

describe("a history of 10 000 rows", () => {
  const COUNT = 10_000;

  testPage("10 000 rows stay under 5 000 elements, scroll both ways without a jump, and all load", async (page) => {
    const { account } = await serveLongHistory(page, COUNT);
    await openPage(page, `#/account/${account}?rows=500`);
    await page.mouse.move(400, 500);
    // Scrolls to the bottom repeatedly, as fast as possible.
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('#account-list[data-state="ended"]').count();
    }, 1);
    assert.equal(await page.locator("#account-progress").textContent(), `All ${COUNT} rows shown`);
    const countElements = () => page.evaluate(() => document.getElementsByTagName("*").length);
    await eventually(async () => (await readRows(page)).at(-1)?.id, `action${COUNT - 1}`);
    assert.ok((await countElements()) < 5000, `${await countElements()} elements`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    /** Whether each row is at the position of its number: 20 rows and a heading per day, all as high as the first ones. */
    const readTopRow = () =>
      page.evaluate(
        /** @returns {any[][]} */ () => {
          const body = document.querySelector("#transactions tbody");
          const bodyTop = body.getBoundingClientRect().top;
          return [...body.querySelectorAll("tr[aria-rowindex]")].map((row) => [
            row.getAttribute("data-id") ?? "day",
            Number(row.getAttribute("aria-rowindex")),
            Math.round(row.getBoundingClientRect().top - bodyTop),
          ]);
        },
      );
    const seenRows = new Map();
    for (const scrollShare of [1, 0.7, 0.33, 0, 0.33, 0.7, 1]) {
      await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), scrollShare);
      await eventually(async () => {
        const topRow = await readTopRow();
        const { top, bottom } = await page.evaluate(() => {
          const { top } = document.querySelector("#transactions tbody").getBoundingClientRect();
          return { top: -top, bottom: innerHeight - top };
        });
        return topRow[0][2] <= Math.max(0, top) && topRow.at(-1)[2] >= Math.min(bottom, topRow.at(-1)[2]);
      }, true);
      for (const [id, index, top] of await readTopRow()) {
        // A row must have the same position whenever it is shown.
        if (seenRows.has(index))
          assert.deepEqual([id, Math.abs(seenRows.get(index)[1] - top) <= 1], [seenRows.get(index)[0], true]);
        else seenRows.set(index, [id, top]);
      }
      assert.ok((await countElements()) < 5000);
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
    }
    assert.ok(seenRows.size > 150);
  });

  testPage("the focused row stays rendered, and Tab moves on from it", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await openPage(page, `#/account/${account}?rows=1000`);
    await loadAllPages(page);
    const link = page.locator('#transactions tr[data-id="action2"] .when a');
    await link.focus();
    await page.evaluate(() => scrollTo(0, 20_000));
    await eventually(
      async () => (await readRows(page)).length > 10 && (await readRows(page))[1].id !== "action3",
      true,
    );
    assert.equal(await link.evaluate((element) => element === document.activeElement), true);
    // The neighbours of the focused row are shown as well.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("tr").dataset.id), "action3");
    // By the keyboard only, far below the rows that were rendered first.
    for (let pressCount = 0; pressCount < 120; pressCount += 1) await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("tr").dataset.id), "action63");
  });
});

describe("export of the history", () => {
  const saveFile = async (page, button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };

  testPage("CSV and JSON have all rows that match the filter", async (page) => {
    const { account } = await serveLongHistory(page, 400);
    await openPage(page, `#/account/${account}?rows=50&dir=in`);
    await waitForList(page, "more");
    const csvFile = await saveFile(page, "#history-csv");
    assert.equal(csvFile.name, `${account.replace(":", "_")}-history.csv`);
    const lines = csvFile.text.trimEnd().split("\r\n");
    assert.equal(lines.length, 201);
    assert.match(lines[1], /,ton_transfer,ton,in,done,,Received,/);
    const json = await saveFile(page, "#history-json");
    assert.equal(JSON.parse(json.text).length, 200);
    assert.equal(await page.locator("#history-export").isVisible(), false);
    assert.equal(await readFocusedId(page), "history-json");
  });

  testPage("stopping an export saves the rows read so far, and cancelling saves nothing", async (page) => {
    const { account } = await serveLongHistory(page, 50_000);
    await page.route(/\/api\/v3\/actions\?.*end_lt/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.fallback();
    });
    await openPage(page, `#/account/${account}?rows=50`);
    await waitForList(page, "more");
    await page.locator("#history-csv").click();
    await eventually(
      async () => /^[1-9]\d{2,} rows read so far/.test(await page.locator("#history-export-words").textContent()),
      true,
    );
    assert.equal(await readFocusedId(page), "history-export-stop");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    const savedLineCount = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n").length - 1;
    assert.ok(savedLineCount >= 100 && savedLineCount < 50_000, `${savedLineCount} rows`);
    await page.locator("#history-json").click();
    await page.locator("#history-export-cancel").click();
    await eventually(() => page.locator("#history-export").isVisible(), false);
  });
});

describe("an export that is interrupted", () => {
  /** Delays the response to each further page by some milliseconds. */
  const delayResponses = (page, ms) =>
    page.route(/\/api\/v3\/actions\?.*end_lt/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await route.fallback().catch(() => {});
    });
  const readWords = (page) => page.locator("#history-export-words").textContent();
  const isPanelOpen = (page) => page.locator("#history-export").isVisible();
  const collectDownloads = (page) => {
    const downloadList = [];
    page.on("download", (download) => downloadList.push(download));
    return downloadList;
  };

  for (const [name, leave] of /** @type {const} */ ([
    ["another view", (page) => page.locator("#nav-address").click()],
    ["the search of another account", (page) => goToFragment(page, `#/account/${EMPTY_ACCOUNT}`)],
  ]))
    testPage(`${name} ends the export: the tab stays usable, and nothing is saved`, async (page) => {
      const { account, requests } = await serveLongHistory(page, 20_000);
      await delayResponses(page, 100);
      const downloadList = collectDownloads(page);
      await openPage(page, `#/account/${account}?rows=50`);
      await waitForList(page, "more");
      await page.locator("#history-csv").click();
      await eventually(async () => /^1\d\d rows read so far/.test(await readWords(page)), true);
      await leave(page);
      // A frozen tab would not respond.
      await eventually(() => page.locator("#history-export").isVisible(), false);
      await page.waitForTimeout(500);
      const requestCount = requests.length;
      await page.waitForTimeout(500);
      assert.ok(requests.length <= requestCount + 2, `${requests.length - requestCount} requests`);
      assert.equal(downloadList.length, 0);
      await page.goBack();
      await waitForList(page, "more");
      assert.equal(await isPanelOpen(page), false);
      // The download can be started again.
      await page.locator("#history-csv").click();
      await eventually(async () => /rows read so far/.test(await readWords(page)), true);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("#history-export-stop").click(),
      ]);
      assert.match(download.suggestedFilename(), /\.csv$/);
    });

  testPage("another filter ends the export, and no file has rows of the earlier filter", async (page) => {
    const { account } = await serveLongHistory(page, 20_000);
    await delayResponses(page, 100);
    const downloadList = collectDownloads(page);
    await openPage(page, `#/account/${account}?rows=50&dir=in`);
    await waitForList(page, "more");
    await page.locator("#history-csv").click();
    // The text says how many of how many rows match; with a filter that matches few rows, the first number hardly changes.
    await eventually(async () => /^[1-9]\d* of \d{3,} rows read match…$/.test(await readWords(page)), true);
    await page.locator('#history-direction [data-direction="out"]').click();
    await eventually(async () => /dir=out/.test(readFragment(page)), true);
    await eventually(() => isPanelOpen(page), false);
    await page.waitForTimeout(700);
    assert.equal(downloadList.length, 0);
  });

  testPage("an export whose filter matches nothing shows its progress", async (page) => {
    const { account } = await serveLongHistory(page, 20_000);
    await delayResponses(page, 50);
    await openPage(page, `#/account/${account}?rows=50&token=0:${"A".repeat(64)}`);
    await page.locator("#account-stop").click();
    await waitForList(page, "more");
    await page.locator("#history-json").click();
    await eventually(async () => /^0 of \d{3,} rows read match…$/.test(await readWords(page)), true);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#history-export-stop").click()]);
    assert.deepEqual(JSON.parse(await readFile(await download.path(), "utf8")), []);
  });

  testPage("an export of more rows than a file holds saves the newest, and says so", async (page) => {
    const { account } = await serveLongHistory(page, 50_600);
    await openPage(page, `#/account/${account}?rows=1000`);
    await waitForList(page, "more");
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 90_000 }),
      page.locator("#history-csv").click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    assert.equal(lines.length - 1, 50_000);
    assert.match(lines.at(-1), /,number 49999,/);
    assert.equal(
      await readWords(page),
      "Saved the newest 50,000 rows; older ones are not in the file. Filter by time for those.",
    );
    assert.equal(await page.locator("#history-export-progress").isVisible(), false);
    assert.equal(await page.locator("#history-export-stop").isVisible(), false);
    // The focus was on a button that has disappeared.
    assert.equal(await readFocusedId(page), "history-export-cancel");
    assert.equal(await page.locator("#history-export-cancel").textContent(), "Close");
    await page.keyboard.press("Enter");
    assert.equal(await isPanelOpen(page), false);
    assert.equal(await readFocusedId(page), "history-csv");
  });

  testPage(
    "an export whose module does not load shows an error that can be closed, before any page is read",
    async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR_FAILED/);
      const { account, requests } = await serveLongHistory(page, 5000);
      await openPage(page, `#/account/${account}?rows=50`);
      await waitForList(page, "more");
      const requestCount = requests.length;
      await page.route(/export-history[^/]*\.js$/, (route) => route.abort());
      await page.locator("#history-csv").click();
      await eventually(async () => /Code app_incomplete$/.test(await readWords(page)), true);
      assert.equal(requests.length, requestCount);
      assert.equal(await page.locator("#history-export-progress").isVisible(), false);
      assert.equal(await page.locator("#history-export-stop").isVisible(), false);
      assert.equal(await readFocusedId(page), "history-export-cancel");
      assert.deepEqual(await findAxeViolations(page), []);
      await page.keyboard.press("Enter");
      assert.equal(await isPanelOpen(page), false);
      assert.equal(await readFocusedId(page), "history-csv");
    },
  );
});

describe("a visit to the history", () => {
  testPage("by the keyboard alone, a visitor gets from an address to the history of a jetton", async (page) => {
    await openPage(page, "#/account/");
    await page.locator("#account-input").focus();
    await page.keyboard.type(findAccount("bob"));
    await page.keyboard.press("Enter");
    await waitForSummary(page);
    await findTab(page, "History").focus();
    await page.keyboard.press("ArrowRight");
    await waitForList(page, "ended", "jettons");
    for (const name of ["Edge Coin", "History of Edge Coin"]) {
      await page.keyboard.press("Tab");
      await eventually(() => page.evaluate(() => document.activeElement.textContent), name);
    }
    await page.keyboard.press("Enter");
    await eventually(async () => /token=0%3A/.test(readFragment(page)), true);
    // The URL changes at once, the view in a later task; the token's name arrives with the rows.
    await eventually(() => page.locator("#history-token option:checked").textContent(), "EDGE");
    await loadAllPages(page);
    const shownRows = await readRows(page);
    assert.ok(shownRows.length > 3);
    assert.ok(shownRows.every(({ sum }) => /EDGE/.test(sum)));
  });

  testPage(
    "by touch, a visitor opens a sample, filters, and opens a trace",
    async (page) => {
      await openPage(page, "#/account/");
      await page.locator("#account-samples a").first().tap();
      await waitForSummary(page);
      await waitForRows(page, 1);
      // The first rows are visible without scrolling.
      const { y, height } = await page.locator("#transactions tr.activity").first().boundingBox();
      assert.ok(y + height < 844 - 48, `${y + height}`);
      await page.locator("#history-toggle").tap();
      await page.locator("#history-kind").selectOption("ton");
      await eventually(async () => /kind=ton/.test(readFragment(page)), true);
      await page.locator("#history-clear").tap();
      await eventually(async () => /match/.test(await page.locator("#account-progress").textContent()), false);
      await waitForRows(page, 1);
      const row = page.locator("#transactions tr.activity").first();
      const hash = await row.getAttribute("data-hash");
      // A tap anywhere on the row works.
      await row.locator(".what").tap();
      await eventually(async () => readFragment(page), `#/trace/${encodeURIComponent(hash)}`);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});
