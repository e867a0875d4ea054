// How both upstreams read the parameters of a request by the endpoint table.
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadCatalogue } from "./catalogue.mjs";
import { checkLimit, parseOpcode, readParameters } from "./parameters.mjs";

const { catalogue } = loadCatalogue();
const findRow = (generation, path, verb = "GET") =>
  catalogue.find((row) => row.generation === generation && row.path === path && row.verbs.includes(verb));

test("an opcode is read as hexadecimal first, then as a decimal of 32 bits", () => {
  for (const [text, expected] of [
    ["10", "0x00000010"],
    ["0x0f8a7ea5", "0x0f8a7ea5"],
    ["F8A7EA5", "0x0f8a7ea5"],
    ["12345678", "0x12345678"],
    ["260734629", "0x0f8a7ea5"],
    ["4294967295", "0xffffffff"],
    ["-1", "0xffffffff"],
    ["-2147483648", "0x80000000"],
    ["4294967296", undefined],
    ["-2147483649", undefined],
    ["12345678901", undefined],
    ["+1", undefined],
    ["", undefined],
  ])
    assert.equal(parseOpcode(text), expected, text);
});

test("a parameter of type cell whose default is an empty text stays absent", () => {
  const boc = "te6ccgEBAQEAAgAAAA==";
  for (const generation of ["v2", "v3"]) {
    const params = readParameters(
      findRow(generation, "/estimateFee", "POST"),
      { address: `0:${"0".repeat(64)}`, body: boc },
      { verb: "POST", variant: "cpp" },
    );
    assert.equal(params.init_code, undefined);
    assert.equal(params.init_data, undefined);
  }
});

test("every default of the table can be read", () => {
  for (const operation of catalogue) {
    const neededParams = {
      address: `0:${"0".repeat(64)}`,
      hash: "0".repeat(64),
      account_hash: "0".repeat(64),
      boc: "te6ccgEBAQEAAgAAAA==",
    };
    const sentParams = Object.fromEntries(
      operation.params
        .filter((p) => p.required)
        .map((p) => [p.name, p.array ? [neededParams[p.kind] ?? "1"] : (neededParams[p.kind] ?? "1")]),
    );
    let params;
    try {
      params = readParameters(operation, sentParams, { verb: operation.verbs[0], variant: "cpp" });
    } catch (error) {
      // A rule may require more than the required parameters; then reading stops before the defaults.
      assert.equal(error.name, "Refusal", `${operation.generation}${operation.path}: ${error.stack}`);
      continue;
    }
    for (const [name, value] of Object.entries(params))
      assert.notEqual(typeof value, "symbol", `${operation.generation}${operation.path} ${name}`);
  }
});

test("the status of a limit over the maximum is a number, also if the table names two statuses in words", () => {
  const wordedOperations = catalogue.filter((row) => Number.isNaN(Number(row.live_page?.status_over_max ?? 422)));
  assert.ok(wordedOperations.length > 0, "the table has a row whose status is not a number");
  for (const operation of wordedOperations)
    assert.throws(() => checkLimit(operation, 1_000_000), {
      name: "Refusal",
      status: 422,
      message: /^limit is not allowed: 1000000 > /,
    });
});
