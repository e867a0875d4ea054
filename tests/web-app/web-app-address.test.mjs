// The address inspector in headless Chromium, served by the gateway in workerd and as plain files. The inspector sends no requests.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";
import { brotliCompressSync } from "node:zlib";

import { decodeQR } from "qr/decode.js";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../helpers/stack.mjs";
import { hashedFile } from "../helpers/hashed-file.mjs";
import { normalAddress } from "../upstream/address.mjs";
import { serveFiles } from "../helpers/static.mjs";
import { bytesOf, FORMS, forms, HEX, type, withChecksum } from "./address-forms.mjs";
import { alive, appear, assertLooks, eventually, fits, focused, fragment, poor, visitor } from "./visit.mjs";

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

const visit = visitor(() => ({ stack, browser }));
/** A test of the inspector served as plain files. */
const visitFiles = visitor(() => ({ stack: files, browser }));

const open = async (page, fragment = "#/address/", { url } = stack) => {
  await page.goto(`${url}/${fragment}`);
  await alive(page);
};
const code = (page) => page.locator("#address-code").textContent();

describe("one text in the address inspector", () => {
  visit("the inspector shows every form of an address correctly, whatever form was entered", async (page) => {
    await open(page);
    for (const [name, text] of Object.entries(FORMS)) {
      if (name === "workchain" || name === "hash hex") continue;
      await type(page, text);
      assert.deepEqual(await forms(page), FORMS, name);
      assert.match(await page.locator("#address-message").textContent(), /^Valid address\. /);
      assert.equal(await page.locator("#address-result .tag").textContent(), "as given");
    }
    await type(page, `-1:${HEX}`);
    assert.equal((await forms(page)).workchain, "-1");
    assert.match(await page.locator('.form[data-form="workchain"]').textContent(), /masterchain/);
  });

  visit("the inspector shows the flags of the entered form", async (page) => {
    await open(page);
    for (const [form, text] of [
      ["raw", "raw form, which carries no flags"],
      ["bounceable b64url", "bounceable, main network, base64url"],
      ["test non-bounceable b64", "non-bounceable, test network only, base64."],
    ]) {
      await type(page, FORMS[form]);
      assert.ok((await page.locator("#address-message").textContent()).includes(text), form);
    }
  });

  visit("the sample shows its forms, and Clear empties the field", async (page) => {
    await open(page);
    assert.equal(await page.title(), "Address inspector · ton-edge");
    await page.getByRole("button", { name: "Try a sample" }).click();
    await page.locator("#address-message.good").waitFor();
    const text = await page.getByLabel("Address or hash").inputValue();
    assert.equal((await forms(page)).raw, normalAddress(text));
    // The sample must differ between the two base64 alphabets, or it would not show the difference.
    assert.notEqual((await forms(page))["bounceable b64"], (await forms(page))["bounceable b64url"]);
    assert.equal(fragment(page), `#/address/${text}`);
    await page.getByRole("button", { name: "Clear" }).click();
    await eventually(() => page.getByLabel("Address or hash").inputValue(), "");
    assert.equal(await page.locator("#address-message").textContent(), "");
    assert.equal(await focused(page), "address-input");
  });

  visit("the inspector marks the wrong character at its position", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    const mark = page.locator("#address-echo mark");
    for (const [index, bad, shown] of /** @type {any[][]} */ ([
      [0, "!", "!"],
      [17, "é", "é"],
      [47, ".", "."],
      [20, "\u200b", "U+200B"],
      [5, "💎", "💎"],
      [9, "<", "<"],
    ])) {
      const text = good.slice(0, index) + bad + good.slice(index + 1);
      await type(page, text);
      assert.equal(await mark.getAttribute("data-index"), String(index), text);
      assert.equal(await mark.textContent(), shown);
      assert.equal(
        await page.locator("#address-echo").textContent(),
        good.slice(0, index) + shown + good.slice(index + 1),
      );
      assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), "true");
      assert.match(await page.locator("#address-message").textContent(), /^Not an address\. /);
      assert.deepEqual(await forms(page), {});
    }
    await type(page, good);
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
  });

  visit("each kind of error is explained differently", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    for (const [text, wanted] of [
      [`${good.slice(0, 20)}${good[20] === "A" ? "B" : "A"}${good.slice(21)}`, "address_checksum"],
      [good.slice(1), "address_length"],
      [`0:${HEX.slice(1)}`, "address_hash_length"],
      [`0:${HEX.slice(1)}g`, "address_hash_charset"],
      [`300:${HEX}`, "address_workchain_range"],
      ["alice.ton", "address_is_domain"],
      [`${good} `, "address_whitespace"],
    ]) {
      await type(page, text);
      assert.equal(await code(page), wanted, text);
      assert.ok((await page.locator("#address-error").textContent()).endsWith("."));
    }
  });

  visit("an address pasted with other text is extracted on request", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    for (const [text, wanted] of [
      [`ton://transfer/${good}?amount=1`, "address_is_link"],
      [`https://tonscan.org/address/${good}`, "address_is_link"],
      [` ${good.slice(0, 24)} ${good.slice(24)}`, "address_whitespace"],
    ]) {
      await type(page, text);
      assert.equal(await code(page), wanted);
      await page.locator("button.remedy").click();
      await eventually(() => page.locator("#address-input").inputValue(), good);
      assert.deepEqual(await forms(page), FORMS);
      assert.equal(await focused(page), "address-input");
    }
  });

  visit("the inspector shows the forms of a hash, and the addresses that it may belong to", async (page) => {
    await open(page);
    const bytes = Buffer.from(HEX, "hex");
    const wanted = {
      "hash hex": HEX,
      "hash b64": bytes.toString("base64"),
      "hash b64url": bytes.toString("base64url"),
    };
    for (const text of Object.values(wanted)) {
      await type(page, text);
      assert.deepEqual(await forms(page), wanted);
      assert.match(await page.locator("#address-message").textContent(), /^Valid hash\. /);
      assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
    }
    await type(page, HEX);
    await page.getByRole("button", { name: "Masterchain" }).click();
    await eventually(async () => (await forms(page)).raw, `-1:${HEX.toUpperCase()}`);
  });

  visit("copying a form confirms it", async (page) => {
    await open(page, `#/address/${FORMS.raw}`);
    const button = page.locator('.form[data-form="non-bounceable b64url"] button.copy');
    await button.focus();
    await page.keyboard.press("Enter");
    await eventually(() => button.textContent(), "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), FORMS["non-bounceable b64url"]);
    assert.match(await page.locator("#copied").textContent(), /^Copied Non-bounceable/);
    await eventually(() => button.textContent(), "Copy");
  });

  visit("copying works where the browser has no clipboard API", async (page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await open(page, `#/address/${FORMS.raw}`);
    const button = page.locator('.form[data-form="test bounceable b64"] button.copy');
    await button.click();
    await eventually(() => button.textContent(), "Copied");
    await page.locator("#address-input").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
    assert.equal(await page.locator("#address-input").inputValue(), FORMS["test bounceable b64"]);
  });

  visit("the inspector works offline, without a request", async (page) => {
    await open(page);
    const requested = [];
    // The browser fetches the icon at any time.
    page.on("request", (request) => request.url().endsWith("/favicon.svg") || requested.push(request.url()));
    await page.context().setOffline(true);
    await page.locator("#address-input").pressSequentially(FORMS["bounceable b64url"]);
    assert.deepEqual(await forms(page), FORMS);
    await eventually(
      () =>
        page
          .locator("#address-live")
          .textContent()
          .then((text) => text.slice(0, 14)),
      "Valid address.",
    );
    assert.deepEqual(requested, []);
  });

  visit("text entered in the inspector is never markup", async (page) => {
    const text = "<img/src=x/onerror=alert(1)><script>alert(2)</script>";
    await open(page, `#/address/${encodeURIComponent(text)}`);
    assert.equal(await page.locator("#address-echo").textContent(), text);
    assert.equal(await page.locator("main img, main script").count(), 0);
  });

  visit("a very long text is shortened, and not put into the URL", async (page) => {
    await open(page);
    await type(page, "A".repeat(200_000));
    assert.equal(await code(page), "address_length");
    assert.ok((await page.locator("#address-echo").textContent()).length < 1000);
    await page.waitForTimeout(600);
    assert.ok(page.url().length < 1000);
  });
});

