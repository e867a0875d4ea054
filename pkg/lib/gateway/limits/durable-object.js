// The limiter of a fleet on Cloudflare: a Durable Object, asked through its binding.

import { fail } from "../../error.js";
import { limiterBy } from "./wire.js";

/** @param {{ binding?: string }} [options] */
export function durableObjectLimiter({ binding = "LIMITER" } = {}) {
  return limiterBy((object, body, env) => {
    const namespace = env?.[binding];
    if (!namespace) throw fail("limiter_unavailable", `there is no binding ${binding}`);
    return namespace.get(namespace.idFromName(object)).fetch("https://limiter/", { method: "POST", body });
  });
}
