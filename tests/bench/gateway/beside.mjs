// Contender: gateways that differ in one feature, run in one process, so that the measurements differ only by this feature.

import cached from "./cached.mjs";
import keyed from "./keyed.mjs";
import limited from "./limited.mjs";
import metered from "./metered.mjs";
import meteredCached from "./metered-cached.mjs";
import ours from "./ours.mjs";
import storing from "./storing.mjs";
import tracing from "./tracing.mjs";

const GATEWAYS = { cached, keyed, limited, metered, "metered-cached": meteredCached, ours, storing, tracing };

export default {
  fetch(request, env, ctx) {
    return GATEWAYS[request.headers.get("x-gateway")].fetch(request, env, ctx);
  },
};
