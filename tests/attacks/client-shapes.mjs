// Inputs of any size that a program can pass to the client, or that a server can respond with. growth.mjs measures them.

import { createClient } from "ton-edge";
import { detectAddresses, normalizeHash, packAddresses, parseAddress, unpackAddresses } from "ton-edge/address";

import { parseJson } from "../../pkg/lib/util/body.js";
import { core } from "../../pkg/lib/wasm/client.js";
import { makeChain } from "./bags.mjs";
import { ADDRESS, makeMembers, repeatPiece, makeWideStack } from "./gateway-shapes.mjs";

const RAW = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const TEXT_BYTES = 500_000;
const HEADER_BYTES = 120_000;
/** One item in this many is wrong, because with more errors the time is mostly that of garbage collection. */
const ADDRESS_BYTES = 100_000;

/** Accepts errors that the client defines; records any other error as a fault. */
const makeOutcome = (faults, title) => (error) => {
  if (error?.name !== "TonEdgeError") faults.push(`${title}: ${error?.stack ?? error}`);
};

/** FNV-1a over 64 bits, the checksum of a cursor. */
function computeDigest(text) {
  let [highPart, lowPart] = [0xcbf29ce4, 0x84222325];
  for (let index = 0; index < text.length; index += 1) {
    lowPart = (lowPart ^ text.charCodeAt(index)) >>> 0;
    // Times 2^40 + 0x1b3, modulo 2^64.
    const product = lowPart * 0x1b3;
    highPart = (Math.imul(highPart, 0x1b3) + Math.floor(product / 2 ** 32) + (lowPart << 8)) >>> 0;
    lowPart = product >>> 0;
  }
  return `${highPart.toString(16)}${lowPart.toString(16).padStart(8, "0")}`.replace(/^0+(?=.)/, "");
}

const addChecksum = (text) => `${text}-${computeDigest(text)}`;

const CURSORS = {
  "no cursor": (size) => "x".repeat(size),
  dashes: (size) => addChecksum("1" + "-".repeat(size)),
  digits: (size) => addChecksum(`1-${"f".repeat(size)}`),
  numbers: (size) => addChecksum(`1${"-0".repeat(size / 2)}`),
  "a long bound": (size) =>
    addChecksum(`1-0-0-0-64-64-0-0-0-0-0-0-0-0-${Math.floor(size / 3).toString(16)}${"-31".repeat(size / 3)}`),
  "a bound that is missing": (size) =>
    addChecksum(`1-0-0-0-64-64-0-0-0-0-0-0-0-0-ffffffffffffffff${"-31".repeat(size / 3)}`),
  identities: (size) => addChecksum(`1-0-0-0-64-64-0-0-0-0-0-0-0-0-0${"-31".repeat(size / 3)}`),
};

const JSON_SHAPES = {
  "a string that does not end": (size) => `{"n":1234567890123456,"s":"${'\\"'.repeat(size / 2)}`,
  "strings that do not end": (size) => `{"n":1234567890123456,"s":"${'\\"a'.repeat(size / 3)}`,
  "a string of escapes": (size) => `{"n":1234567890123456,"s":"${"\\\\".repeat(size / 2)}"}`,
  "a string of unicode escapes": (size) => `{"n":1234567890123456,"s":"${"\\u0041".repeat(size / 6)}"}`,
  "backslashes outside": (size) => `[1234567890123456,${"\\".repeat(size)}]`,
  "many strings": (size) => `[1234567890123456,${repeatPiece(size, '"a"', ",")}]`,
  "long digits": (size) => `{"n":${"9".repeat(size)}}`,
  "many long numbers": (size) => `[${repeatPiece(size, "1234567890123456", ",")}]`,
  "dots and signs": (size) => `[1234567890123456,${"1.-e+".repeat(size / 5)}]`,
  "an exponent": (size) => `[1e${"1".repeat(size)}]`,
  "white space after colons": (size) => `{"a":${" ".repeat(size)}1}`,
  "white space after each comma": (size) => `[${repeatPiece(size, "1,               ")}1]`,
  "white space without an end": (size) => `[${",   ".repeat(size / 4)}`,
  brackets: (size) => "[".repeat(size),
  colons: (size) => ":".repeat(size),
  quotes: (size) => `[1234567890123456,${'"'.repeat(size)}`,
  "text that is not JSON": (size) => `<html>${"a".repeat(size)}`,
};

const PARAMS = {
  "many parameters": (size) => ["transactions", JSON.parse(makeMembers(size))],
  "a long list": (size) => [
    "accountStates",
    { address: Array.from({ length: Math.ceil(size / RAW.length) }, () => RAW) },
  ],
  "a list of broken values": (size) => [
    "accountStates",
    { address: Array.from({ length: Math.ceil(size / 4) }, () => "x") },
  ],
  "a long text": (size) => ["transactions", { account: "A".repeat(size) }],
  "a text of marks": (size) => ["transactions", { account: "\0\x01".repeat(size / 2) }],
  "a text of letters that the URL escapes": (size) => ["metadata", { address: ["é".repeat(size / 2)] }],
  "long digits": (size) => ["transactions", { start_lt: "9".repeat(size) }],
  commas: (size) => ["decode", { opcodes: ",".repeat(size) }],
  "a wide stack": (size) => [
    "runGetMethod",
    { address: ADDRESS, method: "seqno", stack: JSON.parse(makeWideStack(size)) },
  ],
  "a stack as text": (size) => ["runGetMethod", { address: ADDRESS, method: "seqno", stack: `${"[".repeat(size)}` }],
  "a bag of cells": (size) => ["message", { boc: makeChain(size * 0.74).toString("base64") }],
  "a bag of cells as bytes": (size) => ["message", { boc: new Uint8Array(makeChain(size * 0.74)) }],
};