/** The bytes that are drawn, as hexadecimal digits per part. */
const drawn = (page) =>
  page
    .locator(".part")
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((one) => [
          one.dataset.part,
          [...one.querySelectorAll(".cell")].map(({ textContent }) => textContent).join(""),
        ]),
      ),
    );
const cut = (bytes) => {
  const hex = bytes.toString("hex").toUpperCase();
  return { tag: hex.slice(0, 2), workchain: hex.slice(2, 4), hash: hex.slice(4, 68), checksum: hex.slice(68) };
};
const explained = (page, part) => page.locator(`[data-explains="${part}"]`).textContent();

describe("the bytes of an address", () => {
  visit("the bytes of every friendly form are drawn, with the bits of the tag", async (page) => {
    await open(page);
    for (const [bounceable, testOnly] of [
      [true, false],
      [false, false],
      [true, true],
      [false, true],
    ]) {
      const bytes = withChecksum(bytesOf({ bounceable, testOnly }));
      for (const alphabet of /** @type {const} */ (["base64", "base64url"])) {
        await type(page, bytes.toString(alphabet));
        assert.deepEqual(await drawn(page), cut(bytes));
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
      assert.ok((await explained(page, "checksum")).includes(`0x${cut(bytes).checksum}`));
      assert.match(await explained(page, "checksum"), /It matches/);
    }
  });

  visit("the workchain is shown as a signed byte", async (page) => {
    await open(page);
    for (const [workchain, text] of /** @type {any[][]} */ ([
      [0, "0x00A signed byte: 0, the basechain."],
      [-1, "0xFFA signed byte: -1, the masterchain."],
      [-128, "0x80A signed byte: -128, a workchain"],
      [127, "0x7FA signed byte: 127, a workchain"],
    ])) {
      await type(page, withChecksum(bytesOf({ workchain })).toString("base64url"));
      assert.ok((await explained(page, "workchain")).includes(text), text);
    }
  });

  visit("a raw form is drawn as the bounceable form, and the view says so", async (page) => {
    await open(page);
    await type(page, `-1:${HEX}`);
    const bytes = withChecksum(bytesOf({ workchain: -1 }));
    assert.deepEqual(await drawn(page), cut(bytes));
    assert.match(
      await page.locator(".bytes").textContent(),
      /raw form has neither tag nor checksum\. These bytes are of the account’s bounceable form/,
    );
    assert.ok((await page.locator(".bytes").textContent()).includes(bytes.toString("base64url")));
    await type(page, FORMS["bounceable b64url"]);
    assert.doesNotMatch(await page.locator(".bytes").textContent(), /raw form/);
  });

  visit("a wrong checksum is shown beside the right one, without proposing an address", async (page) => {
    await open(page);
    for (const flags of [{}, { bounceable: false }, { testOnly: true }, { workchain: -1 }]) {
      const right = withChecksum(bytesOf(flags));
      const wrong = Buffer.from(right);
      wrong[20] ^= 0x10;
      await type(page, wrong.toString("base64"));
      assert.equal(await code(page), "address_checksum");
      assert.deepEqual(await drawn(page), cut(wrong));
      const made = withChecksum(wrong.subarray(0, 34));
      assert.equal(await page.locator("#address-checksum").textContent(), `0x${cut(made).checksum}`);
      assert.match(await explained(page, "checksum"), /at least one character is wrong/);
      assert.ok(!(await page.locator("main").textContent()).includes(made.toString("base64")));
    }
    // No address has this tag, so the package computes no checksum for it and the web app shows none.
    const strange = Buffer.from(withChecksum(Buffer.from([0x12, ...bytesOf().subarray(1)])));
    strange[35] ^= 1;
    await type(page, strange.toString("base64url"));
    assert.deepEqual(await drawn(page), cut(strange));
    assert.match(await explained(page, "tag"), /No address has this tag/);
    assert.match(await explained(page, "checksum"), /It does not match\.$/);
  });

  visit("a hash is drawn as 32 bytes, whatever form was entered", async (page) => {
    await open(page);
    for (const form of /** @type {const} */ (["hex", "base64", "base64url"])) {
      await type(page, Buffer.from(HEX, "hex").toString(form));
      assert.deepEqual(await drawn(page), { hash: HEX.toUpperCase() });
    }
  });
});

/** Decodes a picture of a QR code; one that is `seen` in the web app has a box with round corners. */
async function read(page, { base64, type, seen = false }) {
  const SIZE = 256;
  const pixels = await page.evaluate(
    async ([url, size]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const pen = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext("2d");
      pen.drawImage(image, 0, 0, size, size);
      // Transferred as one text, because a list of numbers takes seconds.
      return btoa(Array.from(pen.getImageData(0, 0, size, size).data, (byte) => String.fromCharCode(byte)).join(""));
    },
    [`data:${type};base64,${base64}`, SIZE],
  );
  const data = Uint8Array.from(Buffer.from(pixels, "base64"));
  // Without a light border, many readers fail on a dark background.
  if (!seen) assert.deepEqual([...data.subarray(0, 4)], [255, 255, 255, 255]);
  return decodeQR({ width: SIZE, height: SIZE, data });
}
const shownCode = async (page) =>
  read(page, {
    type: "image/svg+xml",
    base64: Buffer.from(
      await page.locator(".qr svg").evaluate((svg) => new XMLSerializer().serializeToString(svg)),
    ).toString("base64"),
  });
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

describe("the QR code of an address", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    visit(
      `the QR code contains the address as given, or a link that wallets know (${colorScheme})`,
      async (page) => {
        await open(page);
        for (const [given, held] of [
          [FORMS["non-bounceable b64"], FORMS["non-bounceable b64url"]],
          [FORMS["test bounceable b64url"], FORMS["test bounceable b64url"]],
          [FORMS.raw, FORMS["bounceable b64url"]],
        ]) {
          await type(page, given);
          await page.getByLabel("Address", { exact: true }).check();
          assert.equal(await shownCode(page), held);
          assert.equal(await page.getByRole("img").getAttribute("aria-label"), `QR code: Address ${held}`);
          await page.getByLabel("Transfer link").check();
          assert.equal(await shownCode(page), `ton://transfer/${held}`);
          assert.equal(await page.locator(".qr-held").textContent(), `ton://transfer/${held}`);
        }
        // The choice remains.
        await type(page, FORMS["bounceable b64url"]);
        assert.equal(await shownCode(page), `ton://transfer/${FORMS["bounceable b64url"]}`);
        const seen = await page.locator(".qr svg").screenshot();
        assert.equal(
          await read(page, { type: "image/png", base64: seen.toString("base64"), seen: true }),
          `ton://transfer/${FORMS["bounceable b64url"]}`,
        );
      },
      { colorScheme },
    );
  }

  visit(
    "a QR code module that does not load leaves the address forms, and shows an error",
    async (page, expectedMessages) => {
      expectedMessages.push(/net::ERR_FAILED/);
      await page.route(hashedFile("vendor/qr.js"), (route) => route.abort());
      await open(page, `#/address/${FORMS["bounceable b64url"]}`);
      await page.locator(".qr .message.bad").waitFor();
      assert.ok((await page.locator(".form").count()) > 3);
      assert.ok(await page.getByRole("button", { name: "Save PNG" }).isDisabled());
    },
  );

  visit("the QR code is saved as SVG and as PNG", async (page) => {
    await open(page, `#/address/${FORMS["bounceable b64url"]}`);
    for (const [label, type, ending] of [
      ["Save SVG", "image/svg+xml", "svg"],
      ["Save PNG", "image/png", "png"],
    ]) {
      const { name, bytes } = await saved(page, label);
      assert.equal(name, `ton-${FORMS["bounceable b64url"]}.${ending}`);
      assert.equal(await read(page, { type, base64: bytes.toString("base64") }), FORMS["bounceable b64url"]);
    }
  });
});

