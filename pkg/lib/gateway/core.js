// Calls into gateway.wasm that need the configuration. A new instance is configured first: a trap under one request must not be felt
// by the requests beside it.

import { core } from "../wasm/gateway.js";
import { createBaseHeaders } from "./http/response.js";

export function callCore(ready, question, ...facts) {
  const instance = core.instance();
  if (ready.instance !== instance) configure(ready, instance);
  return JSON.parse(core.call(question, ready.number, ...facts));
}

/** The core's response while no upstream may be used; it needs no configuration. */
export const describeUnavailable = (...facts) => JSON.parse(core.call("unavailable", ...facts));

/** The core's response to a caller over a rate limit, likewise. */
export const describeLimited = (...facts) => JSON.parse(core.call("limited", ...facts));

/** Gives a new wasm instance the configuration. */
function configure(ready, instance) {
  ready.number = core.call("configure", ready.policy);
  ready.instance = instance;
}

/** Loads what the core derives from the configuration, once, and returns all of it. */
export function loadDerived(ready) {
  const settled = callCore(ready, "settled");
  const { mainnet, testnet, headers, client, budgets, leastToken, mostUrl, mostHeaders, version } = settled;
  const { read, returned } = JSON.parse(core.call("headers"));
  ready.urls = { mainnet, testnet };
  ready.always = createBaseHeaders(headers);
  ready.read = new Set(read);
  ready.returned = returned;
  ready.client = client ?? undefined;
  ready.budgets = budgets;
  Object.assign(ready, { leastToken, mostUrl, mostHeaders, version });
  return settled;
}
