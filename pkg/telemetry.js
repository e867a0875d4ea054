// ton-edge/gateway/telemetry: traces and logs of a gateway for OpenTelemetry. Documented in telemetry.d.ts.

export { otlp } from "./lib/gateway/telemetry/otlp.js";
