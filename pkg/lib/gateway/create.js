// A gateway: every request gets an answer, whatever happens on the way to it.

import { answer } from "./answer.js";
import { broken } from "./reply.js";
import { prepare } from "./settings.js";

export function createGateway(config = {}) {
  // Checked at the first request: a faulty configuration must answer, not fail to load.
  let ready;
  return {
    async fetch(request, env = {}, ctx = undefined) {
      const id = crypto.randomUUID();
      try {
        ready ??= prepare(config);
        return await answer(ready, request, env, ctx, id);
      } catch (error) {
        return broken(error, request, id, ready?.log ?? console.error);
      }
    },
  };
}
