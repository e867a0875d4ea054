// The v2 answers of the devnet: each method by GET, POST and JSON-RPC, its shape against the project's own schemas and
// the recordings, its contents against the chain's record.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { Address, Cell, beginCell, loadMessage, loadTransaction } from "@ton/core";
import Ajv from "ajv/dist/2020.js";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { transaction as convert } from "../upstream/devnet/v2/messages.mjs";
import { toStd } from "../upstream/devnet/v2/stack.mjs";
import { loadCatalogue } from "../upstream/catalogue.mjs";
import { query } from "./upstream-call.mjs";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8"));
const RECORDINGS = read("recorded/index.json").recordings.filter((r) => r.generation === "v2");
const ROWS = loadCatalogue().catalogue.filter((row) => row.generation === "v2" && row.path !== "/jsonRPC");
const SHARD = "-9223372036854775808";
const EMPTY = beginCell().endCell().toBoc().toString("base64");
const NOBODY = `0:${"0".repeat(64)}`;
const base64url = (text) => Buffer.from(text, "base64").toString("base64url");

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let devnet;
/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let python;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  python = await startDevnet({ world: "small", clock: "manual", variant: "python" });
  await Promise.all([devnet.ready, python.ready]);
});
after(() => Promise.all([devnet, python].map((one) => one?.close())));

async function ask(path, options, from = devnet) {
  const response = await fetch(`${from.url}/api/v2${path}`, options);
  return { status: response.status, body: await response.json() };
}
const get = (method, params = {}, from) => ask(`${method}?${query(params)}`, undefined, from);
const json = (value) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
const post = (method, params = {}, from) => ask(method, json(params), from);
const rpc = (method, params = {}, from) => ask("/jsonRPC", json({ jsonrpc: "2.0", id: "1", method: method.slice(1), params }), from);
const result = ({ status, body }) => {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.ok, true);
  return body.result;
};
const refused = ({ status, body }, expected, text) => {
  assert.equal(status, expected, JSON.stringify(body));
  assert.equal(body.ok, false);
  assert.equal(body.code, expected);
  assert.match(body.error, text);
};

/** A wallet of the seeded world by name. */
const account = (name) => devnet.world.keyOf ? devnet.world.wallets.find((w) => w.name === name).address : devnet.world.wallet(name).account;
const newest = (raw) => devnet.db.get("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 1", [raw]);
const transactions = (raw) => devnet.db.all("SELECT * FROM transactions WHERE account = ? ORDER BY lt DESC", [raw]);
const blockWithMost = () => devnet.db.get("SELECT * FROM blocks WHERE workchain = 0 ORDER BY tx_count DESC, seqno LIMIT 1");
const delivered = () => devnet.db.get("SELECT * FROM messages WHERE type = 'internal' AND in_tx IS NOT NULL AND out_tx IS NOT NULL ORDER BY created_lt LIMIT 1");

/** Parameters with which every method answers; sends are made anew each time. */
function parameters() {
  const alice = account("alice"), block = blockWithMost(), message = delivered(), last = newest(alice);
  const id = { workchain: block.workchain, shard: SHARD, seqno: block.seqno };
  const between = { source: message.source, destination: message.destination, created_lt: String(message.created_lt) };
  return {
    ...Object.fromEntries(["Information", "Balance", "State"].map((what) => [`/getAddress${what}`, { address: alice }])),
    "/getExtendedAddressInformation": { address: alice }, "/getWalletInformation": { address: alice },
    "/getMasterchainInfo": {}, "/getConsensusBlock": {}, "/getOutMsgQueueSize": {}, "/getShards": { seqno: block.mc_seqno },
    "/lookupBlock": id, "/getBlockHeader": id, "/getBlockTransactions": id, "/getBlockTransactionsExt": id,
    "/getTransactions": { address: alice, limit: 5, lt: String(last.lt), hash: last.hash }, "/getTransactionsStd": { address: alice, limit: 5 },
    "/tryLocateTx": between, "/tryLocateResultTx": between, "/tryLocateSourceTx": between,
    "/estimateFee": { address: alice, body: EMPTY },
    "/runGetMethod": { address: alice, method: "seqno", stack: [] }, "/runGetMethodStd": { address: alice, method: "seqno", stack: [] },
    "/detectAddress": { address: alice }, "/packAddress": { address: alice }, "/unpackAddress": { address: alice }, "/detectHash": { hash: last.hash },
    "/getConfigParam": { config_id: 18 }, "/getConfigAll": {}, "/getLibraries": { libraries: ["00".repeat(32)] },
  };
}
/** Methods that only refuse here (and why is tested apart), and those that change the chain. */
const REFUSED = { "/getMasterchainBlockSignatures": { seqno: 1 }, "/getShardBlockProof": { workchain: 0, shard: SHARD, seqno: 1 }, "/getTokenData": { address: NOBODY } };
const SENDS = ["/sendBoc", "/sendBocReturnHash"];

