// The tokens, NFTs, balance and contract of the account view in headless Chromium, in front of the local chain.

import assert from "node:assert/strict";
import { describe } from "node:test";

import sharp from "sharp";

import { drawPicture, makeImageGateway, startPictureHost } from "../gateway/picture-host.mjs";
import { hashedFile } from "../helpers/hashed-file.mjs";
import {
  HOSTILE,
  known,
  MASTER,
  opener,
  OWNER,
  readAll,
  SHOWN,
  standingStacks,
  tab,
  ton,
  wallets,
} from "./account-visit.mjs";
import { axe } from "./axe.mjs";
import { EMPTY_ACCOUNT, eventually, fits, list, shown, visitor } from "./visit.mjs";

const started = standingStacks();

const who = (name) => started.chain.own.cast.wallet(name).account;
const visit = visitor(() => ({ stack: started.chain, browser: started.browser }));
const open = opener(() => started.chain);

describe("jettons and NFTs of the account view", () => {
  visit(
    "an account without jettons and NFTs says so, and nothing is requested before their tab opens",
    async (page) => {
      const before = started.chain.own.requests.length;
      const countRequests = () =>
        started.chain.own.requests.slice(before).filter(({ url }) => /jetton|nft/.test(url)).length;
      await open(page, `#/account/${who("grace")}`);
      await shown(page, 10);
      assert.equal(countRequests(), 0);
      await tab(page, "Tokens").click();
      await list(page, "ended", "jettons");
      assert.equal(await page.locator("#jettons-progress").textContent(), "This account has no jettons.");
      await tab(page, "NFTs").click();
      await list(page, "ended", "nfts");
      assert.equal(await page.locator("#nfts-progress").textContent(), "This account has no NFTs.");
      await tab(page, "Tokens").click();
      // After an empty page, the pager sends a second request before it reports the end.
      assert.equal(countRequests(), 4);
    },
  );

  visit("the seeded world's jetton is shown with its name and amount", async (page) => {
    await open(page, `#/account/${who("bob")}?tab=tokens`);
    await list(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-rows .holding").count(), 2);
    assert.match(await page.locator("#jettons-rows .sum").first().textContent(), /^[\d,]+(\.\d+)?EDGE$/);
    assert.equal(await page.locator(".held-name").first().textContent(), "Edge Coin");
  });

  visitor(() => ({ stack: started.recorded, browser: started.browser }))(
    "a recorded jetton without known decimals is shown",
    async (page) => {
      await opener(() => started.recorded)(page, `#/account/${OWNER}?tab=tokens`);
      await list(page, "ended", "jettons");
      assert.equal(await page.locator("#jettons-rows .holding").count(), 1);
      assert.equal(await page.locator(".held-amount").textContent(), "1,200,000,000,000");
      assert.match(await page.locator("#jettons-rows .sum").textContent(), /units, decimals unknown$/);
    },
  );

  visit("jetton amounts are exact, and names are text, never markup or pictures", async (page) => {
    for (const [extra, amount] of [
      [{ decimals: "6" }, "1,234,567,890,123,456,789.012345 USD₮"],
      [{ decimals: 0 }, "1,234,567,890,123,456,789,012,345 USD₮"],
      // Metadata without decimals may be incomplete, so their default of 9 is not known to apply.
      [{}, "1,234,567,890,123,456,789,012,345units, decimals unknown"],
      [{ decimals: "1e9" }, "1,234,567,890,123,456,789,012,345units, decimals unknown"],
    ]) {
      started.chain.own.faults.add({ body: wallets(1, extra) }, { path: "/api/v3/jetton/wallets" });
      await page.goto("about:blank");
      await open(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
      await list(page, "ended", "jettons");
      assert.equal((await page.locator("#jettons-rows .sum").textContent()).replace(/(\d)USD/, "$1 USD"), amount);
      assert.equal(await page.locator(".held-name").textContent(), SHOWN);
      assert.equal(await page.locator("main img").count(), 0);
    }
  });

  visit("all pages of jettons are loaded", async (page) => {
    // This first page is full; the test responds to the next request below.
    started.chain.own.faults.add({ body: wallets(50, { decimals: "6" }) }, { path: "/api/v3/jetton/wallets" });
    await page.setViewportSize({ width: 800, height: 280 });
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
    await list(page, "more", "jettons");
    // The pager's next request starts at the last row, which is also the last of the list.
    started.chain.own.faults.add(
      { body: JSON.stringify({ jetton_wallets: JSON.parse(wallets(50, { decimals: "6" })).jetton_wallets.slice(-1) }) },
      { path: "/api/v3/jetton/wallets" },
    );
    assert.equal(await page.locator("#jettons-progress").textContent(), "50 jettons so far");
    await page.locator("#jettons-more").click();
    await list(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-progress").textContent(), "All 50 jettons shown");
  });

  visit("NFTs are shown with and without a name, and with their collection", async (page) => {
    const item = (n, more) => ({
      address: `0:${String(n).padStart(64, "0")}`,
      init: true,
      index: String(n),
      collection_address: MASTER,
      owner_address: EMPTY_ACCOUNT,
      content: null,
      last_transaction_lt: "1",
      code_hash: "",
      data_hash: "",
      collection: null,
      on_sale: false,
      ...more,
    });
    started.chain.own.faults.add(
      {
        body: JSON.stringify({
          nft_items: [
            item(1),
            item(2, { content: { domain: "alice.ton" }, on_sale: true }),
            item(3, { collection_address: null }),
          ],
          address_book: {},
          metadata: {
            [MASTER]: { is_indexed: true, token_info: [{ valid: true, type: "nft_collections", name: "Things" }] },
            [item(1).address]: {
              is_indexed: true,
              token_info: [{ valid: true, type: "nft_items", name: HOSTILE, is_scam: true }],
            },
          },
        }),
      },
      { path: "/api/v3/nft/items" },
    );
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=nfts`);
    await list(page, "ended", "nfts");
    assert.deepEqual(await page.locator(".held-name").allTextContents(), [SHOWN, "alice.ton", "NFT without a name"]);
    const [first, second, third] = await page.locator("#nfts-rows .nft").allTextContents();
    assert.match(first, /Collection Things.*Marked as scam/);
    assert.match(second, /For sale/);
    assert.match(third, /No collection/);
    assert.deepEqual(await axe(page), []);
  });

  visit(
    "if the upstream has no jettons operation, an error is shown and the rest of the view works",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 404/);
      started.chain.own.faults.add("status=404", { path: "/api/v3/jetton/wallets" });
      await open(page, `#/account/${who("bob")}?tab=tokens`);
      await list(page, "failed", "jettons");
      assert.notEqual(await page.locator("#jettons-error .what").textContent(), "");
      assert.deepEqual(await axe(page), []);
      await known(page);
      await page.locator("#jettons-retry").focus();
      await page.keyboard.press("Enter");
      await list(page, "ended", "jettons");
      await tab(page, "History").click();
      await shown(page, 10);
    },
  );
});

describe("the balance over time", () => {
  const table = (page) =>
    page
      .locator("#chart-rows tr")
      .evaluateAll((all) => all.map((row) => [row.cells[1].textContent, row.cells[2].textContent]));
  /** Whether the canvas has more than three different pixel values, which shows that something is drawn. */
  const painted = (page) =>
    page.locator("#chart-canvas canvas").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 3;
    });

  visit("the chart's points are the balances of the rows, and more rows add points", async (page) => {
    const requested = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await open(page, `#/account/${who("alice")}`);
    await shown(page, 10);
    assert.equal(
      requested.some((path) => path.includes("vendor/uplot")),
      false,
    );
    await tab(page, "Balance").click();
    await page.locator("#chart-canvas canvas").waitFor();
    assert.equal(requested.filter((path) => path.includes("vendor/uplot")).length, 2);
    await page.locator("#chart-table summary").click();
    await page.locator("#chart-rows tr").first().waitFor();
    const rows = started.chain.own.db.all(
      "SELECT t.lt, s.balance FROM transactions t JOIN account_states s ON s.hash = t.state_after WHERE t.account = ? ORDER BY t.lt DESC",
      [who("alice")],
    );
    const wanted = rows.map(({ lt, balance }) => [String(lt), ton(balance)]);
    const first = await table(page);
    assert.deepEqual(first, wanted.slice(0, first.length));
    await readAll(page, "balance");
    await eventually(async () => (await table(page)).length, wanted.length);
    assert.deepEqual(await table(page), wanted);
    assert.equal(await painted(page), true);
    const sizes = rows.map(({ balance }) => BigInt(balance)).sort((a, b) => (a < b ? -1 : 1));
    const words = await page.locator("#chart-words").textContent();
    assert.ok(words.includes(`from ${ton(rows.at(-1).balance)} on`) && words.includes(`to ${ton(rows[0].balance)} on`));
    assert.ok(words.endsWith(`Lowest ${ton(sizes[0])}, highest ${ton(sizes.at(-1))}.`));
    // Moves along the chart by the keyboard, point by point.
    await page.getByLabel("Point in time").focus();
    await page.keyboard.press("Home");
    assert.ok((await page.locator("#chart-value").textContent()).endsWith(`: ${ton(rows.at(-1).balance)}`));
    await page.keyboard.press("ArrowRight");
    assert.ok(
      (await page.getByLabel("Point in time").getAttribute("aria-valuetext")).endsWith(`: ${ton(rows.at(-2).balance)}`),
    );
  });

  visit("the chart fills the width, and has the web app's colours", async (page) => {
    await open(page, `#/account/${who("alice")}?tab=balance`);
    const canvas = page.locator("#chart-canvas canvas");
    await canvas.waitFor();
    const look = () => canvas.evaluate((one) => /** @type {HTMLCanvasElement} */ (one).toDataURL());
    const light = await look();
    await page.emulateMedia({ colorScheme: "dark" });
    await eventually(async () => (await look()) !== light, true);
    await page.setViewportSize({ width: 400, height: 700 });
    await eventually(async () => (await canvas.boundingBox()).width <= 400, true);
    assert.equal(await fits(page), "fits");
    assert.equal(await painted(page), true);
  });

  visit("if the chart's script does not load, an error is shown and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_FAILED|Failed to load/);
    await page.route(hashedFile("vendor/uplot.css"), (route) => route.abort(), { times: 1 });
    await open(page, `#/account/${who("alice")}?tab=balance`);
    await eventually(
      async () => /A file of this web app did not load/.test(await page.locator("#chart-why").textContent()),
      true,
    );
    assert.ok((await page.locator("#chart-words").textContent()).startsWith("After"));
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator("#chart-canvas canvas").waitFor();
    assert.equal(await page.locator("#chart-error").isVisible(), false);
  });

  visit("an account without rows has no chart", async (page) => {
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=balance`);
    await list(page, "ended", "balance");
    assert.equal(await page.locator("#chart-words").textContent(), "No balance to draw yet.");
    assert.equal(await page.locator("#chart-figure").isVisible(), false);
    assert.deepEqual(await axe(page), []);
  });
});

describe("long lists of holdings", () => {
  visit("3 000 jettons stay under 5 000 elements, and each can be scrolled to", async (page) => {
    const COUNT = 3000;
    await page.route(/\/api\/v3\/jetton\/wallets\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [limit, offset] = ["limit", "offset"].map((name) => Number(searchParams.get(name) ?? 0));
      await route.fulfill({
        body: wallets(Math.max(0, Math.min(limit, COUNT - offset)), { decimals: "6" }, "1000000", offset + 1),
        contentType: "application/json",
      });
    });
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('#jettons-list[data-state="ended"]').count();
    }, 1);
    const last = () =>
      page.locator("#jettons-rows .holding").evaluateAll((all) => Number(all.at(-1)?.getAttribute("aria-posinset")));
    await eventually(last, COUNT);
    assert.ok((await page.evaluate(() => document.getElementsByTagName("*").length)) < 5000);
    await page.evaluate(() => scrollTo(0, 0));
    await eventually(() => page.locator("#jettons-rows .holding").first().getAttribute("aria-posinset"), "1");
  });

  visit("NFTs form a grid at every width", async (page) => {
    const COUNT = 1000;
    await page.route(/\/api\/v3\/nft\/items\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [limit, offset] = ["limit", "offset"].map((name) => Number(searchParams.get(name) ?? 0));
      const size = Math.max(0, Math.min(limit, COUNT - offset));
      const nft_items = Array.from({ length: size }, (_, i) => ({
        address: `0:${String(offset + i + 1).padStart(64, "0")}`,
        init: true,
        index: String(offset + i + 1),
        collection_address: MASTER,
        owner_address: EMPTY_ACCOUNT,
        content: null,
        last_transaction_lt: "1",
        code_hash: "",
        data_hash: "",
        collection: null,
        on_sale: false,
      }));
      await route.fulfill({ json: { nft_items, address_book: {}, metadata: {} } });
    });
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=nfts`);
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('#nfts-list[data-state="ended"]').count();
    }, 1);
    for (const width of [1280, 390, 700]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => scrollTo(0, 0));
      const cards = page.locator("#nfts-rows .nft");
      await eventually(() => cards.first().getAttribute("aria-posinset"), "1");
      const place = () =>
        cards.evaluateAll((all) =>
          all.map((one) => {
            const { top, left } = one.getBoundingClientRect();
            return [Number(one.getAttribute("aria-posinset")), top, left];
          }),
        );
      /** Whether all items follow each other in reading order; the list adapts to a new width in a later frame. */
      const inOrder = (placed) =>
        placed.every(
          ([position, top, left], at) =>
            position === at + 1 && (at === 0 || top > placed[at - 1][1] || left > placed[at - 1][2]),
        );
      await eventually(async () => inOrder(await place()), true);
      const placed = await place();
      assert.ok(placed.length < 200);
      assert.equal(await fits(page), "fits");
    }
  });
});

