// No defaults for money: every function that takes an amount, an account, `bounce` or a text refuses a missing value and a value of another
// type, and names the property. The tables list every function of the entry and every body of the package; a new one fails these tests
// until it is listed here.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as message from "ton-edge/message";

import { ROWS, WALLETS } from "../../pkg/dist/schemas.js";
import { catchThrown } from "./checks.mjs";

/** The entry's exports by name. @type {Record<string, any>} */
const entry = { ...message };
const { Address } = await import("@ton/core");
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const TESTNET = [true, false].map((bounceable) => Address.parse(EQ).toString({ bounceable, testOnly: true }));
const cell = message.beginCell().endCell();
const publicKey = new Uint8Array(32).fill(1);

/** Values, by name, that most of the kinds of properties below refuse. Each kind lists for itself whether it refuses `undefined` and `null`. */
const ODD_TEXTS = /** @type {[string, any][]} */ ([
  ["an empty text", ""],
  ["another text", "abc"],
  ["NaN", Number.NaN],
  ["Infinity", Infinity],
  ["true in the place of an object", Object(true)],
  ["an array", []],
  ["an object", {}],
  ["a symbol", Symbol("x")],
  ["a function", () => 1n],
]);

/** Kinds of properties: the values that they accept besides `good`, and those that they refuse besides {@link ODD_TEXTS}. */
const KINDS = {
  amount: {
    takes: [0, 0n, 1, 2 ** 53 - 1, (1n << 120n) - 1n],
    refuses: [undefined, null, true, "1", "1n", -1, -1n, 1.5, 2 ** 53, 1n << 120n],
  },
  amountOfLink: { takes: [0, 0n, null], refuses: [undefined, true, "1", -1n, 1.5, 1n << 120n] },
  account: { takes: [EQ], refuses: [undefined, null, 0, 1n, true, "alice.ton", EQ.slice(1)] },
  accountOrNone: { takes: [EQ, null, undefined], refuses: [0, 1n, true, "alice.ton", EQ.slice(1)] },
  flag: { takes: [true, false, undefined], refuses: [null, 0, 1, "true"] },
  requiredFlag: { takes: [true, false], refuses: [undefined, null, 0, 1, "true"] },
  text: { takes: ["", "abc", "🙂", "\ufffd"], refuses: [] },
};

/** @typedef {{ good: Record<string, any>, fields: Record<string, keyof typeof KINDS>, call: (given: any, network?: any) => any }} Row */

const ROW = {
  good: { to: EQ, value: 1n, bounce: true, body: "" },
  fields: /** @type {Row["fields"]} */ ({ to: "account", value: "amount", bounce: "flag", body: "text" }),
};
const EXTENSION = { good: { address: EQ }, fields: /** @type {Row["fields"]} */ ({ address: "account" }) };

/** The entry's function for each wallet version. */
const walletFunctions = Object.keys(entry).filter((name) => /^wallet[A-Z]/.test(name));
const request = { seqno: 1, queryId: 1, validUntil: 2e9, createdAt: 1 };
const getBody = (name, network, actions) => entry[name]({ publicKey, network }).body(actions, request);

/** Every function that takes money, by its name. @type {Record<string, Row[]>} */
const FIELDS_BY_FUNCTION = {
  internalMessage: [{ ...ROW, call: (options, network) => message.internalMessage(options, { network }) }],
  externalMessage: [
    {
      good: { to: EQ, body: "" },
      fields: { to: "account", body: "text" },
      call: (options, network) => message.externalMessage(options, { network }),
    },
  ],
  tonConnectTransaction: [
    { ...ROW, call: (options, network) => message.tonConnectTransaction([options], { network }) },
    {
      good: {},
      fields: { from: "accountOrNone" },
      call: (options, network) => message.tonConnectTransaction([ROW.good], { ...options, network }),
    },
  ],
  transferLink: [
    {
      good: ROW.good,
      fields: { ...ROW.fields, value: "amountOfLink" },
      call: (options, network) => message.transferLink({ ...options, network }),
    },
    {
      good: { ...ROW.good, jetton: EQ },
      fields: { ...ROW.fields, value: "amountOfLink", jetton: "accountOrNone" },
      call: (options, network) => message.transferLink({ ...options, network }),
    },
  ],
  comment: [{ good: { text: "" }, fields: { text: "text" }, call: ({ text }) => message.comment(text) }],
  encodeBody: [],
};
for (const name of walletFunctions) {
  FIELDS_BY_FUNCTION[name] = [{ ...ROW, call: (options, network) => getBody(name, network, [options]) }];
  const rules = WALLETS[entry[name]({ publicKey }).version];
  if (rules.actions[0] !== "ignore errors") continue;
  for (const type of ["add_extension", "remove_extension"])
    FIELDS_BY_FUNCTION[name].push({
      ...EXTENSION,
      call: (options, network) => getBody(name, network, [{ type, ...options }]),
    });
  FIELDS_BY_FUNCTION[name].push({
    good: { allowed: true },
    fields: { allowed: "requiredFlag" },
    call: (options, network) => getBody(name, network, [{ type: "set_signature_allowed", ...options }]),
  });
}

