// The tokens, NFTs, balance and contract of the account view in headless Chromium, in front of the local chain.

import assert from "node:assert/strict";
import { describe } from "node:test";

import sharp from "sharp";

import { drawPicture, makeImageGateway, startPictureHost } from "../gateway/picture-host.mjs";
import { matchHashedFile } from "../helpers/hashed-file.mjs";
import {
  HOSTILE_NAME,
  waitForSummary,
  JETTON_MASTER,
  createOpenPage,
  JETTON_OWNER,
  loadAllPages,
  ESCAPED_NAME,
  setUpStacks,
  findTab,
  formatTon,
  writeWalletsResponse,
} from "./account-visit.mjs";
import { findAxeViolations } from "./axe.mjs";
import { EMPTY_ACCOUNT, eventually, describeFit, waitForList, waitForRows, createPageTest } from "./visit.mjs";

const fixture = setUpStacks();

const findAccount = (name) => fixture.chain.own.cast.wallet(name).account;
const testPage = createPageTest(() => ({ stack: fixture.chain, browser: fixture.browser }));
const openPage = createOpenPage(() => fixture.chain);

describe("jettons and NFTs of the account view", () => {
  testPage(
    "an account without jettons and NFTs says so, and nothing is requested before their tab opens",
    async (page) => {
      const requestCount = fixture.chain.own.requests.length;
      const countRequests = () =>
        fixture.chain.own.requests.slice(requestCount).filter(({ url }) => /jetton|nft/.test(url)).length;
      await openPage(page, `#/account/${findAccount("grace")}`);
      await waitForRows(page, 10);
      assert.equal(countRequests(), 0);
      await findTab(page, "Tokens").click();
      await waitForList(page, "ended", "jettons");
      assert.equal(await page.locator("#jettons-progress").textContent(), "This account has no jettons.");
      await findTab(page, "NFTs").click();
      await waitForList(page, "ended", "nfts");
      assert.equal(await page.locator("#nfts-progress").textContent(), "This account has no NFTs.");
      await findTab(page, "Tokens").click();
      // After an empty page, the pager sends a second request before it reports the end.
      assert.equal(countRequests(), 4);
    },
  );

  testPage("the seeded world's jetton is shown with its name and amount", async (page) => {
    await openPage(page, `#/account/${findAccount("bob")}?tab=tokens`);
    await waitForList(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-rows .holding").count(), 2);
    assert.match(await page.locator("#jettons-rows .sum").first().textContent(), /^[\d,]+(\.\d+)?EDGE$/);
    assert.equal(await page.locator(".held-name").first().textContent(), "Edge Coin");
  });

  createPageTest(() => ({ stack: fixture.recorded, browser: fixture.browser }))(
    "a recorded jetton without known decimals is shown",
    async (page) => {
      await createOpenPage(() => fixture.recorded)(page, `#/account/${JETTON_OWNER}?tab=tokens`);
      await waitForList(page, "ended", "jettons");
      assert.equal(await page.locator("#jettons-rows .holding").count(), 1);
      assert.equal(await page.locator(".held-amount").textContent(), "1,200,000,000,000");
      assert.match(await page.locator("#jettons-rows .sum").textContent(), /units, decimals unknown$/);
    },
  );

  testPage("jetton amounts are exact, and names are text, never markup or pictures", async (page) => {
    for (const [extra, amount] of [
      [{ decimals: "6" }, "1,234,567,890,123,456,789.012345 USD₮"],
      [{ decimals: 0 }, "1,234,567,890,123,456,789,012,345 USD₮"],
      // Metadata without decimals may be incomplete, so their default of 9 is not known to apply.
      [{}, "1,234,567,890,123,456,789,012,345units, decimals unknown"],
      [{ decimals: "1e9" }, "1,234,567,890,123,456,789,012,345units, decimals unknown"],
    ]) {
      fixture.chain.own.faults.add({ body: writeWalletsResponse(1, extra) }, { path: "/api/v3/jetton/wallets" });
      await page.goto("about:blank");
      await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
      await waitForList(page, "ended", "jettons");
      assert.equal((await page.locator("#jettons-rows .sum").textContent()).replace(/(\d)USD/, "$1 USD"), amount);
      assert.equal(await page.locator(".held-name").textContent(), ESCAPED_NAME);
      assert.equal(await page.locator("main img").count(), 0);
    }
  });

  testPage("all pages of jettons are loaded", async (page) => {
    // This first page is full; the test responds to the next request below.
    fixture.chain.own.faults.add(
      { body: writeWalletsResponse(50, { decimals: "6" }) },
      { path: "/api/v3/jetton/wallets" },
    );
    await page.setViewportSize({ width: 800, height: 280 });
    await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
    await waitForList(page, "more", "jettons");
    // The pager's next request starts at the last row, which is also the last of the list.
    fixture.chain.own.faults.add(
      {
        body: JSON.stringify({
          jetton_wallets: JSON.parse(writeWalletsResponse(50, { decimals: "6" })).jetton_wallets.slice(-1),
        }),
      },
      { path: "/api/v3/jetton/wallets" },
    );
    assert.equal(await page.locator("#jettons-progress").textContent(), "50 jettons so far");
    await page.locator("#jettons-more").click();
    await waitForList(page, "ended", "jettons");
    assert.equal(await page.locator("#jettons-progress").textContent(), "All 50 jettons shown");
  });

  testPage("NFTs are shown with and without a name, and with their collection", async (page) => {
    const makeItem = (n, extraFields) => ({
      address: `0:${String(n).padStart(64, "0")}`,
      init: true,
      index: String(n),
      collection_address: JETTON_MASTER,
      owner_address: EMPTY_ACCOUNT,
      content: null,
      last_transaction_lt: "1",
      code_hash: "",
      data_hash: "",
      collection: null,
      on_sale: false,
      ...extraFields,
    });
    fixture.chain.own.faults.add(
      {
        body: JSON.stringify({
          nft_items: [
            makeItem(1),
            makeItem(2, { content: { domain: "alice.ton" }, on_sale: true }),
            makeItem(3, { collection_address: null }),
          ],
          address_book: {},
          metadata: {
            [JETTON_MASTER]: {
              is_indexed: true,
              token_info: [{ valid: true, type: "nft_collections", name: "Things" }],
            },
            [makeItem(1).address]: {
              is_indexed: true,
              token_info: [{ valid: true, type: "nft_items", name: HOSTILE_NAME, is_scam: true }],
            },
          },
        }),
      },
      { path: "/api/v3/nft/items" },
    );
    await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=nfts`);
    await waitForList(page, "ended", "nfts");
    assert.deepEqual(await page.locator(".held-name").allTextContents(), [
      ESCAPED_NAME,
      "alice.ton",
      "NFT without a name",
    ]);
    const [firstCard, secondCard, thirdCard] = await page.locator("#nfts-rows .nft").allTextContents();
    assert.match(firstCard, /Collection Things.*Marked as scam/);
    assert.match(secondCard, /For sale/);
    assert.match(thirdCard, /No collection/);
    assert.deepEqual(await findAxeViolations(page), []);
  });

  testPage(
    "if the upstream has no jettons operation, an error is shown and the rest of the view works",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 404/);
      fixture.chain.own.faults.add("status=404", { path: "/api/v3/jetton/wallets" });
      await openPage(page, `#/account/${findAccount("bob")}?tab=tokens`);
      await waitForList(page, "failed", "jettons");
      assert.notEqual(await page.locator("#jettons-error .what").textContent(), "");
      assert.deepEqual(await findAxeViolations(page), []);
      await waitForSummary(page);
      await page.locator("#jettons-retry").focus();
      await page.keyboard.press("Enter");
      await waitForList(page, "ended", "jettons");
      await findTab(page, "History").click();
      await waitForRows(page, 10);
    },
  );
});

describe("the balance over time", () => {
  const readTable = (page) =>
    page
      .locator("#chart-rows tr")
      .evaluateAll((elements) => elements.map((row) => [row.cells[1].textContent, row.cells[2].textContent]));
  /** Whether the canvas has more than three different pixel values, which shows that something is drawn. */
  const countPaintedPixels = (page) =>
    page.locator("#chart-canvas canvas").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 3;
    });

  testPage("the chart's points are the balances of the rows, and more rows add points", async (page) => {
    const requestedPaths = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    await openPage(page, `#/account/${findAccount("alice")}`);
    await waitForRows(page, 10);
    assert.equal(
      requestedPaths.some((path) => path.includes("vendor/uplot")),
      false,
    );
    await findTab(page, "Balance").click();
    await page.locator("#chart-canvas canvas").waitFor();
    assert.equal(requestedPaths.filter((path) => path.includes("vendor/uplot")).length, 2);
    await page.locator("#chart-table summary").click();
    await page.locator("#chart-rows tr").first().waitFor();
    const rows = fixture.chain.own.db.all(
      "SELECT t.lt, s.balance FROM transactions t JOIN account_states s ON s.hash = t.state_after WHERE t.account = ? ORDER BY t.lt DESC",
      [findAccount("alice")],
    );
    const expectedRows = rows.map(({ lt, balance }) => [String(lt), formatTon(balance)]);
    const firstTable = await readTable(page);
    assert.deepEqual(firstTable, expectedRows.slice(0, firstTable.length));
    await loadAllPages(page, "balance");
    await eventually(async () => (await readTable(page)).length, expectedRows.length);
    assert.deepEqual(await readTable(page), expectedRows);
    assert.equal(await countPaintedPixels(page), true);
    const sortedBalances = rows.map(({ balance }) => BigInt(balance)).sort((a, b) => (a < b ? -1 : 1));
    const words = await page.locator("#chart-words").textContent();
    assert.ok(
      words.includes(`from ${formatTon(rows.at(-1).balance)} on`) &&
        words.includes(`to ${formatTon(rows[0].balance)} on`),
    );
    assert.ok(words.endsWith(`Lowest ${formatTon(sortedBalances[0])}, highest ${formatTon(sortedBalances.at(-1))}.`));
    // Moves along the chart by the keyboard, point by point.
    await page.getByLabel("Point in time").focus();
    await page.keyboard.press("Home");
    assert.ok((await page.locator("#chart-value").textContent()).endsWith(`: ${formatTon(rows.at(-1).balance)}`));
    await page.keyboard.press("ArrowRight");
    assert.ok(
      (await page.getByLabel("Point in time").getAttribute("aria-valuetext")).endsWith(
        `: ${formatTon(rows.at(-2).balance)}`,
      ),
    );
  });

  testPage("the chart fills the width, and has the web app's colours", async (page) => {
    await openPage(page, `#/account/${findAccount("alice")}?tab=balance`);
    const canvas = page.locator("#chart-canvas canvas");
    await canvas.waitFor();
    const readCanvas = () => canvas.evaluate((element) => /** @type {HTMLCanvasElement} */ (element).toDataURL());
    const lightCanvas = await readCanvas();
    await page.emulateMedia({ colorScheme: "dark" });
    await eventually(async () => (await readCanvas()) !== lightCanvas, true);
    await page.setViewportSize({ width: 400, height: 700 });
    await eventually(async () => (await canvas.boundingBox()).width <= 400, true);
    assert.equal(await describeFit(page), "fits");
    assert.equal(await countPaintedPixels(page), true);
  });

  testPage(
    "if the chart's script does not load, an error is shown and a retry works",
    async (page, expectedMessages) => {
      expectedMessages.push(/ERR_FAILED|Failed to load/);
      await page.route(matchHashedFile("vendor/uplot.css"), (route) => route.abort(), { times: 1 });
      await openPage(page, `#/account/${findAccount("alice")}?tab=balance`);
      await eventually(
        async () => /A file of this web app did not load/.test(await page.locator("#chart-why").textContent()),
        true,
      );
      assert.ok((await page.locator("#chart-words").textContent()).startsWith("After"));
      await page.getByRole("button", { name: "Retry" }).click();
      await page.locator("#chart-canvas canvas").waitFor();
      assert.equal(await page.locator("#chart-error").isVisible(), false);
    },
  );

  testPage("an account without rows has no chart", async (page) => {
    await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=balance`);
    await waitForList(page, "ended", "balance");
    assert.equal(await page.locator("#chart-words").textContent(), "No balance to draw yet.");
    assert.equal(await page.locator("#chart-figure").isVisible(), false);
    assert.deepEqual(await findAxeViolations(page), []);
  });
});

describe("long lists of holdings", () => {
  testPage("3 000 jettons stay under 5 000 elements, and each can be scrolled to", async (page) => {
    const ITEM_COUNT = 3000;
    await page.route(/\/api\/v3\/jetton\/wallets\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [limit, offset] = ["limit", "offset"].map((name) => Number(searchParams.get(name) ?? 0));
      await route.fulfill({
        body: writeWalletsResponse(
          Math.max(0, Math.min(limit, ITEM_COUNT - offset)),
          { decimals: "6" },
          "1000000",
          offset + 1,
        ),
        contentType: "application/json",
      });
    });
    await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('#jettons-list[data-state="ended"]').count();
    }, 1);
    const readLastCard = () =>
      page
        .locator("#jettons-rows .holding")
        .evaluateAll((elements) => Number(elements.at(-1)?.getAttribute("aria-posinset")));
    await eventually(readLastCard, ITEM_COUNT);
    assert.ok((await page.evaluate(() => document.getElementsByTagName("*").length)) < 5000);
    await page.evaluate(() => scrollTo(0, 0));
    await eventually(() => page.locator("#jettons-rows .holding").first().getAttribute("aria-posinset"), "1");
  });

  testPage("NFTs form a grid at every width", async (page) => {
    const ITEM_COUNT = 1000;
    await page.route(/\/api\/v3\/nft\/items\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const [limit, offset] = ["limit", "offset"].map((name) => Number(searchParams.get(name) ?? 0));
      const pageLength = Math.max(0, Math.min(limit, ITEM_COUNT - offset));
      const nft_items = Array.from({ length: pageLength }, (_, i) => ({
        address: `0:${String(offset + i + 1).padStart(64, "0")}`,
        init: true,
        index: String(offset + i + 1),
        collection_address: JETTON_MASTER,
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
    await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=nfts`);
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return page.locator('#nfts-list[data-state="ended"]').count();
    }, 1);
    for (const width of [1280, 390, 700]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => scrollTo(0, 0));
      const cards = page.locator("#nfts-rows .nft");
      await eventually(() => cards.first().getAttribute("aria-posinset"), "1");
      const readPosition = () =>
        cards.evaluateAll((elements) =>
          elements.map((element) => {
            const { top, left } = element.getBoundingClientRect();
            return [Number(element.getAttribute("aria-posinset")), top, left];
          }),
        );
      /** Whether all items follow each other in reading order; the list adapts to a new width in a later frame. */
      const sortByPosition = (placed) =>
        placed.every(
          ([position, top, left], index) =>
            position === index + 1 && (index === 0 || top > placed[index - 1][1] || left > placed[index - 1][2]),
        );
      await eventually(async () => sortByPosition(await readPosition()), true);
      const positions = await readPosition();
      assert.ok(positions.length < 200);
      assert.equal(await describeFit(page), "fits");
    }
  });
});

