// The address inspector in headless Chromium, served by the gateway in workerd and as plain files. The inspector sends no requests.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";
import { brotliCompressSync } from "node:zlib";

import { decodeQR } from "qr/decode.js";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../helpers/stack.mjs";
import { matchHashedFile } from "../helpers/hashed-file.mjs";
import { normalizeAddress } from "../upstream/address.mjs";
import { serveFiles } from "../helpers/static.mjs";
import { makeAddressBytes, ADDRESS_FORMS, readForms, ACCOUNT_HEX, type, withChecksum } from "./address-forms.mjs";
import {
  waitForApp,
  changeAppearance,
  assertLooks,
  eventually,
  describeFit,
  readFocusedId,
  readFragment,
  findPoorControls,
  createPageTest,
} from "./visit.mjs";

let stack;
let files;
let browser;
before(async () => {
  stack = await startStack();
  files = await serveFiles();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await files?.close();
  await stack?.close();
});

const testPage = createPageTest(() => ({ stack, browser }));
/** A test of the inspector served as plain files. */
const testPageOfFiles = createPageTest(() => ({ stack: files, browser }));

const openPage = async (page, fragment = "#/address/", { url } = stack) => {
  await page.goto(`${url}/${fragment}`);
  await waitForApp(page);
};
const readCode = (page) => page.locator("#address-code").textContent();

