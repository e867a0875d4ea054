// Runs the programs of docs/sending.md ("Pay out from a backend") and docs/payments.md ("A shop") unchanged, except for the placeholders of a
// database, on a local chain, in two processes at once that are killed at any moment: before or after a request or a database call. Each
// invoice must be paid once, and each deposit stored once.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

import { Address, comment, internal } from "@ton/ton";
import { createClient } from "ton-edge";
import { mnemonicToKeyPair, walletV5R1 } from "ton-edge/message";

import { sendFrom } from "../devnet/devnet-wallet.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import * as jetton from "../upstream/devnet/contracts/jetton.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { createFundedMnemonics } from "./chain-examples.mjs";
import { listFencedBlocks } from "./fenced.mjs";

const IS_FULL = process.env.TESTS_FULL === "1";
/** Number of killed programs, by guide and generation: 200 of each guide in a full run. */
const KILL_COUNT = IS_FULL ? 100 : 2;
/** In an ordinary run, each program uses a different generation. */
const GENERATIONS = { payout: IS_FULL ? ["v3", "v2"] : ["v3"], shop: IS_FULL ? ["v3", "v2"] : ["v2"] };
const BLOCK_MS = 250;
const MINUTES_MS = 60_000;
const root = new URL("../../", import.meta.url);
const DATABASE = new URL("./guide-database.mjs", import.meta.url).href;
/** Requests that a server without an index refuses. */
const INDEX_PATHS = /^\/api\/v3\/(transactions|transactionsByMessage|pendingTraces|traces)\b/;
const { below, pick } = createSeededRandom(Number(process.env.SEED ?? 57));

/**
 * A program of a guide, with some of its parts replaced; each part must occur.
 * @param {string} guide @param {string} heading @param {[RegExp, string][]} replacements
 */
function writeProgram(guide, heading, replacements) {
  const text = readFileSync(new URL(guide, root), "utf8");
  const section = text.slice(text.indexOf(`## ${heading}\n`));
  const [{ source }] = listFencedBlocks(guide, section).filter(({ tags }) => tags.includes("chain"));
  return replacements.reduce((changed, [part, replacement]) => {
    assert.match(changed, part, guide);
    return changed.replace(part, () => replacement);
  }, source);
}

const FAST_OPTIONS = [/baseUrl: "https:\/\/gateway.example"/, "baseUrl: process.env.URL, rateLimit: false"];
const PAYOUT_PROGRAM = writeProgram("docs/sending.md", "Pay out from a backend", [
  /** @type {[RegExp, string]} */ (FAST_OPTIONS),
  [/const payments = new Map\(\);.*\n/, "const { payments, replace } = globalThis.database;\n"],
  [/\/\*\* Replaces a row[\s\S]*?\n}\n/, ""],
  [
    /const payment = \{[\s\S]*$/,
    `const { id, to } = JSON.parse(process.env.INVOICE);
const payment = { to, value: toNano("0.01"), comment: \`invoice \${id}\` };
console.log(await Promise.all([pay(id, payment), pay(id, payment)]));`,
  ],
]);
const SHOP_PROGRAM = writeProgram("docs/payments.md", "A shop", [
  /** @type {[RegExp, string]} */ (FAST_OPTIONS),
  [/\/\/ Stands for a database: orders[\s\S]*?\n}\n/, "const { load, loadCursor, store } = globalThis.database;\n"],
  [/const dueAt =[\s\S]*$/, "await receive({ follow: false, pollIntervalMs: 50 });"],
]);

/** @type {any} */
let devnet;
/** @type {string} */
let walletMnemonic;
let client, wallet, shop;
before(
  async () => {
    devnet = await startDevnet({ world: "small", clock: BLOCK_MS, traffic: false });
    await devnet.ready;
    [walletMnemonic] = await createFundedMnemonics(devnet, 1);
    const { publicKey } = await mnemonicToKeyPair(walletMnemonic);
    wallet = walletV5R1({ publicKey });
    shop = walletV5R1({ publicKey, subwallet: 1 });
    client = createClient({ baseUrl: devnet.url, rateLimit: false });
  },
  { timeout: 2 * MINUTES_MS },
);
after(() => devnet?.close());

