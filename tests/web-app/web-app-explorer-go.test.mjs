// The Go snippets of the endpoint explorer: all of them compile, and those of some calls send the request of the web app.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

import { toGoString } from "../../www/explorer/literals.js";
import { assertReceived, CALLS, listFieldNames, sendAndRead, readSnippet } from "./explorer-programs.mjs";
import { HOSTILE_TEXTS, writeAllSnippets } from "./explorer-snippets.mjs";
import { setUpExplorer } from "./explorer-visit.mjs";

const GO_COMMAND = process.env.GO_COMMAND ?? "go";
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
function writeProgram(name, code) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "main.go"), code);
  return `./${name}`;
}

test("a Go literal evaluates to its text", { timeout: 120_000 }, () => {
  const list = HOSTILE_TEXTS.map((text) => `\t\t${toGoString(text)},\n`).join("");
  const path = writeProgram(
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
  assert.deepEqual(JSON.parse(execFileSync(GO_COMMAND, ["run", path], options)), HOSTILE_TEXTS);
});

test("the Go snippets of all operations compile", { timeout: 300_000 }, () => {
  for (const [at, code] of writeAllSnippets("Go").entries()) writeProgram(`operation${at}`, code);
  // `go vet` type-checks each package without linking it.
  execFileSync(GO_COMMAND, ["vet", "./..."], options);
});

const { testPage, openPage, stack } = setUpExplorer();
const run = promisify(execFile);

for (const call of CALLS)
  testPage(`the Go snippet of ${call.id} runs, and sends the request of the web app`, async (page) => {
    await openPage(page, `#/explorer/${call.id}`);
    const shownFields = await sendAndRead(page, call, stack());
    const path = writeProgram(`call${CALLS.indexOf(call)}`, await readSnippet(page, "Go"));
    const { stdout } = await run(GO_COMMAND, ["run", path], options);
    assert.deepEqual(listFieldNames(stdout), shownFields);
    assertReceived(call, stack());
  });