describe("one text in the address inspector", () => {
  testPage("the inspector shows every form of an address correctly, whatever form was entered", async (page) => {
    await openPage(page);
    for (const [name, text] of Object.entries(ADDRESS_FORMS)) {
      if (name === "workchain" || name === "hash hex") continue;
      await type(page, text);
      assert.deepEqual(await readForms(page), ADDRESS_FORMS, name);
      assert.match(await page.locator("#address-message").textContent(), /^Valid address\. /);
      assert.equal(await page.locator("#address-result .tag").textContent(), "as given");
    }
    await type(page, `-1:${ACCOUNT_HEX}`);
    assert.equal((await readForms(page)).workchain, "-1");
    assert.match(await page.locator('.form[data-form="workchain"]').textContent(), /masterchain/);
  });

  testPage("the inspector shows the flags of the entered form", async (page) => {
    await openPage(page);
    for (const [form, text] of [
      ["raw", "raw form, which carries no flags"],
      ["bounceable b64url", "bounceable, main network, base64url"],
      ["test non-bounceable b64", "non-bounceable, test network only, base64."],
    ]) {
      await type(page, ADDRESS_FORMS[form]);
      assert.ok((await page.locator("#address-message").textContent()).includes(text), form);
    }
  });

  testPage("the sample shows its forms, and Clear empties the field", async (page) => {
    await openPage(page);
    assert.equal(await page.title(), "Address inspector · ton-edge");
    await page.getByRole("button", { name: "Try a sample" }).click();
    await page.locator("#address-message.good").waitFor();
    const text = await page.getByLabel("Address or hash").inputValue();
    assert.equal((await readForms(page)).raw, normalizeAddress(text));
    // The sample must differ between the two base64 alphabets, or it would not show the difference.
    assert.notEqual((await readForms(page))["bounceable b64"], (await readForms(page))["bounceable b64url"]);
    assert.equal(readFragment(page), `#/address/${text}`);
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => page.getByLabel("Address or hash").inputValue(), "");
    assert.equal(await page.locator("#address-message").textContent(), "");
    assert.equal(await readFocusedId(page), "address-input");
  });

  testPage("the inspector marks the wrong character at its position", async (page) => {
    await openPage(page);
    const validAddress = ADDRESS_FORMS["bounceable b64url"];
    const markLocator = page.locator("#address-echo mark");
    for (const [index, bad, shown] of /** @type {any[][]} */ ([
      [0, "!", "!"],
      [17, "é", "é"],
      [47, ".", "."],
      [20, "\u200b", "U+200B"],
      [5, "💎", "💎"],
      [9, "<", "<"],
    ])) {
      const text = validAddress.slice(0, index) + bad + validAddress.slice(index + 1);
      await type(page, text);
      assert.equal(await markLocator.getAttribute("data-index"), String(index), text);
      assert.equal(await markLocator.textContent(), shown);
      assert.equal(
        await page.locator("#address-echo").textContent(),
        validAddress.slice(0, index) + shown + validAddress.slice(index + 1),
      );
      assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), "true");
      assert.match(await page.locator("#address-message").textContent(), /^Not an address\. /);
      assert.deepEqual(await readForms(page), {});
    }
    await type(page, validAddress);
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
  });

  testPage("each kind of error is explained differently", async (page) => {
    await openPage(page);
    const validAddress = ADDRESS_FORMS["bounceable b64url"];
    for (const [text, expectedForms] of [
      [
        `${validAddress.slice(0, 20)}${validAddress[20] === "A" ? "B" : "A"}${validAddress.slice(21)}`,
        "address_checksum",
      ],
      [validAddress.slice(1), "address_length"],
      [`0:${ACCOUNT_HEX.slice(1)}`, "address_hash_length"],
      [`0:${ACCOUNT_HEX.slice(1)}g`, "address_hash_charset"],
      [`300:${ACCOUNT_HEX}`, "address_workchain_range"],
      ["alice.ton", "address_is_domain"],
      [`${validAddress} `, "address_whitespace"],
    ]) {
      await type(page, text);
      assert.equal(await readCode(page), expectedForms, text);
      assert.ok((await page.locator("#address-error").textContent()).endsWith("."));
    }
  });

  testPage("an address pasted with other text is extracted on request", async (page) => {
    await openPage(page);
    const validAddress = ADDRESS_FORMS["bounceable b64url"];
    for (const [text, expectedForms] of [
      [`ton://transfer/${validAddress}?amount=1`, "address_is_link"],
      [`https://tonscan.org/address/${validAddress}`, "address_is_link"],
      [` ${validAddress.slice(0, 24)} ${validAddress.slice(24)}`, "address_whitespace"],
    ]) {
      await type(page, text);
      assert.equal(await readCode(page), expectedForms);
      await page.locator("button.remedy").click();
      await eventually(() => page.locator("#address-input").inputValue(), validAddress);
      assert.deepEqual(await readForms(page), ADDRESS_FORMS);
      assert.equal(await readFocusedId(page), "address-input");
    }
  });

  testPage("the inspector shows the forms of a hash, and the addresses that it may belong to", async (page) => {
    await openPage(page);
    const bytes = Buffer.from(ACCOUNT_HEX, "hex");
    const expectedForms = {
      "hash hex": ACCOUNT_HEX,
      "hash b64": bytes.toString("base64"),
      "hash b64url": bytes.toString("base64url"),
    };
    for (const text of Object.values(expectedForms)) {
      await type(page, text);
      assert.deepEqual(await readForms(page), expectedForms);
      assert.match(await page.locator("#address-message").textContent(), /^Valid hash\. /);
      assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
    }
    await type(page, ACCOUNT_HEX);
    await page.getByRole("button", { name: "Masterchain" }).click();
    await eventually(async () => (await readForms(page)).raw, `-1:${ACCOUNT_HEX.toUpperCase()}`);
  });

  testPage("copying a form confirms it", async (page) => {
    await openPage(page, `#/address/${ADDRESS_FORMS.raw}`);
    const button = page.locator('.form[data-form="non-bounceable b64url"] button.copy');
    await button.focus();
    await page.keyboard.press("Enter");
    await eventually(() => button.textContent(), "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), ADDRESS_FORMS["non-bounceable b64url"]);
    assert.match(await page.locator("#copied").textContent(), /^Copied Non-bounceable/);
    await eventually(() => button.textContent(), "Copy");
  });

  testPage("copying works where the browser has no clipboard API", async (page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await openPage(page, `#/address/${ADDRESS_FORMS.raw}`);
    const button = page.locator('.form[data-form="test bounceable b64"] button.copy');
    await button.click();
    await eventually(() => button.textContent(), "Copied");
    await page.locator("#address-input").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
    assert.equal(await page.locator("#address-input").inputValue(), ADDRESS_FORMS["test bounceable b64"]);
  });

  testPage("the inspector works offline, without a request", async (page) => {
    await openPage(page);
    const requestedPaths = [];
    // The browser fetches the icon at any time.
    page.on("request", (request) => request.url().endsWith("/favicon.svg") || requestedPaths.push(request.url()));
    await page.context().setOffline(true);
    await page.locator("#address-input").pressSequentially(ADDRESS_FORMS["bounceable b64url"]);
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
    await eventually(
      () =>
        page
          .locator("#address-live")
          .textContent()
          .then((text) => text.slice(0, 14)),
      "Valid address.",
    );
    assert.deepEqual(requestedPaths, []);
  });

  testPage("text entered in the inspector is never markup", async (page) => {
    const text = "<img/src=x/onerror=alert(1)><script>alert(2)</script>";
    await openPage(page, `#/address/${encodeURIComponent(text)}`);
    assert.equal(await page.locator("#address-echo").textContent(), text);
    assert.equal(await page.locator("main img, main script").count(), 0);
  });

  testPage("a very long text is shortened, and not put into the URL", async (page) => {
    await openPage(page);
    await type(page, "A".repeat(200_000));
    assert.equal(await readCode(page), "address_length");
    assert.ok((await page.locator("#address-echo").textContent()).length < 1000);
    await page.waitForTimeout(600);
    assert.ok(page.url().length < 1000);
  });
});

