// Runs one schedule and prints its requests and callers: `node tests/simulation/one.mjs JSON`, with the counterexample that
// simulation.test.mjs prints.

import { simulate } from "./world.mjs";
import { checkBounds } from "./bounds.mjs";
const LATER_CALLERS = [0, 1].map((key) => ({ at: 10000, key, rpc: false }));
const [s] = JSON.parse(process.argv[2].replaceAll("undefined", "null"), (k, v) => (v === null ? undefined : v));
const r = await simulate({ upstreams: s.upstreams, callers: [...s.callers, ...LATER_CALLERS], end: 12000 });
for (const q of r.requests) console.log(JSON.stringify(q));
for (const c of r.callers)
  console.log(JSON.stringify({ ...c, text: c.text?.slice(0, 60), headers: c.headers?.get("cache-status") }));
try {
  checkBounds({ ...r, upstreams: s.upstreams });
} catch (e) {
  console.log(e.message);
}