const LIST = [
  FORMS.raw,
  FORMS["test non-bounceable b64"],
  HEX,
  `=HYPERLINK("//x")`,
  FORMS["bounceable b64url"].replace("M", "!"),
].join("\n");

/** Uses everything that the inspector offers in an open page. */
async function everything(page) {
  await page.locator("#address-input").pressSequentially(FORMS["bounceable b64url"]);
  assert.deepEqual(await forms(page), FORMS);
  assert.equal(await shownCode(page), FORMS["bounceable b64url"]);
  assert.match((await saved(page, "Save PNG")).name, /\.png$/);
  await type(page, `${FORMS.raw}!`);
  assert.equal(await code(page), "address_hash_length");
  await type(page, HEX);
  assert.deepEqual(await drawn(page), { hash: HEX.toUpperCase() });
  await type(page, LIST);
  assert.equal(await page.locator("#address-totals").textContent(), "3 valid, 2 not.");
  assert.equal((await saved(page, "Save as CSV")).bytes.toString().split("\r\n").length, 7);
}

/** The sizes of all files that a page loads until it is idle, under the strongest brotli compression, as a static host sends them. */
async function weigh(page, work) {
  const bodies = [];
  const note = (response) =>
    bodies.push(response.body().then((body) => [new URL(response.url()).pathname, brotliCompressSync(body).length]));
  page.on("response", note);
  await work();
  await page.waitForLoadState("networkidle");
  page.off("response", note);
  return Object.fromEntries(await Promise.all(bodies));
}

