// Runs examples of documents that send messages: each as an ES module in its own Node process, with a local chain behind the gateway.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { internal } from "@ton/core";
import { mnemonicNew, mnemonicToPrivateKey } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";

import { sendFrom } from "../devnet/devnet-wallet.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { buildOnchainContent } from "../upstream/devnet/contracts/code.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import { buildHighload3 } from "../upstream/devnet/contracts/signed-wallets.mjs";

const run = promisify(execFile);
const TESTS_FOLDER = fileURLToPath(new URL("..", import.meta.url));
/** A module that is loaded before the program. */
const PATIENT_TIMERS_URL = new URL("../helpers/patient-timers.mjs", import.meta.url).href;
const GATEWAY = "https://gateway.example";
/** Where a program finds the output of a contract compiler, as a specifier in `tests/`. */
const BUILD_FOLDER = "./fixtures/contracts/tact/";
const NANOTONS_PER_TON = 1_000_000_000n;
/** The initial balance of an example's wallet: 10 TON, 100 EDGE, the jetton of the seeded world, and an NFT without a collection. */
const COINS_PER_WALLET = 10n * NANOTONS_PER_TON;
const JETTONS_PER_WALLET = 100n * NANOTONS_PER_TON;
/** A seeded wallet v5, which has 10 000 EDGE, and sends up to 255 messages at once. */
const GIVER_NAME = "carol";
const MAX_BLOCKS = 12;

/** The message that mints an NFT of an owner. @param {import("@ton/core").Address} owner */
function makeMintMessage(owner) {
  const content = buildOnchainContent({ name: "Ticket 1", description: "An NFT of the examples." });
  const { address: itemAddress, init } = nft.buildSingleNft({
    owner,
    editor: owner,
    content,
    royalty: { factor: 5, base: 100, to: owner },
  });
  return internal({ to: itemAddress, init, value: NANOTONS_PER_TON / 10n, bounce: true });
}

/** Waits for more blocks than a jetton needs to reach its receiver. @param {any} devnet */
async function blocks({ chain }) {
  const lastSeqno = chain.head.mc.seqno + MAX_BLOCKS;
  while (chain.head.mc.seqno < lastSeqno) await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * Creates wallets v5 r1 with coins, jettons and an NFT, and highload wallets v3 with coins, on a chain whose clock runs; returns their mnemonics.
 * @param {any} devnet @param {number} count @returns {Promise<string[]>}
 */
export async function createFundedMnemonics(devnet, count) {
  const mnemonics = await Promise.all(Array.from({ length: count }, () => mnemonicNew(24)));
  const keys = await Promise.all(mnemonics.map((words) => mnemonicToPrivateKey(words)));
  const owners = keys.map(({ publicKey }) => WalletContractV5R1.create({ publicKey }).address);
  const highloads = keys.map(({ publicKey }) => buildHighload3({ publicKey }).address);
  const giverWallet = devnet.cast.wallet(GIVER_NAME);
  const giverJettonWallet = jetton.buildWallet({
    owner: giverWallet.address,
    minter: makeEdgeMinter(devnet.cast).address,
  }).address;
  await sendFrom(
    devnet,
    "faucet",
    [giverWallet.address, ...owners, ...highloads].map((to) =>
      internal({ to, value: COINS_PER_WALLET, bounce: false }),
    ),
  );
  await blocks(devnet);
  await sendFrom(devnet, GIVER_NAME, [
    ...owners.map((to) => {
      const body = jetton.buildTransfer({
        to,
        amount: JETTONS_PER_WALLET,
        responseTo: giverWallet.address,
        forwardAmount: 0n,
      });
      return internal({ to: giverJettonWallet, value: NANOTONS_PER_TON / 10n, bounce: true, body });
    }),
    ...owners.map(makeMintMessage),
  ]);
  await blocks(devnet);
  return mnemonics.map((words) => words.join(" "));
}

/**
 * Runs a program, and returns the lines that it printed.
 * @param {string} source @param {{ url: string, mnemonic: string }} stack of the gateway, and the wallet of the program
 */
export async function runOnChain(source, { url, mnemonic }) {
  const folder = await mkdtemp(join(tmpdir(), "ton-edge-example-"));
  const { stdout, stderr } = await run(
    process.execPath,
    [
      ...["--import", PATIENT_TIMERS_URL, "--input-type=module", "--eval"],
      source.replaceAll(GATEWAY, url).replaceAll('"./build/', `"${BUILD_FOLDER}`),
    ],
    {
      cwd: TESTS_FOLDER,
      timeout: 540_000,
      env: {
        ...process.env,
        MNEMONIC: mnemonic,
        STORE: join(folder, "payments.json"),
        NO_COLOR: "1",
        SLOW_CLOCK: source.includes("createGateway(") ? "1" : "",
      },
    },
  ).finally(() => rm(folder, { recursive: true }));
  assert.equal(stderr, "");
  return stdout === "" ? [] : stdout.replace(/\n$/, "").split("\n");
}
