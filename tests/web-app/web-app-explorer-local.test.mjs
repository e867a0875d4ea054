// Get-methods that the endpoint explorer runs in the page, in headless Chromium in front of the local chain: their results equal the
// server's, no request for them leaves the page, and every failure shows its reason.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { beginCell, decodeStack, Cell, Slice } from "ton-edge/message";

import { findAxeViolations } from "./axe.mjs";
import { matchHashedFile } from "../helpers/hashed-file.mjs";
import { assertLooks, eventually, readFragment, THREE_APPEARANCES } from "./visit.mjs";
import {
  setUpExplorer,
  findField,
  readFocusedId,
  pressButton,
  waitForStatus,
  clickTab,
  readText,
} from "./explorer-visit.mjs";

const { testPage, openPage, stack } = setUpExplorer();

const fetchApi = async (path, body) => {
  const response = await fetch(
    `${stack().url}/api/${path}`,
    body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  return response.json();
};
const findAccount = (name) => stack().own.cast.wallet(name).account;
const readFact = (page, name) => page.locator(`#explorer-response [data-fact="${name}"] dd`).textContent();
const waitUntilDone = (page) =>
  eventually(async () => /^Done in .* No get-method request was sent\.$/.test(await readText(page, "status")), true);

/** Paths of the requests to the API that leave the page from now on. */
function collectSentPaths(page) {
  const sentPaths = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) sentPaths.push(pathname.split("/").at(-1));
  });
  return sentPaths;
}

/** Fills the form with a call that runs in the page. */
async function runInPage(page, id, values) {
  await page.goto("about:blank");
  await openPage(page, `#/explorer/${id}`);
  for (const [name, value] of Object.entries(values)) await findField(page, name).fill(value);
  await pressButton(page, "here");
}

/** All texts of the result, with every branch opened; a branch is drawn a moment after it opens. */
async function readWholeTree(page) {
  const tree = page.locator("#explorer-response .tree:visible");
  const closedBranches = tree.locator('details:not([open]) > summary, button[aria-expanded="false"]');
  for (let quietCheckCount = 0; quietCheckCount < 3; ) {
    if ((await closedBranches.count()) > 0) {
      quietCheckCount = 0;
      await closedBranches.first().click();
    } else {
      quietCheckCount += 1;
      await page.waitForTimeout(30);
    }
  }
  return tree.innerText();
}

/** The texts that must be shown for a value of the server's response. */
function listShownTexts(value) {
  if (value === null) return ["null"];
  if (typeof value === "bigint") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listShownTexts);
  if (value instanceof Cell || value instanceof Slice) {
    const cell = value instanceof Slice ? value.clone().asCell() : value;
    return [cell.toBase64()];
  }
  return value.list.flatMap(listShownTexts);
}

const makeSlice = (address) => beginCell().storeAddress(address).endCell().toBase64();

