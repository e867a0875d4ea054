// Cells, slices, builders and stacks in consoles: readable in Node, Deno and Bun, and with their content in a browser.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { launch } from "./chromium.mjs";
import { getCommand, PROGRAMS } from "./runtimes.mjs";
import { serveSuites } from "./site.mjs";

const CELL = "te6cckEBAgEABwABAgcBAAIIblWYDg==";
const SLICE = "te6cckEBAgEABwABAXgBAAIISyXu9A==";
const BUILDER = "te6cckEBAQEAAwAAAgkfvG45";

/** What a console prints, with each run of white space as one space. @param {string} name */
async function printWith(name) {
  const [program, ...args] = getCommand(name);
  const file = fileURLToPath(new URL("printed-values.mjs", import.meta.url));
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const { stdout } = await promisify(execFile)(program, [...args, file], { cwd, env });
  return stdout.replace(/\s+/g, " ").replaceAll(", }", " }");
}

for (const name of ["Node", ...PROGRAMS]) {
  test(`${name} prints cells, slices, builders and stacks`, async () => {
    const text = await printWith(name);
    const start = `Cell ${CELL} Slice ${SLICE} Builder ${BUILDER} Stack [ 5n, Cell ${CELL} ] `;
    assert.equal(text.slice(0, start.length), start);
    assert.match(
      text.slice(start.length),
      /^\[ \{ type: ['"]body['"], rest: Cell te6cckEBAgEABwABAgcBAAIIblWYDg== \} \] Cell te6/,
    );
    const longHex = text.slice(text.lastIndexOf("Cell "));
    assert.match(longHex, /^Cell te6[\w+/]+…[\w+/]+ $/);
    assert.ok(longHex.length < 320, longHex);
  });
}

test("Chromium's console shows the content of a cell, a slice and a builder", async () => {
  const site = await serveSuites({});
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const messages = [];
    page.on("console", (message) => messages.push(message));
    await page.goto(site.url);
    await page.evaluate(() => import("/runtimes/printed-values.mjs"));
    const [cell, slice, builder, stack] = messages.slice(0, 4);
    assert.deepEqual(
      [cell, slice, builder, stack].map((message) => message.text()),
      ["Cell", "Slice", "Builder", "Stack"],
    );
    // A console lists the enumerable properties of an object, and evaluates a getter at a click.
    const readMessageValue = (message) => message.args()[0].evaluate((/** @type {any} */ value) => ({ ...value }));
    assert.deepEqual(await readMessageValue(cell), { boc: CELL });
    assert.deepEqual(await readMessageValue(slice), { boc: SLICE });
    assert.deepEqual(await readMessageValue(builder), { boc: BUILDER });
    const values = await (await stack.args()[0].getProperty("values")).getProperty("1");
    assert.deepEqual(await values.evaluate((/** @type {any} */ value) => ({ ...value })), { boc: CELL });
  } finally {
    await browser.close();
    await site.close();
  }
});
