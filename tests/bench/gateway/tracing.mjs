// Contender: this package, recording one trace in a hundred and sending it to a collector, which is the service.

import { otlp } from "ton-edge/gateway/telemetry";

import { configured } from "./configured.mjs";

export default configured({ adapter: "none" }, undefined, {
  telemetry: otlp({ endpoint: "http://service.localhost", sampleRatio: 0.01 }),
});