describe("a balance chart of one second", () => {
  visit("the chart's axis shows minutes instead of years, and is at the right place", async (page) => {
    const transactions = [3, 2, 1].map((lt) => ({
      account: EMPTY_ACCOUNT,
      hash: `${lt}`.repeat(43),
      lt: String(lt),
      now: 1_780_000_000,
      account_state_after: { balance: String(lt * 1e9) },
    }));
    await page.route(/\/api\/v3\/transactions\?/, (route) =>
      route.fulfill({ json: { transactions, address_book: {} } }),
    );
    await page.addInitScript(() => {
      globalThis.texts = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        globalThis.texts.push([String(text), this.getTransform().e + x / devicePixelRatio]);
        return fillText.call(this, text, x, y);
      };
    });
    await open(page, `#/account/${EMPTY_ACCOUNT}?tab=balance`);
    await page.locator("#chart-canvas canvas").waitFor();
    const texts = await page.evaluate(() => globalThis.texts);
    assert.ok(
      texts.some(([text]) => /:\d\d/.test(text)),
      JSON.stringify(texts),
    );
    assert.equal(
      texts.some(([text]) => /20(2[0-5]|2[7-9]|3)/.test(text)),
      false,
    );
    const { width } = await page.locator("#chart-canvas").boundingBox();
    const amounts = texts.filter(([text]) => /^[123](\.\d+)?$/.test(text));
    assert.ok(amounts.length > 1 && amounts.every(([, x]) => x > width / 2), JSON.stringify(amounts));
    // Moves the pointer to the chart.
    const box = await page.locator("#chart-canvas .u-over").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () => /: [123] TON$/.test(await page.locator("#chart-value").textContent()), true);
  });
});

