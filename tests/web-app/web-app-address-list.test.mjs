// Lists in the address inspector: recognising a list, the table, the file, and 10,000 items at once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { serveFiles } from "../helpers/static.mjs";
import { bytesOf, FORMS, forms, HEX, type, withChecksum } from "./address-forms.mjs";
import { axe } from "./axe.mjs";
import { alive, eventually, fits, focused, fragment, visitor } from "./visit.mjs";

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

const visit = visitor(() => ({ stack: files, browser }));

const open = async (page, fragment = "#/address/") => {
  await page.goto(`${files.url}/${fragment}`);
  await alive(page);
};
const totals = (page) => page.locator("#address-totals").textContent();
/** The texts of the table's cells, an array per row. */
const cells = (page) =>
  page
    .locator("#address-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((one) => one.innerText)));
/** The inputs in the rows, without the marks for their ends and for invisible characters. */
const given = (page) =>
  page.locator("#address-table tbody tr").evaluateAll((rows) =>
    rows.map((row) =>
      [...row.cells[2].childNodes]
        .filter((node) => node.className !== "named")
        .map(({ textContent }) => textContent)
        .join(""),
    ),
  );
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
async function saved(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#address-csv").click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const HASH = Buffer.from(HEX, "hex");
const MASTER = withChecksum(bytesOf({ workchain: -1, bounceable: false }));
const WRONG = `${FORMS["bounceable b64url"].slice(0, 9)}!${FORMS["bounceable b64url"].slice(10)}`;
const MIXED = [
  FORMS["bounceable b64url"],
  FORMS["raw-form"],
  FORMS["test non-bounceable b64"],
  MASTER.toString("base64url"),
  HASH.toString("base64"),
  HASH.toString("base64url"),
  WRONG,
  "alice.ton",
];

describe("which texts are lists of addresses", () => {
  visit("several lines, or one line with several addresses or hashes, are a list", async (page) => {
    await open(page);
    const [a, b] = [FORMS["bounceable b64url"], FORMS.raw];
    for (const [text, wanted] of [
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
      [`${HEX} ${HEX}`, [HEX, HEX]],
    ]) {
      await type(page, text);
      assert.deepEqual(await given(page), wanted, JSON.stringify(text));
      assert.equal(await page.locator("#address-echo").count(), 0);
    }
  });

  visit("an address in two pieces, and words without an address, are not a list", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    for (const [text, code] of [
      [`${good.slice(0, 20)}\n${good.slice(20)}`, "address_whitespace"],
      [`${HEX.slice(0, 32)} ${HEX.slice(32)}`, "address_whitespace"],
      ["hello world", "address_whitespace"],
      [`${good.slice(0, 20)},${good.slice(20)}`, "address_length"],
    ]) {
      await type(page, text);
      assert.equal(await page.locator("#address-code").textContent(), code, text);
      assert.equal(await page.locator("#address-table").count(), 0);
    }
    // A cell copied from a spreadsheet ends with a line break, which does not belong to the address.
    await type(page, `${good}\r\n`);
    assert.deepEqual(await forms(page), FORMS);
  });

  visit("the sample list has one item of each kind", async (page) => {
    await open(page);
    await page.getByRole("button", { name: "Try a list" }).click();
    assert.equal(await totals(page), "4 valid, 1 not.");
    assert.match(await page.locator("#address-message").textContent(), /3 addresses of 2 accounts and 1 hash\.$/);
    // The list is short, so the URL contains it and can be shared.
    await page.reload();
    await alive(page);
    assert.equal(await totals(page), "4 valid, 1 not.");
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => page.locator("#address-table").count(), 0);
    assert.equal(await page.locator("#address-input").inputValue(), "");
  });
});

