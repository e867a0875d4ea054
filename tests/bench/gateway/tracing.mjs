// Contender: this package, recording one trace in a hundred and sending it to a collector, which is the service.

import { otlp } from "ton-edge/gateway/telemetry";

import { createConfiguredGateway } from "./configured.mjs";

export default createConfiguredGateway({ adapter: "none" }, undefined, {
  telemetry: otlp({ endpoint: "http://service.localhost", sampleRatio: 0.01 }),
});