describe("pictures of jettons and NFTs", () => {
  const INLINE =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  visit(
    "only pictures of this host and in data URLs are shown, and the others are replaced by drawings",
    async (page) => {
      const requested = [];
      page.on("request", (request) => requested.push(request.url()));
      const body = JSON.parse(wallets(1, { decimals: "6" }));
      const show = async (image) => {
        body.metadata[MASTER].token_info[0].image = image;
        started.chain.own.faults.add({ body: JSON.stringify(body) }, { path: "/api/v3/jetton/wallets" });
        await page.goto("about:blank");
        await open(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
        await list(page, "ended", "jettons");
        return page.locator(".holding .picture").evaluate((one) => one.getAttribute("src") ?? one.localName);
      };
      assert.equal(await show(INLINE), INLINE);
      assert.equal(await show(`${started.chain.url}/favicon.svg`), `${started.chain.url}/favicon.svg`);
      for (const image of [
        "https://example.org/x.png",
        "//example.org/x.png",
        "javascript:alert(1)",
        "data:text/html,x",
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E",
        `${INLINE}${" ".repeat(200_000)}`,
        `${started.chain.url}/api/v3/transactions?limit=7`,
        `${started.chain.url}/%61pi/v3/masterchainInfo`,
        "x",
        "",
        7,
        null,
      ])
        assert.equal(await show(image), "svg", String(image).slice(0, 100));
      assert.deepEqual(
        requested.filter((url) => /limit=7|masterchainInfo/.test(url)),
        [],
      );
    },
  );

  visit(
    "a gateway with images fetches them; what it cannot get becomes a drawing, and is asked for once",
    async (page, expectedMessages) => {
      const host = await startPictureHost();
      try {
        host.files.set("/x.png", { type: "image/png", body: await drawPicture(300, 300).png().toBuffer() });
        const resize = ({ bytes }, size) => sharp(bytes).resize(size, size, { fit: "inside" }).png().toBuffer();
        const { get } = makeImageGateway(host, { resize });
        const asked = [];
        await page.route("**/api/image/v1?*", async (route) => {
          const { searchParams } = new URL(route.request().url());
          const url = String(searchParams.get("url"));
          asked.push(url);
          const response = await get(url, { size: String(searchParams.get("size")) });
          const body = Buffer.from(await response.arrayBuffer());
          await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
        });
        await page.route(`${started.chain.url}/`, async (route) => {
          const html = await (await route.fetch()).text();
          const meta = '<meta name="images" content="gateway">';
          await route.fulfill({ contentType: "text/html", body: html.replace("</head>", `${meta}</head>`) });
        });
        const body = JSON.parse(wallets(3, { decimals: "6" }));
        const images = ["https://example.org/x.png", "https://example.org/gone.png", "https://example.org/gone.png"];
        body.jetton_wallets.forEach((wallet, index) => {
          wallet.jetton = `0:${String(index + 1).repeat(64)}`;
          body.metadata[wallet.jetton] = structuredClone(body.metadata[MASTER]);
          body.metadata[wallet.jetton].token_info[0].image = images[index];
        });
        started.chain.own.faults.add({ body: JSON.stringify(body) }, { path: "/api/v3/jetton/wallets", times: 2 });
        expectedMessages.push(/status of 502/);
        const readPictures = () =>
          page
            .locator(".holding .picture")
            .evaluateAll((all) =>
              all.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : one.localName)),
            );
        await open(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
        await list(page, "ended", "jettons");
        await eventually(readPictures, [128, "svg", "svg"]);
        await page.evaluate(() => (location.hash = "#/"));
        await page.goBack();
        await list(page, "ended", "jettons");
        await eventually(readPictures, [128, "svg", "svg"]);
        assert.deepEqual([...new Set(asked)].sort(), [...new Set(images)].sort());
        assert.equal(asked.filter((url) => url === images[1]).length, 1);
      } finally {
        await host.close();
      }
    },
  );
});

