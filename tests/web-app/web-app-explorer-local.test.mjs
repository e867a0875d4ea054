// Get-methods that the endpoint explorer runs in the page, in headless Chromium in front of the local chain: their results equal the
// server's, no request for them leaves the page, and every failure shows its reason.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { beginCell, decodeStack, Cell, Slice } from "ton-edge/message";

import { axe } from "./axe.mjs";
import { hashedFile } from "../helpers/hashed-file.mjs";
import { assertLooks, eventually, fragment, THREE } from "./visit.mjs";
import { explorer, field, focused, press, responded, tab, text } from "./explorer-visit.mjs";

const { visit, open, stack } = explorer();

const api = async (path, body) => {
  const response = await fetch(
    `${stack().url}/api/${path}`,
    body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  return response.json();
};
const account = (name) => stack().own.cast.wallet(name).account;
const fact = (page, name) => page.locator(`#explorer-response [data-fact="${name}"] dd`).textContent();
const done = (page) =>
  eventually(async () => /^Done in .* No get-method request was sent\.$/.test(await text(page, "status")), true);

/** Paths of the requests to the API that leave the page from now on. */
function sentBy(page) {
  const sent = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) sent.push(pathname.split("/").at(-1));
  });
  return sent;
}

/** Fills the form with a call that runs in the page. */
async function runHere(page, id, values) {
  await page.goto("about:blank");
  await open(page, `#/explorer/${id}`);
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
  await press(page, "here");
}

/** All texts of the result, with every branch opened; a branch is drawn a moment after it opens. */
async function everything(page) {
  const tree = page.locator("#explorer-response .tree:visible");
  const closed = tree.locator('details:not([open]) > summary, button[aria-expanded="false"]');
  for (let calm = 0; calm < 3; ) {
    if ((await closed.count()) > 0) {
      calm = 0;
      await closed.first().click();
    } else {
      calm += 1;
      await page.waitForTimeout(30);
    }
  }
  return tree.innerText();
}

/** The texts that must be shown for a value of the server's response. */
function shownOf(value) {
  if (value === null) return ["null"];
  if (typeof value === "bigint") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(shownOf);
  if (value instanceof Cell || value instanceof Slice) {
    const cell = value instanceof Slice ? value.clone().asCell() : value;
    return [cell.toBase64()];
  }
  return value.list.flatMap(shownOf);
}

const slice = (address) => beginCell().storeAddress(address).endCell().toBase64();

