// Reading the calls of a profile: times add up, equal calls are joined, and idle time is left out.

import assert from "node:assert/strict";
import { test } from "node:test";

import { listCalls, listHottestFunctions } from "./calls.mjs";

const frame = (functionName, url = "", lineNumber = 0) => ({ functionName, url, lineNumber });
/** `root > run > (parse, read > parse)`, and idle; `run` occurs twice. */
const PROFILE = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2, 6, 7] },
    { id: 2, callFrame: frame("run", "file:///x/pkg/lib/a.js", 4), children: [3, 4] },
    { id: 3, callFrame: frame("parse") },
    { id: 4, callFrame: frame("", "node:util", 8), children: [5] },
    { id: 5, callFrame: frame("parse") },
    { id: 6, callFrame: frame("(idle)") },
    { id: 7, callFrame: frame("run", "file:///x/pkg/lib/a.js", 4) },
  ],
  samples: [2, 3, 5, 6, 7, 4],
  timeDeltas: [10, 20, 30, 1000, 5, 1],
};

test("in a profile, the time of a caller includes its callees, and idle time is left out", () => {
  const root = listCalls(PROFILE);
  assert.deepEqual([root.total, root.self, root.calls.size], [66, 0, 1]);
  const runCall = root.calls.get("run lib/a.js:5");
  assert.deepEqual([runCall.total, runCall.self, runCall.kind], [66, 15, "ton-edge"]);
  const read = runCall.calls.get("(anonymous) node:util:9");
  assert.deepEqual([read.total, read.self, read.kind], [31, 1, "runtime"]);
  assert.deepEqual([runCall.calls.get("parse").total, read.calls.get("parse").total], [20, 30]);
});

test("the hottest functions of a profile are those with the longest own time over all callers", () => {
  const shares = listHottestFunctions(listCalls(PROFILE)).map(([name, share]) => [name, Math.round(share * 66)]);
  assert.deepEqual(shares.slice(0, 3), [
    ["parse", 50],
    ["run lib/a.js:5", 15],
    ["(anonymous) node:util:9", 1],
  ]);
});