/** Kinds of body fields, by the letters of `dist/schemas.js`; and a value for fields of other kinds. */
const LETTERS = { v: "amount", d: "account", a: "accountOrNone", t: "text" };
const OTHER_KINDS = {
  u: 1,
  q: 1,
  U: 1n,
  e: null,
  o: null,
  p: null,
  r: cell,
  y: new Uint8Array(),
  g: new Uint8Array(64),
};
const VALID_INPUTS = { amount: 1n, account: EQ, accountOrNone: EQ, text: "" };
for (const [type, , schema] of ROWS) {
  const fieldRows = schema.filter(([, [kind]]) => kind !== "n");
  const validFields = Object.fromEntries(
    fieldRows.map(([name, [kind]]) => {
      if ("mwWl".includes(kind)) return [name, []];
      assert.ok(
        kind in LETTERS || kind in OTHER_KINDS,
        `a body has a field of the kind ${kind}: list here which values it takes`,
      );
      return [name, kind in LETTERS ? VALID_INPUTS[LETTERS[kind]] : OTHER_KINDS[kind]];
    }),
  );
  const fields = Object.fromEntries(
    fieldRows.filter(([, [kind]]) => kind in LETTERS).map(([name, [kind]]) => [name, LETTERS[kind]]),
  );
  FIELDS_BY_FUNCTION.encodeBody.push({
    good: validFields,
    fields,
    call: (options, network) => message.encodeBody({ type, ...options }, { network }),
  });
  // A body that is an object inside a message belongs to the network of that message.
  for (const outerName of ["internalMessage", "tonConnectTransaction", "transferLink", walletFunctions[0]])
    FIELDS_BY_FUNCTION[outerName].push({
      good: validFields,
      fields,
      call: (options, network) =>
        FIELDS_BY_FUNCTION[outerName][0].call({ ...ROW.good, body: { type, ...options } }, network),
    });
  const list = fieldRows.find(([, [kind]]) => "mwl".includes(kind));
  if (list)
    FIELDS_BY_FUNCTION.encodeBody.push({
      ...ROW,
      call: (options, network) => message.encodeBody({ type, ...validFields, [list[0]]: [options] }, { network }),
    });
}

/** Functions of the entry that take no money: they read a cell, a row or a text, or store one value unchanged. */
const FUNCTIONS_WITHOUT_AMOUNTS = new Set(
  (
    "Builder Cell Slice Stack TonEdgeError beginCell buildDict decodeAccount decodeBody decodeContent decodeDnsRecords decodeMessage " +
    "decodeShardAccount decodeStack decodeStateInit decodeTransaction decryptComment encodeDomain encodeStack encodeStateInit explainExitCode " +
    "explainResultCode fromNano fromUnits getMethodArguments isMnemonic isTonEdgeError keyPairFromSeed messageHash mnemonicNew " +
    "mnemonicToKeyPair mnemonicToSeed parseBoc parseBocRoots parseTransferLink readDict readGetMethod ready stackFromCell stackToCell " +
    "toNano toUnits verifySignData verifyTonProof writeBoc"
  ).split(" "),
);

test("every export of the entry is in one of the tables", () => {
  for (const name of Object.keys(entry))
    assert.equal(
      Number(name in FIELDS_BY_FUNCTION) + Number(FUNCTIONS_WITHOUT_AMOUNTS.has(name)),
      1,
      `${name}: list it in FIELDS_BY_FUNCTION or FUNCTIONS_WITHOUT_AMOUNTS`,
    );
  for (const name of FUNCTIONS_WITHOUT_AMOUNTS) assert.ok(name in entry, name);
});

for (const [name, rows] of Object.entries(FIELDS_BY_FUNCTION))
  describe(name, () => {
    for (const [index, { good, fields, call }] of rows.entries()) {
      const label = `${index} ${Object.keys(fields)}`;
      /** The error of a call with one changed property. */
      const catchRefusal = (property, value) => {
        const error = catchThrown(
          () => call({ ...good, [property]: value }),
          `${label}: ${property} = ${String(value)}`,
        );
        assert.match(error.code, /^(missing|invalid)_parameter$|^invalid_option$/, `${label}: ${property}`);
        assert.equal(error.parameter, property, `${label}: ${property} = ${String(value)}: ${error.message}`);
        return error;
      };

      test(label, () => {
        call(good);
        for (const [property, kind] of Object.entries(fields)) {
          for (const value of KINDS[kind].takes) call({ ...good, [property]: value });
          for (const value of KINDS[kind].refuses) {
            const { message: text } = catchRefusal(property, value);
            if (value === "alice.ton") assert.match(text, /a domain, not an address: `client\.recipient` finds/);
          }
          const isText = kind === "text";
          if (!isText) for (const [, value] of ODD_TEXTS) catchRefusal(property, value);
          if (KINDS[kind].refuses.includes(undefined)) {
            const { [property]: _, ...rest } = good;
            assert.equal(catchThrown(() => call(rest), `${label}: no ${property}`).parameter, property);
          }
          if (isText)
            for (const [text, index] of /** @type {[string, number][]} */ ([
              ["\ud800", 0],
              ["ab\udc00c", 2],
              ["🙂\ud83d", 2],
            ]))
              assert.equal(catchRefusal(property, text).index, index);
          if (/^account/.test(kind))
            for (const address of TESTNET) {
              assert.match(catchRefusal(property, address).message, /testnet/);
              call({ ...good, [property]: address }, "testnet");
            }
        }
        if (name !== "comment") assert.equal(catchThrown(() => call(good, "devnet"), label).code, "invalid_option");
      });
    }
  });
