// What an editor shows at the upper functions: each has its parameters, an example that compiles, and its errors. Examples of functions that need
// no network run.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import ts from "typescript-5";

import { COMPILERS, compile, NODE16 } from "../helpers/typescript.mjs";

/** The interfaces by file. The methods of `v2` and `v3` have the documentation of their operations. */
const INTERFACES = { "client.d.ts": "Client", "message.d.ts": "Wallet" };
/** Methods without a hover of this kind: the generic calls, whose parameters the operation has. */
const OTHER_SUITES = ["call"];

/** The values that the examples use. */
const PRELUDE = `
import type { Client } from "ton-edge";
import { type Cell, fromNano, fromUnits, type Signer, toNano, type Wallet, type WalletActionInput } from "ton-edge/message";
declare const client: Client, wallet: Wallet, signer: Signer, actions: WalletActionInput[];
declare const message: Cell, account: string, to: string, owner: string, item: string, master: string, jettonMaster: string, jettonWallet: string;
declare const wallets: string[], stored: string | undefined, seqno: number, validUntil: number;
declare function store(row: object): Promise<void>;
`;

/** The declarations of functions, and the entry that exports each of them. */
const ENTRIES = {
  "message.d.ts": "ton-edge/message",
  "ed25519.d.ts": "ton-edge/message/ed25519",
  "tvm.d.ts": "ton-edge/tvm",
  "preview.d.ts": "ton-edge/tvm",
};

/** Functions whose examples only compile: they need an account on a network, or a wallet app. */
const FUNCTIONS_NOT_RUN = [
  "decodeShardAccount",
  "decodeTransaction",
  "decryptComment",
  "emulate",
  "openConfig",
  "previewTransfer",
  "verifySignData",
  "verifyTonProof",
];

/** The values that the examples of these functions use. */
const FUNCTION_PRELUDE = `
import type { Client } from "ton-edge";
import type { Cell, EncryptedCommentParts, SignedData, TonConnectAccount, TonProof } from "ton-edge/message";
declare const client: Client, account: string, address: string, message: Cell, boc: Cell, signed: SignedData, unused: Set<string>;
declare const login: TonConnectAccount & { proof: TonProof };
declare function decrypt(parts: EncryptedCommentParts): string;
`;

/** The part of node:assert that the examples use. */
const ASSERT = "export declare function deepEqual<T>(actual: T, expected: unknown): void;";

/** @typedef {{ name: string, parameters: string[], tags: { name: string, parameter?: string, text: string }[] }} Method */

