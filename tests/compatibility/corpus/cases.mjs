// The inputs of the corpus: what each writer is asked to write, and what a reader must find in it. Every writer gets the same programs.
//
// A program makes a cell: `{ o: operations, x: true for an exotic cell }`. Operations, in order:
// ["u", bits, value]  an unsigned integer         ["b", hex]               bytes
// ["c", value]        nanocoins                   ["a", raw address|null]  an address
// ["r", program, n]   n references to one cell    ["m", program|null]      an optional reference (`Maybe ^Cell`)
// ["d", bits, pairs]  a dictionary (`HashmapE`) of [key, operations of the value]
// ["t", text, parts]  a text with the writer's own function for long texts (snake data), or `parts`, the same as operations

import { createHash } from "node:crypto";

import * as newestCore from "@ton/core";

import { coreCell } from "./writers.mjs";

const ALICE = `0:${"A1".repeat(32)}`;
const BOB = `-1:${"0B".repeat(32)}`;
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const number = (seed, bits) => BigInt(`0x${sha256(seed)}`) & ((1n << BigInt(bits)) - 1n);

const cell = (...o) => ({ o });
const u = (bits, value) => ["u", bits, String(value)];
const coins = (value) => ["c", String(value)];
const addressStep = (address) => ["a", address];
const ref = (program, repeatCount = 1) => ["r", program, repeatCount];
const optionalProgram = (program) => ["m", program];
const bytes = (hex) => ["b", hex];
const utf8 = (text) => bytes(Buffer.from(text).toString("hex"));
/** A text of which `room` bytes fit into this cell. */
function tail(text, roomBytes) {
  const data = Buffer.from(text);
  const chain = (from, size) => [
    bytes(data.subarray(from, from + size).toString("hex")),
    ...(from + size < data.length ? [ref(cell(...chain(from + size, 127)))] : []),
  ];
  return ["t", text, chain(0, roomBytes)];
}
const dict = (bits, pairs) => ["d", bits, pairs.map(([key, value]) => [String(key), value])];
/** This many bits, as integers that every writer can store. */
function bits(count, seed = "bits") {
  const o = [];
  for (let remaining = count, part = 0; remaining > 0; remaining -= 32, part += 1) {
    const width = Math.min(remaining, 32);
    o.push(u(width, number(`${seed} ${part}`, width)));
  }
  return o;
}

/** The cell of a program by @ton/core, for hashes of cells that other programs contain. */
const make = coreCell(newestCore);

// ---------------------------------------------------------------------------------------------------------------------
// Cells and bags.

const leaf = (seed) => cell(u(32, number(`leaf ${seed}`, 32)));
const doubledTree = (depth) => (depth === 0 ? leaf("twice") : cell(u(8, depth), ref(doubledTree(depth - 1), 2)));
const chain = (depth) => (depth === 0 ? cell() : cell(u(9, depth), ref(chain(depth - 1))));
/** A tree of different cells. */
function wideCellProgram(count, seed = "wide") {
  const depthBelow = count - 1;
  const parts = Math.min(depthBelow, 4);
  const sizes = Array.from({ length: parts }, (_, index) => Math.floor((depthBelow + index) / 4)).filter(
    (size) => size > 0,
  );
  return cell(
    u(16, number(`${seed} ${count}`, 16)),
    ...sizes.map((size, index) => ref(wideCellProgram(size, `${seed}${index}`))),
  );
}

const computeHash = (program, level) => make(program).hash(level).toString("hex");
const computeDepth = (program, level) => make(program).depth(level).toString(16).padStart(4, "0");
const exoticCell = (...o) => ({ o, x: true });
const tree = cell(u(8, 1), ref(cell(u(8, 2), ref(leaf("deep")))), ref(leaf("other")));
const library = exoticCell(u(8, 2), bytes(computeHash(tree)));
const pruneProgram = (program, level = 1) =>
  exoticCell(
    u(8, 1),
    u(8, (1 << level) - 1),
    ...Array.from({ length: level }, (_, index) => bytes(computeHash(program, index))),
    ...Array.from({ length: level }, (_, index) => bytes(computeDepth(program, index))),
  );
