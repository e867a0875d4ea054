// Real contracts: all that the devnet's world ever had, and those in recorded responses of the real service and in messages.

import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { Cell, loadMessage } from "@ton/core";

import { loadCodeAndData } from "../upstream/devnet/record.mjs";

const resolveFixtureUrl = (path) => new URL(`../fixtures/${path}`, import.meta.url);

/** Where contracts of FunC, Tact or Tolk keep their methods: `SETCP0`, then a dictionary with keys of 19 bits. */
const PREFIX = "ff00f4a413f4bcf2c80b";
const KEY_BITS = 19;

/**
 * @typedef {{ code: Cell, data: Cell, address: string, balance: bigint, extraCurrencies: Record<string, string> }} RealContract
 */

/** Numbers of the methods of a code; none if no known compiler wrote the code. @param {Cell} code @returns {number[]} */
export function listMethodIds(code) {
  const [methods] = code.refs;
  const slice = code.beginParse(true);
  if (methods === undefined || slice.remainingBits < 80 || slice.loadBuffer(10).toString("hex") !== PREFIX) return [];
  const methodIds = [];
  const visitCells = (cell, prefix, remaining) => {
    const bits = cell.beginParse(true);
    let key = prefix;
    let rest = remaining;
    const takeBits = (count, value) => {
      key = key * 2n ** BigInt(count) + value;
      rest -= count;
    };
    const width = Math.ceil(Math.log2(remaining + 1));
    const isShort = !bits.loadBit();
    const isSame = !isShort && bits.loadBit();
    const bit = isSame && bits.loadBit();
    let count = 0;
    if (isShort) while (bits.loadBit()) count += 1;
    else count = bits.loadUint(width);
    if (isSame) takeBits(count, bit ? 2n ** BigInt(count) - 1n : 0n);
    else takeBits(count, bits.loadUintBig(count));
    if (rest === 0) {
      methodIds.push(Number(BigInt.asIntN(KEY_BITS, key)));
      return;
    }
    cell.refs.slice(0, 2).forEach((ref, bit) => visitCells(ref, key * 2n + BigInt(bit), rest - 1));
  };
  visitCells(methods, 0n, KEY_BITS);
  // The ids 0 and below are for messages.
  return methodIds.filter((id) => id > 0);
}

/** Every state that an account of the devnet ever had, once per code and data. @returns {RealContract[]} */
export function getContractsOfDevnet({ db }) {
  const rows = db.all(
    `SELECT a.account, s.balance, s.extra_currencies, s.boc FROM account_states s JOIN accounts a ON a.account = s.account
    WHERE s.code_hash IS NOT NULL GROUP BY s.code_hash, s.data_hash ORDER BY s.hash`,
  );
  return rows.flatMap(({ account, balance, extra_currencies: extra, boc }) => {
    const { code, data } = loadCodeAndData(boc);
    const extraCurrencies = extra ? JSON.parse(extra) : {};
    return code && data ? [{ code, data, address: account, balance: BigInt(balance), extraCurrencies }] : [];
  });
}

const makeCell = (base64) => Cell.fromBoc(Buffer.from(base64, "base64"))[0];

/** Every object in a JSON document. */
function* getObjectsIn(value) {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* getObjectsIn(part);
}

/** Contracts in recorded responses of the service, and in messages that deploy one. @returns {RealContract[]} */
export function readContractsOfFixtures() {
  const methodIds = [];
  const add = (code, data, from) => {
    try {
      const contract = { code: makeCell(code), data: makeCell(data), balance: 1_000_000_000n, extraCurrencies: {} };
      methodIds.push({ ...contract, address: `0:${contract.data.hash().toString("hex")}` });
    } catch {
      // The recording of this response was shortened.
      assertShortened(code, data, from);
    }
  };
  const documents = [resolveFixtureUrl("http_exchanges_v2.json.gz")];
  for (const version of ["v2", "v3"])
    for (const name of readdirSync(resolveFixtureUrl(`recorded/${version}`), { recursive: true }))
      if (String(name).endsWith(".json")) documents.push(resolveFixtureUrl(`recorded/${version}/${name}`));
  const readText = (document) => {
    const bytes = readFileSync(document);
    return (document.pathname.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  };
  for (const document of documents)
    for (const object of getObjectsIn(JSON.parse(readText(document)))) {
      const code = object.code_boc ?? object.code;
      const data = object.data_boc ?? object.data;
      if (typeof code === "string" && typeof data === "string" && code.startsWith("te6")) add(code, data, document);
    }
  for (const { boc } of JSON.parse(readFileSync(resolveFixtureUrl("boc_examples.json"), "utf8"))) {
    let message;
    try {
      message = loadMessage(makeCell(boc).beginParse());
    } catch {
      continue; // Not a message.
    }
    const { code, data } = message.init ?? {};
    if (code && data && message.info.dest)
      methodIds.push({
        code,
        data,
        address: message.info.dest.toString(),
        balance: 1_000_000_000n,
        extraCurrencies: {},
      });
  }
  return methodIds;
}

function assertShortened(code, data, from) {
  if (![code, data].some((text) => text.includes("...") || text.includes("…")))
    throw new Error(`${from}: the code or data cannot be read`);
}
