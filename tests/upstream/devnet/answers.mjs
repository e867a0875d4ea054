// Responses of the devnet to the samples of the web app. The reference and the OpenAPI documents show those of operations without a
// recorded response of the service: tests/golden/devnet-answers.json, written by `cargo xtask generate`.
import { readFileSync } from "node:fs";

import { internal, toNano } from "@ton/core";
import { createClient } from "ton-edge";
import { endpoints } from "ton-edge/endpoints";

import { identifyRows } from "../../../www/explorer/identified.js";
import { findSample } from "../../../www/explorer/samples.js";

const INDEX = new URL("../../fixtures/recorded/index.json", import.meta.url);

/** Seconds for which the message is valid. */
const LIFETIME = 600;

/** @typedef {import("ton-edge/endpoints").EndpointRow} Row @typedef {{ id: string, row: Row }} Operation */

/** Operations that send a message; each needs a different one. */
const SENDS = {
  "v2.sendBoc": "boc",
  "v2.sendBocReturnHash": "boc",
  "v2.sendBocReturnHashNoError": "boc",
  "v3.message": "boc",
};
/** Operations about things that only exist while a message is in flight. */
const PENDING = ["v3.pendingActions", "v3.pendingTraces", "v3.pendingTransactions"];

/** The request of an operation. @param {string} base URL @param {Row} row @param {Record<string, any>} params */
function makeRequest(base, row, params) {
  const url = new URL(`/api/${row.generation}${row.path}`, base);
  if (row.verb === "POST") {
    const headers = { "Content-Type": "application/json" };
    return new Request(url, { method: "POST", headers, body: JSON.stringify(params) });
  }
  for (const [name, value] of Object.entries(params))
    for (const listValue of [value].flat()) url.searchParams.append(name, String(listValue));
  return new Request(url);
}

/**
 * Sends the sample of each operation to the devnet.
 * @param {Operation[]} operations @param {Awaited<ReturnType<typeof import("./server.mjs").startDevnet>>} devnet its clock is manual
 * @returns {Promise<{ id: string, row: Row, params: Record<string, any>, status: number, answer: string }[]>} `answer`: JSON
 */
export async function listAnswers(operations, devnet) {
  const client = createClient({ baseUrl: devnet.url, rateLimit: false, retry: false });
  let seqno = Number((await client.v3.walletInformation({ address: String(devnet.cast.wallet("bob").address) })).seqno);
  const signTransfer = () => {
    const [bob, alice] = ["bob", "alice"].map((name) => devnet.cast.wallet(name));
    const message = internal({ to: alice.address, value: toNano("0.5"), bounce: false, body: "for the answers" });
    const transfer = { seqno: seqno++, messages: [message], validUntil: devnet.chain.time() + LIFETIME };
    return bob.transfer(transfer).toBoc().toString("base64");
  };
  const requestSample = async ({ id, row }) => {
    const params = SENDS[id] ? { [SENDS[id]]: signTransfer() } : await findSample(id, client);
    const response = await fetch(makeRequest(devnet.url, row, params));
    if (SENDS[id]) await devnet.clock.step();
    // The server adds the time of the response.
    const answer = (await response.text()).replace(/"@extra":\s*"[^"]*"/, '"@extra":"0:_:0"');
    return { id, row, params, status: response.status, answer };
  };
  const answers = [];
  const isInList = (list) => (operation) => list.includes(operation.id);
  const readOperations = operations.filter((operation) => !SENDS[operation.id] && !PENDING.includes(operation.id));
  for (const operation of [...readOperations, ...operations.filter(isInList(Object.keys(SENDS)))]) {
    answers.push(await requestSample(operation));
    if (SENDS[operation.id]) await devnet.clock.settle();
  }
  const pendingOperations = operations.filter(isInList(PENDING));
  if (pendingOperations.length) {
    await client.v2.sendBoc({ boc: signTransfer() });
    await devnet.clock.step();
    for (const operation of pendingOperations) answers.push(await requestSample(operation));
    await devnet.clock.settle();
  }
  return answers.sort(
    (a, b) => operations.findIndex(({ id }) => id === a.id) - operations.findIndex(({ id }) => id === b.id),
  );
}

/** Operations for which the recordings have no successful response of the service together with its request. */
function listUnrecorded() {
  const { recordings } = JSON.parse(readFileSync(INDEX, "utf8"));
  const usable = recordings.filter(
    (recording) => recording.served && recording.status === 200 && recording.params_from !== "unknown",
  );
  const names = new Set(usable.map(({ generation, endpoint }) => `${generation}${endpoint}`));
  return identifyRows(endpoints()).filter(({ row }) => !names.has(`${row.generation}${row.path}`));
}

/** Returns the text of tests/golden/devnet-answers.json. @param {Awaited<ReturnType<typeof import("./server.mjs").startDevnet>>} devnet */
export async function writeAnswersFile(devnet) {
  const answers = await listAnswers(listUnrecorded(), devnet);
  const entries = answers
    .filter(({ status }) => status === 200)
    .map(({ row: { generation, path, verb }, params, answer }) =>
      [
        `{"generation":"${generation}","endpoint":"${path}","verb":"${verb}"`,
        `"params":${JSON.stringify(params)}`,
        `"answer":${answer}}`,
      ].join(",\n "),
    );
  return `[\n${entries.join(",\n")}\n]\n`;
}
