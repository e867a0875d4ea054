// Measures microseconds of the functions of `ton-edge/message`, and of @ton/core and @ton/ton for comparison. Inputs are recorded
// transactions and external messages of wallets (tests/fixtures/boc_examples.json). A figure is a list with a number for each of many
// rounds, in which all take turns. The argument is the glue of the module of `objects/`, which decodes in Rust. Prints JSON: { node, cpu,
// date, versions, rows: [{ operation, factor, ours, plain, core }, ...], crossing: { ours, object, json, lt } }.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import * as ours from "ton-edge/message";

const ROUNDS = 31;

const require = createRequire(import.meta.url);
const core = require("@ton/core");
const { WalletContractV4 } = require("@ton/ton");
const { keyPairFromSeed } = require("@ton/crypto");
// The module that React Native loads for this entry of the package. Its name is in a variable, so that the output of wasm2js is not
// type-checked.
const noWasm = "../../pkg/dist/message.no-wasm.cjs";
const plainModule = require(noWasm);

const examples = JSON.parse(readFileSync(new URL("../fixtures/boc_examples.json", import.meta.url), "utf8"));
const getBocsOfKind = (test) =>
  examples.filter(({ kind, valid }) => valid !== false && test.test(kind)).map(({ boc }) => boc);
const transactions = getBocsOfKind(/transaction/).filter((boc) => {
  try {
    return core.loadTransaction(core.Cell.fromBase64(boc).beginParse());
  } catch {
    return false;
  }
});
const messages = getBocsOfKind(/^external-message/);

const seed = new Uint8Array(32).fill(7);
const { publicKey, privateKey } = await ours.keyPairFromSeed(seed);
const pair = keyPairFromSeed(Buffer.from(seed));
const request = { seqno: 3, validUntil: 1_800_000_000 };
const theirWallet = WalletContractV4.create({ workchain: 0, publicKey: pair.publicKey });
const recipient = theirWallet.address.toRawString();
const wallets = new Map([ours, plainModule].map((face) => [face, face.walletV4R2({ publicKey })]));
const transfer = [{ to: recipient, value: 5n, body: "Hello", bounce: false }];
const makeTheirTransfer = () => ({
  seqno: 3,
  secretKey: pair.secretKey,
  messages: [core.internal({ to: theirWallet.address, value: 5n, body: "Hello", bounce: false })],
  timeout: 1_800_000_000,
  sendMode: 3,
});

const PAIRS = 1000;
const keys = Array.from({ length: PAIRS }, (_, at) => (BigInt(at) * 0x9e3779b97f4a7c15n) & ((1n << 64n) - 1n));
const getTheirDict = () => core.Dictionary.empty(core.Dictionary.Keys.BigUint(64), core.Dictionary.Values.Uint(32));
const buildOurs = (face) =>
  face.buildDict(
    64,
    keys.map((key, at) => [key, face.beginCell().storeUint(at, 32)]),
  );
function buildTheirs() {
  const dict = getTheirDict();
  keys.forEach((key, at) => dict.set(key, at));
  return core.beginCell().storeDictDirect(dict).endCell();
}
const dicts = new Map([ours, plainModule].map((face) => [face, buildOurs(face)]));
const theirCell = buildTheirs();

/** Returns the next item of a list, and begins again after the last one. */
const makeNextItem = (list) => {
  let at = -1;
  return () => list[(at = (at + 1) % list.length)];
};

/** The operations: a call of the package, the same call of @ton/core, and the number of calls in a round. */
const rows = {
  "parse a transaction and hash it": {
    factor: 10,
    times: 400,
    ours:
      (face, bag = makeNextItem(transactions)) =>
      () =>
        face.parseBoc(bag()).hash(),
    core:
      (bag = makeNextItem(transactions)) =>
      () =>
        core.Cell.fromBase64(bag()).hash(),
  },
  "parse and decode a transaction": {
    factor: 10,
    times: 400,
    ours:
      (face, bag = makeNextItem(transactions)) =>
      () =>
        face.decodeTransaction(bag()),
    core:
      (bag = makeNextItem(transactions)) =>
      () =>
        core.loadTransaction(core.Cell.fromBase64(bag()).beginParse()),
  },
  "normalized hash of an external message": {
    times: 400,
    ours:
      (face, bag = makeNextItem(messages)) =>
      () =>
        face.messageHash(bag()),
    core:
      (bag = makeNextItem(messages)) =>
      () => {
        const message = core.loadMessage(core.Cell.fromBase64(bag()).beginParse());
        const info = { ...message.info, src: null, importFee: 0n };
        return core
          .beginCell()
          .store(core.storeMessage({ ...message, info, init: null }, { forceRef: true }))
          .endCell()
          .hash();
      },
  },
  "address of a wallet": {
    times: 200,
    ours: (face) => () => face.walletV4R2({ publicKey }).address,
    core: () => () => WalletContractV4.create({ workchain: 0, publicKey: pair.publicKey }).address.toRawString(),
  },
  "build and sign a transfer": {
    factor: 5,
    times: 40,
    ours: (face) => () => wallets.get(face).transfer(transfer, { ...request, deploy: false }, privateKey),
    core: () => () =>
      core
        .beginCell()
        .store(
          core.storeMessage(
            core.external({ to: theirWallet.address, body: theirWallet.createTransfer(makeTheirTransfer()) }),
          ),
        )
        .endCell(),
  },
  [`build a dictionary of ${PAIRS}`]: {
    times: 3,
    ours: (face) => () => buildOurs(face),
    core: () => () => buildTheirs(),
  },
  [`read a dictionary of ${PAIRS}`]: {
    times: 3,
    ours: (face) => () => {
      let sum = 0;
      for (const value of face.readDict(dicts.get(face), 64).values()) sum += value.loadUint(32);
      return sum;
    },
    core: () => () => {
      let sum = 0;
      for (const value of core.Dictionary.loadDirect(
        core.Dictionary.Keys.BigUint(64),
        core.Dictionary.Values.Uint(32),
        theirCell,
      ).values())
        sum += value;
      return sum;
    },
  },
};

