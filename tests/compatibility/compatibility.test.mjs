// Clients by others, unmodified, through the gateway to the local chain: every call passes, or fails for a reason that is the chain's.
// docs/compatibility.md has the table: `TON_EDGE_GENERATE=1 node --test tests/compatibility/compatibility.test.mjs` writes it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Address, internal, toNano } from "@ton/core";
import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { delivered } from "../helpers/delivered.mjs";
import { ensurePython } from "../helpers/python.mjs";
import { holds } from "../helpers/section.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { sendTransfer } from "../upstream/devnet/send.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { blueprint } from "./blueprint/blueprint.mjs";
import { PACKAGES } from "./packages.mjs";
import { play, WALLETS } from "./wallets.mjs";

const full = process.env.TON_EDGE_FULL === "1" || process.env.TON_EDGE_GENERATE === "1";

/** Failures that are the chain's, by client and call: what they say, and the reason for the table. */
const REASONS = {
  "@ton/blueprint": {
    getConfig: {
      says: /^No more references$/,
      why: "`getConfig` reads the data of the configuration contract, which is empty on the devnet",
    },
  },
  "@ton/walletkit": {
    "getPendingTransactions of a trace": {
      says: /^422: .*`account` is required/,
      why: "TON Center, too, refuses `pendingTransactions` without an account",
    },
  },
  TonTools: Object.fromEntries(
    [
      "get_nft_owner",
      "get_nft_items",
      "get_collection",
      "get_jetton_data",
      "get_jetton_wallet_address",
      "get_jetton_wallet",
    ].map((call) => [
      call,
      {
        says: /^GetMethodError: .* exit code is 11$/,
        why: "the devnet has no tokens: a get-method of theirs ends with exit code 11",
      },
    ]),
  ),
  "pytoncenter, v3": Object.fromEntries(
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
};

/** @type {Map<string, { version: string, calls: Record<string, string | null> }>} */
const results = new Map();

/** Notes what a client's calls gave, and fails for a failure that has no reason. */
function note(name, version, calls) {
  results.set(name, { version, calls });
  const known = REASONS[name] ?? {};
  const failed = Object.entries(calls).filter(([, error]) => error !== null);
  const unknown = failed.filter(([call, error]) => !known[call]?.says.test(error));
  assert.deepEqual(unknown, [], name);
  assert.deepEqual(failed.map(([call]) => call).sort(), Object.keys(known).sort(), "each reason has its failure");
}

let devnet;
let gateway;
let facts;
let found;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  const config = { limits: UNLIMITED, mainnet: devnet.url, cache: /** @type {const} */ ({ adapter: "none" }) };
  gateway = await serve(createGateway({ ...config, log() {} }), { port: 0 });
  const wallet = devnet.cast.wallet("crowd 1");
  const tx = devnet.db.get("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 1", [wallet.account]);
  const message = delivered(devnet);
  const actions = await (await fetch(`${gateway.url}/api/v3/actions?limit=1`)).json();
  // Each client sends from a wallet of its own: a seqno is good once.
  const senders = ["crowd 0", "crowd 1", "crowd 2", "crowd 3", "crowd 4", "alice", "bob", "carol", "dave", "grace"];
  const bocs = await Promise.all(
    senders.map(async (name) => {
      const sender = devnet.cast.wallet(name);
      const { seqno } = await (await fetch(`${devnet.url}/api/v3/walletInformation?address=${sender.account}`)).json();
      const messages = [internal({ to: devnet.cast.busy.address, value: "0.01", bounce: true, body: `by ${name}` })];
      const transfer = sender.transfer({ seqno, validUntil: devnet.chain.time() + 36_000, messages });
      return transfer.toBoc().toString("base64");
    }),
  );
  facts = {
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
  };
  found = {
    friendly: facts.friendly,
    lt: String(tx.lt),
    hash: tx.hash,
    seqno: message.seqno,
    mcSeqno: message.mc_seqno,
    source: message.source,
    destination: message.destination,
    createdLt: String(message.created_lt),
    bocs,
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

/** Calls all of a client of npm, one after the other. */
async function callAll({ name, version, calls }) {
  const outcomes = {};
  for (const [call, run] of Object.entries(await calls(gateway.url, found))) {
    outcomes[call] = await run().then(
      () => null,
      (error) => String(error?.response?.data?.error ?? error?.message ?? error).slice(0, 300),
    );
  }
  note(name, version, outcomes);
}

describe("npm packages", () => {
  for (const one of PACKAGES) test(one.name, { timeout: 120_000 }, () => callAll(one));
});

describe("wallets and a server's documents, by their sources", () => {
  for (const wallet of WALLETS)
    test(wallet.name, { timeout: 120_000 }, async () =>
      note(wallet.name, wallet.version, await play(wallet, gateway.url, facts)),
    );
});

test("PyPI packages", { skip: !full && "in a full run", timeout: 600_000 }, async () => {
  const given = {
    url: gateway.url,
    account: facts.friendly,
    seqno: found.seqno,
    mc_seqno: found.mcSeqno,
    source: found.source,
    destination: found.destination,
    created_lt: Number(found.createdLt),
    hash: facts.hash,
    message: facts.message,
    trace: facts.trace,
    boc: found.bocs[2],
    bocs_of_toncenter: found.bocs.slice(5, 8),
    boc_of_tontools: found.bocs[8],
    boc_of_tonsdk: Buffer.from(found.bocs[3], "base64").toString("hex"),
  };
  const script = fileURLToPath(new URL("../python/clients.py", import.meta.url));
  for (const list of ["clients", "tontools"]) {
    const { stdout } = await promisify(execFile)(await ensurePython(list), [script, JSON.stringify(given), list]);
    for (const [name, { version, calls }] of Object.entries(JSON.parse(stdout))) note(name, version, calls);
  }
});

test(blueprint.name, { skip: !full && "in a full run", timeout: 300_000 }, async () => {
  // It waits for blocks.
  devnet.clock.start(100);
  await callAll(blueprint);
});

test("the table of docs/compatibility.md is from a run", { skip: !full && "in a full run" }, async () => {
  const rows = [...results].map(([name, { version, calls }]) => {
    const all = Object.values(calls);
    const reasons = Object.values(REASONS[name] ?? {}).map(({ why }) => why);
    const passed = all.filter((error) => error === null).length;
    return `| ${name} | ${version} | ${all.length} | ${passed} | ${[...new Set(reasons)].join("; ")} |\n`;
  });
  await holds(
    "docs/compatibility.md",
    "clients",
    `| client | version | calls | passed | the others |\n|---|---|---|---|---|\n${rows.join("")}`,
  );
});
