/**
 * `ton-edge/gateway/telemetry`: sends traces, metrics and logs of a gateway to a collector of OpenTelemetry.
 *
 * @packageDocumentation
 */
import type { Telemetry } from "./gateway.js";
import type { PlatformResponse, SentRequestInit } from "./platform.js";

/** Options of {@link otlp}. `Env`: the type of the Worker's `env`. */
export interface OtlpOptions<Env = Record<string, unknown>> {
  /**
   * Base URL of the collector, without `/v1/traces`: `https://collector.example`, or `http://localhost:4318`. With `headers` it
   * must begin with `https://` or name this machine.
   */
  endpoint: string;
  /**
   * Headers of every request to the collector, such as its credentials; or a function of `env` that returns them or a promise
   * of them. They are sent nowhere else and never logged.
   */
  headers?: Readonly<Record<string, string>> | ((env: Env) => unknown) | undefined;
  /** Attribute `service.name` of the resource. Default `"ton-edge"`. */
  serviceName?: string | undefined;
  /** Further [attributes of the resource](https://opentelemetry.io/docs/specs/semconv/resource/), such as `service.version`. */
  resource?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Share of the traces to record, 0 to 1, among requests whose `traceparent` does not decide. Default 1. */
  sampleRatio?: number | undefined;
  /**
   * Whether to record every trace, and to export traces whose response is 500 or above even if they are not sampled. Costs as much
   * time as `sampleRatio: 1`, but exports less. Default `false`.
   */
  sampleErrors?: boolean | undefined;
  /**
   * Whether the caller's `traceparent` decides if its trace is recorded. Set it to `false` for a public gateway: otherwise callers
   * could have every request recorded. The gateway continues the caller's trace in either case. Default `true`.
   */
  followParent?: boolean | undefined;
  /**
   * The least severe level of log lines to export: `"info"`, every line that the log has; `"warn"` (default) and `"error"`,
   * alerts; `"off"`, none. `logLevel` and `logSampling` of the gateway apply first.
   */
  logs?: "info" | "warn" | "error" | "off" | undefined;
  /** Maximum number of spans, and of log records, that wait; further ones are dropped. 1 to 100000, default 2048. */
  maxQueue?: number | undefined;
  /** Maximum number of spans or log records per request to the collector. 1 to 10000, default 512. */
  maxBatch?: number | undefined;
  /** Milliseconds until a batch that is not full is sent. 10 to 60000, default 5000. */
  intervalMs?: number | undefined;
  /** Milliseconds for one request to the collector, and for `flush`. 10 to 60000, default 10000. */
  timeoutMs?: number | undefined;
  /** Content coding of the requests. Default `"none"`. */
  compression?: "none" | "gzip" | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  fetch?:
    | ((url: string, init: Omit<SentRequestInit, "body"> & { body: string | ArrayBuffer }) => Promise<PlatformResponse>)
    | undefined;
}

/**
 * Exports traces and logs of a gateway to an OpenTelemetry collector, by
 * [OTLP over HTTP](https://opentelemetry.io/docs/specs/otlp/#otlphttp) with JSON. No request waits for the export: records that
 * the collector does not accept in time are dropped, counted, and logged at most once per minute as the alert `telemetry_dropped`.
 *
 * ```js
 * import { createGateway } from "ton-edge/gateway";
 * import { otlp } from "ton-edge/gateway/telemetry";
 *
 * export default createGateway({
 *   mainnet: { apiKey: (env) => env.API_KEY },
 *   telemetry: otlp({
 *     endpoint: "https://collector.example",
 *     headers: (env) => ({ authorization: `Bearer ${env.OTLP_TOKEN}` }),
 *     sampleRatio: 0.01,
 *   }),
 * });
 * ```
 *
 * @throws TonEdgeError `invalid_option` with the option, what is wrong with it, and what is allowed.
 */
export function otlp<Env = Record<string, unknown>>(options: OtlpOptions<Env>): Telemetry;
