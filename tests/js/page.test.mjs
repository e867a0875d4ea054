// The page in headless Chromium, served by the gateway in workerd, before the recorded service. The chain, account
// and trace views are in page-chain, page-account and page-trace.test.mjs.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../stack.mjs";
import { EMPTY_ACCOUNT, alive, eventually, faint, fits, focused, fragment, list, poor, shown, visitor } from "./page-visit.mjs";
import { normalAddress } from "../upstream/address.mjs";

/** Its base64 has a `-`: no two forms are alike. */
const HEX = "9f27ad7db6c58cbfe24c03be35766209dca0292bb7e45482f8b5912fa11bf300";
/** Forms of one address by the rules of TEP-2, worked out without the package. */
const FRIENDLY = Object.fromEntries(["", "test "].flatMap((net) => ["", "non-"].flatMap((bounce) => ["b64", "b64url"].map((alphabet) => {
  const bytes = Buffer.from([(bounce ? 0x51 : 0x11) | (net ? 0x80 : 0), 0, ...Buffer.from(HEX, "hex")]);
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  const whole = Buffer.concat([bytes, Buffer.from([crc >> 8, crc & 255])]);
  return [`${net}${bounce}bounceable ${alphabet}`, whole.toString(alphabet === "b64" ? "base64" : "base64url")];
}))));
const FORMS = { raw: `0:${HEX.toUpperCase()}`, "raw lower": `0:${HEX}`, "hash hex": HEX, workchain: "0", ...FRIENDLY };

let stack;
let browser;
before(async () => {
  stack = await startStack();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await stack?.close();
});

const visit = visitor(() => ({ stack, browser }));

/** Opens a view, or a URL; waits until the page is alive. */
const open = async (page, fragment = "") => {
  await page.goto(fragment.startsWith("http") ? fragment : `${stack.url}/${fragment}`);
  await alive(page);
};
const type = (page, text) => page.locator("#address-input").fill(text);
const code = (page) => page.locator("#address-code").textContent();
const forms = (page) => page.locator("#address-result .form").evaluateAll((all) =>
  Object.fromEntries(all.map((one) => [one.dataset.form, one.querySelector(".value").textContent])));

