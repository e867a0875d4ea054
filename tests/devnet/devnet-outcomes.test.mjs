// Outcomes of messages whose fate on the chain is known. The client sees the chain through a lens, which distorts it: an index that is
// behind, a v2 history full of foreign messages, a wrong clock, two replicas, a lost response. The client must never say the opposite of
// the fate, and may say "not known" only if the lens hides the deciding facts.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";

import { keyPairFromSeed as coreKeyPair } from "@ton/crypto";
import { internal, SendMode } from "@ton/ton";
import { createClient, isTonEdgeError } from "ton-edge";
import {
  externalMessage,
  keyPairFromSeed,
  messageHash,
  toNano,
  walletHighloadV3,
  walletV3R2,
  walletV4R2,
  walletV5R1,
} from "ton-edge/message";

import { fileContains } from "../helpers/section.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { readCode, makeState } from "../upstream/devnet/contracts/code.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { WalletContractV5Beta } from "../upstream/devnet/ton-wallets.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

const RECEIVER = `0:${"7A".repeat(32)}`;
/** Seconds for which a message is valid. */
const VALID_SECONDS = 60;
/** More rows than one read of a v2 history returns. */
const DUST_COUNT = 230;
const CALL_OPTIONS = { timeoutMs: 3000, pollIntervalMs: 20 };
/** If no definite answer is possible, the call ends with its timeout. */
const SHORT_TIMEOUT = { ...CALL_OPTIONS, timeoutMs: 600 };

/** @type {any} */
let devnet;
/** Seconds by which the local clock is ahead of the chain's. */
let skew = 0;
const realNow = Date.now;
const startedAt = realNow();
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
    Date.now = () => (devnet.chain.time() + skew) * 1000 + (realNow() - startedAt);
  },
  { timeout: 120_000 },
);
after(async () => {
  Date.now = realNow;
  await devnet?.close();
});

let seeds = 0;
const makeSeed = () => {
  const seed = new Uint8Array(32).fill(0);
  new DataView(seed.buffer).setUint32(0, (seeds += 1));
  return seed;
};
const makeKeys = () => keyPairFromSeed(makeSeed());

/** Wallets by their kinds: an address, and requests that pay `count` times. */
const KINDS = {
  v3r2: createEdgeFixture(walletV3R2, 1),
  v4r2: createEdgeFixture(walletV4R2, 1),
  v5r1: createEdgeFixture(walletV5R1, 1),
  "v5 beta": createBetaFixture,
  "highload v3": createEdgeFixture(walletHighloadV3, 1),
  "highload v3, 3 messages": createEdgeFixture(walletHighloadV3, 3),
};

const makePayments = (count) =>
  Array.from({ length: count }, () => ({ to: RECEIVER, value: toNano("0.01"), bounce: false }));

function createEdgeFixture(make, count) {
  return async () => {
    const { publicKey, privateKey } = await makeKeys();
    const isHighload = make === walletHighloadV3;
    const wallet = make({ publicKey, ...(isHighload ? { timeout: VALID_SECONDS } : {}) });
    return {
      address: wallet.address,
      /** A request of a wallet, by its number from 0. */
      sign: (number) => {
        const time = devnet.chain.time();
        const request = isHighload
          ? { queryId: number, createdAt: time, deploy: number === 0 }
          : { seqno: number, validUntil: time + VALID_SECONDS };
        return wallet.transfer(makePayments(count), request, privateKey);
      },
    };
  };
}

/**
 * The code of a wallet v5 beta is a library that this chain does not have, so this project's own code runs in its place, and responses show
 * the beta's code.
 */
const BETA_CODE = readCode("wallet-v5-beta").toBoc().toString("base64");

async function createBetaFixture() {
  const { publicKey, secretKey } = coreKeyPair(Buffer.from(makeSeed()));
  const betaWallet = WalletContractV5Beta.create({ publicKey });
  const { init, address } = makeState(readCode("wallet-v5-beta"), betaWallet.init.data);
  const messages = [internal({ to: RECEIVER, value: toNano("0.01"), bounce: false })];
  const sendMode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;
  return {
    address: address.toRawString().replace(/:.*/, (hash) => hash.toUpperCase()),
    async sign(number) {
      const timeout = devnet.chain.time() + VALID_SECONDS;
      const body = betaWallet.createTransfer({ seqno: number, timeout, secretKey, sendMode, messages });
      return externalMessage({ to: address, body, init: number === 0 ? init : undefined });
    },
  };
}