/** The tables of both guides. */
function openDatabase() {
  const rows = new Map();
  const tables = { orders: new Map(), deposits: new Map() };
  let cursor = null;
  return {
    rows,
    tables,
    calls: {
      payment: (id) => rows.get(id),
      replace(id, from, to) {
        if (isDeepStrictEqual(rows.get(id), from)) rows.set(id, to);
        return rows.get(id);
      },
      load: (table, key) => tables[table].get(key),
      cursor: () => cursor,
      store({ deposit, order }) {
        if (tables.deposits.has(deposit.id)) return;
        tables.deposits.set(deposit.id, deposit);
        if (order) tables.orders.set(order.comment, order);
        cursor = deposit.cursor;
      },
    },
  };
}

/**
 * Runs a program, and kills it at the event with that number; an event is a request or a database call. Resolves to how the process
 * ended.
 * @param {string} source @param {any} calls of the database
 * @param {{ generation: string, env?: Record<string, string>, killAt?: number, isDone?: boolean, before?: (path: string) => Promise<void> }} options
 *   `isDone`: the program is killed after the event has had its effect, not before; `before`: a request waits for this
 */
async function run(source, calls, { generation, env = {}, killAt = Infinity, isDone = false, before }) {
  let eventCount = 0;
  let isKilled = false;
  /** Does the work of an event, unless the program is killed before or after it. */
  async function killDuring(work) {
    if (isKilled) return undefined;
    const isLast = (eventCount += 1) >= killAt;
    const killProgram = () => {
      isKilled = true;
      child.kill("SIGKILL");
    };
    if (isLast && !isDone) return killProgram();
    const result = await work();
    return isLast ? killProgram() : { result };
  }
  const proxy = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await before?.(request.url ?? "");
    const survivingResult = await killDuring(async () => {
      if (generation === "v2" && INDEX_PATHS.test(request.url ?? "")) return { status: 404, body: "" };
      const { method, headers } = request;
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
      const type = headers["content-type"] ?? "application/json";
      const upstreamResponse = await fetch(`${devnet.url}${request.url}`, {
        method,
        body,
        headers: { "content-type": type },
      });
      return { status: upstreamResponse.status, body: await upstreamResponse.text() };
    });
    if (!survivingResult) return response.destroy();
    response
      .writeHead(survivingResult.result.status, { "content-type": "application/json" })
      .end(survivingResult.result.body);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  const child = spawn(process.execPath, ["--import", DATABASE, "--input-type=module", "--eval", source], {
    cwd: fileURLToPath(new URL("tests/", root)),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
    env: { ...process.env, ...env, URL: `http://127.0.0.1:${port}`, MNEMONIC: walletMnemonic, NO_COLOR: "1" },
  });
  let errorText = "";
  child.stderr?.on("data", (text) => (errorText += text));
  child.on("message", async (/** @type {any} */ { number, name, args }) => {
    const survivingResult = await killDuring(async () => calls[name](...args));
    if (survivingResult && child.connected) child.send({ number, value: survivingResult.result }, () => {});
  });
  const [code] = await once(child, "exit");
  proxy.closeAllConnections();
  proxy.close();
  return { isKilled, code, problem: errorText, events: eventCount };
}

/** Runs two processes at once and kills them, until enough have been killed. Then runs one at a time to its end, until `isDone`. */
async function runUntilDone(source, database, options, isDone) {
  let maxKills = 24;
  let killCount = 0;
  const exits = await Promise.all(
    [1, 2].map(() =>
      run(source, database.calls, { ...options, killAt: 1 + below(maxKills), isDone: pick([true, false]) }),
    ),
  );
  for (const { isKilled, code, problem: errorText } of exits) {
    if (isKilled) killCount += 1;
    else if (code !== 0) console.log(errorText);
  }
  for (let attemptsLeft = 5; attemptsLeft > 0 && !isDone(); attemptsLeft -= 1) {
    const { code, problem: errorText, events: eventCount } = await run(source, database.calls, options);
    maxKills = eventCount;
    if (!isDone() && attemptsLeft === 1) assert.fail(`the program exited with ${code}: ${errorText}`);
  }
  return killCount;
}

