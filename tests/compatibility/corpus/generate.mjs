// Writes tests/fixtures/foreign.jsonl: bags of cells as other libraries write them, with the hashes that they compute. `foreign-bags.test.mjs` and
// `tests/core/cell/foreign.rs` read it. Run it again only for newer versions of the writers, or for more cases:
// `node tests/compatibility/corpus/generate.mjs`.
//
// The first line has the cases (see cases.mjs); every other line is one bag: [writer, case, base64, hashes of the roots]. The last one lists what
// each writer cannot write.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { keyPairFromSeed } from "@ton/crypto";
import * as newestCore from "@ton/core";
import * as newestTon from "@ton/ton";

import { ensureProject } from "../../helpers/npm-project.mjs";
import { ensurePython } from "../../helpers/python.mjs";
import { loadTonweb, VERSION as TONWEB } from "../../helpers/tonweb.mjs";
import { CASES, REQUEST, WALLET } from "./cases.mjs";
import * as writers from "./writers.mjs";
import * as wallets from "./wallets.mjs";

const pathHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const { publicKey, secretKey } = keyPairFromSeed(Buffer.from(WALLET.seed, "hex"));
const keys = { publicKey, secretKey };
const request = { ...REQUEST, wallet: { ...WALLET, publicKey: publicKey.toString("hex") } };
// Some writers read the clock.
Date.now = () => (WALLET.now - 60) * 1000;

/** Runs a writer in another language; returns its lines. */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], ...options });
  child.stdin.end(JSON.stringify(request));
  let text = "";
  for await (const part of child.stdout.setEncoding("utf8")) text += part;
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * The lines of a writer in JavaScript.
 * @param {string} name @param {string} version @param {any} writer @param {(writer: any) => Promise<any[]>} [addCases]
 * @param {(keys: any) => Promise<any[]>} [wallet]
 */
async function write(name, version, writer, addCases = async () => [], wallet = async () => []) {
  const lines = [];
  const attempt = async (title, work) => {
    try {
      const { cells, options } = await work();
      const [bag, hashes] = [await writer.bag(cells, options), await Promise.all(cells.map(writer.hash))];
      lines.push({ writer: name, version, case: title, boc: Buffer.from(bag).toString("base64"), hashes });
    } catch (error) {
      lines.push({ writer: name, case: title, error: error.message });
    }
  };
  for (const testCase of /** @type {any[]} */ (CASES))
    await attempt(testCase.name, () => ({ cells: testCase.roots.map(writer.make), options: testCase.options }));
  for (const [title, make] of await addCases(writer))
    await attempt(`${title} (own)`, async () => ({ cells: [await make()] }));
  for (const [title, make] of await wallet(keys))
    await attempt(`wallet: ${title}`, async () => ({ cells: [await make()] }));
  return lines;
}

const load = await ensureProject("corpus", "compatibility/corpus");
const readVersion = (name) => load(`${name}/package.json`).version;
const oldTon = load("ton-old");
const BN = load("bn.js");
const { serializeDict } = load("ton-old/dist/boc/dict/serializeDict.js");
const TonWeb = await loadTonweb();
const coreVersion = createRequire(import.meta.url)("@ton/core/package.json").version;

const lines = [
  ...(await write("@ton/core", coreVersion, writers.core(newestCore), undefined, wallets.ton(newestTon, newestCore))),
  ...(await write("@ton/core, old", readVersion("@ton/core"), writers.core(load("@ton/core")))),
  ...(await write(
    "ton-core",
    readVersion("ton-core"),
    writers.core(load("ton-core")),
    undefined,
    wallets.ton(load("ton"), load("ton-core")),
  )),
  ...(await write(
    "ton, old",
    readVersion("ton-old"),
    writers.oldTon({ ...oldTon, BN, serializeDict }),
    undefined,
    wallets.oldTon({ ...oldTon, BN }),
  )),
  ...(await write(
    "tonweb",
    TONWEB,
    writers.tonweb(TonWeb),
    wallets.tonwebBodies(TonWeb, REQUEST),
    wallets.tonweb(TonWeb),
  )),
  ...(await write("ton3-core", readVersion("ton3-core"), writers.ton3(load("ton3-core")))),
  ...(await run(await ensurePython("clients"), [pathHere("../../python/foreign_cells.py")])),
  ...(await run("cargo", ["run", "--quiet", "--locked", "--manifest-path", pathHere("rust/Cargo.toml")], {
    env: { CARGO_TARGET_DIR: pathHere("../../../target/corpus-rust"), ...process.env },
  })),
];

const versions = Object.fromEntries(
  lines.filter(({ version }) => version).map(({ writer, version }) => [writer, version]),
);
const names = Object.keys(versions);
const head = {
  origin: "tests/compatibility/corpus/generate.mjs",
  writers: Object.entries(versions),
  wallet: request.wallet,
  cases: CASES,
};
const bags = lines
  .filter(({ boc }) => boc)
  .map((line) => [names.indexOf(line.writer), line.case, line.boc, line.hashes]);
const failures = lines
  .filter(({ error }) => error)
  .map((line) => [names.indexOf(line.writer), line.case, line.error.slice(0, 100)]);
const rows = [head, ...bags, { cannot: failures }];
await writeFile(
  new URL("../../fixtures/foreign.jsonl", import.meta.url),
  `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`,
);
console.log(`${bags.length} bags of ${names.length} writers; ${failures.length} cases that a writer cannot write`);