/** Replaces the code in a response by that of a wallet v5 beta. */
async function addBetaCode(response) {
  const text = await response.text();
  const library = WalletContractV5Beta.create({ publicKey: Buffer.alloc(32) })
    .init.code.toBoc()
    .toString("base64");
  return new Response(text.replaceAll(BETA_CODE, library), { status: response.status, headers: response.headers });
}

async function submit(boc) {
  const { Cell } = await import("@ton/core");
  await devnet.chain.submit(Cell.fromBoc(Buffer.from(boc.toBoc()))[0]);
}

const settle = () => devnet.clock.settle();

/** A deployed wallet, and its second request. */
async function prepareWallet(kind) {
  const wallet = await KINDS[kind]();
  await sendFrom(devnet, "faucet", [internal({ to: wallet.address, value: toNano(3), bounce: false })]);
  await settle();
  await submit(await wallet.sign(0));
  await settle();
  await devnet.clock.step();
  const validUntil = devnet.chain.time() + VALID_SECONDS;
  return { ...wallet, boc: await wallet.sign(1), validUntil };
}

/** The possible fates of the message on the chain. */
const FATES = {
  async executed({ boc }) {
    await submit(boc);
    await settle();
    await devnet.clock.step();
  },
  /**
   * Nothing accepts the message any more, so a client may call it expired: by default, a program was down longer than one read of v2 reaches
   * back.
   */
  async "executed long ago"({ boc }, { ago = 660 }) {
    await submit(boc);
    await settle();
    await devnet.clock.step({ seconds: ago });
    await devnet.clock.step();
  },
  async pending({ boc }) {
    await submit(boc);
  },
  async "never accepted"() {},
  async expired() {
    await devnet.clock.step({ seconds: VALID_SECONDS * 2 + 40 });
    await devnet.clock.step();
  },
};

const INDEX_PATHS = /\/(transactionsByMessage|pendingTraces|traces)\b/;
const POLLING_PATHS = /\/(transactionsByMessage|pendingTraces|traces|getTransactions)\b/;
const EMPTY_RESPONSES = { transactions: [], traces: [], address_book: {}, metadata: {} };
const isSend = (request) => request.url.endsWith("/sendBoc");

/** Long enough for a message to expire, and within one read of a v2 history, so that only the lens decides what the client says. */
const LONG_AGO_SECONDS = 2 * VALID_SECONDS;

/**
 * How the client sees the chain: `before` runs after the message was made, `after` when its fate is decided, `fetch` sends the client's
 * reads, `ago` is the age of a message that was executed long ago.
 */
const DISTURBANCES = {
  "no disturbance": {},
  "index behind": {
    fetch: (request) => (INDEX_PATHS.test(request.url) ? Response.json(EMPTY_RESPONSES) : fetch(request)),
  },
  "230 foreign messages": {
    ago: LONG_AGO_SECONDS,
    async after({ address }) {
      for (let remaining = DUST_COUNT; remaining > 0; remaining -= 115) {
        const message = internal({ to: address, value: 1n, bounce: false });
        await sendFrom(
          devnet,
          "faucet",
          Array.from({ length: 115 }, () => message),
        );
        await settle();
      }
    },
  },
  "clock 15 min ahead": { ago: LONG_AGO_SECONDS, skew: 900 },
  "clock 15 min behind": { ago: LONG_AGO_SECONDS, skew: -900 },
  "response lost": {
    fetch: async (request) => {
      if (!isSend(request)) return fetch(request);
      await fetch(request);
      throw new TypeError("fetch failed");
    },
  },
  "two replicas": {
    ago: LONG_AGO_SECONDS,
    /**
     * Every other look for the message, and every other read, goes to a server that has not seen a block since the message was made. The
     * two start differently: the first look goes to that server, and the first read of the chain's time to the other one.
     */
    async before({ address, boc }, memory) {
      memory.old = new Map();
      memory.remember = true;
      const client = makeClientWith(memory, (request) => fetchRecorded(request, memory));
      const wait = { timeoutMs: 60, pollIntervalMs: 20, account: address };
      for (const message of [boc, messageHash(boc)])
        for (const generation of /** @type {const} */ (["v3", "v2"]))
          await client.waitForMessage(message, { ...wait, generation }).catch(() => {});
      memory.remember = false;
    },
    fetch(request, memory) {
      const [kind, firstIndex] = POLLING_PATHS.test(request.url) ? ["looks", 0] : ["reads", 1];
      memory[kind] = (memory[kind] ?? firstIndex) + 1;
      const earlierReply = memory.old.get(makeKey(request));
      return memory[kind] % 2 === 1 && earlierReply !== undefined
        ? new Response(earlierReply, JSON_TYPE)
        : fetch(request);
    },
  },
};
const JSON_TYPE = { headers: { "content-type": "application/json" } };
const makeKey = ({ url }) => url.replace(/^https?:\/\/[^/]+/, "").replace(/[?&](lt|hash)=[^&]*/g, "");

