// The program of docs/highload.md, unchanged, is killed at any moment and started again: each payment is made exactly once.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { internal } from "@ton/core";
import { mnemonicNew, mnemonicToPrivateKey } from "@ton/crypto";
import { toNano } from "ton-edge/message";

import { get } from "../devnet/devnet-request.mjs";
import { sendFrom } from "../devnet/devnet-wallet.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { buildHighload3 } from "../upstream/devnet/contracts/signed-wallets.mjs";
import { listFencedBlocks } from "./fenced.mjs";

const TESTS_FOLDER = fileURLToPath(new URL("..", import.meta.url));
const GUIDE_TEXT = readFileSync(new URL("../../docs/highload.md", import.meta.url), "utf8");
const ROUND_COUNT = process.env.TESTS_FULL === "1" ? 20 : 1;
const { below } = createSeededRandom(57);

/** @type {any} */
let devnet;
/** @type {string} */
let folder;
before(
  async () => {
    devnet = await startDevnet({ world: "small", clock: 250, traffic: false });
    await devnet.ready;
    folder = await mkdtemp(join(tmpdir(), "ton-edge-highload-"));
  },
  { timeout: 120_000 },
);
after(async () => {
  await devnet?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The program, with its own receivers. */
function writeProgram(round) {
  const [{ source }] = listFencedBlocks("docs/highload.md", GUIDE_TEXT).filter(({ tags }) => tags.includes("chain"));
  const program = source
    .replace("https://gateway.example", devnet.url)
    .replace("`0:${(id + 1)", `\`0:\${(id + ${1 + round * 1000})`);
  assert.ok(program.includes(devnet.url) && program.includes(`(id + ${1 + round * 1000})`));
  return program;
}

/**
 * Starts the program, and kills it when `isReadyToKill` returns true. Returns whether it reached its end.
 * @param {string} program @param {NodeJS.ProcessEnv} env @param {(printed: string) => boolean} isReadyToKill
 */
function runProgram(program, env, isReadyToKill) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: TESTS_FOLDER, env });
  return new Promise((resolve, reject) => {
    let printedText = "";
    let errors = "";
    const killIfReady = () => isReadyToKill(printedText) && child.kill("SIGKILL");
    const timer = setInterval(killIfReady, 20);
    child.stdout.on("data", (data) => {
      printedText += data;
      killIfReady();
    });
    child.stderr.on("data", (data) => (errors += data));
    child.on("close", (code, signal) => {
      clearInterval(timer);
      if (signal === null && code !== 0) reject(new Error(errors));
      else resolve({ printed: printedText, isKilled: signal !== null });
    });
  });
}

/** Returns a function that returns true once this many milliseconds have passed. */
function createTimer(ms) {
  const endTime = Date.now() + ms;
  return () => Date.now() >= endTime;
}

/** The balances of accounts, in nanocoins. @param {string[]} accounts */
async function readBalances(accounts) {
  const states = [];
  for (let offset = 0; offset < accounts.length; offset += 100) {
    const { accounts: accountStates } = await get(devnet, "/accountStates", {
      address: accounts.slice(offset, offset + 100),
    });
    states.push(...accountStates.map(({ address, balance }) => [address, balance]));
  }
  return states;
}

for (let round = 0; round < ROUND_COUNT; round += 1)
  test(`300 payments, killed and started again, round ${round}`, { timeout: 300_000 }, async () => {
    const words = await mnemonicNew(24);
    const { publicKey } = await mnemonicToPrivateKey(words);
    const { address } = buildHighload3({ publicKey });
    await sendFrom(devnet, "faucet", [internal({ to: address, value: toNano(3), bounce: false })]);
    const store = join(folder, `${round}.json`);
    const env = { ...process.env, MNEMONIC: words.join(" "), STORE: store, NO_COLOR: "1" };
    const program = writeProgram(round);
    const isStored = (count) => existsSync(store) && JSON.parse(readFileSync(store, "utf8")).requests.length >= count;
    let killCount = 0;
    // Kills it before all requests are signed, when the first one is paid, and at random moments.
    for (const isReadyToKill of [
      () => isStored(1),
      (printedText) => printedText.includes("paid"),
      createTimer(below(4000)),
    ])
      if ((await runProgram(program, env, isReadyToKill)).isKilled) killCount += 1;
    const { printed } = await runProgram(program, env, () => false);
    assert.match(printed, /300 of 300\n$/);
    assert.ok(killCount >= 2, `${killCount} kills`);
    const ids = Array.from({ length: 300 }, (_, id) => `0:${(id + 1 + round * 1000).toString(16).padStart(64, "0")}`);
    const paidAmounts = ids.map((id) => [id.toUpperCase(), "1000000"]);
    assert.deepEqual((await readBalances(ids)).sort(), paidAmounts.sort());
    const { requests } = JSON.parse(readFileSync(store, "utf8"));
    assert.equal(new Set(requests.map(({ queryId }) => queryId)).size, requests.length);
  });
