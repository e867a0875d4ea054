// What an editor shows at the upper functions: each has its parameters, an example that compiles, and its errors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import ts from "typescript-5";

import { COMPILERS, compile, NODE16 } from "../helpers/typescript.mjs";

/** The interfaces by file. The methods of `v2` and `v3` have the documentation of their operations. */
const INTERFACES = { "client.d.ts": "Client", "message.d.ts": "Wallet" };
/** Methods without a hover of this kind: the generic calls, whose parameters the operation has. */
const OTHERS = ["call"];

/** The values that the examples use. */
const PRELUDE = `
import type { Client } from "ton-edge";
import { type Cell, fromNano, fromUnits, type Signer, toNano, type Wallet, type WalletActionInput } from "ton-edge/message";
declare const client: Client, wallet: Wallet, signer: Signer, actions: WalletActionInput[];
declare const message: Cell, account: string, to: string, owner: string, item: string, master: string, jettonMaster: string, jettonWallet: string;
declare const wallets: string[], stored: string | undefined, seqno: number, validUntil: number;
declare function store(row: object): Promise<void>;
`;

/** @typedef {{ name: string, parameters: string[], tags: { name: string, parameter?: string, text: string }[] }} Method */

/** The methods of an interface with their tags. @returns {Method[]} */
function methodsOf(file, name) {
  const source = ts.createSourceFile(
    file,
    readFileSync(new URL(`../../pkg/${file}`, import.meta.url), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  assert.ok(found && ts.isInterfaceDeclaration(found), name);
  return found.members.filter(ts.isMethodSignature).map((member) => ({
    name: member.name.getText(),
    parameters: member.parameters.map((one) => one.name.getText()),
    tags: ts.getJSDocTags(member).map((tag) => ({
      name: tag.tagName.text,
      parameter: ts.isJSDocParameterTag(tag) ? tag.name.getText() : undefined,
      text: ts.getTextOfJSDocComment(tag.comment) ?? "",
    })),
  }));
}

const methods = Object.entries(INTERFACES).flatMap(([file, name]) =>
  methodsOf(file, name)
    .filter((method) => !OTHERS.includes(method.name))
    .map((method) => ({ ...method, title: `${name}.${method.name}` })),
);
/** Overloads share the documentation of the first one. */
const documented = methods.filter(
  (method, index) => methods.findIndex(({ title }) => title === method.title) === index,
);

describe("an editor's hover", () => {
  test("there are as many methods as there should be", () =>
    assert.ok(documented.length >= 16, `${documented.length}`));

  for (const { title, parameters, tags } of documented) {
    test(`${title} has parameters, an example and errors`, () => {
      const named = tags.filter(({ name }) => name === "param").map(({ parameter }) => parameter);
      // The options are documented where their type is declared.
      const needed = parameters.filter((name) => name !== "options");
      assert.deepEqual(
        named.filter((name) => name !== "options"),
        needed,
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
    const examples = documented.map(({ title, tags }) => {
      const text = tags.find(({ name }) => name === "example")?.text ?? "";
      const [, code] = /```js\n([\s\S]*?)\n```/.exec(text) ?? [];
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
