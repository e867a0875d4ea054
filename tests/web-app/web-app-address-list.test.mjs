// Lists in the address inspector: recognising a list, the table, the file, and 10,000 items at once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { serveFiles } from "../helpers/static.mjs";
import { makeAddressBytes, ADDRESS_FORMS, readForms, ACCOUNT_HEX, type, withChecksum } from "./address-forms.mjs";
import { findAxeViolations } from "./axe.mjs";
import { waitForApp, eventually, describeFit, readFocusedId, readFragment, createPageTest } from "./visit.mjs";

let files;
let browser;
before(async () => {
  files = await serveFiles();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await files?.close();
});

const testPage = createPageTest(() => ({ stack: files, browser }));

const openPage = async (page, fragment = "#/address/") => {
  await page.goto(`${files.url}/${fragment}`);
  await waitForApp(page);
};
const readTotals = (page) => page.locator("#address-totals").textContent();
/** The texts of the table's cells, an array per row. */
const readCells = (page) =>
  page
    .locator("#address-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
/** The inputs in the rows, without the marks for their ends and for invisible characters. */
const readInputs = (page) =>
  page.locator("#address-table tbody tr").evaluateAll((rows) =>
    rows.map((row) =>
      [...row.cells[2].childNodes]
        .filter((node) => node.className !== "named")
        .map(({ textContent }) => textContent)
        .join(""),
    ),
  );
const readClipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
async function saveList(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#address-csv").click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const HASH = Buffer.from(ACCOUNT_HEX, "hex");
const MASTERCHAIN_ADDRESS = withChecksum(makeAddressBytes({ workchain: -1, bounceable: false }));
const WRONG_ADDRESS = `${ADDRESS_FORMS["bounceable b64url"].slice(0, 9)}!${ADDRESS_FORMS["bounceable b64url"].slice(10)}`;
const MIXED_LINES = [
  ADDRESS_FORMS["bounceable b64url"],
  ADDRESS_FORMS["raw-form"],
  ADDRESS_FORMS["test non-bounceable b64"],
  MASTERCHAIN_ADDRESS.toString("base64url"),
  HASH.toString("base64"),
  HASH.toString("base64url"),
  WRONG_ADDRESS,
  "alice.ton",
];

describe("which texts are lists of addresses", () => {
  testPage("several lines, or one line with several addresses or hashes, are a list", async (page) => {
    await openPage(page);
    const [a, b] = [ADDRESS_FORMS["bounceable b64url"], ADDRESS_FORMS.raw];
    for (const [text, expected] of [
      [`${a}\n${b}`, [a, b]],
      [`${a}\r\n\r\n${b}\r\n`, [a, b]],
      [`${a},${b}`, [a, b]],
      [`${a}; ${b}`, [a, b]],
      [`${a}\t${b}`, [a, b]],
      [`${a} ${b}`, [a, b]],
      [JSON.stringify([a, b], null, 2), [a, b]],
      [`"${a}","${b}"`, [a, b]],
      ["x\ny", ["x", "y"]],
      [`pay to ${a}`, ["pay", "to", a]],
      [`${ACCOUNT_HEX} ${ACCOUNT_HEX}`, [ACCOUNT_HEX, ACCOUNT_HEX]],
    ]) {
      await type(page, text);
      assert.deepEqual(await readInputs(page), expected, JSON.stringify(text));
      assert.equal(await page.locator("#address-echo").count(), 0);
    }
  });

  testPage("an address in two pieces, and words without an address, are not a list", async (page) => {
    await openPage(page);
    const validAddress = ADDRESS_FORMS["bounceable b64url"];
    for (const [text, code] of [
      [`${validAddress.slice(0, 20)}\n${validAddress.slice(20)}`, "address_whitespace"],
      [`${ACCOUNT_HEX.slice(0, 32)} ${ACCOUNT_HEX.slice(32)}`, "address_whitespace"],
      ["hello world", "address_whitespace"],
      [`${validAddress.slice(0, 20)},${validAddress.slice(20)}`, "address_length"],
    ]) {
      await type(page, text);
      assert.equal(await page.locator("#address-code").textContent(), code, text);
      assert.equal(await page.locator("#address-table").count(), 0);
    }
    // A cell copied from a spreadsheet ends with a line break, which does not belong to the address.
    await type(page, `${validAddress}\r\n`);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
  });

  testPage("the sample list has one item of each kind", async (page) => {
    await openPage(page);
    await page.getByRole("button", { name: "Try a list" }).click();
    assert.equal(await readTotals(page), "4 valid, 1 not.");
    assert.match(await page.locator("#address-message").textContent(), /3 addresses of 2 accounts and 1 hash\.$/);
    // The list is short, so the URL contains it and can be shared.
    await page.reload();
    await waitForApp(page);
    assert.equal(await readTotals(page), "4 valid, 1 not.");
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => page.locator("#address-table").count(), 0);
    assert.equal(await page.locator("#address-input").inputValue(), "");
  });
});

describe("the table of a list", () => {
  testPage("a list of addresses and hashes shows the forms or the error of each", async (page) => {
    await openPage(page);
    await type(page, MIXED_LINES.join("\n"));
    assert.equal(await readTotals(page), "6 valid, 2 not.");
    assert.match(await page.locator("#address-message").textContent(), /4 addresses of 2 accounts and 2 hashes\.$/);
    const link = ADDRESS_FORMS["bounceable b64url"];
    assert.deepEqual(
      (await readCells(page))
        .map(([row, kind, , exact, short]) => [row, kind.replaceAll("\n", ", "), exact, short])
        .slice(0, 6),
      [
        ["1", "Friendly, bounceable", ADDRESS_FORMS.raw, link],
        ["2", "Raw, same account as row 1", ADDRESS_FORMS.raw, link],
        [
          "3",
          "Friendly, non-bounceable, test only, base64, same account as row 1",
          ADDRESS_FORMS.raw,
          ADDRESS_FORMS["test non-bounceable b64url"],
        ],
        ["4", "Friendly, non-bounceable", `-1:${ACCOUNT_HEX.toUpperCase()}`, MASTERCHAIN_ADDRESS.toString("base64url")],
        ["5", "Hash", ACCOUNT_HEX, HASH.toString("base64url")],
        ["6", "Hash, same hash as row 5", ACCOUNT_HEX, HASH.toString("base64url")],
      ],
    );
    const [faultyRow, domainRow] = (await readCells(page)).slice(6);
    assert.match(faultyRow[3], /^Character 10, `!`, is in neither base64 alphabet\. address_charset$/);
    assert.match(domainRow[3], /address_is_domain$/);
    assert.equal(await page.locator("#address-table mark").getAttribute("data-index"), "9");
    assert.equal(await page.locator("#address-table mark").textContent(), "!");
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), "true");
    await type(page, MIXED_LINES.slice(0, 6).join(" "));
    assert.equal(await readTotals(page), "All 6 valid.");
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
    assert.equal(await page.locator("#address-faults").count(), 0);
  });

  testPage(
    "on a phone, errors are visible without scrolling sideways",
    async (page) => {
      await openPage(page);
      await type(page, MIXED_LINES.concat(WRONG_ADDRESS).join("\n"));
      const fault = page.locator('#address-table tr[data-kind="fault"]').last();
      const reason = fault.locator("td").last();
      await reason.scrollIntoViewIfNeeded();
      const { x, width } = await reason.boundingBox();
      assert.ok(x >= 0 && x + width <= 375, `${x} + ${width}`);
      assert.match(await reason.innerText(), /address_/);
      const scroller = page.locator(".scroller").first();
      assert.equal(await scroller.evaluate((box) => box.scrollWidth <= box.clientWidth), true);
    },
    { viewport: { width: 375, height: 812 } },
  );

  testPage("the filter shows only rows with errors, and a column can be copied", async (page) => {
    await openPage(page);
    await type(page, MIXED_LINES.join("\n"));
    const copiedMessage = page.locator("#copied");
    await page.getByRole("button", { name: "Copy column Raw or hexadecimal" }).click();
    await eventually(() => copiedMessage.textContent(), "Copied column Raw or hexadecimal");
    assert.equal(
      await readClipboard(page),
      [
        ADDRESS_FORMS.raw,
        ADDRESS_FORMS.raw,
        ADDRESS_FORMS.raw,
        `-1:${ACCOUNT_HEX.toUpperCase()}`,
        ACCOUNT_HEX,
        ACCOUNT_HEX,
      ].join("\n"),
    );
    await page.locator("#address-faults").click();
    assert.deepEqual(
      (await readCells(page)).map(([row]) => row),
      ["7", "8"],
    );
    assert.equal(await page.locator("#address-faults").getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator("#address-all").getAttribute("aria-pressed"), "false");
    await page.getByRole("button", { name: "Copy column Given" }).click();
    await eventually(() => readClipboard(page), [WRONG_ADDRESS, "alice.ton"].join("\n"));
    await page.locator("#address-all").click();
    assert.equal((await readCells(page)).length, 8);
  });

  testPage("a list of one kind has the columns of that kind", async (page) => {
    await openPage(page);
    const readHeads = () =>
      page.locator("#address-table thead th > span, #address-table thead th:not(:has(span))").allTextContents();
    await type(page, [ACCOUNT_HEX, HASH.toString("base64"), "x"].join("\n"));
    assert.deepEqual(await readHeads(), ["Row", "Kind", "Given", "Hexadecimal", "Base64", "Base64url"]);
    assert.deepEqual((await readCells(page))[1].slice(3), [
      ACCOUNT_HEX,
      HASH.toString("base64"),
      HASH.toString("base64url"),
    ]);
    await type(page, [ADDRESS_FORMS.raw, ADDRESS_FORMS["non-bounceable b64"]].join("\n"));
    assert.deepEqual(await readHeads(), ["Row", "Kind", "Given", "Raw", "Friendly"]);
    await type(page, "x\ny");
    assert.deepEqual(await readHeads(), ["Row", "Kind", "Given", "What is wrong"]);
    assert.equal(await readTotals(page), "0 valid, 2 not.");
  });

  testPage("addresses are extracted from links on request", async (page) => {
    await openPage(page);
    const validAddress = ADDRESS_FORMS["bounceable b64url"];
    await type(
      page,
      [`https://tonviewer.com/${validAddress}`, "nonsense", `ton://transfer/${validAddress}`, ADDRESS_FORMS.raw].join(
        "\n",
      ),
    );
    assert.equal(await readTotals(page), "1 valid, 3 not.");
    await page.getByRole("button", { name: "Extract the addresses from 2 links" }).click();
    assert.deepEqual(await readInputs(page), [validAddress, "nonsense", validAddress, ADDRESS_FORMS.raw]);
    assert.equal(await readTotals(page), "3 valid, 1 not.");
    assert.equal(await readFocusedId(page), "address-input");
    assert.equal(await page.locator("button.remedy").count(), 0);
  });

  testPage("a row of the list links to its item, and Back returns to the list", async (page) => {
    await openPage(page, "#/address/");
    await type(page, MIXED_LINES.join("\n"));
    await page.getByRole("link", { name: "Inspect row 2" }).click();
    await eventually(async () => readFragment(page), `#/address/${ADDRESS_FORMS["raw-form"]}`);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
    await page.goBack();
    await eventually(() => page.locator("#address-table tbody tr").count(), 8);
  });
});

