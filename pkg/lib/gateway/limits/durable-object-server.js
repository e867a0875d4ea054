// The Durable Object that counts limits for several gateways, and the Worker in front of it for gateways outside Cloudflare.

import { createGenerationalMap } from "../../util/bounded-maps.js";
import { timingSafeEqual } from "../../util/crypto.js";
import { countAgainstLimits, leaseSlots, computeLeaseTerms } from "./core.js";
import { addCounts, parseLimiterRequest } from "./protocol.js";
import { createQuotaCounts } from "./quota-counts.js";

/** Maximum callers that an object remembers. */
const MAX_CALLERS = 100_000;
const ARRIVAL = "arrival";
const SUMS = "sums";

/**
 * One object counts all callers, each budget has its own object, and one object sums up the counters of all isolates. The leases of a
 * budget and the use of each quota are stored durably, one row each; the rates of callers are only in memory.
 */
export class LimiterObject {
  #storage;
  #callers = createGenerationalMap(MAX_CALLERS, { renewsOnGet: false });
  #quotas = createQuotaCounts();
  /** The time at which the budget's next request is due, and the due time that is stored. */
  #budget;
  #sums;

  constructor(state) {
    this.#storage = state.storage;
  }

  async fetch(request) {
    const limiterRequest = parseLimiterRequest(await request.text());
    if (limiterRequest === undefined) return new Response("not a limiter request", { status: 400 });
    if (limiterRequest.rules) return Response.json(await this.#take(limiterRequest));
    if (limiterRequest.counts) return Response.json(await this.#addCounts(limiterRequest.counts));
    return Response.json(await this.#lease(limiterRequest));
  }

  /** @param {import("./protocol.js").LimiterRequest} limiterRequest */
  async #take({ rules, cost }) {
    const keys = rules.filter(({ until }) => until > 0).map(({ key }) => key);
    // Other requests may run while rows are read, so the check repeats; between the last check and the counting, none can run.
    for (let missingKeys = keys; (missingKeys = missingKeys.filter((key) => !this.#quotas.get(key))).length > 0; ) {
      const storedQuotas = await Promise.all(missingKeys.map((key) => this.#storage.get(key)));
      for (const [index, key] of missingKeys.entries())
        if (!this.#quotas.get(key)) this.#quotas.set(key, storedQuotas[index] ?? { count: 0, ends: 0 });
    }
    const states = countAgainstLimits(this.#callers, rules, cost, Date.now(), this.#quotas);
    // The runtime delays the response until this write is durable.
    if (states.every(({ allowed }) => allowed)) for (const key of keys) this.#storage.put(key, this.#quotas.get(key));
    return states;
  }

  async #addCounts(counts) {
    if (!this.#sums) {
      const storedSums = new Map(Object.entries((await this.#storage.get(SUMS)) ?? {}));
      this.#sums ??= storedSums;
    }
    addCounts(this.#sums, counts);
    const sums = Object.fromEntries(this.#sums);
    if (Object.keys(counts).length > 0) this.#storage.put(SUMS, sums);
    return sums;
  }

  async #lease(limiterRequest) {
    if (!this.#budget) {
      const storedArrival = (await this.#storage.get(ARRIVAL)) ?? 0;
      // Another request may have set the budget in the meantime.
      this.#budget ??= { arrival: storedArrival, storedArrival };
    }
    const budget = this.#budget;
    const { count, waitMs, arrival } = leaseSlots(budget.arrival, limiterRequest, Date.now());
    budget.arrival = arrival;
    if (arrival > budget.storedArrival) {
      budget.storedArrival = arrival + computeLeaseTerms(1000 / limiterRequest.intervalMs).ahead;
      // The runtime delays the response until this write is durable.
      this.#storage.put(ARRIVAL, budget.storedArrival);
    }
    return { count, waitMs };
  }
}

/**
 * Creates a Worker that forwards requests with the right secret to the objects.
 *
 * @param {{ binding?: string, secret?: (env: Record<string, unknown>) => unknown }} [options]
 */
export function limiterService({ binding = "LIMITER", secret = (env) => env.LIMITER_SECRET } = {}) {
  return {
    async fetch(request, env) {
      const expectedSecret = await secret(env);
      const sentSecret = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      if (typeof expectedSecret !== "string" || expectedSecret === "")
        return new Response("no secret is configured", { status: 500 });
      if (sentSecret === undefined || !(await timingSafeEqual(sentSecret, expectedSecret)))
        return new Response("no", { status: 401 });
      const objectName = readObjectName(request.url);
      if (request.method !== "POST" || objectName === undefined) return new Response("no", { status: 404 });
      const namespace = env[binding];
      const body = await request.text();
      return namespace.get(namespace.idFromName(objectName)).fetch("https://limiter/", { method: "POST", body });
    },
  };
}

function readObjectName(url) {
  try {
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    return /^(callers|totals|budget:.{1,512})$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
