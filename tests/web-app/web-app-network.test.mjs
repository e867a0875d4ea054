// The network switch in the header, in headless Chromium in front of two local chains behind one gateway.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { packAddress } from "ton-edge/address";

import { startStack } from "../helpers/stack.mjs";
import { findAxeViolations } from "./axe.mjs";
import { confirmSending } from "./explorer-visit.mjs";
import {
  waitForApp,
  assertLooks,
  eventually,
  readFocusedId,
  readFragment,
  readHashes,
  setUpFixture,
  THREE_APPEARANCES,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(async () => {
  const stack = await startStack({
    upstream: "devnet",
    both: true,
    devnet: { world: "small", clock: 1000 },
    bindings: { TON_EDGE_CACHE_ADAPTER: "memory", TON_EDGE_LIMITS_KEYLESS: "1000" },
  });
  await stack.second.ready;
  return stack;
});
let singleStack;
before(async () => {
  singleStack = await startStack();
});
after(() => singleStack?.close());

const testPage = createPageTest(() => fixture);
const testSingleNetworkPage = createPageTest(() => ({ stack: singleStack, browser: fixture.browser }));

const openPage = async (page, hash, url = fixture.stack.url) => {
  await page.goto(`${url}/${hash}`);
  await waitForApp(page);
};
const readChosenNetwork = (page) => page.locator("#networks [aria-current]").textContent();
const link = (page, name) => page.getByRole("navigation", { name: "Network" }).getByRole("link", { name });
/** The API requests from now on, as paths without queries. */
const collectRequests = (page) => {
  const paths = new Set();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\//.test(pathname)) paths.add(pathname.replace(/\/v[23]\/.*/, ""));
  });
  return paths;
};
const fetchJson = async (path) => (await fetch(fixture.stack.url + path)).json();
/** The accounts of the transactions that the chain view lists. */
const readLatestLinks = (page) =>
  page
    .locator("#latest tbody a[href*='account']")
    .evaluateAll((elements) => elements.map((element) => element.getAttribute("title")));
const TESTNET_FORM_PATTERN = /^[k0]/;

