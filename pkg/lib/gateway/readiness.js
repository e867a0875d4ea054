// /readyz: what the services behind the gateway answer to the questions of the core.

import { gather } from "../body.js";
import { attempt } from "./attempt.js";
import { firstKey } from "./breakers.js";
import * as log from "./log.js";
import { consult } from "./policy.js";
import { discard } from "./reply.js";

/** Most milliseconds for one question; a probe waits for no slow service. */
const PATIENCE = 5000;
/** Most bytes of an answer; a masterchain block as either generation tells it has less than 4 kB. */
const MAX_BYTES = 65_536;

/** A service that was not asked, since its budget is used up. */
const BUSY = Object.freeze({ status: 429, body: "" });

/** The report as `{ status, body }`, kept as plain data: a promise must not be shared between requests in workerd. */
export async function readiness(ready, request, env) {
  const { kept } = ready.readiness;
  const now = Date.now();
  if (kept && now >= kept.at && now - kept.at < ready.readiness.keep) return kept.report;
  const [mainnet, testnet] = await Promise.all(["mainnet", "testnet"].map((network) =>
    Promise.all(ready.upstream[network].map((_, upstream) => probe(ready, { network, upstream }, request, env)))));
  // Callers use the budget up, so the services are in use: what was last found out still holds.
  if (kept && [...mainnet, ...testnet].includes(BUSY)) return kept.report;
  const report = consult(ready, "report", JSON.stringify({ mainnet, testnet }));
  ready.readiness.kept = { at: now, report };
  return report;
}

/** One service: it is asked what the core wants to know, whatever its breaker says, and its breaker does not hear of it. */
async function probe(ready, { network, upstream }, request, env) {
  const answers = [];
  for (;;) {
    const look = consult(ready, "look", network === "testnet", JSON.stringify(answers), Date.now());
    if (look.known) return look.known;
    const answer = await ask(ready, { network, upstream, path: look.ask }, request, env);
    if (answer === BUSY && ready.readiness.kept) return BUSY;
    answers.push(answer);
  }
}

async function ask(ready, { network, upstream, path }, request, env) {
  const verdict = { network, verb: "GET", url: ready.urls[network][0] + path, headers: { accept: "application/json" }, body: undefined };
  const turn = { upstream, key: firstKey(ready.states[network], upstream) };
  const { response, failure } = await attempt(ready, verdict, { turn, timeout: PATIENCE }, request, env, log.begin());
  if (failure === "budget") return BUSY;
  if (!response) return { status: 0, body: "" };
  if (response.status !== 200 || !response.body) {
    discard(response.body);
    return { status: response.status, body: "" };
  }
  const body = await gather(response.body, MAX_BYTES).catch(() => undefined);
  return body === undefined ? { status: 0, body: "" } : { status: 200, body };
}