describe("a balance chart of one second", () => {
  testPage("the chart's axis shows minutes instead of years, and is at the right place", async (page) => {
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
    await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=balance`);
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
    const canvasBox = await page.locator("#chart-canvas .u-over").boundingBox();
    await page.mouse.move(canvasBox.x + canvasBox.width / 2, canvasBox.y + canvasBox.height / 2);
    await eventually(async () => /: [123] TON$/.test(await page.locator("#chart-value").textContent()), true);
  });
});

describe("pictures of jettons and NFTs", () => {
  const INLINE_IMAGE =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  testPage(
    "only pictures of this host and in data URLs are shown, and the others are replaced by drawings",
    async (page) => {
      const requestedPaths = [];
      page.on("request", (request) => requestedPaths.push(request.url()));
      const body = JSON.parse(writeWalletsResponse(1, { decimals: "6" }));
      const showImage = async (image) => {
        body.metadata[JETTON_MASTER].token_info[0].image = image;
        fixture.chain.own.faults.add({ body: JSON.stringify(body) }, { path: "/api/v3/jetton/wallets" });
        await page.goto("about:blank");
        await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
        await waitForList(page, "ended", "jettons");
        return page
          .locator(".holding .picture")
          .evaluate((element) => element.getAttribute("src") ?? element.localName);
      };
      assert.equal(await showImage(INLINE_IMAGE), INLINE_IMAGE);
      assert.equal(await showImage(`${fixture.chain.url}/favicon.svg`), `${fixture.chain.url}/favicon.svg`);
      for (const image of [
        "https://example.org/x.png",
        "//example.org/x.png",
        "javascript:alert(1)",
        "data:text/html,x",
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E",
        `${INLINE_IMAGE}${" ".repeat(200_000)}`,
        `${fixture.chain.url}/api/v3/transactions?limit=7`,
        `${fixture.chain.url}/%61pi/v3/masterchainInfo`,
        "x",
        "",
        7,
        null,
      ])
        assert.equal(await showImage(image), "svg", String(image).slice(0, 100));
      assert.deepEqual(
        requestedPaths.filter((url) => /limit=7|masterchainInfo/.test(url)),
        [],
      );
    },
  );

  testPage(
    "a gateway with images fetches them; what it cannot get becomes a drawing, and is asked for once",
    async (page, expectedMessages) => {
      const host = await startPictureHost();
      try {
        host.files.set("/x.png", { type: "image/png", body: await drawPicture(300, 300).png().toBuffer() });
        const resizeImage = ({ bytes }, pixelSize) =>
          sharp(bytes).resize(pixelSize, pixelSize, { fit: "inside" }).png().toBuffer();
        const { get } = makeImageGateway(host, { resize: resizeImage });
        const requestedUrls = [];
        await page.route("**/api/image/v1?*", async (route) => {
          const { searchParams } = new URL(route.request().url());
          const url = String(searchParams.get("url"));
          requestedUrls.push(url);
          const response = await get(url, { size: String(searchParams.get("size")) });
          const body = Buffer.from(await response.arrayBuffer());
          await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
        });
        await page.route(`${fixture.chain.url}/`, async (route) => {
          const html = await (await route.fetch()).text();
          const META_TAG = '<meta name="images" content="gateway">';
          await route.fulfill({ contentType: "text/html", body: html.replace("</head>", `${META_TAG}</head>`) });
        });
        const body = JSON.parse(writeWalletsResponse(3, { decimals: "6" }));
        const imageUrls = ["https://example.org/x.png", "https://example.org/gone.png", "https://example.org/gone.png"];
        body.jetton_wallets.forEach((wallet, index) => {
          wallet.jetton = `0:${String(index + 1).repeat(64)}`;
          body.metadata[wallet.jetton] = structuredClone(body.metadata[JETTON_MASTER]);
          body.metadata[wallet.jetton].token_info[0].image = imageUrls[index];
        });
        fixture.chain.own.faults.add({ body: JSON.stringify(body) }, { path: "/api/v3/jetton/wallets", times: 2 });
        expectedMessages.push(/status of 502/);
        const readPictures = () =>
          page
            .locator(".holding .picture")
            .evaluateAll((elements) =>
              elements.map((element) =>
                element instanceof HTMLImageElement ? element.naturalWidth : element.localName,
              ),
            );
        await openPage(page, `#/account/${EMPTY_ACCOUNT}?tab=tokens`);
        await waitForList(page, "ended", "jettons");
        await eventually(readPictures, [128, "svg", "svg"]);
        await page.evaluate(() => (location.hash = "#/"));
        await page.goBack();
        await waitForList(page, "ended", "jettons");
        await eventually(readPictures, [128, "svg", "svg"]);
        assert.deepEqual([...new Set(requestedUrls)].sort(), [...new Set(imageUrls)].sort());
        assert.equal(requestedUrls.filter((url) => url === imageUrls[1]).length, 1);
      } finally {
        await host.close();
      }
    },
  );
});

describe("get-methods in the account view", () => {
  testPage("get-methods of a wallet run in the page", async (page) => {
    const requestedPaths = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    await openPage(page, `#/account/${findAccount("bob")}?tab=contract`);
    await page.locator("#contract-methods button", { hasText: "seqno" }).click();
    await eventually(async () => /^seqno: Done in /.test(await page.locator("#contract-status").textContent()), true);
    const { result } = await (
      await fetch(`${fixture.chain.url}/api/v2/getWalletInformation?address=${findAccount("bob")}`)
    ).json();
    assert.match(await page.locator("#contract-result").textContent(), new RegExp(`\\b${result.seqno}\\b`));
    assert.equal(
      requestedPaths.some((path) => /runGetMethod/.test(path)),
      false,
    );
  });

  testPage("a get-method runs by a typed name, and unknown or invalid names show an error", async (page) => {
    await openPage(page, `#/account/${findAccount("bob")}?tab=contract`);
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
    await waitForSummary(page);
  });
});