/** Responses of the upstream, as body and headers. */
const RESPONSES = {
  "many rows": (size) => [`{"transactions":[${repeatPiece(size, '{"hash":"a"}', ",")}]}`],
  "long digits": (size) => [`{"transactions":[${"9".repeat(size)}]}`],
  "a long error": (size) => [`{"error":"${"e".repeat(size)}"}`, { status: 500 }],
  "an error of line breaks": (size) => [`{"error":"${"\\n".repeat(size / 2)}"}`, { status: 422 }],
  policies: (size) => ["{}", { headers: { "ratelimit-policy": repeatPiece(size, '"a";q=1000000;w=1', ", ") } }],
  "a policy of semicolons": (size) => [
    "{}",
    { headers: { "ratelimit-policy": `"a";q=1000000;w=1,${";".repeat(size)}` } },
  ],
  "a wait of digits": (size) => ["{}", { status: 429, headers: { "retry-after": "9".repeat(size) } }],
  "a limit of letters": (size) => ["{}", { status: 429, headers: { ratelimit: "t=".repeat(size / 2) } }],
};

const ADDRESSES = {
  "good ones": () => RAW,
  "broken ones": () => `${ADDRESS}x`,
  "long ones": () => "A".repeat(500),
  "texts that are not addresses": (index) => `é${index}`,
};

/** Every shape with its name; `faults` collects outcomes that must not happen. */
export function createClientShapes(faults) {
  const shapes = [];
  const addShape = (title, largestSize, make, run) =>
    shapes.push({ title: `client: ${title}`, largest: largestSize, make, run });
  for (const [title, make] of Object.entries(JSON_SHAPES))
    addShape(`reading ${title}`, TEXT_BYTES, make, (text) => parseJson(text));
  for (const [title, make] of Object.entries(CURSORS)) {
    const client = createClient({ fetch: () => /** @type {any} */ (new Response("{}")), rateLimit: false });
    addShape(`a cursor: ${title}`, TEXT_BYTES, make, (cursor) => {
      try {
        // A pager reports a refusal when it is read.
        void client.v3.transactions.paginate({}, { cursor, mode: "offset" }).cursor;
      } catch (error) {
        makeOutcome(faults, title)(error);
      }
    });
  }
  // A page after a cursor that stores more rows than a pager ever does.
  addShape(
    "a page of rows",
    TEXT_BYTES,
    (size) => {
      const hashes = Array.from({ length: Math.ceil(size / 20) }, (_, index) => String(index));
      return { rows: hashes.join("\n"), count: hashes.length };
    },
    ({ rows, count }) => {
      const operation = { generation: "v3", path: "transactions" };
      const { state } = core.pageStart({ ...operation, mode: "offset", network: "mainnet", baseUrl: "" }, {});
      core.pageAccept({ ...operation, state, height: 0, limit: 100, count, ids: rows, keys: "" });
    },
  );
  for (const [title, make] of Object.entries(PARAMS)) {
    const client = createClient({
      fetch: () => /** @type {any} */ (new Response("{}")),
      rateLimit: false,
      retry: false,
      coalesce: false,
    });
    addShape(`parameters: ${title}`, TEXT_BYTES, make, ([name, params]) =>
      client.v3[name](params).catch(makeOutcome(faults, title)),
    );
  }
  let count = 0;
  for (const [title, make] of /** @type {any[][]} */ (Object.entries(RESPONSES))) {
    count += 1;
    let input;
    const client = createClient({
      baseUrl: `http://c${count}.localhost`,
      fetch: () => /** @type {any} */ (new Response(...input)),
      rateLimit: title.includes("polic") ? "auto" : false,
      retry: false,
      coalesce: false,
    });
    addShape(`a response: ${title}`, make(1)[1]?.headers ? HEADER_BYTES : TEXT_BYTES, make, (response) => {
      input = response;
      return client.v3.transactions({ limit: 1 }).catch(makeOutcome(faults, title));
    });
  }
  for (const [title, createTexts] of Object.entries(ADDRESSES)) {
    const list = (size) =>
      Array.from({ length: Math.ceil(size / createTexts(0).length) }, (_, index) => createTexts(index));
    for (const [name, work] of Object.entries({ packAddresses, unpackAddresses, detectAddresses }))
      addShape(`${name} of ${title}`, ADDRESS_BYTES, list, work);
  }
  const ignoreErrors = (work) => (text) => {
    try {
      work(text);
    } catch (error) {
      makeOutcome(faults, "an address")(error);
    }
  };
  addShape("a long address", TEXT_BYTES, (size) => "A".repeat(size), ignoreErrors(parseAddress));
  addShape("a long address of other letters", TEXT_BYTES, (size) => "é".repeat(size / 2), ignoreErrors(parseAddress));
  addShape(
    "a long hash",
    TEXT_BYTES,
    (size) => "a".repeat(size),
    ignoreErrors((text) => normalizeHash(text, "hex")),
  );
  return shapes;
}