describe("the inspector without a network", () => {
  visit("the first load contains the whole inspector, and is small", async (page) => {
    const sizes = await weigh(page, () => open(page));
    assert.equal(
      Object.keys(sizes).filter((path) => /^\/(explorer|account|trace|chain|gateway)\/.*\.js$/.test(path)).length,
      0,
    );
    const all = Object.values(sizes).reduce((sum, size) => sum + size);
    assert.ok(all < 150_000, JSON.stringify(sizes));
    // The complete page must have loaded, not only a part of it.
    assert.ok(all > 20_000, JSON.stringify(sizes));
  });

  visit("everything in the inspector works offline, without a request", async (page) => {
    await open(page);
    const requested = [];
    page.on(
      "request",
      (request) =>
        request.url().endsWith("/favicon.svg") || /^(data|blob):/.test(request.url()) || requested.push(request.url()),
    );
    await page.context().setOffline(true);
    await everything(page);
    assert.deepEqual(requested, []);
  });

  visitFiles("all of it works where plain files are served, with no gateway", async (page) => {
    await open(page, "#/address/", files);
    await everything(page);
  });
});

const STATES = {
  nothing: "",
  "an address": FORMS["test non-bounceable b64"],
  "a raw address": `-1:${HEX}`,
  "a fault": FORMS["bounceable b64url"].replace("M", "!"),
  "a wrong checksum": FORMS["bounceable b64url"].replace("M", "N"),
  "a hash": HEX,
  "a list": LIST,
};

