// Every fault of an upstream and two hundred callers at once, on a simulated clock. faults.test.mjs has fewer callers, and real sockets.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { simulate, TIMES } from "../simulation/world.mjs";

const listCallers = (rpc) => (rpc ? 20 : 200);
/** The time at which the callers send their requests: an entry from the start is stale then, but not yet too old. */
const REQUEST_TIME = TIMES.fresh + TIMES.staleIfErrorMs / 2;
/** `answer`: callers get the upstream's response; `time`: the timeout ends the attempt; all other attempts fail at once. */
const KINDS = { hang: "time", stall: "time", unready: "answer" };
const FAULTS = ["hang", "stall", "cut", "refused", "html", "json", "unready", "500", "503", "429"];

const getName = ({ status, headers }) =>
  (headers.get("cache-status") ?? "").includes("fwd=stale") ? `${status}, stale` : String(status);

for (const kind of FAULTS) {
  describe(`an upstream with the fault ${kind}`, () => {
    for (const isStale of [false, true])
      for (const count of [1, 2])
        for (const rpc of [false, true])
          test(`callers are served within bounds by ${rpc ? "JSON-RPC" : "GET"} with ${count === 2 ? "a healthy second upstream" : "no other upstream"} and ${isStale ? "a stale entry" : "no entry"}`, async () => {
            const fault = { kind, ms: 5 };
            const first = [...(isStale ? [{ kind: "ok", ms: 5 }] : []), ...Array.from({ length: 50 }, () => fault)];
            const crowd = Array.from({ length: listCallers(rpc) }, () => ({ at: REQUEST_TIME, key: 0, rpc }));
            const { requests, callers } = await simulate({
              upstreams: [first, []].slice(0, count),
              callers: [...(isStale ? [{ at: 0, key: 0, rpc }] : []), ...crowd],
              end: REQUEST_TIME + 2 * TIMES.deadline,
            });
            const madeCallers = callers.filter(({ at }) => at === REQUEST_TIME);
            const statuses = [...new Set(madeCallers.map(getName))].sort();
            const wait = Math.max(...madeCallers.map(({ at, ended }) => ended - at));
            const sentRequests = requests.filter(({ start }) => start >= REQUEST_TIME);
            assert.ok(sentRequests.length <= 3, `at most three upstream requests: ${sentRequests.length}`);
            assert.ok(wait <= TIMES.deadline, `no caller waits longer than the deadline: ${wait} ms`);
            if (KINDS[kind] === "answer") return assert.equal(wait, 5, "the response itself");
            if (isStale) assert.ok(wait < TIMES.staleAfterMs + 20, `the stale entry is served in time: ${wait} ms`);
            else if (count === 2)
              assert.ok(
                wait < (KINDS[kind] === "time" ? TIMES.timeout + 20 : 50),
                `the second upstream is used at once: ${wait} ms`,
              );
            if (isStale)
              assert.ok(
                statuses.every((status) => status === "200" || status === "200, stale"),
                `${statuses}`,
              );
            else if (count === 2) assert.deepEqual(statuses, ["200"], "another attempt succeeds");
            else
              assert.ok(
                statuses.every((status) =>
                  KINDS[kind] === "time" ? status === "504" : status >= "429" && status <= "504",
                ),
                `the reason: ${statuses}`,
              );
          });
  });
}
