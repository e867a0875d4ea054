// Payments in a row by a program that knows nothing of this package: it sends plain requests through a caching gateway in front of the local chain,
// and waits at the chain. Every read after a payment shows the payment.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { keyPairFromSeed, toNano, walletV3R2, walletV4R2, walletV5R1 } from "ton-edge/message";
import { serve } from "ton-edge/node";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? (process.env.TESTS_FULL ? 100 : 5));
const WALLETS = { v3r2: walletV3R2, v4r2: walletV4R2, v5r1: walletV5R1 };

/** @type {any} */
let devnet;
/** Gateways by name. @type {Record<string, any>} */
const servers = {};
let wallet, privateKey;
before(
  async () => {
    devnet = await startDevnet({ world: "small", clock: 60, traffic: false });
    await devnet.ready;
    const { version, keys } = devnet.cast.wallet("faucet");
    const pair = await keyPairFromSeed(new Uint8Array(keys.secretKey.subarray(0, 32)));
    privateKey = pair.privateKey;
    wallet = WALLETS[version]({ publicKey: pair.publicKey });
    const settings = { limits: UNLIMITED, mainnet: devnet.url, logLevel: /** @type {const} */ ("off") };
    servers.forwarding = await serve(createGateway(settings), { port: 0 });
    const localSettings = { localGetMethods: true, tvm: () => import("ton-edge/tvm") };
    servers.computing = await serve(createGateway({ ...settings, ...localSettings }), { port: 0 });
  },
  { timeout: 120_000 },
);
after(async () => {
  for (const server of Object.values(servers)) await server.close();
  await devnet?.close();
});

async function request(base, path, body) {
  const init = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${base}${path}`, init);
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text}`);
  return JSON.parse(text);
}

const runSeqno = () => ({ address: wallet.address, method: "seqno", stack: [] });
/** Reads of the wallet's seqno, by name. */
const READS = {
  "the get-method of v2": async (base) =>
    Number((await request(base, "/api/v2/runGetMethod", runSeqno())).result.stack[0][1]),
  "getWalletInformation of v2": async (base) =>
    (await request(base, `/api/v2/getWalletInformation?address=${wallet.address}`)).result.seqno,
  "walletStates of v3": async (base) =>
    (await request(base, `/api/v3/walletStates?address=${wallet.address}`)).wallets[0].seqno,
};

/** Ways to wait until the seqno is above `seqno`: at the chain itself, or through the gateway by the transaction of the message. */
const WAITS = {
  async "at the chain"(_, seqno) {
    for (const read of Object.values(READS))
      while ((await read(devnet.url)) <= seqno) await new Promise((resolve) => setTimeout(resolve, 20));
  },
  async "through the gateway"(url, _, hash) {
    const path = `/api/v3/transactionsByMessage?msg_hash=${encodeURIComponent(hash)}&direction=in`;
    while ((await request(url, path)).transactions.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  },
};

describe("payments in a row without the client and without a required block", () => {
  for (const kind of ["forwarding", "computing"])
    for (const [name, wait] of Object.entries(WAITS))
      test(`a gateway ${kind} get-methods, waiting ${name}: every read after a payment shows it`, {
        timeout: 600_000,
      }, async () => {
        const { url } = servers[kind];
        let staleCount = 0;
        for (let round = 0; round < ROUNDS; round += 1) {
          const seqno = await READS["the get-method of v2"](url);
          const message = await wallet.transfer(
            [{ to: wallet.address, value: toNano("0.01"), bounce: false }],
            { seqno, validUntil: Math.floor(Date.now() / 1000) + 3600 },
            privateKey,
          );
          const boc = Buffer.from(message.toBoc()).toString("base64");
          const { message_hash: hash } = await request(url, "/api/v3/message", { boc });
          await wait(url, seqno, hash);
          for (const read of Object.values(READS)) if ((await read(url)) !== seqno + 1) staleCount += 1;
        }
        assert.equal(staleCount, 0, `stale reads of ${ROUNDS * Object.keys(READS).length}`);
      });
});
