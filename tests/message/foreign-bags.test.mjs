// Bags and bodies as other libraries write them: `tests/fixtures/foreign.jsonl`, by the writers of `tests/compatibility/corpus/`. Each bag is read with
// the hashes that its writer computed, is equal to the cell that this package builds from the same values, and is decoded to what the writer put
// in, as the service's indexer decodes it. `foreign-reviewed.json` lists what is refused or read differently, with the reason; the tests fail if
// the list has too many or too few rows. `tests/core/cell/foreign.rs` reads the same bags in Rust.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  beginCell,
  decodeBody,
  decodeContent,
  decodeMessage,
  decodeStateInit,
  parseBocRoots,
  readDict,
  walletV3R1,
  walletV3R2,
  walletV4R2,
  walletV5R1,
} from "ton-edge/message";

import { toHex } from "./checks.mjs";

const readFixture = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
const rows = readFixture("foreign.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const [{ writers, wallet, cases }, ...bags] = rows.slice(0, -1);
const names = writers.map(([name]) => name);
const reviewedCases = JSON.parse(readFixture("foreign-reviewed.json"));
const getCase = (name) => cases.find((item) => item.name === name.replace(" (own)", ""));

/** Makes the cell of a program (see `tests/compatibility/corpus/cases.mjs`) with this package. */
function make({ o, x = false }) {
  const builder = beginCell();
  for (const [kind, first, second] of o) {
    if (kind === "u") builder.storeUint(BigInt(second), first);
    else if (kind === "b") builder.storeBytes(Buffer.from(first, "hex"));
    else if (kind === "c") builder.storeCoins(BigInt(first));
    else if (kind === "a") builder.storeAddress(first);
    else if (kind === "m") builder.storeMaybeRef(first && make(first));
    else if (kind === "t") builder.storeStringTail(first);
    else if (kind === "d")
      builder.storeDict(
        first,
        second.map(([key, value]) => [BigInt(key), make({ o: value })]),
      );
    else for (let remaining = second; remaining > 0; remaining -= 1) builder.storeRef(make(first));
  }
  return builder.setExotic(x).endCell();
}

/** The decoded body with the names of the service's indexer (ton-marker's `schemes.tlb`). */
function toIndexerFields({ type, opcode, rest, ...fields }) {
  assert.equal(rest ?? null, null, "the whole body is read");
  if (type === "unknown") return { "@type": type, opcode };
  const types = {
    comment: "text_comment",
    encrypted_comment: "encrypted_text_comment",
    excesses: "excess",
    jetton_notification: "jetton_notify",
  };
  const isRemoved = type === "change_dns_record" && fields.value === null;
  if (isRemoved) delete fields.value;
  if (type === "encrypted_comment") fields = { cipherText: toHex(fields.data) };
  const name = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const toText = (input, key) =>
    typeof input === "bigint"
      ? key === "key"
        ? input.toString(16).padStart(64, "0")
        : String(input)
      : input && input.hash
        ? toHex(input.hash())
        : input;
  return {
    "@type": isRemoved ? "delete_dns_record" : (types[type] ?? type),
    ...Object.fromEntries(Object.entries(fields).map(([key, input]) => [name(key), toText(input, key)])),
  };
}

/** The values that the writer encoded, in the form of decoded values. */
const listExpectedValues = (expect) =>
  Object.fromEntries(Object.entries(expect).map(([key, value]) => [key, value?.o ? toHex(make(value).hash()) : value]));

const toHash = (cell) => (cell ? toHex(cell.hash()) : null);

const CHECKS = {
  cell() {},
  dictionary(
    [root],
    {
      roots: [
        {
          o: [[, keyBits, pairs]],
        },
      ],
    },
  ) {
    const slice = root.beginParse();
    const values = readDict(slice.loadMaybeRef(), keyBits);
    slice.endParse();
    assert.deepEqual(
      [...values].map(([key, value]) => [key, toHex(value.asCell().hash())]),
      pairs
        .map(([key, value]) => [BigInt(key), toHex(make({ o: value }).hash())])
        .sort(([entryKey], [otherKey]) => (entryKey < otherKey ? -1 : 1)),
    );
  },
  state([root], { expect }) {
    const { splitDepth, special: specialFlags, code, data, library } = decodeStateInit(root);
    assert.deepEqual(
      {
        splitDepth,
        special: specialFlags,
        code: toHash(code),
        data: toHash(data),
        library: library !== null,
      },
      {
        splitDepth: expect.splitDepth ?? null,
        special: expect.special === undefined ? null : { tick: expect.special > 1, tock: expect.special % 2 === 1 },
        code: expect.code ? toHex(make(expect.code).hash()) : null,
        data: expect.data ? toHex(make(expect.data).hash()) : null,
        library: expect.library !== undefined,
      },
    );
  },
  message([root], { expect, name }) {
    const { info, init, decoded } = decodeMessage(root);
    assert.equal(info.type, expect.type);
    assert.equal(init !== null, name.includes("state"));
    assert.deepEqual(decoded, { type: "comment", opcode: 0, text: "Hello", rest: null });
  },
  body([root], { expect }) {
    assert.deepEqual(toIndexerFields(/** @type {any} */ (decodeBody(root))), listExpectedValues(expect));
  },
  content([root], { expect }) {
    const { cell, other: otherFields, ...content } = decodeContent(root);
    assert.equal(toHex(cell.hash()), toHex(root.hash()));
    assert.deepEqual(otherFields, {});
    assert.deepEqual(content, expect);
  },
};

/** The request of a wallet: its fields, its message and the send mode. Wallets v1 and v2 are not in the table of bodies. */
function readRequest(version, body) {
  if (version >= "v3") {
    const as = {
      v3r1: "wallet_v3_signed",
      v3r2: "wallet_v3_signed",
      v4r1: "wallet_v4_signed",
      v4r2: "wallet_v4_signed",
    }[version];
    const { seqno, validUntil, actions } = /** @type {any} */ (decodeBody(body, as ? { as } : {}));
    assert.equal(actions.length, 1);
    return { seqno, validUntil, mode: actions[0].mode, message: actions[0].message };
  }
  const slice = body.beginParse().skip(512);
  const [seqno, validUntil] = [slice.loadUint(32), version < "v2" ? wallet.now : slice.loadUint(32)];
  const [mode, message] = [slice.loadUint(8), slice.loadRef()];
  slice.endParse();
  return { seqno, validUntil, mode, message };
}

const statesOf = new Map();
const EDGE_WALLETS = { v3r1: walletV3R1, v3r2: walletV3R2, v4r2: walletV4R2, v5r1: walletV5R1 };

function checkWallet([root], name) {
  const [, version, caseText] = /wallet: (\w+), (\w+)/.exec(name);
  if (caseText === "state") {
    const { code, data } = decodeStateInit(root);
    assert.ok(code && data);
    const hash = toHex(root.hash());
    const first = statesOf.get(version);
    if (first === undefined) statesOf.set(version, hash);
    else assert.equal(hash, first, `the state of ${version} by another writer`);
    if (EDGE_WALLETS[version]) {
      const edgeWallet = EDGE_WALLETS[version]({ publicKey: Buffer.from(wallet.publicKey, "hex") });
      assert.equal(edgeWallet.address, `0:${hash.toUpperCase()}`);
    }
    return;
  }
  const { info, body } = decodeMessage(root);
  assert.equal(info.type, "external-in");
  const { seqno, validUntil, mode, message } = readRequest(version, body);
  assert.deepEqual({ seqno, validUntil, mode }, { seqno: wallet.seqno, validUntil: wallet.now, mode: 3 });
  const decodedMessage = /** @type {any} */ (decodeMessage(message));
  assert.deepEqual(
    [decodedMessage.info.dest, String(decodedMessage.info.value.coins), decodedMessage.decoded.text],
    [wallet.to, wallet.value, wallet.comment],
  );
}

test("the corpus has at least 500 bags by at least 8 writers, each with its version", () => {
  assert.ok(bags.length >= 500, `${bags.length} bags`);
  const usedWriters = new Set(bags.map(([writer]) => writer));
  assert.ok(usedWriters.size >= 8, `${usedWriters.size} writers`);
  assert.equal(usedWriters.size, names.length);
  for (const [, version] of writers) assert.match(version, /^\d/);
  for (const { name } of cases)
    assert.ok(bags.filter(([, caseName]) => caseName === name).length > 0, `${name}: nobody wrote it`);
});

test("every bag is read as its writer meant it, except for the reviewed ones", () => {
  const [refusals, differentCases] = [[], []];
  for (const [writer, name, boc, hashes] of bags) {
    const caseName = `${names[writer]}, ${name}`;
    let roots;
    try {
      roots = parseBocRoots(boc);
    } catch (error) {
      assert.equal(error.code, "boc_invalid", caseName);
      refusals.push([caseName, error.message]);
      continue;
    }
    assert.deepEqual(
      roots.map((root) => toHex(root.hash())),
      hashes,
      caseName,
    );
    const testCase = getCase(name);
    if (!testCase) {
      checkWallet(roots, name);
      continue;
    }
    // A function for bodies chooses itself what goes into a cell of its own.
    if (!name.endsWith(" (own)")) {
      const expected = testCase.roots.map((root) => toHex(make(root).hash()));
      if (expected.join() !== hashes.join()) differentCases.push([caseName, hashes.join()]);
    }
    if (!differentCases.some(([differentName]) => differentName === caseName) || testCase.kind !== "cell")
      CHECKS[testCase.kind](roots, testCase);
  }
  const formatList = (list) => list.map(([caseName, label]) => `${caseName}: ${label}`).sort();
  assert.deepEqual(formatList(refusals), formatList(reviewedCases.refused));
  assert.deepEqual(formatList(differentCases), formatList(reviewedCases.different));
  for (const [caseName, , reason] of [...reviewedCases.refused, ...reviewedCases.different])
    assert.ok(reason?.length > 20, `${caseName}: no reason`);
});