describe("the network switch", () => {
  testPage("the switch by keyboard shows each network's own chain, and keeps the focus", async (page) => {
    await openPage(page, "#/chain/");
    await page.locator("#latest tbody tr").first().waitFor();
    assert.equal(await readChosenNetwork(page), "Mainnet");
    assert.ok((await readLatestLinks(page)).every((address) => !TESTNET_FORM_PATTERN.test(address)));
    const mainnetHashes = await page
      .locator("#latest tbody tr")
      .evaluateAll((elements) => elements.map((element) => element.dataset.hash));

    await page.keyboard.press("Tab");
    assert.equal(await readFocusedId(page), "skip");
    const viewLinkIds = await page.locator("#views a").evaluateAll((links) => links.map(({ id }) => id));
    for (const id of ["nav-home", "search-input", ...viewLinkIds, "network-mainnet", "network-testnet"]) {
      await page.keyboard.press("Tab");
      assert.equal(await readFocusedId(page), id);
    }
    const requestedPaths = collectRequests(page);
    await page.keyboard.press("Enter");
    await eventually(() => readChosenNetwork(page), "Testnet");
    assert.equal(readFragment(page), "#/testnet/chain/");
    assert.equal(await readFocusedId(page), "network-testnet");
    await eventually(
      async () => (await readLatestLinks(page)).some((address) => TESTNET_FORM_PATTERN.test(address)),
      true,
    );
    const testnetHashes = await page
      .locator("#latest tbody tr")
      .evaluateAll((elements) => elements.map((element) => element.dataset.hash));
    assert.deepEqual(
      testnetHashes.filter((hash) => mainnetHashes.includes(hash)),
      [],
    );
    assert.ok((await readLatestLinks(page)).every((address) => TESTNET_FORM_PATTERN.test(address)));
    assert.deepEqual([...requestedPaths], ["/testnet/api"]);

    // Links that were not drawn again also lead to the chosen network.
    await page.locator("#nav-account").click();
    assert.equal(readFragment(page), "#/testnet/account/");
    await page.locator("#account-samples a").first().click();
    await eventually(async () => (await readHashes(page)).length > 0, true);
    assert.match(readFragment(page), /^#\/testnet\/account\/[k0]/);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await eventually(() => readChosenNetwork(page), "Mainnet");
    await eventually(
      async () => (await readLatestLinks(page)).some((address) => !TESTNET_FORM_PATTERN.test(address)),
      true,
    );
  });

  testPage("a link with the network opens it, and the switch shows the same account on the other one", async (page) => {
    const [{ account }] = (await fetchJson("/testnet/api/v3/transactions?limit=1&workchain=0&sort=desc")).transactions;
    // Compares hashes with the whole history: rows of actions are transactions of other accounts, and on a fast chain they are
    // soon no longer the newest.
    const hasTestnetForms = (links) =>
      Promise.all(
        links.map(
          async (hash) =>
            (await fetchJson(`/testnet/api/v3/transactions?hash=${encodeURIComponent(hash)}`)).transactions.length ===
            1,
        ),
      );
    const requestedPaths = collectRequests(page);
    await openPage(page, `#/testnet/account/${account}?rows=3`);
    await page.locator("#account-list:not([data-state='loading'])").waitFor();
    assert.equal(await readChosenNetwork(page), "Testnet");
    assert.deepEqual([...requestedPaths], ["/testnet/api"]);
    const rows = await readHashes(page);
    assert.ok(rows.length > 0);
    assert.ok((await hasTestnetForms(rows)).every(Boolean));
    const mainnetTransactions = (await fetchJson(`/api/v3/transactions?account=${account}&limit=1`)).transactions;
    // The open tab is a part of the present state.
    await page.locator("#tab-tokens").click();
    await link(page, "Mainnet").click();
    assert.equal(readFragment(page), `#/account/${account}?rows=3&tab=tokens`);
    await eventually(async () => (await page.locator("#account-summary").getAttribute("data-state")) === "done", true);
    await page.locator("#tab-history").click();
    await page.locator("#account-list:not([data-state='loading'])").waitFor();
    const hashes = await readHashes(page);
    assert.equal(hashes.length > 0, mainnetTransactions.length > 0);
    assert.ok(!(await hasTestnetForms(hashes)).some(Boolean));
  });

  testPage("an address for the other network is said to be that, and offered there", async (page) => {
    const rawAddress = `0:${"1".repeat(64)}`;
    const [mainnetForm, testnetForm] = [false, true].map((testOnly) => packAddress(rawAddress, { testOnly }));
    for (const [network, own, other, text, words] of /** @type {const} */ ([
      ["mainnet", "", "testnet/", testnetForm, "This address is for testnet only. Open on testnet"],
      ["testnet", "testnet/", "", mainnetForm, "This form of the address is for mainnet. Open on mainnet"],
    ])) {
      await openPage(page, `#/${own}account/${text}`);
      const note = page.locator("#account-network");
      await eventually(() => note.textContent(), words);
      await page.locator('#account-summary[data-state="done"]').waitFor();
      assert.deepEqual(await findAxeViolations(page), []);
      await note.getByRole("link").click();
      await eventually(async () => readFragment(page), `#/${other}account/${text}`);
      await eventually(() => note.isVisible(), false);

      await openPage(page, `#/${own}design/`);
      await page.locator("#search-input").fill(text);
      const options = page.locator("#search-list .search-option");
      await eventually(() => options.count(), 3);
      const index = network === "mainnet" ? 0 : 1;
      assert.match(
        await options.nth(index).textContent(),
        new RegExp(
          `Address for ${network === "mainnet" ? "testnet only" : "mainnet"}: open on ${network === "mainnet" ? "testnet" : "mainnet"}$`,
        ),
      );
      await options.nth(index).click();
      await eventually(async () => readFragment(page), `#/${other}account/${text}`);
      // The forms without flags, and those of this network, have no note.
      await openPage(page, `#/${own}account/${rawAddress}`);
      assert.equal(await note.isVisible(), false);
      await openPage(page, `#/${own}account/${network === "mainnet" ? mainnetForm : testnetForm}`);
      assert.equal(await note.isVisible(), false);
    }
    await openPage(page, `#/address/${testnetForm}`);
    await page.getByRole("link", { name: "Show its account on testnet" }).click();
    await eventually(async () => readFragment(page), `#/testnet/account/${testnetForm}`);
  });

  testPage(
    "a sent message is followed while the other network is shown, and recorded for its own network",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 500/);
      fixture.stack.own.faults.add("delay=1500", { path: "/api/v2/sendBoc" });
      const boc = "te6cckEBAQEAAgAAAEysuc0=";
      await openPage(page, "#/explorer/v2.sendBoc");
      const [input, status] = ["field-boc", "status"].map((name) => page.locator(`#explorer-${name}`));
      await input.fill(boc);
      await page.locator("#explorer-send").click();
      await confirmSending(page);
      await eventually(() => status.textContent(), "Waiting for the response…");
      await link(page, "Testnet").click();
      await eventually(() => input.inputValue(), "");
      assert.equal(await status.textContent(), "");
      await eventually(
        () =>
          page.evaluate(() =>
            JSON.parse(localStorage.getItem("ton-edge:calls") ?? "[]").map(({ id, network, status }) => [
              id,
              network,
              status,
            ]),
          ),
        [["v2.sendBoc", "mainnet", 500]],
      );
      assert.equal(await status.textContent(), "");
      await link(page, "Mainnet").click();
      await eventually(async () => /^Status 500/.test(await status.textContent()), true);
      assert.equal(await input.inputValue(), boc);
    },
  );

  testPage("sample accounts that arrive late are not shown on the other network", async (page) => {
    /** @type {(() => void)[]} */
    const heldResponses = [];
    await page.route(/\/\/[^/]+\/api\/v3\/actions\?/, async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => heldResponses.push(() => resolve(undefined)));
      // The page may have aborted the request.
      await route.fulfill({ response }).catch(() => {});
    });
    await openPage(page, "#/account/");
    await eventually(() => heldResponses.length, 1);
    await link(page, "Testnet").click();
    const samples = page.locator("#account-samples a");
    const readTitles = () =>
      samples.evaluateAll((elements) => elements.map((element) => element.getAttribute("title") ?? ""));
    await samples.first().waitFor();
    const expectedTitles = await readTitles();
    assert.ok(expectedTitles.every((address) => TESTNET_FORM_PATTERN.test(address)));
    heldResponses[0]();
    await page.waitForTimeout(300);
    assert.deepEqual(await readTitles(), expectedTitles);
  });

  testPage("the explorer sends to the network and writes its URL in every language", async (page) => {
    const responseTree = page.locator("#explorer-response .tree");
    const readGlobalId = async (path) => (await (await page.waitForResponse(`**${path}`)).json()).last.global_id;
    await openPage(page, "#/testnet/explorer/v3.masterchainInfo");
    const testnet = readGlobalId(":*/testnet/api/v3/masterchainInfo");
    await page.locator("#explorer-send").click();
    assert.equal(await testnet, -3);
    await responseTree.waitFor();
    const readStoredNames = async (name) => {
      await page.getByRole("tab", { name, exact: true }).click();
      return page.locator('#explorer-request [role="tabpanel"]:visible code').textContent();
    };
    for (const [name, pattern] of Object.entries({
      URL: /^http:\/\/[^/]+\/testnet\/api\/v3\/masterchainInfo$/,
      curl: /^curl -sS 'http:\/\/[^/]+\/testnet\/api\/v3\/masterchainInfo'$/,
      JavaScript: /baseUrl: "http:\/\/[^/]+\/testnet"/,
      TypeScript: /baseUrl: "http:\/\/[^/]+\/testnet"/,
      Python: /"http:\/\/[^/]+\/testnet\/api\/v3\/masterchainInfo"/,
      Rust: /Some\("http:\/\/[^/]+\/testnet"/,
      Go: /"http:\/\/[^/]+\/testnet\/api\/v3\/masterchainInfo"/,
    }))
      assert.match(await readStoredNames(name), pattern);
    assert.equal(
      await page.locator('[data-operation="v3.blocks"]').getAttribute("href"),
      "#/testnet/explorer/v3.blocks",
    );
    // A request in the URL is sent again to the other network.
    await page.evaluate(() => {
      location.hash =
        "#/testnet/explorer/v3.addressBook?address=0:0000000000000000000000000000000000000000000000000000000000000001";
    });
    await responseTree.waitFor();
    const [response] = await Promise.all([
      page.waitForResponse("**/api/v3/addressBook?*"),
      link(page, "Mainnet").click(),
    ]);
    assert.equal(new URL(response.url()).pathname, "/api/v3/addressBook");
    assert.match(await response.text(), /"[EU]Q/);
    assert.match(await readStoredNames("URL"), /^http:\/\/[^/]+\/api\/v3\/addressBook\?/);
    assert.equal(await page.locator('[data-operation="v3.blocks"]').getAttribute("href"), "#/explorer/v3.blocks");
  });

  testPage("the gateway view reads the chosen network, and its own paths at the root", async (page) => {
    const requestedPaths = collectRequests(page);
    await openPage(page, "#/testnet/gateway/");
    await eventually(() => page.locator("#gateway-read-status").textContent(), "Status 200");
    assert.match(await page.locator("#gateway-health").textContent(), /^Up/);
    assert.deepEqual([...requestedPaths], ["/testnet/api"]);
  });

  testPage("the network switch is legible and usable", async (page) => {
    for (const hash of ["#/chain/", "#/testnet/chain/"]) {
      await openPage(page, hash);
      await page.locator("#latest tbody tr").first().waitFor();
      await assertLooks(page, hash, { appearances: THREE_APPEARANCES, height: 844 });
    }
  });
});

