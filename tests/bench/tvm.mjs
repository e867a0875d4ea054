// Measures microseconds per get-method by `ton-edge/tvm` in Node and in workerd, beside @ton/sandbox, over contracts of the devnet's world.
// A figure is a list with a number for each round, and all take turns. workerd's clock stops while a request runs, so the time is measured
// from outside: of a request with many calls minus one without any; Node is measured in the same way. Prints JSON: { node, cpu, date, versions,
// rows: [{ operation, factor, ours, sandbox, workerd }, ...] }.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";

import { Address } from "@ton/core";
import { defaultConfig } from "@ton/sandbox/dist/config/defaultConfig.js";
import { Miniflare } from "miniflare";
import { openConfig, openContract } from "ton-edge/tvm";

import { bundleProgram } from "../helpers/bundle.mjs";
import { restoreOriginals } from "../helpers/fast-core.mjs";
import { getContractsOfDevnet, listMethodIds } from "../tvm/real-contracts.mjs";
import { Machine, computeMethodId } from "../upstream/devnet/machine.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

const ROUNDS = 15;
const CALLS = 200;
const THEIR_CALLS = 5;
const METHODS = ["seqno", "get_jetton_data", "get_wallet_data", "get_nft_data", "get_collection_data"];
/** How many times as fast as @ton/sandbox a call must be. */
const FACTOR = 100;

const require = createRequire(import.meta.url);
const toBoc = (cell) => cell.toBoc({ idx: false, crc32: false });

const devnet = await startDevnet({ world: "full" });
await devnet.ready;
const { chain } = devnet;
// The configuration of mainnet, which each user of the sandbox has by default.
const config = Buffer.from(defaultConfig, "base64");
const now = chain.head.mc.gen_utime;
const contracts = getContractsOfDevnet(chain);
await devnet.close();
// @ton/sandbox is measured as its users have it, without the faster functions of the tests.
restoreOriginals();

const cases = METHODS.map((method) => {
  const contractOfMethod = contracts.find(({ code }) => listMethodIds(code).includes(computeMethodId(method)));
  if (contractOfMethod === undefined) throw new Error(`the devnet has no contract with ${method}`);
  return { method, contract: contractOfMethod };
});
const openArguments = ({ code, data, address, balance }) => ({
  code: toBoc(code),
  data: toBoc(data),
  address,
  balance,
  now,
});

const PROGRAM = `
import { openConfig, openContract } from "ton-edge/tvm";
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
let config;
const openContracts = new Map();
export default {
  async fetch(request) {
    const { calls, method, contract } = await request.json();
    config ??= openConfig(bytes(contract.config));
    const key = contract.code + contract.data;
    if (!openContracts.has(key))
      openContracts.set(key, openContract({ ...contract, code: bytes(contract.code), data: bytes(contract.data), config }));
    for (let call = 0; call < calls; call += 1)
      if (openContracts.get(key).get(method).status !== "done") throw new Error(method);
    return new Response("done");
  },
};`;
const readWasm = async (name) => ({
  type: /** @type {const} */ ("CompiledWasm"),
  path: `${name}.wasm`,
  contents: readFileSync(new URL(`../../pkg/dist/${name}.wasm`, import.meta.url)),
});
const worker = new Miniflare({
  cf: false,
  telemetry: { enabled: false },
  modules: [
    {
      type: "ESModule",
      path: "program.mjs",
      contents: await bundleProgram(PROGRAM, { "ton-edge/tvm": "../pkg/dist/tvm.workerd.js" }),
    },
    await readWasm("cell"),
    await readWasm("tvm"),
    await readWasm("emulator"),
  ],
  compatibilityDate: "2026-04-01",
});

const machine = await Machine.create();
const ourConfig = openConfig(config);
const theirConfig = config.toString("base64");

/** Returns the milliseconds that some work takes. */
async function time(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const rows = [];
for (const { method, contract } of cases) {
  const openedContract = openContract({ ...openArguments(contract), config: ourConfig });
  const calls = (count) => {
    for (let call = 0; call < count; call += 1)
      if (openedContract.get(method).status !== "done") throw new Error(method);
  };
  const callSandbox = async () => {
    for (let call = 0; call < THEIR_CALLS; call += 1)
      await machine.get({
        ...contract,
        address: Address.parse(contract.address),
        config: theirConfig,
        libs: null,
        method,
        stack: [],
        now,
        seed: Buffer.alloc(32),
      });
  };
  const texts = { ...openArguments(contract), balance: String(contract.balance), config: theirConfig };
  const makeBody = (count) =>
    JSON.stringify({
      calls: count,
      method,
      contract: { ...texts, code: texts.code.toString("base64"), data: texts.data.toString("base64") },
    });
  const callInWorkerd = (count) => async () => {
    const response = await worker.dispatchFetch("http://127.0.0.1/", { method: "POST", body: makeBody(count) });
    if (!response.ok) throw new Error(await response.text());
    await response.text();
  };
  const times = { ours: [], sandbox: [], workerd: [] };
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const ourTime = await time(() => calls(CALLS));
    const sandbox = await time(callSandbox);
    const timeWithoutCalls = await time(callInWorkerd(0));
    const timeWithCalls = await time(callInWorkerd(CALLS));
    if (round < 2) continue; // The first rounds are for warming up the compilers.
    times.ours.push((ourTime / CALLS) * 1000);
    times.sandbox.push((sandbox / THEIR_CALLS) * 1000);
    times.workerd.push((Math.max(0, timeWithCalls - timeWithoutCalls) / CALLS) * 1000);
  }
  rows.push({ operation: method, factor: FACTOR, ...times });
}
await worker.dispose();

const { version } = JSON.parse(readFileSync(require.resolve("@ton/sandbox/package.json"), "utf8"));
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0].model,
    date: new Date().toISOString().slice(0, 10),
    versions: { "@ton/sandbox": version },
    rows,
  }),
);