const virtualCell = cell(u(8, 1), ref(pruneProgram(tree.o[1][1])), ref(leaf("other")));
const proof = (program) =>
  exoticCell(u(8, 3), bytes(computeHash(program, 0)), bytes(computeDepth(program, 0)), ref(program));
const changedCell = cell(u(8, 9), ref(pruneProgram(tree.o[1][1])), ref(leaf("other")));
const update = exoticCell(
  u(8, 4),
  ...[virtualCell, changedCell].map((item) => bytes(computeHash(item, 0))),
  ...[virtualCell, changedCell].map((item) => bytes(computeDepth(item, 0))),
  ref(virtualCell),
  ref(changedCell),
);

const CELLS = {
  empty: cell(),
  ...Object.fromEntries([1, 7, 8, 9, 1015, 1016, 1022, 1023].map((count) => [`${count} bits`, cell(...bits(count))])),
  "four references": cell(...[1, 2, 3, 4].map((seed) => ref(leaf(seed)))),
  "one cell four times": cell(ref(leaf("shared"), 4)),
  "equal cells": cell(ref(leaf("equal")), ref(leaf("equal"))),
  "shared below": cell(
    ref(cell(u(8, 1), ref(leaf("shared")))),
    ref(leaf("shared")),
    ref(cell(u(8, 2), ref(leaf("shared")))),
  ),
  "eight levels of two": doubledTree(8),
  "chain of 12": chain(12),
  "130 cells": wideCellProgram(130),
  "300 cells": wideCellProgram(300),
  library,
  "library below": cell(u(1, 1), ref(library)),
  "pruned branch of level 1": pruneProgram(tree),
  "pruned branch of level 3": pruneProgram(tree, 3),
  "tree with a pruned branch": virtualCell,
  "Merkle proof": proof(virtualCell),
  "Merkle proof of a whole tree": proof(tree),
  "Merkle update": update,
};

/** Bags of one tree with other options than the writer's defaults, and bags with several roots. */
const BAG = cell(u(8, 1), ref(cell(u(8, 2), ref(leaf("shared")))), ref(leaf("shared")));
const BAGS = [
  ...[
    { index: false, crc: false },
    { index: false, crc: true },
    { index: true, crc: false },
    { index: true, crc: true },
    { index: true, crc: true, cache: true },
    { index: true, crc: false, cache: true },
  ].map((options) => ({
    name: `bag: ${
      Object.keys(options)
        .filter((key) => options[key])
        .join(", ") || "plain"
    }`,
    options,
    roots: [BAG],
  })),
  { name: "bag: two roots", roots: [leaf("one"), BAG] },
  { name: "bag: a root below another one", roots: [BAG, BAG.o[1][1]] },
  { name: "bag: one root twice", roots: [BAG, BAG] },
].map((row) => ({ kind: "cell", ...row }));

// ---------------------------------------------------------------------------------------------------------------------
// Dictionaries.

const ADDRESS_KEY = (address) =>
  `0x${make(cell(addressStep(address)))
    .beginParse()
    .loadUintBig(267)
    .toString(16)}`;