describe("the table of a list", () => {
  visit("a list of addresses and hashes shows the forms or the error of each", async (page) => {
    await open(page);
    await type(page, MIXED.join("\n"));
    assert.equal(await totals(page), "6 valid, 2 not.");
    assert.match(await page.locator("#address-message").textContent(), /4 addresses of 2 accounts and 2 hashes\.$/);
    const link = FORMS["bounceable b64url"];
    assert.deepEqual(
      (await cells(page))
        .map(([row, kind, , exact, short]) => [row, kind.replaceAll("\n", ", "), exact, short])
        .slice(0, 6),
      [
        ["1", "Friendly, bounceable", FORMS.raw, link],
        ["2", "Raw, same account as row 1", FORMS.raw, link],
        [
          "3",
          "Friendly, non-bounceable, test only, base64, same account as row 1",
          FORMS.raw,
          FORMS["test non-bounceable b64url"],
        ],
        ["4", "Friendly, non-bounceable", `-1:${HEX.toUpperCase()}`, MASTER.toString("base64url")],
        ["5", "Hash", HEX, HASH.toString("base64url")],
        ["6", "Hash, same hash as row 5", HEX, HASH.toString("base64url")],
      ],
    );
    const [faulty, domain] = (await cells(page)).slice(6);
    assert.match(faulty[3], /^Character 10, `!`, is in neither base64 alphabet\. address_charset$/);
    assert.match(domain[3], /address_is_domain$/);
    assert.equal(await page.locator("#address-table mark").getAttribute("data-index"), "9");
    assert.equal(await page.locator("#address-table mark").textContent(), "!");
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), "true");
    await type(page, MIXED.slice(0, 6).join(" "));
    assert.equal(await totals(page), "All 6 valid.");
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
    assert.equal(await page.locator("#address-faults").count(), 0);
  });

  visit(
    "on a phone, errors are visible without scrolling sideways",
    async (page) => {
      await open(page);
      await type(page, MIXED.concat(WRONG).join("\n"));
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

  visit("the filter shows only rows with errors, and a column can be copied", async (page) => {
    await open(page);
    await type(page, MIXED.join("\n"));
    const copied = page.locator("#copied");
    await page.getByRole("button", { name: "Copy column Raw or hexadecimal" }).click();
    await eventually(() => copied.textContent(), "Copied column Raw or hexadecimal");
    assert.equal(
      await clipboard(page),
      [FORMS.raw, FORMS.raw, FORMS.raw, `-1:${HEX.toUpperCase()}`, HEX, HEX].join("\n"),
    );
    await page.locator("#address-faults").click();
    assert.deepEqual(
      (await cells(page)).map(([row]) => row),
      ["7", "8"],
    );
    assert.equal(await page.locator("#address-faults").getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator("#address-all").getAttribute("aria-pressed"), "false");
    await page.getByRole("button", { name: "Copy column Given" }).click();
    await eventually(() => clipboard(page), [WRONG, "alice.ton"].join("\n"));
    await page.locator("#address-all").click();
    assert.equal((await cells(page)).length, 8);
  });

  visit("a list of one kind has the columns of that kind", async (page) => {
    await open(page);
    const heads = () =>
      page.locator("#address-table thead th > span, #address-table thead th:not(:has(span))").allTextContents();
    await type(page, [HEX, HASH.toString("base64"), "x"].join("\n"));
    assert.deepEqual(await heads(), ["Row", "Kind", "Given", "Hexadecimal", "Base64", "Base64url"]);
    assert.deepEqual((await cells(page))[1].slice(3), [HEX, HASH.toString("base64"), HASH.toString("base64url")]);
    await type(page, [FORMS.raw, FORMS["non-bounceable b64"]].join("\n"));
    assert.deepEqual(await heads(), ["Row", "Kind", "Given", "Raw", "Friendly"]);
    await type(page, "x\ny");
    assert.deepEqual(await heads(), ["Row", "Kind", "Given", "What is wrong"]);
    assert.equal(await totals(page), "0 valid, 2 not.");
  });

  visit("addresses are extracted from links on request", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    await type(page, [`https://tonviewer.com/${good}`, "nonsense", `ton://transfer/${good}`, FORMS.raw].join("\n"));
    assert.equal(await totals(page), "1 valid, 3 not.");
    await page.getByRole("button", { name: "Extract the addresses from 2 links" }).click();
    assert.deepEqual(await given(page), [good, "nonsense", good, FORMS.raw]);
    assert.equal(await totals(page), "3 valid, 1 not.");
    assert.equal(await focused(page), "address-input");
    assert.equal(await page.locator("button.remedy").count(), 0);
  });

  visit("a row of the list links to its item, and Back returns to the list", async (page) => {
    await open(page, "#/address/");
    await type(page, MIXED.join("\n"));
    await page.getByRole("link", { name: "Inspect row 2" }).click();
    await eventually(async () => fragment(page), `#/address/${FORMS["raw-form"]}`);
    assert.deepEqual(await forms(page), FORMS);
    await page.goBack();
    await eventually(() => page.locator("#address-table tbody tr").count(), 8);
  });
});