/** The bytes that are drawn, as hexadecimal digits per part. */
const readByteParts = (page) =>
  page
    .locator(".part")
    .evaluateAll((elements) =>
      Object.fromEntries(
        elements.map((part) => [
          part.dataset.part,
          [...part.querySelectorAll(".cell")].map(({ textContent }) => textContent).join(""),
        ]),
      ),
    );
const splitBytes = (bytes) => {
  const hex = bytes.toString("hex").toUpperCase();
  return { tag: hex.slice(0, 2), workchain: hex.slice(2, 4), hash: hex.slice(4, 68), checksum: hex.slice(68) };
};
const readExplanation = (page, part) => page.locator(`[data-explains="${part}"]`).textContent();

describe("the bytes of an address", () => {
  testPage("the bytes of every friendly form are drawn, with the bits of the tag", async (page) => {
    await openPage(page);
    for (const [bounceable, testOnly] of [
      [true, false],
      [false, false],
      [true, true],
      [false, true],
    ]) {
      const bytes = withChecksum(makeAddressBytes({ bounceable, testOnly }));
      for (const alphabet of /** @type {const} */ (["base64", "base64url"])) {
        await type(page, bytes.toString(alphabet));
        assert.deepEqual(await readByteParts(page), splitBytes(bytes));
      }
      const bits = await page
        .locator(".bits tbody tr")
        .evaluateAll((rows) =>
          rows.map((row) =>
            [.../** @type {HTMLTableRowElement} */ (row).cells].map(({ textContent }) => textContent.split(/[:.]/)[0]),
          ),
        );
      assert.deepEqual(bits, [
        ["7", testOnly ? "1" : "0", testOnly ? "Test networks only" : "Not restricted to test networks"],
        ["6", bounceable ? "0" : "1", bounceable ? "Bounceable" : "Non-bounceable"],
        ["5–0", "010001", "The same in every address"],
      ]);
      assert.ok((await readExplanation(page, "checksum")).includes(`0x${splitBytes(bytes).checksum}`));
      assert.match(await readExplanation(page, "checksum"), /It matches/);
    }
  });

  testPage("the workchain is shown as a signed byte", async (page) => {
    await openPage(page);
    for (const [workchain, text] of /** @type {any[][]} */ ([
      [0, "0x00A signed byte: 0, the basechain."],
      [-1, "0xFFA signed byte: -1, the masterchain."],
      [-128, "0x80A signed byte: -128, a workchain"],
      [127, "0x7FA signed byte: 127, a workchain"],
    ])) {
      await type(page, withChecksum(makeAddressBytes({ workchain })).toString("base64url"));
      assert.ok((await readExplanation(page, "workchain")).includes(text), text);
    }
  });

  testPage("a raw form is drawn as the bounceable form, and the view says so", async (page) => {
    await openPage(page);
    await type(page, `-1:${ACCOUNT_HEX}`);
    const bytes = withChecksum(makeAddressBytes({ workchain: -1 }));
    assert.deepEqual(await readByteParts(page), splitBytes(bytes));
    assert.match(
      await page.locator(".bytes").textContent(),
      /raw form has neither tag nor checksum\. These bytes are of the account’s bounceable form/,
    );
    assert.ok((await page.locator(".bytes").textContent()).includes(bytes.toString("base64url")));
    await type(page, ADDRESS_FORMS["bounceable b64url"]);
    assert.doesNotMatch(await page.locator(".bytes").textContent(), /raw form/);
  });

  testPage("a wrong checksum is shown beside the right one, without proposing an address", async (page) => {
    await openPage(page);
    for (const flags of [{}, { bounceable: false }, { testOnly: true }, { workchain: -1 }]) {
      const rightBytes = withChecksum(makeAddressBytes(flags));
      const wrongBytes = Buffer.from(rightBytes);
      wrongBytes[20] ^= 0x10;
      await type(page, wrongBytes.toString("base64"));
      assert.equal(await readCode(page), "address_checksum");
      assert.deepEqual(await readByteParts(page), splitBytes(wrongBytes));
      const recomputedBytes = withChecksum(wrongBytes.subarray(0, 34));
      assert.equal(await page.locator("#address-checksum").textContent(), `0x${splitBytes(recomputedBytes).checksum}`);
      assert.match(await readExplanation(page, "checksum"), /at least one character is wrong/);
      assert.ok(!(await page.locator("main").textContent()).includes(recomputedBytes.toString("base64")));
    }
    // No address has this tag, so the package computes no checksum for it and the web app shows none.
    const unknownTagBytes = Buffer.from(withChecksum(Buffer.from([0x12, ...makeAddressBytes().subarray(1)])));
    unknownTagBytes[35] ^= 1;
    await type(page, unknownTagBytes.toString("base64url"));
    assert.deepEqual(await readByteParts(page), splitBytes(unknownTagBytes));
    assert.match(await readExplanation(page, "tag"), /No address has this tag/);
    assert.match(await readExplanation(page, "checksum"), /It does not match\.$/);
  });

  testPage("a hash is drawn as 32 bytes, whatever form was entered", async (page) => {
    await openPage(page);
    for (const form of /** @type {const} */ (["hex", "base64", "base64url"])) {
      await type(page, Buffer.from(ACCOUNT_HEX, "hex").toString(form));
      assert.deepEqual(await readByteParts(page), { hash: ACCOUNT_HEX.toUpperCase() });
    }
  });
});

