// Debian's browsers are always the newest, so an experimental command or flag that works today may be gone tomorrow. The tests use
// what Playwright and WebDriver BiDi promise. This suite reports every other use.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);

/** Ways around the stable interfaces: sessions of the developer tools, and flags that switch features. */
const WAYS_AROUND =
  /newCDPSession|newBrowserCDPSession|createCDPSession|connectOverCDP|--(enable|disable)-(blink-)?features|--enable-experimental|--js-flags|--load-extension/g;
/** Allowed uses: the file, the interface, and the reason. If the interface disappears, only this file stops working. */
const ALLOWED_USES = [
  [
    "tests/bench/page.mjs",
    "newCDPSession",
    "no standard slows a CPU down; without the command the benchmark ends with its error",
  ],
  ["tests/consumers/browsers.mjs", "--load-extension", "the documented way to load an extension; full runs only"],
];
/** The commands and events of the developer tools in the text of an allowed file. The protocol must list each as stable. */
const COMMAND = /"((?:[A-Z][A-Za-z]+)\.[a-z][A-Za-z]+)"/g;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "tests/*js"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => file !== "tests/runtimes/stable-interfaces.test.mjs");

/** The text of a file; empty for a file that is deleted but still in git's index. */
function readText(file) {
  try {
    return readFileSync(join(ROOT, file), "utf8");
  } catch {
    return "";
  }
}

test("no test drives a browser by experimental commands or flags", () => {
  const usages = files.flatMap((file) =>
    [...new Set(readText(file).match(WAYS_AROUND) ?? [])].map((way) => `${file}: ${way}`),
  );
  assert.deepEqual(usages.sort(), ALLOWED_USES.map(([file, way]) => `${file}: ${way}`).sort());
});

test("tests send only commands to the developer tools that their protocol lists as stable", () => {
  const { domains } = require("devtools-protocol/json/browser_protocol.json");
  for (const [file, way] of ALLOWED_USES) {
    if (way !== "newCDPSession") continue;
    for (const [, name] of readText(file).matchAll(COMMAND)) {
      const [domain, member] = name.split(".");
      const listedDomain = domains.find((item) => item.domain === domain);
      const entry = [...(listedDomain?.commands ?? []), ...(listedDomain?.events ?? [])].find(
        (item) => item.name === member,
      );
      assert.ok(entry, `${file}: the protocol has no ${name}`);
      for (const state of ["experimental", "deprecated"])
        assert.ok(!listedDomain[state] && !entry[state], `${file}: ${name} is ${state}`);
    }
  }
});