async function fetchRecorded(request, memory) {
  const response = await fetch(request);
  const text = await response.text();
  if (response.ok) memory.old.set(makeKey(request), text);
  return new Response(text, { status: response.status, headers: response.headers });
}

function makeClientWith(memory, respond = (request, _memory) => fetch(request)) {
  return createClient({
    baseUrl: devnet.url,
    rateLimit: false,
    retry: false,
    fetch: async (request) => addBetaCode(await respond(request, memory)),
  });
}

/** The client's result: `"executed"`, `"failed"`, `"rejected"`, `"expired"` or `"not known"`. */
async function readOutcomeText(work) {
  try {
    const { status, success } = await work();
    return status === "accepted" ? "not known" : success === false ? "failed" : "executed";
  } catch (error) {
    const wordsByCode = {
      message_expired: "expired",
      message_rejected: "rejected",
      timeout: "not known",
      connection_failed: "not known",
    };
    if (isTonEdgeError(error) && wordsByCode[error.code]) return wordsByCode[error.code];
    throw error;
  }
}

/** The results that are allowed for each fate. */
const ALLOWED_STATUSES = {
  executed: ["executed", "not known"],
  "executed long ago": ["executed", "not known"],
  pending: ["not known"],
  "never accepted": ["not known"],
  expired: ["expired", "rejected", "not known"],
};

/** Returns whether the client must give a definite result: the call has the message itself, and no replica contradicts another. */
const isKnownOutcome = ({ fate, call, lens: lensName }) =>
  call !== "hash" && /^executed|^expired/.test(fate) && lensName !== "two replicas";

const CALLS = {
  send: (client, { boc }, options) => client.send(boc, options),
  message: (client, { boc }, options) => client.waitForMessage(boc, options),
  hash: (client, { boc, address }, options) =>
    client.waitForMessage(messageHash(boc), { ...options, account: address }),
};

async function runExperiment({ kind, fate, lens: lensName, generation, call }) {
  const { skew: ahead = 0, before: prepareLens, after: finishLens, fetch: respond } = DISTURBANCES[lensName];
  const memory = {};
  const subject = await prepareWallet(kind);
  await prepareLens?.(subject, memory);
  // New blocks would execute a pending message.
  if (fate === "pending") await finishLens?.(subject);
  await FATES[fate](subject, DISTURBANCES[lensName]);
  if (fate !== "pending") await finishLens?.(subject);
  // A message that is never accepted goes to a server that accepts it and then loses it.
  const isLost = fate === "never accepted" || fate === "expired";
  const swallowSend = (request) =>
    isSend(request) && isLost
      ? Response.json({ ok: true, result: { "@type": "ok" } })
      : (respond ?? fetch)(request, memory);
  skew = ahead;
  try {
    return await readOutcomeText(() =>
      CALLS[call](makeClientWith(memory, swallowSend), subject, {
        ...(isKnownOutcome({ fate, call, lens: lensName }) ? CALL_OPTIONS : SHORT_TIMEOUT),
        generation,
        validUntil: subject.validUntil,
      }),
    );
  } finally {
    skew = 0;
    // No pending message of this case may remain for the next one.
    await settle();
  }
}

const IS_FULL = process.env.TESTS_FULL === "1";
/** The results by lens and fate. @type {Map<string, Set<string>>} */
const fatesByCell = new Map();
const getCell = (lensName, fate) => `${lensName} | ${fate}`;
const { pick } = createSeededRandom(57);
/**
 * Cases of an ordinary run in which the client once said the opposite of the chain: it called executed signed messages expired or rejected,
 * by each exit code of a wallet that has executed the message.
 *
 * @type {Record<string, [keyof typeof CALLS, keyof typeof KINDS]>}
 */
