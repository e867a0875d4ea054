// The Durable Object that stores the limits of a fleet, and the Worker in front of it for gateways outside Cloudflare.

import { generationalMap } from "../../util/bounded-maps.js";
import { timingSafeEqual } from "../../util/crypto.js";
import { countAgainstLimits, leaseSlots, leaseTerms } from "./core.js";
import { addCounts, parseLimiterRequest } from "./protocol.js";
import { quotaCounts } from "./quota-counts.js";

/** Most callers that an object remembers. */
const ENTRIES = 100_000;
const ARRIVAL = "arrival";
const SUMS = "sums";

/**
 * One object counts all callers, each budget has its own object, and one object sums up the counters of all isolates. A budget's leases and
 * the use of each quota are stored, one row each; the rates of callers are not.
 */
export class LimiterObject {
  #storage;
  #callers = generationalMap(ENTRIES, { renewsOnGet: false });
  #quotas = quotaCounts();
  /** When the budget's next request is due, and the due time that is stored. */
  #budget;
  #sums;

  constructor(state) {
    this.#storage = state.storage;
  }

  async fetch(request) {
    const question = parseLimiterRequest(await request.text());
    if (question === undefined) return new Response("this is not a request to a limiter", { status: 400 });
    if (question.rules) return Response.json(await this.#take(question));
    if (question.counts) return Response.json(await this.#tally(question.counts));
    return Response.json(await this.#lease(question));
  }

  /** @param {import("./protocol.js").LimiterRequest} question */
  async #take({ rules, cost }) {
    const keys = rules.filter(({ until }) => until > 0).map(({ key }) => key);
    // Others come in while these are read. Nothing comes between the last look and the counting.
    for (let missing = keys; (missing = missing.filter((key) => !this.#quotas.get(key))).length > 0; ) {
      const written = await Promise.all(missing.map((key) => this.#storage.get(key)));
      for (const [at, key] of missing.entries())
        if (!this.#quotas.get(key)) this.#quotas.set(key, written[at] ?? { count: 0, ends: 0 });
    }
    const states = countAgainstLimits(this.#callers, rules, cost, Date.now(), this.#quotas);
    // The runtime holds the response back until this is written.
    if (states.every(({ allowed }) => allowed)) for (const key of keys) this.#storage.put(key, this.#quotas.get(key));
    return states;
  }

  async #tally(counts) {
    if (!this.#sums) {
      const written = new Map(Object.entries((await this.#storage.get(SUMS)) ?? {}));
      this.#sums ??= written;
    }
    addCounts(this.#sums, counts);
    const sums = Object.fromEntries(this.#sums);
    if (Object.keys(counts).length > 0) this.#storage.put(SUMS, sums);
    return sums;
  }

  async #lease(question) {
    if (!this.#budget) {
      const written = (await this.#storage.get(ARRIVAL)) ?? 0;
      // Others may have come in meanwhile.
      this.#budget ??= { arrival: written, written };
    }
    const budget = this.#budget;
    const { count, waitMs, arrival } = leaseSlots(budget.arrival, question, Date.now());
    budget.arrival = arrival;
    if (arrival > budget.written) {
      budget.written = arrival + leaseTerms(1000 / question.intervalMs).ahead;
      // The runtime holds the response back until this is written.
      this.#storage.put(ARRIVAL, budget.written);
    }
    return { count, waitMs };
  }
}

/**
 * A Worker that forwards requests which carry the secret.
 *
 * @param {{ binding?: string, secret?: (env: Record<string, unknown>) => unknown }} [options]
 */
export function limiterService({ binding = "LIMITER", secret = (env) => env.LIMITER_SECRET } = {}) {
  return {
    async fetch(request, env) {
      const wanted = await secret(env);
      const sent = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      if (typeof wanted !== "string" || wanted === "") return new Response("no secret is configured", { status: 500 });
      if (sent === undefined || !(await timingSafeEqual(sent, wanted))) return new Response("no", { status: 401 });
      const object = nameOf(request.url);
      if (request.method !== "POST" || object === undefined) return new Response("no", { status: 404 });
      const namespace = env[binding];
      const body = await request.text();
      return namespace.get(namespace.idFromName(object)).fetch("https://limiter/", { method: "POST", body });
    },
  };
}

function nameOf(url) {
  try {
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    return /^(callers|totals|budget:.{1,512})$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