describe("a get-method that runs in the page", () => {
  testPage("a get-method in the page returns the server's result without a request for it", async (page) => {
    const [master] = (await fetchApi("v3/jetton/masters?limit=1")).jetton_masters;
    const [nft] = (await fetchApi("v3/nft/items?limit=1")).nft_items;
    const sentPaths = collectSentPaths(page);
    const owner = makeSlice(findAccount("alice"));
    for (const [id, values, entries] of /** @type {any[][]} */ ([
      ["v2.runGetMethod", { address: findAccount("alice"), method: "seqno" }, []],
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
      sentPaths.length = 0;
      await runInPage(page, id, { ...values, stack: JSON.stringify(entries) });
      await waitUntilDone(page);
      const upstreamResponse = await fetchApi(id.replace(".", "/"), { ...values, stack: entries });
      const result = upstreamResponse.result ?? upstreamResponse;
      assert.equal(await readFact(page, "exit-code"), `${result.exit_code} success`, id);
      assert.equal(await readFact(page, "gas-used"), result.gas_used.toLocaleString("en-US"));
      assert.match(await readFact(page, "instructions"), /^\d+$/);
      assert.match(await readFact(page, "block"), /^masterchain block \d+$/);
      assert.match(await readFact(page, "requests"), /^2: getAddressInformation, getConfigAll$/);
      await clickTab(page, "Stack");
      const shownText = await readWholeTree(page);
      for (const stackEntry of decodeStack(result.stack))
        for (const part of listShownTexts(stackEntry)) assert.ok(shownText.includes(part), part);
      await clickTab(page, "Values");
      const treeText = await readWholeTree(page);
      for (const stackEntry of decodeStack(result.stack))
        if (typeof stackEntry === "bigint" && stackEntry > 1n)
          assert.ok(treeText.includes(String(stackEntry)), `${stackEntry}`);
      assert.deepEqual(
        sentPaths.filter((name) => /runGetMethod/.test(name)),
        [],
        id,
      );
      assert.ok(sentPaths.includes("getAddressInformation"));
    }
  });

  testPage("results of known get-methods have names and links to addresses", async (page) => {
    const [master] = (await fetchApi("v3/jetton/masters?limit=1")).jetton_masters;
    await runInPage(page, "v2.runGetMethod", { address: master.address, method: "get_jetton_data", stack: "[]" });
    await waitUntilDone(page);
    const tree = page.locator("#explorer-response .tree");
    assert.match(await tree.innerText(), /totalSupply: \d+\s+mintable: true\s+adminAddress: 0:[0-9A-F]{64}/);
    const link = tree.locator("a").first();
    assert.equal(await link.getAttribute("href"), `#/account/${master.admin_address}`);
    assert.match(await readWholeTree(page), /symbol: "EDGE"/);
  });

  testPage(
    "a get-method runs at an earlier block, with numbers and digits as arguments, and reads the configuration once",
    async (page) => {
      const { seqno } = (await fetchApi("v2/getMasterchainInfo")).result.last;
      const sentPaths = collectSentPaths(page);
      await runInPage(page, "v2.runGetMethod", { address: findAccount("alice"), method: "seqno", stack: "[]" });
      await waitUntilDone(page);
      sentPaths.length = 0;
      await pressButton(page, "here");
      await waitUntilDone(page);
      await eventually(async () => sentPaths, ["getAddressInformation"]);
      await findField(page, "seqno").fill(String(seqno));
      await pressButton(page, "here");
      await eventually(() => readFact(page, "block"), `masterchain block ${seqno}`);
      const upstreamResponse = await fetchApi("v2/runGetMethod", {
        address: findAccount("alice"),
        method: "seqno",
        stack: [],
        seqno,
      });
      await clickTab(page, "Stack");
      assert.ok((await readWholeTree(page)).includes(String(BigInt(upstreamResponse.result.stack[0][1]))));
      const collection = (await fetchApi("v3/nft/collections?limit=1")).nft_collections[0].address;
      const expected = await fetchApi("v2/runGetMethod", {
        address: collection,
        method: "get_nft_address_by_index",
        stack: [["num", 0]],
      });
      const address = decodeStack(expected.result.stack).address(0);
      await findField(page, "seqno").fill("");
      await findField(page, "address").fill(collection);
      await findField(page, "method").fill("get_nft_address_by_index");
      for (const entry of ['[["num", 0]]', '[["num", "0x0"]]', '[["int", "0"]]']) {
        await findField(page, "stack").fill(entry);
        await pressButton(page, "here");
        if (entry.includes("int")) {
          await eventually(async () => /^Not computed here\./.test(await readText(page, "status")), true);
          assert.match(await readText(page, "response"), /The page cannot read arguments of this form\./);
        } else {
          await eventually(async () => (await readText(page, "response")).includes(address), true);
          // The previous entry has the same result; the form is filled from the URL when this entry's run begins.
          await eventually(async () => new URLSearchParams(readFragment(page).split("?")[1]).get("stack"), entry);
          await waitUntilDone(page);
        }
      }
    },
  );

  testPage("a get-method's call is in the URL, and runs again when the URL is reloaded or shared", async (page) => {
    await runInPage(page, "v2.runGetMethod", { address: findAccount("alice"), method: "seqno", stack: "[]" });
    await waitUntilDone(page);
    assert.match(readFragment(page), /^#\/explorer\/v2\.runGetMethod\?.*here=1$/);
    await page.reload();
    await waitUntilDone(page);
    assert.equal(await findField(page, "method").inputValue(), "seqno");
    await pressButton(page, "send");
    await waitForStatus(page);
    assert.equal(await page.locator("#explorer-outcome").textContent(), "Response");
    await page.goBack();
    await waitUntilDone(page);
    // An operation without get-methods ignores the parameter.
    await openPage(page, "#/explorer/v3.blocks?here=1&limit=1");
    await waitForStatus(page);
    assert.equal(await page.locator("#explorer-here").count(), 0);
  });

  testPage("an uncertain result says why, and a button sends the call", async (page) => {
    const sentPaths = collectSentPaths(page);
    const [master] = (await fetchApi("v3/jetton/masters?limit=1")).jetton_masters;
    await runInPage(page, "v3.runGetMethod", { address: master.address, method: "get_nothing", stack: "[]" });
    await eventually(async () => /^Not computed here\./.test(await readText(page, "status")), true);
    assert.match(
      await readText(page, "response"),
      /It ended with exit code 11 \(there is no such method\), and only success is certain\./,
    );
    assert.equal(await readFact(page, "exit-code"), "11");
    assert.deepEqual(
      sentPaths.filter((name) => /runGetMethod/.test(name)),
      [],
    );
    await page.locator("#explorer-at-server").focus();
    await page.keyboard.press("Enter");
    await waitForStatus(page);
    assert.match(await page.locator("#explorer-response .tree").innerText(), /exit_code: 11/);
    assert.deepEqual(
      sentPaths.filter((name) => /runGetMethod/.test(name)),
      ["runGetMethod"],
    );
    // Servers interpret a method of digits differently.
    await findField(page, "method").fill("85143");
    await pressButton(page, "here");
    await eventually(
      async () => /disagree which method this name or number means/.test(await readText(page, "response")),
      true,
    );
  });

  testPage("an account without a contract, and wrong values, are reported", async (page) => {
    await runInPage(page, "v2.runGetMethod", { address: `0:${"5E".repeat(32)}`, method: "seqno", stack: "[]" });
    await eventually(() => readText(page, "status"), "Failed.");
    assert.match(
      await readText(page, "response"),
      /exit code -13: the account has no contract.*Code get_method_failed/s,
    );
    const sentPaths = collectSentPaths(page);
    await findField(page, "address").fill("EQ");
    await findField(page, "stack").fill("[");
    await pressButton(page, "here");
    await eventually(() => readFocusedId(page), "explorer-field-address");
    assert.match(await page.locator("#explorer-field-stack-fault").textContent(), /^This is not JSON/);
    assert.deepEqual(sentPaths, []);
  });
});

describe("failures of local get-methods", () => {
  const writeCallFragment = () => `#/explorer/v2.runGetMethod?address=${findAccount("alice")}&method=seqno&stack=[]`;

  testPage("no part of the virtual machine loads before its first use", async (page) => {
    const attempts = new Map();
    page.on("response", async (response) => {
      attempts.set(response.url(), 0);
      attempts.set(response.url(), (await response.body().catch(() => "")).length);
    });
    await openPage(page, writeCallFragment());
    await waitForStatus(page);
    assert.deepEqual(
      [...attempts.keys()].filter((url) => /local-get-method-|local-\w+\.css/.test(url)),
      [],
    );
    const maxCount = Math.max(...attempts.values());
    assert.ok(maxCount < 300_000, `${maxCount} bytes`);
    await pressButton(page, "here");
    await waitUntilDone(page);
    assert.ok([...attempts.keys()].some((url) => matchHashedFile("explorer/local-get-method.js").test(url)));
  });

  for (const file of ["explorer/local-get-method.js", "explorer/local.css", "explorer/lazy-files.json"])
    testPage(`if ${file} does not load, an error is shown and Retry loads the file`, async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR/);
      await openPage(page, "#/explorer/v2.runGetMethod");
      await page.route(matchHashedFile(file), (route) => route.abort("connectionfailed"));
      for (const [name, value] of Object.entries({ address: findAccount("alice"), method: "seqno", stack: "[]" }))
        await findField(page, name).fill(value);
      await pressButton(page, "here");
      await eventually(() => readText(page, "status"), "Failed.");
      assert.match(await readText(page, "response"), /^A file of this web app did not load\..*Code app_incomplete/s);
      assert.deepEqual(await findAxeViolations(page), []);
      await pressButton(page, "retry");
      await eventually(() => page.locator("#explorer-retry").count(), 1);
      await page.unroute(matchHashedFile(file));
      await page.locator("#explorer-retry").focus();
      await page.keyboard.press("Enter");
      await waitUntilDone(page);
      assert.equal(await readFocusedId(page), "explorer-status");
    });

  testPage("a get-method in the page fails offline, and works online again", async (page, expectedMessages) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    await openPage(page, "#/explorer/v2.runGetMethod");
    for (const [name, value] of Object.entries({ address: findAccount("alice"), method: "seqno", stack: "[]" }))
      await findField(page, name).fill(value);
    await eventually(() => page.locator('#explorer-request [role="tabpanel"]:visible').isVisible(), true);
    await page.context().setOffline(true);
    await pressButton(page, "here");
    await eventually(() => readText(page, "status"), "Failed.");
    await page.context().setOffline(false);
    await pressButton(page, "retry");
    await waitUntilDone(page);
    // The module is loaded, and the gateway cannot be reached.
    await page.context().setOffline(true);
    await pressButton(page, "here");
    await eventually(() => readText(page, "status"), "Failed.");
    assert.match(await readText(page, "response"), /The gateway cannot be reached\..*Code connection_failed/s);
    await page.context().setOffline(false);
    await pressButton(page, "retry");
    await waitUntilDone(page);
  });

  testPage("an error of the gateway, and an invalid body, are reported", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    await openPage(page, writeCallFragment());
    await waitForStatus(page);
    const result = { state: "active", balance: "x" };
    for (const [status, body, pattern] of /** @type {const} */ ([
      [500, { ok: false, error: "out of order", code: 500 }, /The upstream service failed.*Code \w+, HTTP status 500/s],
      [200, { ok: true, result }, /Code invalid_response/],
    ])) {
      await page.route("**/getAddressInformation*", (route) => route.fulfill({ status, json: body }));
      await pressButton(page, "here");
      await eventually(async () => pattern.test(await readText(page, "response")), true);
      await page.unroute("**/getAddressInformation*");
      await pressButton(page, "retry");
      await waitUntilDone(page);
    }
  });

  testPage("a request that the gateway refuses with 429 waits and is sent again", async (page, expectedMessages) => {
    expectedMessages.push(/status of 429/);
    await openPage(page, writeCallFragment());
    await waitForStatus(page);
    const headers = { "retry-after": "1" };
    const json = { ok: false, error: "Ratelimit exceed", code: 429 };
    await page.route("**/getAddressInformation*", (route) => route.fulfill({ status: 429, headers, json }), {
      times: 2,
    });
    await pressButton(page, "here");
    await waitUntilDone(page);
    assert.equal(await readFact(page, "requests"), "4: 3 × getAddressInformation, getConfigAll");
  });

  testPage("a local get-method can be cancelled while modules load and while state is read", async (page) => {
    await openPage(page, writeCallFragment());
    await waitForStatus(page);
    let release;
    const heldRequest = new Promise((releaseRequest) => {
      release = releaseRequest;
    });
    await page.route(matchHashedFile("explorer/local-get-method.js"), async (route) => {
      await heldRequest;
      await route.continue();
    });
    await pressButton(page, "here");
    await eventually(async () => /^Loading the virtual machine: \d+ %…$/.test(await readText(page, "status")), true);
    await pressButton(page, "cancel");
    await eventually(async () => /^Cancelled after/.test(await readText(page, "status")), true);
    assert.equal(await readFocusedId(page), "explorer-status");
    release();
    await page.route("**/getAddressInformation*", () => {});
    await pressButton(page, "here");
    await eventually(() => readText(page, "status"), "Reading the account…");
    await pressButton(page, "cancel");
    await eventually(async () => /^Cancelled after/.test(await readText(page, "status")), true);
    await page.unroute("**/getAddressInformation*");
    // Switching to another operation stops the run, and no result appears there.
    await pressButton(page, "here");
    await page.evaluate(() => {
      location.hash = "#/explorer/v3.blocks";
    });
    await page.locator('#explorer-title[data-id="v3.blocks"]').waitFor();
    await page.waitForTimeout(300);
    assert.equal(await readText(page, "status"), "");
  });
});

describe("layout of local get-methods", () => {
  testPage("certain and uncertain results are legible and usable", async (page) => {
    const [master] = (await fetchApi("v3/jetton/masters?limit=1")).jetton_masters;
    for (const method of ["get_jetton_data", "nothing"]) {
      await page.goto("about:blank");
      await openPage(page, `#/explorer/v2.runGetMethod?address=${master.address}&method=${method}&stack=[]&here=1`);
      await eventually(async () => /^(Done|Not)/.test(await readText(page, "status")), true);
      if (method !== "nothing") await readWholeTree(page);
      await assertLooks(page, method, { appearances: THREE_APPEARANCES });
    }
  });
});