/** The JavaScript that wasm-bindgen wrote for the benchmark's own module. */
const bindingsPath = resolve(process.argv[2]);
const rustBindings = await import(pathToFileURL(bindingsPath).href);
rustBindings.initSync({ module: new WebAssembly.Module(readFileSync(bindingsPath.replace(/\.js$/, "_bg.wasm"))) });
/** The same transactions, passed out of wasm in several ways. `lt` returns one number: the cost of a call without its result. */
const crossingDecoders = {
  ours: ours.decodeTransaction,
  object: rustBindings.object,
  json: (boc) => JSON.parse(rustBindings.json(boc)),
  lt: rustBindings.lt,
};

/** Checks the results, because a fast wrong result does not count. */
const toHex = (bytes) => Buffer.from(bytes).toString("hex");
for (const boc of [...transactions, ...messages])
  if (toHex(ours.parseBoc(boc).hash()) !== toHex(core.Cell.fromBase64(boc).hash())) throw new Error("hashes differ");
const [ourMessage, theirMessage] = [
  await rows["build and sign a transfer"].ours(ours)(),
  rows["build and sign a transfer"].core()(),
];
if (toHex(ourMessage.hash()) !== toHex(theirMessage.hash())) throw new Error("signed messages differ");
if (toHex(dicts.get(ours).hash()) !== toHex(theirCell.hash())) throw new Error("dictionaries differ");

for (const boc of transactions) {
  const { lt, inMsg, description } = crossingDecoders.ours(boc);
  const objectResult = crossingDecoders.object(boc);
  if (crossingDecoders.lt(boc) !== lt || objectResult.lt !== lt || objectResult.description.type !== description.type)
    throw new Error("lt");
  if (inMsg && objectResult.inMsg.info.dest !== inMsg.info.dest) throw new Error("the receivers differ");
  if (crossingDecoders.json(boc).now !== objectResult.now) throw new Error("the times differ");
}

const turns = Object.entries(rows).flatMap(([operation, row]) => [
  { operation, who: "ours", row, work: row.ours(ours), times: [] },
  { operation, who: "plain", row, work: row.ours(plainModule), times: [] },
  { operation, who: "core", row, work: row.core(), times: [] },
]);
const crossingRows = Object.entries(crossingDecoders).map(([who, decode], _, __, bag = makeNextItem(transactions)) => ({
  who,
  row: { times: 400 },
  work: () => decode(bag()),
  times: [],
}));
for (let round = -3; round < ROUNDS; round += 1) {
  for (const { row, work, times } of [...turns, ...crossingRows]) {
    // Work that earlier turns left to the event loop, such as freeing buffers, must not count for this turn.
    await new Promise((resolve) => setImmediate(resolve));
    const start = process.hrtime.bigint();
    for (let call = 0; call < row.times; call += 1) await work();
    // The first rounds are only for warming up.
    if (round >= 0) times.push(Number(process.hrtime.bigint() - start) / row.times / 1000);
  }
}

const results = Object.entries(rows).map(([operation, { factor }]) => {
  const cells = turns.filter((turn) => turn.operation === operation).map(({ who, times }) => [who, times]);
  return { operation, factor, ...Object.fromEntries(cells) };
});
const readVersion = (name) => JSON.parse(readFileSync(require.resolve(`${name}/package.json`), "utf8")).version;
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    versions: { "@ton/core": readVersion("@ton/core"), "@ton/ton": readVersion("@ton/ton") },
    rows: results,
    crossing: Object.fromEntries(crossingRows.map(({ who, times }) => [who, times])),
  }),
);