describe("the CSV file of a list", () => {
  visit("the file has every row in order, in the format of RFC 4180", async (page) => {
    await open(page);
    await type(page, MIXED.join("\n"));
    const { name, bytes } = await saved(page);
    assert.equal(name, "ton-addresses.csv");
    const [bounceable, non] = [FORMS["bounceable b64url"], FORMS["non-bounceable b64url"]];
    const [test, nonTest] = [FORMS["test bounceable b64url"], FORMS["test non-bounceable b64url"]];
    const master = withChecksum(bytesOf({ workchain: -1 })).toString("base64url");
    const [b64, b64url] = [HASH.toString("base64"), HASH.toString("base64url")];
    assert.equal(
      bytes.toString(),
      [
        "row,given,kind,workchain,raw,bounceable,non_bounceable,given_bounceable,given_test_only,given_url_safe,hash_hex,hash_base64,hash_base64url,same_as_row,error_code,error_character,error_message",
        `1,${MIXED[0]},friendly,0,${FORMS.raw},${bounceable},${non},true,false,true,${HEX},,,,,,`,
        `2,${MIXED[1]},raw,0,${FORMS.raw},${bounceable},${non},,,,${HEX},,,1,,,`,
        `3,${MIXED[2]},friendly,0,${FORMS.raw},${test},${nonTest},false,true,false,${HEX},,,1,,,`,
        `4,${MIXED[3]},friendly,-1,-1:${HEX.toUpperCase()},${master},${MASTER.toString("base64url")},false,false,true,${HEX},,,,,,`,
        `5,${MIXED[4]},hash,,,,,,,,${HEX},${b64},${b64url},,,,`,
        `6,${MIXED[5]},hash,,,,,,,,${HEX},${b64},${b64url},5,,,`,
        `7,${MIXED[6]},fault,,,,,,,,,,,,address_charset,10,"character 10, \`!\`, is in neither base64 alphabet"`,
        '8,alice.ton,fault,,,,,,,,,,,,address_is_domain,,"this is a domain name; look it up with `dns/records` and use the returned address"',
        "",
      ].join("\r\n"),
    );
  });

  visit("a text that a spreadsheet would evaluate is escaped, and an address is never changed", async (page) => {
    await open(page);
    // The base64 form of a hash may also begin with such a character.
    const plus = Buffer.concat([Buffer.from([0xf8]), HASH.subarray(1)]).toString("base64");
    assert.ok(plus.startsWith("+"));
    const texts = [`-1:${HEX}`, plus, '=HYPERLINK("//x")', "+1+1", "-2+3", "@SUM(1)", "\uFF1D1", "x=1"];
    await type(page, texts.join("\n"));
    const lines = (await saved(page)).bytes.toString().split("\r\n").slice(1, -1);
    const cell = (line) =>
      /^\d+,(?:"((?:[^"]|"")*)"|([^",]*)),/
        .exec(line)
        .slice(1)
        .find((one) => one !== undefined)
        .replaceAll('""', '"');
    assert.deepEqual(lines.map(cell), [`-1:${HEX}`, plus, ...texts.slice(2, 7).map((text) => `'${text}`), "x=1"]);
    // The web app shows the text unchanged.
    assert.equal((await given(page))[2], '=HYPERLINK("//x")');
  });

  visit("the file contains all rows, whatever the table shows", async (page) => {
    await open(page);
    await type(page, MIXED.join("\n"));
    await page.locator("#address-faults").click();
    assert.equal((await saved(page)).bytes.toString().split("\r\n").length, MIXED.length + 2);
  });
});

const MANY = 10_000;
/** A list in which every fiftieth item is invalid. */
const many = (count) =>
  Array.from({ length: count }, (_, at) => (at % 50 === 7 ? `EQ${at}` : `0:${at.toString(16).padStart(64, "0")}`));

async function paste(page, text) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.locator("#address-input").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
}