const VALUE = [u(32, 7)];
const hashes = [1, 2, 3, 4, 5].map((seed) => `0x${sha256(`key ${seed}`)}`);
const DICTIONARIES = {
  "no entry": [8, []],
  "1 bit": [
    1,
    [
      [0, VALUE],
      [1, [u(32, 8)]],
    ],
  ],
  "7 bits, one key": [7, [[93, VALUE]]],
  "8 bits, zero and greatest": [
    8,
    [
      [0, VALUE],
      [255, VALUE],
    ],
  ],
  "4 bits, all": [4, Array.from({ length: 16 }, (_, index) => [index, [u(32, index)]])],
  "16 bits, 100 keys": [16, Array.from({ length: 100 }, (_, index) => [index * 13, [u(16, index)]])],
  "32 bits, three": [
    32,
    [
      [1, VALUE],
      [2, VALUE],
      [0xf0000000, VALUE],
    ],
  ],
  "64 bits": [
    64,
    [
      [1, VALUE],
      [2n ** 63n, VALUE],
    ],
  ],
  "256 bits, references": [256, hashes.map((key) => [key, [ref(leaf(key))]])],
  "256 bits, coins": [256, hashes.map((key, index) => [key, [coins(10n ** BigInt(index * 3))]])],
  "257 bits": [
    257,
    [
      [0, VALUE],
      [2n ** 257n - 1n, VALUE],
    ],
  ],
  "267 bits, addresses": [267, [ALICE, BOB].map((address) => [ADDRESS_KEY(address), [addressStep(BOB)]])],
  "512 bits": [
    512,
    [
      [5, VALUE],
      [2n ** 511n, VALUE],
      [2n ** 511n + 1n, VALUE],
    ],
  ],
  "1023 bits": [
    1023,
    [
      [0, VALUE],
      [2n ** 1023n - 1n, VALUE],
    ],
  ],
  "8 bits, bits": [8, [1, 2, 3].map((key) => [key, [u(1, key & 1)]])],
  "8 bits, empty values": [8, [1, 2, 3].map((key) => [key, []])],
  "8 bits, large values": [8, [1, 2].map((key) => [key, [...bits(900, String(key)), ref(leaf(key))]])],
};

// ---------------------------------------------------------------------------------------------------------------------
// States and messages.

const CODE = cell(utf8("code"), ref(leaf("code")));
const DATA = cell(u(32, 5), addressStep(ALICE));
const LIBRARY = [[`0x${computeHash(CODE)}`, [u(1, 1), ref(CODE)]]];
/** @param {any} parts */
const state = ({ splitDepth, special: specialFlags, code = null, data = null, library: libraries = [] }) =>
  cell(
    ...(splitDepth === undefined ? [u(1, 0)] : [u(1, 1), u(5, splitDepth)]),
    ...(specialFlags === undefined ? [u(1, 0)] : [u(1, 1), u(2, specialFlags)]),
    optionalProgram(code),
    optionalProgram(data),
    dict(256, libraries),
  );
const STATES = {
  none: {},
  code: { code: CODE },
  data: { data: DATA },
  "code and data": { code: CODE, data: DATA },
  library: { code: CODE, data: DATA, library: LIBRARY },
  "tick and tock": { special: 3, code: CODE, data: DATA },
  tick: { special: 2, code: CODE, data: DATA },
  "all parts": { splitDepth: 3, special: 1, code: CODE, data: DATA, library: LIBRARY },
};

const incomingMessage = (...rest) => cell(u(2, 2), u(2, 0), addressStep(ALICE), coins(0), ...rest);
const internalMessageCell = (...rest) =>
  cell(
    u(4, 6),
    u(2, 0),
    addressStep(ALICE),
    coins(1_500_000_000),
    u(1, 0),
    coins(0),
    coins(0),
    u(64, 0),
    u(32, 0),
    ...rest,
  );
const HELLO = [u(32, 0), utf8("Hello")];
const MESSAGES = {
  "external, body inside": [incomingMessage(u(1, 0), u(1, 0), ...HELLO), "external-in"],
  "external, body outside": [incomingMessage(u(1, 0), u(1, 1), ref(cell(...HELLO))), "external-in"],
  "external, state outside": [
    incomingMessage(u(2, 3), ref(state(STATES["code and data"])), u(1, 1), ref(cell(...HELLO))),
    "external-in",
  ],
  "external, state inside": [
    incomingMessage(u(2, 2), ...state(STATES["code and data"]).o, u(1, 1), ref(cell(...HELLO))),
    "external-in",
  ],
  "internal, body inside": [internalMessageCell(u(1, 0), u(1, 0), ...HELLO), "internal"],
  "internal, body outside": [internalMessageCell(u(1, 0), u(1, 1), ref(cell(...HELLO))), "internal"],
};