/** Decodes a picture of a QR code; one that is `seen` in the web app has a box with round corners. */
async function readQrCode(page, { base64, type, seen: isScreenshot = false }) {
  const PIXEL_SIZE = 256;
  const pixels = await page.evaluate(
    async ([url, size]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvasContext = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext(
        "2d",
      );
      canvasContext.drawImage(image, 0, 0, size, size);
      // Transferred as one text, because a list of numbers takes seconds.
      return btoa(
        Array.from(canvasContext.getImageData(0, 0, size, size).data, (byte) => String.fromCharCode(byte)).join(""),
      );
    },
    [`data:${type};base64,${base64}`, PIXEL_SIZE],
  );
  const data = Uint8Array.from(Buffer.from(pixels, "base64"));
  // Without a light border, many readers fail on a dark background.
  if (!isScreenshot) assert.deepEqual([...data.subarray(0, 4)], [255, 255, 255, 255]);
  return decodeQR({ width: PIXEL_SIZE, height: PIXEL_SIZE, data });
}
const renderShownCode = async (page) =>
  readQrCode(page, {
    type: "image/svg+xml",
    base64: Buffer.from(
      await page.locator(".qr svg").evaluate((svg) => new XMLSerializer().serializeToString(svg)),
    ).toString("base64"),
  });