describe("address inspector", () => {
  visit("shows every form, right, whatever form was given", async (page) => {
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

  visit("tells the flags of what was given", async (page) => {
    await open(page);
    for (const [form, told] of [
      ["raw", "raw form, which carries no flags"], ["bounceable b64url", "bounceable, main network, base64url"],
      ["test non-bounceable b64", "non-bounceable, test network only, base64."],
    ]) {
      await type(page, FORMS[form]);
      assert.ok((await page.locator("#address-message").textContent()).includes(told), form);
    }
  });

  visit("the sample, by a person who sees no ids", async (page) => {
    await open(page);
    assert.equal(await page.title(), "Address inspector · ton-edge");
    await page.getByRole("button", { name: "Try a sample" }).click();
    const text = await page.getByLabel("Address or hash").inputValue();
    assert.equal((await forms(page)).raw, normalAddress(text));
    // A sample whose two alphabets are the same would show nothing.
    assert.notEqual((await forms(page))["bounceable b64"], (await forms(page))["bounceable b64url"]);
    assert.equal(fragment(page), `#/address/${text}`);
    await page.getByRole("button", { name: "Clear" }).click();
    assert.equal(await page.getByLabel("Address or hash").inputValue(), "");
    assert.equal(await page.locator("#address-message").textContent(), "");
    assert.equal(await focused(page), "address-input");
  });

  visit("marks the character at fault where it is", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    const mark = page.locator("#address-echo mark");
    for (const [index, bad, shown] of [[0, "!", "!"], [17, "é", "é"], [47, ".", "."], [20, "\u200b", "U+200B"], [5, "💎", "💎"], [9, "<", "<"]]) {
      const text = good.slice(0, index) + bad + good.slice(index + 1);
      await type(page, text);
      assert.equal(await mark.getAttribute("data-index"), String(index), text);
      assert.equal(await mark.textContent(), shown);
      assert.equal(await page.locator("#address-echo").textContent(), good.slice(0, index) + shown + good.slice(index + 1));
      assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), "true");
      assert.match(await page.locator("#address-message").textContent(), /^Not an address\. /);
      assert.deepEqual(await forms(page), {});
    }
    await type(page, good);
    assert.equal(await page.locator("#address-input").getAttribute("aria-invalid"), null);
  });

  visit("tells one fault from another", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    for (const [text, wanted] of [
      [`${good.slice(0, 20)}${good[20] === "A" ? "B" : "A"}${good.slice(21)}`, "address_checksum"],
      [good.slice(1), "address_length"], [`0:${HEX.slice(1)}`, "address_hash_length"], [`0:${HEX.slice(1)}g`, "address_hash_charset"],
      [`300:${HEX}`, "address_workchain_range"], ["alice.ton", "address_is_domain"], [`${good} `, "address_whitespace"],
    ]) {
      await type(page, text);
      assert.equal(await code(page), wanted, text);
      assert.ok((await page.locator("#address-error").textContent()).endsWith("."));
    }
  });

  visit("what is pasted with its surroundings is mended on request", async (page) => {
    await open(page);
    const good = FORMS["bounceable b64url"];
    for (const [text, wanted] of [
      [`ton://transfer/${good}?amount=1`, "address_is_link"], [`https://tonscan.org/address/${good}`, "address_is_link"],
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

  visit("shows the forms of a hash, and the addresses that it may belong to", async (page) => {
    await open(page);
    const bytes = Buffer.from(HEX, "hex");
    const wanted = { "hash hex": HEX, "hash b64": bytes.toString("base64"), "hash b64url": bytes.toString("base64url") };
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

  visit("copies a form, and says so", async (page) => {
    await open(page, `#/address/${FORMS.raw}`);
    const button = page.locator('.form[data-form="non-bounceable b64url"] button.copy');
    await button.focus();
    await page.keyboard.press("Enter");
    await eventually(() => button.textContent(), "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), FORMS["non-bounceable b64url"]);
    assert.match(await page.locator("#copied").textContent(), /^Copied Non-bounceable/);
    await eventually(() => button.textContent(), "Copy");
  });

  visit("copies where the browser has no clipboard for scripts", async (page) => {
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

  visit("works offline, and asks nobody", async (page) => {
    await open(page);
    const asked = [];
    // The browser fetches the icon when it likes.
    page.on("request", (request) => request.url().endsWith("/favicon.svg") || asked.push(request.url()));
    await page.context().setOffline(true);
    await page.locator("#address-input").pressSequentially(FORMS["bounceable b64url"]);
    assert.deepEqual(await forms(page), FORMS);
    await eventually(() => page.locator("#address-live").textContent().then((text) => text.slice(0, 14)), "Valid address.");
    assert.deepEqual(asked, []);
  });

  visit("text is never markup", async (page) => {
    const text = "<img/src=x/onerror=alert(1)><script>alert(2)</script>";
    await open(page, `#/address/${encodeURIComponent(text)}`);
    assert.equal(await page.locator("#address-echo").textContent(), text);
    assert.equal(await page.locator("main img, main script").count(), 0);
    await open(page, `#/account/${encodeURIComponent(text)}`);
    assert.equal(await page.locator("#account-input").inputValue(), text);
    assert.equal(await page.locator("main img, main script").count(), 0);
  });

  visit("a very long text is neither shown whole nor put into the URL", async (page) => {
    await open(page);
    await type(page, "A".repeat(200_000));
    assert.equal(await code(page), "address_length");
    assert.ok((await page.locator("#address-echo").textContent()).length < 1000);
    await page.waitForTimeout(600);
    assert.ok(page.url().length < 1000);
  });
});

describe("URLs", () => {
  visit("what is shown can be shared", async (page) => {
    await open(page);
    await type(page, FORMS.raw);
    await eventually(async () => fragment(page), `#/address/${FORMS.raw}`);
    const shared = page.url();
    await page.goto("about:blank");
    await open(page, shared);
    assert.deepEqual(await forms(page), FORMS);
    await page.reload();
    await alive(page);
    assert.deepEqual(await forms(page), FORMS);
  });

  visit("base64 with + and /, a space and a lone % come back as they were", async (page) => {
    await open(page);
    for (const text of [FORMS["bounceable b64"], "EQCfJ619tsWMv+JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu", "a b", "100%", "a/b?rows=3#c", "ü💎"]) {
      await type(page, text);
      await page.waitForTimeout(500);
      await page.reload();
      await alive(page);
      assert.equal(await page.locator("#address-input").inputValue(), text);
    }
    // Written by hand.
    await open(page, "#/address/100%");
    assert.equal(await page.locator("#address-input").inputValue(), "100%");
  });

  visit("Back leads through what was shown, not through every key", async (page) => {
    await open(page, "#/address/");
    await page.locator("#address-input").pressSequentially(FORMS["bounceable b64url"]);
    await page.locator("#address-to-account").click();
    await eventually(async () => fragment(page), `#/account/${FORMS["bounceable b64url"]}`);
    assert.equal(await page.locator("#view-address").isVisible(), false);
    await list(page, "ended");
    assert.match(await page.title(), / · Account · ton-edge$/);
    await page.locator("#account-sample").click();
    await shown(page, 10);

    await page.goBack();
    assert.equal(await page.locator("#account-input").inputValue(), FORMS["bounceable b64url"]);
    await page.goBack();
    assert.equal(await page.locator("#view-account").isVisible(), false);
    assert.equal(await page.locator("#address-input").inputValue(), FORMS["bounceable b64url"]);
    assert.deepEqual(await forms(page), FORMS);
    await page.goBack();
    assert.equal(page.url(), "about:blank");
    await page.goForward();
    await eventually(() => page.locator("#address-input").inputValue(), FORMS["bounceable b64url"]);
  });

  visit("what names no view is the inspector", async (page) => {
    for (const hash of ["", "#", "#/", "#/nothing/here", "#main"]) {
      await page.goto("about:blank");
      await open(page, hash);
      assert.equal(await page.locator("#view-address").isVisible(), true, hash);
      assert.equal(await page.locator("#nav-address").getAttribute("aria-current"), "page");
    }
    for (const rows of ["0", "-3", "7", "1e9", "x"]) {
      await open(page, `#/account/${EMPTY_ACCOUNT}?rows=${rows}`);
      await list(page, "ended");
      assert.equal(await page.locator("#account-rows").inputValue(), "10", rows);
    }
  });

  visit("skipping to the content keeps the view", async (page) => {
    await open(page, "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "main");
    assert.equal(fragment(page), "#/account/");
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "account-input");
  });
});

const VIEWS = {
  "an address": async (page) => open(page, `#/address/${FORMS.raw}`),
  "a fault": async (page) => open(page, `#/address/${FORMS.raw.replace("A", "!")}`),
  "a hash": async (page) => open(page, `#/address/${HEX}`),
  async transactions(page) {
    await open(page, `#/account/${stack.busiest}`);
    await shown(page, 10);
  },
  "a faulty account": async (page) => open(page, "#/account/EQnonsense"),
  async "a failure"(page, provoked) {
    provoked.push(/status of 500/);
    stack.own.faults.add("status=500", { path: "/api/v3/transactions" });
    await open(page, `#/account/${stack.busiest}`);
    await list(page, "failed");
  },
};

describe("looks", () => {
  for (const colorScheme of ["light", "dark"]) {
    visit(`${colorScheme}: every text can be read`, async (page, provoked) => {
      for (const [name, show] of Object.entries(VIEWS)) {
        await page.goto("about:blank");
        await show(page, provoked);
        // Colours take a moment to change where the pointer or the focus was.
        await eventually(() => page.evaluate(faint), []);
        const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red] = back.match(/\d+/g).map(Number);
        assert.ok(colorScheme === "dark" ? red < 60 : red > 200, `${name}: ${back}`);
      }
    }, { colorScheme });
  }

  for (const width of [320, 375, 1600]) {
    visit(`${width} px wide: nothing to scroll sideways`, async (page, provoked) => {
      for (const [name, show] of Object.entries(VIEWS)) {
        await page.goto("about:blank");
        await show(page, provoked);
        assert.equal(await fits(page), "fits", name);
      }
    }, { viewport: { width, height: 640 } });
  }

  visit("every control has a name, and room for a finger", async (page, provoked) => {
    for (const [name, show] of Object.entries(VIEWS)) {
      await page.goto("about:blank");
      await show(page, provoked);
      assert.deepEqual(await poor(page), [], name);
    }
  }, { viewport: { width: 320, height: 640 } });
});

describe("without WebAssembly", () => {
  for (const [view, field] of [["address", "#address-message"], ["account", "#account-message"]]) {
    visit(`the ${view} view says so`, async (page) => {
      await page.addInitScript(() => delete globalThis.WebAssembly);
      await open(page, `#/${view}/${FORMS.raw}`);
      assert.match(await page.locator(field).textContent(), /^This browser refuses WebAssembly.*Code wasm_unavailable$/);
    });
  }
});