const KNOWN_MISTAKES = {
  "no disturbance, executed long ago, v2": ["hash", "v5r1"],
  "no disturbance, pending, v2": ["send", "highload v3"],
  "index behind, executed, v3": ["send", "v4r2"],
  "index behind, executed long ago, v3": ["send", "v4r2"],
  "index behind, executed long ago, v2": ["send", "highload v3"],
  "index behind, pending, v3": ["send", "v5r1"],
  "230 foreign messages, executed, v2": ["send", "v5r1"],
  "230 foreign messages, executed long ago, v2": ["hash", "v3r2"],
  "clock 15 min ahead, executed, v2": ["send", "v5r1"],
  "clock 15 min ahead, executed long ago, v2": ["hash", "v5r1"],
  "two replicas, executed long ago, v3": ["hash", "v5r1"],
  "two replicas, executed long ago, v2": ["hash", "v4r2"],
};

/**
 * The pairs of a call and a kind of wallet to test for one cell of the table: all pairs in a full run, otherwise one.
 * @returns {[string, string][]}
 */
function listSubjects(lensName, fate, generation) {
  // Only the response of a send can be lost.
  const calls = lensName === "response lost" ? ["send"] : Object.keys(CALLS);
  const kinds = Object.keys(KINDS);
  if (IS_FULL) return calls.flatMap((call) => kinds.map((kind) => /** @type {[string, string]} */ ([call, kind])));
  return [KNOWN_MISTAKES[`${lensName}, ${fate}, ${generation}`] ?? [pick(calls), pick(kinds)]];
}

for (const lensName of Object.keys(DISTURBANCES))
  describe(lensName, () => {
    for (const fate of Object.keys(FATES))
      for (const generation of /** @type {const} */ (["v3", "v2"]))
        for (const [call, kind] of listSubjects(lensName, fate, generation))
          test(`${fate}, ${generation}, ${call}, ${kind}`, { timeout: 60_000 }, async () => {
            const output = await runExperiment({ kind, fate, lens: lensName, generation, call });
            assert.ok(ALLOWED_STATUSES[fate].includes(output), `the message is ${fate}, and the client says ${output}`);
            const cell = getCell(lensName, fate);
            fatesByCell.set(cell, (fatesByCell.get(cell) ?? new Set()).add(output));
            if (isKnownOutcome({ fate, call, lens: lensName })) assert.notEqual(output, "not known");
          });
  });

test("a wallet v5 beta is recognised by its code, with its seqno and the reasons of its refusals", {
  timeout: 60_000,
}, async () => {
  const wallet = await prepareWallet("v5 beta");
  const client = makeClientWith({});
  await assert.rejects(client.send(await wallet.sign(5), CALL_OPTIONS), (error) => {
    assert.ok(isTonEdgeError(error, "message_rejected") && error.exitCode === 33);
    assert.match(error.message, /^the account did not accept the message: its seqno is not the wallet's next one; /);
    return true;
  });
  await assert.rejects(
    client.waitForMessage(wallet.boc, SHORT_TIMEOUT),
    /the seqno of the wallet is 1, and that of the message 1/,
  );
});

/** The results in the table, "not known" last. */
const listWords = (phrases) =>
  [...phrases].sort((a, b) => (a === "not known" ? 1 : b === "not known" ? -1 : a < b ? -1 : 1)).join(", ");

test("docs/sending.md has the table that a full run found", async () => {
  const fates = Object.keys(FATES);
  if (IS_FULL && process.env.TESTS_GENERATE === "1") {
    const rows = Object.keys(DISTURBANCES).map((lensName) => [
      lensName,
      ...fates.map((fate) => listWords(fatesByCell.get(getCell(lensName, fate)))),
    ]);
    const lines = [["what the client sees", ...fates], Array(fates.length + 1).fill("---"), ...rows];
    await fileContains("docs/sending.md", "outcomes", `${lines.map((line) => `| ${line.join(" | ")} |\n`).join("")}`);
  }
  const text = await readFile(new URL("../../docs/sending.md", import.meta.url), "utf8");
  const [, section] = /<!-- outcomes -->\n([^]*?)<!-- \/outcomes -->/.exec(text) ?? [];
  const rows = section
    .trim()
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .map((part) => part.trim())
        .slice(1, -1),
    );
  assert.deepEqual(
    rows.map(([lensName]) => lensName),
    Object.keys(DISTURBANCES),
  );
  // How often the client says "not known" depends on the machine's speed; definite results do not.
  for (const [lensName, ...cells] of rows)
    for (const [fateIndex, fate] of fates.entries())
      for (const phrase of fatesByCell.get(getCell(lensName, fate)) ?? [])
        assert.ok(
          phrase === "not known" || cells[fateIndex].split(", ").includes(phrase),
          `${lensName}, ${fate}: ${phrase}`,
        );
});
