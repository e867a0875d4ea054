// Questions to the core that need the configuration, which is gone after a reset: a trap under one request must not
// be felt by those beside it.

import { core } from "../load/gateway.js";

export function consult(ready, question, ...facts) {
  if (ready.resets !== core.resets) configure(ready);
  return core.call(question, ready.number, ...facts);
}

/** Gives wasm the configuration, again after every reset. */
function configure(ready) {
  const { resets } = core;
  ready.number = core.call("configure", ready.policy);
  ready.resets = resets;
}

/** What the core knows besides: asked once. */
export function learn(ready) {
  ready.urls = consult(ready, "services");
  ready.kept = core.call("keptHeaders");
}
