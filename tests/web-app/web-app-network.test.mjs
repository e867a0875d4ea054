// The network switch in the header, in headless Chromium in front of two local chains behind one gateway.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { packAddress } from "ton-edge/address";

import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import { pressReally } from "./explorer-visit.mjs";
import { alive, assertLooks, eventually, focused, fragment, hashes, standing, THREE, visitor } from "./visit.mjs";

const started = standing(async () => {
  const stack = await startStack({
    upstream: "devnet",
    both: true,
    devnet: { world: "small", clock: 1000 },
    bindings: { TON_EDGE_CACHE_ADAPTER: "memory", TON_EDGE_LIMITS_KEYLESS: "1000" },
  });
  await stack.second.ready;
  return stack;
});
let single;
before(async () => {
  single = await startStack();
});
after(() => single?.close());

const visit = visitor(() => started);
const without = visitor(() => ({ stack: single, browser: started.browser }));

const open = async (page, hash, url = started.stack.url) => {
  await page.goto(`${url}/${hash}`);
  await alive(page);
};
const chosen = (page) => page.locator("#networks [aria-current]").textContent();
const link = (page, name) => page.getByRole("navigation", { name: "Network" }).getByRole("link", { name });
/** The API requests from now on, as paths without queries. */
const requestsOf = (page) => {
  const paths = new Set();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\//.test(pathname)) paths.add(pathname.replace(/\/v[23]\/.*/, ""));
  });
  return paths;
};
const get = async (path) => (await fetch(started.stack.url + path)).json();
/** The accounts of the transactions that the chain view lists. */
const latest = (page) =>
  page.locator("#latest tbody a[href*='account']").evaluateAll((all) => all.map((one) => one.getAttribute("title")));
const TEST_FORM = /^[k0]/;

