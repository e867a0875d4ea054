// Questions to the core that need the configuration, which a new instance does not have: a trap under one request must
// not be felt by those beside it.

import { core } from "../load/gateway.js";
import { always } from "./reply.js";

export function consult(ready, question, ...facts) {
  const instance = core.instance();
  if (ready.instance !== instance) configure(ready, instance);
  return JSON.parse(core.call(question, ready.number, ...facts));
}

/** What the core says where no service may be asked; no configuration is needed for it. */
export const unavailable = (...facts) => JSON.parse(core.call("unavailable", ...facts));

/** Gives wasm the configuration, every instance anew. */
function configure(ready, instance) {
  ready.number = core.call("configure", ready.policy);
  ready.instance = instance;
}

/** What the core knows besides: asked once. Gives all of it. */
export function learn(ready) {
  const settled = consult(ready, "settled");
  const { mainnet, testnet, headers, client, budgets, leastToken } = settled;
  const { read, kept } = JSON.parse(core.call("headers"));
  ready.urls = { mainnet, testnet };
  ready.always = always(headers);
  ready.read = new Set(read);
  ready.kept = kept;
  ready.client = client ?? undefined;
  ready.budgets = budgets;
  ready.leastToken = leastToken;
  return settled;
}