describe("accessibility of the inspector", () => {
  visit(
    "the inspector is legible, axe finds nothing, nothing scrolls sideways, and controls have room for fingers",
    async (page) => {
      await open(page);
      for (const [name, text] of Object.entries(STATES)) {
        await type(page, text);
        await assertLooks(page, name, {
          appearances: [
            ["light", 1000],
            ["dark", 1000],
          ],
        });
        for (const width of [320, 375, 768, 1280]) {
          await appear(page, "light", { width, height: 800 });
          await eventually(() => fits(page), "fits");
          assert.deepEqual(await poor(page), [], name);
          // A text that its box cuts off could not be read.
          const cutOff = await page
            .locator(".part, .form, .explained > div, .qr")
            .evaluateAll((all) =>
              all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 100)),
            );
          assert.deepEqual(cutOff, [], name);
        }
      }
    },
  );

  visit("the inspector can be used by the keyboard alone", async (page) => {
    await open(page, "#/address/");
    const to = async (wanted) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(
          () =>
            document.activeElement.id ||
            document.activeElement.getAttribute("aria-label") ||
            /** @type {HTMLInputElement} */ (document.activeElement).value ||
            document.activeElement.textContent,
        );
        if (at === wanted) return;
      }
      assert.fail(`Tab does not lead to ${wanted}`);
    };
    await to("address-input");
    // Tab leaves the field, and Enter in it starts a new line.
    await page.keyboard.type(FORMS["bounceable b64url"]);
    await page.keyboard.press("Enter");
    assert.deepEqual(await forms(page), FORMS);
    await to("address");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".qr-held").textContent(), `ton://transfer/${FORMS["bounceable b64url"]}`);
    await to("Save SVG");
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.match(file.suggestedFilename(), /\.svg$/);
    await page.locator("#address-input").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`${HEX}\nnonsense`);
    await to("address-faults");
    await page.keyboard.press("Space");
    await eventually(() => page.locator("#address-table tbody tr").count(), 1);
    assert.equal(await focused(page), "address-faults");
    // Where the table does not fit and its rows are not cards yet, it can also be scrolled by the keyboard.
    await page.setViewportSize({ width: 860, height: 700 });
    await to("Items of the list");
    await page.keyboard.press("ArrowRight");
    await eventually(() => page.locator(".scroller").evaluate((one) => one.scrollLeft > 0), true);
  });
});
