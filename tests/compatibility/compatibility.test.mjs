// Third-party clients, unmodified, through the gateway to the local chain: every call passes, or fails for a reason in REASONS.
// docs/operate/compatibility.md has the table: `TESTS_GENERATE=1 node --test tests/compatibility/compatibility.test.mjs` writes it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Address, internal, toNano } from "@ton/core";
import { mnemonicNew, mnemonicToPrivateKey } from "@ton/crypto";
import { WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { listDelivered } from "../helpers/delivered.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { fileContains } from "../helpers/section.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { sendTransfer } from "../upstream/devnet/send.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { blueprint } from "./blueprint/blueprint.mjs";
import { makeKey, PACKAGES, getReceiver } from "./packages.mjs";
import { SDKS } from "./sdks/sdks.mjs";
import { mintTokens, SENT_AMOUNT } from "./tokens.mjs";
import { sendWalletRequests, WALLETS } from "./wallets.mjs";

const isFull = process.env.TESTS_FULL === "1" || process.env.TESTS_GENERATE === "1";

/** Calls that fail, by client: the error, and the reason for the table, which is in the client or in the chain. */
const REASONS = {
  "@ton/walletkit": {
    "getPendingTransactions of a trace": {
      says: /^422: .*`account` is required/,
      why: "TON Center also refuses `pendingTransactions` without an account",
    },
  },
  tonutils: {
    dnsresolve_get_method: {
      says: /Invalid number: DNSCategory\.WALLET/,
      why: "`dnsresolve_get_method` sends the name of a `DNSCategory` instead of its number; the call works with its `value`, and as `client.dnsresolve`",
    },
  },
  TonTools: {
    "get_jetton_data without an image": {
      says: /^IndexError: /,
      why: "`get_jetton_data` reads on-chain content at fixed positions of its dictionary, so it fails unless the content has name, description, image, symbol and decimals",
    },
  },
  tonsdk: {
    "parse_response of cells": {
      says: /^TypeError: argument should be a bytes-like object/,
      why: "`parse_response` expects the cells of a stack as texts, but TON Center sends objects with `bytes`",
    },
  },
  "pytoncenter, v2": {
    get_masterchain_block_signatures: {
      says: /^ClientResponseError: 422/,
      why: "`get_masterchain_block_signatures` sends the parameter `seq_no`, which TON Center calls `seqno`",
    },
  },
  "toncenter, v2": {
    get_shard_block_proof: {
      says: /cannot construct block proof: the blocks of this chain have no cells/,
      why: "the devnet has no proofs of blocks, since its blocks have no cells",
    },
  },
  "toncenter, v3": {
    "get_multisig_orders with actions": {
      says: /'body_raw'\): Input should be a valid list/,
      why: "its model of an action in a multisig order expects `body_raw` as a list of numbers, as TON Center's OpenAPI document says, but TON Center sends base64",
    },
  },
  "pytoncenter, v3": {
    ...Object.fromEntries(
      [
        "get_transactions",
        "get_transactions by hash",
        "get_transactions_by_masterchain_block",
        "get_adjacent_transactions",
        "get_messages",
      ].map((call) => [
        call,
        {
          says: /'@type': 'empty_cell'/,
          why: "its models refuse decoded bodies that TON Center sends, such as `empty_cell`",
        },
      ]),
    ),
    get_dns_record: {
      says: /^ValidationError: [^]*Input should be an instance of Address/,
      why: "`get_dns_record` finds the contract of the domain, but its model expects an `Address` of another class than its decoder creates",
    },
  },
};

/** The validity of a message in seconds: the clock may start long after the message was signed. */
const MAX_TIME = 2 ** 32 - 1;

/** @type {Map<string, { version: string, calls: Record<string, string | null> }>} */
const results = new Map();