describe("get-methods in the account view", () => {
  visit("get-methods of a wallet run in the page", async (page) => {
    const requested = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await open(page, `#/account/${who("bob")}?tab=contract`);
    await page.locator("#contract-methods button", { hasText: "seqno" }).click();
    await eventually(async () => /^seqno: Done in /.test(await page.locator("#contract-status").textContent()), true);
    const { result } = await (
      await fetch(`${started.chain.url}/api/v2/getWalletInformation?address=${who("bob")}`)
    ).json();
    assert.match(await page.locator("#contract-result").textContent(), new RegExp(`\\b${result.seqno}\\b`));
    assert.equal(
      requested.some((path) => /runGetMethod/.test(path)),
      false,
    );
  });

  visit("a get-method runs by a typed name, and unknown or invalid names show an error", async (page) => {
    await open(page, `#/account/${who("bob")}?tab=contract`);
    const input = page.locator("#contract-method");
    await input.fill("get_public_key");
    await page.keyboard.press("Enter");
    await eventually(
      async () => /^get_public_key: Done in /.test(await page.locator("#contract-status").textContent()),
      true,
    );
    await input.fill("no_such_method");
    await page.keyboard.press("Enter");
    await eventually(async () => /exit code 11/.test(await page.locator("#contract-result").textContent()), true);
    await input.fill("no such method");
    await page.keyboard.press("Enter");
    assert.equal(await input.getAttribute("aria-invalid"), "");
    await known(page);
  });
});
