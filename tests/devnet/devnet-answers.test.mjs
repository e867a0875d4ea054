// Every operation has a meaningful response on the devnet: the web app's sample of it succeeds, and none of its lists is empty.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { endpoints } from "ton-edge/endpoints";

import { identifyRows } from "../../www/explorer/identified.js";
import { BEYOND, SPECIFIED } from "../golden/operations.mjs";
import { findEmptyLists, REFUSED_OPERATIONS } from "../helpers/empty-lists.mjs";
import { compareGolden } from "../helpers/golden.mjs";
import { writeAnswersFile, listAnswers } from "../upstream/devnet/answers.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

/** @type {Awaited<ReturnType<typeof startDevnet>>} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
});
after(() => devnet.close());

test("tests/golden/devnet-answers.json has the present responses of the devnet", async () => {
  compareGolden("devnet-answers.json", await writeAnswersFile(devnet));
});

test("the sample of each operation has a response without empty lists", async () => {
  const answers = await listAnswers(identifyRows(endpoints()), devnet);
  assert.equal(answers.length, SPECIFIED.length + BEYOND.length);
  const failedAnswers = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(Object.fromEntries(failedAnswers.map(({ id, status }) => [id, status])), REFUSED_OPERATIONS);
  const emptyListPaths = answers.flatMap(({ id, answer }) => findEmptyLists(id, JSON.parse(answer)));
  assert.deepEqual(emptyListPaths, []);
});