describe("the network switch", () => {
  visit("the switch by keyboard shows each network's own chain, and keeps the focus", async (page) => {
    await open(page, "#/chain/");
    await page.locator("#latest tbody tr").first().waitFor();
    assert.equal(await chosen(page), "Mainnet");
    assert.ok((await latest(page)).every((address) => !TEST_FORM.test(address)));
    const first = await page.locator("#latest tbody tr").evaluateAll((all) => all.map((one) => one.dataset.hash));

    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "skip");
    for (const id of ["nav-home", "search-input", "network-mainnet", "network-testnet"]) {
      await page.keyboard.press("Tab");
      assert.equal(await focused(page), id);
    }
    const requested = requestsOf(page);
    await page.keyboard.press("Enter");
    await eventually(() => chosen(page), "Testnet");
    assert.equal(fragment(page), "#/testnet/chain/");
    assert.equal(await focused(page), "network-testnet");
    await eventually(async () => (await latest(page)).some((address) => TEST_FORM.test(address)), true);
    const second = await page.locator("#latest tbody tr").evaluateAll((all) => all.map((one) => one.dataset.hash));
    assert.deepEqual(
      second.filter((hash) => first.includes(hash)),
      [],
    );
    assert.ok((await latest(page)).every((address) => TEST_FORM.test(address)));
    assert.deepEqual([...requested], ["/testnet/api"]);

    // Links that were not drawn again also lead to the chosen network.
    await page.locator("#nav-account").click();
    assert.equal(fragment(page), "#/testnet/account/");
    await page.locator("#account-samples a").first().click();
    await eventually(async () => (await hashes(page)).length > 0, true);
    assert.match(fragment(page), /^#\/testnet\/account\/[k0]/);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await eventually(() => chosen(page), "Mainnet");
    await eventually(async () => (await latest(page)).some((address) => !TEST_FORM.test(address)), true);
  });

  visit("a link with the network opens it, and the switch shows the same account on the other one", async (page) => {
    const [{ account }] = (await get("/testnet/api/v3/transactions?limit=1&workchain=0&sort=desc")).transactions;
    // Compared by hashes: rows of actions are transactions of other accounts, and on a fast chain they soon are not the newest.
    const onTestnet = (found) =>
      Promise.all(
        found.map(
          async (hash) =>
            (await get(`/testnet/api/v3/transactions?hash=${encodeURIComponent(hash)}`)).transactions.length === 1,
        ),
      );
    const requested = requestsOf(page);
    await open(page, `#/testnet/account/${account}?rows=3`);
    await page.locator("#account-list:not([data-state='loading'])").waitFor();
    assert.equal(await chosen(page), "Testnet");
    assert.deepEqual([...requested], ["/testnet/api"]);
    const rows = await hashes(page);
    assert.ok(rows.length > 0);
    assert.ok((await onTestnet(rows)).every(Boolean));
    const onMainnet = (await get(`/api/v3/transactions?account=${account}&limit=1`)).transactions;
    // The open tab is a part of the present state.
    await page.locator("#tab-tokens").click();
    await link(page, "Mainnet").click();
    assert.equal(fragment(page), `#/account/${account}?rows=3&tab=tokens`);
    await eventually(async () => (await page.locator("#account-summary").getAttribute("data-state")) === "done", true);
    await page.locator("#tab-history").click();
    await page.locator("#account-list:not([data-state='loading'])").waitFor();
    const found = await hashes(page);
    assert.equal(found.length > 0, onMainnet.length > 0);
    assert.ok(!(await onTestnet(found)).some(Boolean));
  });

  visit("an address for the other network is said to be that, and offered there", async (page) => {
    const raw = `0:${"1".repeat(64)}`;
    const [main, test] = [false, true].map((testOnly) => packAddress(raw, { testOnly }));
    for (const [network, own, other, text, words] of /** @type {const} */ ([
      ["mainnet", "", "testnet/", test, "This address is for testnet only. Open on testnet"],
      ["testnet", "testnet/", "", main, "This form of the address is for mainnet. Open on mainnet"],
    ])) {
      await open(page, `#/${own}account/${text}`);
      const note = page.locator("#account-network");
      await eventually(() => note.textContent(), words);
      await page.locator('#account-summary[data-state="done"]').waitFor();
      assert.deepEqual(await axe(page), []);
      await note.getByRole("link").click();
      await eventually(async () => fragment(page), `#/${other}account/${text}`);
      await eventually(() => note.isVisible(), false);

      await open(page, `#/${own}design/`);
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
      await eventually(async () => fragment(page), `#/${other}account/${text}`);
      // The forms without flags, and those of this network, have no note.
      await open(page, `#/${own}account/${raw}`);
      assert.equal(await note.isVisible(), false);
      await open(page, `#/${own}account/${network === "mainnet" ? main : test}`);
      assert.equal(await note.isVisible(), false);
    }
    await open(page, `#/address/${test}`);
    await page.getByRole("link", { name: "Show its account on testnet" }).click();
    await eventually(async () => fragment(page), `#/testnet/account/${test}`);
  });

  visit(
    "a sent message is followed while the other network is shown, and recorded for its own network",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 500/);
      started.stack.own.faults.add("delay=1500", { path: "/api/v2/sendBoc" });
      const boc = "te6cckEBAQEAAgAAAEysuc0=";
      await open(page, "#/explorer/v2.sendBoc");
      const [input, status] = ["field-boc", "status"].map((name) => page.locator(`#explorer-${name}`));
      await input.fill(boc);
      await page.locator("#explorer-send").click();
      await pressReally(page);
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

  visit("sample accounts that arrive late are not shown on the other network", async (page) => {
    /** @type {(() => void)[]} */
    const held = [];
    await page.route(/\/\/[^/]+\/api\/v3\/actions\?/, async (route) => {
      const response = await route.fetch();
      await new Promise((done) => held.push(() => done(undefined)));
      // The page may have aborted the request.
      await route.fulfill({ response }).catch(() => {});
    });
    await open(page, "#/account/");
    await eventually(() => held.length, 1);
    await link(page, "Testnet").click();
    const samples = page.locator("#account-samples a");
    const titles = () => samples.evaluateAll((all) => all.map((one) => one.getAttribute("title") ?? ""));
    await samples.first().waitFor();
    const wanted = await titles();
    assert.ok(wanted.every((address) => TEST_FORM.test(address)));
    held[0]();
    await page.waitForTimeout(300);
    assert.deepEqual(await titles(), wanted);
  });

  visit("the explorer sends to the network and writes its URL in every language", async (page) => {
    const shown = page.locator("#explorer-response .tree");
    const globalId = async (path) => (await (await page.waitForResponse(`**${path}`)).json()).last.global_id;
    await open(page, "#/testnet/explorer/v3.masterchainInfo");
    const testnet = globalId(":*/testnet/api/v3/masterchainInfo");
    await page.locator("#explorer-send").click();
    assert.equal(await testnet, -3);
    await shown.waitFor();
    const written = async (name) => {
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
      assert.match(await written(name), pattern);
    assert.equal(
      await page.locator('[data-operation="v3.blocks"]').getAttribute("href"),
      "#/testnet/explorer/v3.blocks",
    );
    // A request in the URL is sent again to the other network.
    await page.evaluate(() => {
      location.hash =
        "#/testnet/explorer/v3.addressBook?address=0:0000000000000000000000000000000000000000000000000000000000000001";
    });
    await shown.waitFor();
    const [response] = await Promise.all([
      page.waitForResponse("**/api/v3/addressBook?*"),
      link(page, "Mainnet").click(),
    ]);
    assert.equal(new URL(response.url()).pathname, "/api/v3/addressBook");
    assert.match(await response.text(), /"[EU]Q/);
    assert.match(await written("URL"), /^http:\/\/[^/]+\/api\/v3\/addressBook\?/);
    assert.equal(await page.locator('[data-operation="v3.blocks"]').getAttribute("href"), "#/explorer/v3.blocks");
  });

  visit("the gateway view reads the chosen network, and its own paths at the root", async (page) => {
    const requested = requestsOf(page);
    await open(page, "#/testnet/gateway/");
    await eventually(() => page.locator("#gateway-read-status").textContent(), "Status 200");
    assert.match(await page.locator("#gateway-health").textContent(), /^Up/);
    assert.deepEqual([...requested], ["/testnet/api"]);
  });

  visit("the network switch is legible and usable", async (page) => {
    for (const hash of ["#/chain/", "#/testnet/chain/"]) {
      await open(page, hash);
      await page.locator("#latest tbody tr").first().waitFor();
      await assertLooks(page, hash, { appearances: THREE, height: 844 });
    }
  });
});

describe("without testnet", () => {
  without("there is no switch, and no request for it", async (page) => {
    const requested = requestsOf(page);
    await open(page, "#/address/", single.url);
    assert.equal(await page.locator("#networks").isVisible(), false);
    assert.equal(await page.locator("#nav-account").getAttribute("href"), "#/account/");
    assert.deepEqual([...requested], []);
  });

  without("a link to testnet still opens testnet, and the switch leads back", async (page) => {
    const requested = requestsOf(page);
    await page.route("**/api/**", () => {});
    await open(page, "#/testnet/chain/", single.url);
    assert.equal(await chosen(page), "Testnet");
    await eventually(() => [...requested], ["/testnet/api"]);
    await link(page, "Mainnet").click();
    await eventually(() => chosen(page), "Mainnet");
    await eventually(() => [...requested].sort(), ["/api", "/testnet/api"]);
  });
});

describe("local computations on a chosen network", () => {
  visit("the explorer computes with the network of the URL", async (page) => {
    const { jetton_masters } = await get("/testnet/api/v3/jetton/masters?limit=1");
    const call = `explorer/v2.runGetMethod?address=${jetton_masters[0].address}&method=get_jetton_data&stack=[]&here=1`;
    const status = () => page.locator("#explorer-status").textContent();
    const sent = requestsOf(page);
    for (const [prefix, path, outcome] of /** @type {const} */ ([
      ["testnet/", "/testnet/api", /^Done in .* No get-method request was sent\.$/],
      // The account may not exist on the other chain.
      ["", "/api", /^(Done|Failed|Not computed)/],
    ])) {
      await page.goto("about:blank");
      sent.clear();
      await open(page, `#/${prefix}${call}`);
      await eventually(async () => outcome.test(await status()), true);
      assert.deepEqual([...sent], [path]);
    }
  });
});
