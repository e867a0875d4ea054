// Bodies and queries with too many parts are refused with their own error code, without an upstream request.

import assert from "node:assert/strict";

import { READ_PATH, READING, RPC } from "../gateway/scenarios/requests.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const RUN = ["/api/v2/runGetMethod", "/api/v3/runGetMethod"];
const run = (stack) => `{"address":"${RAW}","method":"seqno","stack":${stack}}`;
const nestArrays = (levels) => "[".repeat(levels) + "]".repeat(levels);
const summarize = ({ status, headers }) => [status, headers["x-ton-edge-error"]];

export default [
  {
    name: "a body with too many members is refused before the members are compared",
    async steps(world) {
      const makeMembers = (count) =>
        `{${Array.from({ length: count }, (_, index) => `"a${index.toString(36)}":1`).join(",")}}`;
      for (const path of RUN) {
        assert.deepEqual(summarize(await world.post(path, makeMembers(10_001))), [413, "too_many_members"]);
        // The maximum number of members, each with a different name. v2 refuses the first member that the operation does not have, v3 ignores all
        // of them.
        const outcome = path.includes("v2") ? [422, "unknown_parameter"] : [401, "missing_parameter"];
        assert.deepEqual(summarize(await world.post(path, makeMembers(9000))), outcome);
      }
      assert.deepEqual(
        summarize(await world.post(RPC, `{"id":1,"method":"getAddressBalance","params":${makeMembers(10_000)}}`)),
        [413, "too_many_members"],
      );
      const duplicateReply = await world.post(
        RUN[0],
        `{"address":"${RAW}","method":"seqno","stack":[],"method":"other"}`,
      );
      assert.equal(duplicateReply.status, 422);
      assert.match(duplicateReply.json.error, /`method` twice/);
      assert.equal(world.service.seen.length, 0);
    },
  },
  {
    name: "a stack that is nested too deeply is refused, and one within the limit is forwarded",
    config: () => ({ maxJsonDepth: 100 }),
    async steps(world) {
      for (const path of RUN) {
        assert.deepEqual(summarize(await world.post(path, run(nestArrays(400_000)))), [422, "json_too_deep"]);
        assert.deepEqual(summarize(await world.post(path, run(nestArrays(100)))), [422, "json_too_deep"]);
      }
      assert.deepEqual(
        summarize(await world.post(RPC, `{"id":1,"method":"runGetMethod","params":${run(nestArrays(200))}}`)),
        [422, "json_too_deep"],
      );
      assert.equal(world.service.seen.length, 0);
      assert.equal((await world.post(RUN[0], run(nestArrays(99)))).status, 200);
      // Brackets inside a string do not count.
      assert.equal(
        (await world.post(RUN[0], run(`[["num",${JSON.stringify(`\\"${"[{".repeat(200)}`)}]]`))).status,
        200,
      );
    },
  },
  {
    name: "too many parameters, and too many calls in a batch, are refused",
    config: () => ({ maxParameters: 16, maxBatch: 3, maxUrlBytes: 65_536 }),
    async steps(world) {
      /** @param {number} count @param {(at: number) => string} [name] */
      const query = (count, name = () => "account") =>
        Array.from({ length: count }, (_, index) => `${name(index)}=${RAW}`).join("&");
      assert.equal((await world.request(`/api/v3/transactions?${query(16)}`)).status, 200);
      assert.deepEqual(summarize(await world.request(`/api/v3/transactions?${query(17)}`)), [
        422,
        "too_many_parameters",
      ]);
      assert.deepEqual(summarize(await world.request(`${READ_PATH}?${query(100, (index) => `p${index}`)}`)), [
        422,
        "too_many_parameters",
      ]);
      const requestsBefore = world.service.seen.length;
      assert.deepEqual(
        summarize(
          await world.post(
            RPC,
            Array.from({ length: 4 }, () => READING),
          ),
        ),
        [413, "batch_too_large"],
      );
      assert.equal(world.service.seen.length, requestsBefore);
    },
  },
];