describe("without testnet", () => {
  testSingleNetworkPage("there is no switch, and no request for it", async (page) => {
    const requestedPaths = collectRequests(page);
    await openPage(page, "#/address/", singleStack.url);
    assert.equal(await page.locator("#networks").isVisible(), false);
    assert.equal(await page.locator("#nav-account").getAttribute("href"), "#/account/");
    assert.deepEqual([...requestedPaths], []);
  });

  testSingleNetworkPage("a link to testnet still opens testnet, and the switch leads back", async (page) => {
    const requestedPaths = collectRequests(page);
    await page.route("**/api/**", () => {});
    await openPage(page, "#/testnet/chain/", singleStack.url);
    assert.equal(await readChosenNetwork(page), "Testnet");
    await eventually(() => [...requestedPaths], ["/testnet/api"]);
    await link(page, "Mainnet").click();
    await eventually(() => readChosenNetwork(page), "Mainnet");
    await eventually(() => [...requestedPaths].sort(), ["/api", "/testnet/api"]);
  });
});

describe("local computations on a chosen network", () => {
  testPage("the explorer computes with the network of the URL", async (page) => {
    const { jetton_masters } = await fetchJson("/testnet/api/v3/jetton/masters?limit=1");
    const call = `explorer/v2.runGetMethod?address=${jetton_masters[0].address}&method=get_jetton_data&stack=[]&here=1`;
    const readStatus = () => page.locator("#explorer-status").textContent();
    const sentRequests = collectRequests(page);
    for (const [prefix, path, outcome] of /** @type {const} */ ([
      ["testnet/", "/testnet/api", /^Done in .* No get-method request was sent\.$/],
      // The account may not exist on the other chain.
      ["", "/api", /^(Done|Failed|Not computed)/],
    ])) {
      await page.goto("about:blank");
      sentRequests.clear();
      await openPage(page, `#/${prefix}${call}`);
      await eventually(async () => outcome.test(await readStatus()), true);
      assert.deepEqual([...sentRequests], [path]);
    }
  });
});