describe("the CSV file of a list", () => {
  testPage("the file has every row in order, in the format of RFC 4180", async (page) => {
    await openPage(page);
    await type(page, MIXED_LINES.join("\n"));
    const { name, bytes } = await saveList(page);
    assert.equal(name, "ton-addresses.csv");
    const [bounceable, nonBounceable] = [ADDRESS_FORMS["bounceable b64url"], ADDRESS_FORMS["non-bounceable b64url"]];
    const [bounceableTest, nonBounceableTest] = [
      ADDRESS_FORMS["test bounceable b64url"],
      ADDRESS_FORMS["test non-bounceable b64url"],
    ];
    const master = withChecksum(makeAddressBytes({ workchain: -1 })).toString("base64url");
    const [b64, b64url] = [HASH.toString("base64"), HASH.toString("base64url")];
    assert.equal(
      bytes.toString(),
      [
        "row,given,kind,workchain,raw,bounceable,non_bounceable,given_bounceable,given_test_only,given_url_safe,hash_hex,hash_base64,hash_base64url,same_as_row,error_code,error_character,error_message",
        `1,${MIXED_LINES[0]},friendly,0,${ADDRESS_FORMS.raw},${bounceable},${nonBounceable},true,false,true,${ACCOUNT_HEX},,,,,,`,
        `2,${MIXED_LINES[1]},raw,0,${ADDRESS_FORMS.raw},${bounceable},${nonBounceable},,,,${ACCOUNT_HEX},,,1,,,`,
        `3,${MIXED_LINES[2]},friendly,0,${ADDRESS_FORMS.raw},${bounceableTest},${nonBounceableTest},false,true,false,${ACCOUNT_HEX},,,1,,,`,
        `4,${MIXED_LINES[3]},friendly,-1,-1:${ACCOUNT_HEX.toUpperCase()},${master},${MASTERCHAIN_ADDRESS.toString("base64url")},false,false,true,${ACCOUNT_HEX},,,,,,`,
        `5,${MIXED_LINES[4]},hash,,,,,,,,${ACCOUNT_HEX},${b64},${b64url},,,,`,
        `6,${MIXED_LINES[5]},hash,,,,,,,,${ACCOUNT_HEX},${b64},${b64url},5,,,`,
        `7,${MIXED_LINES[6]},fault,,,,,,,,,,,,address_charset,10,"character 10, \`!\`, is in neither base64 alphabet"`,
        '8,alice.ton,fault,,,,,,,,,,,,address_is_domain,,"this is a domain name; look it up with `dns/records` and use the returned address"',
        "",
      ].join("\r\n"),
    );
  });

  testPage("a text that a spreadsheet would evaluate is escaped, and an address is never changed", async (page) => {
    await openPage(page);
    // The base64 form of a hash may also begin with such a character.
    const base64WithPlus = Buffer.concat([Buffer.from([0xf8]), HASH.subarray(1)]).toString("base64");
    assert.ok(base64WithPlus.startsWith("+"));
    const texts = [
      `-1:${ACCOUNT_HEX}`,
      base64WithPlus,
      '=HYPERLINK("//x")',
      "+1+1",
      "-2+3",
      "@SUM(1)",
      "\uFF1D1",
      "x=1",
    ];
    await type(page, texts.join("\n"));
    const lines = (await saveList(page)).bytes.toString().split("\r\n").slice(1, -1);
    const readCell = (line) =>
      /^\d+,(?:"((?:[^"]|"")*)"|([^",]*)),/
        .exec(line)
        .slice(1)
        .find((one) => one !== undefined)
        .replaceAll('""', '"');
    assert.deepEqual(lines.map(readCell), [
      `-1:${ACCOUNT_HEX}`,
      base64WithPlus,
      ...texts.slice(2, 7).map((text) => `'${text}`),
      "x=1",
    ]);
    // The web app shows the text unchanged.
    assert.equal((await readInputs(page))[2], '=HYPERLINK("//x")');
  });

  testPage("the file contains all rows, whatever the table shows", async (page) => {
    await openPage(page);
    await type(page, MIXED_LINES.join("\n"));
    await page.locator("#address-faults").click();
    assert.equal((await saveList(page)).bytes.toString().split("\r\n").length, MIXED_LINES.length + 2);
  });
});