/** Parses declarations of the package. */
function parseDeclarations(file) {
  const text = readFileSync(new URL(`../../pkg/${file}`, import.meta.url), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The code of an example; `undefined` without one. */
const getExample = (tags) =>
  /```js\n([\s\S]*?)\n```/.exec(tags.find(({ name }) => name === "example")?.text ?? "")?.[1];

/** The functions of a file with the code of their examples. @returns {{ name: string, code: string | undefined }[]} */
const listFunctions = (file) =>
  parseDeclarations(file)
    .statements.filter(ts.isFunctionDeclaration)
    .map((item) => {
      const tags = ts
        .getJSDocTags(item)
        .map((tag) => ({ name: tag.tagName.text, text: ts.getTextOfJSDocComment(tag.comment) ?? "" }));
      return { name: item.name?.text ?? "", code: getExample(tags) };
    });

/** Writes examples as functions of a module, in which the exports of the entry are known. A comment with a value is compared. */
function writeModule(entry, functions) {
  const names = functions.map(({ name }) => name).join(", ");
  const bodies = functions.map(({ name, code }) => {
    const lines = code.split("\n").map((line) => {
      const [, names_, from] = /^import \{(.*)\} from "(.*)";$/.exec(line) ?? [];
      if (from) return `const {${names_}} = await import("${from}");`;
      const [, condition = "", expression, value] =
        /^(if \(.*?\) )?(\S.*); \/\/ (-?\d+n?|".*"|\{.*\}|true|false|null)(?:, .*)?$/.exec(line) ?? [];
      return value === undefined
        ? line
        : `${condition}(await import("node:assert/strict")).deepEqual(${expression}, ${value});`;
    });
    return `async function example_${name}() {\n${lines.join("\n")}\n}`;
  });
  return { names, text: [`const { ${names} } = await import("${entry}");`, ...bodies].join("\n") };
}

/** The methods of an interface with their tags. @returns {Method[]} */
function listMethods(file, name) {
  const source = parseDeclarations(file);
  const foundStatement = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  assert.ok(foundStatement && ts.isInterfaceDeclaration(foundStatement), name);
  return foundStatement.members.filter(ts.isMethodSignature).map((member) => ({
    name: member.name.getText(),
    parameters: member.parameters.map((parameter) => parameter.name.getText()),
    tags: ts.getJSDocTags(member).map((tag) => ({
      name: tag.tagName.text,
      parameter: ts.isJSDocParameterTag(tag) ? tag.name.getText() : undefined,
      text: ts.getTextOfJSDocComment(tag.comment) ?? "",
    })),
  }));
}

const methods = Object.entries(INTERFACES).flatMap(([file, name]) =>
  listMethods(file, name)
    .filter((method) => !OTHER_SUITES.includes(method.name))
    .map((method) => ({ ...method, title: `${name}.${method.name}` })),
);
/** Overloads share the documentation of the first one. */
const documentedMethods = methods.filter(
  (method, index) => methods.findIndex(({ title }) => title === method.title) === index,
);

describe("an editor's hover", () => {
  test("the interfaces have every method of the table", () =>
    assert.ok(documentedMethods.length >= 16, `${documentedMethods.length}`));

  for (const { title, parameters, tags } of documentedMethods) {
    test(`${title} has parameters, an example and errors`, () => {
      const paramNames = tags.filter(({ name }) => name === "param").map(({ parameter }) => parameter);
      // The options are documented where their type is declared.
      const neededParams = parameters.filter((name) => name !== "options");
      assert.deepEqual(
        paramNames.filter((name) => name !== "options"),
        neededParams,
        title,
      );
      for (const kind of ["example", "throws"])
        assert.ok(
          tags.some(({ name, text }) => name === kind && text.length > 10),
          `${title} has no @${kind}`,
        );
    });
  }

  test("every example compiles", async () => {
    const examples = documentedMethods.map(({ title, tags }) => {
      const code = getExample(tags);
      assert.ok(code, title);
      return `export async function ${title.replace(".", "_")}() {\n${code}\n}`;
    });
    const { faults } = await compile(
      Object.values(COMPILERS).at(-1),
      { "hovers.mts": PRELUDE + examples.join("\n") },
      NODE16,
    );
    assert.deepEqual(faults, []);
  });
});

for (const [file, entry] of Object.entries(ENTRIES)) {
  describe(`the functions of ${file}`, () => {
    const functions = listFunctions(file);
    test("each has an example that compiles", async () => {
      assert.deepEqual(
        functions.filter(({ code }) => code === undefined).map(({ name }) => name),
        [],
      );
      const text = `${FUNCTION_PRELUDE}export {};\n${writeModule(entry, functions).text}`;
      // The examples are JavaScript, without checks for null.
      const options = { ...NODE16, strict: false, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false };
      const { faults } = await compile(
        Object.values(COMPILERS).at(-1),
        { "functions.mts": text.replaceAll("node:assert/strict", "./assert.mjs"), "assert.d.mts": ASSERT },
        options,
      );
      assert.deepEqual(faults, []);
    });

    test("the examples run", async () => {
      const runnableNames = functions.filter(({ name }) => !FUNCTIONS_NOT_RUN.includes(name)).map(({ name }) => name);
      const calls = runnableNames.map(
        (name) => `await example_${name}().catch((error) => console.log("${name}", error));`,
      );
      const source = [writeModule(entry, functions).text, ...calls].join("\n");
      const options = { cwd: fileURLToPath(new URL("..", import.meta.url)) };
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--input-type=module", "--eval", source],
        options,
      );
      assert.equal(stdout, "");
    });
  });
}