// ---------------------------------------------------------------------------------------------------------------------
// Bodies: `@type` and fields have the names of the service's indexer. A field that is a cell is its program.

const LONG_TEXT = "A longer text, with ünicode and 🙂. ".repeat(12);
const PAYLOAD = cell(...HELLO);
const q = u(64, 7);
const query_id = "7";
const op = (opcode) => u(32, opcode);
const transfer = {
  "@type": "jetton_transfer",
  query_id,
  amount: "1000000",
  destination: ALICE,
  response_destination: BOB,
};
const transferOps = [op(0x0f8a7ea5), q, coins(1_000_000), addressStep(ALICE), addressStep(BOB)];
const nft = { "@type": "nft_transfer", query_id, new_owner: ALICE, response_destination: BOB };
const nftOps = [op(0x5fcc3d14), q, addressStep(ALICE), addressStep(BOB)];
const receivedBody = {
  "@type": "jetton_internal_transfer",
  query_id,
  amount: "5",
  from: ALICE,
  response_address: BOB,
  forward_ton_amount: "1",
};
const receivedOps = [op(0x178d4519), q, coins(5), addressStep(ALICE), addressStep(BOB), coins(1)];
const notification = { "@type": "jetton_notify", query_id, amount: "5", sender: ALICE };
const notifyOps = [op(0x7362d09c), q, coins(5), addressStep(ALICE)];
const burn = { "@type": "jetton_burn", query_id, amount: "5", response_destination: BOB };
const burnOps = [op(0x595f07bc), q, coins(5), addressStep(BOB)];
const assignedBody = { "@type": "nft_ownership_assigned", query_id, prev_owner: ALICE };
const assignedOps = [op(0x05138d91), q, addressStep(ALICE)];
const dnsKey = sha256("wallet");
const dnsRecord = cell(u(16, 0x9fd3), addressStep(ALICE), u(8, 0));