describe("a list of 10,000 items", () => {
  visit("10,000 items are checked while the web app stays responsive", async (page) => {
    await open(page);
    await page.evaluate(() => {
      globalThis.progress = [];
      globalThis.longest = 0;
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        globalThis.longest = Math.max(globalThis.longest, now - last);
        last = now;
        const bar = document.querySelector("#address-message progress");
        if (bar) globalThis.progress.push(/** @type {HTMLInputElement} */ (bar).value);
      }, 10);
    });
    await paste(page, many(MANY).join("\n"));
    await page.locator("#address-totals").waitFor();
    const { progress, longest } = await page.evaluate(() => ({
      progress: globalThis.progress,
      longest: globalThis.longest,
    }));
    // Half of the time is the browser's, for the layout of the field.
    assert.ok(longest < 10_000, `a timer waited ${longest} ms`);
    // Timers ran during the check.
    assert.ok(new Set(progress).size > 3, `progress was seen at ${[...new Set(progress)]}`);
    assert.equal(await totals(page), "9,800 valid, 200 not.");
    assert.match(await page.locator("#address-message").textContent(), /9,800 addresses of 9,800 accounts\.$/);
    await eventually(
      () => page.locator("#address-live").textContent(),
      "9,800 valid, 200 not. 9,800 addresses of 9,800 accounts.",
    );

    const lines = (await saved(page)).bytes.toString().split("\r\n");
    assert.equal(lines.length, MANY + 2);
    assert.match(
      lines[MANY],
      new RegExp(`^10000,0:0{60}270f,raw,0,0:0{60}270F,EQ[\\w-]{46},UQ[\\w-]{46},,,,0{60}270f,,,,,,$`),
    );
  });

  visit("10,000 items are shown in parts", async (page) => {
    await open(page);
    await paste(page, many(1000).join("\n"));
    const rows = page.locator("#address-table tbody tr");
    await eventually(() => rows.count(), 100);
    assert.equal(await page.locator("#address-rows").textContent(), "Rows 1 to 100 of 1,000 shown.");
    assert.deepEqual(await axe(page), []);
    const more = page.locator("#address-more");
    await more.focus();
    await page.keyboard.press("Enter");
    assert.equal(await rows.count(), 600);
    assert.equal(await focused(page), "address-more");
    assert.equal(await more.textContent(), "Show 400 more");
    await page.keyboard.press("Enter");
    assert.equal(await rows.count(), 1000);
    assert.equal(await more.isVisible(), false);
    assert.equal(await page.locator("#address-rows").textContent(), "All 1,000 rows shown.");
    // The button that had the focus has disappeared.
    assert.equal(await focused(page), "address-rows");
    assert.equal(await rows.last().locator("th").textContent(), "1000");
    await page.locator("#address-faults").click();
    assert.equal(await rows.count(), 20);
    assert.equal(await fits(page), "fits");
  });

  visit("10,000 items are not in the URL, and are restored after Back", async (page) => {
    await open(page, "#/address/");
    await paste(page, many(300).join("\n"));
    await eventually(() => totals(page), "294 valid, 6 not.");
    await page.waitForTimeout(600);
    assert.equal(fragment(page), "#/address/");
    await page.getByRole("link", { name: "Inspect row 3", exact: true }).click();
    await page.locator(".qr").waitFor();
    await page.goBack();
    await eventually(() => totals(page), "294 valid, 6 not.");
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => page.locator("#address-input").inputValue(), "");
    assert.equal(await page.locator("#address-table").count(), 0);
  });

  visit("another text during the check shows no late results of the list", async (page) => {
    await open(page);
    await paste(page, many(MANY).join("\n"));
    // Runs inside the browser, because a command from outside would arrive after the check has ended.
    const stood = await page.evaluate(async (text) => {
      const bar = () => /** @type {HTMLProgressElement} */ (document.querySelector("#address-message progress"));
      while (!(bar()?.value > 0)) await new Promise((done) => setTimeout(done));
      const { value } = bar();
      const input = document.getElementById("address-input");
      /** @type {HTMLInputElement} */ (input).value = text;
      input.dispatchEvent(new Event("input"));
      return value;
    }, FORMS.raw);
    assert.ok(stood < MANY, `${stood} of ${MANY} items were checked before the stop`);
    assert.deepEqual(await forms(page), FORMS);
    await page.waitForTimeout(1500);
    assert.equal(await page.locator("#address-table").count(), 0);
    assert.deepEqual(await forms(page), FORMS);
  });

  visit(
    "after another view was opened during the check, the list is shown on return",
    async (page, expectedMessages) => {
      // The other view requests samples, and a static host has none.
      expectedMessages.push(/status of 404/);
      await open(page, "#/address/");
      await paste(page, many(MANY).join("\n"));
      await page.locator("#address-message progress").waitFor();
      await page.evaluate(() => document.getElementById("nav-account").click());
      await page.locator("#account-form").waitFor();
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: "Address", exact: true }).click();
      await eventually(() => page.locator("#address-totals").allTextContents(), ["9,800 valid, 200 not."]);
    },
  );

  visit("only the first 10,000 items of a longer list are checked, and the view says so", async (page) => {
    await open(page);
    await paste(page, many(MANY + 5).join("\n"));
    await page.locator("#address-totals").waitFor();
    assert.match(
      await page.locator("#address-message").textContent(),
      /Only the first 10,000 of 10,005 items were checked\.$/,
    );
    assert.equal((await saved(page)).bytes.toString().split("\r\n").length, MANY + 2);
  });
});
