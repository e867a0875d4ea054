// The Go snippets of the endpoint explorer: all of them compile, and those of some calls send the request of the web app.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import { toGoString } from "../../www/explorer/literals.js";
import { assertReceived, CALLS, kindOf, sendAndRead, snippet } from "./explorer-programs.mjs";
import { HOSTILE_TEXTS, written } from "./explorer-snippets.mjs";
import { explorer } from "./explorer-visit.mjs";

const GO = process.env.GO_COMMAND ?? "go";
const folder = mkdtempSync(join(tmpdir(), "ton-edge-go-"));
after(() => rmSync(folder, { recursive: true }));

// The compiler uses no files of the home folder, and no network.
const env = {
  ...process.env,
  GOFLAGS: "-mod=mod",
  GOPROXY: "off",
  GOCACHE: join(folder, "cache"),
  GOPATH: join(folder, "path"),
};
const options = /** @type {const} */ ({ cwd: folder, env, encoding: "utf8" });
writeFileSync(join(folder, "go.mod"), "module snippets\n\ngo 1.19\n");

/** Writes a program as its own package. */
function write(name, code) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "main.go"), code);
  return `./${name}`;
}

test("a Go literal evaluates to its text", { timeout: 120_000 }, () => {
  const list = HOSTILE_TEXTS.map((one) => `\t\t${toGoString(one)},\n`).join("");
  const path = write(
    "literals",
    `package main

import (
\t"encoding/json"
\t"os"
)

func main() {
\tjson.NewEncoder(os.Stdout).Encode([]string{
${list}\t})
}
`,
  );
  assert.deepEqual(JSON.parse(execFileSync(GO, ["run", path], options)), HOSTILE_TEXTS);
});

test("the Go snippets of all operations compile", { timeout: 300_000 }, () => {
  for (const [at, code] of written("Go").entries()) write(`operation${at}`, code);
  // `go vet` type-checks each package without linking it.
  execFileSync(GO, ["vet", "./..."], options);
});

const { visit, open, stack } = explorer();
const run = promisify(execFile);

for (const one of CALLS)
  visit(`the Go snippet of ${one.id} runs, and sends the request of the web app`, async (page) => {
    await open(page, `#/explorer/${one.id}`);
    const shown = await sendAndRead(page, one, stack());
    const path = write(`call${CALLS.indexOf(one)}`, await snippet(page, "Go"));
    const { stdout } = await run(GO, ["run", path], options);
    assert.deepEqual(kindOf(stdout), shown);
    assertReceived(one, stack());
  });