async function saveFile(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

describe("the QR code of an address", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    testPage(
      `the QR code contains the address as given, or a link that wallets know (${colorScheme})`,
      async (page) => {
        await openPage(page);
        for (const [given, held] of [
          [ADDRESS_FORMS["non-bounceable b64"], ADDRESS_FORMS["non-bounceable b64url"]],
          [ADDRESS_FORMS["test bounceable b64url"], ADDRESS_FORMS["test bounceable b64url"]],
          [ADDRESS_FORMS.raw, ADDRESS_FORMS["bounceable b64url"]],
        ]) {
          await type(page, given);
          await page.getByLabel("Address", { exact: true }).check();
          assert.equal(await renderShownCode(page), held);
          assert.equal(await page.getByRole("img").getAttribute("aria-label"), `QR code: Address ${held}`);
          await page.getByLabel("Transfer link").check();
          assert.equal(await renderShownCode(page), `ton://transfer/${held}`);
          assert.equal(await page.locator(".qr-held").textContent(), `ton://transfer/${held}`);
        }
        // The choice remains.
        await type(page, ADDRESS_FORMS["bounceable b64url"]);
        assert.equal(await renderShownCode(page), `ton://transfer/${ADDRESS_FORMS["bounceable b64url"]}`);
        const shownImage = await page.locator(".qr svg").screenshot();
        assert.equal(
          await readQrCode(page, { type: "image/png", base64: shownImage.toString("base64"), seen: true }),
          `ton://transfer/${ADDRESS_FORMS["bounceable b64url"]}`,
        );
      },
      { colorScheme },
    );
  }

  testPage(
    "a QR code module that does not load leaves the address forms, and shows an error",
    async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR_FAILED/);
      await page.route(matchHashedFile("vendor/qr.js"), (route) => route.abort());
      await openPage(page, `#/address/${ADDRESS_FORMS["bounceable b64url"]}`);
      await page.locator(".qr .message.bad").waitFor();
      assert.ok((await page.locator(".form").count()) > 3);
      assert.ok(await page.getByRole("button", { name: "Save PNG" }).isDisabled());
    },
  );

  testPage("the QR code is saved as SVG and as PNG", async (page) => {
    await openPage(page, `#/address/${ADDRESS_FORMS["bounceable b64url"]}`);
    for (const [label, type, ending] of [
      ["Save SVG", "image/svg+xml", "svg"],
      ["Save PNG", "image/png", "png"],
    ]) {
      const { name, bytes } = await saveFile(page, label);
      assert.equal(name, `ton-${ADDRESS_FORMS["bounceable b64url"]}.${ending}`);
      assert.equal(
        await readQrCode(page, { type, base64: bytes.toString("base64") }),
        ADDRESS_FORMS["bounceable b64url"],
      );
    }
  });
});

const LIST_TEXT = [
  ADDRESS_FORMS.raw,
  ADDRESS_FORMS["test non-bounceable b64"],
  ACCOUNT_HEX,
  `=HYPERLINK("//x")`,
  ADDRESS_FORMS["bounceable b64url"].replace("M", "!"),
].join("\n");

/** Uses everything that the inspector offers in an open page. */
async function exerciseView(page) {
  await page.locator("#address-input").pressSequentially(ADDRESS_FORMS["bounceable b64url"]);
  assert.deepEqual(await readForms(page), ADDRESS_FORMS);
  assert.equal(await renderShownCode(page), ADDRESS_FORMS["bounceable b64url"]);
  assert.match((await saveFile(page, "Save PNG")).name, /\.png$/);
  await type(page, `${ADDRESS_FORMS.raw}!`);
  assert.equal(await readCode(page), "address_hash_length");
  await type(page, ACCOUNT_HEX);
  assert.deepEqual(await readByteParts(page), { hash: ACCOUNT_HEX.toUpperCase() });
  await type(page, LIST_TEXT);
  assert.equal(await page.locator("#address-totals").textContent(), "3 valid, 2 not.");
  assert.equal((await saveFile(page, "Save as CSV")).bytes.toString().split("\r\n").length, 7);
}

/** The sizes of all files that a page loads until it is idle, under the strongest brotli compression, as a static host sends them. */
async function measureTraffic(page, work) {
  const bodies = [];
  const recordBody = (response) =>
    bodies.push(response.body().then((body) => [new URL(response.url()).pathname, brotliCompressSync(body).length]));
  page.on("response", recordBody);
  await work();
  await page.waitForLoadState("networkidle");
  page.off("response", recordBody);
  return Object.fromEntries(await Promise.all(bodies));
}