/** Checks a value against the type of the endpoint table, by the schemas that the Rust types give. */
function schemas() {
  const ajv = new Ajv({ strict: false });
  ajv.addSchema({ $id: "v2", components: { schemas: JSON.parse(readFileSync(new URL("../golden/schemas-v2.json", import.meta.url), "utf8")) } });
  const of = (type) => ajv.compile({ $ref: `v2#/components/schemas/${type}` });
  const lists = new Map();
  return (type, value) => {
    if (!/^[A-Z]/.test(type)) return assert.equal(typeof value, "string");
    const [name, list] = [type.replace("[]", ""), type.endsWith("[]")];
    if (!lists.has(name)) lists.set(name, of(name));
    for (const one of list ? value : [value]) assert.ok(lists.get(name)(one), `${type}: ${ajv.errorsText(lists.get(name).errors)}`);
  };
}

/** Every member of a recorded answer, by path; lists count as their first row. */
function members(value, path = "") {
  if (Array.isArray(value)) return value.length ? members(value[0], `${path}[]`) : [];
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([key, inner]) => (key === "@extra" ? [] : [`${path}.${key}`, ...members(inner, `${path}.${key}`)]));
}

describe("devnet v2", { timeout: 180_000 }, () => {
  test("each of the 33 methods answers alike by every verb it has, in the shape of its type", async () => {
    const calls = { ...parameters() };
    assert.deepEqual(new Set([...Object.keys(calls), ...Object.keys(REFUSED), ...SENDS]), new Set(ROWS.map((row) => row.path)));
    assert.equal(ROWS.length, 33);
    const check = schemas();
    for (const row of ROWS.filter(({ path }) => path in calls)) {
      const params = calls[row.path];
      const answers = await Promise.all([
        ...(row.verbs.includes("GET") ? [get(row.path, params)] : []),
        ...([...row.verbs, ...row.also_verbs].includes("POST") ? [post(row.path, params)] : []),
        rpc(row.path, params),
      ]);
      const [first, ...rest] = answers.map(result);
      for (const other of rest) assert.deepEqual(other, first, row.path);
      assert.equal(answers.length, row.verbs.includes("GET") ? 3 : 2);
      check(row.result_type, first);
      const ours = result(await rpc(row.path, params, python).catch(() => ({ status: 200, body: { ok: true, result: undefined } })));
      if (ours !== undefined) check(row.result_type, ours);
    }
  });

  test("no member of a recorded answer is missing, in the variant it was recorded from", async () => {
    const calls = parameters();
    // Rows of their own kind: other wallets, other get-methods, config of other chains.
    const skipped = new Set(["/getExtendedAddressInformation", "/getTokenData", "/getMasterchainBlockSignatures", "/estimateFee"]);
    let compared = 0;
    for (const recording of RECORDINGS.filter((r) => r.served && r.status === 200 && r.endpoint in calls && !skipped.has(r.endpoint))) {
      const recorded = read(`recorded/${recording.file}`).result;
      const old = JSON.stringify(recorded).includes('"ext.') === false;
      const ours = result(await rpc(recording.endpoint, calls[recording.endpoint], old ? python : devnet));
      const have = new Set(members(ours));
      const empty = (path) => /\.(refs|out_msgs|shards|stack)\[\]/.test(path) || /in_msg|wallet|seqno$|\.text$|init_state|\.body$/.test(path);
      for (const path of members(recorded)) assert.ok(have.has(path) || empty(path), `${recording.file}: ${path}`);
      compared++;
    }
    assert.ok(compared >= 30, `${compared} compared`);
  });
