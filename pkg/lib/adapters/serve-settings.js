// Reads and checks the options of `serve` for Node, Deno and Bun.

import { fail, kindOf } from "../util/error.js";
import { readFlagOption, pickOptions } from "../util/options.js";
import { MAX_TIMER_MS } from "../util/timers.js";

export const SECONDS = 1000;
const KIB = 1024;
const MIB = 1024 * KIB;

/** The greatest file descriptor: a C `int`. */
const MAX_FD = 2 ** 31 - 1;

/** Options of every runtime. */
const COMMON_OPTIONS = ["port", "host", "env", "drainMs", "drainDelayMs", "exitOnSignal", "operators"];

/** The limits with their defaults; each is a whole number, 1 or more. */
export const LIMITS = {
  /** Maximum requests that wait on one connection behind the running one. */
  maxPipelinedRequests: 16,
  /** Milliseconds in which 64 KiB must be sent to a caller who reads slowly. */
  writeTimeoutMs: 30 * SECONDS,
  /** Maximum bytes that all connections hold for slow readers and for unfinished request bodies. */
  maxBufferedBytes: 64 * MIB,
  /**
   * Maximum bytes of a request's head (URL and headers). The gateway has smaller limits with its own errors: `maxUrlBytes`,
   * `maxHeaderBytes`.
   */
  maxHeadBytes: 160 * KIB,
  /** Maximum open connections of each listener. */
  maxConnections: 10_000,
  /** Maximum requests on one connection, after which it ends. */
  maxRequestsPerSocket: 10_000,
  /** Milliseconds in which the head of a request must arrive. */
  headersTimeoutMs: 15 * SECONDS,
  /** Milliseconds in which a whole request must arrive. */
  requestTimeoutMs: 60 * SECONDS,
  /**
   * Milliseconds that a connection may be idle: longer than the idle timeout of load balancers (60 s at AWS), which would otherwise send
   * requests on a closing connection.
   */
  keepAliveTimeoutMs: 75 * SECONDS,
};

/** Reads a whole number from `min` to `max`, with a default. */
function readWholeNumber(name, value, fallback, min, max) {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const receivedText = typeof value === "number" ? String(value) : kindOf(value);
  throw fail("invalid_option", `\`${name}\` must be a whole number from ${min} to ${max}, not ${receivedText}`, {
    parameter: name,
  });
}

/** Reads the port and host of the listener for operators; undefined if there is none. */
function readOperators(value) {
  if (value === undefined) return undefined;
  const { port, host } = pickOptions(value, ["port", "host"], "`operators` of `serve`");
  if (host !== undefined && (typeof host !== "string" || host === "")) {
    throw fail("invalid_option", `\`operators.host\` must be a name or an IP address, not ${kindOf(host)}`, {
      parameter: "operators.host",
    });
  }
  const operatorsPort = readWholeNumber("operators.port", port, undefined, 0, 65_535);
  if (operatorsPort === undefined)
    throw fail("invalid_option", "`operators.port` is required", { parameter: "operators.port" });
  return { port: operatorsPort, host: host ?? "127.0.0.1" };
}

/**
 * @typedef {{ port: number, host: string, env: Record<string, string | undefined>, drainMs: number, drainDelayMs: number,
 *   exitOnSignal: boolean,
 *   operators: { port: number, host: string } | undefined, compress?: boolean, fd?: number, operatorsFd?: number } & Record<keyof typeof LIMITS, number>} ServeSettings
 */

/**
 * Returns the options with their defaults. `limits`: the names from `LIMITS` that apply to this runtime; `flags`: boolean options of this
 * runtime alone; `sockets`: its options for file descriptors. Other limits and flags are absent in the result.
 *
 * @param {Record<string, any>} options @param {string[]} limits @param {string[]} [flags] @param {string[]} [sockets]
 * @returns {ServeSettings}
 */
export function readServeSettings(options, limits, flags = [], sockets = []) {
  const pickedOptions = pickOptions(options, [...COMMON_OPTIONS, ...flags, ...sockets, ...limits], "`serve`");
  /** @type {any} */
  const settings = {
    port: pickedOptions.port ?? 8080,
    host: pickedOptions.host ?? "127.0.0.1",
    env: pickedOptions.env ?? process.env,
    drainMs: pickedOptions.drainMs ?? 10 * SECONDS,
    drainDelayMs: readWholeNumber("drainDelayMs", pickedOptions.drainDelayMs, 0, 0, MAX_TIMER_MS),
    exitOnSignal: readFlagOption("exitOnSignal", pickedOptions.exitOnSignal, false),
    operators: readOperators(pickedOptions.operators),
  };
  for (const name of flags) settings[name] = readFlagOption(name, pickedOptions[name], true);
  for (const name of sockets) settings[name] = readWholeNumber(name, pickedOptions[name], undefined, 0, MAX_FD);
  for (const name of limits) {
    settings[name] = readWholeNumber(
      name,
      pickedOptions[name],
      LIMITS[name],
      1,
      name.endsWith("Ms") ? MAX_TIMER_MS : Number.MAX_SAFE_INTEGER,
    );
  }
  if (settings.headersTimeoutMs > settings.requestTimeoutMs) {
    throw fail("invalid_option", "`headersTimeoutMs` must not exceed `requestTimeoutMs`", {
      parameter: "headersTimeoutMs",
    });
  }
  return settings;
}

/** Returns a listener's address as a URL. */
export const listenerUrl = (host, port) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