const BODIES = /** @type {[string, any, any[]][]} */ ([
  ["comment, empty", { "@type": "text_comment", text: "" }, [op(0)]],
  ["comment, short", { "@type": "text_comment", text: "Hello" }, HELLO],
  ["comment, UTF-8", { "@type": "text_comment", text: "ünï 🙂 中" }, [op(0), utf8("ünï 🙂 中")]],
  ["comment, whole cell", { "@type": "text_comment", text: "x".repeat(123) }, [op(0), utf8("x".repeat(123))]],
  ["comment, 124 bytes", { "@type": "text_comment", text: "y".repeat(124) }, [op(0), tail("y".repeat(124), 123)]],
  ["comment, long", { "@type": "text_comment", text: LONG_TEXT }, [op(0), tail(LONG_TEXT, 123)]],
  ["comment, text outside", { "@type": "text_comment", text: "Hello" }, [op(0), ref(cell(utf8("Hello")))]],
  [
    "encrypted comment",
    { "@type": "encrypted_text_comment", cipher_text: "ab".repeat(80) },
    [op(0x2167da4b), bytes("ab".repeat(80))],
  ],
  ["excess", { "@type": "excess", query_id }, [op(0xd53276db), q]],
  [
    "jetton transfer, no payload",
    { ...transfer, custom_payload: null, forward_ton_amount: "0", forward_payload: null },
    [...transferOps, u(1, 0), coins(0), u(1, 0)],
  ],
  [
    "jetton transfer, payload inside",
    { ...transfer, custom_payload: null, forward_ton_amount: "1", forward_payload: PAYLOAD },
    [...transferOps, u(1, 0), coins(1), u(1, 0), ...HELLO],
  ],
  [
    "jetton transfer, payload outside",
    { ...transfer, custom_payload: null, forward_ton_amount: "1", forward_payload: PAYLOAD },
    [...transferOps, u(1, 0), coins(1), u(1, 1), ref(PAYLOAD)],
  ],
  [
    "jetton transfer, custom payload",
    { ...transfer, custom_payload: DATA, forward_ton_amount: "0", forward_payload: null },
    [...transferOps, optionalProgram(DATA), coins(0), u(1, 0)],
  ],
  [
    "jetton transfer, both payloads",
    { ...transfer, custom_payload: DATA, forward_ton_amount: "1", forward_payload: PAYLOAD },
    [...transferOps, optionalProgram(DATA), coins(1), u(1, 1), ref(PAYLOAD)],
  ],
  [
    "jetton transfer, no end",
    { ...transfer, custom_payload: null, forward_ton_amount: "1", forward_payload: null },
    [...transferOps, u(1, 0), coins(1)],
  ],
  [
    "jetton transfer, no response",
    { ...transfer, response_destination: null, custom_payload: null, forward_ton_amount: "0", forward_payload: null },
    [...transferOps.slice(0, 4), addressStep(null), u(1, 0), coins(0), u(1, 0)],
  ],
  ["jetton internal transfer", { ...receivedBody, forward_payload: PAYLOAD }, [...receivedOps, u(1, 0), ...HELLO]],
  ["jetton internal transfer, no end", { ...receivedBody, forward_payload: null }, receivedOps],
  ["jetton notification", { ...notification, forward_payload: PAYLOAD }, [...notifyOps, u(1, 1), ref(PAYLOAD)]],
  ["jetton notification, no end", { ...notification, forward_payload: null }, notifyOps],
  ["jetton burn, custom payload", { ...burn, custom_payload: DATA }, [...burnOps, optionalProgram(DATA)]],
  ["jetton burn, no custom payload", { ...burn, custom_payload: null }, [...burnOps, optionalProgram(null)]],
  ["jetton burn, no end", { ...burn, custom_payload: null }, burnOps],
  [
    "jetton burn notification",
    { "@type": "jetton_burn_notification", query_id, amount: "5", sender: ALICE, response_destination: BOB },
    [op(0x7bdd97de), q, coins(5), addressStep(ALICE), addressStep(BOB)],
  ],
  [
    "NFT transfer, no payload",
    { ...nft, custom_payload: null, forward_amount: "0", forward_payload: null },
    [...nftOps, u(1, 0), coins(0), u(1, 0)],
  ],
  [
    "NFT transfer, payload inside",
    { ...nft, custom_payload: null, forward_amount: "1", forward_payload: PAYLOAD },
    [...nftOps, u(1, 0), coins(1), u(1, 0), ...HELLO],
  ],
  [
    "NFT transfer, custom payload",
    { ...nft, custom_payload: DATA, forward_amount: "1", forward_payload: PAYLOAD },
    [...nftOps, optionalProgram(DATA), coins(1), u(1, 1), ref(PAYLOAD)],
  ],
  [
    "NFT transfer, no end",
    { ...nft, custom_payload: null, forward_amount: "1", forward_payload: null },
    [...nftOps, u(1, 0), coins(1)],
  ],
  ["NFT assigned", { ...assignedBody, forward_payload: PAYLOAD }, [...assignedOps, u(1, 1), ref(PAYLOAD)]],
  ["NFT assigned, no end", { ...assignedBody, forward_payload: null }, assignedOps],
  ["NFT request", { "@type": "nft_get_static_data", query_id }, [op(0x2fcb26a2), q]],
  [
    "NFT report",
    { "@type": "nft_report_static_data", query_id, index: "99", collection: ALICE },
    [op(0x8b771735), q, u(256, 99), addressStep(ALICE)],
  ],
  [
    "NFT report, no collection",
    { "@type": "nft_report_static_data", query_id, index: "99", collection: null },
    [op(0x8b771735), q, u(256, 99), addressStep(null)],
  ],
  [
    "DNS record",
    { "@type": "change_dns_record", query_id, key: dnsKey, value: dnsRecord },
    [op(0x4eb1f0f9), q, bytes(dnsKey), ref(dnsRecord)],
  ],
  ["DNS record, removed", { "@type": "delete_dns_record", query_id, key: dnsKey }, [op(0x4eb1f0f9), q, bytes(dnsKey)]],
  ["another opcode", { "@type": "unknown", opcode: 0x12345678 }, [op(0x12345678), q]],
]);