/** Records the results of a client's calls, and fails if a failure has no reason. */
function recordCalls(name, version, calls) {
  results.set(name, { version, calls });
  const reasons = REASONS[name] ?? {};
  const failedCalls = Object.entries(calls).filter(([, error]) => error !== null);
  const unknownFailures = failedCalls.filter(([call, error]) => !reasons[call]?.says.test(error));
  assert.deepEqual(unknownFailures, [], name);
  assert.deepEqual(
    failedCalls.map(([call]) => call).sort(),
    Object.keys(reasons).sort(),
    "every listed failure occurs, and no other",
  );
}

let devnet;
let gateway;
let chainFacts;
let values;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  const config = { limits: UNLIMITED, mainnet: devnet.url, cache: /** @type {const} */ ({ adapter: "none" }) };
  gateway = await serve(createGateway({ ...config, log() {} }), { port: 0 });
  const { tokens, give: payTokens } = await mintTokens(devnet);
  const wallet = devnet.cast.wallet("crowd 1");
  const tx = devnet.db.get("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 1", [wallet.account]);
  const message = listDelivered(devnet);
  const actions = await (await fetch(`${gateway.url}/api/v3/actions?limit=1`)).json();
  // Each client sends from its own wallet, because a seqno is valid only once.
  const senders = ["crowd 0", "crowd 1", "crowd 2", "crowd 3", "crowd 4", "alice", "bob", "carol", "dave", "grace"];
  const bocs = await Promise.all(
    senders.map(async (name) => {
      const sender = devnet.cast.wallet(name);
      const { seqno } = await (await fetch(`${devnet.url}/api/v3/walletInformation?address=${sender.account}`)).json();
      const messages = [internal({ to: devnet.cast.busy.address, value: "0.01", bounce: true, body: `by ${name}` })];
      const transfer = sender.transfer({ seqno, validUntil: MAX_TIME, messages });
      return transfer.toBoc().toString("base64");
    }),
  );
  chainFacts = {
    account: wallet.account,
    friendly: wallet.address.toString(),
    hash: tx.hash,
    trace: tx.trace_id,
    message: message.hash,
    action: actions.actions[0].action_id,
    time: devnet.chain.time(),
    boc: bocs[4],
    otherBoc: bocs[9],
    lt: String(tx.lt),
    seqno: message.seqno,
    mcSeqno: message.mc_seqno,
    source: message.source,
    destination: message.destination,
    createdLt: String(message.created_lt),
    tokens,
  };
  values = {
    friendly: chainFacts.friendly,
    lt: String(tx.lt),
    hash: tx.hash,
    seqno: message.seqno,
    mcSeqno: message.mc_seqno,
    source: message.source,
    destination: message.destination,
    createdLt: String(message.created_lt),
    bocs,
    tokens,
    give: payTokens,
    settle: () => devnet.clock.settle(),
    pay: (address, ton) =>
      sendTransfer({
        client: createClient({ baseUrl: gateway.url, rateLimit: false }),
        from: devnet.cast.faucet,
        to: Address.parse(address),
        amount: toNano(ton),
        comment: "a start",
      }),
  };
});
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

/** Makes all calls of an npm client, one after the other. */
async function callAll({ name, version, calls }) {
  const outcomes = {};
  for (const [call, run] of Object.entries(await calls(gateway.url, values))) {
    outcomes[call] = await run().then(
      () => null,
      (error) => String(error?.response?.data?.error ?? error?.message ?? error).slice(0, 300),
    );
  }
  recordCalls(name, version, outcomes);
}

describe("npm clients through the gateway", () => {
  for (const item of PACKAGES) test(item.name, { timeout: 120_000 }, () => callAll(item));
});

describe("requests of wallets and of a server's documents, by their sources", () => {
  for (const wallet of WALLETS)
    test(wallet.name, { timeout: 120_000 }, async () =>
      recordCalls(wallet.name, wallet.version, await sendWalletRequests(wallet, gateway.url, chainFacts)),
    );
});

const toSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The wallets of the clients in Python, each with money, jettons and an item. @param {(...wallets: Address[]) => Promise<string[]>} mintTo */
async function readSendersOfPython(mintTo) {
  const makeSeededWallet = (name, Contract) => ({
    name,
    seed: makeKey(name).secretKey.subarray(0, 32).toString("hex"),
    ...Contract.create({ workchain: 0, publicKey: makeKey(name).publicKey }),
  });
  const makeWalletWithMnemonic = async (name, Contract) => {
    const words = await mnemonicNew(24);
    const { publicKey } = await mnemonicToPrivateKey(words);
    return { name, mnemonic: words.join(" "), ...Contract.create({ workchain: 0, publicKey }) };
  };
  const wallets = [
    makeSeededWallet("tonutils v4r2", WalletContractV4),
    makeSeededWallet("tonutils v5r1", WalletContractV5R1),
    await makeWalletWithMnemonic("tonsdk", WalletContractV3R2),
    await makeWalletWithMnemonic("TonTools", WalletContractV4),
  ];
  const items = await mintTo(...wallets.map(({ address }) => address));
  return Object.fromEntries(
    wallets.map(({ name, seed, mnemonic, address }, i) => [
      name,
      {
        seed,
        mnemonic,
        address: address.toRawString().toUpperCase(),
        item: items[i],
        to: getReceiver(name).toString(),
        jettons: Number(SENT_AMOUNT),
      },
    ]),
  );
}

test("PyPI packages", { skip: !isFull && "in a full run", timeout: 600_000 }, async (t) => {
  const programInput = {
    url: gateway.url,
    tokens: Object.fromEntries(Object.entries(values.tokens).map(([name, value]) => [toSnakeCase(name), value])),
    account: chainFacts.friendly,
    seqno: values.seqno,
    mc_seqno: values.mcSeqno,
    source: values.source,
    destination: values.destination,
    created_lt: Number(values.createdLt),
    hash: chainFacts.hash,
    message: chainFacts.message,
    trace: chainFacts.trace,
    boc: values.bocs[2],
    bocs_of_toncenter: values.bocs.slice(5, 8),
    boc_of_tontools: values.bocs[8],
    boc_of_tonsdk: Buffer.from(values.bocs[3], "base64").toString("hex"),
  };
  const script = fileURLToPath(new URL("../python/clients.py", import.meta.url));
  const run = async (packages, name, overrides = {}) => {
    const args = [script, JSON.stringify({ ...programInput, ...overrides }), name];
    const { stdout } = await promisify(execFile)(await ensurePython(packages), args);
    for (const [name, { version, calls }] of Object.entries(JSON.parse(stdout)))
      await t.test(name, () => recordCalls(name, version, calls));
  };
  // While the clock is stopped, a message stays pending.
  await run("clients", "readers");
  const senders = await readSendersOfPython(values.give);
  devnet.clock.start(100);
  await run("clients", "senders", { senders });
  await run("tontools", "tontools", { senders });
});

test(blueprint.name, { skip: !isFull && "in a full run", timeout: 300_000 }, async () => {
  // This call waits until the chain has made blocks.
  if (!devnet.clock.running) devnet.clock.start(100);
  await callAll(blueprint);
});

describe("SDKs through the gateway", { skip: !isFull && "in a full run" }, () => {
  // These clients make the blocks themselves. They come last, because new blocks also execute the pending messages that other clients read.
  before(() => devnet.clock.stop());
  for (const sdk of SDKS) test(sdk.name, { timeout: 300_000 }, () => callAll(sdk));
});

test("the table of docs/operate/compatibility.md equals the results of a run", {
  skip: !isFull && "in a full run",
}, async () => {
  const rows = [...results].map(([name, { version, calls }]) => {
    const errors = Object.values(calls);
    const reasons = Object.values(REASONS[name] ?? {}).map(({ why: reason }) => reason);
    const passedCount = errors.filter((error) => error === null).length;
    return `| ${name} | ${version} | ${errors.length} | ${passedCount} | ${[...new Set(reasons)].join("; ")} |\n`;
  });
  await fileContains(
    "docs/operate/compatibility.md",
    "clients",
    `| client | version | calls | passed | the others |\n|---|---|---|---|---|\n${rows.join("")}`,
  );
});
