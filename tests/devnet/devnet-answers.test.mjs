// Every operation has something true to say on the devnet: the sample of the web app gets an answer, and no list of it is empty.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { endpoints } from "ton-edge/endpoints";

import { identified } from "../../www/explorer/identified.js";
import { golden } from "../helpers/golden.mjs";
import { answersFile, answersOf } from "../upstream/devnet/answers.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

/** What refuses by nature: a proof needs blocks of cells, which the devnet does not have. */
const REFUSED = { "v2.getShardBlockProof": 500 };

/** Lists that may be empty in an answer that says something: a member of a response, by the operation. */
const MAY_BE_EMPTY = {
  "v2.tryLocateTx": ["out_msgs"],
  "v2.tryLocateResultTx": ["out_msgs"],
  "v2.estimateFee": ["destination_fees"],
  "v3.estimateFee": ["destination_fees"],
};

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
});
after(() => devnet.close());

test("the file of answers is what the devnet answers", async () => {
  golden("devnet-answers.json", await answersFile(devnet));
});

test("the sample of each operation has an answer with rows", async () => {
  const answers = await answersOf(identified(endpoints()), devnet);
  assert.equal(answers.length, 85);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(Object.fromEntries(refused.map(({ id, status }) => [id, status])), REFUSED);
  const empty = answers.flatMap(({ id, row, answer }) => {
    const body = JSON.parse(answer);
    const result = row.generation === "v2" ? body.result : body;
    const members = Array.isArray(result) ? [["the whole", result]] : Object.entries(Object(result));
    const names = members.filter(([, value]) => Array.isArray(value) && value.length === 0).map(([name]) => name);
    return names.filter((name) => !MAY_BE_EMPTY[id]?.includes(name)).map((name) => `${id}: ${name}`);
  });
  assert.deepEqual(empty, []);
});
