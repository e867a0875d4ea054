// An editor's completions while one writes a program: every value of an option, and not only its default.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript-5";

const FILE = fileURLToPath(new URL("completed.ts", import.meta.url));
const OPTIONS = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** The completions at `|`. @param {string} text */
function listCompletions(text) {
  const position = text.indexOf("|");
  const source = `${text.slice(0, position)}${text.slice(position + 1)}`;
  const service = ts.createLanguageService({
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readFile: ts.sys.readFile,
    realpath: ts.sys.realpath,
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    getCompilationSettings: () => OPTIONS,
    getCurrentDirectory: () => fileURLToPath(new URL("..", import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === FILE ? source : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
  });
  return service.getCompletionsAtPosition(FILE, position, {})?.entries.map(({ name }) => name);
}

const CLIENT = 'import type { Client } from "ton-edge"; declare const client: Client;';

test("an editor's completion offers each value of `wait`", () => {
  const send = listCompletions(`${CLIENT} client.send("", { wait: "|" });`);
  assert.deepEqual(send?.toSorted(), ["accepted", "executed", "trace"]);
  const waitForMessage = listCompletions(`${CLIENT} client.waitForMessage("", { timeoutMs: 1, wait: "|" });`);
  assert.deepEqual(waitForMessage?.toSorted(), ["executed", "trace"]);
});