describe("the inspector without a network", () => {
  testPage("the first load contains the whole inspector, and is small", async (page) => {
    const bytesByPath = await measureTraffic(page, () => openPage(page));
    assert.equal(
      Object.keys(bytesByPath).filter((path) => /^\/(explorer|account|trace|chain|gateway)\/.*\.js$/.test(path)).length,
      0,
    );
    const totalBytes = Object.values(bytesByPath).reduce((sum, size) => sum + size);
    assert.ok(totalBytes < 150_000, JSON.stringify(bytesByPath));
    // The complete page must have loaded, not only a part of it.
    assert.ok(totalBytes > 20_000, JSON.stringify(bytesByPath));
  });

  testPage("everything in the inspector works offline, without a request", async (page) => {
    await openPage(page);
    const requestedPaths = [];
    page.on(
      "request",
      (request) =>
        request.url().endsWith("/favicon.svg") ||
        /^(data|blob):/.test(request.url()) ||
        requestedPaths.push(request.url()),
    );
    await page.context().setOffline(true);
    await exerciseView(page);
    assert.deepEqual(requestedPaths, []);
  });

  testPageOfFiles("all of it works where plain files are served, with no gateway", async (page) => {
    await openPage(page, "#/address/", files);
    await exerciseView(page);
  });
});

const STATES = {
  nothing: "",
  "an address": ADDRESS_FORMS["test non-bounceable b64"],
  "a raw address": `-1:${ACCOUNT_HEX}`,
  "a fault": ADDRESS_FORMS["bounceable b64url"].replace("M", "!"),
  "a wrong checksum": ADDRESS_FORMS["bounceable b64url"].replace("M", "N"),
  "a hash": ACCOUNT_HEX,
  "a list": LIST_TEXT,
};

describe("accessibility of the inspector", () => {
  testPage(
    "the inspector is legible, axe finds nothing, nothing scrolls sideways, and controls have room for fingers",
    async (page) => {
      await openPage(page);
      for (const [name, text] of Object.entries(STATES)) {
        await type(page, text);
        await assertLooks(page, name, {
          appearances: [
            ["light", 1000],
            ["dark", 1000],
          ],
        });
        for (const width of [320, 375, 768, 1280]) {
          await changeAppearance(page, "light", { width, height: 800 });
          await eventually(() => describeFit(page), "fits");
          assert.deepEqual(await findPoorControls(page), [], name);
          // A text that its box cuts off could not be read.
          const cutOffTexts = await page
            .locator(".part, .form, .explained > div, .qr")
            .evaluateAll((elements) =>
              elements
                .filter((element) => element.scrollWidth > element.clientWidth + 1)
                .map((element) => element.outerHTML.slice(0, 100)),
            );
          assert.deepEqual(cutOffTexts, [], name);
        }
      }
    },
  );

  testPage("the inspector can be used by the keyboard alone", async (page) => {
    await openPage(page, "#/address/");
    const focusElement = async (elementId) => {
      for (let pressCount = 0; pressCount < 60; pressCount++) {
        await page.keyboard.press("Tab");
        const focusedId = await page.evaluate(
          () =>
            document.activeElement.id ||
            document.activeElement.getAttribute("aria-label") ||
            /** @type {HTMLInputElement} */ (document.activeElement).value ||
            document.activeElement.textContent,
        );
        if (focusedId === elementId) return;
      }
      assert.fail(`Tab does not lead to ${elementId}`);
    };
    await focusElement("address-input");
    // Tab leaves the field, and Enter in it starts a new line.
    await page.keyboard.type(ADDRESS_FORMS["bounceable b64url"]);
    await page.keyboard.press("Enter");
    assert.deepEqual(await readForms(page), ADDRESS_FORMS);
    await focusElement("address");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".qr-held").textContent(), `ton://transfer/${ADDRESS_FORMS["bounceable b64url"]}`);
    await focusElement("Save SVG");
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.match(file.suggestedFilename(), /\.svg$/);
    await page.locator("#address-input").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`${ACCOUNT_HEX}\nnonsense`);
    await focusElement("address-faults");
    await page.keyboard.press("Space");
    await eventually(() => page.locator("#address-table tbody tr").count(), 1);
    assert.equal(await readFocusedId(page), "address-faults");
    // At a width at which the table does not fit, but its rows are not cards yet, the keyboard can scroll the table.
    await page.setViewportSize({ width: 860, height: 700 });
    await focusElement("Items of the list");
    await page.keyboard.press("ArrowRight");
    await eventually(() => page.locator(".scroller").evaluate((element) => element.scrollLeft > 0), true);
  });
});
