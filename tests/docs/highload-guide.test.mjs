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
import { seededRandom } from "../helpers/seeded-random.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { highload3 } from "../upstream/devnet/contracts/signed-wallets.mjs";
import { fenced } from "./fenced.mjs";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const GUIDE = readFileSync(new URL("../../docs/highload.md", import.meta.url), "utf8");
const ROUNDS = process.env.TESTS_FULL === "1" ? 20 : 1;
const { below } = seededRandom(57);

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
function programOf(round) {
  const [{ source }] = fenced("docs/highload.md", GUIDE).filter(({ tags }) => tags.includes("chain"));
  const program = source
    .replace("https://gateway.example", devnet.url)
    .replace("`0:${(id + 1)", `\`0:\${(id + ${1 + round * 1000})`);
  assert.ok(program.includes(devnet.url) && program.includes(`(id + ${1 + round * 1000})`));
  return program;
}

/**
 * Starts the program, and kills it when `isEnough` says so. Returns whether it reached its end.
 * @param {string} program @param {NodeJS.ProcessEnv} env @param {(printed: string) => boolean} isEnough
 */
function start(program, env, isEnough) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: HERE, env });
  return new Promise((done, failed) => {
    let printedText = "";
    let errors = "";
    const look = () => isEnough(printedText) && child.kill("SIGKILL");
    const timer = setInterval(look, 20);
    child.stdout.on("data", (data) => {
      printedText += data;
      look();
    });
    child.stderr.on("data", (data) => (errors += data));
    child.on("close", (code, signal) => {
      clearInterval(timer);
      if (signal === null && code !== 0) failed(new Error(errors));
      else done({ printed: printedText, isKilled: signal !== null });
    });
  });
}

/** True once this many milliseconds have passed. */
function afterMs(ms) {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
}

/** The balances of accounts, in nanocoins. @param {string[]} accounts */
async function balancesOf(accounts) {
  const states = [];
  for (let at = 0; at < accounts.length; at += 100) {
    const { accounts: found } = await get(devnet, "/accountStates", { address: accounts.slice(at, at + 100) });
    states.push(...found.map(({ address, balance }) => [address, balance]));
  }
  return states;
}

for (let round = 0; round < ROUNDS; round += 1)
  test(`300 payments, killed and started again, round ${round}`, { timeout: 300_000 }, async () => {
    const words = await mnemonicNew(24);
    const { publicKey } = await mnemonicToPrivateKey(words);
    const { address } = highload3({ publicKey });
    await sendFrom(devnet, "faucet", [internal({ to: address, value: toNano(3), bounce: false })]);
    const store = join(folder, `${round}.json`);
    const env = { ...process.env, MNEMONIC: words.join(" "), STORE: store, NO_COLOR: "1" };
    const program = programOf(round);
    const isStored = (count) => existsSync(store) && JSON.parse(readFileSync(store, "utf8")).requests.length >= count;
    let kills = 0;
    // Kills it before all requests are signed, when the first one is paid, and at random moments.
    for (const isEnough of [() => isStored(1), (printed) => printed.includes("paid"), afterMs(below(4000))])
      if ((await start(program, env, isEnough)).isKilled) kills += 1;
    const { printed } = await start(program, env, () => false);
    assert.match(printed, /300 of 300\n$/);
    assert.ok(kills >= 2, `${kills} kills`);
    const ids = Array.from({ length: 300 }, (_, id) => `0:${(id + 1 + round * 1000).toString(16).padStart(64, "0")}`);
    const paid = ids.map((id) => [id.toUpperCase(), "1000000"]);
    assert.deepEqual((await balancesOf(ids)).sort(), paid.sort());
    const { requests } = JSON.parse(readFileSync(store, "utf8"));
    assert.equal(new Set(requests.map(({ queryId }) => queryId)).size, requests.length);
  });