describe("the pay-out program of docs/sending.md", () => {
  let invoiceCount = 0;
  const makeInvoice = () => {
    const id = (invoiceCount += 1);
    return { id, to: `0:${id.toString(16).toUpperCase().padStart(64, "C")}` };
  };

  test("the pay-out program pays once even if two processes find no row and one reads the seqno after the other has paid", {
    timeout: 10 * MINUTES_MS,
  }, async () => {
    const database = openDatabase();
    const invoice = makeInvoice();
    const options = { generation: "v3", env: { INVOICE: JSON.stringify(invoice) } };
    let [reportFound, releaseProgram] = [() => {}, () => {}];
    const whenFound = new Promise((resolve) => (reportFound = () => resolve(undefined)));
    const whenPaid = new Promise((resolve) => (releaseProgram = () => resolve(undefined)));
    const lateRun = run(PAYOUT_PROGRAM, database.calls, {
      ...options,
      async before(path) {
        if (!path.includes("/walletStates")) return;
        reportFound();
        await whenPaid;
      },
    });
    await whenFound;
    const firstResult = await run(PAYOUT_PROGRAM, database.calls, options);
    releaseProgram();
    assert.deepEqual([firstResult.code, (await lateRun).code], [0, 0], firstResult.problem + (await lateRun).problem);
    assert.equal(await client.v2.getAddressBalance({ address: invoice.to }), "10000000");
    assert.equal(database.rows.get(invoice.id).status, "paid");
  });

  for (const generation of GENERATIONS.payout)
    test(`the pay-out program pays each invoice once, over ${generation}`, { timeout: 60 * MINUTES_MS }, async () => {
      const database = openDatabase();
      const receiverByAccount = new Map();
      for (let killCount = 0; killCount < KILL_COUNT; ) {
        const { id, to } = makeInvoice();
        receiverByAccount.set(id, to);
        const options = { generation, env: { INVOICE: JSON.stringify({ id, to }) } };
        killCount += await runUntilDone(
          PAYOUT_PROGRAM,
          database,
          options,
          () => database.rows.get(id)?.status === "paid",
        );
      }
      for (const [id, to] of receiverByAccount)
        assert.equal(await client.v2.getAddressBalance({ address: to }), "10000000", `invoice ${id}`);
      const { seqno } = await client.account(wallet.address);
      assert.equal(seqno, invoiceCount);
    });
});

describe("the shop program of docs/payments.md", () => {
  const sentPayments = [];
  for (const generation of GENERATIONS.shop)
    test(`the shop program stores each deposit once, over ${generation}`, { timeout: 60 * MINUTES_MS }, async () => {
      const database = openDatabase();
      const aliceWallet = devnet.cast.wallet("alice");
      const edgeMaster = makeEdgeMinter(devnet.cast).address;
      const master = edgeMaster.toRawString().replace(/[a-f]/g, (letter) => letter.toUpperCase());
      const edgeWallet = jetton.buildWallet({ owner: aliceWallet.address, minter: edgeMaster }).address;
      const price = 10n ** 12n; // never paid in full
      for (const [name, asset] of [
        ["ton", "TON"],
        ["edge", master],
      ])
        database.tables.orders.set(name, { comment: name, asset, price, dueAt: 4e9, paid: 0n, status: "open" });
      let killCount = 0;
      while (killCount < KILL_COUNT) {
        // Several payments for one order, with a number that distinguishes them.
        const amounts = Array.from({ length: 3 }, () => BigInt(1000 + sentPayments.length * 10 + below(10)));
        const bodies = amounts.map((amount, index) => {
          const [name, asset] = index === 2 ? ["edge", master] : ["ton", "TON"];
          sentPayments.push([asset, amount, name]);
          if (asset === "TON") return internal({ to: shop.address, value: amount, bounce: false, body: name });
          const body = jetton.buildTransfer({
            to: Address.parse(shop.address),
            amount,
            responseTo: aliceWallet.address,
            forwardAmount: 1n,
            forwardPayload: comment(name),
          });
          return internal({ to: edgeWallet, value: 100_000_000n, body });
        });
        await sendFrom(devnet, "alice", bodies);
        const isStored = () => database.tables.deposits.size >= sentPayments.length;
        killCount += await runUntilDone(SHOP_PROGRAM, database, { generation }, isStored);
      }
      const storedDeposits = [...database.tables.deposits.values()].map(({ asset, amount, comment: text }) => [
        asset,
        amount,
        text,
      ]);
      const compareAmounts = (firstRow, secondRow) => Number(firstRow[1] - secondRow[1]);
      assert.deepEqual(storedDeposits.sort(compareAmounts), [...sentPayments].sort(compareAmounts));
      for (const { comment: name, paid } of database.tables.orders.values()) {
        const ownAmounts = sentPayments.filter(([, , text]) => text === name).map(([, amount]) => amount);
        assert.equal(
          paid,
          ownAmounts.reduce((sum, amount) => sum + amount, 0n),
          name,
        );
      }
    });
});