const MANY_LINES = 10_000;
/** A list in which every fiftieth item is invalid. */
const writeLines = (count) =>
  Array.from({ length: count }, (_, index) =>
    index % 50 === 7 ? `EQ${index}` : `0:${index.toString(16).padStart(64, "0")}`,
  );

async function pasteText(page, text) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.locator("#address-input").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
}

describe("a list of 10,000 items", () => {
  testPage("10,000 items are checked while the web app stays responsive", async (page) => {
    await openPage(page);
    await page.evaluate(() => {
      globalThis.progress = [];
      globalThis.longest = 0;
      let lastTime = performance.now();
      setInterval(() => {
        const now = performance.now();
        globalThis.longest = Math.max(globalThis.longest, now - lastTime);
        lastTime = now;
        const progressBar = document.querySelector("#address-message progress");
        if (progressBar) globalThis.progress.push(/** @type {HTMLInputElement} */ (progressBar).value);
      }, 10);
    });
    await pasteText(page, writeLines(MANY_LINES).join("\n"));
    await page.locator("#address-totals").waitFor();
    const { progress, longest: longestTask } = await page.evaluate(() => ({
      progress: globalThis.progress,
      longest: globalThis.longest,
    }));
    // Half of the time is the browser's, for the layout of the field.
    assert.ok(longestTask < 10_000, `a timer waited ${longestTask} ms`);
    // Timers ran during the check.
    assert.ok(new Set(progress).size > 3, `progress was seen at ${[...new Set(progress)]}`);
    assert.equal(await readTotals(page), "9,800 valid, 200 not.");
    assert.match(await page.locator("#address-message").textContent(), /9,800 addresses of 9,800 accounts\.$/);
    await eventually(
      () => page.locator("#address-live").textContent(),
      "9,800 valid, 200 not. 9,800 addresses of 9,800 accounts.",
    );

    const lines = (await saveList(page)).bytes.toString().split("\r\n");
    assert.equal(lines.length, MANY_LINES + 2);
    assert.match(
      lines[MANY_LINES],
      new RegExp(`^10000,0:0{60}270f,raw,0,0:0{60}270F,EQ[\\w-]{46},UQ[\\w-]{46},,,,0{60}270f,,,,,,$`),
    );
  });

  testPage("10,000 items are shown in parts", async (page) => {
    await openPage(page);
    await pasteText(page, writeLines(1000).join("\n"));
    const rows = page.locator("#address-table tbody tr");
    await eventually(() => rows.count(), 100);
    assert.equal(await page.locator("#address-rows").textContent(), "Rows 1 to 100 of 1,000 shown.");
    assert.deepEqual(await findAxeViolations(page), []);
    const moreButton = page.locator("#address-more");
    await moreButton.focus();
    await page.keyboard.press("Enter");
    assert.equal(await rows.count(), 600);
    assert.equal(await readFocusedId(page), "address-more");
    assert.equal(await moreButton.textContent(), "Show 400 more");
    await page.keyboard.press("Enter");
    assert.equal(await rows.count(), 1000);
    assert.equal(await moreButton.isVisible(), false);
    assert.equal(await page.locator("#address-rows").textContent(), "All 1,000 rows shown.");
    // The button that had the focus has disappeared.
    assert.equal(await readFocusedId(page), "address-rows");
    assert.equal(await rows.last().locator("th").textContent(), "1000");
    await page.locator("#address-faults").click();
    assert.equal(await rows.count(), 20);
    assert.equal(await describeFit(page), "fits");
  });

  testPage("10,000 items are not in the URL, and are restored after Back", async (page) => {
    await openPage(page, "#/address/");
    await pasteText(page, writeLines(300).join("\n"));
    await eventually(() => readTotals(page), "294 valid, 6 not.");
    await page.waitForTimeout(600);
    assert.equal(readFragment(page), "#/address/");
    await page.getByRole("link", { name: "Inspect row 3", exact: true }).click();
    await page.locator(".qr").waitFor();
    await page.goBack();
    await eventually(() => readTotals(page), "294 valid, 6 not.");
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => page.locator("#address-input").inputValue(), "");
    assert.equal(await page.locator("#address-table").count(), 0);
  });

  testPage("another text during the check shows no late results of the list", async (page) => {
    await openPage(page);
    await pasteText(page, writeLines(MANY_LINES).join("\n"));
    // Runs inside the browser, because a command from outside would arrive after the check has ended.
    const stoppedValue = await page.evaluate(async (text) => {
      const findProgressBar = () =>
        /** @type {HTMLProgressElement} */ (document.querySelector("#address-message progress"));
      while (!(findProgressBar()?.value > 0)) await new Promise((resolve) => setTimeout(resolve));
      const { value } = findProgressBar();
      const input = document.getElementById("address-input");
      /** @type {HTMLInputElement} */ (input).value = text;
      input.dispatchEvent(new Event("input"));
      return value;
    }, ADDRESS_FORMS.raw);
    assert.ok(stoppedValue < MANY_LINES, `${stoppedValue} of ${MANY_LINES} items were checked before the stop`);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
    await page.waitForTimeout(1500);
    assert.equal(await page.locator("#address-table").count(), 0);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
  });

  testPage(
    "after another view was opened during the check, the list is shown on return",
    async (page, expectedMessages) => {
      // The other view requests samples, and a static host has none.
      expectedMessages.push(/status of 404/);
      await openPage(page, "#/address/");
      await pasteText(page, writeLines(MANY_LINES).join("\n"));
      await page.locator("#address-message progress").waitFor();
      await page.evaluate(() => document.getElementById("nav-account").click());
      await page.locator("#account-form").waitFor();
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: "Address", exact: true }).click();
      await eventually(() => page.locator("#address-totals").allTextContents(), ["9,800 valid, 200 not."]);
    },
  );

  testPage("only the first 10,000 items of a longer list are checked, and the view says so", async (page) => {
    await openPage(page);
    await pasteText(page, writeLines(MANY_LINES + 5).join("\n"));
    await page.locator("#address-totals").waitFor();
    assert.match(
      await page.locator("#address-message").textContent(),
      /Only the first 10,000 of 10,005 items were checked\.$/,
    );
    assert.equal((await saveList(page)).bytes.toString().split("\r\n").length, MANY_LINES + 2);
  });
});