describe("a get-method that runs in the page", () => {
  visit("a get-method in the page returns the server's result without a request for it", async (page) => {
    const [master] = (await api("v3/jetton/masters?limit=1")).jetton_masters;
    const [nft] = (await api("v3/nft/items?limit=1")).nft_items;
    const sent = sentBy(page);
    const owner = slice(account("alice"));
    for (const [id, values, entries] of /** @type {any[][]} */ ([
      ["v2.runGetMethod", { address: account("alice"), method: "seqno" }, []],
      ["v2.runGetMethod", { address: master.address, method: "get_jetton_data" }, []],
      ["v2.runGetMethod", { address: master.address, method: "get_wallet_address" }, [["tvm.Slice", owner]]],
      [
        "v2.runGetMethodStd",
        { address: master.address, method: "get_wallet_address" },
        [{ "@type": "tvm.stackEntrySlice", slice: { "@type": "tvm.slice", bytes: owner } }],
      ],
      ["v3.runGetMethod", { address: nft.address, method: "get_nft_data" }, []],
      ["v3.runGetMethod", { address: master.address, method: "get_wallet_address" }, [{ type: "slice", value: owner }]],
    ])) {
      sent.length = 0;
      await runHere(page, id, { ...values, stack: JSON.stringify(entries) });
      await done(page);
      const theirs = await api(id.replace(".", "/"), { ...values, stack: entries });
      const result = theirs.result ?? theirs;
      assert.equal(await fact(page, "exit-code"), `${result.exit_code} success`, id);
      assert.equal(await fact(page, "gas-used"), result.gas_used.toLocaleString("en-US"));
      assert.match(await fact(page, "instructions"), /^\d+$/);
      assert.match(await fact(page, "block"), /^masterchain block \d+$/);
      assert.match(await fact(page, "requests"), /^2: getAddressInformation, getConfigAll$/);
      await tab(page, "Stack");
      const shown = await everything(page);
      for (const one of decodeStack(result.stack))
        for (const part of shownOf(one)) assert.ok(shown.includes(part), part);
      await tab(page, "Values");
      const values_ = await everything(page);
      for (const one of decodeStack(result.stack))
        if (typeof one === "bigint" && one > 1n) assert.ok(values_.includes(String(one)), `${one}`);
      assert.deepEqual(
        sent.filter((name) => /runGetMethod/.test(name)),
        [],
        id,
      );
      assert.ok(sent.includes("getAddressInformation"));
    }
  });

  visit("results of known get-methods have names and links to addresses", async (page) => {
    const [master] = (await api("v3/jetton/masters?limit=1")).jetton_masters;
    await runHere(page, "v2.runGetMethod", { address: master.address, method: "get_jetton_data", stack: "[]" });
    await done(page);
    const tree = page.locator("#explorer-response .tree");
    assert.match(await tree.innerText(), /totalSupply: \d+\s+mintable: true\s+adminAddress: 0:[0-9A-F]{64}/);
    const link = tree.locator("a").first();
    assert.equal(await link.getAttribute("href"), `#/account/${master.admin_address}`);
    assert.match(await everything(page), /symbol: "EDGE"/);
  });

  visit(
    "a get-method runs at an earlier block, with numbers and digits as arguments, and reads the configuration once",
    async (page) => {
      const { seqno } = (await api("v2/getMasterchainInfo")).result.last;
      const sent = sentBy(page);
      await runHere(page, "v2.runGetMethod", { address: account("alice"), method: "seqno", stack: "[]" });
      await done(page);
      sent.length = 0;
      await press(page, "here");
      await done(page);
      await eventually(async () => sent, ["getAddressInformation"]);
      await field(page, "seqno").fill(String(seqno));
      await press(page, "here");
      await eventually(() => fact(page, "block"), `masterchain block ${seqno}`);
      const theirs = await api("v2/runGetMethod", { address: account("alice"), method: "seqno", stack: [], seqno });
      await tab(page, "Stack");
      assert.ok((await everything(page)).includes(String(BigInt(theirs.result.stack[0][1]))));
      const collection = (await api("v3/nft/collections?limit=1")).nft_collections[0].address;
      const wanted = await api("v2/runGetMethod", {
        address: collection,
        method: "get_nft_address_by_index",
        stack: [["num", 0]],
      });
      const address = decodeStack(wanted.result.stack).address(0);
      await field(page, "seqno").fill("");
      await field(page, "address").fill(collection);
      await field(page, "method").fill("get_nft_address_by_index");
      for (const entry of ['[["num", 0]]', '[["num", "0x0"]]', '[["int", "0"]]']) {
        await field(page, "stack").fill(entry);
        await press(page, "here");
        if (entry.includes("int")) {
          await eventually(async () => /^Not computed here\./.test(await text(page, "status")), true);
          assert.match(await text(page, "response"), /The page cannot read arguments of this form\./);
        } else {
          await eventually(async () => (await text(page, "response")).includes(address), true);
          // The previous entry has the same result; the form is filled from the URL when this entry's run begins.
          await eventually(async () => new URLSearchParams(fragment(page).split("?")[1]).get("stack"), entry);
          await done(page);
        }
      }
    },
  );

  visit("a get-method's call is in the URL, and runs again when the URL is reloaded or shared", async (page) => {
    await runHere(page, "v2.runGetMethod", { address: account("alice"), method: "seqno", stack: "[]" });
    await done(page);
    assert.match(fragment(page), /^#\/explorer\/v2\.runGetMethod\?.*here=1$/);
    await page.reload();
    await done(page);
    assert.equal(await field(page, "method").inputValue(), "seqno");
    await press(page, "send");
    await responded(page);
    assert.equal(await page.locator("#explorer-outcome").textContent(), "Response");
    await page.goBack();
    await done(page);
    // An operation without get-methods ignores the parameter.
    await open(page, "#/explorer/v3.blocks?here=1&limit=1");
    await responded(page);
    assert.equal(await page.locator("#explorer-here").count(), 0);
  });

  visit("an uncertain result says why, and a button sends the call", async (page) => {
    const sent = sentBy(page);
    const [master] = (await api("v3/jetton/masters?limit=1")).jetton_masters;
    await runHere(page, "v3.runGetMethod", { address: master.address, method: "get_nothing", stack: "[]" });
    await eventually(async () => /^Not computed here\./.test(await text(page, "status")), true);
    assert.match(
      await text(page, "response"),
      /It ended with exit code 11 \(there is no such method\), and only success is certain\./,
    );
    assert.equal(await fact(page, "exit-code"), "11");
    assert.deepEqual(
      sent.filter((name) => /runGetMethod/.test(name)),
      [],
    );
    await page.locator("#explorer-at-server").focus();
    await page.keyboard.press("Enter");
    await responded(page);
    assert.match(await page.locator("#explorer-response .tree").innerText(), /exit_code: 11/);
    assert.deepEqual(
      sent.filter((name) => /runGetMethod/.test(name)),
      ["runGetMethod"],
    );
    // Servers interpret a method of digits differently.
    await field(page, "method").fill("85143");
    await press(page, "here");
    await eventually(
      async () => /disagree which method this name or number means/.test(await text(page, "response")),
      true,
    );
  });

  visit("an account without a contract, and wrong values, are reported", async (page) => {
    await runHere(page, "v2.runGetMethod", { address: `0:${"5E".repeat(32)}`, method: "seqno", stack: "[]" });
    await eventually(() => text(page, "status"), "Failed.");
    assert.match(await text(page, "response"), /exit code -13: the account has no contract.*Code get_method_failed/s);
    const sent = sentBy(page);
    await field(page, "address").fill("EQ");
    await field(page, "stack").fill("[");
    await press(page, "here");
    await eventually(() => focused(page), "explorer-field-address");
    assert.match(await page.locator("#explorer-field-stack-fault").textContent(), /^This is not JSON/);
    assert.deepEqual(sent, []);
  });
});

describe("failures of local get-methods", () => {
  const CALL = () => `#/explorer/v2.runGetMethod?address=${account("alice")}&method=seqno&stack=[]`;

  visit("no part of the virtual machine loads before its first use", async (page) => {
    const loaded = new Map();
    page.on("response", async (response) => {
      loaded.set(response.url(), 0);
      loaded.set(response.url(), (await response.body().catch(() => "")).length);
    });
    await open(page, CALL());
    await responded(page);
    assert.deepEqual(
      [...loaded.keys()].filter((url) => /local-get-method-|local-\w+\.css/.test(url)),
      [],
    );
    const most = Math.max(...loaded.values());
    assert.ok(most < 300_000, `${most} bytes`);
    await press(page, "here");
    await done(page);
    assert.ok([...loaded.keys()].some((url) => hashedFile("explorer/local-get-method.js").test(url)));
  });

  for (const file of ["explorer/local-get-method.js", "explorer/local.css", "explorer/lazy-files.json"])
    visit(`if ${file} does not load, an error is shown and Retry loads the file`, async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR/);
      await open(page, "#/explorer/v2.runGetMethod");
      await page.route(hashedFile(file), (route) => route.abort("connectionfailed"));
      for (const [name, value] of Object.entries({ address: account("alice"), method: "seqno", stack: "[]" }))
        await field(page, name).fill(value);
      await press(page, "here");
      await eventually(() => text(page, "status"), "Failed.");
      assert.match(await text(page, "response"), /^A file of this web app did not load\..*Code app_incomplete/s);
      assert.deepEqual(await axe(page), []);
      await press(page, "retry");
      await eventually(() => page.locator("#explorer-retry").count(), 1);
      await page.unroute(hashedFile(file));
      await page.locator("#explorer-retry").focus();
      await page.keyboard.press("Enter");
      await done(page);
      assert.equal(await focused(page), "explorer-status");
    });

  visit("a get-method in the page fails offline, and works online again", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await open(page, "#/explorer/v2.runGetMethod");
    for (const [name, value] of Object.entries({ address: account("alice"), method: "seqno", stack: "[]" }))
      await field(page, name).fill(value);
    await eventually(() => page.locator('#explorer-request [role="tabpanel"]:visible').isVisible(), true);
    await page.context().setOffline(true);
    await press(page, "here");
    await eventually(() => text(page, "status"), "Failed.");
    await page.context().setOffline(false);
    await press(page, "retry");
    await done(page);
    // The module is loaded, and the gateway cannot be reached.
    await page.context().setOffline(true);
    await press(page, "here");
    await eventually(() => text(page, "status"), "Failed.");
    assert.match(await text(page, "response"), /The gateway cannot be reached\..*Code connection_failed/s);
    await page.context().setOffline(false);
    await press(page, "retry");
    await done(page);
  });

  visit("an error of the gateway, and an invalid body, are reported", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    await open(page, CALL());
    await responded(page);
    const result = { state: "active", balance: "x" };
    for (const [status, body, pattern] of /** @type {const} */ ([
      [500, { ok: false, error: "out of order", code: 500 }, /The upstream service failed.*Code \w+, HTTP status 500/s],
      [200, { ok: true, result }, /Code invalid_response/],
    ])) {
      await page.route("**/getAddressInformation*", (route) => route.fulfill({ status, json: body }));
      await press(page, "here");
      await eventually(async () => pattern.test(await text(page, "response")), true);
      await page.unroute("**/getAddressInformation*");
      await press(page, "retry");
      await done(page);
    }
  });

  visit("a request that the gateway refuses with 429 waits and is sent again", async (page, expectedMessages) => {
    expectedMessages.push(/status of 429/);
    await open(page, CALL());
    await responded(page);
    const headers = { "retry-after": "1" };
    const json = { ok: false, error: "Ratelimit exceed", code: 429 };
    await page.route("**/getAddressInformation*", (route) => route.fulfill({ status: 429, headers, json }), {
      times: 2,
    });
    await press(page, "here");
    await done(page);
    assert.equal(await fact(page, "requests"), "4: 3 × getAddressInformation, getConfigAll");
  });

  visit("a local get-method can be cancelled while modules load and while state is read", async (page) => {
    await open(page, CALL());
    await responded(page);
    let release;
    const held = new Promise((free) => {
      release = free;
    });
    await page.route(hashedFile("explorer/local-get-method.js"), async (route) => {
      await held;
      await route.continue();
    });
    await press(page, "here");
    await eventually(async () => /^Loading the virtual machine: \d+ %…$/.test(await text(page, "status")), true);
    await press(page, "cancel");
    await eventually(async () => /^Cancelled after/.test(await text(page, "status")), true);
    assert.equal(await focused(page), "explorer-status");
    release();
    await page.route("**/getAddressInformation*", () => {});
    await press(page, "here");
    await eventually(() => text(page, "status"), "Reading the account…");
    await press(page, "cancel");
    await eventually(async () => /^Cancelled after/.test(await text(page, "status")), true);
    await page.unroute("**/getAddressInformation*");
    // Switching to another operation stops the run, and no result appears there.
    await press(page, "here");
    await page.evaluate(() => {
      location.hash = "#/explorer/v3.blocks";
    });
    await page.locator('#explorer-title[data-id="v3.blocks"]').waitFor();
    await page.waitForTimeout(300);
    assert.equal(await text(page, "status"), "");
  });
});

describe("layout of local get-methods", () => {
  visit("certain and uncertain results are legible and usable", async (page) => {
    const [master] = (await api("v3/jetton/masters?limit=1")).jetton_masters;
    for (const method of ["get_jetton_data", "nothing"]) {
      await page.goto("about:blank");
      await open(page, `#/explorer/v2.runGetMethod?address=${master.address}&method=${method}&stack=[]&here=1`);
      await eventually(async () => /^(Done|Not)/.test(await text(page, "status")), true);
      if (method !== "nothing") await everything(page);
      await assertLooks(page, method, { appearances: THREE });
    }
  });
});