// ---------------------------------------------------------------------------------------------------------------------
// Token contents (TEP-64).

const FIELDS = { name: "Tøken", symbol: "TKN", decimals: "6", description: LONG_TEXT };
const snake = (text) => [ref(cell(u(8, 0), tail(text, 126)))];
const chunkBytes = (text) => {
  const data = Buffer.from(text);
  const parts = [];
  for (let index = 0; index < data.length; index += 100)
    parts.push([parts.length, [ref(cell(bytes(data.subarray(index, index + 100).toString("hex"))))]]);
  return [ref(cell(u(8, 1), dict(32, parts)))];
};
const values = (fields, store) => Object.entries(fields).map(([key, text]) => [`0x${sha256(key)}`, store(text)]);
const CONTENTS = /** @type {Record<string, [any[], any]>} */ ({
  "off-chain": [
    [u(8, 1), utf8("https://example.com/token.json")],
    { layout: "offchain", uri: "https://example.com/token.json" },
  ],
  "off-chain, long": [
    [u(8, 1), tail(`https://example.com/${"a".repeat(200)}`, 126)],
    { layout: "offchain", uri: `https://example.com/${"a".repeat(200)}` },
  ],
  "on-chain, snake": [[u(8, 0), dict(256, values(FIELDS, snake))], { layout: "onchain", ...FIELDS, decimals: 6 }],
  "on-chain, chunks": [[u(8, 0), dict(256, values(FIELDS, chunkBytes))], { layout: "onchain", ...FIELDS, decimals: 6 }],
  "semi-chain": [
    [u(8, 0), dict(256, values({ uri: "ipfs://abc", name: "T" }, snake))],
    { layout: "semichain", uri: "ipfs://abc", name: "T" },
  ],
  "on-chain, empty": [[u(8, 0), dict(256, [])], { layout: "onchain" }],
});

/** Every case: its name, kind, roots, options of the bag, and what a reader finds. */
export const CASES = [
  ...Object.entries(CELLS).map(([name, root]) => ({ name: `cell: ${name}`, kind: "cell", roots: [root] })),
  ...BAGS,
  ...Object.entries(DICTIONARIES).map(([name, [keyBits, pairs]]) => ({
    name: `dictionary: ${name}`,
    kind: "dictionary",
    roots: [cell(dict(keyBits, pairs))],
  })),
  ...Object.entries(STATES).map(([name, parts]) => ({
    name: `state: ${name}`,
    kind: "state",
    roots: [state(parts)],
    expect: parts,
  })),
  ...Object.entries(MESSAGES).map(([name, [root, type]]) => ({
    name: `message: ${name}`,
    kind: "message",
    roots: [root],
    expect: { type },
  })),
  ...BODIES.map(([name, expect, o]) => ({ name: `body: ${name}`, kind: "body", roots: [cell(...o)], expect })),
  ...Object.entries(CONTENTS).map(([name, [o, expect]]) => ({
    name: `content: ${name}`,
    kind: "content",
    roots: [cell(...o)],
    expect,
  })),
];

/** The request that every wallet signs, with the key of this seed, at this time. */
export const WALLET = {
  seed: "07".repeat(32),
  now: 1_800_000_000,
  seqno: 5,
  to: ALICE,
  value: "1500000000",
  comment: "Hello",
};

/** What the writers in other languages read: the request, and values for the functions that some writers have for bodies. */
export const REQUEST = { wallet: WALLET, alice: ALICE, bob: BOB, data: DATA, long: LONG_TEXT, cases: CASES };
